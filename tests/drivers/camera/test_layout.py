"""Pips explained: every layout fits, nothing less and nothing else does."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from drivers.camera.crop import EDGE, SIDE, Array, Mask, Picture
from drivers.camera.layout import FAINTEST, LAYOUTS, STRANGEST, fits, strange_marks

MIDDLE = (SIDE / 2, SIDE / 2)
POSES = [(turn, tilt, about) for turn in (0.0, 0.5, 1.1) for tilt in (0.0, 0.7) for about in (0.0, 0.9)]


def seen(value: int, turn: float = 0.3, tilt: float = 0.0, about: float = 0.0, spread: float = 0.25) -> Array:
    """A layout as a camera sees it that looks down at `tilt` from the side `about`."""
    c, s = math.cos(turn), math.sin(turn)
    points = LAYOUTS[value] @ np.array([[c, s], [-s, c]]) * spread * EDGE
    a = np.array([math.cos(about), math.sin(about)])
    return np.asarray(points - (1 - math.cos(tilt)) * np.outer(points @ a, a) + MIDDLE)


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("value", LAYOUTS)
def test_every_layout_is_itself_from_every_side(value: int, pose: tuple[float, float, float]) -> None:
    points = seen(value, *pose)
    assert fits(points, value, MIDDLE)
    assert fits(np.random.default_rng(value).permutation(points), value, MIDDLE)


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("value", LAYOUTS)
def test_no_layout_is_another(value: int, pose: tuple[float, float, float]) -> None:
    points = seen(value, *pose)
    assert not any(fits(points, other, MIDDLE) for other in LAYOUTS if other != value)


@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_a_face_that_lost_a_pip_fits_nothing_smaller(value: int) -> None:
    points = seen(value)
    for gone in range(value):
        if value == 5 and gone == 2:
            continue  # a five without its middle is a four to geometry: the pixels must tell
        if value == 3:
            continue  # two of three pips on a line are the business of the middle, below
        assert not fits(np.delete(points, gone, axis=0), value - 1, MIDDLE)


def test_half_a_six_and_half_a_four_are_not_in_the_middle() -> None:
    assert not fits(seen(6)[:3], 3, MIDDLE)
    assert not fits(seen(4)[:2], 2, MIDDLE)
    assert not fits(seen(3)[:2], 2, MIDDLE)


@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_a_crooked_pip_is_not_explained(value: int) -> None:
    points = seen(value)
    points[1] += (0.12 * EDGE, -0.1 * EDGE)
    assert not fits(points, value, MIDDLE)


def drawn(points: Array, extra: Array | None = None, strength: int = 30) -> tuple[Picture, Mask]:
    """A pale face with dark pips, and its mask."""
    picture = np.full((SIDE, SIDE, 3), 90, np.uint8)
    cv2.rectangle(picture, (16, 16), (48, 48), (220, 225, 230), -1)
    for x, y in points:
        cv2.circle(picture, (round(x * 16), round(y * 16)), round(0.09 * EDGE * 16), (30, 30, 30), -1, cv2.LINE_AA, 4)
    for x, y in extra if extra is not None else ():
        dark = (strength, strength, strength)
        cv2.circle(picture, (round(x * 16), round(y * 16)), round(0.09 * EDGE * 16), dark, -1, cv2.LINE_AA, 4)
    face = np.zeros((SIDE, SIDE), bool)
    face[16:49, 16:49] = True
    return picture, face


@pytest.mark.parametrize("value", LAYOUTS)
def test_a_clean_face_has_no_strange_mark(value: int) -> None:
    points = seen(value, turn=0.0)
    picture, face = drawn(points)
    faintest, strangest = strange_marks(picture, points, face)
    assert faintest > 0.8
    assert strangest < STRANGEST / 2


@pytest.mark.parametrize(("value", "kept"), [(6, [0, 1, 2]), (4, [0, 3]), (5, [0, 1, 3, 4]), (3, [0, 2])])
def test_a_pip_that_nobody_pointed_at_is_strange(value: int, kept: list[int]) -> None:
    points = seen(value, turn=0.0)
    picture, face = drawn(points)
    assert strange_marks(picture, points[kept], face)[1] > STRANGEST


def test_a_pip_that_is_not_there_is_faint() -> None:
    four = seen(4, turn=0.0)
    picture, face = drawn(four)
    five = np.vstack([four, [MIDDLE]])
    assert strange_marks(picture, five, face)[0] < FAINTEST
