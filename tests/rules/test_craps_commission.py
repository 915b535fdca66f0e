"""Craps: a commission that was paid in advance goes back with what is taken back undecided (A137, A138)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import answer
from rules.craps import GAME, Round
from rules.craps_commission import BUY_REFUND
from rules.craps_wagers import COMMISSION
from rules.facts import Bet, Fact, NoRoll, Remove, Roll
from rules.game import Options, RuleError
from rules.lines import Line, Outcome, Stake
from rules.registry import GAMES, check_posted
from tests.rules.harness import Harness

HARNESS = Harness(GAME)
SIX, EIGHT, SEVEN = Roll((2, 4)), Roll((6, 2)), Roll((3, 4))
Moved = list[tuple[str, Stake]]


def moved(lines: Iterable[Line]) -> Moved:
    """What was paid in advance, and what went back of it."""
    named = {"commission": -1, "commission_refund": 1}
    return [(line.wager, line.stake and line.stake * named[line.wager]) for line in lines if line.wager in named]


def played(*story: Fact, posted: Options | None = None) -> tuple[Round, Moved]:
    state, lines = HARNESS.walk(story, posted)
    return state, moved(lines)


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ((Bet("1", "buy_4", 2000), Remove("1", "buy_4")), [-100, 100]),
        ((Bet("1", "lay_4", 4000), Remove("1", "lay_4")), [-100, 100]),
        ((Bet("1", "buy_4", 2000), Remove("1", "buy_4", 500), Remove("1", "buy_4")), [-100, 25, 75]),
        ((Bet("1", "buy_4", 2000), EIGHT, NoRoll("cheating"), Remove("1", "buy_4")), [-100, 100]),  # A124: undecided
        ((Bet("1", "buy_4", 2000), Bet("1", "buy_4", 1000), Remove("1", "buy_4", 1500)), [-100, -50, 75]),
        ((Bet("1", "buy_4", None), Remove("1", "buy_4")), [None, None]),
        ((Bet("1", "buy_4", 2000), Bet("1", "buy_4", None), Remove("1", "buy_4")), [-100, None, None]),
        ((SIX, Bet("1", "buy_6", 2000), Roll((3, 3)), Bet("1", "buy_6", 1000), Remove("1", "buy_6")), [-100, -50, 50]),
        ((Bet("1", "buy_4", 10), Remove("1", "buy_4")), [0]),  # nothing was taken, so nothing goes back
    ],
)
def test_95_17_a_commission_goes_back_in_proportion(story: tuple[Fact, ...], expected: list[Stake]) -> None:
    assert [cents for _, cents in played(*story)[1]] == expected


def test_a11_a_fraction_goes_to_the_player_and_the_house_never_gives_back_more_than_it_took() -> None:
    """In a dollar's units two Buy Bets of $10 cost nothing, and one of $20 a dollar."""
    posted = Options(unit=100)
    twice = played(Bet("1", "buy_4", 1000), Bet("1", "buy_4", 1000), Remove("1", "buy_4"), posted=posted)[1]
    assert twice == [("commission", 0), ("commission", 0)]
    parts = Bet("1", "buy_4", 2000), Remove("1", "buy_4", 100), Remove("1", "buy_4")
    assert played(*parts, posted=posted)[1] == [("commission", -100), ("commission_refund", 100)]


def test_what_is_decided_later_has_the_commission_of_what_lay_there() -> None:
    _, lines = HARNESS.walk((SIX, Bet("1", "buy_4", 2000), Remove("1", "buy_4", 1500), SEVEN), None)
    assert [(line.wager, line.outcome, line.stake) for line in lines] == [
        ("commission", Outcome.LOSE, 100), ("commission_refund", Outcome.PUSH, 75), ("buy_4", Outcome.LOSE, 500),
    ]  # fmt: skip


@pytest.mark.parametrize("posted", [Options(more={BUY_REFUND: False}), Options(revision=1)])
def test_a_house_that_posts_no_refund_and_rounds_of_before_give_nothing_back(posted: Options) -> None:
    state, found = played(Bet("1", "buy_4", 2000), Remove("1", "buy_4", 500), posted=posted)
    assert found == [("commission", -100)]
    assert GAME.refunds(state) == ()


def test_what_was_laid_before_commissions_were_kept_in_mind_has_what_is_due_for_it() -> None:
    before, _ = played(Bet("1", "buy_4", 2000), Bet("1", "lay_4", 2000), posted=Options(revision=1))
    carried = {name: value for name, value in GAME.carry(before).items() if name != "paid"}
    now = GAME.resume(Options(), carried)
    assert moved(GAME.step(now, Remove("1", "buy_4"))[1]) == [("commission_refund", 100)]
    more, _ = GAME.step(now, Bet("1", "buy_4", 1000))
    assert moved(GAME.step(more, Remove("1", "buy_4"))[1]) == [("commission_refund", 150)]
    assert moved(GAME.refunds(more)) == [("commission_refund", 150), ("commission_refund", 50)]


def test_what_is_carried_over_a_roll_is_kept_in_mind() -> None:
    state, _ = played(Bet("1", "buy_4", 1000), Bet("1", "buy_4", 1030), SIX)
    assert state.paid == {"1": {"buy_4": 101}}
    assert GAME.resume(Options(), GAME.carry(state)) == state
    assert GAME.step(state, SEVEN)[0].paid == {}


def test_the_contract_gives_no_line_and_no_commission_back() -> None:
    events: list[dict[str, Any]] = [
        {"bet": {"seat": "1", "wager": "buy_4", "stake": 2000}},
        {"remove": {"seat": "1", "wager": "buy_4"}},
    ]
    said = json.loads(answer(json.dumps({"id": "1", "game": "craps", "events": events}), GAMES))
    assert [line["wager"] for line in said["lines"]] == ["commission"]


@pytest.mark.parametrize("found", ["no", 0, None])
def test_the_house_says_yes_or_no(found: object) -> None:
    with pytest.raises(RuleError, match="true or false"):
        check_posted("craps", Options(more={BUY_REFUND: found}))


@given(
    st.lists(st.tuples(st.sampled_from(sorted(COMMISSION)), st.integers(1, 60), st.booleans()), max_size=30),
    st.sampled_from([1, 5, 25, 100]),
)
def test_whatever_is_laid_and_taken_back_the_house_keeps_what_lies_there_at_most(
    orders: list[tuple[str, int, bool]], unit: int
) -> None:
    """Nobody gets back more than he paid; who takes everything back has paid nothing."""
    state, held = GAME.start(Options(unit=unit)), 0
    for wager, times, lays in orders:
        lies = state.laid.get("1", {}).get(wager, 0)
        if lays or lies is None or not lies:
            fact: Fact = Bet("1", wager, times * unit)
        else:
            fact = Remove("1", wager, times * unit if times * unit < lies else None)
        state, lines = GAME.step(state, fact)
        held -= sum(cents or 0 for _, cents in moved(lines))
        due = [Fraction(*COMMISSION[name][:2]) * (lying or 0) for name, lying in state.laid.get("1", {}).items()]
        assert 0 <= held <= sum(due)
    assert held == sum(line.stake or 0 for line in GAME.refunds(state))
