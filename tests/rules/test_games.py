"""What every game declares of itself, and what those may rely on who ask for it."""

from __future__ import annotations

from itertools import product

import pytest

from rules.capabilities import WHOLE, CarriesOver, Continues, HasLayout, HasPublicState, Metered, MovesChips
from rules.facts import AwaitDice, AwaitWagers, Wagers
from rules.game import DEALER, Game, Options, deck_count
from rules.registry import GAMES, METERED, term
from rules.terms import Term
from tests.rules.dealing import dealt, offering

EACH = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@EACH
def test_a_game_needs_a_shoe_or_dice_and_says_how_many(game: Game) -> None:
    assert game.needs in ({"shoe"}, {"dice"})
    assert ("shoe" in game.needs) is bool(game.decks) is bool(deck_count(game, Options()))
    assert ("dice" in game.needs) is bool(game.dice) is isinstance(game, HasLayout)
    assert not game.takes or "dice" in game.needs


@EACH
def test_everything_that_it_names_has_both_languages(game: Game) -> None:
    for key in (game.name, *game.sections, *game.bonuses):
        assert all(term(game.name, key))
    assert all(game.edition.instrument)


@pytest.mark.parametrize(
    ("games", "faces"),
    [
        (("three_card_poker", "three_five_seven", "boston", "crazy_four"), {False}),
        (("war", "four_card", "poker_room"), {False, True}),
        (("blackjack",), {True}),  # but the dealer's own, where he takes one
        (("craps", "sic_bo"), set()),
    ],
)
def test_cards_come_face_up_or_down(games: tuple[str, ...], faces: set[bool]) -> None:
    assert {dealt(game).faces for game in games} == {frozenset(faces)}


@EACH
def test_what_is_usually_laid_first_may_lie_on_an_empty_layout(game: Game) -> None:
    state, _ = game.step(
        game.start(offering(game, more={"manner": 1} if isinstance(game, Metered) else {})),
        usual := Wagers("1", game.usual[0]),
    )
    assert isinstance(game.expects(state), AwaitWagers | AwaitDice)
    laid = game.stakes(state)["1"] if isinstance(game, MovesChips) else game.wagers(state)["1"]
    assert laid == (usual.stakes["stakes"] if isinstance(game, MovesChips) else usual.stakes)


@EACH
def test_a_hand_has_one_name_in_every_game(game: Game) -> None:
    assert game.hand_name("3") == Term("Place 3", "Seat 3")
    assert game.hand_name(DEALER) == Term("Croupier", "Dealer")
    assert game.hand_name("dealer 3") == Term("Croupier contre la place 3", "Dealer against seat 3")
    assert game.hand_name("aside") == Term("Cartes de côté", "Cards set aside")
    assert all(game.hand_name(game.common_hand))


def test_only_a_game_that_knows_a_hand_by_name_names_it() -> None:
    assert GAMES["poker_room"].hand_name("board") == Term("Cartes communes", "Board")
    assert GAMES["war"].hand_name("board") == Term("Place board", "Seat board")


def test_what_a_game_can_is_told_by_its_protocols() -> None:
    can = {
        kind.__name__: [game.name for game in GAMES.values() if isinstance(game, kind)]
        for kind in (CarriesOver, Continues, HasPublicState, MovesChips, Metered)
    }
    assert "craps" in can["Continues"]
    assert "poker_room" in can["MovesChips"]
    assert "blackjack" in can["Metered"]
    assert {*can["Continues"], *can["MovesChips"]} == set(can["CarriesOver"])


def test_no_two_games_have_a_meter_for_one_wager() -> None:
    metered = [wager for game in GAMES.values() if isinstance(game, Metered) for wager in game.metered]
    assert len(metered) == len(set(metered)) == len(METERED)


@EACH
def test_21_2_a_share_of_the_meter_is_worth_what_its_odds_say(game: Game) -> None:
    if not isinstance(game, Metered):
        return
    for manner, decks in product(game.manners, game.decks):
        shares = {row.share for row in game.prizes(manner, decks).rows if row.pays is None}
        assert {game.share(share, 10**6, 1) for share in game.manners[manner]} == {part * 10**6 for part in shares}
        assert WHOLE in game.manners[manner]
