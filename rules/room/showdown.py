"""The showdown and the pots: who shows when, who gives up, who wins what (67.102, 67.103)."""

from __future__ import annotations

from itertools import combinations

from rules.cards import Card
from rules.game import REVISION
from rules.lines import Line, Outcome, Readings
from rules.poker_room import (
    EIGHT_OR_BETTER,
    HAND_NAMES,
    HIGH,
    HIGH_LOW,
    LOW,
    Showdown,
    low,
    take_commission,
)
from rules.ranking import SHIFT, Five, five
from rules.room.refusals import Because
from rules.room.state import BOARD, State, pots_of, refused, returned


def order(state: State) -> tuple[str, ...]:
    """67.102: who has not shown yet; first, of those who are still in, whoever bet last, then clockwise (A81)."""
    first = next((seat for seat in reversed(state.bettors) if seat in state.alive), state.seats[0])
    waiting = [seat for seat in state.alive if seat not in state.shown]
    turns = (first, *state.after(first, state.seats))
    return tuple(seat for seat in dict.fromkeys(turns) if seat in waiting)


def give_up(state: State, seat: str) -> State:
    """67.102: a hand that is held to lose is given up unseen; the first must be shown, and giving up is for good."""
    if order(state)[0] != seat:
        raise refused(seat, "67.102", Because.SHOWS_NEXT(turn=order(state)[0]))
    if not any(shown in state.alive for shown in state.shown):  # a folded hand that was ordered shown is not the first
        raise refused(seat, "67.102", Because.BETTOR_FIRST())
    if any(pot.eligible == [seat] for pot in pots_of(state)):  # else it went to who has not covered it
        raise refused(seat, "67.96", Because.COVERED_ALONE())
    return state._replace(folded=(*state.folded, seat))


def highest(own: tuple[Card, ...], board: tuple[Card, ...], from_hand: int | None) -> int:
    """67.103 (1): the best five cards that the game lets a player use."""
    if from_hand is None:
        return five(own + board)
    return max(five(some + others) for some in combinations(own, from_hand) for others in combinations(board, 3))


def lowest(own: tuple[Card, ...], board: tuple[Card, ...], from_hand: int | None, revision: int = REVISION) -> int:
    """67.88 (13), A87: the lowest five."""
    if from_hand is None:
        return low(own + board, revision)
    held, common = combinations(own, from_hand), list(combinations(board, 3))
    return min(low(some + others, revision) for some in held for others in common)


def award(state: State) -> tuple[State, tuple[Line, ...]]:
    """67.103: what nobody called goes back first (A83), then the commission (67.108), then every pot to its winners."""
    house, unit = state.house, state.options.unit
    game, board = house.game, state.cards.get(BOARD, ())
    back, pots = returned(state), pots_of(state)
    take_commission(pots, house.commission, house.cap, unit)
    highs: dict[str, int] = {}
    lows: dict[str, int] = {}
    if len(state.alive) > 1:
        for seat in state.alive:  # clockwise from the puck's left: odd units go that way (A82)
            own = state.cards[seat]
            if game.pays != LOW:
                highs[seat] = highest(own, board, game.from_hand)
            if game.pays != HIGH:
                lows[seat] = lowest(own, board, game.from_hand, state.options.revision)
        if game.pays == HIGH_LOW:
            lows = {seat: hand for seat, hand in lows.items() if hand < EIGHT_OR_BETTER}
    else:
        highs = dict.fromkeys(state.alive, 0)
    shown = Showdown(highs, lows)
    shares = [shown.award(pot, unit) for pot in pots]
    names = {seat: HAND_NAMES[Five(hand >> SHIFT)] for seat, hand in highs.items()} if len(state.alive) > 1 else {}
    needed = {
        "A79": len(pots) > 1,
        "A82": any(len(share) > 1 for share in shares),
        "A83": bool(back),
        "A84": any(pot.commission for pot in pots),
        "A87": bool(lows),
        "A154": state.out_of_turn,
    }
    readings: Readings = tuple(reading for reading, need in needed.items() if need)
    stacks, lines = dict(state.stacks), []
    for seat in state.seats:
        bet, won, over = state.bets.get(seat, 0), sum(share.get(seat, 0) for share in shares), back.get(seat, 0)
        if bet or won:
            stacks[seat] += won + over
            alone = state.options.revision and over == bet  # nobody put in anything against it
            outcome = Outcome.WIN if won else Outcome.PUSH if alone else Outcome.LOSE
            lines.append(Line(seat, "pot", outcome, None, bet, won, over, "67.103", names.get(seat), readings))
    settled = tuple(
        (pot.amount, pot.commission, tuple(pot.eligible), {seat: part for seat, part in share.items() if part})
        for pot, share in zip(pots, shares, strict=True)
    )
    state = state._replace(stacks=stacks, pots=settled, betting=False, turn=None, put={}, announced={}, owes=None)
    return state, tuple(lines)
