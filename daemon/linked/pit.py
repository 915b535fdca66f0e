"""All tables of the shared pools, as each last told of itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError

from daemon.jackpot.pool import Account, PoolError
from daemon.linked import read
from daemon.linked.status import TableStatus
from drivers.faults import Fault

SILENT_AFTER = 10.0  # seconds; a table tells of itself every two


def _status(report: Any) -> TableStatus | None:
    try:
        return TableStatus.model_validate(report)
    except ValidationError:
        return None


class Member(NamedTuple):
    """One table of a shared pool, as the ledger knows it."""

    pool: str
    table: str
    journal: str
    silent: float  # seconds since it last said something, by the clock of the database
    owed: int
    report: TableStatus | None  # None: it cannot be read
    replaced: bool  # another journal has taken its name since

    @property
    def fault(self) -> Fault | None:
        """What is wrong with it, as far as the pool can tell."""
        if self.replaced:
            return Fault.PIT_REPLACED if self.owed else None
        return (
            Fault.PIT_SILENT
            if self.report is None or abs(self.silent) > SILENT_AFTER
            else Fault.PIT_OWES
            if self.owed
            else None
        )


class Floor(NamedTuple):
    """All shared pools and their tables."""

    pools: dict[str, Account | PoolError | None]
    members: list[Member]


def look(url: str) -> Floor:
    """Reads all pools and tables; the login needs the role croupier_pit."""
    # by the distance from now: the clock of the database may have been set back since somebody spoke
    members = (
        "SELECT pool, table_name, journal::text, silent, owed, report,"
        " abs(silent) > min(abs(silent)) OVER (PARTITION BY pool, table_name)"
        " FROM (SELECT *, extract(epoch FROM now() - at)::float8 AS silent FROM croupier.member) AS told"
        " ORDER BY pool, table_name, abs(silent) DESC"
    )
    with read.asked(url) as db:
        pools = {name: read.look(db, name) for name in read.names(db)}
        return Floor(
            pools,
            [
                Member(pool, table, journal, silent, owed, _status(report), replaced)
                for pool, table, journal, silent, owed, report, replaced in db.execute(members)
            ],
        )
