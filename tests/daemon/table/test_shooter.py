"""The table holds what 95.4, 95.8 to 95.11 and 95.21 ask of who throws the dice."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from daemon.parts import board_messages
from daemon.table.events import (
    DiceChanged,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DiceRolled,
    DiceWentOut,
    DiceWithheld,
    Held,
    NoRollDeclared,
    Resumed,
    RollStands,
    SeatTaken,
)
from daemon.table.orders import (
    ChangeDice,
    CloseBetting,
    CloseTable,
    CorrectDice,
    DeclareNoRoll,
    DeclineDice,
    DiceOut,
    EnterDice,
    LetRollStand,
    OfferDice,
    OpenRound,
    ReadDice,
    Reject,
    SeatIn,
    TakeBack,
    VoidRound,
    WithholdDice,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import Dice, TableState
from daemon.table.view import view
from drivers.faults import Fault
from drivers.observation import DiceSeen
from rules.game import Options
from rules.shooter import Shooter
from tests.daemon.floor import D1, S1, SENT, StoryStep, both, everything, held, of_kind, refused, started, table, tell

PLAYERS = {"more": {"sicbo.rolledBy": "players"}}


def craps(*story: StoryStep) -> TableState:
    """Seats 1, 2 and 5 play; the first two have a line wager."""
    laid = (("1", {"pass": 500}), ("2", {"dont_pass": 500}), ("5", {"place_6": 600}))
    seats = (SeatIn(seat=seat, wagers=dict(wagers)) for seat, wagers in laid)
    return table("craps", OpenRound(), *seats, *story)


def roll(*dice: int) -> tuple[EnterDice, EnterDice]:
    return both(EnterDice(dice=dice))


@pytest.mark.holds("95.8")
def test_the_dice_are_offered_clockwise_and_nobody_who_plays_is_passed_over() -> None:
    assert refused(craps(), OfferDice(seat="2")) == (
        Fault.ORDER_ILLEGAL,
        "illegal_action: seat 2: it is the turn of seat 1 (95.8)",
    )
    state, events = tell(craps(), OfferDice())
    assert events == (DiceOffered("1"),)
    assert refused(state, OfferDice())[1] == "seat 1 has the dice (95.8): decline_dice if they are declined"
    state, events = tell(state, DeclineDice())
    assert events == (DiceDeclined("1"), DiceOffered("2"))
    assert tell(state, DeclineDice())[1] == (DiceDeclined("2"), DiceOffered("5"))
    nobody, events = tell(state, DeclineDice(), DeclineDice())
    assert events == (DiceDeclined("5"),)
    assert refused(nobody, OfferDice())[0] is Fault.ORDER_ILLEGAL
    assert tell(nobody, OfferDice(seat="4"))[1] == (DiceOffered("4"),)  # who lays nothing may throw, once asked


@pytest.mark.holds("95.8")
def test_dice_that_nobody_has_do_not_go_out() -> None:
    assert refused(craps(), DiceOut()) == (Fault.ORDER_NOT_NOW, "nobody has the dice (95.8): offer_dice")
    assert refused(craps(), DeclineDice())[0] is Fault.ORDER_NOT_NOW
    assert refused(craps(), WithholdDice(ground="off_table"))[0] is Fault.ORDER_NOT_NOW


def test_a_seven_out_passes_the_dice_and_those_who_lost_still_play() -> None:
    state, events = tell(craps(*SENT, *roll(4, 4), DiceOut()), *roll(3, 4))
    assert [event for event in events if isinstance(event, DicePassed)] == [DicePassed("1", "seven_out")]
    assert state.shooter == Shooter(last="1", threw="1")
    assert view(state)["wagers"] == {}
    assert tell(state, OfferDice())[1] == (DiceOffered("2"),)


def test_a_craps_and_a_natural_pass_nothing() -> None:
    for dice in ((1, 1), (6, 6), (4, 3), (5, 6)):
        assert tell(craps(*SENT), *roll(*dice))[0].shooter.seat == "1"


@pytest.mark.holds("95.4")
def test_a_supervisor_withholds_the_dice_with_a_ground_and_what_was_void_is_told() -> None:
    void = (DiceOut(), DeclareNoRoll(ground="missed_far_side"))
    state = craps(OfferDice(), *void, *void, DiceOut())
    assert view(state)["shooter"]["no_rolls"] == ["missed_far_side", "missed_far_side"]
    assert refused(state, D1(WithholdDice(ground="missed_far_side")))[0] is Fault.ROLE_NOT_ALLOWED
    assert refused(state, WithholdDice(ground="slow"))[0] is Fault.ORDER_ILLEGAL
    after, events = tell(state, WithholdDice(ground="missed_far_side"))
    withheld = DiceWithheld("1", "missed_far_side", ("missed_far_side", "missed_far_side"))
    assert events == (withheld, DiceOffered("2"))
    assert (after.dice_out, after.shooter.no_rolls) == (Dice.IN, ())


@pytest.mark.holds("95.4", "95.6")
def test_dice_are_changed_at_any_time_until_they_are_thrown() -> None:
    for where in (craps(), craps(OfferDice()), craps(*SENT), craps(*SENT, *roll(4, 2), DiceOut())):
        state, events = tell(where, ChangeDice())
        assert (events, state.dice_out, state.shooter) == ((DiceChanged(),), Dice.IN, where.shooter)
    taken, _ = tell(craps(*SENT), ChangeDice(), TakeBack(seat="1", wager="pass"))
    assert refused(taken, DiceOut())[0] is Fault.SHOOTER_NO_LINE  # they go out anew
    thrown = craps(*SENT, EnterDice(dice=(4, 2)))
    assert refused(thrown, ChangeDice()) == (Fault.ORDER_NOT_NOW, "the dice are out")
    assert refused(tell(thrown, Reject())[0], ChangeDice()) == (Fault.ORDER_NOT_NOW, "the dice are out")


@pytest.mark.holds("95.11")
def test_without_a_line_wager_at_a_come_out_the_dice_do_not_go_out() -> None:
    state = craps(OfferDice(), DeclineDice(), DeclineDice())
    assert refused(state, DiceOut()) == (Fault.SHOOTER_NO_LINE, "seat 5: pass or dont_pass")
    keyed, _ = tell(state, SeatIn(seat="5", wagers={"dont_pass": 500}))
    assert tell(keyed, DiceOut())[1] == (DiceWentOut("5"),)
    assert refused(keyed, DiceOut(line="pass")) == (
        Fault.ORDER_ILLEGAL,
        "seat 5: that wager is entered already (95.11)",
    )
    said, events = tell(state, DiceOut(line="pass"))
    assert events == (SeatTaken("5", {"place_6": 600, "pass": None}), DiceWentOut("5", "pass"))
    assert view(tell(said, *roll(4, 4))[0])["wagers"]["5"]["pass"] is None


@pytest.mark.holds("95.11")
def test_with_a_point_on_no_line_wager_is_asked_for() -> None:
    withdrawn = craps(OfferDice(), DeclineDice(), DiceOut(), *roll(4, 4), TakeBack(seat="2", wager="dont_pass"))
    state, events = tell(withdrawn, DiceOut())  # A121: the dice are still his for this point
    assert events == (DiceWentOut("2"),)
    assert refused(tell(state, *roll(5, 3))[0], DiceOut())[0] is Fault.SHOOTER_NO_LINE
    assert refused(withdrawn, DiceOut(line="dont_pass"))[0] is Fault.ORDER_ILLEGAL  # nor can one be laid


@pytest.mark.holds("95.8", "95.11")
def test_from_a_shooter_without_a_line_wager_the_dice_move_on() -> None:
    state = craps(*SENT, *roll(3, 4))
    assert refused(state, OfferDice(seat="5"))[0] is Fault.ORDER_ILLEGAL  # seat 2 has just lost, and still plays
    after, events = tell(state, OfferDice())
    assert events == (DicePassed("1", "no_line"), DiceOffered("2"))
    assert tell(after, OfferDice())[1] == (DicePassed("2", "no_line"), DiceOffered("5"))


@pytest.mark.holds("95.11", "95.12")
def test_a_late_wager_has_a_name_and_says_for_whom_the_dice_are_out() -> None:
    state = craps(*SENT)
    assert refused(state, SeatIn(seat="2", wagers={"field": 500})) == (
        Fault.WAGER_LATE,
        "round 1: the dice went out to seat 1",
    )
    assert refused(state, TakeBack(seat="1", wager="pass"))[0] is Fault.WAGER_LATE
    assert not view(state)["awaits"]["open"]
    for back in (roll(4, 4), (DeclareNoRoll(ground="off_table"),), (VoidRound(reason="light"), OpenRound())):
        assert tell(state, *back, SeatIn(seat="2", wagers={"field": 500}))[1]


@pytest.mark.holds("95.11")
@pytest.mark.parametrize("by", ["people", "camera"])
def test_dice_that_roll_before_they_went_out_hold_the_round_and_are_kept(by: str) -> None:
    laid = SeatIn(seat="1", wagers={"pass": 500})
    state, _ = tell(TableState(), replace(started("craps"), camera=True), OpenRound(), laid, OfferDice())
    how = roll(4, 2) if by == "people" else (ReadDice(), DiceSeen("camera", 1, (4, 2), 0.98, ("ab",)))
    state, events = tell(state, *how)
    assert events[-1] == Held(Fault.DICE_NOT_OUT, "4 2")
    assert (state.thrown, view(state)["shooter"]["thrown"], state.result) == ((4, 2), [4, 2], None)
    assert view(state)["acts"]["role"] == "supervisor"
    assert refused(state, DiceOut())[0] is Fault.ORDER_WHILE_HELD
    assert refused(state, D1(DeclareNoRoll(ground="off_table")))[0] is Fault.SUPERVISOR_NEEDED
    stands, events = tell(state, LetRollStand())
    assert events[:2] == (RollStands((4, 2), "1"), DiceRolled((4, 2)))
    assert (held(stands), stands.thrown, view(stands)["layout"]["point"]) == (None, (), 6)
    void, events = tell(state, S1(DeclareNoRoll(ground="off_table")))
    assert events == (NoRollDeclared("off_table"), Resumed(Fault.DICE_NOT_OUT))
    assert (held(void), void.thrown, void.shooter.no_rolls, view(void)["layout"]["point"]) == (
        *(None, (), ("off_table",)),
        None,
    )
    assert tell(void, DiceOut(), *roll(4, 2))[0].result is not None


def test_nothing_stands_that_was_not_thrown() -> None:
    assert refused(craps(), LetRollStand())[0] is Fault.ORDER_NOT_NOW
    assert refused(craps(*SENT), DiceOut())[0] is Fault.ORDER_NOT_NOW
    assert refused(craps(*SENT), OfferDice())[0] is Fault.ORDER_NOT_NOW
    reading = craps(OfferDice(), DiceOut(), EnterDice(dice=(4, 2)))
    assert refused(reading, DeclineDice())[0] is Fault.ORDER_NOT_NOW


def test_the_shooter_crosses_rolls_a_void_round_and_a_snapshot_and_leaves_with_the_table() -> None:
    state = craps(*SENT, *roll(4, 4), DiceOut(), DeclareNoRoll(ground="off_table"))
    assert thaw(freeze(craps(*SENT, *roll(4, 4), DiceOut()))).shooter.seat == "1"
    voided, _ = tell(state, VoidRound(reason="light"), OpenRound())
    assert (voided.shooter.seat, voided.shooter.no_rolls) == ("1", ("off_table",))
    assert tell(voided, CloseTable(), OpenRound())[0].shooter == Shooter()


def test_a_snapshot_of_before_knows_no_shooter() -> None:
    written = json.loads(freeze(craps(*SENT, *roll(4, 4))))
    del written["shooter"]
    for before, now in ((True, Dice.UNSENT), (False, Dice.IN)):
        state = thaw(json.dumps(written | {"dice_out": before}).encode())
        assert (state.shooter, state.dice_out) == (Shooter(), now)


def test_a_corrected_roll_corrects_whose_dice_they_are() -> None:
    out = craps(*SENT, *roll(4, 4), DiceOut(), *roll(3, 4))
    back, events = tell(out, *both(CorrectDice(dice=(3, 3))))
    assert of_kind(events, DiceOffered) == [DiceOffered("1")]
    assert back.shooter.seat == "1"
    again, events = tell(back, *both(CorrectDice(dice=(3, 4))))
    assert of_kind(events, DicePassed) == [DicePassed("1", "seven_out")]
    assert again.shooter == out.shooter
    others, _ = tell(out, OfferDice(), DeclineDice(), *both(CorrectDice(dice=(3, 3))))
    assert others.shooter == Shooter("1")  # whoever was offered them meanwhile
    thrown = SeatIn(seat="2", wagers={"pass": 500}), OfferDice(), DiceOut()
    gone, events = tell(out, SeatIn(seat="2", wagers={"field": 500}), OfferDice(), *both(CorrectDice(dice=(3, 3))))
    assert (of_kind(events, DiceOffered), gone.shooter.seat) == ([DiceOffered("1")], "1")
    assert refused(tell(out, *thrown)[0], CorrectDice(dice=(3, 3)))[0] is Fault.ORDER_ILLEGAL  # 95.14


@pytest.mark.holds("95.8")
def test_a_roll_that_turns_out_a_seven_out_ends_nobody_elses_turn() -> None:
    thrown = craps(*SENT, *roll(4, 4), DiceOut(), *roll(3, 3))  # by seat 1
    corrected = both(CorrectDice(dice=(3, 4)))
    state, events = tell(thrown, *corrected)
    assert (of_kind(events, DicePassed), state.shooter.seat) == ([DicePassed("1", "seven_out")], "")
    for gone in (DeclineDice(), WithholdDice(ground="off_table")):
        state, events = tell(thrown, gone, *corrected)
        assert (of_kind(events, DicePassed), state.shooter.seat) == ([], "2")  # who has thrown nothing yet
    nobody = table("craps", OpenRound(), keyed=False)
    state, events = tell(nobody, DiceOut(), *roll(4, 4), DiceOut(), *roll(3, 3), OfferDice(seat="3"), *corrected)
    assert (of_kind(events, DicePassed), state.shooter.seat) == ([], "3")


@pytest.mark.holds("95.8", "95.11")
def test_dice_that_went_out_on_a_roll_that_was_another_one_come_back_in() -> None:
    """Whose turn it is, and whether a line wager is asked for, follows from what was thrown."""
    out = craps(*SENT, *roll(4, 4), DiceOut(), *roll(3, 3), DiceOut())
    state, events = tell(out, *both(CorrectDice(dice=(3, 4))))
    assert (of_kind(events, DicePassed), state.dice_out) == ([DicePassed("1", "seven_out")], Dice.IN)
    state, events = tell(out, *both(CorrectDice(dice=(5, 4))))
    assert (of_kind(events, DiceOffered), state.dice_out) == ([], Dice.OUT)  # nothing of it has changed
    withdrawn = (OfferDice(), DeclineDice(), DiceOut(), *roll(4, 4), TakeBack(seat="2", wager="dont_pass"))
    out = craps(*withdrawn, DiceOut(), *roll(3, 3), DiceOut())  # no line wager is asked for: a point is on
    state, events = tell(out, *both(CorrectDice(dice=(5, 3))))
    assert (of_kind(events, DiceOffered), state.dice_out) == ([DiceOffered("2")], Dice.IN)
    assert refused(state, DiceOut())[0] is Fault.SHOOTER_NO_LINE
    thrown, _ = tell(out, EnterDice(dice=(1, 1)), Reject())  # they were thrown, whoever rejects what was read
    assert tell(thrown, *both(CorrectDice(dice=(5, 3))))[0].dice_out is Dice.THROWN


def test_a_round_that_was_recorded_before_knows_no_shooter_and_no_duty() -> None:
    before = started("craps", revision=0)
    state, events = everything(TableState(), before, OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), *roll(3, 4))
    assert of_kind(events, DiceRolled)
    assert "shooter" not in view(state)
    assert refused(state, OfferDice())[0] is Fault.ORDER_NOT_NOW


@pytest.mark.holds("95.7", "95.11")
def test_a_table_that_keys_nobody_shows_the_duty_and_still_sends_the_dice_out() -> None:
    state = table("craps", OpenRound(), keyed=False)
    assert refused(state, SeatIn(seat="1", wagers={"pass": 500}))[0] is Fault.ORDER_NOT_NOW
    shown = view(state)["shooter"]
    assert (shown["must_lay"], shown["lies"], shown["seat"]) == (["pass", "dont_pass"], None, None)
    assert tell(state, DiceOut())[1] == (DiceWentOut(None),)
    assert refused(state, DiceOut(line="pass"))[0] is Fault.ORDER_NOT_NOW
    assert held(tell(state, *roll(4, 2))[0]) is Fault.DICE_NOT_OUT
    rolled, _ = tell(state, OfferDice(seat="3"), DiceOut(), *roll(4, 2))
    assert view(rolled)["shooter"]["point"] == 6


@pytest.mark.holds("95.20", "95.21")
def test_players_roll_sic_bo_in_turn_where_it_is_posted_and_nowhere_else() -> None:
    laid = SeatIn(seat="2", wagers={"small": 500}), SeatIn(seat="5", wagers={"big": 500})
    assert refused(table("sic_bo", OpenRound()), OfferDice())[1] == "no player throws the dice at this table"
    state = table("sic_bo", OpenRound(), *laid, OfferDice(), **PLAYERS)
    assert refused(state, DiceOut())[1] == "no dice are awaited"  # 95.23: wagers first
    state, _ = tell(state, CloseBetting())
    assert held(tell(state, *roll(1, 2, 3))[0]) is Fault.DICE_NOT_OUT
    assert tell(state, DeclareNoRoll(ground="not_together"))[1] == (NoRollDeclared("not_together"),)  # A113
    after, events = tell(state, DiceOut(), *roll(1, 2, 3))
    assert of_kind(events, DicePassed) == [DicePassed("2", "turn_over")]
    again, events = tell(after, OpenRound(), OfferDice(), CloseBetting(), DiceOut())
    assert events == (DiceWentOut("5"),)  # without a wager in this round (A153)
    assert again.shooter.seat == "5"


def test_boards_show_the_point_the_shooter_and_a_no_roll() -> None:
    def shown(state: TableState) -> list[str]:
        throw = board_messages.throw(state)
        assert throw is not None
        message = board_messages.dice("t", throw)
        assert len(message.text["fr"]) == len(message.text["en"])
        return message.text["en"]

    state = craps()
    assert shown(state) == []
    state, _ = tell(state, OfferDice())
    assert shown(state) == ["Come out roll", "Shooter: seat 1"]
    state, _ = tell(state, DiceOut())
    assert shown(state) == ["Come out roll", "Shooter: seat 1", "The dice are out"]
    state, _ = tell(state, *roll(4, 2))
    assert shown(state) == ["Point: 6", "Shooter: seat 1"]
    state, _ = tell(state, DeclareNoRoll(ground="off_table"))
    assert shown(state)[-1] == "No roll: a die off the table"
    assert shown(tell(state, DiceOut())[0])[-1] == "The dice are out"
    assert shown(tell(state, VoidRound(reason="light"))[0]) == []
    assert board_messages.throw(table("war", OpenRound())) is None
    assert board_messages.throw(TableState(posted=("craps", Options()))) is None
