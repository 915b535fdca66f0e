"""Whatever happens to the rig, nothing of it stays behind: `python -m hil.guardian DIR`, with the rig on its stdin.

Every process of a rig carries the rig's folder in its environment, or in its arguments where the kernel hides the
environment (croupierd's, from all but root). When stdin ends, because the rig ended or was killed, the guardian kills
what still carries it and removes the folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK = "CROUPIER_RIG"


def marked(folder: str) -> Iterator[int]:
    """Finds the processes of this rig."""
    mark, place = f"{MARK}={folder}".encode(), folder.encode()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int(process.name) == os.getpid():
                continue
            if place in (process / "cmdline").read_bytes() or mark in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)


def main(folder: str) -> None:
    """Waits for the rig's end, then cleans up after it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    while left := list(marked(folder)):
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.02)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
