"""How long something has waited for a second person, by the process's own clock: nobody can set it."""

from __future__ import annotations

import math
from collections.abc import Callable

from daemon.engine import Engine
from daemon.table.events import Event
from daemon.table.orders import TimePassed
from daemon.table.state import TableState
from daemon.table.waiting import Half, halves


class Proposals:
    """What waits, and since when. A restart ends it, so nothing has waited longer than this process lives."""

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock
        self._since: list[tuple[Half, float]] = []
        engine.listen(self.committed)

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Knows since when each has waited."""
        now = self._clock()
        known = {id(half): since for half, since in self._since}  # the same words proposed again are another proposal
        self._since = [(half, known.get(id(half), now)) for half in halves(state)]

    @property
    def expires_in(self) -> dict[str, int]:
        """The seconds that each still has, by the order's kind."""
        patience = self._engine.state.patience or 0
        return {half.kind: max(0, math.ceil(patience - age)) for half, age in self._ages()}

    def overdue(self) -> list[TimePassed]:
        """What has waited as long as is posted, and waits still; the table ends it when it is told."""
        ahead = self._engine.ahead
        waits = set(map(id, halves(ahead)))
        due = [(half, age) for half, age in self._ages() if id(half) in waits and age >= (ahead.patience or 0)]
        return [TimePassed(what=half.kind, by=half.by, seconds=math.floor(age)) for half, age in due]

    def _ages(self) -> list[tuple[Half, float]]:
        now = self._clock()
        return [(half, now - since) for half, since in self._since]
