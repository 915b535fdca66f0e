"""Pieces of a picture in the form in which the networks see them."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Array = NDArray[np.floating]
Mask = NDArray[np.bool_]

SIDE = 64  # pixels of a crop
EDGE = 32.0  # pixels of a die's edge in it
AROUND = 0.75  # of that, in a crop that shows what lies beside a die as well
CELLS = 23  # of a map of how a die may stand, each way
CELL = 0.1  # edges: how much farther the top of a die is from its bottom in the next one


def crop(
    picture: Picture, x: float, y: float, edge: float, turn: float = 0.0, mirror: bool = False, gain: float = 1.0
) -> Picture:
    """The surroundings of a die at (x, y) whose edge has `edge` pixels, scaled to EDGE × `gain`, turned by `turn`."""
    scale = EDGE * gain / edge
    reach = SIDE / scale * (0.72 if turn else 0.52) + 3
    left, top = (min(max(int(at - reach), 0), end - 1) for at, end in zip((x, y), picture.shape[1::-1], strict=True))
    part = picture[top : max(int(y + reach) + 1, top + 1), left : max(int(x + reach) + 1, left + 1)]
    x, y = x - left, y - top
    if scale < 0.66:  # fewer pixels first, or the fine ones alias
        small = cv2.resize(part, None, fx=scale * 1.25, fy=scale * 1.25, interpolation=cv2.INTER_AREA)
        x, y = x * small.shape[1] / part.shape[1], y * small.shape[0] / part.shape[0]
        part, scale = np.asarray(small, np.uint8), 0.8
    c, s = scale * math.cos(turn), scale * math.sin(turn)
    flip = -1.0 if mirror else 1.0
    move = np.array([[c * flip, -s * flip, 0], [s, c, 0]])
    move[:, 2] = SIDE / 2 - move[:, :2] @ (x, y)
    smooth = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.warpAffine(part, move, (SIDE, SIDE), flags=smooth, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def into(
    points: Array, x: float, y: float, edge: float, turn: float = 0.0, mirror: bool = False, gain: float = 1.0
) -> Array:
    """Pixels of the picture as pixels of the crop."""
    scale = EDGE * gain / edge
    off = (points - (x, y)) * scale
    c, s = math.cos(turn), math.sin(turn)
    turned = np.stack([c * off[:, 0] - s * off[:, 1], s * off[:, 0] + c * off[:, 1]], axis=1)
    if mirror:
        turned = turned * (-1.0, 1.0)
    return np.asarray(turned + SIDE / 2)


def batch(crops: list[Picture]) -> Array:
    """Crops as a blob (n × 3 × SIDE × SIDE), each with mean 0 and deviation 1: light and exposure do not count."""
    blob = np.stack(crops).astype(np.float32)
    mean = blob.mean(axis=(1, 2, 3), keepdims=True)
    spread = blob.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray(((blob - mean) / (spread + 4)).transpose(0, 3, 1, 2))
