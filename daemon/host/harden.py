"""A process that knows cards leaves no picture of its memory behind."""

from __future__ import annotations

import ctypes

PR_SET_DUMPABLE = 4


def no_core_dumps() -> None:
    """No core file, whatever happens and whatever the limits say; and only root looks into the running process."""
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
