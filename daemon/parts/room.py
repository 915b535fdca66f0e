"""The poker room's time: the table has no clock, so each minute that matters there is told to it (67.108, A76)."""

from __future__ import annotations

import asyncio

from daemon.engine import Engine
from daemon.parts.part import Part, Running
from daemon.table.chips import mover
from daemon.table.orders import MinutePassed

MINUTE = 60.0  # seconds


async def a_minute() -> None:
    """Passes a minute, by the process's own clock: nobody can set it."""
    await asyncio.sleep(MINUTE)


class RoomPart(Part):
    """Tells one minute after the other, as long as somebody at the table pays for time, or may come back to it.

    A minute in which croupierd did not run to its end is not told: what players owe is never more than was seen.
    """

    name = "room"

    def __init__(self, running: Running) -> None:
        self._engine = running.engine

    async def run(self) -> None:
        """Keeps telling."""
        while True:
            await a_minute()
            await tell_minute(self._engine)


async def tell_minute(engine: Engine) -> None:
    """Tells the table that the next of its minutes has passed, if any matters there."""
    play = engine.ahead.play
    game = mover(play)
    passed = game.minute(play) if game is not None else None
    if passed is not None:
        await engine.submit(MinutePassed(minute=passed + 1))
