"""Before « Rien ne va plus »: what every game shares whose wagers are laid first and then stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, Self, TypeVar

from rules.contract import check_stake, clockwise
from rules.facts import AwaitWagers, Close, Fact, Remove, Wagers
from rules.game import Options, RuleError, not_awaited
from rules.lines import Stake
from rules.refusals import Because

Stakes = Mapping[str, Stake]
NEVER: Mapping[str, str] = {}
APART: Mapping[str, Mapping[str, int]] = {}


class Round(Protocol):
    """The part of a game's state that this is about."""

    @property
    def options(self) -> Options:
        """What the house posts."""

    @property
    def stakes(self) -> Mapping[str, Stakes]:
        """By seat, clockwise; then by wager."""

    @property
    def closed(self) -> bool:
        """« Rien ne va plus » was announced."""

    def _replace(self, *, stakes: Mapping[str, Stakes] = ..., closed: bool = ...) -> Self:
        """The same with other values: it is a named tuple."""


State = TypeVar("State", bound=Round)


def bet(
    state: State,
    expected: AwaitWagers,
    fact: Fact,
    legal: Callable[[State, str, Stakes], Stakes],
    once: Mapping[str, str] = NEVER,
    tied: Mapping[str, Mapping[str, int]] = APART,
) -> State:
    """One fact later. A seat's wagers may be changed or withdrawn until the announcement (67.26, A8).

    What is laid is added to what lies there, but for the wagers that are laid `once`, each with its section. Where
    another must be so many times as much, it is `tied`: with a part of the one goes as many times that of the other.
    """
    match fact:
        case Wagers(seat, stakes):
            if seat in state.stakes and state.options.revision:  # before, what was laid last took its place
                stakes = _together(seat, state.stakes[seat], stakes, once, state.options.unit)
            laid = {**state.stakes, seat: legal(state, seat, stakes)}
            return state._replace(stakes={place: laid[place] for place in sorted(laid, key=clockwise)})
        case Remove(seat, wager, stake):
            mine = lying(state.stakes, seat, wager)
            if stake is not None:
                left = reduced(seat, mine, wager, stake, state.options.unit)
                for name, times in tied.get(wager or "", {}).items():
                    if left.get(name) is not None:
                        left = reduced(seat, left, name, times * stake, state.options.unit)
            else:
                left = {name: lies for name, lies in mine.items() if wager not in (None, name)}
            if not left:  # the seat is out
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


def reduced(seat: str, mine: Stakes, wager: str | None, stake: int, unit: int) -> dict[str, Stake]:
    """A seat's wagers once a part of one is taken back; all of it is taken back without saying how much.

    >>> reduced("1", {"small": 500, "big": 100}, "small", 200, 1)
    {'small': 300, 'big': 100}
    """
    if wager is None:
        raise RuleError("illegal_action", Because.PART_OF_WHICH(seat=seat))
    check_stake(stake, seat, wager, unit)
    if (lies := mine[wager]) is None:
        raise RuleError("illegal_action", Because.PART_OF_UNKNOWN(seat=seat, wager=wager))
    if stake >= lies:
        raise RuleError("invalid_stake", Because.NO_PART(seat=seat, wager=wager, lies=lies))
    return {**mine, wager: lies - stake}


def _together(seat: str, mine: Stakes, more: Stakes, once: Mapping[str, str], unit: int) -> Stakes:
    """What lies there with what is added to it; known and unknown together are unknown."""
    if not more:
        raise RuleError("illegal_action", Because.LIES_THERE(seat=seat))
    together = {**mine}
    for wager, stake in more.items():
        if stake is not None:
            check_stake(stake, seat, wager[:40], unit)
        if wager in mine and wager in once:
            raise RuleError("illegal_action", Because.LIES_ONCE(seat=seat, wager=wager, section=once[wager]))
        before = mine.get(wager, 0)
        together[wager] = None if before is None or stake is None else before + stake
    return together
