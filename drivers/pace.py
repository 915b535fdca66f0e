"""How much a device may tell in how much time: whatever it does, it fills no journal.

What it sees may come by the hundred (a shoe that is run through the reader); what becomes of its link, and what it says
is wrong with it, comes seldom. Who tells more is not believed to be sound: his link is closed, and rests.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.observation import Observation


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more after so many seconds."""

    most: int
    seconds: float


OFTEN, SELDOM = Rate(5000, 0.2), Rate(60, 5.0)


@dataclass(slots=True)
class Pace:
    """Of one device, over all its links."""

    _left: dict[Rate, tuple[float, float]] = field(default_factory=dict)  # how many, at which time

    def take(self, observation: Observation, now: float) -> bool:
        """One more was told; False: that was one too many."""
        rate = OFTEN if observation.OFTEN else SELDOM
        left, since = self._left.get(rate, (rate.most, now))
        left = min(left + (now - since) / rate.seconds, rate.most)
        self._left[rate] = max(left - 1, 0.0), now
        return left >= 1
