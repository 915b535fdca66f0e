"""All tables of the shared pools, as each last told of itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from daemon.jackpot.pool import Account
from daemon.jackpot.shared.read import asked, pools
from drivers.faults import Fault

SILENT_AFTER = 10.0  # seconds; a table tells of itself every two


class Member(NamedTuple):
    """One table."""

    pool: str
    table: str
    journal: str
    silent: float  # seconds since it last said something, by the clock of the database
    owed: int
    report: dict[str, Any]
    replaced: bool  # another journal has taken its name since

    @property
    def fault(self) -> Fault | None:
        """What is wrong with it, as far as the pool can tell."""
        if self.replaced:
            return Fault.PIT_REPLACED if self.owed else None
        return Fault.PIT_SILENT if abs(self.silent) > SILENT_AFTER else Fault.PIT_OWES if self.owed else None


class Floor(NamedTuple):
    """What the ledger knows."""

    pools: dict[str, Account]
    members: list[Member]


def look(url: str) -> Floor:
    """For whoever may read the ledger (role croupier_pit)."""
    # by the distance from now: the clock of the database may have been set back since somebody spoke
    members = (
        "SELECT pool, table_name, journal::text, silent, owed, report,"
        " abs(silent) > min(abs(silent)) OVER (PARTITION BY pool, table_name)"
        " FROM (SELECT *, extract(epoch FROM now() - at)::float8 AS silent FROM croupier.member) AS told"
        " ORDER BY pool, table_name, abs(silent) DESC"
    )
    with asked(url) as db:
        return Floor(pools(db), [Member(*row) for row in db.execute(members)])
