"""The Angel Eye on the wire: its bytes, its page, and a decoder that nothing upsets."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.shoe import angel_eye
from drivers.shoe.angel_eye_wire import (
    ERRORS,
    KINDS,
    LONGEST_FRAME,
    SHORTEST_FRAME,
    Answer,
    CardDrawn,
    CardOutside,
    CardTold,
    Command,
    CutCard,
    Decoder,
    ErrorCleared,
    ErrorRaised,
    Event,
    Frame,
    GameResult,
    Listener,
    LockState,
    OfCard,
    OutsideTold,
    PresetChanged,
    Refused,
    Retransmitted,
    StandBy,
    Started,
    Taken,
    Unknown,
)
from rules.cards import DECK

PAGE = (Path(__file__).parents[3] / "docs/protocols/angel_eye.md").read_text()
FROM_SHOE: dict[str, Frame] = {
    "05 30 53 03 36 30": Started("0"),
    "05 31 50 03 36 32": StandBy("1"),
    "05 31 44 81 B8 03 34 46": CardDrawn.of("1", "8s"),
    "05 32 44 91 CD 03 32 39": CardDrawn.of("2", "Kh", target=1, index=1),
    "05 31 44 81 80 03 37 37": CardDrawn.of("1", None),
    "05 35 49 83 BD 03 34 31": CardTold.of("5", "Ks", index=3),
    "05 32 64 A0 80 03 37 35": CardOutside.of("2", None, target=2, index=0),
    "05 33 69 81 B7 03 36 46": OutsideTold.of("3", "7s"),
    "05 34 52 81 80 03 36 34": Retransmitted.of("4", None),
    "05 32 44 91 4D 03 41 39": CardDrawn("2", b"\x91\x4d"),
    "05 46 44 81 08 03 38 38": CardDrawn("F", b"\x81\x08"),
    "05 45 44 80 B8 03 33 41": CardDrawn("E", b"\x80\xb8"),
    "05 33 64 91 9A 03 35 46": CardOutside.of("3", "Td", target=1, index=1),
    "05 33 52 91 9A 03 36 39": Retransmitted.of("3", "Td", target=1, index=1),
    "05 34 43 03 37 34": CutCard("4"),
    "05 35 47 C1 03 42 30": GameResult("5", b"\xc1"),
    "05 36 45 C4 03 42 34": ErrorRaised("6", b"\xc4"),
    "05 37 65 C4 03 39 35": ErrorCleared("7", b"\xc4"),
    "05 38 4C 81 03 46 36": LockState("8", b"\x81"),
    "05 39 4D 31 32 30 30 30 37 03 37 33": PresetChanged("9", b"120007"),
    "05 31 58 03 36 41": Unknown("1", b"", "X"),
    "05 31 44 81 03 46 37": Unknown("1", b"\x81", "D"),  # a card has two bytes
    "06": Taken(),
    "15 21": Refused(0x21),
    "02 4F 50 47 50 30 30 03 30 39": Answer(b"OPGP00"),
}
FROM_HOST = {
    "02 4F 50 4C 4B 30 32 03 31 42": Command("LK", "02"),
    "02 4F 50 4C 4B 30 31 03 31 38": Command("LK", "01"),
    "02 4F 50 45 43 30 34 03 31 43": Command("EC", "04"),
}


def decoded(*chunks: bytes) -> list[Frame]:
    decoder = Decoder()
    return [frame for chunk in chunks for frame, _ in decoder.feed(chunk) if frame is not None]


@pytest.mark.parametrize(("line", "frame"), FROM_SHOE.items())
def test_a_frame_has_these_bytes_and_no_others(line: str, frame: Frame) -> None:
    raw = bytes.fromhex(line)
    assert frame.encode() == raw
    assert decoded(raw) == [frame]
    assert list(Decoder().feed(b"\x05noise" + raw)) == [(None, b"\x05noise"), (frame, raw)]


@pytest.mark.parametrize(("line", "command"), FROM_HOST.items())
def test_a_command_has_these_bytes_and_no_others(line: str, command: Command) -> None:
    assert command.encode() == bytes.fromhex(line)


def test_every_kind_of_frame_has_golden_bytes() -> None:
    assert {type(frame) for frame in FROM_SHOE.values()} == {*KINDS.values(), Unknown, Taken, Refused, Answer}


def test_every_example_of_the_page_is_one_of_these_and_every_one_of_these_is_on_the_page() -> None:
    examples = set(re.findall(r"^\s*((?:[0-9A-F]{2}(?: |$))+)", PAGE, re.MULTILINE))
    assert {example.strip() for example in examples} == {*FROM_SHOE, *FROM_HOST}


def test_the_page_tells_the_codes_the_errors_and_the_limits_of_the_code() -> None:
    for code in KINDS:
        assert re.search(rf"^\| `{code}` \|", PAGE, re.MULTILINE), code
    for number, name in ERRORS.items():
        assert re.search(rf"\| {number} \| `{name}` \|", PAGE), name
    assert f"from {SHORTEST_FRAME} to {LONGEST_FRAME} bytes" in PAGE
    assert f"{angel_eye.Conversation.BAUD_RATE} baud" in PAGE
    assert f"| {angel_eye.REPAIR_WITHIN:g} s |" in PAGE
    assert f"| {angel_eye.QUIET_AFTER / 60:g} min |" in PAGE
    assert f"within {angel_eye.COPIES_WITHIN:g} s" in PAGE
    assert f"no answer within {angel_eye.ANSWER_WITHIN:g} s: the same again, {angel_eye.TRIES} times" in PAGE
    assert f"| more than {angel_eye.BABBLE_LIMIT} bytes |" in PAGE


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_goes_there_and_back(card: object) -> None:
    (frame,) = decoded(CardDrawn.of("1", str(card)).encode())
    assert isinstance(frame, CardDrawn)
    assert frame.card == str(card)


@pytest.mark.parametrize("bits", [0x80, 0x81, 0x90, 0x9E, 0x9F, 0xD1, 0xF1])
def test_bits_that_are_no_card_are_no_card(bits: int) -> None:
    assert CardDrawn("1", bytes([0x81, bits])).card is None


@pytest.mark.parametrize("refusal", [b"\x15\x21", b"\x1521"])
def test_a_refusal_may_be_a_byte_or_two_digits(refusal: bytes) -> None:
    assert decoded(refusal) == [Refused(0x21)]


def test_a_technician_sees_every_byte_and_what_it_means() -> None:
    listener = Listener()
    data = b"\x00" + CardDrawn.of("1", "8s").encode() + ErrorRaised("2", b"\xc2").encode() + b"\x06\x15\xff"
    data += LockState("3", b"\x81").encode() + Unknown("4", b"\x80", "X").encode() + b"\x05\x31"
    listed = list(listener.feed(data))
    assert [text for text, _ in listed] == [
        *("", "D seq=1 target=0 index=1 card=8s", "E seq=2 error=overdraw", "ACK", "NAK code=FF"),
        *("L seq=3 locked=True", "? seq=4 code=X data=80"),
    ]
    assert b"".join(raw for _, raw in listed) + listener.rest() == data


sequences = st.sampled_from("0123456789")
data_bytes = st.binary(max_size=12).map(lambda some: bytes(byte | 0x80 for byte in some))
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(CardDrawn.of, sequences, st.sampled_from(DECK).map(str), st.integers(0, 5), st.integers(0, 15)),
    st.builds(ErrorRaised, sequences, st.integers(0x80, 0xFF).map(lambda byte: bytes([byte]))),
    st.builds(Started, sequences, data_bytes),
    st.builds(CutCard, sequences, data_bytes),
    st.builds(Unknown, sequences, data_bytes, st.sampled_from("ABFHxyz")),
)
noises = (
    st.binary() | st.binary().map(lambda some: b"\x05" + some) | st.sampled_from([b"\x051D", b"\x051D\x81\xb8\x03"])
)


@settings(deadline=None)
@given(st.lists(st.tuples(noises, events)))
def test_frames_come_out_of_any_noise(stream: list[tuple[bytes, Event]]) -> None:
    frames = decoded(b"".join(noise + event.encode() for noise, event in stream))
    assert [frame for frame in frames if isinstance(frame, Event)] == [event for _, event in stream]


@settings(deadline=None)
@given(st.lists(noises | events.map(Event.encode)).map(b"".join), st.lists(st.integers(0, 600)))
def test_any_bytes_in_any_pieces_give_the_same_frames(data: bytes, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(data)]
    assert decoded(*(data[start:end] for start, end in pairwise(edges) if start < end)) == decoded(data)
    assert decoded(*(bytes([byte]) for byte in data)) == decoded(data)


@settings(deadline=None)
@given(st.lists(noises | events.map(Event.encode)))
def test_every_byte_comes_out_once_and_little_is_kept(chunks: list[bytes]) -> None:
    decoder, out = Decoder(), b""
    for chunk in chunks:
        for frame, raw in decoder.feed(chunk):
            out += raw
            assert not isinstance(frame, Event) or frame.encode() == raw
        assert len(decoder.rest()) < LONGEST_FRAME
    assert out + decoder.rest() == b"".join(chunks)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_with_any_bit_flipped_is_no_card(card: object) -> None:
    line, after = CardDrawn.of("1", str(card), target=0, index=3).encode(), StandBy("2")
    for bit in range(8 * len(line)):
        flipped = (int.from_bytes(line, "little") ^ 1 << bit).to_bytes(len(line), "little")
        frames = decoded(flipped, after.encode())
        assert [frame for frame in frames if isinstance(frame, Event)] == [after]


def test_nothing_that_carries_a_card_tells_it_by_its_repr() -> None:
    kinds = (CardDrawn, CardTold, CardOutside, OutsideTold, Retransmitted)
    assert {repr(kind.of("1", str(card))) for kind in kinds for card in DECK} == {
        f"{kind.__name__}(seq='1')" for kind in kinds
    }


@pytest.mark.parametrize("data", [b"\x91\x26", b"\x11\x26"])
def test_a_value_whose_byte_lacks_its_highest_bit_is_no_card(data: bytes) -> None:
    assert CardDrawn("3", b"\x91\xa6").card == "6c"
    assert CardDrawn("3", data).card is None


PLACES = {0x80 | target << 4 | index for target in (0, 1) for index in range(1, 16)}


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        (CardDrawn, PLACES | {0x80 | target << 4 | index for target in (2, 4, 5) for index in range(16)}),
        (CardTold, PLACES),
        (OutsideTold, PLACES),
        (CardOutside, {*range(0x80, 0xB0)}),
    ],
)
def test_a_place_is_one_that_the_shoe_names_there(kind: type[OfCard], places: set[int]) -> None:
    assert {byte for byte in range(256) if kind("1", bytes([byte, 0xB8])).place == byte} == places
    assert {kind("1", bytes([byte, 0xB8])).place for byte in {*range(256)} - places} == {None}


@pytest.mark.parametrize("check", [b"09", b"0B"])
def test_the_check_of_an_answer_covers_stx_or_not(check: bytes) -> None:
    assert decoded(b"\x02OPGP00\x03" + check) == [Answer(b"OPGP00")]
    assert decoded(b"\x02OPGP01\x03" + check) == []
