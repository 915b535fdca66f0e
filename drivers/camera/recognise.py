"""What dice show, or why nobody can tell: `read(frame, count)`.

One network proposes dice. Each is then read in two ways that fail differently: a network names the whole face, in
four views that must all agree; another points at single pips, and geometry must explain those points, and the pixels
between them, as the layout of that same value. Whoever doubts has the last word.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from drivers.camera import layout
from drivers.camera.crop import EDGE, SIDE, Array, Mask, Picture, crop
from drivers.camera.networks import Networks, Spot, apart, networks
from drivers.camera.reading import Calibration, Die, Reading, Reason, Stand
from drivers.faults import Fault, FaultError

LONG_SIDE = 640  # pixels: how large a picture is looked through
PASSES = (1.0, 0.42, 0.19)  # of that, for small dice, for large ones, and for those that fill the picture
FOUND = 27.0  # pixels of a die in the pass over a calibrated region
SHRUNK = 1.1 * EDGE  # pixels of a die that every closer look at it begins with, at least
PLAIN = 0.0, False, 1.0  # turn, mirrored, gain
VIEWS = (PLAIN, (0.8, True, 1.06), (2.1, False, 0.95), (-0.6, True, 1.0))
SMALLEST = 20.0  # pixels of an edge that can be read at all
SPARE = 4  # candidates beyond the dice that are expected
MOST = 12  # dice, if nobody says how many

SURE = 0.65  # the lowest chance of the value in any view
PIP, HINT = 0.5, 0.3  # a point is a pip; a point may be one
ALIKE = 1.7  # the largest die against the smallest: the usual makes have 12 to 19 mm, and some lie farther away
THREAT, ON_TRAY = 0.6, 0.2  # the chance from which something else may be one more die; on a tray nothing else lies
AS_WIDE, AS_SPREAD = 1.15, 1.1  # a die and its pips against flat ones at the same place before this camera
MARK = 40  # grey levels above the tray's own: a pip of a die that was not found, or its body
SMALLEST_MARK = 0.01  # of a die's face: half a pip
BESIDE = 0.75  # edges from the middle of a die, top or bottom, where it has ended
RIM = 0.93  # of the tray's region: beyond it its rim begins
LEVEL = 0.1  # in edges: it stands like a flat die at the first look
LEANS = 0.16  # how differently from a flat die one may stand on a calibrated tray, in edges (reading.Stand)
SLOPE = 1 / 20  # of a camera that is 20 edges away
USUAL = 4.0  # how much that counts against a measured one: as much as dice that lie two edges apart
HOT = 0.6  # what the finder takes for a die; it is no other network that may call a speck of dust a one
WARM = 0.3  # that will do on a calibrated tray, where nothing lies about and the size of a die is known
DARK, BRIGHT = 38, 0.01  # of 255, and the share of a picture that must be so bright, or nobody sees anything
BURNT = 0.35  # the share of a face that has no detail left
SOFT, VAGUE = 6.0, 3.7  # contrast of fine detail, in grey levels, that a sharp face has; that one has on any tray


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place, looked at closely."""

    spot: Spot
    chances: Array  # (nothing, 1 … 6): the lowest over the views
    nothing: float  # the highest chance over the views that there is nothing
    named: int
    pointed: int
    fits: bool
    doubt: float  # the strongest point that is not a pip
    faintest: float
    strangest: float
    spread: float  # between the pips that are farthest apart, in edges
    face: Mask  # SIDE × SIDE: the upper face
    piece: Picture

    @property
    def likely(self) -> float:
        """How likely this is a die at all, whatever it shows."""
        return self.spot.heat * (1 - self.nothing)

    @property
    def confidence(self) -> float:
        """The lowest that any method says for the value."""
        return float(self.chances[self.named]) if self.named else 0.0

    @property
    def detail(self) -> float:
        """How much fine detail it has, in grey levels."""
        return float(np.abs(cv2.Laplacian(cv2.cvtColor(self.piece, cv2.COLOR_BGR2GRAY), cv2.CV_32F)).mean())

    @property
    def trouble(self) -> Reason | None:
        """Why this is not read."""
        if not self.named:
            return Reason.COCKED
        if self.confidence < SURE or self.pointed != self.named:
            return Reason.METHODS_DISAGREE
        if not self.fits or self.doubt > HINT:
            return Reason.PIPS_UNEXPLAINED
        if self.named in layout.BUTTONS and layout.filled(self.face) < layout.SQUARE:
            return Reason.PIPS_UNEXPLAINED
        if self.faintest < layout.FAINTEST or self.strangest > layout.STRANGEST:
            return Reason.PIPS_UNEXPLAINED
        return None

    def box(self) -> tuple[int, int, int, int]:
        """A square around the face."""
        half = 0.62 * self.spot.edge
        return int(self.spot.x - half), int(self.spot.y - half), round(2 * half), round(2 * half)


def read(frame: Picture, count: int | None, calibration: Calibration | None = None) -> Reading:
    """The values of the `count` dice in a frame (BGR, 8 bits); None: as many as there are."""
    nets = networks()
    x, y, width, height = (0, 0, *frame.shape[1::-1]) if calibration is None else calibration.region
    grey = cv2.cvtColor(frame[y : y + height : 4, x : x + width : 4], cv2.COLOR_BGR2GRAY)
    if float((grey >= DARK).mean()) < BRIGHT:
        return Reading((), Reason.DARK)
    wanted = MOST if count is None else count
    if calibration is None:
        return _judge(_look(nets, frame, _propose(nets, frame)[: wanted + SPARE], thoroughly=True), count, None)
    tray = _Tray.of(frame, calibration)
    looked = tray.looked(nets, wanted)
    reading = _judge(looked, count, tray.known)
    if reading.reason is None and tray.has_more_than(_best(looked, len(reading.dice))):
        reading = replace(reading, reason=Reason.WRONG_COUNT)
    return tray.told(reading)


@dataclass(frozen=True, slots=True)
class _Tray:
    """A calibrated tray and what is right beside it, shrunk once, not for every look at a die."""

    picture: Picture
    left: int  # where it was in the frame
    top: int
    scale: float
    known: Calibration  # of this picture

    @classmethod
    def of(cls, frame: Picture, calibration: Calibration) -> _Tray:
        x, y, width, height = calibration.region
        beside = int(SIDE / EDGE * calibration.die)
        left, top = max(x - beside, 0), max(y - beside, 0)
        many = max(int(calibration.die / SHRUNK), 1)  # so many pixels become one: eight times as fast as parts of them
        part, scale = frame[top : y + height + beside, left : x + width + beside], 1 / many
        picture = _scaled(part[: len(part) // many * many, : part.shape[1] // many * many], scale)
        x, y, width, height = (round(part * scale) for part in (x - left, y - top, width, height))
        known = replace(calibration, region=(x, y, width, height), die=calibration.die * scale)
        return cls(picture, left, top, scale, known)

    def looked(self, nets: Networks, wanted: int) -> list[Candidate]:
        """Everything on it that may be a die, looked at closely."""
        x, y, width, height = self.known.region
        scale = min(FOUND / self.known.die, 1.0)
        found = nets.find(_scaled(self.picture[y : y + height, x : x + width], scale))
        spots = [Spot(one.x / scale + x, one.y / scale + y, one.edge / scale, one.heat) for one in found]
        spots = [one for one in spots if 1 / 1.6 < one.edge / self.known.die < 1.6 and _on_tray(one, self.known)]
        return _look(nets, self.picture, spots[: wanted + SPARE], thoroughly=False)

    def has_more_than(self, dice: list[Candidate]) -> bool:
        """Whether there are marks beside the dice, brighter than the tray: pips of a die that nobody found, or its
        body. Shadows are darker, and the flanks of dice that stand flat are where they must be."""
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
        return bool(count > 1 and found[1:, cv2.CC_STAT_AREA].max() > SMALLEST_MARK * self.known.die**2)

    def told(self, reading: Reading) -> Reading:
        """The same, in pixels of the frame."""
        dice = []
        for die in reading.dice:
            x, y, width, height = (round(part / self.scale) for part in die.box)
            dice.append(replace(die, box=(x + self.left, y + self.top, width, height)))
        return Reading(tuple(dice), reading.reason)


def _propose(nets: Networks, frame: Picture) -> list[Spot]:
    """Where dice may be, in pixels of the frame."""
    height, width = frame.shape[:2]
    spots = []
    for part in PASSES:
        scale = min(LONG_SIDE / max(height, width), 1.0) * part
        found = nets.find(_scaled(frame, scale))
        spots += [Spot(one.x / scale, one.y / scale, one.edge / scale, one.heat) for one in found]
    return apart(spots)


def _on_tray(spot: Spot, calibration: Calibration) -> bool:
    """A tray is round: in the corners of its region are the marks on its rim, and a die there must be a sure one."""
    x, y, width, height = calibration.region
    across, down = (spot.x - x) / width - 0.5, (spot.y - y) / height - 0.5
    return spot.heat > HOT or across * across + down * down < 0.25


def _scaled(picture: Picture, scale: float) -> Picture:
    if scale >= 1:
        return picture
    size = max(round(picture.shape[1] * scale), 1), max(round(picture.shape[0] * scale), 1)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _look(nets: Networks, frame: Picture, spots: list[Spot], *, thoroughly: bool) -> list[Candidate]:
    """Every spot, first set right, then looked at in every view; before a calibrated camera the first look is one."""
    if not spots:
        return []
    first, off = nets.name([crop(frame, one.x, one.y, one.edge) for one in spots])
    spots = [_set_right(*one) for one in zip(spots, first, off, strict=True)]
    plain = [crop(frame, one.x, one.y, one.edge, *PLAIN) for one in spots]
    if thoroughly:
        turned = [crop(frame, one.x, one.y, one.edge, *view) for view in VIEWS[1:] for one in spots]
        chances = nets.name(plain + turned)[0].reshape(len(VIEWS), len(spots), 7)
        maps = nets.point(plain + _mirrored(plain))
        maps = (maps[: len(spots)] + maps[len(spots) :, :, :, ::-1]) / 2
    else:
        chances = np.stack([first, nets.name([crop(frame, one.x, one.y, one.edge, *VIEWS[1]) for one in spots])[0]])
        maps = nets.point(plain)
    looked = [_candidate(*one) for one in zip(spots, chances.swapaxes(0, 1), maps, plain, strict=True)]
    return _once(looked)


def _mirrored(pieces: list[Picture]) -> list[Picture]:
    return [np.ascontiguousarray(piece[:, ::-1]) for piece in pieces]


def _set_right(spot: Spot, chances: Array, off: Array) -> Spot:
    """The namer knows better than the finder where the die is and how large."""
    if chances[0] > 0.8:
        return spot
    across, down, size = (float(part) for part in np.clip(off, -0.4, 0.4))
    return Spot(spot.x + across * spot.edge, spot.y + down * spot.edge, spot.edge * math.exp(size), spot.heat)


def _candidate(spot: Spot, chances: Array, maps: Array, piece: Picture) -> Candidate:
    lowest = chances.min(axis=0)
    votes = {int(view.argmax()) for view in chances}
    named = votes.pop() if len(votes) == 1 else int(chances.mean(axis=0).argmax())
    face = np.asarray(cv2.resize(maps[1].astype(np.float32), (SIDE, SIDE)), np.float32) > 0.5
    points, scores = _points(maps[0])
    inside = _close_to(points, face)
    points, scores = points[inside], scores[inside]
    middle = _middle(face)
    if named and middle is not None:
        hints = np.flatnonzero(scores > HINT)
        far = hints[layout.shining(piece, points[hints], named, face, middle)]
        points, scores = np.delete(points, far, axis=0), np.delete(scores, far)
    pips = points[scores >= PIP]
    fits, faintest, strangest, spread = False, 0.0, math.inf, 0.0
    if named and len(pips) == named and middle is not None:
        fits = layout.explain(pips, named, middle).fits
        faintest, strangest = layout.strange_marks(piece, pips, face)
        spread = max((math.dist(one, other) for one, other in combinations(pips, 2)), default=0.0) / EDGE
    doubt = float(scores[scores < PIP].max(initial=0.0))
    nothing = float(chances[:, 0].max())
    return Candidate(spot, lowest, nothing, named, len(pips), fits, doubt, faintest, strangest, spread, face, piece)


def _points(heat: Array) -> tuple[Array, Array]:
    """The peaks of a map of pips, in pixels of the crop, and how sure each is."""
    heat = np.asarray(heat, np.float32)
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > 0.08)
    points = []
    for row, column in zip(*np.nonzero(peaks), strict=True):
        top, left = max(row - 1, 0), max(column - 1, 0)
        around = heat[top : row + 2, left : column + 2]
        rows, columns = np.indices(around.shape)
        y, x = float((around * rows).sum() / around.sum()) + top, float((around * columns).sum() / around.sum()) + left
        points.append(((x + 0.5) * SIDE / heat.shape[1], (y + 0.5) * SIDE / heat.shape[0]))
    return np.array(points).reshape(-1, 2), heat[peaks]


def _close_to(points: Array, face: Mask) -> Mask:
    """Which points lie on the face, or hardly beside it."""
    wide = cv2.dilate(face.astype(np.uint8), np.ones((5, 5), np.uint8))
    at = np.clip(points.astype(int), 0, SIDE - 1)
    return np.asarray(wide[at[:, 1], at[:, 0]] > 0)


def _middle(face: Mask) -> tuple[float, float] | None:
    rows, columns = np.nonzero(face)
    if len(rows) < 0.2 * EDGE * EDGE:
        return None
    return float(columns.mean()) + 0.5, float(rows.mean()) + 0.5


def _once(looked: list[Candidate]) -> list[Candidate]:
    """Two places that turn out to be one die count once."""
    kept: list[Candidate] = []
    for one in sorted(looked, key=lambda each: (each.trouble is not None, -each.likely)):
        if all(math.hypot(one.spot.x - had.spot.x, one.spot.y - had.spot.y) > 0.55 * had.spot.edge for had in kept):
            kept.append(one)
    return kept


def _judge(looked: list[Candidate], count: int | None, calibration: Calibration | None) -> Reading:
    """The last word: every die certain, none too many, all of a size."""
    dice = _best(looked, sum(one.trouble is None for one in looked) if count is None else count)
    shown = tuple(Die(one.named or 1, one.box(), round(one.confidence, 4)) for one in dice if one.named)
    reason = _reason(looked, dice, count, calibration)
    return Reading(shown, reason)


def _best(looked: list[Candidate], count: int) -> list[Candidate]:
    """The likeliest dice of one size: many dice far away look like the pips of one, and so does a speck of dust."""
    groups = []
    for smallest in looked:
        alike = [one for one in looked if 1 <= one.spot.edge / smallest.spot.edge <= ALIKE]
        groups.append(sorted(alike, key=lambda one: -one.likely)[:count])
    return max(groups, key=lambda group: sum(one.likely for one in group), default=[])


def _threatens(one: Candidate, dice: list[Candidate], calibration: Calibration | None) -> bool:
    """Whether this may be one more die."""
    likely = one.named > 0 and one.confidence > (THREAT if calibration is None else ON_TRAY)
    edges = [die.spot.edge for die in dice]
    if min(edges) / ALIKE <= one.spot.edge <= max(edges) * ALIKE:
        coldest = max(HOT, min(die.spot.heat for die in dice))
        return likely or one.spot.heat > (coldest if calibration is None else WARM)
    for die in dice:  # a pip of a die is no die, and what has dice for pips is none either
        if math.hypot(one.spot.x - die.spot.x, one.spot.y - die.spot.y) < 0.7 * max(one.spot.edge, die.spot.edge):
            return False
    return likely and one.trouble is None and one.spot.heat > HOT


def _reason(
    looked: list[Candidate], dice: list[Candidate], count: int | None, calibration: Calibration | None
) -> Reason | None:
    """None if nothing speaks against them."""
    if not dice or (count is not None and len(dice) < count):
        return Reason.WRONG_COUNT
    others = [one for one in looked if one not in dice]
    for one in dice:
        if one.trouble is not None:
            return _why(one, dice)
    if min(one.spot.heat for one in dice) < (HOT if calibration is None else WARM):
        return Reason.METHODS_DISAGREE
    edges = [one.spot.edge for one in dice]
    if min(edges) < SMALLEST:
        return Reason.BLURRED
    if any(_threatens(one, dice, calibration) for one in others):
        return Reason.WRONG_COUNT
    if calibration is not None and (unlike := _unlike(dice, calibration)) is not None:
        return unlike
    if calibration is not None and min(one.detail for one in dice) < VAGUE:
        return Reason.BLURRED
    if calibration is not None and _leaning(dice, calibration) > LEANS:
        return Reason.COCKED
    if max(edges) > ALIKE * min(edges):
        return Reason.STACKED
    return Reason.UNCOUNTED if count is None and calibration is None else None


def _unlike(dice: list[Candidate], calibration: Calibration) -> Reason | None:
    """Flat dice of one house are all as wide as those that were laid to calibrate the camera, and so far apart are
    their pips; only perspective changes that."""
    stand = calibration.stand or Stand(0.0, 0.0, SLOPE)
    wide, spread = _sizes(dice, calibration, _nearness(stand, _places(dice, calibration)))
    if not _within(wide / stand.size, AS_WIDE):
        return Reason.STACKED
    known = spread[spread > 0] / stand.spread if stand.spread else np.ones(1)
    return None if _within(known, AS_SPREAD) else Reason.COCKED


def _within(ratios: Array, bound: float) -> bool:
    return bool(((ratios < bound) & (ratios > 1 / bound)).all())


def _sizes(dice: list[Candidate], calibration: Calibration, near: Array) -> tuple[Array, Array]:
    """How wide dice are that are so near, and how far apart their pips (0: a one), against the calibrated width."""
    wide = np.array([one.spot.edge for one in dice]) / (calibration.die * near)
    return wide, wide * np.array([one.spread for one in dice])


def _nearness(stand: Stand, places: Array) -> Array:
    """How much larger than in the middle everything is at these places: the camera hangs over one side of them."""
    return np.asarray(1 - stand.slope * (places @ np.array([stand.across, stand.down])))


def _leaning(dice: list[Candidate], calibration: Calibration) -> float:
    """How differently from flat dice they stand. A face that leans looks like one that lies flat before a camera that
    looks askew; but flat dice all stand alike, apart from what perspective does."""
    quickly = _off_flat(*_standing(dice, calibration, thoroughly=False), calibration)
    return quickly if quickly < LEVEL else _off_flat(*_standing(dice, calibration, thoroughly=True), calibration)


def _off_flat(places: Array, ups: Array, calibration: Calibration) -> float:
    if calibration.stand is None:  # then at least like each other
        stands = ups - SLOPE * places
        return max((float(np.hypot(*(one - other))) for one, other in combinations(stands, 2)), default=0.0)
    return float(np.hypot(*(ups - _flat(calibration.stand, places)).T).max())


def _flat(stand: Stand, places: Array) -> Array:
    """How far the tops of dice are from their bottoms that lie flat at these places."""
    return np.asarray((stand.across, stand.down) + stand.slope * places)


def find_stand(frame: Picture, count: int, calibration: Calibration) -> Stand:
    """How dice stand that a technician laid flat, the farther apart the better. CAMERA_UNCALIBRATED if some are not
    found."""
    tray = _Tray.of(frame, calibration)
    dice = _best(tray.looked(networks(), count), count)
    if len(dice) != count:
        raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{len(dice)}/{count}")
    places, ups = _standing(dice, tray.known, thoroughly=True)
    middle, mean = places.mean(axis=0), ups.mean(axis=0)
    far = places - middle
    slope = float(((far * (ups - mean)).sum() + USUAL * SLOPE) / ((far * far).sum() + USUAL))
    across, down = (round(float(part), 4) for part in mean - slope * middle)
    found = Stand(across, down, round(slope, 4))
    wide, spread = _sizes(dice, tray.known, _nearness(found, places))
    usual = float(np.median(spread[spread > 0])) if spread.any() else 0.0
    return found._replace(size=round(float(np.median(wide)), 4), spread=round(usual, 4))


def _standing(dice: list[Candidate], calibration: Calibration, *, thoroughly: bool) -> tuple[Array, Array]:
    ups = networks().lean([one.piece for one in dice], thoroughly=thoroughly) if dice else np.zeros((0, 2))
    return _places(dice, calibration), ups


def _places(dice: list[Candidate], calibration: Calibration) -> Array:
    """In edges, from the middle of the region."""
    x, y, width, height = calibration.region
    spots = np.array([one.spot for one in dice]).reshape(-1, 4)
    return np.asarray((spots[:, :2] - (x + width / 2, y + height / 2)) / spots[:, 2:3])


def _why(one: Candidate, dice: list[Candidate]) -> Reason:
    """The plainest reason for which a die cannot be read."""
    grey = np.asarray(cv2.cvtColor(one.piece, cv2.COLOR_BGR2GRAY), np.uint8)
    on_face = grey[one.face] if one.face.any() else grey
    if float((on_face > 250).mean()) > BURNT:
        return Reason.GLARE
    if one.detail < SOFT:
        return Reason.BLURRED
    near = [other for other in dice if other is not one]
    if any(math.hypot(other.spot.x - one.spot.x, other.spot.y - one.spot.y) < 0.9 * one.spot.edge for other in near):
        return Reason.STACKED
    return one.trouble or Reason.METHODS_DISAGREE
