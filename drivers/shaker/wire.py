"""The Sic Bo shaker on the wire (docs/protocols/shaker.md), shared with the simulated one.

Control requests are of the vendor, to interface 0; every number is little-endian. Events come on the interrupt-in
endpoint, sixteen bytes each:

    c1 09 3a 7f  11 00 00 00  05 00 00 00  04  03  07 00      event 17 of this power-up: shake 5 came to rest after 7
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from enum import IntEnum, IntFlag
from struct import Struct
from struct import error as StructError  # noqa: N812 - it is one
from typing import ClassVar, Self

VENDOR, PRODUCT = 0x1209, 0x0001  # pid.codes' numbers for tests: a maker has its own, and the table's file says which
INTERFACE = 0
EVENTS = 0x81  # the interrupt-in endpoint
OUT, IN = 0x41, 0xC1  # bmRequestType: of the vendor, to an interface
PROTOCOL = 1
MAGIC = b"SHKR"
MOST_MILLISECONDS = 20_000


class WireError(ValueError):
    """These bytes are not what the protocol says."""


class Phase(IntEnum):
    """What the shaker is doing."""

    IDLE = 0
    ARMED = 1
    MOVING = 2
    AT_REST = 3
    FAULT = 4


class Flag(IntFlag):
    """What is so at this moment."""

    DOME_CLOSED = 1
    DOME_LOCKED = 2
    LIGHT_ON = 4
    MOTOR_ON = 8


class Refusal(IntEnum):
    """Why a request was stalled."""

    NONE = 0
    UNKNOWN = 1  # no such request, or not of this length
    DOME_OPEN = 2
    NOT_ARMED = 3
    REPEATED = 4  # this order, or a later one, was taken before
    BUSY = 5  # the dice move; for a self-test also: it is armed
    OUT_OF_RANGE = 6
    IN_FAULT = 7


class Trouble(IntEnum):
    """What the shaker says is wrong with itself."""

    MOTOR_BLOCKED = 1
    MOTOR_HOT = 2
    DOME_SENSOR = 3
    LOCK = 4
    SUPPLY = 5
    MEMORY = 6


# -- what is read -----------------------------------------------------------------------------------------------------


class Packed:
    """A frozen dataclass with its layout beside it."""

    LAYOUT: ClassVar[Struct]

    def encode(self) -> bytes:
        """Returns the bytes on the wire."""
        return self.LAYOUT.pack(*astuple(self))  # type: ignore[call-overload]

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the bytes; raises WireError if they are not of this message."""
        try:
            return cls(*cls.LAYOUT.unpack(data))
        except (StructError, ValueError) as error:
            raise WireError(f"{cls.__name__}: {len(data)} bytes") from error


class Request(Packed):
    """What is read, or ordered, by a control request."""

    REQUEST: ClassVar[int]


@dataclass(frozen=True, slots=True)
class Identity(Request):
    """Who it is. The serial number is the one of its USB descriptor, and stands on its plate."""

    REQUEST: ClassVar = 0x01
    LAYOUT: ClassVar = Struct("<4sHHI16s16s")
    magic: bytes
    protocol: int
    firmware: int  # major in the upper byte, minor in the lower
    boot: int  # another one after every power-up
    model: bytes  # UTF-8, filled up with zeros
    serial: bytes

    def __post_init__(self) -> None:
        if self.magic != MAGIC or self.protocol != PROTOCOL:
            raise ValueError("no shaker that speaks this protocol")


@dataclass(frozen=True, slots=True)
class Status(Request):
    """How it is. Reading it changes nothing."""

    REQUEST: ClassVar = 0x02
    LAYOUT: ClassVar = Struct("<IIIBBBBHH")
    boot: int
    seq: int  # of the last event
    order: int  # the last shake that was taken; 0: none since the power-up
    phase: int
    flags: int
    refusal: int  # of the last request that was stalled
    trouble: int  # 0: none
    tumbles: int  # of the last shake
    milliamps: int

    def __post_init__(self) -> None:
        Phase(self.phase)

    @property
    def closed(self) -> bool:
        """Tells whether the dome is closed."""
        return bool(self.flags & Flag.DOME_CLOSED)

    @property
    def turning(self) -> bool:
        """The motor runs, or the dice still move."""
        return self.phase == Phase.MOVING or bool(self.flags & Flag.MOTOR_ON)


@dataclass(frozen=True, slots=True)
class SelfTest(Request):
    """What the shaker finds out about itself; 0 is well, anything else a number of its maker. Not while it moves."""

    REQUEST: ClassVar = 0x20
    LAYOUT: ClassVar = Struct("<BBBB")
    motor: int
    dome: int
    lock: int
    light: int

    @property
    def passed(self) -> bool:
        """Tells whether no check has failed."""
        return not any(astuple(self))


# -- what is ordered --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arm(Request):
    """Make ready for the shake with this number. Refused: a dome that is open, a number that is not new."""

    REQUEST: ClassVar = 0x10
    LAYOUT: ClassVar = Struct("<I")
    order: int


@dataclass(frozen=True, slots=True)
class Shake(Request):
    """The shake that it is armed for. Its number is spent from now on, whatever comes of it."""

    REQUEST: ClassVar = 0x11
    LAYOUT: ClassVar = Struct("<IBBH")
    order: int
    pattern: int  # 0: the maker's own; others as the maker documents them
    amplitude: int  # percent, 1 to 100
    milliseconds: int  # how long the motor runs


@dataclass(frozen=True, slots=True)
class Stop(Request):
    """The motor stops, the shaker is disarmed; the dice come to rest by themselves."""

    REQUEST: ClassVar = 0x12
    LAYOUT: ClassVar = Struct("")


@dataclass(frozen=True, slots=True)
class Light(Request):
    """The lamp over the dice."""

    REQUEST: ClassVar = 0x13
    LAYOUT: ClassVar = Struct("<B")
    on: int


@dataclass(frozen=True, slots=True)
class LockDome(Request):
    """Nobody can open the dome, or again."""

    REQUEST: ClassVar = 0x14
    LAYOUT: ClassVar = Struct("<B")
    on: int


Command = Arm | Shake | Stop | Light | LockDome
COMMANDS: dict[int, type[Arm] | type[Shake] | type[Stop] | type[Light] | type[LockDome]] = {
    kind.REQUEST: kind for kind in (Arm, Shake, Stop, Light, LockDome)
}


# -- what is told -----------------------------------------------------------------------------------------------------


class Kind(IntEnum):
    """What an event tells."""

    DOME = 1  # it was opened or closed: see the flag
    ARMED = 2
    MOVING = 3
    AT_REST = 4  # value: how often the dice tumbled
    MOTOR = 5  # value: milliamperes; ten times a second at most
    FAULT = 6  # value: a `Trouble`


@dataclass(frozen=True, slots=True)
class Event(Packed):
    """Something happened; numbered from 1 since the power-up."""

    LAYOUT: ClassVar = Struct("<IIIBBH")
    boot: int
    seq: int
    order: int  # the shake that it belongs to; 0: none
    kind: int
    flags: int
    value: int

    def __post_init__(self) -> None:
        Kind(self.kind)

    @property
    def closed(self) -> bool:
        """Tells whether the dome is closed."""
        return bool(self.flags & Flag.DOME_CLOSED)


def text(padded: bytes) -> str:
    """A name as it was filled up with zeros.

    >>> text(b"SIM-0001" + bytes(8))
    'SIM-0001'
    """
    return padded.rstrip(b"\0").decode("utf-8", "replace")


def named_boot(boot: int) -> str:
    """A power-up by its name.

    >>> named_boot(0x7F3A09C1)
    '7F3A09C1'
    """
    return f"{boot:08X}"
