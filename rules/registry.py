"""Every game that croupier knows: one line each."""

from __future__ import annotations

from rules import three_card_poker
from rules.machine import Game

GAMES: dict[str, Game] = {game.name: game for game in (three_card_poker.GAME,)}
