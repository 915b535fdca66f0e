"""The frames of the plain card-shoe reader, `csr`: ASCII frames that a technician can read (docs/protocols/csr.md).

    $CARD,7F3A09C1,17,Kh*31B6<CR><LF>

A frame is `$`, a keyword, its fields, `*` and a CRC-16 of what stands between the two signs. This file is the wire,
shared with the simulated shoe; `csr.py` is the conversation.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import ClassVar

from drivers.line.conversation import LineTally

LONGEST_FRAME = 96
LINE = re.compile(rb"\$([^$*]*)\*([0-9A-F]{4})\r\n")
FIELDS = {
    "boot": "[0-9A-F]{8}",
    "seq": "0|[1-9][0-9]{0,8}",
    "card": "[2-9TJQKA][cdhs]",
    "state": "locked|free",
}
WORD = "[A-Za-z0-9._-]{1,24}"


@dataclass(frozen=True, slots=True)
class Frame:
    """What all frames share: a keyword, then the dataclass's fields in their order."""

    KEYWORD: ClassVar[str]
    CLEAR: ClassVar[bool] = False  # its bytes cannot hold a card: none of its fields is one

    def encode(self) -> bytes:
        """Returns the bytes on the line."""
        body = ",".join([self.KEYWORD, *(str(getattr(self, f.name)) for f in fields(self))]).encode("ascii")
        return b"$%b*%04X\r\n" % (body, crc_hqx(body, 0xFFFF))

    def describe(self) -> str:
        """For a technician's eyes, a card included."""
        return " ".join([self.KEYWORD, *(f"{f.name}={getattr(self, f.name)}" for f in fields(self))])


@dataclass(frozen=True, slots=True)
class Counted(Frame):
    """A frame that names an event: its number, since which power-up."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Event(Counted):
    """What the shoe numbers, keeps until we acknowledge it, and tells again when asked."""


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
class CardDrawn(Event):
    """Shoe: a card passed the exit sensor."""

    KEYWORD = "CARD"
    card: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReadFailure(Event):
    """Shoe: a card passed, and `sensor` could not read it."""

    KEYWORD = "FAIL"
    CLEAR = True
    sensor: str


@dataclass(frozen=True, slots=True)
class CutCard(Event):
    """Shoe: the cut card passed the exit sensor."""

    KEYWORD = "CUT"
    CLEAR = True


@dataclass(frozen=True, slots=True)
class Loaded(Event):
    """Shoe: I was filled and closed."""

    KEYWORD = "LOAD"
    CLEAR = True


@dataclass(frozen=True, slots=True)
class Emptied(Event):
    """Shoe: my last card is out."""

    KEYWORD = "EMPTY"
    CLEAR = True


@dataclass(frozen=True, slots=True)
class Heartbeat(Counted):
    """Shoe, every second: I am here, and this was my last event."""

    KEYWORD = "BEAT"


@dataclass(frozen=True, slots=True)
class Acknowledge(Counted):
    """Host: everything up to this event is on our disk; forget it."""

    KEYWORD = "ACK"


@dataclass(frozen=True, slots=True)
class ReplayAfter(Counted):
    """Host: tell me again what came after this event."""

    KEYWORD = "AFTER"


@dataclass(frozen=True, slots=True)
class Replayed(Counted):
    """Shoe: that was all; this was my last event."""

    KEYWORD = "DONE"
    CLEAR = True


@dataclass(frozen=True, slots=True)
class Lock(Frame):
    """Host: let no card out."""

    KEYWORD = "LOCK"


@dataclass(frozen=True, slots=True)
class Free(Frame):
    """Host: let cards out."""

    KEYWORD = "FREE"


@dataclass(frozen=True, slots=True)
class LockState(Frame):
    """Shoe: whether I let cards out."""

    KEYWORD = "STATE"
    boot: str
    state: str


KINDS: dict[str, type[Frame]] = {
    kind.KEYWORD: kind
    for kind in (
        *(Identify, Identified, CardDrawn, ReadFailure, CutCard, Loaded, Emptied, Heartbeat),
        *(Acknowledge, ReplayAfter, Replayed, Lock, Free, LockState),
    )
}
NAMES = {keyword: [each.name for each in fields(kind)] for keyword, kind in KINDS.items()}
SHAPES = {
    keyword: re.compile(",".join([keyword, *(f"({FIELDS.get(name, WORD)})" for name in names)]))
    for keyword, names in NAMES.items()
}
NUMBERS = {keyword: names.index("seq") for keyword, names in NAMES.items() if "seq" in names}


def parse(body: str) -> Frame | None:
    """The frame between `$` and `*`, or None if it is not one of ours."""
    keyword = body.partition(",")[0]
    shape = SHAPES.get(keyword)
    found = shape.fullmatch(body) if shape is not None else None
    if found is None:
        return None
    values: list[str | int] = [*found.groups()]
    if (number := NUMBERS.get(keyword)) is not None:
        values[number] = int(values[number])
    return KINDS[keyword](*values)


class Decoder:
    """Takes bytes as they come, gives frames with a good checksum; whatever else arrives is counted and dropped."""

    def __init__(self, tally: LineTally | None = None) -> None:
        self._line = b""
        self._tally = tally or LineTally()
        self.garbage = 0  # bytes that belonged to no good frame, since the last good one

    def feed(self, data: bytes) -> Iterable[tuple[Frame, bytes]]:
        """The good frames that end in `data`, each with its own bytes."""
        return [(frame, raw) for frame, raw in self.pieces(data) if frame is not None]

    def pieces(self, data: bytes) -> list[tuple[Frame | None, bytes]]:
        """Every byte once, in its order: the good frames, and what stands between them."""
        *lines, self._line = (self._line + data).split(b"\n")
        found: list[tuple[Frame | None, bytes]] = []
        for line in lines:
            start = max(line.rfind(b"$"), 0)
            raw = line[start:] + b"\n"
            frame = self._check(raw)
            if frame is None:
                self._tally.bad += 1
                self.garbage += len(line) + 1
                found.append((None, line + b"\n"))
                continue
            self._tally.frames += 1
            self.garbage = 0
            if start:
                found.append((None, line[:start]))
            found.append((frame, raw))
        if over := self._line[:-LONGEST_FRAME]:
            self._line = self._line[-LONGEST_FRAME:]
            self.garbage += len(over)
            found.append((None, over))
        return found

    def rest(self) -> bytes:
        """What has come and is not ended."""
        return self._line

    @staticmethod
    def _check(line: bytes) -> Frame | None:
        found = LINE.fullmatch(line)
        if found is None or len(line) > LONGEST_FRAME or int(found[2], 16) != crc_hqx(found[1], 0xFFFF):
            return None
        return parse(found[1].decode("latin-1"))  # the shapes know ASCII alone


class Listener:
    """The line as a technician sees it."""

    def __init__(self) -> None:
        self._decoder = Decoder()

    def feed(self, data: bytes) -> Iterator[tuple[str, bytes]]:
        """What ends in `data`: a frame's text and its bytes, or "" and the bytes that are no frame."""
        for frame, raw in self._decoder.pieces(data):
            yield frame.describe() if frame is not None else "", raw

    def rest(self) -> bytes:
        """What has come and is not ended."""
        return self._decoder.rest()
