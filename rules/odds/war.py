"""War: the first cards, and the war of those who go to it. Cards set aside unseen change nothing (A33)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from rules.cards import RANKS, SUITS, Card
from rules.game import Options, deck_count
from rules.lines import Outcome
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
    shoe, copies = decks * len(SUITS) * len(RANKS), decks * len(SUITS)
    wars = (shoe - 2) * (shoe - 3)  # the cards of a war, which a round without one has in hand
    stakes = {"initial": UNIT, "supplemental": UNIT}
    for mine, dealer in product(CARDS, repeat=2):
        ways = copies * (copies - tied(mine, dealer))
        lines = {line.wager: line for line in settle_first("1", stakes, mine, dealer, 1)}
        supplemental.settle(ways, lines["supplemental"])
        if not tied(mine, dealer):
            fights.settle(ways * wars, lines["initial"])
            withdraws.settle(ways, lines["initial"])
            continue
        withdraws.settle(ways, settle_withdrawn("1", stakes, 1))
        for pairs, first, second in _wars(mine, copies):
            settled = settle_war("1", {"initial": UNIT, "additional": UNIT}, first, second, 1)
            fights.add(ways * pairs, gain(settled), paid=settled[0].outcome is Outcome.WIN)
    return {"initial": fights.chance, "initial_withdraw": withdraws.chance, "supplemental": supplemental.chance}


def _wars(tie: Card, copies: int) -> Iterator[tuple[int, Card, Card]]:
    """The two cards of a war after two cards of this rank are gone, and in how many ways they can come."""
    left = {card: copies - 2 * (card == tie) for card in CARDS}
    for mine, dealer in product(CARDS, repeat=2):
        yield left[mine] * (left[dealer] - (mine == dealer)), mine, dealer
