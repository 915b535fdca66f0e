"""Turns at something scarce: so many at a time, and each crowd of callers in its turn."""

from __future__ import annotations

import asyncio
from collections import deque

from drivers.faults import Fault, FaultError


class Turns:
    """A queue for each crowd: whoever asks much waits behind himself, and another behind one of his."""

    def __init__(self, places: int, waiting: int, busy: Fault) -> None:
        self._free, self._most, self._busy = places, waiting, busy
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}  # the crowd whose turn is next comes first

    async def begin(self, crowd: str) -> None:
        """Waits for a turn, which `end` ends; the fault if too many of this crowd wait already."""
        if self._free:
            self._free -= 1
            return
        queue = self._queues.setdefault(crowd, deque())
        if len(queue) >= self._most:
            raise FaultError(self._busy)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came in the same moment
                self.end()
            elif turn in queue:
                queue.remove(turn)
            raise

    def end(self) -> None:
        """Lets whoever is next begin."""
        for crowd, queue in tuple(self._queues.items()):
            del self._queues[crowd]
            while queue:
                if not (turn := queue.popleft()).done():
                    turn.set_result(None)
                    self._queues[crowd] = queue  # behind the others
                    return
        self._free += 1
