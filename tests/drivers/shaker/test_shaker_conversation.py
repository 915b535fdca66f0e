"""One conversation with the shaker: what it says is told once, what it owes is told too, nothing is ordered twice."""

from __future__ import annotations

import pytest

from drivers.faults import Fault, FaultError
from drivers.observation import (
    DiceRested,
    DomeMoved,
    MotorFelt,
    Observation,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from drivers.shaker.conversation import BEGINS_WITHIN, FLOOD, Conversation, Manner, ShakerTally
from drivers.shaker.wire import (
    MAGIC,
    PROTOCOL,
    Arm,
    Event,
    Flag,
    Identity,
    Kind,
    Light,
    LockDome,
    Phase,
    Refusal,
    Shake,
    Status,
    Stop,
    Trouble,
)

BOOT, NAME = 0x7F3A09C1, "7F3A09C1"
MANNER = Manner(pattern=2, amplitude=80, milliseconds=2000, rest_within=4.0)


def status(
    seq: int = 0, order: int = 0, phase: Phase = Phase.IDLE, refusal: int = 0, boot: int = BOOT, flags: int = 1
) -> Status:
    return Status(boot, seq, order, phase, flags, refusal, 0, 0, 0)


def met(seq: int = 0) -> Conversation:
    conversation = Conversation("shaker", MANNER, ShakerTally())
    conversation.meet(Identity(MAGIC, PROTOCOL, 1, BOOT, b"", b""), status(seq))
    return conversation


def event(seq: int, kind: Kind, order: int = 5, value: int = 0, flags: int = 1, boot: int = BOOT) -> bytes:
    return Event(boot, seq, order, kind, flags, value).encode()


def heard(conversation: Conversation, packet: bytes, now: float = 0.0) -> list[Observation]:
    return [sighting.observation for sighting in conversation.heard(packet, now)]


def test_it_says_how_it_is_when_it_is_met() -> None:
    conversation = Conversation("shaker", MANNER, ShakerTally())
    up = conversation.meet(Identity(MAGIC, PROTOCOL, 1, BOOT, b"", b""), status(9, 4, Phase.MOVING, flags=0))
    assert up.observation == ShakerUp("shaker", NAME, 9, closed=False, turning=True, order=4)
    assert up.raw == status(9, 4, Phase.MOVING, flags=0).encode()


def test_every_kind_of_event_is_an_observation_of_its_own() -> None:
    conversation, at = met(), ("shaker", NAME)
    pairs = [
        (event(1, Kind.DOME, 0, flags=0), DomeMoved(*at, 1, False)),
        (event(2, Kind.ARMED), ShakerArmed(*at, 2, True, 5)),
        (event(3, Kind.MOVING), ShakeBegan(*at, 3, True, 5)),
        (event(4, Kind.MOTOR, value=640), MotorFelt(*at, 4, True, 5, 640)),
        (event(5, Kind.AT_REST, value=7), DiceRested(*at, 5, True, 5, 7)),
        (event(6, Kind.FAULT, value=Trouble.MOTOR_HOT), ShakerTrouble(*at, 6, True, 5, "motor_hot")),
        (event(7, Kind.FAULT, value=77), ShakerTrouble(*at, 7, True, 5, "trouble_77")),
    ]
    for packet, observation in pairs:
        assert heard(conversation, packet) == [observation]
    assert {Event.decode(packet).kind for packet, _ in pairs} == set(Kind)


def test_what_is_told_twice_is_heard_once_and_a_gap_is_counted() -> None:
    tally = ShakerTally()
    conversation = Conversation("shaker", MANNER, tally)
    conversation.meet(Identity(MAGIC, PROTOCOL, 1, BOOT, b"", b""), status())
    assert heard(conversation, event(1, Kind.ARMED))
    assert heard(conversation, event(1, Kind.ARMED)) == []
    assert heard(conversation, event(4, Kind.MOTOR))  # the table sees the numbers, and holds
    assert (tally.events, tally.repeated, tally.gaps) == (3, 1, 2)


@pytest.mark.parametrize("packet", [b"", event(1, Kind.ARMED)[:-1], event(1, Kind.ARMED) + b"\0", b"\xff" * 16])
def test_what_is_no_event_is_babble(packet: bytes) -> None:
    with pytest.raises(FaultError) as fault:
        heard(met(), packet)
    assert fault.value.fault is Fault.SHAKER_BABBLES


def test_a_flood_is_babble_too() -> None:
    conversation = met()
    for seq in range(FLOOD):
        heard(conversation, event(seq + 1, Kind.MOTOR))
    with pytest.raises(FaultError, match="SHAKER_BABBLES"):
        heard(conversation, event(FLOOD + 1, Kind.MOTOR))


def test_another_power_up_ends_the_conversation() -> None:
    with pytest.raises(FaultError, match="SHAKER_REENUMERATED"):
        heard(met(), event(1, Kind.ARMED, boot=BOOT + 1))
    with pytest.raises(FaultError, match="SHAKER_REENUMERATED"):
        list(met().polled(status(boot=BOOT + 1)))
    with pytest.raises(FaultError, match="SHAKER_REENUMERATED"):
        Conversation("shaker", MANNER, ShakerTally()).meet(
            Identity(MAGIC, PROTOCOL, 1, BOOT, b"", b""), status(boot=BOOT + 1)
        )


def test_an_event_that_its_status_counts_may_still_be_on_its_way_but_not_for_ever() -> None:
    conversation = met()
    assert list(conversation.polled(status(1))) == []
    assert heard(conversation, event(1, Kind.ARMED))
    assert list(conversation.polled(status(2))) == []
    (lost,) = conversation.polled(status(2, 5, Phase.AT_REST))
    assert lost.observation == ShakerUp("shaker", NAME, 2, closed=True, turning=False, order=5)
    assert list(conversation.polled(status(2, 5, Phase.AT_REST))) == []


def test_an_order_is_given_once() -> None:
    conversation = met()
    conversation.shake(5)
    conversation.shake(5)
    conversation.shake(4)
    assert list(conversation.outgoing) == [Arm(5), Shake(5, 2, 80, 2000)]
    conversation.outgoing.clear()
    conversation.shake(6)
    assert conversation.outgoing


def test_the_dome_and_the_lamp_are_told_what_is_new_to_them() -> None:
    conversation = met()
    for on in (True, True, False):
        conversation.lock(on=on)
        conversation.light(on=on)
    conversation.stop()
    conversation.stop()
    assert list(conversation.outgoing) == [LockDome(1), Light(1), LockDome(0), Light(0), Stop()]


def test_a_shake_that_does_not_start_or_never_rests_is_told_once() -> None:
    conversation = met()
    conversation.taken(Arm(5), 0.0)
    assert list(conversation.check(100.0)) == []
    conversation.taken(Shake(5, 2, 80, 2000), 100.0)
    assert list(conversation.check(100.0 + BEGINS_WITHIN)) == []
    assert [s.observation for s in conversation.check(101.0 + BEGINS_WITHIN)] == [
        ShakeUndone("shaker", 5, "not_started", begun=True)
    ]
    assert list(conversation.check(200.0)) == []
    conversation.taken(Shake(6, 2, 80, 2000), 200.0)
    heard(conversation, event(1, Kind.MOVING, 5), 201.0)  # of another one
    heard(conversation, event(2, Kind.MOVING, 6), 201.0)
    assert list(conversation.check(207.0)) == []
    assert [s.observation for s in conversation.check(207.1)] == [ShakeUndone("shaker", 6, "never_rests", begun=True)]
    conversation.taken(Shake(7, 2, 80, 2000), 300.0)
    heard(conversation, event(3, Kind.MOVING, 7), 300.0)
    heard(conversation, event(4, Kind.AT_REST, 7, 7), 302.0)
    assert list(conversation.check(400.0)) == []


@pytest.mark.parametrize(
    ("command", "answer", "what", "begun"),
    [
        (Arm(5), status(refusal=Refusal.DOME_OPEN), "dome_open", False),
        (Arm(5), status(order=9, refusal=Refusal.REPEATED), "repeated", False),
        (Shake(5, 0, 1, 1), status(refusal=Refusal.UNKNOWN), "stalled", False),
        (Shake(5, 0, 1, 1), status(order=5, refusal=Refusal.BUSY), "busy", True),
    ],
)
def test_a_refused_shake_says_why_and_whether_it_has_begun(
    command: Arm | Shake, answer: Status, what: str, begun: bool
) -> None:
    conversation = met()
    conversation.shake(5)
    conversation.outgoing.popleft()
    (sighting,) = conversation.refused(command, answer)
    assert sighting.observation == ShakeUndone("shaker", 5, what, begun=begun)
    assert not conversation.outgoing  # what belonged to it is not sent any more


def test_an_order_that_was_not_answered_was_not_refused_for_what_it_last_refused() -> None:
    (sighting,) = met().refused(Arm(5), status(refusal=Refusal.DOME_OPEN), answered=False)
    assert sighting.observation == ShakeUndone("shaker", 5, "no_answer", begun=False)


def test_a_lamp_that_is_refused_concerns_no_shake() -> None:
    conversation = met()
    assert list(conversation.refused(Light(1), status())) == []
    assert conversation.status is not None
    assert not conversation.status.flags & Flag.LIGHT_ON
