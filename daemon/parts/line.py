"""What all parts of devices on a serial line share; a kind builds the driver, and does what follows from a commit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from daemon.parts.part import DeviceHealth, DevicePart, PartFault, Running
from daemon.table.devices import KINDS
from drivers.line.conversation import LineTally, Position
from drivers.line.driver import LineDriver


class LineHealth(DeviceHealth):
    """Who a device is, and what its line counts."""

    identity: str | None  # its model and serial number; null: never heard
    counters: LineTally


class LinePart(DevicePart):
    """One device on a serial line."""

    Health: ClassVar[type[DeviceHealth]] = LineHealth
    driver: LineDriver[Any]

    def __init__(self, section: Any, running: Running) -> None:
        super().__init__(section, running)
        self._engine = running.engine

    async def run(self) -> None:
        """Keeps the line."""
        await self.driver.run()

    def position(self) -> Position | None:
        """Says how far the device is on disk: it may forget no more than that."""
        device = KINDS[self.kind].named(self._engine.state, self.name)
        return Position(device.boot, device.seq) if device.boot is not None else None

    def faults(self) -> Iterable[PartFault]:
        """Tells what keeps us from hearing it."""
        return [(self.label, *fault) for fault in self.driver.faults()]

    def health(self) -> LineHealth:
        """Tells who it is, and what its line counts."""
        identity = self.driver.identity
        return {
            "up": self.driver.fault is None,
            "identity": f"{identity.model} {identity.serial}" if identity else None,
            "counters": self.driver.counters,
        }
