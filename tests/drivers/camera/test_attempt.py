"""Several frames at rest must say the same; whoever doubts has the last word. And: what is a live picture?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from drivers.camera.attempt import PATIENT, SETTLE, Attempt, Outcome, Stillness
from drivers.camera.liveness import FROZEN_AFTER, PROVEN, REMEMBERED, REPEATS, STUTTERS, WITHIN, Liveness
from drivers.camera.measure import Picture
from drivers.camera.reading import Die, Reading, Reason
from drivers.camera.wire import (
    MOST_JSON,
    MOST_PICTURES,
    Forget,
    Look,
    Seen,
    Unread,
    lengths,
    pack,
    read_order,
    unpack_pictures,
)
from drivers.faults import Fault

REGION = 0, 0, 64, 64
JPEG = b"\xff\xd8\xff"  # how one begins


def frame(level: int = 100, seed: int = 0) -> Picture:
    return np.clip(np.random.default_rng(seed).normal(level, 2, (64, 64)), 0, 255).astype(np.uint8)


def reading(*values: int, at: int = 0, confidence: float = 0.9) -> Reading:
    return Reading(tuple(Die(value, (40 * n + at, 0, 20, 20), confidence) for n, value in enumerate(values)), None)


def attempt(
    says: Callable[[int], Reading], *, known: tuple[Die, ...] = (), moved: bool = True, still: bool = True
) -> Outcome | None:
    """What comes of thirty frames, one every tenth of a second."""
    stillness = Stillness(REGION)
    stillness.moved = moved
    tried = Attempt(1, 2, 3, 0.0, 2.0, known)
    for number in range(30):
        picture = frame(100 if still or number % 2 else 180, number)
        stillness.take(picture)
        outcome = tried.take(picture, stillness, lambda _, count, n=number: says(n), SETTLE + number / 10)  # type: ignore[misc]
        if outcome is not None:
            return outcome
    return None


def test_three_frames_that_agree_are_believed_with_the_lowest_confidence() -> None:
    outcome = attempt(lambda number: reading(5, 2, confidence=0.9 - number / 100))
    assert outcome is not None
    assert ([die.value for die in outcome.dice], outcome.reason, len(outcome.frames)) == ([5, 2], None, 3)
    assert min(die.confidence for die in outcome.dice) == pytest.approx(0.87)


def test_dice_are_told_from_left_to_right_in_whatever_order_they_were_found() -> None:
    swapped = Reading(tuple(reversed(reading(5, 2).dice)), None)
    outcome = attempt(lambda number: swapped if number % 2 else reading(5, 2))
    assert outcome is not None
    assert [die.value for die in outcome.dice] == [5, 2]


@pytest.mark.parametrize("other", [reading(5, 3), reading(5, 2, at=15), reading(2, 5)])
def test_frames_at_rest_that_contradict_each_other_end_the_attempt(other: Reading) -> None:
    outcome = attempt(lambda number: other if number == 2 else reading(5, 2))
    assert outcome is not None
    assert (outcome.reason, outcome.dice, len(outcome.frames)) == (Reason.FRAMES_DISAGREE, (), 2)


def test_an_unreadable_frame_between_them_does_not_hide_that_frames_contradict_each_other() -> None:
    said = {3: Reading((), Reason.METHODS_DISAGREE), 4: reading(5, 3), 5: reading(5, 3), 6: reading(5, 3)}
    outcome = attempt(lambda number: said.get(number, reading(5, 2)))
    assert outcome is not None
    assert (outcome.reason, outcome.dice, len(outcome.frames)) == (Reason.FRAMES_DISAGREE, (), 2)


def test_a_frame_that_cannot_be_read_begins_the_count_again() -> None:
    calls: list[int] = []

    def says(number: int) -> Reading:
        calls.append(number)
        return Reading((), Reason.GLARE) if number == 2 else reading(5, 2)

    outcome = attempt(says)
    assert outcome is not None
    assert outcome.reason is None
    assert calls == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        (Reading((), Reason.COCKED), Reason.COCKED),
        (reading(5, 2, 1), Reason.WRONG_COUNT),
        (reading(5), Reason.WRONG_COUNT),
    ],
)
def test_dice_that_lie_there_unreadable_are_given_up_before_the_time_is_over(says: Reading, reason: Reason) -> None:
    seen: list[int] = []
    outcome = attempt(lambda number: seen.append(number) or says)  # type: ignore[func-returns-value]
    assert outcome is not None
    assert (outcome.reason, len(outcome.frames)) == (reason, 1)
    assert len(seen) == PATIENT * 3


def test_dice_in_motion_are_not_even_looked_at() -> None:
    def never(number: int) -> Reading:
        raise AssertionError(number)

    outcome = attempt(never, still=False)
    assert outcome is not None
    assert outcome.reason == Reason.MOVING
    outcome = attempt(never, known=reading(5, 2).dice, moved=False)
    assert outcome is not None
    assert outcome.reason == Reason.UNMOVED


@pytest.mark.parametrize(
    ("before", "unmoved"),
    [
        (reading(5, 2), True),
        (reading(5, 2, at=1), True),  # a sensor's noise
        (reading(5, 2, at=5), True),  # a knock to the camera that is no CAMERA_MOVED yet
        (Reading(tuple(reversed(reading(5, 2).dice)), None), True),
        (reading(5, 3), False),
        (reading(2, 5), False),
        (reading(5, 2, at=7), False),
        (Reading((reading(5, 2).dice[0], Die(2, (47, 0, 20, 20), 0.9)), None), False),  # one of them was thrown
    ],
)
def test_dice_that_lie_as_they_were_told_are_no_roll_whatever_passed_before_the_lens(
    before: Reading, unmoved: bool
) -> None:
    outcome = attempt(lambda number: reading(5, 2), known=before.dice)
    assert outcome is not None
    assert outcome.reason == (Reason.UNMOVED if unmoved else None)


def test_one_frame_that_shows_them_where_they_were_is_enough() -> None:
    outcome = attempt(lambda number: reading(5, 2, at=0 if number == 3 else 7), known=reading(5, 2).dice)
    assert outcome is not None
    assert outcome.reason == Reason.UNMOVED


def test_slow_motion_is_motion() -> None:
    stillness = Stillness(REGION)
    for number in range(20):
        stillness.take(frame(60 + 3 * number, number))
    assert stillness.frames < 5


# -- live pictures ----------------------------------------------------------------------------------------------------


def test_new_pictures_are_live_once_there_are_enough_of_them() -> None:
    live = Liveness()
    for number in range(PROVEN):
        assert live.fault(number / 10) is Fault.CAMERA_OPENING
        assert live.take(number, number / 10)
    assert live.fault(PROVEN / 10) is None


def test_a_stutter_is_forgiven_a_standstill_is_not() -> None:
    live = Liveness()
    for number in range(20):
        live.take(number // 2, number / 10)  # every picture comes twice
    assert live.fault(2.0) is None
    for number in range(STUTTERS):
        assert not live.take(9, 2.0 + FROZEN_AFTER + number / 10)
    assert live.fault(2.0 + 2 * FROZEN_AFTER) is Fault.CAMERA_FROZEN
    assert live.take(99, 5.0)
    assert live.fault(5.0) is None


def test_old_pictures_that_come_again_are_noticed_and_forgiven_in_time() -> None:
    live = Liveness()
    for number in range(40):
        live.take(number, number / 10)
    for number in range(REPEATS):
        assert not live.take(number, 4.0 + number / 10)
    assert live.fault(4.5) is Fault.CAMERA_REPEATS
    live.take(1000, 4.5 + WITHIN)
    assert live.fault(4.5 + WITHIN) is None


def test_a_loop_of_many_minutes_is_noticed() -> None:
    live = Liveness()
    for number in range(20_000 + REPEATS):
        live.take(number % 20_000, number / 30)
    assert live.fault((20_000 + REPEATS) / 30) is Fault.CAMERA_REPEATS


def test_what_is_remembered_is_bounded() -> None:
    live = Liveness()
    for number in range(REMEMBERED + 500):
        live.take(number, number / 60)
    assert len(live._known) == len(live._order) == REMEMBERED


# -- the wire ---------------------------------------------------------------------------------------------------------


def test_the_bytes_of_an_order_and_of_an_answer() -> None:
    assert pack(Forget()) == b'\0\0\0\x11\0\0\0\0{"kind":"forget"}'
    packed = pack(Seen(7, (Die(3, (1, 2, 3, 4), 0.5),)), (JPEG + b"one", JPEG + b"second"))
    size = lengths(packed[:8])
    assert packed[8 : 8 + size.text] == (
        b'{"look":7,"dice":[{"value":3,"box":[1,2,3,4],"confidence":0.5}],"kind":"seen"}'
    )
    assert unpack_pictures(Unread(7, Reason.DARK), packed[8 + size.text :]) == (JPEG + b"one", JPEG + b"second")


def test_what_nobody_could_mean_is_refused() -> None:
    for text, pictures in ((0, 0), (MOST_JSON + 1, 0), (5, MOST_PICTURES + 1)):
        with pytest.raises(ValueError, match="a message of"):
            lengths(text.to_bytes(4, "big") + pictures.to_bytes(4, "big"))
    with pytest.raises(ValueError, match="longer than its message"):
        unpack_pictures(Unread(7, Reason.DARK), b"\0\0\0\x09short")


def test_orders_are_read_whole_or_not_at_all() -> None:
    order = pack(Look(1, 3, 4.0))

    def stream(data: bytes) -> Callable[[int], bytes]:
        rest = bytearray(data)

        def read(size: int) -> bytes:
            taken = bytes(rest[:size])
            del rest[:size]
            return taken

        return read

    assert read_order(stream(order)) == Look(1, 3, 4.0)
    assert [read_order(stream(order[:cut])) for cut in range(len(order))] == [None] * len(order)
