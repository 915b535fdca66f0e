"""What the networks are made of: the numbers, the sources, and the proof that a shipped file is what they make.

nets/recipe.json beside the networks holds the digest of every source that has a say in what they learn, and what the
networks answer to a few scenes. `make train` writes it; a test compares.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from drivers.camera.crop import SIDE, crop
from drivers.camera.networks import HOME, NAMES, Networks, load
from hil.camera.train.data import SCENE, scene

ROOT = Path(__file__).parents[3]
SEED = 8
SHARDS = {"fancy": 110, "scenes": 120, "trays": 60}  # files of rendered pictures
LEARN_FROM = {  # so many pictures of each kind to a step
    "finder": {"fancy": 6, "trays": 2},
    "leaner": {"trays": 20},
    "namer": {"fancy": 14, "trays": 6},
    "namer2": {"scenes": 20},
    "pointer": {"fancy": 14, "trays": 6},
    "pointer2": {"scenes": 20},
}
STEPS = {"finder": 6000, "leaner": 5500, "namer": 13000, "namer2": 10000, "pointer": 7000, "pointer2": 6500}
SOURCES = (
    "drivers/camera/crop.py",
    "hil/camera/dice.py",
    "hil/camera/ground.py",
    "hil/camera/lens.py",
    "hil/camera/light.py",
    "hil/camera/makes.py",
    "hil/camera/optics.py",
    "hil/camera/scene.py",
    "hil/camera/train/__main__.py",
    "hil/camera/train/data.py",
    "hil/camera/train/learn.py",
    "hil/camera/train/nets.py",
    "hil/camera/train/packages.txt",
    "hil/camera/train/recipe.py",
    "hil/camera/train/store.py",
    "hil/camera/train/trays.py",
)
PROBES = (901, 902, 903, 904, 905, 906)  # scenes that nobody learnt from


def digest() -> str:
    """One for all of it."""
    return hashlib.sha256(json.dumps(sources()).encode()).hexdigest()


def sources() -> dict[str, str]:
    """The digest of each source."""
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in SOURCES}


def files(home: Path) -> dict[str, str]:
    """The digest of each network."""
    return {name: hashlib.sha256((home / f"{name}.onnx").read_bytes()).hexdigest() for name in NAMES}


def answers(nets: Networks) -> list[list[float]]:
    """What the networks say to the probes: the hottest spot, the names of a crop there, how much is pip and face."""
    said = []
    for seed in PROBES:
        picture = scene(seed).picture
        spots = nets.find(picture)
        x, y, edge = (spots[0].x, spots[0].y, spots[0].edge) if spots else (SCENE / 2, SCENE / 2, SIDE / 2)
        piece = crop(picture, x, y, edge)
        chances, off = nets.name([piece])
        maps = nets.point([piece])[0]
        lean = nets.lean([piece])[0]
        second = nets.second.name([piece])[0][0], nets.second.point([piece])[0].mean(axis=(1, 2))
        numbers = np.concatenate([[len(spots), x, y, edge], chances[0], off[0], maps.mean(axis=(1, 2)), lean, *second])
        said.append([round(float(number), 4) for number in numbers])
    return said


def told(home: Path) -> dict[str, Any]:
    """All of it."""
    return {
        "made by": "make train",
        "seed": SEED,
        "shards": SHARDS,
        "learn from": LEARN_FROM,
        "steps": STEPS,
        "sources": sources(),
        "networks": files(home),
        "answers": answers(load(home)),
    }


def write(home: Path = HOME) -> None:
    """nets/recipe.json."""
    (home / "recipe.json").write_text(json.dumps(told(home), indent=1) + "\n")
