"""What a table posts for its wagers: limits of their own, and which of them it offers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.capabilities import MovesChips
from rules.facts import AwaitDice, AwaitWagers, Bet, Wagers
from rules.game import MOST, Game, Limits, Options, RuleError, limits_of, unoffered
from rules.lines import Stake
from rules.posting import all_offered, by_name, fewest, offered, own_limits
from rules.registry import GAMES, check_posted, term

LAID = {name: game for name, game in GAMES.items() if not isinstance(game, MovesChips)}
SIDE: dict[str, tuple[dict[str, Stake], str, str]] = {  # what lies beside; a wager of its own limits; its section
    "three_card_poker": ({"initial": 1000}, "pair_plus", "67.32"),
    "war": ({"initial": 1000}, "supplemental", "67.40"),
    "three_five_seven": ({"three": 1000, "five": 1000}, "seven", "67.50"),
    "boston": ({"ante": 1000, "first": 2000}, "bonus", "67.59"),
    "four_card": ({"ante": 1000}, "aces_up", "67.74"),
    "crazy_four": ({"ante": 1000, "super_bonus": 1000}, "queens_up", "67.87"),
    "blackjack": ({}, "over_13", "21.4"),
    "craps": ({"pass": 1000}, "hard_4", "95.15"),
    "sic_bo": ({"small": 1000}, "total_9", "95.22"),
}


def refusal(game: Game, options: Options, stakes: Mapping[str, Stake]) -> RuleError | None:
    try:
        state, _ = game.step(game.start(options), Wagers("1", stakes))
    except RuleError as refused:
        return refused
    assert isinstance(game.expects(state), AwaitWagers | AwaitDice)
    return None


def code(game: Game, options: Options, stakes: Mapping[str, Stake]) -> str | None:
    found = refusal(game, options, stakes)
    return found.code if found else None


@pytest.mark.parametrize("name", SIDE)
def test_67_68_67_87_95_5_a_wager_has_limits_of_its_own(name: str) -> None:
    game, (beside, wager, _) = GAMES[name], SIDE[name]
    plain = Options(minimum=500, maximum=50_000, offered=all_offered(game))
    own = Options(
        minimum=500, maximum=50_000, offered=all_offered(game), limits=own_limits(game, {_name(game, wager): OWN})
    )
    check_posted(name, own)
    assert code(game, plain, {**beside, wager: 100}) == "invalid_stake"
    for stake, refused in ((100, None), (2000, None), (99, "invalid_stake"), (2001, "invalid_stake")):
        assert code(game, own, {**beside, wager: stake}) == refused
    assert code(game, own, {**beside, wager: None}) is None
    if beside:
        low = {each: stake and stake // 10 for each, stake in beside.items()}
        assert code(game, own, {**low, wager: 100}) == "invalid_stake"  # what has no line of its own


OWN = Limits(100, 2000)


def _name(game: Game, wager: str) -> str:
    return next(name for name, wagers in game.limited.items() if wager in wagers)


@pytest.mark.parametrize("name", SIDE)
def test_21_3_21_4_what_the_table_does_not_offer_is_refused_with_its_section(name: str) -> None:
    game, (beside, wager, section) = GAMES[name], SIDE[name]
    nothing = Options(offered=("small",) if name == "sic_bo" else ())
    found = refusal(game, nothing, {**beside, wager: 1000})
    assert found is not None
    assert found.code == "illegal_action"
    assert str(found.message) == f"seat 1, {wager}: not offered at this table ({section})"
    assert found.message.fr == f"place 1, {wager} : n'est pas offerte à cette table ({section})"
    assert refusal(game, Options(offered=all_offered(game)), {**beside, wager: 1000}) is None
    assert refusal(game, nothing, beside) is None


@pytest.mark.parametrize("wager", ["sevens", "over_13", "under_13"])
def test_21_3_21_4_a_blackjack_table_that_says_nothing_offers_neither(wager: str) -> None:
    game, laid = GAMES["blackjack"], {wager: 100 if wager == "sevens" else 500}
    assert code(game, Options(), laid) == "illegal_action"
    assert code(game, Options(revision=0), laid) is None  # rounds of before this was posted
    only_sevens = Options(offered=offered(game, ["sevens"]))
    assert code(game, only_sevens, laid) == (None if wager == "sevens" else "illegal_action")


def test_21_4_over_and_under_are_one_wager() -> None:
    assert offered(GAMES["blackjack"], ["over_under_13"]) == ("over_13", "under_13")


@pytest.mark.parametrize("name", [name for name in LAID if name != "blackjack"])
def test_elsewhere_a_table_that_says_nothing_offers_all(name: str) -> None:
    assert not unoffered(GAMES[name], Options())


def test_67_79_the_super_bonus_has_the_limits_of_the_ante_that_it_equals() -> None:
    game = GAMES["crazy_four"]
    posted = Options(minimum=500, maximum=1000, limits=own_limits(game, {"ante": Limits(2000, 5000)}))
    assert code(game, posted, {"ante": 2000, "super_bonus": 2000}) is None
    assert code(game, posted, {"ante": 1000, "super_bonus": 1000}) == "invalid_stake"


def test_95_5_odds_have_the_lower_of_their_own_maximum_and_what_a132_allows() -> None:
    game = GAMES["craps"]
    more = {"craps.maxOdds": 3}

    def most(own: int | None) -> int:
        limits = own_limits(game, {"odds": Limits(100, own)})
        state, _ = game.step(game.start(Options(minimum=500, more=more, limits=limits)), Wagers("1", {"pass": 500}))
        state = state._replace(point=6)
        taken = 0
        for stake in (100, 800, 801, 1500, 1501):
            try:
                game.step(state, Bet("1", "pass_odds", stake))
            except RuleError:
                continue
            taken = stake
        return taken

    assert (most(None), most(800), most(9000)) == (1500, 800, 1500)


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_name_is_known_to_people_and_means_wagers_of_the_game(name: str) -> None:
    game = GAMES[name]
    for names in (game.limited, game.optional):
        for key, wagers in names.items():
            assert term(name, key).fr and term(name, key).en
            assert wagers and set(wagers) <= set(game.sections)
            assert list(wagers) == [key] or key not in game.sections or key == "ante"
    assert set(game.indicated) <= set(all_offered(game))


@pytest.mark.parametrize(
    ("posted", "message"),
    [
        (Options(limits={"hrad": OWN}), "hrad: no such wager of craps; the nearest is hard"),
        (Options(offered=("hops",)), "hops: no such wager of craps; the nearest is hop"),
        (Options(offered=("pass",)), "pass: no such wager of craps; the nearest is pass_odds"),
        (Options(offered=("§",)), "§: no such wager of craps; it has odds, one_roll, hard, hop, place, buy, lay, come"),
        (Options(minimum=600, maximum=500), "limits: minimum is above maximum"),
        (Options(maximum=50, limits={"hard_4": Limits(minimum=100)}), "hard_4: minimum is above maximum"),
        (Options(limits={"hard_4": Limits(minimum=0)}), f"hard_4.minimum: a whole number from 1 to {MOST}"),
        (Options(unit=0), f"unit: a whole number from 1 to {MOST}"),
        (Options(seats=100), "seats: a whole number from 1 to 99"),
    ],
)
def test_what_cannot_be_posted(posted: Options, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        check_posted("craps", posted)
    assert str(refused.value.message).startswith(message)
    assert refused.value.message.fr != str(refused.value.message)


@pytest.mark.parametrize(
    ("game", "most", "section", "more"),
    [
        ("three_five_seven", 7, "67.42", {}),
        ("boston", 7, "67.52", {}),
        ("four_card", 7, "67.67", {}),
        ("crazy_four", 7, "67.78", {}),
        ("poker_room", 10, "67.91", {}),
        ("poker_room", 8, "67.91", {"room.variant": "razz"}),
    ],
)
def test_67_42_67_52_67_67_67_78_67_91_no_more_seats_than_players(
    game: str, most: int, section: str, more: dict[str, str]
) -> None:
    check_posted(game, Options(seats=most, more=more))
    with pytest.raises(RuleError, match=rf"seats: {game} has {most} players at most \({section}\)") as refused:
        check_posted(game, Options(seats=most + 1, more=more))
    assert refused.value.message.fr == f"seats : {game} a {most} joueurs au plus ({section})"


@pytest.mark.parametrize("game", ["three_card_poker", "war", "blackjack", "craps", "sic_bo"])
def test_67_25_67_35_95_7_95_19_as_many_as_the_layout_has_places_or_any_number(game: str) -> None:
    check_posted(game, Options(seats=14))


LIMITS = st.builds(Limits, st.none() | st.integers(1, 50), st.none() | st.integers(50, 99))


@given(st.dictionaries(st.sampled_from(sorted(GAMES["craps"].limited)), LIMITS, max_size=8))
def test_what_is_told_by_few_names_says_the_same(posted: dict[str, Limits]) -> None:
    game = GAMES["craps"]
    spread = own_limits(game, posted)
    assert own_limits(game, by_name(game, spread)) == spread
    assert all(limits_of(wager, Options(limits=spread))[0] >= 1 for wager in spread)


@given(st.sets(st.sampled_from(sorted(GAMES["sic_bo"].sections))))
def test_few_names_mean_the_same_wagers(wagers: set[str]) -> None:
    game = GAMES["sic_bo"]
    assert set(offered(game, fewest(game.optional, wagers))) == wagers
