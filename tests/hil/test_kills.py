"""A few real kills of croupierd; every game and many more of them in the campaign."""

from __future__ import annotations

import pytest

from tests.hil.kills import survive


@pytest.mark.parametrize(("game", "seed"), [("three_card_poker", 1), ("war", 2), ("craps", 3)])
async def test_no_kill_loses_a_card_or_a_line(game: str, seed: int) -> None:
    await survive(game, 3, seed)
