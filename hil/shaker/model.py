"""The shaker itself: what it answers, what it tells, and every named fault. It knows no bus, and no clock.

Everything is a question of `now`: whoever asks says what time it is, and the model catches up.
"""

from __future__ import annotations

import heapq
import random
import threading
from collections import deque
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any, ClassVar, TypeVar, cast

from drivers.shaker.wire import (
    COMMANDS,
    EVENTS,
    IN,
    INTERFACE,
    MAGIC,
    MOST_MILLISECONDS,
    OUT,
    PRODUCT,
    PROTOCOL,
    VENDOR,
    Arm,
    Event,
    Flag,
    Identity,
    Kind,
    Light,
    LockDome,
    Phase,
    Refusal,
    SelfTest,
    Shake,
    Status,
    Stop,
    Trouble,
    WireError,
)

MODEL = b"SHAKER-SIM"
FIRMWARE = 0x0102
TUMBLES = 7
MOTOR_EVERY = 0.25  # seconds between two readings of its current
SETTLES = 0.1  # seconds from the motor's stop to dice that lie still
AWAY = 0.4  # seconds that it is off the bus when it re-enumerates
MOMENT = 0.01  # seconds between two looks whether the host has fetched what was told
BABBLE = 64  # bytes, where sixteen are due

# What the host's kernel reads before any program does.
DEVICE = bytes([18, 1, 0x00, 0x02, 0, 0, 0, 64, *VENDOR.to_bytes(2, "little"), *PRODUCT.to_bytes(2, "little")])
DEVICE += bytes([0x02, 0x01, 1, 2, 3, 1])  # bcdDevice 1.2; strings: maker, product, serial number; one configuration
CONFIGURATION = bytes([9, 2, 25, 0, 1, 1, 0, 0x80, 50])
INTERFACE_DESCRIPTOR = bytes([9, 4, INTERFACE, 0, 1, 0xFF, 0, 0, 0])
ENDPOINT = bytes([7, 5, EVENTS, 3, 16, 0, 10])
DESCRIPTORS = DEVICE + CONFIGURATION + INTERFACE_DESCRIPTOR + ENDPOINT


Method = TypeVar("Method", bound=Callable[..., Any])


def alone(method: Method) -> Method:
    """The bus and the rig are in threads of their own: one after the other."""

    @wraps(method)
    def locked(self: Model, *arguments: Any, **named: Any) -> Any:
        with self.lock:
            return method(self, *arguments, **named)

    return cast("Method", locked)


class StalledError(Exception):
    """The device refuses a request."""


class Model:
    """One shaker; `on` are the faults that are switched on."""

    FAULTS: ClassVar = {
        "stall": "it refuses to be armed and to shake, and does not say why",
        "unplug": "the cable is pulled; off: it is put back",
        "unplug_mid_shake": "the cable is pulled in the middle of the next shake; off: it is put back",
        "never_rests": "the dice never come to rest; off: those that still move do",
        "few_tumbles": "the next shakes are too weak: two tumbles",
        "dome_opens": "the dome opens in the middle of the next shakes; off: somebody closes it",
        "repeat_event": "every event is told three times",
        "lose_event": "an event gets its number, and is never told",
        "busy": "another process holds it",
        "no_access": "only root may open it",
        "wrong_serial": "another shaker is on this cable",
        "reenumerate": "it leaves the bus and comes back at another address; it remembers everything",
        "power_cycle": "switched off and on: nothing is remembered",
        "babble": "its events are longer than it said",
        "motor_blocked": "the motor is blocked in the middle of the next shakes",
    }

    def __init__(self, serial: str, seed: int = 0) -> None:
        self.on: set[str] = set()
        self.lock = threading.RLock()
        self._serial = serial
        self._random = random.Random(seed)
        self._planned: list[tuple[float, int, Callable[[float], None]]] = []
        self._numbers = count()
        self._queued: deque[bytes] = deque()
        self._pulled = False  # by `unplug_mid_shake`
        self.address = 5  # on the bus
        self.shakes = 0  # how often it has shaken, whoever wanted it
        self._power_up()

    def _power_up(self) -> None:
        self._boot = self._random.getrandbits(32)
        self._seq = self._order = self._armed = self._tumbles = self._milliamps = 0
        self._phase, self._flags, self._refusal, self._trouble = Phase.IDLE, Flag.DOME_CLOSED, Refusal.NONE, 0
        self._planned.clear()
        self._queued.clear()
        self._away_until = 0.0

    # -- the bus ------------------------------------------------------------------------------------------------------

    @property
    def serial(self) -> str:
        """Returns the serial number that the shaker gives."""
        return "SOMEONE-ELSE" if "wrong_serial" in self.on else self._serial

    @alone
    def present(self, now: float) -> bool:
        """Tells whether the shaker is on the bus."""
        self._catch_up(now)
        return "unplug" not in self.on and not self._pulled and now >= self._away_until

    @alone
    def switched(self, fault: str, now: float, *, on: bool) -> None:
        """A fault was switched; for those that act at once."""
        self._catch_up(now)
        match fault, on:
            case "unplug_mid_shake", False:
                self._pulled = False
            case "dome_opens", False:
                self.move_dome(now, closed=True)
            case "never_rests", False if self._phase is Phase.MOVING:
                self._plan(now + SETTLES, self._rest)
            case "reenumerate", True:
                self.on.discard(fault)
                self.address += 1
                self._away_until = now + AWAY
            case "power_cycle", True:
                self.on.discard(fault)
                self._power_up()
                self.address += 1
                self._away_until = now + AWAY

    @alone
    def move_dome(self, now: float, *, closed: bool) -> None:
        """A person's hand; a lock that holds keeps it shut, unless a fault says otherwise."""
        self._catch_up(now)
        if closed is not bool(self._flags & Flag.DOME_CLOSED):
            self._flags ^= Flag.DOME_CLOSED
            self._tell(Kind.DOME)

    @property
    def locked(self) -> bool:
        """Tells whether nobody can open the dome."""
        return bool(self._flags & Flag.DOME_LOCKED)

    @property
    def lit(self) -> bool:
        """Tells whether the lamp is on."""
        return bool(self._flags & Flag.LIGHT_ON)

    @alone
    def nudge(self, now: float) -> None:
        """Somebody presses the button on the device itself: a shake that nobody ordered."""
        self._catch_up(now)
        self._move(now, 0, 0.3)

    # -- requests -----------------------------------------------------------------------------------------------------

    @alone
    def control(self, kind: int, request: int, data: bytes, now: float) -> bytes:
        """Answers a control transfer; raises StalledError."""
        self._catch_up(now)
        if kind == IN:
            if (answer := self._answer(request)) is None:
                self._refusal = Refusal.BUSY if request == SelfTest.REQUEST else Refusal.UNKNOWN
                raise StalledError
            return answer
        found = COMMANDS.get(request) if kind == OUT else None
        try:
            command = found.decode(data) if found else None
        except WireError:
            command = None
        if refusal := self._refuses(command):
            self._refusal = refusal
            raise StalledError
        match command:
            case Arm(order):
                self._phase, self._armed = Phase.ARMED, order
                self._tell(Kind.ARMED, order)
            case Shake(order, _, _, milliseconds):
                self._order = order
                self._move(now, order, milliseconds / 1000)
            case Stop():
                self._stop(now)
            case Light(on):
                self._set(Flag.LIGHT_ON, bool(on))
            case LockDome(on):
                self._set(Flag.DOME_LOCKED, bool(on))
        return b""

    def _refuses(self, command: object) -> Refusal:
        match command:
            case None:
                return Refusal.UNKNOWN
            case Arm() | Shake() if "stall" in self.on:
                return Refusal.UNKNOWN
            case Arm() | Shake() if self._trouble:
                return Refusal.IN_FAULT
            case Arm() | Shake() if self._phase is Phase.MOVING:
                return Refusal.BUSY
            case Arm() | Shake() if not self._flags & Flag.DOME_CLOSED:
                return Refusal.DOME_OPEN
            case Arm(order) if order <= self._order:
                return Refusal.REPEATED
            case Shake(order) if order <= self._order:
                return Refusal.REPEATED
            case Shake(order) if self._phase is not Phase.ARMED or order != self._armed:
                return Refusal.NOT_ARMED
            case Shake(_, _, amplitude, milliseconds) if not (
                1 <= amplitude <= 100 and 1 <= milliseconds <= MOST_MILLISECONDS
            ):
                return Refusal.OUT_OF_RANGE
        return Refusal.NONE

    def _answer(self, request: int) -> bytes | None:
        match request:
            case Identity.REQUEST:
                name = self.serial.encode().ljust(16, b"\0")
                return Identity(MAGIC, PROTOCOL, FIRMWARE, self._boot, MODEL.ljust(16, b"\0"), name).encode()
            case Status.REQUEST:
                return Status(
                    self._boot, self._seq, self._order, self._phase, self._flags,
                    self._refusal, self._trouble, self._tumbles, self._milliamps,
                ).encode()  # fmt: skip
            case SelfTest.REQUEST if self._phase not in (Phase.ARMED, Phase.MOVING):
                return SelfTest(int(bool(self._trouble)), 0, 0, 0).encode()
        return None

    # -- events -------------------------------------------------------------------------------------------------------

    @alone
    def poll(self, now: float) -> bytes | None:
        """The next event's bytes, if there is one."""
        self._catch_up(now)
        if "babble" in self.on:
            return self._random.randbytes(BABBLE)
        return self._queued.popleft() if self._queued else None

    def _tell(self, kind: Kind, order: int = 0, value: int = 0) -> None:
        self._seq += 1
        event = Event(self._boot, self._seq, order, kind, self._flags, value).encode()
        if "lose_event" not in self.on:
            self._queued.extend([event] * (3 if "repeat_event" in self.on else 1))

    def _set(self, flag: Flag, on: bool) -> None:
        self._flags = self._flags | flag if on else self._flags & ~flag

    # -- a shake ------------------------------------------------------------------------------------------------------

    def _move(self, now: float, order: int, seconds: float) -> None:
        self.shakes += 1
        self._phase, self._armed = Phase.MOVING, 0
        self._set(Flag.MOTOR_ON, True)
        self._tell(Kind.MOVING, order)
        middle, at = now + seconds / 2, now + MOTOR_EVERY
        while at < now + seconds:
            self._plan(at, lambda _: self._feel(order))
            at += MOTOR_EVERY
        for fault, happens in (
            ("dome_opens", lambda at: self.move_dome(at, closed=False)),
            ("motor_blocked", self._block),
            ("unplug_mid_shake", self._pull),
        ):
            if fault in self.on:
                self._plan(middle, happens)
        if "unplug_mid_shake" not in self.on:
            self._plan(now + seconds, self._stop)

    def _feel(self, order: int) -> None:
        if self._flags & Flag.MOTOR_ON:
            self._milliamps = 600 + self._random.randrange(200)
            self._tell(Kind.MOTOR, order, self._milliamps)

    def _block(self, now: float) -> None:
        self._trouble = Trouble.MOTOR_BLOCKED
        self._tell(Kind.FAULT, self._order, self._trouble)
        self._stop(now)

    def _pull(self, now: float) -> None:
        """In the middle, however slow the host is: it has heard that the dice move, and the motor still runs."""
        if self._queued and "unplug_mid_shake" in self.on:
            self._plan(now + MOMENT, self._pull)
            return
        self._pulled = "unplug_mid_shake" in self.on
        self._plan(now + MOMENT, self._stop)

    def _stop(self, now: float) -> None:
        self._milliamps = 0
        self._set(Flag.MOTOR_ON, False)
        if self._phase is Phase.ARMED:
            self._phase, self._armed = Phase.IDLE, 0
        elif self._phase is Phase.MOVING and "never_rests" not in self.on:
            self._plan(now + SETTLES, self._rest)

    def _rest(self, now: float) -> None:
        if self._phase is not Phase.MOVING or self._flags & Flag.MOTOR_ON:
            return
        self._phase, self._tumbles = Phase.AT_REST, 2 if "few_tumbles" in self.on else TUMBLES
        self._tell(Kind.AT_REST, self._order, self._tumbles)

    def _plan(self, at: float, happens: Callable[[float], None]) -> None:
        heapq.heappush(self._planned, (at, next(self._numbers), happens))

    def _catch_up(self, now: float) -> None:
        while self._planned and self._planned[0][0] <= now:
            at, _, happens = heapq.heappop(self._planned)
            happens(at)
