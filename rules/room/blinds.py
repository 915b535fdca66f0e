"""Where the puck and the blinds go, who owes any of them, and who therefore plays: the house's document (67.91, A91).

As card rooms have it: nobody escapes the big blind. It goes to the next player; the small one to the place that had
the big one, the puck to the place that had the small one, whether or not anybody plays there: a dead puck, and a small
blind that nobody puts in. Who was not there when a blind came by owes it: he posts it when he comes back, or waits for
the big blind; a new player likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.poker_room import clockwise as from_puck
from rules.room.house import DEAD, MOVES, NONE, POST
from rules.room.state import Blinds, State
from rules.room.variants import BLINDS

RING = 1000  # more places than any table has: a place keeps its number, however many are posted
SMALL, BIG, NEW = "small", "big", "new"  # what is owed; of a new player, the big blind


class Places(NamedTuple):
    """The next game: who plays, clockwise from the puck's left, and where puck and blinds lie."""

    puck: str
    players: tuple[str, ...]
    small: str | None = None  # the place; where nobody plays there, no small blind is put in
    big: str | None = None
    anew: bool = False  # nobody owes anything: the table begins as if for the first time


def has_blinds(state: State) -> bool:
    """Whether the house posts any."""
    return state.house.game.opening == BLINDS and state.house.big_blind > 0


def due(state: State, seat: str) -> tuple[int, int]:
    """What a seat owes before it may play: of the big blind, live, and of the small one, dead in the pot."""
    marks, house = state.blinds.owed.get(seat, ()), state.house
    if not marks or _rule(state, seat) == NONE:
        return 0, 0
    return house.big_blind if BIG in marks or NEW in marks else 0, house.small_blind if SMALL in marks else 0


def posts(state: State, seat: str) -> bool:
    """He posts what he owes with the next game that lets him; else he waits for the big blind."""
    return _rule(state, seat) == POST and seat not in state.waits


def _rule(state: State, seat: str) -> str:
    return state.house.newcomers if NEW in state.blinds.owed.get(seat, ()) else state.house.missed


def places(state: State, ready: Sequence[str]) -> Places:
    """67.88 (9), (20): where the next game begins, of at least two who are ready."""
    last = state.blinds
    if not state.options.revision or not has_blinds(state) or last.big is None or last.small is None:
        return _first(state, ready)
    free = [seat for seat in ready if due(state, seat) == (0, 0)]
    if state.house.puck == DEAD:
        puck, small, big = last.small, last.big, from_puck(last.big, ready)[0]
    elif free:
        puck = from_puck(state.puck or free[0], free)[0]
        small = from_puck(puck, free)[0]
        big = from_puck(small, ready)[0]
    else:
        return _first(state, ready)
    lies = 0 < _apart(puck, small) < _apart(puck, big)  # else two played before: it cannot lie where it was
    starts = {puck} if state.options.revision < 2 else {puck, small}  # once who was new there put in both blinds
    players = [
        seat
        for seat in ready
        if seat in free or seat == big or (posts(state, seat) and not any(_from_to(at, seat, big) for at in starts))
    ]
    if len(players) < 2:
        return _first(state, ready)
    if len(players) == 2:  # the puck's is the small one, and nobody has the big one twice
        small = puck if state.house.puck == MOVES else next(seat for seat in players if seat != big)
        puck, big = small, next(seat for seat in players if seat != small)
        if small not in free:
            return _first(state, ready)
    elif not lies:
        puck = [seat for seat in from_puck(small, players) if seat != small][-1]
    return Places(puck, tuple(from_puck(puck, players)), small, big)


def _first(state: State, ready: Sequence[str]) -> Places:
    """The puck moves on to the next player; the blinds are the first two at its left."""
    puck = from_puck(state.puck, ready)[0] if state.puck is not None else ready[0]
    order = tuple(from_puck(puck, ready))
    small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]  # two players: the puck's is the small one
    return Places(puck, order, small, big, anew=True)


def _apart(one: str, other: str) -> int:
    """How many places one is clockwise behind the other."""
    return (int(other) - int(one)) % RING


def _from_to(puck: str, seat: str, big: str) -> bool:
    """From the puck to the big blind nobody comes in: he would have the puck without having had the blinds."""
    return _apart(puck, seat) < (_apart(puck, big) or RING)


def after(state: State, game: Places) -> Blinds:
    """Where the blinds lie now, and who owes what: whoever plays, nothing; whom one passed by, that one."""
    if not state.options.revision or not has_blinds(state):
        return state.blinds
    last = state.blinds
    owed = {seat: marks for seat, marks in last.owed.items() if seat not in game.players}
    if last.big is not None and last.small is not None and not game.anew and game.big and game.small:
        for seat in state.stacks.keys() - set(game.players) if state.house.missed != NONE else ():
            big = 0 < _apart(last.big, seat) < (_apart(last.big, game.big) or RING)
            small = 0 < _apart(last.small, seat) <= (_apart(last.small, game.small) or RING)
            if NEW not in (marks := owed.get(seat, ())) and (missed := _marks(marks, big=big, small=small)):
                owed[seat] = missed
    return Blinds(game.small, game.big, {seat: owed[seat] for seat in sorted(owed, key=int)})


def _marks(marks: Iterable[str], *, big: bool, small: bool) -> tuple[str, ...]:
    return tuple(mark for mark, missed in ((BIG, big), (SMALL, small)) if missed or mark in marks)
