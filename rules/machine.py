"""A game is a machine: what it awaits, and what one more fact does to it.

`expects(state)` says what is awaited; `step(state, fact)` takes one fact and returns the next state with the settlement
lines that the fact decided. The table above knows no game; the game below knows no device, no clock and no person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.cards import Card
from rules.lines import Line, Stake

DEALER = "dealer"


class IllegalFactError(Exception):
    """The game does not allow this now. `code` is one of the settle contract's; the sentence names seat and wager."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Options:
    """What the house posts at the table."""

    seats: int = 7  # betting places on the layout
    minimum: int | None = None  # cents; None: not posted
    maximum: int | None = None
    unit: int = 1  # the smallest amount the table pays


# -- facts: what happened at the table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wagers:
    """A seat's wagers lie on the layout; an empty mapping means the mandatory ones, amounts unknown."""

    seat: str
    stakes: Mapping[str, Stake] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Close:
    """« Rien ne va plus » (A16: the announcement comes before the first card)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A card left the shoe; it goes where the machine awaits it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Decide:
    """A player's choice, one of those that the machine offers."""

    seat: str
    choice: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The dealer turns a hand face up."""

    hand: str


Fact = Wagers | Close | Deal | Decide | Turn


# -- expectations: what the machine awaits ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AwaitWagers:
    """Betting is open: seats may come in, the dealer may close."""

    may_close: bool


@dataclass(frozen=True, slots=True)
class AwaitCard:
    """The next card goes to this hand, at this place (from 0)."""

    hand: str
    index: int
    face_up: bool


@dataclass(frozen=True, slots=True)
class AwaitDecision:
    """This seat must choose."""

    seat: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwaitTurn:
    """The dealer turns this hand."""

    hand: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Every wager is settled."""


Expectation = AwaitWagers | AwaitCard | AwaitDecision | AwaitTurn | Finished


# -- what every game offers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """What lies before a seat or the dealer; `up` says that everyone may see it."""

    cards: tuple[Card, ...]
    up: bool


class Game(Protocol):
    """One game. Its state is a frozen dataclass of its own, which only the game looks into."""

    name: str
    decks: int  # how many decks are mixed together: more copies of a card than this are impossible

    def start(self, options: Options) -> Any:
        """A round with betting open."""

    def expects(self, state: Any) -> Expectation:
        """What is awaited now."""

    def step(self, state: Any, fact: Fact) -> tuple[Any, tuple[Line, ...]]:
        """One fact later; raises `IllegalFactError`, and then nothing happened."""

    def wagers(self, state: Any) -> Mapping[str, Mapping[str, Stake]]:
        """What lies on the layout: seat, wager, stake."""

    def hands(self, state: Any) -> Mapping[str, Hand]:
        """What lies on the felt, in dealing order."""

    def combination(self, cards: tuple[Card, ...]) -> str:
        """The name of a hand's combination, a key of `rules.terms`."""
