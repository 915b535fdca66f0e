"""War, section by section: 67.33 to 67.40."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import DECK, RANKS, Card, parse_cards
from rules.contract import answer
from rules.lines import Line, Outcome, Stake
from rules.machine import (
    ASIDE,
    DEALER,
    AwaitCard,
    AwaitDecision,
    AwaitWagers,
    Close,
    Deal,
    Decide,
    Fact,
    Finished,
    Hand,
    Options,
    RuleError,
    Turn,
    Wagers,
)
from rules.terms import COMMON
from rules.war import GAME, MULTI, TERMS, WAR, WITHDRAW, Round, settle_first, settle_war, tied

WIN, LOSE, PUSH, HALF = Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.HALF
CODES = {"bad_request", "unknown_wager", "invalid_stake", "missing_wager", "impossible_cards", "wrong_card_count"}
CODES |= {"unknown_game", "illegal_action"}
UNSEEN = parse_cards("2c 2d 2h")
ONE_DEALER_CARD = Options(more={MULTI: "common"})
Laid = dict[str, Stake]
LAID: list[Laid] = [{"initial": 500}, {"initial": 5, "supplemental": 1}, {"initial": None}]


@dataclass(frozen=True)
class Seat:
    """What one player lays and gets, and does at a tie."""

    card: Card
    stakes: Mapping[str, Stake]
    choice: str = WAR
    war_card: Card = DECK[0]
    dealer_war_card: Card = DECK[0]


def facts(seats: Mapping[str, Seat], dealer: Card) -> Iterator[Fact]:
    """A whole round, as it happens at the table."""
    in_turn = sorted(seats.items(), key=lambda item: int(item[0]))
    yield from (Wagers(name, seat.stakes) for name, seat in seats.items())
    yield Close()
    yield from (Deal(seat.card) for _, seat in in_turn)
    yield Deal(dealer)
    ties = [(name, seat) for name, seat in in_turn if tied(seat.card, dealer)]
    yield from (Decide(name, seat.choice) for name, seat in ties)
    for seat in (seat for _, seat in ties if seat.choice == WAR):
        yield from map(Deal, (*UNSEEN, seat.war_card, *UNSEEN, seat.dealer_war_card))


def request(seats: Mapping[str, Seat], dealer: Card) -> dict[str, Any]:
    """The same round, for the settle contract."""
    told: dict[str, Any] = {"id": "w", "game": "war", "dealer": [str(dealer)], "seats": {}}
    for name, seat in seats.items():
        player: dict[str, Any] = {"wagers": dict(seat.stakes), "cards": [str(seat.card)]}
        if tied(seat.card, dealer) and seat.choice == WAR:
            player["wagers"]["additional"] = seat.stakes["initial"]
            player["cards"].append(str(seat.war_card))
            player["dealer_war_card"] = str(seat.dealer_war_card)
        told["seats"][name] = player
    return told


def walk(story: Iterable[Fact], options: Options = Options()) -> tuple[Round, list[Line]]:  # noqa: B008 - it is frozen
    lines: list[Line] = []
    state = GAME.start(options)
    for fact in story:
        state, decided = GAME.step(state, fact)
        lines += decided
    return state, lines


def settle(seats: Mapping[str, Seat], dealer: Card) -> list[Line]:
    state, lines = walk(facts(seats, dealer))
    assert GAME.expects(state) == Finished()
    return lines


def alone(cards: str, dealer: str, choice: str = WAR, **stakes: Stake) -> dict[str, tuple[object, ...]]:
    """One player against the dealer, each with a war card if there may be one; what becomes of each wager."""
    mine, theirs = parse_cards(cards), parse_cards(dealer)
    lines = settle({"1": Seat(mine[0], stakes, choice, mine[-1], theirs[-1])}, theirs[0])
    assert len({line.wager for line in lines}) == len(lines)
    return {line.wager: (line.outcome, line.odds, line.won, line.returned, line.section) for line in lines}


def refusal(state: Round, fact: Fact) -> str:
    """The code of the refusal; and nothing happened."""
    before = repr(state)
    with pytest.raises(RuleError) as refused:
        GAME.step(state, fact)
    assert repr(state) == before
    return refused.value.code


def told_of(asked: object) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(answer(json.dumps(asked), {"war": GAME}))
    return told


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
    assert refusal(state, Wagers("3", {"supplemental": 100})) == "missing_wager"
    assert refusal(state, Wagers("3", {"initial": 100, "additional": 100})) == "unknown_wager"


def test_67_36_nothing_is_laid_or_changed_after_no_more_bets() -> None:
    closed, _ = walk([Wagers("3", {"initial": 500}), Wagers("3", {"initial": 600}), Close()])
    assert GAME.wagers(closed) == {"3": {"initial": 600}}
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
EVERY_FACT: tuple[Fact, ...] = (
    *(Wagers(seat, {"initial": 500}) for seat in ("2", "10")),
    Close(),
    Deal(Card.parse("As")),
    *(Decide(seat, choice) for seat in ("2", "4", "5", "10", DEALER) for choice in (WAR, WITHDRAW, "fold")),
    *(Turn(hand) for hand in ("2", DEALER, ASIDE)),
)


def allowed(expected: object) -> set[str]:
    """What an expectation lets happen, of EVERY_FACT."""
    match expected:
        case AwaitWagers(may_close):
            return {repr(fact) for fact in EVERY_FACT if isinstance(fact, Wagers) or (may_close and fact == Close())}
        case AwaitCard():
            return {repr(fact) for fact in EVERY_FACT if isinstance(fact, Deal)}
        case AwaitDecision(seat, choices):
            return {repr(Decide(seat, choice)) for choice in choices}
    return set()


def test_67_36_to_67_39_at_every_step_what_is_awaited_happens_and_nothing_else() -> None:
    state = GAME.start(Options(seats=10))
    for fact, expected in (*ROUND, (None, Finished())):
        assert GAME.expects(state) == expected
        taken = set()
        for other in EVERY_FACT:
            if repr(other) in allowed(expected):
                GAME.step(state, other)
                taken.add(repr(other))
            else:
                assert refusal(state, other) == "illegal_action"
        assert taken == allowed(expected)
        if fact is not None:
            state, _ = GAME.step(state, fact)


def test_67_38_to_67_40_each_line_falls_with_the_fact_that_decides_it() -> None:
    state, told = GAME.start(Options(seats=10)), []
    for fact, _ in ROUND:
        state, lines = GAME.step(state, fact)
        told += [(fact, line.seat, line.wager, line.outcome, line.won, line.returned) for line in lines]
    assert told == [
        (Deal(Card.parse("Ks")), "4", "initial", WIN, 300, 300),
        (Deal(Card.parse("Ks")), "9", "initial", LOSE, 0, 0),
        (Deal(Card.parse("Ks")), "10", "supplemental", WIN, 1000, 100),
        (Decide("5", WITHDRAW), "5", "initial", HALF, 0, 150),
        (Deal(Card.parse("8c")), "2", "initial", WIN, 300, 300),
        (Deal(Card.parse("8c")), "2", "additional", PUSH, 0, 300),
        (Deal(Card.parse("Tc")), "10", "initial", LOSE, 0, 0),
        (Deal(Card.parse("Tc")), "10", "additional", LOSE, 0, 0),
    ]
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
    awaited, told = [], []
    for card in (*UNSEEN, *parse_cards("9c"), *UNSEEN, *parse_cards("Tc"), *UNSEEN, *parse_cards("9d")):
        expected = GAME.expects(state)
        assert isinstance(expected, AwaitCard)
        awaited.append((expected.hand, expected.face_up))
        state, lines = GAME.step(state, Deal(card))
        told += [(str(card), line.seat, line.wager, line.outcome) for line in lines]
    aside = [(ASIDE, False)] * 3
    assert awaited == [*aside, ("1", True), *aside, ("2", True), *aside, (DEALER, True)]
    of_one = [("9d", "1", "initial", WIN), ("9d", "1", "additional", WIN)]
    assert told == [*of_one, ("9d", "2", "initial", WIN), ("9d", "2", "additional", PUSH)]
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
    lines = walk(facts({"1": Seat(Card.parse("Kc"), {"initial": 75}, WITHDRAW)}, Card.parse("Kd")), Options(unit=25))[1]
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
    told = told_of(TABLE | {"seats": {"3": player}})
    assert told["error"]["code"] == code
    assert "seat 3" in told["error"]["message"]


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
    assert told_of(TABLE | change)["error"]["code"] == code


def test_67_33_no_card_comes_more_often_than_there_are_decks() -> None:
    def six(**options: int) -> dict[str, Any]:
        kings = {"wagers": {"initial": 5, "additional": 5}, "cards": ["Kd", "Kd"], "dealer_war_card": "Kd"}
        return told_of(TABLE | {"seats": {"1": kings, "2": kings}, "options": options})

    assert six()["error"]["code"] == "impossible_cards"  # seven of them, a war card of the dealer's among them
    assert six(decks=8)["total"] == {"staked": 20, "won": 20, "returned": 20}


# -- whatever the cards -----------------------------------------------------------------------------------------------

SHOE = DECK[:12] * 6  # few ranks, so that ties come often
SHOES = st.randoms(use_true_random=False).map(lambda random: random.sample(SHOE, 22))
Table = tuple[dict[str, Seat], Card]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Up to seven players and a dealer."""
    cards = iter(draw(SHOES))
    seats = {}
    for place in draw(st.lists(st.sampled_from("1234567"), min_size=1, unique=True)):
        stakes, choice = draw(st.sampled_from(LAID)), draw(st.sampled_from([WAR, WITHDRAW]))
        seats[place] = Seat(next(cards), stakes, choice, next(cards), next(cards))
    return seats, next(cards)


@settings(deadline=None)
@given(tables())
def test_67_38_to_67_40_the_table_and_the_contract_settle_alike(table: Table) -> None:
    assert Counter(GAME.settle(request(*table)).lines) == Counter(settle(*table))


@settings(deadline=None)
@given(tables(), st.permutations(range(4)))
def test_67_34_relabelling_the_suits_changes_nothing(table: Table, suits: list[int]) -> None:
    def relabel(card: Card) -> Card:
        return Card(card.rank * 4 + suits[card.suit])

    seats, dealer = table
    others = {
        name: Seat(relabel(seat.card), seat.stakes, seat.choice, relabel(seat.war_card), relabel(seat.dealer_war_card))
        for name, seat in seats.items()
    }
    assert settle(others, relabel(dealer)) == settle(seats, dealer)


@settings(deadline=None)
@given(tables(), st.permutations("1234567"))
def test_67_37_permuting_the_seats_permutes_the_results(table: Table, places: list[str]) -> None:
    seats, dealer = table
    moved = dict(zip("1234567", places, strict=True))
    after = settle({moved[name]: seat for name, seat in seats.items()}, dealer)
    assert Counter(after) == Counter(replace(line, seat=moved[line.seat]) for line in settle(seats, dealer))


@settings(deadline=None)
@given(tables())
def test_67_38_money_is_never_negative_and_every_wager_has_its_line(table: Table) -> None:
    lines = settle(*table)
    for line in lines:
        assert line.won is None or line.won >= 0
        assert line.returned is None or 0 <= line.returned <= (line.stake or 0)
        assert line.wager in TERMS
        assert line.outcome in COMMON
    laid = {(name, wager) for name, seat in request(*table)["seats"].items() for wager in seat["wagers"]}
    assert Counter((line.seat, line.wager) for line in lines) == Counter(laid)


@settings(deadline=None)
@given(tables())
def test_67_36_unknown_stakes_have_the_same_outcomes_and_no_amounts(table: Table) -> None:
    seats, dealer = table
    unknown = {name: replace(seat, stakes=dict.fromkeys(seat.stakes)) for name, seat in seats.items()}
    assert settle(unknown, dealer) == [
        replace(line, stake=None, won=None, returned=None) for line in settle(seats, dealer)
    ]


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["Kc", "9c"])
JUNK = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a request."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


@settings(deadline=None)
@given(st.data(), JUNK)
def test_contract_junk_in_any_place_is_answered(data: st.DataObject, junk: object) -> None:
    asked = json.loads(json.dumps(TABLE | {"options": {"unit": 1, "decks": 6}}))
    *way, last = data.draw(st.sampled_from(list(places(asked))))
    holder = asked
    for key in way:
        holder = holder[key]
    holder[last] = junk
    told = told_of(asked)
    assert "lines" in told or told["error"]["code"] in CODES
