"""Craps, section by section: what a roll does to each wager, 95.1 to 95.17."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.contract import answer
from rules.craps import GAME, Round
from rules.craps_wagers import CAN_BE_OFF, NUMBERS, ON_LAYOUT, TERMS, layout
from rules.dice import NO_ROLL, Throw, dice_of
from rules.facts import Bet, Fact, Roll
from rules.game import Options, RuleError
from rules.lines import Line

ROLLS = tuple(product(range(1, 7), repeat=2))
POINTS = (None, *NUMBERS)
MARKS = {"W": "win", "L": "lose", "P": "push", ".": "stand"}


def by_total(wager: str, point: int | None, *, working: bool = False) -> str:
    """What becomes of a wager with a total of 2, 3 … 12, however the dice make it."""
    outcomes = ""
    for total in range(2, 13):
        marks = {
            mark
            for dice in ROLLS
            for mark, outcome in MARKS.items()
            if sum(dice) == total and layout(point, dice, working=working)[wager].outcome == outcome
        }
        assert len(marks) == 1, (wager, point, total)
        outcomes += marks.pop()
    return outcomes


def odds_of(wager: str, point: int | None, *, working: bool = False) -> dict[int, str]:
    """The odds of every total that wins."""
    lit = {sum(dice): layout(point, dice, working=working)[wager] for dice in ROLLS}
    return {total: light.odds for total, light in lit.items() if light.odds is not None}


def number_before_seven(number: int) -> str:
    return "".join("W" if total == number else "L" if total == 7 else "." for total in range(2, 13))


def seven_before_number(number: int) -> str:
    return number_before_seven(number).translate(str.maketrans("WL", "LW"))


def request(*events: Any, **more: Any) -> dict[str, Any]:
    return {"id": "t", "game": "craps", "events": list(events), **more}


def settled(*events: Any, **more: Any) -> dict[str, Any]:
    """The contract's answer, as it goes out."""
    response: dict[str, Any] = json.loads(answer(json.dumps(request(*events, **more)), {"craps": GAME}))
    return response


def code(*events: Any, **more: Any) -> str:
    refused: str = settled(*events, **more)["error"]["code"]
    return refused


def lay(wager: str, stake: Any = 600, seat: str = "1") -> dict[str, Any]:
    return {"bet": {"seat": seat, "wager": wager, "stake": stake}}


def take(wager: str, seat: str = "1") -> dict[str, Any]:
    return {"remove": {"seat": seat, "wager": wager}}


def turn(wager: str, on: Any = True, seat: str = "1") -> dict[str, Any]:
    return {"working": {"seat": seat, "wager": wager, "on": on}}


def roll(*dice: Any) -> dict[str, Any]:
    return {"roll": list(dice)}


POINT_6, SEVEN = roll(2, 4), roll(3, 4)


def paid(*events: Any, unit: int = 1) -> list[tuple[Any, ...]]:
    """What the lines say of the money."""
    lines = settled(*events, options={"unit": unit})["lines"]
    return [(line["wager"], line["outcome"], line["odds"], line["won"], line["returned"]) for line in lines]


# -- dice in general --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3), (0, 1), (1, 7), (True, 1), ("1", 2), (1.0, 2), None, "12", 12])
def test_95_1_dice_show_one_to_six(dice: object) -> None:
    with pytest.raises(RuleError) as refused:
        dice_of(dice, 2)
    assert refused.value.code == "bad_request"


def test_95_1_two_or_three_dice() -> None:
    assert [dice_of(list(dice), 2) for dice in ROLLS] == list(ROLLS)
    assert dice_of((6, 1, 6), 3) == (6, 1, 6)
    assert (Throw((6, 1, 6)).total, Throw((6, 1, 6)).faces, Throw((6, 1, 6)).alike) == (13, (1, 6, 6), False)
    assert Throw((5, 5)).alike


@pytest.mark.parametrize("ground", NO_ROLL)
def test_95_3_a_no_roll_decides_nothing_and_is_not_counted(ground: str) -> None:
    void = {"no_roll": ground}
    response = settled(lay("pass"), lay("field"), void, roll(1, 1), POINT_6, void, void, SEVEN)
    assert response == settled(lay("pass"), lay("field"), roll(1, 1), POINT_6, SEVEN)
    assert [line["roll"] for line in response["lines"]] == [0, 0]
    assert settled(lay("field"), void)["open"] == [{"seat": "1", "wager": "field", "stake": 600}]


@pytest.mark.parametrize("ground", ["", "no_roll", "Off_Table", None, 3, ["off_table"], {"off_table": 1}, True])
def test_95_3_no_other_ground_exists(ground: object) -> None:
    assert code({"no_roll": ground}) == "bad_request"


def test_95_3_a_no_roll_comes_in_both_languages() -> None:
    for key in {*NO_ROLL, "no_roll", "commission", "craps", "stand", *ON_LAYOUT}:
        assert TERMS[key].fr
        assert TERMS[key].en


# -- single chances ---------------------------------------------------------------------------------------------------


def test_95_14_pass_and_dont_pass() -> None:
    assert by_total("pass", None) == "LL...W...WL"
    assert by_total("dont_pass", None) == "WW...L...LP"
    for point in NUMBERS:
        assert by_total("pass", point) == number_before_seven(point)
        assert by_total("dont_pass", point) == seven_before_number(point)
        assert odds_of("pass", point) == {point: "1:1"}
        assert odds_of("dont_pass", point) == {7: "1:1"}
    assert set(odds_of("pass", None).values()) == set(odds_of("dont_pass", None).values()) == {"1:1"}


def test_95_14_come_and_dont_come_on_their_first_roll() -> None:
    for point in NUMBERS:
        assert by_total("come", point) == "LL...W...WL"
        assert by_total("dont_come", point) == "WW...L...LP"
        assert odds_of("come", point) == {7: "1:1", 11: "1:1"}
        assert odds_of("dont_come", point) == {2: "1:1", 3: "1:1"}


@pytest.mark.parametrize("number", NUMBERS)
def test_95_14_come_and_dont_come_on_a_number_play_on_every_roll(number: int) -> None:
    for point in POINTS:
        assert by_total(f"come_{number}", point) == number_before_seven(number)
        assert by_total(f"dont_come_{number}", point) == seven_before_number(number)
        assert odds_of(f"come_{number}", point) == {number: "1:1"}
        assert odds_of(f"dont_come_{number}", point) == {7: "1:1"}


def test_95_14_field() -> None:
    doubled, even = dict.fromkeys((2, 12), "2:1"), dict.fromkeys((3, 4, 9, 10, 11), "1:1")
    for point in POINTS:
        assert by_total("field", point) == "WWWLLLLWWWW"
        assert odds_of("field", point) == doubled | even


# -- multiple chances -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "odds"), [(4, "7:1"), (6, "9:1"), (8, "9:1"), (10, "7:1")])
def test_95_15_hard_ways_lose_to_a_seven_or_to_their_total_made_otherwise(number: int, odds: str) -> None:
    for point, dice in product(POINTS, ROLLS):
        expected: tuple[str, str | None] = ("stand", None)
        if sum(dice) == number:
            expected = ("win", odds) if dice[0] == dice[1] else ("lose", None)
        elif sum(dice) == 7:
            expected = ("lose", None)
        assert layout(point, dice, working=True)[f"hard_{number}"] == expected
        if point is None:
            assert layout(None, dice)[f"hard_{number}"] == ("stand", None)  # off on the first turn


@pytest.mark.parametrize(
    ("wager", "odds"),
    [
        ("any_7", {7: "4:1"}),
        ("eleven", {11: "15:1"}),
        ("any_craps", {2: "7:1", 3: "7:1", 12: "7:1"}),
        ("craps_2", {2: "30:1"}),
        ("craps_3", {3: "15:1"}),
        ("craps_12", {12: "30:1"}),
        ("horn", {2: "27:4", 3: "3:1", 11: "3:1", 12: "27:4"}),  # the whole wager, net
        ("world", {2: "26:5", 3: "11:5", 7: "0:1", 11: "11:5", 12: "26:5"}),
        ("three_way", {2: "28:3", 3: "13:3", 12: "28:3"}),
    ],
)
def test_95_15_wagers_of_one_roll(wager: str, odds: dict[int, str]) -> None:
    for point in POINTS:
        assert odds_of(wager, point) == odds
        assert by_total(wager, point) == "".join("W" if total in odds else "L" for total in range(2, 13))


def test_95_15_a_hop_is_the_two_faces_called() -> None:
    for point, dice, (low, high) in product(POINTS, ROLLS, ROLLS):
        if low <= high:
            called = sorted(dice) == [low, high]
            odds = ("30:1" if low == high else "15:1") if called else None
            assert layout(point, dice)[f"hop_{low}_{high}"] == ("win" if called else "lose", odds)


@pytest.mark.parametrize(
    ("wager", "stake", "dice", "won", "returned"),
    [
        ("horn", 400, (1, 1), 3000, 100), ("horn", 400, (6, 6), 3000, 100),
        ("horn", 400, (1, 2), 1500, 100), ("horn", 400, (5, 6), 1500, 100),
        ("world", 500, (1, 1), 3000, 100), ("world", 500, (1, 2), 1500, 100), ("world", 500, (3, 4), 400, 100),
        ("three_way", 300, (6, 6), 3000, 100), ("three_way", 300, (2, 1), 1500, 100),
        ("horn", 10, (1, 2), 38, 3),  # 37.5 and 2.5: uneven stakes are taken, and rounded for the player (A11)
        ("world", 1, (3, 4), 1, 1), ("three_way", 10, (1, 1), 100, 4),
    ],
)  # fmt: skip
def test_95_15_horn_world_and_three_way_are_split_in_equal_parts(
    wager: str, stake: int, dice: tuple[int, int], won: int, returned: int
) -> None:
    (line,) = settled(lay(wager, stake), roll(*dice))["lines"]
    assert (line["stake"], line["won"], line["returned"], line["section"]) == (stake, won, returned, "95.15")


# -- associate chances and place bets ---------------------------------------------------------------------------------

TRUE = {4: "2:1", 5: "3:2", 6: "6:5", 8: "6:5", 9: "3:2", 10: "2:1"}
AGAINST = {4: "1:2", 5: "2:3", 6: "5:6", 8: "5:6", 9: "2:3", 10: "1:2"}
RIGHT = {4: "9:5", 5: "7:5", 6: "7:6", 8: "7:6", 9: "7:5", 10: "9:5"}


@pytest.mark.parametrize("number", NUMBERS)
def test_95_16_odds_follow_the_wager_that_they_lie_behind(number: int) -> None:
    for wager, base in (("pass_odds", "pass"), ("dont_pass_odds", "dont_pass")):
        assert by_total(wager, number) == by_total(base, number)
    for point in POINTS:
        assert by_total(f"come_odds_{number}", point, working=True) == by_total(f"come_{number}", point)
        assert by_total(f"dont_come_odds_{number}", point) == by_total(f"dont_come_{number}", point)
        assert odds_of(f"come_odds_{number}", point, working=True) == {number: TRUE[number]}
        assert odds_of(f"dont_come_odds_{number}", point) == {7: AGAINST[number]}
    assert odds_of("pass_odds", number) == {number: TRUE[number]}
    assert odds_of("dont_pass_odds", number) == {7: AGAINST[number]}


@pytest.mark.parametrize("number", NUMBERS)
def test_95_16_come_odds_that_are_off_go_back_with_the_decided_come(number: int) -> None:
    assert by_total(f"come_odds_{number}", None) == number_before_seven(number).translate(str.maketrans("WL", "PP"))
    assert odds_of(f"come_odds_{number}", None) == {}


@pytest.mark.parametrize("number", NUMBERS)
def test_95_17_place_bets(number: int) -> None:
    for wager, odds in (("place", RIGHT), ("buy", TRUE)):
        assert by_total(f"{wager}_{number}", None) == "." * 11  # not active on a come-out roll
        assert by_total(f"{wager}_{number}", None, working=True) == number_before_seven(number)
        assert odds_of(f"{wager}_{number}", number) == {number: odds[number]}
    for point in NUMBERS:
        assert by_total(f"place_{number}", point) == by_total(f"buy_{number}", point) == number_before_seven(number)
    for any_point in POINTS:
        assert by_total(f"lay_{number}", any_point) == seven_before_number(number)
        assert odds_of(f"lay_{number}", any_point) == {7: AGAINST[number]}


def test_95_17_what_is_not_whole_is_rounded_for_the_player() -> None:
    assert paid(lay("place_8", 100), POINT_6, roll(4, 4)) == [("place_8", "win", "7:6", 117, 100)]
    assert paid(lay("place_8", 100), POINT_6, roll(4, 4), unit=100) == [("place_8", "win", "7:6", 200, 100)]
    assert paid(lay("lay_8", 25), SEVEN, unit=25)[1] == ("lay_8", "win", "5:6", 25, 25)


@pytest.mark.parametrize(
    ("wager", "stake", "unit", "commission"),
    [
        ("buy_4", 2000, 1, 100), ("buy_6", 19, 1, 0), ("buy_6", 39, 1, 1), ("buy_9", 5000, 100, 200),
        ("lay_4", 4000, 1, 100), ("lay_5", 3000, 1, 100), ("lay_6", 2400, 1, 100), ("lay_6", 500, 100, 0),
        ("lay_9", 59, 1, 1), ("lay_8", 10, 1, 0), ("buy_5", None, 1, None), ("lay_5", None, 100, None),
    ],
)  # fmt: skip
def test_95_17_the_commission_is_taken_with_the_bet(
    wager: str, stake: int | None, unit: int, commission: int | None
) -> None:
    response = settled(lay(wager, stake), options={"unit": unit})
    nothing = None if stake is None else 0
    assert response["lines"] == [
        {"seat": "1", "wager": "commission", "outcome": "lose", "odds": None, "stake": commission, "won": nothing,
         "returned": nothing, "section": "95.17", "roll": None}
    ]  # fmt: skip
    assert response["total"]["staked"] == commission


def test_95_17_more_on_a_buy_bet_owes_a_commission_on_what_is_added() -> None:
    response = settled(lay("buy_4", 1000), lay("buy_4", 30), lay("buy_4", None), lay("buy_4", 100), take("buy_4"))
    assert [line["stake"] for line in response["lines"]] == [50, 1, None, 5]  # and taking it back gives nothing back
    assert response["open"] == []


# -- the layout without seats -----------------------------------------------------------------------------------------


def test_95_13_the_layout_lights_every_wager_as_the_machine_settles_it() -> None:
    """Whatever may lie there at a point is laid; what each line moves is what the layout shows, and nothing else is."""
    for point, dice, working in product(POINTS, ROLLS, (False, True)):
        state = everything(point, working)
        lying = set(GAME.wagers(state)["1"])
        after, lines = GAME.step(state, Roll(dice))
        lights = GAME.layout(state, dice) if not working else layout(point, dice, working=True)
        lit = {w: (li.outcome, gain(li.odds)) for w, li in lights.items() if w in lying and li.outcome != "stand"}
        assert {line.wager: (line.outcome.value, moved(line)) for line in lines} == lit
        still = set(GAME.wagers(after).get("1", ()))
        assert lying - still - {"come", "dont_come"} <= set(lit)
        assert set(lights) == set(ON_LAYOUT)


def gain(odds: str | None) -> Fraction | None:
    return Fraction(*map(int, odds.split(":"))) if odds else None


def moved(line: Line) -> Fraction | None:
    """What a line that wins brings, for each cent of the whole stake."""
    if line.outcome.value != "win":
        return None
    assert line.won is not None and line.returned is not None and line.stake is not None
    return Fraction(line.won + line.returned - line.stake, line.stake)


def test_a_roll_of_before_lights_what_it_lit_then() -> None:
    """Recorded results say the odds of the part that is paid, and a round of that revision still does."""
    before = everything(None, working=False)._replace(options=Options(revision=0))
    assert [GAME.layout(before, dice)["horn"].odds for dice in ((6, 6), (1, 2))] == ["30:1", "15:1"]
    assert GAME.layout(everything(None, working=False), (6, 6))["horn"].odds == "27:4"


def everything(point: int | None, working: bool) -> Round:
    """Every wager that may lie on the layout at this point, of one player."""
    cannot = {"come", "dont_come", "pass_odds", "dont_pass_odds"} if point is None else set()
    stakes = {wager: 1800 for wager in ON_LAYOUT if wager not in cannot}  # of which every part and odds are whole
    return Round(Options(), {"1": stakes}, {"1": CAN_BE_OFF} if working else {}, point)


@pytest.mark.parametrize(("point", "dice"), [(7, (1, 2)), (2, (1, 2)), (6, (1, 7)), (6, (1, 2, 3)), (None, (0, 1))])
def test_95_13_there_is_no_other_layout(point: int | None, dice: tuple[int, ...]) -> None:
    with pytest.raises(RuleError) as refused:
        layout(point, dice)
    assert refused.value.code == "bad_request"


# -- what the house keeps ---------------------------------------------------------------------------------------------

STAKE = 1200  # every odds and every commission comes out whole


def expectation(wager: str, *before: Fact, base: str | None = None) -> Fraction:
    """What a player gets for each cent, exactly: the machine is walked through every roll until the wager is decided.

    `before` comes first; the line of `base`, which odds lie behind, does not count.
    """
    state = GAME.start(Options())
    for fact in before:
        state, _ = GAME.step(state, fact)
    state, charged = GAME.step(state, Bet("1", wager, STAKE))
    fee = sum(line.stake or 0 for line in charged)
    states, places = [state._replace(rolls=0)], {repr(state._replace(rolls=0)): 0}
    ways: list[dict[int, int]] = []  # of 36, to each next state
    gains: list[int] = []  # summed over the rolls that decide
    for place in range(1000):
        if place == len(states):
            break
        to: dict[int, int] = {}
        gain = 0
        for dice in ROLLS:
            after, lines = GAME.step(states[place], Roll(dice))
            if decided := [line for line in lines if line.wager != base]:
                gain += sum((line.won or 0) + (line.returned or 0) for line in decided) - STAKE
                continue
            after = after._replace(rolls=0, sevened_out=0)
            if repr(after) not in places:
                places[repr(after)] = len(states)
                states.append(after)
            to[places[repr(after)]] = to.get(places[repr(after)], 0) + 1
        ways.append(to)
        gains.append(gain)
    return (solved(ways, gains) - fee) / (STAKE + fee)


def solved(ways: list[dict[int, int]], gains: list[int]) -> Fraction:
    """The value of the first state, by elimination of the others."""
    rows = [{place: Fraction(ways, 36) for place, ways in to.items()} for to in ways]
    values = [Fraction(gain, 36) for gain in gains]
    for last in range(len(rows) - 1, -1, -1):
        stays = 1 - rows[last].pop(last, Fraction(0))
        rows[last] = {place: share / stays for place, share in rows[last].items()}
        values[last] /= stays
        for row in range(last):
            if share := rows[row].pop(last, None):
                values[row] += share * values[last]
                for place, more in rows[last].items():
                    rows[row][place] = rows[row].get(place, Fraction(0)) + share * more
    return values[0]


POINT_4 = Roll((2, 2))
EDGES = {
    "pass": Fraction(-7, 495), "dont_pass": Fraction(-3, 220), "field": Fraction(-1, 18),
    "hard_4": Fraction(-1, 9), "hard_6": Fraction(-1, 11), "hard_8": Fraction(-1, 11), "hard_10": Fraction(-1, 9),
    "any_7": Fraction(-1, 6), "eleven": Fraction(-1, 9), "any_craps": Fraction(-1, 9),
    "craps_2": Fraction(-5, 36), "craps_3": Fraction(-1, 9), "craps_12": Fraction(-5, 36),
    "horn": Fraction(-1, 8), "world": Fraction(-2, 15), "three_way": Fraction(-7, 54),
    "hop_1_2": Fraction(-1, 9), "hop_3_4": Fraction(-1, 9), "hop_2_2": Fraction(-5, 36),
    **{f"place_{number}": Fraction(-1, 15) for number in (4, 10)},
    **{f"place_{number}": Fraction(-1, 25) for number in (5, 9)},
    **{f"place_{number}": Fraction(-1, 66) for number in (6, 8)},
    **{f"buy_{number}": Fraction(-1, 21) for number in NUMBERS},
    **{f"lay_{number}": Fraction(-1, 41) for number in (4, 10)},
    **{f"lay_{number}": Fraction(-1, 31) for number in (5, 9)},
    **{f"lay_{number}": Fraction(-1, 25) for number in (6, 8)},
}  # fmt: skip


def test_95_14_to_95_17_what_the_house_keeps() -> None:
    assert {wager: expectation(wager) for wager in EDGES} == EDGES


def test_95_14_come_is_worth_what_pass_is() -> None:
    assert expectation("come", POINT_4) == EDGES["pass"]
    assert expectation("dont_come", POINT_4) == EDGES["dont_pass"]


@pytest.mark.parametrize("flat", ["pass", "dont_pass", "come", "dont_come"])
def test_95_16_odds_cost_nothing(flat: str) -> None:
    for number in NUMBERS:
        on_number = Bet("1", flat, 1), Roll((number // 2, number - number // 2))
        if "pass" in flat:
            assert expectation(f"{flat}_odds", *on_number, base=flat) == 0
        else:
            assert expectation(f"{flat}_odds_{number}", POINT_4, *on_number, base=f"{flat}_{number}") == 0
