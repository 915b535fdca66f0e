"""A form that was entered with a typing mistake is corrected, by two persons, until the next round begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from daemon.table.events import (
    Agreed,
    DicePassed,
    FormDiffers,
    LineCancelled,
    LineSettled,
    PastRoundCorrected,
    Payment,
    PaymentsCompared,
    PotsAwarded,
    RoundFinished,
    RoundOpened,
)
from daemon.table.orders import (
    Acknowledge,
    AwardJackpot,
    CloseBetting,
    CloseTable,
    CorrectPastRound,
    DirectCard,
    EnterDice,
    LedgerReported,
    OpenRound,
    OpenSealed,
    SeatIn,
    StartGame,
)
from daemon.table.play import Applied
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from rules.lines import Outcome
from tests.daemon.floor import (
    BY_HAND,
    D1,
    D2,
    POOL,
    PROGRESSIVE,
    S1,
    S2,
    SENT,
    T1,
    UP,
    both,
    of_kind,
    refused,
    started,
    table,
    tell,
)
from tests.daemon.table.test_forms import LOW, posting, ruled
from tests.daemon.table.test_past import (
    DOLLAR,
    LUCKY,
    PAIR,
    PLAYED,
    POOR,
    QUEEN,
    SHOWDOWN,
    STAKES,
    account,
    entered,
    interrupted,
    lines,
    metered,
    past,
    restarted,
    whats,
)

TYPED: Any = {"seats": {"1": {**PAIR, "cards": ["8c", "9d", "3s"]}}, "dealer": QUEEN}  # and the paper says 8d


def correction(played: Any, form: str = "F-1", reason: str = "faute de frappe", **more: Any) -> CorrectPastRound:
    """What the paper says."""
    return CorrectPastRound(form=form, played=played, reason=reason, **more)


def corrected(state: TableState, played: Any, form: str = "F-1", **more: Any) -> Applied:
    """By both; what is frozen is thawed again."""
    after, events = tell(state, *both(correction(played, form, **more)))
    assert thaw(freeze(after)) == after
    return after, events


def cancelled(events: Any) -> list[Any]:
    return [event.line for event in of_kind(events, LineCancelled)]


# -- any game ---------------------------------------------------------------------------------------------------------


def test_both_values_stay_what_was_settled_is_cancelled_and_payments_are_compared_again() -> None:
    paid: Any = {"1": {"initial": 2000, "additional": 2000}}
    state, first = entered(table("three_card_poker"), TYPED, paid=paid)
    assert [line.outcome for line in lines(first)] == ["lose", "lose"]
    assert state.by_hand.differ[0].cents == 4000
    after, events = corrected(state, PLAYED, paid=paid, when="vers 21 h 40")
    assert [type(event) for event in events[:2]] == [Agreed, PastRoundCorrected]
    told = of_kind(events, PastRoundCorrected)[0]
    assert (told.round, told.form, told.by, told.played, told.when) == (1, "f-1", ("D1", "S1"), PLAYED, "vers 21 h 40")
    assert cancelled(events) == lines(first)
    assert [(line.outcome, (line.more or {})["by_hand"]) for line in lines(events)] == [("win", "f-1"), ("win", "f-1")]
    assert of_kind(events, PaymentsCompared) == [PaymentsCompared(1, 4000, 4000, 0, ())]
    assert after.by_hand.differ == ()  # nothing differs any more
    assert after.result is not None
    assert (after.round, after.result.lines, after.result.hands["1"]) == (1, tuple(lines(events)), ("8c", "8d", "3s"))
    assert view(after)["result"]["by_hand"] == "f-1"
    assert not of_kind(events, RoundFinished) and not of_kind(events, RoundOpened)


@pytest.mark.parametrize("game", BY_HAND)
def test_in_any_game_it_leaves_what_the_right_form_would_have_left(game: str) -> None:
    def entry(paid: Any, **more: Any) -> TableState:
        state = table(game, OpenRound(), *STAKES) if game == "poker_room" else table(game)
        return entered(state, BY_HAND[game], paid=paid, **more)[0]

    wager = "pot" if game == "poker_room" else next(iter(view(entry({}))["lines"] or [{"wager": "pass"}]))["wager"]
    seat = next(iter(entry({}).result.lines)).seat if entry({}).result.lines else "1"  # type: ignore[union-attr]
    wrong, right = entry({seat: {wager: 999_999}}), entry({seat: {wager: 5}})
    after, events = corrected(wrong, BY_HAND[game], paid={seat: {wager: 5}})
    assert after == right
    assert not cancelled(events) and not lines(events)  # every line is what it was
    assert of_kind(events, PaymentsCompared)[0].differences[0].paid == 5


def test_what_differs_is_noted_anew_also_after_a_supervisor_has_seen_it() -> None:
    state, _ = entered(table("three_card_poker"), PLAYED, paid={"1": {"initial": 2000, "additional": 0}})
    state, _ = corrected(state, PLAYED, paid={"1": {"initial": 2000, "additional": 500}})
    assert [tuple(each) for each in state.by_hand.differ] == [(1, "f-1", 1, -1500)]
    state, _ = tell(state, S1(Acknowledge(fault=Fault.PAST_ROUND_DIFFERS)))
    state, _ = corrected(state, PLAYED, paid={"1": {"initial": 2000, "additional": 1000}})
    assert [tuple(each) for each in state.by_hand.differ] == [(1, "f-1", 1, -1000)]


def test_it_takes_two_persons_of_whom_one_is_a_supervisor_and_who_say_the_same() -> None:
    state, _ = entered(table("three_card_poker"), TYPED)
    assert refused(state, T1(correction(PLAYED)))[0] is Fault.ROLE_NOT_ALLOWED
    asked, told = tell(state, D1(correction(PLAYED)))
    assert "8d" not in f"{told} {asked.proposal} {view(asked)['proposal']}"
    assert refused(asked, OpenRound())[0] is Fault.ORDER_NOT_NOW
    assert refused(asked, D1(correction(PLAYED)))[0] is Fault.SECOND_PERSON_NEEDED
    assert refused(asked, D2(correction(PLAYED)))[0] is Fault.SUPERVISOR_NEEDED
    after, _ = tell(asked, S1(correction({**PLAYED, "dealer": ["Qs", "7d", "5c"]})))
    assert (after.result, after.proposal) == (state.result, None)
    assert tell(asked, S1(correction(PLAYED, "f-1", reason="lu de travers")))[0].result != state.result


def test_it_can_be_corrected_again_and_says_what_changed_not_the_same() -> None:
    state, _ = entered(table("three_card_poker"), TYPED)
    assert refused(state, correction(TYPED))[0] is Fault.ORDER_ILLEGAL
    state, _ = corrected(state, PLAYED)
    assert refused(state, correction(PLAYED))[0] is Fault.ORDER_ILLEGAL
    state, events = corrected(state, TYPED)
    assert [line.outcome for line in cancelled(events)] == ["win", "win"]
    assert [line.outcome for line in lines(events)] == ["lose", "lose"]
    assert refused(state, correction({}))[0] is Fault.FORM_ILLEGAL
    assert refused(state, correction(PLAYED, reason=" "))[0] is Fault.ORDER_MALFORMED


def test_only_until_the_next_round_begins() -> None:
    state, _ = entered(table("three_card_poker"), TYPED)
    assert refused(state, correction(PLAYED, "F-9"))[0] is Fault.FORM_STANDS
    for over in (
        tell(state, OpenRound())[0],
        tell(state, CloseTable())[0],
        entered(state, PLAYED, "F-2")[0],
    ):
        fault, detail = refused(over, correction(PLAYED))
        assert (fault, detail.startswith("f-1: play has gone on")) == (Fault.FORM_STANDS, True)
        assert over.entered is None or over.entered.order.form == "f-2"
    assert "enter_past_round" in refused(state, correction(PLAYED, "F-9"))[1]


def test_not_once_its_sealed_cards_have_been_looked_through() -> None:
    state, _ = entered(interrupted("8c 8d"), TYPED)
    opened, _ = tell(state, *(each(OpenSealed(round=1, reason="a dispute")) for each in (S1, S2)))
    assert refused(opened, correction(PLAYED))[0] is Fault.ORDER_NOT_NOW


# -- the round that was interrupted -----------------------------------------------------------------------------------


def test_what_the_journal_had_settled_stands_and_differences_are_told_again() -> None:
    laid = SeatIn(seat="2", wagers={"initial": 500})
    state = table("three_card_poker", OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), laid, CloseBetting())
    from daemon.table.orders import Decision

    state, _ = tell(state, "8c 8d 3s 2h 5d 9c Qs 7d 4c", Decision(seat="1", choice="play"))
    state = restarted(tell(state, Decision(seat="2", choice="drop"))[0])
    state, first = entered(state, {"seats": {"1": PAIR}, "dealer": QUEEN})  # seat 2 was overlooked
    assert FormDiffers("wager", "2", "initial", journal=500, form=None) in first
    right: Any = {"seats": {"1": PAIR, "2": {"wagers": {"initial": 500}}}, "dealer": QUEEN}
    after, events = corrected(state, right)
    assert not of_kind(events, FormDiffers) and not cancelled(events)
    assert after.result is not None and {line.seat for line in after.result.lines} == {"1", "2"}
    assert after.by_hand.differ == ()


def test_a_wager_that_went_back_and_lay_there_after_all_is_settled() -> None:
    laid = SeatIn(seat="2", wagers={"initial": 500})
    state = table("three_card_poker", OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), laid, CloseBetting())
    state, first = entered(restarted(state), PLAYED)
    (back,) = [line for line in lines(first) if line.seat == "2"]
    right: Any = {"seats": {"1": PAIR, "2": {"wagers": {"initial": 500}}}, "dealer": QUEEN}
    after, events = corrected(state, right)
    assert cancelled(events) == [back]
    assert [(line.seat, line.outcome) for line in lines(events)] == [("2", Outcome.LOSE)]
    undone, events = corrected(after, PLAYED)
    assert lines(events) == [back]
    assert undone.result == state.result


def test_what_a_face_down_card_is_decides_nothing_and_is_told_by_nothing() -> None:
    some, others = interrupted("8c 8d 3s Qs"), interrupted("2h 9c Jd 5s")
    for order in (*both(past(TYPED)), *both(correction(PLAYED))):
        (some, told), (others, told_too) = tell(some, order), tell(others, order)
        assert told == told_too
        assert view(some) == view(others)
        assert len(freeze(some)) == len(freeze(others))


# -- the rule set -----------------------------------------------------------------------------------------------------


def test_the_set_is_part_of_what_may_have_been_mistyped() -> None:
    state = ruled(unit=100)
    dealt = state.rules.next
    state, _ = tell(state, *posting(maximum=90_000))
    now = state.rules.next
    state, first = entered(state, LOW)
    after, events = corrected(state, LOW, rules=dealt)
    assert cancelled(events) == lines(first) == lines(events)  # the same lines, by the other set
    assert {event.rules for event in of_kind(events, LineCancelled)} == {now}
    assert {event.rules for event in of_kind(events, LineSettled)} == {dealt}
    assert (of_kind(events, PastRoundCorrected)[0].rules, after.rules.round, after.options.maximum) == (
        dealt,
        dealt,
        None,
    )
    assert refused(after, correction(LOW, rules="three_card_poker/0000-0000"))[0] is Fault.FORM_RULES
    back, events = corrected(after, LOW)
    assert (back.rules.round, of_kind(events, PastRoundCorrected)[0].rules) == (now, now)


def test_an_interrupted_round_stays_with_its_own() -> None:
    state, _ = tell(ruled(), OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), *posting(maximum=90_000))
    state, _ = entered(restarted(tell(state, CloseBetting(), "8c")[0]), TYPED)
    own, other = state.rules.round, state.rules.next
    assert refused(state, correction(PLAYED, rules=other))[0] is Fault.FORM_RULES
    assert corrected(state, PLAYED, rules=own)[0].rules.round == own


# -- what crosses to the next round -----------------------------------------------------------------------------------

ROLLED: Any = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 500}}, {"roll": [4, 2]}]}
TOO_MUCH: Any = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 900}}, {"roll": [4, 4]}]}


def test_at_craps_what_was_laid_since_lies_on_the_layout_that_is_right() -> None:
    state, _ = entered(table("craps"), TOO_MUCH)
    state, _ = tell(state, SeatIn(seat="2", wagers={"buy_6": 2000}))
    after, events = corrected(state, ROLLED)
    assert of_kind(events, PastRoundCorrected)[0].round == 1
    assert view(after)["wagers"] == {"1": {"pass": 500}, "2": {"buy_6": 2000}}
    assert (view(after)["layout"]["point"], after.round) == (6, 2)
    assert after.result is not None and after.result.dice == (4, 2)
    again, _ = corrected(after, TOO_MUCH)
    assert view(again)["layout"]["point"] == 8


def test_at_craps_what_was_laid_since_and_could_not_lie_there_is_refused() -> None:
    state, _ = entered(table("craps"), TOO_MUCH)
    state, _ = tell(state, SeatIn(seat="1", wagers={"pass_odds": 900}))
    crapped: Any = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 900}}, {"roll": [1, 1]}]}
    assert refused(state, correction(crapped))[0] is Fault.ORDER_ILLEGAL
    after, events = corrected(tell(entered(table("craps"), TOO_MUCH)[0])[0], crapped)
    assert [(line.wager, line.outcome) for line in lines(events)] == [("pass", Outcome.LOSE)]
    assert view(after)["wagers"] == {}


def test_at_craps_only_until_the_next_roll() -> None:
    state, _ = entered(table("craps"), TOO_MUCH)
    state, _ = tell(state, *SENT, *both(EnterDice(dice=(3, 3))))
    assert refused(state, correction(ROLLED))[0] is Fault.FORM_STANDS
    assert state.entered is None


def test_at_craps_the_shooters_turn_follows() -> None:
    laid = (SeatIn(seat="1", wagers={"pass": 1000}), SeatIn(seat="2", wagers={"place_8": 600}))
    state = restarted(table("craps", OpenRound(), *laid, *SENT, *both(EnterDice(dice=(4, 2)))))
    state, _ = entered(state, {"events": [{"roll": [3, 3]}]})
    after, events = corrected(state, {"events": [{"roll": [3, 4]}]})
    assert of_kind(events, DicePassed) == [DicePassed("1", "seven_out")]
    back, _ = corrected(after, {"events": [{"roll": [3, 3]}]})
    assert back.shooter.seat == state.shooter.seat == "1"


def test_at_craps_two_lines_that_are_alike_are_two() -> None:
    bet: Any = {"bet": {"seat": "1", "wager": "buy_6", "stake": 2000}}
    off: Any = {"remove": {"seat": "1", "wager": "buy_6"}}
    state, _ = entered(table("craps"), {"events": [bet, {"roll": [4, 4]}]})
    _, events = corrected(state, {"events": [bet, off, bet, {"roll": [4, 4]}]})
    assert [line.wager for line in lines(events)] == ["commission_refund", "commission"]


def test_in_the_poker_room_stakes_are_what_the_right_form_leaves() -> None:
    wrong: Any = {**SHOWDOWN, "hands": {"1": ["Ks", "Kd"], "2": ["As", "Ad"]}}
    state, first = entered(table("poker_room", OpenRound(), *STAKES), wrong)
    after, events = corrected(state, SHOWDOWN)
    assert of_kind(first, PotsAwarded)[0].pots[0].shares == {"2": 1300}
    assert of_kind(events, PotsAwarded)[0].pots[0].shares == {"1": 1300}
    again, _ = tell(after, OpenRound())
    assert view(again)["room"]["stakes"] == {"1": 5800, "2": 4500, "3": 4700}
    _, events = corrected(after, SHOWDOWN, paid={"1": {"pot": 1300}})
    assert not of_kind(events, PotsAwarded)


def test_in_the_poker_room_a_game_that_was_begun_is_told_whole_again() -> None:
    wrong: Any = {**SHOWDOWN, "bets": {"1": 600, "2": 600, "3": 300}}
    state = restarted(table("poker_room", OpenRound(), *STAKES, StartGame(), "2c Ah"))
    after, _ = corrected(entered(state, wrong)[0], SHOWDOWN)
    again, _ = tell(after, OpenRound())
    assert view(again)["room"]["stakes"] == {"1": 5800, "2": 4500, "3": 4700}


# -- the progressive --------------------------------------------------------------------------------------------------

ONE = {"progressive": 1}
UNLUCKY: Any = {"seats": {"1": {"wagers": DOLLAR, "cards": ["As", "2s", "3s", "4s", "5h"]}}}


def balanced(state: TableState) -> TableState:
    """Its books come out even, and it is in service still."""
    assert account(state).meters.balance == 0 and not account(state).fault
    return state


def test_a_card_that_was_mistyped_brings_or_takes_back_a_hit_and_contributes_nothing() -> None:
    state, _ = entered(metered(), UNLUCKY, contributions=ONE)
    hit, events = corrected(state, LUCKY, contributions=ONE)
    assert whats(events) == ["hit"]
    assert [(each.seat, each.cents) for each in account(balanced(hit)).pending] == [("1", 10_000_20)]
    gone, events = corrected(hit, UNLUCKY, contributions=ONE)
    assert whats(events) == ["withdrawn"]
    assert not account(balanced(gone)).pending
    assert account(gone).standing == account(state).standing == 10_000_20


def test_a_hit_that_was_confirmed_stands() -> None:
    state, _ = entered(metered(), LUCKY, contributions=ONE)
    state, _ = tell(state, S2(AwardJackpot(pool=POOL.name, seat="1", cents=10_000_20)))
    assert refused(state, correction(UNLUCKY, contributions=ONE))[0] is Fault.JACKPOT_AWARDED
    assert refused(state, correction(POOR, contributions={"progressive": 2}))[0] is Fault.JACKPOT_AWARDED
    two: Any = {"seats": {**LUCKY["seats"], "2": {"wagers": DOLLAR, "cards": ["9h", "4h"]}}}
    after, events = corrected(state, two, contributions={"progressive": 2})  # another seat was overlooked
    assert whats(events) == ["contribution"]
    assert [line.seat for line in lines(events)] == ["2"] and not cancelled(events)
    assert account(balanced(after)).standing == 10_000_20


def test_a_wager_that_was_overlooked_contributes_once_and_a_hit_finds_it() -> None:
    state, _ = entered(metered(), LUCKY, contributions=ONE)
    two: Any = {"seats": {**LUCKY["seats"], "2": {"wagers": DOLLAR, "cards": ["9h", "4h"]}}}
    after, events = corrected(state, two, contributions={"progressive": 2})
    assert of_kind(events, PastRoundCorrected)[0].contributed == {"progressive": ("2",)}
    assert whats(events) == ["contribution", "withdrawn", "hit"]
    assert [each.cents for each in account(balanced(after)).pending] == [10_000_40]
    right, _ = entered(metered(), two, contributions={"progressive": 2})
    assert account(after).meters == account(right).meters


def test_a_wager_that_did_not_lie_there_is_a_refund_and_the_meter_stays() -> None:
    state, _ = entered(metered(), POOR, contributions={"progressive": 2})
    one: Any = {"seats": {"1": POOR["seats"]["1"]}}
    after, events = corrected(state, one, contributions=ONE)
    assert of_kind(events, PastRoundCorrected)[0].withdrawn == {"progressive": ("2",)}
    assert whats(events) == ["refund"]
    assert account(balanced(after)).fed == ("1",)
    assert (account(after).standing, account(after).meters.money_in) == (10_000_40, 25_00)
    none, events = corrected(after, {"seats": {"1": {"wagers": {"over_13": 500}, "cards": ["9h", "9d"]}}})
    assert whats(events) == ["refund"] and account(balanced(none)).fed == ()


def test_the_wagers_of_before_croupier_died_stay_in() -> None:
    laid = (SeatIn(seat="1", wagers=DOLLAR), SeatIn(seat="2", wagers=DOLLAR))
    state = restarted(metered(OpenRound(), *laid, CloseBetting(), "9h 4h 9d"))
    state, _ = entered(state, POOR, contributions={"progressive": 2})
    other: Any = {"seats": {"1": POOR["seats"]["1"], "2": {"wagers": DOLLAR, "cards": ["4h", "6d"]}}}
    after, events = corrected(state, other, contributions={"progressive": 2})
    assert whats(events) == [] and account(balanced(after)).standing == 10_000_40


def test_hits_keep_the_order_of_the_hands() -> None:
    both_win: Any = {"seats": {**LUCKY["seats"], "2": {"wagers": DOLLAR, "cards": ["Ah", "2h", "3h", "4h", "5h"]}}}
    second: Any = {"seats": {**UNLUCKY["seats"], "2": both_win["seats"]["2"]}}
    state, _ = entered(metered(), second, contributions={"progressive": 2})
    after, _ = corrected(state, both_win, contributions={"progressive": 2})
    assert [(each.seat, each.cents) for each in account(balanced(after)).pending] == [
        ("1", 10_000_40),
        ("2", 10_000_00),
    ]
    right, _ = entered(metered(), both_win, contributions={"progressive": 2})
    assert account(after).meters == account(right).meters
    laid = (SeatIn(seat="1", wagers=DOLLAR), SeatIn(seat="2", wagers=DOLLAR))
    cards = ("As Ah 2s 2h", *(step for card in ("3s", "4s", "5s") for step in (DirectCard(hand="1"), card)))
    state = restarted(metered(OpenRound(), *laid, CloseBetting(), *cards))  # the journal's own hit stands
    state, _ = entered(
        state, {**UNLUCKY, "seats": {**LUCKY["seats"], "2": POOR["seats"]["2"]}}, contributions={"progressive": 2}
    )
    after, events = corrected(state, both_win, contributions={"progressive": 2})
    assert whats(events) == ["hit"]
    assert [(each.seat, each.cents) for each in account(balanced(after)).pending] == [
        ("1", 10_000_40),
        ("2", 10_000_00),
    ]


def test_of_a_shared_pool_it_is_owed_to_the_ledger() -> None:
    from daemon.table.events import JackpotOwed

    terms = replace(POOL, shared=True)
    offered = LedgerReported(pool=POOL.name, version=2, terms=terms, open=True)
    state, _ = tell(TableState(), started("blackjack", decks=6, **{**PROGRESSIVE, "jackpots": (terms,)}), UP, offered)
    state, _ = entered(state, LUCKY, contributions=ONE)
    state, events = corrected(state, POOR, contributions={"progressive": 2})
    booked = [(event.booking.what, event.booking.seats) for event in of_kind(events, JackpotOwed)]
    assert booked == [("contribute", ("2",)), ("withdraw", ("1",))]
    state, events = corrected(state, LUCKY, contributions=ONE)
    booked = [(event.booking.what, event.booking.seats) for event in of_kind(events, JackpotOwed)]
    assert booked == [("refund", ("2",)), ("hit", ("1",))]


def test_payments_differ_by_what_is_due_now() -> None:
    state, _ = entered(metered(), LUCKY, contributions=ONE, paid={"1": {"progressive": 0}})
    assert state.by_hand.differ[0].cents == -10_000_20
    after, events = corrected(state, UNLUCKY, contributions=ONE, paid={"1": {"progressive": 5}})
    assert of_kind(events, PaymentsCompared)[0].differences == (Payment("1", "progressive", 5, 0),)
    assert after.by_hand.differ[0].cents == 5
