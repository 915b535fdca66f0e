"""What the simulated camera has before its lens: a tray with dice at rest or in motion, and a sensor's noise."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.calibrate import calibrate
from drivers.camera.calibration import dump
from hil.camera.optics import Picture
from hil.camera.table import FLAT, Table

QUALITY = 92
NOISE = 2.0  # grey levels
INSTANTS = 3  # of dice in motion, round and round
TILE = 256  # pixels by which the noise can be shifted each way, so that no two frames are alike


class Tray:
    """One table's tray. What takes long is done when dice are laid; a frame is then only noise and a JPEG."""

    def __init__(self, seed: int = 1) -> None:
        table = Table(seed=seed)
        self._table = replace(table, lens=replace(table.lens, grain=0.0, quality=100))  # the noise is ours
        self._dice: tuple[int, ...] = ()
        self._lies: str | None = None  # how the dice came to lie
        self._spoilt: str | None = None  # what is wrong with the light or the camera
        self._roll = seed
        self._numbers = count()
        rng = np.random.default_rng(seed)
        size = table.height + TILE, table.width + TILE, 3
        self._noise = (NOISE * rng.standard_normal(size, np.float32)).astype(np.int8)
        self._moving = [self._table.view((1, 2, 3), seed, instant, "moving")[0] for instant in range(INSTANTS)]
        self._moves = False
        self._still = self._table.empty()

    def lay(self, dice: tuple[int, ...], spoilt: str | None) -> None:
        """They come to rest somewhere; `spoilt`: cocked or stacked. Blocks while it is rendered."""
        self._dice, self._lies, self._roll = dice, spoilt, self._roll + 1
        self._render()
        self._moves = False

    def shake(self) -> None:
        """Dice move until they are laid again."""
        self._moves = True

    def spoil(self, spoilt: str | None) -> None:
        """Something is wrong with the light or the camera, or no longer. Blocks while it is rendered."""
        self._spoilt = spoilt
        self._render()

    def frame(self) -> bytes:
        """Renders the next frame, as JPEG."""
        number = next(self._numbers)
        picture = self._noisy(self._moving[number % INSTANTS] if self._moves else self._still, number)
        return bytes(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1])

    def _render(self) -> None:
        self._still = self._table.view(self._dice, self._roll, 0, self._spoilt or self._lies)[0]

    def calibrate(self, file: Path) -> None:
        """As a technician would, with the tray empty and nothing wrong."""
        taken = [self._noisy(self._table.empty(), number) for number in range(-3, 0)]
        file.write_bytes(dump(calibrate(taken, self._table.region, self._table.edge, self._table.flat(), len(FLAT))))

    def _noisy(self, picture: Picture, number: int) -> Picture:
        height, width = picture.shape[:2]
        x, y = number % TILE, number // TILE % TILE
        noise = self._noise[y : y + height, x : x + width]
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)
