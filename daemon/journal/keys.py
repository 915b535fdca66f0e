"""The key file: one key a line, 64 hexadecimal digits; the first one seals, all of them open."""

from __future__ import annotations

import secrets
from pathlib import Path

from daemon.host import atomic
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

KEY_BYTES = 32

Keys = tuple[bytes, ...]


def load_keys(path: Path, *, create: bool = False) -> Keys:
    """The keys of a file that only its owner may read; `create` makes the first one, for a first journal."""
    if create and not path.exists():
        _write(path, (secrets.token_bytes(KEY_BYTES),))
    try:
        if path.stat().st_mode & 0o077:
            raise FaultError(Fault.JOURNAL_KEY, Because.OTHERS_READ(path=path))
        keys = tuple(map(bytes.fromhex, path.read_text().split()))
    except (FileNotFoundError, ValueError) as error:
        raise FaultError(Fault.JOURNAL_KEY, str(path)) from error
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise FaultError(Fault.JOURNAL_KEY, Because.KEY_BYTES(path=path, bytes=KEY_BYTES))
    return keys


def rotate(path: Path) -> None:
    """A new key at the top: it seals from the next start on. The old ones stay, for what they sealed."""
    old, found = load_keys(path), path.stat()
    _write(path, (secrets.token_bytes(KEY_BYTES), *old), (found.st_uid, found.st_gid))


def _write(path: Path, keys: Keys, owner: tuple[int, int] = (-1, -1)) -> None:
    atomic.write(path, (f"{key.hex()}\n".encode() for key in keys), 0o600, owner)
