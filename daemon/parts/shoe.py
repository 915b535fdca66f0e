"""The table's shoe: what it says is submitted, and it is locked while no card is awaited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from daemon.parts.line import LineHealth, LinePart
from daemon.parts.part import PartFault, Running
from daemon.settings.devices.shoe import Shoe
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event, Resumed
from daemon.table.state import TableState
from drivers.faults import Fault, FaultError
from drivers.shoe.driver import ShoeDriver
from rules.facts import AwaitCard
from rules.registry import GAMES

log = logging.getLogger(__name__)

OBEYS_WITHIN = 5.0  # seconds for a shoe to be locked, or free


class ShoeHealth(LineHealth):
    """Who a shoe is, whether it is locked, and what its line counts."""

    locked: bool | None


class ShoePart(LinePart):
    """One shoe."""

    section = Shoe
    Health = ShoeHealth

    def __init__(self, section: Shoe, running: Running) -> None:
        super().__init__(section, running)
        self._ordered = 0.0  # when it was last told to be locked, or free
        self.driver: ShoeDriver = ShoeDriver(
            device=section.name,
            protocol=section.protocol,
            port=section.port,
            baud_rate=section.speed,
            serial=section.serial,
            sink=running.engine.submit,
            known=self.position,
            beat=running.watchdog.expect(section.name),
            commands=section.commands,
            hides=section.hides,
        )

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Locks it while no card is awaited; clears its error when a person has dealt with it."""
        if not self.driver.commands:
            return
        used = SHOE.in_use(state) == self.name
        awaited = isinstance(state.awaits, AwaitCard) and state.hold is None and not state.still
        locked = not (used and (awaited or SHOE.of(state).counting))
        try:
            if locked is not self.driver.wish:
                self._ordered = asyncio.get_running_loop().time()
                self.driver.lock(on=locked)
            elif self.driver.locked is not locked:  # it was too busy to hear, or did not answer: once more
                self.driver.lock(on=locked)
            if any(isinstance(event, Resumed) and event.after == Fault.SHOE_ERROR for event in events):
                self.driver.clear_error()
        except FaultError as refused:
            log.warning("shoe_refuses", extra={"device": self.name, "detail": refused.detail})

    def faults(self) -> Iterable[PartFault]:
        """Tells what keeps us from hearing it; that it does not do what it is ordered, or not as its section says."""
        yield from super().faults()
        if self.driver.fault is None and self._refuses():
            yield self.label, Fault.SHOE_REFUSES, self.driver.port
        if self.driver.contradicts:
            yield self.label, Fault.SHOE_MODE, f"hides = {str(self.driver.hides).lower()}"
        if self.driver.hides and GAMES[game := self._engine.state.posted[0]].deals_face_up:
            yield self.label, Fault.SHOE_HIDES, game

    def _refuses(self) -> bool:
        late = asyncio.get_running_loop().time() - self._ordered > OBEYS_WITHIN
        return late and self.driver.wish is not None and self.driver.locked is not self.driver.wish

    def health(self) -> ShoeHealth:
        """Tells who it is, whether it is locked, and what its line counts."""
        line = super().health()
        return {
            "up": line["up"],
            "identity": line["identity"],
            "locked": self.driver.locked,
            "counters": line["counters"],
        }
