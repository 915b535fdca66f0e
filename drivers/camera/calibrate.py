"""Calibration: what a fixed camera sees of an empty tray, for every later picture to be held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import cv2
import numpy as np

from drivers.camera.calibration import Calibrated
from drivers.camera.measure import (
    Picture,
    Region,
    detail,
    find_marks,
    light,
    locate,
    patch,
)
from drivers.camera.reading import Calibration
from drivers.camera.recognise import read
from drivers.camera.tray import find_stand
from drivers.faults import Fault, FaultError

ALIKE = 14  # grey levels within which the tray's ground is one ground
SMALLEST = 0.05  # of the picture


def calibrate(
    empty: Sequence[Picture], region: Region, die: float, dice: Picture | None = None, count: int = 0
) -> Calibrated:
    """From several pictures of the empty tray, and one of `count` flat dice, if there is one; marks are only those that
    every picture of the empty tray shows. CAMERA_UNCALIBRATED if the dice are not all found and read."""
    first, *others = empty
    marks = find_marks(first, region)
    for other in others:
        marks = tuple(mark for mark in marks if locate(other, [mark], [patch(first, mark)]).seen)
    patches = tuple(patch(first, mark) for mark in marks)
    calibration = Calibration(
        width=first.shape[1],
        height=first.shape[0],
        region=region,
        die=die,
        light=median(light(each, region) for each in empty),
        marks=marks,
    )
    if dice is not None:
        calibration = replace(calibration, stand=find_stand(dice, count, calibration))
        if (reason := read(dice, count, calibration).reason) is not None:  # one of them does not lie as the others do
            raise FaultError(Fault.CAMERA_UNCALIBRATED, reason)
    sharp = median(locate(each, marks, patches).sharpness for each in empty)
    return Calibrated(calibration, patches, sharp, median(detail(each) for each in empty))


def find_region(empty: Picture) -> Region:
    """The even ground around the middle of the picture; all of the picture, if there is none."""
    height, width = empty.shape[:2]
    smooth = cv2.GaussianBlur(empty, (0, 0), max(width / 160, 1))
    mask = np.zeros((height + 2, width + 2), np.uint8)
    flags = 4 | cv2.FLOODFILL_FIXED_RANGE | cv2.FLOODFILL_MASK_ONLY | (255 << 8)
    cv2.floodFill(smooth, mask, (width // 2, height // 2), (0, 0, 0), (ALIKE,) * 3, (ALIKE,) * 3, flags)
    x, y, wide, high = cv2.boundingRect(mask[1:-1, 1:-1])
    return (x, y, wide, high) if wide * high >= SMALLEST * width * height else (0, 0, width, height)


def annotated(picture: Picture, made: Calibrated, lines: Sequence[str]) -> Picture:
    """The picture with all that was found drawn into it, for a technician to look at."""
    shown = picture.copy()
    x, y, width, height = made.calibration.region
    cv2.rectangle(shown, (x, y), (x + width, y + height), (0, 255, 255), 2)
    for u, v in made.calibration.marks:
        cv2.drawMarker(shown, (round(u), round(v)), (255, 255, 0), cv2.MARKER_CROSS, 24, 2)
    die = round(made.calibration.die)
    cv2.rectangle(shown, (x + 8, y + 8), (x + 8 + die, y + 8 + die), (0, 200, 0), 2)
    for place, line in enumerate(lines):
        for away in (-1, 1, 0):  # dark around, and bright
            at = 12 + away, 28 + 26 * place + away
            cv2.putText(shown, line, at, (0, 0, 0) if away else (255, 255, 255), cv2.FontFace("sans"), 20)
    return shown
