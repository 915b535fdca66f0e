"""The orders that people could give now, by their kind: what is tried before it is offered.

There are few of each, for what is awaited names the seat, the hand or the wager. What only people can say of an order
(cards, dice, a reason) is put in their place, such that a refusal would be for another reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from daemon.table.chips import mover
from daemon.table.orders import (
    Acknowledge,
    Align,
    Announcement,
    AwardJackpot,
    ChangeDice,
    ChangePosting,
    ChangeShift,
    ChangeShoe,
    ChargeTime,
    CloseBetting,
    CloseJackpot,
    CloseTable,
    ComeBack,
    Continue,
    CorrectCard,
    CorrectDecision,
    CorrectDice,
    CorrectJackpot,
    CountShoe,
    Decision,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    DirectCard,
    EnterDice,
    LeaveTable,
    LetRollStand,
    Misdeal,
    NameCard,
    NoMoreCards,
    OfferDice,
    OpenJackpot,
    OpenRound,
    OpenSealed,
    Order,
    ReadDice,
    ReassignCards,
    Reject,
    ReopenBetting,
    ReturnToTable,
    Ruling,
    SetJackpot,
    Shake,
    SitOut,
    StartGame,
    Straddle,
    TakeStakes,
    TurnHand,
    VoidRound,
    WithholdDice,
)
from daemon.table.state import TableState
from drivers.faults import Fault
from rules.cards import DECK, Hidden
from rules.dice import NO_ROLL
from rules.facts import (
    Announce,
    AwaitCard,
    AwaitDecision,
    AwaitDice,
    AwaitDirection,
    AwaitTurn,
    Decide,
    Roll,
)
from rules.game import DEALER, Hand

Values = dict[str, Any]
A_REASON = "…"  # of an order that is only tried


def _once(state: TableState) -> Iterable[Values]:
    """It has no fields that the table could know."""
    return ({},)


def _in_play(state: TableState) -> Iterable[str]:
    """The seats that lie, sit or play there."""
    if state.play is None:
        return ()
    game = mover(state.play)
    return state.machine.wagers(state.play) if game is None else game.stakes(state.play)


def _at_seats(state: TableState) -> Iterable[Values]:
    return ({"seat": seat} for seat in _in_play(state))


def _decisions(state: TableState) -> Iterable[Values]:
    if not state.in_round:
        return
    asked = state.awaits if isinstance(state.awaits, AwaitDecision) else None
    if asked is not None:
        yield from ({"seat": asked.seat, "choice": choice} for choice in asked.choices)
    for seat in _in_play(state) if state.machine.late else ():
        if asked is None or seat != asked.seat:
            yield from ({"seat": seat, "choice": choice} for choice in state.machine.late)


def _announcements(state: TableState) -> Iterable[Values]:
    game = mover(state.play)
    if game is not None:
        yield from (
            {"seat": seat, "choice": choice} for seat in game.players(state.play) for choice in state.machine.choices
        )


def _rulings(state: TableState) -> Iterable[Values]:
    game = mover(state.play)
    if game is not None:
        yield from ({"what": what, "seat": seat} for what in game.rulings for seat in _in_play(state))
        yield from ({"what": what} for what in game.rulings)


def _returns(state: TableState) -> Iterable[Values]:
    """Whoever left may sit down again where nobody sits."""
    game = mover(state.play)
    if game is not None:
        seats = (str(number) for number in range(1, state.options.seats + 1))
        free = [seat for seat in seats if seat not in game.stakes(state.play)]
        for slip, stake in game.slips(state.play).items():
            yield from ({"slip": slip, "stake": stake, "seat": seat} for seat in free)


def _comebacks(state: TableState) -> Iterable[Values]:
    yield from ({"seat": seat, "wait": wait} for seat in _in_play(state) for wait in (False, True))


def _charges(state: TableState) -> Iterable[Values]:
    game = mover(state.play)
    owed = {} if game is None else game.owed(state.play)
    return ({"seat": seat, "stake": due} for seat, due in owed.items() if due)


def _directions(state: TableState) -> Iterable[Values]:
    match state.awaits:
        case AwaitDirection(hands=hands):
            return ({"hand": hand} for hand in hands)
        case AwaitCard():
            return ({"hand": DEALER},)  # his own, among the first cards
    return ()


def _turns(state: TableState) -> Iterable[Values]:
    return ({"hand": state.awaits.hand},) if isinstance(state.awaits, AwaitTurn) else ()


def _grounds(state: TableState) -> Iterable[Values]:
    return ({"ground": ground} for ground in NO_ROLL) if state.players_throw is not None else ()


def _void_grounds(state: TableState) -> Iterable[Values]:
    return ({"ground": ground} for ground in NO_ROLL) if isinstance(state.awaits, AwaitDice) else ()


def _going_out(state: TableState) -> Iterable[Values]:
    game = state.players_throw
    if game is None or state.play is None:
        return ()
    return ({}, *({"line": line} for line in game.line_wagers(state.play)))


def _takers(state: TableState) -> Iterable[Values]:
    """Whom the dice are offered to: whose turn it is, or else whom the dealer names."""
    if state.players_throw is None or state.play is None:
        return ()
    return ({}, *({"seat": str(number)} for number in range(1, state.options.seats + 1)))


def _with(kind: str) -> Callable[[TableState], Iterable[Values]]:
    """The device in use; where there are several, each by its name."""

    def candidates(state: TableState) -> Iterable[Values]:
        others = [name for name, of in state.equipment.items() if of == kind]
        return ({}, *({"device": name} for name in others if len(others) > 1))

    return candidates


def _seen(state: TableState) -> Iterable[Values]:
    held = state.hold and state.hold.fault
    differ = Fault.PAST_ROUND_DIFFERS if state.by_hand.differ else None
    doubtful = Fault.JOURNAL_DOUBTFUL if state.doubtful else None
    return ({"fault": str(fault)} for fault in (held, differ, doubtful) if fault is not None)


def _decided(state: TableState) -> Iterable[Values]:
    """Whose last decision could be another one."""
    seats = dict.fromkeys(fact.seat for fact in state.facts if isinstance(fact, Decide | Announce))
    return ({"seat": seat} for seat in seats)


def _pools(state: TableState) -> Iterable[Values]:
    return ({"pool": account.terms.name} for account in state.pools)


def _hits(state: TableState) -> Iterable[Values]:
    """The hit that has waited longest; of a shared pool the ledger, and so `jackpots`, knows how much it is now."""
    for account in state.pools:
        for hit in account.pending[:1]:
            known = {} if account.terms.shared else {"cents": hit.cents}
            yield {"pool": account.terms.name, "seat": hit.seat, **known}


CANDIDATES: Mapping[type[Order], Callable[[TableState], Iterable[Values]]] = {
    **dict.fromkeys((OpenRound, CloseBetting, ReopenBetting, StartGame, NoMoreCards), _once),
    Decision: _decisions,
    DirectCard: _directions,
    TurnHand: _turns,
    # dice
    OfferDice: _takers,
    DiceOut: _going_out,
    WithholdDice: _grounds,
    DeclareNoRoll: _void_grounds,
    Shake: _with("shaker"),
    ReadDice: _with("camera"),
    **dict.fromkeys((DeclineDice, LetRollStand, EnterDice), _once),
    # the poker room
    Announcement: _announcements,
    Ruling: _rulings,
    ChargeTime: _charges,
    **dict.fromkeys((LeaveTable, TakeStakes, SitOut, Straddle), _at_seats),
    ComeBack: _comebacks,
    ReturnToTable: _returns,
    # what went wrong
    Acknowledge: _seen,
    CorrectDecision: _decided,
    **dict.fromkeys((Continue, Align, NameCard, CorrectCard, ReassignCards, CorrectDice), _once),
    **dict.fromkeys((Reject, VoidRound, Misdeal, OpenSealed), _once),
    # the progressive, what is posted, between two rounds
    AwardJackpot: _hits,
    **dict.fromkeys((OpenJackpot, CloseJackpot, CorrectJackpot), _pools),
    SetJackpot: lambda state: ({"pool": terms.name} for terms in state.jackpots),
    ChangeShoe: _with("shoe"),
    **dict.fromkeys((ChangePosting, CountShoe, ChangeDice, ChangeShift, CloseTable), _once),
}


# -- what people would say, to try it ---------------------------------------------------------------------------------


def _any_card(state: TableState) -> str:
    """A card that could lie there: what is refused of another one, is not told."""
    aside = state.aside[0] if state.aside else None
    if aside is not None and not isinstance(aside, Hidden):
        return str(aside)
    hands = state.machine.hands(state.play).values() if state.play is not None else ()
    up = {card for hand in hands for card in hand.visible}
    return str(next((card for card in DECK if card not in up), DECK[0]))


def _a_place(state: TableState) -> Values:
    """A card of the round as it lies there."""
    hand, index, card = next(
        ((name, at, card) for name, hand in _hands(state).items() for at, card in enumerate(hand.cards)),
        ("", 0, DECK[0]),
    )
    return {"hand": hand, "index": index, "card": _any_card(state) if isinstance(card, Hidden) else str(card)}


def _a_swap(state: TableState) -> tuple[tuple[str, int, str, int], ...]:
    """Two cards that everyone sees, or two that nobody does."""
    lying = [(name, at, up) for name, hand in _hands(state).items() for at, up in enumerate(hand.up)]
    for one, (hand, at, up) in enumerate(lying):
        for other, place, too in lying[one + 1 :]:
            if up is too:
                return ((hand, at, other, place),)
    return ()


def _hands(state: TableState) -> Mapping[str, Hand]:
    return state.machine.hands(state.play) if state.play is not None else {}


def _last_decision(state: TableState, seat: str) -> Values:
    last = next(fact for fact in reversed(state.facts) if isinstance(fact, Decide | Announce) and fact.seat == seat)
    return {"seat": seat, "choice": last.choice, "stake": last.stake}


def _last_dice(state: TableState) -> tuple[int, ...]:
    facts = state.earlier.facts if state.goes_on and state.earlier is not None else state.facts
    return next((fact.dice for fact in reversed(facts) if isinstance(fact, Roll)), ())


def _locked(state: TableState, pool: str) -> int:
    hits = (hit for account in state.pools if account.terms.name == pool for hit in account.pending[:1])
    return next((hit.cents or 0 for hit in hits), 0)


def _pushed(state: TableState, values: Values) -> Values:
    """Chips that were pushed are a bet (67.98): as many as would be one."""
    game = mover(state.play)
    if game is None or values["what"] != "bet" or "seat" not in values:
        return {}
    return {"stake": game.pushed(state.play, values["seat"])}


def _another_name(state: TableState) -> Values:
    """What is in force under another name: a change that is possible wherever one is."""
    now = state.rules.document.name if state.rules.document is not None else ""
    return {"rules": {"name": "" if now else A_REASON}}


PROBES: Mapping[type[Order], Callable[[TableState, Values], Values]] = {
    Align: lambda state, _: {"felt": dict(state.felt)},
    NameCard: lambda state, _: {"card": _any_card(state)},
    CorrectCard: lambda state, _: _a_place(state),
    ReassignCards: lambda state, _: {"swaps": _a_swap(state)},
    CorrectDecision: lambda state, values: _last_decision(state, values["seat"]),
    CorrectDice: lambda state, _: {"dice": _last_dice(state)},
    EnterDice: lambda state, _: {"dice": (1,) * (state.awaits.count if isinstance(state.awaits, AwaitDice) else 0)},
    OpenSealed: lambda state, _: {"round": state.round - state.in_round, "reason": A_REASON},
    CorrectJackpot: lambda _, values: {**values, "displayed": 1, "reserve": 0, "reason": A_REASON},
    ChangePosting: lambda state, _: {"posting": _another_name(state)},
    TakeStakes: lambda state, values: {**values, "stake": state.options.unit},
    AwardJackpot: lambda state, values: {"cents": _locked(state, values["pool"]), **values},
    Ruling: lambda state, values: {**values, **_pushed(state, values), "reason": A_REASON},
    **dict.fromkeys((VoidRound, Misdeal, CloseJackpot, SetJackpot), lambda _, values: {**values, "reason": A_REASON}),
}
