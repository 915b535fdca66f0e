"""Everyone who follows what happens, as server-sent events. Each is written out once, however many follow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from daemon.control.readers import Readers
from daemon.engine import Engine
from daemon.journal.group import written
from daemon.table.events import Event
from daemon.table.state import TableState
from drivers.faults import FaultError

log = logging.getLogger(__name__)

PAGE = 1000  # events read from the journal at a time
MOST_UNREAD = 1000  # events that a slow follower may lag behind before it is cut off

Unread = asyncio.Queue[tuple[int, str] | None]  # None: the end


class Followers:
    """What each has not read yet, and how to be rid of whoever does not read."""

    def __init__(self, engine: Engine, readers: Readers, stopping: asyncio.Event) -> None:
        self._journal, self._readers, self._stopping = engine.journal, readers, stopping
        self._unread: dict[Unread, Callable[[], None]] = {}
        engine.listen(self.committed)

    async def follow(self, known: int | None, crowd: str, abort: Callable[[], None]) -> AsyncGenerator[str]:
        """The stream after entry `known`, or from now on; `abort` ends the connection at once."""
        missed = await self._after(known, crowd)  # what cannot be read is refused before the stream begins
        return self._stream(known, missed, crowd, abort)

    async def _after(self, known: int | None, crowd: str) -> list[tuple[int, str, str]]:
        return [] if known is None else await self._readers.read(crowd, self._journal.events_after, known, PAGE)

    async def _stream(
        self, known: int | None, missed: list[tuple[int, str, str]], crowd: str, abort: Callable[[], None]
    ) -> AsyncGenerator[str]:
        unread: Unread = asyncio.Queue()
        self._unread[unread] = abort
        ending = asyncio.create_task(self._end(unread), name="follow until stop")
        try:
            yield ": following\n\n"
            with suppress(FaultError):  # the stream ends; whoever asks for the rest is told why
                while True:
                    for known, kind, body in missed:
                        yield _sent(known, kind, body)
                    missed = await self._after(known, crowd)  # once more at least: what came before we listened
                    if not missed:
                        break
                while (found := await unread.get()) is not None:
                    number, text = found
                    if number > (known or 0):
                        yield text
        finally:
            self._unread.pop(unread, None)
            ending.cancel()

    async def _end(self, unread: Unread) -> None:
        await self._stopping.wait()
        unread.put_nowait(None)

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Tells everyone who follows."""
        if not self._unread:
            return
        told = [
            (number, _sent(number, event.kind, written(event).decode())) for number, event in enumerate(events, seq + 1)
        ]
        for unread, abort in tuple(self._unread.items()):
            if unread.qsize() + len(told) > MOST_UNREAD:
                self._cut_off(unread)
                abort()
            else:
                for each in told:
                    unread.put_nowait(each)

    def _cut_off(self, unread: Unread) -> None:
        log.warning("follower_cut_off", extra={"unread": unread.qsize()})
        del self._unread[unread]
        while not unread.empty():
            unread.get_nowait()
        unread.put_nowait(None)


def _sent(number: int, kind: str, body: str) -> str:
    return f"id: {number}\nevent: {kind}\ndata: {body}\n\n"
