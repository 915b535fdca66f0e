"""Whether pictures are live. A sensor's noise never repeats: two that are alike to the last bit are one picture."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from drivers.faults import Fault

REMEMBERED = 100_000  # pictures: half an hour and more
FROZEN_AFTER, STUTTERS = 1.0, 3  # seconds with nothing new, though so many pictures came
REPEATS = 3  # old pictures that came again, in
WITHIN = 3.0  # seconds; as long without one, and it is forgiven
PROVEN = 3  # different pictures before anything is believed


@dataclass(slots=True)
class Liveness:
    """Compares each picture with those before: one that comes again is not live."""

    fresh: int = 0  # pictures that were never seen before
    _last: int | None = None
    _stutters: int = 0  # how often the last one came again
    _fresh_at: float = 0.0
    _known: set[int] = field(default_factory=set)
    _order: deque[int] = field(default_factory=deque)
    _repeats: deque[float] = field(default_factory=lambda: deque(maxlen=REPEATS))

    def take(self, digest: int, now: float) -> bool:
        """Whether it is a new picture."""
        if digest == self._last:
            self._stutters += 1
            return False
        self._last, self._stutters = digest, 0
        if digest in self._known:
            self._repeats.append(now)
            return False
        self._known.add(digest)
        self._order.append(digest)
        if len(self._order) > REMEMBERED:
            self._known.discard(self._order.popleft())
        self.fresh += 1
        self._fresh_at = now
        return True

    def fault(self, now: float) -> Fault | None:
        """CAMERA_REPEATS, CAMERA_FROZEN, CAMERA_OPENING while nothing is proven, or None."""
        if len(self._repeats) == REPEATS and now - self._repeats[0] < 2 * WITHIN and now - self._repeats[-1] < WITHIN:
            return Fault.CAMERA_REPEATS
        if self._stutters >= STUTTERS and now - self._fresh_at >= FROZEN_AFTER:
            return Fault.CAMERA_FROZEN
        return Fault.CAMERA_OPENING if self.fresh < PROVEN else None
