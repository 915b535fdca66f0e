"""Orders of the poker room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import StrictBool, StrictInt

from daemon.table.orders.base import Order, Text
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(Order):
    """The game begins with those who sit there: the puck moves on, antes and blinds are put in."""

    SAYS: ClassVar[Term] = Term("{who} commence la partie.", "{who} starts the game.")
    kind: Literal["start_game"] = "start_game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement(Order):
    """A player said what he does, in turn or before it (67.97). A raise is by so much over the bet to be met."""

    SAYS: ClassVar[Term] = Term("{who} note une annonce.", "{who} enters an announcement.")
    seat: str
    choice: str
    stake: StrictInt | None = None
    kind: Literal["announcement"] = "announcement"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Order):
    """Whoever directs the play decides, and says why (67.98 to 67.110)."""

    SAYS: ClassVar[Term] = Term("{who} tranche : « {reason} ».", "{who} rules: “{reason}”.")
    what: Literal["bet", "fold", "kill", "show", "expel", "restore", "rules", "play"]
    reason: Text
    seat: str | None = None
    stake: StrictInt | None = None  # how many chips were pushed, for `bet`
    kind: Literal["ruling"] = "ruling"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable(Order):
    """A player leaves with his table stakes."""

    SAYS: ClassVar[Term] = Term("{who} note un départ.", "{who} enters that a player leaves.")
    seat: str
    kind: Literal["leave_table"] = "leave_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStakes(Order):
    """A player takes a part of his table stakes off, where the limit lets him (67.95)."""

    SAYS: ClassVar[Term] = Term("{who} note un retrait de l'avoir.", "{who} enters that stakes are taken off.")
    seat: str
    stake: StrictInt
    kind: Literal["take_stakes"] = "take_stakes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeTime(Order):
    """A player pays for his time (67.108)."""

    SAYS: ClassVar[Term] = Term("{who} perçoit les frais de temps de jeu. {seat}.", "{who} charges time. {seat}.")
    seat: str
    stake: StrictInt
    kind: Literal["charge_time"] = "charge_time"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitOut(Order):
    """A player stays and does not play; within a game, from the next one on (67.93)."""

    SAYS: ClassVar[Term] = Term("{who} note une absence du jeu.", "{who} enters that a player sits out.")
    seat: str
    kind: Literal["sit_out"] = "sit_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack(Order):
    """A player plays again; what blinds he owes he posts, or waits for the big blind. So may a new player (67.91)."""

    SAYS: ClassVar[Term] = Term("{who} note un retour au jeu.", "{who} enters that a player comes back.")
    seat: str
    wait: StrictBool = False
    kind: Literal["come_back"] = "come_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToTable(Order):
    """A player who left comes back with the number that he was given, and at least what he took away (67.95)."""

    SAYS: ClassVar[Term] = Term(
        "{who} note un retour à la table, billet {slip}.", "{who} enters that a player returns, slip {slip}."
    )
    seat: str
    stake: StrictInt
    slip: StrictInt
    kind: Literal["return_to_table"] = "return_to_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle(Order):
    """Before the cards a player puts in twice the big blind, where the house allows it (67.91)."""

    SAYS: ClassVar[Term] = Term("{who} note une mise à l'aveuglette doublée.", "{who} enters a straddle.")
    seat: str
    kind: Literal["straddle"] = "straddle"


InRoom = (
    StartGame
    | Announcement
    | Ruling
    | LeaveTable
    | TakeStakes
    | ChargeTime
    | SitOut
    | ComeBack
    | ReturnToTable
    | Straddle
)
