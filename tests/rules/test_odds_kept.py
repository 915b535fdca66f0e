"""The main games whose counts are kept: sums, marginals by a second way, published edges, and rounds really dealt."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from math import comb
from typing import Any

import pytest

from rules.boston import ante_odds
from rules.cards import DECK, Card
from rules.contract import answer
from rules.crazy_four import may_raise
from rules.game import Options
from rules.lines import Odds
from rules.odds.hands import hands
from rules.odds.house_poker import BY_LAW
from rules.odds.kept import KEPT, Key
from rules.odds.play import Cell, play_of, worth
from rules.odds.table import odds
from rules.ranking import SHIFT, Four, five, four, ranks_of
from rules.registry import GAMES
from tests.campaign.exact.variants import DECKS, VARIANTS

KEYS = list(KEPT)


def deals(game: str, decks: int) -> int:
    shoe = 52 * decks
    if game == "four_card":  # five cards, the one that is shown, five more
        return comb(shoe, 5) * (shoe - 5) * comb(shoe - 6, 5)
    if game == "boston":  # three, two more, the dealer's five
        return comb(shoe, 3) * comb(shoe - 3, 2) * comb(shoe - 5, 5)
    return comb(shoe, 5) * comb(shoe - 5, 5)


def test_every_way_to_post_a_game_is_kept() -> None:
    wanted = {
        (game, n, tuple(sorted(posted.items()))) for game, all_ in VARIANTS.items() for posted in all_ for n in DECKS
    }
    assert set(KEPT) == wanted
    assert set(VARIANTS) == set(BY_LAW)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_no_deal_is_missing(key: Key) -> None:
    assert sum(cell.deals for cell in KEPT[key]) == deals(key[0], key[1])


@pytest.mark.parametrize("key", [key for key in KEYS if key[0] != "boston"], ids=str)
def test_hands_that_nobody_gives_up_are_as_many_as_one_counts_them(key: Key) -> None:
    """A second way to the same number: a straight or better is always played, so all of its deals must be there."""
    game, decks, _ = key
    kept: Counter[Four] = Counter()
    for cell in KEPT[key]:
        if cell.times:
            kept[Four(cell.mine >> SHIFT)] += cell.deals
    counted: Counter[Four] = Counter()
    for count, cards in hands(5, 4, decks, four):
        counted[Four(four(cards) >> SHIFT)] += count
    each = deals(game, decks) // comb(52 * decks, 5)
    strong = (
        [kind for kind in Four if kind > Four.STRAIGHT]
        if game == "crazy_four"
        else [Four.STRAIGHT_FLUSH, Four.FOUR_OF_A_KIND]
    )
    for kind in strong:
        assert kept[kind] == counted[kind] * each


@pytest.mark.parametrize("decks", DECKS)
def test_67_58_at_boston_nobody_gives_up_and_both_sides_are_alike(decks: int) -> None:
    """Two units more are always worth the three that lie there; so player and dealer just have five cards each."""
    cells = KEPT["boston", decks, ()]
    assert all(cell.times for cell in cells)
    higher, lower = (sum(cell.deals for cell in cells if sign * (cell.mine - cell.dealer) > 0) for sign in (1, -1))
    assert higher == lower
    kept: Counter[Odds | None] = Counter()
    for cell in cells:
        kept[ante_odds(cell.mine)] += cell.deals
    counted: Counter[Odds | None] = Counter()
    for count, cards in hands(5, 5, decks, five):
        counted[ante_odds(five(cards))] += count * deals("boston", decks) // comb(52 * decks, 5)
    assert kept == counted


@pytest.mark.parametrize(
    ("game", "posted", "percent"),
    [
        ("crazy_four", {"crazy4.sbFlush": "3:2"}, 3.42),  # as the game is published elsewhere
        ("crazy_four", {}, -3.20),  # 67.85 as enacted: the player has the edge (A66)
        ("crazy_four", {"crazy4.sbNoOpen": "push"}, 0.42),
        ("crazy_four", {"crazy4.sbFlush": "3:2", "crazy4.sbNoOpen": "push"}, 6.03),
        ("four_card", {"p4c.bonusBeaten": "stakeLost"}, 2.79),  # as the game is published elsewhere
        ("four_card", {}, 2.73),
        ("boston", {}, 20.63),
    ],
)
def test_the_edges_are_those_that_are_known(game: str, posted: dict[str, str], percent: float) -> None:
    chance = odds(game, Options(more=posted)).wagers["ante"]
    assert round(chance.percent, 2) == percent
    assert chance.favours_player is (percent < 0)


@pytest.mark.parametrize("game", VARIANTS)
def test_two_decks_mixed_are_worse_for_the_house(game: str) -> None:
    one, two = (odds(game, Options(decks=decks)) for decks in (1, 2))
    assert two.wagers["ante"].edge < one.wagers["ante"].edge
    assert set(two.for_the_player) >= set(two.wagers) - {"ante"}  # A3


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_no_cell_is_kept_that_the_game_does_not_allow(key: Key) -> None:
    play = play_of(key[0], Options(more=dict(key[2])))
    for times, mine, _, count in KEPT[key]:
        assert count > 0
        assert not times or times in play.choices(mine)


@pytest.mark.parametrize("key", [key for key in KEYS if key[1] == 1], ids=str)
def test_what_a_hand_brings_depends_on_the_dealer_only_through_four_cases(key: Key) -> None:
    """He does not open; or his hand is lower, equal or higher: on this the counting rests."""
    play = play_of(key[0], Options(more=dict(key[2])))
    rank, flush = (five, 5) if key[0] == "boston" else (four, 4)
    strengths = [rank(cards) for _, cards in hands(5, flush, 1, rank)]
    for mine in {cell.mine for cell in KEPT[key] if cell.times} | set(strengths[:: len(strengths) // 8]):
        for times in play.choices(mine):
            brought: dict[tuple[bool, int], set[int]] = {}
            for theirs in strengths[::3]:
                opens = play.opens(theirs)
                case = opens, (theirs > mine) - (theirs < mine) if opens else 0
                brought.setdefault(case, set()).add(play.shown(mine, theirs, times))
            assert all(len(brings) == 1 for brings in brought.values())


def test_what_is_kept_is_only_how_often_and_not_what_it_is_worth() -> None:
    cells: tuple[Cell, ...] = KEPT["crazy_four", 1, ()]
    enacted, published = (play_of("crazy_four", Options(more=more)) for more in ({}, {"crazy4.sbFlush": "3:2"}))
    assert worth(enacted, cells).edge < worth(published, cells).edge


# -- rounds that are really dealt, with choices that are nearly the best ----------------------------------------------

Body = dict[str, Any]


def net(game: str, stakes: dict[str, int], mine: list[Card], dealer: list[Card]) -> float:
    seat = {"wagers": stakes, "cards": [str(card) for card in mine]}
    body: Body = {"id": "x", "game": game, "seats": {"1": seat}, "dealer": [str(card) for card in dealer]}
    body["options"] = {"decks": 2}  # more copies of a card are no matter where there is one deck
    total = json.loads(answer(json.dumps(body), GAMES))["total"]
    return float(total["won"] + total["returned"] - total["staked"]) / 100


def _crazy_four(mine: list[Card], dealer: list[Card]) -> float:
    """Published: three times with a pair of aces or better, once with king-queen-eight-four or better."""
    stakes = {"ante": 100, "super_bonus": 100}
    strength = four(mine)
    if may_raise(strength):
        stakes["additional"] = 300
    elif strength >= four([Card.parse(card) for card in ("Kc", "Qd", "8h", "4s")]):
        stakes["additional"] = 100
    return net("crazy_four", stakes, mine, dealer)


def _four_card(mine: list[Card], dealer: list[Card]) -> float:
    """Published: three times with a pair of tens or better, once with a lower pair from threes on."""
    stakes, strength = {"ante": 100}, four(mine)
    pair = ranks_of(strength)[0] if strength >> SHIFT == Four.PAIR else 15 if strength >> SHIFT else 0
    if pair >= 10:
        stakes["additional"] = 300
    elif pair >= 3:
        stakes["additional"] = 100
    return net("four_card", stakes, mine, dealer)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize(
    ("game", "size", "play", "costs"),
    [("crazy_four", 5, _crazy_four, 0.0002), ("four_card", 6, _four_card, 0.02)],
)
def test_rounds_that_are_dealt_and_settled_come_to_nearly_the_same(
    game: str, size: int, play: Callable[[list[Card], list[Card]], float], costs: float, decks: int
) -> None:
    """Choices that are a little worse than the best bring a little less, and never more."""
    pick, rounds = random.Random(game), 6_000
    results = []
    for _ in range(rounds):
        cards = pick.sample(DECK * decks, 5 + size)
        results.append(play(cards[:5], cards[5:]))
    mean = sum(results) / rounds
    error = (sum((result - mean) ** 2 for result in results)) ** 0.5 / rounds
    best = -float(odds(game, Options(decks=decks)).wagers["ante"].edge)
    assert best - costs - 4 * error <= mean <= best + 4 * error
