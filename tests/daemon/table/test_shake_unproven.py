"""A shaker whose make proves nothing by itself: the camera looks before and after, or two persons vouch."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from daemon.table.devices.camera import CAMERA
from daemon.table.devices.shaker import SHAKER, Shaker, spoken
from daemon.table.events import (
    DiceLie,
    DiceMove,
    DiceNotRead,
    DiceRolled,
    Held,
    LinkProven,
    LookOrdered,
    Resumed,
    ShakeOrdered,
    ShakerReported,
)
from daemon.table.orders import (
    CloseBetting,
    Continue,
    DeclareNoRoll,
    EnterDice,
    OpenRound,
    Posted,
    ReadDice,
    SeatIn,
    Shake,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from drivers.observation import DiceSeen, DiceUnread, LinkDown, ShakeBegan, ShakerSaid, ShakerUp, ShakeUndone
from drivers.shaker import SHAKERS
from tests.daemon.floor import S1, StoryStep, both, everything, of_kind, refused, started, tell

WORDS = ("idle", "order_received", "shaking", "program_error", "order_of_another")
UP = ShakerSaid("shaker", "idle", first=True)
RECEIVED, SHAKING, IDLE, FOREIGN = (ShakerSaid("shaker", WORDS[number]) for number in (1, 2, 0, 4))
GOOD = RECEIVED, SHAKING, IDLE
DOWN = LinkDown("shaker", Fault.SHAKER_BROKER)
NO_ROLL = DeclareNoRoll(ground="obstructed")
LACKS = list(SHAKERS["studio"].proves.lacks)


def start(lacks: list[str] | None = None, *, camera: bool = True, reshakes: int = 5) -> StoryStep:
    shaker = Posted("shaker", "shaker", {"reshakes": reshakes, "unproven": LACKS if lacks is None else lacks})
    return replace(started("sic_bo"), devices=(shaker, Posted("camera", "camera")) if camera else (shaker,))


def seen(look: int, *dice: int) -> DiceSeen:
    return DiceSeen("camera", look, dice, 0.98, ("ab" * 32,))


def unread(look: int, reason: str = "unmoved") -> DiceUnread:
    return DiceUnread("camera", look, reason)


def closed(*story: StoryStep, camera: bool = True) -> TableState:
    """Betting is closed and the shaker is there."""
    laid = SeatIn(seat="1", wagers={"small": 500})
    return tell(TableState(), start(camera=camera), UP, OpenRound(), laid, CloseBetting(), *story)[0]


def holds(state: TableState) -> tuple[Fault, str] | None:
    return None if state.hold is None else (state.hold.fault, state.hold.detail)


def test_the_camera_looks_before_the_shaker_hears_of_the_order_and_again_when_the_dice_lie() -> None:
    state, events = everything(closed(), Shake(), seen(1, 6, 5, 3), *GOOD, seen(2, 1, 2, 4))
    told = [
        event for event in events if isinstance(event, LookOrdered | ShakeOrdered | DiceMove | DiceLie | DiceRolled)
    ]
    assert told == [
        LookOrdered(1, 3),
        ShakeOrdered(1),
        DiceMove(1),
        DiceLie(1, None),
        LookOrdered(2, 3),
        DiceRolled((1, 2, 4)),
    ]
    assert not state.in_round


def test_what_lay_there_before_the_shake_is_no_roll() -> None:
    state, events = tell(closed(Shake()), seen(1, 1, 2, 4))
    assert events == (ShakeOrdered(1),)
    assert (state.in_round, CAMERA.of(state).compared) == (True, "seen")


def test_dice_that_lie_as_they_lay_are_a_failed_shake_which_a_person_declares_void() -> None:
    state, events = tell(closed(Shake(), seen(1, 6, 5, 3), *GOOD), unread(2))
    assert events == (DiceNotRead("unmoved"), Held(Fault.SHAKE_FAILED, "unmoved"))
    assert refused(state, ReadDice())[0] is Fault.ORDER_WHILE_HELD
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    state, events = tell(state, NO_ROLL)
    assert of_kind(events, Resumed) == [Resumed(Fault.SHAKE_FAILED)]
    assert tell(state, Shake())[1] == (LookOrdered(3, 3),)


@pytest.mark.parametrize("first", ["unmoved", "not_started"])
@pytest.mark.parametrize("second", ["unmoved", "not_started"])
def test_two_shakes_in_a_row_that_nobody_saw_are_a_fault_with_a_name(first: str, second: str) -> None:
    state = closed()
    for why, fault in ((first, Fault.SHAKE_FAILED), (second, Fault.SHAKE_UNSEEN)):
        state, _ = tell(state, Shake())
        state, _ = tell(state, seen(CAMERA.of(state).look, 6, 5, 3))
        if why == "unmoved":
            state, _ = tell(state, *GOOD)
            state, _ = tell(state, unread(CAMERA.of(state).look))
        else:
            state, _ = tell(state, ShakeUndone("shaker", SHAKER.of(state).order, "not_started", begun=True))
        assert holds(state) == (fault, why)
        proposal = view(state)["proposes"]
        assert proposal is not None
        assert proposal["kind"] == "declare_no_roll"
        state, _ = tell(state, NO_ROLL)
        assert state.hold is None


def test_a_shake_that_somebody_saw_begins_the_count_anew_and_a_void_round_does_not() -> None:
    once = closed(Shake(), seen(1, 6, 5, 3), *GOOD, unread(2), NO_ROLL)
    rolled = tell(once, Shake(), seen(3, 6, 5, 3), *GOOD, seen(4, 1, 2, 4), OpenRound())[0]
    assert SHAKER.of(rolled).unseen == 0
    void = tell(once, VoidRound(reason="la table ferme"), OpenRound())[0]
    assert SHAKER.of(void).unseen == 1


@pytest.mark.parametrize("lacks", [[], None])
def test_the_usb_shaker_has_the_same_fault_and_a_journal_of_before_has_not(lacks: list[str] | None) -> None:
    posted = {"reshakes": 5} | ({} if lacks is None else {"unproven": lacks})
    begun = replace(started("sic_bo"), devices=(Posted("shaker", "shaker", posted),))
    up = ShakerUp("shaker", "k1", 0, closed=True, turning=False, order=0)
    state, _ = tell(TableState(), begun, up, OpenRound(), CloseBetting())
    for order in (1, 2):
        state, _ = tell(state, Shake(), ShakeUndone("shaker", order, "not_started", begun=True))
        fault = state.hold and state.hold.fault
        state, _ = tell(state, NO_ROLL)
    assert fault is (Fault.SHAKE_FAILED if lacks is None else Fault.SHAKE_UNSEEN)


def test_without_a_picture_of_before_what_the_camera_reads_decides_nothing() -> None:
    state, events = tell(closed(Shake()), unread(1, "glare"))
    assert events == (DiceNotRead("glare"), ShakeOrdered(1))
    state, events = everything(state, *GOOD, seen(2, 1, 2, 4))
    assert of_kind(events, DiceNotRead) == [DiceNotRead("not_compared")]
    assert not of_kind(events, DiceRolled)
    again, events = everything(state, ReadDice(), seen(3, 1, 2, 4))  # however often one looks
    assert not of_kind(events, DiceRolled)
    state, events = everything(state, *both(EnterDice(dice=(1, 2, 4))))
    assert of_kind(events, DiceRolled) == [DiceRolled((1, 2, 4))]
    assert again.in_round
    assert not state.in_round


def test_what_people_began_to_read_and_did_not_agree_on_is_still_compared() -> None:
    state = closed(Shake(), unread(1, "glare"), *GOOD, EnterDice(dice=(1, 2, 4)), S1(EnterDice(dice=(1, 2, 5))))
    assert not of_kind(everything(state, ReadDice(), seen(3, 1, 2, 4))[1], DiceRolled)


def test_without_a_camera_two_persons_vouch() -> None:
    state, events = everything(closed(camera=False), Shake(), *GOOD)
    assert of_kind(events, ShakeOrdered) == [ShakeOrdered(1)]
    assert not of_kind(events, LookOrdered)
    assert not tell(state, *both(EnterDice(dice=(1, 2, 4))))[0].in_round


def test_a_restart_while_the_camera_looks_shakes_nothing() -> None:
    state, _ = tell(closed(Shake()), start(), UP)
    assert SHAKER.of(state).phase == "idle"
    assert CAMERA.of(state).compared == "unseen"
    assert state.hold is not None
    assert state.hold.fault is Fault.TABLE_RESTARTED


def test_a_link_that_is_lost_while_the_camera_looks_shakes_nothing() -> None:
    state, _ = tell(closed(Shake()), DOWN)
    assert holds(state) == (Fault.SHAKER_LOST, "shaker")
    state, events = tell(state, seen(1, 6, 5, 3))
    assert not of_kind(events, ShakeOrdered)
    state, events = tell(state, UP)
    assert of_kind(events, LinkProven)
    assert tell(state, Continue(), Shake())[1] == (LookOrdered(2, 3),)


@pytest.mark.parametrize("until", range(4))
def test_after_a_lost_link_nothing_that_was_under_way_counts(until: int) -> None:
    """It numbers nothing: not even dice at rest are known to have been let lie."""
    state, _ = tell(closed(Shake(), seen(1, 6, 5, 3), *GOOD[:until]), DOWN, UP)
    assert holds(state) is not None
    assert holds(state) == (Fault.SHAKE_FAILED, "link_lost" if until < len(GOOD) else "unwatched")


def test_a_shake_that_nobody_ordered_is_decided_once() -> None:
    state, _ = tell(closed(), RECEIVED)
    assert holds(state) == (Fault.SHAKE_FAILED, "not_ordered")
    state, _ = tell(state, NO_ROLL, SHAKING)
    assert state.hold is None
    assert refused(state, Shake()) == (Fault.ORDER_NOT_NOW, "the dice still move")
    assert tell(state, IDLE, Shake())[0].hold is None


def test_what_it_cannot_tell_is_not_shown_as_told() -> None:
    shown = view(closed())["shaker"]
    assert (shown["closed"], shown["tumbles"], shown["unproven"]) == (None, None, LACKS)
    state = closed(Shake(), seen(1, 6, 5, 3), *GOOD)
    assert thaw(freeze(state)).devices == state.devices


PHASES: tuple[Any, ...] = ("idle", "comparing", "ordered", "moving", "rested", "failed")
NEXT = {
    ("idle", "idle"): "idle", ("comparing", "idle"): "comparing", ("ordered", "idle"): "ordered",
    ("ordered", "order_received"): "ordered", ("ordered", "shaking"): "moving", ("moving", "shaking"): "moving",
    ("moving", "idle"): "rested", ("rested", "idle"): "rested",
    ("idle", "program_error"): "idle", ("comparing", "program_error"): "idle",
}  # fmt: skip


@pytest.mark.parametrize(("phase", "what"), [*product(PHASES, WORDS)])
def test_every_word_in_every_phase(phase: Any, what: Any) -> None:
    shaker = Shaker(reshakes=1, phase=phase, order=1)
    now, why = spoken(shaker, ShakerSaid("shaker", what))
    assert now == NEXT.get((phase, what), "failed")
    assert bool(why) is (now == "failed" and phase != "failed")
    now, why = spoken(shaker, ShakerSaid("shaker", what, first=True))
    if phase in ("ordered", "moving", "rested"):
        assert (now, why) == ("failed", "unwatched")


def test_a_program_error_before_the_shake_is_told_and_the_shake_is_not_ordered() -> None:
    state, events = tell(closed(Shake()), ShakerSaid("shaker", "program_error"))
    assert events == (ShakerReported("program_error"),)
    state, events = tell(state, seen(1, 6, 5, 3))
    assert events == ()
    assert SHAKER.of(state).phase == "idle"
    assert tell(state, Shake())[1] == (LookOrdered(2, 3),)  # it may be well by then


def test_what_another_make_says_of_it_still_holds() -> None:
    """The USB shaker's words at such a table: nobody is refused, and nothing counts that was not asked."""
    state, _ = tell(closed(), ShakeBegan("shaker", "k1", 1, True, 0))
    assert holds(state) == (Fault.SHAKE_FAILED, "not_ordered")
