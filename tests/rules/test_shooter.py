"""Whose dice they are: 95.4, 95.8 to 95.11 and 95.21, as the games and the turn know it."""

from __future__ import annotations

import pytest

from rules import craps, sic_bo
from rules.capabilities import HasShooter
from rules.facts import Bet, Close, Remove, Roll
from rules.game import Options, RuleError
from rules.registry import GAMES, check_posted
from rules.shooter import Shooter

PLAYERS = ["1", "4", "12"]


def test_95_8_the_dice_are_offered_clockwise_from_the_left_of_the_boxperson() -> None:
    shooter, seats = Shooter(), []
    for _ in range(5):
        shooter = shooter.offered(PLAYERS)
        seats.append(shooter.seat)
        shooter = shooter.passed()
    assert seats == ["1", "4", "12", "1", "4"]


def test_95_8_who_declines_is_not_asked_again_until_somebody_throws() -> None:
    shooter = Shooter().offered(PLAYERS).let_pass()
    assert shooter.next(PLAYERS) == "4"
    shooter = shooter.offered(PLAYERS).let_pass().offered(PLAYERS).let_pass()
    assert (shooter.next(PLAYERS), shooter.declined) == ("", ("1", "4", "12"))
    with pytest.raises(RuleError, match="no wager tells who plays"):
        shooter.offered(PLAYERS)
    assert shooter.offered(PLAYERS, "7").passed().next(PLAYERS) == "12"


@pytest.mark.parametrize(("seat", "passed_over"), [("12", "4"), ("1", "4"), ("3", ""), ("4", ""), ("2", "")])
def test_95_8_nobody_who_plays_is_passed_over(seat: str, passed_over: str) -> None:
    shooter = Shooter(last="1")
    if not passed_over:
        assert shooter.offered(PLAYERS, seat).seat == seat
        return
    with pytest.raises(RuleError, match=rf"it is the turn of seat {passed_over} \(95\.8\)"):
        shooter.offered(PLAYERS, seat)


@pytest.mark.parametrize("seat", ["0", "01", "", "dealer", "-1"])
def test_95_7_a_shooter_stands_at_a_numbered_place(seat: str) -> None:
    with pytest.raises(RuleError):
        Shooter().offered((), seat)


def test_95_8_the_only_player_is_offered_the_dice_again() -> None:
    assert Shooter("3").passed().offered(["3"]).seat == "3"


def test_95_4_void_throws_are_counted_for_the_shooter_of_the_turn() -> None:
    shooter = Shooter("3").missed("off_table").missed("missed_far_side")
    assert shooter.no_rolls == ("off_table", "missed_far_side")
    assert shooter.passed().no_rolls == shooter.let_pass().no_rolls == ()
    assert Shooter().missed("off_table") == Shooter()  # nobody had them


def test_95_11_a_line_wager_is_asked_for_before_a_come_out_roll_alone() -> None:
    game = craps.GAME
    state, _ = game.step(game.start(Options()), Bet("1", "dont_pass", 500))
    assert game.line_wagers(state) == ("pass", "dont_pass")
    state, _ = game.step(state, Roll((4, 2)))
    assert (game.point(state), game.line_wagers(state)) == (6, ())
    state, _ = game.step(state, Remove("1", "dont_pass"))
    assert game.line_wagers(state) == ()  # who withdrew throws on for that point (A121)
    state, _ = game.step(state, Roll((3, 3)))
    assert game.line_wagers(state) == ("pass", "dont_pass")


@pytest.mark.parametrize("line", ["pass", "dont_pass"])
def test_95_14_the_dice_pass_on_a_seven_out_alone_whichever_line_the_shooter_holds(line: str) -> None:
    game = craps.GAME
    come_out, _ = game.step(game.start(Options()), Bet("1", line, 500))
    for dice in ((1, 1), (1, 2), (6, 6), (3, 4), (5, 6), (4, 2)):  # a craps is no seven-out (A118), nor is a natural
        after, _ = game.step(come_out, Roll(dice))
        assert game.dice_pass(come_out, after) is None
    point, _ = game.step(come_out, Roll((4, 2)))
    made, _ = game.step(point, Roll((5, 1)))
    assert game.dice_pass(point, made) is None
    out, _ = game.step(point, Roll((5, 2)))
    assert game.dice_pass(point, out) == "seven_out"  # A119


def test_95_21_players_roll_sic_bo_where_the_table_says_so_once_each() -> None:
    game, posted = sic_bo.GAME, Options(more={"sicbo.rolledBy": "players"})
    assert (game.players_throw(Options()), game.players_throw(posted)) == (False, True)
    before, _ = game.step(game.start(posted), Close())
    after, _ = game.step(before, Roll((1, 2, 3)))
    assert (game.line_wagers(before), game.point(before), game.dice_pass(before, after)) == ((), None, "turn_over")
    check_posted("sic_bo", Options(more={"sicbo.rolledBy": "dealer"}))
    with pytest.raises(RuleError, match=r"sicbo\.rolledBy"):
        check_posted("sic_bo", Options(more={"sicbo.rolledBy": "nobody"}))


def test_95_11_the_sheet_states_the_duty_and_who_sees_to_it_where_nobody_keys() -> None:
    keyed, unkeyed = (craps.GAME.sheet(Options(keyed=keyed)) for keyed in (True, False))
    assert any("must have a wager on Pass or Don't Pass" in said.en for said in keyed.course)
    assert [said.en for said in unkeyed.course if said not in keyed.course] == [
        "At this table wagers are not entered: before the dice go out, the dealer sees that the shooter's lies there."
    ]


def test_95_21_the_sheet_says_that_players_roll() -> None:
    by_dealer, by_players = (sic_bo.GAME.sheet(Options(more={"sicbo.rolledBy": who})) for who in ("dealer", "players"))
    assert any("The dealer shakes or rolls the dice" in said.en for said in by_dealer.course)
    assert any("the players roll the dice, each once" in said.en for said in by_players.course)
    assert {*by_players.readings} - {*by_dealer.readings} == {"A153", "A155", "A156"}


def test_every_game_of_dice_says_who_throws() -> None:
    assert {name for name, game in GAMES.items() if isinstance(game, HasShooter)} == {"craps", "sic_bo"}
