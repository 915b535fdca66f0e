"""The gaming day, where a rule set waits for it: the table has no clock, so it is told."""

from __future__ import annotations

import asyncio

from daemon.parts.part import Part, Running
from daemon.table.orders import DayBegan

TICK = 1.0  # seconds; the calendar looks no oftener


class DayPart(Part):
    """Tells the table that a day has begun on which other rules come into force.

    Other days are not told: a table that stands still for weeks writes nothing.
    """

    name = "day"

    def __init__(self, running: Running) -> None:
        self._engine, self._calendar = running.engine, running.calendar
        self._beat = running.watchdog.expect("day")

    async def run(self) -> None:
        """Looks, and tells."""
        while True:
            self._beat()
            if (said := self.due()) is not None:
                await self._engine.submit(said)
            await asyncio.sleep(TICK)

    def due(self) -> DayBegan | None:
        """The day, if the table does not know it and something waits for it."""
        state = self._engine.ahead
        coming, day = state.rules.coming, self._calendar()
        return DayBegan(day=day) if coming is not None and state.day < day and coming.day <= day else None
