"""A whole table: what each of its wagers is worth, as the house posts the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules import blackjack as blackjack_game
from rules import boston, craps, crazy_four, four_card, sic_bo, three_card_poker, three_five_seven, war
from rules.contract import bad
from rules.machine import Options, RuleError
from rules.odds import blackjack, dice, side, three_card
from rules.odds import war as war_odds
from rules.odds.blackjack import Progressive
from rules.odds.chance import Chance
from rules.odds.kept import KEPT
from rules.odds.play import play_of, worth
from rules.refusals import Because
from rules.room import machine as room

Wagers = Mapping[str, Chance]


@dataclass(frozen=True, slots=True)
class TableOdds:
    """Every wager of a game; a game with decisions is told under its first mandatory wager, best play assumed."""

    game: str
    decks: int | None  # None: dice
    wagers: Wagers
    progressive: Mapping[int, Progressive] = field(default_factory=dict)  # by manner (21.2)
    kept: frozenset[str] = frozenset()  # the wagers whose counts were made beforehand

    @property
    def for_the_player(self) -> dict[str, Chance]:
        """The wagers by which the house loses in the long run."""
        return {wager: chance for wager, chance in self.wagers.items() if chance.favours_player}


def _main(game: str, options: Options, decks: int) -> Chance:
    """A main game that is kept, in the way in which the house posts it."""
    posted = tuple(
        sorted((name, str(value)) for name, value in options.more.items() if value != BY_LAW[game].get(name, value))
    )
    if (cells := KEPT.get((game, decks, posted))) is None:
        raise bad(Because.NOTHING_COUNTED(game=game, decks=decks, options=dict(posted)))
    return worth(play_of(game, options), cells)


def _three_card_poker(options: Options, decks: int) -> Wagers:
    return {"initial": three_card.main(decks), "pair_plus": side.pair_plus(decks)}


def _boston(options: Options, decks: int) -> Wagers:
    return {"ante": _main("boston", options, decks), "bonus": side.bonus(decks)}


def _four_card(options: Options, decks: int) -> Wagers:
    return {"ante": _main("four_card", options, decks), "aces_up": side.aces_up(decks)}


def _crazy_four(options: Options, decks: int) -> Wagers:
    return {"ante": _main("crazy_four", options, decks), "queens_up": side.queens_up(decks)}


BY_LAW: Mapping[str, Mapping[str, str]] = {  # what stands unless the house posts otherwise
    boston.GAME.name: {},
    four_card.GAME.name: {four_card.BONUS_BEATEN: four_card.STAKE_RETURNED},
    crazy_four.GAME.name: {"crazy4.sbFlush": "3:1", "crazy4.sbNoOpen": "pay"},
}
CARDS: Mapping[str, tuple[tuple[int, ...], Callable[[Options, int], Wagers]]] = {  # how many decks there may be
    three_card_poker.GAME.name: (three_card_poker.GAME.decks, _three_card_poker),
    war.GAME.name: (war.GAME.decks, lambda _, decks: war_odds.wagers(decks)),
    three_five_seven.GAME.name: (three_five_seven.GAME.decks, lambda _, decks: side.three_five_seven_bets(decks)),
    boston.GAME.name: (boston.GAME.decks, _boston),
    four_card.GAME.name: (four_card.GAME.decks, _four_card),
    crazy_four.GAME.name: (crazy_four.GAME.decks, _crazy_four),
    blackjack_game.GAME.name: (blackjack_game.GAME.decks, lambda _, decks: blackjack.wagers(decks)),
}
DICE: Mapping[str, Callable[[], Wagers]] = {
    craps.GAME.name: dice.craps_wagers,
    sic_bo.GAME.name: dice.sic_bo_wagers,
}


def odds(game: str, options: Options | None = None) -> TableOdds:
    """What every wager of the game is worth at a table that posts these options.

    >>> odds("sic_bo").wagers["total_9"].edge
    Fraction(41, 216)
    """
    posted = options or Options()
    if game == room.GAME.name:  # players play each other; the house has its commission (67.108)
        return TableOdds(game, 1, {})
    if game in DICE:
        if posted.decks is not None:
            raise bad(Because.NOT_FROM_DECKS(game=game))
        return TableOdds(game, None, DICE[game]())
    if game not in CARDS:
        raise RuleError("unknown_game", Because.NO_GAME(game=game[:40]))
    allowed, wagers = CARDS[game]
    decks = posted.decks or allowed[0]
    if decks not in allowed:
        raise bad(Because.DECKS_OF(game=game, decks=allowed))
    manners: Mapping[int, Progressive] = {}
    told = dict(wagers(posted, decks))
    if game == blackjack_game.GAME.name:
        manners = {manner: blackjack.progressive(manner, decks) for manner in blackjack_game.PROGRESSIVE}
        manner, jackpot = posted.more.get("manner"), posted.more.get("jackpot")
        if manner in manners and isinstance(jackpot, int):
            told["progressive"] = manners[manner].chance(jackpot)
    return TableOdds(game, decks, told, manners, frozenset({"ante"}) if game in BY_LAW else frozenset())
