"""One conversation with an Angel Eye: no line, no clock but the one we tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.faults import Fault, FaultError
from drivers.line.conversation import Identity, Position, Setup
from drivers.observation import (
    CardHidden,
    CardSeen,
    CardUnreadable,
    CutCardSeen,
    LinkUp,
    Observation,
    OutsideDealt,
    ShoeTrouble,
)
from drivers.observation import CardOutside as CardOutside_
from drivers.observation import CardTold as CardTold_
from drivers.observation import OutsideTold as OutsideTold_
from drivers.shoe.angel_eye import (
    ANSWER_WITHIN,
    BABBLE_LIMIT,
    BUSY_PAUSE,
    COPIES_WITHIN,
    QUIET_AFTER,
    REPAIR_WITHIN,
    TRIES,
    WRONG_SPEED,
    Conversation,
)
from drivers.shoe.angel_eye_wire import (
    CardDrawn,
    CardOutside,
    CardTold,
    Command,
    CutCard,
    ErrorCleared,
    ErrorRaised,
    Event,
    Frame,
    GameResult,
    LockState,
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

ADAPTER = "FT4XYZ01"
BOOTS = ("AAAA0001", "AAAA0002", "AAAA0003")
UP = LinkUp("shoe", BOOTS[0], 0, complete=False)
LOCK = Command("LK", "02").encode()


class Peer:
    """A conversation and what it told; its links are called AAAA0001, AAAA0002, …"""

    def __init__(self, *, commands: bool = False, known: Position | None = None, hides: bool | None = None) -> None:
        boots = iter(BOOTS)
        setup = Setup("shoe", ADAPTER, commands=commands, known=known, hides=hides)
        self.conversation = Conversation(setup, 0.0, lambda: next(boots))
        self.observations: list[Observation] = []

    def send(self, *frames: Frame | bytes, now: float = 0.0) -> list[Observation]:
        data = b"".join(frame if isinstance(frame, bytes) else frame.encode() for frame in frames)
        new = [sighting.observation for sighting in self.conversation.receive(data, now)]
        self.observations += new
        return new

    def said(self) -> bytes:
        """What the host sent since the last look."""
        data = bytes(self.conversation.outgoing)
        self.conversation.outgoing.clear()
        return data


def proven(*, commands: bool = False, hides: bool | None = None) -> Peer:
    peer = Peer(commands=commands, hides=hides)
    assert peer.send(StandBy("0")) == [UP]
    return peer


def seen(seq: int, card: str, boot: str = BOOTS[0]) -> CardSeen:
    return CardSeen("shoe", boot, seq, card)


def hidden(seq: int, place: int) -> CardHidden:
    return CardHidden("shoe", BOOTS[0], seq, place)


def trouble(seq: int, what: str) -> ShoeTrouble:
    return ShoeTrouble("shoe", BOOTS[0], seq, what, complete=what not in ("gap", "contradiction"))


def fault_of(act: Callable[[], object]) -> Fault:
    with pytest.raises(FaultError) as caught:
        act()
    return caught.value.fault


def test_a_link_is_proven_by_its_first_frame_and_never_complete() -> None:
    peer = Peer(known=Position(BOOTS[0], 7))
    peer.conversation.check(10 * QUIET_AFTER)  # silence alone never ends it
    assert (peer.conversation.proven, peer.conversation.identity) == (False, None)
    assert peer.send(CardDrawn.of("4", "8s")) == [UP, seen(1, "8s")]
    assert peer.conversation.proven
    assert peer.conversation.identity == Identity("angel_eye", ADAPTER, "")


@pytest.mark.parametrize("frame", [Started("0"), StandBy("5"), GameResult("1", b"\xc0"), LockState("1", b"\x80")])
def test_a_frame_without_a_card_proves_the_link_too(frame: Event) -> None:
    assert Peer().send(frame) == [UP]


def test_after_a_long_silence_the_link_is_unproven_but_the_same() -> None:
    peer = proven()
    peer.conversation.check(QUIET_AFTER)
    health = [peer.conversation.proven]
    peer.conversation.check(QUIET_AFTER + 1)
    health.append(peer.conversation.proven)
    assert peer.send(CardDrawn.of("1", "8s"), now=QUIET_AFTER + 2) == [seen(1, "8s")]
    assert [*health, peer.conversation.proven] == [True, False, True]


def test_cards_come_in_their_order_whatever_baccarat_makes_of_them() -> None:
    peer = proven()
    places = [(0, 1), (1, 1), (2, 0), (4, 1), (5, 2), (1, 15)]
    frames = [CardDrawn.of(str(1 + n), str(DECK[n]), *place) for n, place in enumerate(places)]
    assert peer.send(*frames) == [seen(1 + n, str(DECK[n])) for n in range(len(places))]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x80\xb8", "no_place"),  # the 8 of spades at index 0
        (b"\xff\xb8", "no_place"),
        (b"\x91\x4d", "no_value"),  # without its highest bit
        (b"\x81\x08", "no_value"),
        (b"\x81\x81", "no_value"),
    ],
)
def test_a_card_that_is_not_told_as_a_shoe_tells_it_is_one_that_nobody_could_read(data: bytes, what: str) -> None:
    unreadable = [CardUnreadable("shoe", BOOTS[0], 1, what)]
    assert proven().send(CardDrawn("1", data)) == unreadable
    assert proven().send(Retransmitted("1", data)) == unreadable
    assert proven().send(CardTold("1", data)) == [trouble(1, what)]  # no card came out


def test_a_hidden_card_is_told_by_its_place_and_later_by_its_value() -> None:
    peer = proven(hides=True)
    assert peer.send(CardDrawn.of("1", None), CardDrawn.of("2", None, 1)) == [hidden(1, 0x81), hidden(2, 0x91)]
    assert peer.send(CardTold.of("3", "2s"), CardTold.of("4", "7c", 1)) == [
        CardTold_("shoe", BOOTS[0], 3, 0x81, "2s"),
        CardTold_("shoe", BOOTS[0], 4, 0x91, "7c"),
    ]
    assert not peer.conversation.contradicts


@pytest.mark.parametrize(("hides", "card", "what"), [(True, "8s", "shows"), (False, None, "hides")])
def test_a_shoe_that_is_said_to_be_otherwise_says_so_once_a_link(hides: bool, card: str | None, what: str) -> None:
    peer = proven(hides=hides)
    told = [seen(1, "8s") if card else hidden(1, 0x81), trouble(2, what)]
    assert peer.send(CardDrawn.of("1", card)) == told
    assert peer.conversation.contradicts
    assert len(peer.send(CardDrawn.of("2", card, 1))) == 1
    peer.send(Started("0"), now=60.0)
    assert not peer.conversation.contradicts


def test_burned_cards_tell_their_value_in_both_modes() -> None:
    peer = proven(hides=True)
    frames = CardDrawn.of("1", "2c", 4, 0), CardDrawn.of("2", "Jd", 5, 1), CardDrawn.of("3", "2c", 5, 0)
    assert peer.send(*frames) == [seen(1, "2c"), seen(2, "Jd"), seen(3, "2c")]
    assert not peer.conversation.contradicts


@pytest.mark.parametrize("card", [None, "7s"])
def test_a_card_drawn_once_too_often_is_outside_and_then_dealt(card: str | None) -> None:
    peer = proven()
    drawn = [ErrorRaised("1", b"\x82"), ErrorRaised("2", b"\xc7"), CardOutside.of("3", card, 2, 0)]
    told = [trouble(1, "overdraw"), trouble(2, "draw_timeout"), CardOutside_("shoe", BOOTS[0], 3, card)]
    assert peer.send(*drawn, OutsideTold.of("4", "7s"), ErrorCleared("5", b"\x82"), GameResult("6", b"\xa0")) == [
        *told,
        OutsideTold_("shoe", BOOTS[0], 4, "7s"),
    ]
    dealt = OutsideDealt("shoe", BOOTS[0], 5, 0x81, card)
    assert peer.send(StandBy("7"), *3 * [Retransmitted.of("8", card)]) == [dealt]


def test_an_answer_of_a_shoe_is_no_noise_wherever_it_stands() -> None:
    peer = proven()
    answers = [b"\x02OPGP00\x0309", b"\x02OPGP00\x030B"]
    peer.send(answers[0], CardDrawn.of("1", "8s"), *answers, CardDrawn.of("2", "9s"))
    peer.conversation.check(2 * REPAIR_WITHIN)
    assert (peer.observations[1:], peer.conversation.tally.bad) == ([seen(1, "8s"), seen(2, "9s")], 0)


def test_a_sequence_begins_again_after_nine() -> None:
    peer = proven()
    frames = [CardDrawn.of(str(1 + n % 9), str(DECK[n])) for n in range(25)]
    assert peer.send(*frames) == [seen(1 + n, str(DECK[n])) for n in range(25)]
    assert (peer.conversation.tally.frames, peer.conversation.tally.gaps) == (25, 0)


@pytest.mark.parametrize(("last", "then"), [("9", "0"), ("0", "2"), ("9", "2"), ("3", "0")])
def test_only_a_start_is_0(last: str, then: str) -> None:
    peer = Peer()
    assert peer.send(CutCard(last), CardDrawn.of(then, "8s"))[2:] == [trouble(2, "gap"), seen(3, "8s")]


def test_what_is_sent_three_times_is_told_once() -> None:
    peer = Peer()
    peer.send(*3 * [Started("0")], *3 * [CardDrawn.of("1", "8s")], *3 * [CardDrawn.of("2", "8s")], *3 * [CutCard("3")])
    assert peer.observations == [UP, seen(1, "8s"), seen(2, "8s"), CutCardSeen("shoe", BOOTS[0], 3)]
    assert peer.conversation.tally.repeated == 8


def test_a_missing_frame_is_said_before_the_one_that_shows_it() -> None:
    peer = proven()
    assert peer.send(CardDrawn.of("2", "8s")) == [trouble(1, "gap"), seen(2, "8s")]
    assert peer.send(CardDrawn.of("3", "9s")) == [seen(3, "9s")]
    assert peer.conversation.tally.gaps == 1


def test_frames_in_the_wrong_order_are_gaps() -> None:
    peer = proven()
    observations = peer.send(CardDrawn.of("2", "9s"), CardDrawn.of("1", "8s"), CardDrawn.of("2", "9s"))
    assert [type(each) for each in observations] == [ShoeTrouble, CardSeen, ShoeTrouble, CardSeen, CardSeen]


def test_a_sequence_that_is_no_digit_never_follows() -> None:
    peer = proven()
    assert peer.send(CardDrawn.of("A", "8s"), CardDrawn.of("B", "8s"))[::2] == [trouble(1, "gap"), trouble(3, "gap")]


def test_the_same_sequence_with_another_content_is_never_a_card() -> None:
    peer = proven()
    assert peer.send(CardDrawn.of("1", "8s"), CardDrawn.of("1", "9s")) == [seen(1, "8s"), trouble(2, "contradiction")]
    assert peer.send(CardDrawn.of("1", "8s"), CardDrawn.of("2", "Kh")) == [seen(3, "Kh")]


def test_a_retransmission_of_the_card_before_is_dropped() -> None:
    peer = proven()
    assert peer.send(CardDrawn.of("1", "8s"), Retransmitted.of("1", "8s"), CardDrawn.of("2", "9s")) == [
        seen(1, "8s"),
        seen(2, "9s"),
    ]


@pytest.mark.parametrize("again", [("1", "9s", 0, 1), ("1", "8s", 1, 1), ("2", "8s", 0, 1), ("2", "9s", 0, 2)])
def test_any_other_retransmission_is_never_a_card_of_its_own(again: tuple[str, str, int, int]) -> None:
    peer = proven()
    peer.send(CardDrawn.of("1", "8s"))
    (first,) = peer.send(*3 * [Retransmitted.of(*again)])[:1]
    assert isinstance(first, ShoeTrouble | OutsideDealt)  # of a card outside, if the table knows of one
    assert not [each for each in peer.observations[2:] if isinstance(each, CardSeen)]


@pytest.mark.parametrize(
    ("code", "name"), [(1, "cannot_read"), (4, "reversed_exit"), (5, "reversed_midway"), (6, "card_code")]
)
def test_an_error_about_a_card_is_a_card_that_nobody_could_read(code: int, name: str) -> None:
    peer = proven()
    assert peer.send(ErrorRaised("1", bytes([0xC0 | code]))) == [CardUnreadable("shoe", BOOTS[0], 1, name)]


@pytest.mark.parametrize(
    ("code", "name"),
    [(2, "overdraw"), (3, "button_misuse"), (7, "draw_timeout"), (0, "error_0"), (8, "error_8"), (63, "error_63")],
)
def test_any_other_error_is_a_trouble(code: int, name: str) -> None:
    peer = proven()
    assert peer.send(ErrorRaised("1", bytes([0x80 | code])), ErrorCleared("2", b"\xc2")) == [trouble(1, name)]


def test_what_means_nothing_here_is_told_to_nobody_and_counted_unless_it_follows_from_cards() -> None:
    peer = proven()
    quiet = [GameResult("1", b"\xc1"), PresetChanged("2", b"120007"), ErrorCleared("3", b"\xc1"), StandBy("4")]
    assert peer.send(*quiet, *2 * [CardTold.of("5", "8s")])[1:] == []
    tally, follow = peer.conversation.tally, [quiet[0], quiet[3], *2 * [CardTold.of("5", "8s")]]
    assert (tally.frames, tally.repeated) == (2, 0)
    assert tally.bytes == -sum(len(frame.encode()) for frame in (StandBy("0"), *follow))  # whoever reads adds all


def test_a_code_that_nobody_knows_is_a_trouble() -> None:
    assert proven().send(Unknown("1", b"\x80", "X")) == [trouble(1, "unknown_code")]


def test_a_shoe_that_was_switched_on_again_is_a_new_link() -> None:
    peer = proven()
    peer.send(CardDrawn.of("1", "8s"))
    observations = peer.send(Started("0"), Started("0"), CardDrawn.of("1", "9s"), now=60.0)
    assert observations == [LinkUp("shoe", BOOTS[1], 0, complete=False), seen(1, "9s", BOOTS[1])]


def test_a_second_start_with_the_same_bytes_is_another_one_if_it_comes_late() -> None:
    peer = Peer()
    assert peer.send(Started("0"), now=0.0) == [UP]
    assert peer.send(Started("0"), now=COPIES_WITHIN) == []
    assert peer.send(Started("0"), now=2.1 * COPIES_WITHIN) == [LinkUp("shoe", BOOTS[1], 0, complete=False)]


def test_the_lock_is_what_the_shoe_said_last() -> None:
    peer = proven()
    said = [peer.conversation.locked]
    for frame in (LockState("1", b"\x81"), LockState("2", b"\x80")):
        peer.send(frame)
        said.append(peer.conversation.locked)
    assert said == [None, True, False]


# -- a bad line


def test_a_spoiled_frame_does_no_harm_if_a_good_copy_comes() -> None:
    peer = proven()
    spoiled = CardDrawn.of("1", "8s").encode().replace(b"\xb8", b"\xb9")
    peer.send(spoiled, CardDrawn.of("1", "8s"), now=1.0)
    peer.conversation.check(2 + REPAIR_WITHIN)
    assert peer.observations == [UP, seen(1, "8s")]
    assert peer.conversation.tally.bad == 1


def test_a_spoiled_frame_that_is_not_repeated_may_have_been_a_card() -> None:
    peer = proven()
    peer.send(CardDrawn.of("1", "8s").encode().replace(b"\xb8", b"\xb9"), now=1.0)
    peer.conversation.check(1 + REPAIR_WITHIN)
    assert fault_of(lambda: peer.conversation.check(1.1 + REPAIR_WITHIN)) is Fault.SHOE_GARBLED
    assert peer.observations == [UP]


def test_a_byte_or_two_of_noise_cannot_have_been_a_card() -> None:
    peer = proven()
    for now in range(0, 100, 10):  # from time to time, and never much
        peer.send(b"\x00\xff\x00", now=now)
        peer.conversation.check(now + REPAIR_WITHIN + 1)
    assert peer.conversation.proven


def test_bytes_that_never_make_a_frame_are_a_wrong_speed() -> None:
    peer = Peer()
    peer.send((WRONG_SPEED - 1) * b"\x00", now=1.0)
    peer.conversation.check(1.1 + REPAIR_WITHIN)
    peer.send(b"\x00", now=2.0)
    peer.conversation.check(2.0 + REPAIR_WITHIN)
    assert fault_of(lambda: peer.conversation.check(2.1 + REPAIR_WITHIN)) is Fault.SHOE_WRONG_BAUD


@pytest.mark.parametrize("peer", [Peer(), proven()], ids=["unproven", "proven"])
def test_a_device_that_never_pauses_babbles(peer: Peer) -> None:
    peer.send(BABBLE_LIMIT * b"\x00")
    assert fault_of(lambda: peer.send(b"\x00")) is Fault.SHOE_BABBLES


# -- commands


def test_without_leave_not_one_byte_is_ever_sent() -> None:
    peer = Peer()
    for act in (lambda: peer.conversation.lock(on=True), peer.conversation.clear_error):
        assert fault_of(act) is Fault.SHOE_REFUSES
    peer.send(Started("0"), CardDrawn.of("1", "8s"), ErrorRaised("2", b"\xc1"), b"noise", Taken(), Refused(0x21))
    for observation in peer.observations:
        peer.conversation.committed(observation)
    peer.conversation.check(1.0)
    assert peer.said() == b""


def test_a_command_is_sent_once_and_the_next_one_when_it_is_taken() -> None:
    peer = proven(commands=True)
    peer.conversation.lock(on=True)
    peer.conversation.lock(on=False)
    peer.conversation.clear_error()  # there is none
    peer.send(ErrorRaised("1", b"\xc7"))
    peer.conversation.clear_error()
    assert peer.said() == LOCK
    peer.send(Taken())
    assert peer.said() == Command("LK", "01").encode()
    peer.send(Taken())
    assert peer.said() == Command("EC", "07").encode()
    peer.send(Taken())
    peer.conversation.check(10.0)
    assert peer.said() == b""


@pytest.mark.parametrize("busy", [0x21, 0x22])
def test_a_busy_shoe_is_asked_again_a_few_times(busy: int) -> None:
    peer = proven(commands=True)
    peer.conversation.lock(on=True)
    now = 0.0
    for _ in range(TRIES):
        assert peer.said() == LOCK
        peer.send(Refused(busy), now=now)
        peer.conversation.check(now + BUSY_PAUSE)
        assert peer.said() == b""
        now += BUSY_PAUSE + 0.1
        peer.conversation.check(now)
    assert peer.said() == b""
    assert fault_of(lambda: peer.conversation.lock(on=True)) is Fault.SHOE_REFUSES
    peer.conversation.lock(on=True)  # said once; then it may try again
    assert peer.said() == LOCK


@pytest.mark.parametrize("code", [0x01, 0x02, 0x03, 0x11, 0x12, 0x13, 0x14, 0xFF])
def test_a_refused_command_is_not_repeated_and_the_next_one_says_why(code: int) -> None:
    peer = proven(commands=True)
    peer.conversation.lock(on=True)
    peer.conversation.lock(on=False)
    peer.said()
    peer.send(Refused(code))
    peer.conversation.check(10.0)
    assert peer.said() == b""
    with pytest.raises(FaultError, match=f"NAK code={code:02X}"):
        peer.conversation.lock(on=True)
    assert peer.send(CardDrawn.of("1", "8s")) == [seen(1, "8s")]  # a shoe that takes no commands is still a shoe


def test_a_command_without_an_answer_is_sent_again_a_few_times() -> None:
    peer = proven(commands=True)
    peer.conversation.lock(on=True)
    now = 0.0
    for _ in range(TRIES):
        assert peer.said() == LOCK
        peer.conversation.check(now)
        now += ANSWER_WITHIN + 0.1
        peer.conversation.check(now)
    assert peer.said() == b""
    assert fault_of(lambda: peer.conversation.lock(on=False)) is Fault.SHOE_REFUSES


# -- any bytes

frames = st.one_of(
    st.builds(CardDrawn.of, st.sampled_from("0123456789"), st.sampled_from(DECK).map(str)),
    st.builds(
        lambda kind, seq, card: kind.of(seq, card),
        st.sampled_from([CardTold, CardOutside, OutsideTold, Retransmitted]),
        st.sampled_from("0123456789"),
        st.none() | st.sampled_from(DECK).map(str),
    ),
    st.builds(ErrorRaised, st.sampled_from("0123456789"), st.integers(0x80, 0xFF).map(lambda byte: bytes([byte]))),
    st.builds(Started, st.sampled_from("01")),
)
pieces = st.binary() | frames.map(Event.encode) | st.sampled_from([b"\x05", b"\x051D\x81", b"\x06", b"\x15\x21"])


@settings(deadline=None)
@given(st.lists(pieces), st.booleans())
def test_any_bytes_end_in_observations_or_a_fault(chunks: list[bytes], commands: bool) -> None:
    conversation = Conversation(Setup("shoe", ADAPTER, commands=commands), 0.0)
    cards = 0
    try:
        for now, chunk in enumerate(chunks):
            for sighting in conversation.receive(chunk, float(now)):
                cards += isinstance(sighting.observation, CardSeen)
            conversation.check(float(now))
    except FaultError:
        pass
    sent = b"".join(chunks)
    assert cards <= sum(sent.count(CardDrawn.of(seq, str(card)).encode()) for seq in "0123456789" for card in DECK)
    assert conversation.outgoing == b""
