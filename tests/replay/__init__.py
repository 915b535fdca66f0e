"""Golden journals: a small one of every game, written by the real engine and kept for ever (`make.py` wrote them)."""

from __future__ import annotations

import io
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from daemon.cli import main
from daemon.journal import mark
from daemon.journal.chain import chain
from daemon.journal.files import File
from daemon.journal.keys import load_keys
from daemon.journal.seal import PARTS, Seal, Sealed

HERE = Path(__file__).parent
KEY = "journal.key"
GOLDEN = sorted(path.name for path in HERE.iterdir() if (path / KEY).exists())


def copied(game: str, to: Path) -> tuple[Path, Path]:
    """A golden journal's folder and key, for a test to read or to spoil; git does not keep a file's mode."""
    folder = to / game
    shutil.copytree(HERE / game, folder)
    key = (folder / KEY).rename(to / f"{game}.key")
    key.chmod(0o600)
    return folder, key


def rewrite(path: Path, change: Callable[[list[Any]], list[Any]], *, key: bool = True) -> None:
    """Somebody changes entries, chains and (with the key) seals them anew: only a witness, or a replay, could tell.

    Whoever can write the folder leaves no mark of its end behind.
    """
    (path.parent / mark.NAME).unlink(missing_ok=True)
    with File(path) as file:
        opened = file.opened()
    assert opened is not None
    seal = Seal(load_keys(path.parent.with_name(f"{path.parent.name}.key")))
    before = head = opened.before.hash
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for *columns, recorded in db.execute("SELECT * FROM entry ORDER BY seq").fetchall():
            seq, *_, kind, sealed, body, raw = columns
            changed = change(columns)
            for number, part, content in zip((-2, -1), PARTS, (body, raw), strict=True):
                if key and part in Sealed(sealed).parts:
                    plain = seal.open(content, opened.uuid, seq, kind, part, before)
                    changed[number] = seal.close(plain, opened.uuid, seq, kind, part, head)
            before, head = recorded, chain(head, *changed)
            blanks = ", ".join("?" * (len(changed) + 1))
            db.execute(f"REPLACE INTO entry VALUES ({blanks})", (*changed, head))  # noqa: S608


def croupierctl(*words: str | Path) -> tuple[int, str]:
    """A command's exit status and all that it says, without a process of its own."""
    said = io.StringIO()
    with patch.object(sys, "argv", ["croupierctl", *map(str, words)]), redirect_stdout(said), redirect_stderr(said):
        try:
            main()
        except SystemExit as ended:
            return int(ended.code or 0), said.getvalue()
    raise AssertionError("it did not end")
