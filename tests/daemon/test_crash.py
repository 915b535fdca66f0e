"""A crash at every write of a hand, in every game: nothing is lost, nothing happens twice, the hand is played on.

The journal's own connection tells every statement before it runs; at each, the files are copied as a crash would leave
them. Then each copy is opened, and the same people play the hand to its end.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from daemon.journal.store import Journal
from rules.registry import GAMES
from tests.daemon.played import Floor, events_on_disk, play
from tests.hil.hand import outcome


@dataclass
class Crash:
    """The journal's files before one statement, and what the world knew then."""

    folder: Path
    statement: str
    committed: int  # entries that were on disk
    drawn: int


async def crashes(game: str, folder: Path) -> list[Crash]:
    """The hand as it is meant to be, and every moment at which a crash might come."""
    found: list[Crash] = []

    def watch(journal: Journal, floor: Floor) -> None:
        def copy(statement: str) -> None:
            there = folder.parent / f"{game}-{len(found)}"
            shutil.copytree(folder, there, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
            found.append(Crash(there, statement.split(maxsplit=1)[0], journal.head.seq, floor.drawn))

        journal._writer.current.file.db.set_trace_callback(copy)

    await play(game, folder, first=watch)
    return found


async def recover(game: str, crash: Crash) -> None:
    """A restart from what the crash left, and the hand to its end."""

    def check(journal: Journal, _: Floor) -> None:
        assert journal.head.seq >= crash.committed  # what was committed is there

    await play(game, crash.folder, crash.drawn, first=check)


@pytest.mark.parametrize("game", GAMES)
async def test_a_crash_at_every_write_of_a_hand(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.files.ROOM", 0)  # nothing but copies for each crash
    found = await crashes(game, tmp_path / "whole")
    assert {crash.statement for crash in found} == {"BEGIN", "INSERT", "COMMIT", "PRAGMA"}  # the last: a log is copied
    events = events_on_disk(tmp_path / "whole")
    whole, kinds = outcome(events), {event["kind"] for event in events}
    assert {"held", "resumed", "proposed", "agreed", "round_voided"} <= kinds
    assert bool(whole["dealt"]) is ("card_set_aside" in kinds) is ("shoe" in GAMES[game].needs)
    assert all(set(whole[what].values()) <= {0, 1} for what in ("dealt", "settled"))
    for crash in found:
        await recover(game, crash)
        assert outcome(events_on_disk(crash.folder)) == whole, (crash.statement, crash.folder.name)
        shutil.rmtree(crash.folder)
