"""Before « Rien ne va plus »: what every game shares whose wagers are laid first and then stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, Self, TypeVar

from rules.contract import clockwise
from rules.facts import AwaitWagers, Close, Fact, Remove, Wagers
from rules.game import RuleError, not_awaited
from rules.lines import Stake
from rules.refusals import Because

Stakes = Mapping[str, Stake]


class Round(Protocol):
    """The part of a game's state that this is about."""

    @property
    def stakes(self) -> Mapping[str, Stakes]:
        """By seat, clockwise; then by wager."""

    @property
    def closed(self) -> bool:
        """« Rien ne va plus » was announced."""

    def _replace(self, *, stakes: Mapping[str, Stakes] = ..., closed: bool = ...) -> Self:
        """The same with other values: it is a named tuple."""


State = TypeVar("State", bound=Round)


def bet(state: State, expected: AwaitWagers, fact: Fact, legal: Callable[[State, str, Stakes], Stakes]) -> State:
    """One fact later. A seat's wagers may be changed or withdrawn until the announcement (67.26, A8)."""
    match fact:
        case Wagers(seat, stakes):
            laid = {**state.stakes, seat: legal(state, seat, stakes)}
            return state._replace(stakes={place: laid[place] for place in sorted(laid, key=clockwise)})
        case Remove(seat, wager):
            left = {name: stake for name, stake in lying(state.stakes, seat, wager).items() if name != wager}
            if wager is None or not left:  # the seat is out
                return state._replace(stakes={place: laid for place, laid in state.stakes.items() if place != seat})
            return state._replace(stakes={**state.stakes, seat: legal(state, seat, left)})
        case Close() if expected.may_close:
            return state._replace(closed=True)
        case _:
            raise not_awaited(expected, fact)


def lying(laid: Mapping[str, Stakes], seat: str, wager: str | None) -> Stakes:
    """A seat's wagers, of which this is one; None: whichever they are."""
    if seat not in laid or wager not in (None, *laid[seat]):
        raise RuleError("illegal_action", Because.NOT_LAID(seat=seat[:9], wager=str(wager)[:40]))
    return laid[seat]
