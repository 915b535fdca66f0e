"""The simulated camera: MJPEG over HTTP on loopback, as network cameras serve it, of whatever lies in its tray."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from pathlib import Path
from struct import Struct
from typing import Any, ClassVar

from hil.camera.model import Tray
from hil.device import Device

PAUSE = 0.08  # seconds between two frames
LOOP = 8  # frames that come again and again
BOUNDARY = b"croupier"
SWOLLEN = Struct(">HH").pack(16_000, 16_000)
HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=" + BOUNDARY + b"\r\n\r\n"


class Camera(Device):
    """Serves at `http://127.0.0.1:port/`, whatever path is asked for."""

    FAULTS: ClassVar = {
        "unplug": "the connection ends, and nobody answers; off: it is plugged in again",
        "hang": "the connection stays, and nothing more is sent",
        "freeze": "the same frame, to the last bit, again and again",
        "repeat_frame": "the last frames come round and round",
        "go_dark": "the lamp is out",
        "defocus": "the lens has turned",
        "bump": "somebody has pushed the camera",
        "cover": "a hand is before the lens",
        "swell": "its frames claim 16,000 x 16,000 pixels",
    }
    SPOILS: ClassVar = {"go_dark": "dark", "defocus": "defocus", "bump": "bump", "cover": "cover"}

    def __init__(self, port: int, seed: int = 1) -> None:
        super().__init__()
        self._port = port
        self._tray = Tray(seed)
        self._frame = b""
        self._last: deque[bytes] = deque(maxlen=LOOP)
        self._news = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._clients: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def run(self) -> None:
        """Serves pictures until cancelled."""
        await self._take()
        await self._plug()
        try:
            while True:
                await asyncio.sleep(PAUSE)
                await self._take()
                self._wake()
        finally:
            self._unplug()
            await asyncio.gather(*self._clients, return_exceptions=True)

    async def switched(self, fault: str, *, on: bool) -> None:
        """Cables, lamps and hands act at once."""
        if fault == "unplug":
            self._unplug() if on else await self._plug()
        elif fault in self.SPOILS:
            await asyncio.to_thread(self._tray.spoil, self.SPOILS[fault] if on else None)

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`lay` these dice at rest, `shake` until they are laid again, `empty` the tray, `spoil` it, `calibrate` it."""
        match what:
            case "lay":
                await asyncio.to_thread(self._tray.lay, tuple(details["dice"]), details.get("spoilt"))
            case "shake":
                self._tray.shake()
            case "empty":
                await asyncio.to_thread(self._tray.lay, (), None)
            case "calibrate":
                await asyncio.to_thread(self._tray.calibrate, Path(details["file"]))
            case _:
                return await super().do(what, **details)
        return {}

    # -- the wire -----------------------------------------------------------------------------------------------------

    async def _plug(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)

    def _unplug(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for client in self._clients.values():
            client.transport.abort()
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - for the type checker
        self._clients[task] = writer
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(HEAD)
            while True:
                if "hang" not in self.on:
                    writer.write(_part(self._frame))
                    await writer.drain()
                await self._news.wait()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            del self._clients[task]
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _take(self) -> None:
        """The next frame, as the faults want it."""
        if self.on & {"freeze", "hang", "unplug"} and self._frame:
            return
        if "repeat_frame" in self.on and self._last:
            self._last.rotate(-1)
            self._frame = self._last[-1]
            return
        self._frame = await asyncio.to_thread(self._tray.frame)
        if "swell" in self.on:
            at = self._frame.index(b"\xff\xc0") + 5  # the frame's header: length, bits, then height and width
            self._frame = self._frame[:at] + SWOLLEN + self._frame[at + len(SWOLLEN) :]
        self._last.append(self._frame)


def _part(frame: bytes) -> bytes:
    """Writes one frame as a part of the stream."""
    head = b"--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % (BOUNDARY, len(frame))
    return head + frame + b"\r\n"
