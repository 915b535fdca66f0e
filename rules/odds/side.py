"""The wagers that a player's own cards decide by a pay table: 67.32, 67.48 to 67.50, 67.59, 67.74, 67.87."""

from __future__ import annotations

from collections.abc import Callable

from rules import boston, crazy_four, four_card, three_card_poker, three_five_seven
from rules.lines import Line
from rules.odds.chance import UNIT, Chance, Tally
from rules.odds.hands import Cards, Rank, hands
from rules.ranking import five, four, three

FLUSH: dict[Rank, int] = {three: 3, four: 4, five: 5}  # cards of one suit that a flush takes
LOWEST = 0  # a dealer's hand that these wagers do not look at


def side(size: int, rank: Rank, decks: int, settle: Callable[[Cards], Line]) -> Chance:
    """A wager on so many cards, ranked so."""
    tally = Tally()
    for count, cards in hands(size, FLUSH[rank], decks, rank):
        tally.settle(count, settle(cards))
    return tally.chance


def pair_plus(decks: int) -> Chance:
    """67.32: counts what the pair plus wager is worth.

    >>> pair_plus(1).edge
    Fraction(128, 5525)
    """
    stakes = {"pair_plus": UNIT}
    return side(3, three, decks, lambda cards: three_card_poker.settle_shown("1", stakes, three(cards), LOWEST, 1)[0])


def bonus(decks: int) -> Chance:
    """67.59: counts what the bonus bet is worth."""
    return side(3, three, decks, lambda cards: boston.settle_bonus("1", {"bonus": UNIT}, three(cards), 1))


def aces_up(decks: int) -> Chance:
    """67.74: counts what Aces Up is worth."""
    stakes = {"aces_up": UNIT}
    return side(5, four, decks, lambda cards: four_card.settle_shown("1", stakes, four(cards), LOWEST, 1)[0])


def queens_up(decks: int) -> Chance:
    """67.87: counts what Queens Up is worth."""
    stakes = {"queens_up": UNIT}
    return side(5, four, decks, lambda cards: crazy_four.settle_shown("1", stakes, four(cards), LOWEST, 1)[0])


def three_five_seven_bets(decks: int) -> dict[str, Chance]:
    """67.48 to 67.50; the 7-card bet never withdrawn (67.47)."""
    size, first = three_five_seven.HAND_SIZE, three_five_seven.HAND_SIZE + three_five_seven.SHOWN_FIRST
    every = size + three_five_seven.DEALER_SIZE
    return {
        "three": side(size, three, decks, lambda cards: three_five_seven.settle_three("1", UNIT, cards, 1)),
        "five": side(
            first, five, decks, lambda cards: three_five_seven.settle_five("1", UNIT, cards[:size], cards[size:], 1)
        ),
        "seven": side(
            every, five, decks, lambda cards: three_five_seven.settle_seven("1", UNIT, cards[:size], cards[size:], 1)
        ),
    }
