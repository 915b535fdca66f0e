"""uvicorn inside the daemon's own loop, at two doors: a Unix socket and, for the console, a port on loopback."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from daemon.control.doors import Doors
from daemon.control.guard import LARGEST_HEAD, Guard, hardened
from daemon.control.peers import caller
from daemon.control.refusal import refusal
from drivers.faults import Fault

MOST = 125  # connections at each door; the devices and the journal need descriptors too
BACKLOG = 128  # that may wait to be taken: they are taken at once, before anyone who is too much is let go
PATIENCE = (
    10.0  # seconds for a request's head to arrive, from the connection or from the last answer on; and to read on
)


class PeerProtocol(H11Protocol):
    """HTTP whose `request.client.host` is who calls, as the kernel says: `uid:N`, or on loopback `loopback:N`.

    `request.state.abort` ends the connection at once. `crowd` says with whom a caller shares a door's connections.
    """

    _due: asyncio.TimerHandle | None = None  # when the next request's head is
    _read: asyncio.TimerHandle | None = None  # when a caller who does not read must go on reading

    def __init__(self, *, crowd: Callable[[str], str], **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._crowd = crowd
        self.since, self.leaves = self.loop.time(), False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Asks the kernel once, when the connection is made."""
        super().connection_made(transport)
        self.app_state = {"abort": transport.abort}
        self.client = caller(transport.get_extra_info("socket"))
        self._make_room()
        self._await_head()

    @property
    def crowd(self) -> str:
        """With whom this caller shares the door."""
        return self._crowd(self.client[0] if self.client else "")

    def _make_room(self) -> None:
        """A full door turns nobody away: of the largest crowd, who came first leaves."""
        everyone = cast("set[PeerProtocol]", self.connections)
        here = [each for each in everyone if each.server == self.server and not each.leaves]
        if len(here) > MOST:
            ((largest, _),) = Counter(each.crowd for each in here).most_common(1)
            first = min((each for each in here if each.crowd == largest), key=lambda each: each.since)
            first.leaves = True
            first.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends every timer: nothing more is due."""
        super().connection_lost(exc)
        for timer in (self._due, self._read):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        """More was written than is read: the caller has a little time."""
        super().pause_writing()
        self._read = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """Ends the caller's time: what was written has been read."""
        super().resume_writing()
        if self._read is not None:
            self._read.cancel()

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
        if self.cycle is not None and not self.cycle.response_complete:  # its body went wrong
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = refusal(Fault.ORDER_MALFORMED, msg, 400)
            headers = [*hardened(answer.raw_headers), (b"connection", b"close")]
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


@contextlib.asynccontextmanager
async def serving(
    app: FastAPI, path: Path, group: str | None = None, console_port: int | None = None
) -> AsyncIterator[asyncio.Task[None]]:
    """Serves from the first line inside until the last; the task ends early only if something is wrong."""
    doors = await asyncio.to_thread(Doors, path, group, console_port)
    crowd = app.state.sessions.crowd
    config = uvicorn.Config(
        Guard(app, console_port, crowd),
        http=cast("type[PeerProtocol]", partial(PeerProtocol, crowd=crowd)),
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",  # nobody may fill the log with what is not even HTTP
        access_log=False,
        server_header=False,
        proxy_headers=False,  # who calls is what the kernel says, not what the caller does
        backlog=BACKLOG,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    server = Server(config)
    task = asyncio.create_task(server.serve(sockets=doors.listeners), name="control API")
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        yield task
    finally:
        await asyncio.to_thread(doors.take_down)
        server.should_exit = True
        try:
            await task
        finally:
            doors.let_go()
