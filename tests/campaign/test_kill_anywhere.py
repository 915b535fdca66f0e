"""Every game: croupierd is killed at every write of a scripted hand, and at random moments of real rounds."""

from __future__ import annotations

import sys

import pytest

from rules.registry import GAMES
from tests.hil.kills import survive
from tests.hil.mortality import every_write, outlive

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(3600)]
KILLS = 25


@pytest.mark.parametrize("game", GAMES)
async def test_no_kill_loses_a_card_or_a_line(game: str) -> None:
    await survive(game, KILLS, 20261116)


@pytest.mark.parametrize("game", GAMES)
async def test_no_kill_at_any_write_of_a_hand_changes_what_it_comes_to(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    deaths = await outlive(game, every_write)
    with capsys.disabled():
        counts = ", ".join(f"{deed} {times}" for deed, times in deaths.items())
        sys.stdout.write(f"\n{game}: {deaths.total()} deaths: {counts}\n")
    assert {"start", "sign_in", "open_round", "seat_in", "align", "void_round", "stop"} <= deaths.keys()
    assert {"plug", "draw", "name_card", "correct_card"} <= deaths.keys() or "shoe" not in GAMES[game].needs
