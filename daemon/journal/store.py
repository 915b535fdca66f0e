"""The journal of a table: a folder with one file a gaming day (SQLite, WAL), one writer, one chain over all files.

`append` returns at once; its callback runs on the event loop after the commit. Whoever waits for it may tell the world.
"""

from __future__ import annotations

import fcntl
import logging
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from daemon.host.clock import Clock
from daemon.journal import mark
from daemon.journal.chain import Head
from daemon.journal.days import Place, day_files, place_of
from daemon.journal.errors import ERRORS, named
from daemon.journal.files import (
    BEFORE,
    DAY_OPENED,
    MANY,
    SNAPSHOT,
    Aside,
    File,
    Opened,
    Previous,
    create,
    files_from,
    is_closed,
    note_of,
    noted,
    previous_of,
    read_only,
    tidy,
)
from daemon.journal.group import EVENTS, OBSERVATIONS, Group, Paid
from daemon.journal.keys import load_keys
from daemon.journal.mark import End, Mark, Marks
from daemon.journal.read import LAST, Entry, entries
from daemon.journal.seal import Seal, Sealed
from daemon.journal.writer import Current, Now, Rows, Writer
from daemon.table.orders import Observation
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

__all__ = ["EVENTS", "OBSERVATIONS", "Entry", "Group", "Journal", "Owed"]

log = logging.getLogger(__name__)


class Owed(NamedTuple):
    """What another system must book once; journal UUID, `seq` and `idx` are its name for ever."""

    seq: int
    idx: int
    body: bytes


def take_lock(folder: Path) -> int:
    """Locks the journal for this process, and returns the lock's descriptor; TABLE_TAKEN if another has it."""
    lock = os.open(folder.with_name(f"{folder.name}.lock"), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise FaultError(Fault.TABLE_TAKEN, str(folder)) from error
    return lock


class Journal:
    """An open journal. Open it in a thread: it checks the newest file, and its chain from the newest snapshot on."""

    def __init__(
        self,
        folder: Path,
        key_file: Path,
        day: Callable[[], str],
        *,
        legacy: Path | None = None,
        elsewhere: Path | None = None,
        beat: Callable[[], None] = lambda: None,
        progress: Callable[[], None] = lambda: None,
        go_on_from: Callable[[str], None] = lambda day: None,
        now: Now | None = None,
        nonce: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._folder, self._legacy, self._progress = folder, legacy, progress
        self._day, self._now, self._nonce, self._beat = day, now or Clock().now, nonce, beat
        self._elsewhere, self._go_on_from = elsewhere, go_on_from  # whoever tells the day learns which was the last
        self.doubtful = ""  # entries of which nobody knows whether those who ordered them were told
        self.snapshot: bytes | None = None  # of the table, as it was opened; `observations` go on from there
        self._sources: list[tuple[Path, int]] = []  # files, and after which entry, that a restart replays
        with ExitStack() as undo:
            try:
                self._open(key_file, undo)
            except ERRORS as error:
                raise named(error, folder) from error
            undo.pop_all()

    def _open(self, key_file: Path, undo: ExitStack) -> None:
        folder = self._folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = take_lock(folder)
        undo.callback(os.close, self._lock)
        tidy(folder)
        files, aside, known = day_files(folder), noted(folder), mark.read(folder / mark.NAME)
        if known is not None and not files:
            raise known.missing()
        legacy = self._legacy if self._legacy is not None and self._legacy.exists() else None
        first_ever = not files and legacy is None and (aside is None or aside.snapshot_file is None)
        self._keys = load_keys(key_file, create=first_ever)
        self._seal = Seal(self._keys, self._nonce)
        path = files[-1] if files else self._begin(aside, legacy)
        note_of(folder).unlink(missing_ok=True)  # it stands in the first file now
        with File(path) as read:  # until it is known that all is well, nothing is changed
            read.check()
            opened = read.opened()
            if opened is None or opened.place != place_of(path):
                raise read.damaged(Because.NOT_AS_NAMED())
            snapshot, head = read.tail(self._progress)
            now = self._remembered(known, path, opened, head)
            self._sources.append((path, snapshot or opened.before.seq))
            self._follow(opened, needed=snapshot is None)
            if snapshot is not None:
                self.snapshot = read.snapshot(snapshot, self._seal)
        if now != known:
            now.write(folder / mark.NAME)
        file = undo.enter_context(File(path, write=True))
        file.fold_log()  # what the disk once refused to write is written again
        file.make_room()
        self._go_on_from(opened.gaming_day)
        marks = Marks(folder / mark.NAME, self._elsewhere, now)
        self._writer = Writer(Current(file, opened), head, marks, self._seal, self._day, self._now, self._beat)

    def _remembered(self, known: Mark | None, path: Path, opened: Opened, head: Head) -> Mark:
        """Every entry that was told outside of the log is here; the answer is what may be told now."""
        doubt = mark.read(self._elsewhere) if self._elsewhere is not None else None
        if doubt is not None and doubt.uuid != opened.uuid:
            doubt = None  # of a journal that was set aside
        for each in filter(None, (known, doubt)):
            self._check(opened.uuid, head, each.seq, each.hash, each.uuid)
        if known is not None:
            known.check_log(path)
        doubts = [each for each in (known, doubt) if each is not None and each.behind is End.DOUBT]
        if not doubts:
            return Mark.of(opened.uuid, path, head, End.NOTHING)
        doubts.sort(key=lambda each: each.seq)  # one of the two may have failed to be written
        since = next((each for each in doubts if self._behind(each)), doubts[0])
        self.doubtful = self._behind(since)
        if head.seq == since.seq:
            log.warning("journal_doubt_over", extra={"entry": since.seq})  # what was in doubt did not happen
        return since

    def _behind(self, since: Mark) -> str:
        """What stands there though nobody knows whether it was told; "" if nothing does, or if a start has asked."""
        found = [(entry.seq, entry.kind) for entry in entries(self._folder, first=since.seq + 1)]
        if not found or any(kind == "started" for _, kind in found):
            return ""
        return f"{found[0][0]}-{found[-1][0]}: {', '.join(kind for _, kind in found)}"

    def _begin(self, aside: Aside | None, legacy: Path | None) -> Path:
        """The first file of a journal: after nothing, after one that was set aside, or after one of version 1."""
        previous, snapshot = None, None
        if aside is not None and aside.day:
            self._go_on_from(aside.day)
        if aside is not None and aside.snapshot_file is not None:
            with File(self._folder.with_name(aside.folder) / aside.snapshot_file, salvage=True) as damaged:
                snapshot = damaged.snapshot(aside.snapshot_seq, self._seal)
        elif legacy is not None and aside is None:
            with File(legacy) as old:
                old.check()
                _, head = old.tail(self._progress)  # it has no snapshots: all of it
            previous = Previous(legacy.name, *head.seq_and_hex)
        name = str(uuid.UUID(bytes=self._nonce(16), version=4))
        place = Place(self._day(), 1)
        opened = Opened(name, *place, previous, aside)
        rows = Rows(opened.before, name, self._now(), self._seal)
        rows.open_day(opened, snapshot)
        path = create(self._folder, place, rows.rows)
        log.warning("journal_new", extra={"path": str(path)})
        return path

    def _follow(self, opened: Opened, *, needed: bool) -> None:
        """The file before must end where this one begins. If this one has no snapshot, its observations are needed."""
        if opened.previous is None:
            return
        path = previous_of(self._folder, opened)
        if path is None:
            if needed:
                raise FaultError(Fault.JOURNAL_DAMAGED, Because.MISSING(file=opened.previous.file))
            return  # archived
        with File(path) as file:
            before = file.opened()
            if needed:
                file.check()
                snapshot, head = file.tail(self._progress)
                self._sources.insert(0, (path, snapshot or (before.before.seq if before else 0)))
                if snapshot is not None:
                    self.snapshot = file.snapshot(snapshot, self._seal)
            else:
                snapshot, head = None, file.last()
            if head != opened.before:
                raise file.damaged(Because.DOES_NOT_END(entry=opened.before.seq))
        if before is not None and not is_closed(path):
            File(path, write=True).shut()  # a crash came between the new file and the end of the old one
        if needed and snapshot is None and before is not None:
            self._follow(before, needed=True)

    # -- reading: on connections of their own, in any thread --

    @property
    def uuid(self) -> str:
        """Returns the journal's name, which never changes."""
        return self._writer.current.opened.uuid

    @property
    def folder(self) -> Path:
        """Returns the folder of its files."""
        return self._folder

    @property
    def day(self) -> str:
        """The gaming day of the newest file."""
        return self._writer.current.opened.gaming_day

    @property
    def head(self) -> Head:
        """The last entry on disk: number and hash."""
        return self._writer.head

    def entries(self, first: int = 1, last: int = LAST) -> Iterator[Entry]:
        """Yields every entry in order, its seal opened."""
        return entries(self._folder, self._keys, first, last)

    def observations(self) -> Iterator[Observation]:
        """Every observation after `snapshot`, in order: what a restart replays."""
        query = f"SELECT seq, kind, sealed, {BEFORE}, body FROM entry WHERE seq > ? AND cause = seq ORDER BY seq"  # noqa: S608
        validate, unseal, unseal_1 = OBSERVATIONS.validate_json, self._seal.open, self._seal.open_1
        for path, after in self._sources:
            with File(path) as file:
                opened = file.opened()
                for count, (seq, kind, sealed, before, body) in enumerate(file.db.execute(query, (after,))):
                    if sealed == Sealed.ALL and opened:
                        body = unseal(body, opened.uuid, seq, kind, "body", before or b"")  # noqa: PLW2901
                    elif sealed == Sealed.ALL:
                        body = unseal_1(body, seq, kind)  # noqa: PLW2901
                    try:
                        yield validate(body)
                    except ValidationError as error:
                        unknown = error.errors(include_input=False)[0]["type"] == "union_tag_invalid"
                        fault = Fault.JOURNAL_VERSION if unknown else Fault.JOURNAL_DAMAGED
                        raise FaultError(fault, Because.ENTRY_KIND(path=path, entry=seq, kind=kind)) from error
                    if count % MANY == 0:
                        self._progress()

    def events_after(self, seq: int, most: int) -> list[tuple[int, str, str]]:
        """Number, kind and body of the events after entry `seq`."""
        query = (
            "SELECT seq, kind, CAST(body AS TEXT) FROM entry "
            "WHERE seq > ? AND seq <> cause AND kind NOT IN (?, ?) ORDER BY seq LIMIT ?"
        )
        file, opened = self._writer.current
        paths = [file.path] if seq >= opened.before.seq else files_from(self._folder, seq + 1)
        found: list[tuple[int, str, str]] = []
        for path in paths:
            with closing(read_only(path)) as db:
                found += db.execute(query, (seq, DAY_OPENED, SNAPSHOT, most - len(found)))
        return found

    @property
    def set_aside(self) -> Aside | None:
        """The damaged journal that the newest file goes on from, if it does."""
        return self._writer.current.opened.set_aside

    def today(self, kind: str) -> tuple[bytes | None, list[bytes]]:
        """The snapshot that the newest file opens with, if it does, and its events of one kind since."""
        file, opened = self._writer.current
        with File(file.path) as read:
            first = read.db.execute("SELECT kind FROM entry WHERE seq = ?", (opened.before.seq + 2,)).fetchone()
            snapshot = read.snapshot(opened.before.seq + 2, self._seal) if first == (SNAPSHOT,) else None
            query = "SELECT body FROM entry WHERE kind = ? AND seq <> cause ORDER BY seq"
            return snapshot, [body for (body,) in read.db.execute(query, (kind,))]

    def owed(self, destination: str) -> list[Owed]:
        """What was not yet marked as booked there, the oldest first."""
        query = "SELECT seq, idx, body FROM outbox WHERE destination = ? AND paid IS NULL ORDER BY seq, idx"
        with closing(read_only(self._writer.current.file.path)) as db:
            return [Owed(*row) for row in db.execute(query, (destination,))]

    def once_owed(self, destination: str, after: tuple[int, int]) -> list[Owed]:
        """What was marked as booked there behind this place, the oldest first: as far back as files are kept."""
        query = (
            "SELECT seq, idx, body FROM outbox "
            "WHERE destination = ? AND paid IS NOT NULL AND (seq, idx) > (?, ?) ORDER BY seq, idx"
        )
        found: dict[tuple[int, int], Owed] = {}
        for path in day_files(self._folder):
            with closing(read_only(path)) as db:
                found |= {row[:2]: Owed(*row) for row in db.execute(query, (destination, *after))}
        return [found[key] for key in sorted(found)]

    def observed(self, kind: str, after: int) -> list[bytes]:
        """The observations of a kind that is not sealed, behind an entry; as far back as files are kept."""
        query = "SELECT body FROM entry WHERE kind = ? AND seq = cause AND sealed <> 1 AND seq > ? ORDER BY seq"
        found: list[bytes] = []
        for path in files_from(self._folder, after + 1):
            with closing(read_only(path)) as db:
                found += (body for (body,) in db.execute(query, (kind, after)))
        return found

    def last_paid(self, destination: str) -> tuple[int, int] | None:
        """The last that was marked as booked there."""
        query = "SELECT seq, idx FROM outbox WHERE destination = ? AND paid IS NOT NULL ORDER BY seq DESC, idx DESC"
        for path in reversed(day_files(self._folder)):
            with closing(read_only(path)) as db:
                row: tuple[int, int] | None = db.execute(query, (destination,)).fetchone()
                if row is not None:
                    return row
        return None

    def check_witness(self, seq: int, hash_hex: str, journal: str | None = None) -> None:
        """JOURNAL_TRUNCATED if someone outside knows more of this journal, or another entry, than lies here."""
        self._check(self.uuid, self.head, seq, hash_hex, journal)

    def _check(self, uuid: str, head: Head, seq: int, hash_hex: str, journal: str | None) -> None:
        if journal is not None and journal != uuid:
            if not self._replaces(journal):
                raise FaultError(Fault.JOURNAL_TRUNCATED, Because.OTHER_JOURNAL(journal=journal, entry=seq))
        elif seq > head.seq or not self._agrees(seq, hash_hex):
            raise FaultError(Fault.JOURNAL_TRUNCATED, Because.ENDS_WITH(entry=seq, last=head.seq))

    def _replaces(self, journal: str) -> bool:
        """Whether that one was set aside for this one, or given up for lost."""
        with File(day_files(self._folder)[0]) as first:
            opened = first.opened()
        aside = opened.set_aside if opened is not None else None
        return aside is not None and journal in (aside.uuid, aside.replaces)

    def _agrees(self, seq: int, hash_hex: str) -> bool:
        for path in files_from(self._folder, seq)[:1]:
            with File(path) as file:
                found = file.at(seq)
                return found is None or found.hash.hex() == hash_hex  # None: archived, and exported before
        return True

    # -- writing --

    @property
    def due(self) -> bool:
        """The next snapshot opens another file: give one as soon as the table is at rest."""
        return self._writer.due

    @property
    def slow(self) -> bool:
        """The disk takes its time (DISK_SLOW); the table goes on."""
        return self._writer.slow

    def start(self) -> None:
        """Starts the writer, so that `append` works; call it on the event loop."""
        self._writer.start()

    def append(self, group: Group) -> None:
        """Queues a group; never blocks."""
        self._writer.put(group)

    def paid(self, seq: int, idx: int) -> None:
        """Marks what was booked; never blocks. If a crash loses the mark, it is owed again, under the same name."""
        self._writer.put(Paid(seq, idx))

    def close(self) -> None:
        """Writes what is queued and closes the file; call it in a thread."""
        self._writer.close()
        os.close(self._lock)
