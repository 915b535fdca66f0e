"""3-Cards Poker, section by section: 67.22 to 67.32."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, Card, parse_cards
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Close,
    Deal,
    Decide,
    Fact,
    Remove,
    Turn,
    Wagers,
)
from rules.game import DEALER, Hand, Options
from rules.house_poker import DROP, PLAY
from rules.lines import Line, Outcome, Stake
from rules.ranking import SHIFT, Three, three
from rules.three_card_poker import GAME, opens
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

HARNESS = Harness(GAME)
walk, refusal = HARNESS.walk, HARNESS.refusal
JACK_HIGH, QUEEN_HIGH = "Jc 9d 2h", "Qc 3d 2h"
Laid = dict[str, Stake]
LAID: list[Laid] = [{"initial": 500}, {"pair_plus": 100}, {"initial": 500, "pair_plus": 1}, {"initial": None}]


@dataclass(frozen=True)
class Seat(Held):
    """What one player lays, gets and does."""

    choice: str = PLAY


def facts(seats: Mapping[str, Seat], dealer: Cards) -> Iterable[Fact]:
    """A whole round, as it happens at the table."""
    yield from opening(seats, dealer)
    yield from (Decide(name, seat.choice) for name, seat in in_turn(seats) if "initial" in seat.stakes)
    yield Turn(DEALER)
    yield from (Turn(name) for name, seat in in_turn(seats) if seat.choice == PLAY or "pair_plus" in seat.stakes)


def settle(seats: Mapping[str, Seat], dealer: Cards) -> list[Line]:
    return HARNESS.finished(facts(seats, dealer))


def request(seats: Mapping[str, Seat], dealer: Cards, **options: object) -> dict[str, Any]:
    """The same round as a request of the settle contract."""
    by_seat = {}
    for name, seat in seats.items():
        plays = seat.choice == PLAY and "initial" in seat.stakes
        additional = {"additional": seat.stakes["initial"]} if plays else {}
        by_seat[name] = {"wagers": {**seat.stakes, **additional}, "cards": [str(card) for card in seat.cards]}
    return HARNESS.request(by_seat, dealer, **options)


def alone(cards: str, dealer: str, choice: str = PLAY, **stakes: Stake) -> dict[str, Line]:
    """One player against the dealer; the lines by wager."""
    lines = settle({"1": Seat(parse_cards(cards), stakes, choice)}, parse_cards(dealer))
    assert len({line.wager for line in lines}) == len(lines)
    return {line.wager: line for line in lines}


# -- cards and combinations -------------------------------------------------------------------------------------------


def test_67_22_ranks_from_the_ace_to_the_two() -> None:
    threes = [three(parse_cards(f"{rank}c {rank}d {rank}h")) for rank in "AKQJT98765432"]
    assert all(higher > lower for higher, lower in pairwise(threes))


def test_67_22_the_ace_is_low_in_a_2_3_only() -> None:
    assert Three(three(parse_cards("As 2s 3s")) >> SHIFT) is Three.STRAIGHT_FLUSH
    assert Three(three(parse_cards("3d Ac 2h")) >> SHIFT) is Three.STRAIGHT
    assert Three(three(parse_cards("Qc Ad Kh")) >> SHIFT) is Three.STRAIGHT
    assert Three(three(parse_cards("Kc Ad 2h")) >> SHIFT) is Three.NONE
    assert Three(three(parse_cards("Kc Ac 2c")) >> SHIFT) is Three.FLUSH


def test_67_23_order_of_combinations() -> None:
    highest_to_lowest = [
        "As Ks Qs", "4c 3c 2c", "3d 2d Ad",  # straight flushes: A-K-Q the highest, A-2-3 the lowest
        "Ac Ad Ah", "2c 2d 2h",  # three of a kind
        "Ac Kd Qh", "Kc Qd Jh", "4c 3d 2h", "3c 2d Ah",  # straights
        "As Ks Js", "Ac Kc Tc", "Ad Qd Jd", "5h 3h 2h",  # flushes, by their cards
        "Ac Ad Kh", "Ac Ad 2h", "Kc Kd Ah", "2c 2d Ah", "2c 2d 3h",  # pairs, then the third card
        "Ac Kd Jh", "Ac Kd Th", "Ac Qd Jh", "Kc Qd Th", "5c 3d 2h",  # no combination
    ]  # fmt: skip
    ranked = [three(parse_cards(cards)) for cards in highest_to_lowest]
    assert all(higher > lower for higher, lower in pairwise(ranked))


def test_67_23_every_three_card_hand_is_counted_once() -> None:
    counted = Counter(GAME.combination(cards) for cards in combinations(DECK, 3))
    high, low = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720}, {"flush": 1096, "pair": 3744}
    assert counted == high | low | {"none": 16440}


def test_67_23_the_order_in_which_cards_come_does_not_count() -> None:
    for cards in ("As 2s 3s", "7c 7d 2h", "2c 7d 7h", "Kc Ad 2h", "9c Td Jh"):
        assert len({three(dealt) for dealt in permutations(parse_cards(cards))}) == 1


def test_67_24_hands_alike_but_for_their_suits_are_equal() -> None:
    alike = [("Ac Kd 9h", "Ah Ks 9c"), ("7c 7d Ah", "7h 7s Ac"), ("Tc 8c 3c", "Td 8d 3d"), ("Ac 2d 3h", "Ad 2h 3s")]
    for one, other in alike:
        assert three(parse_cards(one)) == three(parse_cards(other))


# -- wagers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["0", "8", "01", "-1", "+1", "1.0", "a", "", " 1", "²", "١", DEALER, "9" * 5000])
def test_67_25_only_places_on_the_layout_play(seat: str) -> None:
    assert refusal(GAME.start(Options(seats=7)), Wagers(seat)) == "bad_request"


def test_67_25_every_place_on_the_layout_may_play() -> None:
    state, _ = walk(Wagers(str(seat)) for seat in range(1, 8))
    assert list(GAME.wagers(state)) == ["1", "2", "3", "4", "5", "6", "7"]


def test_67_26_the_initial_wager_or_pair_or_plus_or_both() -> None:
    for stakes in LAID:
        state, _ = walk([Wagers("3", stakes)])
        assert GAME.wagers(state) == {"3": stakes}
    state, _ = walk([Wagers("3")])  # a seat that names none has laid the initial wager
    assert GAME.wagers(state) == {"3": {"initial": None}}


def test_67_26_a_wager_may_be_amended_until_no_more_bets() -> None:
    state, _ = walk([Wagers("3", {"initial": 500}), Wagers("3", {"pair_plus": 100}), Remove("3", "initial", 200)])
    assert GAME.wagers(state) == {"3": {"initial": 300, "pair_plus": 100}}
    closed, _ = GAME.step(state, Close())
    assert refusal(closed, Wagers("3", {"pair_plus": 200})) == "illegal_action"
    assert refusal(closed, Wagers("4")) == "illegal_action"


@pytest.mark.parametrize("wager", ["additional", "initial_bonus", "ante", "Initial", ""])
def test_67_26_no_other_wager_exists(wager: str) -> None:
    assert refusal(GAME.start(Options()), Wagers("1", {"initial": 500, wager: 500})) == "unknown_wager"


@pytest.mark.parametrize("stake", [-500, 0, 499, 450, 510, 10_001, 10_100])
@pytest.mark.parametrize("wager", ["initial", "pair_plus"])
def test_67_26_a_stake_outside_the_posted_limits_is_refused(wager: str, stake: int) -> None:
    posted = GAME.start(Options(minimum=500, maximum=10_000, unit=100))
    assert refusal(posted, Wagers("1", {wager: stake})) == "invalid_stake"


def test_67_26_a_stake_within_the_posted_limits_is_taken() -> None:
    for stake in (500, 600, 10_000, None):
        state, _ = walk([Wagers("1", {"initial": stake})], Options(minimum=500, maximum=10_000, unit=100))
        assert GAME.wagers(state) == {"1": {"initial": stake}}


def test_67_26_without_posted_limits_every_positive_stake_is_taken() -> None:
    assert refusal(GAME.start(Options()), Wagers("1", {"initial": 0})) == "invalid_stake"
    state, _ = walk([Wagers("1", {"initial": 1, "pair_plus": 10**9})])
    assert GAME.wagers(state) == {"1": {"initial": 1, "pair_plus": 10**9}}


# -- the round --------------------------------------------------------------------------------------------------------


def test_67_27_three_cards_to_each_player_in_turn_and_then_to_the_dealer() -> None:
    state, _ = walk([Wagers("10"), Wagers("2"), Wagers("9"), Close()], Options(seats=10))
    awaited = []
    for card in DECK[:12]:
        awaited.append(GAME.expects(state))
        state, _ = GAME.step(state, Deal(card))
    assert awaited == [AwaitCard(hand, index, False) for hand in ("2", "9", "10", DEALER) for index in range(3)]
    dealt = {"2": DECK[0:3], "9": DECK[3:6], "10": DECK[6:9], DEALER: DECK[9:12]}
    assert GAME.hands(state) == {name: Hand(cards, (False,) * 3) for name, cards in dealt.items()}


ROUND: tuple[tuple[Fact, object], ...] = (  # each fact, and what is awaited before it
    (Wagers("1", {"initial": 500, "pair_plus": 100}), AwaitWagers(may_close=False)),
    (Wagers("2", {"initial": 300}), AwaitWagers(may_close=True)),
    (Wagers("4", {"pair_plus": 200}), AwaitWagers(may_close=True)),
    (Close(), AwaitWagers(may_close=True)),
    *(
        (Deal(card), AwaitCard(hand, index, face_up=False))
        for hand, cards in {"1": "5c 6d 7h", "2": "2c 8d Th", "4": "Kc Kd 3h", DEALER: QUEEN_HIGH}.items()
        for index, card in enumerate(parse_cards(cards))
    ),
    (Decide("1", PLAY), AwaitDecision("1", (PLAY, DROP))),
    (Decide("2", DROP), AwaitDecision("2", (PLAY, DROP))),  # seat 4 has nothing to decide (A23)
    (Turn(DEALER), AwaitTurn(DEALER, (0, 1, 2))),
    (Turn("1"), AwaitTurn("1", (0, 1, 2))),
    (Turn("4"), AwaitTurn("4", (0, 1, 2))),  # seat 2 has nothing left at stake (A14)
)


def test_67_26_to_67_30_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    HARNESS.only_what_is_awaited(ROUND, every_fact("124", {"initial": 500}, PLAY, DROP))


def test_67_28_to_67_32_each_line_falls_with_the_fact_that_decides_it() -> None:
    decided = []
    for fact, _, lines in HARNESS.steps(fact for fact, _ in ROUND):
        decided += [(fact, line.seat, line.wager, line.outcome, line.won, line.hand) for line in lines]
    assert decided == [
        (Decide("2", DROP), "2", "initial", LOSE, 0, None),
        (Turn("1"), "1", "initial", WIN, 500, "straight"),
        (Turn("1"), "1", "additional", WIN, 500, "straight"),
        (Turn("1"), "1", "initial_bonus", WIN, 500, "straight"),
        (Turn("1"), "1", "pair_plus", WIN, 600, "straight"),
        (Turn("4"), "4", "pair_plus", WIN, 200, "pair"),
    ]
    state, _ = walk(fact for fact, _ in ROUND)
    assert GAME.hands(state)["2"] == Hand(parse_cards("2c 8d Th"), (False,) * 3)


def test_67_28_the_additional_wager_is_identical_to_the_initial_one() -> None:
    state, _ = walk([*(fact for fact, _ in ROUND[:16]), Decide("1", PLAY)])
    assert GAME.wagers(state)["1"] == {"initial": 500, "pair_plus": 100, "additional": 500}


def test_67_28_dropping_loses_the_initial_wager_only() -> None:
    lines = alone("5c 6d 7h", JACK_HIGH, DROP, initial=500, pair_plus=100)
    assert {wager: money(line) for wager, line in lines.items()} == {
        "initial": (LOSE, None, 0, 0, "67.28"),
        "pair_plus": (WIN, "6:1", 600, 100, "67.32"),
    }


def test_67_28_who_dropped_wins_nothing_of_a_dealer_who_does_not_open() -> None:
    lines = alone("As Ks Qs", JACK_HIGH, DROP, initial=500)
    assert list(lines) == ["initial"]
    assert lines["initial"].outcome is LOSE


# -- settlement -------------------------------------------------------------------------------------------------------


def test_67_29_a_queen_a_king_an_ace_or_a_combination_opens() -> None:
    for dealer in (QUEEN_HIGH, "Kc 3d 2h", "Ac 4d 2h", "2c 2d 3h", "5c 3c 2c", "2c 3d 4h", "4c 4d 4h"):
        assert opens(three(parse_cards(dealer))), dealer
    for dealer in (JACK_HIGH, "Jc Td 8h", "5c 3d 2h"):
        assert not opens(three(parse_cards(dealer))), dealer


@pytest.mark.parametrize("cards", ["Ac Kd 9h", "2c 4d 5h", "Js 9h 2d"])
def test_67_29_a_dealer_who_does_not_open_pays_the_initial_wager_whatever_the_player_holds(cards: str) -> None:
    lines = alone(cards, JACK_HIGH, initial=500)
    assert money(lines["initial"]) == (WIN, "1:1", 500, 500, "67.29")
    assert money(lines["additional"]) == (PUSH, None, 0, 500, "67.29")
    assert lines["initial"].readings == ("A19",)


def test_67_30_a_higher_hand_is_paid_on_both_wagers() -> None:
    lines = alone("Qs 4h 2d", QUEEN_HIGH, initial=500)
    assert money(lines["initial"]) == money(lines["additional"]) == (WIN, "1:1", 500, 500, "67.30")


def test_67_30_a_lower_hand_loses_both_wagers() -> None:
    lines = alone("Js Th 8d", QUEEN_HIGH, initial=500)
    assert money(lines["initial"]) == money(lines["additional"]) == (LOSE, None, 0, 0, "67.30")


def test_67_24_equal_hands_push_both_wagers() -> None:
    lines = alone("Qs 3h 2d", QUEEN_HIGH, initial=500)
    assert money(lines["initial"]) == money(lines["additional"]) == (PUSH, None, 0, 500, "67.24")
    assert lines["initial"].readings == lines["additional"].readings == ("A21",)


@pytest.mark.parametrize(
    ("cards", "dealer", "outcome"),
    [
        ("5c 6c 7c", JACK_HIGH, WIN), ("5c 6c 7c", QUEEN_HIGH, WIN),
        ("5c 6c 7c", "5d 6d 7d", PUSH), ("5c 6c 7c", "8d 9d Td", LOSE),
        ("5c 5d 5h", JACK_HIGH, WIN), ("5c 5d 5h", QUEEN_HIGH, WIN), ("5c 5d 5h", "9c 9d 9h", LOSE),
        ("5c 6d 7h", JACK_HIGH, WIN), ("5c 6d 7h", QUEEN_HIGH, WIN),
        ("5c 6d 7h", "5d 6h 7s", PUSH), ("5c 6d 7h", "9c 9d 9h", LOSE),
    ],
)  # fmt: skip
def test_67_31_the_bonus_is_paid_whatever_the_dealer_holds(cards: str, dealer: str, outcome: Outcome) -> None:
    odds = {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}[str(GAME.combination(parse_cards(cards)))]
    lines = alone(cards, dealer, initial=500)
    assert lines["initial"].outcome is outcome
    assert money(lines["initial_bonus"]) == (WIN, f"{odds}:1", 500 * odds, 0, "67.31")
    assert lines["initial_bonus"].readings == ("A20",)


@pytest.mark.parametrize("dealer", [JACK_HIGH, QUEEN_HIGH, "8d 9d Td"])
@pytest.mark.parametrize("cards", ["Ac 9c 4c", "Ac Ad 4h", "Ac Kd 4h"])
def test_67_31_lesser_hands_have_no_bonus(cards: str, dealer: str) -> None:
    assert list(alone(cards, dealer, initial=500)) == ["initial", "additional"]


@pytest.mark.parametrize("dealer", [JACK_HIGH, QUEEN_HIGH, "As Ks Qs"])
@pytest.mark.parametrize("choice", [PLAY, DROP])
@pytest.mark.parametrize(
    ("cards", "odds"),
    [("5c 6c 7c", 40), ("5c 5d 5h", 30), ("5c 6d 7h", 6), ("Ac 9c 4c", 4), ("2c 2d 4h", 1), ("Ac Kd 4h", None)],
)
def test_67_32_pair_or_plus_regards_the_players_own_cards_only(
    cards: str, odds: int | None, choice: str, dealer: str
) -> None:
    expected = (LOSE, None, 0, 0, "67.32") if odds is None else (WIN, f"{odds}:1", 100 * odds, 100, "67.32")
    assert money(alone(cards, dealer, choice, initial=500, pair_plus=100)["pair_plus"]) == expected
    assert {wager: money(line) for wager, line in alone(cards, dealer, pair_plus=100).items()} == {
        "pair_plus": expected
    }


# -- the contract -----------------------------------------------------------------------------------------------------

GOOD = request({"1": Seat(parse_cards("5c 6d 7h"), {"initial": 500, "pair_plus": 100})}, parse_cards(QUEEN_HIGH))
HELD = GOOD["seats"]["1"]["cards"]


@pytest.mark.parametrize(
    ("wagers", "cards", "code"),
    [
        ({}, HELD, "missing_wager"), ({"additional": 5}, HELD, "missing_wager"),
        ({"pair_plus": 5, "additional": 5}, HELD, "missing_wager"),
        ({"initial": 5, "additional": 4}, HELD, "invalid_stake"),
        ({"initial": 5, "additional": 6}, HELD, "invalid_stake"),
        ({"initial": 0}, HELD, "invalid_stake"), ({"pair_plus": -5}, HELD, "invalid_stake"),
        ({"initial": True}, HELD, "bad_request"), ({"initial": 5.0}, HELD, "bad_request"), (None, HELD, "bad_request"),
        ({"initial": 5, "ante": 5}, HELD, "unknown_wager"), ({"initial_bonus": 5}, HELD, "unknown_wager"),
        ({"initial": 5}, HELD[:2], "wrong_card_count"), ({"initial": 5}, [*HELD, "Kd"], "wrong_card_count"),
        ({"initial": 5}, None, "bad_request"), ({"initial": 5}, [*HELD[:2], "Xd"], "bad_request"),
        ({"initial": 5}, [*HELD[:2], HELD[0].upper()], "impossible_cards"),
        ({"initial": 5}, [*HELD[:2], "3d"], "impossible_cards"),  # the dealer's
    ],
)  # fmt: skip
def test_67_26_to_67_28_a_request_that_breaks_them_is_refused(wagers: object, cards: object, code: str) -> None:
    assert HARNESS.code({**GOOD, "seats": {"1": {"wagers": wagers, "cards": cards}}}) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dealer": GOOD["dealer"][:2]}, "wrong_card_count"), ({"dealer": None}, "bad_request"),
        ({"options": {"unit": 3}}, "invalid_stake"), ({"options": {"decks": 3}}, "bad_request"),
        *(({"seats": {seat: GOOD["seats"]["1"]}}, "bad_request") for seat in ("0", "01", "1\n", "1a", " 1", "²", "١")),
        ({"seats": {"1": {**GOOD["seats"]["1"], "withdraw": ["initial"]}}}, "illegal_action"),
    ],
)  # fmt: skip
def test_67_27_a_table_that_is_not_dealt_so_is_refused(change: dict[str, Any], code: str) -> None:
    assert HARNESS.code(GOOD) is None
    assert HARNESS.code({**GOOD, **change}) == code


def test_67_28_a_ratio_needs_both_amounts() -> None:
    for wagers in ({"initial": None, "additional": 5}, {"initial": 5, "additional": None}):
        assert HARNESS.code({**GOOD, "seats": {"1": {"wagers": wagers, "cards": HELD}}}) is None


# -- whatever the cards -----------------------------------------------------------------------------------------------

Table = tuple[dict[str, Seat], Cards]


def players(cards: Cards) -> st.SearchStrategy[Seat]:
    return st.builds(Seat, st.just(cards), st.sampled_from(LAID), st.sampled_from([PLAY, DROP]))


TABLES = tables(players, 3, 3, [DECK, DECK * 2])


@settings(deadline=None)
@given(TABLES)
def test_67_32_the_table_and_the_contract_give_the_same_lines(table: Table) -> None:
    contract = GAME.settle(request(*table, decks=2)).lines
    same_lines(settle(*table), (line._replace(hand=None) if line.section == "67.28" else line for line in contract))


@settings(deadline=None)
@given(TABLES, SUITS)
def test_67_23_relabelling_the_suits_changes_nothing(table: Table, suits: list[int]) -> None:
    assert settle(*relabelled(*table, suits)) == settle(*table)


@settings(deadline=None)
@given(TABLES, moves())
def test_67_27_permuting_the_seats_permutes_the_results(table: Table, places: dict[str, str]) -> None:
    seats, dealer = table
    same_lines(settle(moved(seats, places), dealer), followed(settle(seats, dealer), places))


@settings(deadline=None)
@given(shuffled(DECK, len(DECK)), st.sampled_from([PLAY, DROP]))
def test_67_30_a_stronger_hand_never_gets_less(deck: list[Card], choice: str) -> None:
    def gets(cards: Cards) -> int:
        lines = settle({"1": Seat(cards, {"initial": 500, "pair_plus": 100}, choice)}, tuple(deck[:3]))
        return sum((line.won or 0) + (line.returned or 0) for line in lines)

    hands = sorted((tuple(deck[n : n + 3]) for n in range(3, 51, 3)), key=three)
    assert all(gets(weaker) <= gets(stronger) for weaker, stronger in pairwise(hands))


@settings(deadline=None)
@given(TABLES)
def test_67_32_money_is_never_negative_and_every_wager_has_its_line(table: Table) -> None:
    laid = {name: set(seat.stakes) for name, seat in table[0].items()}
    for name, seat in table[0].items():
        laid[name] |= {"additional"} if seat.choice == PLAY and "initial" in seat.stakes else set()
    each_wager_once(settle(*table), laid, bonus="initial_bonus")


@settings(deadline=None)
@given(TABLES)
def test_67_26_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table) -> None:
    seats, dealer = table
    assert settle(unknown(seats), dealer) == no_amounts(settle(seats, dealer))


@settings(deadline=None, max_examples=400)
@given(junk_in(GOOD))
def test_67_26_junk_anywhere_gets_an_answer_or_an_error_code(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked)
