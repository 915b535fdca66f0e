"""Sets of cards up to a renaming of the suits, with numbers for all of them.

A set of k cards may hold a card as often as there are decks. Sorted and with 0, 1, 2 … added it is a set of k different
numbers, and those have a rank among all of their kind: that is a set's index.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

CARDS, MOST = 52, 6
BINOMIAL = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(CARDS + MOST)], dtype=np.int64)
RENAMINGS = [np.array([4 * (card >> 2) + suits[card & 3] for card in range(CARDS)]) for suits in permutations(range(4))]


def index(cards: Ints) -> Ints:
    """The index of every row of cards."""
    ordered = np.sort(cards, axis=-1)
    found: Ints = np.zeros(cards.shape[:-1], dtype=np.int64)
    for place in range(cards.shape[-1]):
        found += BINOMIAL[ordered[..., place] + place, place + 1]
    return found


@dataclass(frozen=True)
class Classes:
    """All sets of one size: those that differ only in the names of suits are one class."""

    of: npt.NDArray[np.int32]  # by index: the class
    cards: Ints  # by class: one of its sets
    weight: Ints  # by class: in how many ways its sets can be taken out of the decks

    def find(self, cards: Ints) -> npt.NDArray[np.int32]:
        """The class of every row of cards."""
        return self.of[index(cards)]


def classes(size: int, decks: int) -> Classes:
    """Every set of so many cards."""
    listed = list(combinations_with_replacement(range(CARDS), size))
    every = np.array(listed, dtype=np.int64).reshape(len(listed), size)
    ways = _ways(every, decks)
    every, ways = every[ways > 0], ways[ways > 0]
    least = index(every)
    for renamed in RENAMINGS[1:]:
        least = np.minimum(least, index(renamed[every]))
    _, first, which = np.unique(least, return_index=True, return_inverse=True)
    of = np.full(comb(CARDS + size - 1, size), -1, dtype=np.int32)
    of[index(every)] = which
    weight = np.bincount(which, weights=ways, minlength=len(first)).astype(np.int64)
    if int(weight.sum()) != comb(CARDS * decks, size):
        raise RuntimeError("some sets are missing")
    return Classes(of, every[first], weight)


def copies(cards: Ints, card: int | Ints) -> Ints:
    """How often a card is in every row."""
    found: Ints = (cards == (card if isinstance(card, int) else card[:, None])).sum(axis=1)
    return found


def _ways(cards: Ints, decks: int) -> Ints:
    """In how many ways each row can be taken out of the decks: the copies of a card are cards of their own."""
    ways = np.ones(len(cards), dtype=np.int64)
    seen = np.ones(len(cards), dtype=np.int64)
    for place in range(cards.shape[1]):
        if place:
            seen = np.where(cards[:, place] == cards[:, place - 1], seen + 1, 1)
        ways = ways * (decks - seen + 1) // seen
    return ways
