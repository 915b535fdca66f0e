"""Orders about dice: shake them, read them, declare a throw void."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import StrictInt

from daemon.table.orders.base import Order
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake(Order):
    """The shaker shakes the dice; after several shakes that came to nothing, a supervisor orders it."""

    SAYS: ClassVar[Term] = Term("{who} fait agiter les dés.", "{who} has the dice shaken.")
    device: str | None = None  # which one, where there are several; null: the one in use
    kind: Literal["shake"] = "shake"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDice(Order):
    """The dice were thrown and lie there: the camera reads them. Those of a shaker it reads by itself."""

    SAYS: ClassVar[Term] = Term("{who} fait lire les dés.", "{who} has the dice read.")
    device: str | None = None  # which one, where there are several; null: the one in use
    kind: Literal["read_dice"] = "read_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareNoRoll(Order):
    """A throw is void (95.3); its ground is one of the section's. No device ever says so."""

    SAYS: ClassVar[Term] = Term("{who} déclare un coup nul : {ground}.", "{who} declares a no roll: {ground}.")
    ground: str
    kind: Literal["declare_no_roll"] = "declare_no_roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDice(Order):
    """What the dice show, read by two persons."""

    SAYS: ClassVar[Term] = Term("{who} lit les dés : {dice}.", "{who} reads the dice: {dice}.")
    TWO_PERSONS: ClassVar[bool] = True
    dice: tuple[StrictInt, ...]
    kind: Literal["enter_dice"] = "enter_dice"


OfDice = Shake | ReadDice | DeclareNoRoll | EnterDice
