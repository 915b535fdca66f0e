"""The shake: ordered → moving → at rest, three tumbles at least, the dome closed throughout; then the dice may be read.

Anything else holds the round and proposes a no roll, which a person declares with its ground (95.3, A113). No device
and no time-out ever turns into one.
"""

from __future__ import annotations

from daemon.table.events import (
    DiceLie,
    DiceMove,
    Event,
    LinkProven,
    NoRollDeclared,
    ProposalEnded,
    ShakeOrdered,
    ShakerReported,
)
from daemon.table.orders import DeclareNoRoll, Shake
from daemon.table.play import Applied, hold, step
from daemon.table.resolve import resume
from daemon.table.state import Phase, Shaker, TableState
from daemon.text.details import Because
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import (
    DiceRested,
    DomeMoved,
    FromShaker,
    LinkDown,
    MotorFelt,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from rules.dice import BY_SHAKER
from rules.machine import AwaitDice, NoRoll
from rules.terms import Detail

LEAST_TUMBLES = 3
UNDER_WAY = ("ordered", "moving")


def needed(state: TableState) -> bool:
    """A round waits for dice that come out of the shaker."""
    return state.shaker.there and state.in_round and isinstance(state.awaits, AwaitDice)


# -- what people order ------------------------------------------------------------------------------------------------


def order_shake(state: TableState, order: Shake) -> Applied:
    """The order is numbered and on disk before the shaker hears of it."""
    shaker = state.shaker
    if not needed(state):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_TO_SHAKE())
    if not shaker.up or not shaker.closed or shaker.turning or shaker.phase != "idle":
        raise FaultError(Fault.ORDER_NOT_NOW, _why_not(shaker))
    if shaker.escalated and order.role != Role.SUPERVISOR:
        raise FaultError(Fault.SUPERVISOR_NEEDED, order.kind)
    number = shaker.order + 1
    ordered = shaker._replace(order=number, phase="ordered", tumbles=0)
    return state._replace(shaker=ordered), (ShakeOrdered(number),)


def _why_not(shaker: Shaker) -> Detail:
    if not shaker.up:
        return Because.SHAKER_SILENT()
    if not shaker.closed:
        return Because.DOME_OPEN()
    return Because.DICE_MOVE() if shaker.turning else Because.DICE_SHAKEN()


def check_readable(state: TableState) -> None:
    """Dice of a shaker are read at rest, after a good shake, under a closed dome; those of a hand, as they lie."""
    shaker = state.shaker
    if needed(state) and not (shaker.phase == "rested" and shaker.up and shaker.closed):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_NOT_STILL())


def declare_no_roll(state: TableState, order: DeclareNoRoll) -> Applied:
    """95.3: it decides nothing. Of a shaker only what can befall it is a ground (A113); and something was shaken."""
    if not needed(state):
        return step(state, NoRoll(order.ground), NoRollDeclared(order.ground))
    if order.ground not in BY_SHAKER:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NO_GROUND(grounds=", ".join(sorted(BY_SHAKER))))
    if state.shaker.phase not in ("rested", "failed"):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_SHAKEN())
    dropped = (ProposalEnded(state.proposal.kind, order.by, "rejected"),) if state.proposal else ()
    again = state.shaker._replace(phase="idle", again=state.shaker.again + 1)
    after, events = step(state._replace(shaker=again, proposal=None), NoRoll(order.ground))
    resumed: tuple[Event, ...] = ()
    if after.hold is not None and after.hold.fault is Fault.SHAKE_FAILED:
        after, resumed = resume(after)
    return _answering(after, (*dropped, NoRollDeclared(order.ground), *events, *resumed))


def _answering(state: TableState, events: tuple[Event, ...]) -> Applied:
    """A round that goes on, goes on with its shaker."""
    if state.hold is None and not state.shaker.up:
        return hold(state, Fault.SHAKER_LOST, "", *events)
    return state, events


# -- what the shaker says ---------------------------------------------------------------------------------------------


def from_shaker(state: TableState, seen: FromShaker) -> Applied:
    """Once, and in order."""
    before = state.shaker
    if seen.boot == before.boot and seen.seq <= before.seq:
        return state, ()  # told twice
    state = state._replace(shaker=heard(before, seen))
    told: tuple[Event, ...] = (ShakerReported(seen.what),) if isinstance(seen, ShakerTrouble) else ()
    if not needed(state):
        return state, told
    phase, why = handshake(before, seen)
    if why:
        return _fail(state, why, *told)
    if phase == before.phase:
        return state, told
    state = state._replace(shaker=state.shaker._replace(phase=phase))
    if isinstance(seen, DiceRested):
        rested = state.shaker._replace(tumbles=seen.tumbles)
        return state._replace(shaker=rested), (DiceLie(rested.order, seen.tumbles),)
    return state, (DiceMove(before.order),)


def heard(shaker: Shaker, seen: FromShaker) -> Shaker:
    """What is known of it after an event, whoever ordered what."""
    turning = isinstance(seen, ShakeBegan) or (shaker.turning and not isinstance(seen, DiceRested))
    return shaker._replace(boot=seen.boot, seq=seen.seq, closed=seen.closed, turning=turning)


def handshake(shaker: Shaker, seen: FromShaker) -> tuple[Phase, str]:
    """How far the shake has come with this event, and why it is not a good one (\"\": it may still be).

    A gap in the shaker's numbers while a shake counts is a shake that nobody can vouch for.
    """
    if shaker.phase == "failed":
        return "failed", ""  # a person has the word
    if shaker.phase != "idle" and (seen.boot, seen.seq) != (shaker.boot, shaker.seq + 1):
        return "failed", "events_missing"
    match shaker.phase, seen:
        case "idle", DomeMoved() | DiceRested() | MotorFelt() | ShakerTrouble() | ShakerArmed():
            return "idle", ""  # nothing is shaken; what was shaken before has had its end, and arming moves no dice
        case _, _ if not seen.closed:
            return "failed", "dome_opened"
        case _, ShakerTrouble(what=what):
            return "failed", what
        case "ordered", ShakerArmed(order=order) if order == shaker.order:
            return "ordered", ""
        case "ordered", ShakeBegan(order=order) if order == shaker.order:
            return "moving", ""
        case "moving", MotorFelt(order=order) if order == shaker.order:
            return "moving", ""
        case "moving", DiceRested(order=order, tumbles=tumbles) if order == shaker.order:
            return ("rested", "") if tumbles >= LEAST_TUMBLES else ("failed", "too_few_tumbles")
        case "rested", DomeMoved() | MotorFelt():
            return "rested", ""
    return "failed", "not_ordered"


def shake_undone(state: TableState, seen: ShakeUndone) -> Applied:
    """The driver gave up on an order. A shake that provably never began is no throw: it may be ordered again."""
    shaker = state.shaker
    if not needed(state) or seen.order != shaker.order or shaker.phase not in UNDER_WAY:
        return state, ()  # of a shake that has had its end
    if seen.begun or shaker.phase == "moving":
        return _fail(state, seen.what)
    refused = shaker._replace(phase="idle", again=shaker.again + 1)
    return hold(state._replace(shaker=refused), Fault.SHAKE_REFUSED, seen.what)


def shaker_up(state: TableState, link: ShakerUp) -> Applied:
    """It is there. Whoever has heard its last event has heard all; if dice lie in it, nothing else will do."""
    before = state.shaker
    missed = (link.boot, link.seq) != (before.boot, before.seq)
    state = state._replace(
        shaker=before._replace(
            boot=link.boot, seq=link.seq, up=True, closed=link.closed, turning=link.turning,
            order=max(before.order, link.order),
        )
    )  # fmt: skip
    if needed(state) and before.phase in (*UNDER_WAY, "rested") and (missed or not link.closed):
        return _fail(state, "events_missing" if link.closed else "dome_opened")
    if needed(state) and state.shaker.phase == "failed":
        return state, ()  # it is back, and proves nothing
    if state.shaker.there and state.in_round and state.hold is not None and not state.hold.proven:
        return state._replace(hold=state.hold._replace(proven=True)), (LinkProven(),)
    return state, ()


def shaker_down(state: TableState, link: LinkDown) -> Applied:
    """It is gone; a shake that was under way is in doubt, whatever it says when it is back."""
    state = state._replace(shaker=state.shaker._replace(up=False))
    if not (state.shaker.there and state.in_round):
        return state, ()
    if needed(state) and state.shaker.phase in UNDER_WAY:
        return _fail(state, "link_lost")
    return hold(state, Fault.SHAKER_LOST, link.device)


def restarted(state: TableState, events: tuple[Event, ...]) -> Applied:
    """After a cold start nobody has watched the shake that was under way."""
    if needed(state) and state.shaker.phase in UNDER_WAY:
        return _fail(state, "restarted", *events)
    return state, events


def _fail(state: TableState, why: str, *told: Event) -> Applied:
    if state.shaker.phase == "failed":
        return state, told
    failed = state._replace(shaker=state.shaker._replace(phase="failed"))
    return hold(failed, Fault.SHAKE_FAILED, why, *told)
