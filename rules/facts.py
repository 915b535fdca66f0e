"""What happens at the table as a game is told it, fact by fact, and what a game awaits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.cards import Card
from rules.lines import Stake

# -- facts: what happened at the table --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wagers:
    """A seat lays wagers, or more on those that lie there; an empty mapping: the mandatory ones, amounts unknown."""

    seat: str
    stakes: Mapping[str, Stake] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bet:
    """One more wager, or more on one that lies there: where wagers live over many rolls."""

    seat: str
    wager: str
    stake: Stake


@dataclass(frozen=True, slots=True)
class Remove:
    """A wager is taken back, where the section lets it; before « Rien ne va plus » also all of a seat's (None)."""

    seat: str
    wager: str | None
    stake: Stake = None  # how much of it; None: all of it


@dataclass(frozen=True, slots=True)
class Working:
    """A wager is called on, or off, for come-out rolls."""

    seat: str
    wager: str
    on: bool


@dataclass(frozen=True, slots=True)
class Close:
    """« Rien ne va plus » (A16: the announcement comes before the first card or the dice)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A card left the shoe; it goes where the machine awaits it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Direct:
    """The dealer names the hand that the next card goes to."""

    hand: str


@dataclass(frozen=True, slots=True)
class Decide:
    """A player's choice, one of those that the machine offers; a stake is what the choice adds (None: not said)."""

    seat: str
    choice: str
    stake: Stake = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The dealer turns what the machine awaits to be turned of this hand."""

    hand: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice came to rest."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoRoll:
    """A throw that a person declared void, with its ground (95.3): it decides nothing."""

    ground: str


@dataclass(frozen=True, slots=True)
class Jackpot:
    """What a wager's meter shows now that betting is closed, and what it shows after it is won whole (A105)."""

    wager: str
    shows: Stake  # cents; None: whoever keeps the meter cannot be asked
    seed: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Nobody takes another card."""


@dataclass(frozen=True, slots=True)
class Announce:
    """A player said what he does: words that bind, also before it is his turn (67.97)."""

    seat: str
    choice: str
    stake: Stake = None


@dataclass(frozen=True, slots=True)
class Rule:
    """Whoever directs the play ruled: what, about whom, how much (67.98 to 67.110)."""

    what: str
    seat: str | None = None
    stake: Stake = None


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A player takes a part of his table stakes off the table."""

    seat: str
    stake: Stake


@dataclass(frozen=True, slots=True)
class Charge:
    """A player pays for his time (67.108)."""

    seat: str
    stake: Stake


@dataclass(frozen=True, slots=True)
class Away:
    """A player stays at the table and does not play; said within a game, from the next one on."""

    seat: str


@dataclass(frozen=True, slots=True)
class Back:
    """A player plays again: he posts the blinds that he owes, or waits for the big blind."""

    seat: str
    wait: bool = False


@dataclass(frozen=True, slots=True)
class Straddles:
    """A player puts in a blind bet of his own before the cards, where the house allows it."""

    seat: str


@dataclass(frozen=True, slots=True)
class Returns:
    """A player who left comes back, with the number that he was given then."""

    seat: str
    stake: Stake
    slip: int


@dataclass(frozen=True, slots=True)
class Elapsed:
    """One more minute has passed; its number says which, so that none counts twice."""

    minute: int


Fact = (
    Wagers
    | Bet
    | Remove
    | Working
    | Close
    | Jackpot
    | Deal
    | Direct
    | Decide
    | Turn
    | Roll
    | NoRoll
    | Finish
    | Announce
    | Rule
    | TakeOff
    | Charge
    | Away
    | Back
    | Straddles
    | Returns
    | Elapsed
)


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
class AwaitDirection:
    """The dealer names the hand of the next card, or says that nobody takes another."""

    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwaitDecision:
    """This seat must choose."""

    seat: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwaitTurn:
    """The dealer turns these cards of this hand (places from 0)."""

    hand: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwaitDice:
    """So many dice are to be rolled; until then wagers may be laid and taken back if `open`."""

    count: int
    open: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """Every wager is settled."""


Expectation = AwaitWagers | AwaitCard | AwaitDirection | AwaitDecision | AwaitTurn | AwaitDice | Finished
