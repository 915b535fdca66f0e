"""The orders of a round that was dealt by hand while croupier was dead: it is entered, and its form corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictBool, StrictInt
from typing_extensions import TypedDict

from daemon.table.orders.base import CardName, Order, Text
from rules.game import DEALER, MOST
from rules.terms import Term

STRICT: Any = {"extra": "forbid"}
Name = Annotated[str, Field(max_length=40)]
Cents = Annotated[StrictInt, Field(ge=0, le=MOST)] | None
Cards = Annotated[list[CardName], Field(max_length=52)]
BySeat = Field(max_length=60)  # any number of players stands around a craps table
FormNumber = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,47}$")]
SetName = Annotated[str, Field(pattern=r"^([A-Za-z0-9_]{1,40}/[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4})?$")]


class PastSeat(TypedDict, total=False):
    """What lay before a seat. A hand that was given up and that nobody has seen has no `cards`."""

    __pydantic_config__ = STRICT  # type: ignore[misc]  # pydantic reads it
    wagers: Annotated[dict[Name, Cents], Field(max_length=60)]
    cards: Cards
    dealer_war_card: CardName
    withdraw: Annotated[list[Name], Field(max_length=4)]


class PastBet(TypedDict):
    """A wager is laid, or more of it."""

    __pydantic_config__ = STRICT  # type: ignore[misc]
    seat: Name
    wager: Name
    stake: Cents


class PastRemove(TypedDict):
    """A wager is taken back."""

    __pydantic_config__ = STRICT  # type: ignore[misc]
    seat: Name
    wager: Name


class PastWorking(TypedDict):
    """A wager is called on, or off."""

    __pydantic_config__ = STRICT  # type: ignore[misc]
    seat: Name
    wager: Name
    on: StrictBool


class PastEvent(TypedDict, total=False):
    """One event at craps: exactly one of these."""

    __pydantic_config__ = STRICT  # type: ignore[misc]
    bet: PastBet
    remove: PastRemove
    working: PastWorking
    roll: Annotated[list[StrictInt], Field(max_length=3)]
    no_roll: Name


class Past(TypedDict, total=False):
    """A round as a request of `croupierctl settle` has it; game and options are the table's."""

    __pydantic_config__ = STRICT  # type: ignore[misc]
    seats: Annotated[dict[Name, PastSeat], BySeat]
    dealer: Cards
    dice: Annotated[list[StrictInt], Field(max_length=3)]
    events: Annotated[list[PastEvent], Field(max_length=400)]
    type: Name
    puck: Name
    bets: Annotated[dict[Name, Annotated[StrictInt, Field(ge=0, le=MOST)]], BySeat]
    folded: Annotated[list[Name], BySeat]
    hands: Annotated[dict[Name, Cards], BySeat]
    board: Cards


def seats_of(played: Past) -> Mapping[str, PastSeat]:
    """What lay before each seat, in a game of seats."""
    return played.get("seats", {})


def hands_of(played: Past) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The cards of a form by hand, as the games call their hands."""
    for seat, player in seats_of(played).items():
        yield seat, tuple(player.get("cards", ()))
        if "dealer_war_card" in player:
            yield f"{DEALER} {seat}", (player["dealer_war_card"],)
    yield from ((seat, tuple(cards)) for seat, cards in played.get("hands", {}).items())
    yield DEALER, tuple(played.get("dealer", ()))
    yield "board", tuple(played.get("board", ()))


Paid = Annotated[dict[Name, Annotated[dict[Name, Cents], Field(max_length=60)]], BySeat]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromForm(Order):
    """What two persons read from a form."""

    SECRET: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    form: FormNumber  # printed on it: a form is entered once
    rules: SetName = ""  # the rule set that is printed on it; "": what is in force
    played: Past = field(repr=False)
    paid: Paid = field(default_factory=dict)  # by seat and wager, stake included; null, or not there: not known
    contributions: Annotated[dict[Name, StrictInt], Field(max_length=9)] = field(default_factory=dict)  # wagers counted
    when: Text = ""  # in the persons' own words: no clock
    reason: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPastRound(FromForm):
    """A round that was dealt by hand, from its form; it ends the round that croupier's death interrupted."""

    SAYS: ClassVar[Term] = Term(
        "{who} entre {le_coup} joué{e} à la main.", "{who} enters a round that was dealt by hand."
    )
    kind: Literal["enter_past_round"] = "enter_past_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPastRound(FromForm):
    """The form that was entered last, told whole once more: what was typed is not what stands on the paper."""

    SAYS: ClassVar[Term] = Term(
        "{who} corrige {le_coup} joué{e} à la main.", "{who} corrects a round that was dealt by hand."
    )
    AFTER_THE_END: ClassVar[bool] = True
    kind: Literal["correct_past_round"] = "correct_past_round"


OfPast = EnterPastRound | CorrectPastRound
