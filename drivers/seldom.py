"""Log lines that somebody else causes: nobody out there fills a disk, or drowns the line that matters."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field

LINES, WITHIN = 5, 60.0  # so many of one kind about one source in so many seconds


@dataclass(slots=True)
class Count:
    """Lines of one kind about one source, since some moment."""

    since: float
    written: int = 0
    left_out: int = 0


@dataclass(slots=True)
class Seldom:
    """The first lines of a kind about a source at once; the others are counted, and the next minute's first tells."""

    log: logging.Logger
    _counts: dict[tuple[str, str], Count] = field(default_factory=dict)

    def __call__(self, level: int, event: str, source: str, **fields: object) -> None:
        """`source` is one of few: a board's name, a part's; never what a stranger may choose."""
        now = time.monotonic()
        count = self._counts.setdefault((event, source), Count(now))
        if now - count.since > WITHIN:
            if count.left_out:
                fields["left_out"] = count.left_out
            count = self._counts[event, source] = Count(now)
        if count.written >= LINES:
            count.left_out += 1
            return
        count.written += 1
        self.log.log(level, event, extra=fields, stacklevel=2)
