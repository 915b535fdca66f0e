"""The ledger of shared pools, read by whoever may: its pools, and every entry of one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import time
from typing import Any

import psycopg
from psycopg import Connection

from daemon.jackpot.ledger import Posted
from daemon.jackpot.pool import Account
from daemon.jackpot.shared.ledger import ACCOUNT, ENTRY
from daemon.journal.days import gaming_day
from drivers.faults import Fault, FaultError

PATIENCE = 5  # seconds until it must answer
CLOSED_TO_US = (
    psycopg.errors.InsufficientPrivilege,
    psycopg.errors.UndefinedTable,
    psycopg.errors.UndefinedFunction,
    psycopg.errors.InvalidSchemaName,
)


@contextmanager
def asked(url: str) -> Iterator[Connection[Any]]:
    """A connection; whatever stands in the way of reading gets the name of its fault."""
    try:
        with psycopg.connect(url, connect_timeout=PATIENCE) as db:
            yield db
    except psycopg.OperationalError as gone:
        raise FaultError(Fault.JACKPOT_LINK, _first_line(gone)) from gone
    except CLOSED_TO_US as wrong:
        raise FaultError(Fault.JACKPOT_SCHEMA, _first_line(wrong)) from wrong
    except psycopg.ProgrammingError as wrong:  # no address at all
        raise FaultError(Fault.JACKPOT_LINK, _first_line(wrong)) from wrong
    except psycopg.Error as wrong:  # what is there is not what was expected
        raise FaultError(Fault.JACKPOT_SCHEMA, _first_line(wrong)) from wrong


def pools(db: Connection[Any]) -> dict[str, Account]:
    """Every pool, as its row has it; tables may read that too."""
    rows = db.execute("SELECT name, account FROM croupier.pool ORDER BY name")
    return {name: ACCOUNT.validate_python(account) for name, account in rows}


def may_read(db: Connection[Any]) -> bool:
    """Every entry, as an auditor or the pit may; a table knows its own alone."""
    return db.execute("SELECT has_table_privilege('croupier.entry', 'SELECT')").fetchone() == (True,)


def entries(db: Connection[Any], pool: str, starts: time) -> list[Posted]:
    """A pool's whole ledger, by the clock of the database; `starts`: when a gaming day begins here."""
    query = "SELECT version, at, body FROM croupier.entry WHERE pool = %s ORDER BY version"
    return [
        Posted(version, at.isoformat(), gaming_day(at.astimezone(), starts), ENTRY.validate_python(body))
        for version, at, body in db.execute(query, (pool,))
    ]


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
