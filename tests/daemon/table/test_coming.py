"""A rule set is in force from its gaming day on: until then it waits, and nothing is dealt by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from daemon.journal.group import OBSERVATIONS
from daemon.table.events import RoundOpened, RulesInForce, RulesToCome, RulesWithdrawn
from daemon.table.orders import (
    ChangePosting,
    CloseTable,
    DayBegan,
    DiceOut,
    EnterDice,
    OpenRound,
    SeatIn,
    Started,
    VoidRound,
)
from daemon.table.orders.posting import Posting
from daemon.table.posting import differences, late
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from rules.registry import GAMES
from rules.ruleset import document_of
from tests.daemon.floor import D1, PROGRESSIVE, S1, SENT, UP, both, everything, of_kind, refused, started, tell

BEFORE, TODAY, DAY, AFTER = "2026-11-01", "2026-11-30", "2026-12-01", "2026-12-02"
VOID = S1(VoidRound(reason="essai"))


def starts(game: str = "three_card_poker", effective: str = "", day: str = TODAY, **posted: Any) -> Started:
    document = document_of(GAMES[game], "", effective)
    return started(game, document=document, day=day, **{"minimum": 500, **posted})


def begun(game: str = "three_card_poker", **posted: Any) -> TableState:
    return tell(TableState(), starts(game, **posted), UP)[0]


def change(minimum: int, effective: str | None = DAY) -> ChangePosting:
    posting: Posting = {"minimum": minimum, "rules": {"effective": effective}}
    return ChangePosting(posting=posting)


def approved(state: TableState, *orders: ChangePosting) -> TableState:
    return tell(state, *(half for order in orders for half in both(order)))[0]


def minimum(state: TableState) -> int | None:
    return state.posted[1].minimum


# -- by two persons ---------------------------------------------------------------------------------------------------


def test_it_waits_for_its_day_and_what_is_in_force_stays() -> None:
    state = begun()
    name = state.rules.next
    state, (_, told) = tell(state, *both(change(1000)))
    assert isinstance(told, RulesToCome)
    assert (told.effective, told.by, told.content["posting"]["minimum"]) == (DAY, ("D1", "S1"), 1000)
    assert (minimum(state), state.rules.next, state.rules.approved) == (500, name, ())
    state, (opened,) = everything(state, OpenRound())[0], everything(state, OpenRound())[1][-1:]
    assert opened == RoundOpened(1, "three_card_poker", name)
    state, events = tell(state, SeatIn(seat="1", wagers={"initial": 500}), DayBegan(day=DAY))
    (in_force,) = events
    assert isinstance(in_force, RulesInForce) and (in_force.rules, in_force.by) == (told.rules, ("D1", "S1"))
    assert (state.rules.coming, state.rules.round, state.rules.next) == (None, name, told.rules)
    tell(state, SeatIn(seat="2", wagers={"initial": 500}))  # the round goes on as it was opened
    state, _ = tell(state, VOID, OpenRound())
    assert "outside the posted limits" in refused(state, SeatIn(seat="1", wagers={"initial": 500}))[1]


def test_no_other_day_brings_it() -> None:
    state = approved(begun(), change(1000))
    for day in (BEFORE, TODAY, ""):
        assert tell(state, DayBegan(day=day)) == (state, ())
    assert minimum(tell(state, DayBegan(day=AFTER))[0]) == 1000  # nobody was there on the day
    for order in (change(1000, TODAY), change(1000, BEFORE), change(1000, None)):
        assert minimum(approved(begun(), order)) == 1000


def test_craps_takes_it_on_at_the_next_roll() -> None:
    state, _ = tell(begun("craps"), OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), *both(change(1000)))
    state, _ = tell(state, *SENT, *both(EnterDice(dice=(4, 2))), DayBegan(day=DAY))
    tell(state, SeatIn(seat="1", wagers={"field": 500}))
    state, _ = tell(state, DiceOut(), *both(EnterDice(dice=(2, 1))))
    assert refused(state, SeatIn(seat="1", wagers={"field": 500}))[0] is Fault.ORDER_ILLEGAL


def test_another_one_replaces_it_and_one_of_today_leaves_it() -> None:
    state = approved(begun(), change(1000), change(2000, AFTER), ChangePosting(posting={"minimum": 600}))
    assert minimum(state) == 600
    assert state.rules.coming is not None
    assert (state.rules.coming.day, state.rules.coming.options.minimum) == (AFTER, 2000)
    assert refused(state, change(2000, AFTER)) == (Fault.ORDER_ILLEGAL, "nothing is changed")


def test_two_persons_withdraw_it() -> None:
    state = approved(begun(), change(1000))
    assert refused(state, D1(ChangePosting(withdraw=True, posting={})))[1].startswith("withdraw: without posting")
    state, _ = tell(state, D1(ChangePosting(withdraw=True)))
    assert state.rules.coming is not None
    state, (_, withdrawn) = tell(state, S1(ChangePosting(withdraw=True)))
    assert isinstance(withdrawn, RulesWithdrawn) and withdrawn.by == ("D1", "S1")
    assert minimum(tell(state, DayBegan(day=DAY))[0]) == 500
    assert refused(state, ChangePosting(withdraw=True)) == (Fault.ORDER_ILLEGAL, "nothing is changed")


def test_a_restart_keeps_it_and_after_its_day_puts_it_in_force() -> None:
    state = thaw(freeze(approved(begun(), change(1000))))
    again, events = tell(state, starts(), UP)
    assert (again.rules.coming, of_kind(events, RulesToCome)) == (state.rules.coming, [])
    later, events = tell(state, starts(day=DAY))
    assert (minimum(later), [event.by for event in of_kind(events, RulesInForce)]) == (1000, [("D1", "S1")])


def test_a_croupier_that_reads_the_by_law_otherwise_needs_a_new_approval_of_it_too() -> None:
    state, said = approved(begun(), change(1000)), starts()
    assert said.document is not None
    state, events = tell(state, replace(said, document=replace(said.document, readings=("A999",))))
    (told,) = of_kind(events, RulesToCome)
    assert (told.by, told.content["readings"], told.effective) == ((), ["A999"], DAY)
    assert minimum(tell(state, DayBegan(day=DAY))[0]) == 1000


def test_the_file_may_already_say_what_is_to_come() -> None:
    state = approved(begun(), change(1000))
    assert differences(state) == ()
    state, _ = tell(state, starts(effective=DAY, minimum=1000), UP)
    assert (differences(state), minimum(state)) == ((), 500)
    assert differences(tell(state, starts(minimum=700), UP)[0]) == ("minimum",)


def test_what_cannot_be_posted_on_its_day_is_told() -> None:
    """Its seats are too many for the pool that the table has by then."""
    state = approved(
        begun("blackjack", **PROGRESSIVE), ChangePosting(posting={"seats": 6, "rules": {"effective": DAY}})
    )
    (pool,) = state.jackpots
    state = state._replace(jackpots=(replace(pool, largest=1),))
    state, events = tell(state, DayBegan(day=DAY))
    assert (events, state.posted[1].seats, late(state) is not None) == ((), 7, True)
    assert late(approved(begun(), change(1000))) is None


def test_it_is_told_again_when_the_table_opens_and_everyone_may_see_it() -> None:
    state = approved(begun(), change(1000))
    _, events = everything(state, OpenRound())
    assert [event.effective for event in of_kind(events, RulesToCome)] == [DAY]
    shown = view(state)["rules"]["coming"]
    assert (shown["effective"], shown["approved"], shown["posted"]["minimum"]) == (DAY, ["D1", "S1"], 1000)
    assert view(begun())["rules"]["coming"] is None


# -- by the table's file ----------------------------------------------------------------------------------------------


def test_a_table_whose_file_is_of_a_later_day_opens_on_that_day() -> None:
    state, events = everything(TableState(), starts(effective=DAY), UP)
    assert (of_kind(events, RulesInForce), [event.by for event in of_kind(events, RulesToCome)]) == ([], [()])
    name = of_kind(events, RulesToCome)[0].rules
    assert refused(state, OpenRound()) == (Fault.RULES_NOT_YET, f"{name}, on {DAY}")
    assert refused(state, ChangePosting(withdraw=True))[1].startswith(f"{name}: nothing else is in force")
    state, events = everything(state, DayBegan(day=DAY), OpenRound())
    assert of_kind(events, RoundOpened) == [RoundOpened(1, "three_card_poker", name)]


def test_two_persons_may_put_it_in_force_before_or_leave_it() -> None:
    state = begun(effective=DAY)
    now = approved(state, ChangePosting(posting={"rules": {"effective": None}}))
    assert (now.rules.coming, now.rules.approved) == (None, ("D1", "S1"))
    tell(now, OpenRound())
    later = approved(state, ChangePosting(posting={}))
    assert refused(later, OpenRound())[0] is Fault.RULES_NOT_YET
    restarted, _ = tell(thaw(freeze(later)), starts(effective=DAY), UP)
    assert refused(restarted, OpenRound())[0] is Fault.RULES_NOT_YET
    (coming,) = [restarted.rules.coming]
    assert coming is not None and coming.approved == ("D1", "S1")


def test_a_table_that_has_dealt_goes_on_by_what_was_in_force() -> None:
    state, _ = tell(begun(effective=BEFORE), OpenRound(), VOID)
    name = state.rules.next
    state, events = tell(thaw(freeze(state)), starts(effective=DAY, minimum=1000), UP)
    assert (minimum(state), state.rules.next, differences(state)) == (500, name, ())
    again, events = tell(state, starts(effective=DAY, minimum=1000), UP)
    assert (again.rules, of_kind(events, RulesToCome)) == (state.rules, [])
    assert minimum(tell(again, OpenRound(), VOID, DayBegan(day=DAY))[0]) == 1000
    edited, events = everything(state, starts(effective=BEFORE, minimum=700))
    assert (minimum(edited), edited.rules.coming) == (700, None)
    assert len(of_kind(events, RulesWithdrawn)) == 1


def test_what_the_file_says_of_a_later_day_goes_when_two_persons_decide() -> None:
    state, _ = tell(begun(), starts(effective=DAY, minimum=1000), UP)
    state, events = tell(state, *both(ChangePosting(posting={"minimum": 600})))
    assert [type(event) for event in events[1:]] == [RulesWithdrawn, RulesInForce]
    assert minimum(tell(state, DayBegan(day=DAY))[0]) == 600


def test_a_layout_goes_on_by_the_rules_under_which_it_lies() -> None:
    """Craps: a croupier for which the day meant nothing has dealt by it."""
    state, _ = tell(begun("craps", effective=DAY, day=""), OpenRound(), SeatIn(seat="1", wagers={"pass": 500}))
    name = state.rules.round
    state, _ = tell(state, *SENT, *both(EnterDice(dice=(4, 2))), starts("craps", effective=DAY), UP)
    assert (state.rules.none_yet, state.rules.round) == (True, name)
    state = state._replace(hold=None)
    state, events = everything(state, DiceOut(), *both(EnterDice(dice=(3, 3))))
    assert {event.rules for event in of_kind(events, RoundOpened)} == {name}


# -- before a day was told --------------------------------------------------------------------------------------------


def test_where_no_day_was_told_it_means_what_it_meant() -> None:
    state, _ = tell(begun(effective=DAY, day=""), OpenRound(), VOID, CloseTable())
    state = approved(state, change(1000, AFTER))
    assert (minimum(state), state.rules.coming) == (1000, None)
    assert tell(state, DayBegan(day=AFTER)) == (state, ())
    body = b'{"kind": "change_posting", "by": "D1", "role": "dealer", "posting": {"minimum": 1}}'
    assert OBSERVATIONS.validate_json(body) == ChangePosting(by="D1", role="dealer", posting={"minimum": 1})
