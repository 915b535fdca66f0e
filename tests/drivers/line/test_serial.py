"""The serial port on the event loop, over a real pty."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import termios
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from drivers.faults import Fault, FaultError
from drivers.line import serial as transport
from drivers.line.serial import MOST_UNSENT, SerialPort, adapter_serial
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
        return await SerialPort.open(self.path, 9600, self.arrived.extend, self._lost, Fault.SHOE_STUCK)

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


class Server:
    """A serial-to-TCP server: what it heard, and its one client."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self.clients: list[asyncio.StreamWriter] = []
        self.arrived = bytearray()
        self.faults: list[Fault] = []
        self.address = ""
        self.deaf = False

    async def serve(self) -> asyncio.Server:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0, limit=1024)
        self.address = f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def open(self) -> SerialPort:
        return await SerialPort.open(self.address, 9600, self.arrived.extend, self.faults.append, Fault.SHOE_STUCK)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.clients.append(writer)
        if not self.deaf:
            while data := await reader.read(4096):
                self.heard += data


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    made = Server()
    async with await made.serve():
        yield made
        for client in made.clients:
            client.transport.abort()


async def fault_of_opening(path: str) -> FaultError:
    with pytest.raises(FaultError) as caught:
        await SerialPort.open(path, 9600, lambda _: None, lambda _: None, Fault.SHOE_STUCK)
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


async def test_a_line_that_is_paused_reads_on_later(line: Line) -> None:
    port = await line.open()
    port.pause()
    line.send(b"hello")
    for _ in range(20):
        await asyncio.sleep(0)
    assert line.arrived == b""
    port.resume()
    await until(lambda: line.arrived == b"hello")
    await port.close()
    port.resume()  # too late, and harmless


async def test_a_line_that_owes_us_nothing_is_not_stuck(line: Line) -> None:
    port = await line.open()
    assert port.stuck_for() == 0.0
    port.write(bytes(65536))
    await until(lambda: port.stuck_for() > 0.0)
    await until(lambda: line.heard() and port.stuck_for() == 0.0)
    assert port.framing_errors() == 0  # a pty counts none
    await port.close()


async def test_an_empty_line_that_wakes_us_is_not_lost(line: Line) -> None:
    port = await line.open()
    port._readable()  # a port opened with pyserial's VMIN = 0 would read b"", as if the device were gone
    assert line.faults == []
    await port.close()


async def test_a_serial_server_is_a_line(server: Server) -> None:
    port = await server.open()
    port.write(b"$WHO*2A8C\r\n")
    await until(lambda: server.heard == b"$WHO*2A8C\r\n")
    server.clients[0].write(bytes(range(256)))
    await until(lambda: server.arrived == bytes(range(256)))
    assert port.framing_errors() == 0
    assert await adapter_serial(server.address) is None
    await port.close()
    assert server.faults == []


@pytest.mark.parametrize("abruptly", [False, True])
async def test_a_serial_server_that_hangs_up_is_told_once(server: Server, *, abruptly: bool) -> None:
    port = await server.open()
    await until(lambda: server.clients)
    if abruptly:
        server.clients[0].transport.abort()
    else:
        server.clients[0].close()
    await until(lambda: server.faults)
    port.write(b"hello")
    assert server.faults == [Fault.LINK_LOST]
    await port.close()


async def test_a_serial_server_that_takes_nothing_is_stuck(server: Server) -> None:
    server.deaf = True
    port = await server.open()
    await until(lambda: server.clients)
    while not server.faults:
        port.write(bytes(MOST_UNSENT))
        await asyncio.sleep(0)
    assert server.faults == [Fault.SHOE_STUCK]
    await port.close()


async def test_a_server_that_is_not_there_does_not_open() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"socket://127.0.0.1:{probe.getsockname()[1]}"
        error = await fault_of_opening(address)
    assert (error.fault, error.detail) == (Fault.PORT_FAILED, address)


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("socket://a..b:4001", Fault.PORT_ABSENT),
        ("socket://127.0.0.1", Fault.PORT_FAILED),
        ("socket://127.0.0.1:none", Fault.PORT_FAILED),
        ("socket://", Fault.PORT_FAILED),
        ("socket://[::1:4001", Fault.PORT_FAILED),
    ],
)
async def test_an_address_that_is_none_is_a_fault_and_not_the_end(address: str, fault: Fault) -> None:
    error = await fault_of_opening(address)
    assert (error.fault, error.detail) == (fault, address)


@pytest.mark.parametrize(
    ("number", "fault"), [(errno.EHOSTUNREACH, Fault.PORT_ABSENT), (errno.ETIMEDOUT, Fault.PORT_ABSENT)]
)
async def test_a_host_that_cannot_be_reached_is_absent(
    number: int, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", unreachable)
    assert (await fault_of_opening("socket://127.0.0.1:9")).fault is fault


async def test_a_host_that_never_answers_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(transport, "CONNECT_WITHIN", 0.01)
    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", never)
    assert (await fault_of_opening("socket://127.0.0.1:9")).fault is Fault.PORT_ABSENT


async def test_the_adapter_tells_its_serial_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        device = str(tmp_path / "ttyUSB0")
        serial_number = "FT1234"

    (tmp_path / "shoe").symlink_to(tmp_path / "ttyUSB0")
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Found])
    assert await adapter_serial(str(tmp_path / "shoe")) == "FT1234"
    assert await adapter_serial(str(tmp_path / "ttyS0")) is None
