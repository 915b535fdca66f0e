"""Any bytes, at any times, in any pieces: a conversation raises nothing but a fault, ends, and invents no card."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.faults import FaultError
from drivers.line.conversation import Position, Setup
from drivers.observation import CardSeen, CardUnreadable, LinkUp
from drivers.shoe.csr import ANSWER_WITHIN, MOST_PLACES, SILENT_AFTER, TRIES, Conversation
from drivers.shoe.csr_wire import (
    LONGEST_FRAME,
    CardDrawn,
    CutCard,
    Emptied,
    Frame,
    Heartbeat,
    Identified,
    Loaded,
    LockState,
    ReadFailure,
    Replayed,
)
from rules.cards import DECK
from tests.drivers.shoe.test_csr import crc_of_the_page

SERIAL = "SH-0421"
boots = st.sampled_from(["7F3A09C1", "C40E11B2"])
numbers = st.integers(0, 6)
counted = (Heartbeat, Replayed, CutCard, Loaded, Emptied)
frames: st.SearchStrategy[Frame] = st.one_of(
    st.builds(Identified, st.just("CSR-8"), st.just(SERIAL), st.just("2.1.0"), boots, numbers),
    st.builds(CardDrawn, boots, numbers, st.sampled_from(DECK).map(str)),
    st.builds(ReadFailure, boots, numbers, st.just("exit-optic")),
    *(st.builds(kind, boots, numbers) for kind in counted),
    st.builds(LockState, boots, st.sampled_from(["locked", "free"])),
)


def spoilt(frame: Frame, bit: int) -> bytes:
    data = bytearray(frame.encode())
    data[bit // 8 % len(data)] ^= 1 << bit % 8
    return bytes(data)


pieces = st.one_of(
    frames.map(Frame.encode),
    frames.map(Frame.encode),
    st.builds(spoilt, frames, st.integers(0, 1000)),
    st.binary(max_size=40),
    st.binary(min_size=1, max_size=4).map(lambda some: 1000 * some),
)
moments = st.lists(st.tuples(st.floats(0, 1.5), st.lists(pieces, max_size=6).map(b"".join), st.integers(0, 200)))
known = st.none() | st.builds(Position, boots, numbers)


@settings(deadline=None, max_examples=300)
@given(known, moments)
def test_no_bytes_upset_a_conversation_and_none_invents_a_card(
    known: Position | None, moments: list[tuple[float, bytes, int]]
) -> None:
    setup, now, came = Setup("shoe", SERIAL, commands=True, known=known), 0.0, b""
    conversation = Conversation(setup, now)
    conversation.lock(on=True)
    for pause, data, cut in moments:
        now += pause
        came += data
        try:
            for piece in (data[:cut], data[cut:]):
                for sighting in conversation.receive(piece, now):
                    observation = sighting.observation
                    assert isinstance(observation, LinkUp) or sighting.raw in came
                    if isinstance(observation, CardSeen):
                        body, _, check = sighting.raw[1:-2].partition(b"*")
                        assert body == f"CARD,{observation.boot},{observation.seq},{observation.card}".encode()
                        assert int(check, 16) == crc_of_the_page(body)
                    conversation.committed(observation)
            conversation.check(now)
        except FaultError:  # as the driver does
            conversation = Conversation(setup, now)
        assert len(conversation.outgoing) < 64 * (len(came) + 512)  # each frame is answered with one or two
        conversation.outgoing.clear()
        assert len(conversation._decoder.rest()) <= LONGEST_FRAME
        assert len(conversation._places) <= MOST_PLACES


@settings(deadline=None, max_examples=300)
@given(known, st.lists(pieces).map(b"".join), st.booleans())
def test_no_bytes_make_it_wait_for_ever(known: Position | None, data: bytes, bad: bool) -> None:
    conversation, ended = Conversation(Setup("shoe", SERIAL, known=known), 0.0), False
    try:
        list(conversation.receive(data, 0.0))
        for tick in range(round(4 * ((TRIES + 1) * ANSWER_WITHIN + SILENT_AFTER))):
            if bad:
                list(conversation.receive(b"\xa5\n", tick / 4))  # noise is no sign of life
            conversation.check(tick / 4)
    except FaultError:
        ended = True
    assert ended


@settings(deadline=None)
@given(st.lists(frames, max_size=60))
def test_an_event_is_told_once_whatever_a_shoe_says(said: list[Frame]) -> None:
    conversation = Conversation(Setup("shoe", SERIAL), 0.0)
    reported: list[CardSeen | CardUnreadable] = []
    for frame in said:
        for sighting in conversation.receive(frame.encode(), 0.0):
            if isinstance(sighting.observation, CardSeen | CardUnreadable):
                reported.append(sighting.observation)
            elif isinstance(sighting.observation, LinkUp) and not sighting.observation.complete:
                reported.clear()  # whoever is told that, counts the cards
    assert len({(each.boot, each.seq) for each in reported}) == len(reported)
