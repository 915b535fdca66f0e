"""What the sorter learns from: places in rendered pictures, and what lies there; and its recipe, nets/sorter.json.

It is asked of every place that the finder marks what lies there: nothing to be read, a die seen from above, or a die
that shows no upper face fairly (it is seen from the side, it leans, something hides it). The places are those that the
shipped finder marks in pictures of the first renderer and of wild.py, set right by the shipped namers, and the faces
themselves. The nine networks stay as they are: they have a recipe of their own.
"""

from __future__ import annotations

import hashlib
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from drivers.camera.networks import HOME, SORTER, Eyes, Spot, load, with_sorter
from drivers.camera.sorting import Sort, pair
from hil.camera.optics import Picture
from hil.camera.train.data import FLAT, SCENE, WHOLE, fancy, scene
from hil.camera.wild import Face, wild

ROOT = Path(__file__).parents[3]
SEED, SHARD = 21, 200  # scenes to a file
ANY, BELOW, SHARDS = 60, 72, 90  # files with scenes of any kind, with more of dice right below the camera, and all
STEPS = 5000
OLD, EMPTY, ASLANT = 0.22, 0.15, 0.33  # the shares of scenes of the first renderer, without a die, from the side
SMALLEST, LARGEST = 18.0, 74.0  # pixels of a die
MARKED, MOST = 12, 9  # places of a scene that the finder marks, and that are kept
NOTHING, ABOVE, OTHERWISE = range(len(Sort._fields))
LOW, HIGH = 32.0, 38.0  # degrees above the table: below, an upper face is not read; above, it is; between, nobody asks
STEEP = 25.0  # degrees: a die that leans so far is not taken for one seen askew
FACING, HIDDEN = 0.35, 0.75  # of a face that looks at the camera; of one that another die hides
CENTRED, OFF, BEYOND = 0.25, 0.55, 1.6  # edges from the middle of a face: it is this face; it is not; nor a die's flank
ALIKE, UNLIKE = 1.3, 1.7  # the size of a place against the face's
SOURCES = (
    "drivers/camera/crop.py",
    "drivers/camera/nets/finder.onnx",
    "drivers/camera/nets/namer.onnx",
    "drivers/camera/nets/namer2.onnx",
    "drivers/camera/sorting.py",
    "hil/camera/dice.py",
    "hil/camera/ground.py",
    "hil/camera/lens.py",
    "hil/camera/light.py",
    "hil/camera/makes.py",
    "hil/camera/optics.py",
    "hil/camera/scene.py",
    "hil/camera/things.py",
    "hil/camera/train/data.py",
    "hil/camera/train/nets.py",
    "hil/camera/train/packages.txt",
    "hil/camera/train/sorter.py",
    "hil/camera/train/sorting.py",
    "hil/camera/wild.py",
)
PROBES = tuple(range(901, 909))  # scenes that it did not learn from


def drawn(seed: int) -> tuple[Picture, tuple[Face, ...]]:
    """The scene of a seed, of any kind, and the faces in it."""
    rng = np.random.default_rng((seed, 80))
    lot = rng.random()
    if lot < OLD:
        old = (fancy if rng.random() < 0.6 else scene)(int(rng.integers(1 << 30)) + (1 << 31))
        return old.picture, tuple(
            Face(die.value, die.centre, die.edge, True, 1.0, die.seen, die.lean, 60.0) for die in old.dice
        )
    edge = math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST)))
    count = int(rng.choice(7, p=(0.05, 0.2, 0.17, 0.2, 0.14, 0.14, 0.1)))
    clutter = int(rng.choice([0, 0, 2, 4, 8]))
    elevation = None
    if lot < OLD + EMPTY:
        count, clutter = 0, int(rng.integers(4, 16))
        elevation = rng.uniform(0.2, np.pi / 2)
    elif lot < OLD + EMPTY + ASLANT:
        elevation = float(np.radians(rng.uniform(0, LOW)))
    values = tuple(int(value) for value in rng.integers(1, 7, count))
    seen = wild(
        rng, values, width=SCENE, height=SCENE, edge=edge, elevation=elevation,
        material="red" if rng.random() < 0.2 else None, clutter=clutter, leaning=0.08, stacked=0.06,
    )  # fmt: skip
    return seen.picture, seen.faces


def drawn_below(seed: int) -> tuple[Picture, tuple[Face, ...]]:
    """Another scene of a seed: dice right below the camera, which show hardly more than their tops."""
    rng = np.random.default_rng((seed, 83))
    edge = math.exp(rng.uniform(math.log(20), math.log(LARGEST)))
    values = rng.choice((1, 2, 3, 4, 5, 6), int(rng.integers(1, 6)), p=(0.15, 0.15, 0.15, 0.15, 0.15, 0.25))
    seen = wild(
        rng, tuple(int(value) for value in values), width=SCENE, height=SCENE, edge=edge,
        elevation=float(np.radians(rng.uniform(60, 90))), clutter=int(rng.choice([0, 0, 0, 2])), soft=0.4,
    )  # fmt: skip
    return seen.picture, seen.faces


def drawn_pale(seed: int) -> tuple[Picture, tuple[Face, ...]]:
    """Another scene of a seed: a few dice of one colour right below the camera, many of them sixes, which so much looks
    like that is none."""
    rng = np.random.default_rng((seed, 84))
    edge = math.exp(rng.uniform(math.log(26), math.log(LARGEST)))
    values = rng.choice((1, 2, 3, 4, 5, 6), int(rng.choice([1, 1, 2, 3, 5])), p=(0.12, 0.12, 0.12, 0.12, 0.12, 0.4))
    seen = wild(
        rng, tuple(int(value) for value in values), width=SCENE, height=SCENE, edge=edge,
        elevation=float(np.radians(rng.uniform(62, 90))),
        material=str(rng.choice(["white", "ivory", "ivory", "black"])),
        clutter=int(rng.choice([0, 0, 0, 0, 2])), floor=0.05, soft=0.4,
    )  # fmt: skip
    return seen.picture, seen.faces


def sort_of(spot: Spot, faces: tuple[Face, ...]) -> int | None:
    """What lies at a place; None: nobody asks."""
    away = [math.dist((spot.x, spot.y), face.centre) / face.edge for face in faces]
    if min(away, default=math.inf) > BEYOND:
        return NOTHING
    nearest = int(np.argmin(away))
    face = faces[nearest]
    if away[nearest] > CENTRED:
        return NOTHING if away[nearest] > OFF and face.above > HIGH and face.lean < FLAT else None
    size = max(spot.edge / face.edge, face.edge / spot.edge)
    if size >= ALIKE:
        return NOTHING if size >= UNLIKE else None
    return _sort(face)


def _sort(face: Face) -> int | None:
    """The same of a face that a place is in the middle of."""
    fair = face.facing > FACING and face.seen > 0.5
    if face.above < LOW:
        return OTHERWISE if fair else None
    if face.above < HIGH:
        return None
    if not face.top:
        flat = NOTHING if face.lean < FLAT else None
        return (OTHERWISE if face.lean > STEEP else flat) if face.facing > FACING else None
    if face.lean < FLAT and face.seen > WHOLE:
        return ABOVE
    return OTHERWISE if (face.lean > STEEP and face.seen > 0.5) or 0.35 < face.seen < HIDDEN else None


def places(rng: np.random.Generator, picture: Picture, faces: tuple[Face, ...]) -> list[tuple[Spot, int]]:
    """Where the finder marks something, and the faces, not quite centred; and what lies there."""
    spots = _eyes().proposed(picture)[:MARKED]
    found = _eyes().placed(picture, spots)[0] if spots else []
    for face in faces:
        x, y = np.array(face.centre) + np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * face.edge
        edge = face.edge * math.exp(float(np.clip(rng.normal(0, 0.06), -0.15, 0.15)))
        found.append(Spot(float(x), float(y), edge, 1.0))
    asked = [(one, sort) for one in found if (sort := sort_of(one, faces)) is not None]
    chosen = [asked[int(place)] for place in rng.permutation(len(asked))[:MOST]]
    return sorted(chosen, key=lambda one: one[1])


@cache
def _eyes() -> Eyes:
    return load(HOME).anywhere


def render_shard(home: Path, shard: int) -> None:
    """One file of pairs of crops and one of what each shows, unless they are there."""
    cv2.setNumThreads(1)
    done = home / f"{shard}.sorts.npy"
    if done.exists():
        return
    pairs: list[Picture] = []
    sorts: list[int] = []
    for place in range(SHARD):
        seed = SEED * 1_000_000 + shard * SHARD + place
        picture, faces = (drawn if shard < ANY else drawn_below if shard < BELOW else drawn_pale)(seed)
        for spot, sort in places(np.random.default_rng((seed, 81)), picture, faces):
            pairs.append(pair(picture, spot.x, spot.y, spot.edge))
            sorts.append(sort)
    np.save(home / f"{shard}.crops.npy", np.stack(pairs))
    part = home / f"{shard}.part.npy"
    np.save(part, np.array(sorts, np.int64))
    part.replace(done)


def changed(rng: np.random.Generator, shown: Picture) -> Picture:
    """Mirrored, or in other colours, or softer; never upside down: which way is down says much."""
    if rng.random() < 0.5:
        shown = shown[:, :, ::-1]
    chance = rng.random()
    if chance < 0.15:
        shown = shown[..., rng.permutation(3)]
    elif chance < 0.25:
        shown = np.repeat(shown.mean(axis=-1, keepdims=True).astype(np.uint8), 3, axis=-1)
    elif chance < 0.3:
        shown = np.asarray(255 - shown, np.uint8)
    if rng.random() < 0.15:
        sigma = rng.uniform(0.4, 1.6)
        soft = [cv2.GaussianBlur(one, (0, 0), sigma) for one in np.ascontiguousarray(shown)]
        shown = np.stack([np.asarray(one, np.uint8) for one in soft])
    return shown


def digest() -> str:
    """One for all of it."""
    return hashlib.sha256(json.dumps(sources()).encode()).hexdigest()


def sources() -> dict[str, str]:
    """The digest of each source."""
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in SOURCES}


def answers(home: Path) -> list[list[float]]:
    """What the sorter says of the first places of the probes."""
    eyes = with_sorter(_eyes(), home)
    said = []
    for seed in PROBES:
        picture, faces = drawn(seed)
        spots = [Spot(*face.centre, face.edge, 1.0) for face in faces[:2]] + [Spot(SCENE / 2, SCENE / 2, 40.0, 1.0)]
        said.append([round(chance, 3) for sort in eyes.sorts(picture, spots) for chance in sort])
    return said


def told(home: Path) -> dict[str, Any]:
    """All of it."""
    network = hashlib.sha256((home / f"{SORTER}.onnx").read_bytes()).hexdigest()
    return {
        "made by": "make train ONLY=sorter",
        "seed": SEED,
        "scenes": SHARD * SHARDS,
        "steps": STEPS,
        "sources": sources(),
        "network": network,
        "answers": answers(home),
    }


def write(home: Path = HOME) -> None:
    """nets/sorter.json."""
    (home / f"{SORTER}.json").write_text(json.dumps(told(home), indent=1) + "\n")
