"""The ledger of shared pools, read by whoever may: its pools, and every entry of one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import time
from typing import Any

import psycopg
from psycopg import Connection

from daemon.history.ledger import Posted
from daemon.jackpot.pool import Account, PoolError
from daemon.journal.days import gaming_day
from daemon.linked.border import entry_of, seen_of
from daemon.linked.ledger import CLOSED_TO_US, first_line
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

PATIENCE = 5  # seconds until it must answer


@contextmanager
def asked(url: str) -> Iterator[Connection[Any]]:
    """A connection; whatever stands in the way of reading gets the name of its fault."""
    try:
        with psycopg.connect(url, connect_timeout=PATIENCE) as db:
            yield db
    except psycopg.OperationalError as gone:
        raise FaultError(Fault.JACKPOT_LINK, first_line(gone)) from gone
    except CLOSED_TO_US as wrong:
        raise FaultError(Fault.JACKPOT_SCHEMA, first_line(wrong)) from wrong
    except psycopg.ProgrammingError as wrong:  # no address at all
        raise FaultError(Fault.JACKPOT_LINK, first_line(wrong)) from wrong
    except psycopg.Error as wrong:  # what is there is not what was expected
        raise FaultError(Fault.JACKPOT_SCHEMA, first_line(wrong)) from wrong


def names(db: Connection[Any]) -> list[str]:
    """Of every pool that was ever commissioned; for whoever may read all of the ledger."""
    rows = db.execute("SELECT name FROM croupier.pool WHERE version > 0 ORDER BY name")
    return [str(name) for (name,) in rows]


def look(db: Connection[Any], pool: str) -> Account | PoolError | None:
    """A pool as its last entry left it, or what is wrong with it; None if nobody has commissioned it."""
    row = db.execute("SELECT epoch, version, account, last, before FROM croupier.look(%s)", (pool,)).fetchone()
    try:
        return None if row is None else seen_of(pool, row).account
    except PoolError as wrong:
        return wrong


def may_read(db: Connection[Any]) -> bool:
    """Every entry, as an auditor or the pit may; a table knows its own alone."""
    return db.execute("SELECT has_table_privilege('croupier.entry', 'SELECT')").fetchone() == (True,)


def entries(db: Connection[Any], pool: str, starts: time) -> list[Posted]:
    """A pool's whole ledger, by the clock of the database; `starts`: when a gaming day begins here.

    FaultError if one of them is none: nothing can be said of those behind it.
    """
    query = "SELECT version, at, journal::text, body FROM croupier.entry WHERE pool = %s ORDER BY version"
    found: list[Posted] = []
    for version, at, journal, body in db.execute(query, (pool,)):
        try:
            entry = entry_of(pool, body)
        except PoolError as wrong:
            raise FaultError(
                Fault.JACKPOT_LEDGER, Because.POOL_ENTRY(pool=pool, version=version, why=wrong.detail)
            ) from wrong
        day = at.astimezone()
        found.append(Posted(version, at.isoformat(), gaming_day(day, starts), entry, journal))
    return found
