"""The table's shaker: what it does follows from what is on disk; told twice, it does nothing twice."""

from __future__ import annotations

from collections.abc import Iterable

from daemon.parts.part import DeviceHealth, DevicePart, PartFault, Running
from daemon.settings.devices.shaker import Shaker
from daemon.table.devices.shaker import SHAKER, UNDER_WAY
from daemon.table.events import Event
from daemon.table.state import TableState
from drivers.shaker.conversation import ShakerTally
from drivers.shaker.driver import ShakerDriver
from drivers.shaker.wire import Flag
from rules.facts import AwaitDice

COUNTS = ("ordered", "moving", "rested")  # while a shake counts, nobody opens the dome


class ShakerHealth(DeviceHealth):
    """Who a shaker is, and how its dome, lock and lamp are; null: never heard."""

    identity: str | None  # its model and serial number
    firmware: str | None
    closed: bool | None
    locked: bool | None
    lit: bool | None
    counters: ShakerTally


class ShakerPart(DevicePart):
    """One shaker."""

    section = Shaker
    Health = ShakerHealth

    def __init__(self, section: Shaker, running: Running) -> None:
        super().__init__(section, running)
        self.driver = ShakerDriver(
            device=section.name,
            serial=section.serial,
            sink=running.engine.submit,
            beat=running.watchdog.expect(section.name),
            vendor=section.vendor,
            product=section.product,
            manner=section.manner,
        )

    async def run(self) -> None:
        """Keeps hold of it."""
        await self.driver.run()

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Tells it what was ordered, and what counts for nothing any more."""
        direct(self.driver, state, self.name)

    def faults(self) -> Iterable[PartFault]:
        """Tells what is wrong with it now."""
        return ((self.label, *fault) for fault in self.driver.faults())

    def health(self) -> ShakerHealth:
        """Tells who it is, and how its dome, lock and lamp are."""
        status, identity = self.driver.status, self.driver.identity
        return {
            "up": self.driver.fault is None,
            "identity": " ".join(identity[:2]) if identity else None,
            "firmware": identity[2] if identity else None,
            "closed": None if status is None else status.closed,
            "locked": None if status is None else bool(status.flags & Flag.DOME_LOCKED),
            "lit": None if status is None else bool(status.flags & Flag.LIGHT_ON),
            "counters": self.driver.counters,
        }


def direct(driver: ShakerDriver, state: TableState, name: str = SHAKER.name) -> None:
    """Tells a shaker what follows for it from the state."""
    shaker = SHAKER.named(state, name)
    rolling = isinstance(state.awaits, AwaitDice) and SHAKER.in_use(state) == name
    driver.lock(on=rolling and shaker.phase in COUNTS)  # before anything moves
    if rolling and state.hold is None and shaker.phase == "ordered":
        driver.shake(shaker.order)
    elif shaker.turning and (shaker.phase == "failed" or (shaker.phase in UNDER_WAY and not rolling)):
        driver.stop()  # it counts for nothing any more: it failed, or its round was voided
    driver.light(on=rolling)
