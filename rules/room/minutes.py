"""Time at a table of the room, minute by minute as the table is told: what a player owes for his own, and for how long
who left brings again what he took away (67.108, A84; 67.95 (2), A76)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.lines import Line, Outcome, Stake
from rules.room.house import FIXED_LIMIT
from rules.room.refusals import Because
from rules.room.state import Slip, State, Time, amount_of, refused


def elapsed(state: State, minute: int) -> State:
    """A minute more for everyone who plays or could; one whose number was told before changes nothing."""
    if minute <= state.minute:
        return state
    times = {seat: _one_more(state, seat) for seat in state.stacks} if state.house.time_charge else state.times
    slips = {number: slip._replace(minutes=slip.minutes - 1) for number, slip in state.slips.items()}
    left = {number: slip for number, slip in slips.items() if slip.minutes > 0}
    return state._replace(minute=minute, times=times, slips=left)


def _one_more(state: State, seat: str) -> Time:
    """Only whole minutes count: of the one in which he sat down or came back, nothing."""
    time = state.times.get(seat, Time())
    if not _plays(state, seat):
        return time._replace(whole=False)
    return time._replace(minutes=time.minutes + time.whole, whole=True)


def _plays(state: State, seat: str) -> bool:
    """A84: it is the player's own time while he is in a game, or could be in the next: with stakes, and not away."""
    if seat in state.seats and state.pots is None:
        return True
    return seat not in state.out and (state.options.revision < 2 or state.stacks[seat] > 0)


def begins(state: State, seat: str) -> State:
    """He plays again: of the minute in which he does nothing counts, though none was told meanwhile."""
    if state.options.revision < 2 or seat not in state.times or seat in state.seats:
        return state
    return state._replace(times={**state.times, seat: state.times[seat]._replace(whole=False)})


def counts(state: State) -> bool:
    """Whether a minute would change anything here."""
    if not state.options.revision:
        return False
    if state.options.revision < 2:  # once, of a game that all of its players would leave, no time was told
        return bool(state.slips) or bool(state.house.time_charge and set(state.stacks) - set(state.out))
    return bool(state.slips) or bool(state.house.time_charge and any(_plays(state, seat) for seat in state.stacks))


def owed(state: State) -> Mapping[str, int]:
    """67.108: what everyone owes for whole periods of his own time; who owes nothing is not named."""
    each = state.house.time_charge or 0
    due = {seat: time.minutes // state.house.time_period - time.paid for seat, time in state.times.items()}
    return {seat: periods * each for seat, periods in due.items() if periods > 0 and each}


def charge(state: State, seat: str, stake: Stake) -> tuple[State, Line]:
    """67.108: exactly what is due for the periods that are over, and each of them once (A84)."""
    paid, each = amount_of(seat, stake, state.options.unit, "67.108"), state.house.time_charge
    if not state.options.revision:  # once it was the most at once, and nobody counted
        if each is None or paid > min(each, state.stacks[seat]):
            raise refused(seat, "67.108", Because.CHARGE_LIMITS(), "invalid_stake")
        return _paid(state, seat, paid)
    if not each:
        raise refused(seat, "67.108", Because.NO_CHARGE())
    time, period = state.times.get(seat, Time()), state.house.time_period
    if not (due := owed(state).get(seat, 0)):
        played = time.minutes - time.paid * period
        raise refused(seat, "67.108", Because.NOTHING_DUE(minutes=played, period=period))
    if paid != due:
        raise refused(seat, "67.108", Because.OWED(owed=due), "invalid_stake")
    if paid > state.stacks[seat]:
        raise refused(seat, "67.108", Because.OVER_STAKES(), "invalid_stake")
    times = {**state.times, seat: time._replace(paid=time.minutes // period)}
    return _paid(state._replace(times=times), seat, paid)


def _paid(state: State, seat: str, paid: int) -> tuple[State, Line]:
    after = state._replace(stacks={**state.stacks, seat: state.stacks[seat] - paid})
    return after, Line(seat, "commission", Outcome.LOSE, None, paid, 0, 0, "67.108", None, ("A84",))


def with_slip(state: State, seat: str) -> State:
    """A76: who leaves a table without limit, or with a pot limit, is given a number for what he takes away.

    The table knows places, not persons: by the number the dealer says who comes back.
    """
    stake, minutes = state.stacks[seat], state.house.return_minutes
    if not state.options.revision or state.house.limit == FIXED_LIMIT or not stake or not minutes:
        return state
    number, slip = state.slip + 1, Slip(stake, minutes)
    if state.options.revision > 1:
        begun = state.times.get(seat, Time()).minutes % state.house.time_period  # of whole ones he was told
        slip = slip._replace(begun=begun, owed=state.blinds.owed.get(seat, ()))
    return state._replace(slip=number, slips={**state.slips, str(number): slip})


def with_what_was_left(state: State, seat: str, slip: Slip) -> State:
    """A76: he is no new player: the period that he began goes on, and blinds that he owed he owes (67.91, 67.108)."""
    times = {**state.times, seat: Time(slip.begun)} if slip.begun else state.times
    owed = {**state.blinds.owed, seat: slip.owed} if slip.owed else state.blinds.owed
    return state._replace(times=times, blinds=state.blinds._replace(owed=owed))
