"""A lost link is tried again soon; one that never holds, more and more seldom."""

from __future__ import annotations

import pytest

from drivers import retry
from drivers.retry import FIRST_RETRY, LAST_RETRY, Retry

DOUBLING = [0.1, 0.2, 0.4, 0.8, 1.6, LAST_RETRY, LAST_RETRY]


async def test_what_is_not_there_is_tried_more_and_more_seldom() -> None:
    link = Retry()
    assert [link.down() for _ in DOUBLING] == DOUBLING


async def test_only_a_link_that_has_held_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    link = Retry()
    for wait in DOUBLING:
        link.up()
        assert link.down() == wait
    monkeypatch.setattr(retry, "HELD", 0.0)
    assert link.down() == LAST_RETRY  # it never came up
    link.up()
    assert [link.down(), link.down()] == [FIRST_RETRY, 2 * FIRST_RETRY]


async def test_nothing_is_tried_before_the_disk_has_what_came_last() -> None:
    link, beats = Retry(), list[None]()
    await link.wait(lambda: beats.append(None), lambda: len(beats) < 4)
    assert len(beats) == 4
