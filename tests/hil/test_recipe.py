"""What is shipped is what the recipe says: the sources, the networks, and what they answer."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import numpy as np
import pytest

from drivers.camera import networks
from drivers.camera.crop import AROUND, CELL, CELLS, EDGE, SIDE
from drivers.camera.networks import HOME, load
from hil.camera.scene import Shown
from hil.camera.train import data, recipe, sorting, store, third, trays
from hil.camera.train.recipe import ROOT
from hil.camera.train.trays import tray

KEPT = json.loads((HOME / "recipe.json").read_text())
SORTER = json.loads((HOME / "sorter.json").read_text())
THIRD = json.loads((HOME / "third.json").read_text())
ALIKE = 0.05  # processors round differently, and a crop that lies a hundredth of a pixel elsewhere is another crop


def test_the_recipe_is_of_these_sources() -> None:
    assert KEPT["sources"] == recipe.sources(), "make train: a source that has a say in the networks has changed"
    assert (KEPT["seed"], KEPT["shards"], KEPT["steps"]) == (recipe.SEED, recipe.SHARDS, recipe.STEPS)
    assert KEPT["learn from"] == recipe.LEARN_FROM


def test_the_recipe_of_the_sorter_is_of_these_sources() -> None:
    told = sorting.told(HOME)
    assert SORTER["sources"] == told["sources"], "make train ONLY=sorter: a source that has a say in it has changed"
    assert told | {"answers": None} == SORTER | {"answers": None}


def test_the_sorter_answers_as_it_did_when_it_was_made(tmp_path: Path) -> None:
    assert _sorted_apart(HOME) < ALIKE
    weights = bytearray((HOME / "sorter.onnx").read_bytes())
    weights[-60_000:-10_000] = bytes(50_000)  # within one layer's
    (tmp_path / "sorter.onnx").write_bytes(weights)
    assert _sorted_apart(tmp_path) > ALIKE


def _sorted_apart(home: Path) -> float:
    said, kept = (
        np.concatenate([np.array(row) for row in rows]) for rows in (sorting.answers(home), SORTER["answers"])
    )
    assert said.shape == kept.shape
    return float(np.abs(said - kept).max())


def test_the_recipe_of_the_third_pair_is_of_these_sources_and_networks() -> None:
    told = third.told(HOME)
    assert THIRD["sources"] == told["sources"], "make train ONLY=third: a source that has a say in it has changed"
    assert told | {"answers": None} == THIRD | {"answers": None}


def test_the_third_pair_answers_as_it_did_when_it_was_made(tmp_path: Path) -> None:
    assert _third_apart(HOME) < ALIKE
    for name in networks.THIRD:
        weights = bytearray((HOME / f"{name}.onnx").read_bytes())
        weights[-120_000:-80_000] = bytes(40_000)
        (tmp_path / f"{name}.onnx").write_bytes(weights)
    assert _third_apart(tmp_path) > ALIKE


def _third_apart(home: Path) -> float:
    said, kept = (np.concatenate([np.array(row) for row in rows]) for rows in (third.answers(home), THIRD["answers"]))
    assert said.shape == kept.shape
    return float(np.abs(said - kept).max())


def test_the_networks_are_the_recipes() -> None:
    assert KEPT["networks"] == recipe.files(HOME)
    assert sum((HOME / f"{name}.onnx").stat().st_size for name in KEPT["networks"]) < 6_000_000


def test_the_networks_answer_as_they_did_when_they_were_made() -> None:
    assert _apart(HOME) < ALIKE


def test_a_network_that_was_changed_answers_otherwise(tmp_path: Path) -> None:
    for name in KEPT["networks"]:
        weights = bytearray((HOME / f"{name}.onnx").read_bytes())
        weights[-60_000:-58_000] = bytes(2000)  # within one layer's
        (tmp_path / f"{name}.onnx").write_bytes(weights)
    assert recipe.files(tmp_path).items().isdisjoint(KEPT["networks"].items())
    assert _apart(tmp_path) > 4 * ALIKE


def _apart(home: Path) -> float:
    """How far the answers are from those that were kept: of large numbers, in proportion."""
    said, kept = np.array(recipe.answers(load(home))), np.array(KEPT["answers"])
    assert said.shape == kept.shape
    return float((np.abs(said - kept) / np.maximum(1, np.abs(kept))).max())


@pytest.mark.parametrize(
    ("learning", "told"),
    [
        ("hil/camera/train/__main__.py", recipe.SOURCES),
        ("hil/camera/train/sorter.py", sorting.SOURCES),
        ("hil/camera/train/learn_third.py", third.SOURCES),
    ],
)
def test_every_source_that_has_a_say_is_told(learning: str, told: tuple[str, ...]) -> None:
    """Whatever the learning imports, and what that imports, of ours."""
    found, left = set[str](), [learning]
    while left:
        name = left.pop()
        if name not in found and (ROOT / name).exists():
            found.add(name)
            left += [module.replace(".", "/") + ".py" for module in _imports(ROOT / name)]
    reading = {
        "drivers/camera/networks.py",
        *(() if learning.endswith("sorter.py") else ("drivers/camera/sorting.py",)),
    }
    assert found - reading == {name for name in told if name.endswith(".py")}  # what reads was not learnt from


def _imports(file: Path) -> list[str]:
    nodes = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom) and node.module]
    return [str(node.module) for node in nodes] + [
        f"{node.module}.{name.name}" for node in nodes for name in node.names
    ]


def test_a_scene_is_kept_as_it_was_rendered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "SHARD", 3)
    store.render_shard(tmp_path, 50, 1)
    for place in range(3):
        kept, made = store.stored(tmp_path, 3 + place), data.scene(50 + 3 + place)
        assert np.array_equal(kept.picture, made.picture)
        assert [die.value for die in kept.dice] == [die.value for die in made.dice]
        assert np.allclose(kept.things, made.things, atol=0.01)
        assert np.isclose(kept.edge, made.edge, atol=0.01)
        for one, other in zip(kept.dice, made.dice, strict=True):
            assert np.allclose(one.pips, other.pips, atol=0.01)
            assert np.allclose(one.up, other.up, atol=0.01)
            assert np.allclose((one.edge, one.lean, one.seen), (other.edge, other.lean, other.seen), atol=0.01)
    store._shard.cache_clear()


def test_dice_on_trays_touch_lean_and_lie_flat() -> None:
    dice = [die for seed in range(12) for die in tray(seed).dice]
    assert {die.lean > data.COCKED for die in dice} == {True, False}
    assert any(die.lean == pytest.approx(0, abs=0.1) for die in dice)
    assert all(trays.SMALLEST * 0.8 < die.edge < trays.LARGEST * 1.3 for die in dice)
    assert tray(3).picture.shape == (data.SCENE, data.SCENE, 3)
    assert np.array_equal(tray(3).picture, tray(3).picture)


def test_clear_dice_are_red_and_mirror_a_lamp() -> None:
    for seed in range(4):
        made = trays.clear(seed)
        assert np.array_equal(made.picture, trays.clear(seed).picture)
        for die in made.dice:
            x, y, wide, high = die.box
            blue, _, red = made.picture[y : y + high, x : x + wide].mean(axis=(0, 1))
            assert red > blue


def test_a_map_of_stands_has_its_bump_where_the_die_stands() -> None:
    cut = data.Crop(np.zeros((SIDE, SIDE, 3), np.uint8), 0, (0.0, 0.0, 0.0), data.NONE, data.NONE, (0.3, -0.5))
    stands = data.stands(cut)
    assert stands.sum() == pytest.approx(1)
    row, column = np.unravel_index(stands.argmax(), stands.shape)
    assert ((column - CELLS // 2) * CELL, (row - CELLS // 2) * CELL) == pytest.approx((0.3, -0.5))
    assert not data.stands(cut._replace(up=None)).any()


def test_a_wide_crop_shows_more_and_knows_the_same() -> None:
    scenes, rng = [tray(seed) for seed in range(6)], np.random.default_rng(4)
    for way, gain in ((data.ON_TRAYS, 1.0), (data.SET_RIGHT, AROUND)):
        asked = [cut for scene in scenes for cut in data.crops(rng, scene, 6, way) if cut.value]
        assert len(asked) > 5
        for cut in asked:
            wide = np.hypot(*(cut.quad[1] - cut.quad[0])) / EDGE
            assert wide == pytest.approx(gain, rel=0.35)


def test_a_crop_knows_its_pips() -> None:
    checked = 0
    for seed in range(5):
        rng = np.random.default_rng(seed)
        for cut in data.crops(rng, data.scene(seed), 8):
            pips, face = data.maps(cut)
            assert len(cut.pips) == cut.value
            assert bool(face.any()) == bool(cut.value)
            for x, y in cut.pips / (SIDE / data.HEAT):
                if 1 < x < data.HEAT - 1 and 1 < y < data.HEAT - 1:
                    checked += 1
                    assert pips[int(y), int(x)] > 0.6
    assert checked > 20


@pytest.mark.parametrize(
    ("lean", "seen", "value"), [(0.0, 1.0, 5), (30.0, 1.0, 0), (0.0, 0.5, 0), (10.0, 1.0, None), (0.0, 0.9, None)]
)
def test_a_die_that_leans_or_hides_is_nothing_and_between_nobody_is_asked(
    lean: float, seen: float, value: int | None
) -> None:
    die = Shown(5, (0.0, 0.0), 30.0, data.NONE, data.NONE, (0, 0, 1, 1), lean, seen, (0.0, 0.0))
    assert data.readable(die) == value
