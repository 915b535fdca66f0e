"""What a wager on a meter buys: how often each prize falls, and from which amount on the wager favours the player."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from rules.odds.chance import Chance


class Row(NamedTuple):
    """One prize."""

    name: str
    hit: Fraction  # the chance that it is the one paid
    pays: int | None  # cents; None: a share of the meter
    share: Fraction  # of the meter


class Prizes(NamedTuple):
    """What a wager on a meter buys, in one manner that a table may post."""

    stake: int  # cents
    rows: tuple[Row, ...]

    @property
    def hit(self) -> Fraction:
        """How often any prize is paid."""
        return sum((row.hit for row in self.rows), Fraction(0))

    @property
    def fixed(self) -> Fraction:
        """Cents that the prizes of a fixed sum give back, on average."""
        return sum((row.hit * row.pays for row in self.rows if row.pays is not None), Fraction(0))

    @property
    def share(self) -> Fraction:
        """The part of the meter that a wager wins, on average."""
        return sum((row.hit * row.share for row in self.rows), Fraction(0))

    @property
    def break_even(self) -> Fraction:
        """Cents: with a lower meter the house has the edge, with a higher one the player."""
        return (self.stake - self.fixed) / self.share

    @property
    def break_even_cents(self) -> int:
        """The same as a meter can show it: the least at which the house no longer has the edge."""
        return ceil(self.break_even)

    def chance(self, jackpot: int) -> Chance:
        """The wager while the meter shows so many cents; the stake itself never comes back (A106)."""
        return Chance(1 - (self.fixed + self.share * jackpot) / self.stake, self.hit)
