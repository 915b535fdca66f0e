"""Boston Poker read otherwise: A44 to A48."""

from __future__ import annotations

from collections.abc import Callable

from rules.alternatives.house_poker import strengths, survives
from rules.alternatives.model import Ended, Lines, Reading, given_back, pays, taken
from rules.boston import ANTE, EVEN, FIVE_NAMES, GAME
from rules.lines import Line, Outcome
from rules.ranking import Five, ranks_of
from rules.terms import Term

GAMES = (GAME.name,)
TWO_PAIRS = FIVE_NAMES[Five.TWO_PAIRS]


def listed(ended: Ended, fits: Callable[[int, int], bool]) -> Lines:
    """67.63: the antes of two pairs, where these are in its table (A37, A46)."""

    def paid(line: Line) -> Line:
        if line.wager != "ante" or line.hand != TWO_PAIRS:
            return line
        mine, dealer = strengths(ended, line.seat)
        high, _, low, *_ = ranks_of(mine)
        if fits(high, low):
            return pays(line, ANTE[Five.TWO_PAIRS], ended.options.unit)
        return taken(line) if mine < dealer else given_back(line)

    return [paid(line) for line in ended.lines]


def push_or_pay(ended: Ended, choice: str) -> Lines:
    """67.62 and 67.63: the ante of a hand that wins with a hand of the table (A44)."""
    return ended.lines if choice == "paid" else ended.citing("A44", lambda line: given_back(line, "67.62"))


def beaten(ended: Ended, choice: str) -> Lines:
    """67.63: the ante of a hand of the table that is beaten (A45)."""
    if choice == "stake_returned":
        return ended.lines
    return ended.citing("A45", lambda line: line._replace(returned=None if line.stake is None else 0))


def low_pairs(ended: Ended, choice: str) -> Lines:
    """67.63: the ante of two pairs of nines or less (A46)."""
    unit = ended.options.unit
    match choice:
        case "even_money":
            return ended.citing("A46", lambda line: pays(line, EVEN, unit))
        case "two_to_one":
            return ended.citing("A46", lambda line: pays(line, ANTE[Five.TWO_PAIRS], unit))
        case "not_lost":
            return ended.citing("A46", given_back)
    return ended.lines


def tie(ended: Ended, choice: str) -> Lines:
    """67.55, 67.62: equal hands (A47); a hand of the table is paid all the same."""
    if choice == "push":
        return ended.lines
    return ended.citing("A47", lambda line: line if line.outcome is Outcome.WIN else taken(line, "67.62"))


READINGS = (
    Reading(
        "A44",
        GAMES,
        {
            "paid": Term("main du tableau gagnante : payée", "a winning hand of the table: paid"),
            "push": Term("main du tableau gagnante : mise initiale nulle", "a winning hand of the table: ante pushes"),
        },
        push_or_pay,
    ),
    Reading(
        "A45",
        GAMES,
        {
            "stake_returned": Term("main du tableau battue : payée et rendue", "a beaten hand of it: paid, returned"),
            "stake_lost": Term("main du tableau battue : payée, mise perdue", "a beaten hand of it: paid, ante lost"),
        },
        beaten,
    ),
    Reading(
        "A46",
        GAMES,
        {
            "none": Term("double paire de neuf ou moins : hors du tableau", "two pairs of nines or less: not in it"),
            "even_money": Term("double paire de neuf ou moins : 1 à 1", "two pairs of nines or less: 1 to 1"),
            "two_to_one": Term("double paire de neuf ou moins : 2 à 1", "two pairs of nines or less: 2 to 1"),
            "not_lost": Term("double paire de neuf ou moins : rendue", "two pairs of nines or less: returned"),
        },
        low_pairs,
    ),
    Reading(
        "A47",
        GAMES,
        {
            "push": Term("mains égales : mises nulles", "equal hands push"),
            "lose": Term("mains égales : mises perdues", "equal hands lose"),
        },
        tie,
    ),
    Reading(
        "A48",
        GAMES,
        {
            "stands": Term("le « Bonus » survit à l'abandon", "the Bonus survives a drop"),
            "lost": Term("le « Bonus » est perdu avec la main", "the Bonus is lost with the hand"),
        },
        survives("bonus", "67.58"),
    ),
)
