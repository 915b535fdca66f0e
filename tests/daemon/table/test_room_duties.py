"""The duties of 67.88 to 67.110 at a live table of the poker room: each is broken here, and refused or shown."""

from __future__ import annotations

from typing import Any

import pytest

from daemon.table.events import HandTurned, Ruled
from daemon.table.orders import (
    Announcement,
    ChangePosting,
    Decision,
    DirectCard,
    LeaveTable,
    OpenRound,
    Order,
    Ruling,
    SeatIn,
    StartGame,
    TakeStakes,
    TurnHand,
)
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from rules.facts import AwaitDecision, Finished
from tests.daemon.floor import S1, UP, StoryStep, everything, of_kind, refused, started, tell

HOLE = "2c Ah 7d 3d As 8d"  # to 2, 3, 1, twice
FLOP, TURN, RIVER = "2s Ac Kd 9h", "4s Jc", "5s 6h"


def says(seat: str, choice: str, stake: int | None = None) -> Decision:
    return Decision(seat=seat, choice=choice, stake=stake)


def sits(seat: str, stakes: int | None) -> SeatIn:
    return SeatIn(seat=seat, wagers={"stakes": stakes})


def room(*story: StoryStep, **posted: Any) -> TableState:
    """Three players with $200 each, between two games; then the story. The puck will be at 1."""
    seats = (sits(seat, 20_000) for seat in "123")
    return everything(TableState(), started("poker_room", **posted), UP, OpenRound(), *seats, *story)[0]


def why(state: TableState, order: Order, section: str) -> str:
    """Why the rules refuse an order; they say which section does."""
    fault, detail = refused(state, order)  # type: ignore[arg-type]  # an order of the table
    assert fault is Fault.ORDER_ILLEGAL and detail.endswith(f"({section})")
    return detail


@pytest.mark.holds("67.88")
def test_67_88_nobody_bets_out_of_turn_passes_a_bet_or_calls_none() -> None:
    state = room(StartGame(), HOLE)
    assert "turn of seat 1" in why(state, says("3", "raise", 400), "67.88")
    why(state, says("1", "pass"), "67.88")
    state, _ = tell(state, says("1", "call"), says("2", "call"))
    why(state, says("3", "call"), "67.88")
    folded, _ = tell(room(StartGame(), HOLE), says("1", "fold"))
    why(folded, says("1", "call"), "67.88")


@pytest.mark.holds("67.90")
def test_67_90_what_no_section_of_the_room_knows_has_no_place_there() -> None:
    why(room(StartGame(), HOLE), DirectCard(hand="1"), "67.90")


@pytest.mark.holds("67.91")
def test_67_91_a_bet_keeps_to_the_limit_that_is_posted() -> None:
    fixed = room(StartGame(), HOLE, more={"room.limit": "fixed_limit", "room.raises": 1})
    why(fixed, says("1", "raise", 300), "67.91")
    capped, _ = tell(fixed, says("1", "raise", 200))
    assert "no more raises" in why(capped, says("2", "raise", 200), "67.91")
    pot = room(StartGame(), HOLE, more={"room.limit": "pot_limit"})
    why(pot, says("1", "all_in"), "67.91")


@pytest.mark.holds("67.93")
def test_67_93_only_who_sits_plays() -> None:
    why(room(), sits("8", 5000), "67.93")  # a table of seven places
    why(room(), LeaveTable(seat="5"), "67.93")
    why(room(StartGame(), HOLE), says("5", "call"), "67.93")


@pytest.mark.holds("67.94")
def test_67_94_who_has_less_than_the_minimum_does_not_play() -> None:
    posted: dict[str, Any] = {"minimum": 4000}
    why(room(**posted), sits("4", 3900), "67.94")
    lost = (StartGame(), HOLE, says("1", "raise", 17_000), says("2", "call"), says("3", "fold"), FLOP)
    rest = (says("2", "pass"), says("1", "pass"), TURN, says("2", "pass"), says("1", "pass"), RIVER)
    over = (says("2", "pass"), says("1", "pass"), TurnHand(hand="1"), TurnHand(hand="2"), OpenRound())
    state = room(*lost, *rest, *over, **posted)  # J high of 8 beats J high of 3
    assert state.play.stacks["2"] == 2800 and view(state)["room"]["sits_out"] == ["2"]
    state, _ = tell(state, StartGame())
    assert "2" not in state.play.seats
    alone, _ = tell(room(**posted), LeaveTable(seat="2"), LeaveTable(seat="3"))
    why(alone, StartGame(), "67.94")


@pytest.mark.holds("67.95")
def test_67_95_nobody_adds_to_his_stakes_or_takes_any_off_within_a_game() -> None:
    state = room(StartGame(), HOLE)
    for order in (sits("1", 5000), LeaveTable(seat="1"), TakeStakes(seat="1", stake=1000)):
        why(state, order, "67.95")
    assert "more than the stakes" in why(state, says("1", "raise", 30_000), "67.95")
    why(room(), TakeStakes(seat="1", stake=1000), "67.95")


@pytest.mark.holds("67.96")
def test_67_96_who_is_all_in_gets_his_cards_and_only_what_he_covered() -> None:
    seats = (sits(seat, stakes) for seat, stakes in (("1", 20_000), ("2", 20_000), ("3", 1000)))
    state, _ = everything(TableState(), started("poker_room"), UP, OpenRound(), *seats, StartGame(), HOLE)
    state, _ = tell(state, says("1", "raise", 2800), says("2", "call"), says("3", "call"), FLOP)
    assert view(state)["room"]["pots"] == [
        {"amount": 3000, "eligible": ["2", "3", "1"]},
        {"amount": 4000, "eligible": ["2", "1"]},
    ]
    assert "nothing to decide" in why(state, Announcement(seat="3", choice="raise", stake=400), "67.97")


@pytest.mark.holds("67.99")
def test_67_99_a_bet_that_is_made_is_not_changed() -> None:
    state = room(StartGame(), HOLE, says("1", "call"))
    assert "not changed" in why(state, says("1", "raise", 400), "67.99")
    why(state, Announcement(seat="1", choice="fold"), "67.99")


@pytest.mark.holds("67.100")
def test_67_100_who_passed_may_raise_when_another_has_bet_and_not_before() -> None:
    state = room(StartGame(), HOLE, says("1", "call"), says("2", "call"), says("3", "pass"), FLOP, says("2", "pass"))
    why(state, says("2", "bet", 400), "67.99")  # he has passed, and nobody has bet yet
    state, _ = tell(state, says("3", "bet", 400), says("1", "fold"))
    assert state.awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))


@pytest.mark.holds("67.101", "67.110")
def test_67_101_what_is_ruled_is_on_record_with_its_section_and_reason_and_binds() -> None:
    state = room(StartGame(), HOLE)
    after, events = tell(state, S1(Ruling(what="rules", reason="a raise is by so much")))
    assert of_kind(events, Ruled) == [Ruled("rules", "67.101", "a raise is by so much", "S1")]
    assert after.play == state.play
    assert refused(state, Ruling(what="rules", reason=" "))[0] is Fault.ORDER_MALFORMED
    folded, events = tell(state, Ruling(what="fold", seat="1", reason="dropped"))
    assert of_kind(events, Ruled)[0].section == "67.105"
    why(folded, says("1", "call"), "67.88")


@pytest.mark.holds("67.102", "67.103")
def test_67_102_the_last_bettor_shows_first_and_what_is_given_up_wins_nothing_though_it_is_shown() -> None:
    passed = says("2", "pass"), says("3", "pass"), says("1", "pass")
    dealt = (FLOP, *passed, TURN, *passed, RIVER, *passed)
    state = room(StartGame(), HOLE, says("1", "call"), says("2", "call"), says("3", "pass"), *dealt)
    assert "seat 3 shows next" in why(state, TurnHand(hand="1"), "67.102")
    why(state, says("3", "fold"), "67.102")  # the first shows
    state, _ = tell(state, TurnHand(hand="3"), says("1", "fold"), says("2", "fold"))
    assert state.awaits == Finished() and state.play.stacks["3"] == 20_400
    _, events = tell(state, Ruling(what="show", seat="1", reason="3 asks"))
    assert of_kind(events, HandTurned) == [HandTurned("1", ("7d", "8d"), None)]
    assert tell(state, Ruling(what="show", seat="1", reason="3 asks"))[0].play.stacks == state.play.stacks


@pytest.mark.holds("67.104", "67.105")
def test_67_104_an_unprotected_hand_is_out_and_dropped_cards_are_a_fold_only_in_turn() -> None:
    state = room(StartGame(), HOLE)
    why(state, Ruling(what="fold", seat="3", reason="dropped"), "67.105")  # it is not his time
    killed, _ = tell(state, Ruling(what="kill", seat="3", reason="fouled"))
    why(killed, says("3", "call"), "67.88")
    assert killed.play.bets["3"] == 200


@pytest.mark.holds("67.106")
def test_67_106_folding_cancels_no_bet_that_was_announced() -> None:
    state = room(StartGame(), HOLE, Announcement(seat="2", choice="raise", stake=600), says("1", "call"))
    state, _ = tell(state, says("2", "fold"))
    assert state.play.bets["2"] == 800 and state.play.level == 800


@pytest.mark.holds("67.108")
def test_67_108_more_than_a_tenth_of_the_pot_is_not_posted() -> None:
    for percent in (11, "10.01"):
        order = S1(ChangePosting(posting={"options": {"room.commissionPercent": percent}}))
        fault, detail = refused(room(), order)
        assert fault is Fault.ORDER_ILLEGAL and detail.endswith("10 % of the pot at most (67.108)")


@pytest.mark.holds("67.109")
def test_67_109_who_must_leave_plays_no_more_and_leaves_with_his_stakes() -> None:
    state, _ = tell(room(StartGame(), HOLE), Ruling(what="expel", seat="1", reason="told"))
    why(state, says("1", "call"), "67.88")
    state, _ = tell(state, says("2", "fold"), OpenRound())
    assert "1" not in state.play.stacks
