"""Before « Rien ne va plus », in every game whose wagers are laid first and then stand."""

from __future__ import annotations

import pytest

from rules.capabilities import CarriesOver
from rules.facts import Close, Fact, Remove, Wagers
from rules.game import Game, Options, RuleError
from rules.lines import Stake
from rules.registry import GAMES
from tests.rules.dealing import offering

LAID: dict[str, dict[str, Stake]] = {  # a seat's wagers: the mandatory ones, and last one that may be left
    name: dict(game.usual[0]) for name, game in GAMES.items() if not isinstance(game, CarriesOver)
}


CLOSED_BY = {  # the section after whose announcement nothing is laid, changed or withdrawn
    "three_card_poker": "67.26", "war": "67.36, A30", "three_five_seven": "67.45", "boston": "67.56",
    "four_card": "67.68", "crazy_four": "67.79", "blackjack": "21.2, 21.3, 21.4", "sic_bo": "95.23",
}  # fmt: skip
ONCE = ("progressive", "sevens")  # a dollar each


def after(game: Game, *facts: Fact, posted: Options | None = None) -> dict[str, dict[str, Stake]]:
    state = game.start(posted or offering(game))
    for fact in facts:
        state, lines = game.step(state, fact)
        assert lines == ()
    return {seat: dict(stakes) for seat, stakes in game.wagers(state).items()}


def refused(game: Game, *facts: Fact, posted: Options | None = None) -> tuple[str, str]:
    """The code of the last fact's refusal, and its words."""
    after(game, *facts[:-1], posted=posted)
    with pytest.raises(RuleError) as refusal:
        after(game, *facts, posted=posted)
    return refusal.value.code, refusal.value.message


def mandatory(game: Game) -> dict[str, Stake]:
    """What lies for a seat that is only touched in; at Sic Bo nothing must, and something has to be named."""
    try:
        return after(game, Wagers("1", {}))["1"]
    except RuleError:
        return {}


@pytest.fixture(params=LAID)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def test_67_26_a_seat_may_leave_and_come_back(game: Game) -> None:
    laid = LAID[game.name]
    both = Wagers("2", laid), Wagers("1", laid)
    assert list(after(game, *both)) == ["1", "2"]
    assert after(game, *both, Remove("2", None)) == {"1": laid}
    assert list(after(game, *both, Remove("1", None), Wagers("1", laid))) == ["1", "2"]


def test_67_26_one_wager_may_be_withdrawn_and_the_others_stand(game: Game) -> None:
    laid = LAID[game.name]
    *_, last = laid
    left = {wager: stake for wager, stake in laid.items() if wager != last}
    assert after(game, Wagers("1", laid), Remove("1", last)) == ({"1": left} if left else {})


def test_67_26_whoever_withdraws_the_last_one_is_out(game: Game) -> None:
    laid = LAID[game.name]
    only = dict([next(iter(laid.items()))])
    if len(mandatory(game)) > 1:  # two are mandatory: neither goes alone
        with pytest.raises(RuleError) as refused:
            after(game, Wagers("1", laid), Remove("1", next(iter(only))))
        assert refused.value.code == "missing_wager"
    else:
        assert after(game, Wagers("1", only), Remove("1", next(iter(only)))) == {}


@pytest.mark.parametrize(("seat", "wager"), [("2", None), ("1", "not_there"), ("x" * 99, None)])
def test_67_26_what_does_not_lie_there_cannot_be_withdrawn(game: Game, seat: str, wager: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        after(game, Wagers("1", LAID[game.name]), Remove(seat, wager))
    assert refused.value.code == "illegal_action"


def test_67_26_nothing_is_withdrawn_after_the_announcement(game: Game) -> None:
    with pytest.raises(RuleError) as refused:
        after(game, Wagers("1", LAID[game.name]), Close(), Remove("1", None))
    assert refused.value.code == "illegal_action"


# -- more, and less ---------------------------------------------------------------------------------------------------


def amounts(game: Game) -> dict[str, Stake]:
    """What a seat lays, but for what is a dollar and no more."""
    return {wager: stake for wager, stake in LAID[game.name].items() if wager not in ONCE}


def test_67_26_what_is_laid_is_added_to_what_lies_there(game: Game) -> None:
    laid, more = LAID[game.name], amounts(game)
    twice = {wager: (stake or 0) * (1 + (wager in more)) for wager, stake in laid.items()}
    assert after(game, Wagers("1", laid), Wagers("2", laid), Wagers("1", more)) == {"1": twice, "2": laid}
    *_, last = laid
    if one := {wager: stake for wager, stake in laid.items() if wager != last}:
        assert after(game, Wagers("1", one), Wagers("1", {last: laid[last]})) == {"1": laid}


def test_67_26_known_and_unknown_together_are_unknown(game: Game) -> None:
    more = amounts(game)
    unknown = dict.fromkeys(more)
    assert after(game, Wagers("1", unknown), Wagers("1", more)) == {"1": unknown}
    assert after(game, Wagers("1", more), Wagers("1", unknown)) == {"1": unknown}


def test_67_26_whoever_lies_there_says_what_is_added(game: Game) -> None:
    code, why = refused(game, Wagers("1", LAID[game.name]), Wagers("1", {}))
    assert (code, "name what is added" in why) == ("illegal_action", True)


@pytest.mark.parametrize("stake", [0, -100, 50])
def test_67_26_less_than_nothing_and_parts_of_a_unit_are_not_added(game: Game, stake: int) -> None:
    *_, last = amounts(game)
    posted = offering(game, unit=100)
    assert refused(game, Wagers("1", LAID[game.name]), Wagers("1", {last: stake}), posted=posted)[0] == "invalid_stake"


def test_67_26_the_posted_maximum_holds_for_the_sum(game: Game) -> None:
    laid, more = LAID[game.name], amounts(game)
    posted = offering(game, maximum=next(iter(more.values())))
    assert refused(game, Wagers("1", laid), Wagers("1", more), posted=posted)[0] == "invalid_stake"


@pytest.mark.parametrize(
    ("name", "laid", "alone", "section"),
    [
        ("boston", {"ante": 500, "first": 1000}, "ante", "67.56"),
        ("boston", {"ante": 500, "first": 1000}, "first", "67.56"),
        ("crazy_four", {"ante": 500, "super_bonus": 500}, "ante", "67.79"),
        ("crazy_four", {"ante": 500, "super_bonus": 500}, "super_bonus", "67.79"),
    ],
)
def test_67_56_67_79_what_must_be_a_multiple_is_one_of_the_sum(
    name: str, laid: dict[str, Stake], alone: str, section: str
) -> None:
    less: tuple[Fact, ...] = () if alone == "ante" else (Remove("1", alone, 100),)
    for changed in (Wagers("1", {alone: 100}), *less):
        code, why = refused(GAMES[name], Wagers("1", laid), changed)
        assert (code, why.endswith(f"({section})")) == ("invalid_stake", True)
    more = {wager: stake * 2 for wager, stake in laid.items() if stake}
    total = {wager: stake * 3 for wager, stake in laid.items() if stake}
    assert after(GAMES[name], Wagers("1", laid), Wagers("1", more)) == {"1": total}


@pytest.mark.parametrize(("name", "follows", "times"), [("boston", "first", 2), ("crazy_four", "super_bonus", 1)])
def test_67_56_67_79_with_a_part_of_the_ante_goes_as_much_of_what_must_be_a_multiple(
    name: str, follows: str, times: int
) -> None:
    game, posted = GAMES[name], Options(minimum=300)
    laid = Wagers("1", {"ante": 500, follows: 500 * times})
    assert after(game, laid, Remove("1", "ante", 200), posted=posted) == {"1": {"ante": 300, follows: 300 * times}}
    assert refused(game, laid, Remove("1", "ante", 201), posted=posted)[0] == "invalid_stake"  # below the minimum
    assert refused(game, laid, Remove("1", "ante", 500), posted=posted)[0] == "invalid_stake"  # all of it is no part
    unknown = Wagers("1", {"ante": 500, follows: None})
    assert after(game, unknown, Remove("1", "ante", 200)) == {"1": {"ante": 300, follows: None}}


@pytest.mark.parametrize(("wager", "section"), [("progressive", "21.2"), ("sevens", "21.3")])
@pytest.mark.parametrize("laid", [100, None])
@pytest.mark.parametrize("more", [100, None])
def test_21_2_21_3_a_dollar_is_not_doubled(wager: str, section: str, laid: Stake, more: Stake) -> None:
    game, first = GAMES["blackjack"], Wagers("1", {wager: laid})
    posted = offering(game, more={"manner": 1})
    code, why = refused(game, first, Wagers("1", {wager: more}), posted=posted)
    assert (code, why.endswith(f"({section})")) == ("illegal_action", True)
    assert refused(game, Wagers("1", {wager: 100}), Remove("1", wager, 50), posted=posted)[0] == "invalid_stake"
    assert after(game, first, Wagers("1", {"over_13": 500}), posted=posted) == {"1": {wager: laid, "over_13": 500}}


def test_21_4_over_and_under_are_not_laid_one_after_the_other() -> None:
    code, _ = refused(GAMES["blackjack"], Wagers("1", {"over_13": 500}), Wagers("1", {"under_13": 500}))
    assert code == "illegal_action"  # A110


def test_67_26_a_part_of_a_wager_may_be_withdrawn(game: Game) -> None:
    *_, last = amounts(game)
    laid = LAID[game.name]
    assert after(game, Wagers("1", laid), Remove("1", last, 40)) == {"1": laid | {last: (laid[last] or 0) - 40}}


@pytest.mark.parametrize(
    ("lies", "stake", "code", "said"),
    [
        (100, 100, "invalid_stake", "100 cents lie there"),
        (100, 500, "invalid_stake", "100 cents lie there"),
        (None, 100, "illegal_action", "its amount is not known"),
        (100, 0, "invalid_stake", ""),
        (100, -5, "invalid_stake", ""),
    ],
)
def test_67_26_what_is_no_part_of_a_wager_is_not_withdrawn(
    game: Game, lies: Stake, stake: int, code: str, said: str
) -> None:
    *_, last = amounts(game)
    laid = {**LAID[game.name], last: lies}
    refusal, why = refused(game, Wagers("1", laid), Remove("1", last, stake))
    assert (refusal, said in why) == (code, True)
    assert refused(game, Wagers("1", laid), Remove("1", None, 50))[0] == "illegal_action"  # of which?


def test_67_26_what_remains_is_not_below_the_posted_minimum(game: Game) -> None:
    *_, last = amounts(game)
    laid = LAID[game.name]
    posted = offering(game, minimum=laid[last])
    assert refused(game, Wagers("1", laid), Remove("1", last, 1), posted=posted)[0] == "invalid_stake"
    assert last not in after(game, Wagers("1", laid), Remove("1", last), posted=posted).get("1", {})


@pytest.mark.parametrize("game", [GAMES[name] for name in CLOSED_BY], ids=CLOSED_BY)
def test_67_26_after_the_announcement_a_refusal_names_the_section(game: Game) -> None:
    laid = Wagers("1", LAID[game.name])
    for late in (laid, Wagers("2", LAID[game.name]), Remove("1", None), Remove("1", [*amounts(game)][-1], 40)):
        code, why = refused(game, laid, Close(), late)
        assert (code, why.endswith(f"({CLOSED_BY[game.name]})")) == ("illegal_action", True)


def test_67_26_before_revisions_what_was_laid_last_took_the_place_of_the_rest(game: Game) -> None:
    laid = LAID[game.name]
    then = Options(revision=0)
    half = {wager: (stake or 0) // 2 if wager not in ONCE else stake for wager, stake in laid.items()}
    assert after(game, Wagers("1", laid), Wagers("1", half), posted=then) == {"1": half}
    if mandatory(game):
        assert after(game, Wagers("1", laid), Wagers("1", {}), posted=then) == {"1": mandatory(game)}
