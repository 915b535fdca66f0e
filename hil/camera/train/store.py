"""The scenes that the networks learn from, rendered once and kept in files that several processes share."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from hil.camera.optics import Array
from hil.camera.scene import Shown
from hil.camera.train.data import SCENE, Scene, scene

SHARD = 200  # scenes to a file
WAIT = 0.5  # seconds between two looks for a file that is still being rendered
_MOST_PIPS = 6


def render_shard(home: Path, seed: int, shard: int, draw: Callable[[int], Scene] = scene) -> None:
    """Renders one file of scenes, unless it is there."""
    if (home / f"{shard}.dice.npy").exists():
        return
    scenes = [draw(seed + shard * SHARD + place) for place in range(SHARD)]
    np.save(home / f"{shard}.npy", np.stack([one.picture for one in scenes]))
    rows = [_row(place, die) for place, one in enumerate(scenes) for die in one.dice]
    things = [(place, *thing) for place, one in enumerate(scenes) for thing in one.things]
    np.save(home / f"{shard}.things.npy", np.array(things, np.float32).reshape(-1, 3))
    np.save(home / f"{shard}.edges.npy", np.array([one.edge for one in scenes], np.float32))
    kept = home / f"{shard}.dice.part.npy"
    np.save(kept, np.array(rows, np.float32))
    kept.replace(home / f"{shard}.dice.npy")


def stored(home: Path, place: int) -> Scene:
    """The scene at a place; waits until it is rendered."""
    scenes = _shard(home, place // SHARD)
    return scenes[place % SHARD]


@cache
def _shard(home: Path, shard: int) -> tuple[Scene, ...]:
    done = home / f"{shard}.dice.npy"
    while not done.exists():
        time.sleep(WAIT)
    found: list[list[Shown]] = [[] for _ in range(SHARD)]
    for row in np.load(done):
        found[int(row[0])].append(_die(row[1:]))
    pictures = np.load(home / f"{shard}.npy", mmap_mode="r")
    if pictures.shape != (SHARD, SCENE, SCENE, 3):
        raise ValueError(f"{home}: these are other scenes")
    things, edges = np.load(home / f"{shard}.things.npy"), np.load(home / f"{shard}.edges.npy")
    return tuple(
        Scene(picture, tuple(dice), things[things[:, 0] == place, 1:], float(edge))
        for place, (picture, dice, edge) in enumerate(zip(pictures, found, edges, strict=True))
    )


def _row(place: int, die: Shown) -> Array:
    pips = np.zeros((_MOST_PIPS, 2), np.float32)
    pips[: die.value] = die.pips
    numbers = (place, die.value, *die.centre, die.edge, die.lean, die.seen, *die.up, *die.box)
    return np.concatenate([np.array(numbers, np.float32), die.quad.ravel(), pips.ravel()]).astype(np.float32)


def _die(row: Array) -> Shown:
    value, x, y, edge, lean, seen, across, down, *box = (float(part) for part in row[:12])
    quad, pips = row[12:20].reshape(4, 2), row[20:].reshape(-1, 2)[: int(value)]
    left, top, wide, high = (int(part) for part in box)
    return Shown(int(value), (x, y), edge, quad, pips, (left, top, wide, high), lean, seen, (across, down))
