"""A calibrated tray: what is known of it beforehand, and what that forbids.

Flat dice of one house stand alike, are as wide and have their pips as far apart as those that were laid to calibrate
the camera, but for perspective; and nothing else lies there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from drivers.camera.candidate import MOST_CAREFULLY, QUICKLY, Candidate, best, look
from drivers.camera.crop import EDGE, SIDE, Array, Picture
from drivers.camera.networks import EIGHT, PLAIN, Eyes, Spot, Ways, networks, shrunk
from drivers.camera.reading import Calibration, Reading, Reason, Stand
from drivers.camera.stand import likeliest, stands, unlike, unlike_each_other
from drivers.faults import Fault, FaultError

FOUND, FOUND_AGAIN = 27.0, 34.0  # pixels of a die in the pass over a calibrated region, and in a second one
SHRUNK = 1.1 * EDGE  # pixels of a die that every closer look at it begins with, at least
WIDE, SPREAD = 0.08, 0.04  # by how much flat dice differ in width and in the distance of their pips (logarithms)
PLAINLY, STRANGE = 5.0, 8.5  # the squares of these, and what the leaner says: a first look will do; it lies not flat
MARK = 40  # grey levels above the tray's own: a pip of a die that was not found, or its body
SMALLEST_MARK, COVERING = 0.01, 3.0  # of a die's face: half a pip; more than two dice that touch
BESIDE = 0.75  # edges from the middle of a die, top or bottom, where it has ended
RIM = 0.93  # of the tray's region: beyond it its rim begins
SURELY = 0.6  # what the finder must say of a die at the rim
LAID = 0.085  # in edges: how far dice that calibrate a camera may differ; what is kept of them may not be off itself
SLOPE = 1 / 20  # of a camera that is 20 edges away
USUAL = 4.0  # how much that counts against a measured one: as much as dice that lie two edges apart
VAGUE = 3.7  # contrast of fine detail, in grey levels, that a face has on any tray


@dataclass(frozen=True, slots=True)
class Tray:
    """A calibrated tray and what is right beside it, shrunk once, not for every look at a die."""

    picture: Picture
    left: int  # where it was in the frame
    top: int
    scale: float
    known: Calibration  # of this picture

    @classmethod
    def of(cls, frame: Picture, calibration: Calibration) -> Tray:
        """Cuts the tray out of a frame, and shrinks it."""
        x, y, width, height = calibration.region
        beside = int(SIDE / EDGE * calibration.die)
        left, top = max(x - beside, 0), max(y - beside, 0)
        many = max(int(calibration.die / SHRUNK), 1)  # so many pixels become one: eight times as fast as parts of them
        part, scale = frame[top : y + height + beside, left : x + width + beside], 1 / many
        picture = shrunk(part[: len(part) // many * many, : part.shape[1] // many * many], scale)
        x, y, width, height = (round(part * scale) for part in (x - left, y - top, width, height))
        known = replace(calibration, region=(x, y, width, height), die=calibration.die * scale)
        return cls(picture, left, top, scale, known)

    def looked(self, eyes: Eyes, count: int, *, thoroughly: bool = False) -> list[Candidate]:
        """Everything on it that may be a die, looked at closely."""
        x, y, width, height = self.known.region
        wide = FOUND_AGAIN if thoroughly else FOUND
        found = eyes.find(self.picture[y : y + height, x : x + width], wide / self.known.die)
        spots = [one._replace(x=one.x + x, y=one.y + y) for one in found]
        spots = [one for one in spots if 1 / 1.6 < one.edge / self.known.die < 1.6 and _on_tray(one, self.known)]
        return look(eyes, self.picture, spots, count, MOST_CAREFULLY if thoroughly else QUICKLY)

    def odd(self, dice: list[Candidate]) -> Reason | None:
        """What speaks against these dice on this tray."""
        if min(one.detail for one in dice) < VAGUE:
            return Reason.BLURRED
        strange = self._strangeness(dice, PLAIN)
        if strange.sum(axis=1).max() > PLAINLY:
            strange = self._strangeness(dice, EIGHT)
        wide, *otherwise = strange[strange.sum(axis=1).argmax()]
        if wide + sum(otherwise) > STRANGE:
            return Reason.STACKED if wide > sum(otherwise) else Reason.COCKED
        return Reason.WRONG_COUNT if self.has_more_than(dice) else None

    def has_more_than(self, dice: list[Candidate]) -> bool:
        """Whether there are marks beside the dice: pips of a die that nobody found, or its body."""
        return self._beside(dice) > SMALLEST_MARK

    def is_covered(self, dice: list[Candidate]) -> bool:
        """Whether something lies over the tray that is far larger than a die: a hand, a sleeve, a card."""
        return self._beside(dice) > COVERING

    def _beside(self, dice: list[Candidate]) -> float:
        """How large the largest thing beside the dice is that is brighter than the tray, in faces. Shadows are darker,
        and the flanks of dice that stand flat are where they must be."""
        x, y, width, height = self.known.region
        tray = self.picture[y : y + height, x : x + width]
        own = np.zeros(tray.shape[:2], np.uint8)
        middle = width // 2, height // 2
        cv2.ellipse(own, middle, (int(RIM * width / 2), int(RIM * height / 2)), 0, 0, 360, 1, -1)
        level = np.median(tray[height // 4 : -height // 4 : 4, width // 4 : -width // 4 : 4], axis=(0, 1))
        stand = self.known.stand or Stand(0.0, 0.0, SLOPE)
        for die in dice:
            top = np.array([die.spot.x - x, die.spot.y - y])
            up = _flat(stand, (top - (width / 2, height / 2)) / die.spot.edge)
            ends = [tuple(int(part) for part in end) for end in (top, top - up * die.spot.edge)]
            cv2.line(own, ends[0], ends[1], 0, round(2 * BESIDE * die.spot.edge))
        bright = cv2.inRange(tray, (0, 0, 0), tuple(float(part) + MARK for part in level)) == 0
        count, _, found, _ = cv2.connectedComponentsWithStats(bright.astype(np.uint8) & own)
        return float(found[1:, cv2.CC_STAT_AREA].max()) / self.known.die**2 if count > 1 else 0.0

    def _strangeness(self, dice: list[Candidate], ways: Ways) -> Array:
        """How each of them differs from the flat dice that calibrated the camera, n × 3: in its width, in how far apart
        its pips are, and in how it stands. The flank of a die that leans far may have any one of them right. Without
        flat dice, they are compared with each other."""
        stand = self.known.stand or Stand(0.0, 0.0, SLOPE)
        places, maps = _places(dice, self.known), stands(self.picture, dice, ways)
        wide, spread = _sizes(dice, self.known, _nearness(stand, places))
        wide = np.log(wide / (stand.size if self.known.stand is not None else np.median(wide)))
        known = (spread > 0) & (stand.spread > 0)  # a one has no distance
        spread = np.log(np.where(known, spread, 1.0) / np.where(known, stand.spread, 1.0))
        off = (
            unlike_each_other(maps, places, (SLOPE,))
            if self.known.stand is None
            else unlike(maps, _flat(stand, places))
        )
        return np.asarray(np.stack([(wide / WIDE) ** 2, (spread / SPREAD) ** 2, off], axis=1))

    def in_frame(self, reading: Reading) -> Reading:
        """The same, in pixels of the frame."""
        dice = []
        for die in reading.dice:
            x, y, width, height = (round(part / self.scale) for part in die.box)
            dice.append(replace(die, box=(x + self.left, y + self.top, width, height)))
        return Reading(tuple(dice), reading.reason)


def _on_tray(spot: Spot, calibration: Calibration) -> bool:
    """A tray is round: in the corners of its region are the marks on its rim, and a die there must be a sure one."""
    x, y, width, height = calibration.region
    across, down = (spot.x - x) / width - 0.5, (spot.y - y) / height - 0.5
    return spot.heat > SURELY or across * across + down * down < 0.25


def _sizes(dice: list[Candidate], calibration: Calibration, near: Array) -> tuple[Array, Array]:
    """How wide dice are that are so near, and how far apart their pips (0: a one), against the calibrated width."""
    wide = np.array([one.spot.edge for one in dice]) / (calibration.die * near)
    return wide, wide * np.array([one.spread for one in dice])


def _nearness(stand: Stand, places: Array) -> Array:
    """How much larger than in the middle everything is at these places: the camera hangs over one side of them."""
    return np.asarray(1 - stand.slope * (places @ np.array([stand.across, stand.down])))


def _flat(stand: Stand, places: Array) -> Array:
    """How far the tops of dice are from their bottoms that lie flat at these places."""
    return np.asarray((stand.across, stand.down) + stand.slope * places)


def find_stand(frame: Picture, count: int, calibration: Calibration) -> Stand:
    """How dice stand that a technician laid flat, the farther apart the better. CAMERA_UNCALIBRATED if some are not
    found, or one stands otherwise."""
    tray = Tray.of(frame, calibration)
    dice = best(tray.looked(networks().tray, count, thoroughly=True), count)
    if len(dice) != count:
        raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{len(dice)}/{count}")
    places, ups = _places(dice, tray.known), likeliest(stands(tray.picture, dice, EIGHT))
    middle, mean = places.mean(axis=0), ups.mean(axis=0)
    far = places - middle
    slope = float(((far * (ups - mean)).sum() + USUAL * SLOPE) / ((far * far).sum() + USUAL))
    across, down = (round(float(part), 4) for part in mean - slope * middle)
    found = Stand(across, down, round(slope, 4))
    if np.hypot(*(ups - _flat(found, places)).T).max() > LAID:
        raise FaultError(Fault.CAMERA_UNCALIBRATED, Reason.COCKED)
    wide, spread = _sizes(dice, tray.known, _nearness(found, places))
    usual = float(np.median(spread[spread > 0])) if spread.any() else 0.0
    return found._replace(size=round(float(np.median(wide)), 4), spread=round(usual, 4))


def _places(dice: list[Candidate], calibration: Calibration) -> Array:
    """In edges, from the middle of the region."""
    x, y, width, height = calibration.region
    spots = np.array([one.spot for one in dice]).reshape(-1, 4)
    return np.asarray((spots[:, :2] - (x + width / 2, y + height / 2)) / spots[:, 2:3])
