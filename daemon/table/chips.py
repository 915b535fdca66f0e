"""What chips did at a table where players put their own into a pot, as events: it follows from before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daemon.table.events import AnnouncementLapsed, ChipsBet, Event, Pot, PotsAwarded, StakesTaken
from daemon.table.state import TableState
from rules.capabilities import MovesChips
from rules.registry import GAMES

MOVERS: Mapping[type, MovesChips] = {game.state: game for game in GAMES.values() if isinstance(game, MovesChips)}


def mover(play: Any) -> MovesChips | None:
    """The game whose state this is, if it is one that moves chips."""
    return MOVERS.get(type(play))


def moved(before: Any, after: Any) -> tuple[Event, ...]:
    """What went from a player's stakes into the pot, or by a correction back (below 0); at other games, nothing."""
    if (game := mover(after)) is None:
        return ()
    bets, stakes = game.bets(after), game.stakes(after)
    put = {seat: bets.get(seat, 0) - game.bets(before).get(seat, 0) for seat in game.players(after)}
    lapsed = game.released(before, after).items()
    return (
        *(ChipsBet(seat, chips, stakes[seat]) for seat, chips in put.items() if chips),
        *(AnnouncementLapsed(seat, *said) for seat, said in lapsed),
    )


def awarded(play: Any) -> tuple[Event, ...]:
    """Every pot of a game that is over."""
    game = mover(play)
    pots = game.pots(play) if game is not None else None
    if game is None or pots is None:
        return ()
    return (PotsAwarded(tuple(Pot(*pot[:3], dict(pot.shares)) for pot in pots), dict(game.returned(play))),)


def carried(state: TableState) -> Mapping[str, Any] | None:
    """The stakes and the puck, for the next game: as the last one left them, or as they were before a void one."""
    game = mover(state.play)
    return game.carry(state.play) if game is not None else state.kept


def between_games(state: TableState) -> bool:
    """Whether players sit there and no game has begun."""
    game = mover(state.play)
    return game is not None and game.between_games(state.play)


def expelled(state: TableState) -> tuple[Event, ...]:
    """67.109: who was told to leave, leaves when the game is over, with the stakes."""
    game = mover(state.play)
    return _leave(game.expelled(state.play), game.owed(state.play)) if game is not None else ()


def leaving(state: TableState) -> tuple[Event, ...]:
    """Everyone leaves with what lies before him."""
    kept, game = carried(state), GAMES.get(state.game)
    room = mover(state.play)
    owed = room.owed(state.play) if room is not None else {}
    return _leave(game.carried_stakes(kept), owed) if kept is not None and isinstance(game, MovesChips) else ()


def _leave(stakes: Mapping[str, int], owed: Mapping[str, int]) -> tuple[Event, ...]:
    return tuple(StakesTaken(seat, stake, left=True, owed=owed.get(seat, 0)) for seat, stake in stakes.items())
