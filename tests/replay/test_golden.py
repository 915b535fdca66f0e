"""The gate: what was recorded at nine tables is what today's code would say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemon.history.explain import explain_round
from daemon.history.recent import last_rounds
from daemon.history.replay import Difference, Replay
from daemon.journal.days import day_files
from daemon.journal.group import OBSERVATIONS
from daemon.journal.keys import Keys, load_keys
from daemon.journal.read import entries
from daemon.journal.verify import verify
from daemon.table import apply as table
from daemon.table.kinds import HAPPENED, OBSERVED
from daemon.table.orders import Started
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from drivers.faults import Fault, FaultError
from rules import three_card_poker, war
from rules.game import Options
from rules.house_poker import HousePoker
from rules.lines import Line
from rules.ranking import Three
from rules.registry import GAMES
from tests.daemon.floor import A_CARD
from tests.replay import GOLDEN, HERE, copied, rewrite
from tests.replay.stories import game_of
from tests.rules.dealing import dealt


def opened(game: str, to: Path) -> tuple[Path, Keys]:
    folder, key = copied(game, to)
    return folder, load_keys(key)


def differences(path: Path, keys: Keys) -> list[Difference]:
    return list(Replay(path, keys).differences())


def test_every_game_has_a_golden_journal() -> None:
    assert set(GOLDEN) >= set(GAMES)
    assert set(map(game_of, GOLDEN)) == set(GAMES)
    assert sum(file.stat().st_size for file in HERE.rglob("*.journal")) < 2_000_000


def test_everything_that_can_happen_happens_in_one_of_them() -> None:
    kinds = {entry.kind for game in GOLDEN for entry in entries(HERE / game)}
    assert kinds >= HAPPENED.keys() | OBSERVED.keys()


@pytest.mark.parametrize("game", GOLDEN)
def test_a_golden_journal_replays_without_a_difference(game: str, tmp_path: Path) -> None:
    folder, keys = opened(game, tmp_path)
    verdict = verify(folder, keys)
    assert (verdict.fault, verdict.detail) == (None, "")
    replay = Replay(folder, keys)
    assert list(replay.differences()) == []
    assert replay.rounds >= 2
    assert replay.observations == sum(entry.is_observation for entry in entries(folder))
    for file in day_files(folder):  # each by itself, from its own snapshot
        assert differences(file, keys) == []
        assert verify(file, keys).sound


@pytest.mark.parametrize("game", GOLDEN)
def test_the_last_rounds_in_short_say_what_explaining_each_says(game: str, tmp_path: Path) -> None:
    folder, _ = opened(game, tmp_path)
    short = last_rounds(folder, 1000)
    assert [one["round"] for one in short] == sorted((one["round"] for one in short), reverse=True)
    for one in short:
        *steps, verdict = explain_round(folder, one["round"])
        assert (one["round"], one["verdict"], one["game"]) == (one["round"], verdict["verdict"], verdict["game"])
        assert one["dice"] == _dice(one["round"], steps)
    assert last_rounds(folder, 1) == short[:1]


def _dice(number: int, steps: list[dict[str, Any]]) -> list[int]:
    """What a round's dice showed in the end."""
    shown: list[int] = []
    for event in (event for step in steps for event in step["events"]):
        if event["kind"] == "dice_rolled":
            shown = event["told"]["dice"]
        elif event["kind"] == "dice_corrected" and event["fr"].startswith(f"Coup {number},"):
            shown = event["told"]["after"]
    return shown


# -- the gate can fail ------------------------------------------------------------------------------------------------


def test_a_changed_rule_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, keys = opened("three_card_poker", tmp_path)
    monkeypatch.setitem(three_card_poker.PAIR_PLUS, Three.PAIR, (2, 1))
    found = [each for each in differences(folder, keys) if each.what == "events"]
    line = next(event for event in found[0].recorded if event.get("wager") == "pair_plus")
    now = next(event for event in found[0].now if event.get("wager") == "pair_plus")
    assert (found[0].kind, line["odds"], line["won"], now["odds"], now["won"]) == ("turn_hand", "1:1", 500, "2:1", 1000)


def test_a_doctored_event_is_a_difference(tmp_path: Path) -> None:
    folder, keys = opened("war", tmp_path)
    seqs: list[int] = []

    def richer(columns: list[Any]) -> list[Any]:
        _, cause, *_, kind, _, body, _ = columns
        if kind == "line_settled" and not seqs and json.loads(body)["line"]["won"]:
            seqs.append(cause)
            event = json.loads(body)
            event["line"]["won"] += 100
            return [*columns[:-2], json.dumps(event).encode(), b""]
        return columns

    rewrite(day_files(folder)[0], richer)
    assert verify(folder, keys).sound  # neither the chain nor the seals can tell
    (found,) = differences(folder, keys)
    assert ([found.seq], found.what) == (seqs, "events")


def test_whoever_has_no_key_rewrites_nothing_before_a_sealed_entry(tmp_path: Path) -> None:
    folder, keys = opened("war", tmp_path)
    sealed = [entry.seq for entry in entries(folder) if entry.sealed]
    assert verify(folder, keys).bound == sealed[-1] - 1
    rewrite(day_files(folder)[0], lambda columns: [*columns[:2], f"2020{columns[2][4:]}", *columns[3:]], key=False)
    assert (verify(folder).sound, verify(folder).bound) == (True, 0)  # the chain alone cannot tell
    verdict = verify(folder, keys)
    assert (verdict.fault, verdict.head.seq) == (Fault.JOURNAL_DAMAGED, sealed[0] - 1)
    assert f"entry {sealed[0]} was sealed after other entries" in verdict.detail


def test_a_lost_observation_is_a_difference_until_the_next_snapshot(tmp_path: Path) -> None:
    folder, keys = opened("three_five_seven", tmp_path)
    lost = next(entry.seq for entry in entries(folder) if entry.kind == "decision")
    snapshot = next(entry.seq for entry in entries(folder) if entry.kind == "snapshot")

    def forgotten(columns: list[Any]) -> list[Any]:
        return [columns[0], 0, *columns[2:]] if columns[0] == lost else columns

    rewrite(day_files(folder)[0], forgotten)
    found = differences(folder, keys)
    assert [(each.seq, each.kind) for each in found if each.what == "snapshot"] == [(snapshot, "snapshot")]
    assert "lines" in found[-1].detail.split(", ")
    assert {each.seq for each in found} <= {*range(lost - 2, snapshot + 1)}


def test_an_order_that_is_refused_now_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, keys = opened("sic_bo", tmp_path)

    def refuse(*_: object) -> None:
        raise FaultError(Fault.ORDER_NOT_NOW, "not any more")

    monkeypatch.setattr(table, "_between_rounds", refuse)
    found = differences(folder, keys)[0]
    assert (found.kind, found.what, found.detail) == ("open_round", "refused", "ORDER_NOT_NOW not any more")


def test_a_bug_is_a_difference_and_its_words_are_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, keys = opened("war", tmp_path)

    def bug(*cards: object) -> list[Line]:
        raise ValueError(cards)

    monkeypatch.setattr(war, "settle_first", bug)
    found = next(each for each in differences(folder, keys) if each.what == "bug")
    assert found.kind == "card_seen"
    assert found.detail.startswith("ValueError at bug:")


def test_what_cannot_be_read_any_more_is_a_difference(tmp_path: Path) -> None:
    folder, keys = opened("craps", tmp_path)

    def unknown(columns: list[Any]) -> list[Any]:
        if columns[5] == "call_wager":
            columns[7] = json.dumps({**json.loads(columns[7]), "kind": "whisper", "to": "Kh"}).encode()
        if columns[5] == "wager_called":
            columns[7] = b'{"kind":"wager_whispered"}'
        return columns

    rewrite(day_files(folder)[0], unknown)
    found = differences(folder, keys)[0]
    assert (found.kind, found.what, found.recorded) == ("call_wager", "unreadable", ({"kind": "wager_called"},))
    assert "Kh" not in str(found)


@pytest.mark.parametrize("game", [game for game in GAMES if 1 in GAMES[game].decks and False in dealt(game).faces])
def test_a_difference_tells_no_card_that_the_record_keeps_face_down(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, keys = opened(game, tmp_path)
    public = {card for entry in entries(folder) if entry.is_event for card in A_CARD.findall(str(entry.body))}
    if isinstance(GAMES[game], HousePoker):
        monkeypatch.setattr(type(GAMES[game]), "face_up", lambda *_: True)
    else:
        monkeypatch.setattr(type(GAMES[game]), "combination", lambda _, cards: str(cards[0]))
    found = differences(folder, keys)
    assert found
    for each in found:
        assert set(A_CARD.findall(str(each.now))) <= set(A_CARD.findall(str(each.recorded)))
    assert set(A_CARD.findall(str(found))) <= public


def test_options_that_tell_no_revision_are_of_before_there_were_any() -> None:
    written = b'{"kind": "started", "version": "1", "game": "war", "options": {"seats": 5}}'
    before = OBSERVATIONS.validate_json(written)
    assert isinstance(before, Started)
    assert (before.options.seats, before.options.revision) == (5, 0)
    assert thaw(freeze(TableState(posted=("war", before.options)))).posted[1].revision == 0
    assert OBSERVATIONS.validate_json(OBSERVATIONS.dump_json(replace(before, options=Options()))) == replace(
        before, options=Options()
    )
