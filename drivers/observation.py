"""What a driver reports: one frozen dataclass a kind of observation.

An observation whose class says `SECRET` tells a card that may still lie face down: it is sealed on disk, and nothing
but the table ever looks inside. The bytes that it came from are another matter: whatever was observed, they are sealed
unless their protocol says that they are `Clear`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import ClassVar, Literal


class Clear(bytes):
    """Raw bytes that cannot hold a card, nor what follows from cards. All others may, those of no frame too."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card left the shoe."""

    SECRET: ClassVar[bool] = True
    device: str
    boot: str  # changes with every power-up of the shoe
    seq: int  # counts the shoe's events since then
    card: str = field(repr=False)
    kind: Literal["card_seen"] = "card_seen"


@dataclass(frozen=True, slots=True)
class CardUnreadable:
    """A card left the shoe, and the shoe could not read it."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    sensor: str
    kind: Literal["card_unreadable"] = "card_unreadable"


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    """The cut card left the shoe."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    kind: Literal["cut_card_seen"] = "cut_card_seen"


@dataclass(frozen=True, slots=True)
class ShoeEmpty:
    """The shoe says that it holds no more cards."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    kind: Literal["shoe_empty"] = "shoe_empty"


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """The shoe says that it was filled."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    kind: Literal["shoe_loaded"] = "shoe_loaded"


@dataclass(frozen=True, slots=True)
class ShoeTrouble:
    """The shoe says that something is wrong with it, or says something that nobody can explain."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    what: str  # in its own protocol's words, like `overdraw`
    kind: Literal["shoe_trouble"] = "shoe_trouble"


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """The camera read the dice: several frames at rest said the same."""

    SECRET: ClassVar[bool] = False
    device: str
    look: int  # the number that it was asked with
    dice: tuple[int, ...]  # from left to right
    confidence: float  # of the least certain die, in the least certain frame
    evidence: tuple[str, ...]  # SHA-256 of the pictures that decided; they are on disk before this is
    kind: Literal["dice_seen"] = "dice_seen"

    def __post_init__(self) -> None:
        if not isfinite(self.confidence):  # JSON has no word for it: it could be written, and never read again
            raise ValueError("confidence")


@dataclass(frozen=True, slots=True)
class DiceUnread:
    """The camera cannot tell what the dice show: people read them."""

    SECRET: ClassVar[bool] = False
    device: str
    look: int
    reason: str  # one of the recogniser's, like `glare`, or the code of a fault
    evidence: tuple[str, ...] = ()
    kind: Literal["dice_unread"] = "dice_unread"


@dataclass(frozen=True, slots=True)
class LineRecorded:
    """The last bytes on a line before a fault, both ways; they tell cards, so they are sealed."""

    SECRET: ClassVar[bool] = True
    device: str
    fault: str
    kind: Literal["line_recorded"] = "line_recorded"


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The shoe is there, proved who it is and told everything it had; `complete` if nothing can be missing."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    complete: bool
    kind: Literal["link_up"] = "link_up"


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The device is gone, or what is there is not the device."""

    SECRET: ClassVar[bool] = False
    device: str
    fault: str
    kind: Literal["link_down"] = "link_down"


# -- the shaker -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DomeMoved:
    """The shaker's dome was opened or closed. Whatever the shaker numbers, it tells with `closed`: how its dome is."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str  # changes with every power-up of the shaker
    seq: int  # counts its events since then
    closed: bool
    kind: Literal["dome_moved"] = "dome_moved"


@dataclass(frozen=True, slots=True)
class ShakerArmed:
    """The shaker is ready for the shake with this number."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    closed: bool
    order: int  # 0: nobody ordered it
    kind: Literal["shaker_armed"] = "shaker_armed"


@dataclass(frozen=True, slots=True)
class ShakeBegan:
    """The dice move."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    closed: bool
    order: int
    kind: Literal["shake_began"] = "shake_began"


@dataclass(frozen=True, slots=True)
class MotorFelt:
    """What the motor takes: the proof that it had something to move."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    closed: bool
    order: int
    milliamps: int
    kind: Literal["motor_felt"] = "motor_felt"


@dataclass(frozen=True, slots=True)
class DiceRested:
    """The dice lie still, after so many tumbles."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    closed: bool
    order: int
    tumbles: int
    kind: Literal["dice_rested"] = "dice_rested"


@dataclass(frozen=True, slots=True)
class ShakerTrouble:
    """The shaker says that something is wrong with it."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int
    closed: bool
    order: int
    what: str  # like `motor_blocked`
    kind: Literal["shaker_trouble"] = "shaker_trouble"


@dataclass(frozen=True, slots=True)
class ShakeUndone:
    """The driver, not the shaker: an ordered shake was refused, did not start in time, or never came to rest."""

    SECRET: ClassVar[bool] = False
    device: str
    order: int
    what: str
    begun: bool  # False only if it was never sent, or the shaker itself has said that it did not take the order
    kind: Literal["shake_undone"] = "shake_undone"


@dataclass(frozen=True, slots=True)
class ShakerUp:
    """The shaker is there, proved who it is, and says how it is."""

    SECRET: ClassVar[bool] = False
    device: str
    boot: str
    seq: int  # of its last event: whoever has heard that one has heard all
    closed: bool
    turning: bool
    order: int  # the last that it took
    kind: Literal["shaker_up"] = "shaker_up"


FromShoe = CardSeen | CardUnreadable | CutCardSeen | ShoeEmpty | ShoeLoaded | ShoeTrouble  # numbered by the shoe
FromShaker = DomeMoved | ShakerArmed | ShakeBegan | MotorFelt | DiceRested | ShakerTrouble  # numbered by the shaker
FromCamera = DiceSeen | DiceUnread
Card = CardSeen | CardUnreadable  # what is, or may be, one more on the felt
Often = Card | DomeMoved | ShakerArmed | ShakeBegan | MotorFelt | DiceRested | FromCamera  # the rest comes seldom
Observation = FromShoe | LinkUp | LinkDown | LineRecorded | FromShaker | ShakeUndone | ShakerUp | FromCamera
