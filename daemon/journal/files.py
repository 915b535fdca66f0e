"""One file of a journal: how it is born, opened and checked. A file keeps the schema that it was born with."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from daemon.host.atomic import fsync_folder
from daemon.journal.chain import GENESIS, Head, chain
from daemon.journal.days import Place, day_files
from daemon.journal.errors import named
from daemon.journal.seal import PARTS, Seal, Sealed
from daemon.journal.wal import flaw
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

VERSION = 2
SCHEMAS = {number: Path(__file__).with_name(f"{number:03}.sql") for number in range(1, VERSION + 1)}
DAY_OPENED, SNAPSHOT = "day_opened", "snapshot"  # the journal's own kinds; all others are the table's
ROOM = 1064 * (4096 + 24) + 32  # bytes of a log that is checkpointed at 1000 pages, and a little more
BEFORE = (
    "CASE WHEN sealed THEN (SELECT hash FROM entry AS b WHERE b.seq = entry.seq - 1) END"  # what a seal is bound to
)
MANY = 5000  # entries between two signs of progress

Row = tuple[Any, ...]
Progress = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Previous:
    """The file before, and its last entry."""

    file: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Aside:
    """A journal that was set aside: where it lies, how far it was good, which snapshot of it is carried over."""

    uuid: str
    folder: str
    seq: int
    hash: str
    snapshot_file: str | None
    snapshot_seq: int
    replaces: str = ""  # the journal of this table that was lost with its disk, if a person said so
    day: str = ""  # the gaming day of its newest file that can be read


@dataclass(frozen=True, slots=True)
class Opened:
    """The first entry of every file: which one it is, and what it follows."""

    uuid: str
    day: str
    part: int
    previous: Previous | None
    set_aside: Aside | None = None
    on: str = ""  # the gaming day, where `day` is a later one that a wrong clock once opened: names never go back

    @property
    def gaming_day(self) -> str:
        """Returns the gaming day on which the file was opened."""
        return self.on or self.day

    @property
    def place(self) -> Place:
        """Returns which file of the journal this is."""
        return Place(self.day, self.part)

    @property
    def before(self) -> Head:
        """The entry that the first one of this file follows."""
        return Head(self.previous.seq, bytes.fromhex(self.previous.hash)) if self.previous else GENESIS


OPENED = TypeAdapter(Opened)
ASIDE = TypeAdapter(Aside)


def note_of(folder: Path) -> Path:
    """Where it is written down that a journal was set aside."""
    return folder.with_name(f"{folder.name}.set-aside.json")


def noted(folder: Path) -> Aside | None:
    """The last journal of this table that was set aside."""
    note = note_of(folder)
    return ASIDE.validate_json(note.read_bytes()) if note.exists() else None


@cache
def _schema(version: int) -> list[Row]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMAS[version].read_text())
        return _tables(db)


def _tables(db: sqlite3.Connection) -> list[Row]:
    return db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()


def log_of(path: Path) -> Path:
    """Returns the path of SQLite's write-ahead log."""
    return path.with_name(f"{path.name}-wal")


def is_closed(path: Path) -> bool:
    """Whether all that it says stands in the file itself, and nothing in a log beside it."""
    try:
        return log_of(path).stat().st_size == 0
    except FileNotFoundError:
        return True


def _log_flaw(path: Path) -> str | None:
    try:
        return flaw(log_of(path).read_bytes())
    except FileNotFoundError:
        return None


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; where nobody writes, it does not even leave a file beside."""
    how = "mode=ro&immutable=1" if is_closed(path) else "mode=ro"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, check_same_thread=False)


def writable(path: Path) -> sqlite3.Connection:
    """A connection whose every commit is on the disk."""
    os.close(os.open(path, os.O_RDWR))  # SQLite would open what it may not write, and say so too late
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous=FULL")
    return db


class File:
    """One file, open; whatever is wrong with it is JOURNAL_DAMAGED, and names the entry."""

    def __init__(self, path: Path, *, write: bool = False, salvage: bool = False) -> None:
        self.path = path
        if not salvage:  # before SQLite opens it, which takes what it does not understand for the end
            self.check_log()
        self.db = writable(path) if write else read_only(path)
        try:
            (self.version,) = self.db.execute("PRAGMA user_version").fetchone()
            if self.version not in SCHEMAS:
                raise self.damaged(Because.FILE_SCHEMA(found=self.version, known=", ".join(map(str, SCHEMAS))))
            if _tables(self.db) != _schema(self.version):
                raise self.damaged(Because.NOT_SCHEMA(found=self.version))
        except BaseException:
            self.db.close()
            raise

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self.db.close()

    def check_log(self) -> None:
        """Checks that nothing acknowledged is lost behind the end that SQLite sees."""
        found = _log_flaw(self.path)
        if found is not None and found == _log_flaw(self.path):  # not only because it was being written
            raise self.damaged(found)

    def damaged(self, what: str) -> FaultError:
        """Makes the fault that names this file and what is wrong with it."""
        return FaultError(Fault.JOURNAL_DAMAGED, Because.IN_FILE(path=self.path, why=what))

    def sealing(self, seq: int, number: int) -> Sealed:
        """What of an entry is sealed; version 1 knew all or nothing."""
        try:
            return Sealed(number)
        except ValueError as error:
            raise self.damaged(Because.SEALED_UNKNOWN(entry=seq)) from error

    def check(self, pragma: str = "quick_check") -> None:
        """Has SQLite check the file; JOURNAL_DAMAGED if it is not whole."""
        (verdict,) = self.db.execute(f"PRAGMA {pragma}").fetchone()
        if verdict != "ok":
            raise self.damaged(verdict.splitlines()[-1])
        (size,) = self.db.execute("PRAGMA page_size").fetchone()
        if self.path.stat().st_size % size:
            raise self.damaged(Because.PAGE_CUT())

    def opened(self) -> Opened | None:
        """What the first entry says, true to its own hash; a file of version 1 has no such entry."""
        if self.version == 1:
            return None
        row = self.db.execute("SELECT * FROM entry ORDER BY seq LIMIT 1").fetchone()
        if row is None:
            raise self.damaged(Because.NO_ENTRIES())
        *columns, recorded = row
        seq, *_, kind, _, body, _ = columns
        try:
            said = OPENED.validate_json(body)
            before = said.before
        except ValueError as error:
            raise self.damaged(Because.OPENS_NO_DAY(entry=seq)) from error
        if kind != DAY_OPENED or seq != before.seq + 1 or chain(before.hash, *columns) != recorded:
            raise self.damaged(Because.CHAIN_BREAKS(entry=seq))
        return said

    def last(self) -> Head:
        """Returns the last entry's number and hash, as recorded."""
        found = self.db.execute("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        return Head(*found) if found else GENESIS

    def at(self, seq: int) -> Head | None:
        """Returns an entry's number and hash, as recorded; None if it is not here."""
        found = self.db.execute("SELECT seq, hash FROM entry WHERE seq = ?", (seq,)).fetchone()
        return Head(*found) if found else None

    def newest_snapshot(self) -> int | None:
        """The number of the last snapshot in this file."""
        query = "SELECT seq FROM entry WHERE kind = ? ORDER BY seq DESC LIMIT 1"
        found = self.db.execute(query, (SNAPSHOT,)).fetchone()
        return int(found[0]) if found else None

    def verified(self, after: Head) -> Iterator[tuple[Head, list[Any]]]:
        """The entries after that one, each with the head that it makes, as far as the chain holds."""
        seq, head = after
        try:
            for *columns, recorded in self.db.execute("SELECT * FROM entry WHERE seq > ? ORDER BY seq", (seq,)):
                seq += 1
                head = chain(head, *columns)
                if columns[0] != seq or head != recorded:
                    raise self.damaged(Because.CHAIN_BREAKS(entry=seq))
                yield Head(seq, head), columns
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise named(error, self.path, f"after entry {seq}") from error

    def walk(self, after: Head, progress: Progress = lambda: None) -> Head:
        """The head that the chain leads to, from the entry after that one to the last."""
        head = after
        for head, _ in self.verified(after):
            if head.seq % MANY == 0:
                progress()
        return head

    def tail(self, progress: Progress = lambda: None) -> tuple[int | None, Head]:
        """The newest snapshot, and the head that the chain leads to from there (without one: from the beginning)."""
        snapshot, opened = self.newest_snapshot(), self.opened()
        if snapshot is None:
            return None, self.walk(opened.before if opened else GENESIS, progress)
        before = self.at(snapshot - 1)
        if before is None:
            raise self.damaged(Because.ENTRY_MISSING(entry=snapshot - 1))
        return snapshot, self.walk(before, progress)

    def snapshot(self, seq: int, seal: Seal) -> bytes:
        """Returns a snapshot, its seal opened."""
        opened, before = self.opened(), self.at(seq - 1)
        found = self.db.execute("SELECT body FROM entry WHERE seq = ? AND kind = ?", (seq, SNAPSHOT)).fetchone()
        if opened is None or before is None or found is None:
            raise self.damaged(Because.NO_SNAPSHOT(entry=seq))
        return seal.open(found[0], opened.uuid, seq, SNAPSHOT, "body", before.hash)

    def make_room(self) -> None:
        """Writes zeros to the end of the log, which SQLite fills and, after each checkpoint, fills again.

        A commit into blocks that the file already owns takes one write to the disk; one that makes the file longer
        takes the file system's own journal too, about three times as long.
        """
        log = log_of(self.path)
        length = log.stat().st_size if log.exists() else ROOM
        if length >= ROOM:
            return
        with log.open("ab", buffering=0) as file:
            try:
                made = file.write(bytes(ROOM - length))
                os.fsync(file.fileno())
            except OSError:
                made = 0
            if made < ROOM - length:  # a disk so full has room for a while yet: leave it
                file.truncate(length)

    def copy_log(self) -> None:
        """Copies the log into the file, as far as readers allow; then the log begins anew."""
        self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def fold_log(self) -> bool:
        """Moves everything from the log into the file itself; False if a reader stands in the way."""
        busy, *_ = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()  # it does not raise if it must wait
        return not busy

    def shut(self, patience: float = 0) -> bool:
        """Folds its log: from now on the file is only read; False if a reader stands in the way.

        Then the log stays beside the file, where readers find it, until the next start or the export shuts it.
        """
        with closing(self.db):
            self.db.execute(f"PRAGMA busy_timeout={round(patience * 1000)}")
            return self.fold_log()


def unsealed(
    seal: Seal, opened: Opened | None, seq: int, kind: str, sealed: Sealed, before: bytes, content: Sequence[bytes]
) -> list[bytes]:
    """Opens body and raw bytes of an entry; `before`: the hash that it follows, `opened`: what its file opens with."""
    if opened is None:
        return [seal.open_1(each, seq, kind) for each in content]
    return [
        seal.open(each, opened.uuid, seq, kind, part, before) if part in sealed.parts else each
        for part, each in zip(PARTS, content, strict=True)
    ]


def previous_of(folder: Path, opened: Opened) -> Path | None:
    """The file before, if it is still there: a day's beside it, that of version 1 beside the folder."""
    if opened.previous is None:
        return None
    name = Path(opened.previous.file).name
    return next((path for path in (folder / name, folder.parent / name) if path.is_file()), None)


def create(folder: Path, place: Place, entries: Sequence[Row], outbox: Sequence[Row] = ()) -> Path:
    """A new file with its first entries, there whole or not at all."""
    path = folder / place.name
    new = path.with_name(f"{path.name}.new")
    tidy(folder)
    new.touch(mode=0o600)
    with closing(writable(new)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.executescript(f"BEGIN; {SCHEMAS[VERSION].read_text()} PRAGMA user_version={VERSION}; COMMIT;")
        db.execute("BEGIN")
        insert(db, entries, outbox)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # closing does that too, but tells nobody if it fails
    new.rename(path)
    fsync_folder(folder)
    return path


def insert(db: sqlite3.Connection, entries: Sequence[Row], outbox: Sequence[Row] = ()) -> None:
    """Inserts rows of this version's schema."""
    db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", entries)
    if outbox:
        db.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?, ?)", outbox)


def tidy(folder: Path) -> None:
    """Deletes what a crash left of a file that was never whole."""
    for left in folder.glob("*.journal.new*"):
        left.unlink()


def files_of(path: Path) -> list[Path]:
    """All files of a journal in order, one of version 1 before them; or the one file that was named."""
    if not path.is_dir():
        return [path]
    files = day_files(path)
    if files:
        with File(files[0]) as first:
            opened = first.opened()
        before = previous_of(path, opened) if opened else None
        if before is not None and before not in files:
            files.insert(0, before)
    return files


def files_from(path: Path, seq: int) -> list[Path]:
    """Returns the files of a journal that hold an entry and all that follow it."""
    needed: list[Path] = []
    for file in reversed(files_of(path)):
        needed.insert(0, file)
        with closing(read_only(file)) as db:
            (first,) = db.execute("SELECT min(seq) FROM entry").fetchone()
        if first is not None and first <= seq:
            break
    return needed
