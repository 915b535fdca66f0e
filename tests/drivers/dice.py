"""Tables with dice on them, and what the recogniser makes of them: for its tests and its campaign."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import numpy as np

from drivers.camera.attempt import SETTLE, Attempt, Stillness
from drivers.camera.reading import Calibration, Reading, Reason
from drivers.camera.recognise import read
from drivers.camera.tray import find_stand
from hil.camera.table import FLAT, Table

HOPELESS = ("dark", "defocus", "cocked", "stacked", "moving")  # nobody may read these
HARD = ("glare", "cover", "bump", "smeared")  # these may be read if they can be, rightly; the last: one moving frame
COUNTS = ("too few", "too many")  # dice than there should be
MATERIALS = ("white", "ivory", "red", "black")
TABLES = 16
FRAMES, EVERY = 3, 0.1  # of dice that move, and the seconds between them


def rolled(rng: np.random.Generator, count: int) -> tuple[int, ...]:
    """Values."""
    return tuple(int(value) for value in rng.integers(1, 7, count))


def seat(seed: int) -> tuple[Table, tuple[int, ...]]:
    """One of a few tables, and two or three dice."""
    which = seed % TABLES
    rng = np.random.default_rng((seed, 13))
    return Table(which, MATERIALS[which % len(MATERIALS)]), rolled(rng, 2 + seed // TABLES % 2)


@cache
def calibrated(table: Table) -> Calibration:
    """What a technician would have measured at this table."""
    known = Calibration(table.width, table.height, table.region, table.edge, 0.0)
    return replace(known, stand=find_stand(table.flat(), len(FLAT), known))


def looked(seed: int, trouble: str | None = None) -> tuple[Reading, tuple[int, ...]]:
    """A roll, spoilt or not, as a calibrated camera reads it; and what it really shows."""
    table, dice = seat(seed)
    if trouble == "moving":
        return watched(table, dice, seed), tuple(sorted(dice))
    asked = len(dice) + {"too few": 1, "too many": -1}.get(trouble or "", 0)
    spoilt = None if trouble in COUNTS else "moving" if trouble == "smeared" else trouble
    frame, _ = table.view(dice, seed, spoilt=spoilt)
    return read(frame, asked, calibrated(table)), tuple(sorted(dice))


def watched(table: Table, dice: tuple[int, ...], roll: int) -> Reading:
    """Dice that roll, frame after frame, as the camera's process watches them."""
    known, until = calibrated(table), SETTLE + FRAMES * EVERY
    still, attempt = Stillness(known.region), Attempt(0, len(dice), 2, 0.0, until, ())
    outcome = None
    for frame in range(FRAMES):
        picture, _ = table.view(dice, roll, frame, "moving")
        still.take(picture)
        outcome = attempt.take(picture, still, partial(read, calibration=known), SETTLE + frame * EVERY)
        if outcome is not None:
            break
    outcome = outcome or attempt.ended(until)
    assert outcome is not None
    return Reading(outcome.dice, None if outcome.reason is None else Reason(outcome.reason))


def verdict(seed: int, trouble: str | None = None) -> str:
    """Exact, wrong or refused. Whatever is said about a roll that nobody may read is wrong."""
    reading, dice = looked(seed, trouble)
    if reading.faces is None:
        return "refused"
    return "exact" if reading.faces == dice and trouble not in HOPELESS + COUNTS else "wrong"
