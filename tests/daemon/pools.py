"""A blackjack table with a pool of its own: stories told to its real journal, over several gaming days."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from daemon.engine import Engine, restore
from daemon.jackpot.pool import Pool
from daemon.journal.store import Journal
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import (
    AwardJackpot,
    CloseBetting,
    CloseJackpot,
    DirectCard,
    Misdeal,
    NoMoreCards,
    OpenRound,
    SeatIn,
    TableOrder,
)
from drivers.observation import LinkUp
from tests.daemon.floor import IN_SERVICE, POOL, S1, StoryStep, seen, signed, started

NAME = POOL.name
WAGER: dict[str, int | None] = {"progressive": 100}


def laid(*seats: str) -> tuple[StoryStep, ...]:
    """A round whose betting is closed: these seats have wagers on the meter, seat 7 has none."""
    return (OpenRound(), *(SeatIn(seat=seat, wagers=WAGER) for seat in seats), SeatIn(seat="7"), CloseBetting())


def suited(hand: str, suit: str, dealt: int = 2) -> tuple[StoryStep, ...]:
    """The cards after the first `dealt` that make ace to five of one suit, each directed to this hand."""
    rest = [f"{rank}{suit}" for rank in "A2345"[dealt:]]
    return tuple(step for card in rest for step in (DirectCard(hand=hand), card))


WIN: tuple[StoryStep, ...] = ("As 9d 2s 9c", *suited("1", "s"), NoMoreCards())  # seat 1 alone: the whole meter
LOSE: tuple[StoryStep, ...] = ("8h 9h 8c 9c", NoMoreCards())


def award(seat: str, cents: int) -> TableOrder:
    """A supervisor confirms."""
    return S1(AwardJackpot(pool=NAME, seat=seat, cents=cents))


# A jackpot won and confirmed; the day after, a misdeal, and a supervisor closes the pool.
TWO_DAYS: Sequence[Sequence[StoryStep]] = (
    (*IN_SERVICE, *laid("1"), *WIN, award("1", 10_000_20)),
    (*laid("1"), *LOSE, *laid("1", "2"), Misdeal(reason="une carte est tombée")),
)
CLOSED = S1(CloseJackpot(pool=NAME, reason="écran éteint"))


@asynccontextmanager
async def playing(folder: Path, day: str = "2026-11-16", terms: Pool = POOL) -> AsyncIterator[Engine]:
    """The table, from wherever its journal stands."""
    journal = await asyncio.to_thread(Journal, folder / "bj-1", folder / "bj-1.key", lambda: day)
    engine = Engine(journal, await asyncio.to_thread(restore, journal))
    journal.start()
    try:
        await engine.submit(started("blackjack", jackpots=(terms,), more={"manner": terms.manner}))
        await engine.submit(LinkUp("shoe", "b1", SHOE.of(engine.state).seq, complete=True))
        yield engine
    finally:
        await asyncio.to_thread(journal.close)
        engine.broken.cancel()


async def tell(engine: Engine, story: Sequence[StoryStep]) -> None:
    """What devices see and people order, to the disk."""
    for step in story:
        for one in step.split() if isinstance(step, str) else (step,):
            shoe = SHOE.of(engine.ahead)
            await engine.submit(seen(shoe.seq + 1, one, shoe.boot or "b1") if isinstance(one, str) else signed(one))


async def played(folder: Path, *days: Sequence[StoryStep]) -> Path:
    """One gaming day after the other; the journal's folder."""
    for number, story in enumerate(days):
        async with playing(folder, f"2026-11-{16 + number}") as engine:
            await tell(engine, story)
    return folder / "bj-1"
