"""Closed days leave the table's disk in two steps: exported (copied, verified, on record), then archived (moved).

A day is closed when a later one is open. What was not exported is never moved; nothing is deleted but what was copied
elsewhere and compared.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import file_digest
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from daemon.journal.chain import GENESIS
from daemon.journal.days import day_files, place_of
from daemon.journal.files import File, is_closed
from daemon.journal.keys import fsync_folder
from daemon.journal.read import Entry, entries
from daemon.journal.verify import verify
from drivers.faults import Fault, FaultError

RECORDS = "exported"  # in the journal's folder: a manifest for every day that was exported


@dataclass(frozen=True, slots=True)
class Copied:
    """One file of an export."""

    name: str
    sha256: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an export holds."""

    uuid: str
    table: str
    day: str
    files: tuple[Copied, ...]
    seq: int  # the head: the day's last entry
    hash: str
    software: str
    exported: str  # when, UTC


@dataclass(frozen=True, slots=True)
class Archived:
    """What was moved, and the day that stood in the way of more: not exported, or changed since."""

    files: tuple[str, ...]
    stopped_at: str | None


MANIFEST = TypeAdapter(Manifest)


def closed_days(folder: Path) -> dict[str, list[Path]]:
    """The files of every day that is closed, the oldest day first."""
    days: dict[str, list[Path]] = {}
    for path in day_files(folder):
        if place := place_of(path):
            days.setdefault(place.day, []).append(path)
    return dict(list(days.items())[:-1])


def record_of(folder: Path, day: str) -> Manifest | None:
    """What was exported of a day."""
    try:
        return MANIFEST.validate_json((folder / RECORDS / f"{day}.json").read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def export(folder: Path, day: str, to: Path, software: str) -> Path:
    """A copy of a closed day under `to`: its files, `manifest.json` and `events.jsonl`."""
    files = closed_days(folder).get(day)
    if files is None:
        raise FaultError(Fault.JOURNAL_DAY, f"{day}; {folder}")
    target = to / f"{folder.name}-{day}"
    with _exporting(target):
        if target.exists():
            raise FileExistsError(17, "already there", str(target))
        new = target.with_name(f"{target.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True, mode=0o750)
        copied = tuple(_copied(path, new) for path in files)
        verdict = verify(new)
        if verdict.fault is not None:
            raise FaultError(verdict.fault, verdict.detail)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(verdict.uuid or "", folder.name, day, copied, *verdict.head.told, software, now)
        _write(new / "manifest.json", [MANIFEST.dump_json(manifest, indent=1), b"\n"])
        _write(new / "events.jsonl", map(_line, entries(new)))
        fsync_folder(new)
        new.rename(target)
        fsync_folder(to)
        (folder / RECORDS).mkdir(exist_ok=True)
        _write(folder / RECORDS / f"{day}.json", [MANIFEST.dump_json(manifest)])
    return target


def _copied(path: Path, to: Path) -> Copied:
    if not is_closed(path):
        File(path, write=True).shut()  # a crash left it open
    digest = _copy(path, to / path.name)
    with File(to / path.name) as file:
        opened = file.opened()
        return Copied(path.name, digest, (opened.before if opened else GENESIS).seq + 1, file.last().seq)


def _line(entry: Entry) -> bytes:
    """An entry for everyone: of what is sealed, only that it is there."""
    if entry.body is None or entry.raw is None:
        said: dict[str, Any] = {"seq": entry.seq, "kind": entry.kind, "sealed": True}
    else:
        said = asdict(entry) | {"body": json.loads(entry.body), "raw": entry.raw.hex()}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def archive(folder: Path, to: Path, keep: int) -> Archived:
    """Moves exported days, the oldest first, as long as they lie more than `keep` days before the newest one."""
    moved: list[str] = []
    days = closed_days(folder)
    newest = place_of(day_files(folder)[-1]) if days else None
    for day, files in days.items():
        if newest is None or date.fromisoformat(day) + timedelta(days=keep) >= date.fromisoformat(newest.day):
            break
        record = record_of(folder, day)
        known = {copied.name: copied.sha256 for copied in record.files} if record else {}
        with _exporting(to):
            if known != {path.name: _digest(path) for path in files if is_closed(path)}:
                return Archived(tuple(moved), day)
            for path in files:
                _move(path, to / folder.name)
                moved.append(path.name)
    return Archived(tuple(moved), None)


def _move(path: Path, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    target = to / path.name
    if not target.exists():  # otherwise a crash came between the copy and this
        _copy(path, new := target.with_name(f"{path.name}.new"))
        new.rename(target)
        fsync_folder(to)
    if _digest(target) != _digest(path):
        raise FileExistsError(17, "another file of this name is there", str(target))
    for each in (*path.parent.glob(f"{path.name}-*"), path):  # an empty log beside it before the file itself
        each.unlink()
    fsync_folder(path.parent)


def _copy(path: Path, target: Path) -> str:
    """Copies, waits for the disk, and compares what can be read back; answers the SHA-256."""
    shutil.copyfile(path, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())
    digest = _digest(path)
    if _digest(target) != digest:
        raise OSError(5, "the copy differs", str(target))
    return digest


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _write(path: Path, content: Iterable[bytes]) -> None:
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.writelines(content)
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)


@contextmanager
def _exporting(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FaultError(Fault.JOURNAL_EXPORT, f"{error.filename or target}: {error.strerror}") from error
