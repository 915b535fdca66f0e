"""The camera that looks at the dice: where a point of the table falls in the picture. One unit is the edge of a die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole over a table at z = 0, which looks at the point (0, 0, 0)."""

    width: int
    height: int
    focal: float  # pixels
    eye: Array  # where it is
    turn: Array  # 3 × 3: its rows are right, down and ahead

    @staticmethod
    def over(width: int, height: int, edge: float, away: float, tilt: float, azimuth: float, roll: float) -> Camera:
        """A camera to which a die in the middle is `edge` pixels wide, `away` edges away; angles in radians."""
        ahead = -np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
        side = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
        below = np.cross(ahead, side)
        right = np.cos(roll) * side + np.sin(roll) * below
        down = -np.sin(roll) * side + np.cos(roll) * below
        turn = np.stack([right, down, ahead]).astype(np.float32)
        return Camera(width, height, edge * away, (-ahead * away).astype(np.float32), turn)

    def project(self, points: Array) -> Array:
        """Pixels of points (n × 3)."""
        seen = (points - self.eye) @ self.turn.T
        middle = np.array([self.width / 2, self.height / 2], np.float32)
        return (seen[:, :2] * (self.focal / seen[:, 2:]) + middle).astype(np.float32)

    def scale(self, point: Array) -> float:
        """How many pixels an edge of a die is at a point."""
        return float(self.focal / ((point - self.eye) @ self.turn[2]))

    def rays(self, xs: Array, ys: Array) -> Array:
        """The directions in which pixels look (n × 3), not normed."""
        x = (xs - self.width / 2) / self.focal
        y = (ys - self.height / 2) / self.focal
        return (np.stack([x, y, np.ones_like(x)], axis=-1) @ self.turn).astype(np.float32)

    def ground(self, x: float, y: float, height: float = 0.0) -> Array:
        """The point of the plane z = `height` that a pixel shows."""
        ray = self.rays(np.array([x], np.float32), np.array([y], np.float32))[0]
        return np.asarray(self.eye + ray * ((height - self.eye[2]) / ray[2]), np.float32)


def unit(vector: Array) -> Array:
    """Of length one, along the last axis."""
    size = np.sqrt(np.einsum("...i,...i->...", vector, vector))
    return np.asarray(vector / np.maximum(size, np.float32(1e-6))[..., None], np.float32)


def rotation(axis: Array, angle: float) -> Array:
    """Rodrigues."""
    x, y, z = unit(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], np.float32)
    return np.asarray(
        (np.eye(3, dtype=np.float32) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)).astype(np.float32), np.float32
    )
