"""The third pair of readers and its recipe, nets/third.json: they read small dice under glare, of which the first two
know too little.

They learn from shiny.py's pictures beside the usual ones. The nine networks stay as they are: they have a recipe of
their own.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from drivers.camera.crop import crop
from drivers.camera.networks import HOME, THIRD, reader
from hil.camera.shiny import shiny
from hil.camera.train.data import SCENE
from hil.camera.train.recipe import ROOT
from hil.camera.train.recipe import SOURCES as USUAL

SEED = 33
SHARDS = {"fancy": 60, "scenes": 40, "shiny": 90}  # files of rendered pictures
LEARN_FROM = {"fancy": 6, "scenes": 3, "shiny": 11}  # so many pictures of each kind to a step
STEPS = {"namer": 8000, "pointer": 6000}
SOURCES = (
    *(name for name in USUAL if name not in ("hil/camera/train/__main__.py", "hil/camera/train/trays.py")),
    *("hil/camera/shiny.py", "hil/camera/train/learn_third.py", "hil/camera/train/third.py"),
)
PROBES = tuple(range(901, 907))  # scenes that nobody learnt from


def digest() -> str:
    """One for all of it."""
    return hashlib.sha256(json.dumps(sources()).encode()).hexdigest()


def sources() -> dict[str, str]:
    """The digest of each source."""
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in SOURCES}


def answers(home: Path) -> list[list[float]]:
    """What the pair says to the first die of each probe."""
    third = reader(home, THIRD)
    said = []
    for seed in PROBES:
        seen = shiny(seed)
        die = seen.dice[0] if seen.dice else None
        piece = crop(seen.picture, *(die.centre if die else (SCENE / 2, SCENE / 2)), die.edge if die else 32.0)
        (chances,), (off,) = third.name([piece])
        numbers = (*chances, *off, *third.point([piece])[0].mean(axis=(1, 2)))
        said.append([round(float(number), 4) for number in numbers])
    return said


def told(home: Path) -> dict[str, Any]:
    """All of it."""
    return {
        "made by": "make train ONLY=third",
        "seed": SEED,
        "shards": SHARDS,
        "learn from": LEARN_FROM,
        "steps": STEPS,
        "sources": sources(),
        "networks": {name: hashlib.sha256((home / f"{name}.onnx").read_bytes()).hexdigest() for name in THIRD},
        "answers": answers(home),
    }


def write(home: Path = HOME) -> None:
    """nets/third.json."""
    (home / "third.json").write_text(json.dumps(told(home), indent=1) + "\n")
