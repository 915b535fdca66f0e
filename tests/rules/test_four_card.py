"""4-Card Poker, section by section: 67.64 to 67.74."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, Card, parse_cards
from rules.facts import AwaitCard, AwaitDecision, AwaitTurn, AwaitWagers, Close, Decide, Fact, Turn, Wagers
from rules.four_card import GAME, aces_up_odds
from rules.game import DEALER, Hand, Options, RuleError
from rules.house_poker import DROP, PLAY
from rules.lines import Line, Stake
from rules.ranking import four
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

NOTHING, TENS, QUADS = "9c 7d 4h 2s 3c Jd", "Th Td 5h 3s 2c 8d", "Ac Ad Ah As 2d 7h"  # what the dealer may hold
HARNESS = Harness(GAME)
walk, refusal = HARNESS.walk, HARNESS.refusal
LAID: list[dict[str, Stake]] = [
    {"ante": 500},
    {"ante": 3, "aces_up": 7},
    {"aces_up": 100},
    {"ante": None},
    {"ante": None, "aces_up": None},
]


@dataclass(frozen=True)
class Seat(Held):
    """What one player lays, gets and does: so many times the ante, or nothing."""

    times: int = 1

    @property
    def additional(self) -> Stake:
        ante = self.stakes["ante"]
        return None if ante is None else ante * self.times

    @property
    def decision(self) -> tuple[str, Stake]:
        return (PLAY, self.additional) if self.times else (DROP, None)


def facts(seats: Mapping[str, Seat], dealer: Cards) -> Iterator[Fact]:
    """A whole round, as it happens at the table."""
    yield from opening(seats, dealer)
    yield from (Decide(name, *seat.decision) for name, seat in in_turn(seats) if "ante" in seat.stakes)
    yield Turn(DEALER)
    yield from (Turn(name) for name, seat in in_turn(seats) if seat.times or "aces_up" in seat.stakes)


def settle(seats: Mapping[str, Seat], dealer: Cards, **more: str) -> list[Line]:
    return HARNESS.finished(facts(seats, dealer), Options(more={f"p4c.{name}": value for name, value in more.items()}))


def request(seats: Mapping[str, Seat], dealer: Cards, **options: object) -> dict[str, Any]:
    """The same round as a request of the settle contract."""
    by_seat = {}
    for name, seat in seats.items():
        additional = {"additional": seat.additional} if seat.times and "ante" in seat.stakes else {}
        by_seat[name] = {"wagers": {**seat.stakes, **additional}, "cards": [str(card) for card in seat.cards]}
    return HARNESS.request(by_seat, dealer, **options)


def alone(cards: str, dealer: str, times: int = 1, **stakes: Stake) -> dict[str, tuple[object, ...]]:
    """What one player gets against the dealer, by wager."""
    lines = settle({"1": Seat(parse_cards(cards), stakes, times)}, parse_cards(dealer))
    return {line.wager: money(line) for line in lines}


# -- cards and combinations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac 2d 3h 4s 9c", "straight"), ("Ac 2c 3c 4c 9d", "straight_flush"), ("Ac Kd Qh Js 2c", "straight"),
        ("Qc Kd Ah 2s 7c", "none"), ("Qc Kc Ac 2c 7d", "flush"), ("Ac 2d 3h 4s", None), ("Ac", None),
    ],
)  # fmt: skip
def test_67_64_the_ace_is_low_in_a_2_3_4_only(cards: str, name: str | None) -> None:
    assert GAME.combination(parse_cards(cards)) == name
    assert GAME.decks == (1, 2)


def test_67_65_order_of_combinations() -> None:
    ranked = [
        ("Ac Ad Ah As 2c", "four_of_a_kind"), ("2c 2d 2h 2s Ac", "four_of_a_kind"),
        ("Ac Kc Qc Jc 2d", "straight_flush"), ("4c 3c 2c Ac 9d", "straight_flush"),
        ("Ac Ad Ah Ks 2c", "three_of_a_kind"), ("2c 2d 2h 4s 3c", "three_of_a_kind"),
        ("Ac Kc Qc Tc 2d", "flush"), ("6c 4c 3c 2c 9d", "flush"),
        ("Ac Kd Qh Js 2c", "straight"), ("4c 3d 2h As 9c", "straight"),
        ("Ac Ad Kh Ks 2c", "two_pairs"), ("3c 3d 2h 2s 7c", "two_pairs"),
        ("Ac Ad Kh Qs 2c", "pair"), ("2c 2d 5h 4s 7c", "pair"),
        ("Ac Kd Qh Ts 2c", "none"), ("8c 7d 5h 3s 2c", "none"),
    ]  # fmt: skip
    strengths = [four(parse_cards(cards)) for cards, _ in ranked]
    assert all(higher > lower for higher, lower in pairwise(strengths))
    assert [GAME.combination(parse_cards(cards)) for cards, _ in ranked] == [name for _, name in ranked]


def test_67_66_the_fifth_card_and_the_suits_do_not_count() -> None:
    assert four(parse_cards("Tc Td 9h 7s 6c")) == four(parse_cards("Th Ts 9c 7d 2h"))
    assert four(parse_cards("Tc Td 9h 7s 6c")) > four(parse_cards("Th Ts 9c 6d 2h"))


# -- wagers -----------------------------------------------------------------------------------------------------------


def test_67_67_seven_players_at_most_however_large_the_layout() -> None:
    state, _ = walk((Wagers(str(seat)) for seat in range(2, 9)), Options(seats=9))
    assert refusal(state, Wagers("9")) == "illegal_action"
    assert GAME.wagers(GAME.step(state, Wagers("8", {"aces_up": 100}))[0])["8"] == {"ante": None, "aces_up": 100}
    assert {refusal(state, Wagers(seat)) for seat in ("0", "10", "01", "a", "", DEALER)} == {"bad_request"}


def test_67_68_the_ante_or_aces_up_or_both_until_no_more_bets() -> None:
    for stakes in LAID:
        state, _ = walk([Wagers("3", stakes)])
        assert GAME.wagers(state) == {"3": stakes}
    state, _ = walk([Wagers("3"), Close()])  # who names none has laid the ante
    assert GAME.wagers(state) == {"3": {"ante": None}}
    assert refusal(state, Wagers("3", {"ante": 900})) == "illegal_action"


@pytest.mark.parametrize("stake", [-500, 0, 400, 550, 10_100])
@pytest.mark.parametrize("wager", ["ante", "aces_up"])
def test_67_68_the_posted_limits_hold_and_no_other_wager_exists(wager: str, stake: int) -> None:
    posted = GAME.start(Options(minimum=500, maximum=10_000, unit=100))
    assert refusal(posted, Wagers("1", {wager: stake})) == "invalid_stake"
    assert refusal(posted, Wagers("1", {wager: 500, "additional": 500})) == "unknown_wager"
    assert GAME.wagers(GAME.step(posted, Wagers("1", {wager: 10_000}))[0]) == {"1": {wager: 10_000}}


# -- the round --------------------------------------------------------------------------------------------------------

TABLE = {
    "1": Seat(parse_cards("8c 8d 8h Ks 4c"), {"ante": 1000, "aces_up": 500}, times=3),
    "2": Seat(parse_cards("6c 4d 9h Qs 2d"), {"ante": 300}, times=0),
    "4": Seat(parse_cards("Ac Ad 9d 4s 6h"), {"aces_up": 200}),
    "5": Seat(parse_cards("Qc Jd 7h 9s 2h"), {"ante": 200, "aces_up": 100}, times=0),
}
DEALT = parse_cards(TENS)
WHOLE = (0, 1, 2, 3, 4)
AWAITED: tuple[object, ...] = (
    AwaitWagers(may_close=False),
    *[AwaitWagers(may_close=True)] * 4,
    *(AwaitCard(hand, index, face_up=False) for hand in ("1", "2", "4", "5", DEALER) for index in range(5)),
    AwaitCard(DEALER, 5, face_up=True),
    *(AwaitDecision(seat, (PLAY, DROP)) for seat in "125"),  # seat 4 has nothing to decide
    AwaitTurn(DEALER, WHOLE),
    *(AwaitTurn(seat, WHOLE) for seat in "145"),  # seat 2 has nothing left at stake (A14)
)


def test_67_68_to_67_72_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    story = zip(facts(TABLE, DEALT), AWAITED, strict=True)
    HARNESS.only_what_is_awaited(story, every_fact("1245", {"ante": 500}, PLAY, DROP))


def test_67_69_only_the_dealers_sixth_card_is_seen_before_the_turns() -> None:
    state, _ = walk(list(facts(TABLE, DEALT))[:31])
    hands = GAME.hands(state)
    assert hands == {
        **{name: Hand(seat.cards, (False,) * 5) for name, seat in TABLE.items()},
        DEALER: Hand(DEALT, (False,) * 5 + (True,)),
    }
    assert hands[DEALER].visible == (*[None] * 5, Card.parse("8d"))


@pytest.mark.parametrize("stake", [500, 501, 1499, 1500, None])
def test_67_70_the_additional_bet_is_any_amount_from_one_to_three_antes(stake: Stake) -> None:
    story = list(facts({"1": Seat(TABLE["1"].cards, {"ante": 500})}, DEALT))[:-3]
    state, _ = walk([*story, Decide("1", PLAY, stake)], Options(maximum=500))  # the maximum is the ante's (A9)
    assert GAME.wagers(state) == {"1": {"ante": 500, "additional": stake}}


@pytest.mark.parametrize("stake", [-500, 0, 499, 1501, 5000])
def test_67_70_any_other_amount_is_refused(stake: int) -> None:
    story = list(facts({"1": Seat(TABLE["1"].cards, {"ante": 500})}, DEALT))[:-3]
    assert refusal(walk(story)[0], Decide("1", PLAY, stake)) == "invalid_stake"
    assert refusal(walk(story, Options(unit=500))[0], Decide("1", PLAY, 750)) == "invalid_stake"


def test_67_70_dropping_forfeits_the_ante_and_not_aces_up() -> None:
    assert alone("Ac Ad 9d 4s 6h", NOTHING, 0, ante=500, aces_up=100) == {
        "ante": (LOSE, None, 0, 0, "67.70"),
        "aces_up": (WIN, "1:1", 100, 100, "67.74"),
    }


def test_67_70_to_67_74_each_line_falls_with_the_fact_that_decides_it() -> None:
    decided = []
    for fact, _, lines in HARNESS.steps(facts(TABLE, DEALT)):
        decided += [(fact, line.wager, line.outcome, line.won, line.hand) for line in lines]
    assert decided == [
        (Decide("2", DROP), "ante", LOSE, 0, None),
        (Decide("5", DROP), "ante", LOSE, 0, None),
        (Turn("1"), "ante", WIN, 1000, "three_of_a_kind"),
        (Turn("1"), "additional", WIN, 3000, "three_of_a_kind"),
        (Turn("1"), "ante_bonus", WIN, 2000, "three_of_a_kind"),
        (Turn("1"), "aces_up", WIN, 3500, "three_of_a_kind"),
        (Turn("4"), "aces_up", WIN, 200, "pair"),
        (Turn("5"), "aces_up", LOSE, 0, "none"),
    ]
    state, _ = walk(facts(TABLE, DEALT))
    assert [hand for hand, held in GAME.hands(state).items() if not all(held.up)] == ["2"]


# -- settlement -------------------------------------------------------------------------------------------------------

EVEN, GONE = (WIN, "1:1", 500, 500, "67.72"), (LOSE, None, 0, 0, "67.72")


def test_67_71_the_dealers_hand_is_the_best_four_of_six_and_needs_nothing_to_open() -> None:
    assert GAME.combination(parse_cards("2h 3h Ks 9d 4h 5h")) == "straight_flush"
    assert GAME.combination(parse_cards("2h 2d 3s 3d 4h 4c")) == "two_pairs"
    assert alone("Qc Td 7h 5s 2h", "Jc Ts 7d 5d 2d 3s", ante=500) == {"ante": EVEN, "additional": EVEN}


@pytest.mark.parametrize(
    ("cards", "result"),
    [("Jc Jd 5d 3h 2h", EVEN), ("Tc Ts 8c 6h 2h", EVEN), ("Tc Ts 8c 5d 2h", EVEN), ("Tc Ts 8c 4d 2h", GONE)],
)
def test_67_72_a_higher_or_equal_hand_wins_both_bets_and_a_lower_one_loses_both(
    cards: str, result: tuple[object, ...]
) -> None:
    assert alone(cards, TENS, ante=500) == {"ante": result, "additional": result}


def test_67_72_an_equal_win_rests_on_a_reading() -> None:
    lines = settle({"1": Seat(parse_cards("Tc Ts 8c 5d 2h"), {"ante": 500})}, DEALT)
    assert {line.readings for line in lines} == {("A55",)}


BEATEN = [("5c 5d 5h 5s 2c", 25, QUADS), ("5c 6c 7c 8c 2d", 20, QUADS), ("5c 5d 5h 8s 2c", 2, QUADS)]


@pytest.mark.parametrize(("cards", "odds", "dealer"), BEATEN)
def test_67_73_the_ante_bonus_is_paid_whatever_the_dealer_holds(cards: str, odds: int, dealer: str) -> None:
    bonus = (WIN, f"{odds}:1", 500 * odds, 0, "67.73")
    assert alone(cards, TENS, ante=500) == {"ante": EVEN, "additional": EVEN, "ante_bonus": bonus}
    returned = (PUSH, None, 0, 500, "67.73")
    assert alone(cards, dealer, ante=500) == {"ante": returned, "additional": GONE, "ante_bonus": bonus}


@pytest.mark.parametrize(("cards", "odds", "dealer"), BEATEN)
def test_67_73_a_house_may_post_that_the_beaten_ante_is_lost(cards: str, odds: int, dealer: str) -> None:
    seats = {"1": Seat(parse_cards(cards), {"ante": 500})}
    lines = settle(seats, parse_cards(dealer), bonusBeaten="stakeLost")
    assert [money(line) for line in lines] == [GONE, GONE, (WIN, f"{odds}:1", 500 * odds, 0, "67.73")]
    assert lines[0].readings == settle(seats, parse_cards(dealer))[0].readings == ("A56",)
    assert settle(seats, DEALT, bonusBeaten="stakeLost") == settle(seats, DEALT, bonusBeaten="stakeReturned")
    with pytest.raises(RuleError):
        GAME.start(Options(more={"p4c.bonusBeaten": ["stakeLost"]}))


@pytest.mark.parametrize("dealer", [NOTHING, QUADS])
@pytest.mark.parametrize("cards", ["Jc 9c 4c 2c 3d", "5c 6d 7h 8s 2c", "Jc Jd 5h 5s 2c"])
def test_67_73_lesser_hands_have_no_bonus(cards: str, dealer: str) -> None:
    assert list(alone(cards, dealer, ante=500)) == ["ante", "additional"]


@pytest.mark.parametrize("dealer", [NOTHING, QUADS])
@pytest.mark.parametrize("times", [1, 0])
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("5c 5d 5h 5s 2c", 50), ("5c 6c 7c 8c 2d", 30), ("5c 5d 5h 8s 2c", 7), ("Jc 9c 4c 2c 3d", 5),
        ("5c 6d 7h 8s 2c", 4), ("3c 3d 2h 2s 7c", 2), ("Ac Ad 4h 6s 9c", 1), ("Kc Kd 4h 6s 9c", None),
        ("Ac Kd 4h 6s 9c", None),
    ],
)  # fmt: skip
def test_67_74_aces_up_regards_the_players_own_cards_only(
    cards: str, odds: int | None, times: int, dealer: str
) -> None:
    expected = (LOSE, None, 0, 0, "67.74") if odds is None else (WIN, f"{odds}:1", 100 * odds, 100, "67.74")
    assert alone(cards, dealer, times, ante=500, aces_up=100)["aces_up"] == expected
    assert alone(cards, dealer, aces_up=100) == {"aces_up": expected}


def five_card_hands() -> Iterator[tuple[Cards, int]]:
    """Every five cards of one deck, but only once where suits alone differ: a hand, and how many it stands for."""
    for ranks in combinations_with_replacement(range(13), 5):
        copies = Counter(ranks).values()
        with_four_suited = {5: 4 + 5 * 4 * 3, 4: 4 * 3}.get(len(copies), 0)
        if max(copies) <= 4:
            spread = tuple(Card(rank * 4 + place % 4) for place, rank in enumerate(ranks))  # never four of a suit
            yield spread, prod(comb(4, number) for number in copies) - with_four_suited
    for suited in combinations(DECK[::4], 4):
        yield from (((*suited, other), 4 * 3) for other in DECK[1::4])
    yield from ((suited, 4) for suited in combinations(DECK[::4], 5))


def test_67_74_the_houses_edge_on_aces_up() -> None:
    hands = paid = 0
    for cards, number in five_card_hands():
        odds = aces_up_odds(four(cards))
        hands += number
        paid += number * (odds[0] if odds else -1)
    assert hands == comb(52, 5)
    assert round(Fraction(paid, hands), 4) == Fraction("-0.1170")


def test_67_72_to_67_74_the_worked_example() -> None:
    for dealer, net in ((TENS, 95), ("5d 6d 7d 8d 2h 3c", 25)):
        lines = settle({"1": Seat(parse_cards("8c 8d 8h Ks 2c"), {"ante": 10, "aces_up": 5}, 3)}, parse_cards(dealer))
        staked = 10 + 30 + 5
        assert sum((line.won or 0) + (line.returned or 0) for line in lines) - staked == net


# -- the contract -----------------------------------------------------------------------------------------------------

GOOD = request({"1": TABLE["1"], "2": TABLE["2"]}, DEALT)
FIVE = GOOD["seats"]["1"]["cards"]


@pytest.mark.parametrize(
    ("wagers", "cards", "code"),
    [
        ({}, FIVE, "missing_wager"), ({"additional": 5}, FIVE, "missing_wager"),
        ({"aces_up": 5, "additional": 5}, FIVE, "missing_wager"),
        ({"ante": 5, "additional": 4}, FIVE, "invalid_stake"), ({"ante": 5, "additional": 16}, FIVE, "invalid_stake"),
        ({"ante": 0}, FIVE, "invalid_stake"), ({"aces_up": -5}, FIVE, "invalid_stake"),
        ({"ante": True}, FIVE, "bad_request"), ({"ante": 5.0}, FIVE, "bad_request"), (None, FIVE, "bad_request"),
        ({"ante": 5, "bonus": 5}, FIVE, "unknown_wager"), ({"ante_bonus": 5}, FIVE, "unknown_wager"),
        ({"ante": 5}, FIVE[:4], "wrong_card_count"), ({"ante": 5}, [*FIVE, "Kd"], "wrong_card_count"),
        ({"ante": 5}, None, "bad_request"), ({"ante": 5}, [*FIVE[:4], "Xd"], "bad_request"),
        ({"ante": 5}, [*FIVE[:4], "Td"], "impossible_cards"),
    ],
)  # fmt: skip
def test_67_68_to_67_70_a_request_that_breaks_them_is_refused(wagers: object, cards: object, code: str) -> None:
    assert HARNESS.code({**GOOD, "seats": {"1": {"wagers": wagers, "cards": cards}}}) == code


def test_67_69_the_dealer_has_six_cards_and_nobody_withdraws() -> None:
    for broken, code in (
        ({"dealer": GOOD["dealer"][:5]}, "wrong_card_count"),
        ({"seats": {"1": {**GOOD["seats"]["1"], "withdraw": ["ante"]}}}, "illegal_action"),
    ):
        assert HARNESS.code({**GOOD, **broken}) == code


# -- whatever the cards -----------------------------------------------------------------------------------------------

Table = tuple[dict[str, Seat], Cards]


def players(cards: Cards) -> st.SearchStrategy[Seat]:
    return st.builds(Seat, st.just(cards), st.sampled_from(LAID), st.integers(0, 3))


TABLES = tables(players, 5, 6, [DECK, DECK * 2])


@settings(deadline=None)
@given(TABLES)
def test_67_74_the_table_and_the_contract_give_the_same_lines(table: Table) -> None:
    contract = GAME.settle(request(*table, decks=2)).lines
    same_lines(settle(*table), (line._replace(hand=None) if line.section == "67.70" else line for line in contract))


@settings(deadline=None)
@given(TABLES)
def test_67_74_money_is_never_negative_and_every_wager_has_its_line(table: Table) -> None:
    state, lines = walk(facts(*table))
    each_wager_once(lines, GAME.wagers(state), bonus="ante_bonus")


@settings(deadline=None)
@given(TABLES, SUITS, moves())
def test_67_66_suits_and_places_change_nothing(table: Table, suits: list[int], places: dict[str, str]) -> None:
    others, theirs = relabelled(*table, suits)
    same_lines(settle(moved(others, places), theirs), followed(settle(*table), places))


@settings(deadline=None)
@given(shuffled(DECK, len(DECK)), st.integers(0, 3))
def test_67_72_a_stronger_hand_never_gets_less(deck: list[Card], times: int) -> None:
    def gets(cards: Cards) -> int:
        lines = settle({"1": Seat(cards, {"ante": 500, "aces_up": 100}, times)}, tuple(deck[:6]))
        return sum((line.won or 0) + (line.returned or 0) for line in lines)

    hands = sorted((tuple(deck[n : n + 5]) for n in range(6, 51, 5)), key=four)
    assert all(gets(weaker) <= gets(stronger) for weaker, stronger in pairwise(hands))


@settings(deadline=None)
@given(TABLES)
def test_67_68_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table) -> None:
    seats, dealer = table
    assert settle(unknown(seats), dealer) == no_amounts(settle(seats, dealer))


@settings(deadline=None, max_examples=400)
@given(junk_in(GOOD))
def test_67_68_junk_anywhere_gets_an_answer_or_an_error_code(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked)
