"""Dice from the side, of Asian make, on metal, and what is no die; and what the sorter learns of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.crop import SIDE
from drivers.camera.networks import Spot
from hil.camera.lens import Lens
from hil.camera.things import THINGS
from hil.camera.train import sorting
from hil.camera.train.sorting import ABOVE, HIGH, LOW, NOTHING, OTHERWISE, sort_of
from hil.camera.wild import Face, grid, wild

CLEAN = Lens(grain=0.0, quality=100)
TOP = Face(5, (100.0, 100.0), 40.0, True, 0.9, 1.0, 0.0, 60.0)


def test_a_seed_is_a_picture() -> None:
    one, two, other = (wild(np.random.default_rng(seed), (2, 5), clutter=3, soft=1.0) for seed in (3, 3, 4))
    assert np.array_equal(one.picture, two.picture)
    assert one.faces == two.faces
    assert not np.array_equal(one.picture, other.picture)


@pytest.mark.parametrize("degrees", [0, 15, 32])
def test_from_the_side_flanks_face_the_camera_and_tops_do_not(degrees: int) -> None:
    for seed in range(6):
        faces = wild(np.random.default_rng(seed), (1, 4, 6), elevation=np.radians(degrees), row=seed % 2 == 0).faces
        flanks = [face for face in faces if not face.top]
        assert flanks
        assert max(face.facing for face in flanks) > 0.6
        assert all(face.facing < 0.75 for face in faces if face.top)
        assert all(face.above < degrees + 25 for face in faces)


def test_from_above_tops_face_the_camera() -> None:
    for seed in range(6):
        faces = wild(np.random.default_rng(seed), (1, 4, 6), elevation=1.4).faces
        assert all(face.facing > 0.85 for face in faces if face.top)


def test_a_die_behind_another_is_hidden() -> None:
    seen = [
        face.seen
        for seed in range(20)
        for face in wild(np.random.default_rng(seed), (1, 2, 3, 4, 5), elevation=0.05, row=False, edge=60).faces
    ]
    assert min(seen) < 0.3
    assert max(seen) == 1.0


def test_an_asian_two_has_its_pips_side_by_side_and_a_large_red_one() -> None:
    apart = []
    for seed in range(8):
        made = wild(np.random.default_rng(seed), (2, 1), material="white", east=1.0, elevation=1.5, lens=CLEAN, edge=60)
        for die in made.dice:
            if die.value == 2:
                along = (die.pips[1] - die.pips[0]) / np.hypot(*(die.pips[1] - die.pips[0]))
                side = (die.quad[1] - die.quad[0]) / np.hypot(*(die.quad[1] - die.quad[0]))
                across = abs(float(along @ side))
                apart.append(min(across, float(np.sqrt(max(1 - across**2, 0)))))
            elif die.seen > 0.95:
                x, y = (int(part) for part in die.pips[0])
                blue, green, red = made.picture[y - 1 : y + 2, x - 1 : x + 2].mean(axis=(0, 1))
                assert red > 1.2 * max(blue, green)
    assert max(apart) < 0.2  # along an edge, not from corner to corner


def test_a_metal_floor_is_bright_and_has_holes() -> None:
    for seed in range(5):
        floor = cv2.cvtColor(grid(np.random.default_rng(seed), 30.0), cv2.COLOR_BGR2GRAY)
        assert np.percentile(floor, 90) - np.percentile(floor, 10) > 0.15


@pytest.mark.parametrize("kind", THINGS)
def test_what_looks_like_dice_and_is_none_is_drawn(kind: str) -> None:
    bare, laid = (
        wild(np.random.default_rng(8), (), edge=40, elevation=1.4, clutter=clutter, kind=kind, lens=CLEAN)
        for clutter in (0, 12)
    )
    assert laid.faces == bare.faces == ()
    assert (np.abs(bare.picture.astype(int) - laid.picture).max(axis=2) > 25).mean() > 0.005


@pytest.mark.parametrize(
    ("face", "sort"),
    [
        (TOP, ABOVE),
        (replace(TOP, above=LOW - 5), OTHERWISE),
        (replace(TOP, above=(LOW + HIGH) / 2), None),
        (replace(TOP, top=False), NOTHING),
        (replace(TOP, top=False, above=10.0), OTHERWISE),
        (replace(TOP, lean=40.0), OTHERWISE),
        (replace(TOP, lean=12.0), None),
        (replace(TOP, seen=0.5), OTHERWISE),
        (replace(TOP, seen=0.85), None),
        (replace(TOP, above=10.0, facing=0.2), None),
    ],
)
def test_a_face_is_a_die_from_above_or_otherwise_or_nothing(face: Face, sort: int | None) -> None:
    assert sort_of(Spot(101.0, 99.0, 41.0, 0.9), (face,)) == sort


@pytest.mark.parametrize(
    ("x", "edge", "sort"),
    [(118.0, 40.0, None), (128.0, 40.0, NOTHING), (180.0, 40.0, NOTHING), (100.0, 60.0, None), (100.0, 80.0, NOTHING)],
)
def test_a_place_beside_a_face_or_of_another_size_is_nothing(x: float, edge: float, sort: int | None) -> None:
    assert sort_of(Spot(x, 100.0, edge, 0.9), (TOP,)) == sort
    assert sort_of(Spot(x, 100.0, edge, 0.9), ()) == NOTHING


def test_places_are_kept_with_what_lies_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorting, "SHARD", 12)
    sorting.render_shard(tmp_path, 2)
    pairs, sorts = np.load(tmp_path / "2.crops.npy"), np.load(tmp_path / "2.sorts.npy")
    assert pairs.shape == (len(sorts), 2, SIDE, SIDE, 3)
    assert set(sorts) == {NOTHING, ABOVE, OTHERWISE}
    for seed in range(3):
        shown = sorting.changed(np.random.default_rng(seed), pairs[0])
        assert shown.shape == pairs[0].shape
        assert shown.dtype == np.uint8


def test_dice_right_below_the_camera_are_drawn_too() -> None:
    picture, faces = sorting.drawn_below(4)
    assert np.array_equal(picture, sorting.drawn_below(4)[0])
    assert faces
    assert all(face.above > 45 for face in faces)
