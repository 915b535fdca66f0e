"""The wall clock and its quality."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from daemon.host import clock
from daemon.host.clock import Clock, Quality, kernel


def test_the_kernel_answers() -> None:
    quality = kernel()
    assert isinstance(quality.synchronised, bool)
    assert quality.max_error >= 0


@pytest.mark.parametrize(
    ("state", "status", "offset", "expected"),
    [
        (0, 0, 250, Quality(synchronised=True, offset=250, max_error=7)),
        (0, clock.STA_NANO, -250_000, Quality(synchronised=True, offset=-250, max_error=7)),
        (0, clock.STA_UNSYNC, 250, Quality(synchronised=False, offset=250, max_error=7)),
        (clock.TIME_ERROR, 0, 250, Quality(synchronised=False, offset=250, max_error=7)),
        (-1, 0, 250, Quality(synchronised=False)),
    ],
)
def test_what_it_says_is_understood(
    monkeypatch: pytest.MonkeyPatch, state: int, status: int, offset: int, expected: Quality
) -> None:
    def adjtimex(reference: Any) -> int:
        said = reference._obj
        assert said.modes == 0
        said.status, said.offset, said.maxerror = status, offset, 7
        return state

    monkeypatch.setattr(clock, "LIBC", SimpleNamespace(adjtimex=adjtimex))
    assert kernel() == expected


def test_a_system_without_the_call_keeps_no_time_to_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "LIBC", SimpleNamespace())
    assert kernel() == Quality(synchronised=False)


def test_the_kernel_is_asked_once_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = [100.0], []

    def ask() -> Quality:
        asked.append(now[0])
        return Quality(synchronised=True)

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    our_clock = Clock(ask)
    for now[0] in (100.0, 100.5, 100.99, 101.0, 101.5, 250.0):
        moment = our_clock.now()
        assert moment.quality.synchronised
        assert abs((datetime.now(UTC) - moment.at).total_seconds()) < 60
    assert asked == [100.0, 101.0, 250.0]
