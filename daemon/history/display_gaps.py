"""The times in which no board of a table proved what a pool was worth (21.2), as the table's journal tells them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from daemon.history.ledger import posted

KINDS = ("jackpot_undisplayed", "jackpot_displayed")


class DisplayGap(NamedTuple):
    """One of them: from when the wager was stopped until a board proved the amount again."""

    at: str
    day: str
    seconds: int  # without a proof: in all, or while it lasts, when the wager was stopped
    until: str = ""  # "": it lasts
    until_day: str = ""

    @property
    def days(self) -> set[str]:
        """The gaming days that it concerns."""
        return {self.day, self.until_day} - {""}


def display_gaps(path: Path) -> dict[str, list[DisplayGap]]:
    """All of a journal, by pool."""
    found: dict[str, list[DisplayGap]] = {}
    for _, _, at, day, kind, body in posted(path, KINDS):
        said = json.loads(body)
        gaps = found.setdefault(said["pool"], [])
        if kind == KINDS[0]:
            gaps.append(DisplayGap(at, day, said["seconds"]))
        else:
            began = gaps.pop() if gaps else DisplayGap(at, day, 0)  # else: before an archived beginning
            gaps.append(began._replace(seconds=said["seconds"], until=at, until_day=day))
    return found
