"""Orders of a round: wagers, decisions, cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import StrictInt

from daemon.table.orders.base import Order
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound(Order):
    """A new round begins, betting open."""

    SAYS: ClassVar[Term] = Term("{who} ouvre {le_coup}.", "{who} opens the round.")
    kind: Literal["open_round"] = "open_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatIn(Order):
    """A seat lays wagers, or adds to them. Without any: its mandatory ones, amounts unknown. In cents, or null."""

    SAYS: ClassVar[Term] = Term("{who} note {les_mises}.", "{who} enters wagers.")
    seat: str
    wagers: dict[str, StrictInt | None] = field(default_factory=dict)
    kind: Literal["seat_in"] = "seat_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Order):
    """A wager is taken back, or a part of it; without naming one, all of the seat's."""

    SAYS: ClassVar[Term] = Term("{who} note un retrait.", "{who} enters a withdrawal.")
    seat: str
    wager: str | None = None
    stake: StrictInt | None = None  # how much of it; null: all of it
    kind: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWager(Order):
    """A wager is called on, or off, for come-out rolls."""

    SAYS: ClassVar[Term] = Term(
        "{who} note un appel. {seat} : {wager}, {on}.", "{who} enters a call. {seat}: {wager}, {on}."
    )
    seat: str
    wager: str
    on: bool
    kind: Literal["call_wager"] = "call_wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting(Order):
    """The dealer announces « Rien ne va plus »."""

    SAYS: ClassVar[Term] = Term("{who} annonce « Rien ne va plus ».", "{who} announces « Rien ne va plus ».")
    kind: Literal["close_betting"] = "close_betting"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenBetting(Order):
    """« Rien ne va plus » was announced too early: no card and no die is out yet, and wagers are taken again."""

    SAYS: ClassVar[Term] = Term("{who} rouvre les mises.", "{who} takes wagers again.")
    kind: Literal["reopen_betting"] = "reopen_betting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Order):
    """A player decided."""

    SAYS: ClassVar[Term] = Term(
        "{who} note une décision. {seat} : {choice}{stake}.", "{who} enters a decision. {seat}: {choice}{stake}."
    )
    seat: str
    choice: str
    stake: StrictInt | None = None  # of what it adds; null: what the section asks for, or not known
    kind: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectCard(Order):
    """The dealer names the hand that the next card goes to."""

    SAYS: ClassVar[Term] = Term("{who} : la prochaine carte va à {hand}.", "{who}: the next card goes to {hand}.")
    hand: str
    kind: Literal["direct_card"] = "direct_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoreCards(Order):
    """Nobody takes another card."""

    SAYS: ClassVar[Term] = Term(
        "{who} annonce que personne ne prend plus de carte.", "{who} says that nobody takes another card."
    )
    kind: Literal["no_more_cards"] = "no_more_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnHand(Order):
    """The dealer turned a hand: `dealer`, or a seat."""

    SAYS: ClassVar[Term] = Term("{who} dévoile la main : {hand}.", "{who} turns the hand: {hand}.")
    hand: str
    kind: Literal["turn_hand"] = "turn_hand"


InRound = (
    OpenRound
    | SeatIn
    | TakeBack
    | CallWager
    | CloseBetting
    | ReopenBetting
    | Decision
    | DirectCard
    | NoMoreCards
    | TurnHand
)
