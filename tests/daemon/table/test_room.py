"""The poker room at the table: what is corrected there, what chips are told to have done, and where stakes go."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from daemon.table.events import (
    ChipsBet,
    DecisionCorrected,
    Event,
    HandTurned,
    Held,
    LineCancelled,
    Resumed,
    RoundReopened,
    StakesTaken,
)
from daemon.table.orders import (
    Announcement,
    CorrectCard,
    CorrectDecision,
    Decision,
    LeaveTable,
    NameCard,
    OpenRound,
    ReassignCards,
    Ruling,
    SeatIn,
    StartGame,
    TakeBack,
    TurnHand,
    VoidRound,
)
from daemon.table.play import Applied
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import CardUnreadable
from rules.facts import AwaitDecision, AwaitTurn, Finished
from tests.daemon.floor import D1, UP, StoryStep, both, everything, of_kind, refused, started, tell

HOLE = "2c Ah 7d 3d As 8d"  # to 2, 3, 1, twice
FLOP = "2s Ac Kd 9h"


def says(seat: str, choice: str, stake: int | None = None) -> Decision:
    return Decision(seat=seat, choice=choice, stake=stake)


def rules(what: Any, seat: str, stake: int | None = None) -> Ruling:
    return Ruling(what=what, seat=seat, stake=stake, reason="as seen")


def room(players: int, *story: StoryStep) -> Applied:
    """So many players with $200 each, the puck at seat 1; the table after the story, and all that happened."""
    seats = (SeatIn(seat=str(seat), wagers={"stakes": 20_000}) for seat in range(1, players + 1))
    return everything(TableState(), started("poker_room"), UP, OpenRound(), *seats, StartGame(), *story)


def chips(events: tuple[Event, ...]) -> dict[str, int]:
    """What every seat has put in, as it was told."""
    put: Counter[str] = Counter()
    for event in of_kind(events, ChipsBet):
        put[event.seat] += event.chips
    return {seat: amount for seat, amount in put.items() if amount}


# -- corrections ------------------------------------------------------------------------------------------------------


def test_67_97_what_was_announced_in_turn_is_corrected_like_what_was_done() -> None:
    flop = (says("1", "raise", 400), says("2", "call"), says("3", "fold"), FLOP, says("2", "pass"))
    state, before = room(3, HOLE, *flop, Announcement(seat="1", choice="bet", stake=8000))
    assert refused(state, both(CorrectDecision(seat="1", choice="raise", stake=600))[0])[0] is Fault.ORDER_ILLEGAL
    state, events = everything(state, *both(CorrectDecision(seat="1", choice="bet", stake=800)))
    assert of_kind(events, DecisionCorrected) == [DecisionCorrected("1", ("bet", 8000), ("bet", 800))]
    assert dict(state.play.bets) == {"1": 1400, "2": 600, "3": 200}  # before the flop nothing has changed
    assert chips(before + events) == state.play.bets
    assert of_kind(events, ChipsBet) == [ChipsBet("1", -7200, 18_600)]


def test_67_97_words_before_the_turn_are_corrected_too_and_stay_words() -> None:
    state, _ = room(3, HOLE, Announcement(seat="2", choice="raise", stake=6000), says("1", "call"))
    state, events = tell(state, *both(CorrectDecision(seat="2", choice="raise", stake=600)))
    assert state.awaits == AwaitDecision("2", ("raise", "fold")) and not of_kind(events, ChipsBet)
    assert tell(state, says("2", "raise", 600))[0].play.put["2"] == 800


def test_67_88_chips_that_a_correction_takes_out_of_the_pot_are_told() -> None:
    state, before = room(3, HOLE, says("1", "call"), says("2", "call"))
    state, events = everything(state, *both(CorrectDecision(seat="1", choice="fold")))
    assert chips(before + events) == state.play.bets == {"2": 200, "3": 200}


def test_67_110_two_persons_take_back_a_ruling_that_ended_the_game() -> None:
    for what in ("fold", "kill", "expel"):
        state, before = room(2, "2c Ah 3d As", rules(what, "1"))
        assert state.awaits == Finished()
        state, events = everything(state, *both(CorrectDecision(seat="1", choice="play")))
        assert of_kind(events, DecisionCorrected) == [DecisionCorrected("1", (what, None), ("play", None))]
        assert of_kind(events, RoundReopened) and len(of_kind(events, LineCancelled)) == 2
        assert state.awaits == AwaitDecision("1", ("call", "raise", "all_in", "fold"))
        assert (state.play.folded, state.play.expelled) == ((), ())
        assert chips(before + events) == state.play.bets == {"1": 100, "2": 200}


def test_67_102_two_persons_take_back_a_hand_that_was_keyed_as_given_up() -> None:
    passed = says("2", "pass"), says("1", "pass")
    dealt = says("1", "call"), says("2", "pass"), "2s Ac Kd 9h", *passed, "4s Jc", *passed, "5s 6h", *passed
    state, _ = room(2, "2c Ah 3d As", *dealt, TurnHand(hand="2"), says("1", "fold"))
    assert state.awaits == Finished() and state.play.stacks == {"1": 19_800, "2": 20_200}
    state, events = everything(state, *both(CorrectDecision(seat="1", choice="play")))
    assert of_kind(events, DecisionCorrected) == [DecisionCorrected("1", ("fold", None), ("play", None))]
    assert of_kind(events, RoundReopened) and state.awaits == AwaitTurn("1", (0, 1))
    state, _ = tell(state, TurnHand(hand="1"))
    assert state.awaits == Finished() and state.play.stacks == {"1": 20_200, "2": 19_800}  # three aces


def test_67_97_what_is_no_decision_any_more_has_no_amount() -> None:
    state, _ = room(2, "2c Ah 3d As", says("1", "fold"))
    fault, why = refused(state, D1(CorrectDecision(seat="1", choice="play", stake=500)))
    assert (fault, why) == (Fault.ORDER_ILLEGAL, "play takes no amount (67.97)")


def test_67_102_a_card_named_twice_is_found_when_a_folded_hand_is_ordered_shown() -> None:
    passed = says("2", "pass"), says("1", "pass")
    dealt = says("1", "call"), says("2", "pass"), "2s Ac Kd 9h", *passed, "4s Jc", *passed, "5s 6h", *passed
    named = CardUnreadable("shoe", "b1", 4, "exit"), *both(NameCard(card="2c"))  # it lies before 2, and nobody knows
    state, _ = room(2, "2c Ah 3d", *named, *dealt, TurnHand(hand="2"), says("1", "fold"))
    assert state.awaits == Finished()
    state, events = tell(state, rules("show", "1"))
    assert events == (Held(Fault.CARD_IMPOSSIBLE, "1"),)
    assert view(state)["hands"]["1"] == [None, None]
    state, events = tell(state, *both(CorrectCard(hand="1", index=1, card="As")))
    assert of_kind(events, Resumed) == [Resumed(Fault.CARD_IMPOSSIBLE)]
    _, events = tell(state, rules("show", "1"))
    assert of_kind(events, HandTurned) == [HandTurned("1", ("Ah", "As"), None)]


def test_67_110_a_ruling_is_replaced_by_another() -> None:
    state, _ = room(3, HOLE, rules("bet", "1", 8000), says("2", "fold"))
    state, events = tell(state, *both(CorrectDecision(seat="1", choice="bet", stake=800)))
    assert state.play.put["1"] == 800 and of_kind(events, ChipsBet) == [ChipsBet("1", -7200, 19_200)]
    assert refused(state, D1(CorrectDecision(seat="1", choice="dance"))) == (
        Fault.ORDER_ILLEGAL, "illegal_action: seat 1: dance: no such ruling (67.101)",
    )  # fmt: skip
    late, _ = tell(state, says("3", "call"), FLOP, says("3", "pass"))
    assert refused(late, D1(CorrectDecision(seat="1", choice="kill")))[0] is Fault.ORDER_ILLEGAL  # it was answered


def test_67_109_whoever_left_with_the_stakes_comes_back_with_stakes_only() -> None:
    seats = (SeatIn(seat=str(seat), wagers={"stakes": 20_000}) for seat in range(1, 4))
    state, _ = everything(TableState(), started("poker_room"), UP, OpenRound(), *seats, rules("expel", "3"))
    correction = D1(CorrectDecision(seat="3", choice="play"))
    assert refused(state, correction) == (Fault.ORDER_ILLEGAL, "seat 3 has decided nothing")
    again, _ = tell(state, SeatIn(seat="3", wagers={"stakes": 5000}), StartGame())
    for begun in (tell(state, StartGame())[0], again):
        assert refused(begun, correction) == (Fault.ORDER_ILLEGAL, "seat 3 has decided nothing")


def stud(stakes: int, seats: str, *story: StoryStep) -> TableState:
    """A table of seven-card stud with a fixed limit, after the story."""
    posted = started("poker_room", more={"room.variant": "seven_card_stud", "room.limit": "fixed_limit"})
    players = (SeatIn(seat=seat, wagers={"stakes": stakes}) for seat in seats)
    return tell(TableState(), posted, UP, OpenRound(), *players, StartGame(), *story)[0]


@pytest.mark.parametrize("hidden", ["2h", "Ah"])
def test_67_88_an_open_card_of_a_hand_that_was_given_up_is_not_exchanged_for_a_hidden_one(hidden: str) -> None:
    """Whether it could have opened the first round would tell how high the hidden one is."""
    state = stud(20_000, "12", f"4c {hidden} 5c 6h 9c Kd", says("2", "forced"), says("1", "fold"))
    assert refused(state, D1(ReassignCards(swaps=(("1", 0, "1", 2),)))) == (
        Fault.ORDER_ILLEGAL, "a card that lies face down and one that does not",
    )  # fmt: skip


def test_67_88_4_no_correction_lays_a_burned_card_open() -> None:
    """Had 1 folded, the second burned card would lie open before 2; but the cards lie where they lie."""
    all_in = (says("2", "forced"), *(says(seat, "all_in") for seat in "312"))
    state = stud(200, "123", "2c 2d 2h 3c 3d 3h 4c 9d Kh", *all_in, "5s 6s 7s 8s Qs")
    assert refused(state, D1(CorrectDecision(seat="1", choice="fold"))) == (
        Fault.ORDER_ILLEGAL, "cards that were dealt since then would lie elsewhere",
    )  # fmt: skip


# -- where stakes go --------------------------------------------------------------------------------------------------


def played() -> TableState:
    """A game that is over: 2 and 1 folded, and everyone's stakes lie there."""
    return room(3, HOLE, says("1", "fold"), says("2", "fold"))[0]


def left(events: tuple[Event, ...]) -> dict[str, int]:
    return {event.seat: event.stake for event in of_kind(events, StakesTaken) if event.left}


def test_67_95_when_another_game_is_posted_everyone_leaves_with_the_stakes() -> None:
    state = played()
    stakes = {"1": 20_000, "2": 19_900, "3": 20_100}
    assert left(tell(state, started("war"), OpenRound())[1]) == stakes
    assert not left(tell(state, started("poker_room"), OpenRound())[1])
    void, _ = tell(room(3, HOLE)[0], VoidRound(reason="spilled water"))
    assert left(tell(void, started("war"), OpenRound())[1]) == dict.fromkeys("123", 20_000)


def refuse(*_: object) -> None:
    raise FaultError(Fault.ORDER_ILLEGAL, "not any more")


@pytest.mark.parametrize("today", [refuse, lambda _, base, facts: (base, ())], ids=["refuse", "pay otherwise"])
def test_67_95_stakes_outlive_a_game_that_todays_rules_would(today: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    state = played()
    frozen = freeze(state)
    assert thaw(frozen) == state
    monkeypatch.setattr("daemon.table.snapshot.rerun", today)
    thawed = thaw(frozen)
    assert thawed.play is None and thawed.lines == state.lines
    assert tell(thawed, OpenRound())[0].play.stacks == {"1": 20_000, "2": 19_900, "3": 20_100}


def test_67_95_nobody_takes_stakes_back_like_a_wager() -> None:
    state, _ = tell(played(), OpenRound())
    assert refused(state, TakeBack(seat="2")) == (Fault.ORDER_NOT_NOW, "a player leaves with leave_table")
    assert left(tell(state, LeaveTable(seat="2"))[1]) == {"2": 19_900}
