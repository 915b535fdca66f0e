"""What is offered, game by game: a screen that only does what it is offered deals every round."""

from __future__ import annotations

from typing import Any

import pytest

from daemon.table.events import BettingReopened
from daemon.table.offers import Offer, offers, unsaid
from daemon.table.orders import (
    CallWager,
    ChangeShoe,
    CloseBetting,
    Decision,
    DirectCard,
    EnterDice,
    NameCard,
    OpenRound,
    OpenSealed,
    ReadDice,
    ReassignCards,
    ReopenBetting,
    SeatIn,
    Shake,
    StartGame,
    VoidRound,
)
from daemon.table.state import TableState
from daemon.table.view import view
from daemon.text.role import Role
from drivers.faults import Fault
from drivers.observation import CardUnreadable
from rules.registry import GAMES
from tests.daemon.floor import DOWN, IN_SERVICE, PROGRESSIVE, S1, UP, refused, saying, seated, table, tell

FLOOR = [Role.DEALER, Role.SUPERVISOR]


def of(state: TableState, kind: str) -> list[Offer]:
    """The offers of one kind."""
    return [offer for offer in offers(state) if offer["kind"] == kind]


def only(state: TableState, kind: str) -> Offer:
    """The one offer of a kind."""
    (offer,) = of(state, kind)
    return offer


def kinds(state: TableState) -> set[str]:
    """What may be ordered at all."""
    return {offer["kind"] for offer in offers(state)}


# -- wagers -----------------------------------------------------------------------------------------------------------

LAYS: dict[str, dict[str, list[str]]] = {  # a touch on an empty place
    "three_card_poker": {"": [], "initial": ["initial"], "pair_plus": ["pair_plus"]},
    "war": {"": [], "initial": ["initial"], "supplemental": ["initial", "supplemental"]},
    "three_five_seven": {
        "": [],
        "three": ["three", "five"],
        "five": ["three", "five"],
        "seven": ["three", "five", "seven"],
    },
    "boston": {"": [], "ante": ["ante", "first"], "first": ["ante", "first"], "bonus": ["ante", "first", "bonus"]},
    "four_card": {"": [], "ante": ["ante"], "aces_up": ["aces_up"]},
    "crazy_four": {
        "": [],
        "ante": ["ante", "super_bonus"],
        "super_bonus": ["ante", "super_bonus"],
        "queens_up": ["ante", "super_bonus", "queens_up"],
    },
    "blackjack": {"": [], "sevens": ["sevens"], "over_13": ["over_13"], "under_13": ["under_13"]},
    "poker_room": {"stakes": ["stakes"]},
}


@pytest.mark.parametrize("game", LAYS)
def test_a_touch_on_an_empty_place_lays_what_must_lie_there(game: str) -> None:
    state = table(game, OpenRound())
    offer = only(state, "seat_in")
    assert (offer["one_of"], offer["roles"]) == ({"seat": [*"1234567"]}, FLOOR)
    assert offer["lays"] == LAYS[game]
    for wagers in offer["lays"].values():
        after, _ = tell(state, SeatIn(seat="3", wagers=unsaid(state, wagers)))
        assert "3" in view(after)["wagers"] or game == "poker_room"


def test_a_place_with_wagers_gets_what_may_come_beside_them() -> None:
    state = seated("boston", wagers={})
    mine, others = of(state, "seat_in")
    assert (mine["one_of"], mine["lays"]) == (
        {"seat": ["1"]},
        {"ante": ["ante", "first"], "first": ["ante", "first"], "bonus": ["bonus"]},
    )
    assert others["one_of"] == {"seat": [*"234567"]}
    assert only(state, "take_back")["one_of"] == {"seat": ["1"], "wager": [None]}  # one without the other may not lie


def test_a_part_of_a_wager_may_be_taken_back_where_the_whole_may_not() -> None:
    whole, part = of(seated("war", wagers={"initial": 1000, "supplemental": 500}), "take_back")
    assert (whole["one_of"]["wager"], whole.get("part")) == ([None, "supplemental"], None)
    assert (part["one_of"]["wager"], part["part"]) == (["initial", "supplemental"], True)


@pytest.mark.parametrize(("game", "count"), [("sic_bo", 50), ("craps", 60)])
def test_every_square_of_a_layout_may_be_laid_once_betting_is_open(game: str, count: int) -> None:
    lays = only(table(game, OpenRound()), "seat_in")["lays"]
    assert set(lays) <= set(GAMES[game].laid)
    assert (game, len(lays) >= count // 2) == (game, True)
    assert game == "craps" or len(lays) == count


def test_craps_offers_a_call_for_what_is_off_and_takes_it_back() -> None:
    state = seated("craps", wagers={"hard_4": 500})
    assert [(offer["fields"], offer["one_of"]) for offer in of(state, "call_wager")] == [
        ({"on": True}, {"seat": ["1"], "wager": ["hard_4"]})
    ]
    state, _ = tell(state, CallWager(seat="1", wager="hard_4", on=True))
    assert [offer["fields"] for offer in of(state, "call_wager")] == [{"on": False}]


def test_a_table_whose_wagers_nobody_keys_offers_none() -> None:
    assert not kinds(table("craps", OpenRound(), keyed=False)) & {"seat_in", "take_back", "call_wager"}


def test_a_wager_on_a_meter_is_offered_while_its_pool_takes_it() -> None:
    closed = table("blackjack", OpenRound(), **PROGRESSIVE)
    assert "progressive" not in only(closed, "seat_in")["lays"]
    taken = table("blackjack", *IN_SERVICE, OpenRound(), **PROGRESSIVE)
    assert only(taken, "seat_in")["lays"]["progressive"] == ["progressive"]


# -- decisions --------------------------------------------------------------------------------------------------------


def test_a_decision_says_how_much_it_may_add() -> None:
    for game, cards, adds in (
        ("three_card_poker", 6, (500, 500, [500])),
        ("boston", 6, (1000, 1000, [1000])),
        ("four_card", 11, (500, 1500, [500, 1000, 1500])),
        ("crazy_four", 10, (500, 1500, [500, 1000, 1500])),
    ):
        dealt = ["2c", "3c", "4c", "5c", "6c", "7d", "8d", "9d", "Td", "Jd", "Qd"][:cards]
        play, drop = of(seated(game, CloseBetting(), " ".join(dealt)), "decision")
        assert (play["fields"], drop["fields"]) == (
            {"seat": "1", "choice": "play"},
            {"seat": "1", "choice": "drop"},
        ), game
        assert play["amounts"] == dict(zip(("least", "most", "usual"), adds, strict=True)), game
        assert drop["amounts"] is None


def test_of_an_unknown_amount_nobody_says_what_is_added() -> None:
    offer = only(seated("crazy_four", CloseBetting(), "2c 3c 4c 5c 6c 7d 8d 9d Td Jd", wagers={}), "decision")
    assert (offer["one_of"], offer["amounts"]) == ({"choice": ["play", "drop"]}, None)


def test_67_47_a_seven_card_bet_may_still_be_withdrawn_while_hands_are_turned() -> None:
    state = seated("three_five_seven", CloseBetting(), "2c 3c 4c 5c 6c 7d 8d", Decision(seat="1", choice="keep"))
    assert only(state, "decision")["fields"] == {"seat": "1", "choice": "withdraw"}
    assert only(state, "turn_hand")["fields"] == {"hand": "1"}
    assert only(state, "correct_decision")["fields"] == {"seat": "1"}


def test_war_is_as_much_as_the_initial_wager() -> None:
    war, withdraw = of(seated("war", CloseBetting(), "9c 9d"), "decision")
    assert (war["amounts"], withdraw["amounts"]) == ({"least": 500, "most": 500, "usual": [500]}, None)


def test_the_poker_room_says_least_pot_and_most() -> None:
    players = [SeatIn(seat=seat, wagers={"stakes": 20_000}) for seat in "123"]
    state = table("poker_room", OpenRound(), *players, StartGame(), "2c 3c 4c 5c 6c 7d")
    raises = [offer for offer in of(state, "decision") if offer["fields"].get("choice") == "raise"]
    assert [offer["amounts"] for offer in raises] == [{"least": 200, "most": 19_800, "usual": [200, 500, 19_800]}]
    assert {offer["fields"]["seat"] for offer in of(state, "announcement")} == {"1", "2", "3"}


def test_blackjack_names_the_hand_of_the_next_card_also_the_dealers_among_the_first() -> None:
    state = seated("blackjack", CloseBetting(), wagers={})
    assert only(state, "direct_card")["fields"] == {"hand": "dealer"}
    state, _ = tell(state, "2c 3c")
    assert only(state, "direct_card")["one_of"] == {"hand": ["1", "dealer"]}
    assert "no_more_cards" in kinds(state)
    assert "direct_card" not in kinds(tell(state, DirectCard(hand="1"))[0])


# -- holds ------------------------------------------------------------------------------------------------------------


def test_a_hold_offers_its_ways_out_alone_and_to_whom() -> None:
    held, _ = tell(seated("war", CloseBetting(), "9c"), DOWN)
    assert kinds(held) == {"correct_card", "void_round", "misdeal", "change_shift"}
    assert only(tell(held, UP)[0], "continue")["roles"] == FLOOR
    assert [end["order"] for end in view(held)["hold"]["ends"]] == ["continue"]
    assert view(held)["hold"]["ends"][0]["fr"] == "si l'appareil prouve que rien ne manque"


def test_who_must_look_for_himself_is_not_told_what_was_said() -> None:
    unread = saying(CardUnreadable, sensor="1")("shoe", "b1", 2)
    held, _ = tell(seated("war", CloseBetting(), "9c"), unread)
    assert only(held, "name_card")["second"] is False
    named, _ = tell(held, NameCard(card="Kd"))
    second = only(named, "name_card")
    assert (second["second"], second["roles"], second["fields"]) == (True, [Role.SUPERVISOR], {})
    assert "reject" in kinds(named)
    assert only(tell(held, S1(NameCard(card="Kd")))[0], "name_card")["roles"] == FLOOR


def test_what_a_second_person_may_know_is_shown() -> None:
    state = seated("three_card_poker", CloseBetting(), "2c 3c 4c 5c 6c 7d")
    state, _ = tell(state, ReassignCards(swaps=(("1", 0, "dealer", 0),)))
    assert only(state, "reassign_cards")["fields"] == {"swaps": (("1", 0, "dealer", 0),)}
    asked, _ = tell(table("war", OpenRound(), VoidRound(reason="x")), S1(OpenSealed(round=1, reason="complaint")))
    assert (only(asked, "open_sealed")["second"], only(asked, "open_sealed")["fields"]) == (True, {"round": 1})


def test_dice_are_read_by_two_persons_who_tell_each_other_nothing() -> None:
    state = seated("sic_bo", CloseBetting())
    assert only(state, "enter_dice")["two_persons"]
    read, _ = tell(state, EnterDice(dice=(1, 2, 4)))
    assert (only(read, "enter_dice")["second"], only(read, "enter_dice")["fields"]) == (True, {})


def test_nothing_is_offered_that_is_refused() -> None:
    state = table("sic_bo")
    assert "shake" not in kinds(state)
    assert refused(state, Shake())[0] is Fault.ORDER_NOT_NOW
    assert "read_dice" not in kinds(state)
    assert refused(state, ReadDice())[0] is Fault.ORDER_NOT_NOW
    assert "change_shoe" not in kinds(state)
    assert refused(state, ChangeShoe())[0] is Fault.ORDER_NOT_NOW


# -- « Rien ne va plus », taken back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [name for name in GAMES if name not in ("craps", "poker_room")])
def test_betting_is_reopened_until_a_card_or_a_die_is_out(game: str) -> None:
    laid = seated(game)
    closed, _ = tell(laid, CloseBetting())
    assert "reopen_betting" in kinds(closed)
    opened, events = tell(closed, ReopenBetting())
    assert events == (BettingReopened(),)
    assert opened == laid
    assert refused(opened, ReopenBetting()) == (Fault.ORDER_NOT_NOW, "« Rien ne va plus » is not announced")
    out, _ = tell(closed, EnterDice(dice=(1, 2, 4)) if game == "sic_bo" else "2c")
    assert "reopen_betting" not in kinds(out)
    assert refused(out, ReopenBetting())[0] is Fault.ORDER_NOT_NOW


@pytest.mark.parametrize("game", ["craps", "poker_room"])
def test_where_betting_does_not_close_it_does_not_open_again(game: str) -> None:
    assert refused(seated(game), ReopenBetting())[0] is Fault.ORDER_NOT_NOW


def test_21_2_what_a_meter_has_taken_in_it_does_not_give_back() -> None:
    story: Any = (*IN_SERVICE, OpenRound(), SeatIn(seat="1", wagers={"progressive": 100}), CloseBetting())
    state = table("blackjack", *story, **PROGRESSIVE)
    assert refused(state, ReopenBetting())[0] is Fault.ORDER_NOT_NOW
    assert "reopen_betting" not in kinds(state)
