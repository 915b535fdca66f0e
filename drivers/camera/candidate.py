"""One place in a picture, looked at closely: what every method says of it, and why it is not read.

A network names the whole face, in several views that must all agree; another points at single pips, and geometry must
explain those points, and the pixels between them, as the layout of that same value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from drivers.camera import layout
from drivers.camera.crop import EDGE, SIDE, Array, Mask, Picture, crop
from drivers.camera.networks import BOTH, EIGHT, PLAIN, Eyes, Spot, Ways, peaks
from drivers.camera.reading import Reason
from drivers.camera.sorting import Sort

SPARE, SPARE_ANYWHERE = 4, 12  # places beyond the dice that are expected; a tray bounds what may lie there
NO_DIE = 0.85  # from this chance of the sorter that there is nothing to be read, nothing is read
ALL_NOTHING, TEPID = 0.96, 0.4  # beyond that chance, and below this one of the finder, a place is not looked at closely
VIEWS = ((0.0, False, 1.0), (0.8, True, 1.06), (2.1, False, 0.95), (-0.6, True, 1.0))  # turn, mirrored, gain
PLAIN_DIE, CERTAIN = 0.9, 0.85  # the sorter sees a die from above, and the namers know its value
SURE, SURE_ON_TRAY = 0.55, 0.5  # of the value: anywhere; on a calibrated tray, where a die is measured, too
PIP, HINT, FAINT = 0.5, 0.3, 0.08  # a point is a pip; it may be one; it is none
ALIKE = 1.7  # the largest die against the smallest: the usual makes have 12 to 19 mm, and some lie farther away


class Care(NamedTuple):
    """How carefully a place is looked at."""

    views: tuple[tuple[float, bool, float], ...]  # of the namer
    ways: Ways  # of the pointer
    marked: float = layout.STRANGEST  # any other mark on a plain die against its pips: beyond this it is not read


QUICKLY, CAREFULLY, MOST_CAREFULLY = Care(VIEWS[:2], PLAIN), Care(VIEWS, BOTH), Care(VIEWS, EIGHT)
ONCE_MORE = Care(VIEWS, EIGHT, marked=1.1)  # a lamp in the hollow of a shiny face is brighter than its pips


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place, looked at closely."""

    spot: Spot
    sort: Sort
    nothing: float  # the highest chance in any view that there is nothing
    named: int
    confidence: float  # in the name
    unsure: bool  # it is not enough
    pointed: int
    fits: bool
    doubt: float  # the strongest point that is not a pip
    faintest: float
    strangest: float
    marked: bool  # that is too strange
    spread: float  # between the pips that are farthest apart, in edges
    button: bool  # it is round and has as many holes as one
    face: Mask  # SIDE × SIDE: the upper face
    piece: Picture

    @property
    def likely(self) -> float:
        """How likely this is a die at all, whatever it shows."""
        return self.spot.heat * (1 - self.nothing)

    @property
    def die_like(self) -> float:
        """The same, and how likely the sorter says so: what one of them overlooks the other sees."""
        return self.likely + self.sort.above + self.sort.otherwise

    @property
    def detail(self) -> float:
        """How much fine detail it has, in grey levels."""
        return float(np.abs(cv2.Laplacian(cv2.cvtColor(self.piece, cv2.COLOR_BGR2GRAY), cv2.CV_32F)).mean())

    @property
    def trouble(self) -> Reason | None:
        """Says why this face is not read; None: it is."""
        if not self.named:
            return Reason.COCKED
        if self.unsure or self.pointed != self.named:
            return Reason.METHODS_DISAGREE
        if self.sort.nothing > NO_DIE:
            return Reason.METHODS_DISAGREE
        if not self.fits or self.doubt > HINT:
            return Reason.PIPS_UNEXPLAINED
        if self.button:
            return Reason.PIPS_UNEXPLAINED
        if self.faintest < layout.FAINTEST or self.marked:
            return Reason.PIPS_UNEXPLAINED
        return None

    def box(self) -> tuple[int, int, int, int]:
        """Returns a square around the face."""
        half = 0.62 * self.spot.edge
        return int(self.spot.x - half), int(self.spot.y - half), round(2 * half), round(2 * half)


def look(eyes: Eyes, frame: Picture, spots: list[Spot], count: int, care: Care) -> list[Candidate]:
    """The first spots, set right, then looked at in every view; quickly, the first look is one of two."""
    spots = spots[: count + (SPARE if eyes.sorter is None else SPARE_ANYWHERE)]
    if not spots:
        return []
    spots, first = eyes.placed(frame, spots)
    sorts = eyes.sorts(frame, spots)
    kept = [place for place, sort in enumerate(sorts) if sort.nothing < ALL_NOTHING or spots[place].heat > TEPID]
    spots, sorts, first = [spots[place] for place in kept], [sorts[place] for place in kept], first[:, kept]
    if not spots:
        return []
    plain, *turned = ([crop(frame, one.x, one.y, one.edge, *view) for one in spots] for view in care.views)
    pieces = [piece for view in (turned if care is QUICKLY else (plain, *turned)) for piece in view]
    chances = np.stack([one.name(pieces)[0].reshape(-1, len(spots), 7) for one in eyes.readers])
    if care is QUICKLY:
        chances = np.concatenate([first[:, None], chances], axis=1)
    maps = np.mean([one.point(plain, care.ways) for one in eyes.readers], axis=0)
    told = zip(spots, sorts, np.moveaxis(chances, 2, 0), maps, plain, strict=True)
    looked = [_candidate(*one, care.marked) for one in told]
    return _once(looked)


def _candidate(spot: Spot, sort: Sort, chances: Array, maps: Array, piece: Picture, marked: float) -> Candidate:
    """From the chances of every namer in every view, and the maps of the pointers."""
    named = int(chances.mean(axis=(0, 1)).argmax())
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
        fits = layout.fits(pips, named, middle)
        faintest, strangest = layout.strange_marks(piece, pips, face)
        spread = max((math.dist(one, other) for one, other in combinations(pips, 2)), default=0.0) / EDGE
    doubt = float(scores[scores < PIP].max(initial=0.0))
    anywhere = len(chances) > 1  # several namers are asked where no tray is known
    sure, plain = _confidence(chances, named), sort.above > PLAIN_DIE
    return Candidate(
        spot=spot,
        sort=sort,
        nothing=float(chances[..., 0].max()),
        named=named,
        confidence=sure,
        unsure=sure < (SURE if anywhere else SURE_ON_TRAY),
        pointed=len(pips),
        fits=fits,
        doubt=doubt,
        faintest=faintest,
        strangest=strangest,
        marked=strangest > (marked if plain and sure > CERTAIN else layout.STRANGEST),
        spread=spread,
        button=(
            anywhere
            and named in layout.BUTTONS
            and layout.filled(face) < layout.SQUARE
            and not (plain and named != 1)  # to every network a button with one hole is a die
        ),
        face=face,
        piece=piece,
    )


def _confidence(chances: Array, named: int) -> float:
    """How sure the surer namer is that there is a face at all, and of this one in every view if there is; and how sure
    the other one is of it in the mean."""
    if not named:
        return 0.0
    face = 1 - chances[..., 0]
    value = chances[..., named] / np.maximum(face, 1e-6)
    return float(face.mean(axis=1).max() * value.min(axis=1).max() * value.mean(axis=1).min())


def _points(heat: Array) -> tuple[Array, Array]:
    """The peaks of a map of pips, in pixels of the crop, and how sure each is."""
    found = list(peaks(np.asarray(heat, np.float32), FAINT))
    points = [((x + 0.5) * SIDE / heat.shape[1], (y + 0.5) * SIDE / heat.shape[0]) for x, y, _ in found]
    return np.array(points).reshape(-1, 2), np.array([heat[at] for _, _, at in found])


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


def best(looked: list[Candidate], count: int) -> list[Candidate]:
    """The likeliest dice of one size: many dice far away look like the pips of one, and so does a speck of dust."""
    groups = []
    for smallest in looked:
        alike = [one for one in looked if 1 <= one.spot.edge / smallest.spot.edge <= ALIKE]
        groups.append(sorted(alike, key=lambda one: -one.likely)[:count])
    return max(groups, key=lambda group: sum(one.likely for one in group), default=[])
