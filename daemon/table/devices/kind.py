"""A kind of device as the table knows it: how it starts, is heard, is lost, is ready, is seen and is written down.

A table's only device of a kind bears the kind's own name. Where there are several, each has a name of its own, and one
of them is in use: what the others say is kept, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from pydantic import TypeAdapter

from daemon.table.events import Event, Happened, LinkProven
from daemon.table.orders import DeclareNoRoll, Order, Started
from daemon.table.play import Applied
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.observation import FromDevice, LinkDown
from rules.terms import Detail, Term

Device = TypeVar("Device", bound=NamedTuple)
Handler = Callable[[TableState, Any], Applied]


class Kind(Generic[Device]):
    """What every kind offers; most of it a simple kind can leave as it is."""

    kinds: ClassVar[Mapping[str, Kind[Any]]] = {}  # all that the table knows, by name; the registry sets it
    name: ClassVar[str]
    label: ClassVar[Term]  # its name for people
    unheard: Device  # what is known of one that nobody has heard
    View: ClassVar[Any]  # the shape of what `view` tells
    observations: ClassVar[tuple[type[FromDevice], ...]]  # what its driver reports, besides the loss of the link
    events: ClassVar[tuple[type[Happened], ...]] = ()  # of its own, besides those in daemon/table/events
    lost_fault: ClassVar[Fault | None] = None  # what holds a round that goes on without it; None: nothing does
    ended_by: ClassVar[Mapping[Fault, type[Order]]] = {}  # orders that end a hold which is this kind's own

    # -- which one ----------------------------------------------------------------------------------------------------

    def of(self, state: TableState) -> Device:
        """Returns what is known of the one in use."""
        return self.named(state, self.in_use(state))

    def named(self, state: TableState, name: str) -> Device:
        """What is known of this one."""
        known = state.devices.get(name)
        return self.unheard if known is None else cast("Device", known)

    def in_use(self, state: TableState) -> str:
        """The name of the one that the table uses now."""
        return state.in_use.get(self.name, self.name)

    def name_of(self, state: TableState, device: str) -> str:
        """Which of this kind's devices a driver calls so: the table's only one, whatever it is called."""
        return device if state.equipment.get(device) == self.name else self.name

    def put(self, state: TableState, device: Device, name: str | None = None) -> TableState:
        """The state with this in place of what was known of the one in use, or of the named one."""
        name = self.in_use(state) if name is None else name
        if device != self.unheard:
            return state._replace(devices={**state.devices, name: device})
        return state._replace(devices={other: known for other, known in state.devices.items() if other != name})

    def use(self, state: TableState, name: str | None) -> TableState:
        """The state in which this one is used; refused if the table has none of that name."""
        if name is None or name == self.in_use(state):
            return state
        if state.equipment.get(name) != self.name:
            raise FaultError(Fault.ORDER_ILLEGAL, Because.NO_DEVICE(name=name[:40], kind=self.name))
        return state._replace(in_use={**state.in_use, self.name: name})

    # -- what befalls it ----------------------------------------------------------------------------------------------

    def posted_before(self, said: Started) -> Mapping[str, Any] | None:
        """What a croupier that did not list its devices posted for this kind; None: the table had none."""
        return None

    def started(self, device: Device, posted: Mapping[str, Any] | None) -> Device:
        """A cold start: nothing has been heard of it yet. None: it does not stand at the table any more."""
        return device

    def unwatched(self, state: TableState, *events: Event) -> Applied:
        """A cold start in a round: what nobody watched is in doubt."""
        return state, events

    def observed(self, state: TableState, name: str, seen: Any) -> Applied:
        """Applies one of its observations."""
        raise NotImplementedError

    def follow(self, applied: Applied) -> Applied:
        """What it does because another device has spoken."""
        return applied

    def lost(self, state: TableState, name: str, link: LinkDown) -> Applied:
        """Applies that its driver has lost it."""
        return state, ()

    def proven(self, state: TableState) -> Applied:
        """It is back, and nothing that it said is missing: the dealer may end the hold."""
        if not state.in_round or state.hold is None or state.hold.proven:
            return state, ()
        return state._replace(hold=state.hold._replace(proven=True)), (LinkProven(),)

    def round_opened(self, state: TableState, device: Device) -> Device:
        """A new round begins; refused if it cannot with this device."""
        return device

    def forgotten(self, device: Device) -> Device:
        """Nobody awaits anything of it any more: the round is void, or its roll."""
        return device

    # -- what people order --------------------------------------------------------------------------------------------

    def in_round(self) -> Mapping[type[Order], Handler]:
        """The orders of its own while a round goes on."""
        return {}

    def between_rounds(self) -> Mapping[type[Order], Handler]:
        """The orders of its own between two rounds."""
        return {}

    def no_roll(self, state: TableState, order: DeclareNoRoll) -> Applied | None:
        """A throw is declared void; None: this kind has nothing to do with the dice of this round."""
        return None

    def busy(self, state: TableState, order: Order) -> Detail | None:
        """Why this order must wait for it; None: it need not."""
        return None

    # -- what is known of it ------------------------------------------------------------------------------------------

    def why_not(self, state: TableState) -> Detail | None:
        """Why a round cannot begin or go on with the one in use; None: it can."""
        return None

    def why_unreadable(self, state: TableState) -> Detail | None:
        """Says why the dice cannot be read yet; None: they can, as far as this kind knows."""
        return None

    def why_dice_unreadable(self, state: TableState) -> Detail | None:
        """Asks every kind why the dice cannot be read yet; None: they can."""
        return next((why for kind in self.kinds.values() if (why := kind.why_unreadable(state))), None)

    def compare(self, state: TableState) -> Applied | None:
        """Looks how the dice lie before they are shaken, so that it can tell afterwards; None: it does not look."""
        return None

    def throws(self, state: TableState) -> bool:
        """Whether one stands at the table that throws the dice, in place of a hand."""
        return False

    def has_dice(self, state: TableState) -> bool:
        """The dice are with it: nobody changes them now."""
        return False

    def supervisor_acts(self, state: TableState) -> bool:
        """A supervisor, not the dealer, does next what is to be done with it."""
        return False

    def proposes(self, state: TableState) -> Mapping[str, Any] | None:
        """What the table asks a person to declare because of it; it never declares it itself."""
        return None

    def view(self, device: Device) -> Mapping[str, Any] | None:
        """What everyone may know of it; None: the table has none."""
        return None

    def freeze(self, device: Device) -> dict[str, Any]:
        """Returns what is known of it as plain data."""
        return device._asdict()

    def thaw(self, frozen: Mapping[str, Any]) -> Device:
        """Makes a device of such data; raises if it never was one."""
        return self._adapter.validate_python(dict(frozen))

    @cached_property
    def _adapter(self) -> TypeAdapter[Device]:
        return TypeAdapter(type(self.unheard))
