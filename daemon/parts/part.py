"""What every part of a running table is: a name, a loop, an ear for what was committed, its faults and its health."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from typing_extensions import TypedDict

from daemon.engine import Engine
from daemon.host.watchdog import Watchdog
from daemon.journal.calendar import Calendar
from daemon.settings import Settings
from daemon.settings.section import DeviceSection
from daemon.table.events import Event
from daemon.table.state import TableState
from drivers.faults import Fault

PartFault = tuple[str, Fault, str]  # of which part, what, and a detail


@dataclass(frozen=True, slots=True)
class Running:
    """What the parts of one running table share."""

    settings: Settings
    engine: Engine
    calendar: Calendar
    watchdog: Watchdog


class Part:
    """One part of a running table; what a part has not, it leaves as it is here."""

    name: str

    async def run(self) -> None:
        """Keeps at it until cancelled."""
        await asyncio.get_running_loop().create_future()

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Does what follows from a commit: the only way in which an effect comes about."""

    def faults(self) -> Iterable[PartFault]:
        """Tells what is wrong now, the gravest first."""
        return ()

    def health(self) -> Mapping[str, object]:
        """Tells how it is, as keys of the control API's `/health`."""
        return {}


class DeviceHealth(TypedDict):
    """What `/health` tells of every device; a kind adds what it has."""

    up: bool


class DevicePart(Part):
    """The part that has a device."""

    section: ClassVar[type[DeviceSection]]  # of the table's file
    Health: ClassVar[type[DeviceHealth]]  # the shape of what `health` tells

    def health(self) -> DeviceHealth:
        """Tells how the device is."""
        raise NotImplementedError

    def __init__(self, section: Any, running: Running) -> None:
        self.name: str = section.name
        self.kind: str = section.KIND
        self.label = self.kind if self.name == self.kind else f"{self.kind} {self.name}"  # as its faults are told
