"""How far a journal has come, told outside of its log: `head.json` in its folder. What ends before that was cut.

The journal's thread writes it when nothing waits: after a round, and whenever the table has paused. It is never ahead
of what is on the disk, and may be behind.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from daemon.host import atomic
from daemon.journal.chain import Head
from daemon.journal.files import is_closed, log_of
from daemon.text.details import Because
from drivers.faults import Fault, FaultError, exception_site

log = logging.getLogger(__name__)

NAME = "head.json"
MODE = 0o600


class End(StrEnum):
    """What lies behind the entry that a mark names."""

    NOTHING = "nothing"  # it is the last one; all of them stand in the file itself, or may
    MORE = "more"  # perhaps more of them, in a log that must be there
    DOUBT = "doubt"  # what the disk refused, or did not: nobody knows


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of a journal, the file that was being written, and what lies behind."""

    uuid: str
    file: str
    seq: int
    hash: str
    behind: End

    @classmethod
    def of(cls, uuid: str, file: Path, head: Head, behind: End) -> Mark:
        """Makes a mark of the journal's last entry."""
        return cls(uuid, file.name, *head.seq_and_hex, behind)

    def check_log(self, newest: Path) -> None:
        """JOURNAL_TRUNCATED if the log in which more was written is gone."""
        if self.behind is End.MORE and self.file == newest.name and is_closed(newest):
            raise FaultError(Fault.JOURNAL_TRUNCATED, Because.LOG_MISSING(file=log_of(newest), entry=self.seq))

    def missing(self) -> FaultError:
        """Makes the fault for a journal of which nothing at all is left."""
        return FaultError(
            Fault.JOURNAL_TRUNCATED, Because.JOURNAL_MISSING(journal=self.uuid, entry=self.seq, file=self.file)
        )

    def write(self, path: Path) -> None:
        """Writes the mark; it is on the disk when this returns."""
        atomic.write(path, [MARK.dump_json(self)], MODE)


MARK = TypeAdapter(Mark)


def read(path: Path) -> Mark | None:
    """Reads a mark; None: there is none, from an older croupier or because nothing is written yet."""
    try:
        return MARK.validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise FaultError(Fault.JOURNAL_DAMAGED, Because.NO_MARK(path=path)) from error


class Marks:
    """Writes marks in the journal's folder, and a doubt elsewhere too, since that disk has just failed."""

    def __init__(self, path: Path, elsewhere: Path | None, known: Mark) -> None:
        self._path, self._elsewhere = path, elsewhere
        self.latest = self.written = known  # the last one, and the last that its folder took

    def write(self, mark: Mark) -> None:
        """Writes a mark; if that fails, the journal goes on: the mark before holds, and the next one is tried."""
        if mark == self.latest:
            return
        self.latest = mark
        if _wrote(mark, self._path):
            self.written = mark
        if self._elsewhere is None:
            return
        if mark.behind is End.DOUBT:
            _wrote(mark, self._elsewhere)
        elif self.written == mark:
            _wrote(None, self._elsewhere)


def _wrote(mark: Mark | None, path: Path) -> bool:
    """Writes a mark, or for None deletes the one that stood there; False if the disk refuses."""
    try:
        if mark is None:
            path.unlink(missing_ok=True)
        else:
            mark.write(path)
    except OSError as error:
        log.warning("journal_mark_failed", extra={"path": str(path), "exception": exception_site(error)})
        return False
    return True
