"""How a table stands whose croupierd is stopped, by its journal alone. Only what proves it counts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from daemon.journal.files import File, files_of, noted
from drivers.faults import FaultError

CLOSING = ("table_closed", "round_opened")
ROUNDS = ("table_closed", "round_opened", "round_reopened", "round_finished", "round_voided")
NEWEST = "SELECT kind FROM entry WHERE kind IN ({}) ORDER BY seq DESC LIMIT 1"
NOTHING = ""  # no such entry, and nothing lies before the journal
EMPTY = "empty"  # a folder without a file: croupierd is about to begin its first one, or somebody took them away


def closed(journal: Path, old_journal: Path) -> bool:
    """Whether the table was closed after its last round, or there never was a round."""
    return _newest(journal, old_journal, CLOSING) in ("table_closed", NOTHING)


def between_rounds(journal: Path, old_journal: Path) -> bool:
    """Whether no round waits for anything: the last one has had its end, or there never was one."""
    return _newest(journal, old_journal, ROUNDS) in ("table_closed", "round_finished", "round_voided", NOTHING, EMPTY)


def _newest(journal: Path, old_journal: Path, kinds: tuple[str, ...]) -> str | None:
    """The last entry of these kinds; None: nobody can tell."""
    query = NEWEST.format(", ".join("?" * len(kinds)))
    try:
        there = journal.exists()
        files = files_of(journal) if there else []
        if not files:  # this table has never run
            before = old_journal.exists() or noted(journal) is not None
            return None if before else EMPTY if there else NOTHING
        first = None
        for path in reversed(files):
            with File(path) as file:
                if found := file.db.execute(query, kinds).fetchone():
                    return str(found[0])
                first = file.opened()
    except (OSError, sqlite3.Error, FaultError):
        return None
    return NOTHING if first is not None and first.previous is None and first.set_aside is None else None
