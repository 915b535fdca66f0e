"""The journal's file: SQLite, WAL, one durable transaction a group of observations, one writer thread.

`append` returns at once; its callback runs on the event loop after the commit. Whoever waits for it may tell the world.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import hashlib
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from daemon.journal.seal import Seal, load_key
from daemon.table.events import Event
from daemon.table.orders import Observation
from drivers.faults import Fault, FaultError, where

log = logging.getLogger(__name__)

SCHEMA = Path(__file__).with_name("001.sql")
VERSION = 1
IDLE = 1.0  # seconds between two signs of life of an idle writer
GENESIS = bytes(32)
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)
THE_DISK = ("SQLITE_IOERR", "SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN")  # not what stands on it
MANY = 5000  # entries between two signs of progress

OBSERVATIONS: TypeAdapter[Observation] = TypeAdapter(Annotated[Observation, Field(discriminator="kind")])
EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


@dataclass(frozen=True, slots=True)
class Group:
    """One observation, the bytes behind it, what came of it, and who waits: `done(first_seq, error)`."""

    kind: str
    secret: bool
    body: bytes = field(repr=False)
    raw: bytes = field(repr=False)
    events: tuple[tuple[str, bytes], ...]
    done: Callable[[int, FaultError | None], None]

    @classmethod
    def of(
        cls,
        observation: Observation,
        raw: bytes,
        events: tuple[Event, ...],
        done: Callable[[int, FaultError | None], None],
    ) -> Group:
        """Made before anything is decided: what cannot be written down (ValueError) must not happen."""
        told = tuple((event.kind, EVENTS.dump_json(event)) for event in events)
        body = OBSERVATIONS.dump_json(observation)
        return cls(observation.kind, observation.SECRET, body, raw, told, done)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row, opened."""

    seq: int
    cause: int
    at: str
    kind: str
    body: bytes = field(repr=False)
    raw: bytes = field(repr=False)


def chain(previous: bytes, *columns: int | str | bytes) -> bytes:
    """The hash of an entry: the one before, then every column with its length, as it lies on disk."""
    digest = hashlib.sha256(previous)
    for column in columns:
        part = column if isinstance(column, bytes) else str(column).encode()
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def _create(path: Path) -> None:
    """A new, empty journal, there whole or not at all: an empty file under its name is a damaged journal."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.executescript(f"BEGIN; {SCHEMA.read_text()} PRAGMA user_version={VERSION}; COMMIT;")
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class Journal:
    """An open journal. Open it in a thread: it reads and checks the whole file."""

    def __init__(
        self,
        path: Path,
        key_file: Path,
        beat: Callable[[], None] = lambda: None,
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        self._path, self._beat, self._progress = path, beat, progress
        self._queue: SimpleQueue[Group | None] = SimpleQueue()
        self._writer: threading.Thread | None = None
        with ExitStack() as undo:
            try:
                self._open(key_file, undo)
            except OSError as error:
                fault = Fault.JOURNAL_WRITE if error.errno in NO_SPACE else Fault.JOURNAL_NO_ACCESS
                raise FaultError(fault, f"{error.filename or path}: {error.strerror}") from error
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # a broken schema breaks SQLite's own words
                the_disk = getattr(error, "sqlite_errorname", "").startswith(THE_DISK)
                raise FaultError(
                    Fault.JOURNAL_WRITE if the_disk else Fault.JOURNAL_DAMAGED, f"{path}: {error}"
                ) from error
            undo.pop_all()

    def _open(self, key_file: Path, undo: ExitStack) -> None:
        path = self._path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(path.with_suffix(".lock"), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        undo.callback(os.close, self._lock)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FaultError(Fault.TABLE_TAKEN, str(path)) from error
        is_new = not path.exists()
        self._seal = Seal(load_key(key_file, create=is_new))
        if is_new:
            _create(path)
            log.warning("journal_new", extra={"path": str(path)})
        os.close(os.open(path, os.O_RDWR))  # SQLite would open what it may not write, and say so too late
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        undo.callback(self._db.close)
        self._prepare()
        self.head = self._verify()

    def _prepare(self) -> None:
        """Of the schema that we know, and durable from the first write on; a file that is not ours stays untouched."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            raise FaultError(Fault.JOURNAL_DAMAGED, f"schema {version}; this croupier knows {VERSION}")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")

    def _verify(self) -> tuple[int, bytes]:
        """Integrity of the file, then of the chain from the first entry to the last."""
        (verdict,) = self._db.execute("PRAGMA quick_check").fetchone()
        if verdict != "ok":
            raise FaultError(Fault.JOURNAL_DAMAGED, verdict)
        seq, head = 0, GENESIS
        for *columns, recorded in self._db.execute("SELECT * FROM entry ORDER BY seq"):
            seq += 1
            if seq % MANY == 0:
                self._progress()
            head = chain(head, *columns)
            if columns[0] != seq or head != recorded:
                raise FaultError(Fault.JOURNAL_DAMAGED, f"the chain breaks at entry {seq}")
        return seq, head

    def entries(self) -> Iterator[Entry]:
        """Every entry, in order, opened."""
        for seq, cause, at, kind, sealed, body, raw, _ in self._db.execute("SELECT * FROM entry ORDER BY seq"):
            if seq % MANY == 0:
                self._progress()
            plain = [self._seal.open(part, seq, kind) if sealed else part for part in (body, raw)]
            yield Entry(seq, cause, at, kind, *plain)

    def observations(self) -> Iterator[Observation]:
        """Every observation, in order: what a restart replays."""
        for entry in self.entries():
            if entry.cause == entry.seq:
                try:
                    yield OBSERVATIONS.validate_json(entry.body)
                except ValidationError as error:
                    raise FaultError(Fault.JOURNAL_DAMAGED, f"entry {entry.seq}") from error

    def events_after(self, seq: int, most: int) -> list[tuple[int, str, str]]:
        """Number, kind and body of the events after entry `seq`; reads on a connection of its own, in any thread."""
        with closing(sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
            found = reader.execute(
                "SELECT seq, kind, CAST(body AS TEXT) FROM entry WHERE seq > ? AND seq <> cause ORDER BY seq LIMIT ?",
                (seq, most),
            )
            return found.fetchall()

    def start(self) -> None:
        """From now on `append` works; call it on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def append(self, group: Group) -> None:
        """Queues a group; never blocks."""
        self._queue.put(group)

    def close(self) -> None:
        """Writes what is queued and closes the file; call it in a thread."""
        if self._writer is not None:
            self._queue.put(None)
            self._writer.join()
        self._db.close()
        os.close(self._lock)

    # -- the writer thread --

    def _write(self) -> None:
        running = True
        while running:
            self._beat()
            try:
                batch = [self._queue.get(timeout=IDLE)]
            except Empty:
                continue
            while not self._queue.empty():
                batch.append(self._queue.get())
            running = None not in batch
            self._commit([group for group in batch if group is not None])

    def _commit(self, groups: list[Group]) -> None:
        """All of them in one transaction, one fsync."""
        (seq, head), firsts, failure = self.head, [], None
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for group in groups:
                firsts.append(seq + 1)
                rows = list(self._rows(group, seq, head))
                self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
                seq, head = rows[-1][0], rows[-1][-1]
            self._db.execute("COMMIT")
            self.head = seq, head
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing was written, and all must hear it
            failure = FaultError(Fault.JOURNAL_WRITE, type(error).__name__)
            log.critical("journal_write_failed", extra={"exception": where(error)})
            firsts = [0] * len(groups)
        for group, first in zip(groups, firsts, strict=True):
            self._loop.call_soon_threadsafe(group.done, first, failure)

    def _rows(self, group: Group, seq: int, head: bytes) -> Iterator[tuple[Any, ...]]:
        at = datetime.now(UTC).isoformat(timespec="microseconds")
        cause, body, raw = seq + 1, group.body, group.raw
        if group.secret:
            body, raw = (self._seal.close(part, cause, group.kind) for part in (body, raw))
        written = [(group.kind, int(group.secret), body, raw), *((kind, 0, told, b"") for kind, told in group.events)]
        for columns in written:
            seq += 1
            head = chain(head, seq, cause, at, *columns)
            yield seq, cause, at, *columns, head
