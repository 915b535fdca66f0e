"""croupierd that dies when it is told to: by SIGKILL, exactly after so many writes to its disk.

`python -m hil.mortal SOCKET STATE` imports croupierd once and then, for each connection, forks a life of it: an import
takes longer than a whole life does. Everything that such a life writes below STATE is counted where it leaves the
process: SQLite's own system calls, and the files that Python opens, renames and removes.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import mmap
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

LEFT = struct.Struct("q")  # writes until death; -1: it lives on


class _Vfs(ctypes.Structure):
    """SQLite's door to the system (sqlite3_vfs), as far as we need it."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        *((name, ctypes.c_void_p) for name in ("next", "name", "data")),
        ("methods", ctypes.c_void_p * 13),
        ("set_system_call", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)),
        ("get_system_call", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)),
    )


_INT, _SIZE, _OFFSET, _AT = ctypes.c_int, ctypes.c_size_t, ctypes.c_int64, ctypes.c_void_p
_WRITES = {
    b"write": (ctypes.c_ssize_t, _INT, _AT, _SIZE),
    b"pwrite": (ctypes.c_ssize_t, _INT, _AT, _SIZE, _OFFSET),
    b"pwrite64": (ctypes.c_ssize_t, _INT, _AT, _SIZE, _OFFSET),
    b"ftruncate": (_INT, _INT, _OFFSET),
    b"unlink": (_INT, ctypes.c_char_p),
}


class Fate:
    """How many writes are left; shared with whoever decides it."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), LEFT.size)
        self._kept: list[Any] = []  # what SQLite calls must not be collected

    def counted(self, write: Callable[..., int], *arguments: Any) -> int:
        """One write, unless it is one too many."""
        self.before_write()
        done = write(*arguments)
        self.after_write()
        return done

    def before_write(self) -> None:
        """Kills the process before a write, if none is left to it."""
        if LEFT.unpack_from(self._shared)[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def after_write(self) -> None:
        """Counts a write that is done."""
        (left,) = LEFT.unpack_from(self._shared)
        if left > 0:
            LEFT.pack_into(self._shared, 0, left - 1)
            self.before_write()

    def watch_sqlite(self) -> None:
        """Every system call of SQLite that changes a file; it lets tests put their own in its place."""
        library = ctypes.CDLL(import_module("_sqlite3").__file__)
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        vfs = library.sqlite3_vfs_find(None)
        for name, (answer, *arguments) in _WRITES.items():
            if (original := vfs.contents.get_system_call(vfs, name)) is None:
                continue  # not in this build
            call = ctypes.CFUNCTYPE(answer, *arguments, use_errno=True)
            ours = call(partial(self.counted, call(original)))
            self._kept.append(ours)
            vfs.contents.set_system_call(vfs, name, ctypes.cast(ours, ctypes.c_void_p))

    def watch_python(self, state: str) -> None:
        """What Python changes below `state`; the interpreter tells it beforehand."""

        def audit(event: str, arguments: tuple[Any, ...]) -> None:
            changes = event in ("os.rename", "os.remove") or (
                event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
            )
            if changes and str(arguments[0]).startswith(state):
                self.before_write()
                self.after_write()

        sys.addaudithook(audit)


def serve(address: str, state: str) -> None:
    """One life after the other, until we are killed: its arguments before_write in, its process and its end go out."""
    fate = Fate(Path(f"{address}.fate"))
    main: Callable[[list[str]], int] = import_module("daemon.croupierd").main
    fate.watch_sqlite()
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as door:
        door.bind(f"{address}.new")
        door.listen()
        Path(f"{address}.new").rename(address)  # whoever sees it there is let in
        while True:
            client, _ = door.accept()
            with client, client.makefile("rw") as talk:
                arguments = json.loads(talk.readline())
                if (process := os.fork()) == 0:
                    door.close()
                    client.close()
                    fate.watch_python(state)
                    os._exit(main(arguments))
                talk.write(f"{process}\n")
                talk.flush()
                _, status = os.waitpid(process, 0)
                talk.write(f"{os.waitstatus_to_exitcode(status)}\n")


if __name__ == "__main__":
    serve(*sys.argv[1:])
