"""21.2: how long no board has proven the progressive's amount, by the process's own clock; the table is told."""

from __future__ import annotations

import asyncio
import math
import time

from daemon.parts.boards import BoardsPart
from daemon.parts.part import Part, Running
from daemon.table.orders import DisplayLost, DisplayProven

TICK = 0.5  # seconds; boards speak at least as often


class DisplayPart(Part):
    """Tells the table when its progressive goes undisplayed for longer than is posted, and when it is displayed again.

    A board proves the amount by its own echo, live and word for word what it was last sent. The time counts from the
    last such echo; at first, from when there was something to show.
    """

    name = "display"

    def __init__(self, running: Running, boards: BoardsPart) -> None:
        self._engine, self._boards = running.engine, boards
        self._posted = running.settings.display_seconds
        self._beat = running.watchdog.expect("display")
        self._clock = asyncio.get_running_loop().time
        self._pool, self._since = "", 0.0  # what is to be shown, and since when
        self._lost: float | None = None  # the last proof before the gap that this process has told

    async def run(self) -> None:
        """Looks, and tells."""
        while True:
            self._beat()
            if (said := self.due(self._clock(), time.time())) is not None:
                await self._engine.submit(said)
            await asyncio.sleep(TICK)

    def due(self, now: float, wall: float) -> DisplayLost | DisplayProven | None:
        """What the table does not know yet, if there is anything."""
        pool, proved = self._boards.pool, self._boards.driver.proved
        if pool != self._pool:
            self._pool, self._since, self._lost = pool, now, None
        last = max(proved, self._since)
        gap, dark = self._engine.ahead.gaps.get(pool), now - last
        if not pool or (gap is None) is (dark < self._posted):
            return None
        if gap is None:
            self._lost = last
            return DisplayLost(pool=pool, seconds=math.floor(dark), since=math.floor(wall - dark))
        if last > proved:  # nothing is proven yet: this process has just begun
            return None
        seconds = wall - dark - gap.since if self._lost is None else proved - self._lost  # a restart lies in between
        return DisplayProven(pool=pool, seconds=max(0, math.floor(seconds)))
