"""What every kind of entry in a journal declares: its sentence, and whether it is secret."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rules.terms import Term

K = TypeVar("K", bound="Recorded")


class Clear(bytes):
    """Raw bytes that cannot hold a card, nor what follows from cards. All others may, those of no frame too."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A kind of entry in the journal; its field `kind` names it there."""

    SAYS: ClassVar[Term]  # one sentence; daemon/history/sentences.py fills in the blanks
    if TYPE_CHECKING:

        @property
        def kind(self) -> str:
            """Its field, of which each class declares the one value."""


@dataclass(frozen=True, slots=True)
class Observed(Recorded):
    """What the table takes: a device saw it, a person ordered it, or the daemon says it."""

    SECRET: ClassVar[bool] = False  # sealed on disk: it tells a card that may lie face down


@dataclass(frozen=True, slots=True)
class FromDevice(Observed):
    """What a driver reports."""

    OFTEN: ClassVar[bool] = False  # it may come by the hundred; the rest comes seldom
    device: str


@dataclass(frozen=True, slots=True)
class Numbered(FromDevice):
    """What a device numbers itself, so that a gap is found."""

    boot: str  # changes with every power-up of the device
    seq: int  # counts its events since then


def kind_of(recorded: type[Recorded]) -> str:
    """Returns the name that a class of entries has in the journal."""
    return str(recorded.__dataclass_fields__["kind"].default)


def by_kind(classes: Iterable[type[K]]) -> dict[str, type[K]]:
    """The classes by their kind; TypeError if one has no sentence of its own, or the kind of another."""
    found: dict[str, type[K]] = {}
    for each in classes:
        if "SAYS" not in vars(each):
            raise TypeError(f"{each.__name__} has no sentence")
        if found.setdefault(kind_of(each), each) is not each:
            raise TypeError(f"{each.__name__} has the kind of {found[kind_of(each)].__name__}")
    return found
