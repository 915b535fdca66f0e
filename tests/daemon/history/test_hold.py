"""`croupierctl report hold`: what the house took of each wager, and a wager beyond one in a million."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemon.history.finished import PastRound
from daemon.history.hold import RANGES, Hold, results
from drivers.faults import Fault
from rules.alternatives.model import net
from rules.game import Options
from rules.odds.chance import UNIT
from rules.odds.deviation import Exactly
from rules.odds.hands import hands
from rules.odds.play import play_of
from rules.odds.table import odds
from rules.ranking import five, four, three
from rules.registry import GAMES
from tests.daemon.floor import A_CARD
from tests.replay import GOLDEN, copied, croupierctl
from tests.rules.ended import dealt, rolled, rounds

DAY = "2026-11-16"


def past(number: int, ended: object, dealer: str | None = "D1") -> PastRound:
    return PastRound(number, DAY, dealer, 0, ended)  # type: ignore[arg-type]


def counted(*ended: object, dealer: str | None = "D1") -> Hold:
    hold = Hold()
    for number, each in enumerate(ended, 1):
        hold.add(past(number, each, dealer))
    return hold


def test_a_wager_that_wins_too_often_is_named_and_an_ordinary_one_is_not() -> None:
    wins = rolled("sic_bo", {"1": {"small": 1000}}, 1, 2, 3)
    loses = rolled("sic_bo", {"1": {"small": 1000}}, 4, 5, 6)
    often = counted(*[wins] * 60)
    (row,) = often.suspects()
    assert (row.wager, row.took, row.staked) == ("small", -60_000, 60_000)
    assert (row.likely or 1) < 1e-6
    assert row.edge == odds("sic_bo").wagers["small"].edge
    ordinary = counted(*[wins, loses] * 30)
    assert ordinary.suspects() == []
    assert counted(*[loses] * 60).suspects()[0].house is not None


def test_one_roll_is_one_result_however_many_have_laid() -> None:
    seats = {str(seat): {"small": 1000} for seat in range(1, 41)}
    hold = counted(rolled("sic_bo", seats, 1, 2, 3))
    (row,) = (row for row in hold.rows.values() if row.dealer is None)
    assert (row.staked, row.took) == (40_000, -40_000)
    assert (row.players or 0) > 0.4


def test_each_dealer_has_a_row_beside_all() -> None:
    hold = Hold()
    for number, dealer in enumerate(("D1", "D2", "D1", None)):
        hold.add(past(number, rolled("sic_bo", {"1": {"big": 500}}, 4, 5, 6), dealer))
    assert {key[2]: row.staked for key, row in hold.rows.items()} == {None: 2000, "D1": 1000, "D2": 500}


def test_a_main_game_is_one_wager_per_unit_of_its_first() -> None:
    wagers = {"1": {"initial": 500, "pair_plus": 100}}
    hold = counted(dealt("three_card_poker", wagers, "5c 6d 7h 9c 9d 9s"))
    rows = {row.wager: row for row in hold.rows.values() if row.dealer is None}
    assert rows.keys() == {"initial", "pair_plus"}
    assert (rows["initial"].staked, rows["initial"].took) == (500, 500)  # -500 -500 +500
    assert rows["initial"].house is None
    assert (rows["pair_plus"].staked, rows["pair_plus"].took) == (100, -600)


def test_unknown_amounts_are_counted_apart() -> None:
    hold = counted(rolled("sic_bo", {"1": {"small": None}, "2": {"big": 500}}, 1, 2, 3))
    assert hold.unknown == 1
    assert {key[1] for key in hold.rows} == {"big"}


@pytest.mark.parametrize("game", GAMES)
def test_what_wagers_brought_is_what_their_lines_say(game: str) -> None:
    for number, ended in enumerate(rounds(game, 40)):
        brought = sum(result.brought for result in results(past(number, ended)))
        known = [net(line, GAMES[game].bonuses) for line in ended.lines]
        if None not in known:  # a main game of which one amount is not known is left out whole
            assert brought == sum(each or 0 for each in known)


def test_a_roll_of_craps_can_bring_what_it_brought() -> None:
    for number, ended in enumerate(rounds("craps", 40)):
        for result in results(past(number, ended)):
            if isinstance(result.chances, Exactly):
                assert result.brought in result.chances.results
                assert sum(result.chances.results.values()) == 36


@pytest.mark.parametrize(
    ("game", "size", "flush", "rank"),
    [("three_card_poker", 3, 3, three), ("boston", 5, 5, five), ("four_card", 5, 4, four), ("crazy_four", 5, 4, four)],
)
def test_no_unit_loses_or_wins_more_than_its_range(game: str, size: int, flush: int, rank: object) -> None:
    play = play_of(game, Options())
    strengths = [rank(cards) for _, cards in hands(size, flush, 1, rank)]  # type: ignore[operator]
    brings = [play.dropped()]
    for mine in strengths:
        for dealer in (strengths[0], mine, strengths[-1], next(each for each in strengths if play.opens(each))):
            brings += [play.shown(mine, dealer, times) for times in play.choices(mine)]
    low, high = RANGES[game, play.wager]
    assert (min(brings), max(brings)) == (low * UNIT, high * UNIT)


# -- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_report_fits_80_columns_and_tells_no_card(name: str, language: str, tmp_path: Path) -> None:
    journal, key = copied(name, tmp_path)
    status, said = croupierctl("report", "hold", "--journal", journal, "--key", key, "--lang", language)
    assert status == 0
    assert max(map(len, said.splitlines())) <= 80
    assert not A_CARD.findall(said)


def test_the_report_for_programs(tmp_path: Path) -> None:
    journal, key = copied("three_card_poker", tmp_path)
    status, said = croupierctl("report", "hold", "--journal", journal, "--key", key, "--json", "--day", DAY)
    answer = json.loads(said)
    assert (status, answer["verdict"], answer["rounds"], answer["unknown"]) == (0, "well", 3, 3)
    rows = {(row["wager"], row["dealer"]): row for row in answer["rows"]}
    assert rows.keys() == {(wager, dealer) for wager in ("initial", "pair_plus") for dealer in (None, "D1")}
    assert rows["pair_plus", "D1"]["edge"] == "128/5525"
    assert rows["pair_plus", None]["method"] == "exact chances"
    assert rows["initial", None]["method"] == "best mean and range"
    assert rows["initial", None]["house_at_most"] is None


def test_without_a_key_it_says_so(tmp_path: Path) -> None:
    journal, _ = copied("war", tmp_path)
    status, said = croupierctl("report", "hold", "--journal", journal)
    assert (status, said.split()[0]) == (2, Fault.JOURNAL_KEY)
