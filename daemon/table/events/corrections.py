"""Events after something went wrong: holds, two persons, corrections, opened seals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened, JsonLine, Observations
from daemon.table.orders import Acknowledge
from rules.lines import Stake
from rules.terms import Term

Why = Literal["rejected", "differs", "round_over", "expired", "proposer_left", "restarted", "card_came"]


@dataclass(frozen=True, slots=True)
class Held(Happened):
    """The round stands still until a person decides."""

    SAYS: ClassVar[Term] = Term("{Coup} suspendu{e}. {fault}{because}", "The round is held. {fault}{because}")
    fault: str
    detail: str
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class LinkProven(Happened):
    """The shoe, or the shaker, is back and has proved that nothing is missing."""

    SAYS: ClassVar[Term] = Term(
        "L'appareil a prouvé que rien ne manque.", "The device has proved that nothing is missing."
    )
    kind: Literal["link_proven"] = "link_proven"


@dataclass(frozen=True, slots=True)
class Resumed(Happened):
    """The round goes on, because a person said so."""

    SAYS: ClassVar[Term] = Term("Le jeu reprend (après {after_fault}).", "The round goes on (after {after_fault}).")
    after: str
    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class FaultAcknowledged(Happened):
    """A person has seen a fault."""

    SAYS: ClassVar[Term] = Term("{who} a vu la défaillance {code}.", "{who} has seen the fault {code}.")
    ECHOES: ClassVar[Observations] = (Acknowledge,)
    fault: str
    by: str
    kind: Literal["fault_acknowledged"] = "fault_acknowledged"


@dataclass(frozen=True, slots=True)
class Proposed(Happened):
    """One person asks for something that a second one must confirm."""

    SAYS: ClassVar[Term] = Term(
        "C'est proposé; une seconde personne doit donner le même ordre.",
        "This is proposed; a second person must give the same order.",
    )
    BESIDE: ClassVar[bool] = True
    what: str  # the order's kind
    by: str
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Agreed(Happened):
    """Two persons said the same."""

    SAYS: ClassVar[Term] = Term("Confirmé par deux personnes : {both}.", "Confirmed by two persons: {both}.")
    what: str
    by: tuple[str, str]
    kind: Literal["agreed"] = "agreed"


@dataclass(frozen=True, slots=True)
class ProposalEnded(Happened):
    """A proposal came to nothing. `by` is who ended it; where nobody did, who had proposed it."""

    SAYS: ClassVar[Term] = Term("La proposition n'a pas eu de suite : {why}.", "The proposal came to nothing: {why}.")
    what: str
    by: str
    why: Why
    kind: Literal["proposal_ended"] = "proposal_ended"


@dataclass(frozen=True, slots=True)
class CardCorrected(Happened):
    """A place holds another card than was said; of a card that lies face down, neither name is given."""

    SAYS: ClassVar[Term] = Term("{hand}, carte {place} : {after_card}.", "{hand}, card {place}: {after_card}.")
    AFTER_THE_END: ClassVar[bool] = True
    hand: str
    index: int
    before: str | None
    after: str | None
    kind: Literal["card_corrected"] = "card_corrected"


@dataclass(frozen=True, slots=True)
class CardNamed(Happened):
    """Two persons say what a card is that the shoe has not told; it is not turned yet."""

    SAYS: ClassVar[Term] = Term(
        "{hand}, carte {place} : deux personnes la nomment.", "{hand}, card {place}: two persons name it."
    )
    hand: str
    index: int
    kind: Literal["card_named"] = "card_named"


@dataclass(frozen=True, slots=True)
class DecisionCorrected(Happened):
    """A seat decided otherwise than was said."""

    SAYS: ClassVar[Term] = Term(
        "{seat} : {after_choice} au lieu de {before_choice}.", "{seat}: {after_choice} instead of {before_choice}."
    )
    AFTER_THE_END: ClassVar[bool] = True
    seat: str
    before: tuple[str, Stake]  # the choice, and the amount where it is the player's
    after: tuple[str, Stake]
    kind: Literal["decision_corrected"] = "decision_corrected"


@dataclass(frozen=True, slots=True)
class DiceCorrected(Happened):
    """A roll showed something else than was said."""

    SAYS: ClassVar[Term] = Term(
        "Coup {round}, dés : {after_dice} au lieu de {before_dice}.",
        "Round {round}, dice: {after_dice} instead of {before_dice}.",
    )
    AFTER_THE_END: ClassVar[bool] = True
    before: tuple[int, ...]
    after: tuple[int, ...]
    kind: Literal["dice_corrected"] = "dice_corrected"


@dataclass(frozen=True, slots=True)
class LineCancelled(Happened):
    """What was settled so is not: a correction or a misdeal took its ground away."""

    SAYS: ClassVar[Term] = Term("Ne vaut plus : {line}", "No longer stands: {line}")
    AFTER_THE_END: ClassVar[bool] = True
    line: JsonLine
    rules: str = ""  # the set by which it was settled; "": of before sets had names
    kind: Literal["line_cancelled"] = "line_cancelled"


@dataclass(frozen=True, slots=True)
class SealOpened(Happened):
    """The cards of a past round that nobody turned may be looked at."""

    SAYS: ClassVar[Term] = Term(
        "Les cartes scellées {du_coup} {round} sont ouvertes : « {reason} ».",
        "Round {round}'s sealed cards are open: “{reason}”.",
    )
    round: int
    reason: str
    kind: Literal["seal_opened"] = "seal_opened"


@dataclass(frozen=True, slots=True)
class SealLookedThrough(Happened):
    """A person looked through cards whose seal was opened."""

    SAYS: ClassVar[Term] = Term(
        "{who} a regardé les cartes scellées {du_coup} {round}.",
        "{who} has looked through round {round}'s sealed cards.",
    )
    round: int
    by: str
    kind: Literal["seal_looked_through"] = "seal_looked_through"


OfCorrection = (
    Held
    | LinkProven
    | Resumed
    | FaultAcknowledged
    | Proposed
    | Agreed
    | ProposalEnded
    | CardCorrected
    | CardNamed
    | DecisionCorrected
    | DiceCorrected
    | LineCancelled
    | SealOpened
    | SealLookedThrough
)
