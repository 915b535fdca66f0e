"""The shake at the table: ordered, moving, at rest; whatever else happens holds the round, and a person decides."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable
from dataclasses import replace

import pytest

from daemon.parts import board_messages
from daemon.parts.shaker import direct
from daemon.table.devices.shaker import SHAKER
from daemon.table.events import DiceLie, DiceMove, DiceRolled, Held, LinkProven, NoRollDeclared, Resumed, ShakeOrdered
from daemon.table.orders import (
    Align,
    CloseBetting,
    Continue,
    CorrectDice,
    DeclareNoRoll,
    DiceOut,
    EnterDice,
    OfferDice,
    OpenRound,
    SeatIn,
    Shake,
    VoidRound,
)
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from drivers.observation import (
    DiceRested,
    DomeMoved,
    FromShaker,
    LinkDown,
    MotorFelt,
    ShakeBegan,
    ShakerArmed,
    ShakerTrouble,
    ShakerUp,
    ShakeUndone,
)
from drivers.shaker import wire
from drivers.shaker.conversation import Conversation, Manner, ShakerTally
from drivers.shaker.driver import ShakerDriver
from rules.capabilities import HasLayout
from rules.registry import GAMES
from tests.daemon.floor import D1, S1, StoryStep, both, everything, held, of_kind, refused, seated, started, table, tell

UP = ShakerUp("shaker", "k1", 0, closed=True, turning=False, order=0)
DOWN = LinkDown("shaker", Fault.SHAKER_UNPLUGGED)
START = replace(started("sic_bo"), reshakes=1)
Says = Callable[[TableState], FromShaker]


def at(state: TableState) -> tuple[str, str, int]:
    return "shaker", SHAKER.of(state).boot or "k1", SHAKER.of(state).seq + 1


def armed(state: TableState) -> FromShaker:
    return ShakerArmed(*at(state), True, SHAKER.of(state).order)


def moving(state: TableState) -> FromShaker:
    return ShakeBegan(*at(state), True, SHAKER.of(state).order)


def motor(state: TableState) -> FromShaker:
    return MotorFelt(*at(state), True, SHAKER.of(state).order, 640)


def rest(state: TableState) -> FromShaker:
    return DiceRested(*at(state), True, SHAKER.of(state).order, 7)


def weak(state: TableState) -> FromShaker:
    return DiceRested(*at(state), True, SHAKER.of(state).order, 2)


def opened(state: TableState) -> FromShaker:
    return DomeMoved(*at(state), False)


def blocked(state: TableState) -> FromShaker:
    return ShakerTrouble(*at(state), True, SHAKER.of(state).order, "motor_blocked")


def lost(state: TableState) -> FromShaker:
    device, boot, seq = at(state)
    return MotorFelt(device, boot, seq + 1, True, SHAKER.of(state).order, 640)


def says(state: TableState, *story: Says | StoryStep) -> TableState:
    for step in story:
        observation = step(state) if callable(step) else step
        state, _ = tell(state, observation)
    return state


def closed(*story: Says | StoryStep) -> TableState:
    """Betting is closed and the shaker is there."""
    laid = SeatIn(seat="1", wagers={"small": 500})
    state, _ = tell(TableState(), START, UP, OpenRound(), laid, CloseBetting())
    return says(state, *story)


GOOD = (Shake(), armed, moving, motor, rest)


def test_a_good_shake_is_ordered_moves_and_comes_to_rest() -> None:
    state, events = everything(closed(), Shake())
    for step in (armed, moving, motor, rest):
        state, more = tell(state, step(state))
        events += more
    assert events == (ShakeOrdered(1), DiceMove(1), DiceLie(1, 7))
    state, events = everything(state, *both(EnterDice(dice=(1, 2, 4))))
    assert of_kind(events, DiceRolled)
    assert not state.in_round


def test_the_dice_are_read_at_rest_alone() -> None:
    for story in ((), (Shake(),), (Shake(), armed), (Shake(), moving), (Shake(), moving, motor)):
        assert refused(closed(*story), EnterDice(dice=(1, 2, 4)))[0] is Fault.ORDER_NOT_NOW
    assert refused(closed(*GOOD, DOWN), EnterDice(dice=(1, 2, 4)))[0] is Fault.ORDER_WHILE_HELD


@pytest.mark.parametrize(
    ("story", "why"),
    [
        ((Shake(), moving, weak), "too_few_tumbles"),
        ((Shake(), armed, opened), "dome_opened"),
        ((Shake(), moving, opened), "dome_opened"),
        ((*GOOD, opened), "dome_opened"),
        ((Shake(), moving, lost), "events_missing"),
        ((Shake(), moving, blocked), "motor_blocked"),
        ((Shake(), rest), "not_ordered"),
        ((moving,), "not_ordered"),
        ((*GOOD, moving), "not_ordered"),
        ((Shake(), DOWN), "link_lost"),
        ((Shake(), moving, DOWN), "link_lost"),
        ((Shake(), ShakeUndone("shaker", 1, "no_answer", begun=True)), "no_answer"),
        ((Shake(), moving, ShakeUndone("shaker", 1, "never_rests", begun=True)), "never_rests"),
        ((Shake(), START), "restarted"),
        ((Shake(), moving, START), "restarted"),
        ((*GOOD, DOWN, ShakerUp("shaker", "k1", 9, closed=True, turning=False, order=1)), "events_missing"),
        ((*GOOD, DOWN, ShakerUp("shaker", "k2", 0, closed=True, turning=False, order=0)), "events_missing"),
        ((*GOOD, DOWN, ShakerUp("shaker", "k1", 4, closed=False, turning=False, order=1)), "dome_opened"),
    ],
)
def test_anything_else_holds_the_round_and_proposes_a_no_roll(story: tuple[Says | StoryStep, ...], why: str) -> None:
    state = closed(*story)
    assert held(state) is Fault.SHAKE_FAILED
    assert state.hold is not None and state.hold.detail == why
    grounds = ["broken_or_stacked", "cheating", "obstructed", "off_table"]
    assert view(state)["proposes"] == {"kind": "declare_no_roll", "ground": grounds}
    assert refused(state, EnterDice(dice=(1, 2, 4)))[0] is Fault.ORDER_WHILE_HELD
    assert refused(state, Shake())[0] is Fault.ORDER_WHILE_HELD
    state, events = tell(state, DeclareNoRoll(ground="obstructed"))
    assert events[:2] == (NoRollDeclared("obstructed"), Resumed(Fault.SHAKE_FAILED))
    assert view(state)["proposes"] is None
    assert SHAKER.of(state).again == 1
    assert state.in_round  # the wagers stand (A115)


def test_grounds_that_speak_of_a_hand_are_none_with_a_shaker() -> None:
    for ground in ("not_together", "missed_far_side", "bad luck"):
        assert refused(closed(*GOOD), DeclareNoRoll(ground=ground))[0] is Fault.ORDER_ILLEGAL
    by_hand = seated("sic_bo", CloseBetting())
    assert tell(by_hand, DeclareNoRoll(ground="not_together"))[1] == (NoRollDeclared("not_together"),)


def test_no_roll_without_a_shake_is_nothing() -> None:
    for story in ((), (Shake(),), (Shake(), moving)):
        assert refused(closed(*story), DeclareNoRoll(ground="off_table"))[0] is Fault.ORDER_NOT_NOW


def test_dice_that_lie_badly_after_a_good_shake_are_a_no_roll_too() -> None:
    state = closed(*GOOD, D1(EnterDice(dice=(1, 2, 4))))
    assert refused(state, DeclareNoRoll(ground="broken_or_stacked"))[0] is Fault.ORDER_NOT_NOW  # they are being read
    state = closed(*GOOD, DeclareNoRoll(ground="broken_or_stacked"), *GOOD)
    assert SHAKER.of(state).order == 2
    assert SHAKER.of(state).phase == "rested"


def test_a_reading_under_way_falls_with_its_shake() -> None:
    state = closed(*GOOD, D1(EnterDice(dice=(1, 2, 4))), opened)
    assert refused(state, S1(EnterDice(dice=(1, 2, 4))))[0] is Fault.ORDER_WHILE_HELD
    state, _ = tell(state, DeclareNoRoll(ground="obstructed"))
    assert state.proposal is None


def test_a_shake_that_never_began_is_no_throw() -> None:
    state = closed(Shake(), ShakeUndone("shaker", 1, "dome_open", begun=False))
    assert held(state) is Fault.SHAKE_REFUSED
    assert view(state)["proposes"] is None
    state = says(state, Continue(), Shake())
    assert (SHAKER.of(state).order, SHAKER.of(state).phase) == (2, "ordered")


def test_that_it_was_armed_for_a_shake_that_never_began_is_told_late_and_changes_nothing() -> None:
    state = closed(Shake(), ShakeUndone("shaker", 1, "dome_open", begun=False))
    state = says(state, armed)
    assert held(state) is Fault.SHAKE_REFUSED
    state = says(state, Continue(), Shake())
    assert (SHAKER.of(state).order, SHAKER.of(state).phase) == (2, "ordered")


def driver_of(conversation: Conversation) -> ShakerDriver:
    shaker = ShakerDriver(device="shaker", serial="SIM", sink=lambda *_: Future(), beat=lambda: None)
    shaker._conversation = conversation
    return shaker


def test_the_dome_is_locked_before_anything_moves() -> None:
    conversation = Conversation("shaker", Manner(), ShakerTally())
    shaker = driver_of(conversation)
    direct(shaker, closed(Shake()))
    assert [type(command) for command in conversation.outgoing] == [wire.LockDome, wire.Arm, wire.Shake, wire.Light]


@pytest.mark.parametrize(
    ("story", "stops"),
    [
        ((Shake(), moving), False),
        ((Shake(), moving, opened), True),
        ((Shake(), moving, S1(VoidRound(reason="brisé"))), True),
        ((Shake(), S1(VoidRound(reason="brisé")), moving), True),  # it had begun before anybody could tell
        ((Shake(), moving, S1(VoidRound(reason="brisé")), rest), False),
        ((*GOOD, S1(VoidRound(reason="brisé")), moving), False),  # somebody presses the button on it
    ],
)
def test_a_shake_that_counts_for_nothing_is_stopped(story: tuple[Says | StoryStep, ...], stops: bool) -> None:
    conversation = Conversation("shaker", Manner(), ShakerTally())
    conversation.status = wire.Status(1, 0, 1, wire.Phase.MOVING, wire.Flag.DOME_CLOSED, 0, 0, 0, 0)
    shaker = driver_of(conversation)
    direct(shaker, closed(*story))
    assert (wire.Stop() in conversation.outgoing) is stops


def test_after_so_many_a_supervisor_orders_the_next_one() -> None:
    state = closed(*GOOD, DeclareNoRoll(ground="obstructed"), *GOOD, DeclareNoRoll(ground="obstructed"))
    assert view(state)["acts"] == {"role": "supervisor", "seat": None}
    assert refused(state, D1(Shake()))[0] is Fault.SUPERVISOR_NEEDED
    state = says(state, S1(Shake()), moving, rest, *both(EnterDice(dice=(1, 2, 4))), OpenRound())
    assert SHAKER.of(state).again == 0


def test_an_event_told_twice_is_heard_once_and_a_late_one_changes_nothing() -> None:
    state = closed(Shake(), armed, moving)
    again = replace(moving(state), seq=SHAKER.of(state).seq)
    assert tell(state, again) == (state, ())
    state = closed(Shake(), moving, ShakeUndone("shaker", 1, "never_rests", begun=True))
    state = says(state, DeclareNoRoll(ground="obstructed"))
    assert refused(state, Shake()) == (Fault.ORDER_NOT_NOW, "the dice still move")
    state = says(state, rest, Shake())
    assert tell(state, ShakeUndone("shaker", 1, "never_rests", begun=True)) == (state, ())
    assert SHAKER.of(state).phase == "ordered"


def test_no_number_is_given_twice_also_not_by_others() -> None:
    state, _ = tell(closed(), DOWN, replace(UP, order=41), Continue(), Shake())
    assert SHAKER.of(state).order == 42


def test_a_link_lost_between_shakes_is_proven_by_the_shakers_own_number() -> None:
    state, events = tell(closed(*GOOD), DOWN)
    assert events == (Held(Fault.SHAKER_LOST, "shaker"),)
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    state, events = tell(state, ShakerUp("shaker", "k1", 4, closed=True, turning=False, order=1))
    assert events == (LinkProven(),)
    state = says(state, Continue(), *both(EnterDice(dice=(1, 2, 4))))
    assert not state.in_round


def test_a_link_lost_in_the_betting_holds_too_and_betting_is_not_closed_without_the_shaker() -> None:
    state, _ = tell(TableState(), START, OpenRound(), SeatIn(seat="1", wagers={"small": 500}))
    assert refused(state, CloseBetting()) == (Fault.ORDER_NOT_NOW, "the shaker does not answer")
    state = says(state, UP, DOWN)
    assert held(state) is Fault.SHAKER_LOST
    assert held(says(state, replace(UP, boot="k2"), Continue())) is None


def test_a_restart_with_dice_at_rest_is_aligned_and_goes_on() -> None:
    state = closed(*GOOD, START)
    assert held(state) is Fault.TABLE_RESTARTED
    assert refused(state, Align(felt={"1": 1}))[0] is Fault.ORDER_NOT_NOW  # the shaker has not answered yet
    state = says(state, ShakerUp("shaker", "k1", 4, closed=True, turning=False, order=1), Align(felt={"1": 1}))
    state = says(state, *both(EnterDice(dice=(1, 2, 4))))
    assert not state.in_round


def test_after_a_restart_in_the_middle_of_a_shake_the_felt_is_counted_too() -> None:
    state = closed(Shake(), moving, START, replace(UP, seq=9, order=1), DeclareNoRoll(ground="obstructed"))
    assert held(state) is Fault.TABLE_RESTARTED
    assert held(says(state, Align(felt={"1": 1}))) is None


def test_a_no_roll_declared_while_the_shaker_is_away_leaves_the_round_held() -> None:
    state = closed(Shake(), moving, DOWN, DeclareNoRoll(ground="obstructed"))
    assert held(state) is Fault.SHAKER_LOST
    state = says(state, replace(UP, boot="k2"), Continue(), *GOOD)
    assert SHAKER.of(state).phase == "rested"


def test_a_round_that_is_voided_leaves_the_next_one_alone() -> None:
    state = closed(Shake(), moving, S1(VoidRound(reason="brisé")), rest, OpenRound(), CloseBetting(), *GOOD)
    assert (SHAKER.of(state).phase, SHAKER.of(state).order, held(state)) == ("rested", 2, None)


def test_outside_a_round_nothing_is_held() -> None:
    state, _ = tell(TableState(), START, UP)
    state = says(state, moving, opened, blocked, rest, DOWN, UP)
    assert held(state) is None
    assert refused(state, Shake())[0] is Fault.ORDER_NOT_NOW
    assert refused(table("craps", OpenRound()), Shake())[0] is Fault.ORDER_NOT_NOW


def test_the_answer_without_seats_goes_to_the_boards_and_follows_a_correction() -> None:
    state = closed(*GOOD, *both(EnterDice(dice=(2, 2, 5))))
    lit = {"two_of_a_kind_2": "8:1", "total_9": "6:1", "duo_2_5": "5:1", "small": "1:1", "single_2": "2:1"}
    assert state.result is not None
    areas = {area.area: area.odds for area in board_messages.result("t", state.result).areas}
    assert areas == {**lit, "single_5": "1:1"} == view(state)["result"]["areas"]
    state = says(state, *both(CorrectDice(dice=(6, 6, 6))))
    assert set(view(state)["result"]["areas"]) == {
        *("three_of_a_kind_6", "any_three_of_a_kind", "two_of_a_kind_6", "single_6"),
    }


def test_the_answer_without_seats_at_craps_knows_the_point() -> None:
    state = table("craps", OpenRound(), OfferDice(seat="1"), DiceOut(line="pass"), *both(EnterDice(dice=(4, 2))))
    assert "pass" not in view(state)["result"]["areas"]
    state = says(state, DiceOut(), *both(EnterDice(dice=(3, 3))))
    areas = view(state)["result"]["areas"]
    assert (areas["pass"], areas["pass_odds"]) == ("1:1", "6:5")
    assert "dont_pass" not in areas
    state = says(state, *both(CorrectDice(dice=(3, 4))))
    assert "dont_pass" in view(state)["result"]["areas"]


def test_a_wager_in_parts_is_shown_with_what_the_whole_of_it_gains() -> None:
    """95.15: one part is paid and the others are lost. The line says what its part is paid, as the contract has it."""
    point = OfferDice(seat="2"), DiceOut(line="pass"), *both(EnterDice(dice=(4, 2)))
    laid = SeatIn(seat="1", wagers={"horn": 400, "world": 500})
    state = table("craps", OpenRound(), *point, laid, DiceOut(), *both(EnterDice(dice=(6, 6))))
    assert state.result is not None
    assert [(line.wager, line.odds, line.won, line.returned) for line in state.result.lines] == [
        ("horn", "30:1", 3000, 100),
        ("world", "30:1", 3000, 100),
    ]
    areas = view(state)["result"]["areas"]
    assert (areas["horn"], areas["world"], areas["three_way"]) == ("27:4", "26:5", "28:3")
    shown = board_messages.result("t", state.result)
    assert {area.area: area.odds for area in shown.areas} == areas
    _, _, lit, *settled = shown.text["fr"]
    assert "Craps 12 30\xa0à\xa01 · Horn 27\xa0à\xa04 · World 26\xa0à\xa05 · Craps à trois 28\xa0à\xa03" in lit
    assert settled == ["1  Horn : gagnante 27\xa0à\xa04", "1  World : gagnante 26\xa0à\xa05"]
    state = says(state, SeatIn(seat="1", wagers={"world": 500}), DiceOut(), *both(EnterDice(dice=(3, 4))))
    assert state.result is not None
    shown = board_messages.result("t", state.result)
    assert view(state)["result"]["areas"]["world"] == "0:1"
    assert "World (mise rendue)" in shown.text["fr"][2] and "World (stake back)" in shown.text["en"][2]
    assert shown.text["en"][3:] == ["1  World: winning (stake back)", "2  Pass: losing"]


def test_every_game_of_dice_lights_its_layout() -> None:
    dice = [name for name, game in GAMES.items() if "dice" in game.needs]
    assert [name for name, game in GAMES.items() if isinstance(game, HasLayout)] == dice != []


def test_a_shaker_that_comes_back_from_a_shake_proves_nothing() -> None:
    state, events = tell(closed(Shake(), moving, DOWN), replace(UP, seq=2, order=1))
    assert events == ()
    assert held(state) is Fault.SHAKE_FAILED
