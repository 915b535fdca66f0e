"""The Angel Eye II-EX shoe on the wire (docs/protocols/angel_eye.md), shared with the simulated one.

    ENQ '1' 'D' 81 B8 ETX '4' 'F'        the 8 of spades

An event is ENQ, one character of sequence, one of code, its data, ETX, and the XOR of all that in two hex digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise, product
from operator import xor
from typing import ClassVar, Self

LONGEST_FRAME, SHORTEST_FRAME = 18, 6
SUITS = {1: "d", 2: "c", 3: "s", 4: "h"}
RANKS = "A23456789TJQK"  # from 1 on
START, CYCLE = "0", "123456789"  # the sequence: one sign for the start, then these over and over
FOLLOWS = {START: CYCLE[0], CYCLE[-1]: CYCLE[0], **dict(pairwise(CYCLE))}


def _places(targets: Iterable[int], indices: Iterable[int]) -> frozenset[int]:
    return frozenset(0x80 | target << 4 | index for target, index in product(targets, indices))


IN_HANDS = _places((0, 1), range(1, 16))  # the player's cards and the banker's
IN_GAME = IN_HANDS | _places((2, 4, 5), range(16))  # burned; the first one, which says how many; those that it says
OUTSIDE = _places((0, 1, 2), range(16))  # while the shoe is locked, in error, being set
HIDDEN = 0x80  # in place of suit and rank
ERRORS = {
    1: "cannot_read",
    2: "overdraw",
    3: "button_misuse",
    4: "reversed_exit",
    5: "reversed_midway",
    6: "card_code",
    7: "draw_timeout",
}


def bcc(body: bytes) -> bytes:
    """The check: all bytes XORed, as two hex digits."""
    return b"%02X" % reduce(xor, body, 0)


def framed(seq: str, code: str, data: bytes) -> bytes:
    """An event's bytes; its check covers all but ENQ."""
    body = b"%b%b%b\x03" % (seq.encode(), code.encode(), data)
    return b"\x05%b%b" % (body, bcc(body))


@dataclass(frozen=True, slots=True)
class Event:
    """Shoe: something happened; the data's bytes have bit 7 set, so that none looks like a sign of the line."""

    CODE: ClassVar[str]
    SIZE: ClassVar[int | None] = None  # of the data; None: nobody says
    COUNTED: ClassVar[bool] = True  # how many come, and when, follows from no card
    seq: str
    data: bytes = field(default=b"", repr=False)

    @property
    def clear(self) -> bool:
        """Its bytes tell no card, nor what follows from some: of what has a number, how many frames came before it."""
        return False

    def encode(self) -> bytes:
        """Returns the bytes on the line."""
        return framed(self.seq, self.CODE, self.data)

    def describe(self) -> str:
        """For a technician's eyes, a card included."""
        return f"{self.CODE} seq={self.seq} {self._details()}".rstrip()

    def _details(self) -> str:
        return f"data={self.data.hex()}" if self.data else ""


class Started(Event):
    """Shoe: the communication starts; it was switched on."""

    CODE = "S"

    @property
    def clear(self) -> bool:
        """It has the first number, and nothing else."""
        return self.seq == START and not self.data


class StandBy(Event):
    """Shoe: ready for the next round."""

    CODE = "P"
    COUNTED = False


class OfCard(Event):
    """Shoe: something about a card: a place of baccarat's, target and index, then suit and rank."""

    SIZE = 2
    PLACES: ClassVar[frozenset[int]] = IN_GAME  # that the shoe is known to name here

    @classmethod
    def of(cls, seq: str, card: str | None, target: int = 0, index: int = 1) -> Self:
        """Makes the frame of a card; of None, one that hides it."""
        return cls(seq, bytes([0x80 | target << 4 | index, _value(card)]))

    @property
    def place(self) -> int | None:
        """The byte that names it; None: the shoe names no such place here."""
        return self.data[0] if self.data[0] in self.PLACES else None

    @property
    def card(self) -> str | None:
        """By its usual name; None: it is hidden, or these bits are no card."""
        suit, rank = self.data[1] >> 4 & 7, self.data[1] & 15
        if not self.data[1] & 0x80 or suit not in SUITS or not 1 <= rank <= len(RANKS):
            return None
        return RANKS[rank - 1] + SUITS[suit]

    @property
    def hidden(self) -> bool:
        """The shoe knows the card and does not say it."""
        return self.data[1] == HIDDEN

    def _details(self) -> str:
        card = "hidden" if self.hidden else self.card or "?"
        return f"target={self.data[0] >> 4 & 7} index={self.data[0] & 15} card={card}"


def _value(card: str | None) -> int:
    if card is None:
        return HIDDEN
    suit = next(number for number, letter in SUITS.items() if letter == card[1])
    return 0x80 | suit << 4 | RANKS.index(card[0]) + 1


class CardDrawn(OfCard):
    """Shoe: a card in its own game."""

    CODE = "D"


class CardOutside(OfCard):
    """Shoe: a card outside its own game, while it is locked, in error or being set."""

    CODE = "d"
    PLACES = OUTSIDE


class Retransmitted(OfCard):
    """Shoe: the card that came out outside the game is this one of the next game; or a card is told again."""

    CODE = "R"


class CardTold(OfCard):
    """Shoe: what a card is that it hid when it came out."""

    CODE = "I"
    PLACES = IN_HANDS
    COUNTED = False


class OutsideTold(OfCard):
    """Shoe: what the card is that came out outside the game; the place is the one that it will have."""

    CODE = "i"
    PLACES = IN_HANDS
    COUNTED = False


class CutCard(Event):
    """Shoe: the cut card came out."""

    CODE = "C"


class GameResult(Event):
    """Shoe: who won at baccarat."""

    CODE = "G"
    COUNTED = False


class ErrorRaised(Event):
    """Shoe: bit 6 tells that it waits for the error to be cleared, bits 5 to 0 which error it is."""

    CODE = "E"
    SIZE = 1

    @property
    def error(self) -> int:
        """1 to 7, as far as we know."""
        return self.data[0] & 0x3F

    def _details(self) -> str:
        return f"error={ERRORS.get(self.error, self.error)}"


class ErrorCleared(Event):
    """Shoe: an error is over."""

    CODE = "e"


class LockState(Event):
    """Shoe: bit 0 tells whether it is locked."""

    CODE = "L"
    SIZE = 1

    @property
    def locked(self) -> bool:
        """Tells whether no card can be drawn."""
        return bool(self.data[0] & 1)

    def _details(self) -> str:
        return f"locked={self.locked}"


class PresetChanged(Event):
    """Shoe: one of its settings was changed: two characters of address, four of value."""

    CODE = "M"


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """Shoe: a good check, and a code or a length that nobody has written down."""

    CODE = "?"
    code: str = "?"

    def encode(self) -> bytes:
        """Returns the bytes on the line."""
        return framed(self.seq, self.code, self.data)

    def _details(self) -> str:
        return f"code={self.code} data={self.data.hex()}"


KINDS: dict[str, type[Event]] = {
    kind.CODE: kind
    for kind in (
        *(Started, StandBy, CardDrawn, CardTold, CardOutside, OutsideTold, Retransmitted, CutCard),
        *(GameResult, ErrorRaised, ErrorCleared, LockState, PresetChanged),
    )
}


@dataclass(frozen=True, slots=True)
class Command:
    """Host: lock (`LK` 02) or unlock (`LK` 01), clear an error (`EC` and its number)."""

    kind: str
    data: str

    def encode(self) -> bytes:
        """The bytes on the line; here the check covers STX too."""
        body = b"\x02OP%b%b\x03" % (self.kind.encode(), self.data.encode())
        return body + bcc(body)


@dataclass(frozen=True, slots=True)
class Taken:
    """Shoe: ACK, the command is taken."""

    def encode(self) -> bytes:
        """Returns the bytes on the line."""
        return b"\x06"

    def describe(self) -> str:
        """Describes the frame for a technician."""
        return "ACK"


@dataclass(frozen=True, slots=True)
class Refused:
    """Shoe: NAK, and why not."""

    code: int

    def encode(self) -> bytes:
        """Returns the bytes on the line."""
        return b"\x15%c" % self.code

    def describe(self) -> str:
        """Describes the frame for a technician."""
        return f"NAK code={self.code:02X}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Shoe: it answers a command in the form of one; STX is in the check or not, as in the sources."""

    data: bytes = field(repr=False)

    def encode(self) -> bytes:
        """Returns the bytes on the line."""
        body = b"\x02%b\x03" % self.data
        return body + bcc(body)

    def describe(self) -> str:
        """Describes the frame for a technician."""
        return f"STX data={self.data.hex()}"


Frame = Event | Taken | Refused | Answer
SIGNS = rb"\x02\x03\x05\x06\x15"  # none of them stands inside a frame
SHAPE = re.compile(
    rb"\x05(?P<seq>[!-~])(?P<code>[A-Za-z])(?P<data>[^%b]{0,12})\x03(?P<check>[0-9A-F]{2})"
    rb"|\x02(?P<answer>[^%b]{1,12})\x03(?P<sum>[0-9A-F]{2})"
    rb"|(?P<ack>\x06)"
    rb"|\x15(?P<nak>[\x01-\x03\x11-\x14\x21\x22\xff]|0[1-3]|1[1-4]|2[12]|FF)" % (SIGNS, SIGNS)
)
BEGINS = re.compile(rb"[\x02\x05\x15]")


def parse(found: re.Match[bytes]) -> Frame | None:
    """The frame of this shape, or None if its check is wrong."""
    if found["ack"]:
        return Taken()
    if found["nak"]:
        return Refused(found["nak"][0] if len(found["nak"]) == 1 else int(found["nak"], 16))
    if found["answer"]:
        return Answer(found["answer"]) if found["sum"] in (bcc(found[0][:-2]), bcc(found[0][1:-2])) else None
    if bcc(found[0][1:-2]) != found["check"]:
        return None
    seq, code, data = found["seq"].decode(), found["code"].decode(), found["data"]
    kind = KINDS.get(code)
    if kind is None or kind.SIZE not in (None, len(data)):
        return Unknown(seq, data, code)
    return kind(seq, data)


class Decoder:
    """Takes bytes as they come; every one of them comes out once, in a good frame or as None."""

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[Frame | None, bytes]]:
        """What ends in `data`, in its order: frames with a good check, and bytes that are none."""
        self._line += data
        line, end = bytes(self._line), 0
        pieces: list[tuple[Frame | None, bytes]] = []
        for found in SHAPE.finditer(line):
            pieces += [(None, line[end : found.start()]), (parse(found), found[0])]
            end = found.end()
        begins = BEGINS.search(line, max(end, len(line) - LONGEST_FRAME + 1))
        kept = begins.start() if begins else len(line)
        del self._line[:kept]
        yield from ((frame, raw) for frame, raw in [*pieces, (None, line[end:kept])] if raw)

    def rest(self) -> bytes:
        """What may still become a frame."""
        return bytes(self._line)


class Listener:
    """The line as a technician sees it."""

    def __init__(self) -> None:
        self._decoder = Decoder()

    def feed(self, data: bytes) -> Iterator[tuple[str, bytes]]:
        """What ends in `data`: a frame's text and its bytes, or "" and the bytes that are no frame."""
        yield from ((frame.describe() if frame else "", raw) for frame, raw in self._decoder.feed(data))

    def rest(self) -> bytes:
        """What has come and is not ended."""
        return self._decoder.rest()
