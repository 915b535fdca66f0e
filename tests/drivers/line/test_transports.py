"""Exactly once over every kind of bad line: a shoe that keeps what is not acknowledged, and a host that may die.

The same story runs twice: with a clock that we tell, many times over; and with the real driver on a real pty.
"""

from __future__ import annotations

import asyncio
import os
import random
import tty
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from drivers import retry
from drivers.faults import FaultError
from drivers.line import connection
from drivers.line.conversation import Position, Setup
from drivers.observation import CardSeen, LineRecorded, LinkDown, LinkUp, Observation
from drivers.shoe import csr
from drivers.shoe.csr_wire import (
    Acknowledge,
    CardDrawn,
    Decoder,
    Event,
    Frame,
    Heartbeat,
    Identified,
    Identify,
    ReplayAfter,
    Replayed,
)
from drivers.shoe.driver import ShoeDriver
from rules.cards import DECK
from tests.drivers import until

SERIAL = "SH-0421"

Pieces = Iterable[tuple[float, bytes]]  # what arrives, and how much later
Line = Callable[[random.Random, bytes], Pieces]  # what becomes of a frame


def normal(chance: random.Random, frame: bytes) -> Pieces:
    """Everything arrives at once."""
    return [(0.0, frame)]


def byte_at_a_time(chance: random.Random, frame: bytes) -> Pieces:
    """Everything arrives, byte by byte."""
    return [(0.0, bytes([byte])) for byte in frame]


def lossy(chance: random.Random, frame: bytes) -> Pieces:
    """Some frames are lost, some lose a byte."""
    if chance.random() < 0.15:
        return []
    return [(0.0, bytes(byte for byte in frame if chance.random() > 0.01))]


def bit_flipping(chance: random.Random, frame: bytes) -> Pieces:
    """Some frames arrive with a wrong bit, or a few."""
    spoilt = bytearray(frame)
    while chance.random() < 0.2:
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
    return [(0.0, bytes(spoilt))]


def duplicating(chance: random.Random, frame: bytes) -> Pieces:
    """Frames arrive up to three times, the copies late."""
    return [(copy * 0.05 * chance.random(), frame) for copy in range(chance.randint(1, 3))]


def delaying(chance: random.Random, frame: bytes) -> Pieces:
    """Frames arrive late, and overtake each other."""
    return [(0.1 * chance.random(), frame)]


LINES = [normal, byte_at_a_time, lossy, bit_flipping, duplicating, delaying]
over_every_line = pytest.mark.parametrize("line", LINES, ids=lambda line: line.__name__)


class Shoe:
    """Numbers what it deals, and keeps it until it is acknowledged."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._decoder = Decoder()
        self.dealt: dict[tuple[str, int], str] = {}
        self.power_cycle()

    def power_cycle(self) -> None:
        self.boot, self.seq = f"{self._chance.getrandbits(32):08X}", 0
        self.kept: list[Event] = []

    def draw(self) -> Frame:
        self.seq += 1
        card = str(self._chance.choice(DECK))
        self.dealt[self.boot, self.seq] = card
        self.kept.append(CardDrawn(self.boot, self.seq, card))
        return self.kept[-1]

    def beat(self) -> Frame:
        return Heartbeat(self.boot, self.seq)

    def hear(self, data: bytes) -> Iterator[Frame]:
        """Its answers."""
        for frame, _ in self._decoder.feed(data):
            match frame:
                case Identify():
                    yield Identified("CSR-8", SERIAL, "2.1.0", self.boot, self.seq)
                case Acknowledge(boot, seq) if boot == self.boot:
                    self.kept = [event for event in self.kept if event.seq > seq]
                case ReplayAfter(boot, seq) if boot == self.boot:
                    yield from [event for event in self.kept if event.seq > seq]
                    yield Replayed(self.boot, self.seq)


class Table:
    """What a journal keeps, in its order; the rest of the truth is what the shoe has dealt."""

    def __init__(self) -> None:
        self.stored: list[Observation] = []

    def position(self) -> Position | None:
        for observation in reversed(self.stored):
            if isinstance(observation, CardSeen | LinkUp):
                return Position(observation.boot, observation.seq)
        return None

    def check(self, dealt: dict[tuple[str, int], str]) -> None:
        """Every card once, in order and as it was dealt; where that is in doubt, the link or another boot says so.

        A table takes another boot for what it is, a reason to hold the round: only then may a count begin anew, also
        one that a host which died had heard before, and whose last frames come late.
        """
        places: dict[str, int] = {}
        for observation in self.stored:
            if isinstance(observation, CardSeen):
                assert observation.card == dealt[observation.boot, observation.seq]
                follows = places.get(observation.boot, 0 if places else observation.seq - 1) + 1
                assert observation.seq == follows or (observation.seq == 1 and observation.boot != [*places][-1])
            elif isinstance(observation, LinkUp) and places:
                assert not observation.complete or (observation.boot, observation.seq) == list(places.items())[-1]
            if isinstance(observation, CardSeen | LinkUp):
                places.pop(observation.boot, None)
                places[observation.boot] = observation.seq


# -- with a clock that we tell ----------------------------------------------------------------------------------------


class Story:
    """A shoe, two directions of a line, a host that stores late and forgets what it had not stored when it dies."""

    STEP = 0.05

    def __init__(self, seed: int, line: Line) -> None:
        self.chance = random.Random(seed)
        self.line = line
        self.shoe = Shoe(self.chance)
        self.table = Table()
        self.unstored: list[Observation] = []
        self.conversation: csr.Conversation | None = None
        self.now = 0.0
        self.to_host: list[tuple[float, bytes]] = []
        self.to_shoe: list[tuple[float, bytes]] = []

    def send(self, *frames: Frame) -> None:
        if self.conversation is not None:  # on a pulled cable nothing goes anywhere
            self.to_host += self._mangled(frame.encode() for frame in frames)

    def pull(self) -> None:
        self.conversation, self.to_host, self.to_shoe = None, [], []

    def die(self) -> None:
        self.conversation = None  # and what is on the line stays there
        self.unstored.clear()

    def store(self, most: int) -> None:
        for _ in range(min(most, len(self.unstored))):
            self.table.stored.append(self.unstored.pop(0))
            if self.conversation is not None:
                self.conversation.committed(self.table.stored[-1])

    def turn(self) -> None:
        """A moment passes."""
        self.now += self.STEP
        if self.conversation is None and not self.unstored:  # as the driver does: it asks the disk what it has
            self.conversation = csr.Conversation(Setup("shoe", SERIAL, known=self.table.position()), self.now)
        if round(self.now / self.STEP) % 4 == 0:
            self.send(self.shoe.beat())
        arrived, self.to_host = self._due(self.to_host)
        for data in arrived:
            self._receive(data)
        if self.conversation is not None:
            try:
                self.conversation.check(self.now)
            except FaultError:
                self.pull()
        if self.conversation is not None:
            said = bytes(self.conversation.outgoing).splitlines(keepends=True)
            self.conversation.outgoing.clear()
            self.to_shoe += self._mangled(said)
        heard, self.to_shoe = self._due(self.to_shoe)
        for data in heard:
            self.send(*self.shoe.hear(data))

    def _receive(self, data: bytes) -> None:
        if self.conversation is not None:
            try:
                self.unstored += [sighting.observation for sighting in self.conversation.receive(data, self.now)]
            except FaultError:
                self.pull()

    def _mangled(self, frames: Iterable[bytes]) -> list[tuple[float, bytes]]:
        return [(self.now + 5 * late, data) for frame in frames for late, data in self.line(self.chance, frame)]

    def _due(self, queue: list[tuple[float, bytes]]) -> tuple[list[bytes], list[tuple[float, bytes]]]:
        due = sorted((piece for piece in queue if piece[0] <= self.now), key=lambda piece: piece[0])
        return [data for _, data in due], [piece for piece in queue if piece[0] > self.now]


@over_every_line
@pytest.mark.parametrize("seed", range(40))
def test_every_card_is_told_once_and_in_order_or_the_link_says_that_it_is_not(seed: int, line: Line) -> None:
    story = Story(seed, line)
    for _ in range(400):
        story.turn()
        match story.chance.randrange(60):
            case 0:
                story.pull()
            case 1:
                story.die()
            case 2 if seed % 2:
                story.shoe.power_cycle()
            case action if action < 20:
                story.send(story.shoe.draw())
            case action if action < 50:
                story.store(story.chance.randint(1, 3))
    story.line = normal
    for _ in range(400):
        story.turn()
        story.store(9)
    story.table.check(story.shoe.dealt)
    assert story.table.position() == Position(story.shoe.boot, story.shoe.seq)
    if line in (normal, byte_at_a_time) and seed % 2 == 0:
        ups = [observation for observation in story.table.stored if isinstance(observation, LinkUp)]
        assert all(up.complete for up in ups)
        cards = [observation.seq for observation in story.table.stored if isinstance(observation, CardSeen)]
        assert cards == list(range(cards[0], story.shoe.seq + 1))  # what was dealt before our first day is not ours


# -- the real driver on a real pty ------------------------------------------------------------------------------------


class Wire:
    """A pty with the shoe at its end, at a path of its own, that can be pulled and put back."""

    def __init__(self, path: Path, shoe: Shoe, line: Line, chance: random.Random) -> None:
        self._path = path
        self._shoe = shoe
        self._chance = chance
        self._ends: tuple[int, int] | None = None
        self.line = line

    def plug(self) -> None:
        if self._ends is None:
            self._ends = os.openpty()
            tty.setraw(self._ends[1])
            os.set_blocking(self._ends[0], False)
            self._path.symlink_to(os.ttyname(self._ends[1]))
            asyncio.get_running_loop().add_reader(self._ends[0], self._readable, self._ends[0])

    def pull(self) -> None:
        if self._ends is not None:
            asyncio.get_running_loop().remove_reader(self._ends[0])
            self._path.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def send(self, *frames: Frame) -> None:
        self._carry(self._write, [frame.encode() for frame in frames])

    def _readable(self, end: int) -> None:
        self._carry(self._heard, os.read(end, 4096).splitlines(keepends=True))

    def _carry(self, arrive: Callable[[bytes], None], frames: list[bytes]) -> None:
        for frame in frames:
            for late, data in self.line(self._chance, frame):
                if late:
                    asyncio.get_running_loop().call_later(late, arrive, data)
                else:
                    arrive(data)

    def _heard(self, data: bytes) -> None:
        self.send(*self._shoe.hear(data))

    def _write(self, data: bytes) -> None:
        if self._ends is not None:
            with suppress(BlockingIOError):
                os.write(self._ends[0], data)


class Disk:
    """A sink that stores in order, a while later; what it has not stored is gone when its process is."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self._table = table
        self._chance = chance
        self._waiting: list[tuple[Observation, asyncio.Future[None]]] = []
        self._dead = False

    def take(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((observation, stored))
        asyncio.get_running_loop().call_later(0.02 * self._chance.random(), self._store)
        return stored

    def die(self) -> None:
        self._dead = True
        for _, stored in self._waiting:
            stored.cancel()

    def _store(self) -> None:
        if not self._dead:
            observation, stored = self._waiting.pop(0)
            if not isinstance(observation, LineRecorded | LinkDown):
                self._table.stored.append(observation)
            stored.set_result(None)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Minutes of trouble in a second."""
    for module, name, seconds in (
        (csr, "ANSWER_WITHIN", 0.3),
        (csr, "SILENT_AFTER", 0.6),
        (connection, "TICK", 0.02),
        (retry, "FIRST_RETRY", 0.01),
        (retry, "LAST_RETRY", 0.02),
    ):
        monkeypatch.setattr(module, name, seconds)


@over_every_line
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.usefixtures("impatient")
async def test_the_real_driver_tells_every_card_once_on_a_real_pty(tmp_path: Path, seed: int, line: Line) -> None:
    chance, table = random.Random(seed), Table()
    shoe = Shoe(chance)
    wire = Wire(tmp_path / "shoe", shoe, line, chance)

    async def beating() -> None:
        while True:
            wire.send(shoe.beat())
            await asyncio.sleep(0.1)

    def started() -> tuple[Disk, asyncio.Task[None]]:
        disk = Disk(table, chance)
        made = ShoeDriver(
            device="shoe",
            protocol="csr",
            port=str(tmp_path / "shoe"),
            baud_rate=9600,
            serial=SERIAL,
            sink=disk.take,
            known=table.position,
            beat=lambda: None,
        )
        return disk, asyncio.create_task(made.run())

    wire.plug()
    beats, (disk, running) = asyncio.create_task(beating()), started()
    try:
        await until(lambda: table.stored)
        for _ in range(80):
            await asyncio.sleep(0.02 * chance.random())
            match chance.randrange(20):
                case 0:
                    wire.pull()
                    await asyncio.sleep(0.05 * chance.random())
                    wire.plug()
                case 1:
                    disk.die()
                    running.cancel()
                    await asyncio.gather(running, return_exceptions=True)
                    disk, running = started()
                case 2 if seed % 2:
                    shoe.power_cycle()
                case _:
                    wire.send(shoe.draw())
        wire.line = normal
        await until(lambda: table.position() == Position(shoe.boot, shoe.seq))
    finally:
        beats.cancel()
        running.cancel()
        await asyncio.gather(beats, running, return_exceptions=True)
        wire.pull()
        disk.die()
    table.check(shoe.dealt)
    if seed % 2 == 0 and line in (normal, byte_at_a_time):
        assert all(observation.complete for observation in table.stored if isinstance(observation, LinkUp))
