"""Hands by other readings of the order: without the low ace, and with other ways to break a tie."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby

from rules.cards import Card
from rules.ranking import SHIFT, Five, Three, five, ranks_of, three

ACE, LOW_THREE, LOW_FIVE = 14, 3, 5  # the tops of A-2-3 and of A-2-3-4-5


def three_ace_high(cards: Sequence[Card]) -> int:
    """Three cards where A-2-3 is no straight unless it is of one suit (67.22 as it is printed, A18).

    >>> from rules.cards import parse_cards as p
    >>> three_ace_high(p("Ac 2d 3h")) >> SHIFT, three_ace_high(p("Ac 2c 3c")) >> SHIFT
    (0, 5)
    """
    strength = three(cards)
    if strength >> SHIFT == Three.STRAIGHT and ranks_of(strength)[0] == LOW_THREE:
        return ACE << 16 | 3 << 12 | 2 << 8
    return strength


def five_ace_high(cards: Sequence[Card]) -> int:
    """The best five of some cards where A-2-3-4-5 is no straight unless it is of one suit (67.41 in English, A36).

    >>> from rules.cards import parse_cards as p
    >>> five_ace_high(p("Ac 2d 3h 4s 5c Ad Ah")) >> SHIFT == Five.THREE_OF_A_KIND
    True
    """
    strength = five(cards)
    if not _wheel(strength):
        return strength
    return max(ACE << 16 | 0x5432 if _wheel(each := five(some)) else each for some in combinations(cards, LOW_FIVE))


def _wheel(strength: int) -> bool:
    return strength >> SHIFT == Five.STRAIGHT and ranks_of(strength)[0] == LOW_FIVE


def by_top_card(strength: int) -> tuple[int, ...]:
    """A6: the combination's own rank, then the single highest card beside it, and no more."""
    groups = [(rank, len(list(alike))) for rank, alike in groupby(rank for rank in ranks_of(strength) if rank)]
    combined = [rank for rank, count in groups if count > 1]
    beside = [rank for rank, count in groups if count == 1]
    return strength >> SHIFT, *combined, *beside[:1]


def by_any_card(strength: int) -> tuple[int, ...]:
    """A6: of one category, the highest card anywhere in the hand, and no more."""
    return strength >> SHIFT, max(ranks_of(strength))
