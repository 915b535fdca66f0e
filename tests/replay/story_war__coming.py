"""Rules that are to come: approved for a later day, replaced, withdrawn, and in force on their day."""

from __future__ import annotations

from typing import Any

from daemon.table.orders import ChangePosting, CloseBetting, CloseTable, DayBegan, OpenRound, VoidRound
from daemon.table.orders.posting import Posting
from rules.ruleset import Document
from tests.daemon.floor import both
from tests.replay.stories import NextDay, Restart, Story, seat

POSTED: dict[str, Any] = {
    "minimum": 500,
    "document": Document("Salle A", "2026-11-01", "O.C. 111-2000, 9 February 2000", ("A8", "A11")),
    "day": "2026-11-16",
}
VERDICTS = "voided finished"


def story() -> Story:
    """The minimum rises on the next day; what was said first for that day is replaced and withdrawn."""
    rules: Posting = {"rules": {"effective": "2026-11-17"}}
    yield (OpenRound(), seat(1, initial=500), *both(ChangePosting(posting={"minimum": 800, **rules})))
    yield (*both(ChangePosting(posting={"minimum": 900, **rules})), *both(ChangePosting(withdraw=True)))
    yield (*both(ChangePosting(posting={"minimum": 1000, **rules})), VoidRound(reason="essai"), Restart())
    yield (NextDay(), DayBegan(day="2026-11-17"), OpenRound(), seat(1, initial=1000), CloseBetting(), "Kh 9d")
    yield (CloseTable(),)
