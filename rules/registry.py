"""Every game that croupier knows: one line each."""

from __future__ import annotations

from rules import three_card_poker
from rules.machine import Game
from rules.terms import COMMON, Term

GAMES: dict[str, Game] = {game.name: game for game in (three_card_poker.GAME,)}


def term(game: str, key: str) -> Term:
    """The name of anything that a game or all games know."""
    return GAMES[game].terms.get(key) or COMMON[key]
