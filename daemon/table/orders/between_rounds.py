"""Orders between two rounds: shoe, dice, shift, table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.orders.base import Order
from daemon.text.role import Role
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class CountShoe(Order):
    """What is left in the shoe is run through the reader, until the shoe is changed."""

    SAYS: ClassVar[Term] = Term(
        "{who} fait compter ce qui reste dans le sabot.", "{who} has the rest of the shoe counted."
    )
    kind: Literal["count_shoe"] = "count_shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShoe(Order):
    """A fresh shoe: the inventory starts again."""

    SAYS: ClassVar[Term] = Term("{who} change le sabot.", "{who} changes the shoe.")
    device: str | None = None  # the one that is dealt from then on; null: the one in use, filled again
    kind: Literal["change_shoe"] = "change_shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDice(Order):
    """Other dice: what the last ones showed is not counted against them."""

    SAYS: ClassVar[Term] = Term("{who} change les dés.", "{who} changes the dice.")
    kind: Literal["change_dice"] = "change_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShift(Order):
    """Who gives this order deals from now on."""

    SAYS: ClassVar[Term] = Term("{who} prend la table.", "{who} takes over the table.")
    ROLES: ClassVar[frozenset[Role]] = frozenset({Role.DEALER})
    kind: Literal["change_shift"] = "change_shift"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Order):
    """Nobody plays here until the next round is opened."""

    SAYS: ClassVar[Term] = Term("{who} ferme la table.", "{who} closes the table.")
    kind: Literal["close_table"] = "close_table"


BetweenRounds = CountShoe | ChangeShoe | ChangeDice | ChangeShift | CloseTable
