"""Every game that croupier knows: one line each."""

from __future__ import annotations

from rules import (
    blackjack,
    boston,
    craps,
    crazy_four,
    four_card,
    sic_bo,
    three_card_poker,
    three_five_seven,
    war,
)
from rules.capabilities import Metered
from rules.game import Game, Options, RuleError
from rules.posting import check_amounts
from rules.refusals import Because
from rules.room import machine as room
from rules.terms import COMMON, Term

# What a table can deal, and what `settle` answers; of the poker room, one showdown.
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
        room.GAME,
    )
}


METERED: dict[str, Metered] = {  # by wager: the game whose meter it feeds
    wager: game for game in GAMES.values() if isinstance(game, Metered) for wager in game.metered
}


def check_posted(game: str, options: Options) -> None:
    """What a table posts must be what the game knows: another choice would change nothing, and nobody would see it.

    >>> check_posted("crazy_four", Options(more={"crazy4.sbFlush": "3:2"}))
    >>> check_posted("crazy_four", Options(more={"crazy4.flush": "3:2"}))
    Traceback (most recent call last):
    rules.game.RuleError: crazy4.flush: no such option of crazy_four; it has crazy4.sbFlush, crazy4.sbNoOpen
    >>> check_posted("war", Options(decks=7))
    Traceback (most recent call last):
    rules.game.RuleError: decks: war is dealt from 6 or 8
    """
    known, allowed = GAMES[game].posts, GAMES[game].decks
    for name in options.more:
        if name not in known:
            because = Because.NO_OPTION if known else Because.NO_OPTIONS
            raise RuleError("bad_request", because(name=name[:40], game=game, options=", ".join(known)))
    if options.decks is not None and options.decks not in allowed:
        because = Because.DECKS if allowed else Because.ON_DICE
        raise RuleError("bad_request", because(game=game, decks=allowed))
    check_amounts(GAMES[game], options)
    GAMES[game].start(options)


def term(game: str, key: str) -> Term:
    """The name of anything that a game or all games know."""
    return GAMES[game].terms.get(key) or COMMON[key]
