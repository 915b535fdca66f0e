"""Events of the people at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened, Observations
from daemon.table.orders import ChangeShift, CloseTable, SignedIn, SignedOut, SignInRefused, Unlocked
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class ShiftChanged(Happened):
    """Another person deals."""

    SAYS: ClassVar[Term] = Term("{dealer} est au jeu.", "{dealer} deals.")
    ECHOES: ClassVar[Observations] = (ChangeShift,)
    dealer: str
    kind: Literal["shift_changed"] = "shift_changed"


@dataclass(frozen=True, slots=True)
class TableClosed(Happened):
    """Nobody plays here."""

    SAYS: ClassVar[Term] = Term("La table est fermée.", "The table is closed.")
    ECHOES: ClassVar[Observations] = (CloseTable,)
    kind: Literal["table_closed"] = "table_closed"


@dataclass(frozen=True, slots=True)
class BadgeUsed(Happened):
    """A person signed in or out, was refused, or may try again."""

    SAYS: ClassVar[Term] = Term("{who} : {how}.", "{who}: {how}.")
    ECHOES: ClassVar[Observations] = (SignedIn, SignedOut, SignInRefused, Unlocked)
    by: str
    how: Literal["signed_in", "signed_out", "refused", "unlocked"]
    role: str | None = None
    reason: str | None = None
    kind: Literal["badge_used"] = "badge_used"


OfPeople = ShiftChanged | TableClosed | BadgeUsed
