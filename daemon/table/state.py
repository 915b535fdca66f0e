"""The table's state: the game's own state, and what no game knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drivers.faults import Fault
from rules.lines import Line
from rules.machine import Finished, Game, Options
from rules.registry import GAMES

# What may hold a round, from the mildest to the gravest: a graver one replaces a milder one, never the other way.
GRAVITY = (
    Fault.LINK_LOST,
    Fault.TABLE_RESTARTED,
    Fault.CARDS_IN_DOUBT,
    Fault.CARD_UNEXPECTED,
    Fault.CARD_UNREADABLE,
    Fault.CARD_IMPOSSIBLE,
    Fault.TABLE_BUG,
)
# Held for one of these, the table still knows where the next card goes.
TAKES_CARDS = frozenset({Fault.LINK_LOST, Fault.TABLE_RESTARTED, Fault.CARDS_IN_DOUBT})
ALIGNABLE = frozenset({Fault.TABLE_RESTARTED, Fault.CARDS_IN_DOUBT})


@dataclass(frozen=True, slots=True)
class Hold:
    """Why the round stands still."""

    fault: Fault
    detail: str = ""
    proven: bool = False  # the shoe is back and nothing is missing


@dataclass(frozen=True, slots=True)
class Shoe:
    """What the table knows of its shoe."""

    boot: str | None = None  # None: never heard
    seq: int = 0
    up: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The last finished round: what everyone may know of it."""

    game: str
    round: int
    hands: Mapping[str, tuple[str, ...]]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that decides what the next observation does."""

    posted: tuple[str, Options] = ("", Options())  # the game and its options, from the next round on
    game: str = ""  # of this round
    round: int = 0
    play: Any = field(default=None, repr=False)  # the game's state; None: no round. It knows cards that lie face down
    lines: tuple[Line, ...] = ()
    hold: Hold | None = None
    shoe: Shoe = Shoe()
    result: Result | None = None

    @property
    def machine(self) -> Game:
        """The rules of this table's game."""
        return GAMES[self.game]

    @property
    def in_round(self) -> bool:
        """A round is open and not yet settled."""
        return self.play is not None and not isinstance(self.machine.expects(self.play), Finished)
