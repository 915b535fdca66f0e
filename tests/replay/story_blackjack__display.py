"""21.2: the meter's board goes dark in a round, a second time between two; a restart and a day lie in the gap."""

from __future__ import annotations

from daemon.table.orders import CloseBetting, DisplayLost, DisplayProven, NoMoreCards, OpenRound
from tests.daemon.floor import IN_SERVICE, POOL
from tests.replay.stories import NextDay, Restart, Story, seat

SINCE = 1_794_848_400  # seconds since 1970
LOST = DisplayLost(pool=POOL.name, seconds=30, since=SINCE)
VERDICTS = "finished finished finished"


def story() -> Story:
    """What was laid before the gap contributes; the next round has no such wager, and the one after it has again."""
    yield IN_SERVICE
    yield (OpenRound(), seat(1, progressive=100), LOST, seat(2, progressive=100), CloseBetting(), "Ah 9d 7c 8s")
    yield (NoMoreCards(), OpenRound(), seat(1, sevens=100), CloseBetting(), "7h 9c", NoMoreCards())
    yield (DisplayProven(pool=POOL.name, seconds=95), DisplayLost(pool=POOL.name, seconds=31, since=SINCE + 200))
    yield (NextDay(), Restart(), OpenRound(), DisplayProven(pool=POOL.name, seconds=86_400), seat(3, progressive=100))
    yield (CloseBetting(), "8h 9h", NoMoreCards())
