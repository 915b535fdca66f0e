"""The journal is read for callers by threads of its own: however much is asked, no PIN waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from daemon.control.turns import Turns
from drivers.faults import Fault
from drivers.processor import roam

THREADS = 2
WAITING = 16  # readings of a crowd that may wait for a thread

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


class Readers:
    """Two threads, and a short queue for each crowd."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "reader", roam)
        self._turns = Turns(THREADS, WAITING, Fault.READERS_BUSY)

    async def read(self, crowd: str, what: Callable[Asked, Found], *asked: Asked.args, **named: Asked.kwargs) -> Found:
        """What `what` finds; READERS_BUSY if too many of this crowd wait already."""
        await self._turns.begin(crowd)
        reading = self._threads.submit(what, *asked, **named)
        end = partial(asyncio.get_running_loop().call_soon_threadsafe, self._turns.end)
        reading.add_done_callback(lambda _: end())  # not before, even if nobody waits for it any more
        return await asyncio.wrap_future(reading)

    async def close(self) -> None:
        """Ends the threads; what is being read is read to its end."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
