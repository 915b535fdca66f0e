"""A whole table: what each of its wagers is worth, as the house posts the game."""

from __future__ import annotations

from dataclasses import replace

from rules.contract import bad
from rules.game import Options, RuleError, deck_count, unoffered
from rules.odds.model import TableOdds
from rules.refusals import Because
from rules.registry import GAMES


def odds(game: str, options: Options | None = None) -> TableOdds:
    """What every wager of the game is worth at a table that posts these options; no wagers: nothing was counted.

    >>> odds("sic_bo").wagers["total_9"].edge
    Fraction(41, 216)
    """
    posted = options or Options()
    if (machine := GAMES.get(game)) is None:
        raise RuleError("unknown_game", Because.NO_GAME(game=game[:40]))
    if posted.decks is not None and posted.decks not in machine.decks:
        allowed = machine.decks
        raise bad(Because.DECKS_OF(game=game, decks=allowed) if allowed else Because.NOT_FROM_DECKS(game=game))
    return machine.odds(posted) or TableOdds(game, deck_count(machine, posted) or None, {})


def odds_offered(game: str, posted: Options) -> TableOdds:
    """The same of a table: what it does not offer costs nobody anything.

    >>> sorted(odds_offered("blackjack", Options(offered=("sevens",))).wagers)
    ['sevens']
    """
    found = odds(game, posted)
    missing = unoffered(GAMES[game], posted)
    return replace(
        found,
        wagers={wager: chance for wager, chance in found.wagers.items() if wager not in missing},
        kept=found.kept - missing,
    )
