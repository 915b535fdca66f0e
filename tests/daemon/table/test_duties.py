"""Duties that every game against the house has: each is broken at the table, in every game that has it, and not taken.

What one game alone asks for stands in its scenarios.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from daemon.table.orders import (
    CloseBetting,
    Decision,
    DeclareNoRoll,
    DiceOut,
    EnterDice,
    NoMoreCards,
    Observation,
    OfferDice,
    OpenRound,
    SeatIn,
    TakeBack,
    TurnHand,
)
from daemon.table.state import TableState
from drivers.faults import Fault
from rules.capabilities import MovesChips
from rules.cards import DECK
from rules.facts import AwaitCard, AwaitDecision, AwaitDirection, AwaitTurn, AwaitWagers
from rules.game import Options, RuleError
from rules.registry import GAMES, check_posted
from tests.daemon.floor import WAGERS, both, held, refused, stands, table, tell

SEATS = ("1", "3")
AGAINST_THE_HOUSE = [name for name, game in GAMES.items() if "shoe" in game.needs and not isinstance(game, MovesChips)]
TURNING = [name for name in AGAINST_THE_HOUSE if name not in ("war", "blackjack")]  # the others deal face up


def moments(game: str) -> Iterator[TableState]:
    """A table at every moment of two rounds in which two seats stay in, or drop, as it comes."""
    chance = random.Random(game)
    state = table(game)
    for _ in range(2):
        deck = chance.sample(DECK, len(DECK))
        state, _ = tell(state, OpenRound())
        while state.in_round:
            yield state
            step: Observation | str
            match state.awaits:
                case AwaitWagers():
                    laid = state.machine.wagers(state.play)
                    free = [seat for seat in SEATS if seat not in laid]
                    step = SeatIn(seat=free[0], wagers=WAGERS[game]) if free else CloseBetting()
                case AwaitCard():
                    step = str(deck.pop())
                case AwaitDecision(seat, choices):
                    step = Decision(seat=seat, choice=chance.choice(choices))
                case AwaitTurn(hand):
                    step = TurnHand(hand=hand)
                case AwaitDirection():
                    step = NoMoreCards()
                case awaited:
                    raise AssertionError(awaited)
            state, _ = tell(state, step)
            assert state.hold is None


def awaiting(game: str, *kinds: type) -> list[TableState]:
    """The moments in which one of these is awaited."""
    met = [state for state in moments(game) if isinstance(state.awaits, kinds)]
    assert met
    return met


CLOSED = {  # the section that closes the betting, as it is told
    "67.26": "three_card_poker", "67.36": "war", "67.45": "three_five_seven", "67.56": "boston", "67.68": "four_card",
    "67.79": "crazy_four",
}  # fmt: skip


@pytest.mark.holds(*CLOSED)
@pytest.mark.parametrize(("section", "game"), [*CLOSED.items(), ("21.2", "blackjack")])
def test_after_rien_ne_va_plus_nothing_is_laid_or_taken_back(section: str, game: str) -> None:
    for state in awaiting(game, AwaitCard, AwaitDecision, AwaitTurn, AwaitDirection):
        for order in (SeatIn(seat="2", wagers=WAGERS[game]), TakeBack(seat="1")):
            fault, why = refused(state, order)
            assert fault == Fault.ORDER_ILLEGAL and "« Rien ne va plus »" in why
            assert f"({section}" in why or game == "blackjack"  # whose section is not among the texts


DEALT = {  # to seats 1 and 3 and the dealer, if both of them stay
    "67.27": ("three_card_poker", "111 333 ddd"), "67.37": ("war", "1 3 d"),
    "67.46": ("three_five_seven", "111 333 dddd"),
    "67.57": ("boston", "111 333 ddd"), "67.60": ("boston", "111 333 ddd 11 33 dd"),
    "67.69": ("four_card", "11111 33333 dddddd"), "67.80": ("crazy_four", "11111 33333 ddddd"),
}  # fmt: skip


@pytest.mark.holds(*DEALT)
@pytest.mark.parametrize(("game", "hands"), DEALT.values(), ids=DEALT)
def test_the_cards_go_where_the_section_says_and_one_more_goes_nowhere(game: str, hands: str) -> None:
    state, deck = table(game, OpenRound()), iter(DECK)
    state, _ = tell(state, *(SeatIn(seat=seat, wagers=WAGERS[game]) for seat in SEATS), CloseBetting())
    due = hands.replace(" ", "")
    for place, hand in enumerate(due):
        while not isinstance(state.awaits, AwaitCard):  # before the second deal
            assert held(tell(state, "Ks")[0]) == Fault.CARD_UNEXPECTED
            asked = state.awaits
            stays = Decision(seat=asked.seat, choice="play") if isinstance(asked, AwaitDecision) else None
            state, _ = tell(state, stays or TurnHand(hand=asked.hand))  # type: ignore[union-attr]
        assert state.awaits.hand[0] == hand, (place, due)
        state, _ = tell(state, str(next(deck)))
    if game != "war":  # where a tie deals on
        assert held(tell(state, "Ks")[0]) == Fault.CARD_UNEXPECTED


@pytest.mark.parametrize("game", AGAINST_THE_HOUSE)
def test_a_card_that_no_hand_awaits_holds_the_round(game: str) -> None:
    for state in awaiting(game, AwaitWagers, AwaitDecision, AwaitTurn):
        after, _ = tell(state, "2c")
        assert (held(after), after.aside) != (None, ())
        assert after.facts == state.facts  # it went to nobody


TURNED = {  # whose hands come at which place among those that are turned
    "67.29": ("three_card_poker", 0, "dealer"), "67.30": ("three_card_poker", 1, "1"),
    "67.48": ("three_five_seven", 0, "1"), "67.49": ("three_five_seven", 2, "dealer"),
    "67.50": ("three_five_seven", 3, "dealer"),
    "67.61": ("boston", 0, "dealer"), "67.62": ("boston", 1, "1"),
    "67.71": ("four_card", 0, "dealer"), "67.72": ("four_card", 1, "1"),
    "67.82": ("crazy_four", 0, "dealer"), "67.83": ("crazy_four", 1, "1"),
}  # fmt: skip


@pytest.mark.holds(*TURNED)
@pytest.mark.parametrize(("game", "place", "whose"), TURNED.values(), ids=TURNED)
def test_another_hand_than_the_sections_is_not_turned_then(game: str, place: int, whose: str) -> None:
    state, deck, turned = table(game, OpenRound()), iter(DECK), 0
    laid = {"ante": 500, "first": 1000} if game == "boston" else WAGERS[game]  # without a Bonus, which is turned before
    state, _ = tell(state, *(SeatIn(seat=seat, wagers=dict(laid)) for seat in SEATS), CloseBetting())
    while turned < place or not isinstance(state.awaits, AwaitTurn):
        match state.awaits:
            case AwaitCard():
                state, _ = tell(state, str(next(deck)))
            case AwaitDecision(seat, choices):
                state, _ = tell(state, Decision(seat=seat, choice=choices[0]))
            case AwaitTurn(hand):
                turned += 1
                state, _ = tell(state, TurnHand(hand=hand))
            case awaited:
                raise AssertionError(awaited)
    for hand in {*SEATS, "dealer"} - {whose}:
        assert refused(state, TurnHand(hand=hand))[0] == Fault.ORDER_ILLEGAL
    assert tell(state, TurnHand(hand=whose))[1]


@pytest.mark.parametrize("game", TURNING)
def test_a_hand_is_turned_in_its_turn_and_not_before(game: str) -> None:
    for state in awaiting(game, AwaitCard, AwaitDecision, AwaitTurn):
        due = state.awaits.hand if isinstance(state.awaits, AwaitTurn) else None
        for hand in state.machine.hands(state.play).keys() - {due}:
            assert refused(state, TurnHand(hand=hand))[0] == Fault.ORDER_ILLEGAL


DECIDED = {
    "67.28": "three_card_poker", "67.38": "war", "67.58": "boston", "67.70": "four_card", "67.81": "crazy_four",
}  # fmt: skip


@pytest.mark.holds(*DECIDED)
@pytest.mark.parametrize("game", DECIDED.values(), ids=DECIDED)
def test_nobody_decides_but_who_is_asked_and_only_what_is_offered(game: str) -> None:
    for state in moments(game):
        asked: str | None = None
        offered: tuple[str, ...] = ("play", "drop")
        if isinstance(state.awaits, AwaitDecision):
            asked, offered = state.awaits.seat, state.awaits.choices
            assert refused(state, Decision(seat=asked, choice="sleep"))[0] == Fault.ORDER_ILLEGAL
        for seat in {*SEATS, "5"} - {asked}:
            for choice in offered:
                assert refused(state, Decision(seat=seat, choice=choice))[0] == Fault.ORDER_ILLEGAL


@pytest.mark.holds("67.47")
def test_only_the_third_wager_is_withdrawn_and_only_until_the_dealer_turns_a_card() -> None:
    withdraw = {seat: Decision(seat=seat, choice="withdraw") for seat in (*SEATS, "5")}
    for state in awaiting("three_five_seven", AwaitDecision):
        assert refused(state, Decision(seat="1", choice="drop"))[0] == Fault.ORDER_ILLEGAL
        assert refused(state, withdraw["5"])[0] == Fault.ORDER_ILLEGAL  # who laid nothing
    shown = [state for state in moments("three_five_seven") if any(state.machine.hands(state.play)["dealer"].up)]
    assert shown
    for state in shown:
        for order in withdraw.values():
            assert refused(state, order)[0] == Fault.ORDER_ILLEGAL


PLACES = {
    "67.25": "three_card_poker", "67.35": "war", "67.42": "three_five_seven", "67.52": "boston", "67.67": "four_card",
    "67.78": "crazy_four",
}  # fmt: skip


@pytest.mark.holds(*PLACES)
@pytest.mark.parametrize("game", [*PLACES.values(), "blackjack"], ids=[*PLACES, "blackjack"])
def test_a_seat_that_the_layout_does_not_have_is_refused(game: str) -> None:
    state = table(game, OpenRound(), seats=5)
    for seat in ("0", "6", "8", "dealer"):
        assert refused(state, SeatIn(seat=seat, wagers=WAGERS[game]))[0] == Fault.ORDER_ILLEGAL


@pytest.mark.holds("6", "67.22", "67.33", "67.41", "67.51", "67.64", "67.75")
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.decks])
def test_a_table_posts_no_other_decks_than_its_game_is_dealt_from(game: str) -> None:
    allowed = GAMES[game].decks
    for decks in range(1, 10):
        if decks not in allowed:
            with pytest.raises(RuleError):
                check_posted(game, Options(decks=decks))


@pytest.mark.holds("6")
@pytest.mark.parametrize("game", [game for game in AGAINST_THE_HOUSE if 1 in GAMES[game].decks])
def test_a_deck_has_every_card_once(game: str) -> None:
    state = table(game, OpenRound(), SeatIn(seat="1", wagers=WAGERS[game]), CloseBetting())
    assert held(tell(state, "2c 2c")[0]) == Fault.CARD_IMPOSSIBLE


@pytest.mark.holds("95.1", "95.18", "95.22", "95.23", "95.3")
def test_sic_bo_takes_three_dice_of_six_faces_and_only_the_layout_s_wagers() -> None:
    state = table("sic_bo", OpenRound())
    assert refused(state, SeatIn(seat="1", wagers={"total_3": 100}))[0] == Fault.ORDER_ILLEGAL
    assert refused(state, EnterDice(dice=(1, 2, 3)))[0] != Fault.SECOND_PERSON_NEEDED  # 95.23: betting is open
    closed, _ = tell(state, SeatIn(seat="1", wagers={"small": 100}), CloseBetting())
    assert refused(closed, SeatIn(seat="2", wagers={"small": 100}))[0] == Fault.ORDER_ILLEGAL
    for dice in ((1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)):
        assert refused(closed, EnterDice(dice=dice))[0] == Fault.ORDER_ILLEGAL
    assert refused(closed, DeclareNoRoll(ground="bad luck"))[0] == Fault.ORDER_ILLEGAL
    void, _ = tell(closed, DeclareNoRoll(ground="off_table"))
    assert void.machine.wagers(void.play) == {"1": {"small": 100}}  # 95.3: it decides nothing
    assert not void.lines
    assert tell(void, *both(EnterDice(dice=(1, 2, 3))))[0].lines


@pytest.mark.holds("95.6", "95.16", "95.17")
def test_craps_takes_two_dice_odds_behind_a_known_number_and_the_commission_first() -> None:
    state = table("craps", OpenRound(), SeatIn(seat="1", wagers={"pass": 500}), OfferDice(), DiceOut())
    for dice in ((3,), (1, 2, 3), (1, 7)):
        assert refused(state, EnterDice(dice=dice))[0] == Fault.ORDER_ILLEGAL
    come_out = table("craps", OpenRound(), SeatIn(seat="1", wagers={"pass": 500}))
    assert refused(come_out, SeatIn(seat="1", wagers={"pass_odds": 500}))[0] == Fault.ORDER_ILLEGAL
    point, _ = tell(state, *both(EnterDice(dice=(4, 2))))
    assert refused(point, SeatIn(seat="1", wagers={"come_odds_8": 500}))[0] == Fault.ORDER_ILLEGAL
    assert refused(point, SeatIn(seat="2", wagers={"pass_odds": 500}))[0] == Fault.ORDER_ILLEGAL
    _, events = tell(point, SeatIn(seat="1", wagers={"pass_odds": 500, "buy_4": 2000}))
    assert [(line.wager, line.stake) for line in stands(events)] == [("commission", 100)]
