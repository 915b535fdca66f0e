"""What the networks learn from: scenes out of the renderer, cut into crops, with what each must answer."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.crop import AROUND, CELL, CELLS, EDGE, SIDE, Picture, crop, into
from hil.camera.optics import Array
from hil.camera.scene import Shown, render

SCENE = 256  # pixels
SMALLEST, LARGEST = 17.0, 74.0  # a die's edge in a scene
FLAT, COCKED = 7.0, 16.0  # degrees: readable below, not readable above, and between them nobody is asked
STEEP = 30.0  # degrees: up to here a leaning die looks like a flat one before another camera
WHOLE, HIDDEN = 0.94, 0.8  # the share of the face that shows
HEAT = SIDE // 2  # cells of a map of pips
STRIDE = 4  # pixels of the scene to a cell of the map of dice
BUMP = 0.9  # cells: how wide a pip is in its map
LEAST = 0.06  # edges: how well one can say how a die stands
CLOSE, NEAR, FAR = (0.03, 0.05), (0.06, 0.1), (0.13, 0.2)  # how far a crop is off its die, in edges and log(size)
NONE = np.zeros((0, 2), np.float32)


class Scene(NamedTuple):
    """One picture and its dice."""

    picture: Picture
    dice: tuple[Shown, ...]
    things: Array  # n × 2: where something lies that is no die
    edge: float  # that a die would have in its middle


class Crop(NamedTuple):
    """One piece and what it shows."""

    picture: Picture
    value: int  # 0: no face that one may read
    off: tuple[float, float, float]  # where the die really is: x and y in edges, and the logarithm of its size
    pips: Array  # n × 2 pixels of the crop
    quad: Array  # 4 × 2: the corners of the face; none if there is none
    up: tuple[float, float] | None  # how far its top is from its bottom, in edges; None if nobody is asked


class Way(NamedTuple):
    """How a network comes to look at dice."""

    mostly: tuple[float, float] = NEAR
    at_times: tuple[float, float] = FAR
    elsewhere: float = 0.25  # the share of crops that have no face in their middle
    leaning: float | None = 0.35  # the share of dice between COCKED and STEEP that it is asked about; None: all
    all_stands: bool = False  # also between FLAT and COCKED
    gain: float = 1.0


AS_FOUND, AS_DRAWN = Way(), Way(leaning=None)
ON_TRAYS = Way(leaning=0.0)  # how a die stands there is asked of the leaner
SET_RIGHT = Way(CLOSE, NEAR, 0.0, None, True, AROUND)  # by the namer


def fancy(seed: int) -> Scene:
    """The scene of a seed, with dice as players buy them."""
    return scene(seed, fancy=True)


def scene(seed: int, *, fancy: bool = False) -> Scene:
    """The scene of a seed."""
    rng = np.random.default_rng((seed, 77))
    edge = math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST)))
    count = int(rng.choice(8, p=(0.05, 0.1, 0.13, 0.17, 0.17, 0.16, 0.13, 0.09)))
    values = tuple(int(value) for value in rng.integers(1, 7, count))
    clutter = int(rng.choice([0, 0, 1, 3, 6])) if count else 6
    picture, truth = render(
        rng, values, width=SCENE, height=SCENE, edge=edge, leaning=0.1, stacked=0.08, clutter=clutter, fancy=fancy
    )
    return Scene(picture, truth.dice, truth.things, edge)


def readable(die: Shown) -> int | None:
    """Its value, 0 if nobody may read it, None if one cannot say whether."""
    if die.lean < FLAT and die.seen > WHOLE:
        return die.value
    return 0 if die.lean > COCKED or die.seen < HIDDEN else None


def crops(rng: np.random.Generator, from_scene: Scene, count: int, way: Way = AS_FOUND) -> list[Crop]:
    """Pieces of a scene: most are of its dice, not quite centred; some are of anything else."""
    made: list[Crop] = []
    for _ in range(4 * count):
        if len(made) == count:
            break
        die = from_scene.dice[int(rng.integers(len(from_scene.dice)))] if from_scene.dice else None
        one = (
            _elsewhere(rng, from_scene, way)
            if die is None or rng.random() < way.elsewhere
            else _of(rng, from_scene, die, way)
        )
        if one is not None:
            made.append(one)
    while len(made) < count:
        x, y = rng.uniform(0, SCENE, 2)
        made.append(_cut(rng, from_scene, float(x), float(y), rng.uniform(20, 60), None, 0, way.gain))
    return made


def _of(rng: np.random.Generator, from_scene: Scene, die: Shown, way: Way) -> Crop | None:
    value = readable(die)
    if (value is None and not way.all_stands) or (
        way.leaning is not None and COCKED < die.lean < STEEP and rng.random() >= way.leaning
    ):
        return None
    away, size = way.mostly if rng.random() < 0.7 else way.at_times
    x, y = np.array(die.centre) + np.clip(rng.normal(0, away, 2), -0.3, 0.3) * die.edge
    edge = die.edge * math.exp(float(np.clip(rng.normal(0, size), -0.4, 0.4)))
    return _cut(rng, from_scene, float(x), float(y), edge, die, value or 0, way.gain)


def _elsewhere(rng: np.random.Generator, from_scene: Scene, way: Way) -> Crop | None:
    """No face is in the middle: the ground, what lies about, the flank of a die, the gap between two."""
    chance = rng.random()
    edge = from_scene.edge * math.exp(rng.normal(0, 0.25))
    if from_scene.dice and chance < 0.5:
        die = from_scene.dice[int(rng.integers(len(from_scene.dice)))]
        turn = rng.uniform(0, 2 * np.pi)
        if rng.random() < 0.6:  # its flank is below its top
            turn = math.atan2(-die.up[1], -die.up[0]) + rng.normal(0, 0.35)
        far = die.edge * rng.uniform(0.55, 1.1)
        x, y, edge = die.centre[0] + far * np.cos(turn), die.centre[1] + far * np.sin(turn), die.edge
        edge *= math.exp(rng.normal(-0.1, 0.25))
    elif len(from_scene.things) and chance < 0.9:
        x, y = from_scene.things[int(rng.integers(len(from_scene.things)))] + rng.normal(0, 0.15, 2) * edge
        if rng.random() < 0.3:  # a keyboard is larger than its first key
            x, y = np.array([x, y]) + rng.uniform(-2, 2, 2) * edge
    else:
        x, y = rng.uniform(0, SCENE, 2)
    x, y = np.clip((x, y), 0, SCENE - 1)
    if any(math.hypot(x - die.centre[0], y - die.centre[1]) < 0.5 * die.edge for die in from_scene.dice):
        return None
    return _cut(rng, from_scene, float(x), float(y), edge, None, 0, way.gain)


def _cut(
    rng: np.random.Generator,
    from_scene: Scene,
    x: float,
    y: float,
    edge: float,
    die: Shown | None,
    value: int,
    gain: float,
) -> Crop:
    turn, mirror = rng.uniform(0, 2 * np.pi), bool(rng.random() < 0.5)
    picture = _recoloured(rng, crop(from_scene.picture, x, y, edge, turn, mirror, gain))
    up = None
    if die is not None and _whole(die):
        start, end = into(np.array([(0.0, 0.0), die.up]), 0, 0, EDGE, turn, mirror)
        up = float(end[0] - start[0]), float(end[1] - start[1])
    if die is None or not value:
        return Crop(picture, 0, (0.0, 0.0, 0.0), NONE, NONE, up)
    centre, pips, quad = (
        into(points, x, y, edge, turn, mirror, gain) for points in (np.array([die.centre]), die.pips, die.quad)
    )
    off = (centre[0] - SIDE / 2) / (EDGE * gain)
    return Crop(picture, value, (float(off[0]), float(off[1]), math.log(die.edge / edge)), pips, quad, up)


def _whole(die: Shown) -> bool:
    """Whether all of it shows."""
    x, y, wide, high = die.box
    return die.seen >= WHOLE and min(x, y) > 0 and x + wide < SCENE and y + high < SCENE


def maps(cut: Crop) -> tuple[Array, Array]:
    """A bump at every pip, and the face (each HEAT × HEAT)."""
    pips, face = np.zeros((HEAT, HEAT), np.float32), np.zeros((HEAT, HEAT), np.uint8)
    scale, grid = HEAT / SIDE, np.arange(HEAT, dtype=np.float32)
    for u, v in cut.pips * scale - 0.5:
        across, down = (np.exp(-((grid - place) ** 2) / (2 * BUMP**2)) for place in (u, v))
        np.maximum(pips, down[:, None] * across[None], out=pips)
    if len(cut.quad):
        cv2.fillConvexPoly(face, ((cut.quad * scale - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return pips, face.astype(np.float32)


def stands(cut: Crop) -> Array:
    """Where in the map of stands its die is, as chances (CELLS × CELLS); nothing if nobody is asked."""
    if cut.up is None:
        return np.zeros((CELLS, CELLS), np.float32)
    grid = (np.arange(CELLS, dtype=np.float32) - CELLS // 2) * CELL
    across, down = (np.exp(-((grid - place) ** 2) / (2 * LEAST**2)) for place in cut.up)
    bump = down[:, None] * across[None]
    return np.asarray(bump / max(float(bump.sum()), 1e-6), np.float32)


def _recoloured(rng: np.random.Generator, picture: Picture) -> Picture:
    """Colour must not matter much: sometimes it is another one, or none, or its opposite."""
    chance = rng.random()
    if chance < 0.2:
        return picture[..., rng.permutation(3)]
    if chance < 0.32:
        return np.repeat(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)[..., None], 3, axis=2)
    if chance < 0.42:
        return np.asarray(255 - picture, np.uint8)
    return picture


def heat(from_scene: Scene) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Where dice are (a bump at the middle of each face), their sizes there, and the cells in which a size is asked."""
    cells = SCENE // STRIDE
    grid = (np.arange(cells, dtype=np.float32) + 0.5) * STRIDE
    bumps, sizes = np.zeros((cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    asked = np.zeros((cells, cells), bool)
    for die in from_scene.dice:
        away = (grid[None] - die.centre[0]) ** 2 + (grid[:, None] - die.centre[1]) ** 2
        bump = np.exp(-away / (2 * (0.11 * die.edge + 0.6) ** 2))
        near = bump > np.maximum(bumps, 0.3)
        sizes[near], asked = math.log(die.edge / 32), asked | near
        np.maximum(bumps, bump, out=bumps)
    return bumps, sizes, asked
