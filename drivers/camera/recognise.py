"""What dice show, or why nobody can tell: `read(frame, count)`.

One network proposes dice. Each is then looked at closely (candidate.py); before a calibrated camera a tray adds what is
known of it (tray.py). Whoever doubts has the last word.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from drivers.camera.candidate import ALIKE, CAREFULLY, NO_DIE, ONCE_MORE, Candidate, best, look
from drivers.camera.crop import Picture
from drivers.camera.networks import EIGHT, PLAIN, Eyes, networks
from drivers.camera.reading import Calibration, Die, Reading, Reason
from drivers.camera.stand import stands, unlike_each_other
from drivers.camera.tray import VAGUE, Tray

SMALLEST = 20.0  # pixels of an edge that can be read at all
MOST = 12  # dice, if nobody says how many

THREAT, ON_TRAY = 0.6, 0.2  # the chance from which something else may be one more die; on a tray nothing else lies
DIE_LIKE = 0.75  # what sorter, finder and namers together say of anything else that is one more die
DIE_LIKE_BESIDE, DIE_LIKE_UNLIKE = 1.0, 1.45  # the same right beside a die, where its flanks are; of another size
HOT = 0.6  # what the finder takes for a die; it is no other network that may call a speck of dust a one
LUKEWARM = 0.5  # that will do for a die that everybody else is sure of
WARM = 0.3  # that will do on a calibrated tray, where nothing lies about and the size of a die is known
LONELY = 0.25  # any other mark against the only pip of a picture: a key with a dot is a one to every network
OTHERWISE = 24.0  # what the leaner says against a die that stands like the others
FLANKS = 1.15  # edges from the middle of a die, where its own flanks have ended
MARKED = 0.15  # what the finder says at least of anything that may be one more
OWN_FLANKS, A_PART = 0.85, 0.85  # edges from the middle of a die, where what the sorter so surely calls none is a part
ABOVE, DOUBT = 0.15, 0.01  # how much likelier dice must be seen from above than otherwise, in the mean of logarithms
BESIDE = 1.25  # edges from the middle of a die: nearer, what looks like one more may be a part of it
GAP = 0.8  # edges from the middle of a flat die, where no other flat one can be: between two that touch
DARK, BRIGHT = 38, 0.01  # of 255, and the share of a picture that must be so bright, or nobody sees anything
BURNT = 0.35  # the share of a face that has no detail left
OF_A_FACE = frozenset(  # why a face is not read that others may read
    {Reason.METHODS_DISAGREE, Reason.PIPS_UNEXPLAINED, Reason.COCKED, Reason.GLARE, Reason.BLURRED}
)
SOFT = 6.0  # contrast of fine detail, in grey levels, that a sharp face has


def read(frame: Picture, count: int | None, calibration: Calibration | None = None) -> Reading:
    """The values of the `count` dice in a frame (BGR, 8 bits); None: as many as there are."""
    nets = networks()
    x, y, width, height = (0, 0, *frame.shape[1::-1]) if calibration is None else calibration.region
    grey = cv2.cvtColor(frame[y : y + height : 4, x : x + width : 4], cv2.COLOR_BGR2GRAY)
    if float((grey >= DARK).mean()) < BRIGHT:
        return Reading((), Reason.DARK)
    wanted = MOST if count is None else count
    if calibration is None:
        return _read_anywhere(nets.anywhere, frame, wanted, count)
    tray = Tray.of(frame, calibration)
    reading = _judge(frame, tray.looked(nets.tray, wanted), count, tray)
    if reading.reason is not None:  # a first look will do for most
        reading = _judge(frame, tray.looked(nets.tray, wanted, thoroughly=True), count, tray)
    return tray.in_frame(reading)


def _read_anywhere(eyes: Eyes, frame: Picture, wanted: int, count: int | None) -> Reading:
    """The readers look; where they cannot tell a face, others look again. How many there are is not asked twice."""
    spots = eyes.proposed(frame)
    reading = _judge(frame, look(eyes, frame, spots, wanted, CAREFULLY), count, None)
    if reading.reason not in OF_A_FACE:
        return reading
    others = replace(eyes, readers=eyes.once_more)
    again = _judge(frame, look(others, frame, spots, wanted, ONCE_MORE), count, None)
    return again if again.reason is None else reading


def _judge(frame: Picture, looked: list[Candidate], count: int | None, tray: Tray | None) -> Reading:
    """The last word: every die certain, none too many, all of a size."""
    dice = best(looked, sum(one.trouble is None for one in looked) if count is None else count)
    shown = tuple(Die(one.named or 1, one.box(), round(one.confidence, 4)) for one in dice if one.named)
    reason = _reason(frame, looked, dice, count, tray)
    if reason is not None and tray is not None and tray.is_covered(dice):
        reason = Reason.OCCLUDED
    return Reading(shown, reason)


def _threatens(one: Candidate, dice: list[Candidate], tray: Tray | None) -> bool:
    """Whether this may be one more die."""
    away, edges = min(_away(one, die) for die in dice), [die.spot.edge for die in dice]
    if not min(edges) / ALIKE <= one.spot.edge <= max(edges) * ALIKE:
        return _is_another(one, dice, tray)
    if tray is not None:
        likely = one.named > 0 and one.confidence > ON_TRAY
        return likely or one.spot.heat > (HOT if away < GAP else WARM)
    if away < OWN_FLANKS and one.sort.nothing > A_PART:
        return False
    if one.spot.heat > MARKED and one.die_like > (DIE_LIKE_BESIDE if away < BESIDE else DIE_LIKE):
        return True
    flank = len(dice) == 1 and away < FLANKS  # several that stand alike are no flanks; of one, nobody knows
    likely = one.named > 0 and (1.0 if flank else one.spot.heat) * one.confidence > THREAT
    return likely or one.spot.heat > max(HOT, min(die.spot.heat for die in dice))


def _is_another(one: Candidate, dice: list[Candidate], tray: Tray | None) -> bool:
    """Whether this is a die of quite another size."""
    for die in dice:  # a pip of a die is no die, and what has dice for pips is none either
        if _away(one, die) * die.spot.edge < 0.7 * max(one.spot.edge, die.spot.edge):
            return False
    if tray is None and one.die_like > DIE_LIKE_UNLIKE:
        return True
    alone = len(dice) == 1 and _away(one, dice[0]) < FLANKS
    heat = one.spot.heat if tray is None and not alone else 1.0
    likely = one.named > 0 and heat * one.confidence > (THREAT if tray is None else ON_TRAY)
    return likely and one.trouble is None and one.spot.heat > HOT


def _away(one: Candidate, die: Candidate) -> float:
    """How far the middle of one is from that of another, in edges of the other."""
    return math.hypot(one.spot.x - die.spot.x, one.spot.y - die.spot.y) / die.spot.edge


def _reason(
    frame: Picture, looked: list[Candidate], dice: list[Candidate], count: int | None, tray: Tray | None
) -> Reason | None:
    """None if nothing speaks against them."""
    if dice and _above(dice) < ABOVE:
        return Reason.OBLIQUE
    if not dice or (count is not None and len(dice) < count):
        return Reason.WRONG_COUNT
    if any(one.sort.nothing > NO_DIE for one in dice):
        return Reason.WRONG_COUNT
    others = [one for one in looked if one not in dice]
    for one in dice:
        if one.trouble is not None:
            return _why(one, dice, SOFT if tray is None else VAGUE)
    if min(one.spot.heat for one in dice) < (LUKEWARM if tray is None else WARM):
        return Reason.METHODS_DISAGREE
    edges = [one.spot.edge for one in dice]
    if min(edges) < SMALLEST:
        return Reason.BLURRED
    if any(_threatens(one, dice, tray) for one in others):
        return Reason.WRONG_COUNT
    if tray is not None:
        return tray.odd(dice)
    if max(edges) > ALIKE * min(edges):
        return Reason.STACKED
    if sum(one.named for one in dice) == 1 and dice[0].strangest > LONELY:
        return Reason.PIPS_UNEXPLAINED
    if not _stand_alike(frame, dice):
        return Reason.COCKED
    return Reason.UNCOUNTED if count is None else None


def _above(dice: list[Candidate]) -> float:
    """How much likelier they are seen from above than from the side: before one camera it is all of them or none."""
    return sum(math.log((one.sort.above + DOUBT) / (one.sort.otherwise + DOUBT)) for one in dice) / len(dice)


def _stand_alike(frame: Picture, dice: list[Candidate]) -> bool:
    """Whether all of them may lie flat before one camera: the flank of one that leans passes for an upper face."""
    places = np.array([one.spot[:2] for one in dice]) / np.median([one.spot.edge for one in dice])
    return any(unlike_each_other(stands(frame, dice, ways), places).max() < OTHERWISE for ways in (PLAIN, EIGHT))


def _why(one: Candidate, dice: list[Candidate], soft: float) -> Reason:
    """The plainest reason for which a die cannot be read."""
    grey = np.asarray(cv2.cvtColor(one.piece, cv2.COLOR_BGR2GRAY), np.uint8)
    on_face = grey[one.face] if one.face.any() else grey
    if float((on_face > 250).mean()) > BURNT:
        return Reason.GLARE
    if one.detail < soft:
        return Reason.BLURRED
    near = [other for other in dice if other is not one]
    if any(_away(other, one) < 0.9 for other in near):
        return Reason.STACKED
    return one.trouble or Reason.METHODS_DISAGREE
