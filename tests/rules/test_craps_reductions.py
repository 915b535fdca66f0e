"""Craps: a part of a wager is taken back where the section lets it be reduced, and refused where it does not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.craps import GAME, MAX_ODDS, Round
from rules.facts import Bet, Fact, Remove, Roll
from rules.game import Options, RuleError
from tests.rules.harness import Harness

HARNESS = Harness(GAME)
REFUNDED = {"buy_8": [("commission_refund", 20)], "lay_8": [("commission_refund", 17)]}  # of 50 and of 41
SIX, EIGHT, SEVEN = Roll((2, 4)), Roll((6, 2)), Roll((3, 4))


def after(*story: Fact, posted: Options | None = None) -> Round:
    return HARNESS.walk(story, posted)[0]


def refused(state: Round, fact: Fact) -> tuple[str, str]:
    with pytest.raises(RuleError) as refusal:
        GAME.step(state, fact)
    return refusal.value.code, refusal.value.message


def laid(*wagers: str) -> Iterable[Fact]:
    return (Bet("1", wager, 1000) for wager in wagers)


def test_95_11_95_14_pass_is_not_reduced_once_there_is_a_point() -> None:
    before = after(*laid("pass"), Remove("1", "pass", 400))  # A120: free until the first roll
    assert before.laid == {"1": {"pass": 600}}
    code, why = refused(after(*laid("pass"), SIX), Remove("1", "pass", 400))
    assert (code, "95.11, 95.14" in why) == ("illegal_action", True)


def test_95_14_come_is_not_reduced_once_it_has_its_number() -> None:
    come = after(SIX, *laid("come"))
    assert GAME.step(come, Remove("1", "come", 400))[0].laid == {"1": {"come": 600}}
    code, why = refused(after(SIX, *laid("come"), EIGHT), Remove("1", "come_8", 400))
    assert (code, "95.14" in why) == ("illegal_action", True)


@pytest.mark.parametrize("wager", ["dont_pass", "dont_come", "dont_come_8"])
def test_95_14_the_dont_side_is_reduced_at_any_time(wager: str) -> None:
    """A121: less than a withdrawal."""
    story = [*laid("dont_pass"), SIX, *laid("dont_come"), *([EIGHT] if wager == "dont_come_8" else [])]
    state, lines = GAME.step(after(*story), Remove("1", wager, 400))
    assert (state.laid["1"][wager], lines) == (600, ())
    lost = {line.wager: line.stake for line in GAME.step(state, SEVEN)[1]}
    assert lost[wager] == 600


@pytest.mark.parametrize(
    ("before", "wager"),
    [
        (("pass",), "pass_odds"), (("dont_pass",), "dont_pass_odds"), ((), "place_8"), ((), "buy_8"), ((), "lay_8"),
        ((), "hard_8"), ((), "field"), ((), "horn"), ((), "hop_1_2"),
    ],
)  # fmt: skip
def test_95_15_to_95_17_everything_else_is_reduced_between_rolls(before: tuple[str, ...], wager: str) -> None:
    """A124 of what stands, A140 of what one roll decides; a commission goes back in proportion (A137, A138)."""
    state = after(*laid(*before), SIX, *laid(wager))
    less, lines = GAME.step(state, Remove("1", wager, 400))
    assert less.laid["1"] == {**state.laid["1"], wager: 600}
    assert [(line.wager, line.returned) for line in lines] == REFUNDED.get(wager, [])


@pytest.mark.parametrize(
    ("lies", "stake", "code", "said"),
    [
        (1000, 1000, "invalid_stake", "1000 cents lie there"),
        (1000, 1100, "invalid_stake", "1000 cents lie there"),
        (None, 400, "illegal_action", "its amount is not known"),
        (1000, 0, "invalid_stake", ""),
        (1000, 550, "invalid_stake", "multiple"),  # of the unit
        (1000, 600, "invalid_stake", "outside the posted limits"),  # what remains is below the minimum
    ],
)
def test_95_5_what_is_no_part_and_what_leaves_too_little_is_refused(
    lies: int | None, stake: int, code: str, said: str
) -> None:
    state = after(Bet("1", "place_6", lies), posted=Options(minimum=500, unit=100))
    refusal, why = refused(state, Remove("1", "place_6", stake))
    assert (refusal, said in why) == (code, True)
    assert GAME.step(state, Remove("1", "place_6"))[0].laid == {}


def test_95_16_odds_are_not_left_above_what_is_posted_for_what_remains() -> None:
    """A132: three times at most; whoever wants less behind them takes odds back first."""
    posted = Options(more={MAX_ODDS: 3})
    state = after(*laid("dont_pass"), SIX, Bet("1", "dont_pass_odds", 3000), posted=posted)
    code, why = refused(state, Remove("1", "dont_pass", 100))
    assert (code, "dont_pass_odds" in why) == ("invalid_stake", True)
    fewer, _ = GAME.step(state, Remove("1", "dont_pass_odds", 300))
    assert GAME.step(fewer, Remove("1", "dont_pass", 100))[0].laid == {"1": {"dont_pass": 900, "dont_pass_odds": 2700}}
    assert refused(fewer, Bet("1", "dont_pass_odds", 400))[0] == "invalid_stake"


def test_95_14_a_part_of_what_does_not_lie_there_is_refused() -> None:
    state = after(*laid("field"))
    assert refused(state, Remove("1", "place_6", 100))[0] == "illegal_action"
    assert refused(state, Remove("2", "field", 100))[0] == "illegal_action"
    assert refused(state, Remove("1", None, 100))[0] == "illegal_action"
