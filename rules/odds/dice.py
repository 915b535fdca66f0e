"""Craps and Sic Bo: every roll, and for wagers that live over many rolls every way that they can go."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from rules import craps, sic_bo
from rules.craps_commission import commission
from rules.craps_wagers import COMMISSION, DICE, NUMBERS, WAGERS, Fate, fates, next_point
from rules.lines import Outcome
from rules.odds.chance import UNIT, Chance, Tally
from rules.odds.model import TableOdds

ROLLS = tuple(product(sic_bo.NUMBERS, repeat=DICE))
Place = tuple[int | None, str]  # the point, and the square on which the wager lies


@cache
def sic_bo_wagers() -> dict[str, Chance]:
    """95.22 and 95.24: all 216 rolls.

    >>> sic_bo_wagers()["small"].edge
    Fraction(1, 36)
    """
    tallies = {wager: Tally() for wager in sic_bo.LAYOUT}
    for dice in product(sic_bo.NUMBERS, repeat=sic_bo.DICE):
        for line in sic_bo.settle_seat("1", dict.fromkeys(tallies, UNIT), dice, 1):
            tallies[line.wager].settle(1, line)
    return {wager: tally.chance for wager, tally in tallies.items()}


@cache
def craps_wagers() -> dict[str, Chance]:
    """95.14 to 95.17: per wager decided, a push counted as a decision; a commission is lost on top.

    >>> craps_wagers()["pass"].edge, craps_wagers()["buy_6"].edge
    (Fraction(7, 495), Fraction(1, 20))
    """
    return {wager: _craps(wager) for wager in sorted(WAGERS, key=_in_order)}


def sic_bo_odds() -> TableOdds:
    """Counts what every wager of the layout is worth."""
    return TableOdds(sic_bo.GAME.name, None, sic_bo_wagers())


def craps_odds() -> TableOdds:
    """Counts what every wager of the layout is worth."""
    return TableOdds(craps.GAME.name, None, craps_wagers())


def _in_order(wager: str) -> tuple[str, int]:
    """Sorts wagers by name, numbers as numbers."""
    name, _, number = wager.rpartition("_")
    return (name, int(number)) if number.isdigit() else (wager, 0)


def _craps(wager: str) -> Chance:
    starts = _laid(wager)
    solved = _solve(frozenset(starts))
    gained = sum((chance * solved[place][0] for place, chance in starts.items()), Fraction(0))
    hit = sum((chance * solved[place][1] for place, chance in starts.items()), Fraction(0))
    if wager in COMMISSION:
        gained -= commission("1", wager, UNIT, 1).stake or 0
    return Chance(-gained / UNIT, hit)


def _laid(wager: str) -> dict[Place, Fraction]:
    """Where a wager begins: before a come-out roll if it may lie there, else with a point, each as often as it is."""
    if wager not in ("come", "dont_come", "pass_odds", "dont_pass_odds"):
        return {(None, wager): Fraction(1)}
    points = [point for dice in ROLLS if (point := next_point(None, sum(dice))) is not None]
    return {(point, wager): Fraction(points.count(point), len(points)) for point in NUMBERS}


def _roll(place: Place) -> tuple[int, int, Counter[Place]]:
    """All rolls that a wager can meet here: what they bring together, how many pay it, and where the others leave it.

    What can be off is called on: a roll that a wager sits out decides nothing.
    """
    point, square = place
    gained = paid = 0
    onwards: Counter[Place] = Counter()
    for dice in ROLLS:
        fate = fates(point, dice)[1][square]
        if isinstance(fate, Fate):
            gained += _brings(fate)
            paid += fate.outcome is Outcome.WIN
        else:
            onwards[next_point(point, sum(dice)), fate or square] += 1
    return gained, paid, onwards


def _brings(fate: Fate) -> int:
    """By the table from which `rules.craps` pays; of several parts in one wager the others are lost."""
    if fate.outcome is Outcome.WIN:
        return UNIT * fate.to // fate.per + UNIT // fate.parts - UNIT
    return 0 if fate.outcome is Outcome.PUSH else -UNIT


def _solve(starts: frozenset[Place]) -> dict[Place, tuple[Fraction, Fraction]]:
    """What a wager brings from every place until it is decided, and how often it is paid: linear equations, solved."""
    met: dict[Place, tuple[int, int, Counter[Place]]] = {}
    going = list(starts)
    while going:
        if (place := going.pop()) not in met:
            met[place] = _roll(place)
            going += met[place][2]
    left = {  # each place: its own terms, and how often it leads where
        place: (Fraction(gained, 36), Fraction(paid, 36), {to: Fraction(n, 36) for to, n in onwards.items()})
        for place, (gained, paid, onwards) in met.items()
    }
    for place in met:  # take a place out of all others
        gained, paid, onwards = left[place]
        stays = 1 - onwards.pop(place, Fraction(0))
        gained, paid = gained / stays, paid / stays
        onwards = {to: chance / stays for to, chance in onwards.items()}
        left[place] = gained, paid, onwards
        for other, (more, more_paid, leads) in left.items():
            if other != place and (chance := leads.pop(place, None)):
                for to, then in onwards.items():
                    leads[to] = leads.get(to, Fraction(0)) + chance * then
                left[other] = more + chance * gained, more_paid + chance * paid, leads
    return {place: (gained, paid) for place, (gained, paid, _) in left.items()}
