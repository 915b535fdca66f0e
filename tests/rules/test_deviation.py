"""How unlikely a result is at most: the bound holds on every path, however stakes follow the past."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb

import pytest

from rules.odds.deviation import AtMost, Deviation, Exactly

Staking = Callable[[list[int]], int]


def flat(_: list[int]) -> int:
    return 1000


def doubling(past: list[int]) -> int:
    """Twice as much after every loss, and the first stake again after a win."""
    lost = 0
    while lost < len(past) and past[-1 - lost] < 0:
        lost += 1
    return 100 << lost


def greedy(past: list[int]) -> int:
    """All that was won, on top."""
    return 100 + max(sum(past), 0)


@pytest.mark.parametrize("staking", [flat, doubling, greedy])
@pytest.mark.parametrize("side", ["players", "house"])
def test_no_way_of_staking_is_called_unlikely_too_often(staking: Staking, side: str) -> None:
    """Every path of 10 fair rounds: at any time, p is reached on at most that share of them."""
    paths = list(product((-1, 1), repeat=10))
    least: list[float] = []
    for path in paths:
        deviation, past, lowest = Deviation(), list[int](), 1.0
        for number, sign in enumerate(path):
            stake = staking(past)
            past.append(sign * stake)
            deviation.add(number, Exactly({-stake: 1, stake: 1}), sign * stake)
            found = getattr(deviation, side)()
            lowest = min(lowest, found)
        least.append(lowest)
    for bound in (0.5, 0.2, 0.1, 0.05):
        assert sum(each <= bound for each in least) <= bound * len(paths)


def test_seats_of_one_deck_that_win_and_lose_together_are_no_better_proof_than_one() -> None:
    paths = list(product((-1, 1), repeat=9))
    least = []
    for path in paths:
        deviation, lowest = Deviation(), 1.0
        for number, sign in enumerate(path):
            for _ in range(3):
                deviation.add(number, Exactly({-500: 1, 500: 1}), sign * 500)
            lowest = min(lowest, deviation.players())
        least.append(lowest)
    for bound in (0.5, 0.2, 0.1, 0.05):
        assert sum(each <= bound for each in least) <= bound * len(paths)


def test_the_bound_is_never_below_the_exact_chance_and_not_far_above_it() -> None:
    for wins in (60, 70, 80, 90):
        deviation = Deviation()
        for number in range(100):
            deviation.add(number, Exactly({-1000: 1, 1000: 1}), 1000 if number < wins else -1000)
        exact = sum(comb(100, more) for more in range(wins, 101)) / 2**100
        assert exact <= deviation.players() <= 1000 * exact


def test_where_players_decide_only_their_winning_too_much_is_bounded() -> None:
    deviation = Deviation()
    for number in range(400):
        deviation.add(number, AtMost(-17.0, -1000.0, 3500.0), 2500)
    assert deviation.players() < 1e-6
    assert deviation.house() is None
    lost = Deviation()
    for number in range(400):
        lost.add(number, AtMost(-17.0, -1000.0, 3500.0), -1000)
    assert lost.players() == 1.0


OF_THAT_MEAN: tuple[dict[float, float], ...] = (
    {-10: 1},
    {-100: 31, 300: 9},
    {-60: 1, 40: 1},
    {-100: 3, -10: 7, 80: 3, 0: 1},
)


@pytest.mark.parametrize("results", OF_THAT_MEAN)
def test_any_chances_of_that_mean_and_range_are_within_the_bound(results: dict[float, float]) -> None:
    assert sum(each * weight for each, weight in results.items()) <= -9 * sum(results.values())
    bound = AtMost(-9.0, -100.0, 300.0)
    for tilt in (0.001, 0.01, 0.1):
        found, most = Exactly(results).log_mean(tilt), bound.log_mean(tilt)
        assert found is not None
        assert most is not None
        assert found <= most + 1e-12


def test_of_losses_where_players_decide_nothing_is_known() -> None:
    assert AtMost(-9.0, -100.0, 300.0).log_mean(-0.01) is None
    assert Exactly({1: 1}, at_best=True).log_mean(-0.01) is None


def test_large_sums_do_not_overflow() -> None:
    deviation = Deviation()
    for number in range(50):
        deviation.add(number, Exactly({-(10**9): 1, 10**9: 1}), 10**9)
    assert 0 < deviation.players() < 1e-6
