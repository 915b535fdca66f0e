"""What may be ordered now: whoever shows the table to people offers this, and so knows no rule.

Nothing here decides anything: an order that people could give is tried on the state as it is, and is offered if it
would be taken. What it would do is thrown away. Whether an order is refused never depends on a card that lies face
down, so neither does what is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, NotRequired

from typing_extensions import TypedDict

from daemon.table import jackpot
from daemon.table.apply import apply
from daemon.table.chips import mover
from daemon.table.kinds import ORDERS
from daemon.table.orders import (
    Acknowledge,
    Align,
    Announcement,
    AwardJackpot,
    CallWager,
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
    SeatIn,
    SetJackpot,
    Shake,
    SitOut,
    StartGame,
    Straddle,
    TakeBack,
    TakeStakes,
    TurnHand,
    VoidRound,
    WithholdDice,
)
from daemon.table.state import Asked, TableState
from daemon.table.waiting import halves
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import kind_of
from rules.capabilities import MovesChips
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
    Fact,
    Finished,
    Remove,
    Roll,
    Wagers,
    Working,
)
from rules.game import DEALER, Amounts, Hand, RuleError, limits_of

Values = dict[str, Any]
BySeat = Mapping[str, list[str | None]]
NOTHING: Mapping[str, Any] = {}
NOT_SAID = ("kind", "by", "role", "person", "key", "reason")  # again by the second person
A_REASON = "…"  # of an order that is only tried


class OfferedAmounts(TypedDict):
    """How much may be said with it, in cents and in multiples of the table's unit."""

    least: int
    most: int
    usual: list[int]


class Offer(TypedDict):
    """An order that would be taken now. What people still have to say of it, the order's own description tells."""

    kind: str
    roles: list[Role]  # whoever may give it
    two_persons: bool
    second: bool  # one person has said it: a second one says the same, without having been told
    fields: dict[str, Any]  # of the order, as they are sent
    one_of: dict[str, list[Any]]  # of these fields, one of these values each
    amounts: OfferedAmounts | None  # of its `stake`; null: none is said, or anything may be
    part: NotRequired[bool]  # of `take_back`: with a `stake`, a part of it, and not the whole
    lays: NotRequired[dict[str, list[str]]]  # of `seat_in`: a touch on this wager lays these together; "": on the seat


def offers(state: TableState) -> list[Offer]:
    """All that may be ordered now, but for forms (`enter_past_round`, `correct_past_round`)."""
    found = [*_seconds(state), *_laying(state)]
    waiting = {half.kind for half in halves(state)}
    for kind, candidates in CANDIDATES.items():
        if kind_of(kind) in waiting:
            continue
        taken: dict[tuple[Any, ...], list[Values]] = {}
        for values in candidates(state):
            amounts = _amounts(state, kind, values)
            if roles := _taken_from(state, kind, values if amounts is None else {**values, "stake": amounts.least}):
                taken.setdefault((tuple(values), roles, amounts), []).append(values)
        for (_, roles, amounts), alike in taken.items():
            found += (_offer(kind, roles, *each, amounts) for each in _together(alike))
    return found


def _taken_from(state: TableState, kind: type[Order], values: Values) -> tuple[Role, ...]:
    """Who may give such an order now: whoever may give it at all, a supervisor alone, or nobody."""
    tried = PROBES[kind](state, values) if kind in PROBES else values
    order = kind(**tried)
    for role in sorted(kind.ROLES, key=lambda role: role is Role.SUPERVISOR):
        try:
            apply(state, replace(order, role=role))
        except FaultError as refused:
            if refused.fault is not Fault.SUPERVISOR_NEEDED and kind is not Acknowledge:
                return ()
        else:
            return (role,) if role is Role.SUPERVISOR else tuple(sorted(kind.ROLES))
    return ()


def _amounts(state: TableState, kind: type[Order], values: Values) -> Amounts | None:
    if kind not in (Decision, Announcement):
        return None
    return state.machine.amounts(state.play, values["seat"], values["choice"])


def _offer(
    kind: type[Order],
    roles: Iterable[Role],
    fields: Values,
    one_of: Mapping[str, list[Any]] = NOTHING,
    amounts: Amounts | None = None,
    *,
    second: bool = False,
) -> Offer:
    return {
        "kind": kind_of(kind),
        "roles": [*roles],
        "two_persons": kind.TWO_PERSONS,
        "second": second,
        "fields": fields,
        "one_of": {**one_of},
        "amounts": amounts and {"least": amounts.least, "most": amounts.most, "usual": [*amounts.usual]},
    }


def _together(alike: list[Values]) -> Iterator[tuple[Values, dict[str, list[Any]]]]:
    """As few as tell the same: what all have in common, and one field of which there are several values."""
    differ = [name for name, value in alike[0].items() if any(other[name] != value for other in alike)]
    if len(differ) > 1:
        for value in dict.fromkeys(each[differ[0]] for each in alike):
            yield from _together([each for each in alike if each[differ[0]] == value])
        return
    fields = {name: value for name, value in alike[0].items() if name not in differ}
    yield fields, {name: [each[name] for each in alike] for name in differ}


# -- the second person ------------------------------------------------------------------------------------------------


def _seconds(state: TableState) -> Iterator[Offer]:
    """What waits: whoever must look for himself is not told what the first one has said."""
    for half in halves(state):
        order = ORDERS[half.kind]
        roles = order.ROLES if half.role == Role.SUPERVISOR else order.ROLES & {Role.SUPERVISOR}
        fields = {"round": half.round} if isinstance(half, Asked) else {}
        if isinstance(half, Order) and not half.SECRET and not isinstance(half, EnterDice | CorrectDice):
            fields = {name: value for name, value in asdict(half).items() if name not in NOT_SAID}
        yield _offer(order, sorted(roles), fields, second=True)


# -- wagers -----------------------------------------------------------------------------------------------------------


def _laying(state: TableState) -> Iterator[Offer]:
    """What each seat may lay and take back: of seats that are alike, once."""
    if state.play is None or isinstance(state.awaits, Finished):
        return
    for seats, lays in _alike(_lays_by_seat(state)):
        laid = unsaid(state, next(iter(lays.values())))
        if roles := _taken_from(state, SeatIn, {"seat": seats[0], "wagers": laid}):
            yield {**_offer(SeatIn, roles, {}, {"seat": seats}), "lays": lays}
    game, wagers = mover(state.play), state.machine.wagers(state.play)
    if game is not None:
        wagers = {seat: dict.fromkeys(game.undone) for seat in game.players(state.play)}
    whole: BySeat = {
        seat: [each for each in (None, *laid) if _changes(state, Remove(seat, each))] for seat, laid in wagers.items()
    }
    yield from _of_wagers(state, TakeBack, whole)
    unit = state.options.unit
    parts: BySeat = {
        seat: [each for each, stake in laid.items() if stake is not None and _changes(state, Remove(seat, each, unit))]
        for seat, laid in wagers.items()
    }
    for offer in _of_wagers(state, TakeBack, parts, {"stake": unit}):
        offer["part"] = True
        yield offer
    for on in (True, False):
        called: BySeat = {
            seat: [each for each in laid if _changes(state, Working(seat, each, on))] for seat, laid in wagers.items()
        }
        for offer in _of_wagers(state, CallWager, called, {"on": on}):
            offer["fields"] = {"on": on}
            yield offer


def _of_wagers(
    state: TableState, kind: type[Order], by_seat: BySeat, said: Mapping[str, Any] = NOTHING
) -> Iterator[Offer]:
    for seats, wagers in _alike(by_seat):
        if roles := _taken_from(state, kind, {"seat": seats[0], "wager": wagers[0], **said}):
            yield _offer(kind, roles, {}, {"seat": seats, "wager": [*wagers]})


def _alike(by_seat: Mapping[str, Any]) -> list[tuple[list[str], Any]]:
    """Of those for whom there is anything, who has the same."""
    found: list[tuple[list[str], Any]] = []
    for seat, has in by_seat.items():
        known = next((seats for seats, other in found if other == has), None)
        if known is not None:
            known.append(seat)
        elif has:
            found.append(([seat], has))
    return found


def _lays_by_seat(state: TableState) -> dict[str, dict[str, list[str]]]:
    """What each may lay; whoever has laid the same, the same."""
    wagers, known = state.machine.wagers(state.play), list[tuple[Any, dict[str, list[str]]]]()
    found = {}
    for seat in (str(number) for number in range(1, state.options.seats + 1)):
        lying = wagers.get(seat, {})
        lays = next((lays for other, lays in known if other == lying), None)
        if lays is None:
            lays = _lays(state, seat)
            known.append((lying, lays))
        found[seat] = lays
    return found


def _lays(state: TableState, seat: str) -> dict[str, list[str]]:
    """By what is touched: what is laid with it. On an empty place that is what every player must lay, too."""
    game, lying = state.machine, state.machine.wagers(state.play).get(seat, {})
    alone = None if lying else _stepped(state, Wagers(seat))
    must = set() if alone is None else {*game.wagers(alone).get(seat, {})}
    lays: dict[str, list[str]] = {} if alone is None else {"": []}
    for wager in game.laid:
        tied = {
            wager,
            game.tied.get(wager, (wager,))[0],
            *(other for other, (to, _) in game.tied.items() if to == wager),
        }
        for laid in (tied, tied | must):
            stakes = unsaid(state, laid)
            if _stepped(state, Wagers(seat, stakes)) is not None and _is_offered(state, laid):
                lays[wager] = [*stakes]
                break
    return lays


def unsaid(state: TableState, wagers: Collection[str]) -> dict[str, int | None]:
    """These wagers in the order of the layout, amounts unknown; where chips are counted, the least that is posted."""
    counted = isinstance(state.machine, MovesChips)
    return {
        wager: limits_of(wager, state.options)[0] if counted else None
        for wager in state.machine.laid
        if wager in wagers
    }


def _is_offered(state: TableState, wagers: Collection[str]) -> bool:
    try:
        jackpot.check_offer(state, wagers)
    except FaultError:
        return False
    return True


def _changes(state: TableState, fact: Fact) -> bool:
    """It would be taken, and the layout would not be as it was."""
    after = _stepped(state, fact)
    return after is not None and after != state.play


def _stepped(state: TableState, fact: Fact) -> Any:
    """The game's state after this fact; None: it would be refused."""
    try:
        return state.machine.step(state.play, fact)[0]
    except RuleError:
        return None


# -- all else: what is tried, field by field --------------------------------------------------------------------------


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
    return (
        () if game is None else ({"seat": seat, "stake": owed} for seat, owed in game.owed(state.play).items() if owed)
    )


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
    return str(next(card for card in DECK if card not in up))


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
    return (
        {"stake": game.pushed(state.play, values["seat"])}
        if game and values["what"] == "bet" and "seat" in values
        else {}
    )


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
