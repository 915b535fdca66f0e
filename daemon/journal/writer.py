"""The thread that writes: everything that waits goes into one transaction, one fsync; then the world may know.

A file is left only behind a snapshot: the next one opens with it and with what is still owed, so that nothing older is
needed to start from it. The new file is there whole or not at all, and the old one is not touched before.

When nothing waits, the log is copied into the file after a round, and how far the journal has come is told outside of
the log (`mark.py`). A commit that failed may be on the disk nevertheless: whoever waits for it hears that, and so does
the next start.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from functools import cache
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import NamedTuple

from daemon.host.clock import Moment
from daemon.journal.chain import Head, framed
from daemon.journal.errors import named
from daemon.journal.files import DAY_OPENED, OPENED, SNAPSHOT, File, Opened, Previous, Row, create, insert, read_only
from daemon.journal.group import Group, Paid
from daemon.journal.mark import End, Mark, Marks
from daemon.journal.seal import Seal, Sealed
from drivers.faults import Fault, FaultError, exception_site

log = logging.getLogger(__name__)

IDLE = 1.0  # seconds between two signs of life of an idle writer
SLOW = 1.0  # seconds that a commit may take
MARK_EVERY = 1000  # entries; then a mark is written though somebody waits
UNWRITTEN = frozenset({"SQLITE_FULL", "SQLITE_BUSY"})  # a commit that failed so is not in the log, not even perhaps
ENTRIES = 100_000  # in one file, more than most days have; then the next round's end opens another part of the day

Now = Callable[[], Moment]


@cache
def _label(kind: str, sealed: Sealed) -> bytes:
    return framed(kind, int(sealed))


class Rows:
    """The rows of one transaction, chained from `head` on."""

    def __init__(self, head: Head, journal: str, moment: Moment, seal: Seal) -> None:
        self.seq, self.hash = head
        self.rows: list[Row] = []
        self._journal, self._seal = journal, seal
        at, (synchronised, offset, _) = moment
        self.at = at.isoformat(timespec="microseconds")
        self._stamp = self.at, "synchronised" if synchronised else "unsynchronised", offset
        self._framed = framed(*self._stamp)

    def add(self, cause: int | None, kind: str, body: bytes, raw: bytes = b"", sealed: Sealed = Sealed.NOTHING) -> int:
        """Adds an entry; without a cause it is its own."""
        self.seq = seq = self.seq + 1
        if sealed is Sealed.ALL:
            body = self._seal.close(body, self._journal, seq, kind, "body", self.hash)
        if sealed is not Sealed.NOTHING:
            raw = self._seal.close(raw, self._journal, seq, kind, "raw", self.hash)
        if cause is None:
            cause = seq
        # `chain` of the columns, except that what does not change is not framed again: everyone waits for this
        hashed = self.hash, framed(seq, cause), self._framed, _label(kind, sealed), framed(body, raw)
        self.hash = sha256(b"".join(hashed)).digest()
        self.rows.append((seq, cause, *self._stamp, kind, int(sealed), body, raw, self.hash))
        return seq

    def open_day(self, opened: Opened, snapshot: bytes | None) -> None:
        """Adds what a file begins with."""
        seq = self.add(0, DAY_OPENED, OPENED.dump_json(opened))
        if snapshot is not None:
            self.add(seq, SNAPSHOT, snapshot, sealed=Sealed.ALL)


class _UncertainError(Exception):
    """A commit failed when it may already have been on the disk."""


class Current(NamedTuple):
    """The file that is being written, and what it opens with."""

    file: File
    opened: Opened


class Writer:
    """The file that is being written, and the thread that does it."""

    def __init__(
        self,
        current: Current,
        head: Head,
        marks: Marks,
        seal: Seal,
        day: Callable[[], str],
        now: Now,
        beat: Callable[[], None],
    ) -> None:
        self.current, self.head = current, head
        self._marks, self._copied = marks, True  # the log has been copied since the last round
        self._seal, self._day, self._now, self._beat = seal, day, now, beat
        self._queue: SimpleQueue[Group | Paid | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._failure: FaultError | None = None  # latched: what is ahead of the disk never happened
        self._was_slow = False
        self._since: float | None = None  # when the commit that is going on began

    @property
    def due(self) -> bool:
        """The next snapshot opens another file: the gaming day has changed, or this file is long enough."""
        opened = self.current.opened
        return self._day() != opened.gaming_day or self.head.seq - opened.before.seq >= ENTRIES

    @property
    def slow(self) -> bool:
        """The last commit took too long, or the one that is going on does."""
        since = self._since
        return self._was_slow if since is None else self._was_slow or time.monotonic() - since > SLOW

    def start(self) -> None:
        """Starts the thread; call it on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def put(self, item: Group | Paid) -> None:
        """Queues something to be written; never blocks."""
        self._queue.put(item)

    def close(self) -> None:
        """Writes what waits, and closes the file."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
        if self._marks.latest.behind is End.MORE:
            self._mark(End.NOTHING)
        file, last = self.current.file, self._marks.written
        # closing removes the log, unless somebody reads: it must not be missed
        with closing(read_only(file.path)) if last.behind is End.MORE else nullcontext() as reader:
            if reader is not None:
                with suppress(sqlite3.Error):
                    reader.execute("PRAGMA user_version").fetchone()
            file.db.close()

    def _run(self) -> None:
        running = True
        while running:
            self._beat()
            try:
                batch = [self._queue.get(timeout=IDLE)]
            except Empty:
                self._rest()
                continue
            while not self._queue.empty():
                batch.append(self._queue.get())
            running = None not in batch
            self._write([item for item in batch if item is not None])
            over = not self._copied and self._queue.empty()
            if over or self.head.seq - self._marks.latest.seq >= MARK_EVERY:
                self._rest()

    def _write(self, items: list[Group | Paid]) -> None:
        """Writes everything in one transaction; in two if a new file opens in between."""
        while items:
            count, snapshot = len(items), None
            for number, item in enumerate(items, 1):
                if isinstance(item, Group) and item.snapshot is not None and self.due:
                    count, snapshot = number, item.snapshot
                    break
            self._commit(items[:count])
            if snapshot is not None and self._failure is None:
                self._roll(snapshot)
            items = items[count:]

    def _commit(self, items: list[Group | Paid]) -> None:
        groups = [item for item in items if isinstance(item, Group)]
        firsts: list[int] = []
        failure = self._failure
        self._since = time.monotonic()
        try:
            if failure is None:
                self._transact(items, groups, firsts)
        except Exception as error:  # noqa: BLE001 - whatever it is, all must hear it
            failure = self._fail("journal_write_failed", error)
        self._was_slow = time.monotonic() - self._since > SLOW
        self._since = None
        if failure is not None:
            firsts = [0] * len(groups)
        elif self._marks.latest.behind is not End.MORE:
            self._mark(End.MORE)
        self._copied = self._copied and all(group.snapshot is None for group in groups)
        for group, first in zip(groups, firsts, strict=True):
            self._loop.call_soon_threadsafe(group.done, first, failure)

    def _transact(self, items: list[Group | Paid], groups: list[Group], firsts: list[int]) -> None:
        written = Rows(self.head, self.current.opened.uuid, self._now(), self._seal)
        owed: list[Row] = []
        for group in groups:
            cause = written.add(None, group.kind, group.body, group.raw, group.sealed)
            firsts.append(cause)
            for kind, body in group.events:
                written.add(cause, kind, body)
            if group.snapshot is not None:
                written.add(cause, SNAPSHOT, group.snapshot, sealed=Sealed.ALL)
            owed += ((cause, idx, *destination, None) for idx, destination in enumerate(group.outbox))
        db = self.current.file.db
        db.execute("BEGIN IMMEDIATE")
        insert(db, written.rows, owed)
        for item in items:
            if isinstance(item, Paid):
                db.execute("UPDATE outbox SET paid = ? WHERE seq = ? AND idx = ?", (written.at, item.seq, item.idx))
        try:
            db.execute("COMMIT")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") not in UNWRITTEN:
                raise _UncertainError from error
            raise
        self.head = Head(written.seq, written.hash)

    def _fail(self, what: str, error: Exception) -> FaultError:
        """Ends all writing, and returns the fault for those whose entries these were."""
        uncertain = isinstance(error, _UncertainError)
        cause = error.__cause__ if uncertain and error.__cause__ is not None else error
        failure = self._failure = named(cause, self.current.file.path, otherwise=Fault.JOURNAL_WRITE)
        log.critical(what, extra={"fault": failure.fault, "exception": exception_site(cause), "uncertain": uncertain})
        if not uncertain:
            return failure
        if self._marks.latest.behind is not End.DOUBT:  # an older doubt that no start has reported reaches further back
            self._mark(End.DOUBT)
        doubt = FaultError(Fault.ORDER_UNCERTAIN, f"{failure.fault} {failure.detail}")
        doubt.__cause__ = failure
        return doubt

    def _mark(self, behind: End) -> None:
        file, opened = self.current
        self._marks.write(Mark.of(opened.uuid, file.path, self.head, behind))

    def _rest(self) -> None:
        """Writes a mark and copies the log: work for a moment in which nothing waits."""
        if self._failure is not None:
            return
        if self._marks.latest.behind is End.MORE:  # otherwise nothing was written yet
            self._mark(End.MORE)
        if not self._copied:
            self._copied = True
            try:
                self.current.file.copy_log()
            except sqlite3.Error as error:  # what is in the log stays there; the next commit finds out about the disk
                log.warning("journal_log_not_copied", extra={"exception": exception_site(error)})

    def _roll(self, snapshot: bytes) -> None:
        """Opens the next file. If it fails, a restart finds out which file is the newest, and that one is whole."""
        try:
            (old, before), head = self.current, self.head
            day = self._day()
            place = before.place.next(day)
            on = day if day < place.day else ""
            opened = Opened(before.uuid, *place, Previous(old.path.name, *head.seq_and_hex), on=on)
            rows = Rows(head, opened.uuid, self._now(), self._seal)
            rows.open_day(opened, snapshot)
            owed = old.db.execute("SELECT * FROM outbox WHERE paid IS NULL").fetchall()
            file = File(create(old.path.parent, place, rows.rows, owed), write=True)
            file.make_room()
            self.current, self.head = Current(file, opened), Head(rows.seq, rows.hash)
            self._mark(End.NOTHING)  # before the old log is gone
            old.shut()
            log.info("journal_file_opened", extra={"path": str(file.path)})
        except Exception as error:  # noqa: BLE001 - the same
            self._fail("journal_roll_failed", error)
