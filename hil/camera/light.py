"""The lamps over the table: what they shed on a surface, what shines back, and the shadows of the dice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hil.camera.optics import Array, Camera, unit


@dataclass(frozen=True, slots=True)
class Panel:
    """A bright rectangle far away that a smooth surface mirrors: a lamp, a window, the rim of the dome."""

    towards: Array
    across: Array
    wide: float  # half of it, as a tangent
    high: float
    soft: float
    power: float

    def mirrored(self, rays: Array) -> Array:
        """How bright it is in the directions `rays`."""
        ahead = rays @ self.towards
        along = rays @ self.across
        beside = rays @ np.cross(self.towards, self.across)
        ahead_safe = np.maximum(ahead, 1e-3)
        edge = np.minimum(self.wide - np.abs(along / ahead_safe), self.high - np.abs(beside / ahead_safe)) / self.soft
        return np.where(ahead > 0, self.power * np.clip(edge + 0.5, 0, 1), 0).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Light:
    """Everything that shines."""

    key: Array  # towards the strongest lamp
    power: float
    fill: float  # from everywhere
    tint: Array  # BGR
    panels: tuple[Panel, ...]
    soft: float  # of shadows: 0 hard, 1 soft

    def shed(self, normals: Array) -> Array:
        """Diffuse light on a surface."""
        lit = np.maximum(normals @ self.key, 0) * self.power
        return lit + self.fill * (0.65 + 0.35 * normals[..., 2])

    def shine(self, rays: Array, normals: Array) -> Array:
        """What a polished surface mirrors."""
        facing = np.clip(-np.einsum("...i,...i->...", rays, normals), 0, 1)
        away = rays + 2 * facing[..., None] * normals
        fresnel = 0.04 + 0.96 * (1 - facing) ** 5
        sky = 0.25 * np.clip(away[..., 2] + 0.2, 0, 1)
        return np.asarray(
            fresnel * (sky + sum((panel.mirrored(away) for panel in self.panels), np.zeros_like(sky))), np.float32
        )


def lamps(rng: np.random.Generator, glare_at: Array | None) -> Light:
    """Any light; `glare_at` is a direction in which a bar of light must be seen, to mirror on a face."""
    key = _above(rng, 1.2)
    power = rng.uniform(0.3, 1.0)
    fill = rng.uniform(0.15, 0.7)
    tint = np.array([rng.uniform(0.6, 1.1), rng.uniform(0.85, 1.05), 1.0], np.float32)
    panels = [_panel(rng, unit(key + 0.1 * _above(rng, 1.5)), rng.uniform(2, 18), float(rng.choice([0.05, 0.15, 0.4])))]
    panels += [
        _panel(rng, _above(rng, 1.4), rng.uniform(1, 10), rng.uniform(0.05, 0.6)) for _ in range(rng.integers(3))
    ]
    if glare_at is not None:
        off = 0.04 * rng.standard_normal(3)
        panels.append(
            _panel(rng, unit(glare_at + off.astype(np.float32)), rng.uniform(4, 22), rng.uniform(0.005, 0.03))
        )
    scale = 1 / (power * max(float(key[2]), 0.3) + fill)
    return Light(key, power * scale, fill * scale, tint, tuple(panels), rng.uniform(0.02, 1))


def shadow(camera: Camera, light: Light, corners: Array, shape: tuple[int, int]) -> Array | None:
    """What is left of the light on the ground around a die with these corners; None if the shadow is out of sight."""
    flat = corners - light.key * (corners[:, 2:] / max(float(light.key[2]), 0.2))
    scale = camera.scale(corners.mean(axis=0))
    mask = np.zeros(shape, np.uint8)
    for points, depth in ((flat, 0.9), (corners * np.array([1, 1, 0], np.float32), 0.6)):
        hull = cv2.convexHull(camera.project(points.astype(np.float32)))
        if np.abs(hull).max() > 8 * max(shape):
            return None
        layer = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(layer, (hull * 8).astype(np.int32), int(255 * depth), cv2.LINE_AA, 3)
        reach = scale * (0.03 + 0.3 * light.soft) if depth > 0.8 else scale * 0.08
        np.maximum(mask, cv2.blur(cv2.blur(layer, _odd(reach)), _odd(reach)), out=mask)
    share = light.power * light.key[2] / (light.power * light.key[2] + light.fill)
    return np.asarray(1 - (0.25 + 0.75 * share) * mask.astype(np.float32) / 255, np.float32)


def _odd(reach: float) -> tuple[int, int]:
    size = 2 * int(max(reach, 0.5)) + 1
    return size, size


def _above(rng: np.random.Generator, lowest: float) -> Array:
    angle, turn = rng.uniform(0.05, lowest), rng.uniform(0, 2 * np.pi)
    return np.array([np.sin(angle) * np.cos(turn), np.sin(angle) * np.sin(turn), np.cos(angle)], np.float32)


def _panel(rng: np.random.Generator, towards: Array, power: float, narrow: float) -> Panel:
    across = unit(np.cross(towards, rng.standard_normal(3)).astype(np.float32))
    return Panel(towards, across, rng.uniform(narrow, 0.6), narrow, rng.uniform(0.01, 0.1), power)
