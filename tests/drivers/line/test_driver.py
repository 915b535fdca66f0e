"""A small device, invented here, on a real pty: the driver of a serial line knows nothing of shoes.

It is a box with a lid. `I,serial,boot` says who it is, when asked with `?`; `O,number` that the lid was opened,
`S,number` that it was shut. What it tells, it wants acknowledged: `A,number`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from drivers.driver import Sighting
from drivers.faults import Fault, FaultError
from drivers.line.conversation import Identity, LineTally, Setup
from drivers.line.driver import LineDriver
from drivers.line.faults import LineFaults
from drivers.observation import Clear, DomeMoved, LineRecorded, LinkDown, LinkUp, Observation
from hil.line import Pty
from tests.drivers import running, until

SERIAL, BOOT = "LID-1", "B1"
SILENT_AFTER = 0.5


class LidConversation:
    ALPHABET: ClassVar = bytes(range(0x20, 0x7F)) + b"\n"
    IDENTIFIES: ClassVar = True
    BEATS: ClassVar = True

    def __init__(self, setup: Setup, now: float) -> None:
        self._setup, self._opened, self._rest, self._boot = setup, now, b"", ""
        self.identity: Identity | None = None
        self.proven = False
        self.tally: LineTally = setup.tally
        self.outgoing = bytearray(b"?\n")

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.tally.frames += 1
            for observation in self._take(*line.decode("ascii").split(",")):
                yield Sighting(observation, Clear(line + b"\n"))

    def _take(self, kind: str, *values: str) -> Iterator[Observation]:
        if kind == "I":
            serial, self._boot = values
            if serial != self._setup.serial:
                raise FaultError(LidDriver.FAULTS.wrong_device, serial)
            self.identity, self.proven = Identity("LID", serial, ""), True
            yield LinkUp(self._setup.device, self._boot, 0, complete=True)
        else:
            yield DomeMoved(self._setup.device, self._boot, int(values[0]), kind == "S")

    def committed(self, observation: Observation) -> None:
        if isinstance(observation, DomeMoved):
            self.outgoing += b"A,%d\n" % observation.seq

    def check(self, now: float) -> None:
        if not self.proven and now - self._opened > SILENT_AFTER:
            raise FaultError(LidDriver.FAULTS.silent, self._setup.device)


@dataclass(kw_only=True)
class LidDriver(LineDriver[LidConversation]):
    KIND: ClassVar = "lid"
    FAULTS: ClassVar = LineFaults(
        silent=Fault.LINK_LOST,
        garbled=Fault.PORT_FAILED,
        wrong_baud=Fault.PORT_FAILED,
        babbles=Fault.PORT_FAILED,
        flapping=Fault.PORT_FAILED,
        stuck=Fault.LINK_LOST,
        unproven=Fault.LINK_OPENING,
        wrong_device=Fault.PORT_NO_ACCESS,
    )

    def _conversation(self, setup: Setup, now: float) -> LidConversation:
        return LidConversation(setup, now)


class Lid:
    """The box, its cable, its driver, and whoever writes down what it tells."""

    def __init__(self, folder: Path) -> None:
        self._cable = Pty(folder / "lid")
        self.serial = SERIAL
        self.heard = b""
        self.observations: list[Observation] = []
        self.raw: list[bytes] = []
        self.disk: list[asyncio.Future[None]] = []
        self.driver = LidDriver(
            device="lid",
            port=str(folder / "lid"),
            baud_rate=9600,
            serial=SERIAL,
            sink=self._sink,
            known=lambda: None,
            beat=lambda: None,
        )

    def _sink(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        self.observations.append(observation)
        self.raw.append(raw)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if isinstance(observation, DomeMoved):
            self.disk.append(stored)
        else:
            stored.set_result(None)
        return stored

    def plug(self) -> None:
        self._cable.plug(self._hear)

    def pull(self) -> None:
        self._cable.unplug()

    def say(self, line: str) -> None:
        self._cable.write(f"{line}\n".encode())

    def _hear(self, data: bytes) -> None:
        self.heard += data
        if b"?" in data and self.serial:
            self.say(f"I,{self.serial},{BOOT}")


@pytest.fixture
def lid(tmp_path: Path) -> Lid:
    return Lid(tmp_path)


async def test_a_device_comes_tells_goes_and_comes_back(lid: Lid, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    up, opened = LinkUp("lid", BOOT, 0, complete=True), DomeMoved("lid", BOOT, 1, closed=False)
    assert lid.driver.faults() == [(Fault.LINK_OPENING, "")]
    async with running(lid.driver.run()):
        await until(lambda: lid.driver.fault is Fault.PORT_ABSENT)
        lid.plug()
        await until(lambda: lid.observations == [up])
        assert (lid.driver.faults(), lid.driver.identity) == ([], Identity("LID", SERIAL, ""))
        lid.say("O,1")
        await until(lambda: lid.observations == [up, opened])
        assert lid.raw[-1] == b"O,1\n"
        assert b"A," not in lid.heard  # it is not on disk yet
        lid.disk.pop().set_result(None)
        await until(lambda: lid.heard.endswith(b"A,1\n"))
        lid.pull()
        await until(lambda: lid.driver.fault is Fault.PORT_ABSENT)
        lid.plug()
        await until(lambda: lid.driver.fault is None)
        lid.pull()
    assert lid.observations == [up, opened, LinkDown("lid", "LINK_LOST"), LineRecorded("lid", "LINK_LOST"), up]
    logged = [(record.getMessage(), getattr(record, "fault", "")) for record in caplog.records]
    once = [("lid_down", "PORT_ABSENT"), ("lid_up", "")]
    assert logged == [*once, ("lid_down", "LINK_LOST"), *once]
    assert (lid.driver.counters.connects, lid.driver.counters.observations) == (2, 3)


@pytest.mark.parametrize(
    ("serial", "fault", "detail"), [("", Fault.LINK_LOST, "lid"), ("X", Fault.PORT_NO_ACCESS, "X")]
)
async def test_what_is_wrong_with_its_line_has_the_names_that_it_gave(
    lid: Lid, serial: str, fault: Fault, detail: str
) -> None:
    lid.serial = serial
    lid.plug()
    async with running(lid.driver.run()):
        await until(lambda: lid.driver.fault not in (Fault.LINK_OPENING, None))
        assert lid.driver.faults() == [(fault, detail)]
        lid.pull()
    assert [observation for observation in lid.observations if not isinstance(observation, LineRecorded)] == []
