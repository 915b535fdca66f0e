"""The rounds of a journal that a section decided, from what everyone may read of it: no key is needed."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

from daemon.history.rounds import damage
from daemon.journal.files import files_of, read_only

LINES = (
    "SELECT kind, CAST(body AS TEXT) FROM entry WHERE kind = 'round_opened' "
    "OR (kind IN ('line_settled', 'line_cancelled') AND CAST(body AS TEXT) LIKE ?) ORDER BY seq"
)
UNDECIDED = "A95"  # the line of a wager that went back undecided, since its round is void


def rounds_decided(path: Path, section: str) -> list[int]:
    """The numbers of the rounds in which the section settled a wager, as they ended."""
    lines: Counter[int] = Counter()
    now = 0
    with damage(path):
        for file in files_of(path):
            with closing(read_only(file)) as db:
                for kind, body in db.execute(LINES, (f'%"section":"{section}"%',)):
                    told = json.loads(body)
                    if kind == "round_opened":
                        now = told["round"]
                    elif UNDECIDED not in told["line"]["readings"]:
                        # a roll that is corrected is the one before, in a game that goes on
                        at = now if kind == "line_settled" or lines[now] else now - 1
                        lines[at] += 1 if kind == "line_settled" else -1
    return sorted(number for number, count in lines.items() if count > 0)
