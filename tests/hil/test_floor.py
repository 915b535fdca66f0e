"""Four real croupierd on one pool, with a real PostgreSQL and a real mosquitto, all of which are killed."""

from __future__ import annotations

import pytest

from tests.hil.floors import survive


@pytest.mark.timeout(1200)  # half a minute, where there is nothing else to do
async def test_no_kill_loses_a_contribution_or_books_one_twice() -> None:
    came = await survive(seed=20261116, kills=10, tables=4)
    assert set(came.kills) == {"croupierd", "postgres", "broker"}
    assert came.contributions >= 16
    assert came.hits >= 1
