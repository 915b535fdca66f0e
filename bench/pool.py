"""`pool.insert`: contributions booked in a shared pool, against the same rows inserted bare, in the same PostgreSQL."""

from __future__ import annotations

import statistics
import time
import uuid

import psycopg
from psycopg.types.json import Jsonb

from bench.measure import Bench, Figure
from daemon.jackpot.booking import Booking, Key
from daemon.jackpot.digest import written
from daemon.jackpot.pool import Pool
from daemon.linked.ledger import Ledger, Owed
from daemon.linked.migrate import migrate
from hil.postgres import serving

TURNS, WARM_UP = 60, 5
BATCH = 100  # in one transaction: what a floor's tables owe after a minute without the ledger
TERMS = Pool("floor", "progressive", 100, 10_000_00, 5000, 2000, largest=100_00, shared=True)
COLUMNS = "pool, version, what, table_name, journal, seq, idx, step, money_in, displayed, reserve, paid, body"
INSERT = f"INSERT INTO bare ({COLUMNS}) VALUES ({', '.join(['%s'] * 13)})"  # noqa: S608


def unhurried(url: str) -> str:
    """A login for a table that books more than any dealer deals, and its password."""
    with psycopg.connect(url) as db:
        db.execute("UPDATE croupier.posted SET burst = 1000000000")
        db.execute("CREATE ROLE \"bj-1\" LOGIN PASSWORD 'bj-1' IN ROLE croupier_table")
    return "bj-1"


async def insert() -> Figure:
    """Ours reads the pool, chains and checks every entry, and moves the meters; the other only stores."""
    with serving(durable=True) as server:
        url = server.cluster.url()
        migrate(url)
        table = server.cluster.url(user="bj-1", password=unhurried(url))
        journal = str(uuid.uuid4())
        ours: list[float] = []
        bare: list[float] = []
        async with (
            await Ledger.connect(table, "bj-1", journal) as ledger,
            await psycopg.AsyncConnection.connect(url) as db,
        ):
            await db.execute("CREATE TABLE bare (LIKE croupier.entry INCLUDING ALL)")
            await db.commit()
            people = ("S1", "S2")
            await ledger.book("floor", [Owed(Key(1, 0), Booking("floor", "commission", by=people, terms=TERMS))])
            for turn in range(WARM_UP + TURNS):
                first = 2 + turn * BATCH
                seats = tuple("1234567")
                owed = [
                    Owed(Key(seq, 0), Booking("floor", "contribute", round=seq, seats=seats))
                    for seq in range(first, first + BATCH)
                ]
                started = time.perf_counter()
                booked = await ledger.book("floor", owed)
                between = time.perf_counter()
                rows = [
                    (
                        "floor", entry.version, entry.what, "bj-1", journal, key.seq, key.idx, 0, entry.moved.money_in,
                        entry.moved.displayed, entry.moved.reserve, entry.moved.paid,
                        Jsonb(written(entry)),
                    )
                    for key, entry in booked
                ]  # fmt: skip
                ready = time.perf_counter()
                async with db.cursor() as cursor:
                    await cursor.executemany(INSERT, rows)
                await db.commit()
                done = time.perf_counter()
                if turn >= WARM_UP:
                    ours.append(BATCH / (between - started))
                    bare.append(BATCH / (done - ready))
    rate, floor = statistics.median(ours), statistics.median(bare)
    return Figure(rate / floor, f"{rate:,.0f}/s", f"{floor:,.0f}/s", f"{BATCH} in a transaction, {TURNS} turns")


BENCHES = (Bench("pool.insert", ">=", 0.5, "the same rows inserted bare", insert),)
