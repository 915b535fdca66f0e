"""What is measured of a picture: light, sharpness, where fixed points are, and how much two pictures differ.

The same functions serve calibration and every frame after it, so that their numbers can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # rows, columns and, unless it is grey, blue, green and red
Region = tuple[int, int, int, int]  # x, y, width, height
Point = tuple[float, float]

PATCH = 31  # how wide the surroundings of a mark are, by which it is found again
REACH = 48  # how far away it is looked for
ALIKE = 0.55  # correlation from which a place is the mark's
MARKS = 16  # at most
COARSE = 4  # motion is looked for in a picture so many times smaller: noise averages out


def grey(picture: Picture) -> Picture:
    """Takes the colour out of a picture."""
    return _picture(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) if picture.ndim == 3 else picture


def cut(picture: Picture, region: Region) -> Picture:
    """Returns the part of a picture that lies in a region."""
    x, y, width, height = region
    return picture[y : y + height, x : x + width]


def light(picture: Picture, region: Region) -> float:
    """How bright the region is; dice that lie in it hardly change it."""
    return float(np.median(cut(grey(picture), region)))


def sharpness(part: Picture) -> float:
    """How steep its edges are, for its light: what is out of focus, or behind a dirty lens, has none."""
    smooth = cv2.GaussianBlur(part, (5, 5), 0)  # noise has edges too
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, dx, 1 - dx) for dx in (1, 0))
    return float(np.percentile(cv2.magnitude(across, down), 90)) / max(float(np.mean(smooth)), 1.0)


def detail(picture: Picture) -> float:
    """How much there is to see in the whole picture."""
    small = cv2.resize(grey(picture), (320, 180), interpolation=cv2.INTER_AREA)
    return float(np.mean(np.abs(cv2.Laplacian(cv2.GaussianBlur(small, (3, 3), 0), cv2.CV_64F))))


def find_marks(picture: Picture, region: Region) -> tuple[Point, ...]:
    """Points that can be found again, around where dice lie: a tray is round, the corners of its region are free."""
    shade = grey(picture)
    around = np.full(shade.shape, 255, np.uint8)
    edge = PATCH // 2 + 1
    around[:edge], around[-edge:], around[:, :edge], around[:, -edge:] = 0, 0, 0, 0
    x, y, width, height = region
    cv2.ellipse(around, (x + width // 2, y + height // 2), (width // 2, height // 2), 0, 0, 360, 0, -1)
    found = cv2.goodFeaturesToTrack(cv2.GaussianBlur(shade, (5, 5), 0), 4 * MARKS, 0.02, PATCH, mask=around)
    points = [(float(x), float(y)) for x, y in np.reshape(found, (-1, 2))] if np.size(found) > 1 else []
    return tuple(point for point in points if _distinct(shade, point))[:MARKS]


def patch(picture: Picture, mark: Point) -> Picture:
    """Returns the part of a picture around a mark."""
    x, y = round(mark[0]) - PATCH // 2, round(mark[1]) - PATCH // 2
    return np.ascontiguousarray(grey(picture)[y : y + PATCH, x : x + PATCH])


class Position(NamedTuple):
    """Where the marks are now."""

    seen: int  # how many of them are found
    shift: float  # pixels: how far the typical one is from where it was
    sharpness: float  # of what surrounds them


def locate(picture: Picture, marks: Sequence[Point], patches: Sequence[Picture]) -> Position:
    """Looks for every mark near the place where it was."""
    shade = grey(picture)
    moved: list[Point] = []
    sharp: list[float] = []
    for mark, known in zip(marks, patches, strict=True):
        found = _found(shade, mark, known)
        if found is not None:
            moved.append((found[0] - mark[0], found[1] - mark[1]))
            around = patch(picture, found)
            if around.shape == known.shape:
                sharp.append(sharpness(around))
    if not moved:
        return Position(0, 0.0, 0.0)
    lengths = [float(np.hypot(*way)) for way in moved]
    return Position(len(moved), float(np.median(lengths)), float(np.median(sharp)) if sharp else 0.0)


def _found(shade: Picture, mark: Point, known: Picture) -> Point | None:
    half = PATCH // 2
    left, top = max(round(mark[0]) - half - REACH, 0), max(round(mark[1]) - half - REACH, 0)
    near = shade[top : round(mark[1]) + half + REACH + 1, left : round(mark[0]) + half + REACH + 1]
    if near.shape[0] < PATCH or near.shape[1] < PATCH or float(np.std(near)) < 1:
        return None
    _, best, _, place = cv2.minMaxLoc(cv2.matchTemplate(near, known, cv2.TM_CCOEFF_NORMED))
    return (float(left + place[0] + half), float(top + place[1] + half)) if best >= ALIKE else None


def _distinct(shade: Picture, point: Point) -> bool:
    """It has contrast, and is like no other place within reach: it could not be told apart from it later."""
    known = patch(shade, point)
    if known.shape != (PATCH, PATCH) or float(np.std(known)) < 6:
        return False
    left, top = max(round(point[0]) - REACH, 0), max(round(point[1]) - REACH, 0)
    near = shade[top : round(point[1]) + REACH + 1, left : round(point[0]) + REACH + 1]
    if near.shape[0] < PATCH or near.shape[1] < PATCH:
        return False
    like = cv2.matchTemplate(near, known, cv2.TM_CCOEFF_NORMED)
    x, y = round(point[0]) - PATCH // 2 - left, round(point[1]) - PATCH // 2 - top
    like[max(y - 6, 0) : y + 7, max(x - 6, 0) : x + 7] = 0
    return float(like.max(initial=0.0)) < 0.8


def coarse(picture: Picture, region: Region) -> Picture:
    """The region small and smooth, to be compared with the next one."""
    part = cut(grey(picture), region)
    size = max(part.shape[1] // COARSE, 1), max(part.shape[0] // COARSE, 1)
    return _picture(cv2.GaussianBlur(cv2.resize(part, size, interpolation=cv2.INTER_AREA), (5, 5), 0))


def difference(one: Picture, other: Picture) -> float:
    """Grey levels: how much the place that differs most differs."""
    return float(cv2.absdiff(one, other).max()) if one.shape == other.shape else 255.0


def _picture(array: object) -> Picture:
    return np.asarray(array, np.uint8)
