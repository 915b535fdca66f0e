"""Before « Rien ne va plus », in every game whose wagers are laid first and then stand."""

from __future__ import annotations

import pytest

from rules.capabilities import CarriesOver
from rules.facts import Close, Fact, Remove, Wagers
from rules.game import Game, RuleError
from rules.lines import Stake
from rules.registry import GAMES
from tests.rules.dealing import offering

LAID: dict[str, dict[str, Stake]] = {  # a seat's wagers: the mandatory ones, and last one that may be left
    name: dict(game.usual[0]) for name, game in GAMES.items() if not isinstance(game, CarriesOver)
}


def after(game: Game, *facts: Fact) -> dict[str, dict[str, Stake]]:
    state = game.start(offering(game))
    for fact in facts:
        state, lines = game.step(state, fact)
        assert lines == ()
    return {seat: dict(stakes) for seat, stakes in game.wagers(state).items()}


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
