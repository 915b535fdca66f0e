"""Is a journal, or a copy of one, whole and unchanged? Without the daemon, and without its key if there is none.

A chain vouches for what lies between its ends. That nothing followed, and that not all of it was made anew, only
someone outside can tell: a witness, who kept a head. The folder's own record of exports tells where a beginning has
gone, its own mark (`head.json`) that an end has, and whoever changes what was exported must change the record too; but
witnesses they are not: they lie where the journal does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from daemon.journal import mark
from daemon.journal.chain import GENESIS, Head
from daemon.journal.days import place_of
from daemon.journal.errors import ERRORS, named
from daemon.journal.files import File, Opened, files_of, is_closed, unsealed
from daemon.journal.keys import Keys
from daemon.journal.manifest import Manifest, digest_of, records_of
from daemon.journal.mark import Mark
from daemon.journal.seal import Seal, Sealed
from daemon.text.details import Because
from drivers.faults import Fault, FaultError


@dataclass(slots=True)
class Verdict:
    """What was found, as far as it is sound; `fault` and `detail` say what is not."""

    uuid: str | None = None
    files: list[str] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    before: Head | None = None  # what the first entry here follows
    unknown: int = 0  # so many entries, the journal's first ones, are neither here nor on record as exported
    entries: int = 0
    sealed: int = 0
    head: Head = GENESIS
    bound: int = 0  # up to this entry nobody rewrote anything who had no key: the next one is sealed with it
    witnessed: int = 0  # up to this entry somebody outside knows the same
    fault: Fault | None = None
    detail: str = ""

    @property
    def first(self) -> int | None:
        """Returns the entry that it begins with."""
        return self.before.seq + 1 if self.before is not None and self.entries else None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the journal."""
        return self.fault is None


def verify(
    path: Path, keys: Keys | None = None, witness: Head | None = None, manifest: Manifest | None = None
) -> Verdict:
    """Every entry of a folder or of one file; with `keys` what is sealed must open; what a witness knows is here."""
    verdict = Verdict()
    try:
        seal = Seal(keys) if keys else None
        own = mark.read(head := (path if path.is_dir() else path.parent) / mark.NAME)
        if own is not None and path.is_file() and own.file != path.name:
            own = None  # it speaks of another file
        files = files_of(path)  # after the mark: the file that it names is among them
        if not files:
            raise own.missing() if own else FaultError(Fault.JOURNAL_DAMAGED, Because.NO_JOURNAL(path=path))
        records = records_of(path) if path.is_dir() else []
        marks = {witness.seq if witness else 0, *(known.seq for known in (*records, manifest, own) if known)}
        found: dict[int, str] = {}  # the hashes of entries that others know too
        for each in files:
            with File(each, salvage=True) as file:
                opened = _follows(file, verdict, by_name=path.is_dir())
                _entries(file, opened, verdict, seal, marks, found)
                file.check("integrity_check")
                file.check_log()  # at last: what can be read is told
        _recorded(verdict, records, found)
        if own is not None:
            _ends(verdict, own, found)
            if is_closed(files[-1]) and (newest := mark.read(head)):  # again: a roll tells before its log goes
                newest.check_log(files[-1])
        if manifest is not None:
            _exported(path, verdict, manifest)
        for known in (witness.seq_and_hex if witness else None, (manifest.seq, manifest.hash) if manifest else None):
            if known is not None:
                _agree(verdict, found, *known)
                verdict.witnessed = max(verdict.witnessed, known[0])
    except FaultError as error:
        verdict.fault, verdict.detail = error.fault, error.detail
    except ERRORS as error:
        fault = named(error, path)
        verdict.fault, verdict.detail = fault.fault, fault.detail
    return verdict


def _follows(file: File, verdict: Verdict, *, by_name: bool) -> Opened | None:
    """What the file opens with; it must be of the same journal and begin where the one before ended."""
    opened = file.opened()
    if opened is not None:
        if by_name and opened.place != place_of(file.path):
            raise file.damaged(Because.NOT_AS_NAMED())
        if verdict.before is not None and opened.before != verdict.head:
            raise file.damaged(Because.FOLLOWS_ELSEWHERE(entry=opened.before.seq))
        if verdict.uuid not in (None, opened.uuid):
            raise file.damaged(Because.OF_JOURNAL(journal=opened.uuid))
        verdict.uuid = opened.uuid
        if opened.gaming_day not in verdict.days:
            verdict.days.append(opened.gaming_day)
        verdict.head = opened.before
    if verdict.before is None:
        verdict.before = verdict.head
    verdict.files.append(file.path.name)
    return opened


def _entries(
    file: File, opened: Opened | None, verdict: Verdict, seal: Seal | None, marks: set[int], found: dict[int, str]
) -> None:
    if verdict.head.seq in marks:
        found.update([verdict.head.seq_and_hex])
    for head, columns in file.verified(verdict.head):
        *_, kind, number, body, raw = columns
        sealed = file.sealing(head.seq, number)
        if sealed:
            verdict.sealed += 1
            if seal is not None:
                _opens(seal, file, opened, verdict.head, kind, sealed, (body, raw))
                verdict.bound = verdict.head.seq if opened else 0
        if head.seq in marks:
            found.update([head.seq_and_hex])
        verdict.entries += 1
        verdict.head = head


def _opens(
    seal: Seal,
    file: File,
    opened: Opened | None,
    before: Head,
    kind: str,
    sealed: Sealed,
    content: tuple[bytes, bytes],
) -> None:
    seq = before.seq + 1
    try:
        unsealed(seal, opened, seq, kind, sealed, before.hash, content)
    except FaultError as error:
        if opened is None or not all(map(seal.knows, content[-len(sealed.parts) :])):
            raise
        raise file.damaged(Because.SEALED_AFTER_OTHERS(entry=seq)) from error


def _recorded(verdict: Verdict, records: list[Manifest], found: dict[int, str]) -> None:
    """What was exported is here as it was then, or has left from the beginning on."""
    verdict.unknown = before = verdict.before.seq if verdict.before else 0
    for record in records:
        if record.uuid == verdict.uuid:
            if record.seq >= before:
                _agree(verdict, found, record.seq, record.hash)
            if record.seq == verdict.unknown:
                verdict.unknown = record.before


def _ends(verdict: Verdict, own: Mark, found: dict[int, str]) -> None:
    """It goes as far as croupierd itself last told outside of the log."""
    if own.uuid != verdict.uuid:
        raise own.missing()
    _agree(verdict, found, own.seq, own.hash)


def _exported(path: Path, verdict: Verdict, manifest: Manifest) -> None:
    """The files of an export, to the byte: also what no entry says."""
    if manifest.uuid != verdict.uuid:
        raise FaultError(Fault.JOURNAL_TRUNCATED, Because.MANIFEST_OF(path=path, journal=manifest.uuid))
    for file in manifest.files if path.is_dir() else ():
        if file.name not in verdict.files:
            raise FaultError(Fault.JOURNAL_TRUNCATED, Because.MISSING(file=path / file.name))
        if digest_of(path / file.name) != file.sha256:
            raise FaultError(Fault.JOURNAL_DAMAGED, Because.NOT_EXPORTED(path=path / file.name))


def _agree(verdict: Verdict, found: dict[int, str], seq: int, digest: str) -> None:
    if seq not in found:
        raise FaultError(
            Fault.JOURNAL_TRUNCATED, Because.ENTRIES_HERE(entry=seq, first=verdict.first, last=verdict.head.seq)
        )
    if found[seq] != digest:
        raise FaultError(Fault.JOURNAL_TRUNCATED, Because.ENTRY_DIFFERS(entry=seq))
