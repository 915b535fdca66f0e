"""What French calls a round: « coup », and « partie » in a poker room (67.88 (18)), with the words that agree with it.

English says “round” of both; so these blanks stand in French sentences alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.capabilities import MovesChips
from rules.registry import GAMES

_COUP: Mapping[str, str] = MappingProxyType(
    {
        "coup": "coup",
        "Coup": "Coup",
        "coups": "coups",
        "le_coup": "le coup",
        "du_coup": "du coup",
        "ce_coup": "ce coup",
        "e": "",
        "les_mises": "les mises",
        "ouvert": "les mises sont ouvertes",
    }
)
_PARTIE: Mapping[str, str] = MappingProxyType(
    {
        "coup": "partie",
        "Coup": "Partie",
        "coups": "parties",
        "le_coup": "la partie",
        "du_coup": "de la partie",
        "ce_coup": "cette partie",
        "e": "e",
        "les_mises": "l'avoir",  # what a player comes with is no wager yet (67.88 (2), (8))
        "ouvert": "les joueurs prennent place",
    }
)
BLANKS = frozenset(_COUP)


def round_words(game: str) -> Mapping[str, str]:
    """The words for these blanks at a table of this game.

    >>> "{Coup} {n} terminé{e}".format_map({**round_words("poker_room"), "n": 3})
    'Partie 3 terminée'
    """
    return _PARTIE if isinstance(GAMES.get(game), MovesChips) else _COUP
