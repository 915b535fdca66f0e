"""Whatever a device does, it fills no journal: a link that flaps rests, and no card is left out for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from drivers import pace, retry
from drivers.faults import Fault
from drivers.line.connection import Connection
from drivers.line.conversation import Setup
from drivers.line.ring import Ring
from drivers.observation import CardSeen, LinkDown, LinkUp, Observation, ShakerUp, ShoeTrouble
from drivers.pace import OFTEN, SELDOM, Pace, Rate
from drivers.retry import FIRST_REST, FIRST_RETRY, Retry
from drivers.shoe import FAULTS, SHOES
from drivers.shoe.angel_eye_wire import CYCLE, CardDrawn, StandBy, Unknown
from drivers.shoe.csr_wire import Identified, Replayed
from drivers.shoe.driver import ShoeDriver
from hil.shoe import simulated
from tests.drivers import running, until
from tests.drivers.shaker.test_shaker import Table as ShakerTable
from tests.drivers.shaker.test_shaker import connected

SERIAL = "SIM-0001"
UP = LinkUp("shoe", "b1", 0, complete=False)
CARD = CardSeen("shoe", "b1", 1, "Kh")


def test_so_many_at_once_and_one_more_after_a_while() -> None:
    link = Pace()
    assert all(link.take(UP, 0.0) for _ in range(SELDOM.most))
    assert not link.take(UP, 0.0)
    assert not link.take(UP, 0.9 * SELDOM.seconds)
    assert link.take(UP, 2 * SELDOM.seconds)
    assert not link.take(UP, 2 * SELDOM.seconds)
    assert all(link.take(UP, 1e6) for _ in range(SELDOM.most))
    assert not link.take(UP, 1e6)


def test_what_comes_often_has_a_measure_of_its_own() -> None:
    link = Pace()
    assert all(link.take(CARD, 0.0) for _ in range(OFTEN.most))
    assert not link.take(CARD, 0.0)
    assert link.take(UP, 0.0)


async def test_who_flaps_rests_longer_each_time_until_the_link_has_held(monkeypatch: pytest.MonkeyPatch) -> None:
    link, rests = Retry(), [10.0, 20.0, 40.0, 60.0, 60.0]
    for rest in rests:
        link.up()
        assert [link.flaps(), link.down()] == [rest, rest]
    assert link.down() == FIRST_RETRY  # lost for another reason
    monkeypatch.setattr(retry, "LAST_REST", 0.0)  # it has held long enough
    link.up()
    link.down()
    monkeypatch.undo()
    link.flaps()
    assert link.down() == FIRST_REST


class Table:
    """Takes what a line tells."""

    def __init__(self) -> None:
        self.observations: list[Observation] = []

    def take(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        self.observations.append(observation)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stored.set_result(None)
        return stored

    def of(self, kind: type) -> list[Observation]:
        return [observation for observation in self.observations if isinstance(observation, kind)]


def driver_of(protocol: str, table: Table, port: str = "") -> ShoeDriver:
    return ShoeDriver(
        device="shoe",
        protocol=protocol,
        port=port,
        baud_rate=9600,
        serial=SERIAL,
        sink=table.take,
        known=lambda: None,
        beat=lambda: None,
    )


@pytest.mark.parametrize("protocol", SHOES)
async def test_a_shoe_that_is_switched_off_and_on_without_end_is_let_rest(
    protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waited: list[float]
) -> None:
    monkeypatch.setattr(retry, "FIRST_REST", 0.1)
    table, port = Table(), str(tmp_path / "shoe")
    shoe = simulated(protocol, link=port, serial=SERIAL)
    driver = driver_of(protocol, table, port)
    async with running(shoe.run(), driver.run()):
        shoe.on.add("flap")
        await until(lambda: driver.counters.flaps == 3)
        assert (driver.fault, driver.detail) == (Fault.SHOE_FLAPPING, f"{port}, 0.4 s")
        assert len(table.of(LinkUp)) <= SELDOM.most + 6
        assert set(table.of(LinkDown)) == {LinkDown("shoe", "SHOE_FLAPPING")}
        shoe.on.discard("flap")
        monkeypatch.setattr(pace, "SELDOM", Rate(60, 0.001))  # as if it had rested for long
        if not SHOES[protocol].BEATS:
            await until(lambda: driver._connection is not None)
            await shoe.do("stand_by")
        await until(lambda: driver.fault is None)
    assert [wait for wait in waited if wait >= 0.1][:3] == [0.1, 0.2, 0.4]


class Line:
    """A connection without a port: what is fed to it, and why it ended."""

    def __init__(self, protocol: str) -> None:
        self.table = Table()
        driver = driver_of(protocol, self.table)
        conversation = SHOES[protocol](Setup("shoe", SERIAL), asyncio.get_running_loop().time())
        self.pace = driver._pace
        self.connection = Connection(conversation, FAULTS, Ring(), driver._deliver)

    @property
    def fault(self) -> Fault | None:
        error = self.connection._ended.exception() if self.connection._ended.done() else None
        return error.fault if error is not None else None  # type: ignore[attr-defined]


def starts() -> Iterator[bytes]:
    """Blind: a shoe that says who it is under another name each time, and that it has told everything."""
    for number in range(400):
        boot = f"{number:08X}"
        yield Identified("M", SERIAL, "1", boot, 0).encode() + Replayed(boot, 0).encode()


async def test_a_shoe_that_alternates_id_and_done_tells_no_more_than_a_sound_one() -> None:
    line = Line("csr")
    for data in starts():
        line.connection.on_bytes(data)
    assert line.fault is Fault.SHOE_FLAPPING
    assert len(line.table.observations) == SELDOM.most + 1


async def test_troubles_without_end_are_told_as_long_as_anybody_reads_them() -> None:
    line = Line("angel_eye")
    unknown = b"".join(Unknown(CYCLE[number % 9], b"", "X").encode() for number in range(1000))
    line.connection.on_bytes(unknown)
    assert line.fault is Fault.SHOE_FLAPPING
    assert len(line.table.observations) == SELDOM.most + 1
    assert len(line.table.of(ShoeTrouble)) == SELDOM.most
    line.connection.on_bytes(unknown)  # before the port is closed
    assert len(line.table.observations) == SELDOM.most + 1


async def test_no_card_is_left_out_for_the_trouble_before_it() -> None:
    """The frame of a card behind a gap is told as a trouble, then as a card; the trouble is one too many."""
    line = Line("angel_eye")
    line.connection.on_bytes(StandBy("0").encode())
    for _ in range(SELDOM.most - 1):
        line.pace.take(UP, asyncio.get_running_loop().time())
    cards = CardDrawn.of("5", "Kh").encode() + CardDrawn.of("6", "2c").encode()
    line.connection.on_bytes(cards + Unknown("7", b"", "X").encode() + CardDrawn.of("8", "3d").encode())
    assert line.fault is Fault.SHOE_FLAPPING
    assert [type(observation) for observation in line.table.observations] == [LinkUp, ShoeTrouble, CardSeen, CardSeen]


async def test_cards_without_end_are_told_until_the_line_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "OFTEN", Rate(100, 1.0))
    line = Line("angel_eye")
    line.connection.on_bytes(b"".join(CardDrawn.of(CYCLE[number % 9], "Kh").encode() for number in range(300)))
    assert line.fault is Fault.SHOE_FLAPPING
    assert len(line.table.of(CardSeen)) == 300
    line.connection.on_bytes(CardDrawn.of("0", "2c").encode())
    assert len(line.table.of(CardSeen)) == 300


def more(table: ShakerTable, than: int) -> bool:
    return len(table.of(ShakerUp)) > than


async def test_a_shaker_that_comes_and_goes_rests_too(monkeypatch: pytest.MonkeyPatch, waited: list[float]) -> None:
    monkeypatch.setattr(pace, "SELDOM", Rate(5, 60.0))
    async with connected() as made:
        for ups in range(1, 6):
            made.switch("reenumerate", on=True)
            made.model.switched("reenumerate", time.monotonic(), on=False)
            await until(partial(more, made.table, ups))
        await until(lambda: made.driver.counters.flaps)
        assert made.driver.faults() == [(Fault.SHAKER_FLAPPING, f"{made.driver.serial}, 10 s")]
        assert len(made.table.of(ShakerUp)) == 6
        assert made.table.observations[-1] == LinkDown("shaker", "SHAKER_FLAPPING")
        await until(lambda: FIRST_REST in waited)
