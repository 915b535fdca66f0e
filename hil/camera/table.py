"""The camera of a table: fixed over a round tray under a dome, always the same dice.

    table = Table()
    frame, truth = table.view((3, 5, 1), roll=17)                  # a roll at rest
    frame, truth = table.view((3, 5, 1), roll=17, frame=1)         # the same dice a moment later: other noise
    frame, truth = table.view((3, 5, 1), roll=17, spoilt="cocked")  # nobody should read this one
    frame = table.empty()

`roll` seeds where the dice come to lie; a frame is BGR, 8 bits. What spoils a view has a name in SPOILS.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from hil.camera.dice import Die, Make
from hil.camera.ground import noise
from hil.camera.lens import Lens, covered, take
from hil.camera.light import Light, Panel
from hil.camera.makes import make
from hil.camera.optics import Array, Camera, Picture, rotation, unit
from hil.camera.scene import UPRIGHT, Place, Shown, Truth, cocked, compose, put, upon

SPOILS = ("dark", "glare", "defocus", "bump", "cover", "cocked", "stacked", "moving")
TRAY = 4.2  # edges from the middle of the tray to its rim
FLAT, LAID = (1, 2, 3), 1 << 40  # dice for calibrating; the roll that is none: a hand lays them
MIDDLE = np.array([0.0, 0.0, 0.0], np.float32)


@dataclass(frozen=True)
class Table:
    """One table's camera; `seed` decides its felt, its lamps and how the camera hangs."""

    seed: int = 1
    material: str = "ivory"
    width: int = 1280
    height: int = 720
    edge: float = 72.0
    lens: Lens = field(default_factory=lambda: Lens(blur=0.8, grain=0.012, quality=90, vignette=0.15))

    @property
    def region(self) -> tuple[int, int, int, int]:
        """Where dice can lie: x, y, width, height."""
        around = np.linspace(0, 2 * np.pi, 64, dtype=np.float32)
        rim = np.stack([TRAY * np.cos(around), TRAY * np.sin(around), np.full(64, 0.5, np.float32)], axis=1)
        spots = self.camera().project(np.concatenate([rim, rim * np.array([1, 1, 0], np.float32)]))
        left, top = np.maximum(spots.min(axis=0), 0).astype(int)
        right, bottom = np.minimum(spots.max(axis=0), (self.width, self.height)).astype(int)
        return int(left), int(top), int(right - left), int(bottom - top)

    def empty(self, frame: int = 0, spoilt: str | None = None) -> Picture:
        """Renders the tray without dice."""
        return self.view((), 0, frame, spoilt)[0]

    def flat(self) -> Picture:
        """The dice FLAT as a technician lays them to calibrate the camera: far apart."""
        return self.view(FLAT, LAID)[0]

    def view(
        self, dice: tuple[int, ...], roll: int, frame: int = 0, spoilt: str | None = None
    ) -> tuple[Picture, Truth]:
        """The picture and what it shows. ValueError for a spoil that has no name."""
        if spoilt is not None and spoilt not in SPOILS:
            raise ValueError(f"{spoilt!r} spoils nothing: {', '.join(SPOILS)}")
        image, truth = _still(self, dice, roll, spoilt, frame if spoilt == "moving" else 0)
        lens = self.lens
        if spoilt == "dark":
            lens = replace(lens, exposure=lens.exposure * 0.06, grain=0.03)
        elif spoilt == "defocus":
            lens = replace(lens, blur=self.edge * 0.14)
        return take(np.random.default_rng((self.seed, roll, frame, 5)), image, lens), truth

    def camera(self, bumped: bool = False) -> Camera:
        """How it hangs over the tray, or after someone ran into it."""
        rng = np.random.default_rng((self.seed, 1))
        tilt, azimuth, roll = rng.uniform(0, 0.3), rng.uniform(0, 2 * np.pi), rng.uniform(-3, 3)
        away = rng.uniform(14, 25)
        if bumped:
            tilt, roll = tilt + 0.1, roll + 0.06
        camera = Camera.over(self.width, self.height, self.edge, away, tilt, azimuth, roll)
        return replace(camera, eye=camera.eye + camera.turn[0] * 0.7) if bumped else camera

    def kind(self) -> Make:
        """Makes the house's dice."""
        return make(np.random.default_rng((self.seed, 2)), self.material, fair=True)

    def light(self) -> Light:
        """Makes the lamps over the dome."""
        rng = np.random.default_rng((self.seed, 3))
        key = unit(np.array([rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7), 1], np.float32))
        across = unit(np.cross(key, np.array([0.3, 1, 0.2], np.float32)))
        panel = Panel(key, across, 0.2, rng.uniform(0.03, 0.2), 0.03, rng.uniform(2, 8))
        return Light(key, 0.7, 0.45, np.array([0.92, 0.98, 1], np.float32), (panel,), rng.uniform(0.2, 1))


@lru_cache(maxsize=8)
def _still(table: Table, dice: tuple[int, ...], roll: int, spoilt: str | None, instant: int) -> tuple[Array, Truth]:
    """The scene before the lens takes it, so that many frames of one roll cost one rendering."""
    rng = np.random.default_rng((table.seed, roll, 4))
    camera, light, kind = table.camera(spoilt == "bump"), table.light(), table.kind()
    places = _laid(rng, len(dice)) if roll == LAID else _lie(rng, len(dice))
    if spoilt == "stacked" and len(places) > 1:
        places[1] = upon(rng, places[0])
    if spoilt == "cocked" and places:
        places[0] = cocked(rng, places[0])
    lying = [put(rng, value, place, kind) for value, place in zip(dice, places, strict=True)]
    if spoilt == "glare":
        at = lying[0].at if lying else MIDDLE
        towards = unit(unit(at - camera.eye) * np.array([1, 1, -1], np.float32))
        across = unit(np.cross(towards, np.array([0.2, 1, 0.1], np.float32)))
        light = replace(light, panels=(*light.panels, Panel(towards, across, 0.3, 0.3, 0.02, 160.0)))
    ground = _tray(table, spoilt == "bump")
    if spoilt == "moving":
        image, shown = _blurred(rng, instant, ground, camera, light, lying)
    else:
        image, shown = compose(ground, camera, light, lying)
    if spoilt == "cover":
        image = covered(rng, image, rng.uniform(0.55, 1))
    return image, Truth(shown)


def _laid(rng: np.random.Generator, count: int) -> list[Place]:
    turns = rng.uniform(0, 2 * np.pi) + np.arange(count) * 2 * np.pi / count
    far = 0.6 * TRAY
    return [
        Place(float(far * np.cos(turn)), float(far * np.sin(turn)), yaw)
        for turn, yaw in zip(turns, rng.uniform(0, 2 * np.pi, count), strict=True)
    ]


def _lie(rng: np.random.Generator, count: int) -> list[Place]:
    places: list[Place] = []
    while len(places) < count:
        far, turn = (TRAY - 1) * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        new = Place(float(far * np.cos(turn)), float(far * np.sin(turn)), rng.uniform(0, 2 * np.pi))
        if places and rng.random() < 0.2:
            beside = places[-1]
            new = Place(beside.x + np.cos(beside.yaw) * 1.02, beside.y + np.sin(beside.yaw) * 1.02, beside.yaw)
        if np.hypot(new.x, new.y) < TRAY - 0.8 and all(
            np.hypot(new.x - one.x, new.y - one.y) > (1.01 if one.yaw == new.yaw else 1.42) for one in places
        ):
            places.append(new)
    return places


def _blurred(
    rng: np.random.Generator, instant: int, ground: Array, camera: Camera, light: Light, lying: list[Die]
) -> tuple[Array, tuple[Shown, ...]]:
    """Dice that tumble while the shutter is open: the mean of four instants."""
    heading = [rng.standard_normal(3).astype(np.float32) for _ in lying]
    images = []
    shown: tuple[Shown, ...] = ()
    for step in range(4):
        t = 0.35 * instant + 0.07 * step
        moved = [
            replace(
                die,
                at=die.at + t * way * np.array([1, 1, 0], np.float32),
                turn=(rotation(UPRIGHT, 1.5 * t) @ rotation(way, 2.5 * t) @ die.turn).astype(np.float32),
            )
            for die, way in zip(lying, heading, strict=True)
        ]
        image, shown = compose(ground, camera, light, moved)
        images.append(image)
    return np.mean(images, axis=0).astype(np.float32), shown


@lru_cache(maxsize=8)
def _tray(table: Table, bumped: bool) -> Array:
    """Felt in a rim, with four marks on the rim, and the table around it."""
    rng = np.random.default_rng((table.seed, 6))
    height, width = table.height, table.width
    camera = table.camera(bumped)
    image = np.full((height, width, 3), 30, np.uint8)
    around = np.linspace(0, 2 * np.pi, 180, dtype=np.float32)
    felt = tuple(int(part) for part in rng.choice([[40, 95, 30], [35, 30, 120], [110, 60, 25], [50, 50, 50]]))
    for radius, ink in ((TRAY + 0.5, (70, 80, 90)), (TRAY + 0.15, (25, 28, 30)), (TRAY, felt)):
        rim = np.stack([radius * np.cos(around), radius * np.sin(around), np.zeros_like(around)], axis=1)
        cv2.fillPoly(image, [(camera.project(rim) * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    for turn in (0.4, 1.9, 3.6, 5.1):
        mark = np.array([[(TRAY + 0.32) * np.cos(turn), (TRAY + 0.32) * np.sin(turn), 0]], np.float32)
        x, y = camera.project(mark)[0] * 16
        cv2.circle(image, (int(x), int(y)), int(16 * 0.13 * table.edge), (235, 235, 235), -1, cv2.LINE_AA, 4)
    weave = 1 + 0.05 * noise(rng, height, width, 2.5) + 0.04 * noise(rng, height, width, 60)
    return (image.astype(np.float32) / 255 * weave[..., None]).astype(np.float32)
