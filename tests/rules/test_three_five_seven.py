"""3-5-7 Poker, section by section: 67.41 to 67.50."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
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
    Expectation,
    Fact,
    Turn,
    Wagers,
)
from rules.game import DEALER, Hand, Options
from rules.lines import Line, Stake
from rules.terms import COMMON
from rules.three_five_seven import GAME, KEEP, TERMS, WITHDRAW, Round, settle_five, settle_seven, settle_three
from tests.rules.harness import (
    HALF,
    LOSE,
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
    tables,
    unknown,
)

HARNESS = Harness(GAME)
walk, refusal, response_to = HARNESS.walk, HARNESS.refusal, HARNESS.response_to
Laid = dict[str, Stake]
LAID: list[Laid] = [{"three": 500, "five": 7}, {"three": 5, "five": 10, "seven": 15}, dict.fromkeys(["three", "five"])]
LAID.append({"three": None, "five": 1, "seven": None})


@dataclass(frozen=True)
class Seat(Held):
    """What one player lays, gets and does."""

    choice: str = KEEP


def facts(seats: Mapping[str, Seat], dealer: Cards) -> Iterator[Fact]:
    """A whole round, as it happens at the table."""
    yield from opening(seats, dealer)
    yield from (Decide(name, seat.choice) for name, seat in in_turn(seats) if "seven" in seat.stakes)
    yield from (Turn(name) for name, _ in in_turn(seats))
    yield from (Turn(DEALER), Turn(DEALER))


def request(seats: Mapping[str, Seat], dealer: Cards, decks: int = 1) -> dict[str, Any]:
    """The same round, for the settle contract."""
    by_seat: dict[str, Any] = {}
    for name, seat in seats.items():
        withdrawn = ["seven"] if seat.choice == WITHDRAW and "seven" in seat.stakes else []
        by_seat[name] = {"wagers": dict(seat.stakes), "cards": [*map(str, seat.cards)], "withdraw": withdrawn}
    return HARNESS.request(by_seat, dealer, decks=decks)


def settle(seats: Mapping[str, Seat], dealer: Cards) -> list[Line]:
    return HARNESS.finished(facts(seats, dealer))


# -- wagers -----------------------------------------------------------------------------------------------------------


def test_67_42_seven_players_at_most() -> None:
    assert refusal(GAME.start(Options(seats=7)), Wagers("8")) == "bad_request"
    state, _ = walk((Wagers(str(seat)) for seat in range(2, 9)), Options(seats=9))
    assert refusal(state, Wagers("1")) == "illegal_action"
    amended, _ = GAME.step(state, Wagers("2", {"seven": 5}))
    assert GAME.wagers(amended)["2"] == {"three": None, "five": None, "seven": 5}


def test_67_45_three_and_five_must_be_laid_and_seven_may_be() -> None:
    for stakes in LAID:
        state, _ = walk([Wagers("3", stakes)])
        assert GAME.wagers(state) == {"3": stakes}
    state, _ = walk([Wagers("3")])  # a seat that names none has laid those that must be
    assert GAME.wagers(state) == {"3": {"three": None, "five": None}}
    for incomplete in ({"three": 5}, {"five": 5}, {"seven": 5}, {"three": 5, "seven": 5}):
        assert refusal(state, Wagers("4", incomplete)) == "missing_wager"
    assert refusal(state, Wagers("3", {"three": 5, "five": 5, "ante": 5})) == "unknown_wager"


@pytest.mark.parametrize("wager", ["three", "five", "seven"])
def test_67_45_each_bet_by_itself_lies_within_the_posted_limits(wager: str) -> None:
    posted, rest = Options(minimum=500, maximum=10_000, unit=100), {"three": 500, "five": 700}
    for stake in (-500, 0, 499, 510, 10_100):
        assert refusal(GAME.start(posted), Wagers("1", rest | {wager: stake})) == "invalid_stake"
    for taken in (500, 10_000):
        state, _ = walk([Wagers("1", rest | {wager: taken})], posted)
        assert GAME.wagers(state) == {"1": rest | {wager: taken}}


# -- the round --------------------------------------------------------------------------------------------------------

ROUND: tuple[tuple[Fact, object], ...] = (  # each fact, and what is awaited before it
    (Wagers("4", {"three": 5, "five": 5, "seven": 11}), AwaitWagers(may_close=False)),
    (Wagers("1", {"three": 5, "five": 5, "seven": 10}), AwaitWagers(may_close=True)),
    (Wagers("2", {"three": 5, "five": 5}), AwaitWagers(may_close=True)),
    (Close(), AwaitWagers(may_close=True)),
    *(
        (Deal(card), AwaitCard(hand, index, face_up=False))
        for hand, cards in {"1": "Ts Th 4d", "2": "8c 9d Jh", "4": "Ac Kc Kh", DEALER: "Tc 4s Kd 2c"}.items()
        for index, card in enumerate(parse_cards(cards))
    ),
    (Decide("1", KEEP), AwaitDecision("1", (KEEP, WITHDRAW))),
    (Decide("4", WITHDRAW), AwaitDecision("4", (KEEP, WITHDRAW))),  # seat 2 has nothing to decide
    *((Turn(seat), AwaitTurn(seat, (0, 1, 2))) for seat in "124"),
    (Turn(DEALER), AwaitTurn(DEALER, (0, 1))),
    (Turn(DEALER), AwaitTurn(DEALER, (2, 3))),
)


def withdrawals(state: Round, expected: Expectation) -> list[Fact]:
    """Until the dealer shows a card, who has laid a seven may withdraw it, once (A39)."""
    match expected:
        case AwaitDecision() | AwaitTurn(places=(0, *_)):
            return [Decide(seat, WITHDRAW) for seat in "14" if seat not in state.withdrawn]
    return []


def test_67_45_to_67_50_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    every = every_fact("124", {"three": 5, "five": 5}, KEEP, WITHDRAW)
    HARNESS.only_what_is_awaited(ROUND, every, besides=withdrawals)


def test_67_47_to_67_50_each_line_falls_with_the_fact_that_decides_it() -> None:
    state, decided = GAME.start(Options()), []
    for fact, expected in ROUND:
        state, lines = GAME.step(state, fact)
        decided += [(expected, line.seat, line.wager, line.outcome, line.won, line.hand) for line in lines]
    assert decided == [
        (AwaitDecision("4", (KEEP, WITHDRAW)), "4", "seven", HALF, 0, None),
        (AwaitTurn("1", (0, 1, 2)), "1", "three", WIN, 5, "pair"),
        (AwaitTurn("2", (0, 1, 2)), "2", "three", LOSE, 0, "none"),
        (AwaitTurn("4", (0, 1, 2)), "4", "three", WIN, 5, "pair"),
        (AwaitTurn(DEALER, (0, 1)), "1", "five", WIN, 60, "full_house"),
        (AwaitTurn(DEALER, (0, 1)), "2", "five", LOSE, 0, "none"),
        (AwaitTurn(DEALER, (0, 1)), "4", "five", WIN, 5, "pair"),
        (AwaitTurn(DEALER, (2, 3)), "1", "seven", WIN, 50, "full_house"),
    ]


def test_67_46_to_67_50_cards_lie_face_down_until_they_are_turned() -> None:
    state, seen = GAME.start(Options()), []
    for fact, _ in ROUND:
        state, _ = GAME.step(state, fact)
        hands = GAME.hands(state)
        assert list(hands) == [*GAME.wagers(state), DEALER]
        if isinstance(fact, Turn | Decide):
            seen.append("".join("ud"[not up] for hand in hands.values() for up in hand.up))
    assert seen == ["d" * 13] * 2 + ["uuu" + "d" * 10, "u" * 6 + "d" * 7, "u" * 9 + "dddd", "u" * 11 + "dd", "u" * 13]
    assert GAME.hands(state)[DEALER] == Hand(parse_cards("Tc 4s Kd 2c"), (True,) * 4)


def test_67_47_a_withdrawal_is_taken_until_the_dealer_shows_a_card_and_only_once() -> None:
    before = [fact for fact, _ in ROUND[:-2]]
    for story in (before, before[:-1], before[:-3]):
        state, lines = walk([*story, Decide("1", WITHDRAW)])
        assert (lines[-1].wager, lines[-1].outcome, lines[-1].returned, lines[-1].section) == (
            "seven",
            HALF,
            5,
            "67.47",
        )
        assert refusal(state, Decide("1", WITHDRAW)) == "illegal_action"
    ahead, _ = walk([*before[:17], Decide("4", WITHDRAW), Decide("1", KEEP)])  # seat 4 before it is asked
    assert GAME.expects(ahead) == AwaitTurn("1", (0, 1, 2))


# -- settlement -------------------------------------------------------------------------------------------------------


def test_67_47_half_is_forfeited_and_an_odd_cent_stays_with_the_player() -> None:
    hand = Seat(parse_cards("Ac Kc Qc"), {"three": 5, "five": 5, "seven": 15}, WITHDRAW)
    lines = settle({"1": hand}, parse_cards("Jc Tc 2d 3d"))
    assert [money(line) for line in lines if line.wager == "seven"] == [(HALF, None, 0, 8, "67.47")]
    assert [line.won for line in lines if line.wager != "seven"] == [200, 2500]  # the other two stay


THREE = {
    "As Ks Qs": 40, "3d Ad 2d": 40, "2c 2d 2h": 25, "Ac Kd Qh": 6, "3c Ad 2h": 6, "Kc Ad 2h": None,
    "Ac Kc 2c": 4, "2c 2d 3h": 1, "Ac Kd Jh": None,
}  # fmt: skip
FIVE = {
    "As Ks Qs Js Ts": 500, "Ks Qs Js Ts 9s": 100, "As 2s 3s 4s 5s": 100, "2c 2d 2h 2s Ac": 40, "2c 2d 2h 3c 3d": 12,
    "Ac Kc Qc Jc 2c": 9, "Ac Kd Qh Js Tc": 6, "Ac 2d 3h 4s 5c": 6, "Qc Kd Ah 2s 3c": None, "2c 2d 2h Ac Kd": 4,
    "2c 2d 3h 3s Ac": 3, "Ac Ad Kh Qs Jc": 1, "6c 6d 2h 3s 4c": 1, "5c 5d Ah Ks Qc": None, "2c 2d Ah Ks Qc": None,
    "2c 3d Ah 6s 6c": 1, "2c 3d Ah 5s 5c": None, "Ac Kd Qh Js 9c": None,
}  # fmt: skip
SEVEN = {
    "As Ks Qs Js Ts Tc Td": 100, "8s Ks Qs Js Ts 9s 2c": 20, "As 2s 3s 4s 5s Kd Kh": 20, "2c 2d 2h 2s Ac Ad Ah": 7,
    "2c 2d 2h 3c 3d 4c 5c": 5, "2c 2d 2h 3c 3d 3h Ac": 5, "Ac Kc Qc Jc 2c Td 9d": 4, "Ac Kd Qh Js Tc Td Th": 3,
    "Ac 2d 3h 4s 5c Kc Kd": 3, "Qc Kd Ah 2s 3c 8d 9h": None, "2c 2d 2h Ac Kd 9s 7s": 2,
    "Tc Td 2h 2s Ac Kd Qh": 1, "9c 9d 8h 8s Ac Kd Qh": None, "Tc Td 3h 3s 2c 2d Ah": 1, "9c 9d 3h 3s 2c 2d Ah": None,
    "Ac Ad Kh Qs Jc 9d 2h": None, "Ac Kd Qh Js 9c 8d 2h": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("wager", "section", "cards", "odds"),
    [
        (wager, section, cards, odds)
        for wager, section, table in (("three", "67.48", THREE), ("five", "67.49", FIVE), ("seven", "67.50", SEVEN))
        for cards, odds in table.items()
    ],
)
def test_67_48_to_67_50_the_pay_tables(wager: str, section: str, cards: str, odds: int | None) -> None:
    hand = parse_cards(cards)
    others = [card for card in DECK if card not in hand]
    dealt = (*hand, *others)[:7]  # cards that are of no account for this wager
    lines = settle({"1": Seat(dealt[:3], {"three": 100, "five": 100, "seven": 100})}, dealt[3:])
    expected = (LOSE, None, 0, 0, section) if odds is None else (WIN, f"{odds}:1", 100 * odds, 100, section)
    (line,) = [line for line in lines if line.wager == wager]
    assert money(line) == expected
    assert line.hand == GAME.combination(hand)
    assert line.hand in TERMS or line.hand in COMMON


def test_67_41_to_67_50_readings_are_told_where_one_decided() -> None:
    def five(cards: str) -> tuple[str, ...]:
        return settle_five("1", 1, parse_cards(cards)[:3], parse_cards(cards)[3:], 1).readings

    def seven(cards: str) -> tuple[str, ...]:
        return settle_seven("1", 1, parse_cards(cards)[:3], parse_cards(cards)[3:], 1).readings

    assert five("Ac 2d 3h 4s 5c") == seven("Ac 2d 3h 4s 5c 9d 9h") == ("A36",)
    assert five("6c 2d 3h 4s 5c") == five("As 2s 3s 4s 5s") == seven("6c 2d 3h 4s 5c 9d 9h") == ()
    assert seven("Tc Td 2h 2s Ac Kd Qh") == seven("9c 9d 2h 2s Ac Kd Qh") == ("A37",)
    assert five("2c 3d Ah 6s 6c") == ("A38",)
    assert five("6c 3d Ah 2s 6d") == ()


def test_67_49_the_first_two_of_the_dealers_cards_make_the_five_card_hand() -> None:
    lines = settle({"1": Seat(parse_cards("Ac Kd 2h"), {"three": 5, "five": 5})}, parse_cards("3c 4d As Ks"))
    assert [line.outcome for line in lines] == [LOSE, LOSE]


def test_67_43_and_67_44_name_the_straight_flush_differently_in_french() -> None:
    assert GAME.combination(parse_cards("2c 3c 4c")) == "straight_flush"
    for cards in ("2c 3c 4c 5c 6c", "2c 3c 4c 5c 6c Ad Ah"):
        assert TERMS[GAME.combination(parse_cards(cards)) or ""].fr == "Quinte"
    for dealers_own in ("2c 3c", "2c 3c 4c 5c"):
        assert GAME.combination(parse_cards(dealers_own)) is None


def edge(lines: Iterable[tuple[Line, int]], of: int) -> str:
    """The player's loss in per cent of the wager, over weighted lines that must be all that can happen."""
    net = hands = 0
    for line, weight in lines:
        net += weight * ((line.won or 0) + (line.returned or 0) - 1)
        hands += weight
    assert hands == of
    return f"{float(Fraction(100 * net, hands)):.2f}"


def ranked(*shape: int) -> Cards:
    """Cards of these ranks, so mixed in suit that they are never a flush."""
    return tuple(Card(rank * 4 + (index + index // 4) % 4) for index, rank in enumerate(sorted(shape)))


def test_67_48_the_house_edge_of_the_three_card_hand() -> None:
    assert edge(((settle_three("1", 1, cards, 1), 1) for cards in combinations(DECK, 3)), comb(52, 3)) == "-3.49"


def test_67_49_the_house_edge_of_the_five_card_hand() -> None:
    def weighted() -> Iterator[tuple[Line, int]]:
        for ranks in combinations_with_replacement(range(13), 5):
            copies = Counter(ranks)
            if max(copies.values()) > 4:
                continue
            ways, cards = prod(comb(4, n) for n in copies.values()), ranked(*ranks)
            if len(copies) == 5:
                suited = tuple(Card(rank * 4) for rank in ranks)
                yield settle_five("1", 1, suited[:3], suited[3:], 1), 4
                ways -= 4
            yield settle_five("1", 1, cards[:3], cards[3:], 1), ways

    assert edge(weighted(), comb(52, 5)) == "-4.12"


def test_67_50_the_house_edge_of_the_seven_card_hand() -> None:
    """Each combination by how many of the 133,784,560 hands have it; two pairs counted by the higher of them."""
    runs = {frozenset((low + n) % 13 for n in range(5)) for low in (12, *range(9))}
    two_pairs: Counter[int] = Counter()
    for ranks in combinations(range(13), 5):
        if frozenset(ranks) not in runs:
            for pairs in combinations(ranks, 2):
                two_pairs[max(pairs)] += 6 * 6 * 4**3 - 4 * 3 * 3  # of all suits, those with five alike are flushes
    for three_pairs in combinations(range(13), 3):
        two_pairs[max(three_pairs)] += 6**3 * 4 * 10
    assert two_pairs.total() == 31_433_400
    counted = {
        "royal_flush": 4_324, "five_card_straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three_of_a_kind": 6_461_620,
        "pair": 58_627_800, "none": 23_294_460,
    }  # fmt: skip
    samples = {GAME.combination(parse_cards(cards)): parse_cards(cards) for cards in SEVEN}
    hands = [(samples[name], ways) for name, ways in counted.items()]
    for top, ways in two_pairs.items():
        kickers = [rank for rank in (12, 10, 8, 6) if rank != top][:3]
        hands.append((ranked(top, top, 0, 0, *kickers), ways))
    lines = ((settle_seven("1", 1, cards[:3], cards[3:], 1), ways) for cards, ways in hands)
    assert edge(lines, comb(52, 7)) == "-3.28"


# -- the settle contract ----------------------------------------------------------------------------------------------

TENS: dict[str, Any] = {"wagers": {"three": 5, "five": 5, "seven": 10}, "cards": ["Ts", "Th", "4d"]}
TABLE: dict[str, Any] = {"id": "p", "game": GAME.name, "dealer": ["Tc", "4s", "Kd", "2c"], "seats": {"3": TENS}}
SEATS_REFUSED: dict[str, list[Any]] = {
    "missing_wager": [TENS | {"wagers": wagers} for wagers in ({}, {"three": 5}, {"five": 5}, {"seven": 5})],
    "unknown_wager": [TENS | {"wagers": {"three": 5, "five": 5, "nine": 5}}],
    "invalid_stake": [TENS | {"wagers": {"three": 5, "five": 5, "seven": stake}} for stake in (0, -5)],
    "illegal_action": [
        TENS | {"withdraw": ["three"]}, TENS | {"withdraw": ["seven", "five"]},
        TENS | {"wagers": {"three": 5, "five": 5}, "withdraw": ["seven"]},
    ],
    "wrong_card_count": [TENS | {"cards": cards} for cards in ([], ["Ts", "Th"], ["Ts", "Th", "4d", "5d"])],
    "bad_request": [
        TENS | {"cards": ["Ts", "Th", "1d"]}, TENS | {"cards": None}, TENS | {"withdraw": "seven"},
        TENS | {"withdraw": [7]}, TENS | {"wagers": {"three": 5, "five": 5.0}}, TENS | {"wagers": []}, None,
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "player"), [(code, player) for code, all_ in SEATS_REFUSED.items() for player in all_]
)
def test_contract_a_seat_that_is_refused(code: str, player: object) -> None:
    response = response_to(TABLE | {"seats": {"3": player}})
    assert response["error"]["code"] == code
    assert "seat 3" in response["error"]["message"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dealer": ["Tc", "4s", "Kd"]}, "wrong_card_count"), ({"dealer": None}, "bad_request"),
        ({"dealer": ["Tc", "4s", "Kd", "Ts"]}, "impossible_cards"), ({"seats": {}}, "bad_request"),
        ({"options": {"decks": 6}}, "bad_request"), ({"options": {"unit": 10}}, "invalid_stake"),
    ],
)  # fmt: skip
def test_contract_a_table_that_is_refused(change: dict[str, Any], code: str) -> None:
    assert response_to(TABLE | change)["error"]["code"] == code


def test_contract_a_whole_answer() -> None:
    response = response_to(TABLE)
    assert [(line["wager"], line["won"]) for line in response["lines"]] == [("three", 5), ("five", 60), ("seven", 50)]
    assert response["total"] == {"staked": 20, "won": 115, "returned": 20}


# -- whatever the cards -----------------------------------------------------------------------------------------------

Table = tuple[dict[str, Seat], Cards]


def players(cards: Cards) -> st.SearchStrategy[Seat]:
    return st.builds(Seat, st.just(cards), st.sampled_from(LAID), st.sampled_from([KEEP, WITHDRAW]))


ONE_DECK, TWO_DECKS = tables(players, 3, 4), tables(players, 3, 4, [DECK * 2])


@settings(deadline=None)
@given(ONE_DECK | TWO_DECKS)
def test_67_47_to_67_50_the_table_and_the_contract_settle_alike(table: Table) -> None:
    same_lines(GAME.settle(request(*table, decks=2)).lines, settle(*table))


@settings(deadline=None)
@given(TWO_DECKS)
def test_67_50_of_seven_cards_the_five_that_pay_best_are_taken(table: Table) -> None:
    """With one deck or two; any five of them pay by the same list, as 67.50 has it."""
    seats, dealer = table
    for seat in seats.values():
        line = settle_seven("1", 1, seat.cards, dealer, 1)
        fives = combinations((*seat.cards, *dealer), 5)
        assert line.won == max(settle_seven("1", 1, best[:3], best[3:], 1).won or 0 for best in fives)


@settings(deadline=None)
@given(ONE_DECK, SUITS)
def test_67_43_relabelling_the_suits_changes_nothing(table: Table, suits: list[int]) -> None:
    assert settle(*relabelled(*table, suits)) == settle(*table)


@settings(deadline=None)
@given(ONE_DECK, moves())
def test_67_46_permuting_the_seats_permutes_the_results(table: Table, places: dict[str, str]) -> None:
    seats, dealer = table
    same_lines(settle(moved(seats, places), dealer), followed(settle(seats, dealer), places))


@settings(deadline=None)
@given(ONE_DECK)
def test_67_45_every_wager_has_its_line_and_unknown_stakes_have_the_same_outcomes(table: Table) -> None:
    seats, dealer = table
    lines = settle(seats, dealer)
    each_wager_once(lines, {name: seat.stakes for name, seat in seats.items()})
    assert settle(unknown(seats), dealer) == no_amounts(lines)


@settings(deadline=None, max_examples=300)
@given(junk_in(TABLE | {"seats": {"3": TENS | {"withdraw": ["seven"]}}}))
def test_contract_junk_in_any_place_is_answered(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked)
