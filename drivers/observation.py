"""What a driver reports: one frozen dataclass a kind of observation.

An observation whose class says `SECRET` tells a card that may still lie face down: it is sealed on disk, and nothing
but the table ever looks inside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal


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
    """The shoe is gone, or what is there is not the shoe."""

    SECRET: ClassVar[bool] = False
    device: str
    fault: str
    kind: Literal["link_down"] = "link_down"


FromShoe = CardSeen | CardUnreadable | CutCardSeen | ShoeEmpty | ShoeLoaded | ShoeTrouble  # numbered by the shoe
Observation = FromShoe | LinkUp | LinkDown | LineRecorded
