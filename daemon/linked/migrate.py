"""Makes the ledger's database what this version needs: numbered SQL files, one transaction each, tables closed."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import time as clock
from importlib.resources import files
from typing import Any, NamedTuple

import psycopg
from psycopg import Connection
from psycopg.types.json import Jsonb

from daemon.history.ledger import Proof
from daemon.jackpot.booking import Key
from daemon.jackpot.digest import written
from daemon.jackpot.pool import Account, PoolError, differences
from daemon.linked.audit import begun
from daemon.linked.books import OFFICE, Asking, Books
from daemon.linked.border import account_of
from daemon.linked.ledger import SCHEMA
from daemon.linked.read import asked, entries
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

ROLES = ("croupier_table", "croupier_pit", "croupier_office")  # tables, readers, those who confirm; none can sign in
QUIET = 30  # seconds without a word from a table: it is not running


class Migrated(NamedTuple):
    """The schema's version before and after a migration."""

    before: int
    after: int


def migrate(url: str) -> Migrated:
    """Brings the schema to this version, as its owner. JACKPOT_SCHEMA while a table is at work, or if it is newer."""
    with asked(url) as db:
        before = version(db)
        if before > SCHEMA:
            raise FaultError(Fault.JACKPOT_SCHEMA, Because.SCHEMA_KNOWN(found=before, known=SCHEMA))
        if before == SCHEMA:
            return Migrated(before, before)
        if before and (busy := _at_work(db)):
            raise FaultError(Fault.JACKPOT_SCHEMA, Because.TABLES_OPEN(tables=", ".join(busy)))
        _make_roles(db)
        for number in range(before + 1, SCHEMA + 1):
            pools = _proven(db) if number == 2 and before else []
            db.execute(files("daemon.linked").joinpath("sql", f"{number:03}.sql").read_bytes())
            for books in pools:
                _adopt(db, books)
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


# -- from the first schema, whose rows any table could write --------------------------------------------------------


def _proven(db: Connection[Any]) -> list[Books]:
    """Every pool as its entries lead to it; JACKPOT_SCHEMA if its row says anything else."""
    found: list[Books] = []
    for name, account in db.execute("SELECT name, account FROM croupier.pool ORDER BY name").fetchall():
        proof, every = Proof(), entries(db, name, clock(0))
        for posted in every:
            proof.add(posted)
        books = begun(every)
        wrong = [each.what for each in proof.differences if not each.mended]
        try:
            wrong += _row_differs(books.account, account_of(name, account))
        except PoolError as unreadable:
            wrong.append(str(unreadable))
        if wrong:
            raise FaultError(Fault.JACKPOT_SCHEMA, f"{name}: {wrong[0]}")
        found.append(books)
    return found


def _row_differs(led: Account | None, row: Account) -> list[str]:
    if led is None:
        return ["a row without an entry"]
    if led.hits or row.hits:
        return [f"{len(row.hits)} hits wait in its row, {len(led.hits)} in its entries: confirm them first"]
    names = [name for name in differences(led, row) if name != "detail"]
    return [f"its entries lead to another {', '.join(names)}"] if names else []


def _adopt(db: Connection[Any], books: Books) -> None:
    """One more entry, that stands for what those before it lead to."""
    if books.account is None:
        return
    asking = Asking(_user(db), OFFICE, Key(-books.account.version, 0), time.time_ns() // 1000)
    (entry,) = books.migrated(asking)
    db.execute(
        "INSERT INTO croupier.entry (pool, version, what, table_name, journal, seq, idx, step, money_in, displayed,"
        " reserve, paid, body, account) VALUES (%s, %s, %s, %s, %s, %s, 0, 0, 0, 0, 0, 0, %s, %s)",
        (entry.pool, entry.version, entry.what, asking.login, OFFICE, asking.key.seq, Jsonb(written(entry)),
         Jsonb(written(replace(books.account, version=0, digest="")))),
    )  # fmt: skip
    db.execute("UPDATE croupier.pool SET version = %s WHERE name = %s", (entry.version, entry.pool))


def _user(db: Connection[Any]) -> str:
    row = db.execute("SELECT session_user::text").fetchone()
    return str(row[0]) if row else ""
