"""`table.commit`: from the card frame's last byte to the committed event, against one durable one-row commit.

`table.replay`: observations a second, from the disk to the state. `table.start`: start to READY after a long life.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sqlite3
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from datetime import time as clock
from itertools import islice
from pathlib import Path

from bench.line import line
from bench.measure import Bench, Figure, compare
from daemon.engine import Engine, restore
from daemon.journal.days import day_files, gaming_day
from daemon.journal.group import Done, Group
from daemon.journal.read import entries
from daemon.journal.store import Journal
from daemon.journal.writer import ENTRIES
from daemon.table.apply import apply
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event
from daemon.table.orders import (
    CloseBetting,
    Decision,
    Observation,
    OpenRound,
    Order,
    SeatIn,
    Started,
    TurnHand,
)
from daemon.table.snapshot import freeze
from daemon.table.state import TableState
from drivers.faults import FaultError
from drivers.observation import CardSeen, LinkDown, LinkUp
from drivers.processor import keep_to_one, roam
from drivers.shoe.csr_wire import CardDrawn
from rules.cards import DECK, Card
from rules.facts import AwaitDecision, AwaitTurn
from rules.game import Options

TURNS, STARTS = 1000, 12
REPLAYED = 60_000  # observations
OBSERVATIONS, DAYS, ROUNDS = 2_000_000, 20, 250  # written; over so many days; in one transaction
BOOT = "0BE7C400"
SITE = """
state_directory = "{folder}"
runtime_directory = "{folder}/run"
[broker]
host = "127.0.0.1"
port = 1
"""
TABLE = """
[table]
game = "three_card_poker"
[shoe]
port = "/nowhere"
serial = "BENCH-1"
"""
ROWS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE entry (seq INTEGER PRIMARY KEY, body BLOB)"


def today() -> str:
    """The gaming day, as croupierd reckons it by default."""
    return gaming_day(datetime.now().astimezone(), clock(6))


async def commit() -> Figure:
    """Everything that a card passes through, on a real pty and a real file; the other file is on the same disk."""
    dealt: asyncio.Queue[float] = asyncio.Queue()
    ready = asyncio.Event()

    def on_commit(seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        if any(event.kind == "card_dealt" for event in events):
            dealt.put_nowait(time.perf_counter())
        if SHOE.of(state).up:
            ready.set()

    with (
        tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder,
        closing(sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)) as bare,
        line() as wire,
    ):
        bare.executescript(ROWS)
        keep_to_one()  # as croupierd does; the bare commit has the same processor
        journal = Journal(Path(folder) / "bench", Path(folder) / "bench.key", today)
        journal.start()
        engine = Engine(journal, TableState())
        engine.listen(on_commit)
        task = asyncio.create_task(wire.driver(engine.submit).run())
        try:
            await engine.submit(Started(version="bench", game="three_card_poker", options=Options()))
            await ready.wait()
            rounds = _Rounds(engine)

            async def ours() -> float:
                started = wire.send(await rounds.next_card())
                return await dealt.get() - started

            async def other() -> float:
                body = os.urandom(200)
                started = time.perf_counter()
                bare.execute("INSERT INTO entry (body) VALUES (?)", (body,))
                return time.perf_counter() - started

            return await compare(ours, other, TURNS)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await asyncio.to_thread(journal.close)
            engine.broken.cancel()
            roam()


class _Rounds:
    """Real rounds of seven seats, one after the other: 24 cards each, every one of them awaited."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._cards: Iterator[Card] = iter(())

    async def next_card(self) -> str:
        """A card that the table awaits; plays the round to its end and opens the next when there is none."""
        try:
            return str(next(self._cards))
        except StopIteration:
            await self._turn_over()
            self._cards = iter(DECK[:24])
            return str(next(self._cards))

    async def _turn_over(self) -> None:
        state = self._engine.state
        while state.in_round:
            match state.machine.expects(state.play):
                case AwaitDecision(seat):
                    await self._give(Decision(seat=seat, choice="drop"))
                case AwaitTurn(hand):
                    await self._give(TurnHand(hand=hand))
            state = self._engine.state
        await self._give(OpenRound())
        for place in range(1, 8):
            await self._give(SeatIn(seat=str(place)))
        await self._give(CloseBetting())

    async def _give(self, order: Order) -> None:
        await self._engine.submit(replace(order, by="D1", role="dealer"))


@dataclass(frozen=True, slots=True)
class _Fact:
    """An observation, the bytes behind it and what came of it."""

    observation: Observation
    raw: bytes
    events: tuple[Event, ...]

    def group(self, done: Done, snapshot: bytes | None = None) -> Group:
        return Group.of(self.observation, self.raw, self.events, done, snapshot)


class _Table:
    """A table without its journal: real rounds of seven seats that all play."""

    def __init__(self) -> None:
        self.state = TableState()
        self._count = 0
        self._dice = random.Random(67)  # noqa: S311 - cards for a bench

    def give(self, observation: Observation, raw: bytes = b"") -> _Fact:
        self.state, events = apply(self.state, observation)
        return _Fact(observation, raw, events)

    def started(self) -> list[_Fact]:
        """Starts the table, as every journal begins."""
        begin = Started(version="bench", game="three_card_poker", options=Options())
        return [self.give(begin), self.give(LinkUp("shoe", BOOT, 0, True))]

    def order(self, order: Order) -> _Fact:
        return self.give(replace(order, by="D1", role="dealer"))

    def round(self) -> Iterator[_Fact]:
        """A round, from its opening to its last line."""
        yield self.order(OpenRound())
        for place in range(1, 8):
            yield self.order(SeatIn(seat=str(place)))
        yield self.order(CloseBetting())
        cards = iter(self._dice.sample(DECK, len(DECK)))
        while self.state.in_round:
            match self.state.machine.expects(self.state.play):
                case AwaitDecision(seat):
                    yield self.order(Decision(seat=seat, choice="play"))
                case AwaitTurn(hand):
                    yield self.order(TurnHand(hand=hand))
                case _:
                    self._count += 1
                    frame = CardDrawn(BOOT, self._count, str(next(cards)))
                    yield self.give(CardSeen("shoe", BOOT, frame.seq, frame.card), frame.encode())


async def _written(journal: Journal, groups: Iterable[Group]) -> None:
    """Hands over all of them at once and waits for the last."""
    last: asyncio.Future[FaultError | None] = asyncio.get_running_loop().create_future()
    for group in groups:
        journal.append(group)
    journal.append(Group.of(LinkDown("shoe", "LINK_LOST"), b"", (), lambda seq, error: last.set_result(error)))
    if failure := await last:
        raise RuntimeError(str(failure))


def _ignore(seq: int, error: FaultError | None) -> None:
    """Does nothing when the group is written: nobody waits for it."""


async def replay() -> Figure:
    """The whole way back: read, unsealed, parsed and applied; no snapshot helps."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        where = Path(folder) / "bench", Path(folder) / "bench.key", today
        table, journal = _Table(), Journal(*where)
        facts = table.started()
        while len(facts) < REPLAYED:
            facts += table.round()
        journal.start()
        await _written(journal, (fact.group(_ignore) for fact in facts))
        await asyncio.to_thread(journal.close)
        took, opening = [], []
        for _ in range(5):
            started = time.perf_counter()
            journal = Journal(*where)
            opened = time.perf_counter()
            state = restore(journal)
            took.append(time.perf_counter() - opened)
            opening.append(opened - started)
            journal.close()
            if state.round != table.state.round:
                raise RuntimeError("the table came back as another one")
    rate = (len(facts) + 1) / statistics.median(took)
    note = f"{len(facts)} observations of {table.state.round} rounds; checking their chain: {min(opening):.1f} s before"
    return Figure(rate, f"{1e6 / rate:.0f} µs each", "none", note)


async def start() -> Figure:
    """croupierd as a process, from its start to READY; turn by turn after a long life and after none."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        old, new = _House(Path(folder) / "old"), _House(Path(folder) / "new")
        spread = await old.grow(OBSERVATIONS)
        figure = await compare(old.start, new.start, STARTS, warm_up=1)
        return replace(figure, note=f"{STARTS} turns; {spread}")


class _House:
    """The configuration and the state of one table, for croupierd as it is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "etc/tables").mkdir(parents=True)
        (folder / "run").mkdir()
        (folder / "etc/site.toml").write_text(SITE.format(folder=folder))
        (folder / "etc/tables/bench.toml").write_text(TABLE)

    async def grow(self, count: int) -> str:
        """So many observations through the real writer: as many rounds as a day has, day after day until today.

        It is one round again and again, every time sealed, chained and closed by its snapshot; and it goes on until the
        newest file is almost as long as one gets.
        """
        table = _Table()
        facts = [*table.started(), *table.round()][2:]
        groups = [fact.group(_ignore) for fact in facts]
        groups[-1] = facts[-1].group(_ignore, freeze(table.state))
        end, written, folder = date.fromisoformat(today()), 0, self._folder / "bench"

        def day() -> str:
            return (end - timedelta(max(0, DAYS - 1 - written * DAYS // count))).isoformat()

        journal = Journal(folder, self._folder / "bench.key", day)
        journal.start()
        while written < count:
            await _written(journal, groups * ROUNDS)
            written += len(groups) * ROUNDS
        while journal.head.seq - _first(folder) < 0.95 * ENTRIES:
            await _written(journal, groups)
            written += len(groups)
        await asyncio.to_thread(journal.close)
        sizes = [path.stat().st_size >> 20 for path in day_files(folder)]
        return (
            f"{written / 1e6:.2f} million observations in {len(sizes)} files of {DAYS} days, the newest {sizes[-1]} MB"
        )

    async def start(self) -> float:
        """Seconds to READY; then it is stopped."""
        address = self._folder / "notify"
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as notified:
            notified.bind(str(address))
            notified.setblocking(False)
            began = time.perf_counter()
            daemon = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "daemon.croupierd", "--config", str(self._folder / "etc"), "--table", "bench"),
                env={**os.environ, "NOTIFY_SOCKET": str(address)},
                stderr=DEVNULL,
            )
            try:
                async with asyncio.timeout(60):
                    while b"READY=1" not in await asyncio.get_running_loop().sock_recv(notified, 4096):
                        pass
                return time.perf_counter() - began
            finally:
                daemon.terminate()
                await daemon.wait()
                address.unlink()


def _first(folder: Path) -> int:
    """The first entry of the newest file."""
    return min(entry.seq for entry in islice(entries(day_files(folder)[-1]), 1))


BENCHES = (
    Bench("table.commit", "<=", 1.5, "one durable one-row commit (SQLite, WAL, FULL)", commit),
    Bench("table.replay", ">=", 20000, "nothing: it is observations a second", replay),
    Bench("table.start", "<=", 1.5, "a start with an empty journal", start),
)
