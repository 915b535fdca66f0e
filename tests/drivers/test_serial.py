"""The serial port on the event loop, over a real pty."""

from __future__ import annotations

import asyncio
import errno
import os
import termios
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from drivers.faults import Fault, FaultError
from drivers.transport.serial import MOST_UNSENT, SerialPort
from tests.drivers import until


class Line:
    """A pty: the device's end is ours, the other has a path; and what the port told of it."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)
        self.arrived = bytearray()
        self._heard = bytearray()
        self.faults: list[Fault] = []
        self._plugged = True

    async def open(self) -> SerialPort:
        return await SerialPort.open(self.path, 9600, self.arrived.extend, self._lost)

    def send(self, data: bytes) -> None:
        os.write(self._ours, data)

    def heard(self) -> bytes:
        """What the device has heard so far."""
        with suppress(BlockingIOError):
            self._heard += os.read(self._ours, 65536)
        return bytes(self._heard)

    def unplug(self) -> None:
        if self._plugged:
            self._plugged = False
            os.close(self._ours)
            os.close(self._theirs)

    def _lost(self, fault: Fault) -> None:
        self.faults.append(fault)


@pytest.fixture
def line() -> Iterator[Line]:
    pty = Line()
    yield pty
    pty.unplug()


async def fault_of_opening(path: str) -> FaultError:
    with pytest.raises(FaultError) as caught:
        await SerialPort.open(path, 9600, lambda _: None, lambda _: None)
    return caught.value


async def test_what_the_device_sends_arrives(line: Line) -> None:
    port = await line.open()
    line.send(b"$WHO*2A8C\r\n")
    line.send(bytes(range(256)))
    await until(lambda: line.arrived == b"$WHO*2A8C\r\n" + bytes(range(256)))
    await port.close()
    assert line.faults == []


async def test_what_we_write_arrives_at_the_device(line: Line) -> None:
    port = await line.open()
    port.write(b"\r\n\x00\x03\x11")
    port.write(b"$WHO*2A8C\r\n")
    await until(lambda: line.heard() == b"\r\n\x00\x03\x11$WHO*2A8C\r\n")
    await port.close()


async def test_a_slow_device_gets_everything_in_the_end(line: Line) -> None:
    port = await line.open()
    much = bytes(range(256)) * 256  # more than a pty takes at once
    port.write(much)
    await until(lambda: len(line.heard()) >= len(much))
    port.write(b"more")
    await until(lambda: line.heard() == much + b"more")
    await port.close()
    assert line.faults == []


async def test_a_line_that_takes_nothing_more_is_stuck(line: Line) -> None:
    port = await line.open()
    port.write(bytes(65536))
    assert line.faults == []
    port.write(bytes(MOST_UNSENT))
    assert line.faults == [Fault.SHOE_STUCK]
    await port.close()


async def test_a_pulled_cable_is_told_once(line: Line) -> None:
    port = await line.open()
    line.unplug()
    await until(lambda: line.faults)
    for _ in range(20):
        await asyncio.sleep(0)
    assert line.faults == [Fault.LINK_LOST]
    await port.close()
    await port.close()
    assert line.faults == [Fault.LINK_LOST]


async def test_a_closed_port_hears_nothing_and_loses_nothing(line: Line) -> None:
    port = await line.open()
    await port.close()
    line.send(b"too late")
    line.unplug()
    for _ in range(20):
        await asyncio.sleep(0)
    assert (bytes(line.arrived), line.faults) == (b"", [])


async def test_a_path_that_is_not_there_is_absent(tmp_path: Path) -> None:
    error = await fault_of_opening(str(tmp_path / "shoe"))
    assert (error.fault, error.detail) == (Fault.PORT_ABSENT, str(tmp_path / "shoe"))


async def test_a_path_that_leads_to_a_pulled_device_is_absent(line: Line) -> None:
    line.unplug()
    assert (await fault_of_opening(line.path)).fault is Fault.PORT_ABSENT


async def test_a_file_is_no_serial_port(tmp_path: Path) -> None:
    (tmp_path / "shoe").touch()
    assert (await fault_of_opening(str(tmp_path / "shoe"))).fault is Fault.PORT_FAILED


async def test_a_port_has_one_owner_at_a_time(line: Line) -> None:
    port = await line.open()
    assert (await fault_of_opening(line.path)).fault is Fault.PORT_BUSY
    await port.close()
    again = await line.open()
    line.send(b"hello")
    await until(lambda: line.arrived == b"hello")
    await again.close()


async def test_no_opening_leaves_a_descriptor_behind(line: Line, tmp_path: Path) -> None:
    async def open_in_every_way() -> int:
        port = await line.open()
        await fault_of_opening(line.path)
        await fault_of_opening(str(tmp_path / "absent"))
        await fault_of_opening(str(tmp_path))
        await port.close()
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    assert await open_in_every_way() == await open_in_every_way()


async def test_a_write_to_a_pulled_cable_is_told_once(line: Line) -> None:
    port = await line.open()
    line.unplug()
    port.write(b"hello")
    port.write(b"hello")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert line.faults == [Fault.LINK_LOST]
    await port.close()


async def test_a_device_that_is_pulled_while_it_is_opened_is_absent(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(*_: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr(termios, "tcflush", pulled)
    with pytest.raises(FaultError) as caught:
        await line.open()
    assert caught.value.fault is Fault.PORT_ABSENT
