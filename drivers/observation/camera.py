"""What a camera reads of the dice."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import ClassVar, Literal

from drivers.observation.base import FromDevice
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class DiceSeen(FromDevice):
    """The camera read the dice: several frames at rest said the same."""

    SAYS: ClassVar[Term] = Term("{device} : les dés montrent {dice}.", "{device}: the dice show {dice}.")
    OFTEN: ClassVar[bool] = True
    look: int  # the number that it was asked with
    dice: tuple[int, ...]  # from left to right
    confidence: float  # of the least certain die, in the least certain frame
    evidence: tuple[str, ...]  # SHA-256 of the pictures that decided; they are on disk before this is
    kind: Literal["dice_seen"] = "dice_seen"

    def __post_init__(self) -> None:
        if not isfinite(self.confidence):  # JSON has no word for it: it could be written, and never read again
            raise ValueError("confidence")


@dataclass(frozen=True, slots=True)
class DiceUnread(FromDevice):
    """The camera cannot tell what the dice show: people read them."""

    SAYS: ClassVar[Term] = Term("{device} : les dés ne sont pas lus.", "{device}: the dice are not read.")
    OFTEN: ClassVar[bool] = True
    look: int
    reason: str  # one of the recogniser's, like `glare`, or the code of a fault
    evidence: tuple[str, ...] = ()
    kind: Literal["dice_unread"] = "dice_unread"


FromCamera = DiceSeen | DiceUnread
