"""The dice that one meets: white, ivory, translucent red, black and every colour, with the pips that go with them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hil.camera.dice import Make
from hil.camera.ground import colour
from hil.camera.optics import Array

BLACK, WHITE = (0.03, 0.03, 0.03), (0.93, 0.94, 0.95)
RED, BLUE = (0.1, 0.08, 0.72), (0.6, 0.2, 0.08)
PLAIN = 0.35  # how much a coloured pip differs from its body in one colour at least, or nobody sees it
MATERIALS = ("white", "ivory", "red", "black", "coloured")
USUAL, BOUGHT = (0.31, 0.2, 0.17, 0.14, 0.18), (0.12, 0.1, 0.12, 0.2, 0.46)  # how often each is met; in shops


def make(rng: np.random.Generator, material: str | None = None, fair: bool = False, fancy: bool = False) -> Make:
    """A die of a material (any of MATERIALS; None: any). `fair` leaves out what no casino would allow; `fancy` adds
    what only shops for players have."""
    material = material or str(rng.choice(MATERIALS, p=BOUGHT if fancy else USUAL))
    body, pips, clear = _paint(rng, material, fair, fancy)
    ink = np.array(pips, np.float32) * rng.uniform(0.7, 1.1)
    special, faces = ink, frozenset[int]()
    if material in ("white", "ivory") and rng.random() < (0.0 if fair else 0.15):
        special, faces = np.array(RED, np.float32), frozenset((1, 4)) if rng.random() < 0.7 else frozenset((1,))
    rounding = float(rng.choice([rng.uniform(0.015, 0.06), rng.uniform(0.06, 0.22)]))
    ball = rng.uniform(0.68, 0.8) if rng.random() < 0.35 else 0.9
    if not fair and rng.random() < 0.3:  # tumbled: hardly a flat place is left
        rounding, ball = rng.uniform(0.16, 0.3), rng.uniform(0.66, 0.74)
    tight = (1.0,) * 6 if fair or rng.random() < 0.5 else tuple(float(part) for part in rng.uniform(0.78, 1, 6))
    spread = rng.uniform(0.22 if fair else 0.19, 0.285)
    widest, apart = (0.14, 0.47) if fancy else (0.115, 0.45)
    radius = min(rng.uniform(0.07, widest), apart * spread * tight[5])
    made = Make(
        body=body,
        pip=np.clip(ink, 0.01, 1).astype(np.float32),
        special=special.astype(np.float32),
        special_faces=faces,
        rounding=rounding,
        ball=ball,
        pip_radius=radius,
        one_radius=radius * (rng.uniform(1.2, 1.9) if faces or rng.random() < 0.08 else 1.0),
        spread=min(spread, 0.46 - radius - 0.3 * rounding),
        tight=tight,
        narrow=1.0 if fair or rng.random() < 0.4 else rng.uniform(0.62, 1),
        hollow=0.0 if clear else rng.uniform(0, 1.1),
        dome=rng.uniform(0, 0.15),
        gloss=rng.uniform(0.1, 1.3),
        clear=clear,
        marble=rng.uniform(0.05, 0.3) if rng.random() < 0.12 else 0.0,
        etched=rng.random() < 0.15,
        scratches=int(rng.integers(1, 5)) if rng.random() < 0.15 else 0,
        ring=rng.uniform(0.2, 1) if rng.random() < 0.15 else 0.0,
    )
    return _fancy(rng, made, material) if fancy else made


def _fancy(rng: np.random.Generator, made: Make, material: str) -> Make:
    """Swirls of a second colour, faces a little hollow with a rim that mirrors."""
    if rng.random() < (0.4 if material == "coloured" else 0.03):
        made = replace(made, marble=rng.uniform(0.3, 1), vein=colour(rng, 0.02, 0.8))
    if rng.random() < 0.35:
        made = replace(made, dish=rng.uniform(0.05, 0.5), gloss=rng.uniform(0.4, 2))
    return made


def _paint(
    rng: np.random.Generator, material: str, fair: bool, fancy: bool
) -> tuple[Array, tuple[float, float, float], float]:
    """Body, pips, how clear."""
    wobble = np.exp(rng.normal(0, 0.05, 3))
    if material in ("white", "ivory"):
        base = (0.88, 0.9, 0.92) if material == "white" else (0.55 + 0.2 * rng.random(), 0.78, 0.86)
        weights = (0.82, 0.05, 0.13) if fair else (0.76, 0.1, 0.14)
        pips = (BLACK, RED, BLUE)[int(rng.choice(3, p=weights))]
        return _body(base, wobble), pips, 0.0
    if material == "red":
        return _body((0.08 + 0.06 * rng.random(), 0.06, rng.uniform(0.5, 0.85)), wobble), WHITE, rng.uniform(0.35, 0.9)
    if material == "black":
        body = _body((0.05, 0.05, 0.05), wobble * rng.uniform(0.5, 1.6))
        red = (0.15, 0.12, rng.uniform(0.5, 0.85))
        return body, red if rng.random() < (0.4 if fancy else 0.12) else WHITE, 0.0
    vivid = fancy and rng.random() >= 0.4
    body = rng.uniform(0.02, 0.85, 3).astype(np.float32) if vivid else colour(rng, 0.15, 0.8)
    if fancy:
        ink = rng.uniform(0.02, 0.95, 3)
        if rng.random() < 0.4 and float(np.abs(ink - body).max()) > PLAIN:
            return body, (float(ink[0]), float(ink[1]), float(ink[2])), 0.0
    pale = float(body.mean())
    pips = WHITE if pale < 0.35 or (pale < 0.55 and rng.random() < 0.5) else BLACK
    return body, pips, rng.uniform(0.2, 0.7) if rng.random() < 0.25 else 0.0


def _body(base: tuple[float, float, float], wobble: Array) -> Array:
    return np.clip(np.array(base) * wobble, 0.01, 1).astype(np.float32)
