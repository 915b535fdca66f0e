"""Whom the progressive favours: what a meter is worth, against what a wager costs."""

from __future__ import annotations

from daemon.jackpot.pool import BASIS, Pool
from rules.registry import METERED


def favours_player(terms: Pool, shows: int, decks: int) -> str | None:
    """Why the wager favours the player: now, by what the meter shows; or in the long run, by what it gives back.

    In the long run every cent that is displayed or reserved is won by someone, and each jackpot costs the house a
    seed as far as the reserve does not pay it.
    """
    if terms.manner is None:
        return None
    prizes = METERED[terms.wager].prizes(terms.manner, decks)
    if shows >= (least := prizes.break_even_cents):
        return f"{shows} is displayed, {least} breaks even"
    whole = max(row.hit for row in prizes.rows if row.share == 1)
    rates = terms.stake * (terms.rate + terms.reserve_rate) / BASIS
    seeds = max(0, float(whole) * terms.seed - terms.stake * terms.reserve_rate / BASIS)
    back = float(prizes.fixed) + rates + seeds
    return f"{back:.2f} of each {terms.stake} go back in the long run" if back >= terms.stake else None
