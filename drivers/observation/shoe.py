"""What a shoe says of its cards and of itself, numbered by the shoe."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from drivers.observation.base import Numbered
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class CardSeen(Numbered):
    """A card left the shoe."""

    SAYS: ClassVar[Term] = Term("{device} : une carte sort.", "{device}: a card comes out.")
    OFTEN: ClassVar[bool] = True
    SECRET: ClassVar[bool] = True
    card: str = field(repr=False)
    kind: Literal["card_seen"] = "card_seen"


@dataclass(frozen=True, slots=True)
class CardUnreadable(Numbered):
    """A card left the shoe, and the shoe could not read it."""

    SAYS: ClassVar[Term] = Term(
        "{device} : une carte sort, illisible ({sensor}).", "{device}: a card comes out and cannot be read ({sensor})."
    )
    OFTEN: ClassVar[bool] = True
    sensor: str
    kind: Literal["card_unreadable"] = "card_unreadable"


@dataclass(frozen=True, slots=True)
class CutCardSeen(Numbered):
    """The cut card left the shoe."""

    SAYS: ClassVar[Term] = Term("{device} : la carte de coupe sort.", "{device}: the cut card comes out.")
    kind: Literal["cut_card_seen"] = "cut_card_seen"


@dataclass(frozen=True, slots=True)
class ShoeEmpty(Numbered):
    """The shoe says that it holds no more cards."""

    SAYS: ClassVar[Term] = Term("{device} : il est vide.", "{device}: it is empty.")
    kind: Literal["shoe_empty"] = "shoe_empty"


@dataclass(frozen=True, slots=True)
class ShoeLoaded(Numbered):
    """The shoe says that it was filled."""

    SAYS: ClassVar[Term] = Term("{device} : le sabot est rempli.", "{device}: the shoe is filled.")
    kind: Literal["shoe_loaded"] = "shoe_loaded"


@dataclass(frozen=True, slots=True)
class ShoeTrouble(Numbered):
    """The shoe says that something is wrong with it, or says something that nobody can explain."""

    SAYS: ClassVar[Term] = Term("{device} : erreur « {what} ».", "{device}: error “{what}”.")
    what: str  # in its own protocol's words, like `overdraw`
    kind: Literal["shoe_trouble"] = "shoe_trouble"


FromShoe = CardSeen | CardUnreadable | CutCardSeen | ShoeEmpty | ShoeLoaded | ShoeTrouble
Card = CardSeen | CardUnreadable  # what is, or may be, one more on the felt
