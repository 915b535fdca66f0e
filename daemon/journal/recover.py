"""The way out of a damaged journal: it is set aside, unchanged, and the next start opens a new one that names it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from daemon.host import atomic
from daemon.host.atomic import fsync_folder
from daemon.journal.chain import GENESIS, Head
from daemon.journal.days import day_files
from daemon.journal.errors import ERRORS
from daemon.journal.files import ASIDE, SNAPSHOT, Aside, File, note_of
from daemon.journal.keys import load_keys
from daemon.journal.seal import Seal
from daemon.journal.store import take_lock
from drivers.faults import FaultError


def set_aside(
    folder: Path, key_file: Path, legacy: Path | None = None, *, without_key: bool = False, replaces: str = ""
) -> Aside:
    """Moves everything to `<table>.damaged-<UTC>`; TABLE_TAKEN while a daemon holds it.

    The new journal will open with the newest good snapshot: JOURNAL_KEY if the key does not open it, unless that is
    given up (`without_key`). It will also stand for another one of this table that was lost whole (`replaces`).
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _held(folder):
        uuid, day, good, snapshot = _good(folder)
        if snapshot is not None and without_key:
            snapshot = None
        elif snapshot is not None:
            with File(snapshot[0], salvage=True) as file:
                file.snapshot(snapshot[1], Seal(load_keys(key_file)))
        where = folder.with_name(f"{folder.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        seq, digest = good.seq_and_hex
        kept, at = (snapshot[0].name, snapshot[1]) if snapshot else (None, 0)
        aside = Aside(uuid, where.name, seq, digest, kept, at, replaces, day)
        # the note first: a crash from here on loses nothing, and the break stays on record
        atomic.write(note_of(folder), [ASIDE.dump_json(aside)])
        folder.rename(where)
        if legacy is not None and legacy.exists():
            for path in sorted(legacy.parent.glob(f"{legacy.name}*"), reverse=True):  # what belongs to it before it
                path.rename(where / path.name)
        fsync_folder(folder.parent)
    return aside


def _good(folder: Path) -> tuple[str, str, Head, tuple[Path, int] | None]:
    """The journal's UUID, day, last good entry and newest good snapshot, from the newest file that can be read."""
    for path in reversed(day_files(folder)):
        head, snapshot, uuid, day = GENESIS, None, "", ""
        try:
            with File(path, salvage=True) as file:
                opened = file.opened()
                if opened is not None:
                    uuid, day, head = opened.uuid, opened.gaming_day, opened.before
                    for head, columns in file.verified(opened.before):
                        if columns[5] == SNAPSHOT:
                            snapshot = path, head.seq
        except (FaultError, *ERRORS):
            pass  # as far as it was good
        if uuid:
            return uuid, day, head, snapshot
    return "", "", GENESIS, None


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    lock = take_lock(folder)
    try:
        yield
    finally:
        os.close(lock)
