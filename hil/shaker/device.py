"""The shaker as a device of the rig: a process of its own with a USB bus that other processes can be given."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from hil.device import Device
from hil.shaker.model import Model

if TYPE_CHECKING:
    from hil.shaker.bus import Bus


class Shaker(Device):
    """What the world and the rig do to it; `environment` is the file that tells how to get at its bus."""

    FAULTS: ClassVar = Model.FAULTS

    def __init__(self, serial: str, environment: str, seed: int = 0) -> None:
        super().__init__()
        self._model = Model(serial, seed)
        self._model.on = self.on
        self._environment = Path(environment)
        self._bus: Bus | None = None  # until it runs

    async def run(self) -> None:
        """Hangs on the bus until cancelled."""
        from hil.shaker.bus import Bus  # noqa: PLC0415 - only the system's Python can

        self._bus = Bus(self._model)
        self._bus.start()
        fresh = self._environment.with_suffix(".new")
        fresh.write_text(json.dumps(self._bus.environment))
        fresh.rename(self._environment)
        await asyncio.Event().wait()

    async def switched(self, fault: str, *, on: bool) -> None:
        """Cables and power act at once; the answer comes when the bus shows it."""
        self._model.switched(fault, time.monotonic(), on=on)
        if self._bus is not None:
            await self._bus.settled()

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`open_dome`, `close_dome`, `nudge` (somebody presses the button on it), `read` how it is."""
        now = time.monotonic()
        match what:
            case "open_dome" | "close_dome":
                if self._model.locked and what == "open_dome":
                    raise ValueError("the dome is locked")
                self._model.move_dome(now, closed=what == "close_dome")
            case "nudge":
                self._model.nudge(now)
            case "read":
                return {"locked": self._model.locked, "lit": self._model.lit, "shakes": self._model.shakes}
            case _:
                return await super().do(what, **details)
        return {}
