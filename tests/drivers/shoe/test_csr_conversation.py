"""One conversation with a `csr` shoe that lives in memory: no line, no clock but the one we tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from drivers.faults import Fault, FaultError
from drivers.line.conversation import Identity, Position, Setup
from drivers.observation import (
    CardSeen,
    CardUnreadable,
    CutCardSeen,
    LinkUp,
    Observation,
    ShoeEmpty,
    ShoeLoaded,
)
from drivers.shoe.csr import ANSWER_WITHIN, GARBAGE_LIMIT, MOST_PLACES, SILENT_AFTER, TRIES, Conversation
from drivers.shoe.csr_wire import (
    LONGEST_FRAME,
    Acknowledge,
    CardDrawn,
    CutCard,
    Decoder,
    Emptied,
    Event,
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

BOOT, OTHER_BOOT, SERIAL = "7F3A09C1", "C40E11B2", "SH-0421"


def decoded(data: bytes) -> list[Frame]:
    return [frame for frame, _ in Decoder().feed(data)]


class Peer:
    """A shoe in memory, with the conversation that listens to it; `spoil` is what the line does to a frame."""

    def __init__(
        self, known: Position | None = None, boot: str = BOOT, cards: str = "", *, commands: bool = True
    ) -> None:
        self.boot, self.serial, self.seq = boot, SERIAL, 0
        self.kept: list[Event] = []
        self.state = "free"
        self.spoil: Callable[[Frame], bytes] = Frame.encode
        self.asked: list[Frame] = []  # what the host said
        self.observations: list[Observation] = []  # what the host made of it
        for card in cards.split():
            self.draw(card)
        self.conversation = Conversation(Setup("shoe", SERIAL, commands=commands, known=known), 0.0)

    def draw(self, card: str) -> Frame:
        return self.tell(partial(CardDrawn, card=card))

    def tell(self, kind: Callable[[str, int], Event]) -> Frame:
        self.seq += 1
        self.kept.append(kind(self.boot, self.seq))
        return self.kept[-1]

    def power_cycle(self) -> None:
        self.boot, self.seq, self.kept = OTHER_BOOT, 0, []

    def send(self, *frames: Frame, now: float = 0.0) -> None:
        """These frames, then answers until the host has no more questions."""
        data = b"".join(map(self.spoil, frames))
        while True:
            self.observations += [sighting.observation for sighting in self.conversation.receive(data, now)]
            asked = decoded(bytes(self.conversation.outgoing))
            self.conversation.outgoing.clear()
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
            case Lock() | Free():
                self.state = "locked" if isinstance(question, Lock) else "free"
                yield LockState(self.boot, self.state)

    def questions(self) -> list[Frame]:
        """What the host said since the last look."""
        asked, self.asked = self.asked, []
        return asked


def live(cards: str = "") -> Peer:
    """A conversation that has come as far as the first LinkUp."""
    peer = Peer(cards=cards)
    peer.send()
    assert peer.observations == [LinkUp("shoe", BOOT, peer.seq, complete=True)]
    peer.observations.clear()
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
    assert peer.observations == [LinkUp("shoe", BOOT, 3, complete=True)]
    assert peer.conversation.identity == Identity("CSR-8", SERIAL, "2.1.0")


def test_the_same_boot_tells_what_was_missed_and_is_complete() -> None:
    peer = Peer(known=Position(BOOT, 1), cards="Kh 2c 3d")
    peer.send()
    assert peer.questions() == [Identify(), ReplayAfter(BOOT, 1)]
    assert peer.observations == [seen(2, "2c"), seen(3, "3d"), LinkUp("shoe", BOOT, 3, complete=True)]


def test_another_boot_tells_what_it_has_and_is_never_complete() -> None:
    peer = Peer(known=Position(BOOT, 5), boot=OTHER_BOOT, cards="Kh")
    peer.send()
    assert peer.observations == [seen(1, "Kh", OTHER_BOOT), LinkUp("shoe", OTHER_BOOT, 1, complete=False)]


def test_a_shoe_that_knows_less_than_we_do_is_not_complete() -> None:
    peer = Peer(known=Position(BOOT, 5), cards="Kh 2c")
    peer.send()
    assert peer.observations == [LinkUp("shoe", BOOT, 2, complete=False)]


def test_a_power_cycle_on_an_open_line_is_noticed_at_the_next_heartbeat() -> None:
    peer = live("Kh")
    peer.power_cycle()
    peer.send(peer.draw("As"))  # of a boot that the host has not met: nothing to believe yet
    assert (peer.observations, peer.questions()) == ([], [])
    peer.send(Heartbeat(OTHER_BOOT, 1))
    assert peer.questions() == [Identify(), ReplayAfter(OTHER_BOOT, 0)]
    assert peer.observations == [seen(1, "As", OTHER_BOOT), LinkUp("shoe", OTHER_BOOT, 1, complete=False)]
    peer.send(peer.draw("Kd"))
    assert peer.observations[2:] == [seen(2, "Kd", OTHER_BOOT)]


def test_a_dropped_frame_is_asked_for_again_when_the_next_one_comes() -> None:
    peer = live()
    peer.draw("Kh")
    peer.send(peer.draw("2c"))
    assert peer.questions() == [ReplayAfter(BOOT, 0)]
    assert peer.observations == [seen(1, "Kh"), seen(2, "2c")]


def test_a_dropped_frame_is_asked_for_again_at_the_next_heartbeat() -> None:
    peer = live()
    peer.draw("Kh")
    peer.send(Heartbeat(BOOT, 1))
    assert peer.observations == [seen(1, "Kh")]
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
    assert peer.observations == [seen(1, "Kh"), seen(2, "2c"), seen(3, "3d"), LinkUp("shoe", BOOT, 3, complete=True)]


@pytest.mark.parametrize("known", [Position(BOOT, 0), None], ids=["from the start", "on a live link"])
def test_a_hopeless_replay_is_never_called_complete(known: Position | None) -> None:
    peer = live() if known is None else Peer(known)
    peer.draw("Kh")
    peer.spoil = spoils(1, times=3)
    peer.send(Heartbeat(BOOT, 1))
    assert peer.questions().count(ReplayAfter(BOOT, 0)) == 3
    assert peer.observations == [LinkUp("shoe", BOOT, 1, complete=False)]
    peer.send(peer.draw("2c"))
    assert peer.observations[1:] == [seen(2, "2c")]


def test_nothing_is_acknowledged_before_it_is_committed() -> None:
    peer = live()
    peer.send(peer.draw("Kh"), ReadFailure(BOOT, 2, "exit-optic"))
    peer.send(Heartbeat(BOOT, 2))
    assert peer.observations == [seen(1, "Kh"), CardUnreadable("shoe", BOOT, 2, "exit-optic")]
    assert peer.questions() == []
    for observation in (*peer.observations, LinkUp("shoe", BOOT, 2, complete=True)):
        peer.conversation.committed(observation)
    peer.send()
    assert peer.questions() == [Acknowledge(BOOT, 1), Acknowledge(BOOT, 2)]
    assert peer.kept == []


def test_what_is_told_twice_is_dropped_and_acknowledged_again() -> None:
    peer = live()
    card = peer.draw("Kh")
    peer.send(card)
    peer.conversation.committed(peer.observations[0])
    peer.send()
    peer.questions()
    peer.send(card)
    assert peer.observations == [seen(1, "Kh")]
    assert peer.questions() == [Acknowledge(BOOT, 1)]


def test_another_serial_number_is_another_device() -> None:
    peer = Peer()
    peer.serial = "SOMEONE-ELSE"
    assert fault_of(peer.send) is Fault.SHOE_WRONG_DEVICE
    assert peer.observations == []


def test_a_shoe_that_never_says_who_it_is_is_silent() -> None:
    conversation = Conversation(Setup("shoe", SERIAL), 100.0)
    conversation.check(100.0 + ANSWER_WITHIN)
    assert list(conversation.receive(Heartbeat(BOOT, 1).encode(), 101.0)) == []
    assert fault_of(lambda: conversation.check(100.1 + ANSWER_WITHIN)) is Fault.SHOE_SILENT


def test_a_shoe_without_heartbeats_is_silent() -> None:
    peer = live()
    peer.send(Heartbeat(BOOT, 0), now=10.0)
    peer.conversation.check(10.0 + SILENT_AFTER)
    assert fault_of(lambda: peer.conversation.check(10.1 + SILENT_AFTER)) is Fault.SHOE_SILENT


def test_a_shoe_that_never_ends_its_replay_is_asked_three_times_and_then_silent() -> None:
    conversation = Conversation(Setup("shoe", SERIAL, known=Position(BOOT, 4)), 0.0)
    conversation.outgoing.clear()
    identity = Identified("CSR-8", SERIAL, "2.1.0", BOOT, 5).encode()
    assert list(conversation.receive(identity, 0.0)) == []
    conversation.check(2.1)
    conversation.check(4.2)
    assert decoded(bytes(conversation.outgoing)) == 3 * [ReplayAfter(BOOT, 4)]
    assert list(conversation.receive(Heartbeat(BOOT, 5).encode(), 6.0)) == []
    assert fault_of(lambda: conversation.check(6.3)) is Fault.SHOE_SILENT


def test_bytes_that_make_no_frame_are_garbled() -> None:
    conversation = Conversation(Setup("shoe", SERIAL), 0.0)
    assert list(conversation.receive(GARBAGE_LIMIT * b"\x00", 0.0)) == []
    conversation.check(0.0)
    assert list(conversation.receive(2 * LONGEST_FRAME * b"\x00", 0.0)) == []
    assert fault_of(lambda: conversation.check(0.0)) is Fault.SHOE_GARBLED


def test_a_silence_after_bad_bytes_is_called_garbled() -> None:
    conversation = Conversation(Setup("shoe", SERIAL), 0.0)
    assert list(conversation.receive(b"\xff\x00\n", 0.0)) == []
    assert fault_of(lambda: conversation.check(2.1)) is Fault.SHOE_GARBLED


def test_a_card_told_twice_is_not_acknowledged_before_it_is_on_disk() -> None:
    peer = live()
    card = peer.draw("Kh")
    peer.send(card, card)
    assert peer.questions() == []
    assert peer.observations == [seen(1, "Kh")]


def test_a_shoe_that_was_switched_on_again_and_never_says_who_it_is_is_silent() -> None:
    peer = live()
    peer.spoil = lambda frame: b"" if isinstance(frame, Identified) else frame.encode()
    peer.send(Heartbeat(OTHER_BOOT, 0), now=10.0)
    peer.send(Heartbeat(OTHER_BOOT, 0), now=10.0 + ANSWER_WITHIN)
    assert peer.questions() == [Identify()]
    assert fault_of(lambda: peer.conversation.check(10.1 + ANSWER_WITHIN)) is Fault.SHOE_SILENT


def test_a_replay_that_still_brings_cards_is_not_late() -> None:
    peer = live()
    peer.spoil = lambda frame: b""
    cards = [peer.draw(card) for card in ("Kh", "2c", "3d")]
    peer.send(now=0.0)
    list(peer.conversation.receive(Heartbeat(BOOT, 3).encode(), 0.0))  # it tells of three cards that never came
    for place, card in enumerate(cards, 1):
        now = place * ANSWER_WITHIN * 0.9  # slower than one limit for all of them
        list(peer.conversation.receive(card.encode(), now))
        peer.conversation.check(now)
    assert decoded(bytes(peer.conversation.outgoing)) == [ReplayAfter(BOOT, 0)]


def test_a_shoe_whose_count_goes_back_is_never_believed_in_silence() -> None:
    peer = live("Kh 2c 3d")
    peer.seq, peer.kept = 0, []  # it forgot, and kept its boot
    peer.send(Heartbeat(BOOT, 0))
    assert peer.observations == [LinkUp("shoe", BOOT, 0, complete=False)]


EVENTS = {CutCard: CutCardSeen, Loaded: ShoeLoaded, Emptied: ShoeEmpty}


@pytest.mark.parametrize(("kind", "observed"), EVENTS.items(), ids=lambda kind: kind.__name__)
def test_what_happens_to_the_shoe_is_an_event_like_a_card(kind: type[Event], observed: type[CutCardSeen]) -> None:
    peer = live()
    lost = peer.tell(kind)
    peer.send(peer.draw("Kh"))  # and so it is asked for again
    assert peer.observations == [observed("shoe", BOOT, 1), seen(2, "Kh")]
    peer.send(lost)
    assert len(peer.observations) == 2
    for observation in peer.observations:
        peer.conversation.committed(observation)
    peer.send()
    assert peer.kept == []
    tally = peer.conversation.tally
    assert (tally.gaps, tally.repeated, tally.bad) == (1, 1, 0)


def test_a_shoe_is_locked_and_freed_and_says_so() -> None:
    peer = live()
    for on, state in ((True, "locked"), (False, "free")):
        peer.conversation.lock(on=on)
        peer.send()
        peer.conversation.check(1.0)
        assert (peer.state, peer.conversation.locked) == (state, on)
    assert peer.questions() == [Lock(), Free()]


def test_a_wish_from_before_the_link_is_told_once_it_is_up() -> None:
    peer = Peer()
    peer.conversation.lock(on=True)
    peer.conversation.check(0.0)
    assert decoded(bytes(peer.conversation.outgoing)) == [Identify()]
    peer.send()
    peer.conversation.check(0.1)
    peer.send()
    assert peer.conversation.locked is True


def test_a_lock_that_gets_lost_is_asked_for_three_times_and_costs_no_link() -> None:
    peer = live()
    peer.spoil = lambda frame: b"" if isinstance(frame, LockState) else frame.encode()
    peer.conversation.lock(on=True)
    for tick in range(1, 40):
        now = tick * ANSWER_WITHIN / 4
        peer.send(Heartbeat(BOOT, 0), now=now)
        peer.conversation.check(now)
    peer.send()
    assert peer.questions() == TRIES * [Lock()]
    assert peer.conversation.locked is None
    peer.spoil = Frame.encode
    peer.conversation.lock(on=True)
    peer.send()
    assert peer.conversation.locked is True


def test_a_shoe_that_cannot_lock_says_what_is_true() -> None:
    peer = live()
    peer.conversation.lock(on=True)
    peer.conversation.outgoing.clear()
    list(peer.conversation.receive(LockState(BOOT, "free").encode(), 0.0))
    assert peer.conversation.locked is False


def test_without_permission_nothing_is_ordered() -> None:
    peer = Peer(commands=False)
    peer.send()
    peer.questions()
    assert fault_of(lambda: peer.conversation.lock(on=True)) is Fault.SHOE_REFUSES
    assert fault_of(peer.conversation.clear_error) is Fault.SHOE_REFUSES
    peer.send()
    assert peer.questions() == []


def test_a_late_frame_of_the_old_boot_makes_nothing_be_told_again() -> None:
    peer = live("Kh")
    old = Heartbeat(BOOT, 1), Identified("CSR-8", SERIAL, "2.1.0", BOOT, 1)
    peer.power_cycle()
    peer.draw("2c")
    peer.send(Heartbeat(OTHER_BOOT, 1))
    for late in old:
        list(peer.conversation.receive(late.encode(), 0.0))
    peer.send(Heartbeat(OTHER_BOOT, 1))
    assert peer.observations == [
        seen(1, "2c", OTHER_BOOT),
        LinkUp("shoe", OTHER_BOOT, 1, complete=False),
        LinkUp("shoe", OTHER_BOOT, 1, complete=False),
    ]


def test_a_shoe_with_ever_new_boots_takes_no_memory() -> None:
    peer = live()
    for number in range(3 * MOST_PLACES):
        list(peer.conversation.receive(Identified("CSR-8", SERIAL, "2.1.0", f"{number:08X}", 0).encode(), 0.0))
    assert len(peer.conversation._places) <= MOST_PLACES


def test_what_was_stored_before_the_count_went_back_acknowledges_nothing_new() -> None:
    peer = live()
    peer.send(peer.draw("Kh"), peer.draw("2c"))
    first, second = peer.observations
    peer.seq, peer.kept = 0, []  # it forgot, and kept its boot
    peer.conversation.committed(first)
    peer.send(Heartbeat(BOOT, 0))
    peer.conversation.committed(second)
    peer.send()
    card = peer.draw("3d")
    peer.send(card, card)
    assert peer.kept == [card]
