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


@pytest.mark.holds("67.26", "67.36", "67.45", "67.56", "67.68", "67.79")
@pytest.mark.parametrize("game", AGAINST_THE_HOUSE)
def test_after_rien_ne_va_plus_nothing_is_laid_or_taken_back(game: str) -> None:
    for state in awaiting(game, AwaitCard, AwaitDecision, AwaitTurn, AwaitDirection):
        for order in (SeatIn(seat="2", wagers=WAGERS[game]), TakeBack(seat="1")):
            assert refused(state, order)[0] == Fault.ORDER_ILLEGAL


@pytest.mark.holds("67.27", "67.37", "67.46", "67.57", "67.60", "67.69", "67.80")
@pytest.mark.parametrize("game", AGAINST_THE_HOUSE)
def test_a_card_that_no_hand_awaits_holds_the_round(game: str) -> None:
    for state in awaiting(game, AwaitWagers, AwaitDecision, AwaitTurn):
        after, _ = tell(state, "2c")
        assert (held(after), after.aside) != (None, ())
        assert after.facts == state.facts  # it went to nobody


@pytest.mark.holds("67.29", "67.30", "67.48", "67.49", "67.50", "67.61", "67.62", "67.71", "67.72", "67.82", "67.83")
@pytest.mark.parametrize("game", TURNING)
def test_a_hand_is_turned_in_its_turn_and_not_before(game: str) -> None:
    for state in awaiting(game, AwaitCard, AwaitDecision, AwaitTurn):
        due = state.awaits.hand if isinstance(state.awaits, AwaitTurn) else None
        for hand in state.machine.hands(state.play).keys() - {due}:
            assert refused(state, TurnHand(hand=hand))[0] == Fault.ORDER_ILLEGAL


@pytest.mark.holds("67.28", "67.38", "67.58", "67.70", "67.81")
@pytest.mark.parametrize("game", [game for game in AGAINST_THE_HOUSE if game not in ("blackjack", "three_five_seven")])
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


@pytest.mark.holds("67.25", "67.35", "67.42", "67.52", "67.67", "67.78")
@pytest.mark.parametrize("game", AGAINST_THE_HOUSE)
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
