"""Every game that croupier knows: one line each."""

from __future__ import annotations

from rules import (
    blackjack,
    boston,
    craps,
    crazy_four,
    four_card,
    poker_room,
    sic_bo,
    three_card_poker,
    three_five_seven,
    war,
)
from rules.machine import Game, Settled
from rules.terms import COMMON, Term

# What a table can deal.
GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        three_card_poker.GAME,
        war.GAME,
        three_five_seven.GAME,
        boston.GAME,
        four_card.GAME,
        crazy_four.GAME,
        blackjack.GAME,
        craps.GAME,
        sic_bo.GAME,
    )
}
# What `settle` answers: the same, and the showdown of the poker room, whose whole game has no machine yet.
SETTLED: dict[str, Settled] = {**GAMES, poker_room.GAME.name: poker_room.GAME}


def term(game: str, key: str) -> Term:
    """The name of anything that a game or all games know."""
    return SETTLED[game].terms.get(key) or COMMON[key]
