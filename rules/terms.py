"""Names in French and English: what all games share. What one game alone knows stands in the game's own file.

French marked (c) is customary: the by-law's own French for it is not among the texts we have (A25).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Term(NamedTuple):
    """One name in both languages."""

    fr: str
    en: str


class Detail(str):
    """Why something is refused: the English sentence, which also knows its key, its values and its French."""

    __slots__ = ("fr", "key", "values")

    fr: str
    key: str
    values: Mapping[str, object]


class Details(Enum):
    """A table of such sentences; one of them, called with the values of its placeholders, is the detail.

    A value that is a tuple stands for alternatives. A sentence about another one, its `why`, has the key of that one.

    >>> class Example(Details):
    ...     DECKS = Term("{game} se joue avec {decks} paquets", "{game} is dealt from {decks} decks")
    >>> detail = Example.DECKS(game="war", decks=(6, 8))
    >>> detail, detail.fr, detail.key
    ('war is dealt from 6 or 8 decks', 'war se joue avec 6 ou 8 paquets', 'decks')
    """

    value: Term

    def __call__(self, **values: object) -> Detail:
        """Fills these values into the sentence."""
        detail = Detail(self.value.en.format_map({name: _said(value, " or ") for name, value in values.items()}))
        detail.fr = self.value.fr.format_map({name: _said(_french(value), " ou ") for name, value in values.items()})
        detail.key, detail.values = self.name.lower(), values
        if isinstance(why := values.get("why"), Detail):
            detail.key, detail.values = why.key, {**why.values, **values}
        return detail


def _said(value: object, either: str) -> object:
    return either.join(map(str, value)) if isinstance(value, tuple) else value


def _french(value: object) -> object:
    return value.fr if isinstance(value, Detail) else value


COMMON: dict[str, Term] = {
    # who
    "dealer": Term("Croupier", "Dealer"),
    "dealer_against": Term("Croupier contre la place {seat}", "Dealer against seat {seat}"),
    "seat": Term("Place", "Seat"),
    "aside": Term("Cartes de côté", "Cards set aside"),  # (c)
    # outcomes
    "win": Term("gagnante", "winning"),
    "lose": Term("perdante", "losing"),
    "push": Term("nulle", "push"),
    "half": Term("moitié perdue", "half forfeited"),  # (c)
    "taken": Term("perçue", "taken"),  # a commission
    "paid": Term("payé", "paid"),  # its refund
    # combinations of three, four and five cards
    "royal_flush": Term("Quinte royale", "Royal Flush"),
    "straight_flush": Term("Suite couleur", "Straight Flush"),
    "four_of_a_kind": Term("Carré", "Four-of-a-Kind"),
    "full_house": Term("Main pleine", "Full House"),
    "flush": Term("Couleur", "Flush"),
    "straight": Term("Séquence", "Straight"),
    "three_of_a_kind": Term("Brelan", "Three-of-a-Kind"),
    "two_pairs": Term("Double paire", "Two Pairs"),
    "pair": Term("Paire", "Pair"),
    "none": Term("Aucune combinaison", "No combination"),
}
