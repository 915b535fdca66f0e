"""What chips did at a table of the poker room, as events: it follows from the game's state before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daemon.table.events import ChipsBet, Event, Pot, PotsAwarded, StakesTaken
from daemon.table.state import TableState
from rules.room.machine import GAME
from rules.room.state import State, returned


def moved(before: Any, after: Any) -> tuple[Event, ...]:
    """What went from a player's stakes into the pot, or by a correction back (below 0); at other games, nothing."""
    if not isinstance(after, State):
        return ()
    put = {seat: after.bets.get(seat, 0) - before.bets.get(seat, 0) for seat in after.seats}
    return tuple(ChipsBet(seat, put[seat], after.stacks[seat]) for seat in after.seats if put[seat])


def awarded(play: Any) -> tuple[Event, ...]:
    """Every pot of a game that is over."""
    if not isinstance(play, State) or play.pots is None:
        return ()
    return (PotsAwarded(tuple(Pot(*pot[:3], dict(pot[3])) for pot in play.pots), returned(play)),)


def carried(state: TableState) -> Mapping[str, Any] | None:
    """The stakes and the puck, for the next game: as the last one left them, or as they were before a void one."""
    return GAME.carry(state.play) if isinstance(state.play, State) else state.kept


def between_games(state: TableState) -> bool:
    """Players sit there, and no game has begun."""
    return isinstance(state.play, State) and not state.play.seats


def expelled(state: TableState) -> tuple[Event, ...]:
    """67.109: who was told to leave, leaves when the game is over, with the stakes."""
    if not isinstance(state.play, State):
        return ()
    bets = state.play.bets if state.play.pots is None else {}
    stacks = state.play.stacks
    return tuple(StakesTaken(seat, stacks[seat] + bets.get(seat, 0), left=True) for seat in state.play.expelled)


def leaving(state: TableState) -> tuple[Event, ...]:
    """Everyone leaves with what lies before him."""
    stakes: Mapping[str, int] = (carried(state) or {}).get("stacks", {})
    return tuple(StakesTaken(seat, stake, left=True) for seat, stake in stakes.items())
