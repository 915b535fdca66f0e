"""What is fuzzed, and what must hold of it; without the fuzzer, so that `make test` runs the seeds too.

A fuzzer's bytes are a script of a conversation: a head of one byte says what happens, and how much of it.

    00nnnnnn  n bytes arrive as they are
    01nnnnnn  n bytes arrive in a frame with a good check, which no fuzzer would ever hit by chance
    10nnnnnn  n eighths of a second pass
    11nnnnnn  up to n of the observations reach the disk; with n = 0 the shoe is told to lock itself
"""

from __future__ import annotations

import json
from binascii import crc_hqx
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

from drivers.driver import Sighting
from drivers.faults import FaultError
from drivers.line.conversation import Position, Setup
from drivers.observation import CardSeen
from drivers.shoe import SHOES
from rules.contract import answer
from rules.registry import GAMES

EXAMPLES = Path(__file__).parents[2] / "rules/settle-examples.jsonl"
SERIAL, BOOT = "SH-0421", "7F3A09C1"
MOST_HELD = 8192  # bytes that a conversation may keep, whatever it hears
ARRIVES, FRAMED, PASSES, STORED = range(4)

Target = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Wire:
    """A protocol as its page tells it, written a second time: a codec cannot vouch for itself."""

    framed: Callable[[bytes], bytes]  # a frame around anything
    tells: Callable[[bytes, str], bool]  # whether a whole frame with a good check tells this card
    seeds: tuple[bytes, ...]  # scripts


# -- csr --------------------------------------------------------------------------------------------------------------


def csr_frame(body: bytes) -> bytes:
    """`$`, the body, its check."""
    return b"$%b*%04X\r\n" % (body, crc_hqx(body, 0xFFFF))


def csr_tells(raw: bytes, card: str) -> bool:
    """`$CARD,BOOT,SEQ,card*CRC`."""
    body, star, check = raw.rstrip(b"\r\n").removeprefix(b"$").rpartition(b"*")
    fields = body.split(b",")
    good = raw.startswith(b"$") and star == b"*" and check == b"%04X" % crc_hqx(body, 0xFFFF)
    return good and len(fields) == 4 and fields[0] == b"CARD" and fields[3] == card.encode()


def met(seq: int) -> bytes:
    """Who it is, and nothing missed."""
    identity = script(FRAMED, f"ID,CSR-8,{SERIAL},2.1.0,{BOOT},{seq}".encode())
    return identity + script(FRAMED, f"DONE,{BOOT},{seq}".encode())


# -- angel_eye --------------------------------------------------------------------------------------------------------


def angel_eye_frame(body: bytes) -> bytes:
    """ENQ, the body, ETX, the XOR of everything behind ENQ as two hexadecimal digits."""
    checked = body + b"\x03"
    return b"\x05%b%02X" % (checked, reduce(xor, checked, 0))


def angel_eye_tells(raw: bytes, card: str) -> bool:
    """`ENQ seq code target card ETX BCC`: the suit in bits 6 to 4, the rank in bits 3 to 0."""
    if len(raw) != 8 or raw != angel_eye_frame(raw[1:-3]) or not raw[4] & 0x80:
        return False
    return card == "A23456789TJQK"[(raw[4] & 0xF) - 1] + "?dcsh"[raw[4] >> 4 & 7]


# -- scripts ----------------------------------------------------------------------------------------------------------


def script(what: int, some: bytes | int) -> bytes:
    """One step, or as many as it takes."""
    if isinstance(some, int):
        return bytes([what << 6 | some])
    return b"".join(
        bytes([what << 6 | len(part)]) + part for part in (some[i : i + 63] for i in range(0, len(some), 63))
    )


def steps(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """What happens, how much of it, and the bytes that belong to it."""
    place = 0
    while place < len(data):
        what, count = data[place] >> 6, data[place] & 0x3F
        size = count if what in (ARRIVES, FRAMED) else 0
        yield what, count, data[place + 1 : place + 1 + size]
        place += 1 + size


ENDS = ("LOAD", "CUT", "EMPTY")
WIRES = {
    "csr": Wire(
        csr_frame,
        csr_tells,
        (
            met(16) + script(FRAMED, f"CARD,{BOOT},17,Kh".encode()) + script(STORED, 9),
            met(16) + script(FRAMED, f"CARD,{BOOT},18,Kh".encode()) + script(FRAMED, f"DONE,{BOOT},18".encode()) * 3,
            met(1) + script(FRAMED, f"FAIL,{BOOT},2,exit-optic".encode()) + script(FRAMED, f"BEAT,{BOOT},3".encode()),
            met(0) + script(FRAMED, b"BEAT,C40E11B2,1") + script(PASSES, 20) * 3,
            script(ARRIVES, b"$CARD,7F3A09C1,17,Kh*31B6\r\n$FAIL,7F3A09C1,18,exit-optic*1F35\r\n"),
            script(FRAMED, b"ID,CSR-8,SOMEONE-ELSE,2.1.0,C40E11B2,16"),
            met(0) + script(STORED, 0) + script(PASSES, 1) + script(FRAMED, f"STATE,{BOOT},locked".encode()),
            met(0) + b"".join(script(FRAMED, f"{what},{BOOT},{n}".encode()) for n, what in enumerate(ENDS, 1)),
            script(ARRIVES, b"U" * 2500),
        ),
    ),
    "angel_eye": Wire(
        angel_eye_frame,
        angel_eye_tells,
        (
            script(ARRIVES, bytes.fromhex("05 31 44 81 B8 03 34 46")) * 3 + script(STORED, 9),
            script(FRAMED, b"1S") + script(FRAMED, b"2D\x81\xb8") + script(FRAMED, b"3C") + script(PASSES, 60),
            script(FRAMED, b"1D\x81\xb8") + script(FRAMED, b"3D\x91\x9d") + script(FRAMED, b"4R\x81\xb8"),
            script(FRAMED, b"1E\xc1")
            + script(FRAMED, b"2e\x81")
            + script(FRAMED, b"3L\x81")
            + script(FRAMED, b"4d\x81\xb8"),
            script(FRAMED, b"0S") + script(FRAMED, b"1D\x81\x80") + script(FRAMED, b"2I\x81\xb8"),
            script(FRAMED, b"9E\x82")
            + script(FRAMED, b"1d\xa0\x80")
            + script(FRAMED, b"2i\x81\xb8")
            + script(FRAMED, b"3R\x81\x80")
            + script(ARRIVES, b"\x02OPGP00\x0309"),
            script(FRAMED, b"1G\x91")
            + script(FRAMED, b"2P")
            + script(FRAMED, b"3M24")
            + script(ARRIVES, b"\x06\x1521"),
            script(ARRIVES, b"\x05" * 2500),
        ),
    ),
}


# -- the targets ------------------------------------------------------------------------------------------------------


def conversation(protocol: str) -> Target:
    """Any script: nothing but a FaultError comes out, little is kept, no card without a good check."""
    wire = WIRES[protocol]

    def converse(data: bytes) -> None:
        now, known, waiting = 0.0, None, list[Sighting]()
        conversation = SHOES[protocol](Setup("shoe", SERIAL, commands=True), now)
        listener, came, listened = conversation.listener(), bytearray(), bytearray()
        for what, count, some in steps(data):
            try:
                if what in (ARRIVES, FRAMED):
                    arrived = some if what == ARRIVES else wire.framed(some)
                    came += arrived
                    listened += b"".join(raw for _, raw in listener.feed(arrived))
                    for sighting in conversation.receive(arrived, now):
                        assert sighting.raw in came
                        if (card := getattr(sighting.observation, "card", None)) is not None:
                            assert wire.tells(sighting.raw, card), "a card without a good check"
                        waiting.append(sighting)
                elif what == PASSES:
                    now += count / 8
                    conversation.check(now)
                elif count == 0:
                    conversation.lock(on=True)
                else:
                    for sighting in waiting[:count]:
                        conversation.committed(sighting.observation)
                        if isinstance(sighting.observation, CardSeen):
                            known = Position(sighting.observation.boot, sighting.observation.seq)
                    del waiting[:count]
            except FaultError:  # as the driver does: once more from the start
                conversation = SHOES[protocol](Setup("shoe", SERIAL, commands=True, known=known), now)
                waiting.clear()
            conversation.outgoing.clear()  # it is sent
        assert held(conversation) + held(listener) <= MOST_HELD, "the buffers grow"
        assert listened + listener.rest() == came, "the technician does not see every byte once"

    return converse


def held(thing: object) -> int:
    """How many bytes and items something keeps, all the way down."""
    if isinstance(thing, bytes | bytearray | str):
        return len(thing)
    if isinstance(thing, dict):
        return sum(1 + held(key) + held(value) for key, value in thing.items())
    if isinstance(thing, Collection) and not isinstance(thing, type):
        return sum(1 + held(item) for item in thing)
    if isinstance(thing, Enum):
        return 0  # one of a few, kept nowhere
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    parts: dict[str, Any] = {name: getattr(thing, name) for name in slots} | getattr(thing, "__dict__", {})
    return sum(map(held, parts.values())) if type(thing).__module__.startswith("drivers.") else 0


def settle(data: bytes) -> None:
    """Any line is answered with one line of JSON."""
    said = answer(data, GAMES)
    assert "\n" not in said
    assert {"error", "lines"} & json.loads(said).keys()


TARGETS: dict[str, Target] = {**{name: conversation(name) for name in SHOES}, "settle": settle}


def seeds(name: str) -> list[bytes]:
    """Where the fuzzer starts from."""
    if name in WIRES:
        return list(WIRES[name].seeds)
    return [json.dumps(json.loads(line)["request"]).encode() for line in EXAMPLES.read_text().splitlines()]
