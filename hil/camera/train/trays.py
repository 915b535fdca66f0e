"""Dice as a camera over a tray sees them: a house's own, often touching, some of them leaning.

A calibrated camera hangs nearly over its tray. Whoever such a camera asks learns from these; the leaner, which
nobody else asks, from nothing else.
"""

from __future__ import annotations

import math

import numpy as np

from hil.camera import ground as grounds
from hil.camera.lens import Lens, take
from hil.camera.light import lamps
from hil.camera.makes import make
from hil.camera.optics import Camera
from hil.camera.scene import Place, compose, put, scatter
from hil.camera.train.data import NONE, SCENE, Scene

SMALLEST, LARGEST = 30.0, 60.0  # a die's edge in a scene
ASKEW = 0.5  # radians from the vertical, at most
LEANING, STEEPEST = 0.35, 0.8  # the share of dice that lean, and by how much (radians) at most
TOUCHING, PLAIN = 0.7, 0.6  # the share of scenes in which dice touch; of grounds of one colour


def tray(seed: int) -> Scene:
    """The scene of a seed."""
    rng = np.random.default_rng((seed, 78))
    edge = math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST)))
    camera = Camera.over(
        SCENE, SCENE, edge, rng.uniform(10, 28), rng.uniform(0, ASKEW), rng.uniform(0, 2 * np.pi), rng.uniform(-3, 3)
    )
    if rng.random() < PLAIN:
        felt = np.broadcast_to(grounds.colour(rng, 0.08, 0.5), (SCENE, SCENE, 3))
        image = np.asarray(felt * (1 + 0.05 * grounds.noise(rng, SCENE, SCENE, 2.5))[..., None], np.float32)
    else:
        image = grounds.ground(rng, SCENE, SCENE, edge)
    kind = make(rng, str(rng.choice(("white", "ivory", "red", "black"))), fair=True)
    places = scatter(rng, camera, int(rng.integers(2, 6)), rng.random() < TOUCHING)
    lying = [put(rng, int(rng.integers(1, 7)), _standing(rng, place), kind) for place in places]
    image, dice = compose(image, camera, lamps(rng, None), lying)
    lens = Lens(
        blur=edge * rng.uniform(0, 0.02),
        exposure=float(np.exp(rng.normal(0, 0.2))),
        gamma=float(np.exp(rng.normal(0, 0.15))),
        vignette=rng.uniform(0, 0.3),
        grain=rng.uniform(0.003, 0.025),
        quality=int(rng.uniform(60, 97)),
    )
    return Scene(take(rng, image, lens), dice, NONE, edge)


def _standing(rng: np.random.Generator, place: Place) -> Place:
    if rng.random() >= LEANING:
        return place
    return Place(place.x, place.y, place.yaw, rng.uniform(0.05, STEEPEST), rng.uniform(0, 2 * np.pi))
