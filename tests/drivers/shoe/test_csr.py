"""The `csr` protocol on the wire: its bytes, its page, and a decoder that nothing upsets."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.driver import Sighting
from drivers.line.conversation import LineTally
from drivers.observation import CardSeen
from drivers.shoe import csr
from drivers.shoe.csr_wire import (
    KINDS,
    LONGEST_FRAME,
    Acknowledge,
    CardDrawn,
    CutCard,
    Decoder,
    Emptied,
    Frame,
    Free,
    Heartbeat,
    Identified,
    Identify,
    Loaded,
    Lock,
    LockState,
    ReadFailure,
    ReplayAfter,
    Replayed,
)
from rules.cards import DECK

PAGE = (Path(__file__).parents[3] / "docs/protocols/csr.md").read_text()
BOOT, SERIAL = "7F3A09C1", "SH-0421"

GOLDEN = {
    b"$WHO*2A8C\r\n": Identify(),
    b"$ID,CSR-8,SH-0421,2.1.0,7F3A09C1,16*B22C\r\n": Identified("CSR-8", SERIAL, "2.1.0", BOOT, 16),
    b"$CARD,7F3A09C1,17,Kh*31B6\r\n": CardDrawn(BOOT, 17, "Kh"),
    b"$FAIL,7F3A09C1,18,exit-optic*1F35\r\n": ReadFailure(BOOT, 18, "exit-optic"),
    b"$CUT,7F3A09C1,19*9B11\r\n": CutCard(BOOT, 19),
    b"$LOAD,7F3A09C1,20*F7CC\r\n": Loaded(BOOT, 20),
    b"$EMPTY,7F3A09C1,21*C50A\r\n": Emptied(BOOT, 21),
    b"$LOCK*35C2\r\n": Lock(),
    b"$FREE*1733\r\n": Free(),
    b"$STATE,7F3A09C1,locked*16DD\r\n": LockState(BOOT, "locked"),
    b"$BEAT,7F3A09C1,18*8E81\r\n": Heartbeat(BOOT, 18),
    b"$ACK,7F3A09C1,17*2D70\r\n": Acknowledge(BOOT, 17),
    b"$AFTER,7F3A09C1,16*B825\r\n": ReplayAfter(BOOT, 16),
    b"$DONE,7F3A09C1,18*EC1C\r\n": Replayed(BOOT, 18),
}


def decoded(*chunks: bytes) -> list[Frame]:
    decoder = Decoder()
    return [frame for chunk in chunks for frame, _ in decoder.feed(chunk)]


def crc_of_the_page(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, bit by bit, as the page spells it out."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


@pytest.mark.parametrize(("line", "frame"), GOLDEN.items(), ids=lambda value: type(value).__name__)
def test_a_frame_has_these_bytes_and_no_others(line: bytes, frame: Frame) -> None:
    assert frame.encode() == line
    assert decoded(line) == [frame]
    assert list(Decoder().feed(b"noise" + line)) == [(frame, line)]
    body, _, crc = line[1:].strip().partition(b"*")
    assert crc_of_the_page(body) == int(crc, 16)


def test_every_kind_of_frame_has_golden_bytes() -> None:
    assert {type(frame) for frame in GOLDEN.values()} == set(KINDS.values())
    assert crc_of_the_page(b"123456789") == 0x29B1


def test_every_example_of_the_page_is_a_frame_and_every_frame_has_an_example() -> None:
    examples = re.findall(r"^\$.*$", PAGE, re.MULTILINE)
    kinds = set()
    for example in examples:
        (frame,) = decoded(f"{example}\r\n".encode())
        assert frame.encode() == f"{example}\r\n".encode()
        kinds.add(type(frame))
    assert kinds == set(KINDS.values())


def test_the_page_tells_the_fields_and_the_limits_of_the_code() -> None:
    for keyword, kind in KINDS.items():
        names = " ".join(f"`{field.name}`" for field in fields(kind))
        assert re.search(rf"^\| `{keyword}` \| (host|shoe) \| {names} ?\|", PAGE, re.MULTILINE), keyword
    assert f"at most {LONGEST_FRAME} bytes" in PAGE
    assert f"| {csr.ANSWER_WITHIN:g} s |" in PAGE
    assert f"| {csr.SILENT_AFTER:g} s |" in PAGE
    assert f"| more than {csr.GARBAGE_LIMIT} |" in PAGE


@pytest.mark.parametrize(
    "body",
    [
        *("", "WHO,1", "HELLO", "who", "BEAT,7F3A09C1", "BEAT,7F3A09C1,1,2", "BEAT,7F3A09C1,", "BEAT,7f3a09c1,1"),
        *("BEAT,7F3A09C,1", "BEAT,7F3A09C1,01", "BEAT,7F3A09C1,-1", "BEAT,7F3A09C1,1000000000", "BEAT,7F3A09C1,1 "),
        *("CARD,7F3A09C1,1,kh", "CARD,7F3A09C1,1,10h", "CARD,7F3A09C1,1,1h", "CARD,7F3A09C1,1,Kx", "CARD,7F3A09C1,1,"),
        *("STATE,7F3A09C1,open", "STATE,7F3A09C1", "LOCK,7F3A09C1", "CUT,7F3A09C1", "LOAD,7F3A09C1,1,52"),
        *("FAIL,7F3A09C1,1,", "FAIL,7F3A09C1,1,a b", "FAIL,7F3A09C1,1,é", f"FAIL,7F3A09C1,1,{25 * 'x'}"),
        f"ID,{24 * 'm'},{24 * 's'},{24 * 'f'},7F3A09C1,12",  # each field would do, the frame is too long
    ],
)
def test_a_good_checksum_does_not_make_a_frame(body: str) -> None:
    line = b"$%b*%04X\r\n" % (body.encode(), crc_of_the_page(body.encode()))
    assert decoded(line, Identify().encode()) == [Identify()]


def test_the_longest_frame_is_a_frame() -> None:
    longest = Identified(24 * "m", 24 * "s", 24 * "f", BOOT, 1)
    assert len(longest.encode()) == LONGEST_FRAME
    assert decoded(longest.encode()) == [longest]


def test_a_checksum_in_small_letters_is_wrong() -> None:
    assert decoded(b"$WHO*2a8c\r\n") == []


words = st.text("ABCXYZabcxyz0189._-", min_size=1, max_size=21)
boots = st.text("0123456789ABCDEF", min_size=8, max_size=8)
numbers = st.integers(0, 999_999_999)
frames: st.SearchStrategy[Frame] = st.one_of(
    st.just(Identify()),
    st.builds(Identified, words, words, words, boots, numbers),
    st.builds(CardDrawn, boots, numbers, st.sampled_from(DECK).map(str)),
    st.builds(ReadFailure, boots, numbers, words),
    *(st.builds(kind, boots, numbers) for kind in (Heartbeat, Acknowledge, ReplayAfter, Replayed)),
    *(st.builds(kind, boots, numbers) for kind in (CutCard, Loaded, Emptied)),
    *(st.just(kind()) for kind in (Lock, Free)),
    st.builds(LockState, boots, st.sampled_from(["locked", "free"])),
)


@settings(deadline=None)
@given(st.lists(st.tuples(st.binary(), frames)))
def test_frames_come_out_of_any_noise(stream: list[tuple[bytes, Frame]]) -> None:
    data = b"".join(noise + frame.encode() for noise, frame in stream)
    assert decoded(data) == [frame for _, frame in stream]


@settings(deadline=None)
@given(st.lists(st.binary() | frames.map(Frame.encode)).map(b"".join), st.lists(st.integers(0, 600)))
def test_any_bytes_in_any_pieces_give_the_same_frames(data: bytes, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(data)]
    assert decoded(*(data[start:end] for start, end in pairwise(edges) if start < end)) == decoded(data)
    assert decoded(*(bytes([byte]) for byte in data)) == decoded(data)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_with_any_bit_flipped_is_no_card(card: object) -> None:
    line, beat = CardDrawn(BOOT, 17, str(card)).encode(), Heartbeat(BOOT, 17)
    for bit in range(8 * len(line)):
        flipped = (int.from_bytes(line, "little") ^ 1 << bit).to_bytes(len(line), "little")
        assert decoded(flipped, beat.encode()) == [beat]


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1).map(lambda piece: LONGEST_FRAME * piece), min_size=1))
def test_endless_garbage_takes_no_memory(chunks: list[bytes]) -> None:
    decoder = Decoder()
    for chunk in chunks:
        assert list(decoder.feed(chunk)) == []
        assert len(decoder._line) <= LONGEST_FRAME
    assert decoder.garbage + len(decoder._line) == sum(map(len, chunks))


def test_nothing_that_carries_a_card_tells_it_by_its_repr() -> None:
    cards = [str(card) for card in DECK]
    seen = [CardSeen("shoe", BOOT, 17, card) for card in cards]
    raw = [CardDrawn(BOOT, 17, card).encode() for card in cards]
    assert {repr(CardDrawn(BOOT, 17, card)) for card in cards} == {"CardDrawn(boot='7F3A09C1', seq=17)"}
    assert len({repr(each) for each in seen}) == 1
    assert len({repr(Sighting(*each)) for each in zip(seen, raw, strict=True)}) == 1


def test_a_technician_sees_every_byte_once_with_its_meaning() -> None:
    listener = csr.Conversation.listener()
    line = (
        b"noise" + CardDrawn(BOOT, 17, "Kh").encode() + b"$CARD,7F3A09C1,18,Kh*0000\r\n" + LONGEST_FRAME * b"x" + b"yz"
    )
    assert list(listener.feed(line)) == [
        ("", b"noise"),
        ("CARD boot=7F3A09C1 seq=17 card=Kh", b"$CARD,7F3A09C1,17,Kh*31B6\r\n"),
        ("", b"$CARD,7F3A09C1,18,Kh*0000\r\n"),
        ("", b"xx"),
    ]
    assert listener.rest() == (LONGEST_FRAME - 2) * b"x" + b"yz"


@settings(deadline=None)
@given(st.lists(st.binary() | frames.map(Frame.encode)))
def test_a_technician_misses_no_byte(chunks: list[bytes]) -> None:
    listener = csr.Conversation.listener()
    pieces = [raw for chunk in chunks for _, raw in listener.feed(chunk)]
    assert b"".join([*pieces, listener.rest()]) == b"".join(chunks)


def test_good_and_bad_frames_are_counted() -> None:
    tally = LineTally()
    decoder = Decoder(tally)
    list(decoder.feed(b"noise\r\n" + Identify().encode() + b"$WHO*0000\r\nx" + Identify().encode()))
    assert (tally.frames, tally.bad) == (2, 2)
