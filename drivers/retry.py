"""When a lost link is tried again: soon, then more and more seldom; soon again only if it has held for a while.

One that flaps rests first, longer each time, until it has held as long as the longest rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

FIRST_RETRY, LAST_RETRY = 0.1, 3.0  # seconds, doubling
HELD = 10.0  # seconds; a device that comes up and dies at once fills no journal
FIRST_REST, LAST_REST = 10.0, 60.0  # seconds, doubling; whoever has mended a cable waits no longer
LOOK = 0.25  # seconds between two signs of life while we wait


@dataclass(slots=True)
class Retry:
    """Of one link."""

    _next: float = 0.0  # seconds
    _up: float | None = None  # when the link came up; None: it is down
    _rest: float = 0.0  # seconds that the last rest takes
    _flaps: bool = False

    def up(self) -> None:
        """The link is there; said again, it still is."""
        if self._up is None:
            self._up = asyncio.get_running_loop().time()

    def flaps(self) -> float:
        """The link is closed because it comes and goes: so many seconds it will rest."""
        if self._held() >= LAST_REST:
            self._rest = 0.0
        self._rest = min(max(2 * self._rest, FIRST_REST), LAST_REST)
        self._flaps = True
        return self._rest

    def down(self) -> float:
        """The link is not there, or not any more: so many seconds until it is tried again."""
        held = self._held()
        if self._flaps:
            due, self._flaps = self._rest, False
        else:
            if held >= LAST_REST:
                self._rest = 0.0
            due = FIRST_RETRY if held >= HELD else max(self._next, FIRST_RETRY)
            self._next = min(2 * due, LAST_RETRY)
        self._up = None
        return due

    def _held(self) -> float:
        return asyncio.get_running_loop().time() - self._up if self._up is not None else -1.0

    async def wait(self, beat: Callable[[], None], unsettled: Callable[[], bool] = lambda: False) -> None:
        """Until it is due, and as long as something of the last link is still on its way to the disk."""
        loop, due = asyncio.get_running_loop(), self.down()
        until = loop.time() + due
        while (left := until - loop.time()) > 0 or unsettled():
            beat()
            await asyncio.sleep(min(LOOK, max(left, FIRST_RETRY)))
