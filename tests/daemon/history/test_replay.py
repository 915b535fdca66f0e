"""`croupierctl replay`: exit status, what is told of a difference, and what keeps a journal from being replayed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from daemon.history.replay import Replay
from daemon.journal.days import day_files
from daemon.journal.keys import load_keys
from daemon.journal.verify import verify
from daemon.text.faults import ROWS
from drivers.faults import Fault, FaultError
from drivers.observation import LinkUp
from tests.daemon.floor import A_CARD
from tests.daemon.journals import BOOT, HERE, Written, tampering, version_1
from tests.replay import copied, croupierctl, rewrite


def dearer(columns: list[Any]) -> list[Any]:
    """A wager that was won is paid a dollar more; a hand that was turned showed other cards; the chain holds."""
    *_, kind, _, body, _ = columns
    if kind == "line_settled" and (won := re.search(rb'"won":([1-9]\d*)', body)):
        body = body.replace(won[0], b'"won":%d' % (int(won[1]) + 100))
    if kind == "hand_turned":
        body = re.sub(rb'"cards":\[.*\]', b'"cards":["2c"]', body)
    return [*columns[:-2], body, columns[-1]]


def test_a_journal_that_is_the_same_is_read_and_not_touched(tmp_path: Path) -> None:
    folder, key = copied("craps", tmp_path)
    before = {file: file.read_bytes() for file in folder.iterdir()}
    status, said = croupierctl("replay", folder, "--key", key, "--lang", "en")
    assert (status, said.splitlines()[-1]) == (0, "No difference to the journal.")
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize(("language", "verdict"), [("fr", "Différences avec le journal"), ("en", "Differences to")])
def test_differences_are_told_at_80_columns(tmp_path: Path, language: str, verdict: str) -> None:
    folder, key = copied("boston", tmp_path)
    rewrite(day_files(folder)[0], dearer)
    status, said = croupierctl("replay", folder, "--key", key, "--lang", language)
    assert status == 2
    assert verdict in said.splitlines()[-1]
    assert max(map(len, said.splitlines())) <= 80
    assert "won 20100" in said
    assert "won 20000" in said
    assert set(A_CARD.findall(said)) == {"2c"}  # what the record says; what was really turned, it does not


def test_as_json(tmp_path: Path) -> None:
    folder, key = copied("boston", tmp_path)
    rewrite(day_files(folder)[0], dearer)
    status, said = croupierctl("replay", folder, "--key", key, "--json")
    answer = json.loads(said)
    assert (status, answer["verdict"], answer["rounds"]) == (2, "different", 2)
    assert answer["differences"] >= len(answer["first"]) > 0
    assert {"seq", "kind", "at", "what", "detail", "recorded", "now"} == set(answer["first"][0])


def test_without_its_key_a_journal_cannot_be_replayed(tmp_path: Path) -> None:
    folder, key = copied("war", tmp_path)
    status, said = croupierctl("replay", folder, "--lang", "fr")
    assert (status, said.split()[0]) == (2, Fault.JOURNAL_KEY)
    assert ROWS[Fault.JOURNAL_KEY].fr.action in said
    key.write_text("00" * 32)
    status, said = croupierctl("replay", folder, "--key", key, "--lang", "en")
    assert (status, said.split()[0]) == (2, Fault.JOURNAL_KEY)


def test_a_damaged_journal_is_named_and_not_replayed(tmp_path: Path) -> None:
    folder, key = copied("war", tmp_path)
    with tampering(day_files(folder)[0]) as db:
        db.execute("UPDATE entry SET body = x'7b7d' WHERE kind = 'round_finished'")
    status, said = croupierctl("replay", folder, "--key", key, "--json")
    assert (status, json.loads(said)["error"]["code"]) == (2, Fault.JOURNAL_DAMAGED)
    status, said = croupierctl("replay", key, "--key", key)
    assert (status, said.split()[0]) == (2, Fault.JOURNAL_DAMAGED)


def test_a_file_that_goes_on_from_another_needs_it(tmp_path: Path) -> None:
    house = version_1(tmp_path)
    house.keep(Written(LinkUp("shoe", BOOT, 0, complete=True)))  # the first file after one of version 1
    with pytest.raises(FaultError, match="goes on from a file that is not here") as caught:
        list(Replay(house.newest, load_keys(house.key)).differences())
    assert caught.value.fault is Fault.JOURNAL_DAMAGED
    whole = Replay(house.folder, load_keys(house.key))
    list(whole.differences())
    assert whole.observations == 22


def test_a_journal_of_version_1_is_replayed_too(tmp_path: Path) -> None:
    """Its orders were given by whoever the kernel named."""
    path, key = HERE / "001/poker-1.journal", HERE / "001/poker-1.key"
    keys = tuple(map(bytes.fromhex, key.read_text().split()))
    assert verify(path, keys).sound
    replay = Replay(path, keys)
    assert list(replay.differences()) == []
    assert (replay.observations, replay.rounds) == (21, 2)
