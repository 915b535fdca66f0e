"""A person ends a hold or a round: the gentlest way that the hold allows."""

from __future__ import annotations

from daemon.table.events import FaultAcknowledged, LineCancelled, LineSettled, ProposalEnded, Resumed, RoundVoided
from daemon.table.orders import Acknowledge, Align, Continue, Misdeal, Role, VoidRound
from daemon.table.play import Applied, hold
from daemon.table.state import ALIGNABLE, TableState
from drivers.faults import Fault, FaultError
from rules.machine import AwaitCard, void

ASIDE = frozenset({Fault.CARD_UNEXPECTED, Fault.CARD_UNREADABLE})  # what may stay where no card was awaited
Resolution = Continue | Align | Acknowledge | VoidRound | Misdeal


def resolve(state: TableState, order: Resolution) -> Applied:
    """Refused where the hold asks for something else."""
    match order:
        case VoidRound() | Misdeal():
            return _void(state, order)
        case Acknowledge():
            return _acknowledge(state, order)
    if state.hold is None:
        raise FaultError(Fault.ORDER_NOT_NOW, "nothing is held")
    fault = state.hold.fault
    match order:
        case Continue():
            if fault is Fault.LINK_LOST and state.hold.proven and _answers(state):
                return resume(state)
            raise FaultError(Fault.ORDER_NOT_NOW, fault)
        case Align(felt=felt):
            if fault not in ALIGNABLE or not _answers(state):
                raise FaultError(Fault.ORDER_NOT_NOW, fault if _answers(state) else "the shoe does not answer")
            believed = state.felt
            differs = sorted(hand for hand in felt.keys() | believed if felt.get(hand, 0) != believed.get(hand, 0))
            if differs:
                raise FaultError(Fault.FELT_DIFFERS, ", ".join(differs))
            return resume(state)


def resume(state: TableState) -> Applied:
    """The round goes on, because a person said so."""
    if state.hold is None:
        return state, ()
    resumed, doubt = state._replace(hold=None, aside=()), state.hold.doubt
    if doubt is None or not state.in_round:
        return resumed, (Resumed(state.hold.fault),)
    return hold(resumed, doubt, "", Resumed(state.hold.fault))  # which nobody has dispelled yet


def _acknowledge(state: TableState, order: Acknowledge) -> Applied:
    """Outside a round to have seen it is enough; in one, a supervisor may leave aside a card that nobody awaited."""
    if order.fault not in Fault.__members__:
        raise FaultError(Fault.ORDER_MALFORMED, "fault: no such code")
    seen = FaultAcknowledged(order.fault, order.by)
    if state.hold is None or state.hold.fault != order.fault:
        return state, (seen,)  # a device's; it ends by itself when it is mended
    unawaited = state.hold.fault in ASIDE and not isinstance(state.awaits, AwaitCard)
    if state.in_round and not (unawaited and order.role == Role.SUPERVISOR and _answers(state)):
        raise FaultError(Fault.ORDER_NOT_NOW, state.hold.fault)
    after, events = resume(state)
    return after, (seen, *events)


def _void(state: TableState, order: VoidRound | Misdeal) -> Applied:
    """No result. What was decided stands, unless the deal itself was wrong; every other wager goes back (A95)."""
    if not order.reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, "reason: say why")
    misdealt = isinstance(order, Misdeal)
    if not state.in_round or (misdealt and not state.machine.decks):
        raise FaultError(Fault.ORDER_NOT_NOW, "no cards are dealt here" if state.in_round else "no round is open")
    cancelled = state.lines if misdealt else ()
    back = void(state.machine, state.play, () if misdealt else state.lines)
    dropped = (ProposalEnded(state.proposal.kind, order.by, "round_over"),) if state.proposal else ()
    after = state._replace(
        hold=None, play=None, base=None, awaits=None, facts=(), lines=(), earlier=None, aside=(), proposal=None
    )
    return after, (
        *dropped,
        *map(LineCancelled, cancelled),
        *map(LineSettled, back),
        RoundVoided(state.round, order.reason, misdealt),
    )


def _answers(state: TableState) -> bool:
    """The shoe is there, or the game needs none."""
    return state.shoe.up or state.play is None or not state.machine.decks
