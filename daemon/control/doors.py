"""The sockets that the control API listens on: a Unix one, and a port on loopback if the table has a console."""

from __future__ import annotations

import os
import shutil
import socket
from contextlib import ExitStack
from pathlib import Path

from daemon.journal.store import take_lock
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

MODE = 0o660
LOOPBACK = "127.0.0.1"


class Doors:
    """The listening sockets of one process, and its hold on the Unix socket's name: open and take down in a thread."""

    def __init__(self, path: Path, group: str | None, console_port: int | None) -> None:
        with ExitStack() as undo:
            where = str(path)
            try:
                _check_folder(path.parent)
                lock = take_lock(path)  # a socket that another process serves is not ours to replace
                undo.callback(os.close, lock)
                self.listeners = [undo.enter_context(bind(path, group))]
                if console_port is not None:
                    where = f"{LOOPBACK}:{console_port}"
                    self.listeners.append(undo.enter_context(bind_console(console_port)))
            except OSError as error:
                raise FaultError(Fault.CONTROL_NO_SOCKET, f"{where}: {error.strerror}") from error
            except LookupError as error:
                raise FaultError(Fault.CONTROL_NO_SOCKET, Because.NO_GROUP(where=where, group=group)) from error
            undo.pop_all()
        self._path, self._lock, self._inode = path, lock, _inode(path)

    def take_down(self) -> None:
        """Removes the Unix socket's name, while it still listens: until then its inode can be nobody else's.

        Unless another's lies there by now: whoever clears the folder clears our lock, too.
        """
        if _inode(self._path) == self._inode:
            self._path.unlink(missing_ok=True)

    def let_go(self) -> None:
        """Another process may have the name."""
        os.close(self._lock)


def bind(path: Path, group: str | None = None) -> socket.socket:
    """The Unix socket; a dead one left behind is replaced."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        previous = os.umask(0o177)
        try:
            listener.bind(str(path))
        finally:
            os.umask(previous)
        if group is not None:
            _give(path, group)
        path.chmod(MODE)  # only now that it is the right group's
    except BaseException:
        listener.close()
        raise
    return listener


def bind_console(port: int) -> socket.socket:
    """The console's port, for this machine alone."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
    except BaseException:
        listener.close()
        raise
    return listener


def _check_folder(folder: Path) -> None:
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    status = folder.stat()
    if status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o022:
        raise PermissionError(0, f"others may write {folder}")


def _give(path: Path, group: str) -> None:
    try:
        shutil.chown(path, group=group)
    except PermissionError as error:
        raise PermissionError(error.errno, f"this user is not in the group {group}") from error


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
