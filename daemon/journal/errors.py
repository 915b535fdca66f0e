"""What the disk, or the file on it, has: an error of the system gets the name of a fault."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from drivers.faults import Fault, FaultError

ERRORS = (OSError, sqlite3.Error, UnicodeDecodeError)  # a broken schema breaks SQLite's own words
BY_NUMBER = {
    errno.ENOSPC: Fault.DISK_FULL,
    errno.EDQUOT: Fault.DISK_FULL,
    errno.EROFS: Fault.DISK_READ_ONLY,
    errno.EIO: Fault.JOURNAL_WRITE,
    errno.EFBIG: Fault.JOURNAL_WRITE,
}
THE_DISK = ("SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")  # not what stands on it


def named(error: BaseException, path: Path, what: str = "", otherwise: Fault = Fault.JOURNAL_DAMAGED) -> FaultError:
    """The fault; `otherwise` if it is not the disk's."""
    if isinstance(error, FaultError):
        return error
    if isinstance(error, OSError):
        fault = BY_NUMBER.get(error.errno or 0, Fault.JOURNAL_NO_ACCESS)
        return FaultError(fault, f"{error.filename or path}: {error.strerror}")
    said = getattr(error, "sqlite_errorname", "") or type(error).__name__
    if said == "SQLITE_FULL":
        otherwise = Fault.DISK_FULL
    elif said.startswith(THE_DISK):
        otherwise = _asked(path if path.is_dir() else path.parent)
    return FaultError(otherwise, ": ".join(filter(None, (str(path), what, said))))


def _asked(folder: Path) -> Fault:
    """SQLite only says that the disk refused; whoever tries it hears why."""
    probe = folder / "probe.new"
    try:
        with probe.open("wb") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return BY_NUMBER.get(error.errno or 0, Fault.JOURNAL_NO_ACCESS)
    finally:
        with suppress(OSError):
            probe.unlink()
    return Fault.JOURNAL_WRITE
