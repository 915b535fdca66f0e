"""The shoe's driver over a real pty, with the simulated shoe at the other end."""

from __future__ import annotations

import asyncio
import logging
import os
import tty
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import hil.shoe.csr
from drivers import retry
from drivers.faults import Fault, FaultError
from drivers.line import connection
from drivers.line.connection import STUCK_AFTER
from drivers.line.conversation import Position
from drivers.line.serial import SerialPort
from drivers.observation import CardSeen, CardUnreadable, FromShoe, LineRecorded, LinkDown, LinkUp, Observation
from drivers.shoe import angel_eye
from drivers.shoe.csr_wire import Acknowledge, Decoder, Frame, Heartbeat, Identify, ReplayAfter
from drivers.shoe.driver import ShoeDriver
from hil.shoe.csr import CsrShoe
from tests.drivers import running, until
from tests.drivers.line.test_noise import sampled

SERIAL = "SIM-0001"


class Table:
    """Takes what the driver delivers; a disk that can be slow, or full."""

    def __init__(self) -> None:
        self.observations: list[Observation] = []
        self.raw: list[bytes] = []
        self.recorded: list[tuple[str, bytes]] = []  # the last bytes of a lost line
        self.waiting: list[asyncio.Future[None]] = []
        self.disk = "fast"
        self.known: Position | None = None

    def take(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if isinstance(observation, LineRecorded):
            self.recorded.append((observation.fault, raw))
            stored.set_result(None)
            return stored
        self.observations.append(observation)
        self.raw.append(raw)
        if isinstance(observation, FromShoe | LinkUp):
            self.known = Position(observation.boot, observation.seq)
        if self.disk == "fast":
            stored.set_result(None)
        elif self.disk == "full":
            stored.set_exception(FaultError(Fault.JOURNAL_WRITE))
        else:
            self.waiting.append(stored)
        return stored

    def cards(self) -> list[str]:
        return [observation.card for observation in self.observations if isinstance(observation, CardSeen)]


class Bench:
    """A shoe, its line, its driver and a table; `heard` is what the shoe was told."""

    def __init__(self, folder: Path) -> None:
        self.shoe = CsrShoe(str(folder / "shoe"), SERIAL)
        self.heard: list[Frame] = []
        self.table = Table()
        self.beats = 0
        self.driver = ShoeDriver(
            device="shoe",
            protocol="csr",
            port=str(folder / "shoe"),
            baud_rate=9600,
            serial=SERIAL,
            sink=self.table.take,
            known=lambda: self.table.known,
            beat=self._beat,
            commands=True,
        )

    def _beat(self) -> None:
        self.beats += 1

    @property
    def boot(self) -> str:
        return self.shoe._boot

    async def up(self) -> None:
        await until(lambda: self.table.observations)
        assert self.table.observations == [LinkUp("shoe", self.boot, 0, complete=True)]
        assert self.driver.fault is None

    async def draw(self, *cards: str) -> None:
        await self.shoe.do("load", cards=cards)
        await self.shoe.do("draw", count=len(cards))

    async def fault(self, name: str, *, on: bool = True) -> None:
        (self.shoe.on.add if on else self.shoe.on.discard)(name)
        await self.shoe.switched(name, on=on)

    async def draw_and_lose(self, card: str) -> None:
        """A card whose frame is lost; the heartbeat that tells of it makes the host ask, after all it had to say."""
        await self.fault("drop_frame")
        await self.draw(card)
        await self.fault("drop_frame", on=False)
        self.shoe._send(Heartbeat(self.boot, self.shoe._seq))

    def acknowledged(self) -> list[int]:
        return [frame.seq for frame in self.heard if isinstance(frame, Acknowledge)]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench(tmp_path)

    class Listening(Decoder):
        def feed(self, data: bytes) -> Iterator[tuple[Frame, bytes]]:
            for frame, raw in super().feed(data):
                bench.heard.append(frame)
                yield frame, raw

    monkeypatch.setattr(hil.shoe.csr, "Decoder", Listening)
    return bench


async def test_a_card_is_delivered_once_with_its_very_bytes(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.fault("repeat")
        await bench.draw("Kh", "2c")
        await until(lambda: bench.table.cards() == ["Kh", "2c"])
        await until(lambda: not bench.shoe._unacknowledged)
    assert bench.table.cards() == ["Kh", "2c"]
    assert bench.table.raw[1].startswith(f"$CARD,{bench.boot},1,Kh*".encode())
    assert bench.driver.counters.observations == 3
    assert bench.beats


async def test_a_card_is_acknowledged_only_when_it_is_on_disk(bench: Bench) -> None:
    bench.table.disk = "slow"
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.draw("Kh")
        await until(lambda: bench.table.cards() == ["Kh"])
        await bench.draw_and_lose("2c")
        await until(lambda: bench.table.cards() == ["Kh", "2c"])
        assert bench.heard == [Identify(), ReplayAfter(bench.boot, 0), ReplayAfter(bench.boot, 1)]
        for stored in bench.table.waiting:
            stored.set_result(None)
        await until(lambda: not bench.shoe._unacknowledged)
        assert bench.acknowledged() == [1, 2]


async def test_a_card_that_is_not_stored_is_never_acknowledged(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        bench.table.disk = "full"
        await bench.draw("Kh")
        await until(lambda: bench.table.cards() == ["Kh"])
        await bench.draw_and_lose("2c")
        await until(lambda: bench.table.cards() == ["Kh", "2c"])
        assert bench.heard[-1] == ReplayAfter(bench.boot, 1)
        assert bench.acknowledged() == []


async def test_a_card_that_the_shoe_cannot_read_is_delivered_as_that(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.fault("misread")
        await bench.draw("Kh")
        await until(lambda: len(bench.table.observations) == 2)
        assert bench.table.observations[1] == CardUnreadable("shoe", bench.boot, 1, "exit-optic")
        await until(lambda: bench.acknowledged() == [1])


async def test_a_flipped_bit_costs_a_question_and_no_card(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.fault("flip_bit")
        await bench.draw("Kh")
        await bench.fault("flip_bit", on=False)
        await bench.draw("2c")
        await until(lambda: bench.table.cards() == ["Kh", "2c"])
        assert ReplayAfter(bench.boot, 0) in bench.heard[2:]


async def test_cards_drawn_while_the_cable_was_out_arrive_in_order(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.draw("Kh", "2c")
        await until(lambda: bench.table.cards() == ["Kh", "2c"])
        await bench.fault("unplug")
        await bench.draw("3d", "4s", "Th")
        await until(lambda: bench.driver.fault is Fault.PORT_ABSENT)
        await bench.fault("unplug", on=False)
        await until(lambda: bench.driver.fault is None)
    boot = bench.boot
    assert bench.table.observations == [
        LinkUp("shoe", boot, 0, complete=True),
        CardSeen("shoe", boot, 1, "Kh"),
        CardSeen("shoe", boot, 2, "2c"),
        LinkDown("shoe", "LINK_LOST"),
        CardSeen("shoe", boot, 3, "3d"),
        CardSeen("shoe", boot, 4, "4s"),
        CardSeen("shoe", boot, 5, "Th"),
        LinkUp("shoe", boot, 5, complete=True),
    ]
    logged = [(record.getMessage(), getattr(record, "fault", "")) for record in caplog.records]
    assert logged == [("shoe_up", ""), ("shoe_down", "LINK_LOST"), ("shoe_down", "PORT_ABSENT"), ("shoe_up", "")]
    assert bench.driver.counters.connects == 2


async def test_a_shoe_that_was_switched_off_and_on_is_back_but_not_complete(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.draw("Kh")
        await until(lambda: bench.table.cards() == ["Kh"])
        await bench.fault("power_cycle")
        await until(lambda: len(bench.table.observations) == 3)
    assert bench.table.observations[2] == LinkUp("shoe", bench.boot, 0, complete=False)


async def test_another_shoe_never_becomes_a_link(bench: Bench) -> None:
    await bench.fault("wrong_identity")
    async with running(bench.shoe.run(), bench.driver.run()):
        await until(lambda: len(bench.heard) >= 3)
        assert set(bench.heard) == {Identify()}
        await until(lambda: bench.driver.fault is Fault.SHOE_WRONG_DEVICE)
        assert bench.driver.detail == "SOMEONE-ELSE"
        assert (bench.table.observations, bench.driver.identity) == ([], None)
        await bench.fault("wrong_identity", on=False)
        await bench.up()
        assert bench.driver.identity is not None
        assert bench.driver.identity.serial == SERIAL


async def test_a_reader_waits_for_a_port_that_is_not_there_yet(bench: Bench) -> None:
    async with running(bench.driver.run()):
        await until(lambda: bench.driver.fault is Fault.PORT_ABSENT)
        assert bench.table.observations == []
        async with running(bench.shoe.run()):
            await bench.up()


# -- what can be wrong with a line ------------------------------------------------------------------------------------


class Stranger:
    """Something on a pty that is no shoe: it says these bytes again and again."""

    def __init__(self, says: bytes, every: float = 0.02) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self._says = says
        self._every = every
        self.path = os.ttyname(self._theirs)

    async def run(self) -> None:
        try:
            while True:
                with suppress(BlockingIOError):
                    os.write(self._ours, self._says)
                await asyncio.sleep(self._every)
        finally:
            os.close(self._ours)
            os.close(self._theirs)


def driver_of(port: str, table: Table, protocol: str = "csr") -> ShoeDriver:
    return ShoeDriver(
        device="shoe",
        protocol=protocol,
        port=port,
        baud_rate=9600,
        serial=SERIAL,
        sink=table.take,
        known=lambda: table.known,
        beat=lambda: None,
        commands=True,
    )


BEAT = Heartbeat("7F3A09C1", 0).encode()
LINES = {
    "silence": (b"", 0.02, Fault.SHOE_SILENT),
    "spoilt frames": (BEAT.replace(b"*", b"+"), 0.02, Fault.SHOE_GARBLED),
    "another speed": (sampled(BEAT, 2)[0], 0.02, Fault.SHOE_WRONG_BAUD),
    "a flood": (bytes(range(33, 127)) * 40, 0.0, Fault.SHOE_BABBLES),
}


@pytest.mark.parametrize(("says", "every", "fault"), LINES.values(), ids=LINES)
async def test_each_bad_line_has_its_own_name(says: bytes, every: float, fault: Fault) -> None:
    stranger, table = Stranger(says, every), Table()
    driver = driver_of(stranger.path, table)
    async with running(stranger.run(), driver.run()):
        await until(lambda: driver.fault is not Fault.LINK_OPENING)
        assert (driver.fault, table.observations) == (fault, [])
        await until(lambda: table.recorded)
        heard = driver.counters.bytes
        await until(lambda: not says or driver.counters.bytes > heard)  # it tries again
        assert [name for name, _ in table.recorded] == [fault]  # and keeps the bytes of a fault once


async def test_a_line_that_takes_nothing_is_stuck(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        monkeypatch.setattr(SerialPort, "stuck_for", lambda _: STUCK_AFTER + 0.1)
        await until(lambda: bench.driver.fault is Fault.SHOE_STUCK)
        assert bench.driver.detail == bench.driver.port


async def test_a_flood_of_good_frames_is_read_a_tick_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BURST", 1000)
    pauses: list[bool] = []
    pause = SerialPort.pause

    def counted(port: SerialPort) -> None:
        pauses.append(True)
        pause(port)

    monkeypatch.setattr(SerialPort, "pause", counted)
    stranger, table = Stranger(64 * BEAT, 0.001), Table()
    driver = driver_of(stranger.path, table)
    async with running(stranger.run(), driver.run()):
        await until(lambda: len(pauses) >= 3)
        assert driver.counters.frames


async def test_the_last_bytes_of_a_lost_line_are_kept_and_never_shown(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.draw("Kh")
        await until(lambda: bench.acknowledged() == [1])
        shown = repr(bench.driver)
        await bench.fault("unplug")
        await until(lambda: bench.driver.fault is Fault.PORT_ABSENT)
    ((fault, raw),) = bench.table.recorded
    entries = [entry.split(" ") for entry in raw.decode().splitlines()]
    assert fault == "LINK_LOST"
    assert {direction for _, direction, _ in entries} == {"<", ">"}
    assert [float(entry[0]) for entry in entries] == sorted(float(entry[0]) for entry in entries)
    heard = b"".join(bytes.fromhex(data) for _, direction, data in entries if direction == "<")
    assert b",Kh*" in heard
    assert b",Kh*".hex() not in shown + caplog.text
    assert "Kh" not in shown + caplog.text


async def test_a_technician_can_count(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        await bench.draw("Kh")
        await bench.draw_and_lose("2c")
        await until(lambda: bench.acknowledged() == [1, 2])
        await bench.fault("unplug")
        await until(lambda: bench.driver.fault is Fault.PORT_ABSENT)
        before = replace(bench.driver.counters)
        await bench.fault("unplug", on=False)
        await until(lambda: bench.driver.fault is None)
    after = bench.driver.counters
    assert (before.connects, before.gaps, before.observations, before.bad) == (1, 1, 3, 0)
    assert (after.connects, after.gaps, after.observations) == (2, 1, 4)
    assert after.frames > before.frames > 0
    assert after.sent > before.sent > 0


# -- orders -----------------------------------------------------------------------------------------------------------


async def test_a_shoe_is_locked_again_on_every_new_link(bench: Bench) -> None:
    bench.driver.lock(on=True)
    assert bench.driver.locked is None
    async with running(bench.shoe.run(), bench.driver.run()):
        await until(lambda: bench.driver.locked)
        await bench.fault("unplug")
        await until(lambda: bench.driver.fault is Fault.PORT_ABSENT)
        bench.shoe.locked = False  # somebody has opened it
        await bench.fault("unplug", on=False)
        await until(lambda: bench.driver.locked and bench.shoe.locked)
        await bench.fault("power_cycle")
        bench.shoe.locked = False
        await until(lambda: bench.driver.locked and bench.shoe.locked)
        bench.driver.lock(on=False)
        await until(lambda: bench.driver.locked is False)
    assert bench.driver.wish is False


async def test_what_nobody_may_order_is_refused(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        with pytest.raises(FaultError, match="SHOE_REFUSES"):
            bench.driver.clear_error()  # csr has no such thing
        bench.driver.commands = False
        with pytest.raises(FaultError, match="SHOE_REFUSES"):
            bench.driver.lock(on=True)
        assert bench.driver.wish is None
        assert bench.driver.fault is None


# -- a protocol without identity and heartbeat ------------------------------------------------------------------------


async def test_a_shoe_without_heartbeats_is_unproven_until_it_speaks_and_after_a_long_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stranger, table = Stranger(b""), Table()
    driver = driver_of(stranger.path, table, "angel_eye")
    async with running(stranger.run(), driver.run()):
        await until(lambda: driver.fault is Fault.SHOE_UNPROVEN)
        assert table.observations == []
        os.write(stranger._ours, bytes.fromhex("05314481B8033446"))
        await until(lambda: driver.fault is None)
        assert table.cards() == ["8s"]
        with monkeypatch.context() as silence:
            silence.setattr(angel_eye, "QUIET_AFTER", 0.0)
            await until(lambda: driver.fault is Fault.SHOE_UNPROVEN)
        os.write(stranger._ours, bytes.fromhex("0532449191033735"))
        await until(lambda: driver.fault is None)
        assert driver.counters.connects == 1
        assert not [observation for observation in table.observations if isinstance(observation, LinkDown)]


async def test_where_a_shoe_has_no_identity_its_adapter_has(monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = ["SOMEONE-ELSE"]

    async def found(_: str) -> str:
        return adapter[0]

    monkeypatch.setattr("drivers.line.driver.adapter_serial", found)
    stranger, table = Stranger(bytes.fromhex("05314481B8033446")), Table()
    driver = driver_of(stranger.path, table, "angel_eye")
    async with running(stranger.run(), driver.run()):
        await until(lambda: driver.fault is Fault.SHOE_WRONG_DEVICE)
        assert (driver.detail, table.observations) == ("SOMEONE-ELSE", [])
        adapter[0] = SERIAL
        await until(lambda: driver.fault is None)
        assert table.cards() == ["8s"]


async def test_nothing_is_asked_of_a_disk_that_still_writes(bench: Bench) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        bench.table.disk = "slow"
        await bench.draw("Kh")
        await until(lambda: bench.table.waiting)
        await bench.fault("unplug")
        await until(lambda: isinstance(bench.table.observations[-1], LinkDown))
        await bench.fault("unplug", on=False)
        heard, beats = len(bench.heard), bench.beats
        await until(lambda: bench.beats >= beats + 8)  # the time for another attempt is long over
        assert len(bench.heard) == heard  # it may be stored, or not: to ask now might be to tell it twice
        bench.table.disk = "fast"
        for stored in bench.table.waiting:
            stored.set_result(None)
        await until(lambda: bench.driver.fault is None)
    assert bench.table.cards() == ["Kh"]


@pytest.mark.parametrize(("held", "waits"), [(60.0, [0.1, 0.2, 0.4]), (0.0, [0.1, 0.1, 0.1])])
async def test_a_shoe_that_comes_up_and_dies_at_once_is_tried_less_and_less_often(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, waited: list[float], held: float, waits: list[float]
) -> None:
    monkeypatch.setattr(retry, "HELD", held)

    def stuck(_: SerialPort) -> float:
        ups, downs = (
            sum(isinstance(observation, kind) for observation in bench.table.observations)
            for kind in (LinkUp, LinkDown)
        )
        return STUCK_AFTER + 0.1 if ups > downs else 0.0

    monkeypatch.setattr(SerialPort, "stuck_for", stuck)
    async with running(bench.shoe.run(), bench.driver.run()):
        await until(lambda: len(waited) >= 3)
    assert waited[:3] == waits


async def test_a_sink_that_breaks_costs_the_link_and_no_card(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(bench.shoe.run(), bench.driver.run()):
        await bench.up()
        broken = [True]

        def take(observation: Observation, raw: bytes) -> asyncio.Future[None]:
            if isinstance(observation, CardSeen) and broken.pop():
                broken.append(False)
                raise RuntimeError
            return bench.table.take(observation, raw)

        monkeypatch.setattr(bench.driver, "sink", take)
        await bench.draw("Kh")
        await until(lambda: bench.table.cards() == ["Kh"])
        await until(lambda: bench.acknowledged() == [1])
    assert LinkDown("shoe", "PORT_FAILED") in bench.table.observations
