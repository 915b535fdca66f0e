"""Closed days leave the table's disk in two steps: exported (copied, verified, on record), then archived (moved).

A day is closed when a later one is open. What was not exported is never moved; nothing is deleted but what was copied
elsewhere and compared.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from daemon.host import atomic
from daemon.host.atomic import fsync_folder
from daemon.journal import evidence
from daemon.journal.chain import GENESIS, Head
from daemon.journal.days import day_files, place_of
from daemon.journal.errors import named
from daemon.journal.files import File, Opened, is_closed
from daemon.journal.manifest import MANIFEST, RECORDS, Copied, Manifest, digest_of, record_of
from daemon.journal.read import Entry, entries
from daemon.journal.verify import verify
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

READINGS = "SELECT body FROM entry WHERE kind IN ('dice_seen', 'dice_unread')"
SETS = "SELECT body FROM entry WHERE kind = 'round_opened'"
IN_FORCE = "SELECT body FROM entry WHERE kind = 'rules_in_force'"
NEWEST = ""
PATIENCE = 5.0  # seconds that an export waits for whoever reads a day whose log is still beside it


@dataclass(frozen=True, slots=True)
class Archived:
    """What was moved, and the day that stood in the way of more: not exported, or changed since."""

    files: tuple[str, ...]
    stopped_at: str | None


def closed_days(folder: Path) -> dict[str, list[Path]]:
    """The files of every day that is closed, the oldest day first.

    A part that was opened on another day than the one in its name is a day by itself, under its own name.
    """
    days: dict[str, list[Path]] = {}
    for path in day_files(folder):
        if place := place_of(path):
            apart = place.part > 1 and _opened(path).on
            days.setdefault(path.stem if apart else place.day, []).append(path)
    return dict(list(days.items())[:-1])


def _opened(path: Path) -> Opened:
    with File(path) as file:
        opened = file.opened()
        if opened is None:
            raise file.damaged(Because.NO_DAY())
        return opened


def export(folder: Path, day: str, to: Path, software: str) -> Path:
    """A copy of a closed day under `to`: its files, `manifest.json`, `events.jsonl` and `rules.json`."""
    files = closed_days(folder).get(day)
    if files is None:
        raise FaultError(Fault.JOURNAL_DAY, f"{day}; {folder}")
    target = to / f"{folder.name}-{day}"
    with _exporting(folder, target):
        if target.exists():
            raise FileExistsError(17, "already there", str(target))
        new = target.with_name(f"{target.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True, mode=0o750)
        copied = tuple(_copied(path, new) for path in files)
        verdict = verify(new)
        if verdict.fault is not None:
            raise FaultError(verdict.fault, verdict.detail)
        _goes_on(folder, files[-1], verdict.head)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(verdict.uuid or "", folder.name, day, copied, *verdict.head.seq_and_hex, software, now)
        atomic.write(new / "manifest.json", [MANIFEST.dump_json(manifest, indent=1), b"\n"])
        atomic.write(new / "events.jsonl", map(_line, entries(new)))
        atomic.write(
            new / "rules.json", [json.dumps(_rules(folder, new), ensure_ascii=False, indent=1).encode(), b"\n"]
        )
        evidence.copy(folder, _pictures(day_files(new)), new)
        new.rename(target)
        fsync_folder(to)
        (folder / RECORDS).mkdir(exist_ok=True)
        atomic.write(folder / RECORDS / f"{day}.json", [MANIFEST.dump_json(manifest)])
    return target


def _copied(path: Path, to: Path) -> Copied:
    if not is_closed(path) and not File(path, write=True).shut(PATIENCE):  # a crash or a reader left it open
        raise FaultError(Fault.JOURNAL_IN_USE, str(path))
    digest = _copy(path, to / path.name)
    with File(to / path.name) as file:
        opened = file.opened()
        return Copied(path.name, digest, (opened.before if opened else GENESIS).seq + 1, file.last().seq)


def _goes_on(folder: Path, last: Path, head: Head) -> None:
    """The next file follows the last entry that was copied: none is missing at the end."""
    files = day_files(folder)
    with File(files[files.index(last) + 1]) as following:
        opened = following.opened()
        if opened is None or opened.before != head:
            raise following.damaged(Because.DOES_NOT_FOLLOW(entry=head.seq, file=last.name))


def _pictures(files: Iterable[Path]) -> set[str]:
    """What these files name as the proof of a reading, by its SHA-256."""
    found: set[str] = set()
    for path in files:
        with File(path) as file:
            for (body,) in file.db.execute(READINGS):
                found.update(json.loads(body)["evidence"])
    return found


def _rules(folder: Path, day: Path) -> dict[str, Any]:
    """All that the rule sets say by which the day's rounds were dealt, by name; null: nobody has it any more."""
    wanted: dict[str, Any] = {}
    for path in day_files(day):
        with File(path) as file:
            for (body,) in file.db.execute(SETS):
                if name := json.loads(body).get("rules"):
                    wanted[name] = None
    for path in reversed(day_files(folder)):
        if all(wanted.values()):
            break
        with File(path) as file:
            for (body,) in file.db.execute(IN_FORCE):
                said = json.loads(body)
                if said["rules"] in wanted:
                    wanted[said["rules"]] = {"sha256": said["sha256"], "content": said["content"]}
    return wanted


def _line(entry: Entry) -> bytes:
    """An entry for everyone: of what is sealed, only that it is there."""
    if entry.body is None:
        said: dict[str, Any] = {"seq": entry.seq, "kind": entry.kind, "sealed": True}
    else:
        raw = None if entry.raw is None else entry.raw.hex()
        said = asdict(entry) | {"sealed": False, "body": json.loads(entry.body), "raw": raw}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def archive(folder: Path, to: Path, keep: int) -> Archived:
    """Moves exported days, the oldest first, as long as they lie more than `keep` days before the newest one."""
    moved: list[str] = []
    days = closed_days(folder)
    dates = _dates(folder, days)
    for day, files in days.items():
        if dates[day] + timedelta(days=keep) >= dates[NEWEST]:
            break
        record = record_of(folder, day)
        known = {copied.name: copied.sha256 for copied in record.files} if record else {}
        with _exporting(folder, to):
            if known != {path.name: digest_of(path) for path in files if is_closed(path)}:
                return Archived(tuple(moved), day)
            pictures = _pictures(files)
            evidence.copy(folder, pictures, to / folder.name)
            for path in files:
                _move(path, to / folder.name)
                moved.append(path.name)
            evidence.remove(folder, pictures and pictures - _pictures(day_files(folder)))
    return Archived(tuple(moved), None)


def forget(folder: Path, today: str, keep_days: int) -> list[str]:
    """Removes the pictures of days that are older than that and were exported, and says which days. Blocks."""
    oldest, gone = date.fromisoformat(today) - timedelta(days=keep_days), []
    with _exporting(folder, folder / evidence.FOLDER):
        dates = _dates(folder, closed_days(folder))
        exported = {dates[day] for day in dates if record_of(folder, day) is not None}
        waiting = min(dates[day] for day in dates if record_of(folder, day) is None)  # at least the newest
        for day, pictures in evidence.folders(folder).items():
            named = waiting - timedelta(days=1) <= day  # perhaps, by a day that is not exported
            known = day in exported or record_of(folder, pictures.name) is not None  # if it was archived
            if day < oldest and known and not named:
                shutil.rmtree(pictures, ignore_errors=True)
                gone.append(pictures.name)
    return gone


def _dates(folder: Path, days: dict[str, list[Path]]) -> dict[str, date]:
    """When each of these was, and the newest one; no day is later than one that follows it, whatever a clock said."""
    newest = day_files(folder)[-1:]
    last = date.fromisoformat(_opened(newest[0]).gaming_day) if newest else date.max
    dates = {NEWEST: last}
    for day, files in reversed(days.items()):
        last = dates[day] = min(last, date.fromisoformat(_opened(files[0]).gaming_day))
    return dates


def _move(path: Path, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    target = to / path.name
    if not target.exists():  # otherwise a crash came between the copy and this
        _copy(path, new := target.with_name(f"{path.name}.new"))
        new.rename(target)
        fsync_folder(to)
    if digest_of(target) != digest_of(path):
        raise FileExistsError(17, "another file of this name is there", str(target))
    for each in (*path.parent.glob(f"{path.name}-*"), path):  # an empty log beside it before the file itself
        each.unlink()
    fsync_folder(path.parent)


def _copy(path: Path, target: Path) -> str:
    """Copies, waits for the disk, and compares what can be read back; answers the SHA-256."""
    shutil.copyfile(path, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())
    digest = digest_of(path)
    if digest_of(target) != digest:
        raise OSError(5, "the copy differs", str(target))
    return digest


@contextmanager
def _exporting(folder: Path, target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FaultError(Fault.JOURNAL_EXPORT, f"{error.filename or target}: {error.strerror}") from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
        raise named(error, folder, otherwise=Fault.JOURNAL_IN_USE if busy else Fault.JOURNAL_DAMAGED) from error
