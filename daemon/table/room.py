"""The orders that only a table takes where chips move: the game begins, players speak, come and go; somebody rules."""

from __future__ import annotations

from daemon.table import devices
from daemon.table.chips import mover
from daemon.table.events import Announced, GameStarted, HandTurned, Ruled, StakesTaken
from daemon.table.orders import Announcement, ChargeTime, InRoom, LeaveTable, Ruling, StartGame, TakeStakes
from daemon.table.play import Applied, hold, one_too_many, step
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import MovesChips
from rules.facts import Announce, Charge, Close, Remove, Rule, TakeOff


def in_room(state: TableState, order: InRoom) -> Applied:
    """Each is one fact for the game; at another game it is refused."""
    if (game := mover(state.play)) is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_ROOM())
    match order:
        case StartGame():
            if why := devices.why_not(state):
                raise FaultError(Fault.ORDER_NOT_NOW, why)
            after, events = step(state, Close())
            return after, (GameStarted(game.puck(after.play), game.players(after.play)), *events)
        case Announcement(seat=seat, choice=choice, stake=stake):
            return step(state, Announce(seat, choice, stake), Announced(seat, choice, stake))
        case LeaveTable(seat=seat):
            return step(state, Remove(seat, None), StakesTaken(seat, game.stakes(state.play).get(seat, 0), left=True))
        case TakeStakes(seat=seat, stake=stake):
            return step(state, TakeOff(seat, stake), StakesTaken(seat, stake, left=False))
        case ChargeTime(seat=seat, stake=stake):
            return step(state, Charge(seat, stake))
        case Ruling():
            return _ruled(state, order, game)


def _ruled(state: TableState, order: Ruling, game: MovesChips) -> Applied:
    """It binds at once (67.101, 67.110); a hand that is ordered shown lies open then (67.102)."""
    if not order.reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, Because.SAY_WHY())
    what, seat, stake = order.what, order.seat, order.stake
    ruled = Ruled(what, game.rulings[what], order.reason, order.by, seat, stake)
    after, events = step(state, Rule(what, seat, stake), ruled)
    if what == "expel" and seat is not None and seat not in game.stakes(after.play):
        return after, (*events, StakesTaken(seat, game.stakes(state.play).get(seat, 0), left=True))
    if what != "show" or seat is None:
        return after, events
    cards = after.machine.hands(after.play)[seat].visible
    if one_too_many(state, seat, range(len(cards))):  # none of them lay open until now
        return hold(state, Fault.CARD_IMPOSSIBLE, seat)
    shown = HandTurned(seat, tuple(str(card) for card in cards if card is not None), None)
    return after, (*events[:1], shown, *events[1:])
