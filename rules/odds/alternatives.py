"""What a wager would be worth under another reading, where that can be counted in full.

Every case is settled by the reading's own function (`rules.alternatives`). Of 3-Cards Poker and Crazy Four's A64 and
A66 the best play is sought anew; the other main games keep the decisions that are best as the by-law is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from rules import blackjack, craps, crazy_four, sic_bo, three_card_poker, three_five_seven, war
from rules.alternatives import blackjack as sides
from rules.alternatives.craps import carry
from rules.alternatives.model import Ended, Lines, Reading
from rules.alternatives.ranks import five_ace_high, three_ace_high
from rules.alternatives.table import COUNTED
from rules.blackjack_wagers import DOLLAR, PROGRESSIVE, Meter, Prize, settle_own
from rules.cards import DECK, RANKS, Card
from rules.craps_commission import commission
from rules.craps_wagers import DICE, HARD, HOPS, NUMBERS
from rules.facts import Roll
from rules.game import DEALER, Options
from rules.house_poker import Round
from rules.lines import Line
from rules.odds import three_card
from rules.odds.blackjack import decided_cards
from rules.odds.chance import UNIT, Tally, gain
from rules.odds.hands import Cards, Rank, hands
from rules.odds.kept import KEPT
from rules.odds.play import Play, play_of, worth
from rules.odds.table import odds
from rules.odds.war import first_cards, war_cards
from rules.ranking import five, three
from rules.registry import GAMES
from rules.three_five_seven import settle_five, settle_seven

SEAT = "1"
DECKS = 6  # of a shoe for blackjack and War
WORST = (Card.parse("2c"), Card.parse("3d"), Card.parse("5h"))  # a dealer's hand that pay tables do not look at
Edges = dict[str, Fraction]  # by wager: what the house keeps of a unit


@cache
def edges(number: str, choice: str) -> Edges:
    """What the house keeps of each wager that the choice changes; nothing where it was not counted.

    >>> {wager: round(float(edge) * 100, 2) for wager, edge in edges("A27", "paid").items()}
    {'initial': -1.09}
    """
    reading = COUNTED[number]
    for numbers, count in COUNTS:
        if number in numbers:
            return count(reading, choice)
    return {}


# -- one wager, case by case ------------------------------------------------------------------------------------------


def _edge(reading: Reading, choice: str, cases: Iterable[tuple[int, Ended]], *wagers: str) -> Edges:
    tallies = {wager: Tally() for wager in wagers}
    for weight, ended in cases:
        for line in reading.settle(ended, choice):
            if line.wager in tallies:
                tallies[line.wager].settle(weight, line)
    return {wager: tally.chance.edge for wager, tally in tallies.items()}


def _pair_plus(reading: Reading, choice: str) -> Edges:
    """67.32, of one deck."""
    rank: Rank = three if choice == reading.default else three_ace_high
    stakes = {SEAT: {"pair_plus": UNIT}}

    def cases() -> Iterator[tuple[int, Ended]]:
        for count, cards in hands(3, 3, 1, rank):
            play = Round(Options(), stakes, True, {SEAT: cards, DEALER: WORST}, (), {SEAT: 3, DEALER: 3})
            lines = three_card_poker.settle_shown(SEAT, stakes[SEAT], three(cards), three(WORST), 1)
            yield count, Ended(three_card_poker.GAME.name, Options(), None, (), play, tuple(lines))

    return _edge(reading, choice, cases(), "pair_plus")


def _three_five_seven(reading: Reading, choice: str) -> Edges:
    """67.49 and 67.50, of one deck."""
    found: Edges = {}
    rank: Rank = five_ace_high if choice == "straight_flush_only" else five
    settles: Mapping[str, tuple[int, Callable[..., Line]]] = {"five": (2, settle_five), "seven": (4, settle_seven)}
    for wager in ("seven",) if reading.number == "A37" else settles:
        dealt, settle = settles[wager]

        def cases(
            wager: str = wager, dealt: int = dealt, settle: Callable[..., Line] = settle
        ) -> Iterator[tuple[int, Ended]]:
            for count, cards in hands(3 + dealt, 5, 1, rank):
                held = {SEAT: cards[:3], DEALER: cards[3:]}
                play = three_five_seven.Round(
                    Options(), {SEAT: {wager: UNIT}}, True, held, shown=(SEAT,), dealer_shown=dealt
                )
                line = settle(SEAT, UNIT, cards[:3], cards[3:], 1)
                yield count, Ended(three_five_seven.GAME.name, Options(), None, (), play, (line,))

        found |= _edge(reading, choice, cases(), wager)
    return found


# -- main games -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Otherwise:
    """A main game of which some lines are settled by another reading."""

    play: Play
    game: str
    change: Callable[[Ended], Lines]

    @property
    def wager(self) -> str:
        """The first mandatory wager."""
        return self.play.wager

    def dropped(self) -> int:
        """Returns what a player gains who gives up."""
        return self.play.dropped()

    def choices(self, mine: int) -> tuple[int, ...]:
        """How many times the first wager may be added."""
        return self.play.choices(mine)

    def opens(self, dealer: int) -> bool:
        """Tells whether the dealer's hand opens."""
        return self.play.opens(dealer)

    def lines(self, mine: int, dealer: int, times: int) -> Lines:
        """How staying in with so much is settled under the other reading."""
        settled = tuple(self.play.lines(mine, dealer, times))
        return self.change(Ended(self.game, Options(), None, (), None, settled))

    def shown(self, mine: int, dealer: int, times: int) -> int:
        """What staying in with so much brings."""
        return gain(self.lines(mine, dealer, times), GAMES[self.game].bonuses)


def _main(reading: Reading, choice: str) -> Edges:
    """67.28 to 67.31, 67.58 to 67.63, 67.70 to 67.73, 67.81 to 67.86, of one deck."""
    (game,) = reading.games
    play = Otherwise(play_of(game, Options()), game, lambda ended: reading.settle(ended, choice))
    cells = three_card.cells(play, 1) if game == three_card_poker.GAME.name else KEPT[game, 1, ()]
    return {play.wager: worth(play, cells).edge}


POSTED = {"A64": "crazy4.sbNoOpen", "A66": "crazy4.sbFlush"}


def _posted(reading: Reading, choice: str) -> Edges:
    """67.82 to 67.86 as the house may post it."""
    found = odds(crazy_four.GAME.name, Options(more={POSTED[reading.number]: choice}))
    return {"ante": found.wagers["ante"].edge}


def _war(reading: Reading, choice: str) -> Edges:
    """67.38 and 67.39, always going to war."""
    fights = Tally()
    for ways, line in first_cards(DECKS):
        fights.settle(ways, line)
    for ways, lines in war_cards(DECKS):
        ended = Ended(war.GAME.name, Options(), None, (), None, tuple(lines))
        fights.add(ways, gain(reading.settle(ended, choice)), paid=True)
    return {"initial": fights.chance.edge}


# -- blackjack --------------------------------------------------------------------------------------------------------


def _box(cards: Cards, wager: str, stake: int = UNIT) -> Ended:
    play = blackjack.Round(Options(), Meter(None), {SEAT: {wager: stake}}, True, {SEAT: cards}, finished=True)
    return Ended(blackjack.GAME.name, Options(), None, (), play, (settle_own(SEAT, wager, stake, cards, 1),))


def _sevens(reading: Reading, choice: str) -> Edges:
    """21.3: each of three cards is one of four sevens, or another."""
    sevens = [card for card in DECK if RANKS[card.rank] == "7"]
    other, others = Card.parse("9d"), DECKS * (len(DECK) - len(sevens))
    kinds = [*((card, DECKS) for card in sevens), (other, others)]

    def cases() -> Iterator[tuple[int, Ended]]:
        for dealt in product(kinds, repeat=3):
            ways = 1
            cards: list[Card] = []
            for card, copies in dealt:
                ways *= copies - cards.count(card)
                cards.append(card)
            yield ways, _box(tuple(cards), "sevens")

    return _edge(reading, choice, cases(), "sevens")


def _thirteen(reading: Reading, choice: str) -> Edges:
    """21.4."""
    found: Edges = {}
    for wager in ("over_13", "under_13"):
        cases = (
            (DECKS * (DECKS - (one == other)), _box((one, other), wager)) for one, other in product(DECK, repeat=2)
        )
        found |= _edge(reading, choice, cases, wager)
    return found


ROWS: Mapping[tuple[str, str], Callable[[sides.Rows], sides.Rows]] = {
    ("A98", "in_order"): sides.ordered,
    ("A99", "ten_valued"): sides.ten_valued,
    ("A102", "any_colour"): sides.any_colour,
}


@cache
def prizes(number: str, choice: str, manner: int) -> dict[str, Fraction]:
    """21.2: how often each line of a manner is paid under a choice, the others' among them added up."""
    rows: sides.Rows = PROGRESSIVE[manner]
    if other := ROWS.get((number, choice)):
        rows = other(rows)
    earn = sides.PRIZES.get(choice, sides.best) if number == "A97" else sides.best
    if (number, choice) == ("A101", "added"):
        earn = sides.ace_jack
    hits = dict.fromkeys((row.name for row in rows), 0)
    total = 0
    for weight, cards in decided_cards(rows, DECKS):
        total += weight
        for row in earn(rows, cards):
            hits[row.name] += weight
    return {name: Fraction(hit, total) for name, hit in hits.items()}


def fixed(number: str, choice: str, manner: int) -> Fraction:
    """21.2: the cents that the prizes of a fixed sum give back of a dollar, on average."""
    worth_of = {row.name: _cents(row) for row in PROGRESSIVE[manner]}
    hits = prizes(number, choice, manner)
    back = DOLLAR * sum(hits.values()) if (number, choice) == ("A106", "returned") else 0
    return sum((hit * worth_of[name] for name, hit in hits.items()), Fraction(0)) + back


def _cents(row: Prize) -> int:
    return 0 if row.award is not None else row.pays[0] * DOLLAR


# -- dice -------------------------------------------------------------------------------------------------------------


def _craps(reading: Reading, choice: str) -> Edges:
    """95.15 and 95.17: per wager decided; a roll that leaves it standing is rolled again."""
    wagers = CRAPS[reading.number]
    found: Edges = {}
    for wager in wagers:
        base = craps.Round(Options(), {SEAT: {wager: UNIT}}, {}, 5)
        decided = gained = 0
        for dice in product(sic_bo.NUMBERS, repeat=DICE):
            ended = Ended(
                craps.GAME.name, Options(), base, (Roll(dice),), None, tuple(carry(base, (Roll(dice),), "")[1])
            )
            if lines := reading.settle(ended, choice):
                decided += 1
                gained += gain(lines)
        if reading.number in ("A137", "A138") and choice in (reading.default, "kept"):
            gained -= decided * (commission(SEAT, wager, UNIT, 1).stake or 0)
        found[wager] = Fraction(-gained, decided * UNIT)
    return found


CRAPS: Mapping[str, tuple[str, ...]] = {
    "A125": tuple(f"hard_{number}" for number in HARD),
    "A127": ("horn",),
    "A128": ("world",),
    "A129": ("three_way",),
    "A130": tuple(f"hop_{low}_{high}" for low, high in HOPS),
    "A137": tuple(f"buy_{number}" for number in NUMBERS),
}


def _sic_bo(reading: Reading, choice: str) -> Edges:
    """95.22 and 95.24."""
    starts = {"A145": "two_of_a_kind", "A146": "total", "A147": "single", "A148": "duo"}[reading.number]
    wagers = [wager for wager in sic_bo.LAYOUT if wager.startswith(starts)]
    stakes = {SEAT: dict.fromkeys(wagers, UNIT)}

    def cases() -> Iterator[tuple[int, Ended]]:
        for dice in product(sic_bo.NUMBERS, repeat=sic_bo.DICE):
            play = sic_bo.Round(Options(), stakes, True, dice)
            lines = tuple(sic_bo.settle_seat(SEAT, stakes[SEAT], dice, 1))
            yield 1, Ended(sic_bo.GAME.name, Options(), None, (), play, lines)

    return _edge(reading, choice, cases(), *wagers)


Count = Callable[[Reading, str], Edges]
COUNTS: tuple[tuple[tuple[str, ...], Count], ...] = (
    (("A18",), _pair_plus),
    (("A20", "A21", "A44", "A45", "A47", "A55", "A56", "A65", "A68"), _main),
    (("A64", "A66"), _posted),
    (("A27",), _war),
    (("A36", "A37"), _three_five_seven),
    (("A97", "A108"), _sevens),
    (("A110",), _thirteen),
    (tuple(CRAPS), _craps),
    (("A145", "A146", "A147", "A148"), _sic_bo),
)
