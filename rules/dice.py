"""Dice in general, sections 95.1 to 95.5 (the draft of 2000, A1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract import bad
from rules.refusals import Because
from rules.terms import Term

FACES = frozenset(range(1, 7))  # 95.1: six sides, 1 to 6

NO_ROLL: Mapping[str, Term] = {  # 95.3: the grounds on which a throw is void; all French here is customary (c)
    "not_together": Term("dés non lancés ensemble ou sans rouler", "dice not thrown together, or not rolling"),  # 1°
    "missed_far_side": Term(
        "aucun dé n'a atteint le côté opposé", "no die hit the opposite side"
    ),  # 2°: one will do (A114)
    "obstructed": Term(  # 3°
        "dé sur un marqueur, le rebord, les jetons de la banque ou dans le gobelet",
        "a die on a button, the rail, the bank's chips or in the cup",
    ),
    "off_table": Term("dé hors de la table", "a die off the table"),  # 3°
    "broken_or_stacked": Term("dé brisé ou superposé", "a die broken, or on the other"),  # 4°
    "cheating": Term("tricherie", "cheating"),  # 5°: decides no more than the others (A115)
}
BY_SHAKER = frozenset(NO_ROLL) - {"not_together", "missed_far_side"}  # 1° and 2° speak of a hand that throws (A113)
ANNOUNCED = Term("Coup nul", "No roll")  # (c)


@dataclass(frozen=True, slots=True)
class Throw:
    """What two or three dice show, in no particular order.

    >>> Throw((5, 2)).faces, Throw((5, 2)).total, Throw((3, 3, 3)).alike
    ((2, 5), 7, True)
    """

    dice: tuple[int, ...]

    @property
    def total(self) -> int:
        """Returns the sum of all faces."""
        return sum(self.dice)

    @property
    def faces(self) -> tuple[int, ...]:
        """Returns the faces, lowest first."""
        return tuple(sorted(self.dice))

    @property
    def alike(self) -> bool:
        """Every die shows the same face."""
        return len(set(self.dice)) == 1


def dice_of(values: object, count: int) -> tuple[int, ...]:
    """So many dice, each showing 1 to 6 (95.1)."""
    if not isinstance(values, tuple | list) or len(values) != count:
        raise bad(Because.DICE_COUNT(count=count))
    for face in values:
        if type(face) is not int or face not in FACES:
            raise bad(Because.DIE())
    return tuple(values)


def check_ground(ground: object) -> None:
    """One of the grounds of 95.3."""
    if not isinstance(ground, str) or ground not in NO_ROLL:
        raise bad(Because.ONE_OF(name="no_roll", allowed=", ".join(NO_ROLL)))
