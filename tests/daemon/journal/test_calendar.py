"""Which gaming day it is, whatever the clock on the wall says."""

from __future__ import annotations

import threading
from contextlib import closing
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from daemon.host.clock import Quality
from daemon.journal.calendar import Calendar
from daemon.journal.recover import set_aside
from daemon.journal.store import Journal
from drivers.faults import Fault
from tests.daemon.journals import ROUND, House

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
TODAY, TOMORROW = "2026-11-16", "2026-11-17"
YEARS = timedelta(days=30 * 365)


class Pc:
    """A PC whose clock may be set; the time since its boot cannot."""

    def __init__(self, last: str | None = TODAY, *, off: timedelta = timedelta(), kept: bool = False) -> None:
        self.passed, self.off, self.kept = timedelta(), off, kept
        self.calendar = Calendar(
            time(6),
            7,
            now=lambda: NOON + self.passed + self.off,
            passed=lambda: self.passed / timedelta(seconds=1),
            quality=lambda: Quality(synchronised=self.kept),
        )
        if last is not None:
            self.calendar.go_on_from(last)

    def after(self, **passed: float) -> str:
        """The gaming day so much later."""
        self.passed += timedelta(**passed)
        return self.calendar()

    @property
    def fault(self) -> Fault | None:
        found = self.calendar.fault
        return found[0] if found else None


def test_days_follow_each_other_by_a_clock_that_goes_right() -> None:
    pc = Pc()
    days = [pc.after(hours=1) for _ in range(72)]
    assert (days[16], days[17]) == (TODAY, TOMORROW)
    assert sorted(set(days)) == ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"]
    assert pc.fault is None


def test_a_clock_that_nothing_keeps_may_drift_and_be_set_right() -> None:
    pc = Pc()
    for _ in range(20):
        pc.off += timedelta(minutes=30)
        pc.after(hours=12)
        assert pc.fault is None


@pytest.mark.parametrize("jump", [YEARS, -YEARS, timedelta(days=1), timedelta(hours=-2)])
def test_a_clock_that_jumps_is_named_and_the_days_go_on_as_they_would_have(jump: timedelta) -> None:
    pc = Pc()
    assert pc.after(hours=1) == TODAY
    pc.off = jump
    assert pc.after(hours=16) == TODAY
    assert pc.fault is Fault.CLOCK_IMPLAUSIBLE
    assert pc.after(hours=2) == TOMORROW  # by the time since boot
    pc.off = timedelta()
    assert pc.after(hours=1) == TOMORROW
    assert pc.fault is None


@pytest.mark.parametrize(
    ("jump", "day"), [(timedelta(days=2), "2026-11-18"), (timedelta(days=8), TODAY), (YEARS, TODAY)]
)
def test_a_clock_that_is_kept_right_may_jump_as_far_as_is_posted(jump: timedelta, day: str) -> None:
    pc = Pc(kept=True)
    assert pc.after(hours=1) == TODAY
    pc.off = jump
    assert pc.after(hours=1) == day
    assert (pc.fault is None) is (day != TODAY)


def test_many_jumps_are_no_way_around_that() -> None:
    pc = Pc(kept=True)
    pc.after(hours=1)
    for _ in range(30):
        pc.off += timedelta(days=6)
        assert pc.after(minutes=1) <= "2026-11-23"
    assert pc.fault is Fault.CLOCK_IMPLAUSIBLE


@pytest.mark.parametrize(
    ("last", "kept", "believed"),
    [
        (None, False, True),  # nothing is known
        ("2026-11-16", False, True),
        ("2026-11-09", False, True),
        ("2026-11-08", False, False),
        ("2026-11-08", True, True),
        ("2025-11-16", True, True),
        ("2025-09-16", True, False),
        ("1996-11-16", True, False),
        ("2026-11-17", False, False),
        ("2026-11-17", True, False),
        ("2056-01-01", True, False),
    ],
)
def test_at_a_start_the_last_day_says_where_the_clock_must_be_near(
    last: str | None, kept: bool, believed: bool
) -> None:
    pc = Pc(last, kept=kept)
    assert pc.after(hours=1) == (TODAY if believed else last)
    assert (pc.fault is None) is believed


@pytest.mark.parametrize("aside", [False, True])
def test_a_journal_tells_the_calendar_its_last_day_also_after_it_was_set_aside(tmp_path: Path, aside: bool) -> None:
    house, pc = House(tmp_path), Pc(None, off=YEARS)
    house.keep(*ROUND)
    if aside:
        set_aside(house.folder, house.key)
    with closing(Journal(house.folder, house.key, pc.calendar, go_on_from=pc.calendar.go_on_from)) as journal:
        assert journal.day == TODAY
        assert (pc.after(hours=1), pc.fault) == (TODAY, Fault.CLOCK_IMPLAUSIBLE)


def test_a_clock_that_is_set_right_after_the_start_is_believed_then() -> None:
    pc = Pc(off=-YEARS)
    assert pc.after(hours=1) == TODAY
    assert pc.fault is Fault.CLOCK_IMPLAUSIBLE
    pc.off = timedelta()
    assert pc.after(days=1) == TOMORROW
    assert pc.fault is None


def test_no_day_comes_again_when_a_clock_is_set_back() -> None:
    pc = Pc(kept=True)
    assert pc.after(days=2) == "2026-11-18"
    pc.off = timedelta(days=-1)
    assert pc.after(hours=1) == "2026-11-18"
    assert pc.fault is None
    assert pc.after(days=2) == "2026-11-19"


def test_a_person_may_say_that_the_clock_is_right() -> None:
    pc = Pc("2056-01-01")
    assert pc.after(hours=1) == "2056-01-01"
    pc.calendar.believe()
    assert pc.after() == TODAY
    assert pc.fault is None
    assert pc.after(days=1) == TOMORROW


def test_a_day_is_told_in_one_thread_while_the_clock_is_believed_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The switch comes where it hurts: behind the look at whether it is time to look again."""
    pc = Pc()
    assert pc.after(hours=1) == TODAY
    times, believing = [pc.calendar._looked], threading.Thread(target=pc.calendar.believe)

    def look(_: Calendar) -> float:
        looked = times[-1]
        if believing.ident is None:
            believing.start()
            believing.join(0.2)  # unless it waits for us
        return looked

    monkeypatch.setattr(Calendar, "_looked", property(look, lambda _, time: times.append(time)), raising=False)
    assert pc.calendar() == TODAY
    believing.join()
    assert pc.calendar() == TODAY
