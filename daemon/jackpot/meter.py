"""Whose meter a pool keeps: the game that has such a wager, found by the wager's name."""

from __future__ import annotations

from rules.registry import METERED

SHARES = frozenset(  # of a meter, that any game awards
    share for game in METERED.values() for shares in game.manners.values() for share in shares
)


def shares(wager: str, manner: int | None) -> frozenset[str]:
    """The shares of its meter that a table awards which posts this manner (A111); None: any manner."""
    manners = METERED[wager].manners
    return frozenset(manners[manner]) if manner is not None else frozenset().union(*manners.values())


def worth(wager: str, share: str, shows: int, unit: int) -> int:
    """What a share of the meter pays."""
    return METERED[wager].share(share, shows, unit)
