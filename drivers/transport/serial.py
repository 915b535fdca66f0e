"""A serial port on the event loop: a non-blocking descriptor, read when the kernel says so.

Opening and closing may block (pyserial's close can sleep 0.3 s), so they run in a thread; reading and writing never do.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios
from collections.abc import Callable

import serial

from drivers.faults import Fault, FaultError

CHUNK = 65536
MOST_UNSENT = 4096  # a line that takes nothing for this long is a lost line

FAULT_OF_ERRNO = {
    errno.ENOENT: Fault.PORT_ABSENT,
    errno.ENODEV: Fault.PORT_ABSENT,
    errno.ENXIO: Fault.PORT_ABSENT,
    errno.EIO: Fault.PORT_ABSENT,
    errno.EACCES: Fault.PORT_NO_ACCESS,
    errno.EPERM: Fault.PORT_NO_ACCESS,
    errno.EBUSY: Fault.PORT_BUSY,
    errno.EAGAIN: Fault.PORT_BUSY,  # another process holds the lock
}


class SerialPort:
    """An open port. `on_bytes` gets what arrives; `on_lost` is called once, when the other end is gone."""

    def __init__(self, port: serial.Serial, on_bytes: Callable[[bytes], None], on_lost: Callable[[], None]) -> None:
        self._port = port
        self._descriptor = port.fileno()
        self._on_bytes = on_bytes
        self._on_lost = on_lost
        self._unsent = bytearray()
        self._open = True
        self._loop = asyncio.get_running_loop()
        os.set_blocking(self._descriptor, False)
        self._loop.add_reader(self._descriptor, self._readable)

    @classmethod
    async def open(
        cls, path: str, baud_rate: int, on_bytes: Callable[[bytes], None], on_lost: Callable[[], None]
    ) -> SerialPort:
        """Opens the port for us alone; an open port proves nothing yet about the device behind it."""
        try:
            port = await asyncio.to_thread(serial.Serial, path, baud_rate, timeout=0, exclusive=True)
        except (OSError, ValueError, termios.error) as error:  # pyserial lets termios.error through
            number = error.args[0] if isinstance(error, termios.error) else getattr(error, "errno", None)
            raise FaultError(FAULT_OF_ERRNO.get(number or 0, Fault.PORT_FAILED), path) from error
        return cls(port, on_bytes, on_lost)

    def write(self, data: bytes) -> None:
        """Sends now what the line takes, the rest as soon as it can."""
        was_waiting = bool(self._unsent)
        self._unsent += data
        if not was_waiting:
            self._writable()
            if self._unsent and self._open:
                self._loop.add_writer(self._descriptor, self._writable)
        elif len(self._unsent) > MOST_UNSENT:
            self._lost()

    async def close(self) -> None:
        """Gives the port back; may be called more than once."""
        self._forget()
        await asyncio.to_thread(self._port.close)

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, CHUNK)
        except BlockingIOError:
            return
        except OSError:  # a pulled USB adapter, a closed pty
            data = b""
        if data:
            self._on_bytes(data)
        else:
            self._lost()

    def _writable(self) -> None:
        try:
            sent = os.write(self._descriptor, self._unsent)
        except BlockingIOError:
            return
        except OSError:
            self._lost()
            return
        del self._unsent[:sent]
        if not self._unsent:
            self._loop.remove_writer(self._descriptor)

    def _lost(self) -> None:
        if self._open:
            self._forget()
            self._on_lost()

    def _forget(self) -> None:
        self._open = False
        self._loop.remove_reader(self._descriptor)
        self._loop.remove_writer(self._descriptor)
