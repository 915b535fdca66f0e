"""Names in French and English: what all games share. What one game alone knows stands in the game's own file.

French marked (c) is customary: the by-law's own French for it is not among the texts we have (A25).
"""

from __future__ import annotations

from typing import NamedTuple


class Term(NamedTuple):
    """One name in both languages."""

    fr: str
    en: str


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
