"""Sic Bo, section by section: 95.18 to 95.24."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import NO_ROLL
from rules.facts import AwaitDice, AwaitWagers, Close, Fact, Finished, NoRoll, Roll, Wagers
from rules.game import Options
from rules.lines import Line, Stake
from rules.sic_bo import GAME, GROUPS, LAYOUT, Dice, layout
from rules.terms import COMMON
from tests.rules.harness import (
    CODES,
    LOSE,
    WIN,
    Harness,
    every_fact,
    followed,
    junk_in,
    moved,
    moves,
    no_amounts,
    same_lines,
)

HARNESS = Harness(GAME)
walk, refusal, code = HARNESS.walk, HARNESS.refusal, HARNESS.code
ROLLS: list[Dice] = list(product(range(1, 7), repeat=3))
Table = dict[str, dict[str, Stake]]


def request(seats: Any, dice: Any = (1, 2, 4), **more: Any) -> dict[str, Any]:
    laid = {seat: {"wagers": wagers} for seat, wagers in seats.items()} if isinstance(seats, dict) else seats
    return {"id": "x", "game": "sic_bo", "dice": list(dice) if isinstance(dice, tuple) else dice, "seats": laid, **more}


def settled(seats: Table, dice: Dice, **more: Any) -> list[Line]:
    return GAME.settle(request(seats, dice, **more)).lines


def winning(*dice: int) -> dict[str, str | None]:
    return {wager: odds for wager, (outcome, odds) in layout(dice).items() if outcome is WIN}


# -- dice, players, wagers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dice",
    [[], [1, 2], [1, 2, 3, 4], [0, 1, 2], [1, 2, 7], [1, 2, True], [1, 2, 3.0], ["1", 2, 3], [1, 2, None], [[1], 2, 3]],
)
def test_95_18_three_dice_from_one_to_six(dice: list[Any]) -> None:
    assert code(request({"1": {"small": 5}}, dice)) == "bad_request"
    closed, _ = walk([Wagers("1", {"small": 5}), Close()])
    assert refusal(closed, Roll(tuple(dice))) == "bad_request"


@pytest.mark.parametrize("dice", [None, 3, "123", {"1": 2, "3": 4, "5": 6}])
def test_95_18_dice_that_are_no_list_are_refused(dice: object) -> None:
    assert code(request({"1": {"small": 5}}, dice)) == "bad_request"
    assert code({"id": "x", "game": "sic_bo", "seats": {"1": {"wagers": {"small": 5}}}}) == "bad_request"


def test_95_19_the_number_of_players_is_not_limited() -> None:
    story = [Wagers(str(seat), {"small": 5}) for seat in range(60, 0, -1)]
    state, lines = walk([*story, Close(), Roll((1, 2, 4))], Options(seats=7))
    assert list(GAME.wagers(state)) == [str(seat) for seat in range(1, 61)]
    assert [line.seat for line in lines] == [str(seat) for seat in range(1, 61)]
    assert len(settled({str(seat): {"small": 5} for seat in range(1, 61)}, (1, 2, 4))) == 60


@pytest.mark.parametrize("seat", ["0", "01", "-1", "+1", "1.0", "a", "", " 1", "²", "١", "dealer"])
def test_95_19_a_seat_is_a_number(seat: str) -> None:
    assert refusal(GAME.start(Options()), Wagers(seat, {"small": 5})) == "bad_request"
    assert code(request({seat: {"small": 5}})) == "bad_request"


def test_95_19_however_long_a_seats_number_is_its_place_is_kept() -> None:
    state, _ = walk([Wagers("9" * 5000, {"small": 5}), Wagers("1" + "0" * 5000, {"small": 5}), Wagers("2", {"big": 5})])
    assert [len(seat) for seat in GAME.wagers(state)] == [1, 5000, 5001]


@pytest.mark.parametrize("ground", list(NO_ROLL))
def test_95_20_95_21_whoever_shakes_or_rolls_a_void_throw_leaves_everything_as_it_is(ground: str) -> None:
    closed, _ = walk([Wagers("1", {"small": 5, "single_4": None}), Close()])
    after, lines = GAME.step(closed, NoRoll(ground))
    assert (after, lines) == (closed, ())
    assert GAME.expects(after) == AwaitDice(3, open=False)
    assert len(GAME.step(after, Roll((1, 2, 4)))[1]) == 2


def test_95_21_a_void_throw_has_one_of_the_grounds_of_95_3() -> None:
    closed, _ = walk([Wagers("1", {"small": 5}), Close()])
    assert refusal(closed, NoRoll("too_slow")) == "bad_request"


@pytest.mark.parametrize(
    "wager",
    ["total_3", "total_18", "total_04", "duo_2_1", "duo_1_1", "duo_1_7", "single_0", "single_7", "three_of_a_kind",
     "any_two_of_a_kind", "two_of_a_kind_7", "Small", "", "sic_bo"],
)  # fmt: skip
def test_95_22_no_other_wager_exists(wager: str) -> None:
    assert refusal(GAME.start(Options()), Wagers("1", {"small": 5, wager: 5})) == "unknown_wager"
    assert code(request({"1": {"small": 5, wager: 5}})) == "unknown_wager"


def test_95_22_the_layout_has_fifty_wagers_each_with_its_names() -> None:
    assert len(LAYOUT) == 6 + 6 + 1 + 14 + 15 + 2 + 6
    assert all(term.fr and term.en for term in GAME.terms.values())
    assert {"sic_bo", *LAYOUT, *GROUPS} == set(GAME.terms)
    assert not set(GAME.terms) & set(COMMON)


def test_95_22_a_seat_lays_something() -> None:
    assert refusal(GAME.start(Options()), Wagers("1")) == "missing_wager"
    assert code(request({"1": {}})) == "missing_wager"
    assert code(request({})) == code(request(None)) == code(request([])) == "bad_request"


@pytest.mark.parametrize("stake", [-5, 0, 499, 450, 510, 10_001])
def test_95_5_a_stake_outside_the_posted_limits_is_refused(stake: int) -> None:
    posted = GAME.start(Options(minimum=500, maximum=10_000, unit=100))
    assert refusal(posted, Wagers("1", {"small": stake})) == "invalid_stake"
    assert refusal(posted, Wagers("1", {"small": 500, "duo_1_2": stake})) == "invalid_stake"


@pytest.mark.parametrize("stake", [-5, 0, 10, 24, 30])
def test_95_22_a_stake_is_a_positive_multiple_of_the_unit(stake: int) -> None:
    assert code(request({"1": {"small": stake}}, options={"unit": 25})) == "invalid_stake"


@pytest.mark.parametrize("stake", [1.0, "5", True, [], {}])
def test_95_22_a_stake_is_a_whole_number_or_unknown(stake: object) -> None:
    assert code(request({"1": {"small": stake}})) == "bad_request"


# -- the round --------------------------------------------------------------------------------------------------------

ROUND: tuple[tuple[Fact, object], ...] = (  # each fact, and what is awaited before it
    (Wagers("2", {"small": 500, "single_4": None}), AwaitWagers(may_close=True)),
    (Wagers("1", {"big": 500}), AwaitWagers(may_close=True)),
    (Wagers("2", {"duo_1_4": 100}), AwaitWagers(may_close=True)),
    (Close(), AwaitWagers(may_close=True)),
    (NoRoll("off_table"), AwaitDice(3, open=False)),
    (Roll((4, 1, 2)), AwaitDice(3, open=False)),
)


def test_95_23_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    HARNESS.only_what_is_awaited(ROUND, every_fact("12", {"small": 500}, "small"))


def test_95_23_wagers_are_added_until_no_more_bets() -> None:
    state, lines = walk(fact for fact, _ in ROUND)
    assert GAME.wagers(state) == {"1": {"big": 500}, "2": {"small": 500, "single_4": None, "duo_1_4": 100}}
    assert [(line.seat, line.wager, line.outcome, line.won, line.returned) for line in lines] == [
        ("1", "big", LOSE, 0, 0),
        ("2", "small", WIN, 500, 500),
        ("2", "single_4", WIN, None, None),
        ("2", "duo_1_4", WIN, 500, 100),
    ]


def test_95_23_dice_may_roll_though_nobody_keyed_a_wager() -> None:
    state, lines = walk([Close(), Roll((1, 2, 4))])
    assert (GAME.expects(state), lines) == (Finished(), [])


def test_95_18_there_are_no_cards() -> None:
    state, _ = walk(fact for fact, _ in ROUND)
    assert GAME.decks == ()
    assert GAME.hands(state) == {}
    assert GAME.combination(()) is None


# -- settlement -------------------------------------------------------------------------------------------------------


def test_95_24_every_wager_of_a_roll_with_three_different_numbers() -> None:
    assert winning(4, 1, 2) == {
        "small": "1:1", "total_7": "12:1", "single_1": "1:1", "single_2": "1:1", "single_4": "1:1",
        "duo_1_2": "5:1", "duo_1_4": "5:1", "duo_2_4": "5:1",
    }  # fmt: skip


def test_95_24_every_wager_of_a_roll_with_a_pair() -> None:
    assert winning(6, 4, 6) == {
        "big": "1:1", "total_16": "30:1", "two_of_a_kind_6": "8:1", "single_6": "2:1", "single_4": "1:1",
        "duo_4_6": "5:1",
    }  # fmt: skip


def test_95_24_every_wager_of_a_roll_with_three_alike() -> None:
    assert winning(3, 3, 3) == {
        "three_of_a_kind_3": "150:1", "any_three_of_a_kind": "24:1", "two_of_a_kind_3": "8:1", "total_9": "6:1",
        "single_3": "3:1",
    }  # fmt: skip
    assert set(winning(1, 1, 1)) == {"three_of_a_kind_1", "any_three_of_a_kind", "two_of_a_kind_1", "single_1"}
    assert "total_18" not in winning(6, 6, 6)


@pytest.mark.parametrize(
    ("total", "odds"),
    [(4, 50), (5, 30), (6, 18), (7, 12), (8, 8), (9, 6), (10, 6), (11, 6), (12, 6), (13, 8), (14, 12), (15, 18),
     (16, 30), (17, 50)],
)  # fmt: skip
def test_95_24_totals(total: int, odds: int) -> None:
    for dice in ROLLS:
        expected = (WIN, f"{odds}:1") if sum(dice) == total else (LOSE, None)
        assert layout(dice)[f"total_{total}"] == expected


def test_95_22_small_and_big_lose_on_three_alike() -> None:
    for dice in ROLLS:
        alike = len(set(dice)) == 1
        assert ("small" in winning(*dice)) is (4 <= sum(dice) <= 10 and not alike)
        assert ("big" in winning(*dice)) is (11 <= sum(dice) <= 17 and not alike)


def test_95_22_the_order_of_the_dice_does_not_count() -> None:
    for dice in [(1, 2, 4), (6, 4, 6), (5, 5, 5)]:
        assert all(winning(*others) == winning(*dice) for others in permutations(dice))


def test_95_22_lines_cite_the_section_that_decided_and_the_readings() -> None:
    wagers: dict[str, Stake] = dict.fromkeys(("two_of_a_kind_2", "total_6", "single_2", "small"), 25)
    lines = {line.wager: line for line in settled({"1": wagers}, (2, 2, 2))}
    assert {wager: (line.section, line.readings) for wager, line in lines.items()} == {
        "two_of_a_kind_2": ("95.24", ("A145",)),
        "total_6": ("95.24", ("A146",)),
        "single_2": ("95.24", ("A147",)),
        "small": ("95.22", ()),
    }
    (duo,) = settled({"1": {"duo_1_2": 25}}, (1, 2, 1))
    assert duo.readings == ("A148",)


@pytest.mark.parametrize(
    ("wager", "edge"),
    [
        ("three_of_a_kind_3", "-30.09"), ("two_of_a_kind_3", "-33.33"), ("any_three_of_a_kind", "-30.56"),
        ("total_4", "-29.17"), ("total_17", "-29.17"), ("total_5", "-13.89"), ("total_16", "-13.89"),
        ("total_6", "-12.04"), ("total_15", "-12.04"), ("total_7", "-9.72"), ("total_14", "-9.72"),
        ("total_8", "-12.50"), ("total_13", "-12.50"), ("total_9", "-18.98"), ("total_12", "-18.98"),
        ("total_10", "-12.50"), ("total_11", "-12.50"), ("duo_2_5", "-16.67"), ("small", "-2.78"), ("big", "-2.78"),
        ("single_6", "-7.87"),
    ],
)  # fmt: skip
def test_95_24_what_each_wager_costs_over_all_rolls(wager: str, edge: str) -> None:
    lines = [line for dice in ROLLS for line in settled({"1": {wager: 1}}, dice)]
    gained = sum((line.won or 0) + (line.returned or 0) - 1 for line in lines)
    assert f"{float(Fraction(100 * gained, len(ROLLS))):.2f}" == edge


# -- whatever the table -----------------------------------------------------------------------------------------------

STAKES = st.one_of(st.none(), st.integers(1, 10**12))
TABLES = st.dictionaries(
    st.integers(1, 99).map(str), st.dictionaries(st.sampled_from(list(LAYOUT)), STAKES, min_size=1), min_size=1
)


@settings(deadline=None)
@given(TABLES, st.sampled_from(ROLLS))
def test_95_23_the_table_and_the_contract_say_the_same(table: Table, dice: Dice) -> None:
    _, lines = walk([*(Wagers(seat, stakes) for seat, stakes in table.items()), Close(), Roll(dice)])
    assert lines == settled(table, dice)


@settings(deadline=None)
@given(TABLES, st.sampled_from(ROLLS), st.integers(1, 500))
def test_95_24_money_is_never_negative_and_every_wager_has_its_line(table: Table, dice: Dice, unit: int) -> None:
    scaled = {s: {w: None if x is None else x * unit for w, x in laid.items()} for s, laid in table.items()}
    lines = settled(scaled, dice, options={"unit": unit})
    assert [(line.seat, line.wager, line.stake) for line in lines] == [
        (seat, wager, stake) for seat in sorted(scaled, key=int) for wager, stake in scaled[seat].items()
    ]
    for line in lines:
        if line.stake is None:
            assert line.won is line.returned is None
        else:
            assert line.won is not None
            assert line.won >= 0
            assert line.returned == (line.stake if line.outcome is WIN else 0)
            assert line.won % unit == 0


@settings(deadline=None)
@given(TABLES, st.sampled_from(ROLLS))
def test_95_24_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table, dice: Dice) -> None:
    unknown: Table = {seat: dict.fromkeys(laid) for seat, laid in table.items()}
    assert settled(unknown, dice) == no_amounts(settled(table, dice))


@settings(deadline=None)
@given(TABLES, st.sampled_from(ROLLS))
def test_95_22_the_layout_tells_what_the_lines_tell(table: Table, dice: Dice) -> None:
    lit = layout(dice)
    assert all(lit[line.wager] == (line.outcome, line.odds) for line in settled(table, dice))


@settings(deadline=None)
@given(TABLES, st.sampled_from(ROLLS), moves(99))
def test_95_22_permuting_the_seats_permutes_the_results(table: Table, dice: Dice, places: dict[str, str]) -> None:
    same_lines(settled(moved(table, places), dice), followed(settled(table, dice), places))


@settings(deadline=None, max_examples=300)
@given(junk_in(request({"1": {"small": 500}})))
def test_95_22_junk_in_place_of_any_field_gets_a_code_and_never_a_crash(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked, CODES - {"impossible_cards", "wrong_card_count"})
