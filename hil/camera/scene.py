"""A picture of dice with what it shows: anywhere, under any light, taken by any camera.

    frame, truth = render(np.random.default_rng(7), dice=(3, 5, 1))

`frame` is BGR, 8 bits. `truth.dice` says of each die its value, where it is and whether a person could read it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hil.camera import ground as grounds
from hil.camera.dice import CORNERS, Die, Make, etch, look, numbered
from hil.camera.lens import Lens, any_lens, take
from hil.camera.light import Light, lamps, shadow
from hil.camera.makes import make
from hil.camera.optics import Array, Camera, Picture, rotation, unit

FINEST, COARSEST = 2.5, 0.5  # rays a pixel, in each direction
RAYS = 50.0  # along an edge: more are not worth their time
UPRIGHT = np.array([0, 0, 1], np.float32)
FACE = np.array([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the picture shows of one die."""

    value: int
    centre: tuple[float, float]  # of the face that lies up
    edge: float  # pixels that an edge is at this place
    quad: Array  # 4 × 2: the corners of that face
    pips: Array  # n × 2
    box: tuple[int, int, int, int]  # x, y, width, height of all that shows of it
    lean: float  # degrees between the face and the table: 0 lies flat
    seen: float  # share of the face that nothing hides
    up: tuple[float, float]  # how far its top is from its bottom in the picture: across and down, in edges


@dataclass(frozen=True, slots=True)
class Truth:
    """What is in the picture."""

    dice: tuple[Shown, ...]
    things: Array = field(default_factory=lambda: np.zeros((0, 2), np.float32))  # n × 2: what is no die

    @property
    def faces(self) -> tuple[int, ...]:
        """The values, sorted."""
        return tuple(sorted(die.value for die in self.dice))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die lies: its middle over the table in edges, how it is turned, how it leans (radians)."""

    x: float
    y: float
    yaw: float
    lean: float = 0.0
    lean_about: float = 0.0
    above: float = 0.0  # the height of what it lies on


def render(
    rng: np.random.Generator,
    dice: tuple[int, ...] = (1, 2, 3),
    *,
    width: int = 640,
    height: int = 480,
    edge: float = 60.0,
    tilt: float | None = None,
    material: str | None = None,
    lens: Lens | None = None,
    clutter: int | None = None,
    leaning: float = 0.0,
    stacked: float = 0.0,
    fancy: bool = False,
) -> tuple[Picture, Truth]:
    """Dice of these values anywhere in a picture; what is None is drawn by lot from all that is plausible.

    `edge`: pixels a die is wide in the middle. `tilt`: radians from the vertical. `material`: of makes.MATERIALS.
    `clutter`: how many other things lie about. `leaning`: the chance that a die is cocked; `stacked`: that one
    lies on another. `fancy`: dice as players buy them are among them.
    Every draw comes from `rng`, so the same seed gives the same picture.
    """
    tilt = rng.uniform(0, 0.95) * rng.uniform(0.3, 1) if tilt is None else tilt
    camera = Camera.over(
        width, height, edge, rng.uniform(7, 30), tilt, rng.uniform(0, 2 * np.pi), rng.choice([0.0, rng.uniform(-3, 3)])
    )
    image = grounds.ground(rng, height, width, edge)
    things = int(rng.choice([0, 0, 1, 2, 3])) if clutter is None else clutter
    image, about = grounds.clutter(rng, image, things, edge)
    same = make(rng, material, fancy=fancy)
    if rng.random() < 0.15:
        image = image * (same.body / image.mean(axis=(0, 1))) * rng.uniform(0.7, 1.05)
    alike = rng.random() < 0.75
    places = scatter(rng, camera, len(dice), rng.random() < 0.35)
    if len(places) > 1 and rng.random() < stacked:
        places[1] = upon(rng, places[0])
    lying = [
        put(
            rng,
            value,
            place if rng.random() >= leaning else cocked(rng, place),
            same if alike else make(rng, material, fancy=fancy),
        )
        for value, place in zip(dice, places, strict=False)
    ]
    aimed = rng.random() < 0.3
    away = unit((lying[0].at if lying else np.zeros(3, np.float32)) - camera.eye)
    light = lamps(rng, away * np.array([1, 1, -1], np.float32) if aimed else None)
    veil = _half_lit(rng, height, width) if rng.random() < 0.25 else None
    image, shown = compose(image, camera, light, lying, veil)
    return take(rng, image, lens or any_lens(rng, edge)), Truth(shown, about)


def put(rng: np.random.Generator, value: int, place: Place, kind: Make) -> Die:
    """A die that lies there with this value up."""
    faces, flips = numbered(rng, value)
    turn = rotation(UPRIGHT, place.yaw)
    height = 0.5
    if place.lean:
        about = np.array([np.cos(place.lean_about), np.sin(place.lean_about), 0], np.float32)
        turn = (rotation(about, place.lean) @ turn).astype(np.float32)
        height = float(-(CORNERS @ turn.T)[:, 2].min())
    at = np.array([place.x, place.y, height + place.above], np.float32)
    marks = {}
    if kind.etched or kind.scratches:
        marks = {face: etch(rng, kind) for face in faces if rng.random() < 0.5}
    return Die(kind, value, at, turn, faces, flips, int(rng.integers(1000)), marks)


def cocked(rng: np.random.Generator, place: Place) -> Place:
    """The same place, but the die leans on something."""
    return Place(place.x, place.y, place.yaw, rng.uniform(0.3, 0.79), rng.uniform(0, 2 * np.pi), place.above)


def upon(rng: np.random.Generator, below: Place) -> Place:
    """On top of another die, not quite straight."""
    x, y = rng.uniform(-0.3, 0.3, 2)
    return Place(below.x + float(x), below.y + float(y), below.yaw + rng.uniform(0, np.pi), above=1.0)


def scatter(rng: np.random.Generator, camera: Camera, count: int, close: bool, slide: float = 0.6) -> list[Place]:
    """Places that do not overlap, all in the picture. It may find fewer.

    `close` makes some of them touch, not farther than `slide` edges from edge to edge.
    """
    edge = camera.scale(np.zeros(3, np.float32))
    margin = 0.8 * edge
    places: list[Place] = []
    for _ in range(60 * count):
        if len(places) == count:
            break
        if close and places and rng.random() < 0.7:
            beside = places[int(rng.integers(len(places)))]
            turn = beside.yaw + rng.integers(4) * np.pi / 2
            gap, beyond = rng.uniform(1.0, 1.06), rng.uniform(-slide, slide)
            x = beside.x + gap * np.cos(turn) - beyond * np.sin(turn)
            y = beside.y + gap * np.sin(turn) + beyond * np.cos(turn)
            new = Place(float(x), float(y), beside.yaw)
        else:
            spot = camera.ground(
                rng.uniform(margin, camera.width - margin), rng.uniform(margin, camera.height - margin)
            )
            new = Place(float(spot[0]), float(spot[1]), rng.uniform(0, 2 * np.pi))
        at = camera.project(np.array([[new.x, new.y, 0.5]], np.float32))[0]
        inside = margin < at[0] < camera.width - margin and margin < at[1] < camera.height - margin
        if inside and all(_apart(new, other) for other in places):
            places.append(new)
    return places


def compose(
    image: Array, camera: Camera, light: Light, lying: list[Die], veil: Array | None = None
) -> tuple[Array, tuple[Shown, ...]]:
    """Lays shadows and dice over a ground, the farthest first."""
    height, width = image.shape[:2]
    image = image * light.tint
    for die in lying:
        dim = shadow(camera, light, die.world(CORNERS * 0.94), (height, width))
        if dim is not None:
            image *= dim[..., None]
    covers: list[tuple[Die, tuple[int, int, int, int], Array]] = []
    for die in sorted(lying, key=lambda one: -float(np.linalg.norm(one.at - camera.eye))):
        grain = float(np.clip(RAYS / camera.scale(die.at), COARSEST, FINEST))
        seen = look(die, camera, light, grain)
        if seen is None:
            continue
        (x, y, wide, high), colours, cover = seen
        part = image[y : y + high, x : x + wide]
        part *= (1 - cover)[..., None]
        part += colours
        covers.append((die, (x, y, wide, high), cover))
    shown = tuple(_shown(camera, die, box, covers[place + 1 :]) for place, (die, box, _) in enumerate(covers))
    if veil is not None:
        image *= veil[..., None]
    return image, shown


def _shown(
    camera: Camera, die: Die, box: tuple[int, int, int, int], over: list[tuple[Die, tuple[int, int, int, int], Array]]
) -> Shown:
    quad = camera.project(die.world(FACE))
    grid = np.linspace(-0.45, 0.45, 9, dtype=np.float32)
    spots = np.stack([np.repeat(grid, 9), np.tile(grid, 9), np.full(81, 0.5, np.float32)], axis=1)
    hidden = np.zeros(81, bool)
    points = camera.project(die.world(spots)).astype(int)
    hidden |= (points < 0).any(axis=1) | (points[:, 0] >= camera.width) | (points[:, 1] >= camera.height)
    for _, (x, y, wide, high), cover in over:
        inside = (points[:, 0] >= x) & (points[:, 0] < x + wide) & (points[:, 1] >= y) & (points[:, 1] < y + high)
        at = points[inside] - (x, y)
        hidden[np.flatnonzero(inside)[cover[at[:, 1], at[:, 0]] > 0.5]] = True
    centre = camera.project(die.world(FACE.mean(axis=0, keepdims=True)))[0]
    lean = float(np.degrees(np.arccos(np.clip(die.turn[2, 2], -1, 1))))
    edge = camera.scale(die.at + die.turn[:, 2] * 0.5)
    top, bottom = camera.project(die.world(np.array([[0, 0, 0.5], [0, 0, -0.5]], np.float32)))
    across, down = (top - bottom) / edge
    return Shown(
        value=die.value,
        centre=(float(centre[0]), float(centre[1])),
        edge=edge,
        quad=quad,
        pips=camera.project(die.world(die.pips())),
        box=box,
        lean=lean,
        seen=1 - float(hidden.mean()),
        up=(float(across), float(down)),
    )


def _apart(one: Place, other: Place) -> bool:
    """Whether two squares on the table do not overlap (separating axes)."""
    off = np.array([other.x - one.x, other.y - one.y])
    if np.hypot(*off) < 1.0:
        return False
    if np.hypot(*off) > 1.4143:
        return True
    between = (other.yaw - one.yaw) % (np.pi / 2)
    reach = 0.5 * (1 + abs(np.cos(between)) + abs(np.sin(between)))
    for yaw in (one.yaw, other.yaw):
        for turn in (yaw, yaw + np.pi / 2):
            if abs(off @ np.array([np.cos(turn), np.sin(turn)])) >= reach - 0.01:
                return True
    return False


def _half_lit(rng: np.random.Generator, height: int, width: int) -> Array:
    """The edge of a big shadow across the scene."""
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    across = (x - width * rng.uniform(0.2, 0.8)) * np.cos(turn) + (y - height * rng.uniform(0.2, 0.8)) * np.sin(turn)
    soft = max(height, width) * rng.choice([0.01, 0.08, 0.5])
    return np.asarray((1 - rng.uniform(0.2, 0.85) * np.clip(across / soft + 0.5, 0, 1)), np.float32)
