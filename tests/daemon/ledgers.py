"""A ledger in a PostgreSQL of the tests' own, and what tables owe to it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import time
from typing import Any
from urllib.parse import urlsplit

import psycopg

from daemon.history.ledger import Proof
from daemon.jackpot import pool
from daemon.jackpot.booking import Booking, Key, What
from daemon.jackpot.pool import Account, Entry, Pool
from daemon.linked.audit import audit as audited
from daemon.linked.border import ENTRY
from daemon.linked.ledger import Owed
from daemon.linked.migrate import migrate
from daemon.linked.read import entries as read_entries
from daemon.linked.read import look
from hil.postgres import Server

TERMS = Pool("floor", "progressive", 100, 10_000_00, 5000, 2000, cap=50_000_00, largest=100_00, manner=1, shared=True)


def owing(seq: int, what: What, **fields: Any) -> Owed:
    """A booking that entry `seq` of a journal owes."""
    return Owed(Key(seq, 0), Booking(TERMS.name, what, **fields))


def contribution(seq: int, seats: int = 3) -> Owed:
    """What « Rien ne va plus » owes."""
    return owing(seq, "contribute", round=seq, seats=tuple(map(str, range(1, seats + 1))))


LOGINS = {
    **{f"bj-{number}": "croupier_table" for number in range(1, 10)},
    "office": "croupier_office",
    "pit": "croupier_pit",
}


def database(server: Server) -> str:
    """A database of its own with the schema in it, and the address by which table bj-1 reaches it."""
    name = f"floor_{secrets.token_hex(4)}"
    with psycopg.connect(server.cluster.url(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    migrate(server.cluster.url(name))
    sign_in(server)
    return login(server.cluster.url(name), "bj-1")


def sign_in(server: Server) -> None:
    """A login for each table, for the office and for the pit; a cluster has one of a name."""
    with psycopg.connect(server.cluster.url()) as db:
        known = {name for (name,) in db.execute("SELECT rolname FROM pg_roles")}
        for name, role in LOGINS.items():
            if name not in known:
                db.execute(f"CREATE ROLE \"{name}\" LOGIN PASSWORD '{name}' IN ROLE {role}")


def login(url: str, name: str) -> str:
    """The same database, for another login."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{name}:{name}@{parts.hostname}:{parts.port}").geturl()


def owner(server: Server, url: str) -> str:
    """The same database, for whoever owns it."""
    return server.cluster.url(urlsplit(url).path.removeprefix("/"))


def entries(address: str) -> list[Entry]:
    """Everything in the ledger, in its order."""
    with psycopg.connect(address) as db:
        rows = db.execute("SELECT body FROM croupier.entry ORDER BY version").fetchall()
    return [ENTRY.validate_python(body) for (body,) in rows]


def audit(address: str) -> Account:
    """Every entry follows from the one before; their sum is what the pool's row says, to the hundredth of a cent."""
    added = Account(TERMS)
    for entry in entries(address):
        assert pool.follows(added, entry) is None
        added = replace(added, meters=entry.meters, version=entry.version, digest=entry.digest)
    with psycopg.connect(address) as db:
        (version,) = db.execute("SELECT version FROM croupier.pool").fetchall()
        kept, proof = look(db, TERMS.name), Proof()
        audited(proof, read_entries(db, TERMS.name, time(0)), kept if isinstance(kept, Account) else None)
        sums = db.execute(
            "SELECT sum(money_in), sum(displayed), sum(reserve), sum(paid) FROM croupier.entry"
        ).fetchone()
    assert isinstance(kept, Account), kept
    assert not proof.differences, proof.differences
    meters = kept.meters
    assert (version[0], kept.digest, meters) == (added.version, added.digest, added.meters)
    assert sums == (meters.money_in, meters.displayed, meters.reserve, meters.paid)
    assert pool.flaws(kept) is None
    return kept
