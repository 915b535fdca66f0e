"""croupierd under strict checks: any blocking call on its event loop is an error, any warning too.

A minute of the poker room passes when the rig says so, by SIGUSR1, and not by itself: no story waits for one.
"""

from __future__ import annotations

import asyncio
import runpy
import signal
import sys
from importlib import import_module

from blockbuster import BlockBuster


class Minutes:
    """The minutes that the rig lets pass."""

    def __init__(self) -> None:
        self._told: asyncio.Semaphore | None = None
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # until somebody counts them

    async def one(self) -> None:
        """Passes the next."""
        if self._told is None:
            self._told = asyncio.Semaphore(0)
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._told.release)
        await self._told.acquire()


if __name__ == "__main__":
    sys.argv[0] = "croupierd"
    vars(import_module("daemon.parts.room"))["a_minute"] = Minutes().one
    BlockBuster().activate()
    runpy.run_module("daemon.croupierd", run_name="__main__")
