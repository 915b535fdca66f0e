"""The minutes of the poker room, as croupierd tells them to the table."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

import daemon.parts.room
from daemon.parts.part import Running
from daemon.parts.room import RoomPart
from daemon.table.orders import LeaveTable, MinutePassed, OpenRound, SeatIn, SitOut
from daemon.table.state import TableState
from tests.daemon.floor import D1, UP, started, tell
from tests.daemon.people import Memory
from tests.drivers import PATIENCE

CHARGED = {"room.timeCharge": 600, "room.timePeriod": 30}


class Hours:
    """Minutes that pass when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may = asyncio.Semaphore(0)
        self.waits = asyncio.Event()
        monkeypatch.setattr(daemon.parts.room, "a_minute", self.minute)

    async def minute(self) -> None:
        self.waits.set()
        await self.may.acquire()

    async def passes(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            for _ in range(count):
                await self.waits.wait()
                self.waits.clear()
                self.may.release()
            await self.waits.wait()


async def told(table: Memory, count: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What a new process tells within so many minutes."""
    before, hours = len(table.kept), Hours(monkeypatch)
    running = Running(None, table.engine, None, None)  # type: ignore[arg-type]  # of which it needs the engine alone
    task = asyncio.create_task(RoomPart(running).run())
    await hours.passes(count)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return [cast("MinutePassed", said).minute for said in table.kept[before:]]


async def test_67_108_minutes_are_told_by_their_number_and_a_restart_tells_none_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Memory()
    table.state, _ = tell(TableState(), started("poker_room", more=CHARGED), UP, OpenRound())
    assert await told(table, 3, monkeypatch) == []  # nobody sits there
    await table.submit(D1(SeatIn(seat="1", wagers={"stakes": 5000})))
    assert await told(table, 2, monkeypatch) == [1, 2]
    assert await told(table, 2, monkeypatch) == [3, 4]  # another process
    again = table.state
    await table.submit(MinutePassed(minute=4))
    assert table.state == again
    await table.submit(D1(SitOut(seat="1")))
    assert await told(table, 2, monkeypatch) == []


async def test_67_95_minutes_are_told_while_somebody_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Memory()
    posted = started("poker_room", more={"room.returnMinutes": 2})
    table.state, _ = tell(TableState(), posted, UP, OpenRound(), SeatIn(seat="1", wagers={"stakes": 5000}))
    assert await told(table, 2, monkeypatch) == []
    await table.submit(D1(LeaveTable(seat="1")))
    assert await told(table, 5, monkeypatch) == [1, 2]


async def test_at_another_game_no_minute_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Memory()
    table.state, _ = tell(TableState(), started("war"), UP, OpenRound(), SeatIn(seat="1", wagers={"initial": 500}))
    assert await told(table, 2, monkeypatch) == []
