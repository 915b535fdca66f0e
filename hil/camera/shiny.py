"""Dice as shops for players sell them: small, shiny and of every colour, under lamps that they mirror.

A face of theirs is hollow, and its rim mirrors a lamp as a bright arc; the body is swirled, brushed like metal, or
hardly differs from its pips.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from hil.camera import ground as grounds
from hil.camera.dice import Make
from hil.camera.ground import colour
from hil.camera.lens import any_lens, take
from hil.camera.light import Light, Panel, lamps
from hil.camera.makes import BLACK, WHITE, make
from hil.camera.optics import Array, Camera, unit
from hil.camera.scene import cocked, compose, put, scatter, upon
from hil.camera.train.data import LARGEST, SCENE, SMALLEST, Scene

SMALL, OFTEN = 44.0, 0.75  # pixels of an edge that most dice have at most, and how often
COUNTS = (0.0, 0.12, 0.14, 0.18, 0.18, 0.2, 0.18)
LOOKS = ("bought", "dark", "swirled", "metal", "vivid")
USUAL = (0.2, 0.25, 0.2, 0.15, 0.2)  # how often each look is met
AT_A_FACE, TWICE = 0.6, 0.3  # the share of scenes with a lamp that a face mirrors; with another one
UPWARDS = np.array([1, 1, -1], np.float32)


def shiny(seed: int) -> Scene:
    """The scene of a seed."""
    rng = np.random.default_rng((seed, 85))
    largest = SMALL if rng.random() < OFTEN else LARGEST
    edge = math.exp(rng.uniform(math.log(SMALLEST), math.log(largest)))
    tilt = rng.uniform(0, 0.95) * rng.uniform(0.3, 1)
    camera = Camera.over(
        SCENE, SCENE, edge, rng.uniform(7, 30), tilt, rng.uniform(0, 2 * np.pi), rng.choice([0.0, rng.uniform(-3, 3)])
    )
    image, about = grounds.clutter(rng, grounds.ground(rng, SCENE, SCENE, edge), int(rng.choice([0, 0, 0, 1, 3])), edge)
    if rng.random() < 0.5:  # a table of one pale colour
        pale = rng.uniform(0.5, 0.85) * (1 + 0.15 * (grounds.colour(rng, 0.2, 0.8) - 0.5))
        image = image * 0.08 + pale * (1 + 0.04 * grounds.noise(rng, SCENE, SCENE, 3.0))[..., None]
    same, alike = sold(rng), rng.random() < 0.6
    places = scatter(rng, camera, int(rng.choice(len(COUNTS), p=COUNTS)), rng.random() < 0.35)
    if len(places) > 1 and rng.random() < 0.06:
        places[1] = upon(rng, places[0])
    lying = [
        put(
            rng,
            int(rng.integers(1, 7)),
            cocked(rng, place) if rng.random() < 0.1 else place,
            same if alike else sold(rng),
        )
        for place in places
    ]
    seen = [unit(die.at - camera.eye) * UPWARDS for die in lying]
    image, shown = compose(image.astype(np.float32), camera, _lamps(rng, seen), lying)
    near = tuple(die for die in shown if die.edge >= SMALLEST / 2)  # what is farther away nobody asks for
    return Scene(take(rng, image, any_lens(rng, edge)), near, about, edge)


def sold(rng: np.random.Generator) -> Make:
    """A die of one of LOOKS."""
    look = str(rng.choice(LOOKS, p=USUAL))
    made = make(rng, fancy=True) if look == "bought" else _painted(rng, make(rng, "black", fancy=True), look)
    if rng.random() < 0.65:
        made = replace(made, dish=rng.uniform(0.05, 0.5))
    return replace(made, gloss=rng.uniform(0.3, 2.6), hollow=made.hollow * rng.uniform(0.3, 1))


def _painted(rng: np.random.Generator, made: Make, look: str) -> Make:
    """The same die in other colours."""
    red = np.array((0.1, 0.08, 1.0), np.float32) * rng.uniform(0.22, 0.8)
    if look == "dark":
        body = colour(rng, 0.02, 0.14) * rng.uniform(0.3, 1)
        made = replace(made, marble=rng.uniform(0.2, 1) if rng.random() < 0.5 else 0.0, vein=body * rng.uniform(0, 3))
        return _in(made, body, red if rng.random() < 0.75 else np.array(WHITE, np.float32) * rng.uniform(0.3, 1))
    body = rng.uniform(0.01, 0.6, 3).astype(np.float32)
    if look == "swirled":
        vein = rng.uniform(0.0, 0.5, 3) if rng.random() < 0.6 else rng.uniform(0.0, 0.06, 3)
        made = replace(made, marble=rng.uniform(0.4, 1), vein=vein.astype(np.float32))
        return _in(made, body, red if rng.random() < 0.4 else rng.uniform(0, 1, 3))
    if look == "metal":  # light and dark bands along it
        body = (colour(rng, 0.25, 0.65) * np.array((rng.uniform(0.3, 1), 0.85, 1.0))).astype(np.float32)
        made = replace(made, marble=rng.uniform(0.3, 1), vein=(body * rng.uniform(0.2, 1.9)).clip(0, 1))
        return _in(made, body, np.array(BLACK, np.float32) if rng.random() < 0.8 else np.array(WHITE, np.float32))
    return _in(made, body, np.array(WHITE, np.float32) if rng.random() < 0.7 else rng.uniform(0, 1, 3))


def _in(made: Make, body: Array, ink: Array) -> Make:
    """Pips that nobody sees are made paler."""
    if float(np.abs(ink - body).max()) < 0.12:
        ink = ink + 0.25
    body, ink = (np.clip(part, 0.005, 1).astype(np.float32) for part in (body, ink))
    return replace(made, body=body, pip=ink, special=ink, special_faces=frozenset())


def _lamps(rng: np.random.Generator, seen: list[Array]) -> Light:
    """Any light; a face mirrors one lamp of it, or two."""
    light = lamps(rng, None)
    panels = list(light.panels)
    for chance in (AT_A_FACE, TWICE):
        if seen and rng.random() < chance:
            towards = unit(seen[int(rng.integers(len(seen)))] + (0.1 * rng.standard_normal(3)).astype(np.float32))
            across = unit(np.cross(towards, rng.standard_normal(3)).astype(np.float32))
            narrow = float(np.exp(rng.uniform(np.log(0.004), np.log(0.08))))
            panels.append(
                Panel(towards, across, rng.uniform(narrow, 0.35), narrow, rng.uniform(0.005, 0.06), rng.uniform(3, 18))
            )
    return replace(light, panels=tuple(panels))
