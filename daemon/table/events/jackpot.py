"""Events of the progressive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.jackpot.booking import Booking
from daemon.jackpot.pool import Entry
from daemon.table.events.base import Happened
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class JackpotMoved(Happened):
    """A pool of the progressive has one more entry in its ledger."""

    SAYS: ClassVar[Term] = Term("Progressif {moved}", "Pool {moved}")
    entry: Entry
    kind: Literal["jackpot_moved"] = "jackpot_moved"


@dataclass(frozen=True, slots=True)
class JackpotOwed(Happened):
    """The table owes this to the ledger of a shared pool."""

    SAYS: ClassVar[Term] = Term("À inscrire au registre : {owed}.", "To be booked in the ledger: {owed}.")
    booking: Booking
    kind: Literal["jackpot_owed"] = "jackpot_owed"


@dataclass(frozen=True, slots=True)
class JackpotAnswered(Happened):
    """What the ledger made of what entry `seq` owed."""

    SAYS: ClassVar[Term] = Term("Registre du progressif {moved}", "Ledger of the pool {moved}")
    seq: int
    idx: int
    entry: Entry
    kind: Literal["jackpot_answered"] = "jackpot_answered"


@dataclass(frozen=True, slots=True)
class JackpotLinked(Happened):
    """The ledger of a shared pool answers, or does not any more."""

    SAYS: ClassVar[Term] = Term("Progressif {pool} : {link}.", "Pool {pool}: {link}.")
    pool: str
    up: bool
    reason: str = ""
    kind: Literal["jackpot_linked"] = "jackpot_linked"


@dataclass(frozen=True, slots=True)
class JackpotUndisplayed(Happened):
    """21.2: no board proves what a pool is worth. From the next round on no wager on it is taken (A157)."""

    SAYS: ClassVar[Term] = Term(
        "Progressif {pool} : montant non affiché depuis {seconds} s; aucune mise dès {le_coup} suivant{e} (21.2).",
        "Progressive {pool}: amount not displayed for {seconds} s; no wager from the next round on (21.2).",
    )
    pool: str
    seconds: int
    kind: Literal["jackpot_undisplayed"] = "jackpot_undisplayed"


@dataclass(frozen=True, slots=True)
class JackpotDisplayed(Happened):
    """A board proves what a pool is worth, after so many seconds in which none did: the gap is over."""

    SAYS: ClassVar[Term] = Term(
        "Progressif {pool} : montant affiché de nouveau, après {seconds} s.",
        "Progressive {pool}: amount displayed again, after {seconds} s.",
    )
    pool: str
    seconds: int
    kind: Literal["jackpot_displayed"] = "jackpot_displayed"


OfJackpot = JackpotMoved | JackpotOwed | JackpotAnswered | JackpotLinked | JackpotUndisplayed | JackpotDisplayed
