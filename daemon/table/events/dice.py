"""Events of dice: shaken, read, rolled, void."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened, Observations
from daemon.table.orders import ChangeDice, DeclareNoRoll, EnterDice, ReadDice
from drivers.observation import DiceSeen
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class ShakeOrdered(Happened):
    """The shaker shakes the dice; this number is given to no other shake."""

    SAYS: ClassVar[Term] = Term("Agitation {order} ordonnée.", "Shake {order} is ordered.")
    order: int
    kind: Literal["shake_ordered"] = "shake_ordered"


@dataclass(frozen=True, slots=True)
class DiceMove(Happened):
    """The shaker does what was ordered."""

    SAYS: ClassVar[Term] = Term("Les dés bougent (agitation {order}).", "The dice move (shake {order}).")
    order: int
    kind: Literal["dice_move"] = "dice_move"


@dataclass(frozen=True, slots=True)
class DiceLie(Happened):
    """The dice lie still after a good shake: now they may be read."""

    SAYS: ClassVar[Term] = Term(
        "Les dés sont immobiles; culbutes : {tumbles}. Ils peuvent être lus.",
        "The dice lie still; tumbles: {tumbles}. They may be read.",
    )
    order: int
    tumbles: int
    kind: Literal["dice_lie"] = "dice_lie"


@dataclass(frozen=True, slots=True)
class ShakerReported(Happened):
    """The shaker says that something is wrong with it."""

    SAYS: ClassVar[Term] = Term("L'agitateur signale : {shaken}.", "The shaker reports: {shaken}.")
    what: str
    kind: Literal["shaker_reported"] = "shaker_reported"


@dataclass(frozen=True, slots=True)
class DiceRolled(Happened):
    """The dice came to rest."""

    SAYS: ClassVar[Term] = Term("Dés : {dice}.", "Dice: {dice}.")
    ECHOES: ClassVar[Observations] = (EnterDice, DiceSeen)
    dice: tuple[int, ...]
    kind: Literal["dice_rolled"] = "dice_rolled"


@dataclass(frozen=True, slots=True)
class LookOrdered(Happened):
    """The camera looks at so many dice; this number is given to no other look."""

    SAYS: ClassVar[Term] = Term(
        "La caméra regarde les dés (regard {look}).", "The camera looks at the dice (look {look})."
    )
    ECHOES: ClassVar[Observations] = (ReadDice,)
    look: int
    count: int
    kind: Literal["look_ordered"] = "look_ordered"


@dataclass(frozen=True, slots=True)
class DiceNotRead(Happened):
    """The camera cannot tell what the dice show: two persons read them."""

    SAYS: ClassVar[Term] = Term(
        "La caméra s'abstient : {unread}. Deux personnes lisent les dés.",
        "The camera abstains: {unread}. Two persons read the dice.",
    )
    reason: str  # one of the recogniser's, like `glare`, or the code of a fault
    kind: Literal["dice_not_read"] = "dice_not_read"


@dataclass(frozen=True, slots=True)
class NoRollDeclared(Happened):
    """95.3: a throw is void, and decides nothing."""

    SAYS: ClassVar[Term] = Term("Coup nul : {ground}.", "No roll: {ground}.")
    ECHOES: ClassVar[Observations] = (DeclareNoRoll,)
    ground: str
    kind: Literal["no_roll_declared"] = "no_roll_declared"


@dataclass(frozen=True, slots=True)
class DiceChanged(Happened):
    """Other dice are thrown from now on."""

    SAYS: ClassVar[Term] = Term("Nouveaux dés.", "Fresh dice.")
    ECHOES: ClassVar[Observations] = (ChangeDice,)
    kind: Literal["dice_changed"] = "dice_changed"


OfDice = (
    ShakeOrdered
    | DiceMove
    | DiceLie
    | ShakerReported
    | DiceRolled
    | LookOrdered
    | DiceNotRead
    | NoRollDeclared
    | DiceChanged
)
