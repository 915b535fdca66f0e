"""The line of a simulated device: a pty behind a path like those of udev, or a port of a serial-to-TCP server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

Heard = Callable[[bytes], None]


class Line(Protocol):
    """One cable."""

    def plug(self, heard: Heard) -> None:
        """Puts the cable in; what the host says goes to `heard`."""

    def unplug(self) -> None:
        """Pulls it; both may be done twice."""

    def write(self, data: bytes) -> None:
        """To the host, if there is one; like a UART, we never wait."""


class Pty:
    """A serial cable."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._ends: tuple[int, int] | None = None

    def plug(self, heard: Heard) -> None:
        """Opens the line: its path appears."""
        if self._ends is not None:
            return
        ours, theirs = self._ends = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._link.parent.mkdir(parents=True, exist_ok=True)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(os.ttyname(theirs))
        asyncio.get_running_loop().add_reader(ours, lambda: heard(os.read(ours, 4096)))

    def unplug(self) -> None:
        """Closes the line: its path is gone."""
        if self._ends is None:
            return
        asyncio.get_running_loop().remove_reader(self._ends[0])
        for end in self._ends:
            os.close(end)
        self._ends = None
        self._link.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """What nobody reads is lost when the line is full."""
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)


class Tcp:
    """A serial-to-TCP server on loopback; whoever connects last has the line."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._server: socket.socket | None = None
        self._host: socket.socket | None = None

    def plug(self, heard: Heard) -> None:
        """Begins to listen."""
        if self._server is None:
            self._server = socket.create_server(("127.0.0.1", self._port))
            self._server.setblocking(False)
            asyncio.get_running_loop().add_reader(self._server, self._accept, self._server, heard)

    def unplug(self) -> None:
        """Its network cable is pulled: nobody is connected, and nobody can be."""
        self._hang_up()
        if self._server is not None:
            asyncio.get_running_loop().remove_reader(self._server)
            self._server.close()
            self._server = None

    def write(self, data: bytes) -> None:
        """Sends to whoever is connected."""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.send(data)

    def _accept(self, server: socket.socket, heard: Heard) -> None:
        self._hang_up()
        self._host, _ = server.accept()
        self._host.setblocking(False)
        asyncio.get_running_loop().add_reader(self._host, self._readable, self._host, heard)

    def _readable(self, host: socket.socket, heard: Heard) -> None:
        try:
            data = host.recv(4096)
        except OSError:
            data = b""
        if data:
            heard(data)
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._host is not None:
            asyncio.get_running_loop().remove_reader(self._host)
            self._host.close()
            self._host = None


def misheard(data: bytes, slower: int = 4) -> bytes:
    """What a UART makes of bytes that come at a fraction of its speed: it sees every bit that many times.

    >>> misheard(b"U", 2).hex()
    '6666'
    """
    signal = [bit for byte in data for bit in (0, *(byte >> place & 1 for place in range(8)), 1) for _ in range(slower)]
    heard, place = bytearray(), 0
    while place < len(signal):
        if signal[place]:  # idle, or a stop bit: a byte starts with a 0
            place += 1
            continue
        heard.append(sum(bit << number for number, bit in enumerate(signal[place + 1 : place + 9])))
        place += 10
    return bytes(heard)
