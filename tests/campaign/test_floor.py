"""Minutes of kills on a floor of eight tables."""

from __future__ import annotations

import sys

import pytest

from tests.hil.floors import survive

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(3600)]
KILLS = 120


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_kill_on_a_floor_loses_a_contribution_or_books_one_twice(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    came = await survive(seed, KILLS)
    with capsys.disabled():
        sys.stdout.write(f"\n{came}\n")
    assert came.kills.total() == KILLS
