"""A pool by gaming day and by hit, from its ledger alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from daemon.history.ledger import Posted
from daemon.jackpot.pool import NOTHING, Entry, Meters


class Day(NamedTuple):
    """What one gaming day did to a pool."""

    day: str
    opening: Meters
    moved: Meters
    closing: Meters
    wagers: int  # that stayed in


class Won(NamedTuple):
    """A hit, from the card that completed the hand to whoever said what becomes of it."""

    locked: Posted
    answer: Posted | None = None  # awarded or withdrawn; None: it waits

    @property
    def days(self) -> set[str]:
        """The gaming days that it concerns: it may have waited overnight."""
        return {posted.day for posted in self if posted is not None}


@dataclass(slots=True)
class PoolSummary:
    """What one pool's ledger comes to, by gaming day and by hit."""

    days: list[Day] = field(default_factory=list)
    hits: list[Won] = field(default_factory=list)

    def add(self, posted: Posted) -> None:
        """Counts the next entry of its ledger."""
        entry = posted.entry
        if not self.days or self.days[-1].day != posted.day:
            before = entry.meters - entry.moved
            self.days.append(Day(posted.day, before, NOTHING, before, 0))
        day = self.days[-1]
        laid = {"contribution": len(entry.seats), "refund": -len(entry.seats)}.get(entry.what, 0)
        self.days[-1] = day._replace(moved=day.moved + entry.moved, closing=entry.meters, wagers=day.wagers + laid)
        if entry.what in ("hit", "award", "withdrawn"):
            self._won(posted)

    def _won(self, posted: Posted) -> None:
        locked = posted.entry.what == "hit"
        for place, won in enumerate(self.hits):
            if won.answer is None and _hand(won.locked.entry) == _hand(posted.entry):
                # locked anew: an earlier one was withdrawn
                self.hits[place] = Won(posted) if locked else Won(won.locked, posted)
                return
        if locked:
            self.hits.append(Won(posted))


def _hand(entry: Entry) -> tuple[str, int, tuple[str, ...]]:
    return entry.table, entry.round, entry.seats


def summaries(entries: Iterable[Posted]) -> dict[str, PoolSummary]:
    """Sums up the entries of each pool, by its name."""
    found: dict[str, PoolSummary] = {}
    for posted in entries:
        found.setdefault(posted.entry.pool, PoolSummary()).add(posted)
    return found
