"""How unlikely a result is at most: a rigorous bound from the exact chances, however much was staked and when.

A player may stake by what came before, and whoever looks may look at any time; so no table of a sum's distribution is
right. What holds always (Ville 1939): while X is what a round brings, of known chances, the product of exp(tX) / E
exp(tX) over all rounds exceeds c with a chance of at most 1/c, at any time, for any t that was chosen before. Some
fixed t are taken together, each with an equal share. Results of one block (the seats of a deck, the rounds of a shoe)
are not independent: there Hölder's inequality bounds the product. Where players decide, only the best mean and the
range are known: of all such chances the two ends of the range have the greatest E exp(tX) (Hoeffding 1963), and only a
result for the players can be bounded; bad play explains the others. Within a shoe stakes must not follow its cards:
who counts them has other chances than those of a full shoe, and may be called less likely than he is.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Protocol

TILTS = tuple(2.0**-power for power in range(2, 34))  # per cent of money, from a chip to a millionaire's


class Chances(Protocol):
    """What one round may bring, in cents."""

    def log_mean(self, tilt: float) -> float | None:
        """The logarithm of E exp(tilt × X), or more; None: nothing is known for this sign."""


@dataclass(frozen=True, slots=True)
class Exactly:
    """Every result, with its weight; where a player may leave some of it, only for results for the players."""

    results: Mapping[float, float]
    at_best: bool = False

    def log_mean(self, tilt: float) -> float | None:
        """Returns the logarithm of the mean, without an overflow.

        >>> Exactly({-100: 0.5, 100: 0.5}).log_mean(0.0)
        0.0
        """
        if self.at_best and tilt < 0:
            return None
        top = max(tilt * brings for brings in self.results)
        weights = sum(self.results.values())
        found = sum(weight * exp(tilt * brings - top) for brings, weight in self.results.items())
        return top + log(found / weights)


@dataclass(frozen=True, slots=True)
class AtMost:
    """Results between two ends, of which only the greatest possible mean is known."""

    mean: float
    low: float
    high: float

    def log_mean(self, tilt: float) -> float | None:
        """Returns that of the two ends; of losses nothing is known.

        >>> AtMost(0.0, -1.0, 1.0).log_mean(1.0) == Exactly({-1.0: 1, 1.0: 1}).log_mean(1.0)
        True
        """
        if tilt < 0:
            return None
        share = (self.mean - self.low) / (self.high - self.low)
        return Exactly({self.low: 1 - share, self.high: share}).log_mean(tilt)


@dataclass(slots=True)
class Deviation:
    """What some rounds brought the players together, and how unlikely that is."""

    brought: int = 0
    _means: dict[float, float | None] = field(
        default_factory=lambda: dict.fromkeys((*TILTS, *(-t for t in TILTS)), 0.0)
    )
    _block: Hashable = None
    _open: list[Chances] = field(default_factory=list)  # of the block that may still grow

    def add(self, block: Hashable, chances: Chances, brought: int) -> None:
        """Counts one result; a block's come one after the other."""
        if block != self._block:
            self._means = self._closed()
            self._block, self._open = block, []
        self._open.append(chances)
        self.brought += brought

    def players(self) -> float:
        """How likely it is, at most, that players ever have so much or more."""
        return self._likely(TILTS)

    def house(self) -> float | None:
        """How likely it is, at most, that the house ever has so much or more; None: how they play is not known."""
        means = self._closed()
        return None if any(means[-tilt] is None for tilt in TILTS) else self._likely([-tilt for tilt in TILTS])

    def _closed(self) -> dict[float, float | None]:
        """The means with those of the open block: of n results the n-th roots of E exp(n t X), multiplied."""
        if not (count := len(self._open)):
            return self._means
        closed: dict[float, float | None] = {}
        for tilt, mean in self._means.items():
            parts = [chances.log_mean(tilt * count) for chances in self._open]
            known = [part for part in parts if part is not None]
            closed[tilt] = None if mean is None or len(known) < count else mean + sum(known) / count
        return closed

    def _likely(self, tilts: tuple[float, ...] | list[float]) -> float:
        means = self._closed()
        found = [tilt * self.brought - mean for tilt in tilts if (mean := means[tilt]) is not None]
        top = max(found, default=0.0)
        evidence = top + log(sum(exp(each - top) for each in found) / len(tilts))
        return min(1.0, exp(-evidence)) if evidence > 0 else 1.0
