"""The pictures that decided a roll: on disk before the journal names them, kept for as long as the table's file says.

They lie beside the journal, in a folder for every gaming day, each under the SHA-256 of what is in it. So the journal
proves them, and a picture that was changed, or is gone, is told as such. A journal opens its next day at rest: what
belongs to a day is what its entries name, in whichever folder it lies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from daemon.host import atomic
from daemon.host.atomic import fsync_folder
from drivers.faults import Fault, FaultError

FOLDER = "evidence"
MODE = 0o640


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the journal names: where it is, and whether it is what it was."""

    sha256: str
    path: str | None
    state: Literal["intact", "altered", "missing"]


def keep(journal: Path, day: str, pictures: Iterable[bytes]) -> None:
    """Writes pictures to the disk, durably; EVIDENCE_WRITE if that cannot be. Blocks."""
    folder = journal / FOLDER / day
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True, mode=0o750)
            for made in (folder, folder.parent):
                fsync_folder(made.parent)
        for picture in pictures:
            path = folder / f"{hashlib.sha256(picture).hexdigest()}.jpg"
            if not path.exists():
                atomic.write(path, [picture], MODE)
    except OSError as error:
        raise FaultError(Fault.EVIDENCE_WRITE, f"{folder}: {error.strerror}") from error


def find(journal: Path, digests: Iterable[str]) -> list[Picture]:
    """Looks what has become of pictures. A day's journal that was exported has its pictures beside it, too."""
    folder = (journal if journal.is_dir() else journal.parent) / FOLDER
    return [_found(folder, digest) for digest in digests]


def _found(folder: Path, digest: str) -> Picture:
    paths = _paths(folder, digest)
    if not paths:
        return Picture(digest, None, "missing")
    path = paths[0]
    try:
        same = hashlib.sha256(path.read_bytes()).hexdigest() == digest
    except OSError:
        return Picture(digest, str(path), "missing")
    return Picture(digest, str(path), "intact" if same else "altered")


def _paths(folder: Path, digest: str) -> list[Path]:
    return sorted(folder.glob(f"*/{digest}.jpg")) if len(digest) == 64 and digest.isalnum() else []


def copy(journal: Path, digests: Iterable[str], to: Path) -> None:
    """Copies these pictures into `to`, as far as they are there, each read back and compared. Blocks."""
    for path in (path for digest in digests for path in _paths(journal / FOLDER, digest)):
        target = to / path.relative_to(journal)
        if not target.parent.is_dir():
            target.parent.mkdir(parents=True, mode=0o750)
            for made in (target.parent, target.parent.parent):
                fsync_folder(made.parent)
        data = path.read_bytes()
        atomic.write(target, [data], MODE)
        if target.read_bytes() != data:
            raise OSError(5, "the copy differs", str(target))


def folders(journal: Path) -> dict[date, Path]:
    """Where the pictures of each gaming day lie."""
    found = {}
    for folder in sorted((journal / FOLDER).glob("[0-9]*")):
        with suppress(ValueError):  # not ours
            found[date.fromisoformat(folder.name)] = folder
    return found


def remove(journal: Path, digests: Iterable[str]) -> None:
    """Deletes pictures that were copied elsewhere. Blocks."""
    for path in (path for digest in digests for path in _paths(journal / FOLDER, digest)):
        path.unlink()
        with suppress(OSError):  # it is not empty yet
            path.parent.rmdir()
