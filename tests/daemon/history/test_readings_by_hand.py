"""Rounds that were dealt by hand, under other readings: settled from their forms, and told with all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemon.history.finished import FinishedRounds, PastRound
from daemon.history.readings import Change, Choice
from daemon.table.apply import apply
from daemon.table.orders import (
    CloseBetting,
    CorrectPastRound,
    Decision,
    DiceOut,
    EnterDice,
    OpenRound,
    SeatIn,
    TurnHand,
)
from daemon.table.state import TableState
from rules.alternatives.table import COUNTED
from rules.registry import GAMES
from tests.daemon.floor import BY_HAND, IN_SERVICE, PROGRESSIVE, SENT, UP, both, seen, signed, started
from tests.daemon.history.test_readings import counted
from tests.daemon.table.test_past import DOLLAR, PAIR, past


class Watched:
    """A table whose finished rounds are looked at, forms included."""

    def __init__(self, game: str, **posted: Any) -> None:
        self.rounds: list[PastRound] = []
        self._watching = FinishedRounds(lambda _: "2026-11-18", self.rounds.append, by_hand=True)
        self.state = TableState()
        self.tell(started(game, **posted), *((UP,) if "shoe" in GAMES[game].needs else ()))

    def tell(self, *story: Any) -> None:
        """All of it happens."""
        for step in story:
            for one in step.split() if isinstance(step, str) else (step,):
                said = seen(self.state.devices["shoe"].seq + 1, one) if isinstance(one, str) else signed(one)  # type: ignore[attr-defined]
                before, (self.state, _) = self.state, apply(self.state, said)
                self._watching(before, self.state, 1)

    def enter(self, played: Any, form: str = "F-1", **more: Any) -> None:
        """Two persons enter a form."""
        self.tell(*both(past(played, form, **more)))

    def changes(self, number: str, choice: str) -> list[Change]:
        """What a choice would have changed."""
        self._watching.close()
        counting = Choice(COUNTED[number], choice)
        return [change for past in self.rounds for change in counting.changes(past)]


def told(changes: list[Change]) -> list[tuple[int, str, str, int | None]]:
    return [(each.round, each.seat, each.wager, each.net) for each in changes]


TIED: Any = {
    "seats": {
        "1": {"wagers": {"initial": 1000, "additional": 1000}, "cards": ["8c", "8d", "3s"]},
        "2": {"wagers": {"initial": 500, "pair_plus": 300}, "cards": ["2c", "2d", "9s"]},
        "3": {"wagers": {"initial": 500}},
    },
    "dealer": ["8h", "8s", "3d"],
}
ROUNDS: Mapping[str, tuple[Any, str, str, int]] = {  # a form, a choice, the wager that it moves, by so much
    "three_card_poker": (TIED, "A21=lose", "initial", -1000),
    "war": (
        {
            "seats": {
                "1": {"wagers": {"initial": 500, "additional": 500}, "cards": ["9h", "Kh"], "dealer_war_card": "2s"}
            },
            "dealer": ["9s"],
        },
        "A27=paid",
        "additional",
        500,
    ),
    "three_five_seven": (
        {
            "seats": {"1": {"wagers": {"three": 500, "five": 500, "seven": 500}, "cards": ["Kh", "Qd", "4c"]}},
            "dealer": ["9h", "9d", "Ac", "3c"],
        },
        "A38=does_not_count",
        "five",
        -1000,
    ),
    "boston": (
        {
            "seats": {
                "1": {"wagers": {"ante": 500, "first": 1000, "second": 1000}, "cards": ["Kh", "Kd", "4c", "7s", "9d"]}
            },
            "dealer": ["Ks", "Kc", "4d", "7h", "9s"],
        },
        "A47=lose",
        "ante",
        -500,
    ),
    "four_card": (
        {
            "seats": {"1": {"wagers": {"ante": 500, "additional": 500}, "cards": ["Ah", "Ad", "Kc", "7s", "3d"]}},
            "dealer": ["As", "Ac", "Kd", "7c", "2c", "3h"],
        },
        "A55=push",
        "ante",
        -500,
    ),
    "crazy_four": (
        {
            "seats": {
                "1": {
                    "wagers": {"ante": 500, "super_bonus": 500, "additional": 500},
                    "cards": ["Ah", "Ad", "As", "Ac", "3d"],
                },
                "2": {"wagers": {"ante": 500, "super_bonus": 500}},
            },
            "dealer": ["9h", "8d", "7c", "4s", "2c"],
        },
        "A69=added",
        "super_bonus",
        15_000,
    ),
    "blackjack": ({"seats": {"1": {"wagers": {"over_13": 500}, "cards": ["8h", "5d"]}}}, "A110=push", "over_13", 500),
    "sic_bo": ({"seats": {"12": {"wagers": {"single_2": 500}}}, "dice": [2, 2, 5]}, "A147=added", "single_2", 500),
    "craps": (
        {"events": [{"bet": {"seat": "1", "wager": "hop_2_4", "stake": 100}}, {"roll": [5, 1]}]},
        "A130=total",
        "hop_2_4",
        1600,
    ),
    "poker_room": (
        {
            "puck": "1",
            "bets": {"1": 500, "2": 500, "3": 500},
            "hands": {"1": ["As", "Ad"], "2": ["Ah", "Ac"], "3": ["2s", "2d"]},
            "board": ["4d", "5s", "9h", "Jc", "Qc"],
        },
        "A82=last",
        "pot",
        100,
    ),
}


def laid(game: str) -> Watched:
    """A table at which the form can be entered."""
    if game == "poker_room":
        stakes = (SeatIn(seat=seat, wagers={"stakes": 5000}) for seat in ("1", "2", "3"))
        table = Watched(game, unit=100)
        table.tell(OpenRound(), *stakes)
        return table
    return Watched(game, **({"decks": 6} if game == "blackjack" else {}))


@pytest.mark.parametrize("game", GAMES)
def test_a_form_of_any_game_is_settled_under_the_other_reading(game: str) -> None:
    played, asked, wager, net = ROUNDS[game]
    table = laid(game)
    table.enter(played)
    moved = {(each.round, each.wager): each.net for each in table.changes(*asked.split("="))}
    assert moved.get((1, wager)) == net, moved


@pytest.mark.parametrize("game", GAMES)
def test_the_choice_that_stands_changes_no_line_of_a_form(game: str) -> None:
    for played in (ROUNDS[game][0], BY_HAND[game]):
        table = laid(game)
        table.enter(played)
        readings = [reading for reading in COUNTED.values() if game in reading.games]
        assert readings and {each.number: table.changes(each.number, each.default) for each in readings} == {
            each.number: [] for each in readings
        }
        assert [past.number for past in table.rounds] == [1]


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_can_be_asked_of_a_form(game: str) -> None:
    for played in (ROUNDS[game][0], BY_HAND[game]):
        table = laid(game)
        table.enter(played)
        for reading in (each for each in COUNTED.values() if game in each.games):
            for choice in reading.choices:
                table.changes(reading.number, choice)


def test_it_is_told_in_its_place_among_the_others_and_as_it_was_corrected() -> None:
    table = Watched("three_card_poker")
    typed: Any = {**TIED, "dealer": ["8h", "8s", "2h"]}
    table.enter(typed)
    corrected = CorrectPastRound(form="F-1", played=TIED, reason="faute de frappe")
    table.tell(*both(corrected))
    table.enter(typed, "F-2")
    table.tell(OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), CloseBetting())
    table.tell("8c 8d 3s 8h 8s 3d", Decision(seat="1", choice="play"), TurnHand(hand="dealer"), TurnHand(hand="1"))
    both_lose = [("initial", -1000), ("additional", -1000)]
    assert told(table.changes("A21", "lose")) == [(n, "1", *moved) for n in (1, 3) for moved in both_lose]
    assert [past.number for past in table.rounds] == [1, 2, 3]


def test_an_interrupted_round_is_told_once_and_a_seat_that_the_journal_contradicts_not() -> None:
    def interrupted(dealer: list[str]) -> Watched:
        table = Watched("three_card_poker")
        table.tell(OpenRound(), SeatIn(seat="1", wagers={"initial": 1000}), SeatIn(seat="2", wagers={"initial": 500}))
        table.tell(CloseBetting(), "8c 8d 3s 2h 5d 9c 8h 8s 3d", Decision(seat="1", choice="play"))
        table.tell(Decision(seat="2", choice="drop"), started("three_card_poker"), replace(UP, seq=9))
        table.enter({"seats": {"1": PAIR, "2": {"wagers": {"initial": 500}}}, "dealer": dealer})
        return table

    same = interrupted(["8h", "8s", "3d"])
    assert told(same.changes("A21", "lose")) == [(1, "1", "initial", -1000), (1, "1", "additional", -1000)]
    assert [line.seat for line in same.rounds[0].ended.lines] == ["2", "1", "1"]


def test_a_round_is_settled_under_its_own_set() -> None:
    from rules.ruleset import document_of

    table = Watched("crazy_four", document=document_of(GAMES["crazy_four"]), more={"crazy4.sbFlush": "3:2"})
    dealt = table.state.rules.next
    table.tell(started("crazy_four", document=document_of(GAMES["crazy_four"])))
    flush: Any = {
        "seats": {
            "1": {
                "wagers": {"ante": 200, "super_bonus": 200, "additional": 200},
                "cards": ["Ah", "9h", "4h", "2h", "3d"],
            }
        },
        "dealer": ["Ks", "8d", "7c", "4s", "2c"],
    }
    table.enter(flush, rules=dealt)
    table.enter(flush, "F-2")
    assert told(table.changes("A66", "3:1")) == [(1, "1", "super_bonus", 300)]
    assert told(table.changes("A66", "3:2")) == [(2, "1", "super_bonus", -300)]


def test_at_craps_a_form_of_several_rolls_is_one_round_and_its_layout_goes_on() -> None:
    table = Watched("craps")
    rolls: Any = [
        {"bet": {"seat": "1", "wager": "pass", "stake": 500}},
        {"bet": {"seat": "1", "wager": "hard_10", "stake": 100}},
        {"roll": [4, 2]},
        {"roll": [2, 1]},
        {"bet": {"seat": "2", "wager": "field", "stake": 50}},
    ]
    table.enter({"events": [*rolls, {"roll": [1, 1]}]})
    table.tell(*SENT[:1], DiceOut(), *both(EnterDice(dice=(5, 5))))
    changes = table.changes("A125", "any_roll_but_doubles")  # two faces that differ have lost it; recorded it has won
    assert told(changes) == [(1, "1", "hard_10", -100), (2, "1", "hard_10", -700)]
    assert [(past.number, len(past.later)) for past in table.rounds] == [(1, 2), (2, 0)]
    choice = Choice(COUNTED["A125"], "any_roll_but_doubles")
    for past_round in table.rounds:
        choice.changes(past_round)
    assert (choice.total.rounds, choice.total.lines) == (2, 2)


def test_a_jackpot_of_a_form_is_shared_or_not_by_what_the_meter_was_then() -> None:
    table = Watched("blackjack", decks=6, **PROGRESSIVE)
    table.tell(*IN_SERVICE)
    two: Any = {
        "seats": {
            "1": {"wagers": DOLLAR, "cards": ["As", "2s", "3s", "4s", "5s"]},
            "2": {"wagers": DOLLAR, "cards": ["Ah", "2h", "3h", "4h", "5h"]},
        }
    }
    table.enter(two, contributions={"progressive": 2})
    assert told(table.changes("A105", "each_whole")) == [(1, "2", "progressive", 40)]
    assert told(table.changes("A105", "in_turn")) == []


def test_the_command_counts_them(tmp_path: Path) -> None:
    _, answer = counted("three_card_poker.by_hand", tmp_path, "--all")
    assert (answer["rounds"], answer["differences"]) == (4, 0)
