"""A conversation with the shaker by croupierd's own driver, for as long as a command runs."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from daemon.cli.shaker.common import DEVICE, ShakerTarget
from drivers.faults import Fault, FaultError
from drivers.observation import Observation
from drivers.shaker.conversation import Manner

OPEN_WITHIN = 4.0  # seconds; a verdict is due within five
TICK = 0.1
LOOK_EVERY = 1.0  # seconds between two looks whether croupierd wants its shaker back


class Talk:
    """A driver that runs, what it tells, and whether somebody has pressed Ctrl-C."""

    def __init__(self, target: ShakerTarget, manner: Manner) -> None:
        self._target = target
        self._look_at = 0.0
        self.heard: asyncio.Queue[tuple[Observation, bytes]] = asyncio.Queue()
        self.interrupted = asyncio.Event()
        self.driver = target.make.load().at(
            target.place, device=DEVICE, sink=self._take, beat=lambda: None, manner=manner
        )  # fmt: skip

    def _take(self, observation: Observation, raw: bytes) -> asyncio.Future[None]:
        self.heard.put_nowait((observation, raw))
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stored.set_result(None)
        return stored

    async def opened(self) -> None:
        """Waits until the shaker has said who it is; raises what keeps us from it."""
        try:
            async with asyncio.timeout(OPEN_WITHIN):
                while (fault := self.driver.fault) is not None:
                    if fault is not Fault.SHAKER_OPENING:
                        raise FaultError(fault, self.driver.detail)
                    await asyncio.sleep(TICK)
        except TimeoutError:
            raise FaultError(Fault.SHAKER_SILENT, self._target.name) from None

    async def next(self) -> tuple[Observation, bytes] | None:
        """Returns what the shaker tells next, or None after a moment. croupierd gets its shaker back if it wants it."""
        now = asyncio.get_running_loop().time()
        if now >= self._look_at:
            await asyncio.to_thread(self._target.check_free)
            self._look_at = now + LOOK_EVERY
        try:
            return await asyncio.wait_for(self.heard.get(), TICK)
        except TimeoutError:
            return None


@asynccontextmanager
async def talking(target: ShakerTarget, **manner: Any) -> AsyncIterator[Talk]:
    """Holds the shaker while the block runs; Ctrl-C only sets `interrupted`."""
    target.check_free()
    logging.getLogger("drivers.shaker").addHandler(logging.NullHandler())  # the report says it
    logging.getLogger("drivers.shaker").propagate = False
    talk, loop = Talk(target, replace(target.manner, **manner)), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, talk.interrupted.set)
    task = asyncio.create_task(talk.driver.run(), name="shaker")
    try:
        await talk.opened()
        yield talk
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
