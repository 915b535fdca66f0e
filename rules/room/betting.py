"""A betting round (67.88 (19)): whose turn it is, what that player may do, and what it does to the stakes."""

from __future__ import annotations

from rules.game import RuleError
from rules.lines import Stake
from rules.room.house import FIXED_LIMIT, POT_LIMIT, House
from rules.room.refusals import Because
from rules.room.state import Announced, State, amount_of, refused
from rules.room.variants import FORCED

PASS, FOLD, BET, CALL, RAISE, ALL_IN, FORCED_BET = "pass", "fold", "bet", "call", "raise", "all_in", "forced"
SAID = (PASS, FOLD, BET, CALL, RAISE, ALL_IN)  # 67.97
PAYING = (BET, CALL, RAISE, ALL_IN, FORCED_BET)


# -- whose turn -------------------------------------------------------------------------------------------------------


def opened(state: State, first: str) -> State:
    """The round begins: this seat, or the next that has something to decide."""
    least = least_bet(state.house, state.options.unit, big=state.house.game.streets[state.street].big)
    if state.straddle and not state.street and state.house.limit != FIXED_LIMIT:
        least = max(least, state.level)  # what is raised is the straddle
    state = state._replace(betting=True, acted=frozenset(), least=least, raised=0, announced={}, lapsed=())
    return _turn_to(state, (first, *state.after(first, state.seats)))


def _turn_to(state: State, order: tuple[str, ...]) -> State:
    playing = [seat for seat in state.alive if state.stacks[seat]]
    alone = len(playing) == 1 and state.put.get(playing[0], 0) >= state.level and state.owes is None
    waiting = [seat for seat in order if seat in playing and _must_act(state, seat)] if not alone else []
    return state._replace(turn=waiting[0] if waiting and len(state.alive) > 1 else None)


def _must_act(state: State, seat: str) -> bool:
    """67.100, A77: who has not spoken; and whoever passed or bet less, once another has bet, in the same round."""
    return seat not in state.acted or state.put.get(seat, 0) < state.level


def moved_on(state: State) -> State:
    """The turn goes clockwise, to whoever has not answered the bet; to nobody when the round is over."""
    if state.turn is None:
        return state
    return _turn_to(state, (*state.after(state.turn, state.seats),))


def still_turn(state: State) -> State:
    """Someone else is out: the turn stays where it is, if there is still something to decide."""
    return state if state.turn is None else _turn_to(state, (state.turn, *state.after(state.turn, state.seats)))


# -- how much ---------------------------------------------------------------------------------------------------------


def least_bet(house: House, unit: int, *, big: bool) -> int:
    """67.91: the least that opens a betting round; at a fixed limit the only size."""
    if house.limit == FIXED_LIMIT:
        return house.big_bet if big else house.small_bet
    return house.small_bet if house.game.opening == FORCED else max(house.big_blind, unit)


def closed_to(state: State, seat: str) -> tuple[str, Because] | None:
    """Why this seat may not bet or raise: the section, and the reason."""
    if not _answerable(state, seat):
        return "67.96", Because.NOBODY_ANSWERS
    if state.stacks[seat] <= state.level - state.put.get(seat, 0):
        return "67.95", Because.STAKES_TOO_SHORT
    if state.house.limit == FIXED_LIMIT and state.raised >= state.house.raises:
        return "67.91", Because.NO_MORE_RAISES
    if seat in state.acted and state.level - state.put.get(seat, 0) < state.least:
        return "67.88", Because.NOT_OPENED_AGAIN
    return None


def _answerable(state: State, seat: str) -> bool:
    """Another player has chips to answer more than the bet that lies there."""
    others = [other for other in state.alive if other != seat]
    return any(state.stacks[other] + state.put.get(other, 0) > state.level for other in others)


def bounds(state: State, seat: str) -> tuple[int, int]:
    """The least and the most that the seat's bet of this round may come to (A85); all in may be less."""
    level, mine, stack = state.level, state.put.get(seat, 0), state.stacks[seat]
    low = high = state.least if _completes(state) else level + state.least
    if state.house.limit == POT_LIMIT:
        high = max(low, pot_raise(state, seat))
    elif state.house.limit != FIXED_LIMIT:
        high = mine + stack
    return min(low, mine + stack), min(high, mine + stack)


def pot_raise(state: State, seat: str) -> int:
    """What the seat's bet comes to with a raise by the whole pot, its call included (67.95 (2))."""
    return state.level + state.level - state.put.get(seat, 0) + sum(state.bets.values())


def choices(state: State) -> tuple[str, ...]:
    """67.88 (19), A86: what the seat whose turn it is may do; of what it has announced, that (67.97)."""
    seat = state.turn
    if seat is None:
        return ()
    if (said := binding(state, seat)) is not None:
        return (said.choice, FOLD) if said.choice in PAYING else (said.choice,)
    free = state.level == state.put.get(seat, 0)
    may = [FORCED_BET] if state.owes == seat else [PASS] if free else [CALL]
    if closed_to(state, seat) is None:
        may.append(RAISE if state.level else BET)
    if all_in_as(state, seat) is not None:
        may.append(ALL_IN)
    return (*may, FOLD)


def all_in_as(state: State, seat: str) -> str | None:
    """67.95 (3): what the whole stakes amount to; None where the limit or the betting does not let them."""
    facing = state.level - state.put.get(seat, 0)
    if state.stacks[seat] <= facing or (facing and not _answerable(state, seat)):  # beyond, nobody could call (A83)
        return CALL
    if closed_to(state, seat) is not None or bounds(state, seat)[1] < state.put.get(seat, 0) + state.stacks[seat]:
        return None
    return RAISE if state.level else BET


# -- what is done -----------------------------------------------------------------------------------------------------


def act(state: State, seat: str, choice: str, stake: Stake) -> State:
    """One action of the seat whose turn it is; what it announced before binds it (67.97)."""
    if choice in (BET, RAISE):
        return _acted(state, seat, choice, stake)
    after = _acted(state, seat, choice, None)
    check_said(state, seat, choice, stake, state.stacks[seat] - after.stacks[seat])
    return after


def check_said(state: State, seat: str, choice: str, stake: Stake, paid: int) -> None:
    """67.97: only a bet and a raise have an amount of the player's; said with anything else, it is what is put in."""
    if state.options.revision and stake is not None and stake != (paid or None):
        raise refused(seat, "67.97", Because.NO_AMOUNT(choice=choice), "invalid_stake")


def _acted(state: State, seat: str, choice: str, stake: Stake) -> State:
    check_turn(state, seat)
    if (said := binding(state, seat)) is not None:
        if (choice, stake) != said[:2] and (choice != FOLD or said.choice not in PAYING):
            bound = Because.BOUND_BY if said.level is None else Because.BOUND_OUT_OF_TURN
            raise refused(seat, "67.97", bound(said=f"{said.choice} {said.stake or ''}".rstrip()))
        state = state._replace(out_of_turn=state.out_of_turn or said.level is not None)
    if choice == FOLD:
        return folds(state, seat)
    return done(state, seat, choice, stake)


def check_turn(state: State, seat: str) -> None:
    """67.88 (19), (20): one after the other, clockwise; what is done is done (67.99)."""
    if seat not in state.seats:
        raise refused(seat, "67.93", Because.NOT_PLAYING())
    if seat in state.folded:
        raise refused(seat, "67.88", Because.HAS_FOLDED())
    if state.turn == seat:
        return
    if seat in state.acted and not _must_act(state, seat):
        raise refused(seat, "67.99", Because.NOT_CHANGED())
    whose = Because.TURN_OF(turn=state.turn) if state.turn else Because.TURN_OF_NOBODY()
    raise refused(seat, "67.88", whose)


def done(state: State, seat: str, choice: str, stake: Stake, *, ruled: bool = False) -> State:
    """The action itself, if it may be; `ruled`: below the least raise it stands as it was pushed (67.98, A90)."""
    if choice == ALL_IN:
        choice, stake = _all_in(state, seat)
    level, mine = state.level, state.put.get(seat, 0)
    if state.owes == seat and choice not in (FORCED_BET, BET):
        raise refused(seat, "67.88", Because.FORCED_OPENS())
    match choice:
        case "pass":
            if level > mine:
                raise refused(seat, "67.88", Because.BET_TO_MEET())
            paid = 0
        case "call":
            if level == mine:
                raise refused(seat, "67.88", Because.NO_BET_TO_MEET())
            paid = state.to_call(seat)
        case "forced":
            if state.owes != seat:
                raise refused(seat, "67.88", Because.FORCED_NOT_OWED())
            paid = min(state.house.forced, state.stacks[seat])
            state = state._replace(bettors=(*state.bettors, seat))
        case "bet" | "raise":
            if (choice == BET) is bool(level):
                raise refused(seat, "67.88", Because.RAISE_IT() if level else Because.BET_IT())
            paid = _betting(state, seat, choice, stake, ruled=ruled)
            grown = mine + paid - level
            all_in = paid == state.stacks[seat]
            # A85: only what is a raise, all in and short does not open the betting again
            full = not level or grown >= state.least or _completes(state) or (ruled and not all_in)
            state = state._replace(
                bettors=(*state.bettors, seat),
                raised=state.raised + 1,
                least=max(state.least, grown) if state.house.limit != FIXED_LIMIT else state.least,
                acted=frozenset() if full else state.acted,
            )
        case _:
            raise refused(seat, "67.97", Because.CHOICES(choice=choice[:20]))
    state = state.pay(seat, paid) if paid else state
    announced = {other: said for other, said in state.announced.items() if other != seat}
    state = state._replace(acted=state.acted | {seat}, announced=announced, owes=None)
    return moved_on(_overtaken(state))


def _overtaken(state: State) -> State:
    """A154: words that answer another bet than the one that lies there now do not bind; a fold stands."""
    gone = {
        seat: said
        for seat, said in state.announced.items()
        if said.choice != FOLD and said.level is not None and said.level != state.level
    }
    if not gone:
        return state
    left = {seat: said for seat, said in state.announced.items() if seat not in gone}
    return state._replace(announced=left, lapsed=(*state.lapsed, *gone.items()), out_of_turn=True)


def _completes(state: State) -> bool:
    """67.88 (10): the first bet or raise after a forced bet that is less than the least bet makes it that."""
    first = state.house.game.opening == FORCED and not state.street and not state.raised
    return first and state.level < state.least


def _all_in(state: State, seat: str) -> tuple[str, Stake]:
    as_what = all_in_as(state, seat)
    if as_what is None:
        section, why = closed_to(state, seat) or ("67.91", Because.OVER_LIMIT)
        raise refused(seat, section, why())
    over = state.stacks[seat] + state.put.get(seat, 0) - state.level
    return as_what, over if as_what == RAISE else state.stacks[seat]


def _betting(state: State, seat: str, choice: str, stake: Stake, *, ruled: bool) -> int:
    """What a bet, or a raise by so much (67.97), puts in."""
    if (barred := closed_to(state, seat)) is not None:
        section, why = barred
        raise refused(seat, section, why())
    level, mine = state.level, state.put.get(seat, 0)
    low, high = bounds(state, seat)
    whole = mine + state.stacks[seat]
    if stake != whole - level:  # an all in may be odd
        amount_of(seat, stake, state.options.unit, "67.97")
    to = level + (stake or 0)
    if to > whole:
        raise refused(seat, "67.95", Because.OVER_STAKES(), "invalid_stake")
    if to > high or (to < low and not ruled):
        limits = Because.BET_LIMIT if low == high else Because.BET_LIMITS
        detail = limits(choice=choice, stake=stake, low=low - level, high=high - level)
        raise refused(seat, "67.91", detail, "invalid_stake")
    return to - mine


def folds(state: State, seat: str) -> State:
    """67.88 (1); what was announced as a bet, or is forced, is owed all the same (67.106)."""
    due = Announced(FORCED_BET, None) if state.owes == seat else binding(state, seat)
    if due is not None and due.choice in PAYING:
        state = done(state, seat, *due[:2])
        state = state._replace(owed=(*state.owed, seat))
    was_turn = state.turn == seat
    announced = {other: words for other, words in state.announced.items() if other != seat}
    state = state._replace(folded=(*state.folded, seat), announced=announced)
    return moved_on(state) if was_turn else still_turn(state)


# -- what is said -----------------------------------------------------------------------------------------------------


def announce(state: State, seat: str, choice: str, stake: Stake) -> State:
    """67.97: words bind. In turn they are the action, and the chips follow (A89); before it they wait for the turn.

    Out of turn they answer the bet that lies there then, and no other (A154).
    """
    if choice not in SAID:
        raise refused(seat, "67.97", Because.CHOICES(choice=choice[:20]))
    if state.turn == seat:
        return act(state, seat, choice, stake)
    if seat not in state.alive or not state.stacks.get(seat):
        raise refused(seat, "67.97", Because.NOTHING_TO_DECIDE())
    if seat in state.announced:
        raise refused(seat, "67.97", Because.BOUND())
    if seat in state.acted and not _must_act(state, seat):
        raise refused(seat, "67.99", Because.NOT_CHANGED())
    if choice in (BET, RAISE):
        if amount_of(seat, stake, state.options.unit, "67.97") > state.stacks[seat]:
            raise refused(seat, "67.95", Because.OVER_STAKES(), "invalid_stake")
    elif stake is not None:
        raise refused(seat, "67.97", Because.NO_AMOUNT(choice=choice), "invalid_stake")
    level = state.level if state.options.revision else None
    return state._replace(announced={**state.announced, seat: Announced(choice, stake, level)})


def binding(state: State, seat: str) -> Announced | None:
    """What a seat announced, if it can still be done as it was said."""
    said = state.announced.get(seat) if state.turn == seat else None
    if said is None or said.choice == FOLD:
        return said
    try:
        done(state._replace(announced={}), seat, *said[:2])
    except RuleError:
        return None
    return said
