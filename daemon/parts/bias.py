"""Whether dice are fair, as far as counting can tell: chi-square over the last rolls. A warning, never an act.

Dice that lie each in a place of its own are also counted one by one; otherwise only all together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import erfc, exp, pi, sqrt

FACES = 6
WINDOW = 1200  # rolls
LEAST = 100  # throws of a die before anything is said of it
SUSPECT = 1e-5  # how improbable: the window is looked at after every roll, and a floor has many tables


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the counts of one die, or of all, say."""

    die: int | None  # its place from the left, from 1; None: all together
    counts: tuple[int, ...]  # of the faces 1 to 6
    chi_square: float
    probability: float  # that fair dice differ at least so much

    @property
    def suspect(self) -> bool:
        """Says whether somebody should measure it."""
        return sum(self.counts) >= LEAST and self.probability < SUSPECT

    @property
    def face(self) -> int:
        """Names the one that is farthest from its share."""
        fair = sum(self.counts) / FACES
        return max(range(FACES), key=lambda face: abs(self.counts[face] - fair)) + 1


def survival(chi_square: float) -> float:
    """The probability of this chi-square or more, with five degrees of freedom.

    >>> round(survival(11.0705), 4), round(survival(20.515), 4), survival(0.0)
    (0.05, 0.001, 1.0)
    """
    half = chi_square / 2
    return erfc(sqrt(half)) + exp(-half) * sqrt(half / pi) * (2 + chi_square * 2 / 3)


def judge(counts: Sequence[int], die: int | None = None) -> Fairness:
    """Compares counts of the six faces with equal shares.

    >>> judge([10, 10, 10, 10, 10, 10]).probability, judge([60, 20, 20, 20, 20, 20]).suspect
    (1.0, True)
    """
    fair = sum(counts) / FACES
    chi_square = sum((count - fair) ** 2 / fair for count in counts) if fair else 0.0
    return Fairness(die, tuple(counts), round(chi_square, 2), min(survival(chi_square), 1.0))


@dataclass(slots=True)
class Monitor:
    """The last rolls. `apart`: the order of a roll that a camera told is the order of the dice's places."""

    apart: bool = False
    _rolls: deque[tuple[tuple[int, ...], bool]] = field(default_factory=lambda: deque(maxlen=WINDOW))

    def rolled(self, dice: Iterable[int], *, placed: bool) -> None:
        """Counts one roll; `placed`: its order is that of the dice, from left to right."""
        self._rolls.append((tuple(dice), placed))

    def changed(self) -> None:
        """Forgets every roll: other dice lie here now."""
        self._rolls.clear()

    def corrected(self, dice: Iterable[int]) -> None:
        """Takes another value for the last roll; people do not say which die lay where."""
        if self._rolls:
            self._rolls[-1] = tuple(dice), False

    def fairness(self) -> list[Fairness]:
        """Judges all together, then each die that can be told apart."""
        together = [0] * FACES
        single: dict[int, list[int]] = {}
        for dice, placed in self._rolls:
            for place, face in enumerate(dice, 1):
                together[face - 1] += 1
                if placed and self.apart:
                    single.setdefault(place, [0] * FACES)[face - 1] += 1
        return [judge(together), *(judge(counts, place) for place, counts in sorted(single.items()))]

    def suspects(self) -> list[Fairness]:
        """Lists those that somebody should measure, the least probable first."""
        return sorted((each for each in self.fairness() if each.suspect), key=lambda each: each.probability)
