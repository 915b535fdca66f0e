"""The journal is read for callers by threads of its own: however much is asked, no PIN waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import ParamSpec, TypeVar

from drivers.faults import Fault, FaultError
from drivers.processor import roam

THREADS = 2
WAITING = 16  # readings that may wait for a thread

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


class Readers:
    """Two threads and a short queue."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "reader", roam)
        self._places = BoundedSemaphore(THREADS + WAITING)

    async def read(self, what: Callable[Asked, Found], *asked: Asked.args, **named: Asked.kwargs) -> Found:
        """What `what` finds; READERS_BUSY if too many wait already."""
        if not self._places.acquire(blocking=False):
            raise FaultError(Fault.READERS_BUSY)
        reading = self._threads.submit(what, *asked, **named)
        reading.add_done_callback(lambda _: self._places.release())  # not before, even if nobody waits for it any more
        return await asyncio.wrap_future(reading)

    async def close(self) -> None:
        """Ends the threads; what is being read is read to its end."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
