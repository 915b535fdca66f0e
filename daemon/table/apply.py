"""One observation later: `apply(state, observation) -> state, events`.

A device is never refused: what it saw happened, and if it does not fit, the round is held. A person is refused, with a
code, and then nothing happened.
"""

from __future__ import annotations

from dataclasses import replace

from daemon.table.events import (
    BettingClosed,
    CardDealt,
    CardSetAside,
    Decided,
    Event,
    HandTurned,
    Held,
    LineSettled,
    LinkProven,
    Resumed,
    RoundFinished,
    RoundOpened,
    RoundVoided,
    SeatTaken,
)
from daemon.table.orders import (
    Align,
    AnyOrder,
    CloseBetting,
    Continue,
    Decision,
    Observation,
    OpenRound,
    SeatIn,
    Started,
    TurnHand,
    VoidRound,
)
from daemon.table.state import ALIGNABLE, GRAVITY, TAKES_CARDS, Hold, Result, TableState
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable, LinkDown, LinkUp
from rules.cards import Card
from rules.machine import AwaitCard, Close, Deal, Decide, Fact, Finished, RuleError, Turn, Wagers
from rules.registry import GAMES

Applied = tuple[TableState, tuple[Event, ...]]


def apply(state: TableState, observation: Observation) -> Applied:
    """Raises FaultError if a person's order is refused; never for a device."""
    match observation:
        case CardSeen(boot=boot, seq=seq) | CardUnreadable(boot=boot, seq=seq):
            if boot == state.shoe.boot and seq <= state.shoe.seq:
                return state, ()  # told twice
            in_order = state.shoe.boot is None or (boot == state.shoe.boot and seq == state.shoe.seq + 1)
            state = replace(state, shoe=replace(state.shoe, boot=boot, seq=seq))
            after, events = _card(state, observation)
            if in_order or not after.in_round:
                return after, events
            return _then(events, _hold(after, Fault.CARDS_IN_DOUBT, observation.device))
        case LinkUp():
            return _link_up(state, observation)
        case LinkDown():
            state = replace(state, shoe=replace(state.shoe, up=False))
            return _hold(state, Fault.LINK_LOST, observation.device) if state.in_round else (state, ())
        case Started(game=game, options=options):
            state = replace(state, posted=(game, options), shoe=replace(state.shoe, up=False))
            return _hold(state, Fault.TABLE_RESTARTED) if state.in_round else (state, ())
        case _:
            return _order(state, observation)


# -- what devices say -------------------------------------------------------------------------------------------------


def _card(state: TableState, seen: CardSeen | CardUnreadable) -> Applied:
    """A card left the shoe: it goes where the game awaits it, or the round is held and it goes nowhere."""
    if isinstance(seen, CardUnreadable):
        return _then((CardSetAside(),), _hold(state, Fault.CARD_UNREADABLE, seen.sensor))
    if state.hold is not None and state.hold.fault not in TAKES_CARDS:
        return state, (CardSetAside(),)
    awaited = state.machine.expects(state.play) if state.play is not None else None
    if not isinstance(awaited, AwaitCard):
        return _then((CardSetAside(),), _hold(state, Fault.CARD_UNEXPECTED, seen.device))
    card = Card.parse(seen.card)
    copies = sum(hand.cards.count(card) for hand in state.machine.hands(state.play).values())
    if copies >= (state.posted[1].decks or state.machine.decks):
        return _then((CardSetAside(),), _hold(state, Fault.CARD_IMPOSSIBLE, seen.device))
    dealt = CardDealt(awaited.hand, awaited.index, str(card) if awaited.face_up else None)
    return _then((dealt,), _step(state, Deal(card)))


def _link_up(state: TableState, link: LinkUp) -> Applied:
    state = replace(state, shoe=replace(state.shoe, boot=link.boot, seq=link.seq, up=True))
    if not state.in_round:
        return state, ()
    if not link.complete:
        return _hold(state, Fault.CARDS_IN_DOUBT, link.device)
    if state.hold is not None and not state.hold.proven:
        return replace(state, hold=replace(state.hold, proven=True)), (LinkProven(),)
    return state, ()


# -- what people order ------------------------------------------------------------------------------------------------


def _order(state: TableState, order: AnyOrder) -> Applied:
    if isinstance(order, Continue | Align | VoidRound):
        return _resolve(state, order)
    if state.hold is not None:
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    if isinstance(order, OpenRound):
        if state.in_round:
            raise FaultError(Fault.ORDER_NOT_NOW, "the round is not settled")
        game, options = state.posted
        opened = replace(state, game=game, round=state.round + 1, play=GAMES[game].start(options), lines=())
        return opened, (RoundOpened(opened.round, game),)
    if state.play is None:
        raise FaultError(Fault.ORDER_NOT_NOW, "no round is open")
    match order:
        case SeatIn(seat=seat, wagers=wagers):
            after, events = _step(state, Wagers(seat, wagers))
            return after, (SeatTaken(seat, dict(after.machine.wagers(after.play)[seat])), *events)
        case CloseBetting():
            if not state.shoe.up:
                raise FaultError(Fault.ORDER_NOT_NOW, "the shoe does not answer")
            return _then((BettingClosed(),), _step(state, Close()))
        case Decision(seat=seat, choice=choice, stake=stake):
            return _then((Decided(seat, choice),), _step(state, Decide(seat, choice, stake)))
        case TurnHand(hand=hand):
            after, events = _step(state, Turn(hand))
            cards = tuple(card for card in after.machine.hands(after.play)[hand].visible if card is not None)
            turned = HandTurned(hand, tuple(map(str, cards)), after.machine.combination(cards))
            return after, (turned, *events)


def _resolve(state: TableState, order: Continue | Align | VoidRound) -> Applied:
    """A person ends a hold; the gentlest way that the hold allows."""
    if state.hold is None:
        raise FaultError(Fault.ORDER_NOT_NOW, "nothing is held")
    fault = state.hold.fault
    resumed = replace(state, hold=None), (Resumed(fault),)
    match order:
        case Continue():
            if not state.in_round or (fault is Fault.LINK_LOST and state.hold.proven):
                return resumed
            raise FaultError(Fault.ORDER_NOT_NOW, fault)
        case Align(felt=felt):
            if fault not in ALIGNABLE or not state.shoe.up:
                raise FaultError(Fault.ORDER_NOT_NOW, fault if state.shoe.up else "the shoe does not answer")
            believed = {name: len(hand.cards) for name, hand in state.machine.hands(state.play).items()}
            differs = sorted(hand for hand in felt.keys() | believed if felt.get(hand, 0) != believed.get(hand, 0))
            if differs:
                raise FaultError(Fault.FELT_DIFFERS, ", ".join(differs))
            return resumed
        case VoidRound(reason=reason):
            if not reason.strip():
                raise FaultError(Fault.ORDER_MALFORMED, "reason: say why")
            if not state.in_round:
                raise FaultError(Fault.ORDER_NOT_NOW, "no round is open")
            return replace(state, hold=None, play=None, lines=()), (RoundVoided(state.round, reason),)


# -- shared -----------------------------------------------------------------------------------------------------------


def _step(state: TableState, fact: Fact) -> Applied:
    """One fact for the game; the lines it decides, and the result if it was the last."""
    try:
        play, lines = state.machine.step(state.play, fact)
    except RuleError as illegal:
        raise FaultError(Fault.ORDER_ILLEGAL, f"{illegal.code}: {illegal.message}") from illegal
    events: tuple[Event, ...] = tuple(map(LineSettled, lines))
    state = replace(state, play=play, lines=(*state.lines, *lines))
    if isinstance(state.machine.expects(play), Finished):
        seen = {name: hand.visible for name, hand in state.machine.hands(play).items()}
        shown = {name: tuple(str(card) for card in cards if card is not None) for name, cards in seen.items()}
        shown = {name: cards for name, cards in shown.items() if cards}
        state = replace(state, result=Result(state.game, state.round, shown, state.lines))
        events = (*events, RoundFinished(state.round))
    return state, events


def _hold(state: TableState, fault: Fault, detail: str = "") -> Applied:
    """The round stands still, unless it already does for something graver."""
    if state.hold is not None and GRAVITY.index(state.hold.fault) > GRAVITY.index(fault):
        return replace(state, hold=replace(state.hold, proven=False)), ()
    return replace(state, hold=Hold(fault, detail)), (Held(fault, detail),)


def hold_for_bug(state: TableState, observation: Observation) -> Applied:
    """What the table does with an observation that made `apply` itself fail: it has heard it, and stands still."""
    if isinstance(observation, CardSeen | CardUnreadable | LinkUp):
        state = replace(state, shoe=replace(state.shoe, boot=observation.boot, seq=observation.seq))
    return _hold(state, Fault.TABLE_BUG)


def _then(first: tuple[Event, ...], applied: Applied) -> Applied:
    state, events = applied
    return state, (*first, *events)
