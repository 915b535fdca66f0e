"""The table's shaker: what it does follows from what is on disk; told twice, it does nothing twice."""

from __future__ import annotations

from collections.abc import Iterable

from daemon.parts.part import DeviceHealth, DevicePart, PartFault, Running
from daemon.settings.devices.shaker import Shaker
from daemon.table.devices.shaker import SHAKER, UNDER_WAY
from daemon.table.events import Event
from daemon.table.state import TableState
from drivers.shaker.conversation import ShakerTally
from drivers.shaker.link import ShakerLink
from rules.facts import AwaitDice

COUNTS = ("ordered", "moving", "rested")  # while a shake counts, nobody opens the dome


class ShakerHealth(DeviceHealth):
    """Who a shaker is, and how its dome, lock and lamp are; null: never heard, or this make does not tell."""

    identity: str | None  # its model and serial number
    firmware: str | None
    closed: bool | None
    locked: bool | None
    lit: bool | None
    unproven: list[str]  # what this make cannot tell
    counters: ShakerTally


class ShakerPart(DevicePart):
    """One shaker."""

    section = Shaker
    Health = ShakerHealth

    def __init__(self, section: Shaker, running: Running) -> None:
        super().__init__(section, running)
        self.unproven = list(section.make.proves.lacks)
        make = section.make.load()
        self.driver = make.at(
            section.place(running.settings.name, running.settings.site.broker.access),
            device=section.name,
            sink=running.engine.submit,
            beat=running.watchdog.expect(section.name, make.BEATS_WITHIN),
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
        driver, identity = self.driver, self.driver.identity
        return {
            "up": driver.fault is None,
            "identity": " ".join(identity[:2]) if identity else None,
            "firmware": identity[2] if identity else None,
            "closed": driver.closed,
            "locked": driver.locked,
            "lit": driver.lit,
            "unproven": self.unproven,
            "counters": driver.counters,
        }


def direct(driver: ShakerLink, state: TableState, name: str = SHAKER.name) -> None:
    """Tells a shaker what follows for it from the state."""
    shaker = SHAKER.named(state, name)
    rolling = isinstance(state.awaits, AwaitDice) and SHAKER.in_use(state) == name
    driver.lock(on=rolling and shaker.phase in COUNTS)  # before anything moves
    if rolling and state.hold is None and shaker.phase == "ordered":
        driver.shake(shaker.order)
    elif shaker.turning and (shaker.phase == "failed" or (shaker.phase in UNDER_WAY and not rolling)):
        driver.stop()  # it counts for nothing any more: it failed, or its round was voided
    driver.light(on=rolling)
