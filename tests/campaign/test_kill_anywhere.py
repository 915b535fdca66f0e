"""Every game: croupierd is killed at random moments of real rounds, and nothing is lost or told twice."""

from __future__ import annotations

import pytest

from rules.registry import GAMES
from tests.hil.kills import survive

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(1800)]
KILLS = 25


@pytest.mark.parametrize("game", GAMES)
async def test_no_kill_loses_a_card_or_a_line(game: str) -> None:
    await survive(game, KILLS, 20261116)
