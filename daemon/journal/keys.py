"""The key file: one key a line, 64 hexadecimal digits; the first one seals, all of them open."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from drivers.faults import Fault, FaultError

KEY_BYTES = 32

Keys = tuple[bytes, ...]


def load_keys(path: Path, *, create: bool = False) -> Keys:
    """The keys of a file that only its owner may read; `create` makes the first one, for a first journal."""
    if create and not path.exists():
        _write(path, (secrets.token_bytes(KEY_BYTES),), None)
    try:
        if path.stat().st_mode & 0o077:
            raise FaultError(Fault.JOURNAL_KEY, f"{path}: others may read it; chmod 600")
        keys = tuple(map(bytes.fromhex, path.read_text().split()))
    except (FileNotFoundError, ValueError) as error:
        raise FaultError(Fault.JOURNAL_KEY, str(path)) from error
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise FaultError(Fault.JOURNAL_KEY, f"{path}: not {KEY_BYTES} bytes a line")
    return keys


def rotate(path: Path) -> None:
    """A new key at the top: it seals from the next start on. The old ones stay, for what they sealed."""
    old = load_keys(path)
    _write(path, (secrets.token_bytes(KEY_BYTES), *old), path.stat())


def _write(path: Path, keys: Keys, like: os.stat_result | None) -> None:
    """There whole or not at all, and never readable for others; owned like the file that it replaces."""
    new = path.with_suffix(".new-key")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        if like is not None:
            os.fchown(descriptor, like.st_uid, like.st_gid)
        file.writelines(f"{key.hex()}\n" for key in keys)
        file.flush()
        os.fsync(descriptor)
    new.rename(path)
    fsync_folder(path.parent)


def fsync_folder(folder: Path) -> None:
    """A name in it is as durable as a file only after this."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
