"""Logging to stderr: one line an event, then its fields. journald reads the level from the prefix."""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName"}
PRIORITY = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class Lines(logging.Formatter):
    """`LEVEL event field=value ...`; a value with blanks is quoted as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever the record holds."""
        fields = {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info and record.exc_info[0] is not None:
            fields["exception"] = where(record.exc_info[1]) if record.exc_info[1] else record.exc_info[0].__name__
        words = [record.levelname, record.getMessage(), *(f"{name}={_plain(value)}" for name, value in fields.items())]
        line = " ".join(words).replace("\n", "\\n")
        return f"<{PRIORITY.get(record.levelno, 6)}>{line}" if "JOURNAL_STREAM" in os.environ else line


def _plain(value: object) -> str:
    text = str(value)
    return text if text and text.isprintable() and not set(text) & {" ", '"', "="} else json.dumps(text)


def where(error: BaseException) -> str:
    """An exception's kind and place, without its own words: they may tell a card that lies face down."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{type(error).__name__} at {place[0].name}:{place[0].lineno}" if place else type(error).__name__


def set_up() -> None:
    """Once, at the start of the process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for chatty in ("asyncio", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
