"""The poker games against the house: the main game under best play, and the wager beside it."""

from __future__ import annotations

from collections.abc import Mapping

from rules import boston, crazy_four, four_card, three_card_poker, three_five_seven
from rules.contract import bad
from rules.game import Options, deck_count
from rules.odds import side, three_card
from rules.odds.chance import Chance
from rules.odds.kept import KEPT
from rules.odds.model import TableOdds
from rules.odds.play import play_of, worth
from rules.refusals import Because

BY_LAW: Mapping[str, Mapping[str, str]] = {  # of what is kept: what stands unless the house posts otherwise
    boston.GAME.name: {},
    four_card.GAME.name: {four_card.BONUS_BEATEN: four_card.STAKE_RETURNED},
    crazy_four.GAME.name: {"crazy4.sbFlush": "3:1", "crazy4.sbNoOpen": "pay"},
}


def three_card_odds(options: Options) -> TableOdds:
    """67.28 to 67.32: counts what every wager is worth."""
    decks = deck_count(three_card_poker.GAME, options)
    found = {"initial": three_card.main(decks), "pair_plus": side.pair_plus(decks)}
    return TableOdds(three_card_poker.GAME.name, decks, found)


def three_five_seven_odds(options: Options) -> TableOdds:
    """67.48 to 67.50: counts what every wager is worth."""
    decks = deck_count(three_five_seven.GAME, options)
    return TableOdds(three_five_seven.GAME.name, decks, side.three_five_seven_bets(decks))


def boston_odds(options: Options) -> TableOdds:
    """67.58 to 67.63: counts what every wager is worth."""
    decks = deck_count(boston.GAME, options)
    return _kept(boston.GAME.name, options, decks, {"bonus": side.bonus(decks)})


def four_card_odds(options: Options) -> TableOdds:
    """67.70 to 67.74: counts what every wager is worth."""
    decks = deck_count(four_card.GAME, options)
    return _kept(four_card.GAME.name, options, decks, {"aces_up": side.aces_up(decks)})


def crazy_four_odds(options: Options) -> TableOdds:
    """67.81 to 67.87: counts what every wager is worth."""
    decks = deck_count(crazy_four.GAME, options)
    return _kept(crazy_four.GAME.name, options, decks, {"queens_up": side.queens_up(decks)})


def _kept(game: str, options: Options, decks: int, beside: Mapping[str, Chance]) -> TableOdds:
    """A game whose main game was counted beforehand, in the way in which the house posts it."""
    posted = tuple(
        sorted((name, str(value)) for name, value in options.more.items() if value != BY_LAW[game].get(name, value))
    )
    if (cells := KEPT.get((game, decks, posted))) is None:
        raise bad(Because.NOTHING_COUNTED(game=game, decks=decks, options=dict(posted)))
    play = play_of(game, options)
    return TableOdds(game, decks, {play.wager: worth(play, cells), **beside}, kept=frozenset({play.wager}))
