"""A serial line on the event loop: a non-blocking descriptor, read when the kernel says so.

A line is a tty, or `socket://host:port` where a serial-to-TCP server stands between; once open they are the same. What
may block (opening, closing, names) runs in a thread; reading and writing never do.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import socket
import struct
import termios
from collections.abc import Callable
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports

from drivers.faults import Fault, FaultError

CHUNK = 16384
MOST_UNSENT = 4096
CONNECT_WITHIN = 5.0  # seconds, the name included

FAULT_OF_ERRNO = {
    errno.ENOENT: Fault.PORT_ABSENT,
    errno.ENODEV: Fault.PORT_ABSENT,
    errno.ENXIO: Fault.PORT_ABSENT,
    errno.EIO: Fault.PORT_ABSENT,
    errno.EHOSTUNREACH: Fault.PORT_ABSENT,
    errno.ENETUNREACH: Fault.PORT_ABSENT,
    errno.ETIMEDOUT: Fault.PORT_ABSENT,
    errno.EACCES: Fault.PORT_NO_ACCESS,
    errno.EPERM: Fault.PORT_NO_ACCESS,
    errno.EBUSY: Fault.PORT_BUSY,
    errno.EAGAIN: Fault.PORT_BUSY,  # another process holds the lock
}
ALIVE = (  # a peer that vanishes without a word is noticed in seconds
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 5),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 2),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 5000),
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNSENT),  # a line that takes nothing shows it soon
)


class SerialPort:
    """An open line. `on_bytes` gets what arrives; `on_lost` is called once, when the other end is gone or stuck."""

    def __init__(
        self,
        end: serial.Serial | socket.socket,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Fault], None],
        stuck: Fault,
    ) -> None:
        self._end = end
        self._descriptor = end.fileno()
        self._on_bytes = on_bytes
        self._on_lost = on_lost
        self._stuck = stuck
        self._unsent = bytearray()
        self._taken = 0.0  # when the line last took something, while some of it waits
        self._open = True
        self._loop = asyncio.get_running_loop()
        os.set_blocking(self._descriptor, False)
        self._loop.add_reader(self._descriptor, self._readable)

    @classmethod
    async def open(
        cls,
        path: str,
        baud_rate: int,
        on_bytes: Callable[[bytes], None],
        on_lost: Callable[[Fault], None],
        stuck: Fault,
    ) -> SerialPort:
        """Opens a tty for us alone, or connects; an open line proves nothing yet about the device behind it.

        A line that takes nothing more is lost, and `stuck` is what its device calls that.
        """
        if path.startswith("socket://"):
            return cls(await _connected(path), on_bytes, on_lost, stuck)
        return cls(await asyncio.to_thread(_opened, path, baud_rate), on_bytes, on_lost, stuck)

    def write(self, data: bytes) -> None:
        """Sends now what the line takes, the rest as soon as it can."""
        if not self._open:
            return
        was_waiting = bool(self._unsent)
        self._unsent += data
        if not was_waiting:
            self._taken = self._loop.time()
            self._writable()
            if self._unsent and self._open:
                self._loop.add_writer(self._descriptor, self._writable)
        elif len(self._unsent) > MOST_UNSENT:
            self._lost(self._stuck)

    def stuck_for(self) -> float:
        """Seconds since the line last took something, if it owes us that; else 0."""
        return self._loop.time() - self._taken if self._unsent else 0.0

    def pause(self) -> None:
        """Reads nothing more until `resume`: what the device says waits in the kernel."""
        self._loop.remove_reader(self._descriptor)

    def resume(self) -> None:
        """Reads again after a pause."""
        if self._open:
            self._loop.add_reader(self._descriptor, self._readable)

    def framing_errors(self) -> int:
        """How many the port has counted since it exists; 0 where nobody counts (a pty, a socket)."""
        try:
            counted = struct.unpack("20i", fcntl.ioctl(self._descriptor, termios.TIOCGICOUNT, bytes(80)))
        except OSError:
            return 0
        return int(counted[6] + counted[9])  # a long break is the worst framing error

    async def close(self) -> None:
        """Gives the line back; may be called more than once."""
        self._forget()
        await asyncio.to_thread(self._end.close)  # pyserial's may sleep 0.3 s

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # a pulled USB adapter, a closed pty, a reset connection
            data = b""
        if data:
            self._on_bytes(data)
        else:
            self._lost(Fault.LINK_LOST)

    def _writable(self) -> None:
        try:
            sent = os.write(self._descriptor, self._unsent)
        except BlockingIOError:
            return
        except OSError:
            self._lost(Fault.LINK_LOST)
            return
        del self._unsent[:sent]
        self._taken = self._loop.time()
        if not self._unsent:
            self._loop.remove_writer(self._descriptor)

    def _lost(self, fault: Fault) -> None:
        if self._open:
            self._forget()
            self._on_lost(fault)

    def _forget(self) -> None:
        self._open = False
        self._loop.remove_reader(self._descriptor)
        self._loop.remove_writer(self._descriptor)


async def adapter_serial(path: str) -> str | None:
    """The serial number of the USB adapter behind a path, which stands in for a device that has none to tell."""

    def find() -> str | None:
        device = os.path.realpath(path)
        return next((port.serial_number for port in list_ports.comports() if port.device == device), None)

    return None if path.startswith("socket://") else await asyncio.to_thread(find)


def _opened(path: str, baud_rate: int) -> serial.Serial:
    try:
        port = serial.Serial(path, baud_rate, timeout=0, exclusive=True)
        try:
            settings = termios.tcgetattr(port.fileno())
            settings[6][termios.VMIN] = 1  # or an empty read would not mean that the device is gone
            termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)
        except termios.error:
            port.close()
            raise
    except (OSError, ValueError, termios.error) as error:  # pyserial lets termios.error through
        number = error.args[0] if isinstance(error, termios.error) else getattr(error, "errno", None)
        raise FaultError(FAULT_OF_ERRNO.get(number or 0, Fault.PORT_FAILED), path) from error
    return port


async def _connected(url: str) -> socket.socket:
    loop = asyncio.get_running_loop()
    try:
        host, port = urlsplit(url).hostname, urlsplit(url).port
        if host is None or port is None:
            raise FaultError(Fault.PORT_FAILED, url)
        async with asyncio.timeout(CONNECT_WITHIN):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            for place, (family, kind, protocol, _, address) in enumerate(found, 1):
                try:
                    return await _reached(socket.socket(family, kind, protocol), address)
                except OSError:
                    if place == len(found):
                        raise
    except (socket.gaierror, UnicodeError, TimeoutError) as error:
        raise FaultError(Fault.PORT_ABSENT, url) from error
    except (OSError, ValueError) as error:
        raise FaultError(FAULT_OF_ERRNO.get(getattr(error, "errno", 0), Fault.PORT_FAILED), url) from error
    raise FaultError(Fault.PORT_ABSENT, url)


async def _reached(end: socket.socket, address: tuple[str | int | bytes, ...]) -> socket.socket:
    try:
        end.setblocking(False)
        for option in ALIVE:
            end.setsockopt(*option)
        await asyncio.get_running_loop().sock_connect(end, address)
    except BaseException:
        end.close()
        raise
    return end
