"""The camera's look at the dice: asked for by number, answered once; what it cannot read, two persons read.

Dice of a hand are looked at when somebody at the table says that they were thrown; those of a shaker, when they lie
still after a good shake. An answer to a question that nobody asks any more is kept, and decides nothing.
"""

from __future__ import annotations

from daemon.table.events import DiceLie, DiceNotRead, DiceRolled, Event, LookOrdered
from daemon.table.play import Applied, step
from daemon.table.shake import check_readable
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.observation import DiceSeen, DiceUnread
from rules.machine import AwaitDice, Roll


def order_look(state: TableState) -> Applied:
    """A person says that the dice lie there, thrown."""
    if not state.camera.there:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_CAMERA())
    if not isinstance(state.awaits, AwaitDice):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_NOT_AWAITED())
    if state.proposal is not None:  # it speaks of the last roll: another one must not come between
        raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSED(kind=state.proposal.kind))
    check_readable(state)
    return _look(state, state.awaits)


def look_at_rest(applied: Applied) -> Applied:
    """The shaker has just said that its dice lie still: if there is a camera, it looks."""
    state, events = applied
    lie = any(isinstance(event, DiceLie) for event in events)
    free = state.camera.there and state.hold is None and state.proposal is None
    if not lie or not free or not isinstance(state.awaits, AwaitDice):
        return applied
    return _look(state, state.awaits, *events)


def _look(state: TableState, awaits: AwaitDice, *first: Event) -> Applied:
    number = state.camera.look + 1
    looking = state.camera._replace(look=number, looking=True, unread="")
    return state._replace(camera=looking, dice_out=True), (*first, LookOrdered(number, awaits.count))


def from_camera(state: TableState, seen: DiceSeen | DiceUnread) -> Applied:
    """What the dice show, or that nobody can tell; a round that is held meanwhile is not decided by it."""
    camera = state.camera
    if not camera.looking or seen.look != camera.look:
        return state, ()
    state = state._replace(camera=camera._replace(looking=False))
    if isinstance(seen, DiceUnread):
        return _not_read(state, seen.reason)
    if state.hold is not None:
        return _not_read(state, state.hold.fault)
    try:
        check_readable(state)
        return step(state, Roll(seen.dice), DiceRolled(seen.dice))
    except FaultError as refused:  # no device is refused: it happened, and people have the word
        return _not_read(state, refused.fault)


def _not_read(state: TableState, reason: str) -> Applied:
    return state._replace(camera=state.camera._replace(unread=str(reason))), (DiceNotRead(str(reason)),)
