"""The camera's look at the dice: asked for by number, answered once; what it cannot read, two persons read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daemon.table.devices.camera import CAMERA
from daemon.table.events import DiceChanged, DiceLie, DiceNotRead, DiceRolled, LookOrdered, ProposalEnded
from daemon.table.orders import (
    Align,
    CallWager,
    ChangeDice,
    CloseBetting,
    CloseTable,
    CorrectDice,
    DeclareNoRoll,
    DiceOut,
    EnterDice,
    OpenRound,
    ReadDice,
    Reject,
    SeatIn,
    Shake,
    TakeBack,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from drivers.observation import DiceRested, DiceSeen, DiceUnread, ShakeBegan, ShakerUp
from tests.daemon.floor import D1, S1, SENT, StoryStep, both, everything, of_kind, refused, started, tell

CRAPS = replace(started("craps"), camera=True)
SIC_BO = replace(started("sic_bo"), camera=True, reshakes=1)
UP = ShakerUp("shaker", "k1", 0, closed=True, turning=False, order=0)
PROOF = ("ab" * 32,)


def seen(look: int, *dice: int) -> DiceSeen:
    return DiceSeen("camera", look, dice, 0.98, PROOF)


def unread(look: int, reason: str = "glare") -> DiceUnread:
    return DiceUnread("camera", look, reason, PROOF)


def craps(*story: StoryStep) -> TableState:
    """The dice are out, and the story begins."""
    return tell(TableState(), CRAPS, OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), *SENT, *story)[0]


def shaken(*story: StoryStep) -> TableState:
    """At rest after a good shake; the camera looks."""
    laid = SeatIn(seat="1", wagers={"small": 500})
    shake = Shake(), ShakeBegan("shaker", "k1", 1, True, 1), DiceRested("shaker", "k1", 2, True, 1, 7)
    return tell(TableState(), SIC_BO, UP, OpenRound(), laid, CloseBetting(), *shake, *story)[0]


def test_the_dealer_says_that_the_dice_were_thrown_and_the_camera_reads_them() -> None:
    state, events = tell(craps(), ReadDice())
    assert events == (LookOrdered(1, 2),)
    assert view(state)["camera"] == {"looking": True, "unread": ""}
    state, events = tell(state, seen(1, 4, 4))
    assert of_kind(events, DiceRolled) == [DiceRolled((4, 4))]
    assert not CAMERA.of(state).looking
    assert tell(state, DiceOut(), ReadDice())[1] == (LookOrdered(2, 2),)  # no number is given twice


def test_dice_of_a_shaker_are_looked_at_by_themselves_once_they_lie_still() -> None:
    state, events = tell(shaken(), seen(1, 1, 2, 4))
    assert of_kind(events, DiceRolled) == [DiceRolled((1, 2, 4))]
    assert not state.in_round


def test_without_a_camera_nobody_looks() -> None:
    laid = SeatIn(seat="1", wagers={"small": 500})
    shake = Shake(), ShakeBegan("shaker", "k1", 1, True, 1), DiceRested("shaker", "k1", 2, True, 1, 7)
    start = replace(SIC_BO, camera=False)
    state, events = tell(TableState(), start, UP, OpenRound(), laid, CloseBetting(), *shake)
    assert events == (DiceLie(1, 7),)
    assert refused(state, ReadDice())[0] is Fault.ORDER_NOT_NOW
    assert view(state)["camera"] is None


@pytest.mark.parametrize("reason", ["glare", "frames_disagree", Fault.CAMERA_LOST])
def test_an_abstention_leads_to_a_reading_by_two_persons_and_to_nothing_else(reason: str) -> None:
    state, events = tell(craps(ReadDice()), unread(1, reason))
    assert events == (DiceNotRead(reason),)
    assert state.hold is None
    assert view(state)["camera"] == {"looking": False, "unread": reason}
    state, events = everything(state, *both(EnterDice(dice=(4, 3))))
    assert of_kind(events, DiceRolled)
    assert view(state)["camera"] == {"looking": False, "unread": ""}


def test_dice_are_changed_between_two_rolls() -> None:
    assert tell(craps(ReadDice(), seen(1, 4, 4)), ChangeDice())[1] == (DiceChanged(),)
    assert tell(shaken(seen(1, 1, 2, 4)), ChangeDice())[1] == (DiceChanged(),)
    assert tell(craps(), ChangeDice())[1] == (DiceChanged(),)  # with the shooter, and not thrown (95.4)
    for rolling in (craps(ReadDice()), craps(ReadDice(), unread(1)), shaken(), shaken(unread(1))):
        assert refused(rolling, ChangeDice()) == (Fault.ORDER_NOT_NOW, "the dice are out")
    assert refused(tell(TableState(), started("war"))[0], ChangeDice()) == (
        Fault.ORDER_NOT_NOW,
        "this game has no dice",
    )


def test_while_the_camera_reads_nothing_is_laid_or_taken_back() -> None:
    state = craps(ReadDice())
    for order in (SeatIn(seat="2", wagers={"field": 500}), ReadDice()):
        assert refused(state, order)[0] is Fault.ORDER_NOT_NOW


ONE, OTHER = D1(EnterDice(dice=(4, 3))), S1(EnterDice(dice=(4, 2)))
OUT: dict[str, tuple[StoryStep, ...]] = {
    "unread": (ReadDice(), unread(1)),
    "differ": (ONE, OTHER),
    "rejected": (ONE, S1(Reject())),
    "restart": (ReadDice(), CRAPS, Align(felt={"1": 1})),
}


@pytest.mark.parametrize("out", OUT.values(), ids=OUT)
def test_dice_that_lie_there_unread_are_out_and_nothing_is_laid_or_taken_back(out: tuple[StoryStep, ...]) -> None:
    state = craps(*out)
    assert state.dice_out
    for order in (
        SeatIn(seat="2", wagers={"field": 500}),
        TakeBack(seat="1", wager="pass"),
        CallWager(seat="1", wager="pass", on=True),
    ):
        assert refused(state, order)[0] is Fault.WAGER_LATE
    for ends in (both(EnterDice(dice=(4, 3))), (ReadDice(), seen(CAMERA.of(state).look + 1, 4, 3))):
        rolled, _ = tell(state, *ends)
        assert tell(rolled, SeatIn(seat="2", wagers={"field": 500}))[1]
    again, _ = tell(state, DeclareNoRoll(ground="off_table"))
    assert tell(again, SeatIn(seat="2", wagers={"field": 500}))[1]
    anew, _ = tell(state, S1(VoidRound(reason="light")), OpenRound())
    assert tell(anew, SeatIn(seat="2", wagers={"field": 500}))[1]


def test_dice_are_out_for_whoever_starts_from_a_snapshot() -> None:
    state = craps(ReadDice(), seen(1, 4, 4), DiceOut(), ReadDice(), unread(2))
    assert state.at_rest
    assert refused(thaw(freeze(state)), SeatIn(seat="1", wagers={"field": 500}))[0] is Fault.WAGER_LATE


def test_no_roll_comes_between_two_persons_who_correct_the_last_one() -> None:
    rolled = craps(ReadDice(), seen(1, 4, 4))
    one, _ = both(CorrectDice(dice=(4, 5)))
    assert refused(tell(rolled, one)[0], ReadDice())[0] is Fault.ORDER_NOT_NOW
    assert refused(tell(rolled, ReadDice())[0], one)[0] is Fault.ORDER_NOT_NOW


def test_whoever_reads_the_dice_himself_has_the_word_and_the_camera_comes_too_late() -> None:
    one, two = both(EnterDice(dice=(4, 3)))
    state, _ = tell(craps(ReadDice()), one)
    state, events = tell(state, seen(1, 6, 6))
    assert events == ()
    _, events = tell(state, two)
    assert of_kind(events, DiceRolled) == [DiceRolled((4, 3))]


@pytest.mark.parametrize(
    "ends",
    [
        (DeclareNoRoll(ground="off_table"),),
        (VoidRound(reason="light"), OpenRound(), SeatIn(seat="1", wagers={"pass": 500})),
        (both(EnterDice(dice=(4, 4)))),
        (replace(CRAPS), Align(felt={"1": 1})),
    ],
    ids=["no_roll", "void", "people", "restart"],
)
def test_an_answer_to_what_nobody_asks_any_more_decides_nothing(ends: tuple[StoryStep, ...]) -> None:
    state, _ = tell(craps(ReadDice()), *ends)
    after, events = tell(state, seen(1, 6, 6))
    assert events == ()
    assert after == state
    asked, _ = tell(after if after.dice_out else tell(after, DiceOut())[0], ReadDice())
    assert tell(asked, seen(1, 6, 6))[1] == ()
    assert of_kind(tell(asked, seen(2, 5, 6))[1], DiceRolled)


def test_a_round_that_is_held_meanwhile_is_not_decided() -> None:
    state = shaken(DiceRested("shaker", "k1", 9, True, 1, 7))  # a gap: nobody can vouch for the shake
    assert state.hold is not None
    state, events = tell(state, seen(1, 1, 2, 4))
    assert events == (DiceNotRead(Fault.SHAKE_FAILED),)
    state, events = everything(state, DeclareNoRoll(ground="obstructed"))
    assert not of_kind(events, DiceRolled)
    assert not of_kind(events, ProposalEnded)


def test_dice_of_a_shaker_are_looked_at_again_when_somebody_says_so() -> None:
    state, events = tell(shaken(unread(1)), ReadDice())
    assert events == (LookOrdered(2, 3),)
    assert of_kind(tell(state, seen(2, 1, 2, 4))[1], DiceRolled)
    assert refused(shaken(unread(1), DeclareNoRoll(ground="obstructed")), ReadDice())[0] is Fault.ORDER_NOT_NOW


@pytest.mark.parametrize("dice", [(7, 7), (1,), (1, 2, 3), ()])
def test_what_no_dice_can_show_is_read_by_people(dice: tuple[int, ...]) -> None:
    state, events = tell(craps(ReadDice()), seen(1, *dice))
    assert events == (DiceNotRead(Fault.ORDER_ILLEGAL),)
    assert state.facts == craps().facts


def test_a_table_that_closes_looks_away() -> None:
    state, _ = tell(TableState(), CRAPS, OpenRound(), ReadDice(), CloseTable())
    assert not CAMERA.of(state).looking
    assert tell(state, seen(1, 4, 3)) == (state, ())


def test_the_numbers_outlive_a_snapshot() -> None:
    state, _ = tell(craps(ReadDice(), seen(1, 4, 3)), S1(VoidRound(reason="the day ends")))
    assert CAMERA.of(thaw(freeze(state))) == CAMERA.of(state)
    assert CAMERA.of(state).look == 1
