"""Is a journal, or a copy of one, whole and unchanged? Without the daemon, and without its key if there is none.

A chain vouches for what lies between its ends. That nothing followed, and that not all of it was made anew, only
someone outside can tell: a witness, who kept a head. The folder's own record of exports tells where a beginning has
gone, and whoever changes what was exported must change the record too; but a witness it is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from daemon.journal.chain import GENESIS, Head
from daemon.journal.days import place_of
from daemon.journal.files import File, Opened, files_of, unsealed
from daemon.journal.keys import Keys
from daemon.journal.manifest import Manifest, digest_of, records_of
from daemon.journal.seal import Seal
from daemon.journal.trouble import ERRORS, named
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
        """The entry that it begins with."""
        return self.before.seq + 1 if self.before is not None and self.entries else None

    @property
    def sound(self) -> bool:
        """Nothing is wrong with it."""
        return self.fault is None


def verify(
    path: Path, keys: Keys | None = None, witness: Head | None = None, manifest: Manifest | None = None
) -> Verdict:
    """Every entry of a folder or of one file; with `keys` what is sealed must open; what a witness knows is here."""
    verdict = Verdict()
    try:
        seal = Seal(keys) if keys else None
        files = files_of(path)
        if not files:
            raise FaultError(Fault.JOURNAL_DAMAGED, f"{path}: no journal is here")
        records = records_of(path) if path.is_dir() else []
        marks = {witness.seq if witness else 0, *(known.seq for known in (*records, manifest) if known)}
        found: dict[int, str] = {}  # the hashes of entries that others know too
        for each in files:
            with File(each) as file:
                opened = _follows(file, verdict, by_name=path.is_dir())
                _entries(file, opened, verdict, seal, marks, found)
                file.check("integrity_check")
        _recorded(verdict, records, found)
        if manifest is not None:
            _exported(path, verdict, manifest)
        for known in (witness.told if witness else None, (manifest.seq, manifest.hash) if manifest else None):
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
            raise file.damaged("it is not the file that its name says")
        if verdict.before is not None and opened.before != verdict.head:
            raise file.damaged(f"it follows entry {opened.before.seq}, which is not where the file before ends")
        if verdict.uuid not in (None, opened.uuid):
            raise file.damaged(f"it is of journal {opened.uuid}")
        verdict.uuid = opened.uuid
        if opened.day not in verdict.days:
            verdict.days.append(opened.day)
        verdict.head = opened.before
    if verdict.before is None:
        verdict.before = verdict.head
    verdict.files.append(file.path.name)
    return opened


def _entries(
    file: File, opened: Opened | None, verdict: Verdict, seal: Seal | None, marks: set[int], found: dict[int, str]
) -> None:
    if verdict.head.seq in marks:
        found.update([verdict.head.told])
    for head, columns in file.verified(verdict.head):
        *_, kind, sealed, body, raw = columns
        if sealed:
            verdict.sealed += 1
            if seal is not None:
                _opens(seal, file, opened, verdict.head, kind, (body, raw))
                verdict.bound = verdict.head.seq if opened else 0
        if head.seq in marks:
            found.update([head.told])
        verdict.entries += 1
        verdict.head = head


def _opens(
    seal: Seal, file: File, opened: Opened | None, before: Head, kind: str, content: tuple[bytes, bytes]
) -> None:
    seq = before.seq + 1
    try:
        unsealed(seal, opened, seq, kind, before.hash, content)
    except FaultError as error:
        if opened is None or not all(map(seal.knows, content)):
            raise
        raise file.damaged(f"entry {seq} was sealed after other entries than these") from error


def _recorded(verdict: Verdict, records: list[Manifest], found: dict[int, str]) -> None:
    """What was exported is here as it was then, or has left from the beginning on."""
    verdict.unknown = before = verdict.before.seq if verdict.before else 0
    for record in records:
        if record.uuid == verdict.uuid:
            if record.seq >= before:
                _agree(verdict, found, record.seq, record.hash)
            if record.seq == verdict.unknown:
                verdict.unknown = record.before


def _exported(path: Path, verdict: Verdict, manifest: Manifest) -> None:
    """The files of an export, to the byte: also what no entry says."""
    if manifest.uuid != verdict.uuid:
        raise FaultError(Fault.JOURNAL_TRUNCATED, f"{path}: the manifest is of journal {manifest.uuid}")
    for file in manifest.files if path.is_dir() else ():
        if file.name not in verdict.files:
            raise FaultError(Fault.JOURNAL_TRUNCATED, f"{path / file.name} is missing")
        if digest_of(path / file.name) != file.sha256:
            raise FaultError(Fault.JOURNAL_DAMAGED, f"{path / file.name}: it is not the file that was exported")


def _agree(verdict: Verdict, found: dict[int, str], seq: int, digest: str) -> None:
    if seq not in found:
        raise FaultError(Fault.JOURNAL_TRUNCATED, f"entry {seq}; here are {verdict.first} to {verdict.head.seq}")
    if found[seq] != digest:
        raise FaultError(Fault.JOURNAL_TRUNCATED, f"entry {seq} is another one")
