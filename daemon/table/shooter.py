"""Whose dice they are: offered, declined, withheld, sent out; and dice that were thrown before they went out.

The game says who must have laid what and when a turn ends (`HasShooter`), `rules.shooter` who comes next; here are the
orders, and what everyone may know of it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from typing_extensions import TypedDict

from daemon.table.events import (
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DiceRolled,
    DiceWentOut,
    DiceWithheld,
    Event,
    RollStands,
    SeatTaken,
)
from daemon.table.orders import DeclineDice, DiceOut, LetRollStand, OfferDice, OfShooter, WithholdDice
from daemon.table.play import Applied, resume, step
from daemon.table.state import Dice, TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.dice import check_ground
from rules.facts import AwaitDice, NoRoll, Roll, Wagers
from rules.game import RuleError
from rules.shooter import Shooter


class ShooterView(TypedDict):
    """Who throws, who comes next, and what 95.11 asks of the shooter before the dice go out."""

    seat: str | None  # who has the dice; null: nobody yet
    next: str | None  # who is known to come after, clockwise (95.8)
    out: bool  # they are with the shooter, or thrown: nothing is laid (A117)
    point: int | None
    must_lay: list[str]  # of these the shooter must have one now (95.11)
    lies: bool | None  # whether one does; null: none is asked for, or nobody keys it and the dealer looks
    no_rolls: list[str]  # the grounds of the shooter's void throws, in order (95.4)
    thrown: list[int]  # what dice show that were thrown before they went out


# -- what people order ------------------------------------------------------------------------------------------------


def ordered(state: TableState, order: OfShooter) -> Applied:
    """Each is refused where no player throws the dice."""
    if state.players_throw is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_THROWN())
    if isinstance(order, LetRollStand):
        return _let_stand(state)
    if state.dice_out in (Dice.THROWN, Dice.UNSENT):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_BEING_READ())
    match order:
        case OfferDice(seat=seat):
            return _offer(state, seat)
        case DiceOut():
            return _send_out(state, order)
    shooter = state.shooter
    if not shooter.seat:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.OFFER_FIRST())
    match order:
        case DeclineDice():
            return _pass_on(state, DiceDeclined(shooter.seat))
        case WithholdDice(ground=ground):
            try:
                check_ground(ground)
            except RuleError as illegal:
                raise _illegal(illegal) from illegal
            return _pass_on(state, DiceWithheld(shooter.seat, ground, shooter.no_rolls))


def _offer(state: TableState, seat: str | None) -> Applied:
    """95.8: to the next; from a shooter who has no line wager at a come-out the dice move on (A143)."""
    shooter, events = state.shooter, tuple[Event, ...]()
    if state.dice_out:
        raise FaultError(Fault.ORDER_NOT_NOW, _out_to(state))
    if shooter.seat:
        if lies(state) is not False:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.HAS_DICE(seat=shooter.seat))
        events = (DicePassed(shooter.seat, "no_line"),)
        shooter = shooter.let_pass()
    offered = _offered(state, shooter, seat)
    return state._replace(shooter=offered), (*events, DiceOffered(offered.seat))


def _pass_on(state: TableState, why: Event) -> Applied:
    """The dice come back, and go to the next player who is known; where nobody is, the dealer names one."""
    passed = state.shooter.let_pass()
    state = state._replace(dice_out=Dice.IN, shooter=passed)
    if not passed.next(players(state)):
        return state, (why,)
    offered = _offered(state, passed, None)
    return state._replace(shooter=offered), (why, DiceOffered(offered.seat))


def _offered(state: TableState, shooter: Shooter, seat: str | None) -> Shooter:
    try:
        return shooter.offered(players(state), seat)
    except RuleError as illegal:
        raise _illegal(illegal) from illegal


def _send_out(state: TableState, order: DiceOut) -> Applied:
    """95.11: not before the shooter's line wager lies there; where nobody keys, the dealer has been shown the duty."""
    seat, events = state.shooter.seat, tuple[Event, ...]()
    if not isinstance(state.awaits, AwaitDice):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_NOT_AWAITED())
    if state.dice_out:
        raise FaultError(Fault.ORDER_NOT_NOW, _out_to(state))
    if not seat and state.options.keyed:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.OFFER_FIRST())
    if order.line is not None:
        if not state.options.keyed:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.UNKEYED())
        if lies(state):
            raise FaultError(Fault.ORDER_ILLEGAL, Because.LINE_LIES(seat=seat))
        state, events = step(state, Wagers(seat, {order.line: None}))
        events = (SeatTaken(seat, dict(state.machine.wagers(state.play)[seat])), *events)
    elif lies(state) is False:
        raise FaultError(Fault.SHOOTER_NO_LINE, Because.NO_LINE(seat=seat))
    return state._replace(dice_out=Dice.OUT), (*events, DiceWentOut(seat or None, order.line))


def _let_stand(state: TableState) -> Applied:
    """What was thrown happened: it counts, and it is on record that nobody checked 95.11."""
    if not state.thrown:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_HELD())
    dice, seat = state.thrown, state.shooter.seat or None
    after, events = step(state._replace(thrown=()), Roll(dice), RollStands(dice, seat), DiceRolled(dice))
    after, resumed = resume(after)
    return after, (*events, *resumed)


# -- a roll that was another one --------------------------------------------------------------------------------------


def turned_back(state: TableState, base: Any, was: Any, now: Any) -> Applied:
    """The last roll was another one: so was what it did to the turn of whoever threw it.

    Dice that went out since on what is not so any more come back in; those that were thrown, were thrown.
    """
    game, shooter = state.players_throw, state.shooter
    if game is None or state.dice_out in (Dice.THROWN, Dice.UNSENT):
        return state, ()
    passed, passes, back = game.dice_pass(base, was), game.dice_pass(base, now), state._replace(dice_out=Dice.IN)
    if passed and not passes and shooter.threw:
        return back._replace(shooter=shooter.back()), (DiceOffered(shooter.threw),)
    if passes and not passed and shooter.seat and not shooter.declined:  # else the turn of who threw is over already
        return back._replace(shooter=shooter.passed()), (DicePassed(shooter.seat, passes),)
    if state.dice_out and lies(state) is False:  # 95.11 is asked now: the next roll is a come-out roll
        return back, (DiceOffered(shooter.seat),)
    return state, ()


def _illegal(illegal: RuleError) -> FaultError:
    return FaultError(Fault.ORDER_ILLEGAL, Because.RULES(code=illegal.code, why=illegal.message))


def late(state: TableState) -> FaultError:
    """Why nothing is laid any more: since which round, and for whom, the dice are out."""
    return FaultError(Fault.WAGER_LATE, _out_to(state))


def _out_to(state: TableState) -> str:
    seat = state.shooter.seat
    return Because.DICE_OUT_TO(round=state.round, seat=seat) if seat else Because.DICE_OUT()


# -- what is known ----------------------------------------------------------------------------------------------------


def players(state: TableState) -> Collection[str]:
    """Whose wagers lie there, or were decided by the last roll: who else plays, only the dealer knows."""
    thrown = state.earlier or (state.result if state.shooter.last else None)  # since the table opened
    lines = thrown.lines if thrown is not None else ()
    return {*state.machine.wagers(state.play), *(line.seat for line in lines)}


def lies(state: TableState) -> bool | None:
    """95.11: whether the shooter has the line wager that is asked for now; None: nothing is, or nobody keys it."""
    asked = () if state.players_throw is None else state.players_throw.line_wagers(state.play)
    if not asked or not state.options.keyed:
        return None
    return not state.machine.wagers(state.play).get(state.shooter.seat, {}).keys().isdisjoint(asked)


def void_ground(state: TableState) -> str | None:
    """95.3: why the last throw was void; None: it was not, or the dice are out again."""
    if state.dice_out:
        return None
    return next((fact.ground for fact in reversed(state.facts) if isinstance(fact, NoRoll)), None)


def view(state: TableState) -> ShooterView | None:
    """What everyone may know; None: no player throws the dice."""
    game, shooter = state.players_throw, state.shooter
    if game is None or state.play is None:
        return None
    return {
        "seat": shooter.seat or None,
        "next": shooter.next(players(state)) or None,
        "out": bool(state.dice_out),
        "point": game.point(state.play),
        "must_lay": list(game.line_wagers(state.play)),
        "lies": lies(state),
        "no_rolls": list(shooter.no_rolls),
        "thrown": list(state.thrown),
    }
