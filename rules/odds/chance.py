"""What a wager is worth, counted case by case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import NamedTuple

from rules.lines import Line, Outcome

UNIT = 7200  # a stake that every odds, half, split and commission divides: nothing is rounded


class Chance(NamedTuple):
    """One wager under best play."""

    edge: Fraction  # what the house keeps of each unit; negative: the player has the edge
    hit: Fraction  # how often it is paid; a game with decisions: how often the round brings more than was staked
    results: tuple[tuple[int, int], ...] = ()  # where one line settles it: what a case brings per `UNIT`, how many do

    @property
    def percent(self) -> float:
        """Returns the edge as people read it."""
        return round(float(self.edge) * 100, 4)

    @property
    def favours_player(self) -> bool:
        """The house loses by it in the long run."""
        return self.edge < 0


def gain(lines: Iterable[Line], bonuses: Collection[str] = ()) -> int:
    """What the player has more in the end than before; lines must have known stakes.

    >>> from rules.lines import lose, win
    >>> gain([lose("1", "initial", 100, "67.30"), win("1", "initial_bonus", 100, (4, 1), "67.31", 1, None, (),
    ...     stake_returned=False)], bonuses=("initial_bonus",))
    300
    """
    net = 0
    for line in lines:
        if line.won is None or line.returned is None or line.stake is None:
            raise ValueError(f"{line.wager}: of an unknown stake nothing can be told")
        net += line.won + line.returned - (0 if line.wager in bonuses else line.stake)
    return net


class Tally:
    """Cases, each with its weight, what it brings per `UNIT` staked, and whether that counts as paid."""

    def __init__(self) -> None:
        self._cases = 0
        self._gained = 0
        self._paid = 0
        self._results: Counter[int] = Counter()

    def add(self, weight: int, gained: int, *, paid: bool) -> None:
        """Counts one more case."""
        self._cases += weight
        self._results[gained] += weight
        self._gained += weight * gained
        if paid:
            self._paid += weight

    def settle(self, weight: int, line: Line) -> None:
        """One more case of a wager that one line settles."""
        self.add(weight, gain((line,)), paid=line.outcome is Outcome.WIN)

    @property
    def chance(self) -> Chance:
        """Returns the mean over all cases."""
        edge, hit = Fraction(-self._gained, self._cases * UNIT), Fraction(self._paid, self._cases)
        return Chance(edge, hit, tuple(sorted(self._results.items())))
