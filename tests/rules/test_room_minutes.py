"""Time at a table of the room: what is due for a player's own (67.108, A84), and who comes back (67.95 (2), A76)."""

from __future__ import annotations

from typing import Any

from rules.facts import Away, Back, Charge, Elapsed, Remove, Returns, TakeOff, Wagers
from rules.room import minutes
from rules.room.machine import GAME
from tests.rules.rooms import Table, seated


def room(**posted: Any) -> Table:
    """Two players with $50 each, who pay $6 for half an hour."""
    return Table(seated(5000, 5000, **{"room_timeCharge": 600, "room_timePeriod": 30, **posted}), begin=False)


def pass_(table: Table, count: int) -> Table:
    """So many minutes pass."""
    for _ in range(count):
        table.take(Elapsed(table.state.minute + 1))
    return table


def test_67_108_what_is_due_is_charged_and_never_twice() -> None:
    table = pass_(room(), 30)
    assert "0 minutes" not in table.refuses(Charge("1", 600), "67.108")  # the first minute was not a whole one
    pass_(table, 1)
    assert GAME.owed(table.state) == {"1": 600, "2": 600}
    assert table.public_state["time"]["1"] == {"minutes": 30, "owed": 600}
    for wrong in (500, 700, 1200):
        assert "600, no more and no less" in table.refuses(Charge("1", wrong), "67.108")
    table.take(Charge("1", 600))
    assert [(line.seat, line.wager, line.stake, line.section) for line in table.lines] == [
        ("1", "commission", 600, "67.108")
    ]
    assert table.lines[0].readings == ("A84",) and table.state.stacks == {"1": 4400, "2": 5000}
    table.refuses(Charge("1", 600), "67.108")  # once
    pass_(table, 31)
    assert GAME.owed(table.state) == {"1": 600, "2": 1200}  # two periods are charged together
    table.refuses(Charge("2", 600), "67.108")
    table.take(Charge("2", 1200))


def test_67_108_a_minute_told_twice_counts_once() -> None:
    table = pass_(room(), 5)
    before = table.state
    for minute in (5, 1):
        table.take(Elapsed(minute))
    assert table.state == before


def test_67_108_only_the_players_own_time_counts() -> None:
    table = pass_(room(), 11)
    table.take(Away("1"))
    pass_(table, 100)
    table.take(Back("1"))
    pass_(table, 11)  # of the one in which he came back nothing counts
    assert {seat: time.minutes for seat, time in table.state.times.items()} == {"1": 20, "2": 121}
    table.take(Wagers("3", {"stakes": 5000}))
    pass_(table, 10)
    assert table.state.times["3"].minutes == 9
    table.begin().take(Away("2"))
    assert pass_(table, 1).state.times["2"].minutes == 132  # he still plays
    assert pass_(table.over(), 1).state.times["2"].minutes == 132


def test_67_108_time_passes_in_every_phase_and_crosses_from_game_to_game() -> None:
    table = pass_(room(), 1).begin()
    pass_(table, 10).deal()
    pass_(table, 10).play("1:fold")
    pass_(table, 9)  # the game is over, and the next not open
    assert table.over().state.times["1"] == (29, 0, True)
    assert GAME.owed(pass_(table, 1).state) == {"1": 600, "2": 600}


def test_67_108_who_leaves_owes_what_is_due_and_nothing_follows_the_next_who_sits_there() -> None:
    table = pass_(room(), 31)
    assert GAME.owed(table.state)["1"] == 600
    table.take(Remove("1", None))
    table.take(Wagers("1", {"stakes": 5000}))
    assert "1" not in GAME.owed(table.state) and "1" not in table.state.times


def test_67_108_more_than_lies_there_is_not_charged() -> None:
    table = pass_(room(), 31)
    table.state = table.state._replace(stacks={"1": 500, "2": 5000})
    table.refuses(Charge("1", 600), "67.108")
    Table(seated(5000, 5000), begin=False).refuses(Charge("1", 100), "67.108")
    table.begin().refuses(Charge("2", 600), "67.108")  # between games


def test_67_108_at_revision_0_a_charge_is_within_what_is_posted_and_nobody_counts() -> None:
    table = room(revision=0)
    table.refuses(Charge("1", 700), "67.108")
    table.take(Charge("1", 600))
    table.take(Charge("1", 100))
    assert not minutes.counts(table.state)


def test_67_108_a_game_that_its_players_leave_afterwards_is_still_their_time() -> None:
    table = pass_(room(), 1).begin()
    for seat in ("1", "2"):
        table.take(Away(seat))
    assert minutes.counts(table.state)
    assert pass_(table, 30).state.times["1"].minutes == 30
    assert not minutes.counts(table.over().state)
    before = room(revision=1).begin()
    for seat in ("1", "2"):
        before.take(Away(seat))
    assert not minutes.counts(before.state)  # as it was recorded then


def test_67_108_of_the_minute_in_which_all_come_back_nothing_counts_though_none_was_told_meanwhile() -> None:
    table = pass_(room(), 2)
    for fact in (Away("1"), Away("2"), Back("1")):  # between them nobody counts, and no minute is told
        table.take(fact)
    assert pass_(table, 1).state.times["1"].minutes == 1
    assert pass_(table, 1).state.times["1"].minutes == 2
    within = pass_(room(), 1).begin()
    within.take(Away("1"))
    within.take(Back("1"))
    assert pass_(within, 1).state.times["1"].minutes == 1  # he played on


def test_67_108_who_has_lost_everything_has_no_time_until_he_brings_more() -> None:
    table = pass_(room(), 6)
    table.state = table.state._replace(stacks={"1": 0, "2": 10_000})
    assert {seat: time.minutes for seat, time in pass_(table, 60).state.times.items()} == {"1": 5, "2": 65}
    table.take(Wagers("1", {"stakes": 5000}))
    assert pass_(table, 2).state.times["1"].minutes == 6
    before = pass_(room(revision=1), 6)
    before.state = before.state._replace(stacks={"1": 0, "2": 10_000})
    assert pass_(before, 60).state.times["1"].minutes == 65


def test_67_108_who_comes_back_with_a_slip_goes_on_with_the_period_that_he_began() -> None:
    table = pass_(room(), 51)
    table.take(Remove("1", None))  # 20 minutes after the period that he owes, as he is told
    table.take(Returns("5", 5000, 1))
    assert table.state.times["5"] == (20, 0, False) and "5" not in GAME.owed(table.state)
    assert GAME.owed(pass_(table, 11).state) == {"2": 1200, "5": 600}
    before = pass_(room(revision=1), 51)
    before.take(Remove("1", None))
    before.take(Returns("5", 5000, 1))
    assert "5" not in before.state.times


def test_67_91_who_leaves_with_a_slip_is_not_rid_of_the_blinds_that_he_owes() -> None:
    table = Table(seated(5000, 5000, 5000, 5000, room_newPlayers="none")).over()
    table.take(Away("4"))
    table.begin().over().begin().over()
    table.take(Remove("4", None))
    table.begin().over()  # the slip crosses from game to game
    table.take(Returns("4", 5000, 1))
    assert table.public_state["owes"] == {"4": {"live": 200, "dead": 100, "waits": False}}
    table.take(Remove("4", None))
    table.take(Wagers("4", {"stakes": 5000}))
    assert not table.public_state["owes"]  # of somebody else nothing is asked


def test_67_108_minutes_matter_where_somebody_pays_for_them_or_may_come_back() -> None:
    assert minutes.counts(room().state)
    assert not minutes.counts(Table(seated(5000, 5000), begin=False).state)
    away = room()
    away.take(Away("1"))
    away.take(Away("2"))
    assert not minutes.counts(away.state)
    left = Table(seated(5000, 5000), begin=False)
    left.take(Remove("1", None))
    assert minutes.counts(left.state) and not minutes.counts(pass_(left, 60).state)


def test_67_95_2_who_comes_back_within_the_posted_time_brings_what_he_took_away() -> None:
    table = Table(seated(5000, 5000, 5000, maximum=6000, room_returnMinutes=30), begin=False)
    table.state = table.state._replace(stacks={"1": 5000, "2": 9000, "3": 5000})  # 2 has won
    table.take(Remove("2", None))
    assert table.public_state["slips"] == {"1": {"stake": 9000, "minutes": 30}}
    pass_(table, 29)
    assert "9000 at least (A76)" in table.refuses(Returns("2", 6000, 1), "67.95")
    table.refuses(Returns("3", 9000, 1), "67.93")
    table.refuses(Returns("2", 9000, 2), "67.95")
    table.refuses(Returns("2", 9050, 0), "67.95")
    table.take(Returns("4", 9000, 1))  # wherever he sits down; and above the posted maximum
    assert table.state.stacks["4"] == 9000 and not table.state.slips
    table.refuses(Returns("5", 9000, 1), "67.95")  # nobody else


def test_67_95_2_afterwards_he_is_a_player_like_any_other() -> None:
    table = Table(seated(5000, 5000, room_returnMinutes=30), begin=False)
    table.take(Remove("2", None))
    table.refuses(Returns("2", 4000, 1), "67.95")
    assert not pass_(table, 30).state.slips
    table.refuses(Returns("2", 5000, 1), "67.95")
    table.take(Wagers("2", {"stakes": 100}))
    table.take(Remove("2", None))
    assert table.state.slips.keys() == {"2"}  # no number is given twice


def test_67_95_2_at_a_fixed_limit_nothing_is_asked_of_who_comes_back() -> None:
    table = Table(seated(5000, 5000, 5000, room_limit="fixed_limit"), begin=False)
    table.take(TakeOff("1", 4000))
    table.take(Remove("2", None))
    assert not table.state.slips
    posted = Table(seated(5000, 5000, 5000, room_returnMinutes=0), begin=False)
    posted.take(Remove("2", None))
    assert not posted.state.slips


def test_67_95_2_a_slip_crosses_from_game_to_game() -> None:
    table = Table(seated(5000, 5000, 5000), begin=False)
    table.take(Remove("2", None))
    pass_(table, 10).begin()
    assert pass_(table, 10).over().state.slips == {"1": (5000, 40, 0, ())}
    assert table.state.minute == 20 and table.state.slip == 1
