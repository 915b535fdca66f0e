"""Makes the ledger's database what this version needs: numbered SQL files, one transaction each, tables closed."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

import psycopg
from psycopg import Connection

from daemon.jackpot.shared.ledger import SCHEMA
from daemon.jackpot.shared.read import asked
from drivers.faults import Fault, FaultError

ROLES = ("croupier_table", "croupier_pit")  # what tables and what readers are; neither can sign in by itself
QUIET = 30  # seconds without a word from a table: it is not running


class Migrated(NamedTuple):
    """From which version to which."""

    before: int
    after: int


def migrate(url: str) -> Migrated:
    """Run it as whoever owns the database. JACKPOT_SCHEMA while a table is at work, or if the database is newer."""
    with asked(url) as db:
        before = version(db)
        if before > SCHEMA:
            raise FaultError(Fault.JACKPOT_SCHEMA, f"{before}; this croupier knows {SCHEMA}")
        if before == SCHEMA:
            return Migrated(before, before)
        if before and (busy := _at_work(db)):
            raise FaultError(Fault.JACKPOT_SCHEMA, f"open: {', '.join(busy)}")
        _make_roles(db)
        for number in range(before + 1, SCHEMA + 1):
            db.execute(files("daemon.jackpot.shared").joinpath("sql", f"{number:03}.sql").read_bytes())
            db.execute("INSERT INTO croupier.schema_version (version) VALUES (%s)", (number,))
        return Migrated(before, SCHEMA)


def version(db: Connection[Any]) -> int:
    """Of the schema that is there; 0: none."""
    there = db.execute("SELECT to_regclass('croupier.schema_version')").fetchone()
    if there is None or there[0] is None:
        return 0
    row = db.execute("SELECT coalesce(max(version), 0) FROM croupier.schema_version").fetchone()
    return int(row[0]) if row else 0


def _at_work(db: Connection[Any]) -> list[str]:
    query = (
        "SELECT table_name FROM croupier.member "
        "WHERE abs(extract(epoch FROM now() - at)) < %s AND report ->> 'closed' = 'false' ORDER BY table_name"
    )
    return [name for (name,) in db.execute(query, (QUIET,))]


def _make_roles(db: Connection[Any]) -> None:
    known = {name for (name,) in db.execute("SELECT rolname FROM pg_roles WHERE rolname = ANY (%s)", (list(ROLES),))}
    for role in ROLES:
        if role not in known:
            db.execute(psycopg.sql.SQL("CREATE ROLE {} NOLOGIN").format(psycopg.sql.Identifier(role)))
