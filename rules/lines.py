"""Settlement lines: what happens to one wager, and which section says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil


class Outcome(StrEnum):
    """What becomes of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    HALF = "half"


Stake = int | None  # cents; None: the wager lies on the layout, its amount is not known


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of one seat, settled."""

    seat: str
    wager: str
    outcome: Outcome
    odds: str | None  # "3:2"; None where nothing is paid by odds
    stake: Stake
    won: Stake  # what the house pays on top
    returned: Stake  # how much of the stake goes back
    section: str
    readings: tuple[str, ...] = ()  # A-numbers, where the text alone does not decide
    hand: str | None = None  # the combination that decided, if one did


def win(seat: str, wager: str, stake: Stake, odds: Fraction, section: str, *, unit: int, stays: bool = True) -> Line:
    """A wager that is paid at `odds`; what the player gets is rounded up to `unit` (A11).

    `stays` is false for a bonus on a wager that another line settles: its stake does not come back twice.

    >>> win("1", "initial_bonus", 500, Fraction(4), "67.31", unit=1, stays=False).won
    2000
    """
    ratio = f"{odds.numerator}:{odds.denominator}"
    if stake is None:
        return Line(seat, wager, Outcome.WIN, ratio, None, None, None, section)
    won = ceil(stake * odds / unit) * unit
    return Line(seat, wager, Outcome.WIN, ratio, stake, won, stake if stays else 0, section)


def push(seat: str, wager: str, stake: Stake, section: str) -> Line:
    """A wager that goes back."""
    return Line(seat, wager, Outcome.PUSH, None, stake, None if stake is None else 0, stake, section)


def lose(seat: str, wager: str, stake: Stake, section: str) -> Line:
    """A wager that is taken; one that neither wins nor is declared a push loses (A12)."""
    nothing = None if stake is None else 0
    return Line(seat, wager, Outcome.LOSE, None, stake, nothing, nothing, section)
