"""Orders about the progressive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import StrictInt

from daemon.table.orders.base import SUPERVISOR, Order, Text
from daemon.text.role import Role
from rules.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenJackpot(Order):
    """A pool takes wagers from now on."""

    SAYS: ClassVar[Term] = Term("{who} ouvre le progressif {pool}.", "{who} opens the pool {pool}.")
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    pool: str
    kind: Literal["open_jackpot"] = "open_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseJackpot(Order):
    """A pool takes no more wagers; the game goes on."""

    SAYS: ClassVar[Term] = Term(
        "{who} ferme le progressif {pool} : « {reason} ».", "{who} closes the pool {pool}: “{reason}”."
    )
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    pool: str
    reason: Text
    kind: Literal["close_jackpot"] = "close_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardJackpot(Order):
    """The hit that waits is confirmed, with its amount: it is paid."""

    SAYS: ClassVar[Term] = Term(
        "{who} confirme un gain du progressif {pool}. {seat} : {cents}.",
        "{who} confirms a hit of the pool {pool}. {seat}: {cents}.",
    )
    ROLES: ClassVar[frozenset[Role]] = SUPERVISOR
    pool: str
    seat: str
    cents: StrictInt
    kind: Literal["award_jackpot"] = "award_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectJackpot(Order):
    """A meter moves by so many cents."""

    SAYS: ClassVar[Term] = Term(
        "{who} corrige le progressif {pool} : « {reason} ».", "{who} corrects the pool {pool}: “{reason}”."
    )
    TWO_PERSONS: ClassVar[bool] = True
    pool: str
    displayed: StrictInt = 0
    reserve: StrictInt = 0
    reason: Text
    kind: Literal["correct_jackpot"] = "correct_jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetJackpot(Order):
    """A pool is as it is configured now: a new one, or one with other parameters. The table is closed."""

    SAYS: ClassVar[Term] = Term(
        "{who} prend la configuration du progressif {pool} : « {reason} ».",
        "{who} takes the pool {pool} as it is configured: “{reason}”.",
    )
    ROLES: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR, Role.TECHNICIAN})
    TWO_PERSONS: ClassVar[bool] = True
    pool: str
    reason: Text
    kind: Literal["set_jackpot"] = "set_jackpot"


OfJackpot = OpenJackpot | CloseJackpot | AwardJackpot | CorrectJackpot | SetJackpot
