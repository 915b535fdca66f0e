"""What a shaker says, and what its driver says of an ordered shake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from drivers.observation.base import FromDevice, Numbered
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class NumberedByShaker(Numbered):
    """What a shaker numbers comes with how its dome is."""

    closed: bool


@dataclass(frozen=True, slots=True)
class DomeMoved(NumberedByShaker):
    """The shaker's dome was opened or closed."""

    SAYS: ClassVar[Term] = Term("{device} : le dôme est {dome}.", "{device}: the dome is {dome}.")
    OFTEN: ClassVar[bool] = True
    kind: Literal["dome_moved"] = "dome_moved"


@dataclass(frozen=True, slots=True)
class ShakerArmed(NumberedByShaker):
    """The shaker is ready for the shake with this number."""

    SAYS: ClassVar[Term] = Term("{device} : prêt pour l'agitation {order}.", "{device}: ready for shake {order}.")
    OFTEN: ClassVar[bool] = True
    order: int  # 0: nobody ordered it
    kind: Literal["shaker_armed"] = "shaker_armed"


@dataclass(frozen=True, slots=True)
class ShakeBegan(NumberedByShaker):
    """The dice move."""

    SAYS: ClassVar[Term] = Term(
        "{device} : les dés bougent (agitation {order}).", "{device}: the dice move (shake {order})."
    )
    OFTEN: ClassVar[bool] = True
    order: int
    kind: Literal["shake_began"] = "shake_began"


@dataclass(frozen=True, slots=True)
class MotorFelt(NumberedByShaker):
    """What the motor takes: the proof that it had something to move."""

    SAYS: ClassVar[Term] = Term("{device} : moteur à {milliamps} mA.", "{device}: motor at {milliamps} mA.")
    OFTEN: ClassVar[bool] = True
    order: int
    milliamps: int
    kind: Literal["motor_felt"] = "motor_felt"


@dataclass(frozen=True, slots=True)
class DiceRested(NumberedByShaker):
    """The dice lie still, after so many tumbles."""

    SAYS: ClassVar[Term] = Term(
        "{device} : dés immobiles (agitation {order}, culbutes : {tumbles}).",
        "{device}: the dice lie still (shake {order}, tumbles: {tumbles}).",
    )
    OFTEN: ClassVar[bool] = True
    order: int
    tumbles: int
    kind: Literal["dice_rested"] = "dice_rested"


@dataclass(frozen=True, slots=True)
class ShakerTrouble(NumberedByShaker):
    """The shaker says that something is wrong with it."""

    SAYS: ClassVar[Term] = Term("{device} : {shaken}.", "{device}: {shaken}.")
    order: int
    what: str  # like `motor_blocked`
    kind: Literal["shaker_trouble"] = "shaker_trouble"


@dataclass(frozen=True, slots=True)
class ShakeUndone(FromDevice):
    """The driver, not the shaker: an ordered shake was refused, did not start in time, or never came to rest."""

    SAYS: ClassVar[Term] = Term(
        "{device} : l'agitation {order} n'a pas abouti ({shaken}).",
        "{device}: shake {order} came to nothing ({shaken}).",
    )
    order: int
    what: str
    begun: bool  # False only if it was never sent, or the shaker itself has said that it did not take the order
    kind: Literal["shake_undone"] = "shake_undone"


@dataclass(frozen=True, slots=True)
class ShakerUp(NumberedByShaker):
    """The shaker is there, proved who it is, and says how it is; who has heard its event `seq` has heard all."""

    SAYS: ClassVar[Term] = Term("{device} : la liaison est là; dôme {dome}.", "{device}: the link is up; dome {dome}.")
    turning: bool
    order: int  # the last that it took
    kind: Literal["shaker_up"] = "shaker_up"


@dataclass(frozen=True, slots=True)
class ShakerSaid(FromDevice):
    """A shaker that numbers nothing says what it is doing, as far as it differs from what it said before."""

    SAYS: ClassVar[Term] = Term("{device} : {shaken}.", "{device}: {shaken}.")
    OFTEN: ClassVar[bool] = True
    what: str  # `idle`, `order_received`, `shaking`, `program_error` or `order_of_another`
    first: bool = False  # its first word on a new link: nobody knows what it did before
    kind: Literal["shaker_said"] = "shaker_said"


FromShaker = DomeMoved | ShakerArmed | ShakeBegan | MotorFelt | DiceRested | ShakerTrouble
