"""Is a journal, or a copy of one, whole and unchanged? Without the daemon, and without its key if there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daemon.journal.chain import GENESIS, Head
from daemon.journal.days import place_of
from daemon.journal.files import File, Opened, files_of
from daemon.journal.keys import Keys
from daemon.journal.seal import Seal
from daemon.journal.trouble import ERRORS, named
from drivers.faults import Fault, FaultError


@dataclass(slots=True)
class Verdict:
    """What was found, as far as it is sound; `fault` and `detail` say what is not."""

    uuid: str | None = None
    files: list[str] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    first: int | None = None
    entries: int = 0
    sealed: int = 0
    head: Head = GENESIS
    fault: Fault | None = None
    detail: str = ""

    @property
    def sound(self) -> bool:
        """Nothing is wrong with it."""
        return self.fault is None


def verify(path: Path, keys: Keys | None = None, witness: Head | None = None) -> Verdict:
    """Every entry of a folder or of one file; with `keys` what is sealed must open; `witness` is an entry to find."""
    verdict = Verdict()
    try:
        seal = Seal(keys) if keys else None
        files = files_of(path)
        if not files:
            raise FaultError(Fault.JOURNAL_DAMAGED, f"{path}: no journal is here")
        for number, each in enumerate(files):
            with File(each) as file:
                opened = _follows(file, verdict, first=number == 0, by_name=path.is_dir())
                _entries(file, opened, verdict, seal)
                file.check("integrity_check")
                _witnessed(file, verdict, witness)
        if witness is not None and witness.seq > verdict.head.seq:
            raise FaultError(Fault.JOURNAL_TRUNCATED, f"entry {witness.seq}; it ends with {verdict.head.seq}")
    except FaultError as error:
        verdict.fault, verdict.detail = error.fault, error.detail
    except ERRORS as error:
        fault = named(error, path)
        verdict.fault, verdict.detail = fault.fault, fault.detail
    return verdict


def _follows(file: File, verdict: Verdict, *, first: bool, by_name: bool) -> Opened | None:
    """What the file opens with; it must be of the same journal and begin where the one before ended."""
    opened = file.opened()
    if opened is not None:
        if by_name and opened.place != place_of(file.path):
            raise file.damaged("it is not the file that its name says")
        if not first and opened.before != verdict.head:
            raise file.damaged(f"it follows entry {opened.before.seq}, which is not where the file before ends")
        if verdict.uuid not in (None, opened.uuid):
            raise file.damaged(f"it is of journal {opened.uuid}")
        verdict.uuid = opened.uuid
        if opened.day not in verdict.days:
            verdict.days.append(opened.day)
        verdict.head = opened.before
    verdict.files.append(file.path.name)
    return opened


def _entries(file: File, opened: Opened | None, verdict: Verdict, seal: Seal | None) -> None:
    for head, columns in file.verified(verdict.head):
        if verdict.first is None:
            verdict.first = head.seq
        *_, kind, sealed, body, raw = columns
        if sealed:
            verdict.sealed += 1
            if seal is not None:
                _opens(seal, opened, head.seq, kind, body, raw)
        verdict.entries += 1
        verdict.head = head


def _opens(seal: Seal, opened: Opened | None, seq: int, kind: str, body: Any, raw: Any) -> None:
    if opened is None:
        seal.open_1(body, seq, kind)
        seal.open_1(raw, seq, kind)
    else:
        seal.open(body, opened.uuid, seq, kind, "body")
        seal.open(raw, opened.uuid, seq, kind, "raw")


def _witnessed(file: File, verdict: Verdict, witness: Head | None) -> None:
    if witness is None or witness.seq > verdict.head.seq:
        return
    found = file.at(witness.seq)
    if found is not None and found != witness:
        raise FaultError(Fault.JOURNAL_TRUNCATED, f"{file.path}: entry {witness.seq} is another one")
