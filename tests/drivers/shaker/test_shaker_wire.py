"""The shaker's bytes: a codec shared with its simulator hides symmetric mistakes, so they stand here."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.shaker.wire import (
    COMMANDS,
    Arm,
    Event,
    Identity,
    Kind,
    Light,
    LockDome,
    Packed,
    Phase,
    SelfTest,
    Shake,
    Status,
    Stop,
    WireError,
)

GOLDEN: dict[str, Packed] = {
    "53484b52 0100 0201 c1093a7f 5348414b45522d380000000000000000 53422d30303031000000000000000000": Identity(
        b"SHKR", 1, 0x0102, 0x7F3A09C1, b"SHAKER-8" + bytes(8), b"SB-0001" + bytes(9)
    ),
    "c1093a7f 11000000 05000000 02 0b 04 00 0700 8002": Status(0x7F3A09C1, 17, 5, Phase.MOVING, 0x0B, 4, 0, 7, 640),
    "00 00 03 00": SelfTest(0, 0, 3, 0),
    "05000000": Arm(5),
    "05000000 00 3c b80b": Shake(5, 0, 60, 3000),
    "": Stop(),
    "01": Light(1),
    "00": LockDome(0),
    "c1093a7f 11000000 05000000 04 03 0700": Event(0x7F3A09C1, 17, 5, Kind.AT_REST, 3, 7),
}


@pytest.mark.parametrize(("data", "meaning"), GOLDEN.items(), ids=lambda value: type(value).__name__)
def test_these_bytes_mean_this_and_nothing_else(data: str, meaning: Packed) -> None:
    assert meaning.encode() == bytes.fromhex(data)
    assert type(meaning).decode(bytes.fromhex(data)) == meaning


def test_every_request_and_the_event_are_pinned() -> None:
    assert {type(meaning) for meaning in GOLDEN.values()} == {Identity, Status, SelfTest, Event, *COMMANDS.values()}
    numbers = {kind.__name__: kind.REQUEST for kind in (Identity, Status, SelfTest, *COMMANDS.values())}
    assert numbers == {
        "Identity": 0x01, "Status": 0x02, "Arm": 0x10, "Shake": 0x11, "Stop": 0x12, "Light": 0x13, "LockDome": 0x14,
        "SelfTest": 0x20,
    }  # fmt: skip


def test_what_a_status_says_of_the_dome_and_of_the_dice() -> None:
    status = Status(1, 0, 0, Phase.AT_REST, 0b0001, 0, 0, 0, 0)
    assert (status.closed, status.turning) == (True, False)
    assert Status(1, 0, 0, Phase.AT_REST, 0b1000, 0, 0, 0, 0).turning
    assert not SelfTest(0, 0, 3, 0).passed
    assert SelfTest(0, 0, 0, 0).passed


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Event, "c1093a7f 11000000 05000000 09 03 0700"),  # no such event
        (Event, "c1093a7f 11000000 05000000 04 03 07"),
        (Status, "c1093a7f 11000000 05000000 09 0b 04 00 0700 8002"),  # no such phase
        (Identity, "53484b53 0100 0201 c1093a7f 5348414b45522d380000000000000000 53422d30303031000000000000000000"),
        (Identity, "53484b52 0200 0201 c1093a7f 5348414b45522d380000000000000000 53422d30303031000000000000000000"),
        (Arm, ""),
    ],
)
def test_other_bytes_are_refused(kind: type[Packed], data: str) -> None:
    with pytest.raises(WireError):
        kind.decode(bytes.fromhex(data))


@given(st.binary(max_size=64))
def test_whatever_comes_is_an_event_or_refused(data: bytes) -> None:
    with suppress(WireError):
        assert Event.decode(data).encode() == data
