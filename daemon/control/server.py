"""uvicorn inside the daemon's own loop, on a Unix socket; the caller is who the kernel says it is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from drivers.faults import Fault, FaultError

MODE = 0o660


class PeerProtocol(H11Protocol):
    """HTTP whose `request.client.host` is `uid:N`, from SO_PEERCRED."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Asks the kernel once, when the connection is made."""
        super().connection_made(transport)
        peer: socket.socket = transport.get_extra_info("socket")
        pid, uid, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
        self.client = (f"uid:{uid}", pid)


class Server(uvicorn.Server):
    """uvicorn, except that signals are the daemon's business."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves them alone."""
        yield


def bind(path: Path) -> socket.socket:
    """The listening socket; a dead one left behind is replaced (the journal's lock says that we are alone)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    previous = os.umask(0o777 & ~MODE)
    try:
        listener.bind(str(path))
    finally:
        os.umask(previous)
    return listener


@contextlib.asynccontextmanager
async def serving(app: FastAPI, path: Path) -> AsyncIterator[asyncio.Task[None]]:
    """Serves from the first line inside until the last; the task ends early only if something is wrong."""
    try:
        listener = await asyncio.to_thread(bind, path)
    except OSError as error:
        raise FaultError(Fault.CONTROL_NO_SOCKET, f"{path}: {error.strerror}") from error
    config = uvicorn.Config(
        app,
        http=PeerProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    server = Server(config)
    task = asyncio.create_task(server.serve(sockets=[listener]), name="control API")
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        yield task
    finally:
        server.should_exit = True
        await task
        await asyncio.to_thread(path.unlink, missing_ok=True)
