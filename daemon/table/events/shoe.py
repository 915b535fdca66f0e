"""Events of the shoe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened, Observations
from daemon.table.orders import CountShoe
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class CutCardReached(Happened):
    """The cut card is out: this round is the last of the shoe."""

    SAYS: ClassVar[Term] = Term("Ce sabot ne sert plus après {ce_coup}.", "This round is the last of this shoe.")
    kind: Literal["cut_card_reached"] = "cut_card_reached"


@dataclass(frozen=True, slots=True)
class ShoeEmptied(Happened):
    """The last card left the shoe."""

    SAYS: ClassVar[Term] = Term("Le sabot est vide; cartes vues : {count}.", "The shoe is empty; cards seen: {count}.")
    cards: int  # that were seen
    kind: Literal["shoe_emptied"] = "shoe_emptied"


@dataclass(frozen=True, slots=True)
class ShoeFilled(Happened):
    """The shoe says that it was filled; people say that it was changed."""

    SAYS: ClassVar[Term] = Term("Le sabot a été rempli.", "The shoe was filled.")
    kind: Literal["shoe_filled"] = "shoe_filled"


@dataclass(frozen=True, slots=True)
class ShoeReported(Happened):
    """The shoe says that something is wrong with it."""

    SAYS: ClassVar[Term] = Term("Le sabot signale : {what}.", "The shoe reports: {what}.")
    what: str
    kind: Literal["shoe_reported"] = "shoe_reported"


@dataclass(frozen=True, slots=True)
class ShoeCounting(Happened):
    """What is left in the shoe is being counted."""

    SAYS: ClassVar[Term] = Term("Le sabot est compté.", "The shoe is being counted.")
    ECHOES: ClassVar[Observations] = (CountShoe,)
    kind: Literal["shoe_counting"] = "shoe_counting"


@dataclass(frozen=True, slots=True)
class ShoeChanged(Happened):
    """A fresh shoe; of the old one so many cards were seen."""

    SAYS: ClassVar[Term] = Term(
        "Nouveau sabot; cartes vues de l'ancien : {count}.", "A fresh shoe; cards seen of the old one: {count}."
    )
    cards: int
    kind: Literal["shoe_changed"] = "shoe_changed"


OfShoe = CutCardReached | ShoeEmptied | ShoeFilled | ShoeReported | ShoeCounting | ShoeChanged
