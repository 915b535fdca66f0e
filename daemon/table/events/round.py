"""Events of a round: wagers, cards, decisions, settlement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened, JsonLine, Observations
from daemon.table.orders import (
    CallWager,
    CloseBetting,
    Decision,
    DirectCard,
    EnterPastRound,
    Misdeal,
    NoMoreCards,
    OpenRound,
    ReopenBetting,
    VoidRound,
)
from rules.lines import Stake
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class RoundOpened(Happened):
    """Betting is open."""

    SAYS: ClassVar[Term] = Term("{Coup} {round}, {game} : {ouvert}.", "Round {round}, {game}: betting is open.")
    ECHOES: ClassVar[Observations] = (OpenRound, EnterPastRound)
    round: int
    game: str
    rules: str = ""  # the set by which it is dealt; "": of before sets had names
    kind: Literal["round_opened"] = "round_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken(Happened):
    """A seat's wagers lie on the layout."""

    SAYS: ClassVar[Term] = Term("{seat} : {wagers}.", "{seat}: {wagers}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    wagers: dict[str, Stake]
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class WagerTakenBack(Happened):
    """A wager, or a part of it, left the layout undecided; none is named: all of the seat's."""

    SAYS: ClassVar[Term] = Term("{seat} retire : {withdrawn}.", "{seat} takes back: {withdrawn}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    wager: str | None
    taken: dict[str, Stake] | None = (
        None  # by wager: what left, odds with theirs (A134); None: of before it was told, or `chips_bet` tells
    )
    lying: dict[str, Stake] | None = None  # what still lies there of the seat's
    kind: Literal["wager_taken_back"] = "wager_taken_back"


@dataclass(frozen=True, slots=True)
class WagerCalled(Happened):
    """A wager is on, or off, for come-out rolls."""

    SAYS: ClassVar[Term] = Term("{seat} : {wager}, {on}.", "{seat}: {wager}, {on}.")
    ECHOES: ClassVar[Observations] = (CallWager,)
    seat: str
    wager: str
    on: bool
    kind: Literal["wager_called"] = "wager_called"


@dataclass(frozen=True, slots=True)
class BettingClosed(Happened):
    """« Rien ne va plus » was announced."""

    SAYS: ClassVar[Term] = Term("« Rien ne va plus ».", "« Rien ne va plus ».")
    ECHOES: ClassVar[Observations] = (CloseBetting,)
    kind: Literal["betting_closed"] = "betting_closed"


@dataclass(frozen=True, slots=True)
class BettingReopened(Happened):
    """It had been announced too early: wagers are taken again."""

    SAYS: ClassVar[Term] = Term("Les mises sont rouvertes.", "Wagers are taken again.")
    ECHOES: ClassVar[Observations] = (ReopenBetting,)
    kind: Literal["betting_reopened"] = "betting_reopened"


@dataclass(frozen=True, slots=True)
class CardDealt(Happened):
    """A card went to a hand; its value only if it lies face up."""

    SAYS: ClassVar[Term] = Term("{hand}, carte {place} : {card}.", "{hand}, card {place}: {card}.")
    BESIDE: ClassVar[bool] = True
    hand: str
    index: int
    card: str | None
    kind: Literal["card_dealt"] = "card_dealt"


@dataclass(frozen=True, slots=True)
class CardSetAside(Happened):
    """A card left the shoe and belongs to no hand; it stays sealed in the journal."""

    SAYS: ClassVar[Term] = Term(
        "Elle est mise de côté et n'est à aucune main.", "It is set aside and belongs to no hand."
    )
    BESIDE: ClassVar[bool] = True
    kind: Literal["card_set_aside"] = "card_set_aside"


@dataclass(frozen=True, slots=True)
class CardDirected(Happened):
    """The dealer named the hand of the next card."""

    SAYS: ClassVar[Term] = Term("La prochaine carte va à {hand}.", "The next card goes to {hand}.")
    ECHOES: ClassVar[Observations] = (DirectCard,)
    hand: str
    kind: Literal["card_directed"] = "card_directed"


@dataclass(frozen=True, slots=True)
class CardsEnded(Happened):
    """Nobody takes another card."""

    SAYS: ClassVar[Term] = Term("Personne ne prend plus de carte.", "Nobody takes another card.")
    ECHOES: ClassVar[Observations] = (NoMoreCards,)
    kind: Literal["cards_ended"] = "cards_ended"


@dataclass(frozen=True, slots=True)
class Decided(Happened):
    """A player decided."""

    SAYS: ClassVar[Term] = Term("{seat} : {choice}{stake}.", "{seat}: {choice}{stake}.")
    ECHOES: ClassVar[Observations] = (Decision,)
    seat: str
    choice: str
    stake: Stake = None  # of the wager that it adds; in the poker room, where the amount is the player's
    kind: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class HandTurned(Happened):
    """The dealer turned a hand."""

    SAYS: ClassVar[Term] = Term("Cartes : {cards}{combination}.", "Cards: {cards}{combination}.")
    BESIDE: ClassVar[bool] = True
    AFTER_THE_END: ClassVar[bool] = True
    hand: str
    cards: tuple[str, ...]  # all that everyone sees of it now
    combination: str | None
    kind: Literal["hand_turned"] = "hand_turned"


@dataclass(frozen=True, slots=True)
class LineSettled(Happened):
    """A wager is decided."""

    SAYS: ClassVar[Term] = Term("{line}", "{line}")
    AFTER_THE_END: ClassVar[bool] = True
    line: JsonLine
    rules: str = ""  # the set by which; "": of before sets had names
    kind: Literal["line_settled"] = "line_settled"


@dataclass(frozen=True, slots=True)
class RoundFinished(Happened):
    """Every wager is settled."""

    SAYS: ClassVar[Term] = Term("{Coup} {round} terminé{e}.", "Round {round} is finished.")
    round: int
    kind: Literal["round_finished"] = "round_finished"


@dataclass(frozen=True, slots=True)
class RoundReopened(Happened):
    """A correction took the end of a round away: it goes on."""

    SAYS: ClassVar[Term] = Term(
        "{Coup} {round} rouvert{e} : le jeu se poursuit.", "Round {round} is open again: it goes on."
    )
    AFTER_THE_END: ClassVar[bool] = True
    round: int
    kind: Literal["round_reopened"] = "round_reopened"


@dataclass(frozen=True, slots=True)
class RoundVoided(Happened):
    """The round ended without a result; before this stand the lines of what went back."""

    SAYS: ClassVar[Term] = Term("{Coup} {round} annulé{e} : « {reason} ».", "Round {round} is void: “{reason}”.")
    ECHOES: ClassVar[Observations] = (VoidRound, Misdeal)
    round: int
    reason: str
    misdeal: bool = False
    kind: Literal["round_voided"] = "round_voided"


OfRound = (
    RoundOpened
    | SeatTaken
    | WagerTakenBack
    | WagerCalled
    | BettingClosed
    | BettingReopened
    | CardDealt
    | CardSetAside
    | CardDirected
    | CardsEnded
    | Decided
    | HandTurned
    | LineSettled
    | RoundFinished
    | RoundReopened
    | RoundVoided
)
