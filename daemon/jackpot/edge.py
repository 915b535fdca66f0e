"""Whom the progressive favours: what a meter is worth, against what a wager costs."""

from __future__ import annotations

from daemon.jackpot.pool import BASIS, Pool
from daemon.text.details import Because
from rules.registry import METERED
from rules.terms import Detail


def favours_player(terms: Pool, shows: int, decks: int) -> Detail | None:
    """Why the wager favours the player: now, by what the meter shows; or in the long run, by what it gives back.

    In the long run every cent that is displayed or reserved is won by someone, and each jackpot costs the house a
    seed as far as the reserve does not pay it.
    """
    if terms.manner is None:
        return None
    prizes = METERED[terms.wager].prizes(terms.manner, decks)
    if shows >= (least := prizes.break_even_cents):
        return Because.BREAKS_EVEN(shows=shows, least=least)
    whole = max(row.hit for row in prizes.rows if row.share == 1)
    rates = terms.stake * (terms.rate + terms.reserve_rate) / BASIS
    seeds = max(0, float(whole) * terms.seed - terms.stake * terms.reserve_rate / BASIS)
    back = float(prizes.fixed) + rates + seeds
    return Because.GOES_BACK(back=f"{back:.2f}", stake=terms.stake) if back >= terms.stake else None
