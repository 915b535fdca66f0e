"""The control API of a table without a disk, on real sockets: the Unix one and the console's port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from daemon.control.api import build
from daemon.control.server import serving
from daemon.control.sessions import Sessions
from daemon.parts.health import Health
from daemon.people import People
from daemon.table.posted import posted
from daemon.table.view import view
from hil.broker import free_port
from tests.daemon.people import CONSOLE, PIN, Memory, enrol
from tests.drivers import PATIENCE


class Door:
    """Where it listens, and a token to get in with."""

    def __init__(self, path: Path, port: int, token: str, table: Memory, sessions: Sessions, people: Path) -> None:
        self.path, self.port, self.token, self.table, self.sessions = path, port, token, table, sessions
        self.people = people

    async def ask(self, request: bytes, *, unix: bool = False) -> bytes:
        """What comes back for these bytes, until the connection ends or is a stream."""
        opening = asyncio.open_unix_connection(self.path) if unix else asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = await opening
        answer = b""
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(request)
                while chunk := await reader.read(65536):
                    answer += chunk
                    if b"text/event-stream" in answer.partition(b"\r\n\r\n")[0]:
                        break
        except ConnectionError:
            pass  # it hung up before it had heard everything
        finally:
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)
        return answer


@asynccontextmanager
async def door(folder: Path) -> AsyncIterator[Door]:
    people, table, stopping = enrol(folder), Memory(), asyncio.Event()
    sessions = Sessions(People(people), table.engine)
    told = posted(table.engine.state)
    state = lambda: view(table.engine.state, seq=table.engine.seq)  # noqa: E731
    app = build(table.engine, sessions, lambda: {"faults": []}, stopping, state, Health, lambda: told)
    path, port = folder / "run/table.sock", free_port()
    async with serving(app, path, None, port):
        token, *_ = await sessions.sign_in("D1", PIN, CONSOLE)
        yield Door(path, port, token, table, sessions, people)
        stopping.set()
