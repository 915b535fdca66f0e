"""Applies one observation: `apply(state, observation) -> state, events`.

A device is never refused: what it saw happened, and if it does not fit, the round is held. A person is refused, with a
code, and then nothing happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from daemon.table import devices, display, jackpot, linked, posting, shooter
from daemon.table.badges import use_badge
from daemon.table.chips import between_games, carried, expelled, leaving, mover
from daemon.table.correct import reject, two_persons
from daemon.table.events import (
    BettingClosed,
    BettingReopened,
    CardDirected,
    CardsEnded,
    Decided,
    DiceChanged,
    HandTurned,
    Held,
    RoundOpened,
    SealLookedThrough,
    SeatTaken,
    ShiftChanged,
    TableClosed,
    WagerCalled,
    WagerTakenBack,
)
from daemon.table.orders import (
    Acknowledge,
    Align,
    Announcement,
    AwardJackpot,
    CallWager,
    ChangeDice,
    ChangeShift,
    ChargeTime,
    CloseBetting,
    CloseJackpot,
    CloseTable,
    ComeBack,
    Continue,
    DayBegan,
    Decision,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    DirectCard,
    DisplayLost,
    DisplayProven,
    EnterDice,
    LeaveTable,
    LedgerBooked,
    LedgerLost,
    LedgerReported,
    LetRollStand,
    MinutePassed,
    Misdeal,
    NoMoreCards,
    Observation,
    OfferDice,
    OpenJackpot,
    OpenRound,
    Order,
    Reject,
    ReopenBetting,
    ReturnToTable,
    Ruling,
    SealedRead,
    SeatIn,
    SignedIn,
    SignedOut,
    SignInRefused,
    SitOut,
    Started,
    StartGame,
    Straddle,
    TakeBack,
    TakeStakes,
    TimePassed,
    TurnHand,
    Unlocked,
    VoidRound,
    WithholdDice,
)
from daemon.table.play import Applied, hold, rerun, start, step, unturnable
from daemon.table.resolve import resolve
from daemon.table.room import in_room, minute_passed
from daemon.table.state import KEYS, Dice, People, TableState
from daemon.table.waiting import check_still, expire, overtaken, restart
from daemon.text.details import Because
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import (
    LineRecorded,
    LinkDown,
)
from rules.facts import AwaitTurn, AwaitWagers, Close, Decide, Direct, Finish, Remove, Turn, Wagers, Working
from rules.lines import Stake
from rules.registry import GAMES
from rules.shooter import Shooter


def apply(state: TableState, observation: Observation) -> Applied:
    """Raises FaultError if a person's order is refused; never for a device."""
    return jackpot.follow(overtaken(state, _applied(state, observation)))


def _applied(state: TableState, observation: Observation) -> Applied:
    if type(observation) in devices.REPORTS:
        return devices.observed(state, observation)
    match observation:
        case LinkDown():
            return devices.lost(state, observation)
        case LineRecorded():
            return state, ()  # evidence, and nothing more
        case Started():
            return _started(state, observation)
        case TimePassed():
            return expire(state, observation)
        case DisplayLost():
            return display.lost(state, observation)
        case DisplayProven():
            return display.proven(state, observation)
        case MinutePassed():
            return minute_passed(state, observation)
        case DayBegan():
            return posting.day_began(state, observation)
        case LedgerReported():
            return linked.reported(state, observation)
        case LedgerLost():
            return linked.lost(state, observation)
        case LedgerBooked():
            return linked.answered(state, observation)
        case SignedIn() | SignedOut() | SignInRefused() | Unlocked():
            return use_badge(state, observation)
        case SealedRead():
            return state, (SealLookedThrough(observation.round, observation.by),)
        case _:
            return _order(state, cast("Order", observation))  # all others are a device's, or the daemon's


def _started(state: TableState, said: Started) -> Applied:
    """Cold: in a round, a person looks at the felt first."""
    same = said.version == state.version
    state = state._replace(version=said.version, patience=said.patience, display=said.display)
    state = state._replace(by_hand=state.by_hand.started(said.forms))
    state, ruled = posting.started(state, said)
    state, ended = restart(devices.started(state, said))
    state, moved = jackpot.posted(state, said)
    events = (*ruled, *ended, *moved)
    if said.doubtful:
        state = state._replace(doubtful=said.doubtful)
        events = (*events, Held(Fault.JOURNAL_DOUBTFUL, said.doubtful))
    if not state.in_round:
        return state, events
    fault, detail = (Fault.TABLE_RESTARTED, "") if same else (Fault.SOFTWARE_CHANGED, said.version)
    return devices.unwatched(hold(state, fault, detail, *events))


# -- what people order ------------------------------------------------------------------------------------------------


def _order(state: TableState, order: Order) -> Applied:
    if not _may(order):
        raise FaultError(Fault.ROLE_NOT_ALLOWED, f"{order.kind}: {', '.join(sorted(order.ROLES))}")
    if state.doubtful and not isinstance(order, Acknowledge):
        raise FaultError(Fault.ORDER_WHILE_HELD, Fault.JOURNAL_DOUBTFUL)
    after, events = two_persons(state, order) if order.TWO_PERSONS else _ordered(state, order)
    if isinstance(after.proposal, EnterDice):
        after = after.reading()
    if order.key:
        after = after._replace(people=_remembered(after, order.key))
    return after, events


def _remembered(state: TableState, key: str) -> People:
    if state.patience is None:  # as it was when everyone's keys were kept together
        return state.people._replace(keys=(*state.people.keys, key)[-KEYS:])
    return state.people.remembering(key)


def _may(order: Order) -> bool:
    """Before there were badges, whoever the kernel let in might do everything (journals of version 1)."""
    return order.role in order.ROLES or (not order.role and order.by.startswith("uid:"))


def _ordered(state: TableState, order: Order) -> Applied:
    match order:
        case Continue() | Align() | VoidRound() | Misdeal() | Acknowledge():
            return resolve(state, order)
        case ChangeShift():
            return state._replace(people=state.people._replace(dealer=order.by)), (ShiftChanged(order.by),)
        case Reject():
            return reject(state, order.by)
        case DeclareNoRoll() if state.hold is not None and devices.ENDED_BY.get(state.hold.fault) is DeclareNoRoll:
            return devices.declare_no_roll(state, order)
        case LetRollStand() | DeclareNoRoll() if state.hold is not None and state.hold.fault is Fault.DICE_NOT_OUT:
            return _thrown_unsent(state, order)
        case OpenJackpot() | CloseJackpot() | AwardJackpot():
            return jackpot.ordered(state, order)
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    if isinstance(order, OpenRound | CloseTable) or type(order) in devices.BETWEEN_ROUNDS:
        return _between_rounds(state, order)
    if isinstance(order, ChangeDice):
        return _other_dice(state)
    if state.play is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_ROUND())
    if isinstance(state.proposal, EnterDice):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_BEING_READ())
    check_still(state)
    devices.check_free(state, order)
    if isinstance(order, SeatIn | TakeBack | CallWager):
        if state.dice_out:
            raise shooter.late(state)
        if not state.options.keyed:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.UNKEYED())
    return _in_round(state, order)


def _thrown_unsent(state: TableState, order: LetRollStand | DeclareNoRoll) -> Applied:
    """Everybody has seen what lies there: whether it counts is not the dealer's alone to say."""
    check_still(state)
    if isinstance(order, LetRollStand):
        return shooter.ordered(state, order)
    if order.role != Role.SUPERVISOR:
        raise FaultError(Fault.SUPERVISOR_NEEDED, order.kind)
    return devices.declare_no_roll(state, order)


def _between_rounds(state: TableState, order: Order) -> Applied:
    empty = (state.goes_on and not state.felt) or between_games(state)  # nothing lies there that could be decided
    if (state.in_round and not (empty and isinstance(order, CloseTable))) or state.proposal is not None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSAL_WAITS() if state.proposal else Because.NOT_SETTLED())
    match order:
        case OpenRound():
            return _open_round(state)
        case CloseTable():
            cleared = state._replace(
                play=None, base=None, awaits=None, facts=(), lines=(), kept=None, earlier=None, closed=True,
                shooter=Shooter(), entered=None,
            )  # fmt: skip
            return devices.forgotten(cleared), (*expelled(state), *leaving(state), TableClosed())
    return devices.BETWEEN_ROUNDS[type(order)](state, order)


def _open_round(state: TableState) -> Applied:
    posting.check_in_force(state)
    game, options = state.posted
    machine, ready = GAMES[game], devices.round_opened(state)
    same = state.game == game  # else whoever has stakes here leaves with them
    play = start(machine, options, carried(state) if same else None)
    opened = ready._replace(
        game=game, options=options, round=state.round + 1, base=play, play=play, awaits=machine.expects(play),
        facts=(), lines=(), kept=None, earlier=None, aside=(), closed=False, voided=None,
        rules=replace(state.rules, round=state.rules.next),
        shooter=state.shooter if same else Shooter(), entered=None,
    )  # fmt: skip
    gone = () if same else leaving(state)
    ruled = posting.opened(state) if state.closed else ()
    return opened, (*ruled, *expelled(state), *gone, RoundOpened(opened.round, game, opened.rules.round))


def _other_dice(state: TableState) -> Applied:
    """95.4: at any time; at craps also within a round. Those that are with the shooter come back in for it."""
    if "dice" not in GAMES[state.posted[0]].needs:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_DICE())
    thrown = state.dice_out in (Dice.THROWN, Dice.UNSENT)
    if devices.has_dice(state) or thrown or isinstance(state.proposal, EnterDice):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_OUT())
    check_still(state)
    return state._replace(dice_out=Dice.IN), (DiceChanged(),)


def _in_round(state: TableState, order: Order) -> Applied:
    match order:
        case SeatIn(seat=seat, wagers=wagers):
            jackpot.check_offer(state, wagers)
            after, events = step(state, Wagers(seat, wagers))
            return after, (SeatTaken(seat, dict(after.machine.wagers(after.play).get(seat, wagers))), *events)
        case TakeBack(seat=seat, wager=wager, stake=stake):
            if between_games(state):
                raise FaultError(Fault.ORDER_NOT_NOW, Because.LEAVE_TABLE())
            after, events = step(state, Remove(seat, wager, stake))
            return after, (_taken_back(state, after, seat, wager), *events)
        case CallWager(seat=seat, wager=wager, on=on):
            return step(state, Working(seat, wager, on), WagerCalled(seat, wager, on))
        case CloseBetting():
            if between_games(state):
                raise FaultError(Fault.ORDER_NOT_NOW, Because.START_GAME())
            if why := devices.why_not(state):
                raise FaultError(Fault.ORDER_NOT_NOW, why)
            jackpot.check_offer(state, {wager for laid in state.machine.wagers(state.play).values() for wager in laid})
            return step(state, Close(), BettingClosed())
        case ReopenBetting():
            return _reopened(state)
        case Decision(seat=seat, choice=choice, stake=stake):
            after, events = step(state, Decide(seat, choice, stake))
            return after, (Decided(seat, choice, _added(state, after, seat, stake)), *events)
        case DirectCard(hand=hand):
            return step(state, Direct(hand), CardDirected(hand))
        case NoMoreCards():
            return step(state, Finish(), CardsEnded())
        case DeclareNoRoll():
            return devices.declare_no_roll(state, order)
        case OfferDice() | DeclineDice() | WithholdDice() | DiceOut() | LetRollStand():
            return shooter.ordered(state, order)
        case TurnHand(hand=hand):
            return _turn(state, hand)
        case StartGame() | Announcement() | Ruling() | LeaveTable() | TakeStakes() | ChargeTime():
            return in_room(state, order)
        case SitOut() | ComeBack() | ReturnToTable() | Straddle():
            return in_room(state, order)
    return devices.IN_ROUND[type(order)](state, order)


def _reopened(state: TableState) -> Applied:
    """Nothing has come of the announcement yet; a meter that has taken its wagers in does not give them back."""
    *before, last = state.facts or (None,)
    if isinstance(state.awaits, AwaitWagers) or mover(state.play) is not None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_ANNOUNCED())
    if type(last) is not Close or state.dice_out or devices.has_dice(state) or any(each.fed for each in state.pools):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.TOO_LATE_TO_REOPEN())
    play, _ = rerun(state.machine, state.base, before)
    return state._replace(play=play, awaits=state.machine.expects(play), facts=(*before,)), (BettingReopened(),)


def _taken_back(before: TableState, after: TableState, seat: str, wager: str | None) -> WagerTakenBack:
    """What left, odds with their wager too (A134), and what still lies there; of chips an event of their own tells."""
    if not before.options.revision or mover(before.play) is not None:
        return WagerTakenBack(seat, wager)
    was, lies = _laid(before, seat), _laid(after, seat)
    taken = {
        name: None if stake is None else stake - (lies.get(name) or 0)
        for name, stake in was.items()
        if name not in lies or lies[name] != stake
    }
    return WagerTakenBack(seat, wager, taken, {**lies})


def _added(before: TableState, after: TableState, seat: str, stake: Stake) -> Stake:
    """The stake of what a decision laid, said or not; where chips move, as it was said: an event of its own tells."""
    if not before.options.revision or mover(before.play) is not None:
        return stake
    new = _laid(after, seat).keys() - _laid(before, seat)
    return next((_laid(after, seat)[wager] for wager in new), None)


def _laid(state: TableState, seat: str) -> Mapping[str, Stake]:
    return state.machine.wagers(state.play).get(seat, {})


def _turn(state: TableState, hand: str) -> Applied:
    """The cards are up, and whatever depended on them is checked now: a decision (67.81), or a card named twice."""
    if not isinstance(state.awaits, AwaitTurn) or state.awaits.hand != hand:
        return step(state, Turn(hand))  # which says what is awaited
    if fault := unturnable(state, hand, state.awaits.places):
        return hold(state, fault, hand)
    try:
        after, events = step(state, Turn(hand))
    except FaultError as illegal:
        return hold(state, Fault.DECISION_ILLEGAL, illegal.detail)
    cards = tuple(card for card in after.machine.hands(after.play)[hand].visible if card is not None)
    return after, (HandTurned(hand, tuple(map(str, cards)), after.machine.combination(cards)), *events)


def hold_for_bug(state: TableState, observation: Observation) -> Applied:
    """What the table does with an observation that made `apply` itself fail: it has heard it, and stands still."""
    return hold(devices.heard(state, observation), Fault.TABLE_BUG)
