"""A process that knows cards leaves no picture of its memory behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CRASH = """
import ctypes, os, resource
from daemon.host.harden import no_core_dumps
resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
if {hardened}:
    no_core_dumps()
print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), flush=True)  # PR_GET_DUMPABLE
os.abort()
"""


@pytest.mark.parametrize(("hardened", "dumpable"), [(True, "0"), (False, "1")])
def test_a_crash_leaves_no_core_though_the_limits_would_allow_it(tmp_path: Path, hardened: bool, dumpable: str) -> None:
    code, here = CRASH.format(hardened=hardened), {**os.environ, "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=here, capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.returncode) == (dumpable, -signal.SIGABRT)
    assert not hardened or not any(tmp_path.iterdir())


def test_commands_hold_the_key_and_leave_no_core_either() -> None:
    code = (
        "import ctypes, daemon.cli as cli; cli.app = lambda: print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)); cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
