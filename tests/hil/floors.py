"""A floor on one pool, whose daemons, broker and database are killed at random; then every book is held against every
journal."""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from dataclasses import dataclass, field

import psycopg

from daemon.linked.compare import booked, debts, differences
from hil.dealer import Dealer
from hil.floor import EACH, POOL, Floor, FloorTable
from hil.postgres import STOP_AT_ONCE
from tests.daemon.ledgers import audit
from tests.hil.kills import restart

WHO = ("croupierd",) * 5 + ("postgres",) * 3 + ("broker",) * 2  # dies, of every ten
LUCKY = 0.3  # of the rounds
QUIET = 180  # seconds until everything is booked, once nobody is killed any more


@dataclass
class Survived:
    """What a run came to."""

    kills: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    contributions: int = 0
    hits: int = 0
    seats: int = 0


class Play:
    """Rounds at one table, until it is told to stop."""

    def __init__(self, table: FloorTable, seed: int) -> None:
        self.table, self._chance = table, random.Random(seed)
        self._dealer = Dealer(table, seed=seed)
        self._last = False  # whether the round that is played now is the last one
        self.task = asyncio.create_task(self._rounds(), name=f"play {table.name}")

    async def _rounds(self) -> None:
        while not self._last:
            self._dealer.lucky = self._chance.random() < LUCKY
            await self._dealer.play_round()
            await self.table.award()

    async def kill(self) -> None:
        """In the middle of whatever it does; then people start it again, and go on."""
        while not self.task.done():  # a cancellation that comes with the answer of a request may be swallowed with it
            self.task.cancel()
            await asyncio.wait([self.task], timeout=0.5)
        (ended,) = await asyncio.gather(self.task, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended  # nothing but its own croupierd's death may stop a table
        await self.table.end_daemon(signal.SIGKILL)
        await restart(self.table)
        self.task = asyncio.create_task(self._rounds(), name=f"play {self.table.name}")

    async def finish(self) -> None:
        """The round to its end. Nobody is interrupted: an order that was sent is carried out, whoever hears of it."""
        self._last = True
        await self.task


async def survive(seed: int, kills: int, tables: int = 8, within: float = 1.5) -> Survived:
    """So many kills, each after a random while; then every contribution is in the ledger, once, and it balances."""
    chance, came = random.Random(seed), Survived()
    async with Floor(tables) as floor:
        floor.tables[0].strict = True  # one under suspicion: a blocking call on its event loop ends it
        await floor.open()
        playing = [Play(table, seed + number) for number, table in enumerate(floor.tables)]
        for number in range(kills):
            if number % len(WHO) == 0:
                turn = chance.sample(WHO, len(WHO))
            await asyncio.sleep(chance.uniform(0, within))
            who = turn[number % len(WHO)]
            came.kills[who] += 1
            if who == "croupierd":
                await chance.choice(playing).kill()
                continue
            await floor.end(who, STOP_AT_ONCE if who == "postgres" else signal.SIGKILL)
            await asyncio.sleep(chance.uniform(0, within))
            await (floor.start_postgres() if who == "postgres" else floor.start_broker())
        for play in playing:
            await play.finish()
        await _settle(floor)
        await _converge(floor)
        uuids = {table.name: (await table.get("/health"))["journal"]["uuid"] for table in floor.tables}
        for table in floor.tables:
            assert await table.end_daemon() == 0
        await asyncio.to_thread(_hold_against_journals, floor, uuids, came)
    return came


async def _settle(floor: Floor) -> None:
    """Every hit is awarded, in the ledger's order, and nothing is owed any more."""
    async with asyncio.timeout(QUIET):
        while True:
            states = [await table.until("/state", lambda now: now["jackpots"] != []) for table in floor.tables]
            waiting = sum(len(state["jackpots"][0]["pending"]) for state in states)
            up = all(state["jackpots"][0]["condition"] == "live" for state in states)
            if up and not waiting and not await asyncio.to_thread(_owe, floor):
                return
            for table in floor.tables:
                await table.award()
            await asyncio.sleep(0.2)


def _owe(floor: Floor) -> bool:
    """By the outboxes, in which a debt stands as soon as there is one: a table counts it now and then."""
    folders = (table.folder / "state" / table.name for table in floor.tables)
    return any(not debt.paid for folder in folders for debt in debts(folder, POOL).values())


async def _converge(floor: Floor) -> None:
    """Every board shows what the ledger has."""
    with psycopg.connect(floor.owner) as db:
        query = (
            "SELECT (account #>> '{meters,displayed}')::bigint / 100 FROM croupier.entry ORDER BY version DESC LIMIT 1"
        )
        row = db.execute(query).fetchone()
    assert row is not None
    wanted = f"{row[0] // 100}.{row[0] % 100:02d}"
    for table in floor.tables:
        await table.until(
            "/health", lambda health: (health["boards"]["meter-1"]["jackpot"] or {}).get("digits") == wanted
        )


def _hold_against_journals(floor: Floor, uuids: dict[str, str], came: Survived) -> None:
    kept = audit(floor.owner)  # chained, summed up, balanced
    for table in floor.tables:
        folder = table.folder / "state" / table.name
        uuid, (laid, rounds) = uuids[table.name], _laid(table)
        with psycopg.connect(floor.owner) as db:
            query = "SELECT body FROM croupier.entry WHERE what = 'contribution' AND journal = %s"
            there = Counter((body["round"], *sorted(body["seats"])) for (body,) in db.execute(query, (uuid,)))
        assert there == Counter(laid), (table.name, there - Counter(laid), Counter(laid) - there)
        assert set(there.values()) <= {1}
        wrong = differences(debts(folder, POOL), booked(floor.owner, POOL, uuid, ""))
        assert {each.what for each in wrong} <= {"refused"}, wrong  # two supervisors may confirm one hit
        came.rounds += rounds
        came.contributions += len(laid)
        came.seats += sum(len(each) - 1 for each in laid)
    assert kept.meters.money_in == came.seats * sum(EACH)
    assert not kept.pending
    came.hits = kept.meters.hits


def _laid(table: FloorTable) -> tuple[list[tuple[object, ...]], int]:
    """What the journal's own events say was laid on the meter at each « Rien ne va plus »."""
    seats: set[str] = set()
    laid: list[tuple[object, ...]] = []
    number = rounds = 0
    for event in table.journal():
        match event["kind"]:
            case "round_opened":
                number, seats = event["round"], set()
            case "seat_taken":  # what lies there now, and no more: a seat may be touched in again
                seats.discard(event["seat"])
                seats |= {event["seat"]} if "progressive" in event["wagers"] else set()
            case "wager_taken_back" if event["wager"] in (None, "progressive"):
                seats.discard(event["seat"])
            case "betting_closed" if seats:
                laid.append((number, *sorted(seats)))
            case "round_finished":
                rounds += 1
    return laid, rounds
