"""A gaming day and its files: `2026-11-16.journal`, and `2026-11-16.2.journal` where one file would grow too long."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple

NAME = re.compile(r"(\d{4}-\d\d-\d\d)(?:\.([1-9]\d*))?\.journal")


class Place(NamedTuple):
    """Which file of a journal: they follow each other in this order."""

    day: str
    part: int

    @property
    def name(self) -> str:
        """Names the file; a day's first one has no number."""
        return f"{self.day}.journal" if self.part == 1 else f"{self.day}.{self.part}.journal"

    def next(self, day: str) -> Place:
        """The file after this one, opened on `day`: a day never comes before the one that is open."""
        return Place(day, 1) if day > self.day else Place(self.day, self.part + 1)


def place_of(path: Path) -> Place | None:
    """What a file's name says; None if it is not one of a journal's."""
    found = NAME.fullmatch(path.name)
    return Place(found[1], int(found[2] or 1)) if found else None


def day_files(folder: Path) -> list[Path]:
    """The files of a journal, in order."""
    places = {path: place for path in folder.glob("*.journal") if (place := place_of(path))}
    return sorted(places, key=places.__getitem__)


def gaming_day(now: datetime, starts: time) -> str:
    """The gaming day of a moment: until `starts`, by the clock of `now`'s own time zone, it is still yesterday's.

    >>> gaming_day(datetime(2026, 11, 17, 5, 59, tzinfo=UTC), time(6))
    '2026-11-16'
    """
    begins = datetime.combine(now.date(), starts, now.tzinfo)
    still = now.astimezone(UTC) < begins.astimezone(UTC)  # in UTC: an hour that comes twice begins one day only
    return (now.date() - timedelta(days=still)).isoformat()
