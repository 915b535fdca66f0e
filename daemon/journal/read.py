"""Reading a journal, or a copy of one, without the daemon: every entry of every file, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daemon.journal.files import BEFORE, DAY_OPENED, SNAPSHOT, File, files_from, files_of, unsealed
from daemon.journal.keys import Keys
from daemon.journal.seal import PARTS, Seal, Sealed

LAST = 2**63 - 1
COLUMNS = {
    1: "seq, cause, at, 'unknown', 0, kind, sealed, NULL, body, raw",
    2: f"seq, cause, at, clock, clock_offset, kind, sealed, {BEFORE}, body, raw",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row; what is sealed is None unless it was opened."""

    seq: int
    cause: int
    at: str
    clock: str
    clock_offset: int
    kind: str
    sealed: Sealed
    body: bytes | None = field(repr=False)
    raw: bytes | None = field(repr=False)

    @property
    def is_observation(self) -> bool:
        """What was observed; the rest came of it."""
        return self.cause == self.seq

    @property
    def is_event(self) -> bool:
        """What everyone may know; not the journal's own."""
        return self.cause != self.seq and self.kind not in (DAY_OPENED, SNAPSHOT)


def entries(path: Path, keys: Keys | None = None, first: int = 1, last: int = LAST) -> Iterator[Entry]:
    """The entries `first` to `last` of a folder or of one file; sealed ones are opened if there are keys."""
    seal = Seal(keys) if keys else None
    for file in files_from(path, first):
        with File(file) as opened:
            yield from _entries(opened, seal, first, last)
            if opened.last().seq >= last:
                return


def _entries(file: File, seal: Seal | None, first: int, last: int) -> Iterator[Entry]:
    opened = file.opened()
    query = f"SELECT {COLUMNS[file.version]} FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq"  # noqa: S608
    for seq, cause, at, clock, offset, kind, number, before, *content in file.db.execute(query, (first, last)):
        plain: Sequence[bytes | None] = content
        sealed = file.sealing(seq, number)
        if sealed and seal:
            plain = unsealed(seal, opened, seq, kind, sealed, before or b"", content)
        elif sealed:
            plain = [None if part in sealed.parts else each for part, each in zip(PARTS, content, strict=True)]
        yield Entry(seq, cause, at, clock, offset, kind, sealed, *plain)


def span_of(path: Path, number: int) -> tuple[int, int] | None:
    """The first and the last entry of a round; reads only the files that may hold it."""
    found: tuple[int, int] | None = None
    end = LAST
    for file in reversed(files_of(path)):
        with File(file) as opened:
            rounds = _rounds(opened)
        for opening, which in reversed(rounds):
            if which == number:
                found = opening, end
            if which <= number:
                return found
            end = opening - 1
    return found


def _rounds(file: File) -> list[tuple[int, int]]:
    """Where each round of a file opens, and its number."""
    query = "SELECT cause, CAST(body AS TEXT) FROM entry WHERE kind = 'round_opened' ORDER BY seq"
    rows: list[tuple[int, Any]] = file.db.execute(query).fetchall()
    return [(cause, int(json.loads(body)["round"])) for cause, body in rows]
