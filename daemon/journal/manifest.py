"""What an export holds, on record twice: in the export, and in the journal's folder, where it outlives the files."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

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

    @property
    def before(self) -> int:
        """The entry that the first one follows."""
        return min((file.first for file in self.files), default=self.seq + 1) - 1


MANIFEST = TypeAdapter(Manifest)


def record_of(folder: Path, day: str) -> Manifest | None:
    """Reads the manifest of a day's export; None if it was never exported."""
    try:
        return MANIFEST.validate_json((folder / RECORDS / f"{day}.json").read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def records_of(folder: Path) -> list[Manifest]:
    """What was exported of all days, the newest first."""
    found = (record_of(folder, path.stem) for path in (folder / RECORDS).glob("*.json"))
    return sorted(filter(None, found), key=lambda record: record.seq, reverse=True)


def digest_of(path: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
