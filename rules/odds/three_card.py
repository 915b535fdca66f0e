"""3-Cards Poker's main game: every hand of the player against every hand of the dealer, in a fraction of a second.

The dealer's hands that avoid the player's three cards are counted by inclusion and exclusion: all hands, less those
with one of the cards, plus those with two of them, less the hand itself. Of each kind only the strengths are kept.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement
from math import comb, prod

from rules.cards import DECK, SUITS, Card
from rules.odds.chance import Chance
from rules.odds.play import Cell, Play, ThreeCard, worth
from rules.ranking import three

Cards = tuple[Card, ...]


class Strengths:
    """Hands by strength: how many are below one, or not above it."""

    def __init__(self, counts: Counter[int]) -> None:
        self.known = sorted(counts)
        self._below = [0, *accumulate(counts[strength] for strength in self.known)]

    def below(self, strength: int) -> int:
        """Counts the hands that are weaker."""
        return self._below[bisect_left(self.known, strength)]

    def up_to(self, strength: int) -> int:
        """Counts the hands that are not stronger."""
        return self._below[bisect_right(self.known, strength)]


class Dealer:
    """The dealer's hands of three cards out of so many decks."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.all = self._with(())
        self._pairs: dict[tuple[int, int, bool, bool], Strengths] = {}
        self._ones = [self._with((Card(rank * len(SUITS)),)) for rank in range(len(DECK) // len(SUITS))]

    def _with(self, held: Cards) -> Strengths:
        """All hands that hold these cards."""
        counts: Counter[int] = Counter()
        left = [self.decks - held.count(card) for card in DECK]
        for more in combinations_with_replacement(DECK, 3 - len(held)):
            if ways := _ways(more, left):
                counts[three(held + more)] += ways
        return Strengths(counts)

    def _of_pair(self, one: Card, other: Card) -> Strengths:
        """Pairs are alike if their ranks are and both are, or are not, of one suit, or one and the same card."""
        kind = one.rank, other.rank, one == other, one.suit == other.suit
        if kind not in self._pairs:
            self._pairs[kind] = self._with((one, other))
        return self._pairs[kind]

    def avoiding(self, cards: Cards, strength: int) -> tuple[int, int]:
        """The dealer's hands without these cards that are weaker, and that are not stronger."""
        ones = [self._ones[card.rank] for card in cards]
        pairs = [self._of_pair(one, other) for one, other in combinations(cards, 2)]
        own = three(cards)
        below = self.all.below(strength) - (own < strength)
        up_to = self.all.up_to(strength) - (own <= strength)
        for sign, kinds in ((-1, ones), (1, pairs)):
            for kind in kinds:
                below += sign * kind.below(strength)
                up_to += sign * kind.up_to(strength)
        return below, up_to


def _ways(cards: Cards, left: list[int]) -> int:
    """In how many ways these cards can be taken where so many copies of each are left."""
    if len(set(cards)) == len(cards):
        return prod([left[card] for card in cards])
    return prod(comb(left[card], copies) for card, copies in Counter(cards).items())


def players(decks: int) -> list[tuple[int, Cards]]:
    """The player's hands: those with the same ranks and the same suits in common are one, with their number."""
    counts: Counter[tuple[int | bool, ...]] = Counter()
    examples: dict[tuple[int | bool, ...], Cards] = {}
    full = [decks] * len(DECK)
    for cards in combinations_with_replacement(DECK, 3):
        if ways := _ways(cards, full):
            a, b, c = cards
            d, e, f = a & 3, b & 3, c & 3
            kind = a >> 2, b >> 2, c >> 2, d == e, d == f, e == f
            counts[kind] += ways
            examples[kind] = cards
    return [(count, examples[kind]) for kind, count in counts.items()]


@cache
def main(decks: int) -> Chance:
    """67.28 to 67.31 under best play.

    >>> main(1).percent
    3.373
    """
    play = ThreeCard()
    return worth(play, cells(play, decks))


def cells(play: Play, decks: int) -> list[Cell]:
    """Every hand with its best choice, against the dealer in each of the four cases."""
    dealer = Dealer(decks)
    strengths = dealer.all.known
    opening = next(strength for strength in strengths if play.opens(strength))
    total = comb(len(DECK) * decks - 3, 3)
    found: Counter[tuple[int, int, int]] = Counter()
    for ways, cards in players(decks):
        mine = three(cards)
        unopened, _ = dealer.avoiding(cards, opening)
        lower, up_to = (max(unopened, count) for count in dealer.avoiding(cards, mine))
        cases = (
            (strengths[0], unopened),
            (opening, lower - unopened),
            (mine, up_to - lower),
            (strengths[-1], total - up_to),
        )
        brought = sum(play.shown(mine, against, 1) * count for against, count in cases if count)
        if brought > play.dropped() * total:
            for against, count in cases:
                found[1, mine, against] += ways * count
        else:
            found[0, 0, 0] += ways * total
    return [Cell(*kind, count) for kind, count in found.items() if count]
