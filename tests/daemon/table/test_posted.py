"""What a screen needs beside the state: every wager, choice and hand has a name in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from daemon.table.kinds import ORDERS
from daemon.table.orders import ChangePosting, CloseBetting, OpenRound, VoidRound
from daemon.table.posted import Posted, posted
from daemon.table.view import view
from daemon.text.reasons import OF_ORDERS, REASONS
from rules.registry import GAMES
from tests.daemon.floor import PROGRESSIVE, S1, both, seated, table, tell

SHAPE: TypeAdapter[Any] = TypeAdapter(Posted)
LONGEST = 18  # letters on a spot of a card game's layout


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_lies_or_is_said_has_a_name_in_both_languages(game: str) -> None:
    told = posted(table(game))
    assert SHAPE.validate_python(told) == told
    names: Any = told["names"]
    assert {game, "win", "lose", "push", *GAMES[game].choices} <= names.keys()
    tables: list[Any] = [names, told["hands"], told["grounds"], told["kinds"], *told["reasons"].values()]
    assert all(word["fr"] and word["en"] for words in tables for word in words.values())
    for wager, one in told["wagers"].items():
        assert one["name"]["fr"], wager
        assert one["name"]["en"], wager
        if "shoe" in told["needs"]:
            assert max(len(one["short"]["fr"]), len(one["short"]["en"])) <= LONGEST, wager
    assert {wager for wager, one in told["wagers"].items() if one["before"]} == {*GAMES[game].laid}
    assert told["hands"]["1"] == {"fr": "Place 1", "en": "Seat 1"}


def test_every_hand_of_a_round_has_a_name() -> None:
    for game in GAMES:
        state = table(game, OpenRound())
        assert state.machine.hands(state.play).keys() <= posted(state)["hands"].keys()
    assert posted(table("war"))["hands"]["dealer 3"]["fr"] == "Croupier contre la place 3"
    assert {"board", "burned"} <= posted(table("poker_room"))["hands"].keys()


def test_a_wager_says_its_limits_what_it_is_tied_to_and_whether_it_is_taken() -> None:
    told = posted(table("crazy_four", minimum=500, maximum=10_000, unit=100, offered=()))["wagers"]
    assert [*told] == ["ante", "super_bonus", "queens_up", "additional"]
    assert (told["ante"]["least"], told["ante"]["most"], told["ante"]["tied"]) == (500, 10_000, None)
    assert told["super_bonus"]["tied"] == {"wager": "ante", "times": 1}
    assert posted(table("boston"))["wagers"]["first"]["tied"] == {"wager": "ante", "times": 2}
    assert (told["queens_up"]["taken"], told["ante"]["taken"]) == (False, True)
    assert (told["additional"]["before"], told["additional"]["section"]) == (False, "67.84")
    free = posted(table("crazy_four"))["wagers"]["ante"]
    assert (free["least"], free["most"]) == (None, None)
    meter = posted(table("blackjack", **PROGRESSIVE))["wagers"]["progressive"]
    assert (meter["least"], meter["most"], meter["metered"]) == (100, 100, True)


def test_in_a_round_it_is_what_that_round_is_dealt_by() -> None:
    state, _ = tell(seated("war"), *both(ChangePosting(posting={"maximum": 90_000})))
    assert posted(state)["maximum"] is None
    state, _ = tell(state, CloseBetting(), "9c 8d")
    assert posted(state)["maximum"] == 90_000


# -- reasons ----------------------------------------------------------------------------------------------------------


def test_reasons_that_nobody_types_are_reasons_of_orders_that_ask_for_one() -> None:
    for kind, codes in OF_ORDERS.items():
        assert "reason" in ORDERS[kind].__dataclass_fields__, kind
        assert codes
    assert all(said.fr and said.en and code.isidentifier() for code, said in REASONS.items())


@pytest.mark.parametrize(("reason", "fr"), [("disputed_wager", "mise contestée"), ("de l'eau", "de l'eau")])
def test_a_void_round_tells_why_and_what_goes_back_until_the_next_one(reason: str, fr: str) -> None:
    state, _ = tell(seated("war"), S1(VoidRound(reason=reason)))
    voided = view(state)["voided"]
    assert (voided["round"], voided["reason"], voided["fr"], voided["misdealt"]) == (1, reason, fr, False)
    assert [(line["seat"], line["wager"], line["returned"]) for line in voided["lines"]] == [
        ("1", "initial", 500),
        ("1", "supplemental", 100),
    ]
    assert view(tell(state, OpenRound())[0])["voided"] is None
