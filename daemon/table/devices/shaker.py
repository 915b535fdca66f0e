"""The shake: ordered → moving → at rest, three tumbles at least, the dome closed throughout; then the dice may be read.

What a make of shaker cannot tell is not asked of it. One that counts no tumbles proves no shake: then a camera looks
before and after, and dice that lie as they lay count for nothing. Anything else holds the round and proposes a no
roll, which a person declares with its ground (95.3, A113). No device and no time-out ever turns into one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from typing_extensions import TypedDict

from daemon.table.devices.kind import Handler, Kind
from daemon.table.events import (
    DiceLie,
    DiceMove,
    DiceNotRead,
    Event,
    NoRollDeclared,
    ProposalEnded,
    ShakeOrdered,
    ShakerReported,
)
from daemon.table.orders import DeclareNoRoll, Order, Shake, Started
from daemon.table.play import Applied, hold, resume, step
from daemon.table.state import TableState
from daemon.text.details import Because
from daemon.text.role import Role
from drivers.faults import Fault, FaultError
from drivers.observation import (
    DiceRested,
    DomeMoved,
    FromShaker,
    LinkDown,
    MotorFelt,
    ShakeBegan,
    ShakerArmed,
    ShakerSaid,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from rules.dice import BY_SHAKER
from rules.facts import AwaitDice, NoRoll
from rules.terms import Detail, Term

LEAST_TUMBLES = 3
UNDER_WAY = ("ordered", "moving")
UNSEEN = ("not_started", "unmoved")  # why no shake was seen, though one was ordered
FAULTS = (Fault.SHAKE_FAILED, Fault.SHAKE_UNSEEN)  # of a shake that counts for nothing
Phase = Literal["idle", "comparing", "ordered", "moving", "rested", "failed"]


class Shaker(NamedTuple):
    """What the table knows of its shaker, and how far the shake has come that somebody ordered."""

    reshakes: int | None = None  # so often a dealer may order the shake again; None: this table has no shaker
    boot: str | None = None  # None: never heard
    seq: int = 0
    up: bool = False
    closed: bool = True  # the dome
    turning: bool = False  # something moves in it, as far as it has said
    order: int = 0  # the last number that was given to a shake; none is given twice
    phase: Phase = "idle"  # of that shake; it matters while dice are awaited
    tumbles: int = 0
    again: int = 0  # shakes of this round that came to nothing
    unproven: tuple[str, ...] | None = None  # what this make cannot tell; None: recorded before there were makes
    unseen: int = 0  # ordered shakes in a row of which nobody saw anything

    @property
    def there(self) -> bool:
        """Tells whether the table has one."""
        return self.reshakes is not None

    @property
    def proves(self) -> bool:
        """It proves by itself that it shook the dice."""
        return "tumbles" not in (self.unproven or ())

    @property
    def escalated(self) -> bool:
        """A supervisor orders the next shake."""
        return self.reshakes is not None and self.again > self.reshakes


class ShakerView(TypedDict):
    """How far the shake has come, and who orders the next one."""

    up: bool
    phase: Phase
    order: int
    closed: bool | None  # null: this make cannot tell, as with `tumbles`
    turning: bool
    tumbles: int | None
    again: int
    escalated: bool
    unproven: list[str]  # what this make cannot tell


class ShakerKind(Kind[Shaker]):
    """Dice shakers."""

    name = "shaker"
    label = Term("Agitateur", "Shaker")
    unheard = Shaker()
    View = ShakerView
    observations = (
        *(DomeMoved, ShakerArmed, ShakeBegan, MotorFelt, DiceRested, ShakerTrouble),
        *(ShakeUndone, ShakerUp, ShakerSaid),
    )
    lost_fault = Fault.SHAKER_LOST
    ended_by = dict.fromkeys(FAULTS, DeclareNoRoll)

    def needed(self, state: TableState) -> bool:
        """A round waits for dice that come out of the shaker."""
        return self.of(state).there and state.in_round and isinstance(state.awaits, AwaitDice)

    # -- what people order --------------------------------------------------------------------------------------------

    def in_round(self) -> Mapping[type[Order], Handler]:
        """Takes the order to shake the dice."""
        return {Shake: self._order}

    def _order(self, state: TableState, order: Shake) -> Applied:
        """The order is numbered and on disk before the shaker hears of it."""
        if self.of(state).phase == "idle":
            state = self.use(state, order.device)
        shaker = self.of(state)
        if not self.needed(state):
            raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_TO_SHAKE())
        if not shaker.up or not shaker.closed or shaker.turning or shaker.phase != "idle":
            raise FaultError(Fault.ORDER_NOT_NOW, _why_not(shaker))
        if shaker.escalated and order.role != Role.SUPERVISOR:
            raise FaultError(Fault.SUPERVISOR_NEEDED, order.kind)
        if not shaker.proves and (looking := self._compare(state)) is not None:
            return looking
        return self._shake(state)

    def _shake(self, state: TableState, *first: Event) -> Applied:
        shaker = self.of(state)
        number = shaker.order + 1
        ordered = shaker._replace(order=number, phase="ordered", tumbles=0)
        return self.put(state, ordered), (*first, ShakeOrdered(number))

    def _compare(self, state: TableState) -> Applied | None:
        """Something looks at the dice first, if something can."""
        looking = next((applied for kind in self.kinds.values() if (applied := kind.compare(state)) is not None), None)
        if looking is None:
            return None
        state, events = looking
        return self.put(state, self.of(state)._replace(phase="comparing")), events

    def follow(self, applied: Applied) -> Applied:
        """Something has looked at the dice: now it shakes them. Dice that did not move, it did not shake."""
        state, events = applied
        shaker = self.of(state)
        if shaker.phase == "comparing" and not any(
            kind.has_dice(state) for kind in self.kinds.values() if kind != self
        ):
            if self.needed(state) and state.hold is None and shaker.up and not shaker.turning:
                return self._shake(state, *events)
            return self.put(state, shaker._replace(phase="idle")), events
        unmoved = any(isinstance(event, DiceNotRead) and event.reason == "unmoved" for event in events)
        if unmoved and not shaker.proves and shaker.phase == "rested" and self.needed(state):
            return self._fail(state, "unmoved", *events)
        return applied

    def why_unreadable(self, state: TableState) -> Detail | None:
        """Its dice are read at rest, after a good shake, under a closed dome; those of a hand, as they lie."""
        shaker = self.of(state)
        if not self.needed(state) or (shaker.phase == "rested" and shaker.up and shaker.closed):
            return None
        return Because.DICE_NOT_STILL()

    def no_roll(self, state: TableState, order: DeclareNoRoll) -> Applied | None:
        """Only what can befall a shaker is a ground (A113); and something was shaken."""
        if not self.needed(state):
            return None
        shaker = self.of(state)
        if order.ground not in BY_SHAKER:
            raise FaultError(Fault.ORDER_ILLEGAL, Because.NO_GROUND(grounds=", ".join(sorted(BY_SHAKER))))
        if shaker.phase not in ("rested", "failed"):
            raise FaultError(Fault.ORDER_NOT_NOW, Because.NOTHING_SHAKEN())
        dropped = (ProposalEnded(state.proposal.kind, order.by, "rejected"),) if state.proposal else ()
        again = self.put(state, shaker._replace(phase="idle", again=shaker.again + 1))
        after, events = step(again._replace(proposal=None), NoRoll(order.ground))
        resumed: tuple[Event, ...] = ()
        if after.hold is not None and after.hold.fault in FAULTS:
            after, resumed = resume(after)
        events = (*dropped, NoRollDeclared(order.ground), *events, *resumed)
        if after.hold is None and not shaker.up:  # a round that goes on, goes on with its shaker
            return hold(after, Fault.SHAKER_LOST, "", *events)
        return after, events

    # -- what it says -------------------------------------------------------------------------------------------------

    def observed(self, state: TableState, name: str, seen: FromShaker | ShakeUndone | ShakerUp | ShakerSaid) -> Applied:
        """Applies each of its events once, and in order."""
        match seen:
            case ShakerSaid():
                return self._said(state, name, seen)
            case ShakerUp():
                return self._up(state, name, seen)
            case ShakeUndone():
                return self._undone(state, name, seen)
        before = self.named(state, name)
        if seen.boot == before.boot and seen.seq <= before.seq:
            return state, ()  # told twice
        state = self.put(state, heard(before, seen), name)
        events: tuple[Event, ...] = (ShakerReported(seen.what),) if isinstance(seen, ShakerTrouble) else ()
        if not self.needed(state) or name != self.in_use(state):
            return state, events
        phase, why = handshake(before, seen)
        if why:
            return self._fail(state, why, *events)
        if phase == before.phase:
            return state, events
        moved = self.of(state)._replace(phase=phase)
        if isinstance(seen, DiceRested):
            rested = moved._replace(tumbles=seen.tumbles, unseen=0)
            return self.put(state, rested), (DiceLie(rested.order, seen.tumbles),)
        return self.put(state, moved), (DiceMove(before.order),)

    def _said(self, state: TableState, name: str, seen: ShakerSaid) -> Applied:
        """One that numbers nothing says what it does. After a lost link it cannot prove what it did meanwhile."""
        before = self.named(state, name)
        turning = seen.what in ("order_received", "shaking") or (before.turning and seen.what == "order_of_another")
        state = self.put(state, before._replace(up=True, turning=turning), name)
        events: tuple[Event, ...] = (ShakerReported(seen.what),) if seen.what == "program_error" else ()
        if name != self.in_use(state):
            return state, events
        if self.needed(state):
            phase, why = spoken(before, seen)
            if why:
                return self._fail(state, why, *events)
            if phase != before.phase:
                state = self.put(state, self.of(state)._replace(phase=phase))
                done = {"moving": DiceMove(before.order), "rested": DiceLie(before.order, None)}
                events += (done[phase],) if phase in done else ()
        if not seen.first or before.phase == "failed":
            return state, events
        state, proven = self.proven(state)
        return state, (*events, *proven)

    def _undone(self, state: TableState, name: str, seen: ShakeUndone) -> Applied:
        """The driver gave up on an order. A shake that provably never began is no throw: it may be ordered again."""
        shaker = self.of(state)
        if not self.needed(state) or name != self.in_use(state):
            return state, ()
        if seen.order != shaker.order or shaker.phase not in UNDER_WAY:
            return state, ()  # of a shake that has had its end
        if seen.begun or shaker.phase == "moving":
            return self._fail(state, seen.what)
        refused = shaker._replace(phase="idle", again=shaker.again + 1)
        return hold(self.put(state, refused), Fault.SHAKE_REFUSED, seen.what)

    def _up(self, state: TableState, name: str, link: ShakerUp) -> Applied:
        """Whoever has heard its last event has heard all; if dice lie in it, nothing else will do."""
        before = self.named(state, name)
        missed = (link.boot, link.seq) != (before.boot, before.seq)
        now = before._replace(
            boot=link.boot, seq=link.seq, up=True, closed=link.closed, turning=link.turning,
            order=max(before.order, link.order),
        )  # fmt: skip
        state = self.put(state, now, name)
        if name != self.in_use(state):
            return state, ()
        if self.needed(state) and before.phase in (*UNDER_WAY, "rested") and (missed or not link.closed):
            return self._fail(state, "events_missing" if link.closed else "dome_opened")
        if self.needed(state) and now.phase == "failed":
            return state, ()  # it is back, and proves nothing
        return self.proven(state) if now.there else (state, ())

    def lost(self, state: TableState, name: str, link: LinkDown) -> Applied:
        """A shake that was under way is in doubt, whatever it says when it is back."""
        state = self.put(state, self.named(state, name)._replace(up=False), name)
        shaker = self.of(state)
        if not (shaker.there and state.in_round) or name != self.in_use(state):
            return state, ()
        if self.needed(state) and shaker.phase in UNDER_WAY:
            return self._fail(state, "link_lost")
        return hold(state, Fault.SHAKER_LOST, link.device)

    def _fail(self, state: TableState, why: str, *first: Event) -> Applied:
        shaker = self.of(state)
        if shaker.phase == "failed":
            return state, first
        unseen = shaker.unseen + 1 if why in UNSEEN else 0
        again = unseen > 1 and shaker.unproven is not None  # once nobody counted them
        state = self.put(state, shaker._replace(phase="failed", unseen=unseen))
        return hold(state, Fault.SHAKE_UNSEEN if again else Fault.SHAKE_FAILED, why, *first)

    # -- what befalls it ----------------------------------------------------------------------------------------------

    def posted_before(self, said: Started) -> Mapping[str, Any] | None:
        """A table without one posted no reshakes."""
        return None if said.reshakes is None else {"reshakes": said.reshakes}

    def started(self, shaker: Shaker, posted: Mapping[str, Any] | None) -> Shaker:
        """It has to prove anew how it is."""
        if posted is None:
            return shaker._replace(up=False, reshakes=None)
        unproven = posted.get("unproven")
        told = None if unproven is None else tuple(unproven)
        return shaker._replace(up=False, reshakes=posted["reshakes"], unproven=told)

    def unwatched(self, state: TableState, *events: Event) -> Applied:
        """After a cold start nobody has watched the shake that was under way."""
        if self.needed(state) and self.of(state).phase in UNDER_WAY:
            return self._fail(state, "restarted", *events)
        if self.of(state).phase == "comparing":  # nothing was shaken yet
            state = self.put(state, self.of(state)._replace(phase="idle"))
        return state, events

    def round_opened(self, state: TableState, shaker: Shaker) -> Shaker:
        """Forgets the shakes of the last round, but not that nobody saw its last one."""
        unseen = 0 if shaker.phase == "rested" else shaker.unseen
        return shaker._replace(phase="idle", tumbles=0, again=0, unseen=unseen)

    # -- what is known of it ------------------------------------------------------------------------------------------

    def why_not(self, state: TableState) -> Detail | None:
        """It must answer, if the table has one."""
        shaker = self.of(state)
        return Because.SHAKER_SILENT() if shaker.there and not shaker.up else None

    def throws(self, state: TableState) -> bool:
        """Where there is one, it does (95.20)."""
        return self.of(state).there

    def has_dice(self, state: TableState) -> bool:
        """While a shake of this round is not over."""
        return state.in_round and self.of(state).phase != "idle"

    def supervisor_acts(self, state: TableState) -> bool:
        """After several shakes that came to nothing a supervisor orders the next one."""
        shaker = self.of(state)
        return isinstance(state.awaits, AwaitDice) and shaker.phase == "idle" and shaker.escalated

    def proposes(self, state: TableState) -> Mapping[str, Any] | None:
        """A no roll, with a ground that can befall a shaker."""
        if state.hold is None or state.hold.fault not in FAULTS:
            return None
        return {"kind": "declare_no_roll", "ground": sorted(BY_SHAKER)}

    def view(self, shaker: Shaker) -> Mapping[str, Any] | None:
        """How far the shake has come, and who orders the next one."""
        if not shaker.there:
            return None
        unproven = shaker.unproven or ()
        told = {name: getattr(shaker, name) for name in ShakerView.__annotations__} | {"unproven": list(unproven)}
        untold = {"dome": "closed", "tumbles": "tumbles"}
        return told | {field: None for lack, field in untold.items() if lack in unproven}


SHAKER = ShakerKind()


def _why_not(shaker: Shaker) -> Detail:
    if not shaker.up:
        return Because.SHAKER_SILENT()
    if not shaker.closed:
        return Because.DOME_OPEN()
    return Because.DICE_MOVE() if shaker.turning else Because.DICE_SHAKEN()


def heard(shaker: Shaker, seen: FromShaker) -> Shaker:
    """What is known of it after an event, whoever ordered what."""
    turning = isinstance(seen, ShakeBegan) or (shaker.turning and not isinstance(seen, DiceRested))
    return shaker._replace(boot=seen.boot, seq=seen.seq, closed=seen.closed, turning=turning)


def handshake(shaker: Shaker, seen: FromShaker) -> tuple[Phase, str]:
    """How far the shake has come with this event, and why it is not a good one (\"\": it may still be).

    A gap in the shaker's numbers while a shake counts is a shake that nobody can vouch for.
    """
    if shaker.phase == "failed":
        return "failed", ""  # a person has the word
    if shaker.phase != "idle" and (seen.boot, seen.seq) != (shaker.boot, shaker.seq + 1):
        return "failed", "events_missing"
    match shaker.phase, seen:
        case "idle", DomeMoved() | DiceRested() | MotorFelt() | ShakerTrouble() | ShakerArmed():
            return "idle", ""  # nothing is shaken; what was shaken before has had its end, and arming moves no dice
        case _, _ if not seen.closed:
            return "failed", "dome_opened"
        case _, ShakerTrouble(what=what):
            return "failed", what
        case "ordered", ShakerArmed(order=order) if order == shaker.order:
            return "ordered", ""
        case "ordered", ShakeBegan(order=order) if order == shaker.order:
            return "moving", ""
        case "moving", MotorFelt(order=order) if order == shaker.order:
            return "moving", ""
        case "moving", DiceRested(order=order, tumbles=tumbles) if order == shaker.order:
            return ("rested", "") if tumbles >= LEAST_TUMBLES else ("failed", "too_few_tumbles")
        case "rested", DomeMoved() | MotorFelt():
            return "rested", ""
    return "failed", "not_ordered"


def spoken(shaker: Shaker, seen: ShakerSaid) -> tuple[Phase, str]:
    """The same of a make that numbers nothing: received, shaking, idle again, and nobody else's order between."""
    match shaker.phase, seen.what:
        case "failed", _:
            return "failed", ""  # a person has the word
        case (("ordered" | "moving" | "rested"), _) if seen.first:
            return "failed", "unwatched"
        case _, "program_error":
            return ("idle", "") if shaker.phase in ("idle", "comparing") else ("failed", "program_error")
        case (("idle" | "comparing" | "rested"), "idle"):
            return shaker.phase, ""
        case (("idle" | "comparing"), "shaking") if shaker.turning:
            return shaker.phase, ""  # somebody has decided on that already
        case "ordered", ("idle" | "order_received"):
            return "ordered", ""
        case (("ordered" | "moving"), "shaking"):
            return "moving", ""
        case "moving", "idle":
            return "rested", ""
    return "failed", "not_ordered"
