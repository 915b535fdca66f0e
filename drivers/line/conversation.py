"""What every protocol on a serial line offers its driver: one conversation, without any I/O of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from drivers.driver import Sighting, Tally
from drivers.observation import Observation


@dataclass(frozen=True, slots=True)
class Position:
    """How far we have heard a device: up to event `seq` since its power-up `boot`."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a device says it is."""

    model: str
    serial: str
    firmware: str


@dataclass(slots=True)
class LineTally(Tally):
    """What is counted of a line, since the start."""

    frames: int = 0  # with a good check
    bad: int = 0  # what began or ended like a frame, and was none
    bytes: int = 0  # heard
    sent: int = 0  # bytes
    observations: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """What a conversation starts from."""

    device: str
    serial: str  # the device's own; its adapter's, where the protocol knows no identity
    commands: bool = False  # whether we may order something, or only listen
    known: Position | None = None  # what our journal has; None: we never heard this device
    hides: bool | None = None  # a shoe tells what a card is only later; None: whether it does, nobody said
    tally: LineTally = field(default_factory=LineTally)  # counted on from one conversation to the next


class Conversation(Protocol):
    """From the opening of the port to its loss."""

    ALPHABET: ClassVar[bytes]  # what its frames are made of; a line at another speed brings much else
    IDENTIFIES: ClassVar[bool]  # it says who it is; if not, the driver compares the adapter's serial number
    BEATS: ClassVar[bool]  # silence is a fault; if not, the line is unproven until something comes

    identity: Identity | None
    proven: bool  # a valid frame came, and whatever this protocol has to prove an identity with
    outgoing: bytearray  # what the driver sends, and clears
    tally: LineTally  # the one of its `Setup`

    def __init__(self, setup: Setup, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        """What the bytes tell, once each; raises FaultError if the other end is not our device."""

    def committed(self, observation: Observation) -> None:
        """Hears that the observation is on disk."""

    def check(self, now: float) -> None:
        """Raises FaultError if the device owes us something for too long."""
