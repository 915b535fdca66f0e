"""Rounds that were dealt by hand while croupier was dead: entered once, by two persons, and settled like any other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from daemon.control.orders import AnyGiven
from daemon.jackpot.pool import Account
from daemon.table.events import (
    Agreed,
    DiceOffered,
    DicePassed,
    Event,
    FormDiffers,
    JackpotMoved,
    JackpotOwed,
    LineSettled,
    PastRoundEntered,
    Payment,
    PaymentsCompared,
    PotsAwarded,
    ProposalEnded,
    RoundFinished,
    RoundOpened,
    RulesInForce,
)
from daemon.table.forms import MOST
from daemon.table.orders import (
    Acknowledge,
    Align,
    AwardJackpot,
    CloseBetting,
    CorrectCard,
    Decision,
    DiceOut,
    DirectCard,
    EnterDice,
    EnterPastRound,
    LedgerReported,
    NoMoreCards,
    OfferDice,
    OpenRound,
    SeatIn,
    Started,
    TurnHand,
)
from daemon.table.play import Applied
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.table.view import view
from drivers.faults import Fault
from rules.game import Options
from rules.lines import Line, Outcome
from rules.registry import GAMES
from rules.ruleset import document_of
from tests.daemon.floor import (
    BY_HAND,
    D1,
    D2,
    IN_SERVICE,
    POOL,
    PROGRESSIVE,
    S1,
    S2,
    SENT,
    T1,
    UP,
    both,
    everything,
    held,
    of_kind,
    refused,
    started,
    table,
    tell,
)

PLAYED: Any = BY_HAND["three_card_poker"]
PAIR: Any = PLAYED["seats"]["1"]
QUEEN: Any = PLAYED["dealer"]


def past(played: Any, form: str = "F-1", reason: str = "panne de courant", **more: Any) -> EnterPastRound:
    """A form as two persons enter it."""
    return EnterPastRound(form=form, played=played, reason=reason, **more)


def entered(state: TableState, played: Any, form: str = "F-1", **more: Any) -> Applied:
    """By both."""
    return tell(state, *both(past(played, form, **more)))


def lines(events: tuple[Event, ...]) -> list[Line]:
    return [event.line for event in of_kind(events, LineSettled)]


def restarted(state: TableState) -> TableState:
    """croupier was killed, and is back."""
    game, options = state.posted
    said = Started(
        version=state.version,
        game=game,
        options=options,
        jackpots=state.jackpots,
        patience=state.patience,
        document=state.rules.filed_document,
        forms=MOST,
    )
    return tell(state, said, replace(UP, seq=state.devices["shoe"].seq if "shoe" in state.devices else 0))[0]  # type: ignore[attr-defined]


# -- whole rounds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in BY_HAND if game != "poker_room"])
def test_a_whole_round_of_any_game_gets_the_next_number_and_its_mark(game: str) -> None:
    state, events = entered(table(game), BY_HAND[game], when="vers 21 h 40")
    number = 1
    assert [type(event) for event in events[:3]] == [Agreed, RoundOpened, PastRoundEntered]
    told = of_kind(events, PastRoundEntered)[0]
    assert (told.round, told.form, told.when, told.by, told.interrupted) == (
        1,
        "f-1",
        "vers 21 h 40",
        ("D1", "S1"),
        False,
    )
    assert lines(events) and all((line.more or {})["by_hand"] == "f-1" for line in lines(events))
    assert RoundFinished(number) in events
    assert state.result is not None and (state.result.round, state.result.by_hand) == (1, "f-1")
    assert view(state)["result"]["by_hand"] == "f-1"
    assert thaw(freeze(state)) == state
    after, opened = tell(state, OpenRound()) if game != "craps" else (state, events)
    assert RoundOpened(2, game) in opened and after.round == 2


@pytest.mark.parametrize("game", [game for game in BY_HAND if game != "poker_room"])
def test_it_is_settled_as_the_settle_contract_settles_it(game: str) -> None:
    _, events = entered(table(game), BY_HAND[game])
    if all("cards" in player for player in BY_HAND[game].get("seats", {}).values()) or game in ("sic_bo", "craps"):
        expected = GAMES[game].settle(BY_HAND[game]).lines
        assert [line._replace(more=None) for line in lines(events)] == [line._replace(more=None) for line in expected]
    else:  # a hand that nobody has seen
        assert {(line.outcome, line.section) for line in lines(events)} <= {
            (Outcome.LOSE, "67.58"),
            (Outcome.LOSE, "67.81"),
        }


def test_several_rounds_follow_one_another_in_the_order_in_which_they_are_entered() -> None:
    state, _ = entered(table("three_card_poker"), PLAYED, "F-1")
    state, events = entered(state, PLAYED, "F-2")
    assert RoundOpened(2, "three_card_poker") in events
    assert state.by_hand.forms == ("f-1", "f-2")


def test_a_form_is_entered_once_however_its_number_is_spelled() -> None:
    state, _ = entered(table("three_card_poker"), PLAYED, "bj3-20261118-164312-07")
    for form in ("bj3-20261118-164312-07", "BJ3-20261118-164312-07"):
        assert refused(state, past(PLAYED, form))[0] is Fault.FORM_ENTERED
    assert thaw(freeze(state)).by_hand == state.by_hand


def test_it_takes_two_persons_of_whom_one_is_a_supervisor_and_who_say_the_same() -> None:
    state = table("three_card_poker")
    assert refused(state, T1(past(PLAYED)))[0] is Fault.ROLE_NOT_ALLOWED
    asked, _ = tell(state, D1(past(PLAYED)))
    assert refused(asked, D1(past(PLAYED)))[0] is Fault.SECOND_PERSON_NEEDED
    assert refused(asked, D2(past(PLAYED)))[0] is Fault.SUPERVISOR_NEEDED
    other = {"seats": {"1": {**PAIR, "cards": ["8c", "8d", "4s"]}}, "dealer": QUEEN}
    after, events = tell(asked, S1(past(other)))
    assert of_kind(events, ProposalEnded)[0].why == "differs"
    assert after.round == 0
    after, events = tell(asked, S1(past(PLAYED, reason="le PC est éteint", when="21:40")))  # in his own words
    assert of_kind(events, PastRoundEntered)[0].reason == "panne de courant"


def test_until_both_have_said_so_nobody_is_told_what_the_first_one_said() -> None:
    asked, events = tell(table("three_card_poker"), D1(past(PLAYED)))
    assert view(asked)["proposal"] == {"kind": "enter_past_round", "by": "D1", "expires_in": None}
    assert "8c" not in f"{events} {asked} {asked.proposal}"
    assert refused(asked, OpenRound())[0] is Fault.ORDER_NOT_NOW


# -- what was paid ----------------------------------------------------------------------------------------------------


def test_what_was_handed_over_is_compared_with_what_was_due() -> None:
    paid: Any = {"1": {"initial": 2000, "additional": 1000}}
    state, events = entered(table("three_card_poker"), PLAYED, paid=paid)
    (compared,) = of_kind(events, PaymentsCompared)
    assert compared == PaymentsCompared(1, 3000, 4000, 0, (Payment("1", "additional", 1000, 2000),))
    assert [tuple(each) for each in state.by_hand.differ] == [(1, "f-1", 1, -1000)]


def test_a_supervisor_acknowledges_the_difference_and_nobody_else_does() -> None:
    state, _ = entered(table("three_card_poker"), PLAYED, paid={"1": {"initial": 0}})
    seen = Acknowledge(fault=Fault.PAST_ROUND_DIFFERS)
    assert refused(state, D1(seen))[0] is Fault.SUPERVISOR_NEEDED
    assert thaw(freeze(state)).by_hand == state.by_hand
    state, _ = tell(state, S1(seen))
    assert state.by_hand.differ == () and state.by_hand.forms == ("f-1",)


def test_what_nobody_knows_is_no_difference_and_is_counted() -> None:
    played = {"seats": {"1": {**PAIR, "wagers": {"initial": None, "additional": None}}}, "dealer": QUEEN}
    state, events = entered(table("three_card_poker"), played, paid={"1": {"initial": 500, "additional": None}})
    assert of_kind(events, PaymentsCompared) == [PaymentsCompared(1, 0, 0, 2, ())]
    assert state.by_hand.differ == ()


def test_a_bonus_that_was_paid_and_not_due_is_told_and_a_wager_of_no_such_name_refused() -> None:
    state = table("three_card_poker")
    _, events = entered(state, PLAYED, paid={"1": {"initial_bonus": 500}})
    assert of_kind(events, PaymentsCompared)[0].differences == (Payment("1", "initial_bonus", 500, 0),)
    assert refused(state, past(PLAYED, paid={"1": {"initail": 500}}))[0] is Fault.FORM_ILLEGAL


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "says"),
    [
        ({"seats": {"1": {**PAIR, "cards": ["8c", "8c", "3s"]}}, "dealer": QUEEN}, "impossible_cards"),
        ({"seats": {"1": {**PAIR, "cards": ["8c", "8d"]}}, "dealer": QUEEN}, "wrong_card_count"),
        ({"seats": {"1": {**PAIR, "wagers": {"initial": 500, "additional": 700}}}, "dealer": QUEEN}, "invalid_stake"),
        ({"seats": {"1": {**PAIR, "wagers": {"second": 500}}}, "dealer": QUEEN}, "unknown_wager"),
        ({"seats": {"99": PAIR}, "dealer": QUEEN}, "bad_request"),
        ({"seats": {"1": PAIR}}, "bad_request"),
        ({}, "bad_request"),
        ({"seats": {"1": {"wagers": {"initial": 500}}}, "dealer": ["zz"]}, "bad_request"),  # everyone will read it
        ({"seats": {"1": PAIR}, "dealer": QUEEN, "dice": [9]}, "dice"),
        ({"seats": {"1": {"wagers": {"initial": 500, "pair_plus": 100}}}, "dealer": QUEEN}, "bad_request"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_and_nothing_happened(played: Any, says: str) -> None:
    fault, detail = refused(table("three_card_poker"), past(played))
    assert (fault, detail.partition(":")[0]) == (Fault.FORM_ILLEGAL, says)


def test_it_says_why_and_counts_the_progressive() -> None:
    assert refused(table("war"), past(BY_HAND["war"], reason=" "))[0] is Fault.ORDER_MALFORMED
    assert refused(table("war"), past(BY_HAND["war"], contributions={"progressive": 1}))[0] is Fault.FORM_ILLEGAL


@pytest.mark.parametrize(
    "wrong",
    [
        {"form": "no spaces"},
        {"form": "f" * 60},
        {"played": {"seats": {"1": {"cards": ["10d"]}}}},  # one spelling: a length must not tell a ten
        {"played": {"options": {"unit": 5}}},
        {"played": {"events": [{"roll": [1, 1]}] * 401}},
        {"played": {"seats": {"1": {"wagers": {"initial": 10**13}}}}},
        {"paid": {"1": {"initial": -1}}},
        {"reason": "x" * 201},
    ],
)
def test_what_an_order_may_carry_is_bounded(wrong: dict[str, Any]) -> None:
    given = {"kind": "enter_past_round", "form": "F-1", "played": {}, "reason": "panne", **wrong}
    with pytest.raises(ValidationError):
        TypeAdapter(AnyGiven).validate_python(given)


def test_a_round_that_is_played_here_is_not_ended_by_a_form() -> None:
    state = table("three_card_poker", OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}))
    assert refused(state, past(PLAYED))[0] is Fault.ORDER_NOT_NOW


# -- the round that was interrupted -----------------------------------------------------------------------------------


def interrupted(*story: Any, game: str = "three_card_poker", **wagers: Any) -> TableState:
    laid = SeatIn(seat="1", wagers=wagers or {"initial": 1000})
    return restarted(table(game, OpenRound(), laid, CloseBetting(), *story))


def test_the_form_ends_the_round_that_stands_still() -> None:
    state = interrupted("8c 8d")
    assert held(state) is Fault.TABLE_RESTARTED
    after, events = entered(state, PLAYED)
    assert of_kind(events, PastRoundEntered)[0].interrupted
    assert not of_kind(events, RoundOpened) and RoundFinished(1) in events
    assert [(line.wager, line.outcome) for line in lines(events)] == [("initial", "win"), ("additional", "win")]
    assert (after.round, after.hold, after.in_round) == (1, None, False)
    assert thaw(freeze(after)) == after
    assert tell(after, OpenRound())[0].round == 2


def test_what_a_face_down_card_is_decides_nothing_and_is_told_by_nothing() -> None:
    """The shoe told other cards than the form: to everyone outside both are the same."""
    some, others = interrupted("8c 8d 3s Qs"), interrupted("2h 9c Jd 5s")
    for order in both(past(PLAYED)):
        (some, told), (others, told_too) = tell(some, order), tell(others, order)
        assert told == told_too
        assert view(some) == view(others)
    assert not of_kind(told, FormDiffers)


def test_what_everyone_saw_and_the_form_says_otherwise_is_told() -> None:
    state = interrupted("8c 8d 3s", "Qs 7d 4c", Decision(seat="1", choice="play"), TurnHand(hand="dealer"))
    other = {"seats": {"1": {**PAIR, "wagers": {"initial": 500, "additional": 500}}}, "dealer": ["Qs", "7d", "5c"]}
    after, events = entered(state, other)
    assert of_kind(events, FormDiffers) == [
        FormDiffers("wager", "1", "initial", journal=1000, form=500),
        FormDiffers("wager", "1", "additional", journal=1000, form=500),
        FormDiffers("card", "dealer", index=2, journal="4c", form="5c"),
    ]
    assert after.by_hand.differ[0].places == 3


def test_a_decision_that_was_still_to_come_is_no_difference_and_one_that_was_made_is() -> None:
    assert not of_kind(entered(interrupted("8c 8d 3s"), PLAYED)[1], FormDiffers)
    dropped = interrupted("8c 8d 3s Qs 7d 4c", Decision(seat="1", choice="drop"))
    after, events = entered(dropped, PLAYED)
    assert FormDiffers("wager", "1", "additional", journal=None, form=1000) in events
    assert FormDiffers("line", "1", "initial", journal="lose", form="win") in events
    assert [(line.wager, line.outcome) for line in lines(events)] == [("additional", "win")]
    assert after.result is not None
    assert [(line.wager, line.outcome) for line in after.result.lines] == [("initial", "lose"), ("additional", "win")]


def test_a_line_that_was_settled_stands_and_is_not_paid_twice() -> None:
    laid = SeatIn(seat="2", wagers={"initial": 500})
    state = table("three_card_poker", OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), laid, CloseBetting())
    state, _ = tell(state, "8c 8d 3s 2h 5d 9c Qs 7d 4c", Decision(seat="1", choice="play"))
    state = restarted(tell(state, Decision(seat="2", choice="drop"))[0])
    played = {"seats": {"1": PAIR, "2": {"wagers": {"initial": 500}}}, "dealer": QUEEN}
    after, events = entered(state, played, paid={"2": {"initial": 0}})
    assert {line.seat for line in lines(events)} == {"1"}
    assert after.result is not None and len(after.result.lines) == 3
    assert not of_kind(events, FormDiffers) and not of_kind(events, PaymentsCompared)[0].differences


def test_a_wager_that_the_form_does_not_know_goes_back() -> None:
    laid = SeatIn(seat="2", wagers={"initial": 500})
    state = table("three_card_poker", OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), laid, CloseBetting())
    _, events = entered(restarted(state), PLAYED)
    assert FormDiffers("wager", "2", "initial", journal=500, form=None) in events
    back = [line for line in lines(events) if line.seat == "2"]
    assert [(line.outcome, line.returned, line.readings) for line in back] == [(Outcome.PUSH, 500, ("A95",))]


def test_while_it_waits_the_round_stands_still_and_a_card_ends_it() -> None:
    state, _ = tell(interrupted("8c 8d"), D1(past(PLAYED)))
    assert refused(state, Align(felt={"1": 2}))[0] is Fault.ORDER_NOT_NOW
    assert tell(state, "3s")[0].proposal is None


def test_nothing_of_it_is_corrected_afterwards() -> None:
    after, _ = entered(interrupted("8c 8d"), PLAYED)
    assert refused(after, CorrectCard(hand="1", index=0, card="Kh"))[0] is Fault.ORDER_NOT_NOW


# -- what crosses to the next round -----------------------------------------------------------------------------------


def test_craps_goes_on_from_the_layout_that_lies_there() -> None:
    laid = SeatIn(seat="1", wagers={"pass": 1000, "place_8": 600})
    state = restarted(table("craps", OpenRound(), laid, *SENT, *both(EnterDice(dice=(4, 2)))))
    events_of_form = [
        {"bet": {"seat": "2", "wager": "field", "stake": 500}},
        {"roll": [5, 3]},
        {"no_roll": "off_table"},
        {"bet": {"seat": "2", "wager": "come", "stake": 500}},
        {"roll": [4, 5]},
    ]
    after, events = entered(state, {"events": events_of_form}, paid={"1": {"place_8": 1300}, "2": {"field": 0}})
    assert [(line.seat, line.wager, line.outcome) for line in lines(events)] == [
        ("1", "place_8", "win"),
        ("2", "field", "lose"),
    ]
    assert of_kind(events, PaymentsCompared)[0].differences == ()
    assert (after.round, after.hold, events[-1]) == (3, None, RoundOpened(3, "craps"))
    assert view(after)["wagers"] == {"1": {"pass": 1000}, "2": {"come_9": 500}}
    assert view(after)["layout"]["point"] == 6
    assert after.result is not None and after.result.dice == (4, 5)
    assert thaw(freeze(after)) == after
    assert tell(after, DiceOut(), *both(EnterDice(dice=(3, 3))))[0].result.lines[0].outcome is Outcome.WIN  # type: ignore[union-attr]


def test_a_seven_out_of_the_form_passes_the_dice_as_any_other_does() -> None:
    laid = (SeatIn(seat="1", wagers={"pass": 1000}), SeatIn(seat="2", wagers={"place_8": 600}))
    state = restarted(table("craps", OpenRound(), *laid, *SENT, *both(EnterDice(dice=(4, 2)))))
    after, events = entered(state, {"events": [{"roll": [3, 4]}]})
    assert of_kind(events, DicePassed) == [DicePassed("1", "seven_out")]
    assert refused(after, DiceOut())[0] is Fault.ORDER_NOT_NOW
    assert tell(after, OfferDice())[1] == (DiceOffered("2"),)


def test_a_round_dealt_by_hand_names_the_rules_that_it_is_settled_by() -> None:
    said = started("craps", document=document_of(GAMES["craps"]))
    state, _ = tell(TableState(), said)
    form = {"events": [{"bet": {"seat": "1", "wager": "pass", "stake": 500}}, {"roll": [6, 5]}]}
    whole, events = entered(state, form)
    name = state.rules.next
    assert of_kind(events, RoundOpened) == [RoundOpened(1, "craps", name), RoundOpened(2, "craps", name)]
    assert name and [event.rules for event in of_kind(events, LineSettled)] == [name]
    assert [event.rules for event in of_kind(events, RulesInForce)] == [name]  # the table opens by it
    posted, _ = tell(whole, SeatIn(seat="1", wagers={"pass": 500}), replace(said, options=Options(minimum=200)))
    after, events = entered(posted, {"events": [{"roll": [6, 5]}]}, "F-2")  # it began before: posted from the next on
    assert [event.rules for event in of_kind(events, LineSettled)] == [name]
    assert (
        of_kind(events, RoundOpened) == [RoundOpened(3, "craps", posted.rules.next)] != [RoundOpened(3, "craps", name)]
    )
    assert after.options == posted.posted[1] and after.options.minimum == 200


def test_craps_takes_nothing_that_does_not_lie_there_and_no_form_without_a_roll() -> None:
    state = restarted(table("craps", OpenRound(), SeatIn(seat="1", wagers={"pass": 1000})))
    assert refused(state, past({"events": [{"remove": {"seat": "2", "wager": "field"}}]}))[0] is Fault.FORM_ILLEGAL
    assert refused(state, past({"events": [{"bet": {"seat": "1", "wager": "field", "stake": 5}}]})) == (
        Fault.FORM_ILLEGAL,
        "bad_request: events: no roll is among them",
    )


STAKES = tuple(SeatIn(seat=seat, wagers={"stakes": 5000}) for seat in ("1", "2", "3"))
SHOWDOWN: Any = {
    "puck": "2",
    "bets": {"1": 500, "2": 500, "3": 300},
    "folded": ["3"],
    "hands": {"1": ["As", "Ad"], "2": ["Ks", "Kd"]},
    "board": ["4d", "5d", "9h", "Jc", "Qc"],
}


def test_in_the_poker_room_stakes_move_by_what_was_played() -> None:
    state = table("poker_room", OpenRound(), *STAKES)
    after, events = entered(state, SHOWDOWN, paid={"1": {"pot": 1300}})
    assert of_kind(events, PotsAwarded)[0].pots[0].shares == {"1": 1300}
    assert of_kind(events, PaymentsCompared)[0].differences == ()
    assert RoundFinished(1) in events and thaw(freeze(after)) == after
    again, _ = tell(after, OpenRound())
    assert view(again)["room"]["stakes"] == {"1": 5800, "2": 4500, "3": 4700}
    assert view(again)["room"]["puck"] == "2"


def test_in_the_poker_room_a_game_that_was_begun_is_told_whole() -> None:
    from daemon.table.orders import StartGame

    state = restarted(table("poker_room", OpenRound(), *STAKES, StartGame(), "2c Ah"))
    assert state.play is not None and sum(state.machine.stakes(state.play).values()) < 15_000  # type: ignore[attr-defined]
    after, _ = entered(state, SHOWDOWN)
    again, _ = tell(after, OpenRound())
    assert view(again)["room"]["stakes"] == {"1": 5800, "2": 4500, "3": 4700}


def test_in_the_poker_room_chips_that_the_table_does_not_know_are_refused_with_what_to_do() -> None:
    state = table("poker_room", OpenRound(), *STAKES[:2])
    fault, detail = refused(state, past(SHOWDOWN))
    assert fault is Fault.FORM_ILLEGAL
    assert "seat 3" in detail and "seat_in" in detail
    after, _ = entered(tell(state, STAKES[2])[0], SHOWDOWN)
    assert after.kept == {"stacks": {"1": 5800, "2": 4500, "3": 4700}, "puck": "2"}


# -- the progressive --------------------------------------------------------------------------------------------------

DOLLAR: dict[str, int | None] = {"progressive": 100}
POOR: Any = {"seats": {"1": {"wagers": DOLLAR, "cards": ["9h", "9d"]}, "2": {"wagers": DOLLAR, "cards": ["4h", "5d"]}}}
LUCKY: Any = {"seats": {"1": {"wagers": DOLLAR, "cards": ["As", "2s", "3s", "4s", "5s"]}}}


def metered(*story: Any) -> TableState:
    return tell(TableState(), started("blackjack", decks=6, **PROGRESSIVE), UP, *IN_SERVICE, *story)[0]


def account(state: TableState) -> Account:
    return state.pools[0]


def whats(events: tuple[Event, ...]) -> list[str]:
    return [event.entry.what for event in of_kind(events, JackpotMoved)]


def test_each_wager_of_a_whole_round_contributes_once() -> None:
    state, events = entered(metered(), POOR, contributions={"progressive": 2})
    assert whats(events) == ["contribution"]
    assert account(state).standing == 10_000_40
    assert account(state).fed == ("1", "2")
    assert of_kind(events, PastRoundEntered)[0].contributed == {"progressive": ("1", "2")}


def test_what_was_in_before_croupier_died_does_not_contribute_again() -> None:
    laid = (SeatIn(seat="1", wagers=DOLLAR), SeatIn(seat="2", wagers=DOLLAR))
    state = restarted(metered(OpenRound(), *laid, CloseBetting(), "9h 4h 9d"))
    assert account(state).standing == 10_000_40
    after, events = entered(state, POOR, contributions={"progressive": 2})
    assert whats(events) == []
    assert account(after).standing == 10_000_40
    still_open = restarted(metered(OpenRound(), *laid))  # « Rien ne va plus » was announced without croupier
    after, events = entered(still_open, POOR, contributions={"progressive": 2})
    assert (whats(events), account(after).standing) == (["contribution"], 10_000_40)


def test_a_wager_on_the_form_alone_contributes_and_one_in_the_journal_alone_is_refunded() -> None:
    state = restarted(
        metered(OpenRound(), SeatIn(seat="2", wagers=DOLLAR), SeatIn(seat="3", wagers=DOLLAR), CloseBetting())
    )
    after, events = entered(state, POOR, contributions={"progressive": 2})
    assert of_kind(events, PastRoundEntered)[0].contributed == {"progressive": ("1",)}
    assert whats(events) == ["contribution", "refund"]
    assert account(after).fed == ("2", "1")
    assert (account(after).standing, account(after).meters.money_in) == (10_000_60, 2 * 25_00)


def test_a_hit_waits_for_a_supervisor_with_the_meter_as_it_is_now() -> None:
    state, events = entered(metered(), LUCKY, contributions={"progressive": 1}, paid={"1": {"progressive": 10_000_00}})
    assert whats(events) == ["contribution", "hit"]
    assert of_kind(events, PaymentsCompared)[0].differences == (Payment("1", "progressive", 10_000_00, 10_000_20),)
    assert "A159" in lines(events)[0].readings
    assert account(state).pending[0].cents == 10_000_20
    _, events = tell(state, S2(AwardJackpot(pool=POOL.name, seat="1", cents=10_000_20)))
    assert whats(events) == ["award"]


def test_a_hit_that_is_locked_already_is_neither_locked_again_nor_lowers_the_next() -> None:
    laid = (SeatIn(seat="1", wagers=DOLLAR), SeatIn(seat="2", wagers=DOLLAR))
    cards = ("As Ah 2s 2h", *(step for card in ("3s", "4s", "5s") for step in (DirectCard(hand="1"), card)))
    state = restarted(metered(OpenRound(), *laid, CloseBetting(), *cards))
    assert [hit.seat for hit in account(state).pending] == ["1"]
    two: Any = {"seats": {**LUCKY["seats"], "2": {"wagers": DOLLAR, "cards": ["Ah", "2h", "3h", "4h", "5h"]}}}
    after, events = entered(state, two, contributions={"progressive": 2})
    assert whats(events) == ["hit"]
    assert [(hit.seat, hit.cents) for hit in account(after).pending] == [("1", 10_000_40), ("2", 10_000_00)]
    assert not account(after).fault


def test_a_shared_pool_is_owed_the_booking_and_its_hit_has_no_amount_yet() -> None:
    terms = replace(POOL, shared=True)
    offered = LedgerReported(pool=POOL.name, version=2, terms=terms, open=True)
    state, _ = tell(TableState(), started("blackjack", decks=6, **{**PROGRESSIVE, "jackpots": (terms,)}), UP)
    assert refused(state, past(LUCKY, contributions={"progressive": 1}))[0] is Fault.JACKPOT_CLOSED
    state, events = entered(tell(state, offered)[0], LUCKY, contributions={"progressive": 1})
    booked = [event.booking for event in of_kind(events, JackpotOwed)]
    assert [(booking.what, booking.round, booking.seats) for booking in booked] == [
        ("contribute", 1, ("1",)),
        ("hit", 1, ("1",)),
    ]
    assert account(state).pending[0].cents is None


def test_a_pool_that_takes_no_wagers_takes_none_by_hand() -> None:
    state = tell(TableState(), started("blackjack", decks=6, **PROGRESSIVE), UP)[0]
    assert refused(state, past(POOR, contributions={"progressive": 2}))[0] is Fault.JACKPOT_NEW


def test_every_game_that_is_dealt_on_after_a_form_deals_on() -> None:
    state, _ = entered(metered(), POOR, contributions={"progressive": 2})
    state, events = everything(
        state, OpenRound(), SeatIn(seat="1", wagers=DOLLAR), CloseBetting(), "9h 9d", NoMoreCards()
    )
    assert RoundFinished(2) in events
    assert account(state).standing == 10_000_60
