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


class Hidden(Card):
    """A card that lies there, by a number of its own: what it is, nobody has said yet, and nothing ranks it.

    >>> Hidden.numbered(7), recorded("07") == Hidden.numbered(7), recorded("Kh")
    (07, True, Kh)
    """

    __slots__ = ()

    @classmethod
    def numbered(cls, number: int) -> Hidden:
        """The one of this number, from 0 to 99."""
        return cls(len(DECK) + number)

    @property
    def number(self) -> int:
        """Which one it is."""
        return self - len(DECK)

    @property
    def rank(self) -> int:
        """Nobody knows it: whoever asks must not have been asked to."""
        raise LookupError("nobody has said what this card is")

    suit = rank

    def __str__(self) -> str:
        return f"{self.number:02}"  # as long as a card's name

    __repr__ = __str__


DECK = tuple(map(Card, range(52)))  # s. 6: 52 cards, no joker
NAMES = {str(card): card for card in DECK}  # as we write them


def recorded(name: str) -> Card:
    """A card as it was written down, hidden or not."""
    return Hidden.numbered(int(name)) if name.isdecimal() else Card.parse(name)


def parse_cards(names: str) -> tuple[Card, ...]:
    """Reads several cards, separated by blanks.

    >>> parse_cards("Qs 3d 2c")
    (Qs, 3d, 2c)
    """
    return tuple(map(Card.parse, names.split()))
