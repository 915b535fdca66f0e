"""The `csr` protocol: its bytes, its decoder, and a conversation with a shoe that lives in memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable, LinkUp, Observation
from drivers.shoe import csr
from drivers.shoe.csr import (
    KINDS,
    LONGEST_FRAME,
    Acknowledge,
    CardDrawn,
    Decoder,
    Frame,
    Heartbeat,
    Identified,
    Identify,
    ReadFailure,
    ReplayAfter,
    Replayed,
    Session,
)
from drivers.shoe.session import Position, Sighting
from rules.cards import DECK

PAGE = (Path(__file__).parents[2] / "docs/protocols/csr.md").read_text()
BOOT, OTHER_BOOT, SERIAL = "7F3A09C1", "C40E11B2", "SH-0421"

GOLDEN = {
    b"$WHO*2A8C\r\n": Identify(),
    b"$ID,CSR-8,SH-0421,2.1.0,7F3A09C1,16*B22C\r\n": Identified("CSR-8", SERIAL, "2.1.0", BOOT, 16),
    b"$CARD,7F3A09C1,17,Kh*31B6\r\n": CardDrawn(BOOT, 17, "Kh"),
    b"$FAIL,7F3A09C1,18,exit-optic*1F35\r\n": ReadFailure(BOOT, 18, "exit-optic"),
    b"$BEAT,7F3A09C1,18*8E81\r\n": Heartbeat(BOOT, 18),
    b"$ACK,7F3A09C1,17*2D70\r\n": Acknowledge(BOOT, 17),
    b"$AFTER,7F3A09C1,16*B825\r\n": ReplayAfter(BOOT, 16),
    b"$DONE,7F3A09C1,18*EC1C\r\n": Replayed(BOOT, 18),
}

# -- the wire ---------------------------------------------------------------------------------------------------------


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
        *("FAIL,7F3A09C1,1,", "FAIL,7F3A09C1,1,a b", "FAIL,7F3A09C1,1,é", f"FAIL,7F3A09C1,1,{25 * 'x'}"),
        f"ID,{24 * 'm'},{24 * 's'},{24 * 'f'},7F3A09C1,1",  # each field would do, the frame is too long
    ],
)
def test_a_good_checksum_does_not_make_a_frame(body: str) -> None:
    line = b"$%b*%04X\r\n" % (body.encode(), crc_of_the_page(body.encode()))
    assert decoded(line, Identify().encode()) == [Identify()]


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
)


@given(st.lists(st.tuples(st.binary(), frames)))
def test_frames_come_out_of_any_noise(stream: list[tuple[bytes, Frame]]) -> None:
    data = b"".join(noise + frame.encode() for noise, frame in stream)
    assert decoded(data) == [frame for _, frame in stream]


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


@given(st.lists(st.binary(max_size=2 * LONGEST_FRAME)))
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


# -- one conversation -------------------------------------------------------------------------------------------------


class Peer:
    """A shoe in memory, with the session that listens to it; `spoil` is what the line does to a frame."""

    def __init__(self, known: Position | None = None, boot: str = BOOT, cards: str = "") -> None:
        self.boot, self.serial, self.seq = boot, SERIAL, 0
        self.kept: list[CardDrawn | ReadFailure] = []
        self.spoil: Callable[[Frame], bytes] = Frame.encode
        self.asked: list[Frame] = []  # what the host said
        self.told: list[Observation] = []  # what the host made of it
        for card in cards.split():
            self.draw(card)
        self.session = Session("shoe", SERIAL, known, 0.0)

    def draw(self, card: str) -> Frame:
        self.seq += 1
        self.kept.append(CardDrawn(self.boot, self.seq, card))
        return self.kept[-1]

    def power_cycle(self) -> None:
        self.boot, self.seq, self.kept = OTHER_BOOT, 0, []

    def send(self, *frames: Frame, now: float = 0.0) -> None:
        """These frames, then answers until the host has no more questions."""
        data = b"".join(map(self.spoil, frames))
        while True:
            self.told += [sighting.observation for sighting in self.session.receive(data, now)]
            asked = decoded(bytes(self.session.outgoing))
            self.session.outgoing.clear()
            self.asked += asked
            data = b"".join(self.spoil(answer) for question in asked for answer in self._answers(question))
            if not data:
                return

    def _answers(self, question: Frame) -> Iterator[Frame]:
        match question:
            case Identify():
                yield Identified("CSR-8", self.serial, "2.1.0", self.boot, self.seq)
            case Acknowledge(boot, seq) if boot == self.boot:
                self.kept = [event for event in self.kept if event.seq > seq]
            case ReplayAfter(boot, seq) if boot == self.boot:
                yield from [event for event in self.kept if event.seq > seq]
                yield Replayed(self.boot, self.seq)

    def questions(self) -> list[Frame]:
        """What the host said since the last look."""
        asked, self.asked = self.asked, []
        return asked


def live(cards: str = "") -> Peer:
    """A conversation that has come as far as the first LinkUp."""
    peer = Peer(cards=cards)
    peer.send()
    assert peer.told == [LinkUp("shoe", BOOT, peer.seq, complete=True)]
    peer.told.clear()
    peer.questions()
    return peer


def seen(seq: int, card: str, boot: str = BOOT) -> CardSeen:
    return CardSeen("shoe", boot, seq, card)


def fault_of(act: Callable[[], object]) -> Fault:
    with pytest.raises(FaultError) as caught:
        act()
    return caught.value.fault


def test_at_first_contact_the_count_of_the_shoe_is_ours() -> None:
    peer = Peer(cards="Kh 2c 3d")
    peer.send()
    assert peer.questions() == [Identify(), ReplayAfter(BOOT, 3)]
    assert peer.told == [LinkUp("shoe", BOOT, 3, complete=True)]
    assert str(peer.session.identity) == "Identity(model='CSR-8', serial='SH-0421', firmware='2.1.0')"


def test_the_same_boot_tells_what_was_missed_and_is_complete() -> None:
    peer = Peer(known=Position(BOOT, 1), cards="Kh 2c 3d")
    peer.send()
    assert peer.questions() == [Identify(), ReplayAfter(BOOT, 1)]
    assert peer.told == [seen(2, "2c"), seen(3, "3d"), LinkUp("shoe", BOOT, 3, complete=True)]


def test_another_boot_tells_what_it_has_and_is_never_complete() -> None:
    peer = Peer(known=Position(BOOT, 5), boot=OTHER_BOOT, cards="Kh")
    peer.send()
    assert peer.told == [seen(1, "Kh", OTHER_BOOT), LinkUp("shoe", OTHER_BOOT, 1, complete=False)]


def test_a_shoe_that_knows_less_than_we_do_is_not_complete() -> None:
    peer = Peer(known=Position(BOOT, 5), cards="Kh 2c")
    peer.send()
    assert peer.told == [LinkUp("shoe", BOOT, 2, complete=False)]


def test_a_power_cycle_on_an_open_line_is_noticed_at_the_next_heartbeat() -> None:
    peer = live("Kh")
    peer.power_cycle()
    peer.send(peer.draw("As"))  # of a boot that the host has not met: nothing to believe yet
    assert (peer.told, peer.questions()) == ([], [])
    peer.send(Heartbeat(OTHER_BOOT, 1))
    assert peer.questions() == [Identify(), ReplayAfter(OTHER_BOOT, 0)]
    assert peer.told == [seen(1, "As", OTHER_BOOT), LinkUp("shoe", OTHER_BOOT, 1, complete=False)]
    peer.send(peer.draw("Kd"))
    assert peer.told[2:] == [seen(2, "Kd", OTHER_BOOT)]


def test_a_dropped_frame_is_asked_for_again_when_the_next_one_comes() -> None:
    peer = live()
    peer.draw("Kh")
    peer.send(peer.draw("2c"))
    assert peer.questions() == [ReplayAfter(BOOT, 0)]
    assert peer.told == [seen(1, "Kh"), seen(2, "2c")]


def test_a_dropped_frame_is_asked_for_again_at_the_next_heartbeat() -> None:
    peer = live()
    peer.draw("Kh")
    peer.send(Heartbeat(BOOT, 1))
    assert peer.told == [seen(1, "Kh")]
    peer.questions()
    peer.send(Heartbeat(BOOT, 1))
    assert peer.questions() == []


def spoils(seq: int, times: int) -> Callable[[Frame], bytes]:
    left = [times]

    def spoil(frame: Frame) -> bytes:
        if isinstance(frame, CardDrawn) and frame.seq == seq and left[0]:
            left[0] -= 1
            return frame.encode().replace(b"*", b"+")
        return frame.encode()

    return spoil


def test_a_corrupted_replay_is_asked_for_again() -> None:
    peer = Peer(known=Position(BOOT, 0), cards="Kh 2c 3d")
    peer.spoil = spoils(2, times=2)
    peer.send()
    assert peer.questions() == [Identify(), ReplayAfter(BOOT, 0), ReplayAfter(BOOT, 1), ReplayAfter(BOOT, 1)]
    assert peer.told == [seen(1, "Kh"), seen(2, "2c"), seen(3, "3d"), LinkUp("shoe", BOOT, 3, complete=True)]


@pytest.mark.parametrize("known", [Position(BOOT, 0), None], ids=["from the start", "on a live link"])
def test_a_hopeless_replay_is_never_called_complete(known: Position | None) -> None:
    peer = live() if known is None else Peer(known)
    peer.draw("Kh")
    peer.spoil = spoils(1, times=3)
    peer.send(Heartbeat(BOOT, 1))
    assert peer.questions().count(ReplayAfter(BOOT, 0)) == 3
    assert peer.told == [LinkUp("shoe", BOOT, 1, complete=False)]
    peer.send(peer.draw("2c"))
    assert peer.told[1:] == [seen(2, "2c")]


def test_nothing_is_acknowledged_before_it_is_committed() -> None:
    peer = live()
    peer.send(peer.draw("Kh"), ReadFailure(BOOT, 2, "exit-optic"))
    peer.send(Heartbeat(BOOT, 2))
    assert peer.told == [seen(1, "Kh"), CardUnreadable("shoe", BOOT, 2, "exit-optic")]
    assert peer.questions() == []
    for observation in (*peer.told, LinkUp("shoe", BOOT, 2, complete=True)):
        peer.session.committed(observation)
    peer.send()
    assert peer.questions() == [Acknowledge(BOOT, 1), Acknowledge(BOOT, 2)]
    assert peer.kept == []


def test_what_is_told_twice_is_dropped_and_acknowledged_again() -> None:
    peer = live()
    card = peer.draw("Kh")
    peer.send(card)
    peer.session.committed(peer.told[0])
    peer.send()
    peer.questions()
    peer.send(card)
    assert peer.told == [seen(1, "Kh")]
    assert peer.questions() == [Acknowledge(BOOT, 1)]


def test_another_serial_number_is_another_device() -> None:
    peer = Peer()
    peer.serial = "SOMEONE-ELSE"
    assert fault_of(peer.send) is Fault.SHOE_WRONG_DEVICE
    assert peer.told == []


def test_a_shoe_that_never_says_who_it_is_is_silent() -> None:
    session = Session("shoe", SERIAL, None, 100.0)
    session.check(100.0 + csr.ANSWER_WITHIN)
    assert list(session.receive(Heartbeat(BOOT, 1).encode(), 101.0)) == []
    assert fault_of(lambda: session.check(100.1 + csr.ANSWER_WITHIN)) is Fault.SHOE_SILENT


def test_a_shoe_without_heartbeats_is_silent() -> None:
    peer = live()
    peer.send(Heartbeat(BOOT, 0), now=10.0)
    peer.session.check(10.0 + csr.SILENT_AFTER)
    assert fault_of(lambda: peer.session.check(10.1 + csr.SILENT_AFTER)) is Fault.SHOE_SILENT


def test_a_shoe_that_never_ends_its_replay_is_asked_three_times_and_then_silent() -> None:
    session = Session("shoe", SERIAL, Position(BOOT, 4), 0.0)
    session.outgoing.clear()
    identity = Identified("CSR-8", SERIAL, "2.1.0", BOOT, 5).encode()
    assert list(session.receive(identity, 0.0)) == []
    session.check(2.1)
    session.check(4.2)
    assert decoded(bytes(session.outgoing)) == 3 * [ReplayAfter(BOOT, 4)]
    assert list(session.receive(Heartbeat(BOOT, 5).encode(), 6.0)) == []
    assert fault_of(lambda: session.check(6.3)) is Fault.SHOE_SILENT


def test_bytes_that_make_no_frame_are_garbled() -> None:
    session = Session("shoe", SERIAL, None, 0.0)
    assert list(session.receive(csr.GARBAGE_LIMIT * b"\x00", 0.0)) == []
    assert fault_of(lambda: list(session.receive(2 * LONGEST_FRAME * b"\x00", 0.0))) is Fault.SHOE_GARBLED


def test_a_silence_after_bad_bytes_is_called_garbled() -> None:
    session = Session("shoe", SERIAL, None, 0.0)
    assert list(session.receive(b"\xff\x00\n", 0.0)) == []
    assert fault_of(lambda: session.check(2.1)) is Fault.SHOE_GARBLED
