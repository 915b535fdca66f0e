"""The kinds of device that a table knows: one file each, and one line here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from daemon.table.devices.camera import CAMERA
from daemon.table.devices.kind import Handler, Kind
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event, NoRollDeclared
from daemon.table.orders import DeclareNoRoll, Order, Started
from daemon.table.play import Applied, hold, resume, step
from daemon.table.state import Dice, TableState
from drivers.faults import Fault, FaultError
from drivers.observation import LinkDown
from rules.facts import NoRoll
from rules.terms import Detail

KINDS: dict[str, Kind[Any]] = {kind.name: kind for kind in (SHOE, SHAKER, CAMERA)}

Kind.kinds = KINDS
REPORTS: dict[type, Kind[Any]] = {seen: kind for kind in reversed(KINDS.values()) for seen in kind.observations}
FOLLOWERS = [kind for kind in KINDS.values() if type(kind).follow is not Kind.follow]
IN_ROUND: dict[type[Order], Handler] = {}
BETWEEN_ROUNDS: dict[type[Order], Handler] = {}
ENDED_BY: dict[Fault, type[Order]] = {}  # what ends a hold that is a device's own, beside what ends all
for _kind in KINDS.values():
    IN_ROUND.update(_kind.in_round())
    BETWEEN_ROUNDS.update(_kind.between_rounds())
    ENDED_BY.update(_kind.ended_by)


# -- what devices say -------------------------------------------------------------------------------------------------


def observed(state: TableState, seen: Any) -> Applied:
    """What one of them saw, and what others do because of it."""
    kind = _reporting(state, seen)
    applied = kind.observed(state, kind.name_of(state, seen.device), seen)
    for other in FOLLOWERS:
        applied = other.follow(applied)
    return applied


def lost(state: TableState, link: LinkDown) -> Applied:
    """A driver has lost its device."""
    kind = _called(state, link.device)
    return (state, ()) if kind is None else kind.lost(state, link.device, link)


def heard(state: TableState, seen: Any) -> TableState:
    """An observation of which nothing could be made is known to have come."""
    if type(seen) not in REPORTS or not hasattr(seen, "boot"):
        return state
    kind = _reporting(state, seen)
    name = kind.name_of(state, seen.device)
    return kind.put(state, kind.named(state, name)._replace(boot=seen.boot, seq=seen.seq), name)


def _called(state: TableState, device: str) -> Kind[Any] | None:
    """The kind of the device that its driver calls so."""
    return KINDS.get(state.equipment.get(device, device))


def _reporting(state: TableState, seen: Any) -> Kind[Any]:
    """Whose observation it is; of one that several kinds report (`LinkUp`), that of the device so called."""
    kind = _called(state, seen.device)
    return kind if kind is not None and type(seen) in kind.observations else REPORTS[type(seen)]


# -- the table's own --------------------------------------------------------------------------------------------------


def started(state: TableState, said: Started) -> TableState:
    """A cold start: these stand at the table now, and none of them has been heard yet."""
    listed: dict[str, tuple[str, Mapping[str, Any] | None]]
    if said.devices:
        listed = {device.name: (device.kind, device.posted) for device in said.devices if device.kind in KINDS}
    else:
        listed = {name: (name, kind.posted_before(said)) for name, kind in KINDS.items()}
    equipment = {name: kind for name, (kind, _) in listed.items() if name != kind}
    in_use = {}
    for kind in KINDS:
        names = [name for name, (of, _) in listed.items() if of == kind]
        used = state.in_use.get(kind, kind)
        if names and (used := used if used in names else names[0]) != kind:
            in_use[kind] = used
    gone = {name: (kind.name, None) for name, kind in _known(state) if name not in listed}
    state = state._replace(equipment=equipment, in_use=in_use)
    for name, (of, posted) in (listed | gone).items():
        known = KINDS[of].named(state, name)
        state = KINDS[of].put(state, KINDS[of].started(known, posted), name)
    return state


def unwatched(applied: Applied) -> Applied:
    """A cold start in a round: what nobody watched is in doubt."""
    for kind in KINDS.values():
        applied = kind.unwatched(applied[0], *applied[1])
    return applied


def round_opened(state: TableState) -> TableState:
    """Each is ready for a new round, or the round is refused."""
    for name, kind in _known(state):
        state = kind.put(state, kind.round_opened(state, kind.named(state, name)), name)
    return state._replace(dice_out=Dice.IN)


def forgotten(state: TableState) -> TableState:
    """Nobody awaits these dice, or what a device may still say of them, any more."""
    for name, kind in _known(state):
        state = kind.put(state, kind.forgotten(kind.named(state, name)), name)
    return state._replace(dice_out=Dice.IN, thrown=())


def _known(state: TableState) -> Iterator[tuple[str, Kind[Any]]]:
    """Every device of which something is known, by name."""
    for name, device in tuple(state.devices.items()):
        yield name, next(kind for kind in KINDS.values() if type(device) is type(kind.unheard))


# -- what people order ------------------------------------------------------------------------------------------------


def why_not(state: TableState) -> Detail | None:
    """Why a round cannot begin or go on with its devices; None: it can."""
    return next((why for kind in KINDS.values() if (why := kind.why_not(state))), None)


def going_on(state: TableState, events: tuple[Event, ...]) -> Applied:
    """A round that goes on, goes on with its devices."""
    if state.hold is None and state.in_round:
        for kind in KINDS.values():
            if kind.lost_fault is not None and kind.why_not(state):
                return hold(state, kind.lost_fault, "", *events)
    return state, events


def check_free(state: TableState, order: Order) -> None:
    """No device is at something that this order would disturb."""
    for kind in KINDS.values():
        if why := kind.busy(state, order):
            raise FaultError(Fault.ORDER_NOT_NOW, why)


def check_readable(state: TableState) -> None:
    """The dice lie where they can be read."""
    for kind in KINDS.values():
        if why := kind.why_unreadable(state):
            raise FaultError(Fault.ORDER_NOT_NOW, why)


def declare_no_roll(state: TableState, order: DeclareNoRoll) -> Applied:
    """95.3: a throw is void, and decides nothing."""
    state = forgotten(state)
    for kind in KINDS.values():
        if (applied := kind.no_roll(state, order)) is not None:
            return applied
    after, events = step(state, NoRoll(order.ground), NoRollDeclared(order.ground))
    if after.players_throw is not None:  # 95.4 asks whether it happens again and again
        after = after._replace(shooter=after.shooter.missed(order.ground))
    if after.hold is None or after.hold.fault is not Fault.DICE_NOT_OUT:
        return after, events
    after, resumed = resume(after)  # the throw that held the round is void
    return after, (*events, *resumed)


# -- what is known of them --------------------------------------------------------------------------------------------


def throw(state: TableState) -> bool:
    """Dice are thrown by a device, and not by a hand."""
    return any(kind.throws(state) for kind in KINDS.values())


def has_dice(state: TableState) -> bool:
    """The dice are with a device: nobody changes them now."""
    return any(kind.has_dice(state) for kind in KINDS.values())


def supervisor_acts(state: TableState) -> bool:
    """A supervisor, not the dealer, does next what is to be done with a device."""
    return any(kind.supervisor_acts(state) for kind in KINDS.values())


def proposes(state: TableState) -> Mapping[str, Any] | None:
    """What the table asks a person to declare because of a device."""
    return next((asked for kind in KINDS.values() if (asked := kind.proposes(state)) is not None), None)


def freeze(state: TableState) -> dict[str, Any]:
    """As plain data: each kind's own device under the kind's name, all others by their names."""
    frozen: dict[str, Any] = {name: kind.freeze(kind.named(state, name)) for name, kind in KINDS.items()}
    named = {name: {"kind": kind.name, **kind.freeze(kind.named(state, name))} for name, kind in _known(state)}
    if others := {name: device for name, device in named.items() if name not in KINDS}:
        frozen["devices"] = others
    if state.equipment:
        frozen |= {"equipment": dict(state.equipment), "in_use": dict(state.in_use)}
    return frozen


def thaw(state: TableState, frozen: Mapping[str, Any]) -> TableState:
    """The state with what was written down of its devices; raises if it never was that."""
    state = state._replace(equipment=dict(frozen.get("equipment", {})), in_use=dict(frozen.get("in_use", {})))
    for name, kind in KINDS.items():
        if name in frozen:  # older ones knew fewer kinds
            state = kind.put(state, kind.thaw(frozen[name]), name)
    for name, device in frozen.get("devices", {}).items():
        kind = KINDS[device["kind"]]
        state = kind.put(state, kind.thaw({key: value for key, value in device.items() if key != "kind"}), name)
    return state
