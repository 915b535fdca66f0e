"""The poker room's showdown, section by section: 67.88, 67.96, 67.102, 67.103 and 67.108."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, Card, parse_cards
from rules.contract import answer
from rules.lines import Outcome
from rules.poker_room import HAND_NAMES, layers, low, split, uncalled
from rules.room.machine import GAME
from rules.terms import COMMON

CODES = {"bad_request", "invalid_stake", "impossible_cards", "wrong_card_count"}
BOARD = "Kc Qd 9h 5s 2c"
ACES, KINGS, QUEENS, NINES, JACK = "As Ah", "Kd Kh", "Qs Qh", "9s 9c", "Jd 4h"
WHEEL = "3d 4d 5h Ks Kh"  # a board for lows


def showdown(
    bets: dict[str, int], hands: dict[str, str], board: str = BOARD, kind: str = "high", puck: str = "9", **more: Any
) -> dict[str, Any]:
    """A request; options and `folded` come by their names."""
    options = {name: more.pop(name) for name in list(more) if name != "folded"}
    asked = {"id": "x", "game": "poker_room", "type": kind, "puck": puck, "bets": bets, "board": board.split()}
    return asked | {"hands": {seat: cards.split() for seat, cards in hands.items()}, "options": options} | more


def answered(asked: Any) -> dict[str, Any]:
    response: dict[str, Any] = json.loads(answer(json.dumps(asked), {"poker_room": GAME}))
    return response


def pots(asked: dict[str, Any]) -> list[tuple[int, int, list[str], dict[str, int]]]:
    return [(pot["amount"], pot["commission"], pot["eligible"], pot["shares"]) for pot in answered(asked)["pots"]]


def code(asked: Any) -> str | None:
    """The code of the refusal; None if it was answered."""
    return answered(asked).get("error", {}).get("code")  # type: ignore[no-any-return]


# -- hands ------------------------------------------------------------------------------------------------------------


def test_67_88_in_high_poker_the_highest_combination_wins() -> None:
    asked = showdown({"1": 500, "2": 500, "3": 500}, {"1": ACES, "2": QUEENS, "3": NINES})
    assert pots(asked) == [(1500, 0, ["1", "2", "3"], {"2": 1500})]
    (line,) = GAME.settle(asked).lines
    assert (line.seat, line.wager, line.outcome, line.odds) == ("2", "pot", Outcome.WIN, None)
    assert (line.stake, line.won, line.returned, line.section, line.hand) == (500, 1500, 0, "67.103", "three_of_a_kind")
    assert answered(asked)["total"] == {"staked": 1500, "won": 1500, "returned": 0}


def test_67_88_the_board_may_be_everyones_best_hand() -> None:
    asked = showdown({"1": 500, "2": 500}, {"1": "2c 3c", "2": "Ad Ac"}, "Ts Js Qs Ks As")
    assert pots(asked) == [(1000, 0, ["1", "2"], {"1": 500, "2": 500})]


def test_67_88_order_of_lows_ace_to_five_without_straights_and_flushes() -> None:
    best_to_worst = [
        "As 2s 3s 4s 5s", "As 2d 3s 4s 6s", "As 2d 3s 5s 6s", "2s 3d 4s 5s 6s", "As 2d 3s 4s 7s", "2d 3s 4s 5d 8c",
        "4d 5s 6s 7d 8c", "As 2d 3s 4s 9s", "9d Ts Js Qd Ks",
        "As Ad 2s 3s 4d", "As Ad 5s 6s 7d", "As Ad 2s 3s Kd", "2s 2d As 3s 4d", "2s 2d 3s 4s 5d",  # one pair (A87)
        "Ks Kd As 2s 3d", "Ks Kd Ts Js Qd",
        "As Ad 2s 2c 3d", "As Ad 3s 3c 2d", "4s 4d As Ac Kd", "4s 4d 2s 2c Ad", "Qs Qd Ks Kc Jd",  # two pairs
        "As Ad Ac 2c 3d", "Ks Kd Kc Qc Jd",  # three
        "As Ad Ac 2c 2d", "Ks Kd Kc Qc Qd",  # full house
        "As Ad Ac Ah 2d", "Ks Kd Kc Kh Qd",  # four
    ]  # fmt: skip
    lows = [low(parse_cards(cards)) for cards in best_to_worst]
    assert all(better < worse for better, worse in pairwise(lows))


@settings(deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True))
def test_67_88_the_low_of_seven_cards_is_the_best_of_any_five(cards: list[Card]) -> None:
    assert low(cards) == min(low(five) for five in combinations(cards, 5))


@pytest.mark.parametrize(
    ("board", "one", "other", "shares"),
    [
        (WHEEL, "As 2c", "2d 6h", {"1": 1000}),  # 5-4-3-2-A against 6-5-4-3-2
        (WHEEL, "As 2c", "Ad 2h", {"1": 500, "2": 500}),
        ("3d 4d 4h Ks Kh", "Kd 2c", "Ad Ac", {"2": 1000}),  # four ranks and a pair of fours, against aces
        ("3d 4d 4h Ks Kh", "As 2c", "Ad Kc", {"1": 1000}),  # K-4-3-2-A against a pair
        ("Ks Kh Kd 9c 4s", "Qd 4d", "5d 9d", {"1": 1000}),  # both paired: fours, K-Q-9, are below nines, K-5-4
    ],
)
def test_67_88_in_low_poker_the_lowest_combination_wins(
    board: str, one: str, other: str, shares: dict[str, int]
) -> None:
    asked = showdown({"1": 500, "2": 500}, {"1": one, "2": other}, board, "low")
    assert pots(asked) == [(1000, 0, ["1", "2"], shares)]
    assert all("hand" not in line for line in answered(asked)["lines"])


@pytest.mark.parametrize(
    ("board", "hands", "shares"),
    [
        ("Ks Kh 4d 6c 8s", {"1": "Kc Qd", "2": "As 2d"}, {"1": 600, "2": 500}),  # the odd unit to the high half
        ("Ks Kh 4d 6c 9s", {"1": "Kc Qd", "2": "As 2d"}, {"1": 1100}),  # a nine is no low
        ("Ks Kh 4d 6c 8s", {"1": "Kc Kd", "2": "4s 6h"}, {"1": 1100}),  # a paired low does not qualify
        ("3s 4h 5d Kc Ks", {"1": "As 2d", "2": "Kd Qd"}, {"1": 1100}),  # one seat has both: wheel and straight
        ("3s 4h 5d Kc Qs", {"1": "As 2d", "2": "Ad 2h"}, {"1": 600, "2": 500}),
    ],
)
def test_67_88_high_low_splits_with_an_eight_or_better(
    board: str, hands: dict[str, str], shares: dict[str, int]
) -> None:
    bets = {"1": 500, "2": 500, "3": 100}
    asked = showdown(bets, hands, board, "high_low", folded=["3"], unit=100)
    assert pots(asked) == [(1100, 0, ["1", "2"], shares)]


def test_67_88_a_share_that_rounds_to_nothing_is_not_told() -> None:
    asked = showdown({"1": 1, "2": 1, "3": 1}, {"1": "Ad 2d", "2": "As 2s", "3": "Kd Kh"}, "Kc 3h 4d 8s Ks", "high_low")
    assert pots(asked) == [(3, 0, ["1", "2", "3"], {"3": 2, "1": 1})]
    assert [line["seat"] for line in answered(asked)["lines"]] == ["1", "3"]


@pytest.mark.parametrize(
    ("puck", "shares"),
    [
        ("1", {"2": 5, "5": 5, "10": 4}),
        ("2", {"5": 5, "10": 5, "2": 4}),
        ("7", {"10": 5, "2": 5, "5": 4}),
        ("10", {"2": 5, "5": 5, "10": 4}),
    ],
)
def test_67_88_odd_units_go_clockwise_from_the_pucks_left(puck: str, shares: dict[str, int]) -> None:
    hands = {"2": "2c 3c", "5": "2d 3d", "10": "2h 3h"}
    asked = showdown({"2": 4, "5": 4, "10": 4, "11": 2}, hands, "Ts Js Qs Ks As", puck=puck, folded=["11"])
    assert pots(asked) == [(14, 0, ["2", "5", "10"], shares)]


# -- pots -------------------------------------------------------------------------------------------------------------


def test_67_96_an_all_in_player_wins_only_the_part_for_which_he_has_bet() -> None:
    hands = {"1": QUEENS, "2": NINES, "3": ACES}
    assert pots(showdown({"1": 20, "2": 100, "3": 100}, hands)) == [
        (60, 0, ["1", "2", "3"], {"1": 60}),
        (160, 0, ["2", "3"], {"2": 160}),
    ]


def test_67_96_folded_money_stays_in_its_layers_and_ends_none() -> None:
    bets = {"1": 20, "2": 100, "3": 100, "4": 60, "5": 10}
    assert pots(showdown(bets, {"1": QUEENS, "2": NINES, "3": ACES}, folded=["4", "5"])) == [
        (90, 0, ["1", "2", "3"], {"1": 90}),
        (200, 0, ["2", "3"], {"2": 200}),
    ]


def test_67_96_folded_money_above_everyone_left_joins_the_last_pot() -> None:
    bets = {"1": 20, "2": 50, "3": 100, "4": 100}
    assert pots(showdown(bets, {"1": QUEENS, "2": NINES}, folded=["3", "4"])) == [
        (80, 0, ["1", "2"], {"1": 80}),
        (190, 0, ["2"], {"2": 190}),
    ]


def test_67_103_what_nobody_called_goes_back_first() -> None:
    asked = showdown({"1": 500, "2": 800}, {"1": ACES, "2": JACK}, commission_percent=10)
    assert pots(asked) == [(1000, 100, ["1", "2"], {"1": 900})]
    response = answered(asked)
    assert response["returned"] == {"2": 300}
    assert response["total"] == {"staked": 1300, "won": 900, "returned": 300}
    assert [line["seat"] for line in response["lines"]] == ["1"]


def test_67_103_a_seat_that_collects_tells_what_came_back_to_it() -> None:
    (line,) = GAME.settle(showdown({"1": 500, "2": 800}, {"1": JACK, "2": ACES})).lines
    assert (line.stake, line.won, line.returned) == (800, 1000, 300)
    assert line.readings == ("A83",)


def test_67_103_the_last_one_left_wins_without_showing() -> None:
    asked = showdown({"1": 500, "2": 800, "3": 500}, {"2": JACK}, folded=["1", "3"])
    assert pots(asked) == [(1500, 0, ["2"], {"2": 1500})]
    assert answered(asked)["returned"] == {"2": 300}
    assert "hand" not in answered(asked)["lines"][0]


def test_67_103_what_nobody_called_goes_back_also_to_a_seat_that_folded() -> None:
    asked = showdown({"1": 500, "2": 800}, {"1": JACK}, folded=["2"])
    assert pots(asked) == [(1000, 0, ["1"], {"1": 1000})]
    assert answered(asked)["returned"] == {"2": 300}


def test_67_103_a_seat_alone_gets_everything_back_and_there_is_no_pot() -> None:
    response = answered(showdown({"1": 500}, {"1": ACES}, commission_percent=10))
    assert (response["pots"], response["lines"], response["returned"]) == ([], [], {"1": 500})
    assert response["total"] == {"staked": 500, "won": 0, "returned": 500}


# -- commission -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("percent", "cap", "unit", "commissions"),
    [
        (0, None, 1, [0, 0]),
        (5, None, 1, [30, 80]),
        (10, None, 1, [60, 160]),
        (10.0, None, 1, [60, 160]),
        (2.5, None, 1, [15, 40]),
        (2.3, None, 1, [13, 36]),  # 13.8 and 36.8
        (0.29, None, 1, [1, 4]),
        (5, 400, 1, [30, 80]),
        (5, 50, 1, [30, 20]),  # the main pot first
        (5, 10, 1, [10, 0]),
        (5, 0, 1, [0, 0]),
        (10, None, 50, [50, 150]),
        (10, 120, 50, [50, 50]),  # the cap too is rounded down to the unit
        (10, 49, 50, [0, 0]),
    ],
)
def test_67_108_the_commission_is_taken_pot_by_pot(
    percent: float, cap: int | None, unit: int, commissions: list[int]
) -> None:
    options: dict[str, Any] = {"commission_percent": percent, "unit": unit}
    if cap is not None:
        options["commission_cap"] = cap
    all_pots = pots(showdown({"1": 200, "2": 1000, "3": 1000}, {"1": QUEENS, "2": NINES, "3": ACES}, **options))
    assert [(amount, commission) for amount, commission, _, _ in all_pots] == list(
        zip([600, 1600], commissions, strict=True)
    )
    assert all(sum(shares.values()) == amount - commission for amount, commission, _, shares in all_pots)


def test_67_108_decimals_are_taken_exactly() -> None:
    all_pots = pots(showdown({"1": 5000, "2": 5000}, {"1": ACES, "2": JACK}, commission_percent=2.3))
    assert all_pots == [(10_000, 230, ["1", "2"], {"1": 9770})]  # 10000 * 2.3 / 100 is 229.99… for a float


@pytest.mark.parametrize(
    ("percent", "refused"),
    [
        (10.01, "invalid_stake"), (11, "invalid_stake"), (10**400, "invalid_stake"), (1e300, "invalid_stake"),
        (-1, "bad_request"), (-0.01, "bad_request"), (True, "bad_request"), ("5", "bad_request"), (None, "bad_request"),
        ([5], "bad_request"), (float("nan"), "bad_request"), (float("inf"), "bad_request"),
    ],
)  # fmt: skip
def test_67_108_a_percentage_that_is_refused(percent: Any, refused: str) -> None:
    assert code(showdown({"1": 500, "2": 500}, {"1": ACES, "2": JACK}, commission_percent=percent)) == refused


@pytest.mark.parametrize("cap", [-1, 1.5, "4", None, True])
def test_67_108_a_cap_is_a_whole_number(cap: Any) -> None:
    assert code(showdown({"1": 500, "2": 500}, {"1": ACES, "2": JACK}, commission_cap=cap)) == "bad_request"


# -- what the contract refuses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"type": "omaha"}, "bad_request"), ({"type": None}, "bad_request"), ({"type": ["high"]}, "bad_request"),
        ({"puck": "0"}, "bad_request"), ({"puck": 3}, "bad_request"), ({"puck": None}, "bad_request"),
        ({"puck": "7"}, None), ({"folded": []}, None), ({"folded": ["3", "3"]}, None),
        ({"bets": {}}, "bad_request"), ({"bets": None}, "bad_request"), ({"bets": {"01": 5}}, "bad_request"),
        *(({"bets": {"1": 500, "2": bet, "3": 500}}, "bad_request") for bet in (None, 5.0, True, "500")),
        *(({"bets": {"1": 500, "2": bet, "3": 500}}, "invalid_stake") for bet in (0, -5)),
        ({"options": {"unit": 300}}, "invalid_stake"), ({"options": {"unit": 0}}, "bad_request"),
        ({"folded": ["4"]}, "bad_request"), ({"folded": ["1", "2", "3"]}, "bad_request"),
        ({"folded": "3"}, "bad_request"), ({"folded": [3]}, "bad_request"),
        ({"folded": [["3"]]}, "bad_request"), ({"folded": None}, "bad_request"),
        ({"hands": None}, "bad_request"), ({"hands": {"1": ["As", "Ah"]}}, "bad_request"),
        ({"hands": {"1": ["As", "Ah"], "2": ["Kd"], "3": ["Qs", "Qh"]}}, "wrong_card_count"),
        ({"hands": {"1": ["As", "Ah"], "2": ["Kd", "1d"], "3": ["Qs", "Qh"]}}, "bad_request"),
        ({"hands": {"1": ["As", "Ah"], "2": ["Kd", "Kh"], "3": ["Qs", "Qh"], "4": ["7s", "7h"]}}, "bad_request"),
        ({"hands": {"1": ["As", "Ah"], "2": ["Kd", "Kh"], "3": ["Qs", "As"]}}, "impossible_cards"),
        ({"hands": {"1": ["As", "Ah"], "2": ["Kd", "Kh"], "3": ["2c", "Qs"]}}, "impossible_cards"),
        ({"board": ["Kc", "Qd", "9h", "5s"]}, "wrong_card_count"), ({"board": None}, "bad_request"),
        ({"board": ["Kc", "Qd", "9h", "5s", "5s"]}, "impossible_cards"),
        ({"options": {"decks": 2}}, "bad_request"), ({"options": {"decks": 1}}, None),
        ({"folded": ["3"], "hands": {"1": ["As", "Ah"], "2": ["Kd", "Kh"]}}, None),
        ({"folded": ["3"], "hands": {"1": ["As", "Ah"], "2": ["Kd", "Kh"], "3": ["Qs", "X"]}}, "bad_request"),
        ({"folded": ["3"], "hands": {"1": ["As", "Ah"], "2": ["Kd", "Kh"], "3": ["Qs", "As"]}}, "impossible_cards"),
    ],
)  # fmt: skip
def test_67_102_requests_that_are_refused(change: dict[str, Any], refused: str | None) -> None:
    bets = {"1": 500, "2": 500, "3": 500}
    assert code(showdown(bets, {"1": ACES, "2": KINGS, "3": QUEENS}) | change) == refused


@pytest.mark.parametrize("missing", ["type", "puck", "bets", "hands", "board"])
def test_67_102_what_a_showdown_needs(missing: str) -> None:
    asked = showdown({"1": 500, "2": 500}, {"1": ACES, "2": JACK})
    del asked[missing]
    assert code(asked) == "bad_request"


def test_67_102_a_folded_hand_counts_for_nothing() -> None:
    bets, hands = {"1": 500, "2": 500, "3": 500}, {"1": ACES, "2": JACK}
    shown, unseen = showdown(bets, hands | {"3": QUEENS}, folded=["3"]), showdown(bets, hands, folded=["3"])
    assert answered(shown) == answered(unseen)


def test_67_88_names_for_the_pot_the_types_and_every_combination() -> None:
    assert {"poker_room", "pot", "high", "low", "high_low"} <= set(GAME.terms)
    assert all(name in {**COMMON, **GAME.terms} for name in HAND_NAMES.values())


# -- whatever the table -----------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Two to nine seats at a showdown, many of them all in."""
    seats = draw(st.lists(st.sampled_from("123456789"), min_size=1, unique=True))
    folded = draw(st.lists(st.sampled_from(seats), max_size=len(seats) - 1, unique=True))
    cards = draw(st.randoms(use_true_random=False)).sample(DECK, 23)
    hands = {seat: " ".join(map(str, cards[2 * n : 2 * n + 2])) for n, seat in enumerate(seats) if seat not in folded}
    unit = draw(st.sampled_from([1, 5, 25]))
    board = draw(st.sampled_from([" ".join(map(str, cards[18:])), "Ts Js Qs Ks As"]))
    if set(board.split()) & set(" ".join(hands.values()).split()):
        board = " ".join(map(str, cards[18:]))
    percent = draw(st.one_of(st.integers(0, 10), st.floats(0, 10)))
    options = {"unit": unit, "commission_percent": percent}
    if draw(st.booleans()):
        options["commission_cap"] = draw(st.integers(0, 100))
    bets = {seat: draw(st.integers(1, 12)) * unit for seat in seats}
    kind, puck = draw(st.sampled_from(["high", "low", "high_low"])), draw(st.sampled_from("123456789"))
    return showdown(bets, hands, board, kind, puck, folded=folded, **options)


@settings(deadline=None)
@given(tables())
def test_67_103_no_money_is_made_and_none_is_lost(asked: dict[str, Any]) -> None:
    response, bets, unit = answered(asked), asked["bets"], asked["options"]["unit"]
    all_pots = pots(asked)
    assert sum(amount for amount, *_ in all_pots) + sum(response["returned"].values()) == sum(bets.values())
    for amount, commission, eligible, shares in all_pots:
        assert 0 <= commission * 10 <= amount
        assert sum(shares.values()) == amount - commission
        assert all(part > 0 and part % unit == 0 and seat in eligible for seat, part in shares.items())
        assert not set(eligible) & set(asked["folded"])
    won = {line["seat"]: line["won"] for line in response["lines"]}
    assert won == {seat: total for seat in bets if (total := sum(shares.get(seat, 0) for *_, shares in all_pots))}
    assert sum(commission for _, commission, *_ in all_pots) <= asked["options"].get(
        "commission_cap", sum(bets.values())
    )
    assert response["total"]["won"] == sum(won.values())


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from("123456789"), st.integers(1, 12), min_size=2), st.data())
def test_67_96_layers_are_what_counting_chip_by_chip_gives(bets: dict[str, int], data: st.DataObject) -> None:
    folded = data.draw(st.lists(st.sampled_from(sorted(bets)), max_size=len(bets) - 1, unique=True))
    back = uncalled(bets)
    called = {seat: bet - back.get(seat, 0) for seat, bet in bets.items()}
    by_hand: dict[tuple[str, ...], int] = {}
    eligible: tuple[str, ...] = ()
    for chip in range(max(called.values())):
        eligible = tuple(seat for seat, bet in called.items() if bet > chip and seat not in folded) or eligible
        by_hand[eligible] = by_hand.get(eligible, 0) + sum(bet > chip for bet in called.values())
    assert [(tuple(pot.eligible), pot.amount) for pot in layers(called, folded)] == list(by_hand.items())


@settings(deadline=None)
@given(tables(), st.integers(1, 8))
def test_67_88_turning_the_table_turns_the_results(asked: dict[str, Any], by: int) -> None:
    def turned(seat: str) -> str:
        return str((int(seat) - 1 + by) % 9 + 1)

    other = asked | {"puck": turned(asked["puck"]), "folded": list(map(turned, asked["folded"]))}
    other |= {name: {turned(seat): value for seat, value in asked[name].items()} for name in ("bets", "hands")}
    expected = [
        (amount, taken, sorted(map(turned, eligible)), {turned(seat): part for seat, part in shares.items()})
        for amount, taken, eligible, shares in pots(asked)
    ]
    assert pots(other) == expected


@settings(deadline=None)
@given(tables(), st.permutations("cdhs"))
def test_67_88_relabelling_the_suits_changes_nothing(asked: dict[str, Any], suits: list[str]) -> None:
    to = dict(zip("cdhs", suits, strict=True))
    hands = {seat: [card[0] + to[card[1]] for card in cards] for seat, cards in asked["hands"].items()}
    other = asked | {"hands": hands, "board": [card[0] + to[card[1]] for card in asked["board"]]}
    assert answered(other) == answered(asked)


@given(st.integers(0, 1000), st.integers(1, 9), st.sampled_from([1, 25]))
def test_67_103_shares_differ_by_one_unit_at_most_and_the_first_get_it(units: int, seats: int, unit: int) -> None:
    shares = list(split(units * unit, [str(seat) for seat in range(1, seats + 1)], unit).values())
    assert sum(shares) == units * unit
    assert shares == sorted(shares, reverse=True)
    assert max(shares) - min(shares) <= unit


JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)),
)
FIELDS = ["type", "puck", "bets", "folded", "hands", "board", "options"]


@settings(deadline=None)
@given(JUNK, st.sampled_from([*FIELDS, "unit", "decks", "commission_percent", "commission_cap", "bet", "hand", "card"]))
def test_67_102_junk_in_place_of_any_field_gets_a_code_and_never_a_crash(junk: Any, field: str) -> None:
    asked = showdown({"1": 500, "2": 500}, {"1": ACES, "2": JACK})
    match field:
        case "bet":
            asked["bets"]["1"] = junk
        case "hand":
            asked["hands"]["1"] = junk
        case "card":
            asked["hands"]["1"][0] = junk
        case name if name in FIELDS:
            asked[name] = junk
        case option:
            asked["options"][option] = junk
    assert code(asked) in CODES | {None}


@pytest.mark.parametrize(
    ("percent", "commission"),
    [("0.29999999999999999999", 2), ("0.3", 3), ("1e-400000000", 0), ("10.000", 100), ("1E1", 100)],
)
def test_67_108_a_percentage_is_taken_as_it_is_written(percent: str, commission: int) -> None:
    asked = json.dumps(showdown({"1": 500, "2": 500}, {"1": ACES, "2": JACK}, commission_percent=77))
    response = json.loads(answer(asked.replace("77", percent), {"poker_room": GAME}))
    assert response["pots"][0]["commission"] == commission


@pytest.mark.parametrize("percent", ["10.0000000000000000000001", "1e309", "1e400000000"])
def test_67_108_over_ten_by_whatever_little_or_much_is_refused(percent: str) -> None:
    asked = json.dumps(showdown({"1": 500, "2": 500}, {"1": ACES, "2": JACK}, commission_percent=77))
    response = json.loads(answer(asked.replace("77", percent), {"poker_room": GAME}))
    assert response["error"]["code"] == "invalid_stake"


def test_67_88_the_hand_of_a_folded_seat_is_cards_and_otherwise_ignored() -> None:
    asked = showdown({"1": 500, "2": 500, "3": 500}, {"1": ACES, "2": JACK}, folded=["3"])
    plain = pots(asked)
    for cards in ([], ["2s"], ["2s", "2h", "6s"]):
        assert pots({**asked, "hands": {**asked["hands"], "3": cards}}) == plain
    assert code({**asked, "hands": {**asked["hands"], "3": ["XX"]}}) == "bad_request"
