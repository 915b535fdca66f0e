"""What came from the broker and was not read yet: bounded, and fair to every board, whatever one of them does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import aiomqtt

from drivers.board.wire import board_of
from drivers.mqtt.connect import LARGEST

BURST = 200  # messages that a board may send at once
RATE = 20  # more of them a second
ANSWERS = 4  # more for each message that the table sent: a board answers every one
HEAVY = 4096  # bytes that count as one message more


@dataclass(slots=True)
class Allowance:
    """How much more one board may say; it grows with time, and with what the board was told."""

    left: float = BURST
    at: float = 0.0

    def grows(self, by: float) -> None:
        """Allows so many messages more, but never more than a burst."""
        self.left = min(self.left + by, BURST)

    def takes(self, size: int, now: float) -> bool:
        """Whether a message of this size is still allowed."""
        self.grows(RATE * (now - self.at))
        self.at = now
        self.left = max(self.left - 1 - size // HEAVY, -1.0)
        return self.left >= 0


class Inbox(asyncio.Queue[aiomqtt.Message]):
    """One place for each topic, in which the newest message waits: what is true now, not what was said meanwhile.

    Places are read in the order in which they were filled, so a board that speaks a thousand times comes to its turn as
    often as one that spoke once. What the broker kept has a place of its own: it tells of another time.
    """

    def __init__(self, sources: Iterable[str], on_flood: Callable[[str], None], clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock, self._on_flood = clock, on_flood
        self._allowances = {source: Allowance() for source in sources}
        self.dropped = dict.fromkeys(self._allowances, 0)  # messages of each board that nobody read

    def _init(self, maxsize: int) -> None:
        self._queue: dict[tuple[str, bool], aiomqtt.Message] = {}

    def _put(self, item: aiomqtt.Message) -> None:
        topic = str(item.topic)
        source = board_of(topic)
        allowance = self._allowances.get(source)
        size = len(item.payload) if isinstance(item.payload, bytes) else 0
        if size > LARGEST:  # the broker lets none of that pass
            return
        if allowance is not None and not allowance.takes(size, self._clock()):
            self.dropped[source] += 1
            self._on_flood(source)
            return
        place = topic, bool(item.retain)
        if place in self._queue and allowance is not None:
            self.dropped[source] += 1
        self._queue[place] = item

    def _get(self) -> aiomqtt.Message:
        return self._queue.pop(next(iter(self._queue)))

    def sent(self) -> None:
        """The boards were sent a message, and may answer it."""
        for allowance in self._allowances.values():
            allowance.grows(ANSWERS)

    def begin(self) -> None:
        """A new connection: what came over the last one is of another time."""
        self._queue.clear()
