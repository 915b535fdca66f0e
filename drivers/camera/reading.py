"""What a look at the dice gives: their values, or the reason why nobody can tell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import Field, FiniteFloat

Pixel = Annotated[int, Field(ge=-100_000, le=100_000)]  # a place in a picture; a die at its edge may reach beyond


class Reason(StrEnum):
    """Why a picture is not read."""

    MOVING = "moving"
    BLURRED = "blurred"
    DARK = "dark"
    GLARE = "glare"
    COCKED = "cocked"
    OBLIQUE = "oblique"  # the camera sees the dice from the side: no upper face shows fairly
    STACKED = "stacked"
    OCCLUDED = "occluded"
    WRONG_COUNT = "wrong_count"
    UNCOUNTED = "uncounted"  # nobody said how many dice there are: whatever looks like one more may be one
    PIPS_UNEXPLAINED = "pips_unexplained"
    METHODS_DISAGREE = "methods_disagree"
    FRAMES_DISAGREE = "frames_disagree"  # each was read, and they do not say the same
    UNMOVED = "unmoved"  # the dice lie as they lay when they were last read


@dataclass(frozen=True, slots=True)
class Die:
    """One die: what lies up, where it is in the picture, and how sure that is."""

    value: Annotated[int, Field(ge=1, le=6)]
    box: tuple[Pixel, Pixel, Pixel, Pixel]  # x, y, width, height
    confidence: Annotated[float, Field(ge=0, le=1)]  # the lowest of what every method says


@dataclass(frozen=True, slots=True)
class Reading:
    """The dice of one picture. `reason` is None only if every die is certain."""

    dice: tuple[Die, ...]
    reason: Reason | None

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The values, sorted; None if nobody can tell."""
        return None if self.reason is not None else tuple(sorted(die.value for die in self.dice))


class Stand(NamedTuple):
    """How flat dice stand before a camera: how far the top of one is from its bottom, in edges."""

    across: FiniteFloat  # in the middle of the region
    down: FiniteFloat
    slope: FiniteFloat  # how much that grows with every edge away from the middle: the nearer the camera, the more
    size: FiniteFloat = 1.08  # how wide they seem, against the calibrated width: their tops are nearer to the camera
    spread: FiniteFloat = 0.0  # how far apart their outermost pips are, against it too; 0: there were only ones


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of a fixed camera over its tray; every length is in pixels of the full frame."""

    width: int  # of the frame
    height: int
    region: tuple[int, int, int, int]  # x, y, width, height: where dice can lie
    die: FiniteFloat  # how wide a die is
    light: FiniteFloat  # mean brightness of the empty region
    marks: tuple[tuple[FiniteFloat, FiniteFloat], ...] = ()  # fixed points on the tray: where they were
    stand: Stand | None = None  # None: no flat dice were shown
