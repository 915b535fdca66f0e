"""Orders after something went wrong: the round goes on, is corrected, or ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import StrictInt

from daemon.table.orders.base import ANYONE, SUPERVISOR, CardName, Order, Text
from daemon.text.role import Role
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue(Order):
    """Go on after a lost link, once the device has proved that nothing is missing; or after a shake that it refused."""

    SAYS: ClassVar[Term] = Term("{who} fait continuer le jeu.", "{who} lets the round go on.")
    kind: Literal["continue"] = "continue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Align(Order):
    """Go on after a restart or a doubt: a person counted the cards before each hand; at dice, each seat's wagers."""

    SAYS: ClassVar[Term] = Term(
        "{who} a compté le tapis : {felt}. Il est comme enregistré.",
        "{who} has counted the felt: {felt}. It is as recorded.",
    )
    felt: dict[str, StrictInt]
    kind: Literal["align"] = "align"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledge(Order):
    """The fault was seen. Where nothing more is at stake than to have seen it, the table goes on."""

    SAYS: ClassVar[Term] = Term("{who} a vu la défaillance {code}.", "{who} has seen the fault {code}.")
    ROLES: ClassVar[frozenset[Role]] = ANYONE - {Role.AUDITOR}
    fault: str
    kind: Literal["acknowledge"] = "acknowledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCard(Order):
    """The card that the shoe could not tell, for the place where the next one is awaited."""

    SAYS: ClassVar[Term] = Term(
        "{who} nomme la carte que le sabot n'a pas dite.", "{who} names the card that the shoe did not."
    )
    SECRET: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    card: CardName = field(repr=False)
    kind: Literal["name_card"] = "name_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCard(Order):
    """The card at this place is another one than the shoe said."""

    SAYS: ClassVar[Term] = Term("{who} corrige une carte.", "{who} corrects a card.")
    AFTER_THE_END: ClassVar[bool] = True
    SECRET: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    hand: str
    index: StrictInt
    card: CardName = field(repr=False)
    kind: Literal["correct_card"] = "correct_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReassignCards(Order):
    """Cards lie before other hands than the game awaited: each pair names two places that change their cards."""

    SAYS: ClassVar[Term] = Term("{who} échange des cartes : {swaps}.", "{who} exchanges cards: {swaps}.")
    AFTER_THE_END: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    swaps: tuple[tuple[str, StrictInt, str, StrictInt], ...]  # hand, index, hand, index
    kind: Literal["reassign_cards"] = "reassign_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectDecision(Order):
    """A seat's last decision was another one, or one that its cards do not allow (67.81)."""

    SAYS: ClassVar[Term] = Term(
        "{who} corrige la décision. {seat} : {choice}{stake}.", "{who} corrects the decision. {seat}: {choice}{stake}."
    )
    AFTER_THE_END: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    seat: str
    choice: str
    stake: StrictInt | None = None
    kind: Literal["correct_decision"] = "correct_decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectDice(Order):
    """The last roll showed something else."""

    SAYS: ClassVar[Term] = Term("{who} corrige les dés : {dice}.", "{who} corrects the dice: {dice}.")
    AFTER_THE_END: ClassVar[bool] = True
    TWO_PERSONS: ClassVar[bool] = True
    dice: tuple[StrictInt, ...]
    kind: Literal["correct_dice"] = "correct_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(Order):
    """What another person proposed does not happen."""

    SAYS: ClassVar[Term] = Term("{who} rejette ce qui est proposé.", "{who} rejects what is proposed.")
    kind: Literal["reject"] = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(Order):
    """The round cannot go on: what is decided stands, every other wager goes back."""

    SAYS: ClassVar[Term] = Term("{who} annule {le_coup} : « {reason} ».", "{who} voids the round: “{reason}”.")
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    reason: Text
    kind: Literal["void_round"] = "void_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal(Order):
    """The deal itself was wrong: nothing that it decided stands, every wager goes back."""

    SAYS: ClassVar[Term] = Term("{who} déclare une maldonne : « {reason} ».", "{who} declares a misdeal: “{reason}”.")
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    reason: Text
    kind: Literal["misdeal"] = "misdeal"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSealed(Order):
    """The cards of a past round that nobody turned may be looked at."""

    SAYS: ClassVar[Term] = Term(
        "{who} demande les cartes scellées {du_coup} {round}.", "{who} asks for the sealed cards of round {round}."
    )
    ROLES: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR, Role.AUDITOR})
    TWO_PERSONS: ClassVar[bool] = True
    round: StrictInt
    reason: Text
    kind: Literal["open_sealed"] = "open_sealed"


Correction = (
    Continue
    | Align
    | Acknowledge
    | NameCard
    | CorrectCard
    | ReassignCards
    | CorrectDecision
    | CorrectDice
    | Reject
    | VoidRound
    | Misdeal
    | OpenSealed
)
