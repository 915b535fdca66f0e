"""From light to a file: focus, motion, exposure, colour, noise, and what a codec leaves of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from hil.camera.ground import noise
from hil.camera.optics import Array, Picture


@dataclass(frozen=True, slots=True)
class Lens:
    """How the picture is taken; lengths in pixels."""

    blur: float = 0.0  # sigma
    motion: float = 0.0  # how far everything moves while the shutter is open
    direction: float = 0.0
    exposure: float = 1.0
    gamma: float = 1.0
    white: tuple[float, float, float] = (1, 1, 1)  # BGR
    vignette: float = 0.0
    grain: float = 0.01
    haze: float = 0.0  # a veil of stray light
    sharpen: float = 0.0  # what a telephone adds
    quality: int = 95  # of the JPEG; 100: none
    shrink: float = 1.0  # resolution that was lost and made up again


def any_lens(rng: np.random.Generator, edge: float) -> Lens:
    """A lens as one meets them, for dice `edge` pixels wide; most are fair, some are poor."""
    poor = rng.random() < 0.35
    return Lens(
        blur=edge * rng.uniform(0, 0.045 if poor else 0.018),
        motion=edge * rng.uniform(0, 0.12) if rng.random() < 0.12 else 0.0,
        direction=rng.uniform(0, np.pi),
        exposure=float(np.exp(rng.normal(0, 0.33 if poor else 0.2))),
        gamma=float(np.exp(rng.normal(0, 0.25))),
        white=(float(np.exp(rng.normal(0, 0.1))), 1.0, float(np.exp(rng.normal(0, 0.1)))),
        vignette=rng.uniform(0, 0.5),
        grain=rng.uniform(0.003, 0.05 if poor else 0.02),
        haze=rng.uniform(0, 0.35) if rng.random() < 0.25 else 0.0,
        sharpen=rng.uniform(0, 1.5) if rng.random() < 0.4 else 0.0,
        quality=int(rng.uniform(25, 97)),
        shrink=rng.uniform(0.5, 1) if edge > 40 and rng.random() < 0.3 else 1.0,
    )


def take(rng: np.random.Generator, image: Array, lens: Lens) -> Picture:
    """The picture (BGR, 8 bits) of a scene (BGR, 0 to 1)."""
    height, width = image.shape[:2]
    image = image * (np.array(lens.white, np.float32) * np.float32(lens.exposure))
    if lens.vignette:
        y, x = np.linspace(-1, 1, height, dtype=np.float32)[:, None], np.linspace(-1, 1, width, dtype=np.float32)
        image *= (1 - lens.vignette * 0.5 * (x * x + y * y))[..., None]
    if lens.motion > 0.7:
        image = np.asarray(cv2.filter2D(image, -1, _streak(lens.motion, lens.direction)), np.float32)
    if lens.blur > 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), lens.blur), np.float32)
    if lens.haze:
        image = image * (1 - lens.haze) + np.float32(lens.haze * 0.6)
    if lens.shrink < 1:
        small = cv2.resize(image, None, fx=lens.shrink, fy=lens.shrink, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    image = np.asarray(cv2.pow(np.clip(image, 0, 1.2), lens.gamma), np.float32)
    if lens.sharpen:
        image += lens.sharpen * (image - np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), np.float32))
    if lens.grain:
        image += lens.grain * _grains(rng, height, width) * (0.5 + image)
    picture = np.clip(image * 255, 0, 255).astype(np.uint8)
    if lens.quality < 100:
        coded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, lens.quality))[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def covered(rng: np.random.Generator, image: Array, share: float) -> Array:
    """A hand or a cloth right before the lens: dark, soft, over `share` of the picture's width."""
    height, width = image.shape[:2]
    edge = width * (1 - share) + noise(rng, height, 1, height / 3) * width * 0.05
    veil = np.clip((np.arange(width, dtype=np.float32) - edge) / (width * 0.06) + 0.5, 0, 1)[..., None]
    skin = np.array([0.08, 0.1, 0.16], np.float32) * rng.uniform(0.3, 1.5)
    return np.asarray((image * (1 - veil) + skin * veil), np.float32)


def _grains(rng: np.random.Generator, height: int, width: int) -> Array:
    """Noise for one picture: a piece of a tile, since a fresh draw takes longer than all the rest."""
    tile = _tile(max(height, width))
    y, x = rng.integers(len(tile) - height + 1), rng.integers(len(tile) - width + 1)
    piece = tile[y : y + height, x : x + width]
    return piece[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])]


@cache
def _tile(size: int) -> Array:
    rng = np.random.default_rng(size)
    shape = (size + 96, size + 96)
    return rng.standard_normal((*shape, 1), np.float32) + 0.5 * rng.standard_normal((*shape, 3), np.float32)


def _streak(long: float, direction: float) -> Array:
    size = 2 * int(long / 2 + 1) + 1
    kernel = np.zeros((size, size), np.float32)
    middle, reach = size / 2, long / 2
    along = np.array([np.cos(direction), np.sin(direction)])
    ends = [tuple(int(16 * place) for place in middle - 0.5 + side * reach * along) for side in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return kernel / max(float(kernel.sum()), 1e-6)
