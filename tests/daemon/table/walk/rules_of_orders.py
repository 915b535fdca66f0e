"""What always holds of orders, holds, proposals and what everyone sees."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter

from daemon.table.answers import State
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.events import (
    Agreed,
    DiceRolled,
    JackpotOwed,
    PastRoundCorrected,
    PastRoundEntered,
    ProposalEnded,
    Resumed,
    RoundVoided,
)
from daemon.table.orders import (
    Acknowledge,
    Align,
    CallWager,
    ChangeDice,
    ChangePosting,
    ChangeShift,
    ChangeShoe,
    CloseJackpot,
    CloseTable,
    Continue,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    CorrectPastRound,
    CountShoe,
    DeclareNoRoll,
    EnterDice,
    EnterPastRound,
    LetRollStand,
    Misdeal,
    NameCard,
    OpenJackpot,
    OpenSealed,
    Order,
    ReassignCards,
    Reject,
    SeatIn,
    SetJackpot,
    SignedOut,
    Started,
    TimePassed,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import GRAVITY, TableState
from daemon.table.view import view
from daemon.table.waiting import halves
from daemon.text.role import Role
from drivers.faults import Fault
from drivers.observation import CardHidden, CardSeen, CardTold, CardUnreadable, OutsideDealt
from rules.facts import AwaitDecision, AwaitDice, Elapsed
from tests.daemon.floor import A_CARD, PATIENCE, cards, of_kind, of_the_last_round
from tests.daemon.table.walk.steps import Step, is_repeated

REFUSALS = {
    Fault.ORDER_MALFORMED,
    Fault.ORDER_NOT_NOW,
    Fault.ORDER_ILLEGAL,
    Fault.ORDER_WHILE_HELD,
    Fault.FELT_DIFFERS,
    Fault.SECOND_PERSON_NEEDED,
    Fault.SUPERVISOR_NEEDED,
    Fault.SHOE_CHANGE_DUE,
    Fault.ROLE_NOT_ALLOWED,
    Fault.JACKPOT_NEW,
    Fault.JACKPOT_LINK,
    Fault.JACKPOT_CLOSED,
    Fault.JACKPOT_AWARDED,
    Fault.JACKPOT_UNDISPLAYED,
    Fault.FORM_ENTERED,
    Fault.FORM_ILLEGAL,
    Fault.FORM_RULES,
    Fault.FORM_STANDS,
    Fault.SHOOTER_NO_LINE,
    Fault.WAGER_LATE,
}
CORRECTING = (NameCard, CorrectCard, ReassignCards, CorrectDecision, CorrectDice)
ENDING = (VoidRound, Misdeal, DeclareNoRoll, LetRollStand, EnterPastRound)
RESOLVING = (Continue, Align, Acknowledge, *ENDING, *CORRECTING)
# These resolve nothing, and hurt nothing.
ASIDE_FROM_IT = (
    CorrectPastRound,
    OpenSealed,
    Reject,
    ChangeShift,
    OpenJackpot,
    CloseJackpot,
    CorrectJackpot,
    SetJackpot,
)
WHILE_HELD = (*RESOLVING, *ASIDE_FROM_IT)
# These may say what is so already.
SAID_ENOUGH = (Acknowledge, ChangeShift, SeatIn, CountShoe, ChangeShoe, ChangeDice, CloseTable, CallWager)
SHAPE: TypeAdapter[Any] = TypeAdapter(State)


class Looked:
    """The view of the state that was looked at last: several rules look at it, one after the other."""

    state: TableState | None = None
    view: dict[str, Any]
    text: str

    def at(self, state: TableState) -> Looked:
        if state is not self.state:
            self.state, self.view = state, view(state)
            self.text = json.dumps(self.view)
        return self


LOOKED = Looked()


def apply_raises_nothing_but_a_refusal(step: Step) -> bool:
    return not step.crash


def the_view_has_the_shape_that_is_described(state: TableState) -> bool:
    text = LOOKED.at(state).text
    return bool(SHAPE.dump_python(SHAPE.validate_json(text), mode="json") == json.loads(text))


def a_device_is_never_refused(step: Step) -> bool:
    return step.refusal is None or isinstance(step.observation, Order)


def an_order_is_refused_with_a_code_or_says_what_it_did(step: Step) -> bool:
    if not isinstance(step.observation, Order) or step.crash:
        return True
    if step.refusal is not None:
        return step.refusal.fault in REFUSALS and not step.events
    owed = of_kind(step.events, JackpotOwed)  # the ledger's answer changes something
    return bool(step.events) and (step.after != step.before or isinstance(step.observation, SAID_ENOUGH) or bool(owed))


def a_hold_ends_only_because_a_person_says_so(step: Step) -> bool:
    if step.before.hold is None or step.after.hold is not None:
        return True
    over = any(isinstance(event, RoundVoided | PastRoundEntered) for event in step.events)
    ended = Resumed(step.before.hold.fault) in step.events or over
    return ended and isinstance(step.observation, RESOLVING)


def a_hold_never_becomes_milder_by_itself(step: Step) -> bool:
    before, after = step.before.hold, step.after.hold
    if before is None or after is None or of_kind(step.events, Resumed):
        return True
    return GRAVITY.index(before.fault) <= GRAVITY.index(after.fault)


def a_held_table_takes_only_what_may_resolve_it(step: Step) -> bool:
    if step.before.hold is None or not isinstance(step.observation, Order):
        return True
    if isinstance(step.observation, DeclareNoRoll) and step.before.hold.fault not in (
        Fault.SHAKE_FAILED,
        Fault.SHAKE_UNSEEN,
        Fault.DICE_NOT_OUT,
    ):
        return step.refusal is not None
    if isinstance(step.observation, LetRollStand) and step.before.hold.fault is not Fault.DICE_NOT_OUT:
        return step.refusal is not None
    if isinstance(step.observation, WHILE_HELD):
        return True
    if isinstance(step.observation, EnterDice):  # a second person who says something else ends the proposal
        return not of_kind(step.events, DiceRolled)
    if isinstance(step.observation, ChangePosting):
        return not of_kind(step.events, Agreed)
    return step.refusal is not None and step.refusal.fault in (Fault.ORDER_WHILE_HELD, Fault.ROLE_NOT_ALLOWED)


def no_step_shows_a_card_that_lies_face_down(step: Step) -> bool:
    said = f"{step.observation} {step.events} {step.refusal}".replace("like Kh", "")  # what every card looks like
    named = A_CARD.findall(said)
    of_forms = of_kind(step.events, PastRoundEntered), of_kind(step.events, PastRoundCorrected)
    told = set(A_CARD.findall(str(of_forms)))  # what two persons say of their own
    return not named or set(named) <= cards(step.before, up=True) | cards(step.after, up=True) | told


def the_view_shows_no_card_that_lies_face_down(state: TableState) -> bool:
    said = LOOKED.at(state).text + repr(state) + repr(state.proposal)
    named = set(A_CARD.findall(said))
    return named <= cards(state, up=True) | of_the_last_round(state)


def the_view_says_what_is_awaited_and_who_acts(state: TableState) -> bool:
    seen = LOOKED.at(state).view
    if state.play is not None:
        awaited = asdict(state.machine.expects(state.play))
        if state.dice_out:  # A117: whatever the machine would still take, the table does not
            awaited["open"] = False
        if seen["awaits"] != awaited or seen["phase"] in ("idle", "closed"):
            return False
    elif seen["phase"] not in ("idle", "closed"):
        return False
    acts: str | None = seen["acts"]["role"]
    if state.proposal is not None:
        return acts == "second_person"
    if state.hold is not None:
        return acts in (Role.DEALER, Role.SUPERVISOR) and bool(seen["hold"]["fault"] == state.hold.fault)
    if isinstance(state.awaits, AwaitDecision):
        return (acts, seen["acts"]["seat"]) == ("player", state.awaits.seat)
    if isinstance(state.awaits, AwaitDice) and SHAKER.of(state).escalated and SHAKER.of(state).phase == "idle":
        return acts == Role.SUPERVISOR
    return acts == Role.DEALER


def while_a_correction_waits_its_round_stands_still(step: Step) -> bool:
    before, after = step.before, step.after
    if not corrects(before) or after.proposal is not before.proposal:
        return True
    if isinstance(step.observation, Order) and before.hold is not None and after.hold is None:
        return False  # nobody lets it go on
    facts = [[fact for fact in state.facts if not isinstance(fact, Elapsed)] for state in (before, after)]
    return facts[0] == facts[1] and (before.aside, before.lines) == (after.aside, after.lines)


def what_was_proposed_ends_with_its_time_its_person_and_its_process(step: Step) -> bool:
    said, before, after = step.observation, halves(step.before), halves(step.after)
    gone = [half for half in before if not any(half is left for left in after)]
    match said:
        case Started():
            return not after and len(of_kind(step.events, ProposalEnded)) == len(before)
        case SignedOut():
            return gone == [half for half in before if half.by == said.by]
        case TimePassed():
            expired = (said.what, said.by, PATIENCE)
            return gone == [half for half in before if (half.kind, half.by, said.seconds) == expired]
        case CardSeen() | CardUnreadable() | CardHidden() if corrects(step.before) and not is_repeated(step):
            return after == tuple(half for half in before if half is not step.before.proposal) or counted_out(step)
        case CardTold() | OutsideDealt() if gone:  # its card is another one now, or one more lies there
            return gone == [step.before.proposal] and corrects(step.before)
        case _ if not isinstance(said, Order):
            return not gone
    return True


def corrects(state: TableState) -> bool:
    return isinstance(state.proposal, (*CORRECTING, EnterDice, EnterPastRound, CorrectPastRound))


def counted_out(step: Step) -> bool:
    return SHOE.of(step.before).counting and step.before.aside == step.after.aside  # it is of no round


def a_state_at_rest_survives_its_snapshot(state: TableState) -> bool:
    return not state.at_rest or thaw(freeze(state)) == state
