"""The gaming day, told to a table for which other rules come into force on it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time
from pathlib import Path

from daemon.host.clock import Quality
from daemon.host.watchdog import Watchdog
from daemon.journal.calendar import Calendar
from daemon.parts.day import DayPart
from daemon.parts.part import Running
from daemon.table.events import RulesInForce
from daemon.table.orders import ChangePosting, DayBegan
from rules.registry import GAMES
from rules.ruleset import document_of
from tests.daemon.floor import UP, both, started
from tests.daemon.pools import playing, tell
from tests.drivers import until


class Wall:
    """A clock that says what the test says; nothing between two of its words."""

    def __init__(self) -> None:
        self.hour, self.day, self.passed = 12, 16, 0.0

    def calendar(self) -> Calendar:
        def passed() -> float:
            self.passed += 1000.0  # a look is always due
            return self.passed

        def now() -> datetime:
            return datetime(2026, 11, self.day, self.hour, tzinfo=UTC)

        return Calendar(time(6), 400, now=now, passed=passed, quality=lambda: Quality(synchronised=True))


async def test_the_table_is_told_when_the_gaming_day_has_come_and_no_other_day(tmp_path: Path) -> None:
    wall, said = Wall(), document_of(GAMES["blackjack"])
    async with playing(tmp_path) as engine:
        part = DayPart(Running(None, engine, wall.calendar(), Watchdog()))  # type: ignore[arg-type]  # no settings
        await tell(engine, [started("blackjack", document=said, day="2026-11-16"), UP])
        wall.day = 17
        assert part.due() is None  # nothing waits for it
        await tell(engine, both(ChangePosting(posting={"minimum": 700, "rules": {"effective": "2026-11-19"}})))
        wall.day = 18
        assert part.due() is None
        wall.day, wall.hour = 19, 5
        assert part.due() is None  # the gaming day begins at six
        wall.hour = 6
        assert part.due() == DayBegan(day="2026-11-19")
        happened: list[str] = []
        engine.listen(lambda seq, state, events: happened.extend(event.kind for event in events))
        task = asyncio.create_task(part.run())
        await until(lambda: engine.state.posted[1].minimum == 700)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert happened == [RulesInForce.__dataclass_fields__["kind"].default]
        assert part.due() is None
