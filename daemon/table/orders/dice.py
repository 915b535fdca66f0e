"""Orders about dice: offer them, send them out, shake them, read them, declare a throw void."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import StrictInt

from daemon.table.orders.base import SUPERVISOR, Order
from daemon.text.role import Role
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDice(Order):
    """The dice are offered to a player, who throws them unless the dice are declined (95.8)."""

    SAYS: ClassVar[Term] = Term("{who} offre les dés.", "{who} offers the dice.")
    seat: str | None = None  # null: to the one whose turn it is
    kind: Literal["offer_dice"] = "offer_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineDice(Order):
    """Whoever has the dice does not throw them (any more): they go to the next player clockwise (95.8)."""

    SAYS: ClassVar[Term] = Term("{who} note que les dés sont refusés.", "{who} enters that the dice are declined.")
    kind: Literal["decline_dice"] = "decline_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithholdDice(Order):
    """The shooter has broken the rules of throwing again and again, and loses the turn (95.4)."""

    SAYS: ClassVar[Term] = Term("{who} retire les dés au lanceur : {ground}.", "{who} withholds the dice: {ground}.")
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    ground: str  # the rule of 95.3 that was broken
    kind: Literal["withhold_dice"] = "withhold_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOut(Order):
    """The dice go out to the shooter: from now on nothing is laid, taken back or called (95.11, A117)."""

    SAYS: ClassVar[Term] = Term("{who} fait sortir les dés.", "{who} sends the dice out.")
    line: Literal["pass", "dont_pass"] | None = None  # the shooter's wager that lies there unkeyed, amount unknown
    kind: Literal["dice_out"] = "dice_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class LetRollStand(Order):
    """Dice that were thrown before they were sent out count as they lie."""

    SAYS: ClassVar[Term] = Term("{who} laisse valoir le lancer.", "{who} lets the roll stand.")
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    kind: Literal["let_roll_stand"] = "let_roll_stand"


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


OfShooter = OfferDice | DeclineDice | WithholdDice | DiceOut | LetRollStand
OfDice = OfShooter | Shake | ReadDice | DeclareNoRoll | EnterDice
