"""One observation later: `apply(state, observation) -> state, events`.

A device is never refused: what it saw happened, and if it does not fit, the round is held. A person is refused, with a
code, and then nothing happened.
"""

from __future__ import annotations

from daemon.table import jackpot, linked
from daemon.table.badges import use_badge
from daemon.table.chips import between_games, carried, expelled, leaving
from daemon.table.correct import reject, two_persons
from daemon.table.events import (
    BettingClosed,
    CardDealt,
    CardDirected,
    CardsEnded,
    CardSetAside,
    CutCardReached,
    Decided,
    DiceChanged,
    HandTurned,
    Held,
    LinkProven,
    RoundOpened,
    SealLookedThrough,
    SeatTaken,
    ShiftChanged,
    ShoeChanged,
    ShoeCounting,
    ShoeEmptied,
    ShoeFilled,
    ShoeReported,
    TableClosed,
    WagerCalled,
    WagerTakenBack,
)
from daemon.table.look import from_camera, look_at_rest, order_look
from daemon.table.orders import (
    Acknowledge,
    Align,
    Announcement,
    AnyOrder,
    AwardJackpot,
    CallWager,
    ChangeDice,
    ChangeShift,
    ChangeShoe,
    ChargeTime,
    CloseBetting,
    CloseJackpot,
    CloseTable,
    Continue,
    CountShoe,
    Decision,
    DeclareNoRoll,
    DirectCard,
    EnterDice,
    LeaveTable,
    LedgerBooked,
    LedgerLost,
    LedgerTold,
    Misdeal,
    NoMoreCards,
    Observation,
    OpenJackpot,
    OpenRound,
    ReadDice,
    Reject,
    Ruling,
    SealedRead,
    SeatIn,
    Shake,
    SignedIn,
    SignedOut,
    SignInRefused,
    Started,
    StartGame,
    TakeBack,
    TakeStakes,
    TimePassed,
    TurnHand,
    Unlocked,
    VoidRound,
)
from daemon.table.play import Applied, hold, one_too_many, start, step
from daemon.table.resolve import resolve
from daemon.table.room import in_room
from daemon.table.shake import (
    declare_no_roll,
    from_shaker,
    order_shake,
    restarted,
    shake_undone,
    shaker_down,
    shaker_up,
)
from daemon.table.state import KEYS, TAKES_CARDS, People, Shoe, TableState
from daemon.table.waiting import check_still, expire, overtaken, restart
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.observation import (
    CardSeen,
    CardUnreadable,
    CutCardSeen,
    DiceRested,
    DiceSeen,
    DiceUnread,
    DomeMoved,
    FromShaker,
    FromShoe,
    LineRecorded,
    LinkDown,
    LinkUp,
    MotorFelt,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
    ShoeEmpty,
    ShoeLoaded,
    ShoeTrouble,
)
from rules.cards import Card
from rules.machine import (
    AwaitCard,
    AwaitTurn,
    Close,
    Deal,
    Decide,
    Direct,
    Finish,
    Remove,
    Turn,
    Wagers,
    Working,
    deck_count,
)
from rules.registry import GAMES


def apply(state: TableState, observation: Observation) -> Applied:
    """Raises FaultError if a person's order is refused; never for a device."""
    return jackpot.follow(overtaken(state, _applied(state, observation)))


def _applied(state: TableState, observation: Observation) -> Applied:
    match observation:
        case CardSeen() | CardUnreadable() | CutCardSeen() | ShoeEmpty() | ShoeLoaded() | ShoeTrouble():
            return _from_shoe(state, observation)
        case LineRecorded():
            return state, ()  # evidence, and nothing more
        case LinkUp():
            return _link_up(state, observation)
        case DomeMoved() | ShakerArmed() | ShakeBegan() | MotorFelt() | DiceRested() | ShakerTrouble():
            return look_at_rest(from_shaker(state, observation))
        case DiceSeen() | DiceUnread():
            return from_camera(state, observation)
        case ShakeUndone():
            return shake_undone(state, observation)
        case ShakerUp():
            return shaker_up(state, observation)
        case LinkDown(device="shaker"):
            return shaker_down(state, observation)
        case LinkDown():
            state = state._replace(shoe=state.shoe._replace(up=False))
            return hold(state, Fault.LINK_LOST, observation.device) if state.in_round else (state, ())
        case Started():
            return _started(state, observation)
        case TimePassed():
            return expire(state, observation)
        case LedgerTold():
            return linked.heard(state, observation)
        case LedgerLost():
            return linked.lost(state, observation)
        case LedgerBooked():
            return linked.answered(state, observation)
        case SignedIn() | SignedOut() | SignInRefused() | Unlocked():
            return use_badge(state, observation)
        case SealedRead():
            return state, (SealLookedThrough(observation.round, observation.by),)
        case _:
            return _order(state, observation)


def _started(state: TableState, said: Started) -> Applied:
    """Cold: in a round, a person looks at the felt first."""
    same = said.version == state.version
    shaker = state.shaker._replace(up=False, reshakes=said.reshakes)
    state = state._replace(
        version=said.version, posted=(said.game, said.options), shoe=state.shoe._replace(up=False), shaker=shaker,
        camera=state.camera._replace(there=said.camera, looking=False), patience=said.patience,
    )  # fmt: skip
    state, ended = restart(state)
    state, moved = jackpot.posted(state, said)
    told = (*ended, *moved)
    if said.doubtful:
        state = state._replace(doubtful=said.doubtful)
        told = (*told, Held(Fault.JOURNAL_DOUBTFUL, said.doubtful))
    if not state.in_round:
        return state, told
    fault, detail = (Fault.TABLE_RESTARTED, "") if same else (Fault.SOFTWARE_CHANGED, said.version)
    return restarted(*hold(state, fault, detail, *told))


# -- what devices say -------------------------------------------------------------------------------------------------


def _from_shoe(state: TableState, seen: FromShoe) -> Applied:
    """Once, and in order; a gap in the shoe's numbers puts the cards in doubt."""
    boot, seq = state.shoe.boot, state.shoe.seq
    if seen.boot == boot and seen.seq <= seq:
        return state, ()  # told twice
    in_order = boot is None or (seen.boot == boot and seen.seq == seq + 1)
    state = state._replace(shoe=Shoe(seen.boot, seen.seq, *state.shoe[2:]))
    match seen:
        case CardSeen():
            after, events = _card(state, Card.parse(seen.card), seen.device)
        case CardUnreadable():
            after, events = _set_aside(state, None, Fault.CARD_UNREADABLE, seen.sensor)
        case CutCardSeen():
            after, events = state._replace(shoe=state.shoe._replace(cut=True)), (CutCardReached(),)
        case ShoeEmpty():
            after = state._replace(shoe=state.shoe._replace(cut=True, empty=True))
            events = (ShoeEmptied(sum(state.shoe.seen)),)
        case ShoeLoaded():
            after, events = state, (ShoeFilled(),)
        case ShoeTrouble():
            after, events = state, (ShoeReported(seen.what),)
            if state.in_round:
                after, events = hold(state, Fault.SHOE_ERROR, seen.what, *events)
    if in_order or not state.in_round:
        return after, events
    return hold(after, Fault.CARDS_IN_DOUBT, seen.device, *events)


def _card(state: TableState, card: Card, device: str) -> Applied:
    """A card left the shoe: it goes where the game awaits it, or the round is held and it goes nowhere."""
    awaited, copies = state.awaits, state.shoe.seen[card]
    if copies >= _decks(state) and type(awaited) is AwaitCard:
        return _set_aside(state, None, Fault.CARD_IMPOSSIBLE, device)
    state = state._replace(shoe=state.shoe.counted(card))
    if state.shoe.counting:
        return state, (CardSetAside(),)
    if state.hold is not None and state.hold.fault not in TAKES_CARDS:
        return state._replace(aside=(*state.aside, card)), (CardSetAside(),)
    if type(awaited) is not AwaitCard:
        return _set_aside(state, card, Fault.CARD_UNEXPECTED, device)
    return step(state, Deal(card), CardDealt(awaited.hand, awaited.index, str(card) if awaited.face_up else None))


def _set_aside(state: TableState, card: Card | None, fault: Fault, detail: str) -> Applied:
    return hold(state._replace(aside=(*state.aside, card)), fault, detail, CardSetAside())


def _link_up(state: TableState, link: LinkUp) -> Applied:
    state = state._replace(shoe=state.shoe._replace(boot=link.boot, seq=link.seq, up=True))
    if not state.in_round:
        return state, ()
    if not link.complete:
        return hold(state, Fault.CARDS_IN_DOUBT, link.device)
    if state.hold is not None and not state.hold.proven:
        return state._replace(hold=state.hold._replace(proven=True)), (LinkProven(),)
    return state, ()


# -- what people order ------------------------------------------------------------------------------------------------


def _order(state: TableState, order: AnyOrder) -> Applied:
    if not _may(order):
        raise FaultError(Fault.ROLE_NOT_ALLOWED, f"{order.kind}: {', '.join(sorted(order.ROLES))}")
    if state.doubtful and not isinstance(order, Acknowledge):
        raise FaultError(Fault.ORDER_WHILE_HELD, Fault.JOURNAL_DOUBTFUL)
    after, events = two_persons(state, order) if order.TWO_PERSONS else _ordered(state, order)
    if isinstance(after.proposal, EnterDice):
        after = after._replace(dice_out=True)
    if order.key:
        after = after._replace(people=_remembered(after, order.key))
    return after, events


def _remembered(state: TableState, key: str) -> People:
    if state.patience is None:  # as it was when everyone's keys were kept together
        return state.people._replace(keys=(*state.people.keys, key)[-KEYS:])
    return state.people.remembering(key)


def _may(order: AnyOrder) -> bool:
    """Before there were badges, whoever the kernel let in might do everything (journals of version 1)."""
    return order.role in order.ROLES or (not order.role and order.by.startswith("uid:"))


def _ordered(state: TableState, order: AnyOrder) -> Applied:
    match order:
        case Continue() | Align() | VoidRound() | Misdeal() | Acknowledge():
            return resolve(state, order)
        case ChangeShift():
            return state._replace(people=state.people._replace(dealer=order.by)), (ShiftChanged(order.by),)
        case Reject():
            return reject(state, order.by)
        case DeclareNoRoll() if state.hold is not None and state.hold.fault is Fault.SHAKE_FAILED:
            return declare_no_roll(state.looked_away(), order)
        case OpenJackpot() | CloseJackpot() | AwardJackpot():
            return jackpot.ordered(state, order)
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    if isinstance(order, OpenRound | CountShoe | ChangeShoe | CloseTable):
        return _between_rounds(state, order)
    if isinstance(order, ChangeDice):
        return _other_dice(state)
    if state.play is None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_ROUND())
    if isinstance(state.proposal, EnterDice):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_BEING_READ())
    check_still(state)
    if state.camera.looking and not isinstance(order, DeclareNoRoll):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.CAMERA_READS())
    if state.dice_out and isinstance(order, SeatIn | TakeBack | CallWager):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_OUT())
    return _in_round(state, order)


def _between_rounds(state: TableState, order: OpenRound | CountShoe | ChangeShoe | CloseTable) -> Applied:
    empty = (state.goes_on and not state.felt) or between_games(state)  # nothing lies there that could be decided
    if (state.in_round and not (empty and isinstance(order, CloseTable))) or state.proposal is not None:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSAL_WAITS() if state.proposal else Because.NOT_SETTLED())
    game, options = state.posted
    machine, shoe = GAMES[game], state.shoe
    match order:
        case OpenRound():
            if shoe.counting or (shoe.cut and 1 not in machine.decks):
                raise FaultError(Fault.SHOE_CHANGE_DUE)
            if 1 in machine.decks:  # a deck is shuffled anew for every round (A3)
                shoe = shoe._replace(seen=bytes(len(shoe.seen)), cut=False, empty=False)
            same = state.game == game  # else whoever has stakes here leaves with them
            play = start(machine, options, carried(state) if same else None)
            opened = state._replace(
                game=game, options=options, round=state.round + 1, base=play, play=play, awaits=machine.expects(play),
                facts=(), lines=(), kept=None, earlier=None, aside=(), shoe=shoe, closed=False,
                shaker=state.shaker._replace(phase="idle", tumbles=0, again=0),
            ).looked_away()  # fmt: skip
            gone = () if same else leaving(state)
            return opened, (*expelled(state), *gone, RoundOpened(opened.round, game))
        case CloseTable():
            cleared = state._replace(
                play=None, base=None, awaits=None, facts=(), lines=(), kept=None, earlier=None, closed=True
            )
            return cleared.looked_away(), (*expelled(state), *leaving(state), TableClosed())
    if not machine.decks:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_SHOE())
    if isinstance(order, CountShoe):
        return state._replace(shoe=shoe._replace(counting=True)), (ShoeCounting(),)
    decks = _decks(state)
    missing = sum(decks - count for count in shoe.seen if count < decks)
    extra = sum(count - decks for count in shoe.seen if count > decks)
    refilled = shoe._replace(seen=bytes(len(shoe.seen)), cut=False, empty=False, counting=False, filled=state.round)
    fresh = state._replace(shoe=refilled)
    changed = ShoeChanged(sum(shoe.seen))
    whole = shoe.counting or (shoe.empty and 1 not in machine.decks)  # of one only this round's cards are known (A3)
    if whole and (missing or extra):  # the number of them, never which
        return hold(fresh, Fault.SHOE_COUNT_OFF, Because.SHOE_COUNT(missing=missing, extra=extra), changed)
    return fresh, (changed,)


def _other_dice(state: TableState) -> Applied:
    """At craps also within a round, between two rolls."""
    if GAMES[state.posted[0]].decks:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_DICE())
    rolling = state.in_round and state.shaker.phase != "idle"
    if rolling or state.dice_out or state.camera.looking or isinstance(state.proposal, EnterDice):
        raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_OUT())
    check_still(state)
    return state, (DiceChanged(),)


def _in_round(state: TableState, order: AnyOrder) -> Applied:
    match order:
        case SeatIn(seat=seat, wagers=wagers):
            jackpot.check_offer(state, wagers)
            after, events = step(state, Wagers(seat, wagers))
            return after, (SeatTaken(seat, dict(after.machine.wagers(after.play).get(seat, wagers))), *events)
        case TakeBack(seat=seat, wager=wager):
            if between_games(state):
                raise FaultError(Fault.ORDER_NOT_NOW, Because.LEAVE_TABLE())
            return step(state, Remove(seat, wager), WagerTakenBack(seat, wager))
        case CallWager(seat=seat, wager=wager, on=on):
            return step(state, Working(seat, wager, on), WagerCalled(seat, wager, on))
        case CloseBetting():
            if between_games(state):
                raise FaultError(Fault.ORDER_NOT_NOW, Because.START_GAME())
            if state.machine.decks and not state.shoe.up:
                raise FaultError(Fault.ORDER_NOT_NOW, Because.SHOE_SILENT())
            if state.shaker.there and not state.shaker.up:
                raise FaultError(Fault.ORDER_NOT_NOW, Because.SHAKER_SILENT())
            jackpot.check_offer(state, {wager for laid in state.machine.wagers(state.play).values() for wager in laid})
            return step(state, Close(), BettingClosed())
        case Decision(seat=seat, choice=choice, stake=stake):
            return step(state, Decide(seat, choice, stake), Decided(seat, choice, stake))
        case DirectCard(hand=hand):
            return step(state, Direct(hand), CardDirected(hand))
        case NoMoreCards():
            return step(state, Finish(), CardsEnded())
        case Shake():
            return order_shake(state, order)
        case ReadDice():
            return order_look(state)
        case DeclareNoRoll():
            return declare_no_roll(state.looked_away(), order)
        case TurnHand(hand=hand):
            return _turn(state, hand)
        case StartGame() | Announcement() | Ruling() | LeaveTable() | TakeStakes() | ChargeTime():
            return in_room(state, order)
    raise AssertionError(order.kind)


def _turn(state: TableState, hand: str) -> Applied:
    """The cards are up, and whatever depended on them is checked now: a decision (67.81), or a card named twice."""
    if not isinstance(state.awaits, AwaitTurn) or state.awaits.hand != hand:
        return step(state, Turn(hand))  # which says what is awaited
    if one_too_many(state, hand, state.awaits.places):
        return hold(state, Fault.CARD_IMPOSSIBLE, hand)
    try:
        after, events = step(state, Turn(hand))
    except FaultError as illegal:
        return hold(state, Fault.DECISION_ILLEGAL, illegal.detail)
    cards = tuple(card for card in after.machine.hands(after.play)[hand].visible if card is not None)
    return after, (HandTurned(hand, tuple(map(str, cards)), after.machine.combination(cards)), *events)


def _decks(state: TableState) -> int:
    """How many decks are mixed together: in this round, or in what is posted."""
    game, options = (state.game, state.options) if state.in_round else state.posted
    return deck_count(GAMES[game], options)


def hold_for_bug(state: TableState, observation: Observation) -> Applied:
    """What the table does with an observation that made `apply` itself fail: it has heard it, and stands still."""
    if isinstance(observation, FromShoe | LinkUp):
        state = state._replace(shoe=state.shoe._replace(boot=observation.boot, seq=observation.seq))
    elif isinstance(observation, FromShaker | ShakerUp):
        state = state._replace(shaker=state.shaker._replace(boot=observation.boot, seq=observation.seq))
    return hold(state, Fault.TABLE_BUG)
