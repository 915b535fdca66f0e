"""The house's hold: what the wagers of this gaming day brought, and whether anything of it is beyond belief.

Counted from when croupierd started, or the day began if that was later; `croupierctl report hold` reads the whole
journal. A warning, never an act.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable

from daemon.history.finished import FinishedRounds, PastRound
from daemon.history.hold import Hold, Row
from daemon.parts.part import Part, PartFault, Running
from daemon.table.events import Event
from daemon.table.state import TableState
from drivers.faults import Fault, exception_site

log = logging.getLogger(__name__)


class HoldPart(Part):
    """Counts finished rounds in a thread, away from the way of a fact."""

    name = "house_hold"

    def __init__(self, running: Running) -> None:
        self._before = running.engine.state
        self._rounds = FinishedRounds(lambda _: running.calendar(), self._finished)
        self._waiting: deque[PastRound] = deque()
        self._woken = asyncio.Event()
        self._day, self._hold = "", Hold()
        self._suspects: list[Row] = []

    async def run(self) -> None:
        """Counts what is over."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                await asyncio.to_thread(self._count, self._waiting.popleft())

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Notes a round once nothing can change it any more."""
        self._rounds(self._before, state, seq)
        self._before = state

    def faults(self) -> Iterable[PartFault]:
        """Names the wager whose result is beyond one in a million."""
        return [(self.name, Fault.HOLD_IMPROBABLE, said(row)) for row in self._suspects[:1]]

    def _finished(self, past: PastRound) -> None:
        self._waiting.append(past)
        self._woken.set()

    def _count(self, past: PastRound) -> None:
        if past.day != self._day:
            self._day, self._hold = past.day, Hold()
        try:
            self._hold.add(past)
        except Exception as bug:  # noqa: BLE001 - whose words might tell a card; what is counted concerns no round
            log.warning("hold_not_counted", extra={"round": past.number, "exception": exception_site(bug)})
        self._suspects = self._hold.suspects()


def said(row: Row) -> str:
    """In no language, since it is read in two: the wager, what the house took of how much, how likely at most."""
    return f"{row.wager}: {row.took / 100:+.2f} / {row.staked / 100:.2f}, p ≤ {row.likely or 0.0:.1e}"
