"""What every make of shoe offers the reader: one conversation, without any I/O of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol

from drivers.observation import Observation


@dataclass(frozen=True, slots=True)
class Position:
    """How far we have heard a shoe: up to event `seq` since its power-up `boot`."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a shoe says it is."""

    model: str
    serial: str
    firmware: str


@dataclass(slots=True)
class Tally:
    """What a conversation counts for the technician."""

    frames: int = 0  # with a good check
    bad: int = 0  # what began or ended like a frame, and was none
    gaps: int = 0  # how often something was missing
    repeated: int = 0  # events told again


@dataclass(frozen=True, slots=True)
class Setup:
    """What a conversation starts from."""

    device: str
    serial: str  # the shoe's own; its adapter's, where the protocol knows no identity
    commands: bool = False  # whether we may lock the shoe and clear its errors, or only listen
    known: Position | None = None  # what our journal has; None: we never heard this shoe
    tally: Tally = field(default_factory=Tally)  # counted on from one conversation to the next


class Sighting(NamedTuple):
    """An observation and the very bytes that it came from."""

    observation: Observation
    raw: bytes

    def __repr__(self) -> str:
        """Without the bytes: they tell cards."""
        return f"Sighting({self.observation!r})"


class Listener(Protocol):
    """The line as a technician sees it: every byte comes out once, with its meaning if it has one."""

    def feed(self, data: bytes) -> Iterator[tuple[str, bytes]]:
        """What ends in `data`: a frame's text and its bytes, or "" and the bytes that are no frame."""

    def rest(self) -> bytes:
        """What has come and is not ended."""


class Session(Protocol):
    """One conversation, from the opening of the port to its loss."""

    ALPHABET: ClassVar[bytes]  # what its frames are made of; a line at another speed brings much else
    BAUD_RATE: ClassVar[int]  # unless the table's file says otherwise
    IDENTIFIES: ClassVar[bool]  # it says who it is; if not, the reader compares the adapter's serial number
    BEATS: ClassVar[bool]  # silence is a fault; if not, the line is unproven until something comes

    identity: Identity | None
    proven: bool  # a valid frame came, and whatever this protocol has to prove an identity with
    locked: bool | None  # what the shoe last said; None: nothing
    outgoing: bytearray  # what the reader sends, and clears
    tally: Tally  # the one of its `Setup`

    def __init__(self, setup: Setup, now: float) -> None: ...

    @staticmethod
    def listener() -> Listener:
        """A new one, for `croupierctl shoe listen`."""

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        """What the bytes tell, once each; raises FaultError if the other end is not our shoe."""

    def committed(self, observation: Observation) -> None:
        """The observation is on disk."""

    def check(self, now: float) -> None:
        """Raises FaultError if the shoe owes us something for too long."""

    def lock(self, *, on: bool) -> None:
        """No card may be drawn, or again; raises SHOE_REFUSES if we may not, or the protocol cannot."""

    def clear_error(self) -> None:
        """The shoe goes on after an error; raises SHOE_REFUSES if we may not, or the protocol cannot."""
