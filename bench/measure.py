"""How a speed is measured: ours and the other, turn by turn, and the median of many turns."""

from __future__ import annotations

import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """What a bench found."""

    ratio: float
    ours: str
    against: str
    note: str


@dataclass(frozen=True, slots=True)
class Bench:
    """A name of the bench contract, its goal, and how it is measured."""

    name: str
    sign: Literal["<=", ">="]
    goal: float
    against: str
    measure: Callable[[], Awaitable[Figure]]


Once = Callable[[], Awaitable[float]]  # does it once and answers the seconds it took


async def compare(ours: Once, other: Once, turns: int, warm_up: int = 20) -> Figure:
    """Interleaved, so that whatever else the machine does falls on both."""
    mine: list[float] = []
    theirs: list[float] = []
    for turn in range(warm_up + turns):
        other_took, our_took = await other(), await ours()
        if turn >= warm_up:
            theirs.append(other_took)
            mine.append(our_took)
    p99 = statistics.quantiles(mine, n=100)[98]
    median, floor = statistics.median(mine), statistics.median(theirs)
    return Figure(median / floor, _time(median), _time(floor), f"p99 {_time(p99)}, {turns} turns")


def _time(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"
