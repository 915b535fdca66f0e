"""Blackjack's side wagers, section by section: 21.2 to 21.4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.blackjack import GAME, Round
from rules.blackjack_wagers import PROGRESSIVE, SEVENS, Prize, decided, prize
from rules.cards import DECK, Card, parse_cards
from rules.facts import AwaitCard, AwaitDirection, AwaitWagers, Close, Deal, Direct, Expectation, Fact, Finish, Wagers
from rules.game import DEALER, Hand, Options, RuleError
from rules.lines import Line, Outcome, Stake
from rules.terms import COMMON
from tests.rules.dealing import offering
from tests.rules.harness import (
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
    moved,
    moves,
    no_amounts,
    opening,
    relabelled,
    same_lines,
    tables,
    unknown,
)

POSTED: dict[str, Any] = {"manner": 1, "jackpot": 10_000_000, "seed": 500_000}
HARNESS = Harness(GAME, offering(GAME, more=POSTED))
walk, refusal, code = HARNESS.walk, HARNESS.refusal, HARNESS.code


Table = dict[str, Held]  # by box


def box(cards: str, **stakes: Stake) -> Held:
    return Held(parse_cards(cards), stakes)


def request(table: Table, **options: Any) -> dict[str, Any]:
    seats = {seat: {"wagers": dict(of.stakes), "cards": list(map(str, of.cards))} for seat, of in table.items()}
    return {"id": "x", "game": "blackjack", "options": POSTED | options, "seats": seats}


def settled(table: Table, **options: Any) -> list[Line]:
    return GAME.settle(request(table, **options)).lines


def alone(cards: str, **options: Any) -> Line:
    """A progressive wager by itself."""
    (line,) = settled({"1": box(cards, progressive=100)}, **options)
    return line


def facts(table: Table) -> Iterable[Fact]:
    """A whole round as it happens at the table; further cards go box by box, clockwise."""
    yield from opening(table, (), cards=0)
    yield from (Deal(of.cards[n]) for n in range(2) for _, of in in_turn(table))
    for seat, of in in_turn(table):
        for card in of.cards[2:]:
            yield Direct(seat)
            yield Deal(card)
    yield Finish()


# -- 21.2: the progressive --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("manner", "cards", "won", "award", "hand"),
    [
        (1, "3h 5h Ah 2h 4h", 10_000_000, "100%", "ace_to_five_suited"),
        (1, "2c 3c 4c 5c", 500_000, None, "two_to_five_suited"),
        (1, "2c 3c 4c 5c 6c", 500_000, None, "two_to_five_suited"),
        (1, "6s 5s 4s", 50_000, None, "four_five_six_suited"),
        (1, "Jd Ad", 5_000, None, "ace_jack_suited"),
        *((1, f"As {rank}s", 1_000, None, "blackjack_suited") for rank in "TQK"),
        *((1, f"{rank}s {rank}s 2d", 300, None, "high_pair") for rank in "TJQKA"),
        *((1, f"{rank}s Ad", 200, None, "blackjack") for rank in "TJQK"),
        *((1, cards, 0, None, None) for cards in ("9c 9d", "Tc Jc", "As 9s", "4c 5c 6d", "2c 3c 4c 6c", "2c 2c 3c 4c")),
        (2, "As Ac Ac As", 10_000_000, "100%", "four_aces_colour"),
        (2, "Ah Ah Ad Ah", 10_000_000, "100%", "four_aces_colour"),
        (2, "As As As Ad", 250_000, None, "three_aces_suited"),
        (2, "As Ac Ad As", 25_000, None, "three_aces"),
        (2, "Ah Ah Ks Ah", 10_000, None, "two_aces_suited"),
        (2, "Ah Ad", 2_500, None, "two_aces"),
        (2, "Ah Kd Ad Ac", 0, None, None),
        (3, "5d 4d 3d 2d Ad", 10_000_000, "100%", "ace_to_five_suited"),
        *((3, f"{rank}d {rank}h {rank}h {rank}d", 1_000_000, "10%", "four_colour") for rank in "5432"),
        *((3, f"{rank}c {rank}c {rank}s {rank}c", 1_000_000, "10%", "four_colour") for rank in "5432"),
        *((3, f"{rank}c {rank}c {rank}c", 100_000, None, "three_suited") for rank in "6543"),
        *((3, f"{rank}c {rank}d {rank}c {rank}c", 25_000, None, "three") for rank in "6543"),
        *((3, f"{rank}c {rank}c", 2_500, None, "two_tens_suited") for rank in "TJQK"),
        *((3, cards, 0, None, None) for cards in ("2c 2c 2c", "6c 6d", "Tc Td", "Ac Ac", "7c 7c 7c", "Ac 2c 3c 4c 5d")),
    ],
)  # fmt: skip
def test_21_2_every_prize_of_the_three_manners(
    manner: int, cards: str, won: int, award: str | None, hand: str | None
) -> None:
    line = alone(cards, manner=manner)
    outcome = WIN if hand else LOSE
    assert (line.outcome, line.odds, line.stake, line.won, line.hand) == (outcome, None, 100, won, hand)
    assert (line.returned, line.section) == (0, "21.2")  # the dollar is never returned (A106)
    assert line.more == ({"award": award} if hand else None)


@pytest.mark.parametrize("cards", ["Ah 2h 3h 4h 5h", "2c 3c 4c 5c", "4s 5s 6s", "Ad Jd", "Kd Ac"])
def test_21_2_within_the_first_cards_their_order_does_not_count(cards: str) -> None:
    assert len({alone(" ".join(order)).hand for order in permutations(cards.split())}) == 1


def test_21_2_only_the_first_cards_count() -> None:
    assert alone("9h Ah 2h 3h 4h 5h").outcome is LOSE
    assert alone("Ah 2h 3h 4h 6h 5h").outcome is LOSE
    assert alone("Ad Jd 5c 9s").hand == "ace_jack_suited"


def test_21_2_the_share_of_the_meter_is_rounded_up_to_the_unit() -> None:
    assert alone("3h 5h Ah 2h 4h", jackpot=12_345_678, unit=100).won == 12_345_700
    assert alone("5d 5h 5h 5d", manner=3, jackpot=12_345_671, unit=1).won == 1_234_568
    assert alone("5d 5h 5h 5d", manner=3, jackpot=12_345_671, unit=25).won == 1_234_575


def test_21_2_several_prizes_of_the_meter_are_paid_on_it_as_it_then_stands() -> None:
    hit, tenth = box("Ah 2h 3h 4h 5h", progressive=100), box("5d 5h 5h 5d", progressive=100)
    table = {"10": tenth, "9": hit, "2": tenth, "3": tenth, "4": hit}
    lines = settled(table, manner=3, jackpot=1_000_005, seed=200_000, decks=8)
    assert [(line.seat, line.won) for line in lines] == [
        ("2", 100_001),
        ("3", 90_001),  # a tenth of 900,004
        ("4", 810_003),
        ("9", 200_000),
        ("10", 20_000),
    ]


def test_21_2_without_a_seed_nothing_is_left_after_the_jackpot() -> None:
    asked = request({seat: box("Ah 2h 3h 4h 5h", progressive=100) for seat in "12"})
    del asked["options"]["seed"]
    assert [line.won for line in GAME.settle(asked).lines] == [10_000_000, 0]


def test_21_2_a_dollar_that_nobody_counted_moves_the_meter_all_the_same() -> None:
    hit = "Ah 2h 3h 4h 5h"
    first, second = settled({"1": box(hit, progressive=None), "2": box(hit, progressive=100)})
    assert (first.outcome, first.won, first.returned, first.more) == (WIN, None, None, {"award": "100%"})
    assert second.won == 500_000


def test_21_2_a_tiny_meter_never_pays_less_than_nothing() -> None:
    tenth = box("5d 5h 5h 5d", progressive=100)
    lines = settled({"1": tenth, "2": tenth, "3": tenth}, manner=3, jackpot=50, unit=100)
    assert [line.won for line in lines] == [100, 0, 0]


def worth(table: Sequence[Prize], decks: int) -> dict[str, Fraction]:
    """How likely each prize is for one who draws as long as it can improve: exactly, card by card."""
    left = Counter(dict.fromkeys(DECK, decks))
    counts: Counter[str] = Counter()
    size = 52 * decks

    def draw(cards: tuple[Card, ...], ways: int) -> None:
        if cards and decided(table, cards):
            if won := prize(table, cards):
                counts[won.name] += ways * perm(size - len(cards), 5 - len(cards))
            return
        for card in DECK:
            if left[card]:
                left[card] -= 1
                draw((*cards, card), ways * (left[card] + 1))
                left[card] += 1

    draw((), 1)
    return {name: Fraction(ways, perm(size, 5)) for name, ways in counts.items()}


@pytest.mark.parametrize(
    ("manner", "counts", "fixed"),
    [(1, (2, 3, 4), "0.547"), (2, (2, 3), "0.355"), (3, (3,), "0.452"), (3, (2,), "0.124")],
)
def test_21_2_what_the_fixed_prizes_are_worth_with_six_decks(manner: int, counts: tuple[int], fixed: str) -> None:
    rows = [row for row in PROGRESSIVE[manner] if row.award is None and row.count in counts]
    likely = worth(rows, 6)
    assert f"{float(sum(row.pays[0] * likely[row.name] for row in rows)):.3f}" == fixed


def test_21_2_how_rare_the_jackpots_are_with_six_decks() -> None:
    assert round(1 / worth(PROGRESSIVE[1], 6)["ace_to_five_suited"]) == 766_988
    assert round(1 / worth(PROGRESSIVE[2], 6)["four_aces_colour"]) == 391_191


# -- 21.3: sevens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "odds", "hand"),
    [
        ("7c 7c 7c", 5000, "three_sevens_suited"), ("7c 7c 7d", 500, "three_sevens"),
        ("7c 7d 7c 7s", 500, "three_sevens"),
        ("7c 7c 9c", 100, "two_sevens_suited"), ("7c 7c", 100, "two_sevens_suited"),
        ("7c 7d 9c", 50, "two_sevens"), ("7c 7d", 50, "two_sevens"),
        ("7c 9c", 3, "one_seven"), ("7c 9c 7c", 3, "one_seven"), ("7c Ad 7d 7h", 3, "one_seven"),
        ("9c 7c", None, None), ("9c 7c 7c", None, None), ("9c 9d 7c", None, None),
    ],
)  # fmt: skip
def test_21_3_sevens_by_position(cards: str, odds: int | None, hand: str | None) -> None:
    (line,) = settled({"1": box(cards, sevens=100)})
    expected = (LOSE, None, 0, 0) if odds is None else (WIN, f"{odds}:1", odds * 100, 100)
    assert (line.outcome, line.odds, line.won, line.returned) == expected
    assert (line.section, line.hand, line.more) == ("21.3", hand, None)


@pytest.mark.parametrize(("decks", "edge"), [(6, "-11.40"), (8, "-9.01")])
def test_21_3_what_the_wager_costs(decks: int, edge: str) -> None:
    likely = worth(SEVENS, decks)
    assert f"{float(100 * (sum((row.pays[0] + 1) * likely[row.name] for row in SEVENS) - 1)):.2f}" == edge


# -- 21.4: over or under 13 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "over", "under"),
    [
        ("4c 9d", LOSE, LOSE), ("Kc 3d", LOSE, LOSE), ("Kc 4d", WIN, LOSE), ("Kc 2d", LOSE, WIN), ("Tc Jd", WIN, LOSE),
        ("Ac Ad", LOSE, WIN), ("Ac Qd", LOSE, WIN), ("8c 6d", WIN, LOSE), ("2c 2d Kd", LOSE, WIN),
    ],
)  # fmt: skip
def test_21_4_the_total_of_the_first_two_cards(cards: str, over: Outcome, under: Outcome) -> None:
    for wager, outcome in (("over_13", over), ("under_13", under)):
        (line,) = settled({"1": box(cards, **{wager: 700})})
        expected = (outcome, "1:1", 700, 700) if outcome is WIN else (outcome, None, 0, 0)
        assert (line.outcome, line.odds, line.won, line.returned) == expected
        assert (line.section, line.readings) == ("21.4", ("A110",) if over is under else ())


@pytest.mark.parametrize(("wager", "edge"), [("over_13", "-6.55"), ("under_13", "-10.07")])
def test_21_4_what_the_wager_costs_with_six_decks(wager: str, edge: str) -> None:
    gained = 0
    for first in DECK[::4]:  # suits do not count
        for second in DECK:
            (line,) = settled({"1": Held((first, second), {wager: 1})})
            gained += ((line.won or 0) + (line.returned or 0) - 1) * (5 if first == second else 6)
    assert f"{float(Fraction(100 * gained, 13 * 311)):.2f}" == edge


# -- what the contract refuses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "options", "refused"),
    [
        ({}, {}, "missing_wager"), ({"initial": 500}, {}, "unknown_wager"),
        ({"over_13": 5, "under_13": 5}, {}, "illegal_action"), ({"over_13": 0}, {}, "invalid_stake"),
        ({"progressive": 99}, {}, "invalid_stake"), ({"progressive": 200}, {}, "invalid_stake"),
        ({"sevens": 50}, {}, "invalid_stake"), ({"sevens": 101}, {}, "invalid_stake"),
        ({"over_13": 30}, {"unit": 25}, "invalid_stake"), ({"sevens": 100}, {"unit": 30}, "invalid_stake"),
        ({"sevens": None}, {"unit": 30}, "invalid_stake"), ({"progressive": None}, {"unit": 200}, "invalid_stake"),
        ({"over_13": 60}, {"unit": 30}, None),
        ({"sevens": True}, {}, "bad_request"), ({"over_13": 5.0}, {}, "bad_request"),
        *(({"over_13": 5}, {"manner": manner}, "bad_request") for manner in (0, 4, "1", True, None, 1.0)),
        *(({"over_13": 5}, {"jackpot": jackpot}, "bad_request") for jackpot in (-1, "5", True, None, 1.5)),
        *(({"over_13": 5}, {"seed": seed}, "bad_request") for seed in (-1, "5", True, None)),
        *(({"over_13": 5}, {"decks": decks}, "bad_request") for decks in (0, 1, 2, 7, "6", None)),
        *(({"over_13": 5}, {"unit": unit}, "bad_request") for unit in (0, -1, "1", None)),
    ],
)  # fmt: skip
def test_21_2_to_21_4_wagers_and_options_that_are_refused(
    stakes: dict[str, Any], options: dict[str, Any], refused: str | None
) -> None:
    assert code(request({"1": Held(parse_cards("4c 5d"), stakes)}, **options)) == refused


@pytest.mark.parametrize("missing", ["manner", "jackpot"])
def test_21_2_a_progressive_wager_needs_the_manner_and_the_meter(missing: str) -> None:
    for stakes, refused in (({"progressive": 100}, "bad_request"), ({"sevens": 100}, None)):
        asked = request({"1": Held(parse_cards("4c 5d"), stakes)})
        del asked["options"][missing]
        assert code(asked) == refused


def test_21_4_two_cards_at_least_and_no_more_copies_than_decks() -> None:
    assert code(request({"1": box("4c", over_13=5)})) == "wrong_card_count"
    assert code(request({"1": box("", over_13=5)})) == "wrong_card_count"
    six = {"1": box("4c 4c 4c", over_13=5), "2": box("4c 4c 4c", over_13=5)}
    assert code(request(six)) is None
    assert code(request(six | {"3": box("4c 9d", over_13=5)})) == "impossible_cards"
    assert code(request(six | {"3": box("4c 4c", over_13=5)}, decks=8)) is None
    assert code(request(six | {"3": box("4c 4c 4c", over_13=5)}, decks=8)) == "impossible_cards"


# -- the machine ------------------------------------------------------------------------------------------------------

ROUND: tuple[tuple[Fact, object], ...] = (  # each fact, and what is awaited before it
    (Wagers("2", {"progressive": 100, "sevens": 100, "over_13": 500}), AwaitWagers(may_close=False)),
    (Wagers("1", {"sevens": None}), AwaitWagers(may_close=True)),
    (Wagers("4"), AwaitWagers(may_close=True)),  # plays for its initial wager alone, and gets its cards
    (Close(), AwaitWagers(may_close=True)),
    *(
        (Deal(Card.parse(card)), AwaitCard(seat, index, face_up=True))
        for seat, index, card in (
            ("1", 0, "7c"), ("2", 0, "6s"), ("4", 0, "Kd"), ("1", 1, "7d"), ("2", 1, "5s"), ("4", 1, "Ks"),
        )
    ),
    (Direct("2"), AwaitDirection(("1", "2", "4", DEALER))),
    (Deal(Card.parse("4s")), AwaitCard("2", 2, face_up=True)),
    (Direct("4"), AwaitDirection(("1", "2", "4", DEALER))),
    (Deal(Card.parse("9s")), AwaitCard("4", 2, face_up=True)),
    (Finish(), AwaitDirection(("1", "2", "4", DEALER))),
)  # fmt: skip


def test_the_dealer_s_own_cards_come_when_he_says_and_decide_nothing() -> None:
    laid = {"over_13": 500, "sevens": 100}
    his: list[Fact] = [Direct(DEALER), Deal(Card.parse("7d"))]
    cards = [Deal(card) for card in parse_cards("7c 7h")]
    story: list[Fact] = [Wagers("1", laid), Close(), cards[0], *his, cards[1], *his, *his, Finish()]
    with_him, without = HARNESS.walk(story), HARNESS.walk([fact for fact in story if fact not in his])
    assert with_him[1] == without[1]
    assert [line.wager for line in with_him[1]] == ["over_13", "sevens"]
    assert GAME.hands(with_him[0])[DEALER] == Hand(parse_cards("7d 7d 7d"), (False,) * 3)
    assert GAME.hands(with_him[0])["1"] == GAME.hands(without[0])["1"]


def test_21_2_to_21_4_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    def his_own(state: Round, awaited: Expectation) -> list[Fact]:
        return [Direct(DEALER)] if isinstance(awaited, AwaitCard) and state.directed is None else []

    state = HARNESS.only_what_is_awaited(ROUND, every_fact("124", {"over_13": 100}, "over_13"), besides=his_own)
    assert GAME.hands(state)["2"] == Hand(parse_cards("6s 5s 4s"), (True,) * 3)
    assert GAME.wagers(state)["4"] == {}


def test_21_2_to_21_4_each_line_falls_as_soon_as_nothing_can_change_it() -> None:
    by_fact = []
    for fact, _, lines in HARNESS.steps(fact for fact, _ in ROUND):
        by_fact += [(fact, line.seat, line.wager, line.outcome, line.won) for line in lines]
    assert by_fact == [
        (Deal(Card.parse("6s")), "2", "sevens", LOSE, 0),
        (Deal(Card.parse("5s")), "2", "over_13", LOSE, 0),
        (Deal(Card.parse("4s")), "2", "progressive", WIN, 50_000),
        (Finish(), "1", "sevens", WIN, None),  # 7-7 waited for a third card that never came (A109)
    ]


def test_21_2_at_the_table_the_meter_goes_to_the_hand_that_is_completed_first() -> None:
    hit = parse_cards("Ah 2h 3h 4h 5h")
    story: list[Fact] = [Wagers(seat, {"progressive": 100}) for seat in "12"]
    story += [Close(), *(Deal(card) for card in hit[:2] for _ in "12")]
    for seat, card in (("1", 2), ("1", 3), ("2", 2), ("2", 3), ("2", 4), ("1", 4)):
        story += [Direct(seat), Deal(hit[card])]
    _, lines = walk([*story, Finish()])
    assert [(line.seat, line.won) for line in lines] == [("2", 10_000_000), ("1", 500_000)]


def test_21_2_a_meter_that_the_table_does_not_know_leaves_the_amount_open() -> None:
    """Every one of them: whoever keeps the meter knows what the first has left to the next."""
    table = {"1": box("Ah 2h 3h 4h 5h", progressive=100), "2": box("5d 5h 5h 5d", progressive=100)}
    for seed in ({}, {"seed": 1000}):
        _, lines = walk(facts(table), offering(GAME, more={"manner": 3, **seed}))
        assert [(line.outcome, line.won, line.returned) for line in lines] == [(WIN, None, 0), (WIN, None, 0)]


@pytest.mark.parametrize(
    ("wagers", "refused"),
    [
        (Wagers("8", {}), "bad_request"), (Wagers("1", {"initial": 500}), "unknown_wager"),
        (Wagers("1", {"progressive": 200}), "invalid_stake"), (Wagers("1", {"sevens": 1}), "invalid_stake"),
        (Wagers("1", {"over_13": 499}), "invalid_stake"), (Wagers("1", {"under_13": 1100}), "invalid_stake"),
        (Wagers("1", {"over_13": 500, "under_13": 500}), "illegal_action"),
    ],
)  # fmt: skip
def test_21_2_to_21_4_wagers_that_the_table_refuses(wagers: Wagers, refused: str) -> None:
    assert refusal(GAME.start(offering(GAME, minimum=500, maximum=1000, more=POSTED)), wagers) == refused


def test_21_2_a_table_that_posts_no_manner_offers_no_progressive() -> None:
    assert refusal(GAME.start(Options()), Wagers("1", {"progressive": 100})) == "illegal_action"
    state, _ = walk([Wagers("1", {"sevens": 100})], offering(GAME))
    assert GAME.wagers(state) == {"1": {"sevens": 100}}


@pytest.mark.parametrize("manner", [0, 4, "1", True])
def test_21_2_a_table_that_posts_a_manner_that_the_by_law_does_not_know_never_opens(manner: object) -> None:
    with pytest.raises(RuleError, match="manner: 1, 2 or 3"):
        GAME.start(Options(more={"manner": manner}))


def test_21_2_names_for_every_wager_and_prize() -> None:
    named = {row.name for rows in (*PROGRESSIVE.values(), SEVENS) for row in rows}
    wagers = {"progressive", "sevens", "over_under_13", "over_13", "under_13"}
    assert named | wagers | {"blackjack"} == set(GAME.terms)
    assert not set(GAME.terms) & set(COMMON)
    assert GAME.combination(parse_cards("Kd As")) == "blackjack"
    assert GAME.combination(parse_cards("Kd Qs")) is GAME.combination(parse_cards("As")) is None


# -- whatever the cards -----------------------------------------------------------------------------------------------

LOW = [card for card in DECK if card.rank in (0, 1, 2, 3, 4, 5, 12)]  # where the prizes are
LAID: list[dict[str, Stake]] = [
    {"progressive": 100}, {"progressive": None, "under_13": 5}, {"sevens": 100, "over_13": None},
    {"progressive": 100, "sevens": 100, "under_13": 500},
]  # fmt: skip
SHOES = [DECK * 6, LOW * 6, [card for card in LOW if card.suit == 2] * 6]  # with a liking for cards that win something


def boxes(cards: Cards) -> st.SearchStrategy[Held]:
    return st.builds(Held, st.integers(2, 6).map(lambda taken: cards[:taken]), st.sampled_from(LAID))


TABLES = tables(boxes, 6, 0, SHOES).map(lambda table: table[0])
MANNERS = st.sampled_from([1, 2, 3])


@settings(deadline=None)
@given(TABLES, MANNERS)
def test_21_2_to_21_4_the_table_and_the_contract_say_the_same(table: Table, manner: int) -> None:
    lines = HARNESS.finished(facts(table), offering(GAME, more=POSTED | {"manner": manner}))
    same_lines(lines, settled(table, manner=manner))


@settings(deadline=None)
@given(TABLES, MANNERS)
def test_21_2_to_21_4_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table, manner: int) -> None:
    assert settled(unknown(table), manner=manner) == no_amounts(settled(table, manner=manner))


@settings(deadline=None)
@given(TABLES, SUITS)
def test_21_3_21_4_relabelling_the_suits_changes_nothing(table: Table, suits: list[int]) -> None:
    others, _ = relabelled(table, (), suits)
    assert settled(others) == settled(table)  # manner 1 knows no colours


@settings(deadline=None)
@given(TABLES, MANNERS, moves())
def test_21_2_permuting_the_seats_permutes_all_but_the_order_of_award(
    table: Table, manner: int, places: dict[str, str]
) -> None:
    after = settled(moved(table, places), manner=manner, jackpot=0, seed=0)
    same_lines(after, followed(settled(table, manner=manner, jackpot=0, seed=0), places))


@settings(deadline=None)
@given(TABLES, MANNERS)
def test_21_2_money_is_never_negative_and_every_wager_has_its_line(table: Table, manner: int) -> None:
    each_wager_once(settled(table, manner=manner), {seat: of.stakes for seat, of in table.items()})


@settings(deadline=None, max_examples=300)
@given(junk_in(request({"1": box("7c 7d", progressive=100)})))
def test_21_2_to_21_4_junk_in_place_of_any_field_gets_a_code_and_never_a_crash(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked)
