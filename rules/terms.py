"""The by-law's terms in French and English: games, wagers, outcomes, combinations.

French marked (c) is customary: the by-law's own French for that section is not among the texts we have (A25).
"""

from __future__ import annotations

from typing import NamedTuple


class Term(NamedTuple):
    """One term in both languages."""

    fr: str
    en: str


TERMS: dict[str, Term] = {
    # games
    "three_card_poker": Term("Poker 3 cartes", "3-Cards Poker"),  # (c)
    # who
    "dealer": Term("Croupier", "Dealer"),
    "seat": Term("Place", "Seat"),
    # wagers
    "initial": Term("Mise initiale", "Initial wager"),
    "additional": Term("Mise additionnelle", "Additional wager"),
    "initial_bonus": Term("Prime sur la mise initiale", "Bonus on the initial wager"),  # (c)
    "pair_plus": Term("Paire ou plus", "Pair or plus"),  # (c)
    # decisions
    "play": Term("mise additionnelle", "additional wager"),
    "drop": Term("se retire", "drops"),
    # outcomes
    "win": Term("gagnante", "winning"),
    "lose": Term("perdante", "losing"),
    "push": Term("nulle", "push"),
    "half": Term("moitié perdue", "half forfeited"),  # (c)
    # combinations
    "straight_flush": Term("Suite couleur", "Straight Flush"),
    "three_of_a_kind": Term("Brelan", "Three-of-a-Kind"),
    "straight": Term("Séquence", "Straight"),
    "flush": Term("Couleur", "Flush"),
    "pair": Term("Paire", "Pair"),
    "none": Term("Aucune combinaison", "No combination"),
}
