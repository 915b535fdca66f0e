"""Blackjack's side wagers: their prizes, and how each is settled, sections 21.2 to 21.4 (the draft of 2000, A1).

Only the cards of one box count, in the order in which the box receives them, across its split hands (A104).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.capabilities import WHOLE
from rules.cards import RANKS, Card
from rules.lines import Line, Odds, Outcome, Readings, Stake, lose, round_up, win
from rules.terms import Term

DOLLAR = 100  # 21.2, 21.3: exactly $1.00
FIRST_CARDS = 2
EVEN: Odds = (1, 1)
EVERY_MANNER = "every"  # on a sheet of no table: each of the three that one may post
WAGERS = frozenset({"progressive", "sevens", "over_13", "under_13"})
OVER_UNDER = ("over_13", "under_13")  # one wager, on which the player says one or the other (21.4, A158)

Cards = Sequence[Card]
Fits = Callable[[Cards], bool]


# -- groups of cards: does what lies there so far belong to the group? ------------------------------------------------


def _ranks(names: str) -> frozenset[int]:
    return frozenset(map(RANKS.index, names))


_ACE, _TENS = _ranks("A"), _ranks("TJQK")


def suited(cards: Cards) -> bool:
    """Tells whether all are of one suit."""
    return len({card & 3 for card in cards}) == 1


def one_colour(cards: Cards) -> bool:
    """All red or all black (A102); the suits are clubs, diamonds, hearts and spades, from 0."""
    return len({card & 3 in (1, 2) for card in cards}) == 1


def alike(names: str) -> Fits:
    """One rank, of those named (A99, A102)."""
    ranks = _ranks(names)
    return lambda cards: cards[0] >> 2 in ranks and len({card >> 2 for card in cards}) == 1


def alike_and(names: str, also: Fits) -> Fits:
    """One rank, of those named, and one suit or one colour."""
    same = alike(names)
    return lambda cards: same(cards) and also(cards)


def run(names: str) -> Fits:
    """These ranks, each once, in one suit, in any order (A98)."""
    ranks = _ranks(names)
    return lambda cards: suited(cards) and len(set(cards)) == len(cards) and all(card >> 2 in ranks for card in cards)


def blackjack(cards: Cards) -> bool:
    """An ace with a ten or a court card.

    >>> from rules.cards import parse_cards as p
    >>> blackjack(p("Kd As")), blackjack(p("As Ad")), blackjack(p("Ts Jd"))
    (True, False, False)
    """
    aces, tens = sum(card >> 2 in _ACE for card in cards), sum(card >> 2 in _TENS for card in cards)
    return aces <= 1 and tens <= 1 and aces + tens == len(cards)


@dataclass(frozen=True, slots=True)
class Prize:
    """One row of a pay table: how many of the first cards it regards, and which they must be."""

    name: str
    count: int
    fits: Fits  # true also of fewer cards, while they may still grow into the group
    pays: Odds = (0, 1)  # 21.2: dollars for the dollar
    award: str | None = None  # or a share of the meter
    readings: Readings = ()


JACKPOT, TENTH = WHOLE, "10%"
PARTS = {JACKPOT: 1, TENTH: 10}

# 21.2, as the table posts (A111): each manner from the highest prize to the lowest; only the highest is paid (A97).
_ACE_TO_FIVE = Prize("ace_to_five_suited", 5, run("A2345"), award=JACKPOT, readings=("A97", "A98", "A105"))
PROGRESSIVE: dict[int, tuple[Prize, ...]] = {
    1: (
        _ACE_TO_FIVE,
        Prize("two_to_five_suited", 4, run("2345"), (5000, 1), readings=("A97", "A98")),
        Prize("four_five_six_suited", 3, run("456"), (500, 1), readings=("A98",)),
        Prize("ace_jack_suited", 2, run("AJ"), (50, 1), readings=("A97", "A101")),
        Prize("blackjack_suited", 2, lambda cards: blackjack(cards) and suited(cards), (10, 1), readings=("A97",)),
        Prize("high_pair", 2, alike("AKQJT"), (3, 1), readings=("A99",)),
        Prize("blackjack", 2, blackjack, (2, 1), readings=("A100",)),
    ),
    2: (
        Prize("four_aces_colour", 4, alike_and("A", one_colour), award=JACKPOT, readings=("A97", "A102", "A105")),
        Prize("three_aces_suited", 3, alike_and("A", suited), (2500, 1), readings=("A97",)),
        Prize("three_aces", 3, alike("A"), (250, 1), readings=("A97",)),
        Prize("two_aces_suited", 2, alike_and("A", suited), (100, 1), readings=("A97",)),
        Prize("two_aces", 2, alike("A"), (25, 1)),
    ),
    3: (
        _ACE_TO_FIVE,
        Prize("four_colour", 4, alike_and("5432", one_colour), award=TENTH, readings=("A97", "A102", "A103", "A105")),
        Prize("three_suited", 3, alike_and("6543", suited), (1000, 1), readings=("A97",)),
        Prize("three", 3, alike("6543"), (250, 1)),
        Prize("two_tens_suited", 2, alike_and("TJQK", suited), (25, 1)),
    ),
}
SEVENS = (  # 21.3, by position (A108)
    Prize("three_sevens_suited", 3, alike_and("7", suited), (5000, 1), readings=("A97",)),
    Prize("three_sevens", 3, alike("7"), (500, 1), readings=("A97",)),
    Prize("two_sevens_suited", 2, alike_and("7", suited), (100, 1), readings=("A97", "A109")),
    Prize("two_sevens", 2, alike("7"), (50, 1), readings=("A97", "A109")),
    Prize("one_seven", 1, alike("7"), (3, 1), readings=("A108",)),
)
POINTS = [*range(2, 11), 10, 10, 10, 1]  # 21.4: by rank from the two; the ace has a value of 1

TERMS: Mapping[str, Term] = {  # the French of these sections is not among the texts: customary (c)
    "blackjack": Term("Blackjack", "Blackjack"),
    "progressive": Term("Mise progressive", "Progressive wager"),
    "sevens": Term("Mise additionnelle sur les sept", "Additional wager on sevens"),
    "over_under_13": Term("Plus de 13, moins de 13", "Over 13, under 13"),
    "over_13": Term("Plus de 13", "Over 13"),
    "under_13": Term("Moins de 13", "Under 13"),
    "ace_to_five_suited": Term("As-2-3-4-5 de même couleur", "Ace-2-3-4-5, same suit"),
    "two_to_five_suited": Term("2-3-4-5 de même couleur", "2-3-4-5, same suit"),
    "four_five_six_suited": Term("4-5-6 de même couleur", "4-5-6, same suit"),
    "ace_jack_suited": Term("As et valet de même couleur", "Ace, jack, same suit"),
    "blackjack_suited": Term("Blackjack de même couleur", "Blackjack, same suit"),
    "high_pair": Term("Paire de dix et plus", "Pair of tens or better"),
    "four_aces_colour": Term("Quatre as rouges ou quatre as noirs", "Four red aces or four black aces"),
    "three_aces_suited": Term("Trois as de même couleur", "Three aces, same suit"),
    "three_aces": Term("Trois as", "Three aces"),
    "two_aces_suited": Term("Deux as de même couleur", "Two aces, same suit"),
    "two_aces": Term("Deux as", "Two aces"),
    "four_colour": Term("Carré de 5, 4, 3 ou 2, rouge ou noir", "Four 5, 4, 3 or 2, red or black"),
    "three_suited": Term("Brelan de 6, 5, 4 ou 3, de même couleur", "Three 6, 5, 4 or 3, same suit"),
    "three": Term("Brelan de 6, 5, 4 ou 3", "Three 6, 5, 4 or 3"),
    "two_tens_suited": Term("Deux 10, valets, reines ou rois, de même couleur", "Two 10, J, Q or K, same suit"),
    "three_sevens_suited": Term("Trois 7 de même couleur", "Three 7's, same suit"),
    "three_sevens": Term("Trois 7", "Three 7's"),
    "two_sevens_suited": Term("Deux 7 de même couleur", "Two 7's, same suit"),
    "two_sevens": Term("Deux 7", "Two 7's"),
    "one_seven": Term("Un 7 en première carte", "One 7 as first card"),
}


# -- settlement -------------------------------------------------------------------------------------------------------


def prize(table: Iterable[Prize], cards: Cards) -> Prize | None:
    """A97: the highest prize that the first cards have earned, and only that.

    >>> from rules.cards import parse_cards as p
    >>> prize(SEVENS, p("7c 7c 9d")).name
    'two_sevens_suited'
    """
    dealt = len(cards)
    for row in table:
        if row.count <= dealt and row.fits(cards[: row.count]):
            return row
    return None


def decided(table: Iterable[Prize], cards: Cards) -> bool:
    """Whether no further card can bring a higher prize than the one that is earned.

    >>> from rules.cards import parse_cards as p
    >>> [decided(SEVENS, p(cards)) for cards in ("9d", "7c", "7c 9d", "7c 7d")]
    [True, False, True, False]
    """
    for row in table:
        if row.fits(cards[: row.count]):
            return row.count <= len(cards)
    return True


@dataclass(frozen=True, slots=True)
class Meter:
    """The progressive jackpot: what it shows, and what it shows after a 100 % award."""

    shows: Stake  # None: not known here; the award waits for whoever keeps the meter
    seed: int = 0


def settle_progressive(
    boxes: Iterable[tuple[str, Stake, Cards]], manner: int, meter: Meter, unit: int
) -> tuple[list[Line], Meter]:
    """21.2: seat, stake and cards of each box, in the order of award: each on the meter as it then stands (A105).

    The dollar itself is not returned (A106). A dollar that nobody counted moves the meter all the same.
    """
    lines = []
    for seat, stake, cards in boxes:
        won = prize(PROGRESSIVE[manner], cards)
        if won is None:
            lines.append(lose(seat, "progressive", stake, "21.2"))
            continue
        paid: Stake = won.pays[0] * DOLLAR
        if won.award is not None:
            paid, meter = _award(won.award, meter, unit)
        paid, returned = (None, None) if stake is None else (paid, 0)
        why, award = ("A106", *won.readings), {"award": won.award}
        lines.append(Line(seat, "progressive", Outcome.WIN, None, stake, paid, returned, "21.2", won.name, why, award))
    return lines, meter


def worth(share: str, shows: int, unit: int) -> int:
    """What a share of the meter pays (A11).

    >>> worth(TENTH, 12_345_671, 25)
    1234575
    """
    return round_up(shows, PARTS[share], unit)


def _award(share: str, meter: Meter, unit: int) -> tuple[Stake, Meter]:
    if meter.shows is None:
        return None, meter
    paid = worth(share, meter.shows, unit)
    return paid, replace(meter, shows=meter.seed if share == JACKPOT else max(0, meter.shows - paid))  # A107


def settle_sevens(seat: str, stake: Stake, cards: Cards, unit: int) -> Line:
    """21.3: 7s from the first card on (A108); no third card: what the first two have earned (A109)."""
    if (won := prize(SEVENS, cards)) is None:
        return lose(seat, "sevens", stake, "21.3", None, ("A108",))
    return win(seat, "sevens", stake, won.pays, "21.3", unit, won.name, won.readings)


def settle_thirteen(seat: str, wager: str, stake: Stake, cards: Cards, unit: int) -> Line:
    """21.4: the first two cards make more than 13, or less; with exactly 13 both lose (A110)."""
    total = POINTS[cards[0] >> 2] + POINTS[cards[1] >> 2]
    if total > 13 if wager == "over_13" else total < 13:
        return win(seat, wager, stake, EVEN, "21.4", unit)
    return lose(seat, wager, stake, "21.4", None, ("A110",) if total == 13 else ())


def settle_own(seat: str, wager: str, stake: Stake, cards: Cards, unit: int) -> Line:
    """21.3 or 21.4: a wager that looks at its own box alone."""
    if wager == "sevens":
        return settle_sevens(seat, stake, cards, unit)
    return settle_thirteen(seat, wager, stake, cards, unit)
