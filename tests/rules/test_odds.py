"""The odds of every game: against published edges, counting by hand, and rounds that are really dealt."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from rules.cards import DECK, Card
from rules.contract import answer
from rules.craps_wagers import WAGERS as CRAPS_WAGERS
from rules.game import Options, RuleError
from rules.odds.hands import hands
from rules.odds.model import TableOdds
from rules.odds.play import ThreeCard
from rules.odds.table import odds
from rules.odds.three_card import Dealer, cells, players
from rules.ranking import five, four, three
from rules.registry import GAMES
from rules.sic_bo import LAYOUT

Body = dict[str, Any]


def at(game: str, decks: int | None = None, **more: object) -> TableOdds:
    return odds(game, Options(decks=decks, more=more))


# -- what others have published ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "decks", "percents"),
    [
        ("three_card_poker", 1, {"initial": 3.37, "pair_plus": 2.32}),
        ("three_card_poker", 2, {"pair_plus": -7.69}),  # A3
        ("war", 6, {"initial": 2.33, "initial_withdraw": 3.70, "supplemental": 18.65}),
        ("war", 8, {"initial": 2.34, "initial_withdraw": 3.73, "supplemental": 17.83}),
        ("three_five_seven", 1, {"three": 3.49, "five": 4.12, "seven": 3.28}),
        ("blackjack", 6, {"sevens": 11.40, "over_13": 6.55, "under_13": 10.07}),
        ("blackjack", 8, {"sevens": 9.01}),
    ],
)
def test_the_edges_are_those_that_are_known(game: str, decks: int, percents: dict[str, float]) -> None:
    found = at(game, decks).wagers
    assert {wager: round(found[wager].percent, 2) for wager in percents} == percents


def test_67_32_pair_or_plus_as_the_by_law_pays_it() -> None:
    chance = odds("three_card_poker").wagers["pair_plus"]
    kinds = {"straight flush": 48, "three": 52, "straight": 720, "flush": 1096, "pair": 3744}  # of 22,100 hands
    paid = 40 * 48 + 30 * 52 + 6 * 720 + 4 * 1096 + 3744
    assert chance.hit == Fraction(sum(kinds.values()), 22_100)
    assert chance.edge == Fraction(22_100 - sum(kinds.values()) - paid, 22_100) == Fraction(128, 5525)


def test_95_14_to_95_17_every_craps_wager_has_its_edge() -> None:
    found = odds("craps").wagers
    assert set(found) == CRAPS_WAGERS
    known = {
        "pass": Fraction(7, 495),
        "dont_pass": Fraction(3, 220),  # a 12 decides it too: it goes back
        "come": Fraction(7, 495),
        "dont_come": Fraction(3, 220),
        "field": Fraction(1, 18),
        "hard_4": Fraction(1, 9),
        "hard_8": Fraction(1, 11),
        "any_7": Fraction(1, 6),
        "horn": Fraction(1, 8),
        "world": Fraction(2, 15),
        "three_way": Fraction(7, 54),
        "hop_1_3": Fraction(1, 9),
        "hop_2_2": Fraction(5, 36),
        "place_4": Fraction(1, 15),
        "place_5": Fraction(1, 25),
        "place_6": Fraction(1, 66),
        "buy_6": Fraction(1, 20),  # the commission is lost on top of an even game
        "lay_4": Fraction(1, 40),
        "lay_6": Fraction(1, 24),
    }
    assert {wager: found[wager].edge for wager in known} == known
    assert all(found[wager].edge == 0 for wager in CRAPS_WAGERS if "odds" in wager)


def test_95_24_every_sic_bo_wager_has_its_edge() -> None:
    found = odds("sic_bo").wagers
    assert set(found) == set(LAYOUT)
    assert (found["total_9"].edge, found["single_3"].edge) == (Fraction(41, 216), Fraction(17, 216))
    assert {found[wager].edge for wager in ("small", "big")} == {Fraction(1, 36)}
    assert found["two_of_a_kind_5"].edge == Fraction(1, 3)  # three alike count (A145)


# -- counting hands ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize(("size", "flush", "rank"), [(3, 3, three), (5, 4, four), (5, 5, five)])
def test_no_hand_is_counted_twice_or_forgotten(size: int, flush: int, rank: Callable[..., int], decks: int) -> None:
    assert sum(count for count, _ in hands(size, flush, decks, rank)) == comb(52 * decks, size)


def test_hands_are_counted_as_one_by_one() -> None:
    counts: dict[int, int] = {}
    for cards in combinations(DECK, 3):
        counts[three(cards)] = counts.get(three(cards), 0) + 1
    assert counts == {three(cards): count for count, cards in hands(3, 3, 1, three)}


@pytest.mark.parametrize("decks", [1, 2])
def test_67_29_the_dealers_hands_without_the_players_cards_are_counted_as_one_by_one(decks: int) -> None:
    dealer, pick = Dealer(decks), random.Random(67)
    drawn = [tuple(pick.sample(DECK * decks, 3)) for _ in range(4)]
    for cards in [*drawn, (DECK[0],) * decks + DECK[5 : 8 - decks]]:
        rest = list(DECK * decks)
        for card in cards:
            rest.remove(card)
        strengths, mine = [three(theirs) for theirs in combinations(rest, 3)], three(cards)
        lower, higher = sum(theirs < mine for theirs in strengths), sum(theirs > mine for theirs in strengths)
        assert dealer.avoiding(cards, mine) == (lower, len(strengths) - higher)


def test_67_30_what_a_hand_brings_depends_on_the_dealer_only_through_four_cases() -> None:
    play, strengths = ThreeCard(), Dealer(1).all.known
    for mine in strengths[:: len(strengths) // 60]:
        brought: dict[tuple[bool, int], set[int]] = {}
        for theirs in strengths:
            opens = play.opens(theirs)
            case = opens, (theirs > mine) - (theirs < mine) if opens else 0
            brought.setdefault(case, set()).add(play.shown(mine, theirs, 1))
        assert all(len(brings) == 1 for brings in brought.values())


def test_67_28_the_best_choice_is_queen_six_four_or_better() -> None:
    given_up = sum(cell.deals for cell in cells(ThreeCard(), 1) if not cell.times)
    threshold = three([Card.parse(name) for name in ("Qc", "6d", "4h")])
    below = sum(count for count, cards in players(1) if three(cards) < threshold)
    assert Fraction(given_up, comb(49, 3)) == below
    assert sum(cell.deals for cell in cells(ThreeCard(), 1)) == comb(52, 3) * comb(49, 3)


# -- rounds that are really dealt, through the settle contract --------------------------------------------------------


def net(game: str, body: Body) -> int:
    response = json.loads(answer(json.dumps({"id": "x", "game": game, **body}), GAMES))
    total = response["total"]
    return int(total["won"] + total["returned"] - total["staked"])


def deal(pick: random.Random, decks: int, *sizes: int) -> list[list[str]]:
    cards = pick.sample(DECK * decks, sum(sizes))
    return [[str(cards.pop()) for _ in range(size)] for size in sizes]


def one(wagers: dict[str, int], cards: list[str], **more: object) -> Body:
    return {"seats": {"1": {"wagers": wagers, "cards": cards, **more}}}


def _three_card(pick: random.Random) -> int:
    mine, dealer = deal(pick, 1, 3, 3)
    stays = three([Card.parse(card) for card in mine]) >= three([Card.parse(card) for card in ("Qc", "6d", "4h")])
    wagers = {"initial": 100} | ({"additional": 100} if stays else {})
    return net("three_card_poker", one(wagers, mine) | {"dealer": dealer})


def _war(pick: random.Random) -> int:
    mine, dealer, fight, theirs = deal(pick, 6, 1, 1, 1, 1)
    if mine[0][0] != dealer[0][0]:
        return net("war", one({"initial": 100}, mine) | {"dealer": dealer})
    wagers = {"initial": 100, "additional": 100}
    return net("war", one(wagers, mine + fight, dealer_war_card=theirs[0]) | {"dealer": dealer})


def _five(pick: random.Random) -> int:
    mine, dealer = deal(pick, 2, 3, 4)
    both = one({"three": 100, "five": 100}, mine) | {"dealer": dealer, "options": {"decks": 2}}
    response = json.loads(answer(json.dumps({"id": "x", "game": "three_five_seven", **both}), GAMES))
    (line,) = (line for line in response["lines"] if line["wager"] == "five")
    return int(line["won"] + line["returned"] - line["stake"])


def _aces_up(pick: random.Random) -> int:
    mine, dealer = deal(pick, 1, 5, 6)
    return net("four_card", one({"aces_up": 100}, mine) | {"dealer": dealer})


def _dont_pass(pick: random.Random) -> int:
    events: list[Body] = [{"bet": {"seat": "1", "wager": "dont_pass", "stake": 100}}]
    while True:
        events.append({"roll": [pick.randint(1, 6), pick.randint(1, 6)]})
        response = json.loads(answer(json.dumps({"id": "x", "game": "craps", "events": events}), GAMES))
        if not response["open"]:
            return int(response["total"]["won"] + response["total"]["returned"] - response["total"]["staked"])


def _duo(pick: random.Random) -> int:
    dice = [pick.randint(1, 6) for _ in range(3)]
    return net("sic_bo", {"dice": dice, "seats": {"1": {"wagers": {"duo_2_5": 100}}}})


@pytest.mark.parametrize(
    ("game", "decks", "wager", "play"),
    [
        ("three_card_poker", 1, "initial", _three_card),
        ("war", 6, "initial", _war),
        ("three_five_seven", 2, "five", _five),
        ("four_card", 1, "aces_up", _aces_up),
        ("craps", None, "dont_pass", _dont_pass),
        ("sic_bo", None, "duo_2_5", _duo),
    ],
)
def test_rounds_that_are_dealt_and_settled_come_to_the_same(
    game: str, decks: int | None, wager: str, play: Callable[[random.Random], int]
) -> None:
    pick, rounds = random.Random(f"{game} {wager}"), 6_000
    results = [play(pick) / 100 for _ in range(rounds)]
    mean = sum(results) / rounds
    deviation = (sum((result - mean) ** 2 for result in results) / rounds) ** 0.5
    assert abs(mean + float(at(game, decks).wagers[wager].edge)) <= 4 * deviation / rounds**0.5


# -- what is refused --------------------------------------------------------------------------------------------------


def test_decks_are_those_that_the_by_law_allows() -> None:
    for game, decks in product(("three_card_poker", "war", "sic_bo"), (3,)):
        with pytest.raises(RuleError):
            at(game, decks)
    with pytest.raises(RuleError, match="no such game"):
        odds("roulette")


def test_67_108_a_poker_room_has_no_odds_of_the_house() -> None:
    assert odds("poker_room").wagers == {}


def test_21_2_the_progressive_has_an_edge_where_its_meter_is_known() -> None:
    assert "progressive" not in odds("blackjack").wagers
    low, high = (at("blackjack", manner=1, jackpot=meter) for meter in (5_000_000, 50_000_000))
    assert not low.for_the_player
    assert set(high.for_the_player) == {"progressive"}
