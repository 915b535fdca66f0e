"""An evening without limit: who sits out and comes back, a straddle, words out of turn, time, and a slip."""

from __future__ import annotations

from daemon.table.orders import (
    Announcement,
    ChargeTime,
    CloseTable,
    ComeBack,
    LeaveTable,
    MinutePassed,
    OpenRound,
    ReturnToTable,
    SeatIn,
    SitOut,
    StartGame,
    Straddle,
    VoidRound,
)
from tests.replay.stories import Happens, Restart, Story, says

POSTED = {
    "minimum": 500,
    "unit": 100,
    "more": {"room.straddle": "utg", "room.timeCharge": 600, "room.timePeriod": 3, "room.returnMinutes": 10},
}
VERDICTS = "finished finished voided finished in_progress"


def story() -> Story:
    """Puck, blinds and what is owed through five rounds; a restart and a void in between."""

    def stakes(number: int) -> SeatIn:
        return SeatIn(seat=str(number), wagers={"stakes": 20_000})

    def minutes(first: int, last: int) -> tuple[Happens, ...]:
        return tuple(MinutePassed(minute=minute) for minute in range(first, last + 1))

    yield (OpenRound(), *map(stakes, (1, 2, 3, 4)), *minutes(1, 2), MinutePassed(minute=2), StartGame())
    yield (Straddle(seat="4"), "2c Ah 7d 9s 3d As 8d 9c", Announcement(seat="2", choice="call"))  # to 2 3 4 1
    yield (says(1, "raise", 600), SitOut(seat="3"), says(2, "fold"), says(3, "fold"), says(4, "fold"))
    yield (OpenRound(), *minutes(3, 4), ChargeTime(seat="1", stake=600), LeaveTable(seat="2"), StartGame())
    yield ("2c Ah 3d As", says(1, "call"), says(4, "pass"), "2s Ac Kd 9h", says(4, "bet", 400), says(1, "fold"))
    yield (OpenRound(), ReturnToTable(seat="2", stake=20_000, slip=1), stakes(6), ComeBack(seat="6", wait=True))
    yield (StartGame(), "2c Ah", Restart(), VoidRound(reason="la donne est perdue"))
    yield (OpenRound(), ComeBack(seat="3"), StartGame(), "2c Ah 3d As 7d 8d", says(1, "fold"), says(4, "fold"))
    yield (OpenRound(), *minutes(5, 7), LeaveTable(seat="1"), CloseTable())
