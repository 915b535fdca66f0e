"""The one launcher of simulated devices: `python -m hil.launch shoe CHANNEL '{"link": …}'`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from hil.board import Board
from hil.device import Device
from hil.shoe import simulated

DEVICES: dict[str, Callable[..., Device]] = {"shoe": simulated, "board": Board}


async def live(kind: str, channel: Path, options: str) -> None:
    """One device, until SIGTERM."""
    task = asyncio.create_task(DEVICES[kind](**json.loads(options)).serve(channel), name=kind)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
