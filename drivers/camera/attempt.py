"""One attempt to read dice: they lie still, and several different frames say the same; or the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from drivers.camera.measure import Picture, Region, coarse, difference
from drivers.camera.reading import Calibration, Die, Reading, Reason
from drivers.faults import Fault

Read = Callable[[Picture, int, Calibration | None], Reading]

MOTION = 10.0  # grey levels, where the picture changed most
ALIKE, UNMOVED = 0.5, 0.3  # of a die's box, that it may seem to have gone: from frame to frame, since it was told
PATIENT = 2  # times as many frames are needed to give up as to believe
SETTLE = 0.3  # seconds after the order: what the camera's own buffers held before it is let go


@dataclass(slots=True)
class Stillness:
    """Compares each frame with the one before, and with the one that the standstill began with: slow is motion too."""

    region: Region
    frames: int = 0  # still ones in a row
    moved: bool = True  # since somebody last set it
    _first: Picture | None = None
    _last: Picture | None = None

    def take(self, picture: Picture) -> None:
        """Compares one more frame with those before."""
        now = coarse(picture, self.region)
        if self._last is None:  # nothing to compare it with
            self._last = now
            return
        first = self._last if self._first is None else self._first
        if max(difference(first, now), difference(self._last, now)) < MOTION:
            self.frames, self._first = self.frames + 1, first
        else:
            self.frames, self.moved, self._first = 0, True, None
        self._last = now


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a look, and the frames that decided; none: it was not a frame that did."""

    dice: tuple[Die, ...]  # from left to right
    reason: Reason | Fault | None
    frames: tuple[Picture, ...]


@dataclass(slots=True)
class Attempt:
    """From the order to read so many dice to its outcome."""

    number: int
    count: int
    frames: int  # that must agree
    ordered: float
    until: float
    last_seen: tuple[Die, ...]  # what was last told, if anything: they must have moved since
    _run: list[tuple[Picture, Reading]] = field(default_factory=list)
    _first: tuple[Picture, Reading] | None = None  # that was read since they came to rest
    _refused: int = 0  # frames at rest in a row that could not be read
    _reason: Reason | Fault = Reason.MOVING

    def take(
        self, picture: Picture, stillness: Stillness, read: Callable[[Picture, int], Reading], now: float
    ) -> Outcome | None:
        """One more frame; None: not yet."""
        if now < self.ordered + SETTLE:
            return None
        if stillness.frames == 0:
            self._run.clear()
            self._refused, self._first = 0, None
            return self._not_yet(Reason.MOVING, now)
        if self.last_seen and not stillness.moved:
            return self._not_yet(Reason.UNMOVED, now)
        reading = read(picture, self.count)
        if reading.reason is not None or len(reading.dice) != self.count:
            self._run.clear()
            self._refused += 1
            reason = reading.reason or Reason.WRONG_COUNT
            if self._refused >= PATIENT * self.frames:  # they lie there, and it will not become better
                return Outcome((), reason, (picture,))
            return self._not_yet(reason, now)
        if _same(self.last_seen, reading.dice, UNMOVED):  # a hand or a shadow passed, or another child told them
            stillness.moved = False
            self._run.clear()
            return self._not_yet(Reason.UNMOVED, now)
        self._first = self._first or (picture, reading)
        if not _same(self._first[1].dice, reading.dice, ALIKE):
            return Outcome((), Reason.FRAMES_DISAGREE, (self._first[0], picture))
        self._refused = 0
        self._run.append((picture, reading))
        if len(self._run) < self.frames:
            return self._not_yet(Reason.MOVING, now)
        lowest = [min(dice, key=lambda die: die.confidence) for dice in _by_die([each for _, each in self._run])]
        dice = tuple(sorted(lowest, key=lambda die: (die.box[0], die.box[1])))
        return Outcome(dice, None, tuple(frame for frame, _ in self._run))

    def ended(self, now: float, fault: Fault | None = None) -> Outcome | None:
        """Because of a fault, or for want of time."""
        if fault is not None and now >= self.ordered + SETTLE:
            self._reason = fault
        elif now < self.until:
            return None
        return Outcome((), self._reason, ())

    def _not_yet(self, reason: Reason, now: float) -> Outcome | None:
        self._reason = reason
        return self.ended(now)


def _centre(die: Die) -> tuple[float, float]:
    x, y, width, height = die.box
    return x + width / 2, y + height / 2


def _near(one: Die, other: Die, within: float) -> bool:
    (x, y), (u, v) = _centre(one), _centre(other)
    return one.value == other.value and max(abs(x - u), abs(y - v)) < within * max(one.box[2], one.box[3])


def _same(one: tuple[Die, ...], other: tuple[Die, ...], within: float) -> bool:
    """The same values, each where it was."""
    left = list(other)
    for die in one:
        twin = next((each for each in left if _near(die, each, within)), None)
        if twin is None:
            return False
        left.remove(twin)
    return not left


def _by_die(readings: list[Reading]) -> list[list[Die]]:
    """What every frame says of each die of the first one."""
    return [
        [die, *(next(each for each in other.dice if _near(die, each, ALIKE)) for other in readings[1:])]
        for die in readings[0].dice
    ]
