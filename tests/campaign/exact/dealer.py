"""How often the dealer's hand is below a strength, whatever cards he must have and whatever cards he cannot have.

Hands that hold certain cards are counted from the largest sets down: a hand with the set B is met once for each of its
cards beyond B. Hands that avoid the player's cards follow by inclusion and exclusion over these cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from rules.cards import Card
from tests.campaign.exact.sets import CARDS, Classes, Ints, classes, copies

MANY = 6  # cards of a hand whose largest sets are so many that a byte must do for their counts
Rank = Callable[[Sequence[Card]], int]


class Dealer:
    """The dealer's hands of one size."""

    def __init__(self, size: int, decks: int, rank: Rank) -> None:
        self.size, self.decks = size, decks
        self.classes: list[Classes] = [classes(k, decks) for k in range(size)]
        strengths = self._strengths(rank)
        self.strengths: Ints = np.unique(strengths[strengths >= 0])  # by code
        self.codes = np.searchsorted(self.strengths, strengths).astype(np.int32)  # of each largest set with each card
        self.below: list[npt.NDArray[np.int64]] = self._count(strengths >= 0)

    def _strengths(self, rank: Rank) -> Ints:
        """Every hand, as one of the largest sets and one more card; -1 where there is no such card left."""
        largest = self.classes[-1].cards
        found = np.full((len(largest), CARDS), -1, dtype=np.int64)
        for place, cards in enumerate(largest.tolist()):
            for card in range(CARDS):
                if cards.count(card) < self.decks:
                    found[place, card] = rank((*cards, card))  # type: ignore[arg-type]  # numbers will do
        return found

    def _count(self, there: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.int64]]:
        """By the size of a set, then by its class: how many hands with it are below each code."""
        codes = len(self.strengths)
        counts: npt.NDArray[np.int64] = np.zeros((len(there), codes), dtype=np.uint8 if self.size == MANY else np.int64)
        for card in range(CARDS):
            left = self.decks - copies(self.classes[-1].cards, card)
            rows = np.flatnonzero(left)
            counts[rows, self.codes[rows, card]] += left[rows].astype(counts.dtype)
        all_counts = [counts]
        for size in range(self.size - 2, -1, -1):
            counts = self._with_one_less(size, all_counts[0])
            all_counts.insert(0, counts)
        return [_below(counts) for counts in all_counts]

    def _with_one_less(self, size: int, counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        sets, larger = self.classes[size], self.classes[size + 1]
        found = np.zeros((len(sets.cards), counts.shape[1]), dtype=np.int64)
        for card in range(CARDS):
            left = self.decks - copies(sets.cards, card)
            rows = np.flatnonzero(left)
            grown = np.column_stack([sets.cards[rows], np.full(len(rows), card)])
            found[rows] += left[rows, None] * counts[larger.find(grown)]
        if (found % (self.size - size)).any():
            raise RuntimeError("hands were not met once for each of their cards")
        return found // (self.size - size)

    def avoiding(self, hands: Ints, own: Ints, limits: Sequence[Ints], shown: int | None = None) -> list[Ints]:
        """For every row of a player's cards: the dealer's hands below each limit, without these, with the one shown.

        `own` is the code of the hand that a player's cards would make, with the card shown.
        """
        found: list[Ints] = [np.zeros(len(hands), dtype=np.int64) for _ in limits]
        for size in range(hands.shape[1] + 1):
            for taken in combinations(range(hands.shape[1]), size):
                held = hands[:, taken]
                if shown is not None:
                    held = np.column_stack([held, np.full(len(hands), shown)])
                whole = held.shape[1] == self.size
                rows = None if whole else self.classes[held.shape[1]].find(held)
                for place, limit in enumerate(limits):
                    with_them = own < limit if rows is None else self.below[held.shape[1]][rows, limit]
                    found[place] += (-1) ** size * with_them.astype(np.int64)
        return found


def _below(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """From how many hands have a code to how many are below it; one more column for all of them."""
    below = np.zeros((counts.shape[0], counts.shape[1] + 1), dtype=counts.dtype)
    np.cumsum(counts, axis=1, dtype=counts.dtype, out=below[:, 1:])
    return below
