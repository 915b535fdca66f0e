"""Tables of the poker room for tests: stakes, then a story in short words."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rules.cards import DECK, Card
from rules.facts import Announce, AwaitCard, Close, Deal, Decide, Fact, Finished, Rule, Turn, Wagers
from rules.game import Options, RuleError
from rules.lines import Line
from rules.room.betting import FOLD
from rules.room.machine import GAME
from rules.room.state import State

A_SECTION = re.compile(r"\(67\.\d+(?: \(\d+\))?\)$")


def seated(*stakes: int, **posted: Any) -> State:
    """Players at seats 1, 2, … with so much each; `room_ante=25` posts `room.ante`."""
    more = {key.replace("room_", "room."): value for key, value in posted.items() if key.startswith("room_")}
    plain = {key: value for key, value in posted.items() if not key.startswith("room_")}
    state = GAME.start(Options(**{"seats": 10, **plain}, more=more))
    for seat, stake in enumerate(stakes, 1):
        state, _ = GAME.step(state, Wagers(str(seat), {"stakes": stake}))
    return state


def fact_of(word: str) -> Fact:
    """`3:raise 400`, `3!raise 400` (said), `3?kill` (ruled), `3/show`."""
    found = re.fullmatch(r"(\d*)([:!?/])(\w+)(?: (\d+))?", word)
    assert found, word
    seat, sign, what, amount = found[1], found[2], found[3], int(found[4]) if found[4] else None
    match sign:
        case ":":
            return Decide(seat, what, amount)
        case "!":
            return Announce(seat, what, amount)
        case "?":
            return Rule(what, seat or None, amount)
        case _:
            return Turn(seat)


class Table:
    """A room, and every line so far."""

    def __init__(self, state: State, cards: str = "", *, begin: bool = True) -> None:
        self.state = state
        self.lines: list[Line] = []
        named = [Card.parse(name) for name in cards.split()]
        self.deck = [*named, *(card for card in DECK if card not in named)]
        if begin:
            self.take(Close())

    def take(self, fact: Fact) -> None:
        self.state, lines = GAME.step(self.state, fact)
        self.lines += lines

    def deal(self) -> Table:
        """Every card that is due."""
        while isinstance(GAME.expects(self.state), AwaitCard):
            self.take(Deal(self.deck.pop(0)))
        return self

    def over(self) -> Table:
        """Everyone folds to the last; then the next round is open, as the table opens it, and has no lines yet."""
        while self.awaits != Finished():
            self.deal()
            self.take(Decide(self.state.turn or "", FOLD))
        self.state = GAME.resume(self.state.options, json.loads(json.dumps(GAME.carry(self.state))))
        self.lines = []
        return self

    def begin(self) -> Table:
        """The next game."""
        self.take(Close())
        return self

    @property
    def lies(self) -> tuple[str | None, str | None, str | None, tuple[str, ...]]:
        """The puck, the places of the blinds, and who plays, clockwise from the puck's left."""
        return self.state.puck, self.state.blinds.small, self.state.blinds.big, self.state.seats

    def play(self, *words: str) -> Table:
        """What players do, say and show, and what is ruled; cards are dealt when they are due."""
        for word in words:
            self.deal()
            self.take(fact_of(word))
        return self.deal()

    def refuses(self, word: str | Fact, section: str) -> str:
        """Nothing happens, for this section."""
        fact = fact_of(word) if isinstance(word, str) else word
        with pytest.raises(RuleError) as refusal:
            GAME.step(self.state, fact)
        assert f"({section})" in refusal.value.message and A_SECTION.search(refusal.value.message)
        return refusal.value.message

    @property
    def awaits(self) -> Any:
        return GAME.expects(self.state)

    @property
    def public_state(self) -> dict[str, Any]:
        return dict(GAME.public_state(self.state))

    @property
    def won(self) -> dict[str, int]:
        """By seat: what came out of the pots."""
        return {line.seat: line.won or 0 for line in self.lines if line.wager == "pot" and line.won}
