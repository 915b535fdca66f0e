"""What always holds of wagers and of the lines that settle them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from daemon.table.events import (
    Decided,
    DiceRolled,
    Event,
    LineCancelled,
    LineSettled,
    PastRoundEntered,
    RoundVoided,
    SeatTaken,
    WagerTakenBack,
)
from daemon.table.orders import CloseTable, Decision, OpenRound, SeatIn, TakeBack
from rules.capabilities import CarriesOver, MovesChips
from rules.facts import Finished
from rules.lines import Line
from tests.daemon.floor import of_kind
from tests.daemon.table.walk.steps import Step, goes_on

BONUS = ("initial_bonus", "ante_bonus", "commission", "commission_refund")  # lines of no wager of their own


def counted(lines: Iterable[Line]) -> Counter[tuple[str, str]]:
    return Counter((line.seat, line.wager) for line in lines if line.wager not in BONUS)


def net(lines: Iterable[Line], events: Iterable[Event]) -> list[Line]:
    """These lines, and what then was settled and cancelled."""
    stand = list(lines)
    for event in events:
        if isinstance(event, LineSettled):
            stand.append(event.line)
        elif isinstance(event, LineCancelled):
            stand.remove(event.line)
    return stand


def same(some: Iterable[Line], others: Iterable[Line]) -> bool:
    some, others = list(some), list(others)
    return some == others or Counter(map(repr, some)) == Counter(map(repr, others))


def every_line_has_its_event(step: Step) -> bool:
    before, after = step.before, step.after
    if after is before or (after.lines is before.lines and after.result is before.result and not step.events):
        return True
    if of_kind(step.events, RoundVoided):
        return True
    if past := of_kind(step.events, PastRoundEntered):
        stood = before.lines if past[0].interrupted else ()
        return after.result is not None and same(net(stood, step.events), after.result.lines)
    if isinstance(step.observation, OpenRound | CloseTable):
        return not of_kind(step.events, LineSettled | LineCancelled)  # type: ignore[arg-type]  # a union of types
    if not goes_on(before):
        return same(net(before.lines, step.events), after.lines)
    if of_kind(step.events, DiceRolled):
        return after.result is not None and same(net(before.lines, step.events), after.result.lines)
    old, new = (state.result.lines if state.result else () for state in (before, after))
    return same(net(old + before.lines, step.events), new + after.lines)


def nothing_is_laid_or_leaves_untold(step: Step) -> bool:
    """In a round that is not over; what a roll, a void or a correction does, other rules look at."""
    said = step.observation
    if not isinstance(said, SeatIn | TakeBack | Decision) or not step.events:
        return True
    if isinstance(step.before.machine, MovesChips):
        return True  # where chips move, other events tell
    before, after = (state.machine.wagers(state.play).get(said.seat, {}) for state in (step.before, step.after))
    match step.events[0]:
        case SeatTaken(wagers=wagers):
            return wagers == after and before.keys() <= after.keys()
        case WagerTakenBack(taken=taken, lying=lying):
            left = Counter({wager: before[wager] or 0 for wager in before})
            left.subtract({wager: stake or 0 for wager, stake in (taken or {}).items()})
            return lying == after and all(left[wager] == (stake or 0) for wager, stake in after.items())
        case Decided(stake=stake):
            return [stake for wager, stake in after.items() if wager not in before] in ([], [stake])
    return False


def every_wager_has_one_line_that_stands(step: Step) -> bool:
    before, after = step.before, step.after
    if before.play is None or not step.events:
        return True
    laid = Counter((seat, wager) for seat, stakes in before.machine.wagers(before.play).items() for wager in stakes)
    if of_kind(step.events, RoundVoided):
        return counted(net(before.lines, step.events)) == laid and after.play is None
    if of_kind(step.events, PastRoundEntered) and before.in_round and not isinstance(before.machine, CarriesOver):
        return after.result is not None and not laid - counted(after.result.lines)
    if goes_on(before) and of_kind(step.events, DiceRolled):
        left = Counter(seat for seat, stakes in after.machine.wagers(after.play).items() for _ in stakes)
        gone = Counter(line.seat for event in of_kind(step.events, LineSettled) for line in [event.line])
        return left + gone == Counter(seat for seat, _ in laid.elements())
    if type(after.awaits) is Finished:
        now = {(seat, wager) for seat, stakes in after.machine.wagers(after.play).items() for wager in stakes}
        stands = after.result is not None and same(after.result.lines, after.lines)
        return stands and counted(after.lines) == Counter(now)
    return True


def no_wager_is_laid_on_a_progressive_that_nobody_displays(step: Step) -> bool:
    """21.2, A157: but in the round in which it went dark."""
    laid = step.observation.wagers if isinstance(step.observation, SeatIn) else {}
    return "progressive" not in laid or all(gap.round == step.before.round for gap in step.before.gaps.values())
