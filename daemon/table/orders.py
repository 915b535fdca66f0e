"""What people order, and what the daemon tells the table of itself: observations like those of a device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from pydantic import StrictInt

from drivers import observation
from rules.machine import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What all orders share: who gave it. The control API fills it in from what the kernel says of the caller."""

    SECRET: ClassVar[bool] = False
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound(Order):
    """A new round, betting open."""

    kind: Literal["open_round"] = "open_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatIn(Order):
    """A seat is in. Without wagers: its mandatory ones lie, amounts unknown. A stake is in cents, or null."""

    seat: str
    wagers: dict[str, StrictInt | None] = field(default_factory=dict)
    kind: Literal["seat_in"] = "seat_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting(Order):
    """« Rien ne va plus »."""

    kind: Literal["close_betting"] = "close_betting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Order):
    """A player decided."""

    seat: str
    choice: str
    stake: StrictInt | None = None  # where the amount is the player's; null: not known
    kind: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnHand(Order):
    """The dealer turned a hand: `dealer`, or a seat."""

    hand: str
    kind: Literal["turn_hand"] = "turn_hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue(Order):
    """Go on after a lost link, once the shoe has proved that nothing is missing."""

    kind: Literal["continue"] = "continue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Align(Order):
    """Go on after a restart or a doubt: this is how many cards a person counts before each hand."""

    felt: dict[str, StrictInt]
    kind: Literal["align"] = "align"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(Order):
    """A held round that cannot go on: every wager goes back."""

    reason: str
    kind: Literal["void_round"] = "void_round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The daemon started, cold; this is what the house posts from the next round on."""

    SECRET: ClassVar[bool] = False
    version: str
    game: str
    options: Options
    kind: Literal["started"] = "started"


AnyOrder = OpenRound | SeatIn | CloseBetting | Decision | TurnHand | Continue | Align | VoidRound
Observation = observation.Observation | AnyOrder | Started
