"""Craps: the settle contract, which runs on the table's machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import answer
from rules.craps import GAME
from rules.craps_wagers import WAGERS
from rules.game import RuleError
from tests.rules.test_craps import POINT_6, SEVEN, code, lay, paid, request, roll, settled, take, turn

CODES = {"bad_request", "unknown_wager", "invalid_stake", "illegal_action"}


def test_the_answer_tells_what_lies_there_and_whose_dice_they_are() -> None:
    response = settled(
        lay("pass", 500), lay("pass", 100, "12"), roll(5, 5), lay("come", None), roll(2, 4), lay("place_5", 10, "3")
    )
    assert response["lines"] == []
    assert response["total"] == {"staked": 0, "won": 0, "returned": 0}
    assert {(o["seat"], o["wager"], o["stake"]) for o in response["open"]} == {
        ("1", "pass", 500), ("12", "pass", 100), ("1", "come_6", None), ("3", "place_5", 10),
    }  # fmt: skip
    assert response["shooter"] == {"point": 10, "sevened_out": 0}
    assert settled()["shooter"] == {"point": None, "sevened_out": 0}
    assert settled(POINT_6, SEVEN, SEVEN, POINT_6, SEVEN)["shooter"] == {"point": None, "sevened_out": 2}


def test_totals_sum_the_lines_with_the_commissions() -> None:
    response = settled(
        lay("buy_6", 100), lay("place_8", 60), lay("field", 7), roll(4, 1), roll(1, 5), SEVEN, lay("pass", 9)
    )
    assert response["total"] == {"staked": 5 + 100 + 60 + 7, "won": 120, "returned": 100}
    unknown = settled(lay("buy_6", None), lay("field", 7), POINT_6)
    assert unknown["total"] == {"staked": None, "won": None, "returned": None}


def test_a_known_and_an_unknown_stake_make_an_unknown_one() -> None:
    for stakes in ((100, None), (None, 100), (None, None), (100, None, 100)):
        (line,) = settled(*(lay("field", stake) for stake in stakes), roll(1, 1))["lines"]
        assert (line["outcome"], line["odds"], line["stake"], line["won"], line["returned"]) == (
            "win",
            "2:1",
            *[None] * 3,
        )
    assert paid(lay("field", 100), lay("field", 50), roll(1, 1)) == [("field", "win", "2:1", 300, 150)]


@pytest.mark.parametrize("stake", [0, -1, 150, -100])
def test_a_stake_is_a_positive_multiple_of_the_unit(stake: int) -> None:
    assert code(lay("field", stake), options={"unit": 100}) == "invalid_stake"
    assert code(lay("field", 100), lay("field", stake), options={"unit": 100}) == "invalid_stake"


@pytest.mark.parametrize("wager", ["come_6", "dont_come_6", "commission", "hop_2_1", "hop_0_1", "place_7", "hard_5",
                                   "Pass", "", "odds", "come_odds", "big_6"])  # fmt: skip
def test_no_other_wager_can_be_laid(wager: str) -> None:
    assert code(lay(wager)) == "unknown_wager"


@pytest.mark.parametrize("wager", ["place_7", "commission", "x" * 500])
def test_no_other_wager_can_be_named(wager: str) -> None:
    assert code(take(wager)) == code(turn(wager)) == "unknown_wager"


NO_EVENTS: list[Any] = [
        None, 1, "roll", [], {}, {"rol": [1, 2]}, {"roll": [1, 2], "no_roll": "cheating"}, {"roll": None},
        {"roll": [1]},
        roll(1, 7), roll(0, 1), roll(1, 2, 3), roll(True, 1), roll(1.0, 2), roll("1", 2), roll([1], 2), {"bet": None},
        {"bet": {}}, {"bet": {"seat": "1", "wager": "pass"}}, {"bet": {"seat": "1", "stake": 1}}, lay("pass", "5"),
        {"bet": {"wager": "pass", "stake": 1}}, lay("pass", True), lay("pass", 1.0), lay("pass", [1]),
        lay(None), lay(7),  # type: ignore[arg-type]
        {"remove": {"seat": "1"}}, {"remove": []}, {"working": {"seat": "1", "wager": "hard_4"}}, turn("hard_4", 1),
        turn("hard_4", None), *(lay("pass", 1, seat) for seat in ("0", "01", "", " 1", "a", "²", "١", "1\n", "-1")),
        take("pass", "0"), turn("hard_4", True, "x"), lay("pass", 1, 1), lay("pass", 1, None),  # type: ignore[arg-type]
]  # fmt: skip


def test_an_event_that_is_none_is_a_bad_request() -> None:
    for event in NO_EVENTS:
        assert code(event) == "bad_request", event


@pytest.mark.parametrize("more", [{"events": None}, {"events": {}}, {"options": []}, {"options": {"unit": 0}}])
def test_a_request_needs_its_events_and_a_whole_unit(more: dict[str, Any]) -> None:
    response = json.loads(answer(json.dumps(request(POINT_6) | more), {"craps": GAME}))
    assert response["error"]["code"] == "bad_request"


def test_what_the_contract_does_not_know_is_ignored() -> None:
    noted = {"roll": [3, 4], "by": "seat 2"}
    assert settled(lay("pass"), noted, options={"colour": 1}, seats={}) == settled(lay("pass"), SEVEN)
    assert settled({"bet": {"seat": "9" * 5000, "wager": "field", "stake": 1}}, SEVEN)["total"]["staked"] == 1


def test_the_contract_posts_no_limits() -> None:
    huge = 10**12 + 1
    assert settled({"bet": {"seat": "1", "wager": "pass", "stake": huge}}, SEVEN)["total"]["won"] == huge


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(sorted(WAGERS)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
SOUND = request(lay("pass"), lay("place_6", 60), turn("place_6"), POINT_6, lay("pass_odds"), take("place_6"),
                {"no_roll": "cheating"}, SEVEN, options={"unit": 1})  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterable[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from paths(item, (*path, key))


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([path for path in paths(SOUND) if path[0] not in ("id", "game")]), JUNK)
def test_junk_in_any_field_is_refused_or_taken_and_never_raises(path: tuple[Any, ...], junk: Any) -> None:
    broken = json.loads(json.dumps(SOUND))
    inside = broken
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = junk
    try:
        GAME.settle(broken)
    except RuleError as refused:
        assert refused.code in CODES
