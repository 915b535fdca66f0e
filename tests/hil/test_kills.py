"""A few real kills of croupierd; every game, every write and many more of them in the campaign."""

from __future__ import annotations

import pytest

from tests.hil.kills import survive
from tests.hil.mortality import outlive, some_writes


@pytest.mark.parametrize(("game", "seed"), [("three_card_poker", 1), ("war", 2), ("craps", 3)])
async def test_no_kill_loses_a_card_or_a_line(game: str, seed: int) -> None:
    await survive(game, 3, seed)


@pytest.mark.parametrize(("game", "seed"), [("four_card", 1), ("blackjack", 2), ("sic_bo", 3)])
async def test_no_kill_at_some_write_of_a_hand_changes_what_it_comes_to(game: str, seed: int) -> None:
    deaths = await outlive(game, some_writes(seed, share=0.2))
    assert deaths.total() >= 2
