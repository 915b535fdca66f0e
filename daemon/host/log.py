"""Logging to stderr: one line an event, then its fields. journald reads the level from the prefix."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import threading
from typing import Any

from drivers.faults import exception_site

log = logging.getLogger(__name__)

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName"}
PRIORITY = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class Lines(logging.Formatter):
    """`LEVEL event field=value ...`; a value with blanks is quoted as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever the record holds."""
        fields = {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info and record.exc_info[0] is not None:
            fields["exception"] = (
                exception_site(record.exc_info[1]) if record.exc_info[1] else record.exc_info[0].__name__
            )
        words = [record.levelname, record.getMessage(), *(f"{name}={_plain(value)}" for name, value in fields.items())]
        line = " ".join(words).replace("\n", "\\n")
        return f"<{PRIORITY.get(record.levelno, 6)}>{line}" if "JOURNAL_STREAM" in os.environ else line


def _plain(value: object) -> str:
    text = str(value)
    quoted = not text or not text.isprintable() or set(text) & {" ", '"', "="}
    return json.dumps(text, ensure_ascii=not text.isprintable()) if quoted else text


def loop_handler(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What asyncio would complain of at length: its words show arguments, and an argument may be a card."""
    error = context.get("exception")
    trouble = exception_site(error) if isinstance(error, BaseException) else str(context.get("message"))
    log.error("event_loop", extra={"trouble": trouble})


def _thread_died(died: threading.ExceptHookArgs) -> None:
    name = died.thread.name if died.thread is not None else ""
    log.critical(
        "thread_died",
        extra={"name_of_thread": name, "exception": exception_site(died.exc_value) if died.exc_value else ""},
    )


def set_up() -> None:
    """Once, at the start of the process."""
    threading.excepthook = _thread_died
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for chatty in ("asyncio", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
