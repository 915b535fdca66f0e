"""The plain card-shoe reader, `csr`: ASCII frames that a technician can read (docs/protocols/csr.md).

    $CARD,7F3A09C1,17,Kh*31B6<CR><LF>

A frame is `$`, a keyword, its fields, `*` and a CRC-16 of what stands between the two signs. The first half of this
file is the wire, shared with the simulated shoe; the second is one conversation with a shoe, without I/O of its own.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import ClassVar

from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable, LinkUp, Observation
from drivers.shoe.session import Identity, Listener, Setup, Sighting, Tally
from rules.cards import Card

LONGEST_FRAME = 96
FIELD = re.compile(r"[A-Za-z0-9._-]{1,24}")
BOOT = re.compile(r"[0-9A-F]{8}")
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


# -- the wire ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """What all frames share: a keyword, then the dataclass's fields in their order."""

    KEYWORD: ClassVar[str]

    def encode(self) -> bytes:
        """The bytes on the line."""
        body = ",".join([self.KEYWORD, *(str(getattr(self, f.name)) for f in fields(self))]).encode("ascii")
        return b"$%b*%04X\r\n" % (body, crc_hqx(body, 0xFFFF))


@dataclass(frozen=True, slots=True)
class Identify(Frame):
    """Host: who are you?"""

    KEYWORD = "WHO"


@dataclass(frozen=True, slots=True)
class Identified(Frame):
    """Shoe: who I am, since which power-up, and how many events I have had since."""

    KEYWORD = "ID"
    model: str
    serial: str
    firmware: str
    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Frame):
    """Shoe: a card passed the exit sensor."""

    KEYWORD = "CARD"
    boot: str
    seq: int
    card: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReadFailure(Frame):
    """Shoe: a card passed, and `sensor` could not read it."""

    KEYWORD = "FAIL"
    boot: str
    seq: int
    sensor: str


@dataclass(frozen=True, slots=True)
class Heartbeat(Frame):
    """Shoe, every second: I am here, and this was my last event."""

    KEYWORD = "BEAT"
    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Acknowledge(Frame):
    """Host: everything up to this event is on our disk; forget it."""

    KEYWORD = "ACK"
    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class ReplayAfter(Frame):
    """Host: tell me again what came after this event."""

    KEYWORD = "AFTER"
    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Replayed(Frame):
    """Shoe: that was all; this was my last event."""

    KEYWORD = "DONE"
    boot: str
    seq: int


KINDS: dict[str, type[Frame]] = {
    kind.KEYWORD: kind
    for kind in (Identify, Identified, CardDrawn, ReadFailure, Heartbeat, Acknowledge, ReplayAfter, Replayed)
}


def parse(body: str) -> Frame | None:
    """The frame between `$` and `*`, or None if it is not one of ours."""
    keyword, *values = body.split(",")
    kind = KINDS.get(keyword)
    if kind is None or len(values) != len(fields(kind)):
        return None
    parsed: dict[str, str | int] = {}
    for spec, value in zip(fields(kind), values, strict=True):
        if spec.name == "seq":
            if not NUMBER.fullmatch(value):
                return None
            parsed[spec.name] = int(value)
        elif not (BOOT if spec.name == "boot" else FIELD).fullmatch(value):
            return None
        else:
            parsed[spec.name] = value
    if kind is CardDrawn:
        try:
            if str(Card.parse(values[2])) != values[2]:
                return None
        except ValueError:
            return None
    return kind(**parsed)


class Decoder:
    """Takes bytes as they come, gives frames with a good checksum; whatever else arrives is counted and dropped."""

    def __init__(self) -> None:
        self._line = bytearray()
        self.garbage = 0  # bytes that belonged to no good frame, since the last good one

    def feed(self, data: bytes) -> Iterator[tuple[Frame, bytes]]:
        """The good frames that end in `data`, each with its own bytes."""
        self._line += data
        while (end := self._line.find(b"\n")) >= 0:
            line = bytes(self._line[: end + 1])
            del self._line[: end + 1]
            start = line.rfind(b"$")
            frame = self._check(line[start:]) if start >= 0 else None
            if frame is None:
                self.garbage += len(line)
            else:
                self.garbage = 0
                yield frame, line[start:]
        if len(self._line) > LONGEST_FRAME:
            self.garbage += len(self._line) - LONGEST_FRAME
            del self._line[:-LONGEST_FRAME]

    @staticmethod
    def _check(line: bytes) -> Frame | None:
        body, star, check = line[1:].rstrip(b"\r\n").rpartition(b"*")
        if not star or len(line) > LONGEST_FRAME or check != b"%04X" % crc_hqx(body, 0xFFFF):
            return None
        try:
            return parse(body.decode("ascii"))
        except UnicodeDecodeError:
            return None


# -- one conversation -------------------------------------------------------------------------------------------------

ANSWER_WITHIN = 2.0  # seconds for the shoe to say who it is and to end a replay
SILENT_AFTER = 3.5  # seconds; it beats every second
REPLAY_TRIES = 3
GARBAGE_LIMIT = 2048  # bytes without one good frame: a wrong baud rate, or no shoe at all


class Session:
    """From the opening of the port to its loss: identify, replay what we missed, then listen."""

    ALPHABET: ClassVar = bytes(range(0x20, 0x7F)) + b"\r\n"
    BAUD_RATE: ClassVar = 9600
    IDENTIFIES: ClassVar = True
    BEATS: ClassVar = True

    def __init__(self, setup: Setup, now: float) -> None:
        self._setup = setup
        self._device = setup.device
        self._boot = ""  # the shoe's, once it has said who it is
        self._last = 0  # the last event of this boot that we took
        self._stored = 0  # the last one that is on disk
        self._complete = True
        self._live = False
        self._tries = 0
        self._deadline: float | None = now + ANSWER_WITHIN  # for an answer we asked for
        self._heard = now
        self._decoder = Decoder()
        self.identity: Identity | None = None
        self.proven = False
        self.locked: bool | None = None
        self.tally = Tally()
        self.outgoing = bytearray(Identify().encode())

    @staticmethod
    def listener() -> Listener:
        """A new one, for `croupierctl shoe listen`."""
        raise NotImplementedError

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        """What the bytes tell, once each; raises FaultError if the other end is not our shoe."""
        for frame, raw in self._decoder.feed(data):
            self._heard = now
            yield from (Sighting(observation, raw) for observation in self._take(frame, now))
        if self._decoder.garbage > GARBAGE_LIMIT:
            raise FaultError(Fault.SHOE_GARBLED, self._device)

    def committed(self, observation: Observation) -> None:
        """The observation is on disk: only now may the shoe forget it."""
        if isinstance(observation, CardSeen | CardUnreadable) and observation.boot == self._boot:
            self._stored = observation.seq
            self._acknowledge()

    def check(self, now: float) -> None:
        """Asks again for a replay that got lost; raises FaultError if the shoe owes us something for too long."""
        late = self._deadline is not None and now > self._deadline
        if late and self._boot and self._tries > 1:
            self._tries -= 1
            self._ask_replay(now)
        elif late or now - self._heard > SILENT_AFTER:
            raise FaultError(Fault.SHOE_GARBLED if self._decoder.garbage else Fault.SHOE_SILENT, self._device)

    def lock(self, *, on: bool) -> None:
        """No card may be drawn, or again."""
        raise FaultError(Fault.SHOE_REFUSES, self._device)

    def clear_error(self) -> None:
        """A shoe of this protocol has no errors that a host clears."""
        raise FaultError(Fault.SHOE_REFUSES, self._device)

    def _take(self, frame: Frame, now: float) -> Iterator[Observation]:
        match frame:
            case Identified() if frame.boot != self._boot:
                self._meet(frame, now)
            case CardDrawn() | ReadFailure() if frame.boot == self._boot and self._is_next(frame.seq, now):
                self._last = frame.seq
                if self._deadline is not None:  # a replay that still brings something is not late
                    self._deadline = now + ANSWER_WITHIN
                match frame:
                    case CardDrawn(boot, seq, card):
                        yield CardSeen(self._device, boot, seq, card)
                    case ReadFailure(boot, seq, sensor):
                        yield CardUnreadable(self._device, boot, seq, sensor)
            case Heartbeat(boot, seq) if boot == self._boot and seq != self._last:
                self._want_replay(now)
            case Heartbeat(boot) if boot != self._boot and self._boot:  # it was switched off and on: meet it again
                self._boot, self._live, self._deadline = "", False, now + ANSWER_WITHIN
                self.outgoing += Identify().encode()
            case Replayed(boot, seq) if boot == self._boot and self._deadline is not None:
                yield from self._caught_up(seq, now)

    def _meet(self, frame: Identified, now: float) -> None:
        """The shoe said who it is. A path proves nothing: its serial number must be the configured one."""
        if frame.serial != self._setup.serial:
            raise FaultError(Fault.SHOE_WRONG_DEVICE, frame.serial)
        known = self._setup.known
        met_before, self.identity = self.identity, Identity(frame.model, frame.serial, frame.firmware)
        self._boot, self._live, self.proven = frame.boot, False, True
        if met_before is None and known is not None and known.boot == frame.boot:
            self._last = self._stored = known.seq
        elif met_before is None and known is None:
            self._last = self._stored = frame.seq  # what was dealt before our first day is not ours
        else:
            self._last = self._stored = 0  # it lost its memory: what it had not told us is gone
            self._complete = False
        self._deadline = None
        self._want_replay(now)

    def _is_next(self, seq: int, now: float) -> bool:
        if seq <= self._last:  # told twice; our acknowledgement was lost
            self._acknowledge()
            return False
        if seq > self._last + 1:
            self._want_replay(now)
            return False
        return True

    def _acknowledge(self) -> None:
        if self._stored:
            self.outgoing += Acknowledge(self._boot, self._stored).encode()

    def _want_replay(self, now: float) -> None:
        if self._deadline is None:  # otherwise one is under way
            self._tries = REPLAY_TRIES
            self._ask_replay(now)

    def _ask_replay(self, now: float) -> None:
        self._deadline = now + ANSWER_WITHIN
        self.outgoing += ReplayAfter(self._boot, self._last).encode()

    def _caught_up(self, seq: int, now: float) -> Iterator[Observation]:
        """The replay ended. If, tried again, it does not bring everything, say so; never pretend."""
        gap = seq != self._last
        self._tries -= 1
        if gap and self._tries > 0:
            self._ask_replay(now)
            return
        self._deadline = None
        if gap or not self._live:
            complete, self._complete = self._complete and not gap, True
            self._last, self._live = seq, True
            yield LinkUp(self._device, self._boot, seq, complete)
