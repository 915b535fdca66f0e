"""War, section by section: 67.33 to 67.40."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, RANKS, Card, parse_cards
from rules.facts import AwaitCard, AwaitDecision, AwaitWagers, Close, Deal, Decide, Fact, Finished, Wagers
from rules.game import ASIDE, DEALER, Hand, Options, RuleError
from rules.lines import Line, Stake
from rules.terms import COMMON
from rules.war import GAME, MULTI, TERMS, WAR, WITHDRAW, settle_first, settle_war, tied
from tests.rules.harness import (
    HALF,
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
    tables,
    unknown,
)

HARNESS = Harness(GAME)
walk, refusal, response_to = HARNESS.walk, HARNESS.refusal, HARNESS.response_to
UNSEEN = parse_cards("2c 2d 2h")
ONE_DEALER_CARD = Options(more={MULTI: "common"})
Laid = dict[str, Stake]
LAID: list[Laid] = [{"initial": 500}, {"initial": 5, "supplemental": 1}, {"initial": None}]


@dataclass(frozen=True)
class Seat(Held):
    """What one player lays and gets, and does at a tie: his card, and the two of the war if there may be one."""

    choice: str = WAR

    @property
    def war_card(self) -> Card:
        return self.cards[1]

    @property
    def dealer_war_card(self) -> Card:
        return self.cards[2]


def facts(seats: Mapping[str, Seat], dealer: Cards) -> Iterator[Fact]:
    """A whole round, as it happens at the table."""
    yield from opening(seats, dealer, cards=1)
    ties = [(name, seat) for name, seat in in_turn(seats) if tied(seat.cards[0], *dealer)]
    yield from (Decide(name, seat.choice) for name, seat in ties)
    for seat in (seat for _, seat in ties if seat.choice == WAR):
        yield from map(Deal, (*UNSEEN, seat.war_card, *UNSEEN, seat.dealer_war_card))


def request(seats: Mapping[str, Seat], dealer: Cards) -> dict[str, Any]:
    """The same round, for the settle contract."""
    by_seat: dict[str, Any] = {}
    for name, seat in seats.items():
        player: dict[str, Any] = {"wagers": dict(seat.stakes), "cards": [str(seat.cards[0])]}
        if tied(seat.cards[0], *dealer) and seat.choice == WAR:
            player["wagers"]["additional"] = seat.stakes["initial"]
            player["cards"].append(str(seat.war_card))
            player["dealer_war_card"] = str(seat.dealer_war_card)
        by_seat[name] = player
    return HARNESS.request(by_seat, dealer)


def settle(seats: Mapping[str, Seat], dealer: Cards) -> list[Line]:
    return HARNESS.finished(facts(seats, dealer))


def alone(cards: str, dealer: str, choice: str = WAR, **stakes: Stake) -> dict[str, tuple[object, ...]]:
    """One player against the dealer, each with a war card if there may be one; what becomes of each wager."""
    mine, theirs = parse_cards(cards), parse_cards(dealer)
    lines = settle({"1": Seat((mine[0], mine[-1], theirs[-1]), stakes, choice)}, theirs[:1])
    assert len({line.wager for line in lines}) == len(lines)
    return {line.wager: money(line) for line in lines}


# -- cards and wagers -------------------------------------------------------------------------------------------------


def test_67_34_ranks_from_the_ace_to_the_two() -> None:
    for higher, lower in pairwise("AKQJT98765432"):
        assert alone(f"{higher}c", f"{lower}d", initial=500)["initial"][0] is WIN
        assert alone(f"{lower}c", f"{higher}d", initial=500)["initial"][0] is LOSE


def test_67_34_suits_never_count() -> None:
    assert all(tied(Card.parse(f"K{one}"), Card.parse(f"K{other}")) for one in "cdhs" for other in "cdhs")
    assert GAME.combination(parse_cards("Kc Kd")) is None


@pytest.mark.parametrize("seat", ["0", "8", "01", "-1", "a", "", DEALER, "dealer 1", ASIDE])
def test_67_35_only_places_on_the_layout_play(seat: str) -> None:
    assert refusal(GAME.start(Options(seats=7)), Wagers(seat)) == "bad_request"


def test_67_36_the_initial_wager_and_a_supplemental_one_if_wished() -> None:
    for stakes in LAID:
        state, _ = walk([Wagers("3", stakes)])
        assert GAME.wagers(state) == {"3": stakes}
    state, _ = walk([Wagers("3")])  # a seat that names none has laid the initial wager
    assert GAME.wagers(state) == {"3": {"initial": None}}
    assert refusal(state, Wagers("4", {"supplemental": 100})) == "missing_wager"
    assert refusal(state, Wagers("3", {"initial": 100, "additional": 100})) == "unknown_wager"


def test_67_36_nothing_is_laid_or_changed_after_no_more_bets() -> None:
    closed, _ = walk([Wagers("3", {"initial": 500}), Wagers("3", {"initial": 600}), Close()])
    assert GAME.wagers(closed) == {"3": {"initial": 1100}}
    assert refusal(closed, Wagers("3", {"initial": 600, "supplemental": 100})) == "illegal_action"


@pytest.mark.parametrize("wager", ["initial", "supplemental"])
def test_67_36_stakes_lie_within_the_posted_limits(wager: str) -> None:
    posted = Options(minimum=500, maximum=10_000, unit=100)
    for stake in (-500, 0, 499, 510, 10_100):
        assert refusal(GAME.start(posted), Wagers("1", {"initial": 500, wager: stake})) == "invalid_stake"
    for taken in (500, 10_000, None):
        state, _ = walk([Wagers("1", {"initial": 500, wager: taken})], posted)
        assert GAME.wagers(state)["1"][wager] == taken


# -- the round --------------------------------------------------------------------------------------------------------

ROUND: tuple[tuple[Fact, object], ...] = (  # each fact, and what is awaited before it
    (Wagers("10", {"initial": 500, "supplemental": 100}), AwaitWagers(may_close=False)),
    *((Wagers(seat, {"initial": 300}), AwaitWagers(may_close=True)) for seat in "2459"),
    (Close(), AwaitWagers(may_close=True)),
    *(
        (Deal(Card.parse(card)), AwaitCard(hand, 0, face_up=True))
        for hand, card in {"2": "Kc", "4": "Ac", "5": "Kd", "9": "3c", "10": "Kh", DEALER: "Ks"}.items()
    ),
    (Decide("2", WAR), AwaitDecision("2", (WAR, WITHDRAW))),
    (Decide("5", WITHDRAW), AwaitDecision("5", (WAR, WITHDRAW))),
    (Decide("10", WAR), AwaitDecision("10", (WAR, WITHDRAW))),  # every choice before the first war (A29)
    *((Deal(card), AwaitCard(ASIDE, index, face_up=False)) for index, card in enumerate(UNSEEN)),
    (Deal(Card.parse("9c")), AwaitCard("2", 1, face_up=True)),
    *((Deal(card), AwaitCard(ASIDE, index, face_up=False)) for index, card in enumerate(UNSEEN, 3)),
    (Deal(Card.parse("8c")), AwaitCard("dealer 2", 0, face_up=True)),
    *((Deal(card), AwaitCard(ASIDE, index, face_up=False)) for index, card in enumerate(UNSEEN, 6)),
    (Deal(Card.parse("7c")), AwaitCard("10", 1, face_up=True)),
    *((Deal(card), AwaitCard(ASIDE, index, face_up=False)) for index, card in enumerate(UNSEEN, 9)),
    (Deal(Card.parse("Tc")), AwaitCard("dealer 10", 0, face_up=True)),
)


def test_67_36_to_67_39_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    every = every_fact(("2", "4", "5", "9", "10"), {"initial": 500}, WAR, WITHDRAW)
    HARNESS.only_what_is_awaited(ROUND, every, Options(seats=10))


def test_67_38_to_67_40_each_line_falls_with_the_fact_that_decides_it() -> None:
    decided = []
    for fact, _, lines in HARNESS.steps((fact for fact, _ in ROUND), Options(seats=10)):
        decided += [(fact, line.seat, line.wager, line.outcome, line.won, line.returned) for line in lines]
    assert decided == [
        (Deal(Card.parse("Ks")), "4", "initial", WIN, 300, 300),
        (Deal(Card.parse("Ks")), "9", "initial", LOSE, 0, 0),
        (Deal(Card.parse("Ks")), "10", "supplemental", WIN, 1000, 100),
        (Decide("5", WITHDRAW), "5", "initial", HALF, 0, 150),
        (Deal(Card.parse("8c")), "2", "initial", WIN, 300, 300),
        (Deal(Card.parse("8c")), "2", "additional", PUSH, 0, 300),
        (Deal(Card.parse("Tc")), "10", "initial", LOSE, 0, 0),
        (Deal(Card.parse("Tc")), "10", "additional", LOSE, 0, 0),
    ]
    state, _ = walk((fact for fact, _ in ROUND), Options(seats=10))
    assert GAME.wagers(state)["10"] == {"initial": 500, "supplemental": 100, "additional": 500}


def test_67_37_before_the_first_card_every_hand_is_empty() -> None:
    state, _ = walk([Wagers("2"), Close()])
    assert GAME.hands(state) == {"2": Hand((), ()), DEALER: Hand((), ())}


def test_67_39_the_cards_set_aside_are_never_seen() -> None:
    state, _ = walk((fact for fact, _ in ROUND), Options(seats=10))
    hands = GAME.hands(state)
    assert list(hands) == ["2", "4", "5", "9", "10", DEALER, ASIDE, "dealer 2", "dealer 10"]
    assert hands[ASIDE] == Hand(UNSEEN * 4, (False,) * 12)
    assert {name: hand.visible for name, hand in hands.items() if name in ("2", DEALER, "dealer 10")} == {
        "2": parse_cards("Kc 9c"),
        DEALER: parse_cards("Ks"),
        "dealer 10": parse_cards("Tc"),
    }


def test_67_39_where_the_house_posts_it_all_wars_are_fought_against_one_dealer_card() -> None:
    tie: list[Fact] = [*map(Wagers, "12"), Close(), *map(Deal, parse_cards("Kc Kd Ks"))]
    state, _ = walk([*tie, Decide("1", WAR), Decide("2", WAR)], ONE_DEALER_CARD)
    awaited, decided = [], []
    for card in (*UNSEEN, *parse_cards("9c"), *UNSEEN, *parse_cards("Tc"), *UNSEEN, *parse_cards("9d")):
        expected = GAME.expects(state)
        assert isinstance(expected, AwaitCard)
        awaited.append((expected.hand, expected.face_up))
        state, lines = GAME.step(state, Deal(card))
        decided += [(str(card), line.seat, line.wager, line.outcome) for line in lines]
    aside = [(ASIDE, False)] * 3
    assert awaited == [*aside, ("1", True), *aside, ("2", True), *aside, (DEALER, True)]
    of_one = [("9d", "1", "initial", WIN), ("9d", "1", "additional", WIN)]
    assert decided == [*of_one, ("9d", "2", "initial", WIN), ("9d", "2", "additional", PUSH)]
    assert GAME.expects(state) == Finished()
    withdrawn, _ = walk([*tie, Decide("1", WITHDRAW), Decide("2", WITHDRAW)], ONE_DEALER_CARD)
    assert GAME.expects(withdrawn) == Finished()  # no war, no dealer's card


@pytest.mark.parametrize("value", ["once", "", None, 1, ["common"]])
def test_67_39_no_other_order_of_several_wars_can_be_posted(value: object) -> None:
    with pytest.raises(RuleError, match=MULTI):
        GAME.start(Options(more={MULTI: value}))


# -- settlement -------------------------------------------------------------------------------------------------------


def test_67_38_a_higher_card_is_paid_one_to_one_and_a_lower_one_loses() -> None:
    assert alone("Ac", "Kd", initial=500) == {"initial": (WIN, "1:1", 500, 500, "67.38")}
    assert alone("Qc", "Kd", initial=500) == {"initial": (LOSE, None, 0, 0, "67.38")}


def test_67_38_a_tie_and_a_withdrawal_forfeit_half_and_an_odd_cent_stays_with_the_player() -> None:
    assert alone("Kc", "Kd", WITHDRAW, initial=500) == {"initial": (HALF, None, 0, 250, "67.38")}
    assert alone("Kc", "Kd", WITHDRAW, initial=501) == {"initial": (HALF, None, 0, 251, "67.38")}
    odd = {"1": Seat(parse_cards("Kc"), {"initial": 75}, WITHDRAW)}
    lines = HARNESS.finished(facts(odd, parse_cards("Kd")), Options(unit=25))
    assert [line.returned for line in lines] == [50]


def test_67_39_a_war_that_is_won_pays_the_initial_wager_and_returns_the_additional_one() -> None:
    assert alone("Kc 9c", "Kd 8c", initial=500) == {
        "initial": (WIN, "1:1", 500, 500, "67.39"),
        "additional": (PUSH, None, 0, 500, "67.39"),
    }
    _, additional = settle_war("1", {"initial": 1, "additional": 1}, Card.parse("9c"), Card.parse("8c"), 1)
    assert additional.readings == ("A27",)


def test_67_39_a_war_that_is_lost_loses_both_wagers() -> None:
    both = (LOSE, None, 0, 0, "67.39")
    assert alone("Kc 7c", "Kd 8c", initial=500) == {"initial": both, "additional": both}


def test_67_39_a_second_tie_pays_both_wagers_and_there_is_no_second_war() -> None:
    both = (WIN, "1:1", 500, 500, "67.39")
    assert alone("Kc 8h", "Kd 8c", initial=500) == {"initial": both, "additional": both}


@pytest.mark.parametrize("choice", [WAR, WITHDRAW])
@pytest.mark.parametrize("cards", ["Kc 9c", "Kc 8c", "Kc 7c"])
def test_67_40_a_tie_of_the_first_cards_pays_ten_to_one_whatever_follows(cards: str, choice: str) -> None:
    lines = alone(cards, "Kd 8d", choice, initial=500, supplemental=100)
    assert lines["supplemental"] == (WIN, "10:1", 1000, 100, "67.40")


@pytest.mark.parametrize("card", ["Ac", "Qc"])
def test_67_40_without_a_tie_the_supplemental_wager_loses(card: str) -> None:
    assert alone(card, "Kd", initial=500, supplemental=100)["supplemental"] == (LOSE, None, 0, 0, "67.40")


@pytest.mark.parametrize(("decks", "main", "supplemental"), [(6, "-2.33", "-18.65"), (8, "-2.34", "-17.83")])
def test_67_38_to_67_40_the_house_edge_of_who_always_goes_to_war(decks: int, main: str, supplemental: str) -> None:
    """Exact, over all ranks of the two cards and the two war cards; the cards set aside change nothing."""

    def net(lines: list[Line], *wagers: str) -> int:
        return sum((line.won or 0) + (line.returned or 0) - (line.stake or 0) for line in lines if line.wager in wagers)

    def pairs(shoe: Counter[int]) -> Iterator[tuple[Card, Card, Fraction]]:
        left = shoe.total()
        for one, other in product(shoe, shoe):
            ways = shoe[one] * (shoe[other] - (one == other))
            yield Card(one * 4), Card(other * 4 + 1), Fraction(ways, left * (left - 1))

    laid = {"initial": 1, "supplemental": 1, "additional": 1}
    shoe = Counter(dict.fromkeys(range(len(RANKS)), 4 * decks))
    first = tie = Fraction(0)
    for mine, dealer, chance in pairs(shoe):
        lines = settle_first("1", laid, mine, dealer, 1)
        first, tie = first + chance * net(lines, "initial"), tie + chance * net(lines, "supplemental")
        if tied(mine, dealer):
            for one, other, then in pairs(shoe - Counter([mine.rank, dealer.rank])):
                first += chance * then * net(settle_war("1", laid, one, other, 1), "initial", "additional")
    assert (f"{float(first * 100):.2f}", f"{float(tie * 100):.2f}") == (main, supplemental)
    assert tie == Fraction(11 * (4 * decks - 1), 52 * decks - 1) - 1


# -- the settle contract ----------------------------------------------------------------------------------------------

KINGS = {"wagers": {"initial": 5, "additional": 5}, "cards": ["Kc", "9c"], "dealer_war_card": "8c"}
QUEEN = {"wagers": {"initial": 5}, "cards": ["Qc"]}
TABLE: dict[str, Any] = {"id": "w", "game": "war", "dealer": ["Kd"], "seats": {"1": KINGS, "2": QUEEN}}


SEATS_REFUSED: dict[str, list[Any]] = {
    "missing_wager": [QUEEN | {"wagers": {}}, QUEEN | {"wagers": {"supplemental": 5, "additional": 5}}],
    "unknown_wager": [QUEEN | {"wagers": {"initial": 5, "ante": 5}}],
    "invalid_stake": [QUEEN | {"wagers": {"initial": 0}}, KINGS | {"wagers": {"initial": 5, "additional": 6}}],
    "illegal_action": [
        QUEEN | {"wagers": {"initial": 5, "additional": 5}}, KINGS | {"cards": ["Ac", "9c"]},  # whatever the cards
        QUEEN | {"withdraw": ["initial"]}, QUEEN | {"withdraw": ["seven"]},  # a drop that the game does not know
    ],
    "wrong_card_count": [
        QUEEN | {"cards": []}, QUEEN | {"cards": ["Qc", "9c"]}, QUEEN | {"cards": ["Kc", "9c"]},
        KINGS | {"cards": ["Kc"]}, KINGS | {"cards": ["Kc", "9c", "8c"]},
    ],
    "bad_request": [
        KINGS | {"dealer_war_card": None}, KINGS | {"dealer_war_card": "1c"}, QUEEN | {"dealer_war_card": "8c"},
        QUEEN | {"cards": ["Kc"], "dealer_war_card": "8c"}, QUEEN | {"cards": "Qc"},
        QUEEN | {"wagers": {"initial": True}}, QUEEN | {"wagers": None}, [],
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
        ({"dealer": []}, "wrong_card_count"), ({"dealer": ["Kd", "Kd"]}, "wrong_card_count"),
        ({"dealer": None}, "bad_request"), ({"seats": {}}, "bad_request"), ({"seats": {"0": QUEEN}}, "bad_request"),
        ({"options": {"decks": 7}}, "bad_request"), ({"options": {"decks": 1}}, "bad_request"),
        ({"options": {"unit": 0}}, "bad_request"), ({"options": {"unit": 10}}, "invalid_stake"),
    ],
)  # fmt: skip
def test_contract_a_table_that_is_refused(change: dict[str, Any], code: str) -> None:
    assert response_to(TABLE | change)["error"]["code"] == code


def test_67_33_no_card_comes_more_often_than_there_are_decks() -> None:
    def six(**options: int) -> dict[str, Any]:
        kings = {"wagers": {"initial": 5, "additional": 5}, "cards": ["Kd", "Kd"], "dealer_war_card": "Kd"}
        return response_to(TABLE | {"seats": {"1": kings, "2": kings}, "options": options})

    assert six()["error"]["code"] == "impossible_cards"  # seven of them, a war card of the dealer's among them
    assert six(decks=8)["total"] == {"staked": 20, "won": 20, "returned": 20}


# -- whatever the cards -----------------------------------------------------------------------------------------------

SHOE = DECK[:12] * 6  # few ranks, so that ties come often
Table = tuple[dict[str, Seat], Cards]


def players(cards: Cards) -> st.SearchStrategy[Seat]:
    return st.builds(Seat, st.just(cards), st.sampled_from(LAID), st.sampled_from([WAR, WITHDRAW]))


TABLES = tables(players, 3, 1, [SHOE])


@settings(deadline=None)
@given(TABLES)
def test_67_38_to_67_40_the_table_and_the_contract_settle_alike(table: Table) -> None:
    same_lines(GAME.settle(request(*table)).lines, settle(*table))


@settings(deadline=None)
@given(TABLES, SUITS)
def test_67_34_relabelling_the_suits_changes_nothing(table: Table, suits: list[int]) -> None:
    assert settle(*relabelled(*table, suits)) == settle(*table)


@settings(deadline=None)
@given(TABLES, moves())
def test_67_37_permuting_the_seats_permutes_the_results(table: Table, places: dict[str, str]) -> None:
    seats, dealer = table
    same_lines(settle(moved(seats, places), dealer), followed(settle(seats, dealer), places))


@settings(deadline=None)
@given(TABLES)
def test_67_38_money_is_never_negative_and_every_wager_has_its_line(table: Table) -> None:
    lines = settle(*table)
    each_wager_once(lines, {name: seat["wagers"] for name, seat in request(*table)["seats"].items()})
    assert all(line.wager in TERMS and line.outcome in COMMON for line in lines)


@settings(deadline=None)
@given(TABLES)
def test_67_36_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table) -> None:
    seats, dealer = table
    assert settle(unknown(seats), dealer) == no_amounts(settle(seats, dealer))


@settings(deadline=None, max_examples=300)
@given(junk_in(TABLE))
def test_contract_junk_in_any_place_is_answered(asked: dict[str, Any]) -> None:
    HARNESS.is_answered(asked)
