"""Readings that cost money: each choice by a case that was worked out by hand, and what it is worth in the long run."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules.alternatives.model import Ended, net
from rules.alternatives.table import COUNTED, NOT_COUNTED, order_of
from rules.capabilities import Continues
from rules.craps_commission import REFUND
from rules.facts import Fact, Remove, Roll, Wagers
from rules.game import Options
from rules.lines import Line
from rules.odds.alternatives import edges, fixed, prizes
from rules.readings import READINGS
from rules.registry import GAMES
from rules.room.state import State
from tests.rules.dealing import offering
from tests.rules.ended import dealt, rolled, rounds
from tests.rules.rooms import Table, seated

TCP = {"1": {"initial": 500, "pair_plus": 100}}
CRAZY = {"1": {"ante": 500, "super_bonus": 500, "queens_up": 100}}
FOUR = {"1": {"ante": 500, "aces_up": 100}}
BOSTON = {"1": {"ante": 500, "first": 1000, "bonus": 100}}
WAR = {"1": {"initial": 500, "supplemental": 100}}
P357 = {"1": {"three": 500, "five": 500, "seven": 500}}
JACKPOT = offering(GAMES["blackjack"], more={"manner": 1, "jackpot": 10_000_000, "seed": 1_000_000})
MANNER_2 = offering(GAMES["blackjack"], more={"manner": 2, "jackpot": 10_000_000, "seed": 1_000_000})

# A round; the reading; under which choice a wager of seat 1 brings its player how much.
TCP_UNOPENED = dealt("three_card_poker", TCP, "8c 7d 2h Jc 9d 4s")
TCP_DROPPED = dealt("three_card_poker", TCP, "8c 8d 2h Jc 9d 4s", drops=("1",))
TCP_BEATEN = dealt("three_card_poker", TCP, "5c 6d 7h 9c 9d 9s")
TCP_TIE = dealt("three_card_poker", TCP, "Kc 6d 7h Kd 6c 7s")
TCP_LOW = dealt("three_card_poker", TCP, "Ac 2d 3h Kd 6c 7s")
TCP_KICKER = dealt("three_card_poker", TCP, "Kc 9d 2h Kd 8c 7s")
TCP_PAIRS = dealt("three_card_poker", TCP, "Kc Kh Qh 2d 2c As")
TCP_JACK = dealt("three_card_poker", TCP, "Jc 9d 3h Ks 5d 4c")  # the dealer opens; the player's own would not
WAR_WON = dealt("war", WAR, "8c 8d 2c 3c 4c Kc 2d 3d 4d 9d", said={"1": ("war", None)})
WAR_TIED = dealt("war", WAR, "8c 8d 2c 3c 4c Kc 2d 3d 4d Kd", said={"1": ("war", None)})
WAR_LEFT = dealt("war", {"1": {"initial": 505, "supplemental": 100}}, "8c 8d", said={"1": ("withdraw", None)})
WHEEL = dealt("three_five_seven", P357, "Ac 2d 3h 4s 5c Kd Kh")
LOW_PAIRS = dealt("three_five_seven", P357, "9c 9d 3h 3s 5c Kd 7h")
HIGH_PAIRS = dealt("three_five_seven", P357, "Tc Td 3h 3s 5c Kd 7h")
DEALERS_PAIR = dealt("three_five_seven", P357, "2c 9d 4h 8s 8c Kd Qh")
BOSTON_WINS = dealt("boston", BOSTON, "5c 5d 5h 2c 9d 7s Kc 4d Jc Qs")
BOSTON_BEATEN = dealt("boston", BOSTON, "5c 5d 5h 9c 9d 9s Kc 4d Jc Qs")
BOSTON_NINES = dealt("boston", BOSTON, "9c 9d 4h Ac Ad 7s 4s 2d Kc Qs")
NINES_BEATEN = dealt("boston", BOSTON, "9c 9d 4h Ac Ad 7s 4s 2d 7c Qs")
BOSTON_TENS = dealt("boston", BOSTON, "Tc Td 4h Ac Jd 7s 4s 2d Kc Qs")
BOSTON_TIE = dealt("boston", BOSTON, "Kc 9d 4h Kd 9c 4s 3s 2d 3d 2h")
BOSTON_DROPPED = dealt("boston", BOSTON, "5c 5d 4h Kd 9c 4s 3d 2h", drops=("1",))
FOUR_TIE = dealt("four_card", FOUR, "Kc Kd 9h 7s 2c Kh Ks 9d 7c 5d 3h", said={"1": ("play", 500)})
FOUR_BEATEN = dealt("four_card", FOUR, "5c 5d 5h 7s 2c Kh Ks Kd 7c 4d 3h", said={"1": ("play", 500)})
FOUR_DROPPED = dealt("four_card", FOUR, "Ac Ad 5h 7s 2c Kh Ks 9d 7c 4d 3h", drops=("1",))
FLUSH_UNOPENED = dealt("crazy_four", CRAZY, "2c 5c 9c Jc 3d Qd Jh 9s 7h 4d", said={"1": ("play", 500)})
FLUSH_BEATEN = dealt("crazy_four", CRAZY, "2c 5c 9c Jc 3d 7d 7h 7s Kh 4d", said={"1": ("play", 500)})
FLUSH_TIED = dealt("crazy_four", CRAZY, "2c 5c 9c Jc 3d 2h 5h 9h Jh 3s", said={"1": ("play", 500)})
WEAK_UNOPENED = dealt("crazy_four", CRAZY, "2c 5d 9c Th 3d Qd Jh 9s 7h 4d", said={"1": ("play", 500)})
QUEEN_BEATEN = dealt("crazy_four", CRAZY, "Qc 9d 7h 4s 2c Kd Js 8h 5c 3d", said={"1": ("play", 500)})
FOUR_ACES = dealt("crazy_four", CRAZY, "Ac Ad Ah As 3d Qd Jh 9s 7h 4d", said={"1": ("play", 500)})
CRAZY_DROPPED = dealt("crazy_four", CRAZY, "Qc Qs 9c Th 3d Kd Jh 9s 7h 4d", drops=("1",))


def box(wagers: Mapping[str, int], cards: str, options: Options | None = None) -> Ended:
    """One box of blackjack; beyond the second, cards are directed to it."""
    return dealt("blackjack", {"1": wagers}, cards, options=options, further=("1",) * (len(cards.split()) - 2))


def bought(*dice: int) -> Ended:
    """Buy and Lay Bets, laid while the point is five."""
    point = rolled("craps", {"1": {"pass": 500}}, 2, 3)
    return rolled("craps", {"1": {"buy_4": 2000, "lay_10": 4000}}, *dice, base=point.play)


def taken_back() -> Ended:
    """Of a Buy Bet a quarter of the commission goes back, of a Lay Bet half, before the dice decide neither."""
    base = GAMES["craps"].start(Options())
    lines: list[Line] = []
    laid = Wagers("1", {"buy_4": 2000, "lay_10": 4000})
    facts = laid, Remove("1", "buy_4", 500), Remove("1", "lay_10", 2000), Roll((1, 2))
    play = base
    for fact in facts:
        play, decided = GAMES["craps"].step(play, fact)
        lines += decided
    return Ended("craps", Options(), base, facts, play, tuple(lines))


TAKEN_BACK = taken_back()
ODDS_OFF = rolled("craps", {}, 3, 4, base=GAMES["craps"].start(Options())._replace(
    laid={"1": {"come_6": 500, "come_odds_6": 600}}))  # fmt: skip

TWOS = rolled("sic_bo", {"1": {"two_of_a_kind_2": 100, "total_6": 100, "single_2": 100}}, 2, 2, 2)
CASES: tuple[tuple[str, Ended, str, Mapping[str, int]], ...] = (
    ("A6", TCP_KICKER, "initial", {"every_card": 500, "top_card": 0, "any_card": 0}),
    ("A6", TCP_PAIRS, "initial", {"every_card": 500, "top_card": 500, "any_card": -500}),
    ("A6", TCP_JACK, "initial", {"every_card": -500, "top_card": -500, "any_card": -500}),
    ("A6", TCP_JACK, "additional", {"every_card": -500, "top_card": -500, "any_card": -500}),
    ("A6", QUEEN_BEATEN, "super_bonus", {"every_card": -500, "top_card": -500, "any_card": -500}),
    ("A11", WAR_LEFT, "initial", {"player": -252, "house": -253}),
    ("A18", TCP_LOW, "pair_plus", {"straight": 600, "straight_flush_only": -100}),
    ("A18", TCP_LOW, "initial_bonus", {"straight": 500, "straight_flush_only": 0}),
    ("A18", TCP_LOW, "initial", {"straight": 500, "straight_flush_only": 500}),
    ("A19", TCP_UNOPENED, "initial", {"all_who_stay": 500, "compared": -500, "dropped_too": 500}),
    ("A19", TCP_DROPPED, "initial", {"all_who_stay": -500, "compared": -500, "dropped_too": 500}),
    ("A20", TCP_BEATEN, "initial", {"stake_lost": -500, "stake_saved": 0}),
    ("A21", TCP_TIE, "additional", {"push": 0, "lose": -500}),
    ("A22", TCP_DROPPED, "pair_plus", {"stands": 100, "lost": -100}),
    ("A27", WAR_WON, "additional", {"push": 0, "paid": 500, "lost": -500}),
    ("A31", WAR_LEFT, "supplemental", {"stands": 1000, "lost": -100}),
    ("A32", WAR_TIED, "supplemental", {"first_cards": 1000, "each_tie": 2000}),
    ("A32", WAR_WON, "supplemental", {"first_cards": 1000, "each_tie": 1000}),
    ("A36", WHEEL, "five", {"straight": 3000, "straight_flush_only": -500}),
    ("A36", WHEEL, "seven", {"straight": 1500, "straight_flush_only": -500}),
    ("A37", LOW_PAIRS, "seven", {"higher": -500, "both": -500, "any": 500}),
    ("A37", HIGH_PAIRS, "seven", {"higher": 500, "both": -500, "any": 500}),
    ("A37", BOSTON_TENS, "ante", {"higher": 1000, "both": 0, "any": 1000}),
    ("A37", BOSTON_NINES, "ante", {"higher": 0, "both": 0, "any": 1000}),
    ("A38", DEALERS_PAIR, "five", {"counts": 500, "does_not_count": -500}),
    ("A44", BOSTON_WINS, "ante", {"paid": 2500, "push": 0}),
    ("A45", BOSTON_BEATEN, "ante", {"stake_returned": 2500, "stake_lost": 2000}),
    ("A46", BOSTON_NINES, "ante", {"none": 0, "even_money": 500, "two_to_one": 1000, "not_lost": 0}),
    ("A46", NINES_BEATEN, "ante", {"none": -500, "even_money": 500, "two_to_one": 1000, "not_lost": 0}),
    ("A47", BOSTON_TIE, "second", {"push": 0, "lose": -1000}),
    ("A48", BOSTON_DROPPED, "bonus", {"stands": 100, "lost": -100}),
    ("A55", FOUR_TIE, "ante", {"win": 500, "push": 0}),
    ("A56", FOUR_BEATEN, "ante", {"stake_returned": 0, "stake_lost": -500, "even_money": 500}),
    ("A58", FOUR_DROPPED, "aces_up", {"stands": 100, "lost": -100}),
    ("A60", FOUR_TIE, "additional", {"breaks_no_tie": 500, "breaks_ties": -500}),
    ("A64", FLUSH_UNOPENED, "super_bonus", {"pay": 1500, "push": 0}),
    ("A65", FLUSH_TIED, "super_bonus", {"paid": 1500, "push": 0}),
    ("A66", FLUSH_BEATEN, "super_bonus", {"3:1": 1500, "3:2": 750}),
    ("A67", WEAK_UNOPENED, "super_bonus", {"push": 0, "lose": -500}),
    ("A68", FLUSH_BEATEN, "super_bonus", {"paid": 1500, "lose": -500}),
    ("A69", FOUR_ACES, "super_bonus", {"own_line": 100_000, "added": 115_000}),
    ("A70", CRAZY_DROPPED, "queens_up", {"stands": 100, "lost": -100}),
    ("A97", box({"sevens": 100}, "7c 7d 7h"), "sevens", {"best": 50_000, "best_of_each": 55_300, "all": 55_300}),
    ("A97", box({"sevens": 100}, "7c 7c 9h"), "sevens", {"best": 10_000, "best_of_each": 10_300, "all": 15_300}),
    (
        "A97",
        box({"progressive": 100}, "As Ac Ah", MANNER_2),
        "progressive",
        {"best": 24_900, "best_of_each": 27_400, "all": 27_400},
    ),
    ("A98", box({"progressive": 100}, "6s 5s 4s", JACKPOT), "progressive", {"any_order": 49_900, "in_order": -100}),
    ("A98", box({"progressive": 100}, "4s 5s 6s", JACKPOT), "progressive", {"any_order": 49_900, "in_order": 49_900}),
    ("A99", box({"progressive": 100}, "Ks Jd", JACKPOT), "progressive", {"one_rank": -100, "ten_valued": 200}),
    ("A101", box({"progressive": 100}, "As Js", JACKPOT), "progressive", {"own_line": 4900, "added": 6100}),
    (
        "A102",
        box({"progressive": 100}, "As Ac Ah Ad", MANNER_2),
        "progressive",
        {"one_colour": 24_900, "any_colour": 9_999_900},
    ),
    ("A106", box({"progressive": 100}, "Ks Kd", JACKPOT), "progressive", {"kept": 200, "returned": 300}),
    ("A108", box({"sevens": 100}, "9c 7d 7h"), "sevens", {"from_the_first": -100, "anywhere": 5000}),
    ("A109", box({"sevens": 100}, "7c 7d"), "sevens", {"two_count": 5000, "lost": -100}),
    ("A110", box({"over_13": 500}, "6c 7d"), "over_13", {"lose": -500, "push": 0}),
    ("A127", rolled("craps", {"1": {"horn": 400}}, 1, 1), "horn", {"split": 2700, "whole": 12_000}),
    ("A128", rolled("craps", {"1": {"world": 500}}, 3, 4), "world", {"split": 0, "whole": 2000}),
    (
        "A129",
        rolled("craps", {"1": {"three_way": 300}}, 1, 2),
        "three_way",
        {"split": 1300, "whole": 4500, "any_craps": 2100},
    ),
    ("A130", rolled("craps", {"1": {"hop_3_4": 100}}, 1, 6), "hop_3_4", {"faces": -100, "total": 1500}),
    ("A130", rolled("craps", {"1": {"hop_2_4": 100}}, 3, 3), "hop_2_4", {"faces": -100, "total": 3000}),
    ("A133", ODDS_OFF, "come_odds_6", {"returned": 0, "follow": -600}),
    ("A137", bought(2, 2), "commission", {"in_advance": -200, "on_wins": -200, "kept": -200}),
    ("A137", bought(3, 4), "commission", {"in_advance": -200, "on_wins": -100, "kept": -200}),
    ("A137", TAKEN_BACK, REFUND, {"in_advance": 75, "on_wins": 50, "kept": 50}),
    ("A138", bought(2, 2), "commission", {"in_advance": -200, "on_wins": -100, "kept": -200, "off_on_come_out": -200}),
    ("A138", TAKEN_BACK, REFUND, {"in_advance": 75, "on_wins": 25, "kept": 25, "off_on_come_out": 75}),
    ("A145", TWOS, "two_of_a_kind_2", {"at_least_two": 800, "exactly_two": -100}),
    ("A146", TWOS, "total_6", {"triples_count": 1800, "no_triples": -100}),
    ("A147", TWOS, "single_2", {"best_line": 300, "added": 600}),
    ("A148", rolled("sic_bo", {"1": {"duo_1_2": 100}}, 1, 1, 2), "duo_1_2", {"pair_too": 500, "all_different": -100}),
)  # fmt: skip


def brought(ended: Ended, number: str, choice: str, wager: str) -> int:
    lines = [line for line in COUNTED[number].settle(ended, choice) if (line.seat, line.wager) == ("1", wager)]
    found = [net(line, GAMES[ended.game].bonuses) for line in lines]
    assert None not in found
    return sum(each for each in found if each is not None)


@pytest.mark.parametrize(("number", "ended", "wager", "choices"), CASES)
def test_a_choice_brings_what_was_worked_out_by_hand(
    number: str, ended: Ended, wager: str, choices: Mapping[str, int]
) -> None:
    assert {choice: brought(ended, number, choice, wager) for choice in choices} == choices
    assert choices.keys() == COUNTED[number].choices.keys()


CARRIED = {("A138", "off_on_come_out")}  # of which a story is told below, as of these numbers
BY_STORY = {"A79", "A82", "A83", "A84", "A105", "A123", "A125"}


def test_every_choice_has_such_a_case() -> None:
    changed = {
        (number, choice)
        for number, _, _, choices in CASES
        for choice, brings in choices.items()
        if brings != choices[COUNTED[number].default]
    }
    others = {(number, choice) for number, reading in COUNTED.items() for choice in reading.others}
    assert others - changed == {(number, choice) for number, choice in others if number in BY_STORY} | CARRIED


def test_every_reading_is_counted_or_says_why_not() -> None:
    assert sorted([*COUNTED, *NOT_COUNTED], key=order_of) == sorted(READINGS, key=order_of)


@pytest.mark.parametrize("game", GAMES)
def test_the_choice_that_stands_is_what_the_machine_settled(game: str) -> None:
    readings = [reading for reading in COUNTED.values() if game in reading.games]
    for ended in rounds(game, 120):
        for reading in readings:
            assert tuple(reading.settle(ended, reading.default)) == ended.lines, reading.number


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if isinstance(game, Continues)])
def test_a_layout_that_is_played_on_stays_the_recorded_one(game: str) -> None:
    for reading in (reading for reading in COUNTED.values() if reading.carry and game in reading.games):
        assert reading.carry
        base = None
        for ended in rounds(game, 60):
            base, lines = reading.carry(ended.base if base is None else base, ended.facts, reading.default)
            assert (base, tuple(lines)) == (ended.play, ended.lines)


def test_what_a_house_posts_otherwise_is_what_it_settled() -> None:
    posted = Options(more={"crazy4.sbNoOpen": "push", "crazy4.sbFlush": "3:2"})
    ended = dealt("crazy_four", CRAZY, "2c 5c 9c Jc 3d Qd Jh 9s 7h 4d", said={"1": ("play", 500)}, options=posted)
    assert COUNTED["A64"].settle(ended, "push") == list(ended.lines)
    assert brought(ended, "A64", "pay", "super_bonus") == 750
    lost = Options(more={"p4c.bonusBeaten": "stakeLost"})
    ended = dealt("four_card", FOUR, "5c 5d 5h 7s 2c Kh Ks Kd 7c 4d 3h", said={"1": ("play", 500)}, options=lost)
    assert COUNTED["A56"].settle(ended, "stake_lost") == list(ended.lines)
    assert brought(ended, "A56", "stake_returned", "ante") == 0


def test_a_hand_that_nobody_saw_is_looked_at_by_no_reading() -> None:
    with pytest.raises(LookupError):
        TCP_DROPPED._replace(play=TCP_DROPPED.play._replace(turned={"dealer": 3})).shown("1")


# -- stories ----------------------------------------------------------------------------------------------------------


def test_a_hard_way_that_lost_on_an_earlier_roll_is_not_lost_again() -> None:
    first = rolled("craps", {"1": {"pass": 500}}, 2, 3)
    second = rolled("craps", {"1": {"hard_4": 100}}, 6, 3, base=first.play)
    third = rolled("craps", {}, 2, 2, base=second.play)
    carry = COUNTED["A125"].carry
    assert carry
    base, lines = carry(second.base, second.facts, "any_roll_but_doubles")
    assert [(line.wager, line.outcome, line.won) for line in lines] == [("hard_4", "lose", 0)]
    _, lines = carry(base, third.facts, "any_roll_but_doubles")
    assert lines == []
    assert [(line.wager, line.won) for line in third.lines] == [("hard_4", 700)]


def test_a_come_wager_that_is_off_lives_on_to_the_next_roll() -> None:
    start = GAMES["craps"].start(Options())._replace(laid={"1": {"come_6": 500}})
    seven = rolled("craps", {}, 3, 4, base=start)
    assert [(line.wager, line.outcome) for line in seven.lines] == [("come_6", "lose")]
    carry = COUNTED["A123"].carry
    assert carry
    base, lines = carry(start, seven.facts, "off")
    assert lines == []
    base, lines = carry(base, (Roll((4, 4)),), "off")
    _, lines = carry(base, (Roll((3, 3)),), "off")
    assert [(line.wager, line.won) for line in lines] == [("come_6", 500)]
    start = start._replace(laid={"1": {"lay_6": 600}})
    carry = COUNTED["A138"].carry
    assert carry
    assert carry(start, (Roll((3, 4)),), "in_advance")[1][0].won == 500
    assert carry(start, (Roll((3, 4)),), "off_on_come_out")[1] == []


def jackpots(choice: str) -> dict[str, int | None]:
    """Two boxes complete A-2-3-4-5 of one suit, seat 2 first; the meter shows 100,000, and 10,000 after it is won."""
    wagers = {seat: {"progressive": 100} for seat in ("1", "2")}
    ended = dealt(
        "blackjack",
        wagers,
        "As Ac 2s 2c 3c 4c 5c 3s 4s 5s",
        options=JACKPOT,
        further=("2", "2", "2", "1", "1", "1"),
    )
    return {line.seat: line.won for line in COUNTED["A105"].settle(ended, choice)}


def test_several_jackpots_in_one_round() -> None:
    assert jackpots("in_turn") == {"2": 10_000_000, "1": 1_000_000}
    assert jackpots("each_whole") == {"1": 10_000_000, "2": 10_000_000}
    assert jackpots("shared") == {"1": 5_000_000, "2": 5_000_000}


class Noted(Table):
    """A table of the room that keeps its facts."""

    def __init__(self, state: State, cards: str) -> None:
        self.facts: list[Fact] = []
        self.base = state
        super().__init__(state, cards)

    def take(self, fact: Fact) -> None:
        """One fact, noted."""
        self.facts.append(fact)
        super().take(fact)

    def won_by(self, number: str, choice: str) -> dict[str, int]:
        """By seat: what comes back of the pots and of what was not called."""
        ended = Ended("poker_room", self.state.options, self.base, tuple(self.facts), self.state, tuple(self.lines))
        lines = COUNTED[number].settle(ended, choice)
        return {line.seat: (line.won or 0) + (line.returned or 0) for line in lines}


NUTS_FOR_3 = "2c Ah 7d 3d As 8d 2s Ac Kd 9h 4s Jc 5s 6h"  # 2: 2c 3d; 3: Ah As; 1: 7d 8d; board Ac Kd 9h Jc 6h
ALL_PLAY_THE_BOARD = "2c 3c 4c 2d 3d 4d 5c Ah Kh Qh 5d Jh 5h Th"


def three_players(cards: str, *stakes: int, **posted: int) -> Noted:
    """Puck at 1: seats 2, 3, 1 are dealt in this order."""
    return Noted(seated(*stakes, **posted), cards)


def test_a_short_stack_to_the_letter_wins_all_bets_of_the_round() -> None:
    table = three_players(NUTS_FOR_3, 20_000, 20_000, 1000)
    table.play("1:raise 2800", "2:call", "3:call")
    table.play("2:bet 1000", "1:call", "2:pass", "1:pass", "2:pass", "1:pass", "2/show", "3/show", "1/show")
    assert table.won_by("A79", "layers") == {"2": 0, "3": 3000, "1": 6000}
    assert table.won_by("A79", "after_all_in") == {"2": 0, "3": 7000, "1": 2000}


def test_the_commission_of_the_gross_or_of_the_net_pot() -> None:
    table = three_players(NUTS_FOR_3, 20_000, 20_000, 1000, room_commissionPercent=10)
    table.play("1:raise 2800", "2:call", "3:call", "2:bet 1000", "1:call")
    table.play("2:pass", "1:pass", "2:pass", "1:pass", "2/show", "3/show", "1/show")
    assert table.won_by("A84", "of_gross") == {"2": 0, "3": 2700, "1": 5400}
    assert table.won_by("A84", "of_net") == {"2": 0, "3": 2728, "1": 5455}


def test_a_bet_that_nobody_called_in_the_pot_pays_commission() -> None:
    table = three_players(NUTS_FOR_3, 20_000, 20_000, 20_000, room_commissionPercent=10)
    table.play("1:raise 2800", "2:fold", "3:fold")
    assert table.won_by("A83", "returned") == {"2": 0, "3": 0, "1": 450 + 2800}
    assert table.won_by("A83", "in_the_pot") == {"2": 0, "3": 0, "1": 2970}


def test_the_odd_unit_of_a_shared_pot() -> None:
    table = three_players(ALL_PLAY_THE_BOARD, 20_000, 20_000, 20_000, unit=100)
    table.play("1:call", "2:fold", *["3:pass", "3:pass", "1:pass"], *["3:pass", "1:pass"] * 2, "3/show", "1/show")
    assert table.won_by("A82", "left_of_puck") == {"2": 0, "3": 300, "1": 200}
    assert table.won_by("A82", "last") == {"2": 0, "3": 200, "1": 300}


# -- in the long run --------------------------------------------------------------------------------------------------

WORTH = (  # what the player keeps of a unit, in percent, as it was worked out when the readings were chosen
    ("A18", "straight", {"pair_plus": -2.32}),
    ("A18", "straight_flush_only", {"pair_plus": -4.22}),
    ("A20", "stake_lost", {"initial": -3.37}),
    ("A20", "stake_saved", {"initial": -3.30}),
    ("A27", "push", {"initial": -2.33}),
    ("A27", "paid", {"initial": 1.09}),
    ("A27", "lost", {"initial": -5.75}),
    ("A36", "straight", {"five": -4.12, "seven": -3.28}),
    ("A36", "straight_flush_only", {"five": -4.40, "seven": -5.06}),
    ("A37", "both", {"seven": -27.38}),
    ("A37", "any", {"seven": 12.92}),
    ("A44", "paid", {"ante": -20.6}),
    ("A44", "push", {"ante": -49.3}),
    ("A64", "push", {"ante": -0.42}),
    ("A66", "3:1", {"ante": 3.20}),
    ("A66", "3:2", {"ante": -3.42}),
    ("A97", "best", {"sevens": -11.40}),
    ("A97", "best_of_each", {"sevens": -7.24}),
    ("A108", "anywhere", {"sevens": 104.6}),
    ("A110", "lose", {"over_13": -6.55, "under_13": -10.07}),
    ("A110", "push", {"over_13": 1.76}),
    ("A125", "any_roll_but_doubles", {"hard_4": -74, "hard_6": -68}),
    ("A125", "own_total", {"hard_4": -11.1, "hard_6": -9.1}),
    ("A127", "split", {"horn": -12.5}),
    ("A127", "whole", {"horn": 250}),
    ("A128", "split", {"world": -13.33}),
    ("A128", "whole", {"world": 333}),
    ("A129", "split", {"three_way": -12.96}),
    ("A129", "whole", {"three_way": 161}),
    ("A129", "any_craps", {"three_way": -11.11}),
    ("A130", "faces", {"hop_3_4": -11.1, "hop_3_3": -13.9}),
    ("A130", "total", {"hop_3_4": 167, "hop_1_5": 164, "hop_1_4": 78, "hop_1_3": 75, "hop_1_1": -13.9}),
    ("A137", "on_wins", {"buy_4": -1.67, "buy_5": -2.00, "buy_6": -2.27}),
    ("A145", "at_least_two", {"two_of_a_kind_3": -33.3}),
    ("A145", "exactly_two", {"two_of_a_kind_3": -37.5}),
    ("A146", "triples_count", {"total_6": -12.0, "total_9": -19.0}),
    ("A146", "no_triples", {"total_6": -20.8, "total_9": -22.2}),
    ("A147", "best_line", {"single_3": -7.87}),
    ("A147", "added", {"single_3": 0.46}),
    ("A148", "pair_too", {"duo_1_2": -16.7}),
    ("A148", "all_different", {"duo_1_2": -33.3}),
)


@pytest.mark.parametrize(("number", "choice", "worth"), WORTH)
def test_a_choice_is_worth_what_its_number_says(number: str, choice: str, worth: Mapping[str, float]) -> None:
    found = edges(number, choice)
    for wager, percent in worth.items():
        places = len(f"{percent}".partition(".")[2].rstrip("0"))
        assert float(-found[wager] * 100) == pytest.approx(percent, abs=0.6 * 10**-places), wager


def test_a_beaten_bonus_hand_of_4_card_poker_moves_a_sixteenth_of_a_percent() -> None:
    lost, returned, even = (edges("A56", choice)["ante"] for choice in ("stake_lost", "stake_returned", "even_money"))
    assert float(lost - returned) == pytest.approx(0.0006, abs=0.00005)
    assert float(lost - even) == pytest.approx(0.0012, abs=0.00005)


def test_equal_hands_of_4_card_poker_and_crazy_four_move_little() -> None:
    assert float(edges("A55", "push")["ante"] - edges("A55", "win")["ante"]) == pytest.approx(0.00084, abs=0.00001)
    assert float(edges("A65", "push")["ante"] - edges("A65", "paid")["ante"]) == pytest.approx(0.00007, abs=0.00001)


def test_21_2_prizes_that_are_added_up_give_back_more() -> None:
    given = {
        (manner, choice): float(fixed("A97", choice, manner)) for manner in (1, 2, 3) for choice in ("best", "all")
    }
    assert given[1, "all"] == pytest.approx(60.1, abs=0.06)
    assert float(fixed("A97", "best_of_each", 2)) == pytest.approx(37.2, abs=0.05)
    assert given[2, "all"] == pytest.approx(40.7, abs=0.05)
    assert given[3, "all"] == pytest.approx(46.8 + 12.4, abs=0.1)
    assert all(given[manner, "all"] > given[manner, "best"] for manner in (1, 2, 3))


def test_21_2_cards_in_their_order_are_a_jackpot_once_in_92_million() -> None:
    any_order, in_order = prizes("A98", "any_order", 1), prizes("A98", "in_order", 1)
    assert round(1 / any_order["ace_to_five_suited"]) == 766_988
    assert float(1 / in_order["ace_to_five_suited"]) == pytest.approx(92.0e6, rel=0.001)
    assert any_order["two_to_five_suited"] / in_order["two_to_five_suited"] == pytest.approx(24, rel=0.03)
    assert in_order["four_five_six_suited"] * 6 == any_order["four_five_six_suited"]


def test_21_2_pairs_of_ten_valued_cards_come_more_than_three_times_as_often() -> None:
    one, tens = (prizes("A99", choice, 1)["high_pair"] for choice in ("one_rank", "ten_valued"))
    assert (round(float(one), 4), round(float(tens), 4)) == (0.0284, 0.0997)
    assert float(fixed("A99", "ten_valued", 1) - fixed("A99", "one_rank", 1)) == pytest.approx(21, abs=0.5)


def test_21_2_a_dollar_that_comes_back_and_fours_of_any_colour() -> None:
    assert float(fixed("A106", "returned", 1) - fixed("A106", "kept", 1)) == pytest.approx(7.6, abs=0.05)
    one, many = (prizes("A102", choice, 2)["four_aces_colour"] for choice in ("one_colour", "any_colour"))
    assert round(many / one) == 11
    assert isinstance(one, Fraction)
