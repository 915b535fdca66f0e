"""Whether dice are fair: what chance does stays unsaid, a loaded die does not."""

from __future__ import annotations

import random

import pytest

from daemon.parts.bias import LEAST, WINDOW, Monitor, judge, survival

# Upper tail of chi-square with five degrees of freedom, from any table of it.
TABLE = {1.610: 0.9, 4.351: 0.5, 9.236: 0.1, 11.070: 0.05, 15.086: 0.01, 20.515: 0.001, 25.745: 0.0001}


def test_the_survival_function_is_the_one_of_the_tables() -> None:
    for chi_square, probability in TABLE.items():
        assert abs(survival(chi_square) / probability - 1) < 0.002


def test_fair_dice_are_not_suspected_over_many_windows() -> None:
    chance = random.Random(8)
    monitor = Monitor(apart=True)
    for number in range(4 * WINDOW):
        monitor.rolled((chance.randint(1, 6) for _ in range(3)), placed=True)
        assert number % 400 or monitor.suspects() == []
    assert sum(monitor.fairness()[0].counts) == 3 * WINDOW  # the older rolls are forgotten


@pytest.mark.holds("95.2")
def test_a_loaded_die_is_named_where_it_can_be_told_apart() -> None:
    chance = random.Random(9)
    apart, together = Monitor(apart=True), Monitor()
    for _ in range(WINDOW):
        loaded = chance.choice((1, 2, 3, 4, 5, 6, 6))
        dice = chance.randint(1, 6), loaded, chance.randint(1, 6)
        apart.rolled(dice, placed=True)
        together.rolled(sorted(dice), placed=True)
    first, *_ = apart.suspects()
    assert (first.die, first.face) == (2, 6)
    assert [each.die for each in together.fairness()] == [None]


def test_what_people_read_has_no_places() -> None:
    monitor = Monitor(apart=True)
    monitor.rolled((1, 2, 3), placed=False)
    monitor.rolled((4, 5, 6), placed=True)
    monitor.corrected((4, 4, 4))
    (together,) = monitor.fairness()
    assert together.counts == (1, 1, 1, 3, 0, 0)


def test_other_dice_answer_for_themselves() -> None:
    monitor = Monitor(apart=True)
    for _ in range(LEAST):
        monitor.rolled((6, 6, 6), placed=True)
    assert monitor.suspects()
    monitor.changed()
    monitor.corrected((1, 1, 1))  # of a roll of the last dice
    assert monitor.fairness()[0].counts == (0, 0, 0, 0, 0, 0)


def test_a_few_throws_say_nothing() -> None:
    assert not judge([LEAST - 1, 0, 0, 0, 0, 0]).suspect
    assert judge([LEAST, 0, 0, 0, 0, 0]).suspect
    assert not Monitor().suspects()
    Monitor().corrected((1, 1))  # nothing was rolled
