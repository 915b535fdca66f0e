"""Who keeps to one processor, and who runs anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from drivers.processor import GIVEN, keep_to_one, roam, roaming

ASK = (sys.executable, "-c", "import os; print(len(os.sched_getaffinity(0)))")
LAST = {max(GIVEN)}


def in_a_thread(work: Callable[[], None]) -> list[set[int]]:
    """Where the thread may run after that, and where one that it starts may."""
    found: list[set[int]] = []

    def run() -> None:
        work()
        found.append(os.sched_getaffinity(0))
        another = threading.Thread(target=lambda: found.append(os.sched_getaffinity(0)))
        another.start()
        another.join()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found


def test_a_thread_keeps_to_the_last_processor_and_so_does_what_it_starts() -> None:
    assert in_a_thread(keep_to_one) == [LAST, LAST]
    assert os.sched_getaffinity(0) == GIVEN  # nobody else is told


def test_a_thread_may_roam_again() -> None:
    def both() -> None:
        keep_to_one()
        roam()

    assert in_a_thread(both) == [set(GIVEN), set(GIVEN)]


def test_a_process_started_meanwhile_runs_anywhere() -> None:
    def start() -> None:
        keep_to_one()
        with roaming():
            said.append(subprocess.run(ASK, capture_output=True, text=True, check=True).stdout.strip())
        said.append(subprocess.run(ASK, capture_output=True, text=True, check=True).stdout.strip())

    said: list[str] = []
    assert in_a_thread(start) == [LAST, LAST]
    assert said == [str(len(GIVEN)), "1"]


def test_a_system_that_does_not_let_us_is_only_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setaffinity", refuse)
    assert in_a_thread(keep_to_one) == [set(GIVEN), set(GIVEN)]
