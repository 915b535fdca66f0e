"""Blackjack's side wagers read otherwise: A97 to A110."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from rules.alternatives.model import Ended, Lines, Reading, given_back, pays, taken
from rules.blackjack import GAME
from rules.blackjack_wagers import (
    DOLLAR,
    JACKPOT,
    PARTS,
    PROGRESSIVE,
    SEVENS,
    Cards,
    Meter,
    Prize,
    alike,
    suited,
    worth,
)
from rules.cards import RANKS
from rules.facts import Deal, Jackpot
from rules.lines import Line, Outcome, Stake
from rules.terms import Term

GAMES = (GAME.name,)
SEVEN, TEN_UP, ACE = RANKS.index("7"), frozenset(map(RANKS.index, "TJQK")), RANKS.index("A")
Rows = Sequence[Prize]
IN_ORDER = {"ace_to_five_suited": "A2345", "two_to_five_suited": "2345", "four_five_six_suited": "456"}


# -- which prizes some cards earn -------------------------------------------------------------------------------------


def earned(rows: Iterable[Prize], cards: Cards) -> list[Prize]:
    """Every line of a table that the first cards satisfy, from the highest."""
    return [row for row in rows if row.count <= len(cards) and row.fits(cards[: row.count])]


def best(rows: Iterable[Prize], cards: Cards) -> list[Prize]:
    """A97: the highest alone."""
    return earned(rows, cards)[:1]


def best_of_each(rows: Iterable[Prize], cards: Cards) -> list[Prize]:
    """A97: the highest for two cards, for three, and so on."""
    return [next(group) for _, group in groupby(earned(rows, cards), key=attrgetter("count"))]


Earn = Callable[[Iterable[Prize], Cards], list[Prize]]
PRIZES: dict[str, Earn] = {"best": best, "best_of_each": best_of_each, "all": earned}


def _in_order(names: str) -> Callable[[Cards], bool]:
    """These ranks of one suit, received in this order (A98)."""
    return lambda cards: suited(cards) and [card >> 2 for card in cards] == [*map(RANKS.index, names[: len(cards)])]


def _tens(cards: Cards) -> bool:
    """Two aces, or two cards that count ten (A99)."""
    ranks = {card >> 2 for card in cards}
    return ranks == {ACE} or ranks <= TEN_UP


def ordered(rows: Rows) -> Rows:
    """21.2 with cards that must come in their order (A98)."""
    return [replace(row, fits=_in_order(IN_ORDER[row.name])) if row.name in IN_ORDER else row for row in rows]


def ten_valued(rows: Rows) -> Rows:
    """21.2 with pairs of any cards that count ten (A99)."""
    return [replace(row, fits=_tens) if row.name == "high_pair" else row for row in rows]


def any_colour(rows: Rows) -> Rows:
    """21.2 with fours of any colours (A102)."""
    names = {"four_aces_colour": "A", "four_colour": "5432"}
    return [replace(row, fits=alike(names[row.name])) if row.name in names else row for row in rows]


def ace_jack(rows: Iterable[Prize], cards: Cards) -> list[Prize]:
    """A101: ace and jack of one suit are paid at the lines of a blackjack, too."""
    won = earned(rows, cards)
    if not won or won[0].name != "ace_jack_suited":
        return won[:1]
    return [won[0], *(row for row in won if row.name.startswith("blackjack"))]


# -- 21.2 -------------------------------------------------------------------------------------------------------------


def _manner(ended: Ended) -> Rows:
    return PROGRESSIVE[ended.options.more["manner"]]


def progressive(ended: Ended, rows: Rows, earn: Earn = best, clash: str = "in_turn") -> Lines:
    """21.2: every progressive wager by these lines; the meter's shares in the order of their last cards (A105)."""
    mine = [line for line in ended.lines if line.wager == "progressive"]
    won = {line.seat: earn(rows, ended.shown(line.seat)) for line in mine}
    awards = _awards(ended, {seat: each for seat, prizes in won.items() for each in prizes if each.award}, clash)
    return ended.in_order(
        _prized(line, won[line.seat], awards) if line.wager == "progressive" else line for line in ended.lines
    )


def _prized(line: Line, prizes: list[Prize], awards: dict[str, Stake]) -> Line:
    if not prizes:
        return taken(line)._replace(hand=None, readings=(), more=None)
    first = prizes[0]
    paid: Stake = sum(row.pays[0] * DOLLAR for row in prizes if row.award is None)
    if first.award is not None:
        share = awards[line.seat]
        paid = None if share is None or paid is None else share + paid
    paid, back = (None, None) if line.stake is None else (paid, 0)
    why, more = ("A106", *first.readings), {"award": first.award}
    return Line(line.seat, "progressive", Outcome.WIN, None, line.stake, paid, back, "21.2", first.name, why, more)


def _awards(ended: Ended, prizes: dict[str, Prize], clash: str) -> dict[str, Stake]:
    """What each share of the meter is worth."""
    more = ended.options.more
    at_close = Meter(more.get("jackpot"), more.get("seed", 0))
    for fact in ended.facts:
        if isinstance(fact, Jackpot):
            at_close = Meter(fact.shows, fact.seed)
    awards: dict[str, Stake] = {}
    meter, unit = at_close, ended.options.unit
    whole = sum(prize.award == JACKPOT for prize in prizes.values())
    for seat, prize in sorted(prizes.items(), key=lambda item: _completed(ended, *item)):
        share = prize.award or JACKPOT
        if meter.shows is None or at_close.shows is None:
            awards[seat] = None
        elif clash == "each_whole":
            awards[seat] = worth(share, at_close.shows, unit)
        elif clash == "shared" and share == JACKPOT and whole > 1:
            awards[seat] = -(-at_close.shows // (whole * unit)) * unit
        else:
            paid = awards[seat] = worth(share, meter.shows, unit)
            meter = replace(meter, shows=meter.seed if PARTS[share] == 1 else max(0, meter.shows - paid))
    return awards


def _completed(ended: Ended, seat: str, prize: Prize) -> int:
    """The place, among the round's facts, of the card that completed a hand."""
    play = ended.base
    for at, fact in enumerate(ended.facts):
        play, _ = GAME.step(play, fact)
        if isinstance(fact, Deal) and len(play.cards.get(seat, ())) == prize.count:
            return at
    return len(ended.facts)


def order(ended: Ended, choice: str) -> Lines:
    """21.2: whether the cards must come in the order in which they are listed (A98)."""
    return _offered(ended, lambda rows: rows if choice == "any_order" else ordered(rows))


def pair(ended: Ended, choice: str) -> Lines:
    """21.2: what a pair of high cards is (A99)."""
    return _offered(ended, lambda rows: rows if choice == "one_rank" else ten_valued(rows))


def colour(ended: Ended, choice: str) -> Lines:
    """21.2: four of one colour, or of any (A102)."""
    return _offered(ended, lambda rows: rows if choice == "one_colour" else any_colour(rows))


def _offered(ended: Ended, of: Callable[[Rows], Rows], earn: Earn = best, clash: str = "in_turn") -> Lines:
    if ended.options.more.get("manner") is None:  # no progressive wager is offered
        return ended.lines
    return progressive(ended, of(_manner(ended)), earn, clash)


def ace_and_jack(ended: Ended, choice: str) -> Lines:
    """21.2: ace and jack of one suit are a blackjack, too (A101)."""
    return _offered(ended, lambda rows: rows, best if choice == "own_line" else ace_jack)


def clashes(ended: Ended, choice: str) -> Lines:
    """21.2: several prizes of the meter in one round (A105)."""
    return _offered(ended, lambda rows: rows, clash=choice)


def dollar(ended: Ended, choice: str) -> Lines:
    """21.2: the dollar of a wager that wins (A106)."""
    return ended.lines if choice == "kept" else ended.citing("A106", lambda line: line._replace(returned=line.stake))


# -- 21.3 and 21.4 ----------------------------------------------------------------------------------------------------


def cumulative(ended: Ended, choice: str) -> Lines:
    """21.2 and 21.3: one prize, or several added up (A97)."""
    earn, unit = PRIZES[choice], ended.options.unit

    def sevens(line: Line) -> Line:
        prizes = earn(SEVENS, ended.shown(line.seat))
        return pays(line, (sum(row.pays[0] for row in prizes), 1), unit) if prizes else line

    lines = [sevens(line) if line.wager == "sevens" else line for line in ended.lines]
    return _offered(ended._replace(lines=tuple(lines)), lambda rows: rows, earn)


def anywhere(ended: Ended, choice: str) -> Lines:
    """21.3: sevens from the first card on, or anywhere among the first three (A108)."""
    if choice == "from_the_first":
        return ended.lines

    def sevens(line: Line) -> Line:
        held = [card for card in ended.shown(line.seat)[:3] if card >> 2 == SEVEN]
        row = next((row for row in SEVENS if row.count == len(held) and row.fits(held)), None)
        if row is None:
            return taken(line)._replace(hand=None)
        return pays(line._replace(hand=row.name), row.pays, ended.options.unit)

    return [sevens(line) if line.wager == "sevens" else line for line in ended.lines]


def no_third(ended: Ended, choice: str) -> Lines:
    """21.3: two sevens, and no third card came (A109)."""
    if choice == "two_count":
        return ended.lines
    return ended.citing("A109", lambda line: taken(line) if len(ended.shown(line.seat)) == 2 else line)


def thirteen(ended: Ended, choice: str) -> Lines:
    """21.4: a total of exactly 13 (A110)."""
    return ended.lines if choice == "lose" else ended.citing("A110", given_back)


READINGS = (
    Reading(
        "A97",
        GAMES,
        {
            "best": Term("seul le prix le plus élevé", "the highest prize alone"),
            "best_of_each": Term("le meilleur de chaque nombre de cartes", "the best for each number of cards"),
            "all": Term("toutes les lignes remplies, additionnées", "every line that is satisfied, added"),
        },
        cumulative,
    ),
    Reading(
        "A98",
        GAMES,
        {
            "any_order": Term("cartes dans un ordre quelconque", "cards in any order"),
            "in_order": Term("cartes reçues dans l'ordre écrit", "cards received in the order written"),
        },
        order,
    ),
    Reading(
        "A99",
        GAMES,
        {
            "one_rank": Term("paire : deux cartes de même valeur", "a pair: two cards of one rank"),
            "ten_valued": Term("paire : deux cartes valant dix, ou deux as", "a pair: two ten-valued cards, or aces"),
        },
        pair,
    ),
    Reading(
        "A101",
        GAMES,
        {
            "own_line": Term("as et valet : 50 $", "ace and jack: $50"),
            "added": Term("as et valet : 50 $, 10 $ et 2 $", "ace and jack: $50, $10 and $2"),
        },
        ace_and_jack,
    ),
    Reading(
        "A102",
        GAMES,
        {
            "one_colour": Term("les quatre cartes d'une teinte", "all four red, or all four black"),
            "any_colour": Term("quatre cartes de toute teinte", "four of any colours"),
        },
        colour,
    ),
    Reading(
        "A105",
        GAMES,
        {
            "in_turn": Term("plusieurs gros lots : l'un après l'autre", "several jackpots: one after the other"),
            "each_whole": Term("plusieurs gros lots : chacun l'affichage", "several jackpots: each what is displayed"),
            "shared": Term("plusieurs gros lots : partagés", "several jackpots: shared"),
        },
        clashes,
    ),
    Reading(
        "A106",
        GAMES,
        {
            "kept": Term("le dollar gagnant n'est pas rendu", "a winning dollar is not returned"),
            "returned": Term("le dollar gagnant est rendu", "a winning dollar is returned"),
        },
        dollar,
    ),
    Reading(
        "A108",
        GAMES,
        {
            "from_the_first": Term("les sept depuis la première carte", "sevens from the first card on"),
            "anywhere": Term("les sept où qu'ils soient des trois", "sevens anywhere among three cards"),
        },
        anywhere,
    ),
    Reading(
        "A109",
        GAMES,
        {
            "two_count": Term("sans troisième carte, deux sept comptent", "without a third card two sevens count"),
            "lost": Term("sans troisième carte, la mise est perdue", "without a third card the wager is lost"),
        },
        no_third,
    ),
    Reading(
        "A110",
        GAMES,
        {
            "lose": Term("un total de 13 perd", "a total of 13 loses"),
            "push": Term("un total de 13 est nul", "a total of 13 pushes"),
        },
        thirteen,
    ),
)
