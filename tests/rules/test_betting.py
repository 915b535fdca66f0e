"""Before « Rien ne va plus », in every game whose wagers are laid first and then stand."""

from __future__ import annotations

import pytest

from rules.lines import Stake
from rules.machine import Close, Fact, Game, Options, Remove, RuleError, Wagers
from rules.registry import GAMES

LAID: dict[str, dict[str, Stake]] = {  # a seat's wagers: the mandatory ones, and last one that may be left
    "three_card_poker": {"initial": 500, "pair_plus": 100},
    "war": {"initial": 500, "supplemental": 100},
    "three_five_seven": {"three": 500, "five": 500, "seven": 500},
    "boston": {"ante": 500, "first": 1000, "bonus": 100},
    "four_card": {"ante": 500, "aces_up": 100},
    "crazy_four": {"ante": 500, "super_bonus": 500, "queens_up": 100},
    "blackjack": {"over_13": 500, "sevens": 100},
    "sic_bo": {"small": 500, "total_9": 100},
}


def after(game: Game, *facts: Fact) -> dict[str, dict[str, Stake]]:
    state = game.start(Options())
    for fact in facts:
        state, lines = game.step(state, fact)
        assert lines == ()
    return {seat: dict(stakes) for seat, stakes in game.wagers(state).items()}


@pytest.fixture(params=LAID)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def test_every_game_is_here_but_those_whose_wagers_live_on() -> None:
    assert LAID.keys() == GAMES.keys() - {"craps", "poker_room"}


def test_67_26_a_seat_may_leave_and_come_back(game: Game) -> None:
    laid = LAID[game.name]
    both = Wagers("2", laid), Wagers("1", laid)
    assert list(after(game, *both)) == ["1", "2"]
    assert after(game, *both, Remove("2", None)) == {"1": laid}
    assert list(after(game, *both, Remove("1", None), Wagers("1", laid))) == ["1", "2"]


def test_67_26_one_wager_may_be_withdrawn_and_the_others_stand(game: Game) -> None:
    laid = LAID[game.name]
    *_, last = laid
    assert after(game, Wagers("1", laid), Remove("1", last)) == {"1": {k: v for k, v in laid.items() if k != last}}


def test_67_26_whoever_withdraws_the_last_one_is_out(game: Game) -> None:
    laid = LAID[game.name]
    only = dict([next(iter(laid.items()))])
    if game.name in ("three_five_seven", "crazy_four", "boston"):  # two are mandatory: neither goes alone
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
