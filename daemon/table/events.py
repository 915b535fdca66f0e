"""What happened at the table, for everyone to see: no event tells a card that lies face down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.lines import Line, Stake


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """Betting is open."""

    round: int
    game: str
    kind: Literal["round_opened"] = "round_opened"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat's wagers lie on the layout."""

    seat: str
    wagers: dict[str, Stake]
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """« Rien ne va plus »."""

    kind: Literal["betting_closed"] = "betting_closed"


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card went to a hand; its value only if it lies face up."""

    hand: str
    index: int
    card: str | None
    kind: Literal["card_dealt"] = "card_dealt"


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card left the shoe and belongs to no hand; it stays sealed in the journal."""

    kind: Literal["card_set_aside"] = "card_set_aside"


@dataclass(frozen=True, slots=True)
class Decided:
    """A player decided."""

    seat: str
    choice: str
    kind: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class HandTurned:
    """The dealer turned a hand."""

    hand: str
    cards: tuple[str, ...]  # all that everyone sees of it now
    combination: str | None
    kind: Literal["hand_turned"] = "hand_turned"


@dataclass(frozen=True, slots=True)
class LineSettled:
    """A wager is decided."""

    line: Line
    kind: Literal["line_settled"] = "line_settled"


@dataclass(frozen=True, slots=True)
class RoundFinished:
    """Every wager is settled."""

    round: int
    kind: Literal["round_finished"] = "round_finished"


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """Every wager goes back."""

    round: int
    reason: str
    kind: Literal["round_voided"] = "round_voided"


@dataclass(frozen=True, slots=True)
class Held:
    """The round stands still until a person decides."""

    fault: str
    detail: str
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class LinkProven:
    """The shoe is back and has proved that nothing is missing."""

    kind: Literal["link_proven"] = "link_proven"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The round goes on, because a person said so."""

    after: str
    kind: Literal["resumed"] = "resumed"


Event = (
    RoundOpened
    | SeatTaken
    | BettingClosed
    | CardDealt
    | CardSetAside
    | Decided
    | HandTurned
    | LineSettled
    | RoundFinished
    | RoundVoided
    | Held
    | LinkProven
    | Resumed
)
