"""The camera's look at the dice: asked for by number, answered once; what it cannot read, two persons read.

Dice of a hand are looked at when somebody at the table says that they were thrown; those of a shaker, when they lie
still after a good shake. Where the shaker itself cannot prove that it shook them, the camera looks before the shake,
too: what lies afterwards as it lay then is no roll. An answer to a question that nobody asks any more is kept, and
decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from daemon.table.devices.kind import Handler, Kind
from daemon.table.events import DiceLie, DiceNotRead, Event, LookOrdered
from daemon.table.orders import DeclareNoRoll, EnterDice, Order, ReadDice, Started
from daemon.table.play import Applied, roll
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from drivers.observation import DiceSeen, DiceUnread
from rules.facts import AwaitDice
from rules.terms import Detail, Term


class Camera(NamedTuple):
    """What the table knows of its camera."""

    there: bool = False  # the table has one
    look: int = 0  # the last number that was given to a look; none is given twice
    looking: bool = False  # its answer is awaited
    compared: str = ""  # how they lay before the shake: "looking", "seen" or "unseen"; "": nobody asked
    unread: str = ""  # why the last look told nothing; "": it did, or nobody has looked since


class CameraView(TypedDict):
    """Whether it looks, and why it could not tell."""

    looking: bool
    unread: str


class CameraKind(Kind[Camera]):
    """Dice cameras."""

    name = "camera"
    label = Term("Caméra", "Camera")
    unheard = Camera()
    View = CameraView
    observations = (DiceSeen, DiceUnread)

    # -- what people order --------------------------------------------------------------------------------------------

    def in_round(self) -> Mapping[type[Order], Handler]:
        """Takes the order to read the dice."""
        return {ReadDice: self._read}

    def _read(self, state: TableState, order: ReadDice) -> Applied:
        """A person says that the dice lie there, thrown."""
        state = self.use(state, order.device)
        if not self.of(state).there:
            raise FaultError(Fault.ORDER_NOT_NOW, Because.NO_CAMERA())
        if not isinstance(state.awaits, AwaitDice):
            raise FaultError(Fault.ORDER_NOT_NOW, Because.DICE_NOT_AWAITED())
        if state.proposal is not None:  # it speaks of the last roll: another one must not come between
            raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSED(kind=state.proposal.kind))
        if why := self.why_dice_unreadable(state):
            raise FaultError(Fault.ORDER_NOT_NOW, why)
        return self._look(state, state.awaits)

    def busy(self, state: TableState, order: Order) -> Detail | None:
        """While it looks, people may only read the dice themselves, or declare them void."""
        waits = self.of(state).looking and not isinstance(order, DeclareNoRoll | EnterDice)
        return Because.CAMERA_READS() if waits else None

    # -- what it sees -------------------------------------------------------------------------------------------------

    def follow(self, applied: Applied) -> Applied:
        """The shaker has just said that its dice lie still: it looks."""
        state, events = applied
        lie = any(isinstance(event, DiceLie) for event in events)
        free = self.of(state).there and state.hold is None and state.proposal is None
        if not lie or not free or not isinstance(state.awaits, AwaitDice):
            return applied
        return self._look(state, state.awaits, *events)

    def _look(self, state: TableState, awaits: AwaitDice, *first: Event) -> Applied:
        state, events = self._ordered(state, awaits)
        return state.reading(), (*first, *events)

    def _ordered(self, state: TableState, awaits: AwaitDice) -> Applied:
        number = self.of(state).look + 1
        looking = self.of(state)._replace(look=number, looking=True, unread="")
        return self.put(state, looking), (LookOrdered(number, awaits.count),)

    def compare(self, state: TableState) -> Applied | None:
        """The picture before the shake; what lies there is no roll, whatever it shows."""
        camera = self.of(state)
        if not camera.there or not isinstance(state.awaits, AwaitDice):
            return None
        return self._ordered(self.put(state, camera._replace(compared="looking")), state.awaits)

    def observed(self, state: TableState, name: str, seen: DiceSeen | DiceUnread) -> Applied:
        """What the dice show, or that nobody can tell; a round that is held meanwhile is not decided by it."""
        camera = self.named(state, name)
        if not camera.looking or seen.look != camera.look:
            return state, ()
        state = self.put(state, camera._replace(looking=False), name)
        if camera.compared == "looking":
            return self._compared(state, name, seen)
        if isinstance(seen, DiceUnread):
            return self._not_read(state, name, seen.reason)
        if state.hold is not None:
            return self._not_read(state, name, state.hold.fault)
        if self.why_dice_unreadable(state):
            return self._not_read(state, name, Fault.ORDER_NOT_NOW)
        if camera.compared == "unseen":
            return self._not_read(state, name, "not_compared")
        try:
            return roll(state, seen.dice)
        except FaultError as refused:  # no device is refused: it happened, and people have the word
            return self._not_read(state, name, refused.fault)

    def _compared(self, state: TableState, name: str, seen: DiceSeen | DiceUnread) -> Applied:
        """How the dice lay before the shake; if nobody could tell, people say afterwards what they saw."""
        told = isinstance(seen, DiceSeen)
        state = self.put(state, self.named(state, name)._replace(compared="seen" if told else "unseen"), name)
        return (state, ()) if isinstance(seen, DiceSeen) else self._not_read(state, name, seen.reason)

    def _not_read(self, state: TableState, name: str, reason: str) -> Applied:
        unread = self.named(state, name)._replace(unread=str(reason))
        return self.put(state, unread, name), (DiceNotRead(str(reason)),)

    # -- what is known of it ------------------------------------------------------------------------------------------

    def posted_before(self, said: Started) -> Mapping[str, Any] | None:
        """It was posted that there was one, and nothing more."""
        return {} if said.camera else None

    def started(self, camera: Camera, posted: Mapping[str, Any] | None) -> Camera:
        """What it was asked before, it does not answer."""
        there = posted is not None
        return camera._replace(there=there, looking=False, compared=_given_up(camera.compared))

    def round_opened(self, state: TableState, camera: Camera) -> Camera:
        """Forgets the last round's look."""
        return self.forgotten(camera._replace(compared=""))

    def forgotten(self, camera: Camera) -> Camera:
        """What it still says decides nothing."""
        return camera._replace(looking=False, compared=_given_up(camera.compared), unread="")

    def has_dice(self, state: TableState) -> bool:
        """Tells whether it looks at the dice now."""
        return self.of(state).looking

    def view(self, camera: Camera) -> Mapping[str, Any] | None:
        """Whether it looks, and why it could not tell."""
        return {"looking": camera.looking, "unread": camera.unread} if camera.there else None


CAMERA = CameraKind()


def _given_up(compared: str) -> str:
    return "unseen" if compared == "looking" else compared
