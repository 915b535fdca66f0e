"""Every phase of a `csr` conversation, and every frame in it: what it makes of it, asks, and where it is then."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers.line.conversation import Setup
from drivers.observation import LinkUp, Observation
from drivers.shoe.csr import Conversation, Phase
from drivers.shoe.csr_wire import (
    KINDS,
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

BOOT, OTHER, SERIAL = "7F3A09C1", "C40E11B2", "SH-0421"
LAST = 3  # the last event that the conversation took
MEETING, REPLAYING, LISTENING, REPAIRING = Phase
EVENTS: tuple[Callable[[str, int], Event], ...] = (
    CutCard,
    Loaded,
    Emptied,
    lambda boot, seq: CardDrawn(boot, seq, "Kh"),
    lambda boot, seq: ReadFailure(boot, seq, "exit-optic"),
)
HOSTS = (Identify(), Acknowledge(BOOT, LAST), ReplayAfter(BOOT, LAST), Lock(), Free())  # an echo on the line


def identified(boot: str) -> Identified:
    return Identified("CSR-8", SERIAL, "2.1.0", boot, LAST)


def brought_to(phase: Phase) -> Conversation:
    """A conversation in this phase, with nothing more to say."""
    made = Conversation(Setup("shoe", SERIAL), 0.0)
    for then, frame in (
        (REPLAYING, identified(BOOT)),
        (LISTENING, Replayed(BOOT, LAST)),
        (REPAIRING, Heartbeat(BOOT, LAST + 1)),
    ):
        if made._phase is phase:
            break
        list(made.receive(frame.encode(), 0.0))
        assert made._phase is then
    made.outgoing.clear()
    return made


Then = tuple[Phase, list[Frame], list[type[Observation]]]  # where it is, what it asks, what it tells


def unmoved(phase: Phase) -> Then:
    return phase, [], []


def replay(boot: str, seq: int) -> list[Frame]:
    return [ReplayAfter(boot, seq)]


MEETS: Then = REPLAYING, replay(BOOT, LAST), []
OTHER_MEETS: Then = REPLAYING, replay(OTHER, 0), []
ASKS_WHO: Then = MEETING, [Identify()], []
REPAIRS: Then = REPAIRING, replay(BOOT, LAST), []
UP: Then = LISTENING, [], [LinkUp]
TABLE: dict[str, tuple[Frame, dict[Phase, Then]]] = {  # what is not named leaves the phase as it is, in silence
    "who it is": (identified(BOOT), {MEETING: MEETS}),
    "who it is, after a power-up": (
        identified(OTHER),
        {  # at first contact the shoe's count is ours
            MEETING: (REPLAYING, replay(OTHER, LAST), []),
            **dict.fromkeys((REPLAYING, LISTENING, REPAIRING), OTHER_MEETS),
        },
    ),
    "a beat": (Heartbeat(BOOT, LAST), {}),
    "a beat that tells of more": (Heartbeat(BOOT, LAST + 1), {LISTENING: REPAIRS}),
    "a beat that tells of less": (Heartbeat(BOOT, LAST - 1), {LISTENING: REPAIRS}),
    "a beat after a power-up": (
        Heartbeat(OTHER, 0),
        dict.fromkeys((REPLAYING, LISTENING, REPAIRING), ASKS_WHO),
    ),
    "the end of a replay": (Replayed(BOOT, LAST), {REPLAYING: UP, REPAIRING: unmoved(LISTENING)}),
    "the end of a replay that was not whole": (
        Replayed(BOOT, LAST + 1),
        {phase: (phase, replay(BOOT, LAST), []) for phase in (REPLAYING, REPAIRING)},
    ),
    "the end of another boot's replay": (Replayed(OTHER, LAST), {}),
    "its lock": (LockState(BOOT, "locked"), {}),
    "another boot's lock": (LockState(OTHER, "locked"), {}),
    **{f"an echo of {frame.KEYWORD}": (frame, {}) for frame in HOSTS},
}
for make in EVENTS:
    name = make(BOOT, 1).KEYWORD
    TABLE[f"another boot's {name}"] = make(OTHER, LAST + 1), {}
    TABLE[f"{name} again"] = make(BOOT, LAST), {}
    TABLE[f"{name} behind a gap"] = make(BOOT, LAST + 2), {LISTENING: REPAIRS}


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize(("frame", "moves"), TABLE.values(), ids=TABLE)
def test_every_frame_in_every_phase(phase: Phase, frame: Frame, moves: dict[Phase, Then]) -> None:
    conversation = brought_to(phase)
    observed = [type(sighting.observation) for sighting in conversation.receive(frame.encode(), 1.0)]
    asked = [sent for sent, _ in Decoder().feed(bytes(conversation.outgoing))]
    assert (conversation._phase, asked, observed) == moves.get(phase, unmoved(phase))
    assert conversation.locked is (True if frame == LockState(BOOT, "locked") and phase is not MEETING else None)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("make", EVENTS, ids=[make(BOOT, 1).KEYWORD for make in EVENTS])
def test_the_next_event_is_told_in_every_phase_once_we_have_met(
    phase: Phase, make: Callable[[str, int], Event]
) -> None:
    conversation = brought_to(phase)
    observations = [sighting.observation for sighting in conversation.receive(2 * make(BOOT, LAST + 1).encode(), 1.0)]
    assert [getattr(each, "seq", None) for each in observations] == ([] if phase is MEETING else [LAST + 1])
    assert (conversation._phase, bytes(conversation.outgoing)) == (phase, b"")
    assert conversation.tally.repeated == (0 if phase is MEETING else 1)


def test_the_table_knows_every_kind_of_frame() -> None:
    assert {frame.KEYWORD for frame, _ in TABLE.values()} == set(KINDS)
