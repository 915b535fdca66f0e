"""Boston Poker, section by section: 67.51 to 67.63."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.boston import BONUS, GAME
from rules.cards import DECK, Card, parse_cards
from rules.facts import AwaitCard, AwaitDecision, AwaitTurn, AwaitWagers, Deal, Decide, Fact, Remove, Turn, Wagers
from rules.game import DEALER, Hand, Options
from rules.house_poker import DROP, PLAY
from rules.lines import Line, Stake
from rules.ranking import SHIFT, Three, five, three
from tests.rules.harness import (
    LOSE,
    PUSH,
    SUITS,
    WIN,
    Cards,
    Harness,
    Held,
    each_wager_once,
    every_fact,
    followed,
    in_turn,
    junk_in,
    money,
    moved,
    moves,
    no_amounts,
    opening,
    relabelled,
    same_lines,
    shuffled,
    tables,
    unknown,
)

NOTHING, KINGS, QUADS = "9c 7d 5h 4s 2c", "Kh Kd 5h 4s 2c", "Ac Ad Ah As 2d"  # what the dealer may hold
HARNESS = Harness(GAME)
walk, refusal = HARNESS.walk, HARNESS.refusal
LAID: list[dict[str, Stake]] = [
    {"ante": 500, "first": 1000},
    {"ante": 3, "first": 6, "bonus": 7},
    {"ante": None, "first": None},
    {"ante": None, "first": None, "bonus": 100},
]


@dataclass(frozen=True)
class Seat(Held):
    """What one player lays, gets (all five cards, though who drops sees only three of them) and does."""

    choice: str = PLAY


def facts(seats: Mapping[str, Seat], dealer: Cards) -> Iterator[Fact]:
    """A whole round, as it happens at the table."""
    staying = [(name, seat) for name, seat in in_turn(seats) if seat.choice == PLAY]
    yield from opening(seats, dealer, cards=3)
    yield from (Decide(name, seat.choice) for name, seat in in_turn(seats))
    yield from (Turn(name) for name, seat in in_turn(seats) if "bonus" in seat.stakes)
    yield from (Deal(card) for _, seat in staying for card in seat.cards[3:])
    yield from map(Deal, dealer[3:])
    yield Turn(DEALER)
    yield from (Turn(name) for name, _ in staying)


def settle(seats: Mapping[str, Seat], dealer: Cards) -> list[Line]:
    return HARNESS.finished(facts(seats, dealer))


def request(seats: Mapping[str, Seat], dealer: Cards, **options: object) -> dict[str, Any]:
    """The same round as a request of the settle contract."""
    by_seat = {}
    for name, seat in seats.items():
        ante = seat.stakes["ante"]
        second = {"second": None if ante is None else 2 * ante} if seat.choice == PLAY else {}
        cards = seat.cards if second else seat.cards[:3]
        by_seat[name] = {"wagers": {**seat.stakes, **second}, "cards": [str(card) for card in cards]}
    return HARNESS.request(by_seat, dealer, **options)


def alone(cards: str, dealer: str, choice: str = PLAY, **stakes: Stake) -> dict[str, Line]:
    """One player against the dealer, the lines by wager; the table and the contract agree."""
    seats = {"1": Seat(parse_cards(cards), stakes, choice)}
    lines = settle(seats, parse_cards(dealer))
    contract = GAME.settle(request(seats, parse_cards(dealer), decks=2)).lines
    assert {line.wager: line for line in lines} == {line.wager: line for line in contract}
    return {line.wager: line for line in lines}


def played(cards: str, dealer: str) -> dict[str, tuple[object, ...]]:
    return {wager: money(line) for wager, line in alone(cards, dealer, ante=500, first=1000).items()}


# -- cards and combinations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac 2d 3h", "straight"), ("Ac 2c 3c", "straight_flush"), ("Kc Ad 2h", "none"),
        ("Ac 2d 3h 4s 5c", "straight"), ("Ac 2c 3c 4c 5c", "five_card_straight_flush"), ("Qc Kd Ah 2s 3c", "none"),
        ("Ac 2d", None), ("Ac 2d 3h 4s", None), ("", None),
    ],
)  # fmt: skip
def test_67_51_the_ace_is_low_in_a_2_3_and_in_a_2_3_4_5_only(cards: str, name: str | None) -> None:
    assert GAME.combination(parse_cards(cards)) == name
    assert GAME.decks == (1, 2)


def test_67_52_seven_players_at_most_however_large_the_layout() -> None:
    state, _ = walk((Wagers(str(seat)) for seat in range(2, 9)), Options(seats=9))
    assert refusal(state, Wagers("9")) == "illegal_action"
    amended, _ = GAME.step(state, Wagers("8", {"bonus": 100}))
    assert GAME.wagers(amended)["8"] == {"ante": None, "first": None, "bonus": 100}
    assert {refusal(state, Wagers(seat)) for seat in ("0", "10", "01", "a", "", DEALER)} == {"bad_request"}


def test_67_53_order_of_three_card_combinations() -> None:
    hands = ["4c 3c 2c", "2c 2d 2h", "3c 2d Ah", "5h 3h 2h", "2c 2d 3h", "Ac Kd Jh"]
    ranked = [three(parse_cards(cards)) for cards in hands]
    assert all(higher > lower for higher, lower in pairwise(ranked))
    names = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair", "none"]
    assert [GAME.combination(parse_cards(cards)) for cards in hands] == names


def test_67_54_order_of_five_card_combinations() -> None:
    ranked = [
        ("Ac Kc Qc Jc Tc", "royal_flush"),
        ("Kc Qc Jc Tc 9c", "five_card_straight_flush"), ("5c 4c 3c 2c Ac", "five_card_straight_flush"),
        ("Ac Ad Ah As 2c", "four_of_a_kind"), ("2c 2d 2h 2s Ac", "four_of_a_kind"),
        ("Ac Ad Ah Ks Kc", "full_house"), ("2c 2d 2h 3s 3c", "full_house"),
        ("Ac Kc Qc Jc 9c", "flush"), ("7c 5c 4c 3c 2c", "flush"),
        ("Ac Kd Qh Js Tc", "straight"), ("5c 4d 3h 2s Ac", "straight"),
        ("Ac Ad Ah Ks Qc", "three_of_a_kind"), ("2c 2d 2h 4s 3c", "three_of_a_kind"),
        ("Ac Ad Kh Ks Qc", "two_pairs"), ("3c 3d 2h 2s 4c", "two_pairs"),
        ("Ac Ad Kh Qs Jc", "pair"), ("2c 2d 5h 4s 3c", "pair"),
        ("Ac Kd Qh Js 9c", "none"), ("7c 5d 4h 3s 2c", "none"),
    ]  # fmt: skip
    strengths = [five(parse_cards(cards)) for cards, _ in ranked]
    assert all(higher > lower for higher, lower in pairwise(strengths))
    assert [GAME.combination(parse_cards(cards)) for cards, _ in ranked] == [name for _, name in ranked]
    assert GAME.terms["five_card_straight_flush"].fr == "Quinte"  # that of three cards is a « Suite couleur »


# -- wagers -----------------------------------------------------------------------------------------------------------


def test_67_56_ante_and_first_and_the_bonus_if_wanted() -> None:
    for stakes in LAID:
        state, _ = walk([Wagers("3", stakes)])
        assert GAME.wagers(state) == {"3": stakes}
    state, _ = walk([Wagers("3")])  # who names none has laid the mandatory ones
    assert GAME.wagers(state) == {"3": {"ante": None, "first": None}}
    state, _ = walk([Wagers("3"), Remove("3", None), Wagers("3", LAID[1])])
    assert GAME.wagers(state) == {"3": LAID[1]}


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"ante": 500}, "missing_wager"), ({"first": 1000}, "missing_wager"), ({"bonus": 500}, "missing_wager"),
        ({"ante": 500, "first": 500}, "invalid_stake"), ({"ante": 500, "first": 1500}, "invalid_stake"),
        ({"ante": 500, "first": 0}, "invalid_stake"), ({"ante": None, "first": -100}, "invalid_stake"),
        ({"ante": None, "first": 1050}, "invalid_stake"), ({"ante": 400, "first": 800}, "invalid_stake"),
        ({"ante": 10_100, "first": 20_200}, "invalid_stake"), ({"ante": 550, "first": 1100}, "invalid_stake"),
        ({"ante": 500, "first": 1000, "bonus": 400}, "invalid_stake"),
        ({"ante": 500, "first": 1000, "second": 1000}, "unknown_wager"),
        ({"ante": 500, "first": 1000, "initial": 500}, "unknown_wager"),
    ],
)  # fmt: skip
def test_67_56_other_wagers_amounts_and_ratios_are_refused(stakes: dict[str, Stake], code: str) -> None:
    posted = GAME.start(Options(minimum=500, maximum=10_000, unit=100))
    assert refusal(posted, Wagers("1", stakes)) == code
    at_most = {"ante": 10_000, "first": 20_000, "bonus": None}  # the maximum is the ante's, not its double's
    assert GAME.wagers(GAME.step(posted, Wagers("1", at_most))[0]) == {"1": at_most}


# -- the round --------------------------------------------------------------------------------------------------------

TABLE = {  # seat 2 drops with a Bonus, seat 4 without; neither gets more cards
    "1": Seat(parse_cards("5c 6d 7h 8s 9c"), {"ante": 500, "first": 1000, "bonus": 100}),
    "2": Seat(parse_cards("2c 2d Th 9d 9h"), {"ante": 300, "first": 600, "bonus": 200}, DROP),
    "4": Seat(parse_cards("3c 8d Jh 9s 4c"), {"ante": 300, "first": 600}, DROP),
    "5": Seat(parse_cards("As 4d Js 6h 6c"), {"ante": 200, "first": 400}),
}
DEALT = parse_cards(KINGS)
FIRST, WHOLE = (0, 1, 2), (0, 1, 2, 3, 4)
AWAITED: tuple[object, ...] = (
    AwaitWagers(may_close=False),
    *[AwaitWagers(may_close=True)] * 4,
    *(AwaitCard(hand, index, face_up=False) for hand in ("1", "2", "4", "5", DEALER) for index in range(3)),
    *(AwaitDecision(seat, (PLAY, DROP)) for seat in "1245"),
    *(AwaitTurn(seat, FIRST) for seat in "12"),
    *(AwaitCard(hand, index, face_up=False) for hand in ("1", "5", DEALER) for index in (3, 4)),
    AwaitTurn(DEALER, WHOLE),
    AwaitTurn("1", (3, 4)),  # the first three lie face up since the Bonus
    AwaitTurn("5", WHOLE),
)


def test_67_56_to_67_62_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    story = zip(facts(TABLE, DEALT), AWAITED, strict=True)
    HARNESS.only_what_is_awaited(story, every_fact("1245", LAID[0], PLAY, DROP))


def test_67_57_three_cards_face_down_to_each_player_in_turn_and_to_the_dealer() -> None:
    state, _ = walk(list(facts(TABLE, DEALT))[:20])
    dealt = {**{name: seat.cards[:3] for name, seat in TABLE.items()}, DEALER: DEALT[:3]}
    assert GAME.hands(state) == {name: Hand(cards, (False,) * 3) for name, cards in dealt.items()}


def test_67_58_the_second_bet_is_double_the_ante_and_may_be_unknown() -> None:
    state, _ = walk(list(facts(TABLE, DEALT))[:21])
    assert GAME.wagers(state)["1"] == {"ante": 500, "first": 1000, "bonus": 100, "second": 1000}
    unknown = {"1": replace(TABLE["1"], stakes=LAID[2])}
    state, _ = walk(facts(unknown, DEALT))
    assert GAME.wagers(state)["1"] == dict.fromkeys(("ante", "first", "second"))


def test_67_58_dropping_forfeits_the_ante_and_the_first_but_not_the_bonus() -> None:
    lines = alone("5c 6c 7c 8c 9c", NOTHING, DROP, ante=500, first=1000, bonus=100)
    assert {wager: money(line) for wager, line in lines.items()} == {
        "ante": (LOSE, None, 0, 0, "67.58"),
        "first": (LOSE, None, 0, 0, "67.58"),
        "bonus": (WIN, "40:1", 4000, 100, "67.59"),
    }
    assert lines["bonus"].readings == ("A48",)


@pytest.mark.parametrize("choice", [PLAY, DROP])
@pytest.mark.parametrize(
    ("cards", "odds"),
    [("5c 6c 7c", 40), ("5c 5d 5h", 30), ("5c 6d 7h", 6), ("Ac 9c 4c", 4), ("2c 2d 4h", 1), ("Ac Kd 4h", None)],
)
def test_67_59_the_bonus_regards_the_first_three_cards_only(cards: str, odds: int | None, choice: str) -> None:
    expected = (LOSE, None, 0, 0, "67.59") if odds is None else (WIN, f"{odds}:1", 100 * odds, 100, "67.59")
    for last_two, dealer in (("3s 8h", QUADS), ("3c 8c", NOTHING), ("2h 2s", KINGS)):
        lines = alone(f"{cards} {last_two}", dealer, choice, ante=500, first=1000, bonus=100)
        assert money(lines["bonus"]) == expected


def test_67_59_the_houses_edge_on_the_bonus_is_512_in_22100() -> None:
    counted = Counter(Three(three(cards) >> SHIFT) for cards in combinations(DECK, 3))
    paid = sum(number * (BONUS[hand][0] if hand in BONUS else -1) for hand, number in counted.items())
    assert Fraction(paid, sum(counted.values())) == Fraction(-512, 22100)  # -2.32 %


def test_67_59_to_67_63_each_line_falls_with_the_fact_that_decides_it() -> None:
    decided, seen = [], []
    for fact, state, lines in HARNESS.steps(facts(TABLE, DEALT)):
        decided += [(fact, line.wager, line.outcome, line.won, line.hand) for line in lines]
        if isinstance(fact, Turn):
            seen.append(GAME.hands(state)[fact.hand].up)
    assert decided == [
        (Decide("2", DROP), "ante", LOSE, 0, None),
        (Decide("2", DROP), "first", LOSE, 0, None),
        (Decide("4", DROP), "ante", LOSE, 0, None),
        (Decide("4", DROP), "first", LOSE, 0, None),
        (Turn("1"), "bonus", WIN, 600, "straight"),
        (Turn("2"), "bonus", WIN, 200, "pair"),
        (Turn("1"), "ante", WIN, 4000, "straight"),
        (Turn("1"), "first", WIN, 1000, "straight"),
        (Turn("1"), "second", WIN, 1000, "straight"),
        (Turn("5"), "ante", LOSE, 0, "pair"),
        (Turn("5"), "first", LOSE, 0, "pair"),
        (Turn("5"), "second", LOSE, 0, "pair"),
    ]
    assert seen == [(True,) * 3, (True,) * 3, (True,) * 5, (True,) * 5, (True,) * 5]


def test_67_60_two_more_cards_to_those_who_stayed_and_to_the_dealer_face_down() -> None:
    state, _ = walk(list(facts(TABLE, DEALT))[:-3])
    hands = GAME.hands(state)
    assert hands["1"] == Hand(TABLE["1"].cards, (True,) * 3 + (False,) * 2)
    assert hands["2"] == Hand(TABLE["2"].cards[:3], (True,) * 3)
    assert hands["4"] == Hand(TABLE["4"].cards[:3], (False,) * 3)
    assert hands[DEALER] == Hand(DEALT, (False,) * 5)


def test_67_60_the_dealer_completes_his_own_hand_though_everyone_dropped() -> None:
    lines = settle({"3": replace(TABLE["4"])}, DEALT)
    assert [line.section for line in lines] == ["67.58", "67.58"]


# -- settlement -------------------------------------------------------------------------------------------------------

EVEN, BACK, GONE = (WIN, "1:1", 1000, 1000), (PUSH, None, 0, 1000), (LOSE, None, 0, 0)


def test_67_61_the_dealer_needs_nothing_to_open() -> None:
    lines = played("9s 7h 5d 4h 3c", "7s 5h 4d 3h 2d")
    assert lines == {"ante": (PUSH, None, 0, 500, "67.62"), "first": (*EVEN, "67.62"), "second": (*EVEN, "67.62")}


def test_67_62_a_higher_hand_is_paid_on_both_additional_bets_and_a_lower_one_loses_everything() -> None:
    lines = played("As Ac 5d 4h 3c", KINGS)
    assert lines == {"ante": (PUSH, None, 0, 500, "67.62"), "first": (*EVEN, "67.62"), "second": (*EVEN, "67.62")}
    assert played("Qs Qc 5d 4h 3c", KINGS) == dict.fromkeys(("ante", "first", "second"), (*GONE, "67.62"))


def test_67_55_equal_hands_push_everything() -> None:
    lines = alone("Ks Kc 5d 4h 2d", KINGS, ante=500, first=1000)
    assert money(lines["ante"]) == (PUSH, None, 0, 500, "67.55")
    assert money(lines["first"]) == money(lines["second"]) == (*BACK, "67.55")
    assert {line.readings for line in lines.values()} == {("A47",)}


@pytest.mark.parametrize(("cards", "higher"), [("Ks Kc 5d 4h 3c", True), ("Ks Kc 5d 3h 2d", False)])
def test_67_55_the_remaining_cards_count_one_by_one(cards: str, higher: bool) -> None:
    assert played(cards, KINGS)["first"] == (*(EVEN if higher else GONE), "67.62")


@pytest.mark.parametrize(
    ("cards", "odds", "beaten_by", "tied_by"),
    [
        ("Ac Kc Qc Jc Tc", 1000, None, "Ad Kd Qd Jd Td"),
        ("9c 8c 7c 6c 5c", 200, "Ad Kd Qd Jd Td", "9d 8d 7d 6d 5d"),
        ("2c 2d 2h 2s 5c", 100, QUADS, None),
        ("2c 2d 2h 3s 3c", 25, QUADS, None),
        ("Ac 9c 7c 5c 4c", 15, QUADS, "Ad 9d 7d 5d 4d"),
        ("5c 4d 3h 2s Ac", 8, QUADS, "5d 4h 3s 2c Ad"),
        ("2c 2d 2h 3s 4c", 5, QUADS, None),
        ("Tc Td 2h 2s 4c", 2, QUADS, "Th Ts 2c 2d 4d"),
    ],
)
def test_67_63_the_ante_is_paid_whatever_the_dealer_holds(
    cards: str, odds: int, beaten_by: str | None, tied_by: str | None
) -> None:
    for dealer, reading in ((NOTHING, "A44"), (beaten_by, "A45"), (tied_by, "A47")):
        assert dealer is None or alone(cards, dealer, ante=500, first=1000)["ante"].readings == (reading,)
    paid = (WIN, f"{odds}:1", 500 * odds, 500, "67.63")
    assert played(cards, NOTHING) == {"ante": paid, "first": (*EVEN, "67.62"), "second": (*EVEN, "67.62")}
    if beaten_by:
        lost = (*GONE, "67.62")
        assert played(cards, beaten_by) == {"ante": paid, "first": lost, "second": lost}
    if tied_by:
        assert played(cards, tied_by) == {"ante": paid, "first": (*BACK, "67.55"), "second": (*BACK, "67.55")}


@pytest.mark.parametrize(
    ("dealer", "ante"),
    [
        (KINGS, (PUSH, None, 0, 500, "67.62")),
        ("9h 9s 8c 8d Kd", (PUSH, None, 0, 500, "67.55")),
        (QUADS, (LOSE, None, 0, 0, "67.62")),
    ],
)
def test_67_63_two_pairs_below_tens_pay_nothing_of_their_own(dealer: str, ante: tuple[object, ...]) -> None:
    lines = alone("9c 9d 8h 8s Kc", dealer, ante=500, first=1000)
    assert money(lines["ante"]) == ante
    assert "A46" in lines["ante"].readings


def test_67_63_the_worked_examples() -> None:
    for dealer, net in ((KINGS, 60), ("Ad 9d 7d 5d 3d", 20)):
        lines = alone("8c 7d 6h 5s 4c", dealer, ante=5, first=10).values()
        assert sum((line.won or 0) + (line.returned or 0) - (line.stake or 0) for line in lines) == net


# -- the contract -----------------------------------------------------------------------------------------------------

GOOD = request({"1": TABLE["1"], "2": TABLE["2"]}, DEALT)
ONE, TWO = {"cards": GOOD["seats"]["1"]["cards"]}, {"cards": GOOD["seats"]["2"]["cards"]}


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        ({**ONE, "wagers": {}}, "missing_wager"), ({**ONE, "wagers": {"ante": 5, "second": 10}}, "missing_wager"),
        ({**ONE, "wagers": {"first": 10, "second": 10}}, "missing_wager"),
        ({**ONE, "wagers": {"bonus": 10}}, "missing_wager"),
        ({**ONE, "wagers": {"ante": 5, "first": 5, "second": 10}}, "invalid_stake"),
        ({**ONE, "wagers": {"ante": 5, "first": 10, "second": 15}}, "invalid_stake"),
        ({**ONE, "wagers": {"ante": 5, "first": 10, "second": 5}}, "invalid_stake"),
        ({**ONE, "wagers": {"ante": 0, "first": 0, "second": 0}}, "invalid_stake"),
        ({**ONE, "wagers": {"ante": True, "first": 2, "second": 2}}, "bad_request"),
        ({**ONE, "wagers": {"ante": 5, "first": 10, "second": 10, "third": 10}}, "unknown_wager"),
        ({**ONE, "wagers": {"ante": 5, "first": 10}}, "wrong_card_count"),
        ({**TWO, "wagers": {"ante": 5, "first": 10, "second": 10}}, "wrong_card_count"),
        ({"cards": ["2c", "2d", "Kd"], "wagers": {"ante": 5, "first": 10}}, "impossible_cards"),
        ({"cards": ["2c", "2d", "1d"], "wagers": {"ante": 5, "first": 10}}, "bad_request"),
        ({**TWO, "wagers": {"ante": 5, "first": 10, "bonus": 5}, "withdraw": ["bonus"]}, "illegal_action"),
    ],
)  # fmt: skip
def test_67_56_to_67_60_a_request_that_breaks_them_is_refused(seat: dict[str, Any], code: str) -> None:
    assert HARNESS.code({**GOOD, "seats": {"1": seat}}) == code
    assert HARNESS.code({**GOOD, "dealer": GOOD["dealer"][:4]}) == "wrong_card_count"


def test_67_51_a_second_deck_may_be_in_the_shoe() -> None:
    seat = {"cards": ["2c", "2d", "Kd"], "wagers": {"ante": None, "first": 10}}  # a ratio needs both amounts
    assert len(GAME.settle({**GOOD, "seats": {"1": seat}, "options": {"decks": 2}}).lines) == 2


# -- whatever the cards -----------------------------------------------------------------------------------------------

Table = tuple[dict[str, Seat], Cards]


def players(cards: Cards) -> st.SearchStrategy[Seat]:
    return st.builds(Seat, st.just(cards), st.sampled_from(LAID), st.sampled_from([PLAY, DROP]))


TABLES = tables(players, 5, 5, [DECK, DECK * 2])


@settings(deadline=None)
@given(TABLES)
def test_67_63_the_table_and_the_contract_give_the_same_lines(table: Table) -> None:
    same_lines(settle(*table), GAME.settle(request(*table, decks=2)).lines)


@settings(deadline=None)
@given(TABLES)
def test_67_63_money_is_never_negative_and_every_wager_has_its_line(table: Table) -> None:
    state, lines = walk(facts(*table))
    each_wager_once(lines, GAME.wagers(state))


@settings(deadline=None)
@given(TABLES, SUITS, moves())
def test_67_55_suits_and_places_change_nothing(table: Table, suits: list[int], places: dict[str, str]) -> None:
    others, theirs = relabelled(*table, suits)
    same_lines(settle(moved(others, places), theirs), followed(settle(*table), places))


@settings(deadline=None)
@given(shuffled(DECK, len(DECK)))
def test_67_62_a_stronger_hand_never_gets_less(deck: list[Card]) -> None:
    def gets(cards: Cards) -> int:
        lines = settle({"1": Seat(cards, {"ante": 500, "first": 1000})}, tuple(deck[:5]))
        return sum((line.won or 0) + (line.returned or 0) for line in lines)

    hands = sorted((tuple(deck[n : n + 5]) for n in range(5, 50, 5)), key=five)
    assert all(gets(weaker) <= gets(stronger) for weaker, stronger in pairwise(hands))


@settings(deadline=None)
@given(TABLES)
def test_67_56_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table) -> None:
    seats, dealer = table
    assert settle(unknown(seats), dealer) == no_amounts(settle(seats, dealer))


@settings(deadline=None, max_examples=400)
@given(junk_in(GOOD))
def test_67_56_junk_anywhere_gets_an_answer_or_an_error_code(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked)
