"""Dice as no table's camera should see them, and dice that the first renderer does not have.

    seen = wild(np.random.default_rng(7), (3, 5, 1), elevation=0.2)      # from the side, in radians above the table
    seen = wild(np.random.default_rng(7), (3, 5, 1))                     # from anywhere above 38 degrees

The ground lies in perspective, with a wall behind it. A floor may be a bright grid, or mirror the dice. Dice may be
made as in Asia: a large red one, a red four, the pips of a two side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from hil.camera import ground as grounds
from hil.camera.dice import Die, Make, look
from hil.camera.lens import Lens, any_lens, take
from hil.camera.light import lamps
from hil.camera.makes import make
from hil.camera.optics import Array, Camera, Picture, unit
from hil.camera.scene import COARSEST, FINEST, RAYS, Place, Shown, cocked, compose, put, scatter, upon
from hil.camera.things import things

OVER = np.radians(38.0)  # the camera is so high above the table at least if the upper faces may be read
TEXTURE = 512  # pixels of a piece of ground, which is mirrored at its borders
MIRROR = np.array([1, 1, -1], np.float32)
RED = np.array([0.08, 0.06, 0.7], np.float32)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a die that the camera sees."""

    value: int
    centre: tuple[float, float]
    edge: float  # pixels that an edge is there
    top: bool  # it counts
    facing: float  # the cosine between where it looks and where the camera is
    seen: float  # the share of it that no other die hides, in the picture
    lean: float  # degrees between its die and the table
    above: float  # degrees that the camera is above the table, from there


@dataclass(frozen=True, slots=True)
class Wild:
    """A picture, the faces that show, and the dice as the first renderer tells them."""

    picture: Picture
    faces: tuple[Face, ...]
    dice: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Asian(Die):
    """A die whose two has its pips side by side."""

    def pips(self, axis: int = 2, sign: int = 1) -> Array:
        """The middles of a face's pips."""
        at = Die.pips(self, axis, sign)
        if self.faces[axis, sign] == 2:
            at[:, (axis + 1 + int(self.flips[axis, sign])) % 3] = 0.0
        return at


def asian(rng: np.random.Generator, kind: Make) -> Make:
    """The same die with a large red one and a red four."""
    return replace(
        kind,
        special=(RED * rng.uniform(0.8, 1.3)).astype(np.float32),
        special_faces=frozenset((1, 4)),
        one_radius=min(rng.uniform(0.13, 0.22), 0.4),
    )


def wild(
    rng: np.random.Generator,
    dice: tuple[int, ...],
    *,
    width: int = 256,
    height: int = 256,
    edge: float = 40.0,
    elevation: float | None = None,
    material: str | None = None,
    east: float = 0.15,
    clutter: int = 0,
    kind: str | None = None,
    leaning: float = 0.0,
    stacked: float = 0.0,
    row: bool | None = None,
    floor: float = 0.2,
    soft: float = 0.0,
    lens: Lens | None = None,
) -> Wild:
    """Dice of these values. `elevation`: radians of the camera above the table; `east`: the chance that they are of
    Asian make; `clutter`: so many things that are no dice, of a `kind` of things.THINGS or any; `row`: side
    by side before the camera; `floor`: the chance that they lie on metal; `soft`: that the camera is a soft one."""
    above = rng.uniform(OVER, np.pi / 2) if elevation is None else elevation
    camera = _camera(rng, width, height, edge, above)
    image, shine = _surroundings(rng, camera, edge, clutter, kind, floor)
    same = make(rng, material, fancy=rng.random() < 0.4)
    if rng.random() < 0.12:
        image = image * (same.body / image.mean(axis=(0, 1))) * rng.uniform(0.7, 1.05)
    from_east = same.clear < 0.3 and float(same.body.mean()) > 0.5 and rng.random() < east
    same = asian(rng, same) if from_east else same
    flat = above < OVER
    in_row = (flat and rng.random() < 0.5) if row is None else row
    places = _row(rng, camera, len(dice)) if in_row else _strewn(rng, camera, len(dice), flat=flat)
    if len(places) > 1 and rng.random() < stacked:
        places[1] = upon(rng, places[0])
    alike = rng.random() < 0.75
    lying = []
    for value, place in zip(dice, places, strict=False):
        die = put(
            rng,
            value,
            cocked(rng, place) if rng.random() < leaning else place,
            same if alike or from_east else make(rng, material, fancy=rng.random() < 0.4),
        )
        lying.append(Asian(**{name: getattr(die, name) for name in Die.__slots__}) if from_east else die)
    light = lamps(rng, unit(lying[0].at - camera.eye) * MIRROR if lying and rng.random() < 0.25 else None)
    if shine:
        image = _mirrored(image, camera, light, lying, shine)
    image, shown = compose(image, camera, light, lying)
    picture = take(rng, image, lens or any_lens(rng, edge))
    if soft and rng.random() < soft:
        picture = analogue(rng, picture, edge)
    return Wild(picture, tuple(_faces(camera, lying)), shown)


def analogue(rng: np.random.Generator, picture: Picture, edge: float) -> Picture:
    """The same from a camera with one wire: soft across, its colours softer still, its edges ring; or out of focus."""
    soft = edge * rng.uniform(0.01, 0.055)
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(soft, 0.3)), np.uint8)
    parts = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb).astype(np.float32)
    light = cv2.GaussianBlur(parts[..., 0], (0, 0), sigmaX=max(soft, 0.3), sigmaY=max(0.4 * soft, 0.3))
    light = light + rng.uniform(0, 0.8) * (light - cv2.GaussianBlur(light, (0, 0), sigmaX=2.5, sigmaY=0.3))
    colours = cv2.GaussianBlur(parts[..., 1:], (0, 0), sigmaX=max(3 * soft, 1.0), sigmaY=max(soft, 0.5))
    mixed = np.clip(np.dstack([light, colours]), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(mixed, cv2.COLOR_YCrCb2BGR), np.uint8)


def _camera(rng: np.random.Generator, width: int, height: int, edge: float, above: float) -> Camera:
    """People hold it upright, the more so the lower it is; from right above, any way."""
    upright = rng.normal(0, 0.08) if rng.random() < 0.85 else float(rng.choice([-np.pi / 2, np.pi / 2, np.pi]))
    roll = rng.uniform(-np.pi, np.pi) if above > 1.2 else upright
    camera = Camera.over(width, height, edge, rng.uniform(7, 30), np.pi / 2 - above, rng.uniform(0, 2 * np.pi), roll)
    return replace(camera, eye=(camera.eye + np.array([0, 0, 0.5], np.float32)).astype(np.float32))


def _surroundings(
    rng: np.random.Generator, camera: Camera, edge: float, clutter: int, kind: str | None, floor: float
) -> tuple[Array, float]:
    """The table in perspective, what lies on it, and what is behind it; and how much it mirrors."""
    height, width = camera.height, camera.width
    fine = float(np.clip(edge, 14, 36))  # pixels of the texture to an edge
    shine = rng.uniform(0.2, 0.8) if rng.random() < 0.6 * floor else 0.0
    if shine:
        texture = np.full((TEXTURE, TEXTURE, 3), rng.uniform(0.3, 0.9), np.float32) * (
            1 + 0.2 * (grounds.colour(rng) - 0.5)
        )
        texture = texture * (1 + 0.2 * grounds.noise(rng, TEXTURE, TEXTURE, 4 * fine))[..., None]
    elif rng.random() < floor:
        texture = grid(rng, fine)
    else:
        texture = grounds.ground(rng, TEXTURE, TEXTURE, fine)
    if clutter:
        texture, _ = grounds.clutter(rng, texture, 0 if kind else clutter // 2, fine)
        texture = things(rng, texture, 3 * (clutter - clutter // 2), fine, kind)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    rays = unit(camera.rays(x.ravel() + 0.5, y.ravel() + 0.5))
    down = np.minimum(rays[:, 2], -1e-4)
    at = camera.eye + rays * (-camera.eye[2] / down)[:, None]
    u, v = (
        np.clip(at[:, axis] * fine + TEXTURE / 2, -3e4, 3e4).reshape(height, width).astype(np.float32)
        for axis in (0, 1)
    )
    table = cv2.remap(texture.astype(np.float32), u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    ahead = at[:, :2] @ unit(camera.turn[2, :2] + 1e-6)
    end = rng.uniform(2.5, 40) if rng.random() < 0.8 else 300.0
    on_table = ((rays[:, 2] < -1e-4) & (ahead < end)).reshape(height, width).astype(np.float32)
    wall = grounds.ground(rng, height, width, edge * rng.uniform(0.5, 5)) * rng.uniform(0.3, 1.3)
    wall = np.asarray(cv2.GaussianBlur(wall, (0, 0), edge * rng.uniform(0.02, 0.4)), np.float32)
    share = cv2.GaussianBlur(on_table, (0, 0), rng.uniform(0.4, 2))[..., None]
    return np.clip(table * share + wall * (1 - share), 0, 1).astype(np.float32), shine


def grid(rng: np.random.Generator, edge: float) -> Array:
    """The floor of a shaker: perforated, woven or expanded metal, bright, with streaks of light."""
    y, x = np.mgrid[0:TEXTURE, 0:TEXTURE].astype(np.float32)
    step, turn = edge * rng.uniform(0.12, 0.5), rng.uniform(0, np.pi)
    a, b = (np.cos(turn) * x + np.sin(turn) * y) / step, (-np.sin(turn) * x + np.cos(turn) * y) / step
    kind = rng.random()
    if kind < 0.4:  # round holes, every other row shifted
        a = a + 0.5 * (np.floor(b) % 2)
        open_ = np.hypot(a % 1 - 0.5, b % 1 - 0.5) < rng.uniform(0.25, 0.42)
    elif kind < 0.7:  # wires
        open_ = np.minimum(np.abs(a % 1 - 0.5), np.abs(b % 1 - 0.5)) > rng.uniform(0.08, 0.25)
    else:  # diamonds
        open_ = np.abs(a % 1 - 0.5) + np.abs(b % 1 - 0.5) * rng.uniform(0.5, 1) < rng.uniform(0.28, 0.4)
    metal = rng.uniform(0.45, 1.0) * (1 + 0.35 * np.sin(a * 2 * np.pi) * np.cos(b * 2 * np.pi + rng.uniform(0, 6)))
    lit = 1 + rng.uniform(0.1, 0.5) * grounds.noise(rng, TEXTURE, TEXTURE, edge * rng.uniform(1, 6))
    soft = cv2.GaussianBlur(open_.astype(np.float32), (0, 0), max(step * 0.08, 0.5))
    below = rng.uniform(0.02, 0.5)
    image = metal * lit * (1 - soft) + below * soft
    tint = 1 + 0.1 * (grounds.colour(rng, 0.3, 0.8) - 0.5)
    return np.asarray(np.clip(image[..., None] * tint, 0, 1), np.float32)


def _row(rng: np.random.Generator, camera: Camera, count: int) -> list[Place]:
    """Side by side before the camera, all with a flank to it, or nearly."""
    ahead = unit(camera.turn[2, :2] + np.float32(1e-6))
    right = (
        np.array([-ahead[1], ahead[0]])
        if np.dot([-ahead[1], ahead[0]], camera.turn[0, :2]) > 0
        else np.array([ahead[1], -ahead[0]])
    )
    facing = float(np.arctan2(ahead[1], ahead[0])) + (
        rng.normal(0, 0.06) if rng.random() < 0.7 else rng.uniform(-0.6, 0.6)
    )
    wobble = rng.uniform(0, 0.12)
    step = rng.uniform(1.0, 1.1) if rng.random() < 0.5 else rng.uniform(1.1, 2.0)
    step = min(step, 0.9 * camera.width / camera.scale(np.zeros(3, np.float32)) / max(count, 1))
    if step < 1:
        count = max(int(0.9 * camera.width / camera.scale(np.zeros(3, np.float32))), 1)
        step = 1.02
    places = []
    for place in range(count):
        x, y = right * (place - (count - 1) / 2) * step + ahead * rng.normal(0, 0.08 if step < 1.2 else 0.2)
        places.append(Place(float(x), float(y), facing + float(rng.normal(0, wobble))))
    return places


def _strewn(rng: np.random.Generator, camera: Camera, count: int, *, flat: bool) -> list[Place]:
    """Anywhere in the picture; seen from the side, not too deep behind each other."""
    if not flat:
        return scatter(rng, camera, count, rng.random() < 0.35)
    ahead = unit(camera.turn[2, :2] + np.float32(1e-6))
    right, far = np.array([ahead[1], -ahead[0]]), 0.4 * camera.width / camera.scale(np.zeros(3, np.float32))
    near = min(0.3 * camera.focal / camera.scale(np.zeros(3, np.float32)), 4.0)
    places: list[Place] = []
    for _ in range(40 * count):
        if len(places) == count:
            break
        x, y = right * rng.uniform(-far, far) + ahead * rng.uniform(-near, 2 * near)
        if all(np.hypot(x - one.x, y - one.y) > 1.43 for one in places):
            places.append(Place(float(x), float(y), rng.uniform(0, 2 * np.pi)))
    return places


def _mirrored(image: Array, camera: Camera, light: object, lying: list[Die], share: float) -> Array:
    """What a floor shows of the dice that lie on it."""
    image = image.copy()
    for die in lying:
        below = replace(die, at=die.at * MIRROR, turn=(np.diag(MIRROR) @ die.turn).astype(np.float32))
        grain = float(np.clip(RAYS / camera.scale(below.at), COARSEST, FINEST))
        seen = look(below, camera, light, grain)  # type: ignore[arg-type]
        if seen is not None:
            (x, y, wide, high), colours, cover = seen
            piece = image[y : y + high, x : x + wide]
            piece *= (1 - share * cover)[..., None]
            piece += share * colours
    return image


def _faces(camera: Camera, lying: list[Die]) -> list[Face]:
    """Every face that looks at the camera."""
    found = []
    for die in lying:
        flat = np.linalg.norm(camera.eye[:2] - die.at[:2])
        above = float(np.degrees(np.arctan2(camera.eye[2] - die.at[2], flat)))
        lean = float(np.degrees(np.arccos(np.clip(die.turn[2, 2], -1, 1))))
        for axis in range(3):
            for sign in (-1, 1):
                normal = die.turn[:, axis] * sign
                middle = die.at + 0.5 * normal
                to_eye = unit(camera.eye - middle)
                facing = float(normal @ to_eye)
                if facing < 0.1:
                    continue
                ((x, y),) = camera.project(middle[None])
                hidden = _hidden(camera, die, axis, sign, lying)
                top = axis == 2 and sign == 1
                edge = camera.scale(middle)
                found.append(
                    Face(die.faces[axis, sign], (float(x), float(y)), edge, top, facing, 1 - hidden, lean, above)
                )
    return found


def _hidden(camera: Camera, die: Die, axis: int, sign: int, lying: list[Die]) -> float:
    """The share of a face that other dice hide, or that is out of the picture."""
    places = np.linspace(-0.4, 0.4, 6, dtype=np.float32)
    own = np.zeros((36, 3), np.float32)
    own[:, axis], own[:, (axis + 1) % 3], own[:, (axis + 2) % 3] = 0.5 * sign, np.repeat(places, 6), np.tile(places, 6)
    points = die.world(own)
    at = camera.project(points)
    hidden = (at < 0).any(axis=1) | (at[:, 0] >= camera.width) | (at[:, 1] >= camera.height)
    for other in lying:
        if other is die:
            continue
        start = (camera.eye - other.at) @ other.turn
        way = (points - camera.eye) @ other.turn
        way = np.where(np.abs(way) < 1e-6, 1e-6, way)
        one, two = (-0.47 - start) / way, (0.47 - start) / way
        enters, leaves = np.minimum(one, two).max(axis=1), np.maximum(one, two).min(axis=1)
        hidden |= (enters < leaves) & (enters > 0) & (enters < 0.98)
    return float(hidden.mean())
