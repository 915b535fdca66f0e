"""What dice lie on, and what lies about that is no die: cloth, wood, weave, print, keys, buttons, chips, a mouse."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from hil.camera.optics import Array, Picture


def noise(rng: np.random.Generator, height: int, width: int, cell: float, stretch: float = 1.0) -> Array:
    """Smooth noise of mean zero whose lumps are about `cell` pixels."""
    rows, columns = max(int(height / cell), 1) + 2, max(int(width / (cell * stretch)), 1) + 2
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def colour(rng: np.random.Generator, dark: float = 0.03, bright: float = 0.95) -> Array:
    """Any colour, BGR; half of them nearly grey."""
    level = rng.uniform(dark, bright)
    away = rng.uniform(0, 0.12 if rng.random() < 0.5 else 0.7)
    return np.clip(level * (1 + away * rng.uniform(-1, 1, 3)), 0.01, 1).astype(np.float32)


def ground(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    """A ground (BGR, 0 to 1) whose details are sized against a die's edge in pixels."""
    kind = GROUNDS[int(rng.choice(len(GROUNDS), p=WEIGHTS))]
    image = kind(rng, height, width, edge)
    slow = noise(rng, height, width, 0.6 * max(height, width)) * rng.uniform(0, 0.15)
    fine = noise(rng, height, width, rng.uniform(1, 4)) * rng.uniform(0, 0.05)
    return np.clip(image * (1 + slow + fine)[..., None], 0, 1).astype(np.float32)


def _plain(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    return np.broadcast_to(colour(rng), (height, width, 3)).copy()


def _light_box(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    return np.broadcast_to(colour(rng, 0.65, 1.0), (height, width, 3)).copy()


def _lumps(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    base = _plain(rng, height, width, edge)
    total = sum(
        (noise(rng, height, width, edge * rng.uniform(0.03, 0.6)) * rng.uniform(0.02, 0.3) for _ in range(2)),
        np.zeros((height, width), np.float32),
    )
    return base * (1 + total)[..., None]


def _wood(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    grain = noise(rng, height, width, edge * rng.uniform(0.05, 0.3), rng.uniform(6, 25))
    rings = np.sin(3 * grain + noise(rng, height, width, 3 * edge, 8) * rng.uniform(1, 6))
    base = np.array([rng.uniform(0.05, 0.5), rng.uniform(0.2, 0.65), rng.uniform(0.4, 0.9)], np.float32)
    image = base * (1 + rng.uniform(0.03, 0.25) * rings + rng.uniform(0, 0.1) * grain)[..., None]
    return np.ascontiguousarray(image.astype(np.float32))


def _weave(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, step = rng.uniform(0, np.pi), edge * rng.uniform(0.05, 0.3)
    a, b = np.cos(turn) * x + np.sin(turn) * y, -np.sin(turn) * x + np.cos(turn) * y
    a, b = a + noise(rng, height, width, 2 * step) * step * 0.3, b + noise(rng, height, width, 2 * step) * step * 0.3
    threads = np.sin(a * np.pi / step) * np.sin(b * np.pi / step * rng.uniform(0.4, 1.2))
    share = np.clip(0.5 + threads * rng.uniform(0.5, 2) + 0.4 * noise(rng, height, width, step), 0, 1)[..., None]
    return np.asarray((colour(rng) * share + colour(rng) * (1 - share)), np.float32)


def _checks(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, step = rng.uniform(0, np.pi), edge * rng.uniform(0.4, 3)
    a, b = np.cos(turn) * x + np.sin(turn) * y, -np.sin(turn) * x + np.cos(turn) * y
    line = np.minimum(np.abs(a % step - step / 2), np.abs(b % step - step / 2)) < edge * rng.uniform(0.02, 0.1)
    board = ((a // step + b // step) % 2 > 0) if rng.random() < 0.5 else line
    return np.where(board[..., None], colour(rng), colour(rng)).astype(np.float32)


def _dots(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    """Spots that look like pips, scattered or in rows."""
    image = _eight(_plain(rng, height, width, edge))
    ink = _tuple(colour(rng))
    radius = edge * rng.uniform(0.05, 0.16)
    if rng.random() < 0.5:
        step = edge * rng.uniform(0.22, 0.6)
        spots = [(x, y) for x in np.arange(0, width, step) for y in np.arange(0, height, step)]
    else:
        spots = list(zip(rng.uniform(0, width, 60), rng.uniform(0, height, 60), strict=True))
    for x, y in spots[:600]:
        _disc(image, x, y, radius * rng.uniform(0.8, 1.2), ink)
    return image.astype(np.float32) / 255


def _print(rng: np.random.Generator, height: int, width: int, edge: float) -> Array:
    """A table's layout: lines and lettering."""
    image = _eight(_plain(rng, height, width, edge))
    for _ in range(int(rng.integers(3, 12))):
        ink = _tuple(colour(rng))
        at = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        if rng.random() < 0.5:
            end = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
            cv2.line(image, at, end, ink, int(rng.uniform(1, max(2, edge * 0.15))), cv2.LINE_AA)
        else:
            text = "".join(rng.choice(list("0123456789ABOQX:%&8"), rng.integers(1, 6)))
            size, thick = edge * rng.uniform(0.01, 0.06), int(rng.uniform(1, max(2, edge * 0.12)))
            cv2.putText(image, text, at, int(rng.integers(8)), size, ink, thick, cv2.LINE_AA)
    return image.astype(np.float32) / 255


GROUNDS: tuple[Callable[[np.random.Generator, int, int, float], Array], ...] = (
    _plain, _light_box, _lumps, _wood, _weave, _checks, _dots, _print,
)  # fmt: skip
WEIGHTS = (0.17, 0.13, 0.22, 0.16, 0.13, 0.06, 0.06, 0.07)


def clutter(rng: np.random.Generator, image: Array, things: int, edge: float) -> tuple[Array, Array]:
    """Puts things that are no dice on the ground; and where each of them is (n × 2)."""
    picture = _eight(image)
    height, width = picture.shape[:2]
    places = rng.uniform((0, 0), (width, height), (things, 2))
    for x, y in places:
        kind = CLUTTER[int(rng.integers(len(CLUTTER)))]
        kind(rng, picture, float(x), float(y), edge)
    return picture.astype(np.float32) / 255, places.astype(np.float32)


def _key(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """Keys of a keyboard: rounded squares with a letter."""
    wide, turn = edge * rng.uniform(0.7, 1.3), rng.uniform(0, 360)
    body, ink = colour(rng), colour(rng)
    for step in range(int(rng.integers(1, 5))):
        at = (x + step * wide * 1.15 * np.cos(np.radians(turn)), y + step * wide * 1.15 * np.sin(np.radians(turn)))
        _square(image, at, wide, turn, body * 0.7, 0.16)
        _square(image, at, wide * rng.uniform(0.75, 0.92), turn, body, 0.2)
        letter = str(rng.choice(list("ABEFHKQRW8035;:.%=")))
        place = (int(at[0] - wide * 0.2), int(at[1] + wide * 0.2))
        cv2.putText(image, letter, place, 0, wide * 0.02, _tuple(ink), max(1, int(wide * 0.06)), cv2.LINE_AA)


def _keyboard(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """The keyboard of a laptop: rows of dark keys in a plate of metal, with small pale signs, some of them dots."""
    wide, turn = edge * rng.uniform(0.6, 1.4), rng.uniform(0, 360)
    across = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    down = np.array([-across[1], across[0]])
    plate, body, ink = colour(rng, 0.3, 0.9), colour(rng, 0.02, 0.15), colour(rng, 0.5, 1)
    if rng.random() < 0.2:
        body, ink = ink, body
    long, high, step = int(rng.integers(2, 6)), int(rng.integers(2, 5)), wide * rng.uniform(1.08, 1.25)
    corners = [(-0.8, -0.8), (long - 0.2, -0.8), (long - 0.2, high - 0.2), (-0.8, high - 0.2)]
    outline = np.array([(x, y) + step * (u * across + v * down) for u, v in corners])
    cv2.fillConvexPoly(image, outline.astype(np.int32), _tuple(plate), cv2.LINE_AA)
    for column in range(long):
        for row in range(high):
            at = np.array((x, y)) + step * ((column + 0.3 * (row % 2)) * across + row * down)
            _square(image, (float(at[0]), float(at[1])), wide, turn, body, rng.uniform(0.08, 0.16))
            _sign(rng, image, at, wide, turn, _tuple(ink))


def _sign(
    rng: np.random.Generator, image: Picture, at: Array, wide: float, turn: float, ink: tuple[float, ...]
) -> None:
    """What stands on a key: a letter or two, dashes, an arrow, dots."""
    for _ in range(int(rng.integers(1, 4))):
        u, v = at + wide * rng.uniform(-0.28, 0.28, 2)
        kind, thick = rng.random(), max(1, int(wide * 0.05))
        if kind < 0.5:
            letter = str(rng.choice(list("ABEFHKQRW8035;:.%=<>^")))
            size = wide * rng.uniform(0.008, 0.018)
            cv2.putText(image, letter, (int(u), int(v)), 0, size, ink, thick, cv2.LINE_AA)
        elif kind < 0.75:
            _disc(image, float(u), float(v), wide * rng.uniform(0.04, 0.1), ink)
        else:
            reach = wide * rng.uniform(0.05, 0.25)
            way = np.radians(turn + 90 * int(rng.integers(2)))
            ends = [(int(u + side * reach * np.cos(way)), int(v + side * reach * np.sin(way))) for side in (-1, 1)]
            cv2.line(image, ends[0], ends[1], ink, thick, cv2.LINE_AA)


def _speck(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """Dust, a hole, a stain: a pip without a die."""
    _disc(image, x, y, edge * rng.uniform(0.04, 0.14), _tuple(colour(rng)))


def _ferrite(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """A cable with a dark lump on it."""
    way, body = rng.uniform(0, 2 * np.pi), colour(rng, 0.02, 0.2)
    ends = [(int(x + side * edge * 5 * np.cos(way)), int(y + side * edge * 5 * np.sin(way))) for side in (-1, 1)]
    cv2.line(image, ends[0], ends[1], _tuple(body), max(2, int(edge * rng.uniform(0.15, 0.4))), cv2.LINE_AA)
    _square(image, (x, y), edge * rng.uniform(0.6, 1.2), float(np.degrees(way)), body, rng.uniform(0.1, 0.3))
    cv2.line(image, (int(x), int(y)), ends[1], _tuple(body * 2.5), max(1, int(edge * 0.06)), cv2.LINE_AA)


def _button(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """A button with two or four holes."""
    radius, body, hole = edge * rng.uniform(0.35, 0.7), colour(rng), colour(rng, 0.02, 0.4)
    _disc(image, x, y, radius, _tuple(body * 0.7))
    _disc(image, x, y, radius * rng.uniform(0.7, 0.95), _tuple(body))
    turn, count = rng.uniform(0, np.pi), int(rng.choice([2, 4]))
    for part in range(count):
        angle = turn + part * 2 * np.pi / count
        at = (x + 0.32 * radius * np.cos(angle), y + 0.32 * radius * np.sin(angle))
        _disc(image, *at, radius * rng.uniform(0.1, 0.18), _tuple(hole))


def _mouse(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    body, turn = colour(rng), rng.uniform(0, 360)
    axes = (int(edge * rng.uniform(0.8, 2)), int(edge * rng.uniform(0.5, 1.1)))
    cv2.ellipse(image, (int(x), int(y)), axes, turn, 0, 360, _tuple(body * 0.6), -1, cv2.LINE_AA)
    inner = (int(axes[0] * 0.9), int(axes[1] * 0.88))
    cv2.ellipse(image, (int(x), int(y)), inner, turn, 0, 360, _tuple(body), -1, cv2.LINE_AA)
    cv2.ellipse(
        image, (int(x), int(y)), (axes[0] // 5 + 1, axes[1] // 6 + 1), turn, 0, 360, _tuple(colour(rng)), -1, 16
    )


def _chip(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    radius, body, mark = edge * rng.uniform(0.6, 1.4), colour(rng), colour(rng)
    _disc(image, x, y, radius, _tuple(body))
    count = int(rng.integers(4, 9))
    for part in range(count):
        angle = part * 2 * np.pi / count
        at = (x + 0.85 * radius * np.cos(angle), y + 0.85 * radius * np.sin(angle))
        _disc(image, *at, radius * 0.13, _tuple(mark))
    _disc(image, x, y, radius * 0.6, _tuple(colour(rng)))


def _domino(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """Marks on a pale square that no die carries: seven, eight or nine, or a crooked few."""
    wide, turn, ink = edge * rng.uniform(0.7, 1.2), rng.uniform(0, 360), _tuple(colour(rng, 0.02, 0.5))
    _square(image, (x, y), wide, turn, colour(rng, 0.5, 1), 0.1)
    if rng.random() < 0.4:
        spots = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)][: int(rng.integers(7, 10))]
    else:
        spots = [tuple(spot) for spot in rng.uniform(-1.3, 1.3, (int(rng.integers(0, 9)), 2))]
    angle = np.radians(turn)
    for a, b in spots:
        u, v = a * wide * 0.26, b * wide * 0.26
        at = (x + u * np.cos(angle) - v * np.sin(angle), y + u * np.sin(angle) + v * np.cos(angle))
        _disc(image, *at, wide * rng.uniform(0.05, 0.1), ink)


def _blank(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    """A block without a mark: sugar, an eraser, a stain of light."""
    _square(image, (x, y), edge * rng.uniform(0.6, 1.6), rng.uniform(0, 360), colour(rng), rng.uniform(0.05, 0.45))


def _stick(rng: np.random.Generator, image: Picture, x: float, y: float, edge: float) -> None:
    turn, long = rng.uniform(0, 2 * np.pi), edge * rng.uniform(2, 8)
    end = (int(x + long * np.cos(turn)), int(y + long * np.sin(turn)))
    cv2.line(image, (int(x), int(y)), end, _tuple(colour(rng)), max(1, int(edge * rng.uniform(0.05, 0.3))), cv2.LINE_AA)


CLUTTER = (_key, _keyboard, _keyboard, _button, _button, _mouse, _chip, _domino, _blank, _stick, _speck, _ferrite)


def _tuple(ink: Array) -> tuple[float, ...]:
    return tuple(255 * float(part) for part in ink)


def _eight(image: Array) -> Picture:
    return np.ascontiguousarray(np.clip(image * 255, 0, 255).astype(np.uint8))


def _disc(image: Picture, x: float, y: float, radius: float, ink: tuple[float, ...]) -> None:
    cv2.circle(image, (int(x * 16), int(y * 16)), max(int(radius * 16), 1), ink, -1, cv2.LINE_AA, 4)


def _square(image: Picture, at: tuple[float, float], wide: float, turn: float, ink: Array, rounding: float) -> None:
    inner = wide * (1 - 2 * rounding)
    corners = cv2.boxPoints((at, (max(inner, 1), max(inner, 1)), turn)).astype(np.int32)
    cv2.fillConvexPoly(image, corners, _tuple(ink), cv2.LINE_AA)
    cv2.polylines(image, [corners], True, _tuple(ink), max(1, int(2 * wide * rounding)), cv2.LINE_AA)
