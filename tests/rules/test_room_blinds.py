"""Who sits out and comes back, what he owes then, where the puck lies meanwhile, and straddles (67.91, 67.93, A91)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.facts import Away, Back, Close, Remove, Rule, Straddles, Wagers
from rules.room.machine import GAME
from rules.room.rulings import SECTIONS
from tests.rules.rooms import Table, seated

STAKES = 20_000


def four(**posted: Any) -> Table:
    """Four players; the first game is over. Puck 1, blinds 2 and 3."""
    return Table(seated(STAKES, STAKES, STAKES, STAKES, **posted)).over()


def out(table: Table, *seats: str) -> Table:
    for seat in seats:
        table.take(Away(seat))
    return table


def test_67_93_who_sits_out_is_dealt_no_cards_and_keeps_his_place() -> None:
    table = out(four(), "4")
    assert table.public_state["sits_out"] == table.public_state["away"] == ["4"]
    table.begin().deal()
    assert "4" not in table.state.seats and "4" not in table.state.cards and table.state.stacks["4"] == STAKES
    table.refuses("4:call", "67.93")
    table.refuses(Away("4"), "67.93")
    table.refuses(Away("9"), "67.93")
    table.refuses(Back("9"), "67.93")
    table.refuses(Back("1"), "67.93")


def test_67_93_within_a_game_it_is_from_the_next_one_on() -> None:
    table = Table(seated(STAKES, STAKES, STAKES))
    table.take(Away("3"))  # while cards are dealt
    table.deal().take(Away("1"))
    assert table.state.turn == "1" and table.public_state["away"] == ["3", "1"] and not table.public_state["sits_out"]
    table.play("1:call").take(Back("3"))
    table.over()
    assert table.public_state["sits_out"] == ["1"]
    table.play("1?expel")
    assert not table.state.out
    told = Table(seated(STAKES, STAKES, STAKES)).deal().play("2?expel")
    told.refuses(Away("2"), "67.109")


def test_67_94_a_game_takes_two_who_do_not_sit_out() -> None:
    table = out(four(), "1", "2", "3")
    table.refuses(Close(), "67.94")


def test_67_91_the_big_blind_passes_whoever_sits_out_and_the_blinds_follow_it() -> None:
    table = out(four(), "4").begin()  # the big blind goes on to 1
    assert table.lies == ("2", "3", "1", ("3", "1", "2")) and table.state.put == {"3": 100, "1": 200}
    assert table.public_state["owes"] == {"4": {"live": 200, "dead": 0, "waits": False}}
    table.over().begin()
    assert table.lies == ("3", "1", "2", ("1", "2", "3"))
    assert table.public_state["owes"] == {"4": {"live": 200, "dead": 100, "waits": False}}  # the small one too


def test_67_91_a_puck_and_a_small_blind_lie_where_nobody_plays() -> None:
    table = out(four(), "3").begin()  # who had the big blind would have the small one
    assert table.lies == ("2", "3", "4", ("4", "1", "2")) and table.state.put == {"4": 200}
    assert table.deal().state.turn == "1"  # left of the big blind
    table.over().begin()
    assert table.lies == ("3", "4", "1", ("4", "1", "2"))  # a dead puck: 3 sits out
    assert table.state.put == {"4": 100, "1": 200} and table.deal().state.turn == "2"
    assert table.play("2:call", "4:call", "1:pass").state.turn == "4"  # left of the puck
    left = four()
    left.take(Remove("3", None))
    assert left.begin().lies == ("2", "3", "4", ("4", "1", "2"))  # also before a place where nobody sits


def test_67_91_who_comes_back_posts_the_big_blind_live_and_the_small_one_dead() -> None:
    table = out(four(), "4").begin().over().begin().over()  # puck 3, blinds 1 and 2
    table.take(Back("4"))
    table.begin()
    assert table.lies == ("1", "2", "3", ("2", "3", "4", "1")) and not table.state.blinds.owed
    assert table.state.put == {"4": 200, "2": 100, "3": 200} and table.state.bets["4"] == 300
    table.deal().play("4:pass", "1:fold", "2:fold", "3:pass")  # his bet meets the big blind: he may pass, or raise
    assert table.public_state["pots"] == [{"amount": 600, "eligible": ["3", "4"]}]  # the dead 100 is in it
    table.play("3:bet 400", "4:fold")
    assert table.won == {"3": 600}  # and nothing of it goes back to 4
    assert {line.seat: line.stake for line in table.lines} == {"2": 100, "3": 600, "4": 300}


def test_67_91_nobody_comes_in_between_the_puck_and_the_big_blind() -> None:
    table = out(Table(seated(*[STAKES] * 6)).over(), "4").begin().over()  # puck 2, blinds 3 and 5
    table.take(Back("4"))
    assert table.public_state["sits_out"] == ["4"]
    assert table.begin().lies == ("3", "5", "6", ("5", "6", "1", "2", "3"))  # 4 would have the puck next
    assert table.over().public_state["owes"] == {"4": {"live": 200, "dead": 100, "waits": False}}
    assert table.begin().lies == ("5", "6", "1", ("6", "1", "2", "3", "4", "5")) and table.state.bets["4"] == 300


def test_67_91_of_little_stakes_the_live_blind_comes_first() -> None:
    state = out(four(), "4").begin().over().begin().over().state
    table = Table(state._replace(stacks={**state.stacks, "4": 250}), begin=False)
    table.take(Back("4"))
    table.begin()
    assert (table.state.put["4"], table.state.dead["4"], table.state.stacks["4"]) == (200, 50, 0)
    assert table.public_state["all_in"] == ["4"]


def test_67_91_who_waits_comes_in_with_the_big_blind_and_owes_nothing() -> None:
    table = out(four(), "4").begin().over()
    table.take(Back("4", wait=True))
    assert table.public_state["owes"]["4"]["waits"]
    table.refuses(Back("4", wait=True), "67.93")
    played = []
    while "4" not in table.begin().state.seats:
        played.append(table.state.blinds.big)
        table.over()
    assert played == ["2", "3"] and table.state.blinds.big == "4" and table.state.put["4"] == 200
    assert not table.state.blinds.owed and not table.over().state.waits


def test_67_91_the_house_may_let_nobody_post_or_ask_for_nothing() -> None:
    table = out(four(room_missedBlinds="wait"), "4").begin().over().begin().over()
    table.take(Back("4"))
    assert table.public_state["owes"]["4"]["waits"] and "4" not in table.begin().state.seats
    free = out(four(room_missedBlinds="none"), "4").begin().over().begin().over()
    free.take(Back("4"))
    assert not free.public_state["owes"] and free.begin().state.bets.get("4", 0) == 0 and "4" in free.state.seats


def test_67_91_a_new_player_posts_the_big_blind_or_waits_for_it() -> None:
    table = four()
    table.take(Wagers("7", {"stakes": STAKES}))
    assert table.public_state["owes"] == {"7": {"live": 200, "dead": 0, "waits": False}}
    table.begin()
    assert table.lies == ("2", "3", "4", ("3", "4", "7", "1", "2")) and table.state.put["7"] == 200
    waits = four()
    waits.take(Wagers("7", {"stakes": STAKES}))
    waits.take(Back("7", wait=True))
    assert "7" not in waits.begin().state.seats
    assert waits.over().begin().state.blinds.big == "7" and not waits.over().state.blinds.owed
    assert not Table(seated(STAKES, STAKES, STAKES)).state.blinds.owed  # of the first game nobody is new
    free = four(room_newPlayers="none")
    free.take(Wagers("7", {"stakes": STAKES}))
    assert "7" not in free.begin().state.bets and "7" in free.state.seats


def test_67_91_who_leaves_and_sits_down_again_is_new() -> None:
    table = out(four(), "4").begin().over()
    table.take(Remove("4", None))
    table.take(Wagers("4", {"stakes": STAKES}))
    assert table.state.blinds.owed == {"4": ("new",)} and not table.state.out


def test_67_91_a_new_player_who_lets_the_blinds_pass_owes_the_big_one_alone() -> None:
    table = four()
    table.take(Wagers("5", {"stakes": STAKES}))
    table.take(Back("5", wait=True))
    table.take(Away("5"))
    for _ in range(5):
        table.begin().over()
    assert table.state.blinds.owed == {"5": ("new",)}


def test_67_91_between_two_players_the_puck_has_the_small_blind_and_nobody_the_big_one_twice() -> None:
    table = out(Table(seated(STAKES, STAKES, STAKES)).over(), "2")  # puck 1, blinds 2 and 3
    assert table.begin().lies == ("3", "3", "1", ("1", "3"))
    assert table.deal().state.turn == "3"
    assert table.over().begin().lies == ("1", "1", "3", ("3", "1"))
    assert table.public_state["owes"]["2"] == {"live": 200, "dead": 0, "waits": False}  # it came by him
    table.over().take(Back("2"))
    assert table.begin().lies == ("3", "3", "1", ("1", "3"))  # he would sit between puck and blind: not yet
    assert table.over().begin().lies == ("3", "1", "2", ("1", "2", "3"))


def test_67_91_the_puck_goes_before_the_small_blind_where_it_could_not_lie_otherwise() -> None:
    table = Table(seated(STAKES, STAKES, room_newPlayers="none", room_missedBlinds="none")).over()
    for seat in ("7", "8"):
        table.take(Wagers(seat, {"stakes": STAKES}))
    assert out(table, "7", "8").begin().lies == ("2", "2", "1", ("1", "2"))
    table.over().take(Back("7"))
    table.take(Back("8"))
    assert table.begin().lies == ("8", "1", "2", ("1", "2", "7", "8"))  # where the small blind was, the big one is now


def test_67_91_who_is_new_where_the_small_blind_would_lie_puts_in_no_two_blinds() -> None:
    def two_left(**posted: Any) -> Table:
        table = Table(seated(STAKES, STAKES, **posted)).over().begin().over()  # the big blind was at 1
        for seat in ("1", "2"):
            table.take(Remove(seat, None))
        for seat in ("1", "3", "4"):
            table.take(Wagers(seat, {"stakes": STAKES}))
        return table.begin()

    assert two_left().state.put == {"4": 100, "1": 200}  # it begins anew
    assert two_left(revision=1).state.put["1"] == 300  # as it was recorded then


def test_67_91_where_less_than_two_could_play_the_table_begins_anew() -> None:
    table = four(room_newPlayers="wait")
    for seat in ("1", "2", "3"):
        table.take(Remove(seat, None))
    table.take(Wagers("6", {"stakes": STAKES}))
    table.take(Wagers("5", {"stakes": STAKES}))
    table.take(Away("4"))
    assert table.begin().state.seats == ("6", "5") and not table.state.blinds.owed.keys() & {"5", "6"}


def test_67_91_a_puck_that_always_moves_on_to_a_player() -> None:
    table = out(four(room_puck="moves"), "3").begin()
    assert table.lies == ("2", "4", "1", ("4", "1", "2"))
    assert table.over().begin().lies == ("4", "1", "2", ("1", "2", "4"))
    assert table.state.blinds.owed == {"3": ("small",)}  # he had the big one, and is not there for the small one
    table.over().take(Back("3"))
    assert table.begin().lies == ("1", "2", "3", ("2", "3", "4", "1")) and table.state.bets["3"] == 200


def test_67_88_a_void_game_leaves_puck_and_blinds_and_what_is_owed_where_they_were() -> None:
    table = out(four(), "4")
    before = dict(GAME.carry(table.state))
    table.begin().deal().take(Back("4"))
    assert table.state.blinds.owed == {"4": ("big",)}
    void = dict(GAME.carry(table.state))
    assert void == {name: value for name, value in before.items() if name != "out"}  # what he said stands
    again = Table(GAME.resume(table.state.options, void))
    assert again.lies == ("2", "3", "4", ("3", "4", "1", "2"))


def test_67_91_games_of_revision_0_know_neither_a_dead_puck_nor_debts() -> None:
    table = four(revision=0)
    assert GAME.carry(table.state).keys() == {"stacks", "puck"}
    table.take(Wagers("7", {"stakes": STAKES}))
    table.take(Remove("3", None))
    assert table.begin().lies == ("2", None, None, ("4", "7", "1", "2")) and table.state.put == {"4": 100, "7": 200}


@pytest.mark.parametrize("variant", ["seven_card_stud", "razz"])
def test_67_93_where_no_blinds_are_posted_nobody_owes_any(variant: str) -> None:
    table = out(four(room_variant=variant, room_limit="fixed_limit", room_ante=50), "4").begin().over()
    table.take(Back("4"))
    assert not table.public_state["owes"] and table.begin().state.bets == dict.fromkeys("1234", 50)


# -- straddles --------------------------------------------------------------------------------------------------------


def test_67_91_a_straddle_is_twice_the_big_blind_and_speaks_last() -> None:
    table = four(room_straddle="utg").begin()  # puck 2, blinds 3 and 4
    assert table.public_state["straddles"] == "1"
    table.refuses(Straddles("2"), "67.91")
    table.take(Straddles("1"))
    table.refuses(Straddles("1"), "67.91")
    table.deal()
    assert (table.state.turn, table.public_state["to_call"], table.public_state["least"]) == ("2", 400, 400)
    table.play("2:call", "3:call", "4:call")
    assert table.state.turn == "1" and "pass" in table.awaits.choices and "raise" in table.awaits.choices
    assert table.play("1:pass").state.least == 200  # a straddle is of the first round alone
    late = four(room_straddle="utg").begin().deal()
    assert late.public_state["straddles"] is None
    late.refuses(Straddles("1"), "67.91")


def test_67_91_where_nothing_is_posted_nobody_straddles() -> None:
    four().begin().refuses(Straddles("1"), "67.91")
    four(room_straddle="utg").refuses(Straddles("1"), "67.91")  # before the game nobody knows who might
    Table(seated(STAKES, STAKES, room_straddle="utg")).refuses(Straddles("1"), "67.91")
    poor = seated(STAKES, STAKES, STAKES, 300, room_straddle="utg")
    Table(poor).refuses(Straddles("4"), "67.95")


def test_67_91_at_a_fixed_limit_a_straddle_is_raised_by_the_bet() -> None:
    table = four(room_straddle="utg", room_limit="fixed_limit").begin()
    table.take(Straddles("1"))
    assert table.deal().public_state["least"] == table.public_state["most"] == 200


def test_67_102_who_straddled_showed_the_last_blind_bet() -> None:
    table = four(room_straddle="utg").begin()
    table.take(Straddles("1"))
    table.play("2:call", "3:call", "4:call", "1:pass")
    table.play(*[f"{seat}:pass" for _ in range(3) for seat in "3412"])
    assert table.awaits.hand == "1"  # A81


def test_67_91_a_straddle_by_mistake_comes_back_whole_until_the_first_card() -> None:
    table = four(room_straddle="utg").begin()
    before = table.state
    table.refuses(Remove("1", "straddle"), "67.91")  # there is none
    table.take(Straddles("1"))
    table.refuses(Remove("2", "straddle"), "67.91")
    assert "whole" in table.refuses(Remove("1", "straddle", 100), "67.91")
    table.refuses(Remove("1", "pot"), "67.95")
    table.take(Remove("1", "straddle"))
    assert table.state == before
    table.take(Straddles("1"))
    assert "void the game" in table.deal().refuses(Remove("1", "straddle"), "67.91")


def test_67_91_what_was_posted_before_a_straddle_stays_when_it_is_taken_back() -> None:
    table = out(four(room_straddle="utg"), "4").begin().over().begin().over()
    table.take(Back("4"))
    before = table.begin().state
    assert (table.public_state["straddles"], before.put["4"]) == ("4", 200)  # the blind that he missed
    table.take(Straddles("4"))
    assert table.state.put["4"] == 400
    table.take(Remove("4", "straddle"))
    assert table.state == before


def test_67_88_who_is_out_before_the_cards_does_not_straddle() -> None:
    table = four(room_straddle="utg").begin()
    table.take(Rule("kill", "1"))
    table.refuses(Straddles("1"), "67.88")


def test_67_91_nobody_waits_for_a_blind_that_he_does_not_owe() -> None:
    """The record would say that he waits, and he would play."""
    table = out(four(), "4")
    table.refuses(Back("4", wait=True), "67.91")
    table.take(Back("4"))
    assert "4" in table.begin().state.seats
    free = out(four(room_missedBlinds="none"), "4").begin().over()
    free.refuses(Back("4", wait=True), "67.91")


def test_67_109_who_must_leave_does_not_come_back() -> None:
    table = out(four().begin(), "1")
    table.take(Rule("expel", "1"))
    table.refuses(Back("1"), "67.109")


def test_rounds_of_before_took_all_of_it() -> None:
    begun = four(room_straddle="utg").begin().state
    before = begun._replace(options=replace(begun.options, revision=1))
    for story in (
        (Rule("kill", "1"), Straddles("1")),
        (Away("1"), Rule("expel", "1"), Back("1")),
        (Away("4"), Back("4", wait=True)),
        (Rule("kill", "1", 500), Rule("rules", "9", 500)),
    ):
        state = before
        for fact in story:
            state, _ = GAME.step(state, fact)


@pytest.mark.parametrize("what", ["fold", "kill", "show", "expel", "restore", "rules", "play"])
def test_67_98_of_rulings_a_bet_alone_has_an_amount(what: str) -> None:
    table = four().begin().deal()
    refusal = table.refuses(Rule(what, table.state.turn, 500), SECTIONS[what])
    assert "without it" in refusal


def test_67_93_a_ruling_is_about_somebody_who_sits_there() -> None:
    four().refuses(Rule("rules", "9"), "67.93")
