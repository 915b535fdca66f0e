"""The camera's child with a recogniser that reads coded pictures: a square's grey level is its die's value."""

from __future__ import annotations

import sys

import cv2
import numpy as np

from drivers.camera.child import main
from drivers.camera.measure import Picture
from drivers.camera.reading import Calibration, Die, Reading, Reason

WIDTH, HEIGHT, SIDE, STEP = 320, 240, 30, 36
GROUND, INK = 120, 20  # grey levels; what no die has
REGION = 60, 60, 200, 120
COMMAND = sys.executable, "-m", "tests.drivers.camera_child"


def picture(dice: tuple[int, ...] = (), *, seed: int = 0, at: int = 70, shift: int = 0) -> Picture:
    """Dice on a grey tray, with four marks around it and a sensor's noise."""
    shown = np.full((HEIGHT, WIDTH), GROUND, np.float32)
    for x, y in ((28, 30), (280, 40), (40, 205), (285, 200)):
        cv2.circle(shown, (x + shift, y), 7, INK, -1)
        cv2.circle(shown, (x + shift + 5, y + 4), 3, 240, -1)
    for place, value in enumerate(dice):
        left = at + place * (SIDE + 12)
        shown[100 : 100 + SIDE, left : left + SIDE] = STEP * value + 10
    noise = np.random.default_rng(seed).normal(0, 2, shown.shape)
    grey = np.clip(shown + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def read(shown: Picture, count: int, calibration: Calibration | None) -> Reading:
    """Everything in the tray that is not the ground."""
    if calibration is None:
        raise ValueError("not calibrated")
    x, y, width, height = calibration.region
    grey = cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY)[y : y + height, x : x + width]
    apart = (np.abs(cv2.GaussianBlur(grey, (5, 5), 0).astype(int) - GROUND) > 12).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(apart)
    dice = []
    for (left, top, wide, high, area), (u, v) in zip(stats[1:], middles[1:], strict=True):
        if area > 100:
            value = round((float(grey[int(v), int(u)]) - 10) / STEP)
            dice.append(Die(value, (int(left) + x, int(top) + y, int(wide), int(high)), 0.9))
    return Reading(tuple(dice), None if len(dice) == count else Reason.WRONG_COUNT)


if __name__ == "__main__":
    main(read)
