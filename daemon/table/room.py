"""The orders that only a table takes where chips move: the game begins, players speak, come and go; somebody rules."""

from __future__ import annotations

from typing import Any

from daemon.table import devices
from daemon.table.chips import mover
from daemon.table.events import (
    Announced,
    BlindMissed,
    CameBack,
    GameStarted,
    HandTurned,
    Ruled,
    SatOut,
    SeatTaken,
    StakesTaken,
    Straddled,
    TimeDue,
)
from daemon.table.orders import (
    Announcement,
    ChargeTime,
    ComeBack,
    InRoom,
    LeaveTable,
    MinutePassed,
    ReturnToTable,
    Ruling,
    SitOut,
    StartGame,
    Straddle,
    TakeStakes,
)
from daemon.table.play import Applied, hold, step, unturnable
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import MovesChips
from rules.facts import Announce, Away, Back, Charge, Close, Elapsed, Remove, Returns, Rule, Straddles, TakeOff


def in_room(state: TableState, order: InRoom) -> Applied:
    """Each is one fact for the game; at another game it is refused."""
    if (game := mover(state.play)) is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_ROOM())
    match order:
        case StartGame():
            if why := devices.why_not(state):
                raise FaultError(Fault.ORDER_NOT_NOW, why)
            after, events = step(state, Close())
            begun = GameStarted(game.puck(after.play), game.players(after.play))
            return after, (begun, *_missed(game, state.play, after.play), *events)
        case Announcement(seat=seat, choice=choice, stake=stake):
            return step(state, Announce(seat, choice, stake), Announced(seat, choice, stake))
        case LeaveTable(seat=seat):
            after, events = step(state, Remove(seat, None))
            slip = number if (number := game.slip(after.play)) > game.slip(state.play) else 0
            return after, (_gone(game, state.play, seat, slip), *events)
        case TakeStakes(seat=seat, stake=stake):
            return step(state, TakeOff(seat, stake), StakesTaken(seat, stake, left=False))
        case ChargeTime(seat=seat, stake=stake):
            return step(state, Charge(seat, stake))
        case SitOut(seat=seat):
            return step(state, Away(seat), SatOut(seat, playing=seat in game.players(state.play)))
        case ComeBack(seat=seat, wait=wait):
            return step(state, Back(seat, wait), CameBack(seat, wait))
        case ReturnToTable(seat=seat, stake=stake, slip=slip):
            return step(state, Returns(seat, stake, slip), SeatTaken(seat, {"stakes": stake}))
        case Straddle(seat=seat):
            return step(state, Straddles(seat), Straddled(seat))
        case Ruling():
            return _ruled(state, order, game)


def minute_passed(state: TableState, said: MinutePassed) -> Applied:
    """For everyone whose time matters; one that was told before, or at a table where none does, changes nothing."""
    game = mover(state.play)
    passed = game.minute(state.play) if game is not None else None
    if game is None or passed is None or said.minute <= passed:
        return state, ()
    before = game.owed(state.play)
    after, events = step(state, Elapsed(said.minute))
    due = game.owed(after.play).items()
    return after, (*(TimeDue(seat, owed) for seat, owed in due if owed > before.get(seat, 0)), *events)


def _missed(game: MovesChips, before: Any, after: Any) -> tuple[BlindMissed, ...]:
    """What the blinds of this game passed by."""
    known, missed = game.missed(before), game.missed(after).items()
    return tuple(
        BlindMissed(seat, blind) for seat, blinds in missed for blind in blinds if blind not in known.get(seat, ())
    )


def _gone(game: MovesChips, play: Any, seat: str, slip: int = 0) -> StakesTaken:
    """A player who leaves, with what lies before him and what he owes."""
    return StakesTaken(seat, game.stakes(play).get(seat, 0), left=True, owed=game.owed(play).get(seat, 0), slip=slip)


def _ruled(state: TableState, order: Ruling, game: MovesChips) -> Applied:
    """It binds at once (67.101, 67.110); a hand that is ordered shown lies open then (67.102)."""
    if not order.reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, Because.SAY_WHY())
    what, seat, stake = order.what, order.seat, order.stake
    ruled = Ruled(what, game.rulings[what], order.reason, order.by, seat, stake)
    after, events = step(state, Rule(what, seat, stake), ruled)
    if what == "expel" and seat is not None and seat not in game.stakes(after.play):
        return after, (*events, _gone(game, state.play, seat))
    if what != "show" or seat is None:
        return after, events
    cards = after.machine.hands(after.play)[seat].visible
    if fault := unturnable(state, seat, range(len(cards))):  # none of them lay open until now
        return hold(state, fault, seat)
    shown = HandTurned(seat, tuple(str(card) for card in cards if card is not None), None)
    return after, (*events[:1], shown, *events[1:])
