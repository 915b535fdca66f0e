"""Right, or it says so: 300 rendered rolls, of which none may be read wrongly; and what nobody may read is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.camera import layout
from drivers.camera.calibrate import calibrate
from drivers.camera.candidate import best
from drivers.camera.crop import AROUND, CELL, CELLS, EDGE, SIDE, Array, Picture, crop, into
from drivers.camera.networks import EIGHT, Spot, apart, networks
from drivers.camera.reading import Reading, Reason
from drivers.camera.recognise import read
from drivers.camera.stand import likeliest, unlike, unlike_each_other
from drivers.camera.tray import Tray, find_stand
from drivers.faults import Fault, FaultError
from hil.camera.scene import render
from hil.camera.table import FLAT, LAID, Table
from tests.drivers.dice import COUNTS, HARD, HOPELESS, calibrated, seat, verdict

CLEAR = 180
COVERED = 0.98  # at least
SPOILT = 12  # of each kind: with the clear ones, 300
STANDS = 0.12  # edges: how far the measured stand of flat dice may be from the true one
LOOSE = 40  # uncalibrated scenes, anything anywhere


def test_a_calibrated_camera_reads_what_lies_there_or_says_so() -> None:
    verdicts = [verdict(seed) for seed in range(CLEAR)]
    assert "wrong" not in verdicts, [seed for seed, said in enumerate(verdicts) if said == "wrong"]
    assert verdicts.count("exact") >= COVERED * CLEAR, Counter(verdicts)


@pytest.mark.parametrize("trouble", HOPELESS + COUNTS)
def test_what_nobody_may_read_is_refused(trouble: str) -> None:
    assert {verdict(seed, trouble) for seed in range(1000, 1000 + SPOILT)} == {"refused"}


@pytest.mark.parametrize("seed", [1_000_006, 4139, 1_000_703])
def test_one_die_too_many_that_touches_another_is_not_overlooked(seed: int) -> None:
    assert verdict(seed, "too many") == "refused"


@pytest.mark.parametrize("seed", [4_000_034, 4_000_084, 4_000_105, 4_000_439])
def test_between_two_dice_that_touch_lies_no_third(seed: int) -> None:
    assert verdict(seed) == "exact"


@pytest.mark.parametrize("seed", [1_000_047, 1_000_326, 1_000_443])
def test_a_die_that_hardly_leans_is_looked_at_from_every_side(seed: int) -> None:
    assert verdict(seed, "cocked") == "refused"


@pytest.mark.parametrize("seed", [1_001_156, 1_040_398])
def test_the_flank_of_a_die_that_leans_far_is_no_upper_face(seed: int) -> None:
    assert verdict(seed, "cocked") == "refused"


@pytest.mark.parametrize("material", ["white", "ivory", "red"])
def test_a_die_that_nobody_found_is_seen_by_its_marks(material: str) -> None:
    for seed in range(4):
        table, known = Table(seed, material), calibrated(Table(seed, material))
        tray = Tray.of(table.view((2, 5, 6), seed)[0], known)
        dice = best(tray.looked(networks().tray, 3), 3)
        assert not tray.has_more_than(dice)
        for place in range(3):
            assert tray.has_more_than(dice[:place] + dice[place + 1 :]), (seed, place)
        assert not Tray.of(table.empty(), known).has_more_than([])


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_over_a_die_is_told_as_such(seed: int) -> None:
    table, dice = seat(seed)
    frame, truth = table.view(dice, seed)
    x, y = (round(part) for part in truth.dice[0].centre)
    from_afar = frame.shape[0] if y < frame.shape[0] / 2 else 0
    cv2.line(frame, (x, y), (x, from_afar), (120, 150, 205), round(1.5 * table.edge))
    assert read(frame, len(dice), calibrated(table)).reason is Reason.OCCLUDED


@pytest.mark.parametrize("seed", range(6))
def test_a_camera_is_not_calibrated_with_a_cocked_die(seed: int) -> None:
    table = Table(seed)
    empty = [table.empty(frame) for frame in range(2)]
    made = calibrate(empty, table.region, table.edge, table.flat(), len(FLAT))
    assert made.calibration.stand is not None
    cocked, _ = table.view(FLAT, LAID, spoilt="cocked")
    with pytest.raises(FaultError) as refused:
        calibrate(empty, table.region, table.edge, cocked, len(FLAT))
    assert refused.value.fault is Fault.CAMERA_UNCALIBRATED


def test_without_flat_dice_dice_are_only_compared_with_each_other() -> None:
    table, dice = seat(1)
    frame, _ = table.view(dice, 1)
    for wrong in (0.9, 1.1):
        known = replace(calibrated(table), stand=None, die=wrong * table.edge)
        assert read(frame, len(dice), known).faces == tuple(sorted(dice))


def test_dice_of_another_house_are_not_read_as_this_ones() -> None:
    table, dice = seat(1)
    known, (frame, _) = calibrated(table), table.view(dice, 1)
    assert known.stand is not None
    assert read(frame, len(dice), known).faces == tuple(sorted(dice))
    for changed, reason in (({"size": 1.4}, Reason.STACKED), ({"spread": 1.3 * known.stand.spread}, Reason.COCKED)):
        other = replace(known, stand=known.stand._replace(**changed))
        assert read(frame, len(dice), other).reason is reason


def test_how_a_die_stands_does_not_depend_on_how_the_picture_is_turned() -> None:
    table, dice = seat(3)
    frame, truth = table.view(dice, 3)
    piece = crop(frame, *truth.dice[0].centre, truth.dice[0].edge, gain=AROUND)
    pieces = [piece, np.asarray(np.rot90(piece)), np.asarray(piece[:, ::-1])]
    upright, turned, mirrored = networks().stands(pieces, EIGHT)
    assert np.allclose(turned, np.rot90(upright), atol=1e-2)
    assert np.allclose(mirrored, upright[:, ::-1], atol=1e-2)
    down, across = (np.array(np.unravel_index(upright.argmax(), upright.shape)) - CELLS // 2) * CELL
    assert (across, down) == pytest.approx(truth.dice[0].up, abs=STANDS)


@pytest.mark.parametrize("trouble", HARD)
def test_what_is_hard_to_read_is_read_rightly_or_not_at_all(trouble: str) -> None:
    verdicts = [verdict(seed, trouble) for seed in range(2000, 2000 + SPOILT)]
    assert "wrong" not in verdicts
    assert "refused" in verdicts or trouble == "bump"


def test_anything_anywhere_is_read_rightly_or_not_at_all() -> None:
    right = 0
    for seed in range(LOOSE):
        rng = np.random.default_rng((seed, 31))
        dice = tuple(int(value) for value in rng.integers(1, 7, 1 + seed % 5))
        picture, truth = render(rng, dice, width=480, height=360, edge=rng.uniform(30, 75), clutter=seed % 3)
        faces = read(picture, len(truth.dice)).faces
        assert faces is None or faces == truth.faces, seed
        right += faces is not None
    assert right >= LOOSE // 5


@pytest.mark.parametrize("seed", [83, 219, 304, 416, 478])
def test_among_flat_dice_the_flank_of_one_that_leans_is_no_upper_face_anywhere(seed: int) -> None:
    rng = np.random.default_rng((seed, 42))
    dice = tuple(int(value) for value in rng.integers(1, 7, 1 + seed % 5))
    edge, fancy = rng.uniform(22, 75), seed % 2 == 1
    picture, truth = render(
        rng, dice, width=480, height=360, edge=edge, clutter=seed % 4, leaning=0.1, stacked=0.08, fancy=fancy
    )
    assert max(die.lean for die in truth.dice) > 30
    assert read(picture, len(truth.dice)).reason in (Reason.COCKED, Reason.WRONG_COUNT)


def test_dice_that_stand_alike_are_told_from_one_that_does_not() -> None:
    grid = (np.arange(CELLS) - CELLS // 2) * CELL
    places = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])

    def standing(*ups: tuple[float, float]) -> Array:
        return np.array(
            [-((grid[None] - x) ** 2 + (grid[:, None] - y) ** 2) / (2 * 0.06**2) for x, y in ups], np.float32
        )

    flat = standing((0.2, 0.1), (0.4, 0.1), (0.2, 0.3))  # a camera twenty edges away
    leaning = standing((0.2, 0.1), (0.4, 0.1), (0.2, 0.8))
    assert unlike_each_other(flat, places).max() < 5
    assert unlike_each_other(leaning, places).argmax() == 2
    assert unlike_each_other(leaning, places).max() > 24
    assert likeliest(flat) == pytest.approx(np.array([(0.2, 0.1), (0.4, 0.1), (0.2, 0.3)]), abs=0.03)
    assert unlike(flat, np.array([(0.2, 0.1), (0.4, 0.1), (0.2, 0.9)])).argmax() == 2


def test_a_calibrated_camera_knows_how_flat_dice_stand_before_it() -> None:
    for seed in range(8):
        table = Table(seed, "white")
        camera, stand = table.camera(), calibrated(table).stand
        assert stand is not None
        x, y, width, height = table.region
        for across, down in ((0.0, 0.0), (0.35 * width, 0.0), (0.0, -0.35 * height)):
            at = camera.ground(x + width / 2 + across, y + height / 2 + down)
            top, bottom = camera.project(np.array([[*at[:2], 1.0], [*at[:2], 0.0]], np.float32))
            edge = camera.scale(np.array([*at[:2], 1.0], np.float32))
            meant = np.array([stand.across, stand.down]) + stand.slope * np.array([across, down]) / edge
            assert np.hypot(*(meant - (top - bottom) / edge)) < STANDS, (seed, across, down)


def test_one_die_alone_that_leans_is_refused() -> None:
    for seed in range(SPOILT):
        table = Table(seed, "ivory")
        frame, _ = table.view((1 + seed % 6,), seed, spoilt="cocked")
        assert read(frame, 1, calibrated(table)).faces is None, seed


def test_a_camera_is_not_calibrated_with_dice_that_are_not_there() -> None:
    table = Table(1)
    with pytest.raises(FaultError) as refused:
        find_stand(table.empty(), 3, calibrated(table))
    assert refused.value.fault is Fault.CAMERA_UNCALIBRATED


def test_a_camera_that_was_calibrated_without_dice_compares_them_with_each_other() -> None:
    for seed in range(SPOILT):
        table, dice = seat(seed)
        known = replace(calibrated(table), stand=None)
        frame, _ = table.view(dice, seed, spoilt="cocked")
        assert read(frame, len(dice), known).faces is None, seed
        faces = read(table.view(dice, seed)[0], len(dice), known).faces
        assert faces in (None, tuple(sorted(dice))), seed


def test_nothing_is_read_where_nothing_lies() -> None:
    table = Table(3)
    assert read(table.empty(), 3, calibrated(table)) == Reading((), Reason.WRONG_COUNT)
    for seed in range(6):
        rng = np.random.default_rng((seed, 32))
        picture, _ = render(rng, (), width=480, height=360, clutter=6)
        assert read(picture, 3).faces is None
    for seed in (22, 35, 45):  # keys with a dot, each a one to every namer
        picture, _ = render(np.random.default_rng((seed, 3200)), (), width=480, height=360, clutter=6)
        assert read(picture, 1).reason in (Reason.PIPS_UNEXPLAINED, Reason.WRONG_COUNT)
    for seed in (13, 18, 80, 113):  # buttons with holes, which look like pips to every network
        picture, _ = render(np.random.default_rng((seed, 3200)), (), width=480, height=360, clutter=6)
        assert [read(picture, count).faces for count in (1, 2, None)] == [None, None, None]


@pytest.mark.parametrize(("level", "reason"), [(0, Reason.DARK), (30, Reason.DARK), (120, Reason.WRONG_COUNT)])
def test_an_even_picture_has_its_reason(level: int, reason: Reason) -> None:
    assert read(np.full((480, 640, 3), level, np.uint8), 2).reason is reason


@pytest.mark.parametrize("shape", [(1, 1), (7, 900), (40, 30)])
def test_a_picture_of_any_size_is_looked_at(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(4).integers(0, 256, (*shape, 3)).astype(np.uint8)
    assert read(noise, 3).faces is None


def test_dice_are_told_with_their_places() -> None:
    table = Table(1, "white")
    frame, truth = table.view((2, 5), 77)
    reading = read(frame, 2, calibrated(table))
    assert reading.faces == (2, 5)
    for die in reading.dice:
        (shown,) = (one for one in truth.dice if one.value == die.value)
        x, y, width, height = die.box
        assert abs(x + width / 2 - shown.centre[0]) < 0.15 * shown.edge
        assert abs(y + height / 2 - shown.centre[1]) < 0.15 * shown.edge
        assert 0.9 < width / shown.edge < 1.7
        assert 0.5 < die.confidence <= 1


def test_without_a_count_every_die_is_told_and_only_a_calibrated_tray_is_believed() -> None:
    table = Table(1, "white")
    frame, _ = table.view((1, 4, 6), 70)
    assert read(frame, None, calibrated(table)).faces == (1, 4, 6)
    anywhere = read(frame, None)
    assert anywhere.faces is None
    assert sorted(die.value for die in anywhere.dice) == [1, 4, 6]
    assert anywhere.reason is Reason.UNCOUNTED


def test_a_crop_says_where_its_pixels_were() -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    cv2.circle(picture, (171, 133), 4, (255, 255, 255), -1)
    for turn, mirror, gain in ((0.0, False, 1.0), (0.8, True, 1.06), (-2.1, False, 0.9)):
        piece = crop(picture, 150, 140, 80, turn, mirror, gain)
        y, x = np.array(np.nonzero(piece[..., 0] > 100)).mean(axis=1)
        assert piece.shape == (SIDE, SIDE, 3)
        assert np.allclose(into(np.array([[171.0, 133.0]]), 150, 140, 80, turn, mirror, gain), [[x, y]], atol=1.0)
    assert crop(picture, 150, 140, EDGE)[SIDE // 2, SIDE // 2].tolist() == picture[140, 150].tolist()
    assert not crop(picture, 900, -700, 40).any()  # the nearest corner is all that can be seen of it


def test_of_two_spots_on_one_die_the_hotter_one_stays() -> None:
    spots = [Spot(10, 10, 30, 0.4), Spot(14, 12, 33, 0.9), Spot(80, 10, 30, 0.3)]
    assert apart(spots) == [spots[1], spots[2]]


def test_a_narrow_six_is_a_six() -> None:
    points = layout.LAYOUTS[6] * (0.15 * EDGE, 0.24 * EDGE) + SIDE / 2
    assert layout.fits(points, 6, (SIDE / 2, SIDE / 2))


def clear_die(own: int, far: int) -> tuple[Picture, Array]:
    """A face of clear red plastic, with the pips of the far face half as strong; and where all of them are."""
    face = np.full((SIDE, SIDE, 3), (18, 14, 150), np.uint8)
    sites = [layout.LAYOUTS[value] * 0.24 * EDGE + SIDE / 2 for value in (far, own)]
    for points, ink in zip(sites, ((90, 90, 195), (235, 235, 240)), strict=True):
        for x, y in points:
            cv2.circle(face, (round(x * 16), round(y * 16)), round(layout.PIP * 16), ink, -1, cv2.LINE_AA, 4)
    seen = np.unique(np.concatenate(sites[::-1]), axis=0)
    return np.asarray(cv2.GaussianBlur(face, (0, 0), 0.8), np.uint8), seen


def test_pips_of_the_far_face_that_shine_through_are_told_from_those_of_this_one() -> None:
    middle, whole = (SIDE / 2, SIDE / 2), np.ones((SIDE, SIDE), bool)
    piece, points = clear_die(1, 6)
    shining = layout.shining(piece, points, 1, whole, middle)
    assert shining.sum() == 6
    assert np.allclose(points[~shining], middle)


def test_faint_pips_that_make_another_value_are_not_explained_away() -> None:
    middle, whole = (SIDE / 2, SIDE / 2), np.ones((SIDE, SIDE), bool)
    piece, points = clear_die(4, 3)  # or a five whose middle pip has faded
    assert len(points) == 5
    assert not layout.shining(piece, points, 4, whole, middle).any()
