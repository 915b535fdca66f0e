"""Whoever shows the table: the newest of everything as one stream, and a beat while nothing changes.

Nobody is told what is not so any more: a watcher who reads slowly skips what came between. A screen on which no beat
arrives knows that what it shows is old, however alive the connection looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from pydantic_core import to_json
from typing_extensions import TypedDict

from daemon.engine import Engine
from daemon.table.answers import State
from daemon.table.events import Event
from daemon.table.offers import Offer, offers
from daemon.table.state import TableState
from daemon.text.answers import ActiveFault
from drivers.faults import exception_site

log = logging.getLogger(__name__)

BEAT = 2.0  # seconds
RETRY = 500  # milliseconds after which a browser tries again


class Now(TypedDict):
    """The table now, what may be ordered of it, and what is wrong."""

    state: State
    offers: list[Offer]
    faults: list[ActiveFault]
    posted: str  # of what `/posted` tells, its `ETag`
    pictures: list[str]  # of the camera's last look, by their SHA-256


class Watchers:
    """Everyone who shows the table."""

    def __init__(self, engine: Engine, stopping: asyncio.Event, now: Callable[[list[Offer]], Now]) -> None:
        self._engine, self._stopping, self._now = engine, stopping, now
        self._changed: set[asyncio.Event] = set()
        self._offered: tuple[TableState | None, list[Offer]] = None, []
        self._text, self._at = b"", -BEAT
        engine.listen(self.committed)

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Wakes everyone."""
        self._text = b""
        for changed in self._changed:
            changed.set()

    async def watch(self) -> AsyncGenerator[str]:
        """What is now, and again whenever it is something else; between, a beat."""
        changed, told = asyncio.Event(), b""
        self._changed.add(changed)
        ending = asyncio.create_task(self._end(changed), name="watch until stop")
        try:
            yield f"retry: {RETRY}\n\n"
            while not self._stopping.is_set():
                changed.clear()
                now = self._newest()
                if now != told:
                    told = now
                    yield f"id: {self._engine.seq}\nevent: table\ndata: {now.decode()}\n\n"
                else:
                    yield "event: beat\ndata: {}\n\n"
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT):
                        await changed.wait()
        finally:
            self._changed.discard(changed)
            ending.cancel()

    def now(self) -> Now:
        """All of it; what may be ordered is found out once for each state."""
        state = self._engine.state
        if self._offered[0] is not state:
            self._offered = state, _tried(state)
        return self._now(self._offered[1])

    def _newest(self) -> bytes:
        """The same, written out once however many watch; it changes without a commit too, so not for long."""
        now = asyncio.get_running_loop().time()
        if not self._text or now - self._at >= BEAT / 2:
            self._text, self._at = to_json(self.now(), inf_nan_mode="null"), now
        return self._text

    async def _end(self, changed: asyncio.Event) -> None:
        await self._stopping.wait()
        changed.set()


def _tried(state: TableState) -> list[Offer]:
    """What may be ordered; a bug in what is only tried leaves the screen its state, and no touch."""
    try:
        return offers(state)
    except Exception as bug:  # noqa: BLE001 - whose words might tell a card
        log.critical("offers_bug", extra={"exception": exception_site(bug)})
        return []
