"""Who sits out, comes back and pays for time at a table of the poker room: what is told, kept and run again."""

from __future__ import annotations

from typing import Any

import pytest

from daemon.table.events import (
    AnnouncementLapsed,
    BlindMissed,
    ChipsBet,
    LineSettled,
    ProposalEnded,
    SatOut,
    SeatTaken,
    StakesTaken,
    TimeDue,
    WagerTakenBack,
)
from daemon.table.orders import (
    Announcement,
    ChargeTime,
    CloseTable,
    ComeBack,
    CorrectDecision,
    Decision,
    LeaveTable,
    MinutePassed,
    OpenRound,
    ReturnToTable,
    Ruling,
    SeatIn,
    SitOut,
    StartGame,
    Straddle,
    TakeBack,
    VoidRound,
)
from daemon.table.play import Applied
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from tests.daemon.floor import UP, StoryStep, both, everything, of_kind, refused, started, tell

MORE = {"room.timeCharge": 600, "room.timePeriod": 3, "room.returnMinutes": 10, "room.straddle": "utg"}
HOLE = "2c Ah 7d 9s 3d As 8d 9c"  # to 2, 3, 4, 1, twice


def says(seat: str, choice: str, stake: int | None = None) -> Decision:
    return Decision(seat=seat, choice=choice, stake=stake)


def minutes(first: int, last: int) -> list[MinutePassed]:
    return [MinutePassed(minute=minute) for minute in range(first, last + 1)]


def room(*story: StoryStep, **posted: Any) -> Applied:
    """Four players with $200 each, between two games; the table after the story, and all that happened."""
    seats = (SeatIn(seat=seat, wagers={"stakes": 20_000}) for seat in "1234")
    start = started("poker_room", **{"more": MORE, **posted})
    return everything(TableState(), start, UP, OpenRound(), *seats, *story)


GAME = (StartGame(), HOLE, says("4", "fold"), says("1", "fold"), says("2", "fold"))


@pytest.mark.holds("67.93")
def test_67_93_who_sits_out_neither_plays_nor_pays_and_what_he_misses_is_told() -> None:
    state, _ = room(*GAME, OpenRound(), SitOut(seat="4"))
    state, events = tell(state, StartGame())
    assert of_kind(events, BlindMissed) == [BlindMissed("4", "big")]
    assert [event.seat for event in of_kind(events, ChipsBet)] == ["3", "1"]
    shown = view(state)["room"]
    assert (shown["sits_out"], shown["owes"]) == (["4"], {"4": {"live": 200, "dead": 0, "waits": False}})
    assert refused(state, SitOut(seat="9")) == (
        Fault.ORDER_ILLEGAL, "illegal_action: seat 9: nobody sits there (67.93)",
    )  # fmt: skip


def test_67_93_said_within_a_game_it_is_told_to_be_of_the_next() -> None:
    _, events = room(StartGame(), SitOut(seat="1"))
    assert events[-1] == SatOut("1", playing=True)
    assert room(SitOut(seat="1"))[1][-1] == SatOut("1", playing=False)


def test_67_91_all_of_it_survives_a_snapshot_and_a_void_game() -> None:
    state, _ = room(*minutes(1, 5), LeaveTable(seat="2"), *GAME[:1], "2c Ah 7d 3d As 8d", SitOut(seat="4"))
    state, _ = tell(state, says("1", "fold"), says("3", "fold"))
    assert thaw(freeze(state)) == state
    later, _ = tell(thaw(freeze(state)), OpenRound(), StartGame())
    void, _ = tell(later, VoidRound(reason="spilled water"))
    again, _ = tell(thaw(freeze(void)), OpenRound())
    assert again.play == tell(state, OpenRound())[0].play
    assert again.play.out == ("4",) and again.play.slips and again.play.times["1"].minutes == 4


@pytest.mark.holds("67.108")
def test_67_108_a_time_charge_is_what_is_due_and_is_shown_to_who_leaves() -> None:
    state, events = room(*minutes(1, 4))
    assert of_kind(events, TimeDue) == [TimeDue(seat, 600) for seat in "1234"]
    assert refused(state, ChargeTime(seat="1", stake=500)) == (
        Fault.ORDER_ILLEGAL, "invalid_stake: seat 1: what is due is 600, no more and no less (67.108)",
    )  # fmt: skip
    state, events = tell(state, ChargeTime(seat="1", stake=600))
    assert [event.line.section for event in of_kind(events, LineSettled)] == ["67.108"]
    assert refused(state, ChargeTime(seat="1", stake=600)) == (
        Fault.ORDER_ILLEGAL, "illegal_action: seat 1: nothing is due: 0 minutes of the period of 3 (67.108)",
    )  # fmt: skip
    assert view(state)["room"]["time"]["2"] == {"minutes": 3, "owed": 600}
    state, events = tell(state, LeaveTable(seat="2"))
    assert of_kind(events, StakesTaken) == [StakesTaken("2", 20_000, left=True, owed=600, slip=1)]
    _, events = tell(state, Ruling(what="expel", seat="3", reason="told"))
    assert of_kind(events, StakesTaken) == [StakesTaken("3", 20_000, left=True, owed=600)]
    _, events = tell(state, CloseTable())
    assert {event.seat: event.owed for event in of_kind(events, StakesTaken)} == {"1": 0, "3": 600, "4": 600}


def test_67_108_a_minute_told_again_or_of_no_room_changes_nothing() -> None:
    state, _ = room(*minutes(1, 4))
    assert tell(state, MinutePassed(minute=4)) == (state, ())
    assert tell(TableState(), MinutePassed(minute=1))[1] == ()
    void, _ = tell(state, StartGame(), VoidRound(reason="spilled water"))
    assert tell(void, MinutePassed(minute=5)) == (void, ())


def test_67_108_time_that_passes_ends_no_proposal_and_a_correction_runs_it_again() -> None:
    state, _ = room(*minutes(1, 3), StartGame(), HOLE, says("4", "raise", 600))
    first, second = both(CorrectDecision(seat="4", choice="raise", stake=800))
    state, _ = tell(state, first)
    state, events = tell(state, MinutePassed(minute=4))
    assert of_kind(events, TimeDue) and not of_kind(events, ProposalEnded) and state.proposal is not None
    state, _ = tell(state, second)
    assert state.play.put["4"] == 1000 and state.play.times["4"].minutes == 3


@pytest.mark.holds("67.95")
def test_67_95_who_comes_back_with_a_slip_brings_what_he_took_away() -> None:
    state, events = room(LeaveTable(seat="2"))
    assert of_kind(events, StakesTaken) == [StakesTaken("2", 20_000, left=True, slip=1)]
    assert refused(state, ReturnToTable(seat="2", stake=10_000, slip=1)) == (
        Fault.ORDER_ILLEGAL,
        "invalid_stake: seat 2: comes back with less than was taken away: 20000 at least (A76) (67.95)",
    )
    assert tell(state, ReturnToTable(seat="5", stake=20_000, slip=1))[1] == (SeatTaken("5", {"stakes": 20_000}),)
    later, _ = tell(state, *minutes(1, 10))
    assert refused(later, ReturnToTable(seat="2", stake=20_000, slip=1))[0] is Fault.ORDER_ILLEGAL


@pytest.mark.holds("67.97")
def test_67_97_whom_a_raise_releases_from_his_words_is_told_so() -> None:
    state, _ = room(StartGame(), HOLE, Announcement(seat="1", choice="call"))
    state, events = tell(state, says("4", "raise", 600))
    assert of_kind(events, AnnouncementLapsed) == [AnnouncementLapsed("1", "call")]
    assert tell(state, says("1", "raise", 800))[0].play.put["1"] == 1600  # he acts anew (A154)
    called, _ = room(StartGame(), HOLE, Announcement(seat="1", choice="call"), says("4", "call"), says("1", "call"))
    _, events = tell(called, *both(CorrectDecision(seat="4", choice="raise", stake=600)))  # also by a correction
    assert of_kind(events, AnnouncementLapsed) == [AnnouncementLapsed("1", "call")]
    bound, _ = room(StartGame(), HOLE, Announcement(seat="1", choice="raise", stake=600), says("4", "call"))
    assert refused(bound, says("1", "call")) == (
        Fault.ORDER_ILLEGAL,
        "illegal_action: seat 1: is bound by what was announced out of turn (A154): raise 600 (67.97)",
    )


@pytest.mark.holds("67.91")
def test_67_91_a_straddle_that_is_not_posted_or_late_is_refused() -> None:
    plain, _ = room(StartGame(), more={})
    assert refused(plain, Straddle(seat="4")) == (
        Fault.ORDER_ILLEGAL, "illegal_action: seat 4: the house allows no straddle (67.91)",
    )  # fmt: skip
    state, _ = room(StartGame(), "2c")
    assert refused(state, Straddle(seat="4"))[1].endswith("a straddle is put in before any card (67.91)")


@pytest.mark.holds("67.91")
def test_67_91_a_straddle_that_was_keyed_by_mistake_is_taken_back_by_an_event() -> None:
    before, _ = room(StartGame())
    state, _ = tell(before, Straddle(seat="4"))
    after, events = tell(state, TakeBack(seat="4", wager="straddle"))
    assert events == (WagerTakenBack("4", "straddle"), ChipsBet("4", -400, 20_000))
    assert after.play == before.play
    late, _ = tell(state, "2c")
    assert refused(late, TakeBack(seat="4", wager="straddle")) == (
        Fault.ORDER_ILLEGAL,
        "illegal_action: seat 4: a card is dealt: the straddle stays; a supervisor may void the game (67.91)",
    )


@pytest.mark.holds("67.101")
def test_67_101_a_ruling_without_chips_has_no_amount() -> None:
    """The record would say one, and nothing would come of it; also of a ruling that two persons put in its place."""
    state, _ = room(StartGame(), HOLE)
    why = "invalid_stake: seat 4: kill takes no amount: give the ruling without it (67.104)"
    assert refused(state, Ruling(what="kill", seat="4", stake=500, reason="fouled")) == (Fault.ORDER_ILLEGAL, why)
    bet, _ = tell(state, Ruling(what="bet", seat="4", stake=600, reason="pushed"))
    assert refused(bet, CorrectDecision(seat="4", choice="kill", stake=600)) == (Fault.ORDER_ILLEGAL, why)


def test_67_93_sitting_out_is_of_the_poker_room_alone() -> None:
    state, _ = tell(TableState(), started("war"), UP, OpenRound(), SeatIn(seat="1", wagers={"initial": 500}))
    for order in (SitOut(seat="1"), ComeBack(seat="1"), Straddle(seat="1"), ReturnToTable(seat="1", stake=1, slip=1)):
        assert refused(state, order) == (Fault.ORDER_NOT_NOW, "this is no table of the poker room")
