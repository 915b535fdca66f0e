"""A deck check: what a reader made of decks that are known to be whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from drivers.observation import (
    CardHidden,
    CardOutside,
    CardSeen,
    CardTold,
    CardUnreadable,
    CutCardSeen,
    Observation,
    OutsideDealt,
    OutsideTold,
)
from rules.cards import DECK, RANKS, SUITS, Card

SIGNS = "♣♦♥♠"


@dataclass(slots=True)
class DeckCheck:
    """Counts the cards that a reader sees.

    >>> check = DeckCheck(decks=1)
    >>> for card in [*DECK[1:], DECK[7]]:
    ...     check.take(CardSeen("shoe", "7F3A09C1", 1, str(card)))
    >>> check.missing, check.doubled, check.dealt == check.due, check.whole
    (['2c'], ['3s'], True, False)
    """

    decks: int
    seen: Counter[Card] = field(default_factory=Counter)
    misread: int = 0
    untold: int = 0  # came hidden, and the shoe has not said yet what they are
    cut: int = 0
    _outside: bool = False  # of these one that lies outside the shoe's own game

    def take(self, observation: Observation) -> None:
        """Counts an observation; only cards matter."""
        match observation:
            case CardSeen(card=card) | CardOutside(card=str(card)):
                self.seen[Card.parse(card)] += 1
            case CardHidden():
                self.untold += 1
            case CardOutside():
                self.untold, self._outside = self.untold + 1, True
            case CardTold(card=card):
                self._told(card)
            case OutsideTold(card=card) | OutsideDealt(card=str(card)) if self._outside:
                self._told(card)
                self._outside = False
            case CardUnreadable():
                self.misread += 1
            case CutCardSeen():
                self.cut += 1

    def _told(self, card: str) -> None:
        """Of more values than cards that came, those are too many, and are seen to be."""
        self.untold = max(self.untold - 1, 0)
        self.seen[Card.parse(card)] += 1

    @property
    def due(self) -> int:
        """How many cards there are to deal."""
        return self.decks * len(DECK)

    @property
    def dealt(self) -> int:
        """Returns how many cards came, read or not."""
        return self.seen.total() + self.untold + self.misread

    @property
    def missing(self) -> list[str]:
        """Those that were not seen, each as often as it is missing."""
        return [str(card) for card in DECK for _ in range(self.decks - self.seen[card])]

    @property
    def doubled(self) -> list[str]:
        """Those that were seen too often, each as often as it is too many."""
        return [str(card) for card in DECK for _ in range(self.seen[card] - self.decks)]

    @property
    def rate(self) -> float:
        """Cards that could not be read, of those that came, in percent."""
        return 100 * self.misread / self.dealt if self.dealt else 0.0

    @property
    def whole(self) -> bool:
        """Every card came as often as it should, and was read."""
        return not (self.missing or self.doubled or self.misread or self.untold)

    def grid(self) -> Iterator[str]:
        """How often each card was seen: a row a suit, a column a rank."""
        yield "   " + "".join(f"{rank:>3}" for rank in RANKS)
        for suit, sign in enumerate(SIGNS[: len(SUITS)]):
            counts = (self.seen[card] for card in DECK if card.suit == suit)
            yield f"  {sign}" + "".join(f"{count or '·':>3}" for count in counts)
