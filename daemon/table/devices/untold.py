"""Cards that came out of a shoe which tells what they are only later: how many, and by which place it will tell each.

A place is the shoe's own, and follows from the cards before it; so all of it is secret, and of the same length on disk
whatever the cards were.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.cards import Card, Hidden, recorded

NUMBERS = 100  # of hidden cards; more are never out at once
MOST = 999  # that are counted; a shoe holds fewer than half of them
PLACES = 0x100
HAND = 6  # cards in a hand of the shoe's own; each has a place
HEAD = re.compile(r"(\d{2})(\d{3})((?:--|\w{2})[01])", re.ASCII)
CARD = re.compile(r"([0-9a-f]{2})(\w{2})([01])", re.ASCII)
NO_CARD = "-----"


class Waiting(NamedTuple):
    """A card whose value may still be told."""

    place: int  # by which; 0: outside the shoe's own game
    card: Card  # hidden, or as two persons named it meanwhile, or as the shoe told it before
    counts: bool = True  # it is one of the cards that are in the shoe now


class Untold(NamedTuple):
    """What a shoe has not told, or told of a card outside its game."""

    numbered: int = 0  # the next hidden card's number
    unknown: int = 0  # cards out of the shoe since it was filled of which nobody knows what they are
    outside: Waiting | None = None  # the card that was drawn once too often
    cards: tuple[Waiting, ...] = ()  # by place, one at each: a place that is used again is of another hand

    def __repr__(self) -> str:
        return f"Untold({self.unknown})"

    def hidden(self) -> tuple[Untold, Hidden]:
        """One more card that nobody knows is out."""
        return self.counted()._replace(numbered=(self.numbered + 1) % NUMBERS), Hidden.numbered(self.numbered)

    def counted(self) -> Untold:
        """One more that has left the shoe is not known."""
        return self._replace(unknown=min(self.unknown + 1, MOST))

    def awaits(self, place: int, card: Card) -> Untold:
        """It lies there, and its value will be told by this place, if that is one."""
        if place not in range(PLACES):
            return self
        return self._replace(cards=(*self._elsewhere(place), Waiting(place, card)))

    def told(self, place: int) -> tuple[Untold, Waiting | None]:
        """The card that waits there, which then waits no more; None: none does."""
        found = next((each for each in self.cards if each.place == place), None)
        return self._replace(cards=self._elsewhere(place)), found

    def known(self, waiting: Waiting) -> Untold:
        """Somebody knows now what a hidden card is."""
        return self.fewer(waiting.counts) if isinstance(waiting.card, Hidden) else self

    def fewer(self, by: int) -> Untold:
        """So many more are known."""
        return self._replace(unknown=max(self.unknown - by, 0))

    def named(self, hidden: Hidden, card: Card, *, counts: bool) -> Untold:
        """Two persons say what it is; what the shoe will tell of it is compared."""
        cards = tuple(each._replace(card=card) if each.card == hidden else each for each in self.cards)
        return self.fewer(counts)._replace(cards=cards)

    def named_again(self, was: Card, card: Card | None) -> Untold:
        """Two persons say otherwise what they have named; None: what the shoe tells of it is compared no more."""
        others = tuple(each for each in self.cards if each.card != was)
        again = (each._replace(card=card) for each in self.cards if each.card == was and card is not None)
        return self._replace(cards=(*others, *again))

    def uncounted(self) -> Untold:
        """Another filling: what is still told is of the one before."""
        outside = self.outside and self.outside._replace(counts=False)
        return self._replace(
            unknown=0, outside=outside, cards=tuple(each._replace(counts=False) for each in self.cards)
        )

    def freeze(self) -> str:
        """Writes it down."""
        outside = "--0" if self.outside is None else f"{self.outside.card}{self.outside.counts:d}"
        cards = (f"{each.place:02x}{each.card}{each.counts:d}" for each in self.cards)
        return f"{self.numbered:02}{self.unknown:03}{outside}" + "".join(cards).ljust(HAND * len(NO_CARD), "-")

    @classmethod
    def thaw(cls, frozen: str) -> Untold:
        """The same again; ValueError if it never was one."""
        head, rest = HEAD.match(frozen), frozen.rstrip("-")
        if head is None:
            raise ValueError("no untold cards")
        numbered, unknown, outside = head.groups()
        cards = [CARD.fullmatch(rest, at, at + len(NO_CARD)) for at in range(head.end(), len(rest), len(NO_CARD))]
        return cls(
            int(numbered),
            int(unknown),
            None if outside.startswith("-") else _waiting("00", outside[:2], outside[2]),
            tuple(_waiting(*card.groups()) if card else _malformed() for card in cards),
        )

    def _elsewhere(self, place: int) -> tuple[Waiting, ...]:
        return tuple(each for each in self.cards if each.place != place)


def _waiting(place: str, card: str, counts: str) -> Waiting:
    return Waiting(int(place, 16), recorded(card), counts == "1")


def _malformed() -> Waiting:
    raise ValueError("no untold cards")
