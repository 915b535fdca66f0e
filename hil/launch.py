"""The one launcher of simulated devices: `python -m hil.launch shoe CHANNEL '{"link": …}'`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import pkgutil
import signal
import sys
from pathlib import Path

from hil.device import Device

ELSEWHERE = {  # than in `hil.KIND:simulated`; by name, so that no device loads what another needs
    "board": "hil.board:Board",
    "meter": "hil.board:Board",
    "camera": "hil.camera.serve:Camera",
    "shaker": "hil.shaker.device:Shaker",  # in the system's Python
    "studio_shaker": "hil.shaker.studio:StudioShaker",
}


async def live(kind: str, channel: Path, options: str) -> None:
    """Runs one device until SIGTERM."""
    made = pkgutil.resolve_name(ELSEWHERE.get(kind, f"hil.{kind}:simulated"))
    gc.freeze()  # devices come and go by the hundred: none looks at its end through all that it loaded
    device: Device = made(**json.loads(options))
    task = asyncio.create_task(device.serve(channel), name=kind)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
