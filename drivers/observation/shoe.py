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
class CardHidden(Numbered):
    """A card left the shoe, which knows it and does not say it yet."""

    SAYS: ClassVar[Term] = Term("{device} : une carte sort, cachée.", "{device}: a card comes out, hidden.")
    OFTEN: ClassVar[bool] = True
    SECRET: ClassVar[bool] = True
    place: int = field(repr=False)  # in the shoe's own game, where it follows from the cards before; it tells by it
    kind: Literal["card_hidden"] = "card_hidden"


@dataclass(frozen=True, slots=True)
class CardTold(Numbered):
    """What a card is that came out hidden: the one that has had no value at this place of the shoe's so far."""

    SAYS: ClassVar[Term] = Term(
        "{device} : la valeur d'une carte cachée est dite.", "{device}: the value of a hidden card is told."
    )
    OFTEN: ClassVar[bool] = True
    SECRET: ClassVar[bool] = True
    place: int = field(repr=False)
    card: str = field(repr=False)
    kind: Literal["card_told"] = "card_told"


@dataclass(frozen=True, slots=True)
class CardOutside(Numbered):
    """A card left the shoe outside its game: drawn once too often, or while it was locked or being set."""

    SAYS: ClassVar[Term] = Term("{device} : une carte sort hors jeu.", "{device}: a card comes out, outside the game.")
    SECRET: ClassVar[bool] = True
    card: str | None = field(repr=False)  # None: the shoe does not say it yet
    kind: Literal["card_outside"] = "card_outside"


@dataclass(frozen=True, slots=True)
class OutsideTold(Numbered):
    """What a card is that came out hidden, outside the game."""

    SAYS: ClassVar[Term] = Term(
        "{device} : la valeur d'une carte hors jeu est dite.", "{device}: the value of a card outside the game is told."
    )
    SECRET: ClassVar[bool] = True
    card: str = field(repr=False)
    kind: Literal["outside_told"] = "outside_told"


@dataclass(frozen=True, slots=True)
class OutsideDealt(Numbered):
    """The card that came out outside the game is a card of the next one; none leaves the shoe."""

    SAYS: ClassVar[Term] = Term(
        "{device} : la carte hors jeu est distribuée.", "{device}: the card outside the game is dealt."
    )
    SECRET: ClassVar[bool] = True
    place: int = field(repr=False)
    card: str | None = field(repr=False)
    kind: Literal["outside_dealt"] = "outside_dealt"


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
    complete: bool = True  # False: it said something that was not heard
    kind: Literal["shoe_trouble"] = "shoe_trouble"


FromShoe = (
    CardSeen
    | CardUnreadable
    | CardHidden
    | CardTold
    | CardOutside
    | OutsideTold
    | OutsideDealt
    | CutCardSeen
    | ShoeEmpty
    | ShoeLoaded
    | ShoeTrouble
)
Card = CardSeen | CardUnreadable | CardHidden | CardOutside  # what is, or may be, one more out of the shoe
