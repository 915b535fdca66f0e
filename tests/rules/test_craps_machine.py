"""Craps, section by section: the layout over many rolls, 95.5 to 95.17."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import Card
from rules.craps import GAME, Round, Stakes
from rules.craps_wagers import CAN_BE_OFF, FLAT, MOVED, NUMBERS, WAGERS
from rules.dice import NO_ROLL
from rules.facts import (
    AwaitDice,
    Bet,
    Close,
    Deal,
    Decide,
    Direct,
    Fact,
    Finish,
    NoRoll,
    Remove,
    Roll,
    Turn,
    Wagers,
    Working,
)
from rules.game import Options, RuleError
from rules.lines import Line, Stake
from tests.rules.test_craps import POINT_6, SEVEN, code, lay, paid, request, roll, settled, take, turn


def lying(*events: Any) -> dict[str, Stake]:
    """What is open of seat 1."""
    return {item["wager"]: item["stake"] for item in settled(*events)["open"] if item["seat"] == "1"}


def refusal(state: Round, fact: Fact) -> str:
    """The code of the refusal; and nothing happened."""
    before = repr(state)
    with pytest.raises(RuleError) as refused:
        GAME.step(state, fact)
    assert repr(state) == before
    return refused.value.code


def walk(story: Iterable[Fact], options: Options = Options()) -> tuple[Round, list[Line]]:  # noqa: B008 - it is frozen
    state = GAME.start(options)
    lines: list[Line] = []
    for fact in story:
        state, decided = GAME.step(state, fact)
        lines += decided
    return state, lines


# -- players and limits -----------------------------------------------------------------------------------------------


def test_95_5_the_posted_limits_hold_for_all_that_lies_there() -> None:
    posted = Options(minimum=500, maximum=1000, unit=100)
    state, _ = walk([Bet("1", "field", 500), Bet("1", "field", 500), Bet("1", "pass", None)], posted)
    assert GAME.wagers(state) == {"1": {"field": 1000, "pass": None}}
    for stake in (100, 400, 1100, 550, 0, -500):
        assert refusal(GAME.start(posted), Bet("1", "place_6", stake)) == "invalid_stake"
    assert refusal(state, Bet("1", "field", 100)) == "invalid_stake"
    assert refusal(state, Bet("1", "field", -100)) == "invalid_stake"
    assert GAME.step(state, Bet("1", "pass", 10_000))[0].laid["1"]["pass"] is None  # nobody knows how much it is


def test_95_6_two_dice_are_always_awaited_and_wagers_are_open() -> None:
    story: list[Fact] = [Bet("1", "pass", 500), Roll((3, 3)), NoRoll("cheating"), Roll((3, 4))]
    for so_far in range(5):
        state, _ = walk(story[:so_far])
        assert GAME.expects(state) == AwaitDice(count=2, open=True)
        assert GAME.hands(state) == {}
    assert GAME.combination((Card.parse("As"),)) is None


def test_95_7_players_are_not_limited() -> None:
    state, lines = walk([*(Bet(seat, "field", 100) for seat in ("100", "9", "10", "9" * 5000)), Roll((1, 1))])
    assert [line.seat for line in lines] == ["9", "10", "100", "9" * 5000]
    assert GAME.wagers(state) == {}
    for seat in ("0", "01", "", "x", "dealer", "١"):
        for fact in (Bet(seat, "field", 100), Remove(seat, "field"), Working(seat, "hard_4", True)):
            assert refusal(state, fact) == "bad_request"


def test_95_11_whose_dice_they_are_and_what_he_laid_is_the_tables_to_know() -> None:
    assert settled(lay("field", 1, "3"), POINT_6, SEVEN)["shooter"] == {"point": None, "sevened_out": 1}


def test_95_12_any_player_may_lay_what_he_wishes_and_both_sides_at_once() -> None:
    free = sorted(WAGERS - FLAT.keys() - {"come", "dont_come"})
    state, _ = walk(Bet(seat, wager, 100) for seat in "31" for wager in free)
    assert GAME.wagers(state) == {"1": dict.fromkeys(free, 100), "3": dict.fromkeys(free, 100)}


def test_95_12_a_player_lays_several_wagers_at_once_in_the_order_given() -> None:
    state, lines = walk([Wagers("1", {"pass": 500, "buy_4": 2000, "lay_4": 4000}), Roll((3, 3))])
    assert [(line.wager, line.stake) for line in lines] == [("commission", 100), ("commission", 100)]
    state, _ = GAME.step(state, Wagers("1", {"pass_odds": 300, "come": None, "pass": 100}))
    assert [*state.laid["1"].items()] == [
        ("pass", 600), ("buy_4", 2000), ("lay_4", 4000), ("pass_odds", 300), ("come", None),
    ]  # fmt: skip


def test_95_12_wagers_laid_at_once_are_laid_all_or_none() -> None:
    posted = Options(minimum=500, maximum=1000, unit=100)
    empty, state = GAME.start(posted), walk([Bet("1", "pass", 500), Roll((3, 3))], posted)[0]
    for stake in (400, 1100, 550, 0, -500):
        assert refusal(empty, Wagers("1", {"field": 500, "place_6": stake})) == "invalid_stake"
    assert refusal(state, Wagers("1", {"field": 500, "pass": 600})) == "invalid_stake"
    assert refusal(state, Wagers("1", {"field": 500, "dont_pass": 500})) == "illegal_action"
    assert refusal(state, Wagers("2", {"field": 500, "pass_odds": 500})) == "illegal_action"
    assert refusal(empty, Wagers("1", {"pass_odds": 500, "pass": 500})) == "illegal_action"
    assert refusal(state, Wagers("1", {"field": 500, "come_6": 500})) == "unknown_wager"
    junk: Any = {"field": 500, "come": True}
    assert refusal(state, Wagers("1", junk)) == "bad_request"
    assert refusal(state, Wagers("01", {"field": 500})) == refusal(state, Wagers("01")) == "bad_request"
    for seat in "12":
        assert refusal(state, Wagers(seat)) == "missing_wager"  # no wager is mandatory, so nothing is meant


def test_95_14_what_is_laid_is_settled_clockwise_whoever_laid_first() -> None:
    seats = ("10", "2", "11", "1", "3")
    state, _ = walk(Wagers(seat, {"field": 100, "any_7": 100}) for seat in seats)
    assert [*GAME.wagers(state)] == ["1", "2", "3", "10", "11"]
    _, lines = GAME.step(state, Roll((3, 4)))
    assert [line.seat for line in lines[::2]] == [line.seat for line in lines[1::2]] == ["1", "2", "3", "10", "11"]


NEVER: tuple[Fact, ...] = (
    Close(), Deal(Card.parse("As")), Direct("1"), Decide("1", "pass"), Turn("1"), Finish(),
)  # fmt: skip
ILLEGAL: tuple[tuple[tuple[Fact, ...], tuple[Fact, ...]], ...] = (
    (
        (),  # an empty layout before a come-out roll
        (
            *(Bet("1", wager, 100) for wager in ("come", "dont_come", *FLAT)),
            *(Remove("1", wager) for wager in (*WAGERS, *MOVED)),
            *(Working("1", wager, True) for wager in (*WAGERS, *MOVED)),
        ),
    ),
    (
        (Bet("1", "pass", 100), Bet("1", "dont_pass", 100), Bet("1", "lay_4", 100)),
        (
            Bet("1", "dont_pass", 100), Bet("1", "pass_odds", 100), Bet("1", "dont_pass_odds", 100),
            Remove("2", "pass"),
            *(Working("1", wager, on) for wager in ("pass", "dont_pass", "lay_4") for on in (True, False)),
        ),
    ),
    (
        (Bet("1", "pass", 100), Bet("2", "dont_pass", 100), Roll((3, 3))),  # the point is 6
        (
            Bet("2", "pass", 100), Bet("1", "dont_pass", 100), Bet("2", "dont_pass", 100), Bet("2", "pass_odds", 100),
            Bet("1", "dont_pass_odds", 100), Bet("1", "come_odds_6", 100), Remove("1", "pass"),
            Remove("1", "dont_pass"),
        ),
    ),
    (
        (Roll((2, 2)), Bet("1", "come", 100), Bet("2", "dont_come", 100), Roll((3, 3)), Bet("2", "dont_come", 100)),
        (
            Bet("2", "dont_come", 100), Bet("1", "come_odds_4", 100), Bet("2", "come_odds_6", 100),
            Bet("1", "dont_come_odds_6", 100), Remove("1", "come_6"), Remove("1", "come"), Remove("2", "come_6"),
            Remove("1", "dont_come_6"), Working("1", "come_6", True), Working("2", "dont_come_6", True),
            Working("1", "come_odds_6", True), Bet("1", "pass", 100), Bet("1", "dont_pass", 100),
        ),
    ),
)  # fmt: skip


@pytest.mark.parametrize(("story", "forbidden"), ILLEGAL)
def test_95_14_to_95_17_what_is_not_allowed_is_refused_and_changes_nothing(
    story: tuple[Fact, ...], forbidden: tuple[Fact, ...]
) -> None:
    state, _ = walk(story)
    for fact in (*forbidden, *NEVER):
        assert refusal(state, fact) == "illegal_action", fact
    for wager in (*MOVED, "commission", "place_7"):
        assert refusal(state, Bet("1", wager, 100)) == "unknown_wager"
    for dice in ((), (1,), (1, 2, 3), (0, 1), (1, 7)):
        assert refusal(state, Roll(dice)) == "bad_request"
    assert refusal(state, NoRoll("too slow")) == "bad_request"


# -- what may be laid, increased and taken back -----------------------------------------------------------------------


def test_95_14_pass_may_be_increased_and_is_not_withdrawn_once_there_is_a_point() -> None:
    assert lying(lay("pass"), take("pass"), lay("pass", 50)) == {"pass": 50}
    assert paid(lay("pass", 2), POINT_6, lay("pass", 10), lay("pass", 7), roll(1, 5)) == [
        ("pass", "win", "1:1", 19, 19)
    ]
    assert code(lay("pass"), POINT_6, take("pass")) == "illegal_action"


def test_95_14_dont_pass_is_withdrawn_at_any_time_and_never_increased() -> None:
    assert lying(lay("dont_pass"), take("dont_pass"), lay("dont_pass", 50)) == {"dont_pass": 50}
    assert lying(lay("dont_pass"), POINT_6, lay("dont_pass_odds"), lay("field"), take("dont_pass")) == {"field": 600}
    assert code(lay("dont_pass"), lay("dont_pass")) == "illegal_action"


def test_95_14_come_moves_and_is_then_played_to_its_end() -> None:
    on_4 = (lay("pass", 1), roll(2, 2), lay("come", 100), lay("come", 50))
    assert lying(*on_4) == {"pass": 1, "come": 150}
    assert lying(*on_4, take("come")) == {"pass": 1}
    assert lying(*on_4, roll(4, 4)) == {"pass": 1, "come_8": 150}
    assert code(*on_4, roll(4, 4), lay("come_8")) == "unknown_wager"
    assert code(*on_4, roll(4, 4), take("come_8")) == "illegal_action"
    assert paid(*on_4, roll(4, 4), roll(2, 2), roll(6, 2)) == [  # the second eight is a come-out roll
        ("pass", "win", "1:1", 1, 1), ("come_8", "win", "1:1", 150, 150),
    ]  # fmt: skip


def test_95_14_the_old_come_wins_and_the_new_one_takes_its_place() -> None:
    story = (POINT_6, lay("come", 100), roll(4, 4), lay("come_odds_8", 10), lay("come", 30), roll(5, 3))
    assert paid(*story) == [("come_8", "win", "1:1", 100, 100), ("come_odds_8", "win", "6:5", 12, 10)]
    assert lying(*story) == {"come_8": 30}
    wrong = (POINT_6, lay("dont_come", 100), roll(4, 4), lay("dont_come_odds_8", 12), lay("dont_come", 30), roll(5, 3))
    assert paid(*wrong) == [("dont_come_8", "lose", None, 0, 0), ("dont_come_odds_8", "lose", None, 0, 0)]
    assert lying(*wrong) == {"dont_come_8": 30}
    later = (POINT_6, lay("come", 30), roll(4, 4), lay("come", 40), lay("dont_come", 5), roll(4, 4))  # laid after it
    assert paid(*later) == [("come_8", "win", "1:1", 30, 30)]
    assert lying(*later) == {"come_8": 40, "dont_come_8": 5}


def test_95_14_dont_come_is_withdrawn_with_its_odds() -> None:
    moved = (POINT_6, lay("dont_come"), roll(4, 4), lay("dont_come_odds_8", 12), lay("dont_come_odds_8", 12))
    assert lying(*moved) == {"dont_come_8": 600, "dont_come_odds_8": 24}
    assert lying(*moved, take("dont_come_odds_8")) == {"dont_come_8": 600}
    assert lying(*moved, take("dont_come_8")) == {}
    assert paid(*moved, SEVEN) == [("dont_come_8", "win", "1:1", 600, 600), ("dont_come_odds_8", "win", "5:6", 20, 24)]


def test_95_14_a_twelve_gives_the_wrong_side_back() -> None:
    assert paid(lay("dont_pass", 50), roll(6, 6)) == [("dont_pass", "push", None, 0, 50)]
    assert paid(POINT_6, lay("dont_come", 50), roll(6, 6)) == [("dont_come", "push", None, 0, 50)]
    assert lying(lay("dont_pass", 50), POINT_6, lay("dont_come"), roll(6, 6)) == {"dont_pass": 50}


def test_95_15_and_95_17_everything_else_may_be_taken_back_before_the_next_roll() -> None:
    for wager in sorted(WAGERS - {"pass", "come"} - FLAT.keys()):
        before = (POINT_6,) if wager == "dont_come" else ()
        assert lying(*before, lay(wager), lay(wager, 60, "2"), take(wager)) == {}
        assert code(*before, lay(wager), take(wager), take(wager)) == "illegal_action"


def test_a_decided_wager_leaves_the_layout() -> None:
    story = (POINT_6, lay("place_5"), lay("buy_9"), lay("hard_8"), lay("lay_10"), roll(4, 1), roll(3, 6), roll(4, 4))
    assert [line[:2] for line in paid(*story)] == [
        ("commission", "lose"), ("commission", "lose"), ("place_5", "win"), ("buy_9", "win"), ("hard_8", "win"),
    ]  # fmt: skip
    assert lying(*story) == {"lay_10": 600}


# -- on and off -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", sorted(CAN_BE_OFF - FLAT.keys()))
def test_95_15_and_95_17_off_on_a_come_out_roll_unless_called_on(wager: str) -> None:
    assert lying(lay(wager), SEVEN) == {wager: 600}
    assert lying(lay(wager), turn(wager), turn(wager, False), SEVEN) == {wager: 600}
    assert lying(lay(wager), turn(wager), SEVEN) == {}
    assert lying(lay(wager), turn(wager), lay(wager), SEVEN) == {}  # more on it, and still on
    assert lying(POINT_6, lay(wager), turn(wager, False), SEVEN) == {}  # never off while there is a point
    again = (lay(wager), turn(wager), SEVEN, lay(wager))
    assert lying(*again, SEVEN) == {wager: 600}  # it left, and the call with it
    assert lying(lay(wager), turn(wager), take(wager), lay(wager), SEVEN) == {wager: 600}
    others = (lay(wager, 60, "2"), turn(wager, True, "2"))
    assert lying(lay(wager), *others, SEVEN) == {wager: 600}  # a call is the player's own


def test_95_16_come_odds_on_a_come_out_roll() -> None:
    moved = (lay("pass", 1), POINT_6, lay("come", 100), roll(4, 4), lay("come_odds_8", 50), roll(3, 3))
    flat = ("pass", "win", "1:1", 1, 1)
    assert paid(*moved, SEVEN)[1:] == [("come_8", "lose", None, 0, 0), ("come_odds_8", "push", None, 0, 50)]
    assert paid(*moved, roll(4, 4))[1:] == [("come_8", "win", "1:1", 100, 100), ("come_odds_8", "push", None, 0, 50)]
    on = (*moved, turn("come_odds_8"))
    assert paid(*on, SEVEN) == [flat, ("come_8", "lose", None, 0, 0), ("come_odds_8", "lose", None, 0, 0)]
    assert paid(*on, roll(4, 4))[2] == ("come_odds_8", "win", "6:5", 60, 50)
    assert lying(*moved, roll(5, 6)) == {"come_8": 100, "come_odds_8": 50}
    assert [line["section"] for line in settled(*moved, SEVEN)["lines"]] == ["95.14", "95.14", "95.16"]


@pytest.mark.parametrize("times", [0, -1, "3", 2.5, True])
def test_95_16_maximum_odds_are_a_number_of_times(times: object) -> None:
    with pytest.raises(RuleError, match=r"craps\.maxOdds: a whole number, 1 or more"):
        GAME.start(Options(more={"craps.maxOdds": times}))


def test_95_16_maximum_odds_are_so_many_times_the_flat_wager_where_they_are_posted() -> None:
    for times, most in ((None, 1000), (3, 3000), (1, 1000)):
        more = {"craps.maxOdds": times} if times else {}
        posted = Options(minimum=500, maximum=1000, unit=100, more=more)
        state, _ = walk([Bet("1", "pass", 1000), Roll((3, 3)), Bet("1", "pass_odds", most)], posted)
        assert refusal(state, Bet("1", "pass_odds", 100)) == "invalid_stake"
        assert refusal(state, Bet("1", "field", 1100)) == "invalid_stake"
    unknown, _ = walk([Bet("1", "pass", None), Roll((3, 3))], Options(more={"craps.maxOdds": 1}))
    assert GAME.step(unknown, Bet("1", "pass_odds", 10**9))[0].laid["1"]["pass_odds"] == 10**9
    assert paid(lay("pass", 1), POINT_6, lay("pass_odds", 10**9), roll(3, 3))[1][3] == 12 * 10**8  # any amount


# -- readings ---------------------------------------------------------------------------------------------------------


def test_each_line_cites_the_reading_that_decided() -> None:
    readings = {}
    story: list[Fact] = [Roll((2, 2)), Bet("1", "come", 9), Roll((3, 3)), Bet("1", "come_odds_6", 9), Roll((2, 2))]
    story += [Bet("1", wager, 600) for wager in ("horn", "world", "three_way", "hop_3_4", "lay_6", "buy_6", "pass")]
    _, lines = walk([*story, Roll((3, 4))])
    for line in lines:
        readings[line.wager, line.stake] = line.readings
    assert readings == {
        ("horn", 600): ("A127",), ("world", 600): ("A128",), ("three_way", 600): ("A129",), ("pass", 600): (),
        ("hop_3_4", 600): ("A130",), ("lay_6", 600): ("A138",), ("come_6", 9): ("A123",), ("come_odds_6", 9): ("A133",),
        ("commission", 25): ("A138",), ("commission", 30): ("A137",),
    }  # fmt: skip


# -- whatever is laid and rolled --------------------------------------------------------------------------------------

SEATS = st.sampled_from("123")
NAMES = st.sampled_from([*["pass", "dont_pass", "come", "dont_come"] * 6, *sorted(FLAT) * 2, *sorted(WAGERS)])
FACTS = st.one_of(
    st.builds(Bet, SEATS, NAMES, st.sampled_from([None, 1, 10, 33, 600])),
    st.builds(Bet, SEATS, NAMES, st.sampled_from([None, 1, 10, 33, 600])),
    st.builds(Remove, SEATS, st.sampled_from(sorted(WAGERS | MOVED))),
    st.builds(Working, SEATS, st.sampled_from(sorted(CAN_BE_OFF)), st.booleans()),
    st.builds(Roll, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(Roll, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(NoRoll, st.sampled_from(sorted(NO_ROLL))),
)


def allowed(facts: Iterable[Fact]) -> list[Fact]:
    """Those that the machine takes, one after the other."""
    state, taken = GAME.start(Options()), []
    for fact in facts:
        try:
            state, _ = GAME.step(state, fact)
        except RuleError as refused:
            assert refused.code == "illegal_action", fact
        else:
            taken.append(fact)
    return taken


STORIES = st.lists(FACTS, min_size=30, max_size=90).map(allowed)


def events(story: Iterable[Fact]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for fact in story:
        match fact:
            case Bet(seat, wager, stake):
                found.append(lay(wager, stake, seat))
            case Remove(seat, wager):
                found.append(take(str(wager), seat))
            case Working(seat, wager, on):
                found.append(turn(wager, on, seat))
            case Roll(dice):
                found.append(roll(*dice))
            case NoRoll(ground):
                found.append({"no_roll": ground})
    return found


@settings(deadline=None)
@given(STORIES)
def test_the_contract_and_the_table_settle_alike(story: list[Fact]) -> None:
    state, lines = walk(story)
    response = GAME.settle(request(*events(story)))
    assert response.lines == lines
    lying: dict[str, dict[str, Stake]] = {}
    for item in response.more["open"]:
        lying.setdefault(item["seat"], {})[item["wager"]] = item["stake"]
    assert lying == GAME.wagers(state)
    assert response.more["shooter"] == {"point": state.point, "sevened_out": state.sevened_out}


@settings(deadline=None)
@given(STORIES, SEATS, st.dictionaries(NAMES, st.sampled_from([None, 0, 1, 10, 33, 600]), min_size=1, max_size=4))
def test_wagers_laid_at_once_lie_there_as_if_laid_one_by_one(story: list[Fact], seat: str, stakes: Stakes) -> None:
    state, _ = walk(story)
    try:
        after, lines = one_by_one(state, seat, stakes)
    except RuleError as refused:
        with pytest.raises(RuleError) as at_once:
            GAME.step(state, Wagers(seat, stakes))
        assert (at_once.value.code, at_once.value.message) == (refused.code, refused.message)
    else:
        assert repr(GAME.step(state, Wagers(seat, stakes))) == repr((after, lines))


def one_by_one(state: Round, seat: str, stakes: Stakes) -> tuple[Round, tuple[Line, ...]]:
    lines: tuple[Line, ...] = ()
    for wager, stake in stakes.items():
        state, paid = GAME.step(state, Bet(seat, wager, stake))
        lines += paid
    return state, lines


@settings(deadline=None)
@given(STORIES)
def test_what_happens_later_leaves_the_layout_of_before_as_it_was(story: list[Fact]) -> None:
    state = GAME.start(Options())
    before = [(state, repr(state))]
    for fact in story:
        state, _ = GAME.step(state, fact)
        before.append((state, repr(state)))
    assert [repr(state) for state, _ in before] == [then for _, then in before]


@settings(deadline=None)
@given(STORIES)
def test_each_player_fares_as_if_alone(story: list[Fact]) -> None:
    _, lines = walk(story)
    for seat in "123":
        _, alone = walk(fact for fact in story if getattr(fact, "seat", seat) == seat)
        assert alone == [line for line in lines if line.seat == seat]


@settings(deadline=None)
@given(STORIES, st.permutations("123"))
def test_permuting_the_seats_permutes_the_lines(story: list[Fact], places: list[str]) -> None:
    moved = dict(zip("123", places, strict=True))
    others = [
        replace(fact, seat=moved[fact.seat]) if isinstance(fact, Bet | Remove | Working) else fact for fact in story
    ]
    _, after = walk(others)
    expected = Counter(repr(line._replace(seat=moved[line.seat])) for line in walk(story)[1])
    assert Counter(map(repr, after)) == expected


@settings(deadline=None)
@given(STORIES)
def test_unknown_stakes_have_the_same_outcomes_and_no_amounts(story: list[Fact]) -> None:
    unknown, blind = walk(replace(fact, stake=None) if isinstance(fact, Bet) else fact for fact in story)
    state, lines = walk(story)
    assert blind == [line._replace(stake=None, won=None, returned=None) for line in lines]
    assert {seat: set(stakes) for seat, stakes in unknown.laid.items()} == {
        seat: set(stakes) for seat, stakes in state.laid.items()
    }


@settings(deadline=None)
@given(STORIES)
def test_money_is_conserved_and_nothing_lies_there_that_may_not(story: list[Fact]) -> None:
    """All that is laid is settled, taken back or still there; what is paid is what the odds say, rounded up."""
    state, laid, taken = GAME.start(Options()), 0, 0
    lines: list[Line] = []
    for fact in story:
        known = replace(fact, stake=fact.stake or 7) if isinstance(fact, Bet) else fact
        before = on_layout(state.laid)
        state, decided = GAME.step(state, known)
        lines += decided
        laid += (known.stake or 0) if isinstance(known, Bet) else 0
        taken += before - on_layout(state.laid) if isinstance(known, Remove) else 0
        for stakes in state.laid.values():
            assert stakes
            assert all(FLAT[wager] in stakes for wager in stakes if wager in FLAT)
            assert state.point is not None or not stakes.keys() & {"come", "dont_come", "pass_odds", "dont_pass_odds"}
        for seat, on in state.working.items():
            assert on <= state.laid.get(seat, {}).keys() & CAN_BE_OFF
    assert laid == sum(line.stake or 0 for line in lines if line.wager != "commission") + taken + on_layout(state.laid)
    for line in lines:
        assert line.stake is not None
        to, per = map(int, (line.odds or "0:1").split(":"))
        parts = {"horn": 4, "world": 5, "three_way": 3}.get(line.wager, 1)
        assert line.won == -(-line.stake * to // (per * parts))
        back = {"win": -(-line.stake // parts), "push": line.stake, "lose": 0}
        assert line.returned == back[line.outcome]


def on_layout(laid: Mapping[str, Mapping[str, Stake]]) -> int:
    return sum(stake or 0 for stakes in laid.values() for stake in stakes.values())


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=60))
def test_95_14_the_point_and_the_seven_outs_are_the_same_whatever_is_laid(rolls: list[tuple[int, int]]) -> None:
    point, sevened_out = None, 0
    for total in map(sum, rolls):
        if point is None and total in NUMBERS:
            point = total
        elif point is not None and total in (7, point):
            point, sevened_out = None, sevened_out + (total == 7)
    for wagers in ((), ("field",), ("place_6", "hop_1_1")):
        story: list[Fact] = []
        for dice in rolls:
            story += [*(Bet("1", wager, 1) for wager in wagers), Roll(dice)]
        state, _ = walk(story)
        assert (state.point, state.sevened_out, state.rolls) == (point, sevened_out, len(rolls))
