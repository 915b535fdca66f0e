"""The poker room's machine, section by section (67.88 to 67.110)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cards import parse_cards
from rules.facts import (
    AwaitCard,
    AwaitDecision,
    AwaitTurn,
    AwaitWagers,
    Charge,
    Close,
    Deal,
    Finished,
    Remove,
    TakeOff,
    Wagers,
)
from rules.game import MOST, Options, RuleError, void
from rules.lines import Outcome
from rules.registry import check_posted
from rules.room.dealing import best_open, open_cards
from rules.room.house import house_of
from rules.room.machine import GAME
from rules.room.rulings import SECTIONS
from rules.room.state import BOARD, BURNED
from rules.room.variants import VARIANTS
from tests.rules.rooms import Table, fact_of, seated

# Puck at 1: seats 2, 3, 1 are dealt in this order, one card each, twice; then a burn and three, a burn and one, twice.
NUTS_FOR_3 = "2c Ah 7d 3d As 8d 2s Ac Kd 9h 4s Jc 5s 6h"  # 2: 2c 3d; 3: Ah As; 1: 7d 8d; board Ac Kd 9h Jc 6h


def three(*stakes: int, cards: str = NUTS_FOR_3, **posted: Any) -> Table:
    return Table(seated(*(stakes or (20_000, 20_000, 20_000)), **posted), cards)


# -- 67.88: the words -------------------------------------------------------------------------------------------------


def test_67_88_1_a_player_who_folds_gives_the_pot_up() -> None:
    table = three().play("1:fold", "2:fold")
    assert table.won == {"3": 200}
    table = three().play("1:fold")
    table.refuses("1:call", "67.88")


def test_67_88_3_the_pot_is_all_bets_of_all_rounds_with_antes_and_blinds() -> None:
    table = three(room_ante=50).play("1:call", "2:call", "3:pass", "2:bet 500", "3:call", "1:fold")
    assert table.public_state["pot"] == 3 * 250 + 2 * 500
    assert table.public_state["pots"] == [{"amount": 1750, "eligible": ["2", "3"]}]


def test_67_88_4_a_burned_card_comes_from_the_top_and_is_never_seen() -> None:
    table = three().deal().play("1:call", "2:call", "3:pass")
    assert str(table.state.cards[BURNED][0]) == "2s"  # what came out next (A75)
    assert GAME.hands(table.state)[BURNED].visible == (None,)
    assert [str(card) for card in table.state.cards[BOARD]] == ["Ac", "Kd", "9h"]


def test_67_88_9_blinds_are_put_in_before_any_card() -> None:
    table = three()
    assert table.state.put == {"2": 100, "3": 200} and not table.state.cards
    assert table.deal().awaits == AwaitDecision("1", ("call", "raise", "all_in", "fold"))


def test_67_88_9_between_two_players_the_puck_has_the_small_blind_and_speaks_first() -> None:
    table = Table(seated(20_000, 20_000)).deal()
    assert (table.state.puck, table.state.put, table.state.turn) == ("1", {"1": 100, "2": 200}, "1")
    assert table.play("1:call", "2:pass").state.turn == "2"


def test_67_88_10_a_forced_bet_opens_the_first_round_with_the_lowest_open_card() -> None:
    table = Table(seated(9000, 9000, 9000, room_variant="seven_card_stud", room_limit="fixed_limit"))
    table.deal()  # 2c 2d 2h, 2s 3c 3d, then open 3h 3s 4c
    assert table.awaits == AwaitDecision("2", ("forced", "bet", "fold"))
    table.refuses("2:pass", "67.88")
    table.play("2:forced")
    assert table.state.put == {"2": 100}
    table.refuses("3:raise 200", "67.91")
    table.play("3:raise 100")  # completes the bet
    assert (table.state.level, table.public_state["least"]) == (200, 200)


def test_67_88_10_a_forced_bet_as_high_as_the_small_bet_is_raised_and_not_completed() -> None:
    posted = {"room_variant": "seven_card_stud", "room_limit": "fixed_limit", "room_forced": 200}
    table = Table(seated(9000, 9000, 9000, **posted)).deal().play("2:forced")
    assert (table.state.level, table.public_state["least"], table.public_state["most"]) == (200, 200, 200)
    assert table.play("3:raise 200").state.level == 400


def test_67_88_10_no_bet_is_forced_where_the_antes_left_nobody_to_answer_it() -> None:
    table = Table(seated(9000, 50, 50, room_variant="razz", room_limit="fixed_limit", room_ante=50)).deal()
    assert isinstance(table.awaits, AwaitTurn) and table.state.bets == {"1": 50, "2": 50, "3": 50}


def test_67_88_11_an_ante_is_everyones_and_no_part_of_the_rounds_bet() -> None:
    table = three(room_ante=25).deal()
    assert table.state.bets == {"1": 25, "2": 125, "3": 225}
    assert table.public_state["to_call"] == 200


def test_67_88_12_whoever_passes_keeps_the_options() -> None:
    table = three().play("1:call", "2:call", "3:pass", "2:pass", "3:bet 400", "1:fold")
    assert table.awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))
    three().deal().refuses("1:pass", "67.88")


def test_67_88_16_a_raise_is_at_least_as_much_as_the_last_bet_or_raise() -> None:
    table = three().deal()
    assert (table.public_state["least"], table.public_state["most"]) == (200, 19_800)
    assert "the limit is 200 to" in table.refuses("1:raise 100", "67.91")
    table.play("1:raise 500")
    table.refuses("2:raise 400", "67.91")
    table.play("2:raise 500")
    assert table.state.put == {"1": 700, "2": 1200, "3": 200}


def test_67_88_16_a_short_all_in_does_not_open_the_betting_again() -> None:
    table = three(20_000, 20_000, 950).play("1:raise 400", "2:call", "3:all_in")
    assert table.awaits == AwaitDecision("1", ("call", "fold"))
    table.refuses("1:raise 1000", "67.88")


def test_67_88_18_a_game_goes_from_the_deal_to_the_award() -> None:
    table = three().play("1:call", "2:call", "3:pass")
    table.refuses(Close(), "67.88")
    table.play("2:fold", "3:fold")
    assert table.awaits == Finished()
    table.refuses("1:bet 200", "67.88")


def test_67_88_19_players_act_in_turn() -> None:
    table = three().deal()
    assert "turn of seat 1" in table.refuses("3:call", "67.88")
    table.refuses("9:call", "67.93")
    table.refuses("1:dance", "67.97")


def test_67_88_20_the_puck_moves_clockwise_from_game_to_game() -> None:
    pucks = []
    state = seated(20_000, 20_000, 20_000)
    for _ in range(4):
        table = Table(state)
        pucks.append(table.state.puck)
        while table.awaits != Finished():
            table.play(f"{table.deal().state.turn}:fold")
        state = GAME.resume(state.options, GAME.carry(table.state))
    assert pucks == ["1", "2", "3", "1"]


def test_67_88_21_a_call_meets_the_highest_bet_of_the_round() -> None:
    table = three().play("1:raise 300", "2:fold")
    assert table.public_state["to_call"] == 300
    assert table.play("3:call").state.bets == {"1": 500, "2": 100, "3": 500}


def test_67_88_22_an_all_in_player_wins_only_what_he_covered() -> None:
    table = three(20_000, 20_000, 1000).play("1:raise 2800", "2:call", "3:call")  # 3 is all in
    assert table.public_state["all_in"] == ["3"]
    table.play("2:bet 1000", "1:call", "2:pass", "1:pass", "2:pass", "1:pass", "2/show", "3/show", "1/show")
    assert table.won == {"3": 3000, "1": 6000}
    assert {line.seat: line.hand for line in table.lines} == {"2": "none", "3": "three_of_a_kind", "1": "none"}


# -- the house's document ---------------------------------------------------------------------------------------------


def test_67_91_fixed_limit_bets_have_one_size_and_a_number() -> None:
    table = three(room_limit="fixed_limit", room_raises=2).deal()
    table.refuses("1:raise 300", "67.91")
    table.play("1:raise 200", "2:raise 200")
    assert table.awaits == AwaitDecision("3", ("call", "fold"))
    table.refuses("3:raise 200", "67.91")
    table.play("3:call", "1:call", "2:bet 200", "3:call", "1:call")
    table.refuses("2:bet 200", "67.91")  # the big bet from the turn on
    assert table.play("2:bet 400").state.level == 400


def test_67_91_pot_limit_is_the_pot_after_the_call() -> None:
    table = three(room_limit="pot_limit").deal()
    assert table.public_state["most"] == 100 + 200 + 200  # raised by the pot, the call in it
    table.refuses("1:raise 501", "67.91")
    assert "all_in" not in table.awaits.choices
    table.refuses("1:all_in", "67.91")
    assert table.play("1:raise 500").state.put["1"] == 700


@pytest.mark.parametrize("variant", VARIANTS)
def test_67_91_every_variant_is_dealt_from_its_data(variant: str) -> None:
    game = VARIANTS[variant]
    limit = "fixed_limit"
    table = Table(seated(*[50_000] * game.seats, room_variant=variant, room_limit=limit)).deal()
    while isinstance(table.awaits, AwaitDecision):
        choice = next(choice for choice in ("forced", "call", "pass") if choice in table.awaits.choices)
        table.play(f"{table.state.turn}:{choice}")
    while isinstance(table.awaits, AwaitTurn):
        table.play(f"{table.awaits.hand}/show")
    assert table.awaits == Finished()
    dealt = sum(map(len, table.state.cards.values()))
    assert dealt <= 52 and len(table.state.alive) == game.seats
    assert sum(table.state.stacks.values()) == 50_000 * game.seats
    own = {len(table.state.cards[seat]) for seat in table.state.seats}
    assert own == {len(game.faces) - (game.seats == 8)}  # eight at stud: the last card is one for all
    assert table.state.shared is (game.seats == 8)


def test_67_91_omaha_uses_two_cards_of_the_hand_and_three_of_the_board() -> None:
    # 2: Ah Kh Qh Jh, one heart on the board: no flush; 1: 2c 2d 7s 8s: three twos
    cards = "Ah 2c Kh 2d Qh 7s Jh 8s  3c 2h 9s 4d  3d Tc  3s 5c"
    table = Table(seated(9000, 9000, room_variant="omaha"), cards)
    table.play("1:call", "2:pass", "2:pass", "1:pass", "2:pass", "1:pass", "2:pass", "1:pass", "2/show", "1/show")
    assert {line.seat: (line.won, line.hand) for line in table.lines} == {
        "1": (400, "three_of_a_kind"),
        "2": (0, "none"),
    }


def test_67_91_later_rounds_at_stud_are_opened_by_the_best_open_cards_in_low_poker_by_the_lowest() -> None:
    for variant, best in (("seven_card_stud", "3"), ("razz", "2")):
        table = Table(seated(9000, 9000, 9000, room_variant=variant, room_limit="fixed_limit"))
        table.state = table.state._replace(
            cards={"2": parse_cards("2c 3c Ad 5h"), "3": parse_cards("2d 3d Kc Kh"), "1": parse_cards("2h 3h 6s 6d")},
            street=1,
        )
        assert best_open(table.state) == best
        assert [str(card) for card in open_cards(table.state, "2")] == ["Ad", "5h"]


@pytest.mark.parametrize(
    ("variant", "hands", "best"),
    [
        ("seven_card_stud", ("Kd Kh 7d Qh", "8h 7h 7s 8d", "2c Js 4s 5h"), "3"),  # two pairs, however low
        ("seven_card_stud", ("3d 3h 3s 4h", "Ah Ad Ks Kd", "2c Js 4s 5h"), "2"),
        ("seven_card_stud", ("Kd Kh 7d Qh", "Ks Kc 8s Jd", "Kd Qs Js Th"), "2"),
        ("razz", ("2d 2h 3d 4h", "Kh Qh Js Td", "Kc Qs Js 9h"), "1"),
        ("razz", ("2d 2h 3d 3h", "Kh Kd Qs Jd", "Ac Ad As 2h"), "3"),  # one pair is lower than two
    ],
)
def test_67_91_open_cards_are_compared_by_their_pairs_first(variant: str, hands: tuple[str, ...], best: str) -> None:
    table = Table(seated(9000, 9000, 9000, room_variant=variant, room_limit="fixed_limit"))
    cards = {seat: parse_cards(f"2c 2d {held}") for seat, held in zip(("2", "3", "1"), hands, strict=True)}
    assert best_open(table.state._replace(cards=cards, street=3)) == best


@pytest.mark.parametrize(
    "more",
    [
        {"room.variant": "old_maid"},
        {"room.limit": "spread"},
        {"room.bigBlind": 50},
        {"room.ante": -1},
        {"room.smallBlind": "100"},
        {"room.commissionPercent": "a lot"},
        {"room.commissionPercent": 11},
        {"room.colour": "green"},
        {"room.minStakes": "never"},
        {"room.raises": 0},
        {"room.timePeriod": 0},
        {"room.returnMinutes": 100_000},
        {"room.straddle": "mississippi"},
        {"room.puck": "lost"},
    ],
)
def test_67_91_what_cannot_be_posted_is_refused(more: dict[str, Any]) -> None:
    if more == {"room.bigBlind": 50}:
        more = {**more, "room.smallBlind": 100}
    with pytest.raises(RuleError):
        GAME.start(Options(more=more))


def test_67_91_blinds_fit_the_tables_unit() -> None:
    with pytest.raises(RuleError, match="units of 500"):
        house_of(Options(unit=500))
    assert house_of(Options(unit=500, more={"room.bigBlind": 1000})).small_blind == 500


def test_67_91_the_games_of_a_room_are_dealt_from_one_deck() -> None:
    with pytest.raises(RuleError, match=r"dealt from 1$"):
        check_posted("poker_room", Options(decks=2))
    check_posted("poker_room", Options(decks=1))


# -- seats and stakes -------------------------------------------------------------------------------------------------


def test_67_93_only_who_sits_plays() -> None:
    table = Table(seated(5000, 5000, seats=6), begin=False)
    table.refuses(Wagers("7", {"stakes": 5000}), "67.93")
    table.refuses(Remove("3", None), "67.93")
    table.refuses(TakeOff("3", 100), "67.93")
    table.refuses(Charge("3", 100), "67.93")


def test_67_94_the_minimum_is_checked_before_every_game() -> None:
    state = seated(5000, 5000, 5000, minimum=4000)
    Table(state, begin=False).refuses(Wagers("4", {"stakes": 3900}), "67.94")
    poor = state._replace(stacks={"1": 5000, "2": 3900, "3": 5000})
    table = Table(poor)
    assert table.state.seats == ("3", "1") and table.public_state["sits_out"] == ["2"]
    lenient = seated(5000, 5000, 5000, minimum=4000, room_minStakes="onSeat")
    assert Table(lenient._replace(stacks=poor.stacks)).state.seats == ("2", "3", "1")
    alone = Table(state._replace(stacks={"1": 5000, "2": 3900}), begin=False)
    assert alone.awaits == AwaitWagers(may_close=False)
    alone.refuses(Close(), "67.94")


def test_67_94_whoever_has_lost_everything_comes_back_with_the_minimum() -> None:
    for when in ("perHand", "onSeat"):
        state = seated(5000, 5000, 5000, minimum=4000, room_minStakes=when)
        table = Table(state._replace(stacks={"1": 5000, "2": 0, "3": 300}), begin=False)
        table.refuses(Wagers("2", {"stakes": 3900}), "67.94")
        table.take(Wagers("2", {"stakes": 4000}))
        table.take(Wagers("3", {"stakes": 100}))  # who still has something may add as little as he likes
        assert dict(table.state.stacks) == {"1": 5000, "2": 4000, "3": 400}
        table.take(Close())
        assert ("3" in table.state.seats) is (when == "onSeat")


def test_67_95_1_stakes_are_added_between_games_only() -> None:
    table = Table(seated(5000, 5000, maximum=8000), begin=False)
    table.take(Wagers("1", {"stakes": 1000}))
    assert table.state.stacks["1"] == 6000
    table.refuses(Wagers("1", {"stakes": 3000}), "67.91")
    table.refuses(Wagers("1", {}), "67.94")
    table.refuses(Wagers("1", {"stakes": None}), "67.94")
    table.take(Close())
    table.refuses(Wagers("1", {"stakes": 1000}), "67.95")
    table.deal().refuses(Wagers("3", {"stakes": 1000}), "67.95")


def test_67_94_a_slip_of_the_finger_is_no_stake_even_where_no_maximum_is_posted() -> None:
    table = Table(seated(5000, 5000), begin=False)
    table.refuses(Wagers("3", {"stakes": MOST + 1}), "67.91")
    table.refuses(Wagers("1", {"stakes": MOST}), "67.91")


def test_67_95_2_nothing_is_taken_off_without_leaving_unless_the_limit_is_fixed() -> None:
    for limit in ("no_limit", "pot_limit"):
        Table(seated(5000, 5000, room_limit=limit), begin=False).refuses(TakeOff("1", 1000), "67.95")
    table = Table(seated(5000, 5000, minimum=2000, room_limit="fixed_limit"), begin=False)
    table.take(TakeOff("1", 3000))
    assert table.state.stacks["1"] == 2000
    table.refuses(TakeOff("1", 100), "67.94")
    table.take(Close())
    table.refuses(TakeOff("2", 100), "67.95")
    table.refuses(Remove("2", None), "67.95")


def test_67_95_whoever_leaves_takes_the_stakes_along() -> None:
    table = Table(seated(5000, 5000, 5000), begin=False)
    table.take(Remove("2", None))
    assert dict(table.state.stacks) == {"1": 5000, "3": 5000}


def test_67_95_3_all_stakes_in_is_all_in() -> None:
    table = three(600, 20_000, 20_000).deal()
    table.refuses("1:raise 900", "67.95")
    table.play("1:all_in")
    assert table.state.put["1"] == 600 and table.public_state["all_in"] == ["1"]


# -- 67.96: pots by layers --------------------------------------------------------------------------------------------


def test_67_96_three_all_ins_make_a_main_pot_and_secondary_ones() -> None:
    # seats 2 3 4 1: 2 has 1000, 3 has 3000, 4 has 6000, 1 has 9000
    cards = "Ah Kh Qh 2c As Ks Qs 7d  3c Ac Kd Qd  3d 8h  3s 9c"
    table = Table(seated(9000, 1000, 3000, 6000), cards).play("4:all_in", "1:all_in", "2:all_in", "3:all_in")
    assert table.public_state["pots"] == [
        {"amount": 4000, "eligible": ["2", "3", "4", "1"]},
        {"amount": 6000, "eligible": ["3", "4", "1"]},
        {"amount": 6000, "eligible": ["4", "1"]},
    ]
    assert table.awaits == AwaitTurn("4", (0, 1))  # the last who raised
    table.play("4/show", "1/show", "2/show", "3/show")
    assert table.won == {"2": 4000, "3": 6000, "4": 6000}
    assert dict(table.state.stacks) == {"1": 3000, "2": 4000, "3": 6000, "4": 6000}


def test_67_96_2_an_all_in_player_gets_all_his_cards() -> None:
    table = three(20_000, 20_000, 200).play("1:call", "2:call", "2:bet 400", "1:fold")
    assert table.awaits == AwaitTurn("2", (0, 1)) and len(table.state.cards[BOARD]) == 5


def test_67_96_folded_money_stays_in_its_layers() -> None:
    table = three(20_000, 20_000, 1000).play("1:raise 2800", "2:call", "3:call", "2:bet 500", "1:fold")
    assert table.public_state["pots"] == [
        {"amount": 3000, "eligible": ["2", "3"]},
        {"amount": 4000, "eligible": ["2"]},
    ]


def test_67_96_the_last_who_covered_a_pot_does_not_give_it_to_one_who_did_not() -> None:
    passed = ["2:pass", "1:pass"]
    table = three(3000, 3000, 1000).play("1:raise 1800", "2:call", "3:call", *passed, *passed, *passed, "1?kill")
    assert table.public_state["pots"] == [{"amount": 3000, "eligible": ["2", "3"]}, {"amount": 2000, "eligible": ["2"]}]
    table.play("3/show").refuses("2:fold", "67.96")
    table.play("2/show")
    assert table.won == {"3": 3000, "2": 2000}


# -- words and chips --------------------------------------------------------------------------------------------------


def test_67_97_a_verbal_raise_without_the_chips_is_made() -> None:
    table = three().play("1!raise 600")
    assert table.state.put["1"] == 800 and table.state.turn == "2"
    table.refuses("1:fold", "67.99")


def test_67_97_what_is_announced_before_the_turn_binds_at_the_turn() -> None:
    table = three().deal().play("2!raise 800", "1:call")
    assert table.public_state["announced"] == {"2": ["raise", 800]}
    assert table.awaits == AwaitDecision("2", ("raise", "fold"))
    table.refuses("2:call", "67.97")
    table.refuses("2:raise 900", "67.97")
    table.refuses("3!dance", "67.97")
    table.play("2:raise 800")
    assert table.state.put["2"] == 1000 and not table.state.announced


def test_67_97_what_was_announced_out_of_turn_lapses_when_a_bet_comes_in_between() -> None:
    table = three().deal().play("2!call", "3!pass", "1:raise 400")  # A154: they answered another bet
    assert table.public_state["announced"] == {} and table.public_state["lapsed"] == ["2", "3"]
    assert table.awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))
    table.play("3!call", "2:fold")  # who is released may speak again
    assert table.awaits == AwaitDecision("3", ("call", "fold"))
    assert "(A154): call" in table.refuses("3:raise 400", "67.97")
    table.play("3:call", "3:fold")
    assert all("A154" in line.readings for line in table.lines)


def test_67_97_words_out_of_turn_bind_while_nobody_bets_or_raises() -> None:
    table = three().deal().play("3!raise 400", "1:call", "2:call")  # calls change nothing of what it answers
    assert table.awaits == AwaitDecision("3", ("raise", "fold"))
    table.play("3:raise 400", "1:fold", "2:fold")
    assert table.won == {"3": 600} and "A154" in table.lines[0].readings
    assert "A154" not in three().play("1:fold", "2:fold").lines[0].readings


def test_67_97_a_fold_out_of_turn_stands_whatever_comes_in_between() -> None:
    table = three().deal().play("3!fold", "1:raise 400", "2:call")
    assert table.awaits == AwaitDecision("3", ("fold",))
    table.refuses("3:call", "67.97")


def test_67_97_rounds_of_revision_0_hold_a_player_to_what_can_still_be_done() -> None:
    table = three(revision=0).deal().play("2!call", "3!pass", "1:raise 400")
    assert table.awaits == AwaitDecision("2", ("call", "fold"))
    assert "(A154)" not in table.refuses("2:raise 400", "67.97")
    table.play("2:call")
    assert "raise" in table.awaits.choices  # 3 cannot pass any more
    table.play("3:fold", "2:fold")
    assert not any("A154" in line.readings for line in table.lines)


def test_67_98_chips_that_are_pushed_out_of_turn_bind_like_words() -> None:
    table = three().deal().play("3?bet 400")  # 200 lie there as the big blind: a raise by 400
    assert table.public_state["announced"] == {"3": ["raise", 400]} and table.state.put["3"] == 200
    assert table.play("1:call", "2:fold").awaits == AwaitDecision("3", ("raise", "fold"))
    released = three().deal().play("3?bet 400", "1:raise 600", "2:fold")
    assert released.awaits == AwaitDecision("3", ("call", "raise", "all_in", "fold"))  # A154
    released.refuses("1?bet 200", "67.99")
    assert three(revision=0).deal().refuses("3?bet 400", "67.88")


def test_67_97_nobody_announces_twice_or_more_than_the_stakes() -> None:
    table = three().deal().play("3!raise 400")
    table.refuses("3!fold", "67.97")
    table.refuses("2!raise 20000", "67.95")
    table.refuses("2!bet", "67.97")
    table.refuses("2!call 300", "67.97")
    table.play("1:fold").refuses("1!call", "67.97")


def test_67_97_an_amount_said_where_it_is_not_the_players_is_what_is_put_in() -> None:
    table = three().deal()
    for word in ("1:call 300", "1!call 300", "1:fold 200", "1:all_in 1", "1:call 0"):
        table.refuses(word, "67.97")
    table.play("1:call 200")
    assert table.state.bets["1"] == 200
    table.refuses("2:fold 100", "67.97")
    table.play("2:call 100", "3:pass")
    table.refuses("2:pass 100", "67.97")
    then = Table(seated(5000, 5000, revision=0)).deal()
    then.play("1:call 900")  # as it was recorded
    assert then.state.bets["1"] == 200


def test_67_102_giving_a_hand_up_takes_no_amount() -> None:
    table = three().play("1:call", "2:call", "3:pass", *("2:pass", "3:pass", "1:pass") * 3)
    shows = table.awaits.hand
    table.play(f"{shows}/show")
    table.refuses(f"{table.awaits.hand}:fold 100", "67.97")


def test_67_98_chips_that_were_pushed_are_ruled_a_bet() -> None:
    assert three().deal().play("1?bet 200").state.put["1"] == 200
    table = three().deal().play("1?bet 300")  # less than the least raise: it stands as it was pushed (A90)
    assert table.state.put["1"] == 300 and table.state.least == 200
    table.refuses("2?bet 50", "67.88")
    table.refuses("2?bet", "67.98")
    table.refuses("2?bet 30000", "67.95")
    assert three().play("1:call", "2:call", "3:pass").play("2?bet 400").state.level == 400


def test_67_101_only_a_ruling_about_chips_has_an_amount() -> None:
    table = three().deal()
    for what, section in SECTIONS.items():
        if what != "bet":
            table.refuses(f"1?{what} 200", section)
    assert table.play("1?bet 200", "2?fold").state.folded == ("2",)
    then = Table(seated(5000, 5000, revision=0)).deal()
    assert then.play("1?fold 900").state.folded == ("1",)  # as it was recorded


def test_67_98_chips_for_the_forced_bet_are_the_forced_bet() -> None:
    posted = {"room_variant": "seven_card_stud", "room_limit": "fixed_limit"}
    table = Table(seated(9000, 9000, 9000, **posted)).deal()
    table.refuses("2?bet 50", "67.88")
    table.play("2?bet 100")
    assert (table.state.level, table.public_state["least"]) == (100, 100)  # the next may complete it
    assert Table(seated(9000, 9000, 9000, **posted)).deal().play("2?bet 200").public_state["least"] == 200


def test_67_99_a_string_bet_stands_as_it_was_first_made() -> None:
    table = three().deal().play("1:call")
    table.refuses("1:raise 400", "67.99")
    assert table.state.put["1"] == 200


def test_67_100_a_player_who_passed_may_raise_in_the_same_round() -> None:
    table = three().play("1:call", "2:call", "3:pass", "2:pass", "3:bet 400", "1:call")
    assert "raise" in table.awaits.choices
    assert table.play("2:raise 400").state.level == 800


def test_67_100_a_player_who_passed_may_raise_an_opening_bet_however_short() -> None:
    passed = ("1:call", "2:call", "3:pass", "2:pass", "3:pass")
    pushed = three().play(*passed, "1?bet 50")  # stands as it was pushed (A90)
    assert pushed.awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))
    assert pushed.play("2:raise 200", "3:fold").awaits.choices == ("call", "raise", "all_in", "fold")
    short = three(250, 20_000, 20_000).play(*passed, "1:all_in")  # 50: a bet, and no raise (A85)
    assert short.awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))
    assert short.play("2:raise 200").state.level == 250


def test_67_98_a_short_raise_that_was_pushed_and_is_not_all_in_opens_the_betting_again() -> None:
    table = three().play("1:raise 400", "2:call", "3?bet 500")  # by 100, where 400 is the least
    assert table.awaits == AwaitDecision("1", ("call", "raise", "all_in", "fold"))
    short = three(20_000, 20_000, 700).play("1:raise 400", "2:call", "3?bet 500")  # all in: A85
    assert short.awaits == AwaitDecision("1", ("call", "fold"))


# -- the showdown -----------------------------------------------------------------------------------------------------


def called_down(**posted: Any) -> Table:
    """2 bets the river and both call."""
    passed = ["2:pass", "3:pass", "1:pass"]
    return three(**posted).play(
        "1:call", "2:call", "3:pass", *passed, *passed, "2:bet 400", "3:call", "1:call"
    )  # fmt: skip


def test_67_102_the_last_bettor_shows_first_then_clockwise() -> None:
    table = called_down()
    assert table.public_state["shows_next"] == "2" and table.awaits == AwaitTurn("2", (0, 1))
    table.refuses("3/show", "67.102")
    table.refuses("2:fold", "67.102")
    table.play("2/show")
    assert table.awaits.hand == "3"


def test_67_102_all_passed_the_last_bettor_of_the_game_shows_first() -> None:
    passed = ["2:pass", "3:pass", "1:pass"]
    table = three().play("1:raise 200", "2:call", "3:call", *passed, *passed, *passed)
    assert table.awaits.hand == "1"
    blind = three().play("1:call", "2:call", "3:pass", *passed, *passed, *passed)
    assert blind.awaits.hand == "3"


def test_67_102_if_the_last_bettor_is_out_the_last_who_bet_and_is_still_in_shows_first() -> None:
    passed = ["2:pass", "3:pass", "1:pass"]
    table = three().play("1:raise 200", "2:raise 400", "3:call", "1:call", *passed, *passed, "2:pass", "3:pass")
    table.play("2?kill", "1:pass")
    assert table.awaits.hand == "1"  # not 3, who sits left of 2 and only called (A81)


def test_67_102_a_losing_hand_is_given_up_unseen_and_may_be_ordered_shown() -> None:
    table = called_down().play("2/show", "3/show", "1:fold")
    assert table.awaits == Finished() and table.won == {"3": 1800}
    assert GAME.hands(table.state)["1"].visible == (None, None) and GAME.hands(table.state)["1"].mucked
    table.play("1?show")
    assert [str(card) for card in GAME.hands(table.state)["1"].visible] == ["7d", "8d"]
    table.refuses("1?show", "67.102")
    assert called_down().refuses("1?show", "67.102")


def test_67_102_a_folded_hand_that_is_ordered_shown_does_not_let_the_last_bettor_give_up() -> None:
    passed = ["2:pass", "3:pass"]
    table = three().play("1:fold", "2:call", "3:pass", *passed, *passed, "2:pass", "3:bet 400", "2:call", "1?show")
    assert table.awaits.hand == "3"
    table.refuses("3:fold", "67.102")
    assert table.play("3/show", "2:fold").won == {"3": 1200}


def test_67_102_a_hand_that_was_given_up_wins_nothing_when_it_is_shown() -> None:
    table = called_down().play("2/show", "3!fold")
    table.play("3?show")
    table.play("1/show")
    assert table.won == {"1": 1800}


def test_67_103_1_equal_hands_share_and_odd_units_go_clockwise_from_the_puck() -> None:
    cards = "Ah Ad 7d Kh Kd 8d  2s 2c 3c 4h  5s 9s  6c Jh"
    table = Table(seated(20_000, 20_000, 20_000, room_smallBlind=75), cards)
    table.play("1:raise 200", "2:call", "3:call", "2:pass", "3:pass", "1:bet 225", "2:call", "3:call")
    table.play("2:pass", "3:pass", "1:fold")
    table.play("2:pass", "3:pass")
    while isinstance(table.awaits, AwaitTurn):
        table.play(f"{table.awaits.hand}/show")
    assert sum(table.won.values()) == 1875 and table.won == {"2": 938, "3": 937}
    assert {"A82"} <= set(table.lines[0].readings)


def test_67_103_2_a_bet_that_nobody_calls_wins_and_its_excess_goes_back() -> None:
    table = three(room_commissionPercent=10).play("1:raise 800", "2:fold", "3:fold")
    assert table.state.pots == ((500, 50, ("1",), {"1": 450}),)
    line = next(line for line in table.lines if line.seat == "1")
    assert (line.stake, line.won, line.returned, line.hand) == (1000, 450, 800, None)
    assert {line.seat: line.outcome for line in table.lines} == {
        "1": Outcome.WIN, "2": Outcome.LOSE, "3": Outcome.LOSE,
    }  # fmt: skip
    assert GAME.hands(table.state)["1"].visible == (None, None)  # nobody has to show


# -- hands that are out -----------------------------------------------------------------------------------------------


def test_67_104_a_hand_is_killed_in_the_middle_of_the_betting() -> None:
    table = three().play("1:raise 400", "3?kill")  # it is 2's turn
    assert table.awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))
    table.refuses("3:call", "67.88")
    table.refuses("3?kill", "67.88")
    table.play("2:fold")
    assert table.won == {"1": 500} and table.awaits == Finished()
    table.refuses("1?kill", "67.104")


def test_67_104_the_hand_whose_turn_it_is_is_killed() -> None:
    table = three().deal().play("1?kill")
    assert table.state.turn == "2"
    dealing = three()
    dealing.take(Deal(dealing.deck.pop(0)))
    dealing.play("3?kill")
    assert dealing.state.turn == "1" and len(dealing.state.cards["1"]) == 2


def test_67_105_cards_that_were_dropped_are_ruled_a_fold_at_the_players_turn_only() -> None:
    table = three().deal()
    table.refuses("2?fold", "67.105")
    assert table.play("1?fold").state.folded == ("1",)


def test_67_106_folding_does_not_cancel_what_was_announced_or_is_forced() -> None:
    table = three().deal().play("2!raise 600", "1:call", "2:fold")
    assert table.state.bets["2"] == 800 and "2" in table.state.folded
    assert table.public_state["to_call"] == 600
    stud = Table(seated(9000, 9000, 9000, room_variant="seven_card_stud", room_limit="fixed_limit")).deal()
    assert stud.play("2?kill").state.bets == {"2": 100}


def test_67_106_a_bet_that_is_owed_does_not_come_back_to_who_folds_it() -> None:
    table = three().deal().play("2!raise 600", "1:call", "2:fold", "3:fold")
    assert table.won == {"1": 1200}  # all that 2 announced is in it
    assert dict(table.state.stacks) == {"1": 21_000, "2": 19_200, "3": 19_800}
    stud = Table(seated(9000, 9000, room_variant="seven_card_stud", room_limit="fixed_limit")).deal()
    assert stud.awaits == AwaitDecision("2", ("forced", "bet", "fold"))
    assert dict(stud.play("2:fold").state.stacks) == {"1": 9100, "2": 8900} and stud.won == {"1": 100}


def test_67_103_2_a_bet_that_was_made_before_the_hand_was_killed_comes_back_as_far_as_nobody_called_it() -> None:
    table = three().play("1:raise 800", "1?kill", "2:fold")
    assert dict(table.state.stacks) == {"1": 19_800, "2": 19_900, "3": 20_300}


def test_67_104_a_game_that_ends_before_anyone_has_bet_awards_nothing() -> None:
    table = Table(seated(9000, 9000, room_variant="seven_card_stud", room_limit="fixed_limit"))
    table.play("1?kill")
    assert table.awaits == Finished() and not table.won


def test_67_108_the_commission_is_a_part_of_every_pot_up_to_the_cap() -> None:
    table = called_down(room_commissionPercent=5, room_commissionCap=70)
    table.play("2/show", "3/show", "1/show")
    assert table.state.pots == ((1800, 70, ("2", "3", "1"), {"3": 1730}),)
    assert sum(table.state.stacks.values()) == 60_000 - 70


# -- rulings ----------------------------------------------------------------------------------------------------------


def test_67_101_a_ruling_on_the_rules_binds_and_moves_nothing() -> None:
    table = three().deal()
    before = table.state
    table.play("?rules")
    assert table.state == before
    table.refuses("?fate", "67.101")
    table.refuses("?kill", "67.104")


def test_67_101_a_ruling_that_bets_nothing_takes_no_amount() -> None:
    table = three().deal()
    for what, section in SECTIONS.items():
        if what != "bet":
            table.refuses(f"1?{what} 500", section)
    three(revision=1).deal().play("1?fold 500")  # as it was recorded then


def test_67_109_an_expelled_player_folds_and_leaves_after_the_game() -> None:
    table = three().deal().play("3?expel")
    assert table.state.folded == ("3",) and table.state.bets["3"] == 200
    table.refuses("3?expel", "67.109")
    table.refuses("9?expel", "67.109")
    table.play("1:fold")
    assert GAME.carry(table.state) == {"stacks": {"1": 20_000, "2": 20_100}, "puck": "1", "blinds": ["2", "3"]}
    between = Table(seated(5000, 5000, 5000), begin=False)
    between.take(fact_of("2?expel"))
    assert "2" not in between.state.stacks


def test_67_109_whoever_was_told_to_leave_does_not_play_on() -> None:
    table = three().deal().play("3?expel")
    table.refuses("3?restore", "67.109")


def test_67_96_all_in_over_what_anyone_could_call_is_a_call() -> None:
    table = three(20_000, 900, 900).play("1:raise 700", "2:all_in")
    assert table.awaits.choices == ("call", "all_in", "fold")
    assert Table(seated(20_000, 900, 20_000)).play("1:fold", "2:all_in", "3!all_in").state.bets["3"] == 900


def test_67_110_a_dispute_is_decided_and_a_hand_plays_on() -> None:
    table = three().deal().play("3?kill", "3?restore", "1:call", "2:call")
    assert table.awaits == AwaitDecision("3", ("pass", "raise", "all_in", "fold"))
    table.refuses("3?restore", "67.110")
    table.play("3:pass").play("?play")


def test_67_110_a_hand_that_was_bet_against_since_answers_the_bet_or_stays_out() -> None:
    table = three().deal().play("1:fold", "2:raise 400", "1?restore", "3:call")
    assert table.state.turn == "1" and table.public_state["to_call"] == 600
    late = three().deal().play("1:raise 400", "2:fold", "3:call")
    late.refuses("2?restore", "67.110")


def test_67_110_a_blind_that_was_killed_while_the_first_cards_were_dealt_plays_on() -> None:
    table = three()
    table.take(Deal(table.deck.pop(0)))
    table.take(fact_of("2?kill"))
    table.take(fact_of("2?restore"))
    assert table.deal().state.folded == () and len(table.state.cards["2"]) == 2
    assert table.play("1:call").awaits == AwaitDecision("2", ("call", "raise", "all_in", "fold"))


def test_67_110_a_hand_that_the_deck_has_no_card_for_stays_out() -> None:
    table = Table(seated(*[50_000] * 7, room_variant="seven_card_stud", room_limit="fixed_limit")).deal()
    while table.state.street < 4:
        if table.state.street == 3 and not table.state.killed:
            table.take(fact_of(f"{table.state.after(table.state.turn or '', table.state.alive)[0]}?kill"))
        choice = next(choice for choice in ("forced", "call", "pass") if choice in table.awaits.choices)
        table.take(fact_of(f"{table.state.turn}:{choice}"))
        if table.state.street < 4:
            table.deal()
    assert not table.state.shared and len(table.deck) == 1 + 6  # one to burn, and one each
    table.refuses(f"{table.state.killed[0]}?restore", "67.110")
    assert isinstance(table.deal().awaits, AwaitDecision) and not table.deck


# -- from game to game ------------------------------------------------------------------------------------------------


def test_67_95_a_void_game_gives_every_bet_back_and_the_puck() -> None:
    table = three().play("1:raise 800", "2:call")
    lines = void(GAME, table.state, ())
    assert {line.seat: line.returned for line in lines} == {"2": 1000, "3": 200, "1": 1000}
    assert GAME.carry(table.state) == {"stacks": {"1": 20_000, "2": 20_000, "3": 20_000}, "puck": None}


def test_the_next_card_is_always_said() -> None:
    table = three()
    places = []
    while isinstance(awaited := table.awaits, AwaitCard):
        places.append((awaited.hand, awaited.index))
        table.take(Deal(table.deck.pop(0)))
    assert places == [("2", 0), ("3", 0), ("1", 0), ("2", 1), ("3", 1), ("1", 1)]
    table.refuses(Deal(table.deck[0]), "67.88")
