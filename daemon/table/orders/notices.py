"""What the daemon tells the table of itself: starts, time, the ledger, badges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator

from daemon.jackpot.pool import Entry, Hit, Pool
from drivers.observation.base import Observed
from rules.game import Options
from rules.ruleset import Document
from rules.terms import Term


def _with_revision(options: Any) -> Any:
    """Options as they were recorded: those that tell no revision are of a croupier of before there were any."""
    return {"revision": 0, **options} if isinstance(options, dict) else options


Recorded = Annotated[Options, BeforeValidator(_with_revision)]


@dataclass(frozen=True, slots=True)
class Posted:
    """A device that stands at the table, and what its section of the table's file says that concerns the table."""

    name: str
    kind: str
    posted: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Observed):
    """The daemon started, cold; this is what the house posts from the next round on."""

    SAYS: ClassVar[Term] = Term("croupierd {version} démarre.", "croupierd {version} starts.")
    version: str
    game: str
    options: Recorded
    devices: tuple[Posted, ...] = ()  # what stands at the table; nothing: said by a croupier of before it was listed
    reshakes: int | None = None  # before: so often a dealer may order a shake again; None: there is no shaker
    jackpots: tuple[Pool, ...] = ()
    doubts: dict[str, str] = field(default_factory=dict)  # by pool: why its ledger in the journal is not what it was
    camera: bool = False  # before: this table has one
    patience: int | None = None  # seconds that a proposal may wait; None: said by a croupier of before they ended
    document: Document | None = None  # of the rule set; None: said by a croupier of before sets had names
    doubtful: str = ""  # entries of which nobody knows whether those who ordered them had their answer
    display: int | None = None  # seconds that a progressive may go undisplayed (21.2); None: before that was watched
    day: str = ""  # the gaming day; "": said by a croupier that told none
    forms: int | None = None  # numbers of forms that are remembered at once; None: before none was for ever
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed(Observed):
    """So many seconds have passed since this person proposed this. The table has no clock of its own."""

    SAYS: ClassVar[Term] = Term(
        "{seconds} s ont passé depuis la proposition de {who}.", "{seconds} s have passed since {who} proposed it."
    )
    what: str  # the order's kind
    by: str
    seconds: int
    kind: Literal["time_passed"] = "time_passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayLost(Observed):
    """No board of this table has proven what a pool is worth for so many seconds (21.2)."""

    SAYS: ClassVar[Term] = Term(
        "Aucun afficheur n'a prouvé le montant de {pool} depuis {seconds} s.",
        "No board has proven the amount of {pool} for {seconds} s.",
    )
    pool: str
    seconds: int
    since: int  # seconds since 1970, by this machine's clock: a process that starts again has none that went on
    kind: Literal["display_lost"] = "display_lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayProven(Observed):
    """A board of this table proves what a pool is worth, after so many seconds in which none did."""

    SAYS: ClassVar[Term] = Term(
        "Un afficheur prouve le montant de {pool}, après {seconds} s sans preuve.",
        "A board proves the amount of {pool}, after {seconds} s in which none did.",
    )
    pool: str
    seconds: int
    kind: Literal["display_proven"] = "display_proven"


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutePassed(Observed):
    """A minute has passed at a table of the poker room; its number says which, so that none counts twice."""

    SAYS: ClassVar[Term] = Term("Une minute a passé ({minute}).", "A minute has passed ({minute}).")
    minute: int
    kind: Literal["minute_passed"] = "minute_passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayBegan(Observed):
    """It is this gaming day; told where a rule set waits for it."""

    SAYS: ClassVar[Term] = Term("La journée du {day} a commencé.", "The gaming day {day} has begun.")
    day: str
    kind: Literal["day_began"] = "day_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerReported(Observed):
    """A shared pool as the ledger has it: when it answers first, whenever more than its meters changed, and at last."""

    SAYS: ClassVar[Term] = Term("Le registre répond : progressif {pool}.", "The ledger answers: pool {pool}.")
    pool: str
    version: int  # with the epoch of the database: what boards compare
    terms: Pool | None  # None: nobody has commissioned it
    open: bool = False
    fault: str = ""
    detail: str = ""
    left: tuple[Hit, ...] = ()  # hits of this table that wait, and that another journal of it has seen
    kind: Literal["ledger_told"] = "ledger_told"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLost(Observed):
    """The ledger of the shared pools does not answer, or is not what it was."""

    SAYS: ClassVar[Term] = Term("Le registre ne répond pas. {fault}", "The ledger does not answer. {fault}")
    fault: str
    detail: str = ""
    pool: str = ""  # the only one that is not; "": all
    kind: Literal["ledger_lost"] = "ledger_lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerBooked(Observed):
    """What the ledger made of what this journal's entry `seq` owed it."""

    SAYS: ClassVar[Term] = Term(
        "Le registre a traité ce que l'entrée {seq} lui devait.", "The ledger has dealt with what entry {seq} owed it."
    )
    seq: int
    idx: int
    entry: Entry
    kind: Literal["ledger_booked"] = "ledger_booked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn(Observed):
    """A badge and its PIN were right."""

    SAYS: ClassVar[Term] = Term("{who} ouvre une session.", "{who} signs in.")
    by: str
    role: str
    peer: str = ""  # where; "": before that was written
    kind: Literal["signed_in"] = "signed_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOut(Observed):
    """A person's session ended: the person left, or it lapsed."""

    SAYS: ClassVar[Term] = Term("La session de {who} prend fin.", "The session of {who} ends.")
    by: str
    kind: Literal["signed_out"] = "signed_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInRefused(Observed):
    """A badge or its PIN was wrong, or the person may not sign in (any more)."""

    SAYS: ClassVar[Term] = Term("{who} : session refusée ({refusal}).", "{who}: refused to sign in ({refusal}).")
    by: str
    reason: Literal["pin", "unknown", "disabled", "locked"]
    peer: str = ""  # where; "": before that was written
    kind: Literal["sign_in_refused"] = "sign_in_refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlocked(Observed):
    """A supervisor, or root, lets a badge be tried again."""

    SAYS: ClassVar[Term] = Term("{who} débloque l'insigne {badge}.", "{who} unlocks badge {badge}.")
    by: str  # a badge, or `uid:N`
    badge: str
    kind: Literal["unlocked"] = "unlocked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRead(Observed):
    """A person looked through the cards of a round whose seal was opened."""

    SAYS: ClassVar[Term] = Term(
        "{who} demande les cartes scellées {du_coup} {round}.", "{who} asks for round {round}'s sealed cards."
    )
    by: str
    round: int
    kind: Literal["sealed_read"] = "sealed_read"


Badge = SignedIn | SignedOut | SignInRefused | Unlocked
Display = DisplayLost | DisplayProven
Time = TimePassed | MinutePassed | DayBegan
Said = Started | Time | Display | LedgerReported | LedgerLost | LedgerBooked | Badge | SealedRead
