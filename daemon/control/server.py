"""uvicorn inside the daemon's own loop: on a Unix socket, where a caller is who the kernel says, and on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from daemon.control.guard import HARDENED, LARGEST_HEAD, Guard
from daemon.control.refusal import refusal
from drivers.faults import Fault, FaultError

MODE = 0o660
LOOPBACK = "127.0.0.1"
MOST = 125  # connections at each door; the devices and the journal need descriptors too
PATIENCE = 10.0  # seconds for a request's head to arrive, from the connection or from the last answer on


class PeerProtocol(H11Protocol):
    """HTTP whose `request.client.host` is `uid:N` on the Unix socket, from SO_PEERCRED.

    `request.state.abort` ends the connection at once.
    """

    _due: asyncio.TimerHandle | None = None  # when the next request's head is

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Asks the kernel once, when the connection is made."""
        super().connection_made(transport)
        self.app_state = {"abort": transport.abort}
        peer: socket.socket = transport.get_extra_info("socket")
        if peer.family == socket.AF_UNIX:
            credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            pid, uid, _ = struct.unpack("3i", credentials)
            self.client = (f"uid:{uid}", pid)
        if sum(getattr(each, "server", None) == self.server for each in self.connections) > MOST:
            transport.abort()
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more is due."""
        super().connection_lost(exc)
        if self._due is not None:
            self._due.cancel()

    def on_response_complete(self) -> None:
        """The next request may have come already."""
        self._await_head()
        super().on_response_complete()

    def _await_head(self) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due = self.loop.call_later(PATIENCE, self._overdue, self.cycle)

    def _overdue(self, last: object) -> None:
        if self.cycle is last:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What is not HTTP is refused in JSON like everything else, unless an answer is on its way already."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = refusal(Fault.ORDER_MALFORMED, msg, 400)
            headers = [*answer.raw_headers, *HARDENED, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers),
                h11.Data(bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class Server(uvicorn.Server):
    """uvicorn, except that signals are the daemon's business."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves them alone."""
        yield


def bind(path: Path, group: str | None = None) -> socket.socket:
    """The Unix socket; a dead one left behind is replaced (the journal's lock says that we are alone)."""
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    folder = path.parent.stat()
    if folder.st_uid not in (0, os.geteuid()) or folder.st_mode & 0o022:
        raise PermissionError(0, f"others may write {path.parent}")
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        previous = os.umask(0o177)
        try:
            listener.bind(str(path))
        finally:
            os.umask(previous)
        if group is not None:
            _give(path, group)
        path.chmod(MODE)  # only now that it is the right group's
    except BaseException:
        listener.close()
        raise
    return listener


def _give(path: Path, group: str) -> None:
    try:
        shutil.chown(path, group=group)
    except PermissionError as error:
        raise PermissionError(error.errno, f"this user is not in the group {group}") from error


def bind_console(port: int) -> socket.socket:
    """The console's port, for this machine alone."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
    except BaseException:
        listener.close()
        raise
    return listener


def _listeners(path: Path, group: str | None, console_port: int | None) -> list[socket.socket]:
    with contextlib.ExitStack() as undo:
        where = str(path)
        try:
            listeners = [undo.enter_context(bind(path, group))]
            if console_port is not None:
                where = f"{LOOPBACK}:{console_port}"
                listeners.append(undo.enter_context(bind_console(console_port)))
        except OSError as error:
            raise FaultError(Fault.CONTROL_NO_SOCKET, f"{where}: {error.strerror}") from error
        except LookupError as error:
            raise FaultError(Fault.CONTROL_NO_SOCKET, f"{where}: no group {group}") from error
        undo.pop_all()
    return listeners


@contextlib.asynccontextmanager
async def serving(
    app: FastAPI, path: Path, group: str | None = None, console_port: int | None = None
) -> AsyncIterator[asyncio.Task[None]]:
    """Serves from the first line inside until the last; the task ends early only if something is wrong."""
    listeners = await asyncio.to_thread(_listeners, path, group, console_port)
    config = uvicorn.Config(
        Guard(app, console_port),
        http=PeerProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",  # nobody may fill the log with what is not even HTTP
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    server = Server(config)
    task = asyncio.create_task(server.serve(sockets=listeners), name="control API")
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        yield task
    finally:
        server.should_exit = True
        await task
        await asyncio.to_thread(path.unlink, missing_ok=True)
