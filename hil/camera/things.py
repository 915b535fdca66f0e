"""What may be taken for a die and is none: dominoes, sockets, circuit boards, cards, coins, screws, bricks, print.

`ground.clutter` has what the networks learnt from; these came later, for the sorter and for the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from hil.camera.dice import SITES
from hil.camera.ground import colour
from hil.camera.optics import Array, Picture

Ink = Array
FINE = 4  # bits behind the point of a pixel
SUITS = "shdc"
METALS = ((0.75, 0.78, 0.8), (0.35, 0.6, 0.75), (0.3, 0.42, 0.62))  # nickel, brass, copper


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a picture in the axes of one thing: its middle is 0, its unit `size` pixels."""

    image: Picture
    x: float
    y: float
    size: float
    turn: float

    def at(self, points: Iterable[tuple[float, float]]) -> Array:
        """Pixels."""
        c, s = self.size * np.cos(self.turn), self.size * np.sin(self.turn)
        return np.array([(self.x + u * c - v * s, self.y + u * s + v * c) for u, v in points])

    def disc(self, u: float, v: float, radius: float, ink: Ink) -> None:
        """Fills a circle."""
        ((x, y),) = self.at([(u, v)]) * 2**FINE
        wide = max(round(radius * self.size * 2**FINE), 4)
        cv2.circle(self.image, (round(x), round(y)), wide, _eight(ink), -1, cv2.LINE_AA, FINE)

    def shape(self, points: Iterable[tuple[float, float]], ink: Ink) -> None:
        """Fills a polygon."""
        corners = (self.at(points) * 2**FINE).round().astype(np.int32)
        cv2.fillPoly(self.image, [corners], _eight(ink), cv2.LINE_AA, FINE)

    def plate(self, wide: float, high: float, rounding: float, ink: Ink, u: float = 0.0, v: float = 0.0) -> None:
        """Fills a rectangle with round corners."""
        corner = min(rounding, wide / 2, high / 2)
        around = np.linspace(0, np.pi / 2, 5)
        across, down = wide / 2 - corner, high / 2 - corner
        points = [
            (u + x * across + corner * np.cos(turn + part), v + y * down + corner * np.sin(turn + part))
            for x, y, turn in ((1, 1, 0.0), (-1, 1, np.pi / 2), (-1, -1, np.pi), (1, -1, 1.5 * np.pi))
            for part in around
        ]
        self.shape(points, ink)

    def line(self, ends: tuple[tuple[float, float], tuple[float, float]], wide: float, ink: Ink) -> None:
        """Draws a straight line."""
        one, other = ((round(x * 2**FINE), round(y * 2**FINE)) for x, y in self.at(ends))
        cv2.line(self.image, one, other, _eight(ink), max(round(wide * self.size), 1), cv2.LINE_AA, FINE)

    def text(self, said: str, u: float, v: float, high: float, ink: Ink) -> None:
        """Writes upright letters."""
        ((x, y),) = self.at([(u, v)])
        thick = max(round(high * self.size * 0.12), 1)
        cv2.putText(self.image, said, (int(x), int(y)), 0, high * self.size / 22, _eight(ink), thick, cv2.LINE_AA)

    def pips(self, value: int, spread: float, radius: float, ink: Ink, u: float = 0.0, v: float = 0.0) -> None:
        """The points of a value."""
        for a, b in SITES.get(value, ()):
            self.disc(u + a * spread, v + b * spread, radius, ink)


def domino(rng: np.random.Generator, pen: Pen) -> None:
    """Two squares side by side, a line or a pin between them."""
    body, ink = (colour(rng, 0.6, 1), colour(rng, 0.02, 0.3)) if rng.random() < 0.65 else _inverted(rng)
    rounding = rng.uniform(0.03, 0.2)
    _under(rng, pen, 2.04, 1.02, rounding)
    pen.plate(2.0, 1.0, rounding, body)
    line = rng.random()
    if line < 0.8:
        pen.line(((0, -0.4), (0, 0.4)), rng.uniform(0.02, 0.06), ink)
    if line > 0.6:
        pen.disc(0, 0, rng.uniform(0.04, 0.08), colour(rng, 0.3, 0.8))
    spread, radius = rng.uniform(0.2, 0.3), rng.uniform(0.06, 0.11)
    for side in (-0.5, 0.5):
        pen.pips(int(rng.integers(0, 7)), spread, radius, ink, side)


def dominoes(rng: np.random.Generator, pen: Pen) -> None:
    """Several, as they are laid in a game."""
    for step in range(int(rng.integers(2, 5))):
        beside = rng.random() < 0.5
        ((x, y),) = pen.at([(0.0, step * 1.08) if beside else (step * 2.1, 0.0)])
        domino(rng, Pen(pen.image, float(x), float(y), pen.size, pen.turn))


def button(rng: np.random.Generator, pen: Pen) -> None:
    """A round or square button with two or four holes."""
    body, hole = colour(rng), colour(rng, 0.02, 0.5)
    round_one, wide = rng.random() < 0.8, rng.uniform(0.75, 1.4)
    _shadow(rng, pen, wide)
    rims = ((wide, body * 0.75), (wide * 0.92, body))
    inner = (wide * rng.uniform(0.5, 0.8), np.clip(body * rng.uniform(0.8, 1.15), 0, 1))
    for size, ink in (*rims, inner):
        if round_one:
            pen.disc(0, 0, size / 2, ink)
        else:
            pen.plate(size, size, 0.25 * size, ink)
    spread, radius = wide * rng.uniform(0.1, 0.17), wide * rng.uniform(0.04, 0.08)
    for a, b in ((-1, 0), (1, 0)) if rng.random() < 0.4 else SITES[4]:
        pen.disc(a * spread, b * spread, radius, hole)


def socket(rng: np.random.Generator, pen: Pen) -> None:
    """A wall socket: a plate, a sunk disc or square, two or three openings; often two of them."""
    body = colour(rng, 0.6, 1)
    dark = colour(rng, 0.02, 0.2)
    many = int(rng.integers(1, 3))
    pen.plate(1.5 * many + 0.3, 1.8, 0.1, body * 0.92)
    for place in range(many):
        u = (place - (many - 1) / 2) * 1.5
        if rng.random() < 0.5:
            pen.disc(u, 0, 0.6, body)
            for side in (-1, 1):
                pen.disc(u + 0.25 * side, 0, 0.09, dark)
            if rng.random() < 0.4:
                pen.disc(u, 0.28, 0.09, dark)
        else:
            pen.plate(1.1, 1.1, 0.15, body, u)
            for side in (-1, 1):
                pen.plate(0.08, 0.3, 0.02, dark, u + 0.22 * side, -0.1)
            pen.disc(u, 0.28, 0.1, dark)


def board(rng: np.random.Generator, pen: Pen) -> None:
    """A circuit board: pads in rows, packages with legs and a dot at pin one, round capacitors, LEDs."""
    green = np.array(rng.choice([[0.15, 0.35, 0.08], [0.35, 0.15, 0.05], [0.05, 0.05, 0.05], [0.12, 0.08, 0.45]]))
    body, pad = green * rng.uniform(0.7, 1.6), np.array(METALS[int(rng.integers(3))])
    wide, high = rng.uniform(3, 7), rng.uniform(2, 5)
    pen.plate(wide, high, 0.1, body)
    for _ in range(int(rng.integers(5, 16))):
        u, v = rng.uniform(-wide / 2 + 0.5, wide / 2 - 0.5), rng.uniform(-high / 2 + 0.5, high / 2 - 0.5)
        end = (u + rng.uniform(-2, 2), v) if rng.random() < 0.5 else (u, v + rng.uniform(-2, 2))
        pen.line(((u, v), end), rng.uniform(0.03, 0.1), body * 1.5)
        match int(rng.integers(6)):
            case 0:  # a header: pads in rows
                rows, columns, step = int(rng.integers(1, 4)), int(rng.integers(1, 5)), rng.uniform(0.2, 0.35)
                if rng.random() < 0.5:
                    pen.plate(columns * step, rows * step, 0.02, colour(rng, 0.02, 0.9), u, v)
                for row in range(rows):
                    for column in range(columns):
                        at = u + (column - (columns - 1) / 2) * step, v + (row - (rows - 1) / 2) * step
                        pen.disc(*at, step * 0.33, pad)
                        pen.disc(*at, step * 0.15, body * 0.4)
            case 1:  # a chip
                size, dark = rng.uniform(0.5, 1.2), colour(rng, 0.02, 0.15)
                pen.plate(size * 1.15, size * 0.9, 0.0, pad * 0.8, u, v)
                pen.plate(size, size, 0.03, dark, u, v)
                pen.disc(u - size * 0.33, v - size * 0.33, size * 0.08, dark + 0.3)
                if rng.random() < 0.6:
                    pen.text("".join(rng.choice(list("A5C78NX0"), 3)), u - size * 0.3, v, size * 0.2, dark + 0.4)
            case 2:  # a capacitor
                pen.disc(u, v, rng.uniform(0.25, 0.5), colour(rng, 0.1, 0.9))
                pen.disc(u, v, 0.2, colour(rng, 0.4, 0.9))
            case 3:  # LEDs
                for step in range(int(rng.integers(1, 5))):
                    pen.plate(0.4, 0.4, 0.05, colour(rng, 0.6, 1), u + 0.5 * step, v)
                    pen.disc(u + 0.5 * step, v, 0.14, colour(rng, 0.3, 1))
            case 4:  # a push button or a trimmer
                pen.plate(0.7, 0.7, 0.05, colour(rng, 0.3, 0.8), u, v)
                pen.disc(u, v, 0.2, colour(rng, 0.02, 0.9))
                for a, b in SITES[4]:
                    pen.disc(u + 0.27 * a, v + 0.27 * b, 0.05, colour(rng, 0.02, 0.9))
            case _:  # a hole for a screw
                pen.disc(u, v, 0.3, pad)
                pen.disc(u, v, 0.17, body * 0.3)


def lamps(rng: np.random.Generator, pen: Pen) -> None:
    """LEDs in a frame: a traffic light, a status panel, a matrix with some of them lit."""
    frame, lit, dark = colour(rng, 0.02, 0.3), colour(rng, 0.7, 1), colour(rng, 0.1, 0.4)
    rows, columns, step = int(rng.integers(1, 6)), int(rng.integers(1, 6)), rng.uniform(0.25, 0.6)
    pen.plate(columns * step + 0.15, rows * step + 0.15, 0.08, frame)
    for row in range(rows):
        for column in range(columns):
            at = (column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step
            ink = lit if rng.random() < 0.6 else dark
            pen.disc(*at, step * 0.36, ink)
            if rng.random() < 0.5:
                pen.disc(*at, step * 0.15, np.clip(ink * 1.4, 0, 1))


def screw(rng: np.random.Generator, pen: Pen) -> None:
    """Its head, in a plate or not."""
    metal = np.array(METALS[int(rng.integers(3))]) * rng.uniform(0.5, 1.15)
    if rng.random() < 0.6:
        pen.plate(rng.uniform(0.9, 3), rng.uniform(0.9, 2), rng.uniform(0.02, 0.3), colour(rng))
    for a, b in SITES[int(rng.integers(1, 7))] if rng.random() < 0.4 else ((0.0, 0.0),):
        radius, turn = rng.uniform(0.1, 0.45), rng.uniform(0, np.pi)
        u, v = a * 0.6, b * 0.6
        pen.disc(u, v, radius * 1.1, metal * 0.4)
        pen.disc(u, v, radius, metal)
        for part in range(int(rng.integers(1, 4))):
            way = radius * 0.65 * np.array([np.cos(turn + part * np.pi / 2), np.sin(turn + part * np.pi / 2)])
            pen.line(((u - way[0], v - way[1]), (u + way[0], v + way[1])), radius * 0.25, metal * 0.25)


def coin(rng: np.random.Generator, pen: Pen) -> None:
    """A coin: a rim, a number or a head."""
    metal, radius = np.array(METALS[int(rng.integers(3))]) * rng.uniform(0.5, 1.2), rng.uniform(0.5, 1.0)
    _shadow(rng, pen, 2 * radius)
    pen.disc(0, 0, radius, metal * 0.7)
    pen.disc(0, 0, radius * 0.95, metal)
    pen.disc(0, 0, radius * 0.85, metal * 0.92)
    if rng.random() < 0.5:
        pen.text(str(rng.choice(["1", "2", "5", "10", "25", "50"])), -0.3, 0.25, radius * 0.8, metal * 0.5)
    else:
        for _ in range(4):
            at = rng.uniform(-0.3, 0.3, 2) * radius
            pen.disc(float(at[0]), float(at[1]), radius * rng.uniform(0.1, 0.4), metal * rng.uniform(0.7, 1.2))


def card(rng: np.random.Generator, pen: Pen) -> None:
    """A playing card: its pips in two or three columns, an index in two corners."""
    suit = str(rng.choice(list(SUITS)))
    ink = np.array([0.1, 0.08, 0.75]) if suit in "hd" else np.array([0.05, 0.05, 0.05])
    wide, high = rng.uniform(2.2, 3.5), rng.uniform(3.2, 5)
    _under(rng, pen, wide * 1.02, high * 1.02, 0.2)
    pen.plate(wide, high, 0.2, colour(rng, 0.85, 1))
    size = rng.uniform(0.12, 0.24)
    value = int(rng.integers(1, 11))
    rows = np.linspace(-0.33, 0.33, max(value // 2, 1)) * high
    sites = [(side * 0.25 * wide, float(v)) for side in (-1, 1) for v in rows] if value > 1 else [(0.0, 0.0)]
    if value % 2 and value > 1:
        sites.append((0.0, 0.0))
    for u, v in sites:
        _suit(pen, suit, u, v, size if value > 1 else 2.5 * size, ink)
    for side in (-1, 1):
        pen.text("A" if value == 1 else str(value), side * 0.43 * wide - 0.1, side * 0.42 * high, 0.3, ink)
        _suit(pen, suit, side * 0.43 * wide, side * 0.34 * high, 0.1, ink)


def brick(rng: np.random.Generator, pen: Pen) -> None:
    """A toy brick: studs in rows."""
    body, step = colour(rng, 0.2, 0.95), rng.uniform(0.4, 0.7)
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    _under(rng, pen, columns * step, rows * step, 0.02)
    pen.plate(columns * step, rows * step, 0.02, body)
    way = rng.uniform(-0.1, 0.1, 2)
    for row in range(rows):
        for column in range(columns):
            u, v = (column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step
            pen.disc(u + float(way[0]) * step, v + float(way[1]) * step, step * 0.33, body * 0.6)
            pen.disc(u, v, step * 0.31, np.clip(body * 1.1, 0, 1))


def printed(rng: np.random.Generator, pen: Pen) -> None:
    """Pips printed on the cloth or on paper: alone, in a thin frame, or several in a row."""
    ink, spread, radius = colour(rng), rng.uniform(0.2, 0.3), rng.uniform(0.05, 0.12)
    framed = rng.random() < 0.5
    for place in range(int(rng.integers(1, 4))):
        u = place * rng.uniform(0.95, 1.3)
        pen.pips(int(rng.integers(1, 7)), spread, radius, ink, u)
        if framed:
            corners = [(u - 0.47, -0.47), (u + 0.47, -0.47), (u + 0.47, 0.47), (u - 0.47, 0.47)]
            for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
                pen.line((one, other), 0.04, ink)


def part(rng: np.random.Generator, pen: Pen) -> None:
    """A printed or milled part: a block with holes, not where pips are."""
    body, hole = colour(rng), colour(rng, 0.02, 0.3)
    wide, high = rng.uniform(0.8, 3), rng.uniform(0.6, 1.5)
    _under(rng, pen, wide, high, 0.05)
    pen.plate(wide, high, rng.uniform(0, 0.2), body)
    if rng.random() < 0.5:
        pen.plate(wide * 0.7, high * 0.6, 0.05, np.clip(body * rng.uniform(0.7, 1.3), 0, 1))
    for _ in range(int(rng.integers(1, 6))):
        u, v = rng.uniform(-0.4, 0.4) * wide, rng.uniform(-0.35, 0.35) * high
        pen.disc(u, v, rng.uniform(0.05, 0.18), hole)


def grille(rng: np.random.Generator, pen: Pen) -> None:
    """Holes in rows: a loudspeaker, a peg board, a strip of terminals."""
    body, hole = colour(rng), colour(rng)
    rows, columns, step = int(rng.integers(1, 8)), int(rng.integers(2, 10)), rng.uniform(0.2, 0.6)
    pen.plate(columns * step, rows * step, 0.05, body)
    for row in range(rows):
        for column in range(columns):
            at = (column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step
            pen.disc(*at, step * 0.28, hole)


THINGS: dict[str, Callable[[np.random.Generator, Pen], None]] = {
    "domino": domino, "dominoes": dominoes, "button": button, "socket": socket, "board": board, "lamps": lamps,
    "screw": screw, "coin": coin, "card": card, "brick": brick, "printed": printed, "part": part, "grille": grille,
}  # fmt: skip


def things(rng: np.random.Generator, image: Array, count: int, edge: float, kind: str | None = None) -> Array:
    """Puts so many of them on a ground (BGR, 0 to 1), as large as dice of `edge` pixels have them; where they lie."""
    picture = np.ascontiguousarray(np.clip(image * 255, 0, 255).astype(np.uint8))
    height, width = picture.shape[:2]
    for x, y in rng.uniform((0, 0), (width, height), (count, 2)):
        name = kind or str(rng.choice(list(THINGS)))
        size = edge * float(np.exp(rng.uniform(-0.35, 0.35)))
        THINGS[name](rng, Pen(picture, float(x), float(y), size, rng.uniform(0, 2 * np.pi)))
    return picture.astype(np.float32) / 255


def _suit(pen: Pen, suit: str, u: float, v: float, size: float, ink: Ink) -> None:
    match suit:
        case "d":
            pen.shape([(u, v - 1.3 * size), (u + size, v), (u, v + 1.3 * size), (u - size, v)], ink)
        case "h":
            for side in (-1, 1):
                pen.disc(u + 0.5 * side * size, v - 0.4 * size, 0.55 * size, ink)
            pen.shape([(u - size, v - 0.2 * size), (u + size, v - 0.2 * size), (u, v + 1.2 * size)], ink)
        case "s":
            for side in (-1, 1):
                pen.disc(u + 0.5 * side * size, v + 0.3 * size, 0.55 * size, ink)
            pen.shape([(u - size, v + 0.2 * size), (u + size, v + 0.2 * size), (u, v - 1.2 * size)], ink)
        case _:
            for a, b in ((-0.5, 0.3), (0.5, 0.3), (0, -0.5)):
                pen.disc(u + a * size, v + b * size, 0.5 * size, ink)
            pen.shape([(u - 0.2 * size, v), (u + 0.2 * size, v), (u, v + 1.2 * size)], ink)


def _inverted(rng: np.random.Generator) -> tuple[Ink, Ink]:
    return colour(rng, 0.02, 0.25), colour(rng, 0.7, 1)


def _under(rng: np.random.Generator, pen: Pen, wide: float, high: float, rounding: float) -> None:
    """The flank and the shadow of something flat."""
    u, v = rng.uniform(-0.12, 0.12, 2)
    dark = colour(rng, 0.02, 0.4)
    for share in (1.0, 0.5):
        pen.plate(wide, high, rounding, dark * (1.4 - 0.6 * share), u * share, v * share)


def _shadow(rng: np.random.Generator, pen: Pen, wide: float) -> None:
    u, v = rng.uniform(-0.1, 0.1, 2)
    pen.disc(float(u), float(v), wide / 2, colour(rng, 0.02, 0.3))


def _eight(ink: Ink) -> tuple[float, float, float]:
    blue, green, red = (float(255 * min(max(part, 0.0), 1.0)) for part in ink)
    return blue, green, red
