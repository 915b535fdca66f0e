"""A decision's stake: what it says is what is settled, or it is refused with the section that says how much."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from rules.cards import DECK, Card, parse_cards
from rules.facts import AwaitCard, AwaitDecision, AwaitTurn, AwaitWagers, Close, Deal, Decide, Fact, Finished, Turn
from rules.facts import Wagers as Laid
from rules.game import Game, Options, RuleError, deck_count
from rules.lines import Line, Stake
from rules.registry import GAMES

BEFORE = Options(revision=0)


@dataclass(frozen=True)
class Choice:
    """One that adds a wager, or nothing, in a game in which the section says how much."""

    game: str
    laid: Mapping[str, Stake]
    choice: str
    section: str
    adds: str = ""
    must: int = 0


CHOICES = (
    Choice("three_card_poker", {"initial": 500}, "play", "67.28", "additional", 500),
    Choice("three_card_poker", {"initial": 500}, "drop", "67.28"),
    Choice("war", {"initial": 500}, "war", "67.39", "additional", 500),
    Choice("war", {"initial": 500}, "withdraw", "67.38"),
    Choice("three_five_seven", {"three": 500, "five": 500, "seven": 500}, "keep", "67.47"),
    Choice("three_five_seven", {"three": 500, "five": 500, "seven": 500}, "withdraw", "67.47"),
    Choice("boston", {"ante": 500, "first": 1000}, "play", "67.58", "second", 1000),
    Choice("boston", {"ante": 500, "first": 1000}, "drop", "67.58"),
    Choice("four_card", {"ante": 500}, "drop", "67.70"),
    Choice("crazy_four", {"ante": 500, "super_bonus": 500}, "drop", "67.81"),
)
ADDING = [choice for choice in CHOICES if choice.adds]


@pytest.fixture(params=CHOICES, ids=lambda choice: f"{choice.game}-{choice.choice}")
def choice(request: pytest.FixtureRequest) -> Choice:
    given: Choice = request.param
    return given


def shoe(game: Game) -> Iterator[Card]:
    """At war two cards that tie come first."""
    yield from parse_cards("Kh Ks") if game.name == "war" else ()
    yield from random.Random(game.name).sample(DECK * deck_count(game, Options()), 52)


def decided(choice: Choice, stake: Stake, laid: Mapping[str, Stake], options: Options) -> list[Line]:
    """The lines of a whole round in which the only seat decides so."""
    game = GAMES[choice.game]
    state, lines, cards = game.start(options), list[Line](), shoe(game)
    state, _ = game.step(state, Laid("1", laid))
    while not isinstance(awaited := game.expects(state), Finished):
        fact: Fact
        match awaited:
            case AwaitWagers():
                fact = Close()
            case AwaitCard():
                fact = Deal(next(cards))
            case AwaitDecision(seat):
                fact = Decide(seat, choice.choice, stake)
            case AwaitTurn(hand):
                fact = Turn(hand)
            case _:
                raise AssertionError(awaited)
        state, more = game.step(state, fact)
        lines += more
    return lines


def refusal(choice: Choice, stake: Stake, laid: Mapping[str, Stake]) -> tuple[str, str]:
    with pytest.raises(RuleError) as refused:
        decided(choice, stake, laid, Options())
    return refused.value.code, refused.value.message


def test_67_28_a_stake_that_is_not_the_section_s_is_refused_with_it(choice: Choice) -> None:
    for wrong in (700, 0, -1, choice.must - 1, choice.must + 1, choice.must * 2 or 1):
        code, why = refusal(choice, wrong, choice.laid)
        assert (code, f"({choice.section})" in why) == ("invalid_stake", True)


def test_67_28_without_a_stake_a_decision_means_what_the_section_asks_for(choice: Choice) -> None:
    lines = decided(choice, None, choice.laid, Options())
    assert [line.stake for line in lines if line.wager == choice.adds] == [choice.must] * bool(choice.adds)


def test_67_28_before_revisions_a_stake_was_not_looked_at(choice: Choice) -> None:
    as_before = decided(choice, None, choice.laid, BEFORE)
    assert decided(choice, 700, choice.laid, BEFORE) == as_before
    assert decided(choice, None, choice.laid, Options()) == as_before


@pytest.mark.parametrize("choice", ADDING, ids=lambda choice: choice.game)
def test_67_28_67_39_67_58_the_stake_that_the_section_asks_for_may_be_said(choice: Choice) -> None:
    assert decided(choice, choice.must, choice.laid, Options()) == decided(choice, None, choice.laid, Options())


@pytest.mark.parametrize("choice", ADDING, ids=lambda choice: choice.game)
def test_67_28_67_39_67_58_where_nobody_knows_what_it_must_be_the_line_carries_what_is_said(choice: Choice) -> None:
    laid = dict.fromkeys(choice.laid)
    lines = {line.wager: line.stake for line in decided(choice, 700, laid, Options())}
    assert lines == {**laid, choice.adds: 700}  # nothing is inferred
    assert {line.stake for line in decided(choice, None, laid, Options())} == {None}
    assert refusal(choice, -700, laid)[0] == "invalid_stake"


@pytest.mark.parametrize(("name", "section"), [("four_card", "67.70"), ("crazy_four", "67.81")])
def test_67_70_67_81_an_amount_of_the_player_s_is_judged_with_the_section(name: str, section: str) -> None:
    laid: dict[str, Stake] = {"ante": 500} if name == "four_card" else {"ante": 500, "super_bonus": 500}
    play = Choice(name, laid, "play", section, "additional")
    for wrong in (499, 1501):
        code, why = refusal(play, wrong, laid)
        assert (code, why.endswith(f"({section})")) == ("invalid_stake", True)
    assert {line.wager: line.stake for line in decided(play, 500, laid, Options())}["additional"] == 500
