"""Hand ranking for three, four and five cards, safe with two decks (five of a kind counts as four, A4).

A hand's strength is one integer: a stronger hand has a higher one, equal hands have the same. Its category is
`strength >> SHIFT`; below it stand the ranks that break ties, from the top (A6): the combination's first, then the
rest. Ranks count from 2 to 14 there; the ace of A-2-3, A-2-3-4 and A-2-3-4-5 counts 1 (A18, A36). Suits never count.

Three cards are looked up in a table of all hands. For more, each card has a key and the keys of a hand are added: the
sum tells how many cards there are of each rank and of each suit, whatever their order and however many decks. Which
hand is best in such ranks is worked out once, when they first occur, and then remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

from rules.cards import DECK, RANKS, SUITS, Card

SHIFT = 20  # five ranks of four bits


class Three(IntEnum):
    """67.23, 67.43, 67.53: from the lowest to the highest."""

    NONE = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class Four(IntEnum):
    """67.65, 67.76: from the lowest to the highest."""

    NONE = 0
    PAIR = 1
    TWO_PAIRS = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


class Five(IntEnum):
    """67.44, 67.54: from the lowest to the highest."""

    NONE = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


def three(cards: Sequence[Card]) -> int:
    """The strength of three cards (67.23).

    >>> from rules.cards import parse_cards as p
    >>> three(p("Kd Ac Qs")) > three(p("4s 3s 9s")) > three(p("Ah Ad Kc"))
    True
    >>> Three(three(p("2c 3d Ah")) >> SHIFT).name
    'STRAIGHT'
    """
    a, b, c = cards
    return _THREE[a][b][c]


def four(cards: Sequence[Card]) -> int:
    """The strength of the best four of four, five or six cards (67.65, 67.71, 67.72).

    >>> from rules.cards import parse_cards as p
    >>> Four(four(p("8c 8d 8h Ks 2c")) >> SHIFT).name
    'THREE_OF_A_KIND'
    """
    if (size := len(cards)) == 5:
        a, b, c, d, e = cards
        key = _PAIR[a][b] + _PAIR[c][d] + _KEY[e]
    elif size == 6:
        a, b, c, d, e, f = cards
        key = _PAIR[a][b] + _PAIR[c][d] + _PAIR[e][f]
    else:
        a, b, c, d = cards
        key = _PAIR[a][b] + _PAIR[c][d]
    if suited := key & 0x4444:  # four or more
        return max(_FOUR[key >> _SUITS], _FOUR_SUITED[_ranks_in(suited, cards)])
    return _FOUR[key >> _SUITS]


def five(cards: Sequence[Card]) -> int:
    """The strength of the best five of five, six or seven cards (67.44, 67.54).

    >>> from rules.cards import parse_cards as p
    >>> Five(five(p("Ts Th 4d Tc 4s Kd 2c")) >> SHIFT).name
    'FULL_HOUSE'
    """
    if (size := len(cards)) == 7:
        a, b, c, d, e, f, g = cards
        key = _PAIR[a][b] + _PAIR[c][d] + _PAIR[e][f] + _KEY_AND_THREE[g]
    elif size == 6:
        a, b, c, d, e, f = cards
        key = _PAIR[a][b] + _PAIR[c][d] + _PAIR[e][f] + 0x3333
    else:
        a, b, c, d, e = cards
        key = _PAIR[a][b] + _PAIR[c][d] + _KEY_AND_THREE[e]
    if suited := key & 0x8888:  # five or more, and the three
        return max(_FIVE[key >> _SUITS], _FIVE_SUITED[_ranks_in(suited, cards)])
    return _FIVE[key >> _SUITS]


def ranks_of(strength: int) -> tuple[int, ...]:
    """The ranks that break ties, from the top, each from 1 (a low ace) to 14; zeros stand for no card."""
    return strength >> 16 & 15, strength >> 12 & 15, strength >> 8 & 15, strength >> 4 & 15, strength & 15


# -- what a combination is made of ------------------------------------------------------------------------------------

Taken = list[int]  # the ranks of a combination and of what goes with it, in the order in which they break ties
Pattern = Callable[[list[int]], Taken | None]  # from ranks, highest first, takes the best that fits


def _alike(*sizes: int) -> Pattern:
    """Groups of one rank, as high as there are; in a pattern without larger groups a 1 is the highest card left."""

    def take(ranks: list[int]) -> Taken | None:
        left = ranks.copy()
        taken: Taken = []
        for size in sizes:
            for place in range(len(left) - size + 1):
                if left[place] == left[place + size - 1]:
                    taken += left[place : place + size]
                    del left[place : place + size]
                    break
            else:
                return None
        return taken

    return take


def _run(size: int, least: int = 1) -> Pattern:
    """Consecutive ranks, the highest there are, none below `least`; the ace is also below the two (A18, A36)."""

    def take(ranks: list[int]) -> Taken | None:
        held = 0
        for rank in ranks:
            held |= 1 << rank
        if held >> 14:
            held |= 1 << 1
        starts = held >> least
        for above in range(1, size):
            starts &= held >> least + above
        if not starts:
            return None
        start = least + starts.bit_length() - 1
        return [*range(start + size - 1, start - 1, -1)]

    return take


class _Best(dict[int, int]):
    """How many cards of each rank, three bits a rank from the two up, and the strength of the best hand among them.

    Filled as hands occur: the 50,388 ways to have seven cards would cost each start half a second, and a table sees
    few of them in a day.
    """

    def __init__(self, *patterns: tuple[IntEnum, Pattern]) -> None:
        super().__init__()
        self._patterns = patterns  # from the highest category to the lowest; the last one always fits

    def __missing__(self, counts: int) -> int:
        ranks = [rank + 2 for rank in range(len(RANKS) - 1, -1, -1) for _ in range(counts >> 3 * rank & 7)]
        for category, pattern in self._patterns:
            if taken := pattern(ranks):
                strength = category << SHIFT
                for shift, rank in zip((16, 12, 8, 4, 0), taken, strict=False):
                    strength |= rank << shift
                self[counts] = strength
                return strength
        raise ValueError("too few cards")


_FOUR = _Best(
    (Four.FOUR_OF_A_KIND, _alike(4)),
    (Four.THREE_OF_A_KIND, _alike(3, 1)),
    (Four.STRAIGHT, _run(4)),
    (Four.TWO_PAIRS, _alike(2, 2)),
    (Four.PAIR, _alike(2, 1, 1)),
    (Four.NONE, _alike(1, 1, 1, 1)),
)
_FOUR_SUITED = _Best((Four.STRAIGHT_FLUSH, _run(4)), (Four.FLUSH, _alike(1, 1, 1, 1)))

_FIVE = _Best(
    (Five.FOUR_OF_A_KIND, _alike(4, 1)),  # the fifth may be one more of them (A4)
    (Five.FULL_HOUSE, _alike(3, 2)),
    (Five.STRAIGHT, _run(5)),
    (Five.THREE_OF_A_KIND, _alike(3, 1, 1)),
    (Five.TWO_PAIRS, _alike(2, 2, 1)),
    (Five.PAIR, _alike(2, 1, 1, 1)),
    (Five.NONE, _alike(1, 1, 1, 1, 1)),
)
_FIVE_SUITED = _Best(
    (Five.ROYAL_FLUSH, _run(5, least=10)), (Five.STRAIGHT_FLUSH, _run(5)), (Five.FLUSH, _alike(1, 1, 1, 1, 1))
)


# -- keys -------------------------------------------------------------------------------------------------------------

_SUITS = 16  # the lowest bits of a key: four for each suit; above them three for each rank, enough for seven cards
_KEY = [1 << 3 * card.rank + _SUITS | 1 << 4 * card.suit for card in DECK]
_PAIR = [[one + other for other in _KEY] for one in _KEY]  # two look-ups cost less than a look-up and an addition
_KEY_AND_THREE = [key + 0x3333 for key in _KEY]  # so that five cards of a suit reach its fourth bit


def _ranks_in(suited: int, cards: Sequence[Card]) -> int:
    """How many cards of each rank there are in the one suit whose bit is set."""
    suit = suited.bit_length() - 1 >> 2
    return sum([_KEY[card] for card in cards if card & 3 == suit]) >> _SUITS


def _table_of_three() -> list[list[list[int]]]:
    """By the first, the second and the third card; pairs that leave the same hands open share a row."""
    plain = _Best(
        (Three.THREE_OF_A_KIND, _alike(3)),
        (Three.STRAIGHT, _run(3)),
        (Three.PAIR, _alike(2, 1)),
        (Three.NONE, _alike(1, 1, 1)),
    )
    suited = _Best((Three.STRAIGHT_FLUSH, _run(3)), (Three.FLUSH, _alike(1, 1, 1)))
    rows: dict[int, list[list[int]]] = {}  # by the ranks of a pair: for each suit that it may have, and for none
    for ranks in {key >> _SUITS for pair in _PAIR for key in pair}:
        hands = [ranks + (key >> _SUITS) for key in _KEY[:: len(SUITS)]]
        mixed = [plain[hand] for hand in hands for _ in SUITS]
        rows[ranks] = [mixed.copy() for _ in SUITS] + [mixed]
        flushes = [max(plain[hand], suited[hand]) for hand in hands]
        for suit in range(len(SUITS)):
            rows[ranks][suit][suit :: len(SUITS)] = flushes

    return [
        [rows[_PAIR[a][b] >> _SUITS][a & 3 if a & 3 == b & 3 else -1] for b in range(len(DECK))]
        for a in range(len(DECK))
    ]


_THREE = _table_of_three()
