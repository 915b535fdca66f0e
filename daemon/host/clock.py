"""The wall clock, and how far to trust it: the kernel knows whether anything keeps it right (adjtimex(2))."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from ctypes import c_int, c_long, c_uint
from datetime import UTC, datetime
from typing import NamedTuple

AGAIN = 1.0  # seconds between two questions to the kernel
LIBC = ctypes.CDLL(None)  # found once: with cards a second apart, every commit waits for the kernel's answer
TIME_ERROR, STA_UNSYNC, STA_NANO = 5, 0x0040, 0x2000


class Quality(NamedTuple):
    """What the kernel says of its own clock; microseconds."""

    synchronised: bool
    offset: int = 0
    max_error: int = 0


class Moment(NamedTuple):
    """A wall time, UTC, and how far to trust it."""

    at: datetime
    quality: Quality


class _Timex(ctypes.Structure):
    """struct timex of the kernel's headers; what we do not read is only room."""

    _fields_ = (
        ("modes", c_uint),  # 0: nothing is changed
        ("offset", c_long),
        ("freq", c_long),
        ("maxerror", c_long),
        ("esterror", c_long),
        ("status", c_int),
        ("_", c_long * 32),
    )


def kernel() -> Quality:
    """One question; a kernel that does not answer keeps no time that we could trust."""
    said = _Timex()
    try:
        state = LIBC.adjtimex(ctypes.byref(said))
    except (OSError, AttributeError):
        state = -1
    if state < 0:
        return Quality(synchronised=False)
    offset = said.offset // 1000 if said.status & STA_NANO else said.offset
    return Quality(state != TIME_ERROR and not said.status & STA_UNSYNC, offset, said.maxerror)


class Clock:
    """Tells the time; asks the kernel for its quality once a second at most."""

    def __init__(self, ask: Callable[[], Quality] = kernel) -> None:
        self._ask = ask
        self._asked = float("-inf")
        self._quality = Quality(synchronised=False)

    def now(self) -> Moment:
        """Tells the time, and how far it can be trusted."""
        if (now := time.monotonic()) - self._asked >= AGAIN:
            self._asked, self._quality = now, self._ask()
        return Moment(datetime.now(UTC), self._quality)
