"""Blackjack's side wagers: 21.2's prizes, 21.3's sevens, 21.4's over and under 13.

Whoever can still earn more takes another card: no card that a prize waits for is ever refused (A104, A109).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm

from rules.blackjack import GAME
from rules.blackjack_wagers import (
    DOLLAR,
    FIRST_CARDS,
    PARTS,
    PROGRESSIVE,
    SEVENS,
    Prize,
    decided,
    prize,
    settle_sevens,
    settle_thirteen,
)
from rules.cards import DECK, SUITS, Card
from rules.game import Options, deck_count
from rules.odds.chance import UNIT, Chance, Tally
from rules.odds.model import TableOdds
from rules.odds.prizes import Prizes, Row

Cards = tuple[Card, ...]


@cache
def progressive(manner: int, decks: int = 6) -> Prizes:
    """21.2: the chance of every prize of a manner, of so many decks.

    >>> round(1 / progressive(1).rows[0].hit), round(progressive(1).break_even / 100)
    (766988, 348359)
    >>> progressive(2).break_even_cents
    25292482
    """
    table = PROGRESSIVE[manner]
    hits = {row.name: 0 for row in table}
    total = 0
    for weight, cards in decided_cards(table, decks):
        total += weight
        if won := prize(table, cards):
            hits[won.name] += weight
    return Prizes(DOLLAR, tuple(_row(row, Fraction(hits[row.name], total)) for row in table))


def _row(row: Prize, hit: Fraction) -> Row:
    if row.award is not None:
        return Row(row.name, hit, None, Fraction(1, PARTS[row.award]))
    to, per = row.pays
    return Row(row.name, hit, to * DOLLAR // per, Fraction(0))


def odds(options: Options) -> TableOdds:
    """Every manner of 21.2; the wager on it too where the table posts a manner, and what the meter shows is known."""
    decks = deck_count(GAME, options)
    manners = {manner: progressive(manner, decks) for manner in PROGRESSIVE}
    found = wagers(decks)
    manner, jackpot = options.more.get("manner"), options.more.get("jackpot")
    if manner in manners and isinstance(jackpot, int):
        found["progressive"] = manners[manner].chance(jackpot)
    return TableOdds(GAME.name, decks, found, manners)


def wagers(decks: int = 6) -> dict[str, Chance]:
    """21.3 and 21.4: counts what the side wagers on a box's own cards are worth."""
    sevens, over, under = Tally(), Tally(), Tally()
    for weight, cards in decided_cards(SEVENS, decks):
        sevens.settle(weight, settle_sevens("1", UNIT, cards, 1))
    for first, second in product(DECK, repeat=FIRST_CARDS):
        weight = decks * (decks - (first == second))
        over.settle(weight, settle_thirteen("1", "over_13", UNIT, (first, second), 1))
        under.settle(weight, settle_thirteen("1", "under_13", UNIT, (first, second), 1))
    return {"sevens": sevens.chance, "over_13": over.chance, "under_13": under.chance}


def decided_cards(table: Sequence[Prize], decks: int) -> Iterator[tuple[int, Cards]]:
    """Every way in which the cards can come until nothing more can be earned, and how many orders of the shoe have it.

    Orders are counted over as many cards as the longest prize needs. No table knows one suit from another, so the first
    card is a club that stands for all four.
    """
    longest, shoe = max(row.count for row in table), len(DECK) * decks
    going: list[tuple[int, Cards]] = []
    for card in DECK[:: len(SUITS)]:
        if decided(table, (card,)):
            yield len(SUITS) * decks * perm(shoe - 1, longest - 1), (card,)
        else:
            going.append((len(SUITS) * decks, (card,)))
    for dealt in range(1, longest):
        rest = perm(shoe - dealt - 1, longest - dealt - 1)
        still: list[tuple[int, Cards]] = []
        for ways, cards in going:
            for card in DECK:
                weight, grown = ways * (decks - cards.count(card)), (*cards, card)
                if decided(table, grown):
                    yield weight * rest, grown
                elif weight:
                    still.append((weight, grown))
        going = still
