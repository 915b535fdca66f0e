"""Does a sheet that is in use still say what the table does?"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from daemon.sheets.html import html, seen
from daemon.sheets.page import MARK, NO_TABLE, Posted, fingerprint, page
from daemon.sheets.text import text
from daemon.text.details import Because
from daemon.text.language import Language
from drivers.faults import Fault, FaultError
from rules.registry import GAMES

MOST = 1 << 20  # bytes; a sheet has a few thousand


@dataclass(frozen=True, slots=True)
class Checked:
    """What a sheet claims to be, and what became of it."""

    game: str
    language: Language
    table: str | None
    fault: Fault | None  # None: it still equals what is posted
    differences: tuple[str, ...]  # - is on the sheet, + should be


def check(file: Path, posted_at: Callable[[str | None, str], Posted]) -> Checked:
    """Compares a sheet, text or HTML, with the one that would be made now.

    `posted_at` tells what is posted at a table, or by default (None), for a game.
    """
    try:
        with file.open("rb") as opened:
            document = opened.read(MOST).decode("utf-8-sig")
    except OSError as error:
        raise FaultError(Fault.SHEET_UNREADABLE, f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FaultError(Fault.SHEET_UNREADABLE, Because.NOT_UTF8(path=file)) from error
    marks = list(MARK.finditer(document))
    if len(marks) != 1 or marks[0]["game"] not in GAMES:
        raise FaultError(Fault.SHEET_UNREADABLE, Because.NO_SHEET(file=file))
    game, language, printed = marks[0]["game"], _language(marks[0]["lang"]), marks[0]["print"]
    table = None if marks[0]["table"] == NO_TABLE else marks[0]["table"]
    posted = posted_at(table, game)
    as_html = document.lstrip().startswith("<")
    now = (html if as_html else text)(page(posted, language))
    theirs, ours = _lines(document, as_html=as_html), _lines(now, as_html=as_html)
    if fingerprint(" ".join(theirs)) != printed:
        fault: Fault | None = Fault.SHEET_ALTERED
    elif fingerprint(" ".join(ours)) != printed or posted.game != game or posted.table != table:
        fault = Fault.SHEET_OUTDATED
    else:
        fault = None
    changed = difflib.unified_diff(theirs, ours, n=0, lineterm="")
    differences = tuple(line for line in changed if not line.startswith(("---", "+++", "@@")))
    return Checked(game, language, table, fault, differences if fault else ())


def _language(written: str) -> Language:
    return "en" if written == "en" else "fr"


def _lines(document: str, *, as_html: bool) -> list[str]:
    """What a reader sees above the last line."""
    every = seen(document) if as_html else [" ".join(line.split()) for line in document.splitlines()]
    return [line for line in every if line and not MARK.search(line)]
