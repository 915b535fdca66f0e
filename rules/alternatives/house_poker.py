"""What the poker games against the house share: who dropped, and hands that are settled again (A6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from rules import boston, crazy_four, four_card, three_card_poker
from rules.alternatives.model import Ended, Lines, Reading, taken
from rules.alternatives.ranks import by_any_card, by_top_card
from rules.game import DEALER, Options
from rules.lines import Line, Stake
from rules.ranking import five, four, three
from rules.registry import GAMES
from rules.terms import Term

if TYPE_CHECKING:
    from rules.house_poker import HousePoker

Stakes = Mapping[str, Stake]
Rank = Callable[[Any], int]
Dealer = Callable[[int, int], int]  # from the player's hand and the dealer's: the dealer's, as it is to be compared


def _three_card(seat: str, stakes: Stakes, mine: int, dealer: int, options: Options) -> list[Line]:
    return three_card_poker.settle_shown(seat, stakes, mine, dealer, options.unit)


def _boston(seat: str, stakes: Stakes, mine: int, dealer: int, options: Options) -> list[Line]:
    return boston.settle_shown(seat, stakes, mine, dealer, options.unit)


def _four_card(seat: str, stakes: Stakes, mine: int, dealer: int, options: Options) -> list[Line]:
    lost = options.more.get(four_card.BONUS_BEATEN) == four_card.STAKE_LOST
    return four_card.settle_shown(seat, stakes, mine, dealer, options.unit, beaten_ante_lost=lost)


def _crazy_four(seat: str, stakes: Stakes, mine: int, dealer: int, options: Options) -> list[Line]:
    return crazy_four.settle_shown(seat, stakes, mine, dealer, options.unit, crazy_four.house_of(options))


SHOWN: Mapping[str, tuple[Rank, Callable[[int], bool], Callable[..., list[Line]]]] = {
    three_card_poker.GAME.name: (three, three_card_poker.opens, _three_card),
    boston.GAME.name: (five, lambda _: True, _boston),
    four_card.GAME.name: (four, lambda _: True, _four_card),
    crazy_four.GAME.name: (four, crazy_four.opens, _crazy_four),
}


def strengths(ended: Ended, seat: str, rank: Rank | None = None) -> tuple[int, int]:
    """A shown hand and the dealer's."""
    rank = rank or SHOWN[ended.game][0]
    return rank(ended.shown(seat)), rank(ended.shown(DEALER))


def again(ended: Ended, rank: Rank | None = None, dealer: Dealer = lambda _, theirs: theirs) -> Lines:
    """Every hand that was shown, settled once more: ranked otherwise, or the dealer's compared otherwise."""
    _, opens, settle = SHOWN[ended.game]
    game, play = cast("HousePoker", GAMES[ended.game]), ended.play
    lines = {(line.seat, line.wager): line for line in ended.lines}
    for seat, stakes in play.stakes.items():
        if seat in play.dropped and (game.SIDE not in stakes or game.name == boston.GAME.name):
            continue  # face down, or but the three cards of a Bonus
        mine, theirs = strengths(ended, seat, rank)
        if opens(theirs):
            theirs = dealer(mine, theirs)
        settled = settle(seat, stakes, mine, theirs, ended.options)
        gone = {key for key in lines if key[0] == seat and key[1] in game.bonuses}
        lines = {key: line for key, line in lines.items() if key not in gone}
        lines |= {(line.seat, line.wager): line for line in settled}
    return ended.in_order(lines.values())


def survives(side: str, section: str) -> Callable[[Ended, str], Lines]:
    """A side wager of a player who dropped stands (`stands`), or is lost with the hand (`lost`)."""

    def settle(ended: Ended, choice: str) -> Lines:
        gone = ended.play.dropped if choice == "lost" else ()
        return [taken(line, section) if line.wager == side and line.seat in gone else line for line in ended.lines]

    return settle


def compared(key: Callable[[int], tuple[int, ...]]) -> Dealer:
    """The dealer's hand as strong, against this one, as the key says.

    It stays as it is where the key says nothing else: one beside a hand that is too low to open would not open either.
    """

    def other(mine: int, theirs: int) -> int:
        ours, his = key(mine), key(theirs)
        if (ours < his, ours > his) == (mine < theirs, mine > theirs):
            return theirs
        return mine if ours == his else mine + 1 if ours < his else mine - 1

    return other


TIES: Mapping[str, Dealer] = {
    "every_card": lambda _, theirs: theirs,
    "top_card": compared(by_top_card),
    "any_card": compared(by_any_card),
}


def ties(ended: Ended, choice: str) -> Lines:
    """67.24, 67.55, 67.66, 67.77: what breaks a tie of two hands of one combination (A6)."""
    return again(ended, dealer=TIES[choice])


READINGS = (
    Reading(
        "A6",
        tuple(SHOWN),
        {
            "every_card": Term(
                "le rang de la combinaison, puis chaque autre carte", "the combination's rank, then every other card"
            ),
            "top_card": Term(
                "le rang de la combinaison, puis la seule carte la plus haute",
                "the combination's rank, then the single highest card",
            ),
            "any_card": Term(
                "la seule carte la plus haute de la main, combinaison ou non",
                "the single highest card of the hand, in the combination or not",
            ),
        },
        ties,
    ),
)
