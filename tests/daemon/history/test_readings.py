"""`croupierctl replay --reading` and `--all`: what another reading would have moved, counted from the journal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daemon.history.finished import Days, FinishedRounds, PastRound
from daemon.history.readings import Choice, every_choice
from daemon.history.replay import Difference, Replay
from daemon.journal.keys import load_keys
from daemon.journal.read import entries
from rules.alternatives.model import Ended
from rules.alternatives.table import COUNTED, NOT_COUNTED
from rules.cards import Card
from rules.registry import GAMES
from tests.daemon.floor import A_CARD
from tests.replay import GOLDEN, copied, croupierctl
from tests.replay.stories import game_of


def counted(name: str, folder: Path, *words: str) -> tuple[int, dict[str, Any]]:
    journal, key = copied(name, folder)
    status, said = croupierctl("replay", journal, "--key", key, "--json", *words)
    answer: dict[str, Any] = json.loads(said)
    return status, answer


def finished(name: str, folder: Path) -> list[PastRound]:
    journal, key = copied(name, folder)
    found: list[PastRound] = []
    watching = FinishedRounds(Days(journal), found.append, by_hand=True)
    assert not list(Replay(journal, load_keys(key), watching).differences())
    watching.close()
    return found


def test_a_war_that_was_won_would_have_been_paid(tmp_path: Path) -> None:
    status, answer = counted("war", tmp_path, "--reading", "A27=paid")
    assert (status, answer["rounds"], answer["differences"]) == (0, 3, 0)
    (moved,) = answer["readings"]
    assert (moved["applied"], moved["choice"], moved["net"]) == ("push", "paid", 2500)
    assert moved["days"] == {"2026-11-16": {"rounds": 1, "lines": 1, "unknown": 0, "net": 2500}}
    (change,) = answer["changes"]
    assert (change["round"], change["seat"], change["wager"], change["net"]) == (4, "7", "additional", 2500)
    assert change["before"] == {"outcome": "push", "odds": None, "stake": 2500, "won": 0, "returned": 2500}
    assert change["after"] == {"outcome": "win", "odds": "1:1", "stake": 2500, "won": 2500, "returned": 2500}


def test_all_readings_are_counted_in_one_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Replay] = []
    watched = Replay.differences

    def noted(self: Replay) -> Iterator[Difference]:
        runs.append(self)
        return watched(self)

    monkeypatch.setattr(Replay, "differences", noted)
    status, answer = counted("sic_bo", tmp_path, "--all")
    assert (status, len(runs)) == (0, 1)
    net = {f"{each['reading']}={each['choice']}": each["net"] for each in answer["readings"]}
    assert (net["A147=added"], net["A148=all_different"], net["A145=exactly_two"]) == (100, -600, 0)
    assert net.keys() == {
        f"{number}={choice}" for number in ("A11", "A145", "A146", "A147", "A148") for choice in COUNTED[number].others
    }
    assert answer["not_counted"].keys() == NOT_COUNTED.keys()


def test_a_wager_that_another_reading_decides_earlier_is_followed_from_roll_to_roll(tmp_path: Path) -> None:
    _, answer = counted("craps", tmp_path, "--reading", "A125=any_roll_but_doubles")
    told = [(each["round"], each["wager"], each["before"] is None, each["net"]) for each in answer["changes"]]
    assert told == [(2, "hard_10", True, -100), (3, "hard_10", False, 100)]


def test_of_one_gaming_day(tmp_path: Path) -> None:
    assert counted("craps", tmp_path, "--all", "--day", "2026-11-17")[1]["rounds"] == 3
    status, said = croupierctl("replay", tmp_path / "craps", "--key", tmp_path / "craps.key", "--day", "2026-11-17")
    assert status == 0, said
    status, said = croupierctl("replay", tmp_path / "craps", "--key", tmp_path / "craps.key", "--day", "2026-11-18")
    assert (status, said.split()[0]) == (2, "ROUND_UNKNOWN")


@pytest.mark.parametrize("name", GOLDEN)
def test_the_choice_that_stands_changes_no_recorded_line(name: str, tmp_path: Path) -> None:
    choices = [Choice(reading, reading.default) for reading in COUNTED.values()]
    rounds = finished(name, tmp_path)
    assert rounds
    assert [change for past in rounds for choice in choices for change in choice.changes(past)] == []


def test_void_rounds_do_not_count_and_corrected_ones_as_they_ended(tmp_path: Path) -> None:
    assert [past.number for past in finished("sic_bo", tmp_path)] == [1, 2, 3, 5]  # 4 was voided
    journal, key = copied("three_card_poker", tmp_path)
    settled: dict[int, list[dict[str, Any]]] = {}
    for entry in entries(journal, load_keys(key)):
        if entry.kind == "round_opened":
            lines = settled.setdefault(json.loads(entry.body or b"")["round"], [])
        elif entry.kind == "line_settled":
            lines.append(json.loads(entry.body or b"")["line"])
        elif entry.kind == "line_cancelled":
            lines.remove(json.loads(entry.body or b"")["line"])
    rounds = finished("three_card_poker", tmp_path / "again")
    assert {past.number: len(past.ended.lines) for past in rounds} == {n: len(lines) for n, lines in settled.items()}
    for past in rounds:
        for line in past.ended.lines:
            assert json.loads(json.dumps(line._asdict())) in settled[past.number]
    assert {past.dealer for past in rounds} == {"D1"}


def test_lines_of_unknown_stakes_are_counted_apart(tmp_path: Path) -> None:
    _, answer = counted("blackjack", tmp_path, "--reading", "A106=returned")
    (moved,) = answer["readings"]
    assert (moved["lines"], moved["unknown"], moved["net"]) == (5, 1, 400)
    assert sum(change["net"] is None for change in answer["changes"]) == 1


@pytest.mark.parametrize("name", GOLDEN)
def test_no_card_is_told_and_80_columns_are_enough(name: str, tmp_path: Path) -> None:
    journal, key = copied(name, tmp_path)

    def said(*words: str) -> str:
        status, text = croupierctl("replay", journal, "--key", key, *words)
        assert status == 0
        assert not A_CARD.findall(text)
        return text

    moved = [each for each in json.loads(said("--all", "--json"))["readings"] if each["lines"]]
    for words in (("--all",), *(("--reading", f"{each['reading']}={each['choice']}") for each in moved)):
        assert not A_CARD.findall(said("--json", *words))
        for language in ("fr", "en"):
            assert max(map(len, said("--lang", language, *words).splitlines())) <= 80


def test_a_sealed_hand_is_never_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hand whose cards any reading looks at, everyone has seen."""
    asked: list[tuple[str, str]] = []
    for game in {game_of(name) for name in GOLDEN}:
        hands = type(GAMES[game]).hands

        def noted(self: Any, state: Any, hands: Any = hands) -> Any:
            seen = hands(self, state)
            asked.extend((hand, str(held.up)) for hand, held in seen.items() if not all(held.up))
            return seen

        monkeypatch.setattr(type(GAMES[game]), "hands", noted)
    looked: list[bool] = []
    shown = Ended.shown

    def looking(self: Ended, hand: str) -> tuple[Card, ...]:
        looked.append(True)
        return shown(self, hand)

    monkeypatch.setattr(Ended, "shown", looking)
    for name in GOLDEN:
        for past in finished(name, tmp_path):
            for choice in every_choice():
                choice.changes(past)  # would raise TABLE_BUG
    assert looked
    assert asked  # some hands lie face down to the end, and were not among those


@pytest.mark.parametrize(
    ("asked", "told"),
    [("A64=pull", "A64 has: pay, push"), ("A64", "A64 has: pay, push"), ("A999=x", "A64"), ("A3=two", "other cards")],
)
def test_what_does_not_exist_is_refused_with_what_does(asked: str, told: str, tmp_path: Path) -> None:
    journal, key = copied("war", tmp_path)
    status, said = croupierctl("replay", journal, "--key", key, "--reading", asked, "--lang", "en")
    assert status == 2
    assert told in " ".join(said.replace("│", " ").split())
