"""`python -m bench.scale`: a floor, a province on one pool, simulated; the figures of docs/scale.md.

One pool is one row that is locked while it is written, so bookings stand in line. The line is simulated table by
table: rounds at a dealer's pace, a ledger that answers one transaction after the other, and an outage. What a booking
takes is assumed, worse than it is on one machine; `--measure` says what it is here.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import random
import statistics
import time
import uuid
from dataclasses import dataclass
from functools import cache

from bench.pool import unhurried
from daemon.jackpot.booking import Booking, Key
from daemon.jackpot.pool import Pool
from daemon.linked.driver import REPORT_EVERY, TICK
from daemon.linked.ledger import MANY, Ledger, Owed
from daemon.linked.migrate import migrate
from drivers.board import driver as boards
from hil.postgres import serving

TERMS = Pool("floor", "progressive", 100, 10_000_00, 5000, 2000, largest=100_00, shared=True)
ROUNDS_PER_HOUR = 70  # of a blackjack table with its dealer
HOUR = 3600.0
OUTAGE = 600.0  # seconds without a ledger, in the middle of the hour
MEASURED = 300


@dataclass(frozen=True, slots=True)
class Costs:
    """What a booking costs, in seconds."""

    trip: float  # from a table to the server and back
    commit: float  # until it is on disk, there and at the standby
    each: float = 0.0005  # of work for every contribution in a transaction

    def locked(self, bookings: int) -> float:
        """How long the pool's row is held for so many in one transaction."""
        return self.commit + bookings * self.each


@dataclass(frozen=True, slots=True)
class Site:
    """So many tables on one pool, and what lies between them and the ledger."""

    name: str
    tables: int
    costs: Costs


HOUSE = Costs(trip=0.0005, commit=0.005)  # a server room with a standby in it
PROVINCE = Costs(trip=0.015, commit=0.020)  # the ledger in one city, its standby in another
SITES = (
    Site("8 tables", 8, HOUSE),
    Site("a floor of 500", 500, HOUSE),
    Site("20 casinos of 100, a pool each", 100, HOUSE),
    Site("20 casinos of 25, one pool", 500, PROVINCE),
    Site("20 casinos of 100, one pool", 2000, PROVINCE),
)


@dataclass(frozen=True, slots=True)
class Hour:
    """What was measured in one simulated hour."""

    bookings: int
    busy: float  # the part of the time in which the pool's row was locked
    median: float  # seconds from « Rien ne va plus » to the booking
    p99: float
    caught_up: float | None  # seconds after an outage until the line was empty for the first time


@cache
def simulate(site: Site, *, outage: bool = False, seed: int = 120) -> Hour:
    """An hour; each table books what it owes when its turn comes."""
    chance, costs = random.Random(seed), site.costs  # noqa: S311
    pace = HOUR / ROUNDS_PER_HOUR
    rounds = [(chance.uniform(0, pace), table) for table in range(site.tables)]
    heapq.heapify(rounds)
    owed: dict[int, list[float]] = {}
    line: list[tuple[float, int]] = []  # who waits since when, in order
    free, busy, back = 0.0, 0.0, HOUR / 2 + OUTAGE
    waits: list[float] = []
    caught_up: float | None = None
    while rounds or line:
        if line and (not rounds or max(free, line[0][0]) <= rounds[0][0]):
            since, table = heapq.heappop(line)
            start = max(free, since)
            if outage and HOUR / 2 <= start < back:
                heapq.heappush(line, (back, table))
                continue
            waiting, owed[table] = owed[table][:MANY], owed[table][MANY:]
            took = costs.locked(len(waiting))
            free, busy = start + took, busy + took
            waits += (free + costs.trip - closed for closed in waiting)
            if owed[table]:
                heapq.heappush(line, (free, table))
            if outage and caught_up is None and start >= back and not line:
                caught_up = free - back
            continue
        now, table = heapq.heappop(rounds)
        if not owed.setdefault(table, []):
            heapq.heappush(line, (now, table))
        owed[table].append(now)
        following = now + pace * chance.uniform(0.6, 1.4)
        if following < HOUR:
            heapq.heappush(rounds, (following, table))
    waits.sort()
    return Hour(len(waits), busy / HOUR, waits[len(waits) // 2], waits[int(len(waits) * 0.99)], caught_up)


def page() -> str:
    """Writes the two tables of docs/scale.md."""
    line = ["| | bookings/s | the row is locked | booked after, median | 99 % | after 10 minutes without a ledger |"]
    line.append("| --- | --- | --- | --- | --- | --- |")
    rates = ["| | looks/s | reports/s | MQTT to boards/s, at most | echoes/s, at most |"]
    rates.append("| --- | --- | --- | --- | --- |")
    for site in SITES:
        hour, bad = simulate(site), simulate(site, outage=True)
        again = "not within the hour" if bad.caught_up is None else f"all booked in {bad.caught_up:.1f} s"
        line.append(
            f"| {site.name} | {hour.bookings / HOUR:.1f} | {hour.busy:.0%} of the time | {_span(hour.median)} "
            f"| {_span(hour.p99)} | {again} |"
        )
        shown = site.tables / TICK
        rates.append(
            f"| {site.name} | {site.tables / TICK:,.0f} | {site.tables / TICK / REPORT_EVERY:,.0f} "
            f"| {shown + site.tables / boards.TICK:,.0f} | {shown:,.0f} |"
        )
    return "\n".join([*line, "", *rates, ""])


def _span(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


async def measure() -> str:
    """What a booking takes here: one table, one connection, the server on this machine, every commit on its disk."""
    with serving(durable=True) as server:
        migrate(server.cluster.url())
        table = server.cluster.url(user="bj-1", password=unhurried(server.cluster.url()))
        async with await Ledger.connect(table, "bj-1", str(uuid.uuid4())) as ledger:
            await ledger.book("floor", [Owed(Key(1, 0), Booking("floor", "commission", by=("S1", "S2"), terms=TERMS))])
            single, many, look = [], [], []
            for turn in range(MEASURED):
                seq = 2 + turn * 100
                single.append(await _timed(ledger, seq, 1))
                many.append(await _timed(ledger, seq + 1, 51))
                started = time.perf_counter()
                await ledger.look("floor")
                look.append(time.perf_counter() - started)
    booking, whole, looked = (statistics.median(each) * 1e3 for each in (single, many, look))
    return f"{booking:.2f} ms a booking, {(whole - booking) / 50:.3f} ms each further one, {looked:.2f} ms a look\n"


async def _timed(ledger: Ledger, first: int, count: int) -> float:
    seats = tuple("1234567")
    owed = [
        Owed(Key(seq, 0), Booking("floor", "contribute", round=seq, seats=seats)) for seq in range(first, first + count)
    ]
    started = time.perf_counter()
    await ledger.book("floor", owed)
    return time.perf_counter() - started


def main() -> None:
    """Prints the tables, or what a booking takes here."""
    parser = argparse.ArgumentParser(prog="bench.scale", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="what a booking takes on this machine")
    print(asyncio.run(measure()) if parser.parse_args().measure else page(), end="")


if __name__ == "__main__":
    main()
