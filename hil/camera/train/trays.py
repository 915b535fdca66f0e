"""Dice as a camera over a tray sees them: a house's own, often touching, some of them leaning, the rim not far.

A calibrated camera hangs nearly over its tray. The networks that such a camera asks learn from these and from nothing
else.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hil.camera import ground as grounds
from hil.camera.lens import Lens, take
from hil.camera.light import lamps
from hil.camera.makes import make
from hil.camera.optics import Array, Camera, unit
from hil.camera.scene import Place, compose, put, scatter
from hil.camera.train.data import NONE, SCENE, Scene

SMALLEST, LARGEST = 24.0, 56.0  # a die's edge in a scene
MATERIALS = {"white": 0.2, "ivory": 0.2, "red": 0.3, "black": 0.3}  # how often
ASKEW = 0.5  # radians from the vertical, at most
LEANING, STEEPEST = 0.4, 1.15  # the share of dice that lean, and by how much (radians) at most: it shows its flank
TOUCHING, PLAIN = 0.7, 0.75  # the share of scenes in which dice touch; of grounds of one colour
ALIGNED, RIMMED = 0.5, 0.4  # of those, in which they touch edge to edge; of scenes that show the rim of the tray


def tray(seed: int) -> Scene:
    """The scene of a seed."""
    return _scene(np.random.default_rng((seed, 78)), MATERIALS)


def clear(seed: int) -> Scene:
    """The scene of a seed, with clear dice under a lamp that they mirror: the pips of their far faces shine, too."""
    return _scene(np.random.default_rng((seed, 79)), {"red": 1.0}, aimed=True)


def _scene(rng: np.random.Generator, materials: dict[str, float], *, aimed: bool = False) -> Scene:
    edge = math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST)))
    camera = Camera.over(
        SCENE, SCENE, edge, rng.uniform(10, 28), rng.uniform(0, ASKEW), rng.uniform(0, 2 * np.pi), rng.uniform(-3, 3)
    )
    if rng.random() < PLAIN:
        felt = np.broadcast_to(grounds.colour(rng, 0.08, 0.5), (SCENE, SCENE, 3))
        image = np.asarray(felt * (1 + 0.05 * grounds.noise(rng, SCENE, SCENE, 2.5))[..., None], np.float32)
    else:
        image = grounds.ground(rng, SCENE, SCENE, edge)
    if rng.random() < RIMMED:
        image = _rimmed(rng, image, camera)
    kind = make(rng, str(rng.choice(list(materials), p=list(materials.values()))), fair=True)
    close, slide = rng.random() < TOUCHING, 0.0 if rng.random() < ALIGNED else 0.6
    places = scatter(rng, camera, int(rng.integers(2, 6)), close, slide)
    lying = [put(rng, int(rng.integers(1, 7)), _standing(rng, place), kind) for place in places]
    mirrored = unit(lying[0].at - camera.eye) * np.array([1, 1, -1], np.float32) if aimed and lying else None
    image, dice = compose(image, camera, lamps(rng, mirrored), lying)
    lens = Lens(
        blur=edge * rng.uniform(0, 0.02),
        exposure=float(np.exp(rng.normal(0, 0.2))),
        gamma=float(np.exp(rng.normal(0, 0.15))),
        vignette=rng.uniform(0, 0.3),
        grain=rng.uniform(0.003, 0.025),
        quality=int(rng.uniform(60, 97)),
    )
    return Scene(take(rng, image, lens), dice, NONE, edge)


def _rimmed(rng: np.random.Generator, image: Array, camera: Camera) -> Array:
    """The rim of a round tray across the scene, and a mark on it."""
    radius, turn = rng.uniform(3, 6), rng.uniform(0, 2 * np.pi)
    middle = (radius - rng.uniform(0.8, 2.5)) * np.array([np.cos(turn), np.sin(turn)])
    around = np.linspace(0, 2 * np.pi, 120)
    inside = np.zeros(image.shape[:2], np.uint8)
    for level, reach in enumerate(radius + np.cumsum([rng.uniform(0.05, 0.4), rng.uniform(0.1, 0.6), 0.0])[::-1]):
        rim = np.stack([middle[0] + reach * np.cos(around), middle[1] + reach * np.sin(around), 0 * around], axis=1)
        cv2.fillPoly(inside, [(camera.project(rim) * 16).astype(np.int32)], level + 1, cv2.LINE_8, 4)
    inks = np.stack([grounds.colour(rng, 0.02, 0.4) for _ in range(3)]).astype(np.float32)
    drawn = np.where((inside == 3)[..., None], image, inks[np.minimum(inside, 2)])
    spot = turn + math.pi + rng.uniform(-0.5, 0.5)
    at = np.array([[*(middle + (radius + 0.3) * np.array([np.cos(spot), np.sin(spot)])), 0.0]])
    x, y = (int(part * 16) for part in camera.project(at)[0])
    size = int(16 * rng.uniform(0.06, 0.16) * camera.scale(at[0]))
    return np.asarray(cv2.circle(drawn, (x, y), size, (0.9, 0.9, 0.9), -1, cv2.LINE_AA, 4), np.float32)


def _standing(rng: np.random.Generator, place: Place) -> Place:
    if rng.random() >= LEANING:
        return place
    return Place(place.x, place.y, place.yaw, rng.uniform(0.05, STEEPEST), rng.uniform(0, 2 * np.pi))
