"""A die: its shape, its pips, what it is made of, and how a ray of the camera meets it."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from hil.camera.light import Light
from hil.camera.optics import Array, Camera, unit

NDIndex = NDArray[np.intp]
HALF = np.float32(0.5)
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)], np.float32)
SITES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
STEPS = 7  # of a ray from the box around a die to its surface
DISH, RIM = 0.43, 0.05  # the radius of a hollow face, and how wide its rim is
ETCHING = 96  # pixels of the picture of a face's strokes


@dataclass(frozen=True, slots=True)
class Make:
    """How a die was made; every length in edges."""

    body: Array  # BGR, 0 to 1
    pip: Array
    special: Array  # the colour of a one, and of a four in Asia
    special_faces: frozenset[int] = frozenset()
    rounding: float = 0.1
    ball: float = 0.9  # the sphere that cuts its corners
    pip_radius: float = 0.09
    one_radius: float = 0.09
    spread: float = 0.25
    tight: tuple[float, ...] = (1.0,) * 6  # of that, on the faces one to six
    narrow: float = 1.0  # the two rows of a six against their length
    hollow: float = 0.6  # 0: painted flat
    dome: float = 0.05
    gloss: float = 1.0
    clear: float = 0.0  # 0 opaque, 1 glass
    marble: float = 0.0
    vein: Array | None = None  # the second colour of that; None: the body's own, darker and brighter
    dish: float = 0.0  # how hollow a face is, and how steep its rim
    etched: bool = False  # a serial number or a house's mark
    scratches: int = 0
    ring: float = 0.0  # a pale rim around a pip


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies somewhere. `turn` brings its own axes into the table's; +z is the face that counts."""

    make: Make
    value: int
    at: Array  # its middle
    turn: Array
    faces: dict[tuple[int, int], int]  # (axis, sign) to value
    flips: dict[tuple[int, int], bool]
    seed: int = 0
    marks: dict[tuple[int, int], Array] = field(default_factory=dict)  # strokes on a face, 0 to 1

    def world(self, points: Array) -> Array:
        """Points of the die on the table."""
        return (points @ self.turn.T + self.at).astype(np.float32)

    def pips(self, axis: int = 2, sign: int = 1) -> Array:
        """The middles of a face's pips, in the die's own axes."""
        value = self.faces[axis, sign]
        spread = self.make.spread * self.make.tight[value - 1]
        narrow = self.make.narrow if value == len(SITES) else 1.0
        at = np.zeros((value, 3), np.float32)
        for row, (u, v) in zip(at, SITES[value], strict=True):
            along, across = (-v, u * narrow) if self.flips[axis, sign] else (u * narrow, v)
            row[(axis + 1) % 3], row[(axis + 2) % 3], row[axis] = along * spread, across * spread, sign * 0.5
        return at


def numbered(rng: np.random.Generator, value: int) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], bool]]:
    """Values around the one that lies up: opposite faces make seven, either hand."""
    first, second = rng.permutation([pair for pair in (1, 2, 3) if pair not in (value, 7 - value)])
    faces = {(2, 1): value, (2, -1): 7 - value}
    for axis, small in ((0, int(first)), (1, int(second))):
        up = small if rng.random() < 0.5 else 7 - small
        faces |= {(axis, 1): up, (axis, -1): 7 - up}
    return faces, {face: bool(rng.random() < 0.5) for face in faces}


def etch(rng: np.random.Generator, make: Make) -> Array:
    """Strokes of one face: a serial between the pips, or scratches."""
    image = np.zeros((ETCHING, ETCHING), np.uint8)
    if make.etched:
        text = "".join(rng.choice(list("0123456789ABCDEFHKLS"), rng.integers(2, 6)))
        size = rng.uniform(0.35, 0.8)
        at = (int(rng.uniform(5, 45)), int(rng.uniform(25, 90)))
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, int(rng.uniform(110, 255)), 1, cv2.LINE_AA)
        if rng.random() < 0.3:
            middle = (int(rng.uniform(25, 71)), int(rng.uniform(25, 71)))
            axes = (int(rng.uniform(6, 16)), int(rng.uniform(4, 12)))
            cv2.ellipse(image, middle, axes, rng.uniform(0, 180), 0, 360, 200, 1, cv2.LINE_AA)
        if rng.random() < 0.5:
            image = np.ascontiguousarray(np.rot90(image, int(rng.integers(4))))
    for _ in range(make.scratches):
        x, y, to_x, to_y = (int(place) for place in rng.uniform(0, ETCHING, 4))
        cv2.line(image, (x, y), (to_x, to_y), int(rng.uniform(40, 160)), 1, cv2.LINE_AA)
    return image.astype(np.float32) / 255


def look(die: Die, camera: Camera, light: Light, grain: float) -> tuple[tuple[int, int, int, int], Array, Array] | None:
    """What the camera sees of a die: the box (x, y, width, height), colours and how much of each pixel it covers.

    `grain` is how many rays a pixel has in each direction.
    """
    around = camera.project(die.world(CORNERS))
    left, top = np.maximum(np.floor(around.min(axis=0)) - 1, 0).astype(int)
    right, bottom = np.minimum(np.ceil(around.max(axis=0)) + 2, (camera.width, camera.height)).astype(int)
    if right - left < 2 or bottom - top < 2:
        return None
    wide, high = max(int((right - left) * grain), 2), max(int((bottom - top) * grain), 2)
    xs = left + (np.arange(wide, dtype=np.float32) + 0.5) * ((right - left) / wide)
    ys = top + (np.arange(high, dtype=np.float32) + 0.5) * ((bottom - top) / high)
    grid_x, grid_y = np.meshgrid(xs, ys)
    rays = unit(camera.rays(grid_x.ravel(), grid_y.ravel()))
    eye = ((camera.eye - die.at) @ die.turn).astype(np.float32)
    met, at, normals = _meet(die.make, eye, (rays @ die.turn).astype(np.float32))
    colours = np.zeros((wide * high, 4), np.float32)
    if met.size:
        colours[met, :3] = _shade(die, light, at, normals, rays[met], 1 / (camera.scale(die.at) * grain))
        colours[met, 3] = 1
    image = colours.reshape(high, wide, 4)
    image[..., :3] *= image[..., 3:]
    smooth = cv2.INTER_AREA if grain > 1 else cv2.INTER_LINEAR
    image = np.asarray(cv2.resize(image, (int(right - left), int(bottom - top)), interpolation=smooth), np.float32)
    box = (int(left), int(top), int(right - left), int(bottom - top))
    return box, image[..., :3], image[..., 3]


def _meet(make: Make, eye: Array, rays: Array) -> tuple[NDIndex, Array, Array]:
    """Which rays meet the die, where, and the surface's direction there."""
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    one, other = (-HALF - eye) / safe, (HALF - eye) / safe
    near, far = _most(np.minimum(one, other)), -_most(-np.maximum(one, other))
    met = np.flatnonzero((near < far) & (near > 0))
    rays, at = rays[met], eye + rays[met] * near[met, None]
    inner = HALF - np.float32(make.rounding)
    left = np.arange(len(at))
    for _ in range(STEPS):
        off = _distance(at[left], inner, make)
        short = off > 0.003
        left, off = left[short], off[short]
        at[left] += rays[left] * off[:, None]
    kept = np.ones(len(at), bool)
    kept[left] = _distance(at[left], inner, make) < 0.012
    met, at = met[kept], at[kept]
    over = np.abs(at) - inner
    flat = unit(np.sign(at) * np.maximum(over, 0) + 1e-9 * at)
    ball = np.sqrt(_squared(at)) > make.ball - 0.004
    flat[ball] = unit(at[ball])
    return met, at, flat.astype(np.float32)


def _distance(at: Array, inner: np.float32, make: Make) -> Array:
    over = np.abs(at) - inner
    box = np.sqrt(_squared(np.maximum(over, 0))) + np.minimum(_most(over), 0) - np.float32(make.rounding)
    ball = np.sqrt(_squared(at)) - np.float32(make.ball)
    return np.maximum(box, ball).astype(np.float32)


def _most(vectors: Array) -> Array:
    return np.maximum(np.maximum(vectors[:, 0], vectors[:, 1]), vectors[:, 2])


def _squared(vectors: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->i", vectors, vectors), np.float32)


def _shade(die: Die, light: Light, at: Array, normals: Array, rays: Array, pixel: float) -> Array:
    make = die.make
    normals = unit(normals + make.dome * at)
    colour = np.broadcast_to(make.body, at.shape).copy()
    if make.marble:
        phase = die.seed * 0.37
        swirl = at @ np.array([[9, 4, -7], [-5, 8, 3], [4, -6, 10]], np.float32)
        wave = np.sin(swirl[:, 0] + phase + 2 * np.sin(swirl[:, 1] + phase)) * np.sin(swirl[:, 2] - phase)
        if make.vein is None:
            colour *= (1 + make.marble * wave)[:, None]
        else:
            colour += (make.marble * np.clip(0.5 + 1.5 * wave, 0, 1))[:, None] * (make.vein - colour)
    inside = np.zeros(len(at), np.float32)
    size = np.abs(at)
    axes = np.where(size[:, 0] > size[:, 1], 0, 1)
    axes[size[:, 2] >= np.maximum(size[:, 0], size[:, 1])] = 2
    signs = np.where(at[np.arange(len(at)), axes] > 0, 1, -1)
    local = rays @ die.turn
    for axis in range(3):
        for sign in (-1, 1):
            here = np.flatnonzero((axes == axis) & (signs == sign))
            if here.size:
                bent = _face(die, axis, sign, at[here], local[here], colour, here, inside, pixel)
                normals[here] = unit(normals[here] + bent)
    normals = unit(normals @ die.turn.T)
    lit = light.shed(normals)
    if make.clear:
        through = 0.55 + 0.9 * np.clip((at @ (die.turn.T @ -light.key)) + 0.2, 0, 1)
        lit = lit * (1 - 0.6 * make.clear) + 0.6 * make.clear * through
    shine = light.shine(rays, normals) * make.gloss * (1 - 0.5 * inside)
    return colour * (lit[:, None] * light.tint) + shine[:, None] * light.tint


def _face(
    die: Die, axis: int, sign: int, at: Array, rays: Array, colour: Array, here: NDIndex, inside: Array, pixel: float
) -> Array:
    """Paints one face into `colour` and says how its hollows bend the surface."""
    make, value = die.make, die.faces[axis, sign]
    u, v = (axis + 1) % 3, (axis + 2) % 3
    bend = np.zeros_like(at)
    if make.clear > 0.3:  # the pips of the far face shine through
        down = at + rays * (0.8 / np.maximum(np.abs(rays[:, axis]), 0.3))[:, None]
        seen = np.zeros(len(at), np.float32)
        for pip in die.pips(axis, -sign):
            off = np.hypot(down[:, u] - pip[u], down[:, v] - pip[v])
            np.maximum(seen, np.clip((make.pip_radius * 1.1 - off) / 0.05 + 0.5, 0, 1), out=seen)
        faint = (0.3 * make.clear * seen)[:, None]
        colour[here] = colour[here] * (1 - faint) + make.pip * faint
    if make.dish:
        for along in (u, v):
            bend[:, along] += _dished(make, np.hypot(at[:, u], at[:, v])) * at[:, along]
    marks = die.marks.get((axis, sign))
    if marks is not None:
        column = np.clip((at[:, u] + 0.5) * ETCHING, 0, ETCHING - 1).astype(int)
        row = np.clip((at[:, v] + 0.5) * ETCHING, 0, ETCHING - 1).astype(int)
        stroke = (0.7 * marks[row, column])[:, None]
        ink = make.pip if make.etched else make.body * 0.6
        colour[here] = colour[here] * (1 - stroke) + ink * stroke
    radius = make.one_radius if value == 1 else make.pip_radius
    ink = make.special if value in make.special_faces else make.pip
    painted = np.zeros(len(at), np.float32)
    for pip in die.pips(axis, sign):
        du, dv = at[:, u] - pip[u], at[:, v] - pip[v]
        off = np.sqrt(du * du + dv * dv)
        cover = np.clip((radius - off) / max(pixel, 0.01) + 0.5, 0, 1)
        np.maximum(painted, cover, out=painted)
        if make.hollow:
            depth = -make.hollow * cover / radius
            bend[:, u] += depth * du
            bend[:, v] += depth * dv
        if make.ring:
            rim = make.ring * np.clip(1 - np.abs(off - radius * 1.08) / 0.02, 0, 1)
            colour[here] += (rim * (1 - cover))[:, None] * 0.5
    colour[here] = colour[here] * (1 - painted[:, None]) + ink * painted[:, None]
    inside[here] = painted
    return bend


def _dished(make: Make, off: Array) -> Array:
    """How a hollow face bends so far from its middle: inwards, and at its rim outwards."""
    rim = np.clip(1 - np.abs(off - DISH) / RIM, 0, 1)
    return np.asarray(
        make.dish * np.where(off < DISH, -0.4, 0.0) + 4 * make.dish * rim * np.sign(off - DISH), np.float32
    )
