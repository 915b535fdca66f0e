"""What the boards show of what is posted: now, from the next round on, and from a later day on."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from daemon.parts.board_posting import message, posting
from daemon.table.orders import ChangePosting, OpenRound, SeatIn, VoidRound
from daemon.table.orders.posting import Posting
from daemon.table.state import TableState
from drivers.board import wire
from drivers.mqtt.connect import LARGEST
from rules.game import MOST, Limits, Options
from rules.posting import own_limits
from rules.registry import GAMES
from tests.daemon.floor import PROGRESSIVE, S1, UP, both, tell
from tests.daemon.table.test_coming import DAY, starts

HARD: Posting = {"limits": {"hard": {"minimum": 100, "maximum": 2000}, "field": {"maximum": 500}}, "offered": ["hard"]}


def spaced(lines: list[str]) -> list[str]:
    return [line.replace("\u00a0", " ") for line in lines]


def shown(state: TableState) -> wire.Posting:
    return message("t", posting(state))


def begun(game: str, **posted: Any) -> TableState:
    return tell(TableState(), starts(game, **posted), UP)[0]


@pytest.mark.holds("95.5", "67.68")
def test_95_5_in_force_now_and_from_the_next_round_on() -> None:
    state, _ = tell(begun("craps", maximum=50_000), OpenRound(), SeatIn(seat="1", wagers={"pass": 500}))
    name = state.rules.round
    assert shown(state).next is None
    state, _ = tell(state, *both(ChangePosting(posting=HARD)))
    said = shown(state)
    assert said.now is not None and said.next is not None
    assert (said.now.rules, said.now.limits, "place" in said.now.offered) == (name, [], True)
    assert (said.next.rules, said.next.offered, said.later) == (state.rules.next, ["hard"], None)
    own = [(each.wager, each.minimum, each.maximum) for each in said.next.limits]
    assert own == [("hard", 100, 2000), ("field", None, 500)]
    begins = said.text["fr"].index("Dès le coup suivant :")
    assert spaced(said.text["fr"][begins + 1 :]) == [
        "Minimum 5 $ · maximum 500 $",
        "Doubles : minimum 1 $, maximum 20 $",
        "Champ : minimum 5 $, maximum 5 $",
        "Mises offertes : Doubles",
    ]
    assert said.text["en"][begins] == "From the next round on:"
    state, _ = tell(state, S1(VoidRound(reason="essai")), OpenRound())
    said = shown(state)
    assert (said.now and said.now.rules, said.next) == (state.rules.next, None)
    assert f"Craps  {state.rules.next}" == said.text["fr"][0]


def test_what_is_to_come_is_shown_with_its_day() -> None:
    change = ChangePosting(posting={"minimum": 1000, "rules": {"effective": DAY}})
    state, _ = tell(begun("three_card_poker"), *both(change))
    said = shown(state)
    assert said.now is not None and said.later is not None and said.next is None
    assert (said.now.minimum, said.later.minimum, said.later.effective) == (500, 1000, DAY)
    assert f"From {DAY} on:" in said.text["en"]
    nothing = shown(begun("three_card_poker", effective=DAY))
    assert (nothing.now, nothing.next, nothing.text["fr"][0]) == (None, None, "Rien n'est en vigueur")


@pytest.mark.holds("21.3", "21.4")
def test_21_3_and_21_4_it_is_so_indicated_at_the_table() -> None:
    for offered, said in (
        (("sevens",), "Mises offertes : Mise progressive, Mise additionnelle sur les sept"),
        ((), "Mises offertes : Mise progressive"),
    ):
        state = begun("blackjack", **{**PROGRESSIVE, "offered": offered})
        assert said in shown(state).text["fr"], shown(state).text
    bare = begun("blackjack", offered=())
    assert "No optional wager is offered" in shown(bare).text["en"]


def test_what_the_house_chose_is_told_and_a_meter_is_not() -> None:
    state = begun("blackjack", **PROGRESSIVE)
    said = shown(state).now
    assert said is not None and said.options == {"manner": 1}
    for game, more, line in (
        ("craps", {"craps.maxOdds": 3}, "Associate Chances: at most 3 times the wager"),
        ("crazy_four", {"crazy4.sbFlush": "3:2"}, "Super Bonus, flush: 3 to 2"),
        ("poker_room", {"room.limit": "pot_limit"}, "Limit: the pot"),
    ):
        assert line in spaced(shown(begun(game, more=more)).text["en"])


def test_a_poker_rooms_amounts_are_of_the_stakes() -> None:
    text = spaced(shown(begun("poker_room")).text["en"])
    assert "Minimum stakes, for every game: $5" in text
    assert not [line for line in text if line.startswith("Minimum $")]


@pytest.mark.parametrize("game", GAMES)
def test_the_longest_that_can_be_posted_fits_into_a_message(game: str) -> None:
    """Each wager has limits of its own, now, from the next round on and from a later day on."""
    names = GAMES[game].limited
    own = own_limits(GAMES[game], {name: Limits(10**9 + n, MOST - n) for n, name in zip(count(), names)})
    state, _ = tell(begun(game, maximum=MOST), OpenRound())
    options = Options(minimum=1, maximum=MOST, limits=own, more=state.options.more)
    state = state._replace(posted=(game, options), options=options)
    later, _ = tell(
        state, *both(ChangePosting(posting={"minimum": 2, "rules": {"name": "n" * 60, "effective": "2999-12-31"}}))
    )
    both_later, _ = tell(later, *both(ChangePosting(posting={"minimum": 3})))
    said = shown(both_later)
    assert said.now and said.next and said.later
    assert len(said.model_dump_json().encode()) < LARGEST
