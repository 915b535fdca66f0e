"""The drivers, over real kernel objects where there are any."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

PATIENCE = 120.0  # seconds for something that must happen; nobody measures how soon


async def until(condition: Callable[[], object]) -> None:
    """Waits for the world to come to this; TimeoutError if it never does."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(*loops: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """These loops turn while the block lasts; one that ends by itself fails it."""
    tasks = [asyncio.create_task(loop) for loop in loops]
    try:
        yield
        assert not [task for task in tasks if task.done()]
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
