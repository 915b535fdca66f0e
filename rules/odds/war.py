"""War: the first cards, and the war of those who go to it. Cards set aside unseen change nothing (A33)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from rules.cards import RANKS, SUITS, Card
from rules.game import Options, deck_count
from rules.lines import Line, Outcome
from rules.odds.chance import UNIT, Chance, Tally, gain
from rules.odds.model import TableOdds
from rules.war import GAME, settle_first, settle_war, settle_withdrawn, tied

CARDS = tuple(Card(rank * len(SUITS)) for rank in range(len(RANKS)))  # one of each rank: suits never count (67.34)


def odds(options: Options) -> TableOdds:
    """Every wager, from as many decks as the table posts."""
    decks = deck_count(GAME, options)
    return TableOdds(GAME.name, decks, wagers(decks))


@cache
def wagers(decks: int) -> dict[str, Chance]:
    """67.38 to 67.40: always going to war, always withdrawing, and the supplemental wager.

    >>> {wager: chance.percent for wager, chance in wagers(6).items()}
    {'initial': 2.3301, 'initial_withdraw': 3.6977, 'supplemental': 18.6495}
    """
    fights, withdraws, supplemental = Tally(), Tally(), Tally()
    copies, stakes = decks * len(SUITS), {"initial": UNIT, "supplemental": UNIT}
    for mine, dealer in product(CARDS, repeat=2):
        ways = copies * (copies - tied(mine, dealer))
        lines = {line.wager: line for line in settle_first("1", stakes, mine, dealer, 1)}
        supplemental.settle(ways, lines["supplemental"])
        withdraws.settle(ways, settle_withdrawn("1", stakes, 1) if tied(mine, dealer) else lines["initial"])
    for ways, line in first_cards(decks):
        fights.settle(ways, line)
    for ways, settled in war_cards(decks):
        fights.add(ways, gain(settled), paid=settled[0].outcome is Outcome.WIN)
    return {"initial": fights.chance, "initial_withdraw": withdraws.chance, "supplemental": supplemental.chance}


def first_cards(decks: int) -> Iterator[tuple[int, Line]]:
    """67.38: the initial wager where the first cards decide it; each case with the war that it does not need."""
    shoe, copies = decks * len(SUITS) * len(RANKS), decks * len(SUITS)
    for mine, dealer in product(CARDS, repeat=2):
        for line in settle_first("1", {"initial": UNIT}, mine, dealer, 1):
            yield copies * copies * (shoe - 2) * (shoe - 3), line


def war_cards(decks: int) -> Iterator[tuple[int, list[Line]]]:
    """67.39: every war after a tie."""
    copies = decks * len(SUITS)
    for tie in CARDS:
        for pairs, first, second in _wars(tie, copies):
            settled = settle_war("1", {"initial": UNIT, "additional": UNIT}, first, second, 1)
            yield copies * (copies - 1) * pairs, settled


def _wars(tie: Card, copies: int) -> Iterator[tuple[int, Card, Card]]:
    """The two cards of a war after two cards of this rank are gone, and in how many ways they can come."""
    left = {card: copies - 2 * (card == tie) for card in CARDS}
    for mine, dealer in product(CARDS, repeat=2):
        yield left[mine] * (left[dealer] - (mine == dealer)), mine, dealer
