"""The main games with a decision: what each choice brings, asked of the functions that settle.

What a round brings depends on the dealer's hand only through four cases: he does not open, or his hand is lower, equal
or higher. So a game is known as soon as it is counted how often each case meets each hand and each choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from rules import boston, crazy_four, four_card, three_card_poker
from rules.game import Options
from rules.lines import Line
from rules.odds.chance import UNIT, Chance, gain

SEAT = "1"


class Play(Protocol):
    """One main game, a unit on its first mandatory wager."""

    @property
    def wager(self) -> str:
        """The first mandatory wager, under which the game is told."""

    def dropped(self) -> int:
        """Returns what a player gains who gives up."""

    def choices(self, mine: int) -> tuple[int, ...]:
        """How many times the first wager may be added with this hand; between two of them nothing is better."""

    def lines(self, mine: int, dealer: int, times: int) -> Sequence[Line]:
        """How staying in with so much is settled."""

    def shown(self, mine: int, dealer: int, times: int) -> int:
        """What staying in with so much brings."""

    def opens(self, dealer: int) -> bool:
        """Tells whether the dealer's hand opens."""


@dataclass(frozen=True)
class ThreeCard:
    """67.28 to 67.31: the main game of 3-Cards Poker."""

    wager: str = "initial"

    def dropped(self) -> int:
        """67.28: who gives up loses the initial wager."""
        return gain([three_card_poker.settle_dropped(SEAT, {"initial": UNIT})])

    def choices(self, mine: int) -> tuple[int, ...]:
        """67.28: the additional wager is exactly the initial one."""
        return (1,)

    def lines(self, mine: int, dealer: int, times: int) -> list[Line]:
        """67.29 to 67.31: settles two hands that are shown."""
        stakes = {"initial": UNIT, "additional": UNIT * times}
        return three_card_poker.settle_shown(SEAT, stakes, mine, dealer, 1)

    def shown(self, mine: int, dealer: int, times: int) -> int:
        """Returns what a player gains who stays in."""
        return gain(self.lines(mine, dealer, times), three_card_poker.GAME.bonuses)

    def opens(self, dealer: int) -> bool:
        """67.29: tells whether the dealer's hand opens."""
        return three_card_poker.opens(dealer)


@dataclass(frozen=True)
class FourCard:
    """67.70 to 67.73: the main game of 4-Card Poker."""

    beaten_ante_lost: bool = False
    wager: str = "ante"

    def dropped(self) -> int:
        """67.70: who gives up loses the ante."""
        return gain([four_card.settle_dropped(SEAT, {"ante": UNIT})])

    def choices(self, mine: int) -> tuple[int, ...]:
        """67.70: one to three times the ante."""
        return (1, 3)

    def lines(self, mine: int, dealer: int, times: int) -> list[Line]:
        """67.72 and 67.73: settles two hands that are shown."""
        stakes = {"ante": UNIT, "additional": UNIT * times}
        return four_card.settle_shown(SEAT, stakes, mine, dealer, 1, beaten_ante_lost=self.beaten_ante_lost)

    def shown(self, mine: int, dealer: int, times: int) -> int:
        """Returns what a player gains who stays in."""
        return gain(self.lines(mine, dealer, times), four_card.GAME.bonuses)

    def opens(self, dealer: int) -> bool:
        """Nothing is asked of the dealer's hand."""
        return True


@dataclass(frozen=True)
class CrazyFour:
    """67.81 to 67.86: the main game of Crazy Four Poker."""

    house: crazy_four.House = crazy_four.BYLAW
    wager: str = "ante"

    def dropped(self) -> int:
        """67.81: who gives up loses the Super Bonus too."""
        return gain(crazy_four.settle_dropped(SEAT, {"ante": UNIT, "super_bonus": UNIT}))

    def choices(self, mine: int) -> tuple[int, ...]:
        """67.81: the ante, or up to three times with a pair of aces or better."""
        return (1, 3) if crazy_four.may_raise(mine) else (1,)

    def lines(self, mine: int, dealer: int, times: int) -> list[Line]:
        """67.82 to 67.86: settles two hands that are shown."""
        stakes = {"ante": UNIT, "super_bonus": UNIT, "additional": UNIT * times}
        return crazy_four.settle_shown(SEAT, stakes, mine, dealer, 1, self.house)

    def shown(self, mine: int, dealer: int, times: int) -> int:
        """Returns what a player gains who stays in."""
        return gain(self.lines(mine, dealer, times))

    def opens(self, dealer: int) -> bool:
        """67.82: tells whether the dealer's hand opens."""
        return crazy_four.opens(dealer)


@dataclass(frozen=True)
class Boston:
    """67.58 to 67.63; a hand is all five cards, the choice is made on the first three."""

    wager: str = "ante"

    def dropped(self) -> int:
        """67.58: with the first additional bet."""
        return gain(boston.settle_dropped(SEAT, {"ante": UNIT, "first": 2 * UNIT}))

    def choices(self, mine: int) -> tuple[int, ...]:
        """67.58: the second additional bet is exactly twice the ante."""
        return (2,)

    def lines(self, mine: int, dealer: int, times: int) -> list[Line]:
        """67.62 and 67.63: settles two hands that are shown."""
        stakes = {"ante": UNIT, "first": 2 * UNIT, "second": UNIT * times}
        return boston.settle_shown(SEAT, stakes, mine, dealer, 1)

    def shown(self, mine: int, dealer: int, times: int) -> int:
        """Returns what a player gains who stays in."""
        return gain(self.lines(mine, dealer, times))

    def opens(self, dealer: int) -> bool:
        """Nothing is asked of the dealer's hand (A50)."""
        return True


def play_of(game: str, options: Options) -> Play:
    """A game's main game as the table posts it."""
    if game == three_card_poker.GAME.name:
        return ThreeCard()
    if game == four_card.GAME.name:
        return FourCard(options.more.get(four_card.BONUS_BEATEN) == four_card.STAKE_LOST)
    if game == crazy_four.GAME.name:
        return CrazyFour(crazy_four.house_of(options))
    if game == boston.GAME.name:
        return Boston()
    raise KeyError(game)


class Cell(NamedTuple):
    """So many deals in which the best choice is the same, and so is what it brings."""

    times: int  # what is added, as a multiple of the first wager; 0: the hand is given up
    mine: int  # a hand for all of them, by its strength; 0 where it is given up
    dealer: int  # and a dealer's
    deals: int


def worth(play: Play, cells: Iterable[Cell]) -> Chance:
    """The main game, from how often everything happens and from what is then settled."""
    total = gained = won = 0
    for times, mine, dealer, deals in cells:
        brings = play.shown(mine, dealer, times) if times else play.dropped()
        total += deals
        gained += deals * brings
        if brings > 0:
            won += deals
    return Chance(Fraction(-gained, total * UNIT), Fraction(won, total))
