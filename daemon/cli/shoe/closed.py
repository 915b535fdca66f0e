"""Whether a table is closed, by its journal alone. Only what proves it counts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from daemon.journal.files import File, files_of, noted
from drivers.faults import FaultError

NEWEST = "SELECT kind FROM entry WHERE kind IN ('table_closed', 'round_opened') ORDER BY seq DESC LIMIT 1"


def closed(journal: Path, old_journal: Path) -> bool:
    """The last round was followed by the table's closing, or there never was a round."""
    try:
        if not journal.exists():
            return not old_journal.exists() and noted(journal) is None  # this table has never run
        first = None
        for path in reversed(files_of(journal)):
            with File(path) as file:
                if found := file.db.execute(NEWEST).fetchone():
                    return bool(found[0] == "table_closed")
                first = file.opened()
    except (OSError, sqlite3.Error, FaultError):
        return False
    return first is not None and first.previous is None and first.set_aside is None  # nothing lies before it
