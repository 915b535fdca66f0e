"""How dice stand: what the leaner's maps say of dice that should lie flat.

A face that leans looks like one that lies flat before a camera that looks askew, and beside another die, that die's
face like a flank. But flat dice before one camera all stand alike, apart from what perspective does.
"""

from __future__ import annotations

import cv2
import numpy as np

from drivers.camera.candidate import Candidate
from drivers.camera.crop import AROUND, CELL, CELLS, Array, Picture, crop
from drivers.camera.networks import Ways, networks, peaks

STANDS = np.arange(-1, 1.01, CELL / 2)  # in edges: where the tops of dice may be from their bottoms, each way
SLOPES = (0.0, 0.03, 0.06, 0.09, 0.12)  # how much that grows with every edge: one over the camera's distance
ENOUGH = 40.0  # more than this counts no more: one die that leans must not make the others lean


def stands(picture: Picture, dice: list[Candidate], ways: Ways) -> Array:
    """For each die a map of how it may stand."""
    wide = [crop(picture, one.spot.x, one.spot.y, one.spot.edge, gain=AROUND) for one in dice]
    return networks().stands(wide, ways)


def likeliest(maps: Array) -> Array:
    """How dice stand, across and down."""
    tops = [next(peaks(np.exp(one), 0.99))[:2] for one in maps]  # only the likeliest cell of a map has more than that
    return (np.array(tops) - CELLS // 2) * CELL


def unlike(maps: Array, ups: Array) -> Array:
    """How much likelier than `ups` another way to stand is, for each die: four times the logarithm."""
    return np.array([_at(one, *up[:, None, None])[0, 0] for one, up in zip(maps, ups, strict=True)])


def unlike_each_other(maps: Array, places: Array, slopes: tuple[float, ...] = SLOPES) -> Array:
    """The same, if nobody knows how flat dice stand at these places (in edges): the way that suits them best counts."""
    across, down = np.meshgrid(STANDS, STANDS)
    least = np.inf
    found: Array = np.zeros(len(maps))
    for slope in slopes:
        off = slope * (places - places.mean(axis=0))
        each = np.stack([_at(one, across + x, down + y) for one, (x, y) in zip(maps, off, strict=True)])
        total = np.minimum(each, ENOUGH).sum(axis=0)
        if total.min() < least:
            least, found = float(total.min()), each.reshape(len(maps), -1)[:, total.argmin()]
    return found


def _at(one: Array, across: Array, down: Array) -> Array:
    """What a map says against standing so."""
    x, y = (np.clip(part / CELL + CELLS // 2, 0, CELLS - 1).astype(np.float32) for part in (across, down))
    return np.asarray(-4 * cv2.remap(one, x, y, cv2.INTER_LINEAR), np.float32)
