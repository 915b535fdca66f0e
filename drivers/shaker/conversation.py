"""One conversation with the shaker (docs/protocols/shaker.md): what its events mean, and what it was told to do.

No I/O of its own, and no clock. Whether a shake was a good one, the table decides; here is only what was said, once
each, and what was owed and did not come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from drivers.driver import Sighting, Tally
from drivers.faults import Fault, FaultError
from drivers.observation import (
    Clear,
    DiceRested,
    DomeMoved,
    MotorFelt,
    Observation,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from drivers.shaker.wire import (
    Arm,
    Command,
    Event,
    Identity,
    Kind,
    Light,
    LockDome,
    Refusal,
    Shake,
    Status,
    Stop,
    Trouble,
    WireError,
    named_boot,
    text,
)

BEGINS_WITHIN = 3.0  # seconds from the order to dice that move
LAST_ORDER = 2**32 - 1  # that fits into a request
FLOOD = 200  # events between two looks at its status; no shaker has so much to tell


@dataclass(frozen=True, slots=True)
class Manner:
    """How this table's shaker shakes."""

    pattern: int = 0
    amplitude: int = 60  # percent
    milliseconds: int = 3000
    parameters: tuple[int, int] = (0, 0)  # two more of the maker's own, where a make has them
    rest_within: float = 10.0  # seconds, from the motor's end to dice that lie still


@dataclass(slots=True)
class ShakerTally(Tally):
    """What is counted of a shaker, since the start; `gaps` are events that were numbered and never came."""

    events: int = 0
    stalls: int = 0  # requests that it refused
    reenumerations: int = 0


class Conversation:
    """From the claim of the interface to its loss."""

    def __init__(self, device: str, manner: Manner, tally: ShakerTally) -> None:
        self._device = device
        self._manner = manner
        self._tally = tally
        self._boot = self._seq = 0
        self._order = 0  # the last that was given to it in this conversation
        self._owed: tuple[int, str, float] | None = None  # the order, what is due, and when
        self._unfit = 0  # an order that no request can hold
        self._behind = False  # its status told of an event that had not come
        self._burst = 0
        self._lock: bool | None = None  # what it was told last
        self._light: bool | None = None
        self.status: Status | None = None
        self.outgoing: deque[Command] = deque()

    def meet(self, identity: Identity, status: Status) -> Sighting:
        """It has said who and how it is."""
        if identity.boot != status.boot:
            raise FaultError(Fault.SHAKER_REENUMERATED, self._device)  # it was switched on just now: once more
        self._boot = status.boot
        return self._resync(status)

    # -- events -------------------------------------------------------------------------------------------------------

    def heard(self, packet: bytes, now: float) -> Iterator[Sighting]:
        """What an event tells, once; raises SHAKER_BABBLES if it is none."""
        try:
            event = Event.decode(packet)
        except WireError as error:
            raise FaultError(Fault.SHAKER_BABBLES, self._device) from error
        self._tally.events += 1
        self._burst += 1
        if self._burst > FLOOD:
            raise FaultError(Fault.SHAKER_BABBLES, self._device)
        if event.boot != self._boot:
            raise FaultError(Fault.SHAKER_REENUMERATED, self._device)
        if event.seq <= self._seq:
            self._tally.repeated += 1
            return
        self._tally.gaps += event.seq - self._seq - 1
        self._seq, self._behind = event.seq, False
        self._account(event, now)
        yield Sighting(self._observed(event), Clear(packet))

    def _observed(self, event: Event) -> Observation:
        device, boot, seq, closed = self._device, named_boot(event.boot), event.seq, event.closed
        match event.kind:
            case Kind.DOME:
                return DomeMoved(device, boot, seq, closed)
            case Kind.ARMED:
                return ShakerArmed(device, boot, seq, closed, event.order)
            case Kind.MOVING:
                return ShakeBegan(device, boot, seq, closed, event.order)
            case Kind.MOTOR:
                return MotorFelt(device, boot, seq, closed, event.order, event.value)
            case Kind.AT_REST:
                return DiceRested(device, boot, seq, closed, event.order, event.value)
        return ShakerTrouble(device, boot, seq, closed, event.order, trouble(event.value))

    def _account(self, event: Event, now: float) -> None:
        """What was owed has come, and what is owed next."""
        if self._owed is None or event.order != self._owed[0]:
            return
        if event.kind == Kind.MOVING:
            due = now + self._manner.milliseconds / 1000 + self._manner.rest_within
            self._owed = event.order, "never_rests", due
        elif event.kind == Kind.AT_REST:
            self._owed = None

    # -- its status ---------------------------------------------------------------------------------------------------

    def polled(self, status: Status) -> Iterator[Sighting]:
        """How it is, once a second. An event that its status counts and that has not come by the next time is lost."""
        self._burst = 0
        if status.boot != self._boot:
            raise FaultError(Fault.SHAKER_REENUMERATED, self._device)
        self.status = status
        behind = status.seq > self._seq
        if behind and self._behind:
            self._tally.gaps += status.seq - self._seq
            yield self._resync(status)
        else:
            self._behind = behind

    def _resync(self, status: Status) -> Sighting:
        self.status, self._seq, self._behind = status, status.seq, False
        up = ShakerUp(
            self._device, named_boot(status.boot), status.seq, status.closed, status.turning, status.order
        )  # fmt: skip
        return Sighting(up, Clear(status.encode()))

    def check(self, now: float) -> Iterator[Sighting]:
        """What is owed for too long is told, and not waited for any more; what was never sent, too."""
        if self._unfit:
            order, self._unfit = self._unfit, 0
            yield Sighting(ShakeUndone(self._device, order, "numbers_used_up", begun=False))
        if self._owed is not None and now > self._owed[2]:
            order, what, _ = self._owed
            what = "events_missing" if self._behind else what
            self._owed = None
            yield Sighting(ShakeUndone(self._device, order, what, begun=True))

    # -- orders -------------------------------------------------------------------------------------------------------

    def shake(self, order: int) -> None:
        """Told once: an order that was given before is not given again."""
        if order <= self._order:
            return
        self._order, manner = order, self._manner
        if order > LAST_ORDER:  # a shaker said that it had taken the last one
            self._unfit = order
        else:
            self.outgoing += (Arm(order), Shake(order, manner.pattern, manner.amplitude, manner.milliseconds))

    def stop(self) -> None:
        """The motor stops, if it runs."""
        if self.status is not None and Stop() not in self.outgoing:
            self.outgoing.append(Stop())

    def lock(self, *, on: bool) -> None:
        """The dome, if it is not so already."""
        if on is not self._lock:
            self._lock = on
            self.outgoing.append(LockDome(on))

    def light(self, *, on: bool) -> None:
        """The lamp, if it is not so already."""
        if on is not self._light:
            self._light = on
            self.outgoing.append(Light(on))

    def taken(self, command: Command, now: float) -> None:
        """Hears that the shaker took a command: a shake must begin soon."""
        if isinstance(command, Shake):
            self._owed = command.order, "not_started", now + BEGINS_WITHIN

    def refused(self, command: Command, status: Status, *, answered: bool = True) -> Iterator[Sighting]:
        """The shaker stalled it, or let it lie; its status says why, and whether a shake has begun all the same."""
        self._tally.stalls += 1
        self.status = status
        if not isinstance(command, Arm | Shake):
            return
        self.outgoing = deque(each for each in self.outgoing if not isinstance(each, Arm | Shake))
        begun = status.order >= command.order and status.refusal != Refusal.REPEATED
        what = refusal(status.refusal) if answered else "no_answer"  # its last refusal was of something else then
        yield Sighting(ShakeUndone(self._device, command.order, what, begun=begun), Clear(status.encode()))


def is_event(packet: bytes) -> bool:
    """Tells whether these bytes are an event of the protocol."""
    try:
        Event.decode(packet)
    except WireError:
        return False
    return True


def trouble(number: int) -> str:
    """In words, as far as the protocol knows it.

    >>> trouble(1), trouble(99)
    ('motor_blocked', 'trouble_99')
    """
    return Trouble(number).name.lower() if number in set(Trouble) else f"trouble_{number}"


def refusal(number: int) -> str:
    """Why a request was stalled, in words.

    >>> refusal(2), refusal(0)
    ('dome_open', 'stalled')
    """
    known = number in set(Refusal) and number not in (Refusal.NONE, Refusal.UNKNOWN)
    return Refusal(number).name.lower() if known else "stalled"


def describe_identity(identity: Identity) -> tuple[str, str, str]:
    """A shaker's model, serial number and firmware, as people read them."""
    return text(identity.model), text(identity.serial), f"{identity.firmware >> 8}.{identity.firmware & 255}"
