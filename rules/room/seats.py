"""Between two games: who sits down, with how much, who leaves, and how the next game begins."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules.contract import clockwise
from rules.game import MOST
from rules.lines import Line, Stake
from rules.room import blinds, minutes
from rules.room.house import FIXED_LIMIT, NONE, PER_GAME
from rules.room.refusals import Because
from rules.room.state import IDLE_REFUSED, State, amount_of, refused
from rules.room.variants import BLINDS

STAKES = "stakes"
STRADDLE = "straddle"  # by which name it is taken back
ENOUGH = 2  # players


def sit(state: State, seat: str, stakes: dict[str, Stake], most: int = 0) -> State:
    """67.93 to 67.95 (1): a player comes with his stakes, or adds to them, between two games."""
    if seat not in map(str, range(1, state.options.seats + 1)):
        raise refused(seat, "67.93", Because.PLACES(seats=state.options.seats), "bad_request")
    if stakes.keys() != {STAKES}:
        raise refused(seat, "67.94", Because.STAKES_ONLY(), "unknown_wager")
    added = amount_of(seat, stakes[STAKES], state.options.unit, "67.94")
    if not state.stacks.get(seat) and added < (state.options.minimum or 0):  # also whoever has lost everything
        raise refused(seat, "67.94", Because.BELOW_MINIMUM(), "invalid_stake")
    total = state.stacks.get(seat, 0) + added
    if total > max(state.options.maximum or MOST, most):
        raise refused(seat, "67.91", Because.ABOVE_MAXIMUM(), "invalid_stake")
    if seat not in state.stacks and state.blinds.big is not None and state.house.newcomers != NONE:
        owed = {**state.blinds.owed, seat: (blinds.NEW,)}
        state = state._replace(blinds=state.blinds._replace(owed=owed))
    if not state.stacks.get(seat):
        state = minutes.begins(state, seat)
    stacks = {**state.stacks, seat: total}
    return state._replace(stacks={place: stacks[place] for place in sorted(stacks, key=clockwise)})


def come_in_again(state: State, seat: str, stake: Stake, slip: int) -> State:
    """67.95 (2): who left and comes back within the posted time brings at least what he took away (A76)."""
    taken = state.slips.get(str(slip))
    if taken is None:
        raise refused(seat, "67.95", Because.NO_SLIP(slip=slip))
    if seat in state.stacks:
        raise refused(seat, "67.93", Because.SITS_THERE())
    if amount_of(seat, stake, state.options.unit, "67.95") < taken.stake:
        raise refused(seat, "67.95", Because.LESS_THAN_TAKEN(taken=taken.stake), "invalid_stake")
    left = {number: each for number, each in state.slips.items() if number != str(slip)}
    seated = sit(state, seat, {STAKES: stake}, taken.stake)._replace(slips=left)
    return minutes.with_what_was_left(seated, seat, taken)


def leave(state: State, seat: str) -> State:
    """67.95 (2): whoever leaves the table takes his stakes with him (A76)."""
    _seated(state, seat)
    return gone(minutes.with_slip(state, seat), seat)


def gone(state: State, seat: str) -> State:
    """Nobody sits there any more, and nothing is known of who did."""
    return of_those(state, [place for place in state.stacks if place != seat])


def of_those(state: State, seats: Collection[str]) -> State:
    """What is known of those who stay at the table."""
    owed = {seat: marks for seat, marks in state.blinds.owed.items() if seat in seats}
    return state._replace(
        stacks={seat: stack for seat, stack in state.stacks.items() if seat in seats},
        blinds=state.blinds._replace(owed=owed),
        out=tuple(seat for seat in state.out if seat in seats),
        waits=tuple(seat for seat in state.waits if seat in seats and seat in owed),
        times={seat: time for seat, time in state.times.items() if seat in seats},
    )


def sit_out(state: State, seat: str) -> State:
    """67.93: a player stays at the table and does not play, from the next game on."""
    _seated(state, seat)
    if seat in state.expelled:
        raise refused(seat, "67.109", Because.EXPELLED())
    if seat in state.out:
        raise refused(seat, "67.93", Because.SITS_OUT())
    return state._replace(out=(*state.out, seat))


def come_back(state: State, seat: str, *, wait: bool) -> State:
    """67.93: he plays again. What blinds he owes he posts, or waits for the big one; so may a new player."""
    _seated(state, seat)
    waits = tuple(place for place in state.waits if place != seat)
    after = state._replace(
        out=tuple(place for place in state.out if place != seat), waits=(*waits, seat) if wait else waits
    )
    if state.options.revision >= IDLE_REFUSED:
        if seat in state.expelled:
            raise refused(seat, "67.109", Because.EXPELLED())
        if wait and blinds.due(state, seat) == (0, 0):
            raise refused(seat, "67.91", Because.OWES_NO_BLIND())
    if seat in state.out:
        return minutes.begins(after, seat)
    if seat not in state.blinds.owed or set(after.waits) == set(state.waits):
        raise refused(seat, "67.93", Because.PLAYS())
    return after


def charge(state: State, seat: str, stake: Stake) -> tuple[State, Line]:
    """67.108: for the player's own time, within what is posted (A84)."""
    _seated(state, seat)
    return minutes.charge(state, seat, stake)


def take_off(state: State, seat: str, stake: Stake) -> State:
    """67.95 (2): not for the whole stay at a table without limit or with a pot limit (A76)."""
    _seated(state, seat)
    if state.house.limit != FIXED_LIMIT:
        raise refused(seat, "67.95", Because.STAYS_ON_TABLE())
    left = state.stacks[seat] - amount_of(seat, stake, state.options.unit, "67.95")
    if left < (state.options.minimum or 1):
        raise refused(seat, "67.94", Because.TOO_LITTLE_LEFT(), "invalid_stake")
    return state._replace(stacks={**state.stacks, seat: left})


def ready(state: State) -> tuple[str, ...]:
    """67.94: who has enough to play in the next game (A80), and does not sit out."""
    least = (state.options.minimum or 1) if state.house.min_stakes == PER_GAME else 1
    there = (seat for seat, stack in state.stacks.items() if stack >= least and seat not in state.out)
    return tuple(there)[: state.house.game.seats]


def next_players(state: State) -> tuple[str, ...]:
    """Who would play, if the game began now."""
    there = ready(state)
    return blinds.places(state, there).players if len(there) >= ENOUGH else there


def owing(state: State) -> dict[str, dict[str, Any]]:
    """67.91: what everyone owes who missed a blind or is new, and whether he posts it or waits for the big blind."""
    due = {seat: blinds.due(state, seat) for seat in state.blinds.owed}
    return {
        seat: {"live": live, "dead": dead, "waits": not blinds.posts(state, seat)}
        for seat, (live, dead) in due.items()
        if live or dead
    }


def begin(state: State) -> State:
    """67.88 (9), (11), (20): the puck moves on, antes and blinds are put in before any card is dealt."""
    house, game = state.house, blinds.places(state, ready(state))
    owed = {seat: blinds.due(state, seat) for seat in game.players if not game.anew and seat != game.big}
    state = state._replace(
        puck=game.puck,
        puck_before=state.puck,
        blinds=blinds.after(state, game),
        blinds_before=state.blinds,
        seats=game.players,
    )
    for seat in game.players if house.ante else ():
        state = state.pay(seat, min(house.ante, state.stacks[seat]), live=False)
    for seat, (live, dead) in owed.items():  # before the blinds: whoever has the big one bet last (A81)
        state = _posted(state, seat, live)
        if not live and dead >= state.stacks[seat]:  # all that he has is a bet, or he could win nothing
            state = _posted(state, seat, dead)
        elif missed := min(dead, state.stacks[seat]):
            state = state.pay(seat, missed, live=False)._replace(dead={**state.dead, seat: missed})
    if house.game.opening != BLINDS:
        return state
    for place, blind in ((game.small, house.small_blind), (game.big, house.big_blind)):
        if place is not None and place in game.players:
            state = _posted(state, place, blind)
    return state


def _posted(state: State, seat: str, blind: int) -> State:
    if paid := min(blind, state.stacks[seat]):
        state = state.pay(seat, paid)._replace(bettors=(*state.bettors, seat))
    return state


def straddle(state: State, seat: str) -> State:
    """67.91: before any card, left of the big blind, twice as much; it is a blind bet (67.88 (9)), and speaks last."""
    if state.house.straddle == NONE or not blinds.has_blinds(state):
        raise refused(seat, "67.91", Because.NO_STRADDLE())
    if any(state.cards.values()):
        raise refused(seat, "67.91", Because.STRADDLE_LATE())
    if state.straddle is not None:
        raise refused(seat, "67.91", Because.STRADDLED())
    if (may := straddler(state)) is None:
        raise refused(seat, "67.91", Because.STRADDLE_PLAYERS())
    if seat != may:
        raise refused(seat, "67.91", Because.STRADDLE_SEAT(turn=may))
    if seat in state.folded and state.options.revision >= IDLE_REFUSED:  # killed, or told to leave
        raise refused(seat, "67.88", Because.HAS_FOLDED())
    more = 2 * state.house.big_blind - state.put.get(seat, 0)
    if more > state.stacks[seat]:
        raise refused(seat, "67.95", Because.OVER_STAKES(), "invalid_stake")
    return _posted(state, seat, more)._replace(straddle=seat, straddled=more)


def no_straddle(state: State, seat: str, stake: Stake) -> State:
    """67.91: it was entered by mistake. Until the first card it comes back whole; then it is a bet like any other."""
    if state.straddle != seat:
        raise refused(seat, "67.91", Because.HAS_NO_STRADDLE())
    if any(state.cards.values()):
        raise refused(seat, "67.91", Because.STRADDLE_STAYS())
    if stake is not None:
        raise refused(seat, "67.91", Because.STRADDLE_WHOLE(), "invalid_stake")
    back = state.pay(seat, -state.straddled)
    bets, put = ({place: chips for place, chips in each.items() if chips} for each in (back.bets, back.put))
    return back._replace(bets=bets, put=put, bettors=state.bettors[:-1], straddle=None, straddled=0)


def straddler(state: State) -> str | None:
    """Left of the big blind, of three players at least."""
    if len(state.seats) <= ENOUGH or state.blinds.big not in state.seats:
        return None
    return state.after(state.blinds.big, state.seats)[0]


def may_straddle(state: State) -> str | None:
    """Who may straddle now."""
    allowed = state.house.straddle != NONE and blinds.has_blinds(state) and not any(state.cards.values())
    return straddler(state) if allowed else None


def _seated(state: State, seat: str) -> None:
    if seat not in state.stacks:
        raise refused(seat, "67.93", Because.NOBODY_SITS())
