"""Every game that a table may post, dealt at the table: it only follows what the machine awaits."""

from __future__ import annotations

import json
import random
import re
from dataclasses import asdict
from itertools import count

import pytest

from daemon.settings import PLAYABLE
from daemon.spine import replay
from daemon.table.apply import apply
from daemon.table.orders import CloseBetting, Decision, Observation, OpenRound, SeatIn, Started, TurnHand
from daemon.table.state import TableState
from daemon.view import board_message, view
from drivers.observation import CardSeen, LinkUp
from rules.cards import DECK
from rules.explain import explain
from rules.machine import AwaitCard, AwaitDecision, AwaitTurn, AwaitWagers, Options

A_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def next_fact(state: TableState, chance: random.Random, deck: list[str], numbers: count[int]) -> Observation:
    """What a dealer who reads the console does next."""
    match state.machine.expects(state.play):
        case AwaitWagers(may_close) if may_close and len(state.machine.wagers(state.play)) == 3:
            return CloseBetting()
        case AwaitWagers():
            return SeatIn(seat=str(len(state.machine.wagers(state.play)) * 2 + 1))
        case AwaitCard():
            return CardSeen("shoe", "b1", next(numbers), deck.pop())
        case AwaitDecision(seat, choices):
            return Decision(seat=seat, choice=chance.choice(choices))
        case AwaitTurn(hand):
            return TurnHand(hand=hand)
        case awaited:
            raise AssertionError(awaited)


@pytest.mark.parametrize("game", PLAYABLE)
@pytest.mark.parametrize("seed", range(8))
def test_a_round_goes_from_the_first_wager_to_the_last_line(game: str, seed: int) -> None:
    chance, numbers = random.Random(seed), count(1)
    decks = 6 if game == "war" else 1
    deck = [str(card) for card in chance.sample(DECK * decks, 52 * decks)]
    told: list[Observation] = [
        Started(version="1", game=game, options=Options()),
        LinkUp("shoe", "b1", 0, complete=True),
        OpenRound(),
    ]
    state = replay(TableState(), told)
    while state.in_round:
        fact = next_fact(state, chance, deck, numbers)
        told.append(fact)
        state, events = apply(state, fact)
        assert state.hold is None
        seen = {
            str(card) for hand in state.machine.hands(state.play).values() for card in hand.visible if card is not None
        }
        said = json.dumps([view(state), *map(asdict, events)])
        assert set(A_CARD.findall(said)) <= seen
    assert state.result is not None
    laid = {(seat, wager) for seat, stakes in state.machine.wagers(state.play).items() for wager in stakes}
    assert laid <= {(line.seat, line.wager) for line in state.result.lines}
    assert all(explain(game, line).wager.fr for line in state.result.lines)
    assert board_message("t", state.result).text["fr"]
    assert replay(TableState(), told) == state
