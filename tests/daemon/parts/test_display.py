"""How long no board has proven the progressive's amount (21.2): what the table is told of it, and when."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import time
from pathlib import Path

import pytest

from daemon.host.watchdog import Watchdog
from daemon.journal.calendar import Calendar
from daemon.parts.boards import BoardsPart
from daemon.parts.display import DisplayPart
from daemon.parts.part import Running
from daemon.settings import load
from daemon.table.orders import DisplayLost, DisplayProven
from tests.daemon.floor import IN_SERVICE
from tests.daemon.pools import NAME, playing, tell

pytestmark = pytest.mark.holds("21.2")

SITE = '[broker]\nhost = "localhost"\n'
TABLE = """
progressive_boards = ["meter-1", "meter-2"]
display_seconds = 30
[table]
game = "blackjack"
[table.options]
manner = 1
[shoe]
port = "/dev/null"
serial = "S"
[[jackpots]]
name = "progressive-1"
seed = 1000000
rate = 2000
largest = 200
"""
NOON = 1_800_000_000.0  # on the wall


class Watched:
    """A table, its boards and who watches them."""

    def __init__(self, running: Running) -> None:
        self.engine, self._running = running.engine, running
        self.restart()

    def restart(self) -> None:
        """Another process: its clock begins anew, and it has heard no board."""
        self.boards = BoardsPart(self._running)
        self.boards.show(self.engine.state)
        self.display = DisplayPart(self._running, self.boards)

    def proves(self, at: float, board: str = "meter-1") -> None:
        """A board's echo was right, at this time."""
        self.boards.driver.boards[board].proved = at

    async def at(self, now: float, wall: float | None = None) -> DisplayLost | DisplayProven | None:
        """What the table is told at this time, once it is on disk."""
        said = self.display.due(now, NOON + now if wall is None else wall)
        if said is not None:
            await self.engine.submit(said)
        return said


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    (tmp_path / "etc/tables").mkdir(parents=True)
    (tmp_path / "etc/site.toml").write_text(SITE)
    (tmp_path / "etc/tables/bj-1.toml").write_text(TABLE)
    settings = load(tmp_path / "etc", "bj-1")
    async with playing(tmp_path) as engine:
        await tell(engine, IN_SERVICE)
        yield Watched(Running(settings, engine, Calendar(time(6), 7), Watchdog()))


def lost(seconds: int, since: float) -> DisplayLost:
    return DisplayLost(pool=NAME, seconds=seconds, since=int(NOON + since))


async def test_the_grace_counts_from_the_start(watched: Watched) -> None:
    assert [await watched.at(now) for now in (100, 110, 129.9)] == [None, None, None]
    assert await watched.at(130.5) == lost(30, 100)
    assert [await watched.at(now) for now in (131, 200)] == [None, None]  # told once


async def test_a_proof_of_any_board_starts_it_anew(watched: Watched) -> None:
    assert await watched.at(100) is None
    watched.proves(120, "meter-1")
    watched.proves(125, "meter-2")
    assert [await watched.at(now) for now in (140, 154.9)] == [None, None]
    assert await watched.at(155) == lost(30, 125)
    watched.proves(171.5, "meter-1")
    assert await watched.at(172) == DisplayProven(pool=NAME, seconds=46)
    assert await watched.at(172.5) is None
    assert await watched.at(201.5) == lost(30, 171.5)


async def test_a_gap_is_measured_by_the_process_whatever_its_clock_on_the_wall_says(watched: Watched) -> None:
    assert await watched.at(100) is None
    assert await watched.at(130) == lost(30, 100)
    watched.proves(140)
    assert await watched.at(140, wall=NOON + 86_400) == DisplayProven(pool=NAME, seconds=40)


@pytest.mark.parametrize(("wall", "seconds"), [(NOON + 300, 200), (NOON - 86_400, 0)])
async def test_over_a_restart_the_wall_tells_and_never_less_than_nothing(
    watched: Watched, wall: float, seconds: int
) -> None:
    assert await watched.at(100) is None
    assert await watched.at(130) == lost(30, 100)
    watched.restart()
    assert [await watched.at(now) for now in (7, 20, 90)] == [None, None, None]  # it stays closed
    watched.proves(95)
    assert await watched.at(95, wall) == DisplayProven(pool=NAME, seconds=seconds)


async def test_what_is_not_in_service_need_not_be_shown(watched: Watched) -> None:
    watched.boards.pool = ""
    assert [await watched.at(now) for now in (100, 1000)] == [None, None]
    watched.boards.show(watched.engine.state)
    assert await watched.at(1001) is None
    assert await watched.at(1031) == lost(30, 1001)
