"""What the person authorized by the Société decides: every ruling has its section, and binds (67.101, 67.110)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.lines import Stake
from rules.room.betting import BET, CALL, FORCED_BET, RAISE, announce, check_turn, done, folds, still_turn
from rules.room.dealing import deck_lasts
from rules.room.refusals import Because
from rules.room.seats import gone
from rules.room.state import State, amount_of, refused

SECTIONS: Mapping[str, str] = {
    "bet": "67.98",
    "fold": "67.105",
    "kill": "67.104",
    "show": "67.102",
    "expel": "67.109",
    "restore": "67.110",
    "rules": "67.101",
    "play": "67.110",
}
NO_DECISION = "play"  # where one was, and should not have been
OPINIONS = ("rules", NO_DECISION)  # they bind, and move nothing by themselves
CORRECTED = frozenset({"bet", "fold", "kill", "expel", "restore"})  # what was shown cannot be unseen


def rule(state: State, what: str, seat: str | None, stake: Stake) -> State:
    """One ruling; whatever it says about a player names the seat."""
    if what not in SECTIONS:
        raise refused(seat, "67.101", Because.NO_RULING(what=what[:20]))
    if stake is not None and what != "bet" and state.options.revision:
        raise refused(seat, SECTIONS[what], Because.NO_AMOUNT(choice=what), "invalid_stake")
    if what in OPINIONS:
        return state
    if seat is None:
        raise refused(None, SECTIONS[what], Because.WHICH_SEAT(what=what))
    if what == "expel":
        return _expel(state, seat)
    if seat not in state.seats:
        raise refused(seat, "67.93", Because.NOT_PLAYING())
    return EFFECTS[what](state, seat, stake)


def _bet(state: State, seat: str, stake: Stake) -> State:
    """67.98: so many chips were pushed, dropped or released; without words they stand as they were pushed (A90).

    Out of turn they bind as words do (A154).
    """
    early = state.options.revision and state.turn not in (None, seat)
    if not early:
        check_turn(state, seat)
    chips, facing = amount_of(seat, stake, 1, "67.98"), state.level - state.put.get(seat, 0)
    if chips > state.stacks[seat]:
        raise refused(seat, "67.95", Because.OVER_STAKES(), "invalid_stake")
    choice, more = _pushed(state, seat, chips, facing)
    return announce(state, seat, choice, more) if early else done(state, seat, choice, more, ruled=True)


def _pushed(state: State, seat: str, chips: int, facing: int) -> tuple[str, Stake]:
    """What so many chips are."""
    if state.owes == seat and chips <= (forced := min(state.house.forced, state.stacks[seat])):
        if chips < forced:
            raise refused(seat, "67.88", Because.BELOW_FORCED(), "invalid_stake")
        return FORCED_BET, None
    if facing and chips <= facing:
        if chips < state.to_call(seat):
            raise refused(seat, "67.88", Because.BELOW_BET(), "invalid_stake")
        return CALL, None
    return RAISE if state.level else BET, chips - facing


def _fold(state: State, seat: str, stake: Stake) -> State:
    """67.105: the cards were dropped face down when it was time to bet or call."""
    if state.turn != seat:
        raise refused(seat, "67.105", Because.NOT_HIS_TIME())
    return folds(state, seat)


def _kill(state: State, seat: str, stake: Stake) -> State:
    """67.104: a hand that was not protected is out, whosever turn it is; what it has bet stays in the pot."""
    _check_alive(state, seat)
    if state.pots is not None:
        raise refused(seat, "67.104", Because.GAME_OVER())
    if seat in state.shown:
        raise refused(seat, "67.104", Because.HAND_OPEN())
    return folds(state._replace(killed=(*state.killed, seat)), seat)


def _show(state: State, seat: str, stake: Stake) -> State:
    """67.102: a hand that was given up is shown all the same; it wins nothing by it (A92)."""
    if not state.showdown and state.pots is None:
        raise refused(seat, "67.102", Because.NO_SHOWDOWN())
    if seat not in state.folded or seat in state.shown or not state.cards.get(seat):
        raise refused(seat, "67.102", Because.NOT_FACE_DOWN())
    return state._replace(shown=(*state.shown, seat))


def _restore(state: State, seat: str, stake: Stake) -> State:
    """67.110: a hand that was taken for folded, or killed, plays on; whatever was bet since, it must answer."""
    if seat not in state.folded or state.pots is not None or seat in state.shown:
        raise refused(seat, "67.110", Because.CANNOT_PLAY_ON())
    if seat in state.expelled:
        raise refused(seat, "67.109", Because.EXPELLED())
    before = {other: bet - state.put.get(other, 0) for other, bet in state.live.items()}  # in the rounds before this
    owes = state.stacks[seat] and state.put.get(seat, 0) < state.level
    answered = state.betting and state.turn is None
    if (state.stacks[seat] and before.get(seat, 0) < max(before.values(), default=0)) or (owes and answered):
        raise refused(seat, "67.110", Because.OTHERS_HAVE_BET())
    if len(state.cards.get(seat, ())) < min(len(state.cards.get(other, ())) for other in state.alive):
        raise refused(seat, "67.110", Because.OTHERS_HAVE_CARDS())
    state = state._replace(
        folded=tuple(other for other in state.folded if other != seat),
        killed=tuple(other for other in state.killed if other != seat),
        owed=tuple(other for other in state.owed if other != seat),
        acted=state.acted - {seat} if owes else state.acted,
    )
    if not deck_lasts(state):
        raise refused(seat, "67.110", Because.TOO_FEW_CARDS())
    return still_turn(state)


def _expel(state: State, seat: str) -> State:
    """67.109: leaves the room; the hand is folded now, the stakes leave with the player when the game is over."""
    if seat not in state.stacks or seat in state.expelled:
        raise refused(seat, "67.109", Because.NOBODY_TO_EXPEL())
    if seat not in state.seats:  # between games, or not in this one
        return gone(state, seat)
    state = state._replace(expelled=(*state.expelled, seat))
    if state.pots is not None or seat in state.folded or seat in state.shown:
        return state
    return folds(state, seat)


def _check_alive(state: State, seat: str) -> None:
    if seat in state.folded:
        raise refused(seat, "67.88", Because.HAS_FOLDED())


EFFECTS: Mapping[str, Callable[[State, str, Stake], State]] = {
    "bet": _bet,
    "fold": _fold,
    "kill": _kill,
    "show": _show,
    "restore": _restore,
}
