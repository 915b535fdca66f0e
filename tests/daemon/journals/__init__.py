"""Journals for the tests: what a table hands over, how it is written, and the old files that are kept here."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from daemon.host.clock import Moment, Quality
from daemon.journal import mark
from daemon.journal.days import day_files
from daemon.journal.read import Entry
from daemon.journal.store import Group, Journal
from daemon.table.events import BettingClosed, CardDealt, Event, RoundOpened
from daemon.table.orders import CloseBetting, Observation, OpenRound, SeatIn, Started
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable
from drivers.shoe.csr_wire import CardDrawn, ReadFailure
from rules.game import Options

HERE = Path(__file__).parent
BOOT = "7F3A09C1"
DAY, NEXT_DAY = "2026-11-16", "2026-11-17"
MOMENT = Moment(datetime(2026, 11, 16, 20, 15, tzinfo=UTC), Quality(synchronised=True, offset=-12))

Outcome = tuple[int, FaultError | None]
Look = Callable[[Journal], object]


class Written(NamedTuple):
    """One group, as the table hands it over."""

    observation: Observation
    raw: bytes = b""
    events: tuple[Event, ...] = ()
    snapshot: bytes | None = None
    outbox: tuple[tuple[str, bytes], ...] = ()

    def group(self, done: Callable[[int, FaultError | None], None]) -> Group:
        return Group.of(self.observation, self.raw, self.events, done, self.snapshot, self.outbox)

    def resting(self, snapshot: bytes) -> Written:
        """The same, with the table at rest after it."""
        return self._replace(snapshot=snapshot)


def card(seq: int, name: str) -> Written:
    frame = CardDrawn(BOOT, seq, name).encode()
    return Written(CardSeen("shoe", BOOT, seq, name), frame, (CardDealt("1", seq, None),))


def opening(number: int) -> Written:
    return Written(OpenRound(by="dealer"), events=(RoundOpened(number, "three_card_poker"),))


ROUND = (
    Written(Started(version="0.1.0", game="three_card_poker", options=Options(minimum=500))),
    opening(1),
    Written(SeatIn(by="dealer", seat="1", wagers={"ante": 500, "pair_plus": None})),
    Written(CloseBetting(by="dealer"), events=(BettingClosed(),)),
    card(17, "Kh"),
    Written(CardUnreadable("shoe", BOOT, 18, "exit-optic"), ReadFailure(BOOT, 18, "exit-optic").encode()),
    card(19, "2c"),
)
ENTRIES = 1 + sum(1 + len(group.events) for group in ROUND)  # the first one opens the day


class House:
    """A folder in which a table keeps its journal, and the calendar on its wall."""

    def __init__(self, state: Path) -> None:
        self.state, self.folder, self.key = state, state / "t", state / "t.key"
        self.day = DAY
        self.legacy: Path | None = None
        self.more: dict[str, Any] = {}  # what else the journal is opened with

    def journal(self) -> Journal:
        return Journal(self.folder, self.key, lambda: self.day, legacy=self.legacy, **self.more)

    @property
    def files(self) -> list[str]:
        return [path.name for path in day_files(self.folder)]

    @property
    def mark(self) -> Path:
        """Where it is told outside of the log how far the journal has come."""
        return self.folder / mark.NAME

    @property
    def newest(self) -> Path:
        return day_files(self.folder)[-1]

    @contextmanager
    def opened(self) -> Iterator[Journal]:
        with closing(self.journal()) as journal:
            yield journal

    def entries(self) -> list[Entry]:
        with self.opened() as journal:
            return list(journal.entries())

    def restored(self) -> tuple[bytes | None, list[Observation]]:
        """What a restart starts from, and what it replays."""
        with self.opened() as journal:
            return journal.snapshot, list(journal.observations())

    def fault_of_opening(self) -> Fault:
        with pytest.raises(FaultError) as caught, self.opened() as journal:
            list(journal.entries())
        return caught.value.fault

    async def write(self, *groups: Written, before: Look = id, after: Look = id) -> list[Outcome]:
        """Hands over all groups at once, so that they share a transaction, and waits for every answer."""
        journal = await asyncio.to_thread(self.journal)
        try:
            before(journal)
            answers: asyncio.Queue[Outcome] = asyncio.Queue()
            for group in groups:
                journal.append(group.group(lambda seq, error: answers.put_nowait((seq, error))))
            journal.start()
            outcomes = [await answers.get() for _ in groups]
            after(journal)
            return outcomes
        finally:
            await asyncio.to_thread(journal.close)

    def keep(self, *groups: Written) -> None:
        """Writes them, and nothing goes wrong."""
        assert all(error is None for _, error in asyncio.run(self.write(*groups)))


async def stored(journal: Journal, group: Written) -> FaultError | None:
    """Writes one group, in a transaction of its own."""
    answer: asyncio.Future[FaultError | None] = asyncio.get_running_loop().create_future()
    journal.append(group.group(lambda seq, error: answer.set_result(error)))
    return await answer


@contextmanager
def tampering(path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody with an editor for databases."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Somebody has begun to read, and takes his time: no log can be folded into the file meanwhile."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("SELECT max(seq) FROM entry").fetchone()
        yield


def changed(value: Any) -> int | str | bytes:
    """As little as can be changed."""
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, str):
        return chr(ord(value[0]) ^ 1) + value[1:]
    return bytes([value[0] ^ 1]) + value[1:] if value else b"\0"


def version_1(state: Path) -> House:
    """A table whose last croupier wrote a journal of version 1: a round, and the beginning of another."""
    house = House(state)
    house.legacy = state / "t.journal"
    shutil.copy(HERE / "001/poker-1.journal", house.legacy)
    shutil.copy(HERE / "001/poker-1.key", house.key)
    house.key.chmod(0o600)
    return house
