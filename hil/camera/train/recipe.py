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
SHARDS = {"clear": 40, "fancy": 120, "scenes": 120, "trays": 160}  # files of rendered pictures
LEARN_FROM = {  # so many pictures of each kind to a step
    "finder": {"fancy": 5, "scenes": 3},
    "leaner": {"trays": 20},
    "namer": {"fancy": 13, "scenes": 7},
    "namer2": {"scenes": 20},
    "pointer": {"fancy": 13, "scenes": 7},
    "pointer2": {"scenes": 20},
    "tray_finder": {"trays": 8},
    "tray_namer": {"trays": 20},
    "tray_pointer": {"clear": 6, "trays": 14},
}
STEPS = {
    "finder": 7000,
    "leaner": 7000,
    "namer": 10000,
    "namer2": 10000,
    "pointer": 7000,
    "pointer2": 6500,
    "tray_finder": 5000,
    "tray_namer": 6000,
    "tray_pointer": 7000,
}
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
    """What the networks say to the probes: of each finder the hottest spot; of each reader the names of a crop there,
    how much is pip and face; of the leaner how it stands."""
    said = []
    for seed in PROBES:
        picture = scene(seed).picture
        numbers: list[float] = []
        for eyes in (nets.anywhere, nets.tray):
            spots = eyes.find(picture)
            x, y, edge = (spots[0].x, spots[0].y, spots[0].edge) if spots else (SCENE / 2, SCENE / 2, SIDE / 2)
            piece = crop(picture, x, y, edge)
            numbers += len(spots), x, y, edge
            for reader in eyes.readers:
                (chances,), (off,) = reader.name([piece])
                numbers += *chances, *off, *reader.point([piece])[0].mean(axis=(1, 2))
            numbers += np.exp(nets.stands([piece])[0]).sum(axis=0).tolist()
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
