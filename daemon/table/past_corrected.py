"""A form that was entered with a typing mistake: two persons tell it whole once more, and the round is settled anew.

It begins again where the round was before the form, so nothing of the mistake is left, but a meter that wagers have
moved. It is possible until the next round begins, as with any other correction of a finished round; at craps until the
next roll: what was laid meanwhile stays, if it may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import repeat

from daemon.table import jackpot
from daemon.table.chips import awarded, expelled, mover
from daemon.table.events import Event, LineCancelled, LineSettled, PastRoundCorrected
from daemon.table.orders import CorrectPastRound, FromForm, seats_of
from daemon.table.past import Begun, Settled, noted, result, said, settled, spelled, under
from daemon.table.play import Applied, rerun, start
from daemon.table.shooter import turned_back
from daemon.table.state import Entered, Played, Result, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import CarriesOver, Metered
from rules.lines import Line


def corrected(state: TableState, order: CorrectPastRound, by: tuple[str, ...]) -> Applied:
    """What does not stand any more is cancelled, what stands instead is settled; both are in the journal."""
    order = spelled(order)
    was, last = _last(state, order)
    if said(order) == was.order:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_CHANGED())
    begun = again(state, order)
    came, before = settled(begun, order), begun.state
    lines = (*before.lines, *came.new)
    told = PastRoundCorrected(
        last.round, order.form, before.rules.round, order.when, order.reason, (by[0], by[-1]), order.played,
        order.paid, came.contributed, _withdrawn(before, came.laid),
    )  # fmt: skip
    anew = _anew(was, before, last.lines, lines)
    jackpot.protect(state, anew)
    after, since = _after(state, before, came)
    after = after._replace(
        result=result(before, lines, order),
        by_hand=state.by_hand.noting(noted(came, order.form)),
        entered=Entered(said(order), _begins(was, before), was.interrupted),
    )
    return after, (told, *came.differs, *anew, *since, *_chips(was, before, came), came.compared)


def again(state: TableState, order: FromForm) -> Begun:
    """The round as it was before its form was entered; hits that are confirmed stand, as do the journal's lines."""
    was, last = _last(state, order)
    base, facts, lines, rules, options = was.before
    play, _ = rerun(state.machine, base, facts)
    before = state._replace(
        round=last.round, base=base, play=play, awaits=state.machine.expects(play), facts=facts, kept=None,
        lines=(*lines, *_confirmed(state, was, order)), rules=replace(state.rules, round=rules),
        options=options or state.options,
    )  # fmt: skip
    if order.rules != was.order.rules:
        if not was.interrupted or (before.goes_on and not facts):
            before = under(before, order.rules or state.rules.next)
        elif order.rules not in ("", rules):
            raise FaultError(Fault.FORM_RULES, Because.OWN_SET(rules=order.rules, own=rules or "-"))
    return Begun(_unlocked(before), (), was.interrupted, fed=True)


def _last(state: TableState, order: FromForm) -> tuple[Entered, Result]:
    """The form that was entered last, if it is this one and may still be corrected."""
    form, entered, last = order.form.lower(), state.entered, state.result
    if entered is None or last is None or entered.order.form != form:
        never = form not in state.by_hand.forms and not state.by_hand.is_old(form)
        why = Because.FORM_NOT_ENTERED(form=form) if never else Because.FORM_OVER(form=form)
        raise FaultError(Fault.FORM_STANDS, why)
    if last.round in state.people.opened:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.LOOKED_THROUGH())
    return entered, last


def _begins(was: Entered, before: TableState) -> Played:
    return Played(before.base, before.facts, was.before.lines, before.rules.round, before.options)


# -- the progressive --------------------------------------------------------------------------------------------------


def _confirmed(state: TableState, was: Entered, order: FromForm) -> Iterator[Line]:
    """The lines of hits that a supervisor has confirmed: they stand, and no form takes them back."""
    number = state.result.round if state.result is not None else 0
    lines = state.result.lines if state.result is not None else ()
    for account in state.pools:
        wager = account.terms.wager
        for hit in account.hits:
            if hit.journal or hit.round != number or not (hit.awarded or hit.confirmed):
                continue
            if _shown(order, hit.seat, wager) != _shown(was.order, hit.seat, wager):
                raise FaultError(Fault.JACKPOT_AWARDED, Because.HIT_OF(seat=hit.seat))
            of_it = (line for line in lines if (line.seat, line.wager) == (hit.seat, wager))
            yield from (line for line in of_it if line not in was.before.lines)


def _shown(order: FromForm, seat: str, wager: str) -> tuple[object, object]:
    player = seats_of(order.played).get(seat, {})
    return player.get("cards"), player.get("wagers", {}).get(wager, "not laid")


def _unlocked(state: TableState) -> TableState:
    """Without the hits that the form has locked and nobody confirmed: what they are worth is found anew."""
    stand = {(line.seat, line.wager) for line in state.lines}
    pools = (
        replace(account, hits=tuple(
            hit for hit in account.hits
            if hit.journal or hit.round != state.round or (hit.seat, account.terms.wager) in stand
        ))
        for account in state.pools
    )  # fmt: skip
    return state._replace(pools=tuple(pools))


def _withdrawn(before: TableState, laid: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Whose wagers are in and did not lie there after all; one that the journal knows goes back by its line."""
    machine, found = before.machine, {}
    lying = machine.wagers(before.play)
    for wager in machine.metered if isinstance(machine, Metered) else ():
        account = jackpot.offered(before, wager)
        seats = account.fed if account is not None else ()
        left = (seat for seat in seats if seat not in laid.get(wager, ()) and wager not in lying.get(seat, {}))
        if gone := tuple(left):
            found[wager] = gone
    return found


# -- what it changes --------------------------------------------------------------------------------------------------


def _anew(was: Entered, before: TableState, old: tuple[Line, ...], new: tuple[Line, ...]) -> tuple[Event, ...]:
    """What is cancelled and what is settled: under another set, everything that the form decided."""
    rules = before.rules.round
    if rules == was.before.rules:
        gone, come = _without(old, new), _without(new, old)
    else:
        gone, come = _without(old, before.lines), _without(new, before.lines)
    return (*map(LineCancelled, gone, repeat(was.before.rules)), *map(LineSettled, come, repeat(rules)))


def _without(lines: Iterable[Line], others: Iterable[Line]) -> list[Line]:
    """The lines that are not among the others; of two that are alike, one stands for one."""
    left, found = list(others), []
    for line in lines:
        if line in left:
            left.remove(line)
        else:
            found.append(line)
    return found


def _after(state: TableState, before: TableState, came: Settled) -> Applied:
    """What crosses to the next round is another: at craps what was laid since lies on it, if it may."""
    machine = state.machine
    if not state.goes_on:
        kept = machine.carry(came.after) if isinstance(machine, CarriesOver) else None
        lines = (*before.lines, *came.new)
        return state._replace(lines=lines, kept=kept, options=before.options, rules=before.rules), ()
    base = came.after
    if before.options != state.options and isinstance(machine, CarriesOver):  # the next round is dealt by other limits
        base = start(machine, state.options, machine.carry(base))
    play, lines = rerun(machine, base, state.facts)
    after = state._replace(base=base, play=play, awaits=machine.expects(play), lines=lines)
    after, turned = turned_back(after, before.play, state.base, base)
    rules = state.rules.round
    return after, (
        *map(LineCancelled, _without(state.lines, lines), repeat(rules)),
        *map(LineSettled, _without(lines, state.lines), repeat(rules)),
        *turned,
    )


def _chips(was: Entered, before: TableState, came: Settled) -> tuple[Event, ...]:
    """In the poker room: the pots, and who left with what, where that is not what was told."""
    if mover(came.after) is None:
        return ()
    played, _ = rerun(before.machine, was.before.base, was.before.facts)
    then, _ = before.machine.by_hand(played, was.order.played)
    events: tuple[Event, ...] = ()
    if awarded(came.after) != awarded(then):
        events += awarded(came.after)
    left = expelled(before._replace(play=came.after))
    return events + (left if left != expelled(before._replace(play=then)) else ())
