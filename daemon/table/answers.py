"""The shape of what the control API tells of the table: `/state`, for the console and for whoever integrates.

They are plain dictionaries; a test holds every state that the walk reaches against these shapes.
"""

from __future__ import annotations

from typing import (
    Any,
    Literal,
    NotRequired,  # pydantic wants these before Python 3.12
    get_type_hints,
)

from typing_extensions import TypedDict

from daemon.jackpot.shown import Condition
from daemon.table.devices import KINDS
from daemon.table.events import SettledLine
from daemon.table.shooter import ShooterView
from daemon.text.answers import FaultWords
from daemon.text.role import Role
from drivers.faults import Fault
from rules.facts import AwaitCard, AwaitDecision, AwaitDice, AwaitDirection, AwaitTurn, AwaitWagers, Finished
from rules.lines import Stake

Phase = Literal[
    "closed", "idle", "betting", "dealing", "deciding", "turning", "directing", "rolling", "finished"
]  # what is awaited, in one word


class Acts(TypedDict):
    """Who must do something now, and the seat if it is a player's turn."""

    role: Role | Literal["second_person", "player"]
    seat: str | None


class LastResult(TypedDict):
    """The last finished round as everyone saw it; of dice, the squares of the layout that win, with their odds."""

    game: str
    round: int
    hands: dict[str, list[str]]
    lines: list[SettledLine]
    dice: list[int]
    areas: dict[str, str | None]
    by_hand: str  # the form from which it was entered; "": it was dealt here


class VoidedRound(TypedDict):
    """The last round, where it came to nothing: what goes back, and why."""

    round: int
    reason: str
    misdealt: bool
    lines: list[SettledLine]
    fr: str  # the reason in words
    en: str


class HoldEnd(TypedDict):
    """A way out of a hold: who takes it, and when it is open."""

    order: str  # its kind; "": it ends by itself
    roles: list[Role]
    two_persons: bool
    fr: str
    en: str


class HeldFor(TypedDict):
    """Why the round stands still."""

    fault: Fault
    detail: str
    proven: bool
    doubt: Fault | None
    why: str | None  # the key of the detail, where it is a sentence
    fr: FaultWords
    en: FaultWords
    ends: list[HoldEnd]


class Asking(TypedDict):
    """Who wants a past round's sealed cards opened."""

    kind: Literal["open_sealed"]
    by: str
    round: int
    expires_in: int | None


class Proposes(TypedDict):
    """What the table asks a person to declare."""

    kind: str
    ground: list[str]


class PendingHit(TypedDict):
    """A hit that waits for a supervisor."""

    table: str
    seat: str
    cents: int | None


class PoolAnswer(TypedDict):
    """What the boards of a pool show."""

    pool: str
    wager: str  # that feeds it, and that its prizes belong to
    version: int
    condition: Condition
    cents: int | None
    currency: str
    pending: list[PendingHit]
    reason: str
    offered: bool  # its wager is taken, in this round or else in the next one


class ComingAnswer(TypedDict):
    """A rule set whose day has not come."""

    rules: str
    effective: str  # the gaming day from whose first round on it holds
    approved: list[str]  # nobody: the table's file says so
    posted: dict[str, Any]


class RulesAnswer(TypedDict):
    """By which rule sets the table deals, now and from the next round on; who approved the next, and what it posts."""

    round: str
    next: str
    approved: list[str]
    posted: dict[str, Any]  # the keys of [table] in the table's file
    coming: ComingAnswer | None


class Table(TypedDict):
    """The table now, whatever stands at it. A card that lies face down is null."""

    seq: int  # the journal's newest entry: of two answers, the one with the higher number is the newer
    game: str
    round: int
    phase: Phase
    awaits: AwaitWagers | AwaitCard | AwaitDirection | AwaitDecision | AwaitTurn | AwaitDice | Finished | None
    acts: Acts
    wagers: NotRequired[dict[str, dict[str, Stake]]]  # while a round is open: by seat
    hands: NotRequired[dict[str, list[str | None]]]
    combinations: NotRequired[dict[str, str]]  # of the hands that lie open, by their names in `/posted`
    decided: NotRequired[dict[str, str]]  # by seat: its last choice
    layout: NotRequired[dict[str, Any]]  # of a game whose wagers live over many rounds: its own words
    room: NotRequired[dict[str, Any]]  # of a game that has more to tell: its own words
    shooter: NotRequired[ShooterView]  # where players throw the dice: whose they are
    lines: list[SettledLine]
    result: LastResult | None
    voided: VoidedRound | None
    hold: HeldFor | None
    felt: dict[str, int]  # what a person can count
    proposal: dict[str, Any] | None  # what waits for a second person: `kind`, `by`, `expires_in`, and the order's own
    asked: Asking | None
    proposes: Proposes | None
    dealer: str | None
    people: dict[str, str]  # the names of those whose badges stand here
    rules: RulesAnswer
    jackpots: list[PoolAnswer]


_FIELDS: dict[str, Any] = {  # with what is known of each kind's device in use
    **get_type_hints(Table, include_extras=True),
    **{name: kind.View | None for name, kind in KINDS.items()},
}
State: Any = TypedDict("State", _FIELDS)  # type: ignore[misc]  # whose kinds only the registry knows
