"""Settlement lines: what happens to one wager, and which section says so."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """What becomes of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    HALF = "half"


Stake = int | None  # cents; None: the wager lies on the layout, its amount is not known
Readings = tuple[str, ...]  # A-numbers
Odds = tuple[int, int]  # 3 to 2; exact, in lowest terms


class Line(NamedTuple):
    """One wager of one seat, settled. A tuple: a roll of the dice makes many."""

    seat: str
    wager: str
    outcome: Outcome
    odds: str | None  # "3:2"; None where nothing is paid by odds
    stake: Stake
    won: Stake  # what the house pays on top
    returned: Stake  # how much of the stake goes back
    section: str
    hand: str | None = None  # the combination that decided, if one did
    readings: Readings = ()  # where the text alone does not decide
    more: Mapping[str, int | str | None] | None = None  # what only one game's lines tell: `roll`, `award`


def round_up(amount: int, parts: int, unit: int) -> int:
    """`amount / parts`, up to the next multiple of `unit`: what a player gets (A11).

    >>> round_up(700, 6, 1), round_up(700, 6, 100)
    (117, 200)
    """
    return -(-amount // (parts * unit)) * unit


def round_down(amount: int, parts: int, unit: int) -> int:
    """`amount / parts`, down to the next multiple of `unit`: what the house takes (A11)."""
    return amount // (parts * unit) * unit


def win(
    seat: str,
    wager: str,
    stake: Stake,
    odds: Odds,
    section: str,
    unit: int,
    hand: str | None = None,
    readings: Readings = (),
    *,
    stake_returned: bool = True,
) -> Line:
    """A wager that is paid at `odds`.

    `stake_returned` is false for a bonus on a wager that another line settles: its stake does not come back twice.

    >>> win("1", "initial_bonus", 500, (4, 1), "67.31", 1, stake_returned=False).won
    2000
    """
    to, per = odds
    if stake is None:
        return Line(seat, wager, Outcome.WIN, f"{to}:{per}", None, None, None, section, hand, readings)
    won = round_up(stake * to, per, unit)
    back = stake if stake_returned else 0
    return Line(seat, wager, Outcome.WIN, f"{to}:{per}", stake, won, back, section, hand, readings)


def push(seat: str, wager: str, stake: Stake, section: str, hand: str | None = None, readings: Readings = ()) -> Line:
    """Makes the line of a wager that goes back."""
    nothing = None if stake is None else 0
    return Line(seat, wager, Outcome.PUSH, None, stake, nothing, stake, section, hand, readings)


def lose(seat: str, wager: str, stake: Stake, section: str, hand: str | None = None, readings: Readings = ()) -> Line:
    """A wager that is taken; one that neither wins nor is declared a push loses (A12)."""
    nothing = None if stake is None else 0
    return Line(seat, wager, Outcome.LOSE, None, stake, nothing, nothing, section, hand, readings)


def half(seat: str, wager: str, stake: Stake, section: str, unit: int, hand: str | None = None) -> Line:
    """A wager of which half is forfeited, rounded down to `unit`; the rest goes back (67.38, 67.47, A11)."""
    if stake is None:
        return Line(seat, wager, Outcome.HALF, None, None, None, None, section, hand)
    return Line(seat, wager, Outcome.HALF, None, stake, 0, stake - round_down(stake, 2, unit), section, hand)
