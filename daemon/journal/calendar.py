"""Which gaming day it is, by a clock that is believed only as far as something else bears it out.

A wall clock can be set to any year in a moment, by a dead battery, a hand or a time server; a day that was opened by
mistake cannot be taken back. In a running process the time since boot says how late it must be; at a start, the
journal's last day says where it must be near. Where the clock is somewhere else, the table goes on by what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from threading import Lock
from time import CLOCK_BOOTTIME, clock_gettime
from typing import NamedTuple

from daemon.host.clock import Quality, kernel
from daemon.journal.days import gaming_day
from drivers.faults import Fault

SLACK = timedelta(hours=1)  # between a clock that nothing keeps right and the time since boot
FAR = 400  # days that a table may have stood still, by a clock that is kept right; more than a year asks a person
AGAIN = 1.0  # seconds between two looks: every observation asks for the day


def _here() -> datetime:
    return datetime.now().astimezone()


def _since_boot() -> float:
    return clock_gettime(CLOCK_BOOTTIME)  # goes on while the PC sleeps


class Anchor(NamedTuple):
    """A moment of which both clocks are known: the wall clock, and the time since boot."""

    wall: datetime
    passed: float  # seconds since boot

    def expects(self, passed: float) -> datetime:
        """What the wall clock should say now."""
        return self.wall + timedelta(seconds=passed - self.passed)


class Calendar:
    """Tells the gaming day; `fault` says if it is not by the clock on the wall."""

    def __init__(
        self,
        starts: time,
        days: int,
        *,
        now: Callable[[], datetime] = _here,
        passed: Callable[[], float] = _since_boot,
        quality: Callable[[], Quality] = kernel,
    ) -> None:
        self._lock = Lock()  # the journal's thread asks, and so does the event loop
        self._starts, self._days = starts, days
        self._now, self._passed, self._quality = now, passed, quality
        self._last: str | None = None  # the last day that was told: none is told that was before it
        self._first: Anchor | None = None  # when the clock was first believed
        self._anchor: Anchor | None = None  # and last
        self._looked = float("-inf")
        self._fault: tuple[Fault, str] | None = None

    def go_on_from(self, day: str) -> None:
        """The journal is there, and this is its newest day."""
        with self._lock:
            self._last, self._first, self._anchor, self._looked = day, None, None, float("-inf")

    def believe(self) -> None:
        """A person has said that the clock is right: even if it says an earlier day."""
        with self._lock:
            self._first = self._anchor = Anchor(self._now(), self._passed())
            self._last, self._looked = None, float("-inf")

    @property
    def fault(self) -> tuple[Fault, str] | None:
        """Returns CLOCK_IMPLAUSIBLE and what the clock says; None if it is plausible."""
        self()
        return self._fault

    def __call__(self) -> str:
        """The gaming day; never one before the last that was told."""
        with self._lock:
            passed = self._passed()
            if self._last is None or passed - self._looked >= AGAIN:
                self._looked = passed
                day = self._look(self._now(), passed)
                self._last = max(self._last or day, day)
            return self._last

    def _look(self, wall: datetime, passed: float) -> str:
        if self._plausible(wall, passed):
            self._fault, self._anchor = None, Anchor(wall, passed)
            self._first = self._first or self._anchor
            return gaming_day(wall, self._starts)
        self._fault = Fault.CLOCK_IMPLAUSIBLE, wall.isoformat(timespec="seconds")
        if self._anchor is None and self._last is not None:
            return self._last
        return gaming_day(self._anchor.expects(passed) if self._anchor else wall, self._starts)

    def _plausible(self, wall: datetime, passed: float) -> bool:
        kept = self._quality().synchronised
        if self._anchor is not None and self._first is not None:
            if _apart(wall, self._first.expects(passed)) > timedelta(days=self._days):
                return False
            return kept or _apart(wall, self._anchor.expects(passed)) <= SLACK
        if self._last is None:
            return True
        later = date.fromisoformat(gaming_day(wall, self._starts)) - date.fromisoformat(self._last)
        return 0 <= later.days <= (FAR if kept else self._days)


def _apart(one: datetime, other: datetime) -> timedelta:
    return abs(one.astimezone(UTC) - other.astimezone(UTC))
