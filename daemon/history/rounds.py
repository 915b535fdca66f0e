"""Where in a journal a round lies. Rounds are counted on from file to file, so of many files only a few are opened."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daemon.journal.chain import GENESIS, Head
from daemon.journal.errors import ERRORS, named
from daemon.journal.files import File, files_from, files_of
from daemon.journal.read import LAST, span_of
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

OPENED, OVER = "kind = 'round_opened'", "kind IN ('round_finished', 'round_voided')"


def find(path: Path, number: int | None, day: str | None = None) -> tuple[int, int]:
    """A round's number and its first entry; without a number, of the newest round that is over."""
    with damage(path):
        files = [file for file in files_of(path) if day is None or day_of(file) == day]
        wanted = _newest(files) if number is None else number
        first = None if wanted is None else _opening(files, wanted)
    if wanted is None or first is None:
        raise FaultError(Fault.ROUND_UNKNOWN, f"{number or 'last'} {day or ''}".rstrip())
    return wanted, first


def check(path: Path, first: int, last: int) -> Head:
    """The chain holds from one entry to another, and this is the other one; JOURNAL_DAMAGED if not."""
    with damage(path):
        for each in files_from(path, first):
            with File(each) as file:
                opened = file.opened()
                before = file.at(first - 1) or (opened.before if opened else GENESIS)
                for head, _ in file.verified(before):
                    if head.seq == last:
                        return head
    raise FaultError(Fault.JOURNAL_DAMAGED, Because.ENTRY_MISSING_IN(path=path, entry=last))


@contextmanager
def damage(path: Path) -> Iterator[None]:
    """Whatever stands in the way of reading gets the name of its fault."""
    try:
        yield
    except (*ERRORS, ValueError, LookupError, TypeError) as error:  # the last three: an entry that is none
        raise named(error, path) from error


def day_of(file: Path) -> str | None:
    """The gaming day of a file; a file of version 1 does not tell."""
    with File(file) as opened:
        said = opened.opened()
        return said.gaming_day if said else None


def _round_of(file: Path, which: str, order: str) -> int | None:
    """The first or the last round of a file that was opened, or is over."""
    query = f"SELECT CAST(body AS TEXT) FROM entry WHERE {which} ORDER BY seq {order} LIMIT 1"  # noqa: S608
    with File(file) as opened:
        found = opened.db.execute(query).fetchone()
    return int(json.loads(found[0])["round"]) if found else None


def _newest(files: list[Path]) -> int | None:
    found = (_round_of(file, OVER, "DESC") for file in reversed(files))
    return next((number for number in found if number is not None), None)


def _opening(files: list[Path], number: int) -> int | None:
    after = bisect_right(_FirstRounds(files), number)
    span = span_of(files[after - 1], number) if after else None
    return span[0] if span else None


class _FirstRounds:
    """The first round of each file, looked up only when it is asked for."""

    def __init__(self, files: list[Path]) -> None:
        self._files = files

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, index: int) -> int:
        found = (_round_of(file, OPENED, "ASC") for file in self._files[index:])  # one without a round: as the next
        return next((number for number in found if number is not None), LAST)
