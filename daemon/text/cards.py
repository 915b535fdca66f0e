"""Cards as people see them."""

from __future__ import annotations

_SIGNS = str.maketrans("cdhs", "♣♦♥♠")


def card_text(card: str) -> str:
    """With the suit's sign, and a ten in figures.

    >>> card_text("Th"), card_text("Ac")
    ('10♥', 'A♣')
    """
    return card.replace("T", "10").translate(_SIGNS)
