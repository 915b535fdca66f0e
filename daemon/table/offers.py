"""What may be ordered now: whoever shows the table to people offers this, and so knows no rule.

Nothing here decides anything: an order that people could give is tried on the state as it is, and is offered if it
would be taken. What it would do is thrown away. Whether an order is refused never depends on a card that lies face
down, so neither does what is offered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, NotRequired

from typing_extensions import TypedDict

from daemon.table import jackpot
from daemon.table.apply import apply
from daemon.table.candidates import CANDIDATES, PROBES, Values
from daemon.table.chips import mover
from daemon.table.kinds import ORDERS
from daemon.table.orders import (
    Acknowledge,
    Announcement,
    CallWager,
    CorrectDice,
    Decision,
    EnterDice,
    Order,
    SeatIn,
    TakeBack,
)
from daemon.table.state import Asked, TableState
from daemon.table.waiting import halves
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import kind_of
from rules.capabilities import MovesChips
from rules.facts import (
    Fact,
    Finished,
    Remove,
    Wagers,
    Working,
)
from rules.game import Amounts, RuleError, limits_of

BySeat = Mapping[str, list[str | None]]
NOTHING: Mapping[str, Any] = {}
NOT_SAID = ("kind", "by", "role", "person", "key", "reason")  # again by the second person


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
            if refused.fault is not Fault.SUPERVISOR_NEEDED and kind is not Acknowledge:  # what was seen says no more
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
