"""Craps: what one roll does to every wager of the layout, sections 95.14 to 95.17 (the draft of 2000, A1).

The right side wins with its number and loses to a seven; the wrong side the other way round. Everything else on the
layout is a list of totals with their odds. `fates` puts it all into one table for a point and a roll, made once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import NamedTuple

from rules.contract import bad
from rules.dice import ANNOUNCED, FACES, NO_ROLL, Throw, dice_of
from rules.lines import Odds, Outcome, Readings
from rules.posting import alike
from rules.refusals import Because
from rules.terms import Term

WIN, LOSE, PUSH = Outcome.WIN, Outcome.LOSE, Outcome.PUSH
DICE = 2  # 95.6
SEVEN = 7
NUMBERS = (4, 5, 6, 8, 9, 10)
HOPS = tuple(combinations_with_replacement(sorted(FACES), 2))
EVEN: Odds = (1, 1)

HARD: dict[int, Odds] = {4: (7, 1), 6: (9, 1), 8: (9, 1), 10: (7, 1)}  # 95.15 (1°)
TRUE: dict[int, Odds] = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}  # 95.16 (1°), 95.17 (2°)
AGAINST: dict[int, Odds] = {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)}  # 95.16 (2°), 95.17 (3°)
RIGHT: dict[int, Odds] = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}  # 95.17 (1°)

FIELD: dict[int, Odds] = {2: (2, 1), 12: (2, 1)} | dict.fromkeys((3, 4, 9, 10, 11), EVEN)  # 95.14 (5°)
CRAPS_2: dict[int, Odds] = {2: (30, 1)}
CRAPS_3: dict[int, Odds] = {3: (15, 1)}
ANY_7: dict[int, Odds] = {SEVEN: (4, 1)}
ELEVEN: dict[int, Odds] = {11: (15, 1)}
CRAPS_12: dict[int, Odds] = {12: (30, 1)}
ONE_ROLL: dict[str, dict[int, Odds]] = {  # 95.15 (2° to 8°, 10°, 11°): each total that wins
    "any_7": ANY_7,
    "eleven": ELEVEN,
    "any_craps": dict.fromkeys((2, 3, 12), (7, 1)),
    "craps_2": CRAPS_2,
    "craps_3": CRAPS_3,
    "craps_12": CRAPS_12,
    "horn": CRAPS_2 | CRAPS_3 | ELEVEN | CRAPS_12,  # each paid as the wager that wins with the total
    "world": CRAPS_2 | CRAPS_3 | ELEVEN | CRAPS_12 | ANY_7,
    "three_way": CRAPS_2 | CRAPS_3 | CRAPS_12,
}
PARTS = {"horn": 4, "world": 5, "three_way": 3}  # that many equal wagers in one (A127 to A129)
SPLIT: dict[str, Readings] = {"horn": ("A127",), "world": ("A128",), "three_way": ("A129",)}


@dataclass(frozen=True, slots=True)
class Fate:
    """How one roll decides one wager. No tuple: its fields are read faster than a named tuple is taken apart."""

    outcome: Outcome
    section: str
    readings: Readings = ()
    odds: str | None = None
    to: int = 0  # the odds again, as numbers; `per` counts the parts in
    per: int = 1
    parts: int = 1  # of these one is paid and goes back, the others are lost
    net: str | None = None  # what the whole wager gains: the odds, less the parts that are lost


Fates = Mapping[str, Fate | str | None]  # by wager; a name: the square that it moves to; None: it stands


class Light(NamedTuple):
    """How a roll lights one square of the layout."""

    outcome: str  # win, lose, push or stand
    odds: str | None  # of the whole wager, net


Chances = Iterator[tuple[str, Outcome | None, Odds, Readings]]  # None: the wager stands


# -- 95.14 to 95.17 ---------------------------------------------------------------------------------------------------


def right(number: int | None, total: int) -> Outcome | None:
    """95.14 (1°, 3°): Pass and Come, on their first roll and once their number is known.

    >>> [right(None, total) for total in (11, 12, 6)] == [WIN, LOSE, None]
    True
    """
    if number is None:
        return WIN if total in (7, 11) else LOSE if total in (2, 3, 12) else None
    return WIN if total == number else LOSE if total == SEVEN else None


def wrong(number: int | None, total: int) -> Outcome | None:
    """95.14 (2°, 4°): Don't Pass and Don't Come, on their first roll and once their number is known.

    >>> [wrong(None, total) for total in (3, 11, 12, 6)] == [WIN, LOSE, PUSH, None]
    True
    """
    if number is None:
        return WIN if total in (2, 3) else LOSE if total in (7, 11) else PUSH if total == 12 else None
    return WIN if total == SEVEN else LOSE if total == number else None


def next_point(point: int | None, total: int) -> int | None:
    """95.14 (1°): a come-out roll of a number makes it the point, until it or a seven is rolled.

    >>> next_point(None, 6), next_point(None, 11), next_point(6, 11), next_point(6, 6), next_point(6, 7)
    (6, None, 6, None, None)
    """
    if point is None:
        return total if total in NUMBERS else None
    return None if total in (point, SEVEN) else point


def single_chances(point: int | None, throw: Throw) -> Chances:
    """95.14: even money; those on a number play on come-out rolls too (A123)."""
    total = throw.total
    yield "pass", right(point, total), EVEN, ()
    yield "dont_pass", wrong(point, total), EVEN, ()
    if point is not None:  # the only time when they can lie there (A122)
        yield "come", right(None, total), EVEN, ()
        yield "dont_come", wrong(None, total), EVEN, ()
    always: Readings = ("A123",) if point is None else ()
    for number in NUMBERS:
        yield f"come_{number}", right(number, total), EVEN, always
        yield f"dont_come_{number}", wrong(number, total), EVEN, always
    yield "field", WIN if total in FIELD else LOSE, FIELD.get(total, EVEN), ()


def multiple_chances(_: int | None, throw: Throw) -> Chances:
    """95.15: the hard ways stand until their total or a seven (A125); a hop is two faces (A130); the rest one total."""
    total = throw.total
    for number, odds in HARD.items():
        outcome = right(number, total)
        easy = outcome is WIN and not throw.alike
        yield f"hard_{number}", LOSE if easy else outcome, odds, ("A125",)
    for wager, wins in ONE_ROLL.items():
        yield wager, WIN if total in wins else LOSE, wins.get(total, EVEN), SPLIT.get(wager, ())
    for low, high in HOPS:
        called = throw.faces == (low, high)
        yield f"hop_{low}_{high}", WIN if called else LOSE, (30, 1) if low == high else (15, 1), ("A130",)


def associate_chances(point: int | None, throw: Throw) -> Chances:
    """95.16: odds behind a single chance whose number is known; they follow it."""
    total = throw.total
    if point is not None:
        yield "pass_odds", right(point, total), TRUE[point], ()
        yield "dont_pass_odds", wrong(point, total), AGAINST[point], ()
    for number in NUMBERS:
        yield f"come_odds_{number}", right(number, total), TRUE[number], ()
        yield f"dont_come_odds_{number}", wrong(number, total), AGAINST[number], ()


def place_bets(_: int | None, throw: Throw) -> Chances:
    """95.17: Right, Buy and Lay Bets; an undecided roll leaves them standing (A124)."""
    total = throw.total
    for number in NUMBERS:
        yield f"place_{number}", right(number, total), RIGHT[number], ()
        yield f"buy_{number}", right(number, total), TRUE[number], ()
        yield f"lay_{number}", wrong(number, total), AGAINST[number], ("A138",)


SECTIONS = {"95.14": single_chances, "95.15": multiple_chances, "95.16": associate_chances, "95.17": place_bets}
SECTION_OF = {row[0]: section for section, chances in SECTIONS.items() for row in chances(NUMBERS[0], Throw((1, 1)))}
ON_LAYOUT = tuple(SECTION_OF)
MOVED = frozenset(f"{wager}_{number}" for wager in ("come", "dont_come") for number in NUMBERS)
WAGERS = frozenset(ON_LAYOUT) - MOVED  # what a player may lay
CAN_BE_OFF = frozenset(
    [f"hard_{number}" for number in HARD]  # 95.15 (1°)
    + [f"{wager}_{number}" for wager in ("come_odds", "place", "buy") for number in NUMBERS]  # 95.16 (3°), 95.17
)
FLAT = {"pass_odds": "pass", "dont_pass_odds": "dont_pass"} | {  # 95.16: what the odds lie behind
    f"{wager}_odds_{number}": f"{wager}_{number}" for wager in ("come", "dont_come") for number in NUMBERS
}
GROUPS: Mapping[str, tuple[str, ...]] = {  # wagers that are alike, as a table posts limits for them
    "odds": tuple(FLAT),
    "one_roll": tuple(ONE_ROLL),
    **alike((wager for wager in ON_LAYOUT if wager in WAGERS), "hard", "hop", "place", "buy", "lay"),
}
COMMISSION: Mapping[str, tuple[int, int, Readings]] = {  # 95.17: 5 % of the stake, or of the potential winnings
    f"buy_{number}": (1, 20, ("A137",)) for number in NUMBERS
} | {f"lay_{number}": (to, 20 * per, ("A138",)) for number, (to, per) in AGAINST.items()}


# -- the table of outcomes --------------------------------------------------------------------------------------------


def net(odds: Odds, parts: int) -> Odds:
    """95.15 (8°, 10°, 11°): what a wager of so many equal parts gains when one of them is paid and the others lose.

    >>> net((30, 1), 4), net((15, 1), 4), net((4, 1), 5)  # a Horn on 12 and on 3; a World on 7 comes back whole
    ((27, 4), (3, 1), (0, 1))
    """
    to, per = odds
    return ((Fraction(to, per) - (parts - 1)) / parts).as_integer_ratio()


@cache
def fates(point: int | None, dice: tuple[int, ...]) -> tuple[Fates, Fates]:
    """What this roll does to every wager of the layout: to those as they are, and to those that are called on."""
    throw = Throw(dice_of(dice, DICE))
    on: dict[str, Fate | str | None] = dict.fromkeys(ON_LAYOUT)
    for section, chances in SECTIONS.items():
        for wager, outcome, (to, per), readings in chances(point, throw):
            parts = PARTS.get(wager, 1)
            if outcome is WIN:
                gains = "{}:{}".format(*net((to, per), parts))
                on[wager] = Fate(outcome, section, readings, f"{to}:{per}", to, per * parts, parts, gains)
            elif outcome is not None:
                on[wager] = Fate(outcome, section, readings)
    if point is not None:
        if throw.total in NUMBERS:
            on |= {wager: f"{wager}_{throw.total}" for wager in ("come", "dont_come")}
        return on, on
    off = on | dict.fromkeys(CAN_BE_OFF)
    for number in NUMBERS:
        if off[f"come_{number}"]:  # odds that are off go back with the come wager that is decided (A133)
            off[f"come_odds_{number}"] = Fate(PUSH, "95.16", ("A133",))
    return off, on


@cache
def layout(
    point: int | None, dice: tuple[int, ...], *, working: bool = False, whole: bool = True
) -> Mapping[str, Light]:
    """Every wager of the layout after a roll that met this point, without a word on who laid it.

    What is off on a come-out roll stands, unless `working`; what moves, or cannot lie there, stands too. Odds are those
    of the `whole` wager, net; they once were those of the part of it that is paid.

    >>> after = layout(6, (3, 3))
    >>> after["pass_odds"], after["lay_6"], after["place_8"]
    (Light(outcome='win', odds='6:5'), Light(outcome='lose', odds=None), Light(outcome='stand', odds=None))
    >>> layout(None, (6, 6))["horn"].odds, layout(None, (6, 6), whole=False)["horn"].odds
    ('27:4', '30:1')
    """
    if point is not None and point not in NUMBERS:
        raise bad(Because.POINT())
    lights = dict.fromkeys(ON_LAYOUT, Light("stand", None))
    for wager, fate in fates(point, dice)[working].items():
        if isinstance(fate, Fate):
            lights[wager] = Light(fate.outcome.value, fate.net if whole else fate.odds)
    return MappingProxyType(lights)


# -- names ------------------------------------------------------------------------------------------------------------


TERMS: Mapping[str, Term] = {  # the by-law's French for the dice is not among the texts: all French here is (c)
    "craps": Term("Craps", "Craps"),
    "shooter": Term("Lanceur", "Shooter"),
    "come_out": Term("Coup de départ", "Come out roll"),
    "point": Term("Point", "Point"),
    "sevened_out": Term("Sept perdant", "Seven-out"),
    "no_roll": ANNOUNCED,
    **NO_ROLL,
    "stand": Term("suspendue", "suspended"),
    "working": Term("en jeu", "on"),
    "off": Term("hors jeu", "off"),
    "pass": Term("Passe", "Pass"),
    "dont_pass": Term("Ne passe pas", "Don't Pass"),
    "come": Term("Vient", "Come"),
    "dont_come": Term("Ne vient pas", "Don't Come"),
    "field": Term("Champ", "Field"),
    "any_7": Term("Tout 7", "Any 7"),
    "eleven": Term("11", "11"),
    "any_craps": Term("Tout craps", "Any Craps"),
    "craps_2": Term("Craps 2", "Craps 2"),
    "craps_3": Term("Craps 3", "Craps 3"),
    "craps_12": Term("Craps 12", "Craps 12"),
    "horn": Term("Horn", "Horn"),
    "world": Term("World", "World"),
    "three_way": Term("Craps à trois", "3-Way Craps"),
    "pass_odds": Term("Chance associée à Passe", "Pass, Associate Chance"),
    "dont_pass_odds": Term("Chance associée à Ne passe pas", "Don't Pass, Associate Chance"),
    "commission": Term("Commission", "Commission"),
    "commission_refund": Term("Remboursement de commission", "Commission refund"),
    "odds": Term("Chances associées", "Associate Chances"),
    "one_roll": Term("Mises d'un seul coup", "One-roll wagers"),
    "hard": Term("Doubles", "Hard Ways"),
    "hop": Term("Hop", "Hop"),
    "place": Term("Mises placées", "Right Bets"),
    "buy": Term("Mises achetées", "Buy Bets"),
    "lay": Term("Mises contre", "Lay Bets"),
    **{f"hard_{number}": Term(f"{number} en double", f"Hard Way {number}") for number in HARD},
    **{f"hop_{low}_{high}": Term(f"Hop {low}-{high}", f"Hop {low}-{high}") for low, high in HOPS},
    **{
        f"{wager}_{number}": Term(f"{name.fr} {number}", f"{name.en} {number}")
        for wager, name in {
            "come": Term("Vient", "Come"),
            "dont_come": Term("Ne vient pas", "Don't Come"),
            "come_odds": Term("Chance associée à Vient", "Come, Associate Chance"),
            "dont_come_odds": Term("Chance associée à Ne vient pas", "Don't Come, Associate Chance"),
            "place": Term("Mise placée", "Right Bet"),
            "buy": Term("Mise achetée", "Buy Bet"),
            "lay": Term("Mise contre", "Lay Bet"),
        }.items()
        for number in NUMBERS
    },
}
