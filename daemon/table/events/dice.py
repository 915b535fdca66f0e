"""Events of dice: offered, sent out, shaken, read, rolled, void, passed on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened, Observations
from daemon.table.orders import ChangeDice, DeclareNoRoll, EnterDice, LetRollStand, ReadDice
from drivers.observation import DiceSeen
from rules.shooter import PassedFor
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class DiceOffered(Happened):
    """A player is offered the dice (95.8), and throws them unless the dice are declined."""

    SAYS: ClassVar[Term] = Term("Les dés sont offerts : {seat}.", "The dice are offered: {seat}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    kind: Literal["dice_offered"] = "dice_offered"


@dataclass(frozen=True, slots=True)
class DiceDeclined(Happened):
    """A player does not throw, or not any more (95.8)."""

    SAYS: ClassVar[Term] = Term("{seat} refuse les dés.", "{seat} declines the dice.")
    BESIDE: ClassVar[bool] = True
    seat: str
    kind: Literal["dice_declined"] = "dice_declined"


@dataclass(frozen=True, slots=True)
class DiceWithheld(Happened):
    """95.4: a shooter loses the turn; this is what was void of it."""

    SAYS: ClassVar[Term] = Term(
        "Les dés sont retirés : {seat}, {ground} (95.4). Coups nuls de ce tour : {voids}.",
        "The dice are withheld: {seat}, {ground} (95.4). No rolls of this turn: {voids}.",
    )
    seat: str
    ground: str
    no_rolls: tuple[str, ...] = ()  # the grounds, in order
    kind: Literal["dice_withheld"] = "dice_withheld"


@dataclass(frozen=True, slots=True)
class DiceWentOut(Happened):
    """The dice are with the shooter: wagers are closed (A117)."""

    SAYS: ClassVar[Term] = Term("Les dés sont sortis{to}.", "The dice are out{to}.")
    BESIDE: ClassVar[bool] = True
    seat: str | None  # null: nobody keys who throws
    laid: str | None = None  # the wager of 95.11 that the dealer said lies there, unkeyed
    kind: Literal["dice_went_out"] = "dice_went_out"


@dataclass(frozen=True, slots=True)
class RollStands(Happened):
    """A supervisor let dice count that nobody had sent out: whether 95.11 was held, nobody checked."""

    SAYS: ClassVar[Term] = Term(
        "Le lancer vaut : {dice}. Les dés n'étaient pas sortis; l'article 95.11 n'a pas été vérifié.",
        "The roll stands: {dice}. The dice had not gone out; section 95.11 was not checked.",
    )
    ECHOES: ClassVar[Observations] = (LetRollStand,)
    dice: tuple[int, ...]
    seat: str | None  # who had the dice; null: nobody
    kind: Literal["roll_stands"] = "roll_stands"


@dataclass(frozen=True, slots=True)
class DicePassed(Happened):
    """A shooter's turn is over: the dice go on clockwise."""

    SAYS: ClassVar[Term] = Term("{seat} passe les dés : {why}.", "{seat} passes the dice: {why}.")
    seat: str
    why: PassedFor
    kind: Literal["dice_passed"] = "dice_passed"


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
    tumbles: int | None  # null: this make of shaker does not count them
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
    DiceOffered
    | DiceDeclined
    | DiceWithheld
    | DiceWentOut
    | RollStands
    | DicePassed
    | ShakeOrdered
    | DiceMove
    | DiceLie
    | ShakerReported
    | DiceRolled
    | LookOrdered
    | DiceNotRead
    | NoRollDeclared
    | DiceChanged
)
