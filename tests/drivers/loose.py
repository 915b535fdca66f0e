"""Pictures of which nothing is known, for the tests and the campaign: from the side, without a die, miscounted."""

from __future__ import annotations

import numpy as np

from drivers.camera.reading import Reading
from drivers.camera.recognise import read
from hil.camera.optics import Picture
from hil.camera.scene import Truth, render
from hil.camera.things import THINGS
from hil.camera.wild import wild
from tests.drivers.dice import rolled

KINDS = ("aslant", "clutter", "one off")
LOW = 35.0  # degrees above the table: from there no upper face is read
WIDTH, HEIGHT = 480, 360
ASKED = 3  # of a picture without dice: are there one, two or three?


def aslant(seed: int) -> tuple[Picture, int]:
    """Dice seen from the side, and how many they are; half of them are of clear red plastic, half lie in a row."""
    rng = np.random.default_rng((seed, 51))
    dice = rolled(rng, 1 + seed % 5)
    seen = wild(
        rng, dice, width=WIDTH, height=HEIGHT, edge=rng.uniform(24, 75), elevation=np.radians(rng.uniform(0, LOW)),
        material="red" if seed % 4 < 2 else None, row=seed % 2 == 0, clutter=int(rng.choice([0, 0, 3])),
    )  # fmt: skip
    return seen.picture, len(dice)


def cluttered(seed: int) -> Picture:
    """No die, but much that looks like one, of every kind in turn."""
    rng = np.random.default_rng((seed, 52))
    kind = list(THINGS)[seed % len(THINGS)] if seed % 2 else None
    return wild(
        rng, (), width=WIDTH, height=HEIGHT, edge=rng.uniform(24, 75), elevation=rng.uniform(0.6, np.pi / 2),
        clutter=int(rng.integers(3, 16)), kind=kind,
    ).picture  # fmt: skip


def dice_anywhere(seed: int) -> tuple[Picture, Truth]:
    """Flat dice, two at least, of one make or several."""
    rng = np.random.default_rng((seed, 53))
    dice = rolled(rng, 2 + seed % 4)
    return render(
        rng, dice, width=WIDTH, height=HEIGHT, edge=rng.uniform(22, 70), clutter=seed % 3, fancy=seed % 2 == 1
    )


def accepted(kind: str, seed: int) -> list[tuple[int, tuple[int, ...]]]:
    """The counts with which a picture of this kind was read that nobody may read so, and what it was read as."""
    if kind == "aslant":
        picture, many = aslant(seed)
        counts = sorted({1, many - 1, many, many + 1} - {0})
    elif kind == "clutter":
        picture, counts = cluttered(seed), list(range(1, ASKED + 1))
    else:
        picture, truth = dice_anywhere(seed)
        many = len(truth.dice)
        counts = [many - 1, many + 1] if many > 1 else [many + 1]
    told: list[tuple[int, Reading]] = [(count, read(picture, count)) for count in counts]
    return [(count, reading.faces) for count, reading in told if reading.faces is not None]
