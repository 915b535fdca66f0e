"""Pips explained: the points on a face must be the layout of one value, whole, and nothing else may look like a pip.

No network has a say here. What comes in are points and pixels of one crop; what is checked is geometry and contrast.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations, permutations

import cv2
import numpy as np

from drivers.camera.crop import EDGE, Array, Mask, Picture

# In units of the distance from the middle of a face to its rows of pips.
LAYOUTS: dict[int, Array] = {
    1: np.array([[0.0, 0.0]]),
    2: np.array([[-1.0, -1.0], [1.0, 1.0]]),
    3: np.array([[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]]),
    4: np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]),
    5: np.array([[-1.0, -1.0], [-1.0, 1.0], [0.0, 0.0], [1.0, -1.0], [1.0, 1.0]]),
    6: np.array([[-1.0, -1.0], [-1.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 0.0], [1.0, 1.0]]),
}
NEAREST, FARTHEST = 0.13 * EDGE, 0.33 * EDGE  # that distance, also foreshortened
FLATTEST = 0.5  # how much shorter one way may be than the other
CROOKED = 0.28  # how far a pip may be from its place, in that unit
OFF_CENTRE = 0.2 * EDGE  # the middle of the pips from the middle of the face
PIP = 0.09 * EDGE  # the radius of a usual pip
FAINTEST = 0.3  # a pip against the middle one of its face
STRANGEST = 0.8  # any other mark against it
OWN, FAR = 0.75, 0.6  # the pips of a face, and those of the far face of a clear die, against the strongest
BUTTONS = (1, 2, 4)  # holes
SQUARE = 0.8  # how much of its rectangle a face fills, also askew and with round corners; a button fills 0.785


def fits(points: Array, value: int, face: tuple[float, float]) -> bool:
    """Whether these points are the layout of `value` around the middle `face`."""
    if len(points) != value or np.hypot(*(points.mean(axis=0) - face)) > OFF_CENTRE:
        return False
    if value == 1:
        return True
    off = points - points.mean(axis=0)
    if value in (2, 3):
        return _in_line(off, value)
    return any(_square(off, LAYOUTS[value], first, second) for first, second in permutations(off, 2))


def filled(face: Mask) -> float:
    """How much of the smallest rectangle around it a face fills: a button has holes for pips, but it is round."""
    outlines, _ = cv2.findContours(face.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea, default=None)
    if outline is None:
        return 0.0
    _, (width, height), _ = cv2.minAreaRect(outline)
    return float(cv2.contourArea(outline)) / max(width * height, 1.0)


def _in_line(off: Array, value: int) -> bool:
    ends = max(combinations(off, 2), key=lambda pair: float(np.hypot(*(pair[0] - pair[1]))))
    half = float(np.hypot(*(ends[0] - ends[1]))) / 2
    unit = half / math.sqrt(2)
    if not NEAREST <= unit <= FARTHEST:
        return False
    return value == 2 or bool(np.hypot(*off.T).min() < CROOKED * unit)


def _square(off: Array, layout: Array, first: Array, second: Array) -> bool:
    """The layout with its corner (-1, -1) at `first` and (-1, 1) at `second`; its middle is at 0."""
    along, across = (second - first) / 2, -(first + second) / 2
    long, short = sorted((float(np.hypot(*along)), float(np.hypot(*across))), reverse=True)
    if short < NEAREST or long > FARTHEST or short < FLATTEST * long:
        return False
    lean = abs(float(along @ across)) / (long * short)
    places = layout[:, :1] * across + layout[:, 1:] * along
    away = np.hypot(*(places[:, None] - off[None]).transpose(2, 0, 1)) / ((long + short) / 2)
    worst = float(max(away.min(axis=0).max(), away.min(axis=1).max()))
    return worst < CROOKED and lean < 0.5


def shining(crop: Picture, points: Array, value: int, face: Mask, middle: tuple[float, float]) -> Mask:
    """Which of too many points are pips of the far face that shine through a clear die: much fainter than the `value`
    strongest. None, if all of them together are another value: then the faint ones may be pips of this face."""
    none = np.zeros(len(points), bool)
    if len(points) <= value or (len(points) in LAYOUTS and fits(points, len(points), middle)):
        return none
    marks, _, _ = _marks(crop, points, face)
    strengths = np.array([_strongest(marks, x, y) for x, y in points])
    order = np.argsort(-strengths)
    own, far = strengths[order[:value]], strengths[order[value:]]
    if own[0] <= 0 or own[-1] < OWN * own[0] or far[0] > FAR * own[0]:
        return none
    none[order[value:]] = True
    return none


def strange_marks(crop: Picture, points: Array, face: Mask) -> tuple[float, float]:
    """How strong the faintest pip and the strongest other mark on the face are, against the middle pip."""
    marks, closest, inner = _marks(crop, points, face)
    strengths = np.array([_strongest(marks, x, y) for x, y in points])
    middle = float(np.median(strengths))
    if middle <= 0:
        return 0.0, math.inf
    others = marks[inner & (closest > 2.1 * PIP)]
    strange = float(others.max()) / middle if others.size else 0.0
    return float(strengths.min()) / middle, strange


def _marks(crop: Picture, points: Array, face: Mask) -> tuple[Array, Array, Mask]:
    """How much every pixel is the middle of a mark, how far it is from the next of the points, and the inner face.

    The picture is reduced to one number a pixel: how far it is from the body's colour towards the pips'. A mark is what
    is more like a pip than the ring around it.
    """
    image = crop.astype(np.float32)
    rows, columns = (np.arange(side, dtype=np.float32) for side in image.shape[:2])
    away = (columns - points[:, :1]).astype(np.float32) ** 2, (rows - points[:, 1:]).astype(np.float32) ** 2
    closest = np.sqrt((away[0][:, None, :] + away[1][:, :, None]).min(axis=0))
    inner = cv2.erode(face.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    body = inner & (closest > 2.2 * PIP)
    if not body.any():
        body = closest > 1.8 * PIP
    towards = image[closest < 0.8 * PIP].mean(axis=0) - np.median(image[body], axis=0)
    size = float(np.linalg.norm(towards))
    if size < 1:
        return np.zeros(image.shape[:2], np.float32), closest, inner
    line = (image @ (towards / size)).astype(np.float32)
    marks = np.asarray(cv2.filter2D(line, -1, _spot(), borderType=cv2.BORDER_REPLICATE), np.float32)
    return marks, closest, inner


def _strongest(marks: Array, x: float, y: float) -> float:
    left, top = max(int(x) - 2, 0), max(int(y) - 2, 0)
    return float(marks[top : int(y) + 3, left : int(x) + 3].max(initial=0.0))


@cache
def _spot() -> Array:
    """A disc as large as a pip minus the ring around it."""
    reach = int(2 * PIP) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(x, y)
    disc, ring = (away <= PIP).astype(np.float32), ((away > 1.35 * PIP) & (away <= 2 * PIP)).astype(np.float32)
    return np.asarray(disc / disc.sum() - ring / ring.sum(), np.float32)
