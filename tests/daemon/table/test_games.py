"""Every game, dealt at the table by people who only follow what the machine awaits."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from daemon.engine import replay
from daemon.parts.board_messages import result as board_message
from daemon.table.apply import apply
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event, RoundFinished
from daemon.table.orders import (
    CallWager,
    Decision,
    DiceOut,
    DirectCard,
    EnterDice,
    NoMoreCards,
    Observation,
    OfferDice,
    OpenRound,
    SeatIn,
    TableOrder,
    TakeBack,
    TurnHand,
)
from daemon.table.shooter import lies
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from rules.capabilities import Continues, HasLayout, Metered, MovesChips
from rules.cards import DECK
from rules.craps_wagers import CAN_BE_OFF
from rules.explain import explain
from rules.facts import AwaitCard, AwaitDecision, AwaitDice, AwaitDirection, AwaitTurn, AwaitWagers
from rules.registry import GAMES
from tests.daemon.floor import A_CARD, UP, WAGERS, both, cards, closing, of_the_last_round, seen, signed, started, taken

ROUNDS, ROLLS = 2, 8
SEATS = ("1", "3", "5")
METER = {"manner": 1, "jackpot": 5_000_00}


class Dealer:
    """Deals rounds, told one by one; checks after each fact what everyone may know."""

    def __init__(self, game: str, seed: int, seats: tuple[str, ...] = SEATS) -> None:
        self.chance = random.Random(seed)
        self.seats = seats
        self.observations: list[Observation] = []
        self.state = TableState()
        self.deck: list[str] = []
        self.laid = 0  # the round for which wagers were laid at craps
        self.tell(started(game, more=METER if isinstance(GAMES[game], Metered) else {}), UP)

    def tell(self, *observations: Observation) -> list[Event]:
        happened: list[Event] = []
        for observation in map(signed, observations):
            self.observations.append(observation)
            self.state, events = apply(self.state, observation)
            said = json.dumps([view(self.state), *map(asdict, events)])
            assert set(A_CARD.findall(said)) <= cards(self.state, up=True) | of_the_last_round(self.state)
            assert self.state.hold is None
            happened += events
        return happened

    def round(self) -> None:
        """One round, from the first wager to the last line."""
        if not self.state.in_round:
            self.tell(OpenRound())
        decks = sum(self.state.machine.decks[:1])
        if decks == 1 or not self.deck:  # one deck is shuffled anew for every round (A3)
            self.deck = [str(card) for card in self.chance.sample(DECK * decks, 52 * decks)]
        while not any(isinstance(event, RoundFinished) for event in self.tell(*self.next())):
            pass
        assert thaw(freeze(self.state)) == self.state

    def next(self) -> tuple[Observation, ...]:
        """What people who read the console do next."""
        laid, game = taken(self.state), self.state.game
        match self.state.awaits:
            case AwaitWagers(may_close):
                free = [seat for seat in self.seats if seat not in laid]
                return (SeatIn(seat=free[0], wagers=self.stakes(game)),) if free else (closing(game),) * may_close
            case AwaitCard():
                return (seen(SHOE.of(self.state).seq + 1, self.deck.pop()),)
            case AwaitDecision(seat, choices):
                choice = self.chance.choice(choices)
                return (Decision(seat=seat, choice=choice, stake=self.raised(choice)),)
            case AwaitDirection(hands):
                return (DirectCard(hand=self.chance.choice(hands)) if self.chance.random() < 0.7 else NoMoreCards(),)
            case AwaitTurn(hand):
                return (TurnHand(hand=hand),)
            case AwaitDice(_, True) if not self.state.dice_out:
                return self.before_a_roll()
            case AwaitDice(count):
                return both(EnterDice(dice=tuple(self.chance.randint(1, 6) for _ in range(count))))
            case awaited:
                raise AssertionError(awaited)

    def raised(self, choice: str) -> int | None:
        """In the poker room: how much a player bets, or raises by."""
        return self.state.machine.public_state(self.state.play)["least"] if choice in ("bet", "raise") else None  # type: ignore[attr-defined]

    def stakes(self, game: str) -> dict[str, int | None]:
        """With amounts, without, or only touched in, where a game has mandatory wagers."""
        wagers = WAGERS[game]
        if isinstance(self.state.machine, MovesChips):
            return dict(wagers)
        if self.chance.random() < 0.3 and not isinstance(self.state.machine, HasLayout):
            return {}
        return dict(wagers) if self.chance.random() < 0.5 else dict.fromkeys(wagers)

    def before_a_roll(self) -> tuple[TableOrder, ...]:
        """At craps: wagers, once; then somebody has the dice, and they go out (95.8, 95.11)."""
        if self.laid != self.state.round:
            self.laid = self.state.round
            return tuple(self.at_craps())
        if not self.state.shooter.seat:
            return (OfferDice(),)
        return (DiceOut(line="pass" if lies(self.state) is False else None),)

    def at_craps(self) -> Iterator[TableOrder]:
        """Before a roll: one lays, one calls on or off, one takes back; only what may be done (A117)."""
        assert isinstance(self.state.machine, Continues)
        carried = self.state.machine.carry(self.state.play)
        laid, point = carried["laid"], carried["point"]
        for seat in self.seats:
            if seat not in laid:
                yield SeatIn(seat=seat, wagers={"field": 500, "place_8": 600, **({} if point else {"pass": 500})})
            elif "place_8" in laid[seat] and self.chance.random() < 0.3:
                yield TakeBack(seat=seat, wager="place_8")
            elif off := sorted(CAN_BE_OFF & laid[seat].keys()):
                yield CallWager(seat=seat, wager=off[0], on=self.chance.random() < 0.5)
            if point and "pass" in laid.get(seat, {}) and "pass_odds" not in laid[seat]:
                yield SeatIn(seat=seat, wagers={"pass_odds": None})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_rounds_go_from_the_first_wager_to_the_last_line(game: str, seed: int) -> None:
    dealer = Dealer(game, seed)
    for number in range(1, (ROLLS if isinstance(GAMES[game], Continues) else ROUNDS) + 1):
        dealer.round()
        state = dealer.state
        assert state.result is not None
        assert (state.result.round, state.result.game) == (number, game)
        if not state.goes_on:
            wagers = state.machine.wagers(state.play)
            laid = {(seat, wager) for seat, stakes in wagers.items() for wager in stakes}
            assert laid <= {(line.seat, line.wager) for line in state.result.lines}
        assert all(explain(game, line).wager.fr for line in state.result.lines)
        assert board_message("t", state.result).text["fr"]
    assert replay(TableState(), dealer.observations) == dealer.state


def test_95_19_nobody_need_be_seated_at_sic_bo() -> None:
    dealer = Dealer("sic_bo", 1, seats=())
    dealer.round()
    assert dealer.state.result is not None
    assert (dealer.state.result.lines, len(dealer.state.result.dice)) == ((), 3)
