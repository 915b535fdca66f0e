"""The table as a pure function: the stories that floors tell. Every state meets everything in `test_table_walk`."""

from __future__ import annotations

from typing import Any

import pytest

from daemon.table.apply import apply, hold_for_bug
from daemon.table.devices.shoe import SHOE, Shoe
from daemon.table.events import (
    Agreed,
    BadgeUsed,
    BettingClosed,
    CardDealt,
    CardSetAside,
    CutCardReached,
    Decided,
    DecisionCorrected,
    FaultAcknowledged,
    HandTurned,
    Held,
    LineCancelled,
    LineSettled,
    LinkProven,
    NoRollDeclared,
    ProposalEnded,
    Resumed,
    RoundFinished,
    RoundOpened,
    RoundVoided,
    SeatTaken,
    ShiftChanged,
    ShoeChanged,
    ShoeCounting,
    ShoeEmptied,
    TableClosed,
    WagerCalled,
    WagerTakenBack,
)
from daemon.table.orders import (
    Acknowledge,
    Align,
    CallWager,
    ChangeShift,
    ChangeShoe,
    CloseBetting,
    CloseTable,
    Continue,
    CorrectCard,
    CorrectDecision,
    CountShoe,
    Decision,
    DeclareNoRoll,
    DiceOut,
    DirectCard,
    EnterDice,
    Misdeal,
    NoMoreCards,
    Observation,
    OpenRound,
    Reject,
    SeatIn,
    SignedIn,
    SignedOut,
    SignInRefused,
    TableOrder,
    TakeBack,
    TurnHand,
    VoidRound,
)
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import KEYS, TableState
from daemon.table.view import view
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable, CutCardSeen, ShoeEmpty
from drivers.observation import LinkUp as Up
from rules.cards import DECK, Card
from tests.daemon.floor import (
    D1,
    D2,
    DOWN,
    S1,
    SENT,
    T1,
    UP,
    both,
    copies,
    everything,
    held,
    of_kind,
    refused,
    seated,
    seen,
    signed,
    stands,
    started,
    table,
    tell,
)

TCP = "three_card_poker"
NO_PAIR_PLUS = {"initial": 500}


def one_seat(*story: Observation | str) -> TableState:
    """3-Cards Poker, one initial wager, betting closed."""
    return seated(TCP, CloseBetting(), *story, wagers=NO_PAIR_PLUS)


def unreadable(state: TableState) -> CardUnreadable:
    return CardUnreadable("shoe", "b1", SHOE.of(state).seq + 1, "exit")


# -- a round ----------------------------------------------------------------------------------------------------------


def test_a_round_is_played_to_its_end() -> None:
    state, events = everything(
        TableState(), started(TCP), UP, OpenRound(),
        SeatIn(seat="1", wagers={"initial": 500}), SeatIn(seat="2"), CloseBetting(),
        "Kh Kd 4c  2s 5d 9c  Qc 7d 3h",
        Decision(seat="1", choice="play"), Decision(seat="2", choice="drop"), TurnHand(hand="dealer"),
        TurnHand(hand="1"),
    )  # fmt: skip
    assert events[:2] == (RoundOpened(1, TCP), SeatTaken("1", {"initial": 500}))
    assert HandTurned("1", ("Kh", "Kd", "4c"), "pair") in events
    assert events[-1] == RoundFinished(1)
    assert view(state)["phase"] == "finished"
    assert state.result is not None
    assert state.result.hands == {"1": ("Kh", "Kd", "4c"), "dealer": ("Qc", "7d", "3h")}  # seat 2 was never turned
    won = [(line.seat, line.wager, line.outcome, line.won) for line in state.result.lines]
    assert won == [("2", "initial", "lose", None), ("1", "initial", "win", 500), ("1", "additional", "win", 500)]
    assert stands(events) == list(state.result.lines)


def test_a_wager_can_be_taken_back_until_betting_is_closed() -> None:
    state = seated(TCP)
    state, events = tell(state, TakeBack(seat="1", wager="pair_plus"))
    assert events == (WagerTakenBack("1", "pair_plus", {"pair_plus": 100}, {"initial": 500}),)
    assert view(state)["wagers"] == {"1": {"initial": 500}}
    assert refused(tell(state, CloseBetting())[0], TakeBack(seat="1"))[0] is Fault.ORDER_ILLEGAL
    state, events = tell(state, TakeBack(seat="1"))
    assert events == (WagerTakenBack("1", None, {"initial": 500}, {}),)
    assert refused(state, CloseBetting())[0] is Fault.ORDER_ILLEGAL  # nobody plays


@pytest.mark.holds("67.26")
def test_67_26_wagers_are_increased_and_reduced_until_betting_is_closed() -> None:
    state, events = tell(seated(TCP), SeatIn(seat="1", wagers={"initial": 200}))
    assert events == (SeatTaken("1", {"initial": 700, "pair_plus": 100}),)
    state, events = tell(state, TakeBack(seat="1", wager="initial", stake=300))
    assert events == (WagerTakenBack("1", "initial", {"initial": 300}, {"initial": 400, "pair_plus": 100}),)
    for order in (SeatIn(seat="1"), TakeBack(seat="1", wager="initial", stake=400), TakeBack(seat="1", stake=1)):
        assert refused(state, order)[0] is Fault.ORDER_ILLEGAL
    closed, _ = tell(state, CloseBetting())
    for late in (SeatIn(seat="1", wagers={"initial": 100}), TakeBack(seat="1", wager="initial", stake=100)):
        fault, why = refused(closed, late)
        assert (fault, "(67.26)" in why) == (Fault.ORDER_ILLEGAL, True)


def test_a134_odds_that_go_back_with_their_wager_are_told() -> None:
    laid = SeatIn(seat="1", wagers={"dont_pass": 500})
    rolled = table("craps", OpenRound(), laid, *SENT, *both(EnterDice(dice=(2, 4))))
    state, _ = tell(rolled, SeatIn(seat="1", wagers={"dont_pass_odds": 1000, "field": None}))
    _, events = tell(state, TakeBack(seat="1", wager="dont_pass"))
    assert events == (WagerTakenBack("1", "dont_pass", {"dont_pass": 500, "dont_pass_odds": 1000}, {"field": None}),)


def test_a_decision_tells_the_stake_of_what_it_adds() -> None:
    dealt = seated(TCP, CloseBetting(), "Kh Kd 4c Qc 7d 3h")
    for stake in (None, 500):
        assert tell(dealt, Decision(seat="1", choice="play", stake=stake))[1] == (Decided("1", "play", 500),)
    assert tell(dealt, Decision(seat="1", choice="drop"))[1][0] == Decided("1", "drop", None)


def test_betting_cannot_be_closed_while_the_shoe_is_down() -> None:
    state = tell(TableState(), started(TCP), OpenRound(), SeatIn(seat="1"))[0]
    assert refused(state, CloseBetting()) == (Fault.ORDER_NOT_NOW, "the shoe does not answer")
    state, events = tell(state, UP, CloseBetting())
    assert events == (BettingClosed(),)
    assert view(state)["phase"] == "dealing"


def test_at_dice_no_shoe_is_needed() -> None:
    story = (started("sic_bo"), OpenRound(), SeatIn(seat="1", wagers={"small": 500}), CloseBetting())
    state, events = tell(TableState(), *story, *both(EnterDice(dice=(1, 2, 3))))
    assert view(state)["phase"] == "finished"
    assert [line.won for line in stands(events)] == [500]
    assert state.result is not None
    assert state.result.dice == (1, 2, 3)


def test_blackjacks_cards_go_where_the_dealer_directs_them() -> None:
    state = seated("blackjack", CloseBetting(), "7h 7d")
    assert view(state)["awaits"] == {"hands": ("1", "dealer")}
    state, events = tell(state, DirectCard(hand="1"), "7s")
    assert events[0] == CardDealt("1", 2, "7s")
    assert [line.hand for line in stands(events)] == ["three_sevens"]
    assert tell(state, NoMoreCards())[1][-1] == RoundFinished(1)


def test_what_the_house_posts_applies_from_the_next_round_on() -> None:
    state = table(TCP, OpenRound(), started(TCP, seats=2, minimum=1000), UP, Align(felt={}))
    state, _ = tell(state, SeatIn(seat="7", wagers={"initial": 500}))  # as posted when the round opened
    state, _ = tell(state, VoidRound(reason="new limits"), OpenRound())
    assert refused(state, SeatIn(seat="7", wagers={"initial": 1000}))[0] is Fault.ORDER_ILLEGAL
    assert refused(state, SeatIn(seat="2", wagers={"initial": 500}))[0] is Fault.ORDER_ILLEGAL
    assert view(tell(state, SeatIn(seat="2", wagers={"initial": 1000}))[0])["wagers"] == {"2": {"initial": 1000}}


# -- craps goes on ----------------------------------------------------------------------------------------------------


def test_at_craps_each_roll_ends_a_round_and_opens_the_next() -> None:
    state = table("craps", OpenRound(), SeatIn(seat="1", wagers={"pass": 500, "field": 100}))
    state, events = tell(state, *SENT, *both(EnterDice(dice=(2, 2))))
    assert events[-2:] == (RoundFinished(1), RoundOpened(2, "craps"))
    assert [(line.wager, line.won) for line in stands(events)] == [("field", 100)]
    assert (view(state)["round"], view(state)["wagers"], view(state)["lines"]) == (2, {"1": {"pass": 500}}, [])
    areas = {"come_4": "1:1", "field": "1:1", "hop_2_2": "30:1"}
    result = view(state)["result"]
    assert (result["round"], result["dice"], result["areas"], result["by_hand"]) == (1, [2, 2], areas, "")
    assert [(line["wager"], line["won"]) for line in result["lines"]] == [("field", 100)]
    assert state.at_rest
    state, events = tell(state, DiceOut(), *both(EnterDice(dice=(1, 3))))
    assert [(line.wager, line.won) for line in stands(events)] == [("pass", 500)]
    assert view(state)["round"] == 3


def test_a_no_roll_is_declared_by_a_person_with_its_ground_and_decides_nothing() -> None:
    state = seated("craps")
    assert refused(state, DeclareNoRoll(ground="bad luck"))[0] is Fault.ORDER_ILLEGAL
    after, events = tell(state, DeclareNoRoll(ground="off_table"))
    assert events == (NoRollDeclared("off_table"),)
    assert view(after)["wagers"] == view(state)["wagers"]
    assert view(after)["round"] == 1


def test_while_two_persons_read_the_dice_nothing_is_laid_or_taken_back() -> None:
    assert view(seated("craps"))["awaits"]["open"]
    state = tell(seated("craps"), EnterDice(dice=(3, 4)))[0]
    assert not view(state)["awaits"]["open"]
    for order in (SeatIn(seat="2", wagers={"any_7": 100}), TakeBack(seat="1", wager="pass"), DeclareNoRoll(ground="x")):
        assert refused(state, order) == (Fault.ORDER_NOT_NOW, "the dice are being read")
    back = TakeBack(seat="1", wager="pass")
    assert refused(tell(state, Reject())[0], back) == (Fault.WAGER_LATE, "the dice are out")  # they still lie there
    thrown_again = tell(state, Reject(), DeclareNoRoll(ground="off_table"), back)[0]
    assert view(thrown_again)["wagers"]["1"].keys() == {"hard_4", "buy_6"}


def test_a_wager_is_called_on_for_come_out_rolls() -> None:
    state, events = tell(seated("craps"), CallWager(seat="1", wager="hard_4", on=True))
    assert events == (WagerCalled("1", "hard_4", on=True),)
    events = tell(state, *SENT, *both(EnterDice(dice=(2, 2))))[1]
    assert ("hard_4", 700) in [(line.wager, line.won) for line in stands(events)]


def test_a_craps_table_closes_once_nothing_lies_on_the_layout() -> None:
    state = table("craps", OpenRound(), SeatIn(seat="1", wagers={"field": 100, "pass": 100}))
    assert refused(state, CloseTable()) == (Fault.ORDER_NOT_NOW, "the round is not settled")
    state, events = tell(state, *SENT, *both(EnterDice(dice=(3, 4))), CloseTable())
    assert events == (TableClosed(),)
    assert view(state)["phase"] == "closed"


# -- what the shoe says -----------------------------------------------------------------------------------------------


def test_a_card_told_twice_is_taken_once() -> None:
    state = one_seat("Kh Qd")
    assert tell(state, seen(2, "Qd")) == (state, ())
    assert tell(state, seen(1, "Kh")) == (state, ())


@pytest.mark.parametrize("after_a_gap", [seen(4, "Jc"), seen(1, "Jc", boot="b2")])
def test_a_gap_holds_the_round_until_the_felt_is_counted(after_a_gap: CardSeen) -> None:
    state, events = tell(one_seat("Kh Qd"), after_a_gap)
    assert events == (CardDealt("1", 2, None), Held(Fault.CARDS_IN_DOUBT, "shoe"))
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    assert refused(state, Align(felt={"1": 3, "dealer": 1})) == (Fault.FELT_DIFFERS, "dealer")
    assert tell(state, Align(felt={"1": 3}))[1] == (Resumed(Fault.CARDS_IN_DOUBT),)


def test_a_gap_before_the_last_card_of_a_round_holds_its_result() -> None:
    state, events = tell(seated("war", CloseBetting(), "Kh"), seen(3, "9c"))
    assert events[-2:] == (RoundFinished(1), Held(Fault.CARDS_IN_DOUBT, "shoe"))
    assert refused(state, OpenRound()) == (Fault.ORDER_WHILE_HELD, Fault.CARDS_IN_DOUBT)
    assert tell(state, Align(felt={"1": 1, "dealer": 1}))[1] == (Resumed(Fault.CARDS_IN_DOUBT),)


def test_a_lost_link_holds_until_the_shoe_proves_itself_and_the_dealer_continues() -> None:
    state, events = tell(one_seat("Kh Qd"), DOWN)
    assert events == (Held(Fault.LINK_LOST, "shoe"),)
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.LINK_LOST)
    state, events = tell(state, seen(3, "Jc"))  # drawn meanwhile, and told on reconnection
    assert events == (CardDealt("1", 2, None),)
    state, events = tell(state, Up("shoe", "b1", 3, True))
    assert events == (LinkProven(),)
    assert held(state) is Fault.LINK_LOST
    assert refused(state, OpenRound()) == (Fault.ORDER_WHILE_HELD, Fault.LINK_LOST)
    assert view(state)["acts"]["role"] == "dealer"
    state, events = tell(state, Continue())
    assert events == (Resumed(Fault.LINK_LOST),)
    assert tell(state, seen(4, "9s"))[1] == (CardDealt("dealer", 0, None),)


def test_a_link_that_is_lost_again_must_be_proved_again() -> None:
    state = one_seat("Kh Qd", DOWN, Up("shoe", "b1", 2, True), DOWN)
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.LINK_LOST)


def test_a_link_that_comes_back_without_proof_needs_the_felt_counted() -> None:
    state = one_seat("Kh Qd", DOWN, Up("shoe", "b2", 0, False))
    assert held(state) is Fault.CARDS_IN_DOUBT
    assert refused(state, Continue())[0] is Fault.ORDER_NOT_NOW
    assert held(one_seat("Kh Qd", Up("shoe", "b2", 0, False))) is Fault.CARDS_IN_DOUBT


def test_a_restart_resumes_once_a_person_has_counted_the_felt() -> None:
    state, events = tell(one_seat("Kh Qd Jc 9s"), started(TCP))
    assert events == (Held(Fault.TABLE_RESTARTED, ""),)
    right = Align(felt={"1": 3, "dealer": 1})
    assert refused(state, right) == (Fault.ORDER_NOT_NOW, "a device does not answer")
    state, _ = tell(state, Up("shoe", "b1", 4, True))
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.TABLE_RESTARTED)
    assert refused(state, Align(felt={"1": 2, "dealer": 2, "5": 1})) == (Fault.FELT_DIFFERS, "1, 5, dealer")
    assert refused(state, Align(felt={"1": 3})) == (Fault.FELT_DIFFERS, "dealer")
    state, events = tell(state, right)
    assert events == (Resumed(Fault.TABLE_RESTARTED),)
    assert tell(state, seen(5, "Td"))[1] == (CardDealt("dealer", 1, None),)


def test_at_dice_a_person_counts_each_seats_wagers() -> None:
    state = seated("craps", started("craps"))
    assert refused(state, Align(felt={"1": 2})) == (Fault.FELT_DIFFERS, "1")
    assert tell(state, Align(felt={"1": 3}))[1] == (Resumed(Fault.TABLE_RESTARTED),)


def test_a_restart_between_rounds_holds_nothing() -> None:
    state = table(TCP, started(TCP))
    assert held(state) is None
    assert SHOE.of(state) == Shoe("b1", 0, up=False)


def test_software_that_changes_in_a_round_holds_it_until_it_is_void() -> None:
    state, events = tell(one_seat("Kh Qd"), started(TCP, version="2"))
    assert events == (Held(Fault.SOFTWARE_CHANGED, "2"),)
    state, _ = tell(state, Up("shoe", "b1", 2, True))
    for order in (Continue(), Align(felt={"1": 2}), Acknowledge(fault=Fault.SOFTWARE_CHANGED)):
        assert refused(state, S1(order)) == (Fault.ORDER_NOT_NOW, Fault.SOFTWARE_CHANGED)
    assert held(tell(state, started(TCP, version="2"))[0]) is Fault.SOFTWARE_CHANGED  # a restart changes nothing
    assert held(tell(state, VoidRound(reason="new version"))[0]) is None
    assert held(table(TCP, started(TCP, version="2"))) is None


# -- what does not fit ------------------------------------------------------------------------------------------------


def test_the_same_card_twice_in_one_deck_is_impossible() -> None:
    state, events = tell(one_seat("Kh Qd Jc"), "Kh")
    assert events == (CardSetAside(), Held(Fault.CARD_IMPOSSIBLE, "shoe"))
    assert dict(state.felt) == {"1": 3, "dealer": 0}
    assert refused(state, Align(felt=dict(state.felt)))[0] is Fault.ORDER_NOT_NOW


def test_a_one_deck_game_starts_every_round_afresh() -> None:
    state = one_seat("Kh Qd Jc", Misdeal(reason="a card too many"), OpenRound(), SeatIn(seat="1"), CloseBetting())
    assert sum(SHOE.of(state).seen) == 0
    assert tell(state, "Kh")[1] == (CardDealt("1", 0, None),)


def war_rounds(state: TableState, count: int) -> TableState:
    """Rounds of war that the king of hearts wins."""
    for _ in range(count):
        state = tell(state, OpenRound(), SeatIn(seat="1"), CloseBetting(), "Kh 9c")[0]
    return state


def test_a_six_deck_shoe_is_followed_over_many_rounds_and_a_seventh_copy_is_impossible_at_once() -> None:
    state = war_rounds(table("war"), 6)
    assert (copies(state, "Kh"), view(state)["shoe"]["seen"]) == (6, 12)
    state, events = tell(state, OpenRound(), SeatIn(seat="1"), CloseBetting(), "Kh")
    assert events == (CardSetAside(), Held(Fault.CARD_IMPOSSIBLE, "shoe"))
    assert copies(state, "Kh") == 6
    state = tell(state, VoidRound(reason="a foreign card"), ChangeShoe())[0]
    assert tell(state, OpenRound(), SeatIn(seat="1"), CloseBetting(), "Kh")[1] == (CardDealt("1", 0, "Kh"),)


def test_eight_decks_hold_an_eighth_copy() -> None:
    state = war_rounds(table("war", decks=8), 8)
    assert copies(state, "Kh") == 8
    assert held(tell(state, OpenRound(), SeatIn(seat="1"), CloseBetting(), "Kh")[0]) is Fault.CARD_IMPOSSIBLE


def test_an_unexpected_card_between_rounds_is_set_aside_and_whoever_saw_it_says_so() -> None:
    state, events = tell(table(TCP), "Kh")
    assert events == (CardSetAside(), Held(Fault.CARD_UNEXPECTED, "shoe"))
    assert refused(state, OpenRound()) == (Fault.ORDER_WHILE_HELD, Fault.CARD_UNEXPECTED)
    assert refused(state, VoidRound(reason="no round")) == (Fault.ORDER_NOT_NOW, "no round is open")
    assert refused(state, Continue()) == (Fault.ORDER_NOT_NOW, Fault.CARD_UNEXPECTED)
    state, events = tell(state, T1(Acknowledge(fault="CARD_UNEXPECTED")))
    assert events == (FaultAcknowledged("CARD_UNEXPECTED", "T1"), Resumed(Fault.CARD_UNEXPECTED))
    assert view(tell(state, OpenRound())[0])["phase"] == "betting"


def test_an_unexpected_card_in_a_round_is_left_aside_by_a_supervisor_or_voids_it() -> None:
    state = seated(TCP, "Kh")
    seen_it = Acknowledge(fault="CARD_UNEXPECTED")
    assert refused(state, D1(seen_it)) == (Fault.ORDER_NOT_NOW, Fault.CARD_UNEXPECTED)
    assert refused(tell(state, DOWN)[0], S1(seen_it)) == (Fault.ORDER_NOT_NOW, Fault.CARD_UNEXPECTED)
    after, events = tell(state, S1(seen_it))
    assert events == (FaultAcknowledged("CARD_UNEXPECTED", "S1"), Resumed(Fault.CARD_UNEXPECTED))
    assert tell(after, CloseBetting(), "Qd")[1] == (CardDealt("1", 0, None),)
    assert held(tell(after, CloseBetting(), "Kh")[0]) is Fault.CARD_IMPOSSIBLE  # it left the shoe, and lies aside
    assert view(tell(state, VoidRound(reason="drawn too soon"))[0])["phase"] == "idle"


def test_a_devices_fault_is_acknowledged_without_touching_the_round() -> None:
    state = one_seat("Kh")
    assert tell(state, T1(Acknowledge(fault="BOARD_ABSENT"))) == (state, (FaultAcknowledged("BOARD_ABSENT", "T1"),))
    assert refused(state, Acknowledge(fault="BORED")) == (Fault.ORDER_MALFORMED, "fault: no such code")


def test_a_table_that_never_dealt_can_be_acknowledged_too() -> None:
    state = tell(TableState(), started(TCP), seen(1, "Kh"))[0]  # before the shoe has said that it is there
    assert refused(state, Align(felt={})) == (Fault.ORDER_NOT_NOW, Fault.CARD_UNEXPECTED)
    assert held(tell(state, S1(Acknowledge(fault="CARD_UNEXPECTED")))[0]) is None


def test_a_bug_holds_the_round_until_it_is_void_and_nothing_is_heard_twice() -> None:
    state, events = hold_for_bug(one_seat("Kh"), seen(2, "Qd"))
    assert events == (Held(Fault.TABLE_BUG, ""),)
    assert tell(state, seen(2, "Qd")) == (state, ())
    assert refused(state, S1(Acknowledge(fault="TABLE_BUG")))[0] is Fault.ORDER_NOT_NOW
    assert held(tell(state, VoidRound(reason="a bug"))[0]) is None
    outside, _ = hold_for_bug(table(TCP), seen(1, "Qd"))
    assert held(tell(outside, Acknowledge(fault="TABLE_BUG"))[0]) is None


def test_a_graver_fault_does_not_hide_a_doubt_that_nobody_dispelled() -> None:
    in_doubt = seated(TCP, seen(2, "Kh"))  # a card that nobody awaited, and one before it that nobody saw
    assert held(in_doubt) is Fault.CARD_UNEXPECTED
    state, events = tell(in_doubt, S1(Acknowledge(fault="CARD_UNEXPECTED")))
    assert events[1:] == (Resumed(Fault.CARD_UNEXPECTED), Held(Fault.CARDS_IN_DOUBT, ""))
    assert held(tell(state, Align(felt={}))[0]) is None
    restarted = seated(TCP, "Kh", started(TCP), Up("shoe", "b1", 1, True))
    assert held(restarted) is Fault.CARD_UNEXPECTED
    assert held(tell(restarted, S1(Acknowledge(fault="CARD_UNEXPECTED")))[0]) is Fault.TABLE_RESTARTED


def test_two_doubts_are_dispelled_by_counting_the_felt_once() -> None:
    state = tell(one_seat("Kh"), seen(3, "Qd"), started(TCP), Up("shoe", "b1", 3, True))[0]
    assert held(state) is Fault.CARDS_IN_DOUBT
    assert held(tell(state, Align(felt={"1": 2}))[0]) is None


# -- void, misdeal ----------------------------------------------------------------------------------------------------


def two_seats() -> TableState:
    """3-Cards Poker: seat 2 has dropped, its side wager lives on; seat 1 still has to play."""
    story = [SeatIn(seat=seat, wagers={"initial": 500, "pair_plus": 100}) for seat in ("1", "2")]
    dealt = table(TCP, OpenRound(), *story, CloseBetting(), "Kh Kd 4c 2s 5d 9c Qc 7d 3h")
    return tell(dealt, Decision(seat="1", choice="play"), Decision(seat="2", choice="drop"))[0]


def test_a_void_round_keeps_what_is_decided_and_gives_every_other_wager_back() -> None:
    state, events = tell(two_seats(), VoidRound(reason="spilled water"))
    back = [(line.seat, line.wager, line.outcome, line.returned, line.section) for line in stands(events)]
    assert back == [
        ("1", "initial", "push", 500, "67.30"),
        ("1", "pair_plus", "push", 100, "67.32"),
        ("1", "additional", "push", 500, "67.30"),
        ("2", "pair_plus", "push", 100, "67.32"),  # and its initial wager is lost, as it was
    ]
    assert {line.readings for line in stands(events)} == {("A95",)}
    assert events[-1] == RoundVoided(1, "spilled water")
    assert (view(state)["phase"], held(state), state.lines, state.result) == ("idle", None, (), None)
    assert view(tell(state, OpenRound())[0])["round"] == 2


def test_a_misdeal_cancels_what_was_decided_and_gives_everything_back() -> None:
    before = two_seats()
    state, events = tell(before, Misdeal(reason="a hand of four"))
    assert [event.line for event in of_kind(events, LineCancelled)] == list(before.lines)
    back = [event.line for event in of_kind(events, LineSettled)]
    assert [(line.seat, line.wager) for line in back] == [
        ("1", "initial"), ("1", "pair_plus"), ("1", "additional"), ("2", "initial"), ("2", "pair_plus"),
    ]  # fmt: skip
    assert sum(line.returned or 0 for line in back) == 500 + 100 + 500 + 500 + 100
    assert events[-1] == RoundVoided(1, "a hand of four", misdeal=True)
    assert view(state)["phase"] == "idle"


@pytest.mark.parametrize(
    ("posted", "back"),
    [
        ({}, [("buy_6", 2000, "95.17"), ("commission_refund", 100, "95.17")]),
        ({"more": {"craps.buyRefund": False}}, [("buy_6", 2000, "95.17")]),
        ({"revision": 1}, [("buy_6", 2000, "95.17")]),
    ],
)
def test_a_void_craps_round_gives_the_layout_back_with_its_commissions(
    posted: dict[str, Any], back: list[tuple[str, int, str]]
) -> None:
    """A137; not where the house posts otherwise, nor in rounds of before."""
    opened = started("craps", **posted)
    state, happened = everything(TableState(), opened, OpenRound(), SeatIn(seat="1", wagers={"buy_6": 2000}))
    state, events = tell(state, VoidRound(reason="a fire alarm"))
    assert [line.wager for line in stands(happened)] == ["commission"]
    assert [(line.wager, line.returned, line.section) for line in stands(events)] == back
    assert refused(seated("craps"), Misdeal(reason="cards?")) == (Fault.ORDER_NOT_NOW, "no cards are dealt here")


def test_the_commission_goes_back_with_what_is_taken_back_of_a_buy_bet() -> None:
    """A137: the line stands beside what was taken back, and a restart between two rolls forgets nothing of it."""
    state, _ = everything(TableState(), started("craps"), OpenRound(), SeatIn(seat="1", wagers={"buy_6": 2000}))
    state, events = tell(state, TakeBack(seat="1", wager="buy_6", stake=500))
    assert [event.kind for event in events] == ["wager_taken_back", "line_settled"]
    assert [(line.wager, line.returned) for line in stands(events)] == [("commission_refund", 25)]
    _, events = tell(thaw(freeze(state)), TakeBack(seat="1", wager="buy_6"))
    assert [(line.wager, line.returned) for line in stands(events)] == [("commission_refund", 75)]


@pytest.mark.parametrize("order", [VoidRound(reason="  "), Misdeal(reason="")])
def test_a_round_ends_without_a_result_only_for_a_reason_and_by_a_supervisor(order: TableOrder) -> None:
    state = one_seat("Kh Qd")
    assert refused(state, order) == (Fault.ORDER_MALFORMED, "reason: say why")
    assert refused(state, D1(order))[0] is Fault.ROLE_NOT_ALLOWED
    assert refused(table(TCP), order)[0] is Fault.ORDER_MALFORMED
    assert refused(table(TCP), VoidRound(reason="no round")) == (Fault.ORDER_NOT_NOW, "no round is open")


def test_a_void_round_ends_what_was_proposed_in_it() -> None:
    proposed = one_seat("Kh Qd", CorrectCard(hand="1", index=0, card="2c"))
    state, events = tell(proposed, VoidRound(reason="enough"))
    assert events[0] == ProposalEnded("correct_card", "S1", "round_over")
    assert state.proposal is None


# -- the shoe, around the rounds --------------------------------------------------------------------------------------


def test_at_the_cut_card_the_round_is_finished_and_the_shoe_is_changed() -> None:
    state, events = tell(seated("war", CloseBetting()), CutCardSeen("shoe", "b1", 1))
    assert events == (CutCardReached(),)
    state, events = tell(state, "Kh 9c")
    assert events[-1] == RoundFinished(1)
    assert view(state)["shoe"]["change_due"]
    assert refused(state, OpenRound())[0] is Fault.SHOE_CHANGE_DUE
    state, events = tell(state, ChangeShoe())
    assert events == (ShoeChanged(2),)
    assert sum(SHOE.of(state).seen) == 0
    assert view(tell(state, OpenRound())[0])["phase"] == "betting"


def test_a_single_deck_is_shuffled_anew_whatever_the_cut_card_says() -> None:
    state = table(TCP, CutCardSeen("shoe", "b1", 1), OpenRound())
    assert not view(state)["shoe"]["change_due"]


def test_the_last_card_is_the_shoes_last() -> None:
    state, events = tell(war_rounds(table("war"), 1), ShoeEmpty("shoe", "b1", 3))
    assert events == (ShoeEmptied(2),)
    assert refused(state, OpenRound())[0] is Fault.SHOE_CHANGE_DUE


def test_the_shoe_is_changed_between_rounds_only() -> None:
    for order in (ChangeShoe(), CountShoe()):
        assert refused(seated("war"), order) == (Fault.ORDER_NOT_NOW, "the round is not settled")
        assert refused(table("sic_bo"), order) == (Fault.ORDER_NOT_NOW, "this game has no shoe")


ALL_CARDS = " ".join(map(str, DECK * 6))


def test_a_shoe_that_is_counted_and_complete_is_changed() -> None:
    state, events = tell(table("war"), CountShoe())
    assert events == (ShoeCounting(),)
    state, events = tell(state, ALL_CARDS)
    assert events == (CardSetAside(),)
    assert held(state) is None
    assert refused(state, OpenRound())[0] is Fault.SHOE_CHANGE_DUE  # until it is changed
    state, events = tell(state, ChangeShoe())
    assert events == (ShoeChanged(312),)
    assert view(tell(state, OpenRound())[0])["phase"] == "betting"


@pytest.mark.parametrize(
    ("counted", "off"),
    [
        (ALL_CARDS.replace("Kh ", "", 1), "1 missing, 0 extra"),
        (ALL_CARDS.replace("Kh ", "Qs ", 2), "2 missing, 2 extra"),
        (ALL_CARDS + " 2c", "0 missing, 1 extra"),
    ],
)
def test_a_shoe_that_was_not_complete_says_by_how_many_and_never_which(counted: str, off: str) -> None:
    state, events = tell(table("war"), CountShoe(), counted, ChangeShoe())
    assert events == (ShoeChanged(len(counted.split())), Held(Fault.SHOE_COUNT_OFF, off))
    assert refused(state, OpenRound()) == (Fault.ORDER_WHILE_HELD, Fault.SHOE_COUNT_OFF)
    state = tell(state, Acknowledge(fault="SHOE_COUNT_OFF"))[0]
    assert sum(SHOE.of(tell(state, OpenRound())[0]).seen) == 0


@pytest.mark.parametrize(("missing", "off"), [("", ""), ("Kh", "1 missing, 0 extra")])
def test_a_shoe_that_was_dealt_to_its_last_card_is_counted_too(missing: str, off: str) -> None:
    state = war_rounds(table("war"), 1)
    left = list(map(str, DECK * 6))
    for name in ("Kh", "9c", *missing.split()):
        left.remove(name)
    seen = bytearray(SHOE.of(state).seen)
    for name in left:  # as many rounds as it takes
        seen[Card.parse(name)] += 1
    state = SHOE.put(state, SHOE.of(state)._replace(seen=bytes(seen)))
    state, events = tell(state, ShoeEmpty("shoe", "b1", 3))
    assert events == (ShoeEmptied(sum(seen)),)
    state, events = tell(thaw(freeze(state)), ChangeShoe())
    assert events == (ShoeChanged(sum(seen)), *((Held(Fault.SHOE_COUNT_OFF, off),) if off else ()))
    assert tell(state, Acknowledge(fault="SHOE_COUNT_OFF"), ChangeShoe())[1] == (ShoeChanged(0),)  # of the new one


def test_a_deck_that_is_shuffled_anew_for_every_round_is_not_counted_when_the_shoe_is_empty() -> None:
    assert tell(table(TCP), ShoeEmpty("shoe", "b1", 1), ChangeShoe())[1] == (ShoeChanged(0),)


def test_cards_of_the_rounds_belong_to_the_count() -> None:
    played = war_rounds(table("war"), 2)
    left = list(map(str, DECK * 6))
    for name in ("Kh", "9c", "Kh", "9c"):
        left.remove(name)
    assert tell(played, CountShoe(), " ".join(left), ChangeShoe())[1] == (ShoeChanged(312),)


def test_a_card_that_cannot_be_read_while_the_shoe_is_counted_holds_and_is_missing() -> None:
    state = tell(table("war"), CountShoe(), ALL_CARDS[3:])[0]
    state, events = tell(state, unreadable(state))
    assert events == (CardSetAside(), Held(Fault.CARD_UNREADABLE, "exit"))
    events = tell(state, Acknowledge(fault="CARD_UNREADABLE"), ChangeShoe())[1]
    assert events[-1] == Held(Fault.SHOE_COUNT_OFF, "1 missing, 0 extra")


# -- people -----------------------------------------------------------------------------------------------------------


def test_a_change_of_shift_is_said_by_the_one_who_deals_from_now_on() -> None:
    state, events = tell(one_seat("Kh"), D2(ChangeShift()))
    assert events == (ShiftChanged("D2"),)
    assert view(state)["dealer"] == "D2"
    assert refused(state, S1(ChangeShift()))[0] is Fault.ROLE_NOT_ALLOWED
    assert view(tell(state, DOWN, D1(ChangeShift()))[0])["dealer"] == "D1"  # a hold does not keep anyone at the table


def test_a_table_is_closed_between_rounds_and_opens_with_the_next() -> None:
    assert view(table(TCP))["phase"] == "closed"
    assert refused(one_seat(), CloseTable()) == (Fault.ORDER_NOT_NOW, "the round is not settled")
    state = tell(table(TCP), OpenRound(), VoidRound(reason="nobody came"))[0]
    assert view(state)["phase"] == "idle"
    state, events = tell(state, CloseTable())
    assert events == (TableClosed(),)
    assert view(state)["phase"] == "closed"
    assert view(tell(state, OpenRound())[0])["phase"] == "betting"


def test_a_closed_table_keeps_its_last_result_and_nothing_on_the_felt() -> None:
    state = tell(war_rounds(table("war"), 1), CloseTable())[0]
    assert (state.lines, state.facts, state.felt) == ((), (), {})
    result = view(state)["result"]
    assert (result["game"], result["round"], result["dice"], result["areas"]) == ("war", 1, [], {})
    assert result["hands"].keys() >= {"1", "dealer"}


def test_wrong_pins_in_a_row_are_counted_by_badge_until_one_is_right() -> None:
    wrong = SignInRefused(by="D1", reason="pin")
    state, events = tell(table(TCP), wrong, wrong, SignInRefused(by="S1", reason="pin"))
    assert events == (BadgeUsed("S1", "refused", reason="pin"),)
    assert state.people.failures == {"D1": 2, "S1": 1}
    for reason in ("unknown", "disabled", "locked"):
        assert tell(state, SignInRefused(by="D1", reason=reason))[0].people.failures["D1"] == 2
    state, events = tell(state, SignedIn(by="D1", role="dealer"))
    assert events == (BadgeUsed("D1", "signed_in", "dealer"),)
    assert state.people.failures == {"S1": 1}
    assert tell(state, SignedOut(by="D1")) == (state, (BadgeUsed("D1", "signed_out"),))


def test_the_keys_of_the_last_orders_are_kept() -> None:
    state = table(TCP)
    for n in range(KEYS + 3):
        state, _ = apply(state, D1(Acknowledge(fault="BOARD_ABSENT", key=f"D1:{n}")))
    assert state.people.keys == tuple(f"D1:{n}" for n in range(3, KEYS + 3))
    assert KEYS == 64
    with pytest.raises(FaultError):
        apply(state, D1(CloseBetting(key="refused")))
    assert tell(state, ChangeShift())[0].people.keys == state.people.keys  # an order without a key leaves them
    proposed = tell(one_seat("Kh"), CorrectCard(hand="1", index=0, card="2c", key="a:1"))[0]
    assert proposed.people.keys == ("a:1",)


# -- 67.81 ------------------------------------------------------------------------------------------------------------


def raised(names: str) -> TableState:
    """Crazy Four Poker: seat 1 has laid three times its ante, the dealer's hand is turned."""
    dealt = seated("crazy_four", CloseBetting(), f"{names} Kc Jd 9h 7s 2c")
    return tell(dealt, Decision(seat="1", choice="play", stake=1500), TurnHand(hand="dealer"))[0]


def test_a_raise_that_the_cards_do_not_allow_is_found_at_the_turn_and_corrected_by_two_persons() -> None:
    state, events = tell(raised("2d 5h 8s Tc Qd"), TurnHand(hand="1"))
    assert of_kind(events, Held)[0].fault == Fault.DECISION_ILLEGAL
    assert of_kind(events, HandTurned) == []
    assert refused(state, TurnHand(hand="1")) == (Fault.ORDER_WHILE_HELD, Fault.DECISION_ILLEGAL)
    right = CorrectDecision(seat="1", choice="play", stake=500)
    state, events = tell(state, *both(right))
    assert events == (
        Agreed("correct_decision", ("D1", "S1")),
        DecisionCorrected("1", ("play", 1500), ("play", 500)),
        Resumed(Fault.DECISION_ILLEGAL),
    )
    state, events = tell(state, TurnHand(hand="1"))
    assert events[-1] == RoundFinished(1)
    assert {line.wager: line.stake for line in stands(events)} == {
        "ante": 500, "additional": 500, "super_bonus": 500, "queens_up": 100,
    }  # fmt: skip


def test_a_raise_that_is_corrected_to_another_illegal_one_is_found_again() -> None:
    state = tell(raised("2d 5h 8s Tc Qd"), TurnHand(hand="1"))[0]
    state = tell(state, *both(CorrectDecision(seat="1", choice="play", stake=1000)), TurnHand(hand="1"))[0]
    assert held(state) is Fault.DECISION_ILLEGAL


def test_a_decision_is_corrected_without_its_shoe_but_the_round_waits_for_it() -> None:
    state = tell(raised("2d 5h 8s Tc Qd"), TurnHand(hand="1"), DOWN)[0]
    state, events = tell(state, *both(CorrectDecision(seat="1", choice="play", stake=500)))
    assert events[-2:] == (Resumed(Fault.DECISION_ILLEGAL), Held(Fault.LINK_LOST, ""))
    assert held(state) is Fault.LINK_LOST


def test_a_raise_that_the_cards_allow_is_paid() -> None:
    events = tell(raised("Ad Ah 8s Tc Qd"), TurnHand(hand="1"))[1]
    assert ("additional", 1500) in [(line.wager, line.won) for line in stands(events)]


# -- secrets ----------------------------------------------------------------------------------------------------------


def public_record(names: str, choice: str) -> list[object]:
    """All that anyone outside learns of a round, one item an observation; refusals too."""
    state = seated(TCP, CloseBetting(), wagers=NO_PAIR_PLUS)
    orders = (Decision(seat="1", choice=choice), TurnHand(hand="1"), TurnHand(hand="dealer"), TurnHand(hand="1"))
    cards = (seen(seq, name) for seq, name in enumerate(names.split(), 1))
    record: list[object] = []
    story: tuple[Observation, ...] = (*cards, Align(felt={"1": 3}), *orders)
    for observation in story:
        try:
            state, events = apply(state, signed(observation))
            record.append((events, view(state)))
        except FaultError as refusal:
            record.append(str(refusal))
    return record


def test_unturned_cards_make_no_difference_to_anyone() -> None:
    straight, nothing = (public_record(f"{hand} 8c 7d 3h", "play") for hand in ("As Kd Qc", "2s 5d 9c"))
    assert straight[:-1] == nothing[:-1]  # until the player's hand is turned
    assert straight[-1] != nothing[-1]
    opening, not_opening = (public_record(f"2s 5d 9c {hand}", "play") for hand in ("As Kd Qc", "8c 7d 3h"))
    assert opening[:-2] == not_opening[:-2]  # until the dealer's hand is turned
    assert opening[-2] != not_opening[-2]
    assert public_record("As Kd Qc 8c 7d 3h", "drop") == public_record("2s 5d 9c 8c 7d 3h", "drop")


def test_an_unreadable_card_that_nobody_awaited_may_stay_aside() -> None:
    state = tell(seated("three_card_poker"), CardUnreadable("shoe", "b1", 1, "exit"))[0]
    assert held(state) is Fault.CARD_UNREADABLE
    assert refused(state, D1(Acknowledge(fault=Fault.CARD_UNREADABLE)))[0] is Fault.ORDER_NOT_NOW
    state, events = tell(state, S1(Acknowledge(fault=Fault.CARD_UNREADABLE)))
    assert events == (FaultAcknowledged(Fault.CARD_UNREADABLE, "S1"), Resumed(Fault.CARD_UNREADABLE))


def test_what_is_posted_wrongly_opens_no_round() -> None:
    state = tell(TableState(), started("war", more={"war.multi": "anyhow"}), UP)[0]
    assert refused(state, OpenRound())[0] is Fault.ORDER_ILLEGAL
