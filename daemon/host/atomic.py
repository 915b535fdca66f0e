"""A file that is there whole or not at all, whenever the power fails."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def write(path: Path, content: Iterable[bytes], mode: int | None = None, owner: tuple[int, int] = (-1, -1)) -> None:
    """Replaces the file; on disk when this returns. With a `mode`, nobody else reads it before it has its owner."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)  # left by a crash
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(content)
            file.flush()
            if mode is not None:
                os.fchown(descriptor, *owner)
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        new.rename(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    fsync_folder(path.parent)


def fsync_folder(folder: Path) -> None:
    """A name in it is as durable as a file only after this."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
