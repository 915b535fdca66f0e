"""The broker as a witness: it keeps how far the journal has come, and so does whoever listens there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from drivers.board.wire import Head


@dataclass(slots=True)
class Witness:
    """What the broker keeps of a journal proves that entries were taken away: it stays there until it is checked."""

    head: Callable[[], Head | None]  # how far the journal has come
    check: Callable[[Head], Awaitable[bool]]  # whether that stands in it; false: nobody knows, ask again
    news: asyncio.Event = field(default_factory=asyncio.Event)  # there is something to check
    _kept: Head | None = None  # what the broker kept from a life before
    _sent: Head | None = None  # what it keeps now

    def begin(self) -> None:
        """A new connection: the broker says what it keeps."""
        self._kept = self._sent = None

    def keeps(self, head: Head) -> None:
        """Takes what the broker kept: it is to be checked."""
        self._kept = head
        self.news.set()

    async def examine(self) -> None:
        """Holds the journal against what the broker keeps."""
        if self._kept is not None and await self.check(self._kept):
            self._kept = None

    def due(self) -> Head | None:
        """Returns the head that the broker is to keep now, if it does not keep it yet."""
        head = self.head() if self._kept is None else None
        return head if head != self._sent else None

    def sent(self, head: Head) -> None:
        """Notes that the broker has this head."""
        self._sent = head
