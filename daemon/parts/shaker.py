"""The table's shaker as croupierd has it: told what is on disk, and looked at for whoever asks how it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from daemon.settings import Shaker
from daemon.table.shake import UNDER_WAY
from daemon.table.state import TableState
from drivers.driver import Sink
from drivers.shaker.driver import ShakerDriver
from drivers.shaker.wire import Flag
from rules.machine import AwaitDice

COUNTS = ("ordered", "moving", "rested")  # while a shake counts, nobody opens the dome


def driver(shaker: Shaker, sink: Sink, beat: Callable[[], None]) -> ShakerDriver:
    """Of the shaker that the table's file names."""
    return ShakerDriver(
        device="shaker",
        serial=shaker.serial,
        sink=sink,
        beat=beat,
        vendor=shaker.vendor,
        product=shaker.product,
        manner=shaker.manner,
    )


def direct(shaker: ShakerDriver, state: TableState) -> None:
    """What the shaker does follows from what is on disk; told twice, it does nothing twice."""
    shaken, rolling = state.shaker, isinstance(state.awaits, AwaitDice)
    shaker.lock(on=rolling and shaken.phase in COUNTS)  # before anything moves
    if rolling and state.hold is None and shaken.phase == "ordered":
        shaker.shake(shaken.order)
    elif shaken.turning and (shaken.phase == "failed" or (shaken.phase in UNDER_WAY and not rolling)):
        shaker.stop()  # it counts for nothing any more: it failed, or its round was voided
    shaker.light(on=rolling)


def health(shaker: ShakerDriver) -> dict[str, Any]:
    """For `/health`."""
    status, identity = shaker.status, shaker.identity
    return {
        "up": shaker.fault is None,
        "identity": " ".join(identity[:2]) if identity else None,
        "firmware": identity[2] if identity else None,
        "closed": status and status.closed,
        "locked": status and bool(status.flags & Flag.DOME_LOCKED),
        "lit": status and bool(status.flags & Flag.LIGHT_ON),
        "counters": asdict(shaker.counters),
    }
