"""All hands of some cards, one of each strength, in so few steps that seven cards take a second.

Suits matter only where enough cards share one to make a flush. So hands are counted by their ranks alone, and those
with a suit that counts by the ranks in it and the ranks beside it. With several decks, copies of a card are cards of
their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from rules.cards import DECK, RANKS, SUITS, Card

Cards = tuple[Card, ...]
Rank = Callable[[Sequence[Card]], int]


class Held(NamedTuple):
    """Ranks that a hand may hold."""

    key: int  # four bits for each rank: how often it is there
    ways: int  # to take them where there are so many cards of each
    cards: Cards  # an example


@cache
def hands(size: int, flush: int, decks: int, rank: Rank) -> tuple[tuple[int, Cards], ...]:
    """Hands of so many cards, of which `flush` in one suit count: an example of each strength, and how many have it.

    >>> from rules.ranking import five
    >>> sum(count for count, _ in hands(5, 5, 1, five)) == comb(52, 5), len(hands(5, 5, 1, five))
    (True, 7462)
    """
    others = len(SUITS) - 1
    suited: Counter[int] = Counter()
    counts: Counter[int] = Counter()
    examples: dict[int, Cards] = {}
    for inside in range(flush, size + 1):
        besides = _held(size - inside, decks * others, 1, others)
        for within in _held(inside, decks, 0, 1):
            for beside in besides:
                count = len(SUITS) * within.ways * beside.ways
                suited[within.key + beside.key] += count
                counts[strength := rank(cards := within.cards + beside.cards)] += count
                examples[strength] = cards
    for plain in _held(size, decks * len(SUITS), 0, len(SUITS)):
        if count := plain.ways - suited[plain.key]:
            counts[strength := rank(plain.cards)] += count
            examples[strength] = plain.cards
    return tuple((count, examples[strength]) for strength, count in sorted(counts.items()))


def _held(size: int, copies: int, first: int, suits: int) -> list[Held]:
    """Every choice of ranks where there are so many cards of each; the examples take each of so many suits in turn."""
    ways = [comb(copies, taken) for taken in range(size + 1)]
    chosen: list[tuple[int, int, tuple[int, ...]]] = [(0, 1, ())]
    for rank in range(len(RANKS)):
        chosen = [
            (key + (taken << 4 * rank), count * ways[taken], ranks + (rank,) * taken)
            for key, count, ranks in chosen
            for taken in range(min(copies, size - len(ranks)) + 1)
        ]
    return [
        Held(key, count, tuple([DECK[rank * len(SUITS) + first + place % suits] for place, rank in enumerate(ranks)]))
        for key, count, ranks in chosen
        if len(ranks) == size
    ]
