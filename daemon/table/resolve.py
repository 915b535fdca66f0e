"""A person ends a hold or a round: the gentlest way that the hold allows."""

from __future__ import annotations

from itertools import repeat

from daemon.table import devices, jackpot
from daemon.table.chips import carried, expelled, mover
from daemon.table.events import FaultAcknowledged, LineCancelled, LineSettled, ProposalEnded, Resumed, RoundVoided
from daemon.table.orders import Acknowledge, Align, Continue, Misdeal, VoidRound
from daemon.table.play import Applied, resume, resume_with
from daemon.table.state import ALIGNABLE, LOST, TableState, Voided
from daemon.table.waiting import check_still
from daemon.text.details import Because
from daemon.text.fault_row import End
from daemon.text.faults import ended_by
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from rules.facts import AwaitCard
from rules.game import void

CONTINUED = ended_by(End.CONTINUED)  # the dealer's touch ends it, once its cause is gone
ASIDE = ended_by(End.ASIDE)  # what may stay where no card was awaited
SUPERVISED = ended_by(End.SUPERVISED)  # to have seen it decides something
Resolution = Continue | Align | Acknowledge | VoidRound | Misdeal


def resolve(state: TableState, order: Resolution) -> Applied:
    """Refused where the hold asks for something else."""
    match order:
        case VoidRound() | Misdeal():
            return _void(state, order)
        case Acknowledge():
            return _acknowledge(state, order)
    if state.hold is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_HELD())
    check_still(state)
    fault = state.hold.fault
    match order:
        case Continue():
            proven = state.hold.proven if fault in LOST else fault in CONTINUED
            if proven and _answers(state):
                return resume(state) if fault in LOST else resume_with(state, state.aside)
            raise FaultError(Fault.ORDER_NOT_NOW, fault)
        case Align(felt=felt):
            if fault not in ALIGNABLE or not _answers(state):
                raise FaultError(Fault.ORDER_NOT_NOW, fault if _answers(state) else Because.DEVICE_SILENT())
            believed = state.felt
            differs = sorted(hand for hand in felt.keys() | believed if felt.get(hand, 0) != believed.get(hand, 0))
            if differs:
                raise FaultError(Fault.FELT_DIFFERS, ", ".join(differs))
            return resume(state)


def _acknowledge(state: TableState, order: Acknowledge) -> Applied:
    """Outside a round to have seen it is enough; in one, a supervisor may leave aside a card that nobody awaited."""
    if order.fault not in Fault.__members__:
        raise FaultError(Fault.ORDER_MALFORMED, Because.NO_FAULT())
    if order.fault in SUPERVISED and order.role != Role.SUPERVISOR:
        raise FaultError(Fault.SUPERVISOR_NEEDED, order.fault)
    seen = FaultAcknowledged(order.fault, order.by)
    if state.doubtful and order.fault == Fault.JOURNAL_DOUBTFUL:
        return state._replace(doubtful=""), (seen, Resumed(Fault.JOURNAL_DOUBTFUL))
    if order.fault == Fault.PAST_ROUND_DIFFERS:
        return state._replace(by_hand=state.by_hand._replace(differ=())), (seen,)
    if state.hold is None or state.hold.fault != order.fault:
        return state, (seen,)  # a device's; it ends by itself when it is mended
    check_still(state)
    unawaited = state.hold.fault in ASIDE and not isinstance(state.awaits, AwaitCard)
    if state.in_round and not (unawaited and order.role == Role.SUPERVISOR and _answers(state)):
        raise FaultError(Fault.ORDER_NOT_NOW, state.hold.fault)
    after, events = resume(state)
    return after, (seen, *events)


def _void(state: TableState, order: VoidRound | Misdeal) -> Applied:
    """No result. What was decided stands, unless the deal itself was wrong; every other wager goes back (A95)."""
    if not order.reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, Because.SAY_WHY())
    misdealt = isinstance(order, Misdeal)
    if not state.in_round or (misdealt and "shoe" not in state.machine.needs):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_CARDS() if state.in_round else Because.NO_ROUND())
    kept = carried(state) if mover(state.play) is not None else None
    undone = state.lines if misdealt and kept is None else ()  # time is no part of a deal
    cancelled = tuple(map(LineCancelled, undone, repeat(state.rules.round)))
    jackpot.protect(state, cancelled)
    back = void(state.machine, state.play, () if misdealt else state.lines)
    dropped = (ProposalEnded(state.proposal.kind, order.by, "round_over"),) if state.proposal else ()
    voided = Voided(state.round, order.reason, misdealt, back)
    after = state._replace(
        hold=None, play=None, base=None, awaits=None, facts=(), lines=(), kept=kept, earlier=None, aside=(),
        proposal=None, entered=None, voided=voided,
    )  # fmt: skip
    return devices.forgotten(after), (
        *dropped,
        *cancelled,
        *map(LineSettled, back, repeat(state.rules.round)),
        *expelled(state),
        RoundVoided(state.round, order.reason, misdealt),
    )


def _answers(state: TableState) -> bool:
    return state.play is None or not devices.why_not(state)
