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
    owed: int = 0  # for the player's time, and not charged (67.108)
    slip: int = 0  # by which he comes back within the posted time (A76); 0: nothing is asked of him
    kind: Literal["stakes_taken"] = "stakes_taken"


@dataclass(frozen=True, slots=True)
class SatOut(Happened):
    """A player does not play any more, or not from the next game on."""

    SAYS: ClassVar[Term] = Term("{seat} s'absente du jeu{from_next}.", "{seat} sits out{from_next}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    playing: bool  # this game still
    kind: Literal["sat_out"] = "sat_out"


@dataclass(frozen=True, slots=True)
class CameBack(Happened):
    """A player plays again."""

    SAYS: ClassVar[Term] = Term("{seat} revient au jeu{waits}.", "{seat} comes back{waits}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    wait: bool  # for the big blind
    kind: Literal["came_back"] = "came_back"


@dataclass(frozen=True, slots=True)
class BlindMissed(Happened):
    """A blind came by a player who does not play: he owes it."""

    SAYS: ClassVar[Term] = Term("{seat} manque {missed_blind}.", "{seat} misses {missed_blind}.")
    BESIDE: ClassVar[bool] = True
    seat: str
    blind: str  # "big", "small"
    kind: Literal["blind_missed"] = "blind_missed"


@dataclass(frozen=True, slots=True)
class Straddled(Happened):
    """A player put in a blind bet of his own."""

    SAYS: ClassVar[Term] = Term("{seat} double la grosse mise à l'aveuglette.", "{seat} straddles.")
    BESIDE: ClassVar[bool] = True
    seat: str
    kind: Literal["straddled"] = "straddled"


@dataclass(frozen=True, slots=True)
class AnnouncementLapsed(Happened):
    """A bet or a raise came between a player's words and his turn: he may act anew (A154)."""

    SAYS: ClassVar[Term] = Term(
        "{seat} n'est plus lié par son annonce : {choice}{stake} (art. 67.97, lecture A154).",
        "{seat} is not bound any more by what was announced: {choice}{stake} (s. 67.97, reading A154).",
    )
    seat: str
    choice: str
    stake: Stake = None
    kind: Literal["announcement_lapsed"] = "announcement_lapsed"


@dataclass(frozen=True, slots=True)
class TimeDue(Happened):
    """A player has played through another period (67.108)."""

    SAYS: ClassVar[Term] = Term(
        "{seat} doit {owed_money} pour son temps de jeu (art. 67.108).",
        "{seat} owes {owed_money} for his playing time (s. 67.108).",
    )
    seat: str
    owed: int  # with what was due before
    kind: Literal["time_due"] = "time_due"


OfRoom = (
    GameStarted
    | ChipsBet
    | Announced
    | Ruled
    | PotsAwarded
    | StakesTaken
    | SatOut
    | CameBack
    | BlindMissed
    | Straddled
    | AnnouncementLapsed
    | TimeDue
)
