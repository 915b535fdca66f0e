"""Between two games: who sits down, with how much, who leaves, and how the next game begins."""

from __future__ import annotations

from rules.contract import clockwise
from rules.game import MOST
from rules.lines import Line, Outcome, Stake
from rules.poker_room import clockwise as from_puck
from rules.room.house import FIXED_LIMIT, PER_GAME
from rules.room.refusals import Because
from rules.room.state import State, amount_of, refused
from rules.room.variants import BLINDS

STAKES = "stakes"


def sit(state: State, seat: str, stakes: dict[str, Stake]) -> State:
    """67.93 to 67.95 (1): a player comes with his stakes, or adds to them, between two games."""
    if seat not in map(str, range(1, state.options.seats + 1)):
        raise refused(seat, "67.93", Because.PLACES(seats=state.options.seats), "bad_request")
    if stakes.keys() != {STAKES}:
        raise refused(seat, "67.94", Because.STAKES_ONLY(), "unknown_wager")
    added = amount_of(seat, stakes[STAKES], state.options.unit, "67.94")
    if not state.stacks.get(seat) and added < (state.options.minimum or 0):  # also whoever has lost everything
        raise refused(seat, "67.94", Because.BELOW_MINIMUM(), "invalid_stake")
    total = state.stacks.get(seat, 0) + added
    if total > (state.options.maximum or MOST):
        raise refused(seat, "67.91", Because.ABOVE_MAXIMUM(), "invalid_stake")
    stacks = {**state.stacks, seat: total}
    return state._replace(stacks={place: stacks[place] for place in sorted(stacks, key=clockwise)})


def leave(state: State, seat: str) -> State:
    """67.95 (2): whoever leaves the table takes his stakes with him (A76)."""
    _seated(state, seat)
    return state._replace(stacks={place: stack for place, stack in state.stacks.items() if place != seat})


def take_off(state: State, seat: str, stake: Stake) -> State:
    """67.95 (2): not for the whole stay at a table without limit or with a pot limit (A76)."""
    _seated(state, seat)
    if state.house.limit != FIXED_LIMIT:
        raise refused(seat, "67.95", Because.STAYS_ON_TABLE())
    left = state.stacks[seat] - amount_of(seat, stake, state.options.unit, "67.95")
    if left < (state.options.minimum or 1):
        raise refused(seat, "67.94", Because.TOO_LITTLE_LEFT(), "invalid_stake")
    return state._replace(stacks={**state.stacks, seat: left})


def charge(state: State, seat: str, stake: Stake) -> tuple[State, Line]:
    """67.108: for the player's own time, within what is posted (A84)."""
    _seated(state, seat)
    paid, most = amount_of(seat, stake, state.options.unit, "67.108"), state.house.time_charge
    if most is None or paid > min(most, state.stacks[seat]):
        raise refused(seat, "67.108", Because.CHARGE_LIMITS(), "invalid_stake")
    after = state._replace(stacks={**state.stacks, seat: state.stacks[seat] - paid})
    return after, Line(seat, "commission", Outcome.LOSE, None, paid, 0, 0, "67.108", None, ("A84",))


def ready(state: State) -> tuple[str, ...]:
    """67.94: who has enough to play in the next game (A80)."""
    least = (state.options.minimum or 1) if state.house.min_stakes == PER_GAME else 1
    return tuple(seat for seat, stack in state.stacks.items() if stack >= least)[: state.house.game.seats]


def begin(state: State) -> State:
    """67.88 (9), (11), (20): the puck moves on, antes and blinds are put in before any card is dealt."""
    players, house = ready(state), state.house
    puck = from_puck(state.puck, players)[0] if state.puck is not None else players[0]
    order = tuple(from_puck(puck, players))
    state = state._replace(puck=puck, puck_before=state.puck, seats=order)
    for seat in order if house.ante else ():
        state = state.pay(seat, min(house.ante, state.stacks[seat]), live=False)
    if house.game.opening != BLINDS:
        return state
    small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]  # two players: the puck's is the small one
    for seat, blind in ((small, house.small_blind), (big, house.big_blind)):
        if paid := min(blind, state.stacks[seat]):
            state = state.pay(seat, paid)._replace(bettors=(*state.bettors, seat))
    return state


def _seated(state: State, seat: str) -> None:
    if seat not in state.stacks:
        raise refused(seat, "67.93", Because.NOBODY_SITS())
