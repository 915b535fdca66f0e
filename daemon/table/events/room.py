"""Events of the poker room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from daemon.table.events.base import Happened
from rules.lines import Stake
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class GameStarted(Happened):
    """The puck has moved on, and these play, clockwise from its left."""

    SAYS: ClassVar[Term] = Term(
        "Rondelle : {puck_seat}; jouent les places {places}.", "The puck is at {puck_seat}; playing: {places}."
    )
    puck: str
    seats: tuple[str, ...]
    kind: Literal["game_started"] = "game_started"


@dataclass(frozen=True, slots=True)
class ChipsBet(Happened):
    """Chips went from a player's stakes into the pot."""

    SAYS: ClassVar[Term] = Term(
        "{seat} {moves} {chips_money}; il reste {left_money}.", "{seat} {moves} {chips_money}; {left_money} left."
    )
    BESIDE: ClassVar[bool] = True
    seat: str
    chips: int
    left: int  # of the stakes; nothing: all in
    kind: Literal["chips_bet"] = "chips_bet"


@dataclass(frozen=True, slots=True)
class Announced(Happened):
    """A player said what he does, and is bound by it."""

    SAYS: ClassVar[Term] = Term("{seat} annonce : {choice}{stake}.", "{seat} announces: {choice}{stake}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    choice: str
    stake: Stake = None
    kind: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True)
class Ruled(Happened):
    """Whoever directs the play decided; it binds at once."""

    SAYS: ClassVar[Term] = Term(
        "Décision (art. {section}){about} : {ruling}{stake}.", "Ruling (s. {section}){about}: {ruling}{stake}."
    )
    AFTER_THE_END: ClassVar[bool] = True
    what: str
    section: str
    reason: str
    by: str
    seat: str | None = None
    stake: Stake = None
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True)
class Pot:
    """The main pot or a secondary one, as it was awarded."""

    amount: int  # before the commission
    commission: int
    eligible: tuple[str, ...]
    shares: dict[str, int]


@dataclass(frozen=True, slots=True)
class PotsAwarded(Happened):
    """Every pot went to whoever won it; what nobody called came back."""

    SAYS: ClassVar[Term] = Term("Cagnottes : {pots}.", "Pots: {pots}.")
    AFTER_THE_END: ClassVar[bool] = True
    pots: tuple[Pot, ...]
    returned: dict[str, int]
    kind: Literal["pots_awarded"] = "pots_awarded"


@dataclass(frozen=True, slots=True)
class StakesTaken(Happened):
    """A player took stakes off the table; with all of them, the player has left."""

    SAYS: ClassVar[Term] = Term("{seat} retire {stake_money}{leaves}.", "{seat} takes {stake_money}{leaves}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    stake: int
    left: bool
    kind: Literal["stakes_taken"] = "stakes_taken"


OfRoom = GameStarted | ChipsBet | Announced | Ruled | PotsAwarded | StakesTaken
