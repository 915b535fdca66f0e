"""21.2: a display that continuously shows the progressive prize; without one the wager is not offered (A157)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from daemon.history.display_gaps import DisplayGap, display_gaps
from daemon.history.ledger import reconcile
from daemon.table.events import (
    Event,
    JackpotDisplayed,
    JackpotMoved,
    JackpotOwed,
    JackpotUndisplayed,
    LineSettled,
    RoundFinished,
)
from daemon.table.jackpot import troubles
from daemon.table.orders import (
    CloseBetting,
    CloseJackpot,
    CorrectJackpot,
    DisplayLost,
    DisplayProven,
    LedgerLost,
    LedgerReported,
    NoMoreCards,
    OpenJackpot,
    OpenRound,
    SeatIn,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import shown, view
from daemon.text.details import said
from drivers.faults import Fault, FaultError
from tests.daemon.floor import (
    DISPLAY,
    IN_SERVICE,
    POOL,
    PROGRESSIVE,
    S1,
    StoryStep,
    both,
    everything,
    of_kind,
    refused,
    started,
    table,
    tell,
)
from tests.daemon.pools import LOSE, NAME, WAGER, WIN, award, laid, played

pytestmark = pytest.mark.holds("21.2")

LOST = DisplayLost(pool=NAME, seconds=DISPLAY, since=1_800_000_000)
PROVEN = DisplayProven(pool=NAME, seconds=95)
LAY = SeatIn(seat="1", wagers=WAGER)
SHARED = replace(POOL, shared=True)


def offering(*story: StoryStep) -> TableState:
    """The table with its pool in service."""
    return table("blackjack", *IN_SERVICE, *story, **PROGRESSIVE)


def contributed(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    return [event.entry.seats for event in of_kind(events, JackpotMoved) if event.entry.what == "contribution"]


def is_offered(state: TableState) -> bool:
    """Whether the wager is, as everyone sees it; and where a round takes wagers, whether it is taken."""
    (pool,) = view(state)["jackpots"]
    if state.in_round:
        try:
            tell(state, replace(LAY, seat="6"))  # where nobody has it yet: it is not increased
        except FaultError as no:
            assert (no.fault, pool["offered"]) == (Fault.JACKPOT_UNDISPLAYED, False)
        else:
            assert pool["offered"]
    return bool(pool["offered"])


# -- when it stops ----------------------------------------------------------------------------------------------------


def test_a_gap_between_two_rounds_stops_the_wager_of_the_next_and_the_table_deals_on() -> None:
    state, events = tell(offering(), LOST)
    assert events == (JackpotUndisplayed(NAME, DISPLAY),)
    assert not is_offered(state)
    state, _ = tell(state, OpenRound())
    fault, why = refused(state, LAY)
    assert fault is Fault.JACKPOT_UNDISPLAYED
    assert said(why, "fr") == f"{NAME} : aucun afficheur n'a prouvé le montant pendant {DISPLAY} s (21.2)"
    assert said(why, "en") == f"{NAME}: no board had proven the amount for {DISPLAY} s (21.2)"
    assert refused(state, replace(LAY, wagers={"sevens": 100, **WAGER}))[0] is Fault.JACKPOT_UNDISPLAYED
    state, events = everything(state, SeatIn(seat="1", wagers={"sevens": 100}), CloseBetting(), "8h 9h", NoMoreCards())
    assert of_kind(events, RoundFinished) and not of_kind(events, JackpotMoved)
    assert refused(tell(state, OpenRound())[0], LAY)[0] is Fault.JACKPOT_UNDISPLAYED  # and so on


def test_not_a_second_before_what_is_posted() -> None:
    before = offering()
    assert tell(before, replace(LOST, seconds=DISPLAY - 1)) == (before, ())
    assert tell(before, replace(LOST, pool="other")) == (before, ())
    assert tell(before, PROVEN) == (before, ())
    nobody_watches, _ = tell(before, replace(started("blackjack", **PROGRESSIVE), display=None))
    assert tell(nobody_watches, LOST) == (nobody_watches, ())


def test_what_was_laid_before_the_gap_contributes_and_can_win() -> None:
    state, _ = tell(offering(), OpenRound(), LAY, LOST)
    assert is_offered(state)  # this round was opened under the display
    state, events = everything(state, SeatIn(seat="7"), CloseBetting(), *WIN)
    assert contributed(events) == [("1",)]
    (line,) = [event.line for event in of_kind(events, LineSettled) if event.line.wager == "progressive"]
    assert line.won == 10_000_20
    (pool,) = view(state)["jackpots"]
    assert (pool["condition"], pool["offered"], pool["reason"]) == ("pending", False, Fault.JACKPOT_UNDISPLAYED)
    state, _ = tell(state, award("1", 10_000_20), OpenRound())  # what waits is confirmed and paid as ever
    assert not is_offered(state)


def test_no_taken_wager_keeps_a_round_from_closing_its_betting() -> None:
    """Refused, offered again, laid, and dark once more: all in one round."""
    state, _ = tell(offering(), LOST, OpenRound())
    assert not is_offered(state)
    state, events = everything(state, PROVEN, LAY, LOST, SeatIn(seat="2", wagers=WAGER), CloseBetting())
    assert contributed(events) == [("1", "2")]
    state, _ = tell(state, *LOSE, OpenRound())
    assert not is_offered(state)


def test_a_gap_of_a_round_that_is_voided_holds_for_the_next() -> None:
    state, _ = tell(offering(), OpenRound(), LAY, LOST, VoidRound(reason="plus de lumière"))
    assert not is_offered(state)
    assert not is_offered(tell(state, OpenRound())[0])


# -- when it is offered again -----------------------------------------------------------------------------------------


def test_it_is_offered_again_by_itself_and_the_gap_is_recorded_once() -> None:
    state, _ = tell(offering(), LOST, OpenRound())
    assert tell(state, replace(LOST, seconds=60)) == (state, ())
    state, events = tell(state, PROVEN)
    assert events == (JackpotDisplayed(NAME, 95),)
    assert is_offered(state)
    assert tell(state, PROVEN) == (state, ())
    assert Fault.JACKPOT_UNDISPLAYED not in [fault for _, fault, _ in troubles(state)]


def test_what_a_supervisor_closed_stays_closed_and_opening_it_proves_no_amount() -> None:
    closed = S1(CloseJackpot(pool=NAME, reason="fin de journée"))
    state, _ = tell(offering(), LOST, closed, OpenRound())
    assert refused(state, LAY)[0] is Fault.JACKPOT_CLOSED
    assert {Fault.JACKPOT_CLOSED, Fault.JACKPOT_UNDISPLAYED} == {fault for _, fault, _ in troubles(state)}
    proven, _ = tell(state, PROVEN)
    assert refused(proven, LAY)[0] is Fault.JACKPOT_CLOSED and not view(proven)["jackpots"][0]["offered"]
    opened, _ = tell(state, OpenJackpot(pool=NAME))
    assert not is_offered(opened)
    assert is_offered(tell(opened, PROVEN)[0])


def test_what_a_fault_closed_is_not_opened_by_a_board() -> None:
    doubted = replace(started("blackjack", **PROGRESSIVE), doubts={NAME: "version 3 in the journal, 2 here"})
    state, _ = tell(offering(LOST), doubted, PROVEN, OpenRound())
    assert refused(state, LAY)[0] is Fault.JACKPOT_CLOSED
    state, _ = tell(state, *both(CorrectJackpot(pool=NAME, displayed=0, reserve=0, reason="comparé")))
    assert is_offered(tell(state, OpenJackpot(pool=NAME))[0])


# -- what stays -------------------------------------------------------------------------------------------------------


def test_a_restart_keeps_the_gap_until_a_board_proves_the_amount() -> None:
    state, _ = tell(offering(), *laid("1"), *LOSE, LOST)
    assert thaw(freeze(state)) == state
    state, events = tell(thaw(freeze(state)), started("blackjack", **PROGRESSIVE))
    assert not events and not is_offered(state)
    assert not is_offered(tell(state, OpenRound())[0])
    assert is_offered(tell(state, PROVEN, OpenRound())[0])
    before, _ = tell(offering(), started("blackjack", **PROGRESSIVE), OpenRound())
    assert is_offered(before)  # nothing is proven yet, and nothing was missing yet


def test_boards_go_on_to_show_what_they_have_to_prove() -> None:
    state = offering()
    (before,), (dark,) = shown(state, "bj-1"), shown(tell(state, LOST)[0], "bj-1")
    assert dark == before._replace(offered=False, reason=Fault.JACKPOT_UNDISPLAYED)


def test_a_shared_pool_is_not_offered_at_this_table_and_its_ledger_is_told_nothing() -> None:
    there = LedgerReported(pool=NAME, version=2, terms=SHARED, open=True)
    state = table("blackjack", there, jackpots=(SHARED,), more={"manner": 1})
    state, events = everything(state, LOST, OpenRound())
    assert refused(state, LAY)[0] is Fault.JACKPOT_UNDISPLAYED and not of_kind(events, JackpotOwed)
    lost, _ = tell(state, LedgerLost(fault=Fault.JACKPOT_LINK))
    assert refused(lost, LAY)[0] is Fault.JACKPOT_CLOSED
    assert refused(tell(lost, there)[0], LAY)[0] is Fault.JACKPOT_UNDISPLAYED
    state, events = everything(state, PROVEN, LAY, CloseBetting())
    assert [event.booking.what for event in of_kind(events, JackpotOwed)] == ["contribute"]


async def test_the_journal_tells_the_gaps_and_still_adds_up(tmp_path: Path) -> None:
    first = (*IN_SERVICE, OpenRound(), LAY, LOST, SeatIn(seat="7"), CloseBetting(), *LOSE, PROVEN)
    second = (*laid("1"), *LOSE, replace(LOST, seconds=31))
    journal = await played(tmp_path, first, second)
    over, lasts = display_gaps(journal)[NAME]
    assert (over.day, over.seconds, over.until_day) == ("2026-11-16", 95, "2026-11-16")
    assert lasts == DisplayGap(lasts.at, "2026-11-17", 31)
    assert lasts.days == {"2026-11-17"} and over.at <= over.until
    assert not reconcile(journal).differences
