"""The renderer says what it shows: pips are where it tells, seeds decide everything, and every spoil is seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hil.camera.lens import Lens
from hil.camera.makes import MATERIALS
from hil.camera.scene import render
from hil.camera.table import SPOILS, Table

CLEAN = Lens(grain=0.0, quality=100)


def test_a_seed_is_a_picture() -> None:
    one, two = (render(np.random.default_rng(3), (2, 6), width=200, height=160, edge=40) for _ in range(2))
    assert np.array_equal(one[0], two[0])
    assert one[1].faces == two[1].faces == (2, 6)
    other = render(np.random.default_rng(4), (2, 6), width=200, height=160, edge=40)
    assert not np.array_equal(one[0], other[0])


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_are_where_the_truth_says(value: int) -> None:
    found = 0
    for seed in range(6):
        rng = np.random.default_rng((seed, value))
        picture, truth = render(
            rng, (value,), width=220, height=200, edge=90, tilt=0.3, material="white", lens=CLEAN, clutter=0
        )
        (die,) = truth.dice
        assert len(die.pips) == value
        inside = cv2.pointPolygonTest(die.quad.reshape(-1, 1, 2).astype(np.float32), die.centre, False)
        assert inside > 0
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(int)
        body = np.median([grey[int(y), int(x)] for x, y in (die.quad * 0.8 + np.array(die.centre) * 0.2)])
        found += sum(abs(int(grey[int(y), int(x)]) - body) > 25 for x, y in die.pips) == value
    assert found >= 4  # a strong glare may hide one


@pytest.mark.parametrize("material", MATERIALS)
def test_every_material_shows(material: str) -> None:
    picture, truth = render(np.random.default_rng(5), (1, 2, 3, 4), width=300, height=240, edge=40, material=material)
    assert picture.shape == (240, 300, 3)
    assert 2 <= len(truth.dice) <= 4
    assert all(die.lean < 0.1 and die.box[2] > 30 for die in truth.dice)


def test_a_cocked_die_leans_and_a_stacked_one_hides() -> None:
    leaning = render(np.random.default_rng(6), (1, 2), width=240, height=200, edge=40, leaning=1.0)[1]
    assert all(die.lean > 15 for die in leaning.dice)
    stacked = render(np.random.default_rng(6), (1, 2), width=240, height=200, edge=40, stacked=1.0)[1]
    assert min(die.seen for die in stacked.dice) < 0.5


def test_a_table_shows_the_same_roll_again_with_other_noise() -> None:
    table = Table(width=640, height=360, edge=36)
    first, truth = table.view((1, 1, 6), roll=2)
    second, again = table.view((1, 1, 6), roll=2, frame=1)
    assert truth.faces == again.faces == (1, 1, 6)
    assert not np.array_equal(first, second)
    assert np.abs(first.astype(int) - second).mean() < 6
    x, y, wide, high = table.region
    assert all(x < die.centre[0] < x + wide and y < die.centre[1] < y + high for die in truth.dice)


@pytest.mark.parametrize("spoilt", SPOILS)
def test_what_spoils_a_view_is_seen(spoilt: str) -> None:
    table = Table(width=640, height=360, edge=36)
    clear, _ = table.view((2, 3, 4), roll=4)
    spoiled, _ = table.view((2, 3, 4), roll=4, spoilt=spoilt)
    assert np.abs(clear.astype(int) - spoiled).max() > 40


def test_a_spoil_without_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="spoils nothing"):
        Table().view((1,), 0, spoilt="rain")
