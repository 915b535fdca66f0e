"""Cards, and the names people give them."""

from __future__ import annotations

RANKS = "23456789TJQKA"  # 67.22: the ace is the highest
SUITS = "cdhs"


class Card(int):
    """One card, as an integer from 0 to 51: four suits within each rank, so that order is rank order.

    >>> Card.parse("10d"), Card.parse("as")
    (Td, As)
    >>> Card.parse("Kh").rank > Card.parse("Qh").rank
    True
    """

    __slots__ = ()

    @classmethod
    def parse(cls, name: str) -> Card:
        """Rank then suit, in any letter case; the ten is `T` or `10`."""
        if name in NAMES:
            return NAMES[name]
        rank, suit = name[:-1].upper().replace("10", "T"), name[-1:].lower()
        if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
            raise ValueError("no such card; a card is a rank of 23456789TJQKA and a suit of cdhs, like Kh")
        return cls(RANKS.index(rank) * 4 + SUITS.index(suit))

    @property
    def rank(self) -> int:
        """0 for a two, 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """The index of the suit; suits never break a tie."""
        return self & 3

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    __repr__ = __str__


DECK = tuple(map(Card, range(52)))  # s. 6: 52 cards, no joker
NAMES = {str(card): card for card in DECK}  # as we write them


def parse_cards(names: str) -> tuple[Card, ...]:
    """Reads several cards, separated by blanks.

    >>> parse_cards("Qs 3d 2c")
    (Qs, 3d, 2c)
    """
    return tuple(map(Card.parse, names.split()))
