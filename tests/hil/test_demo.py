"""`make demo` ends by itself, ends on Ctrl-C, and leaves nothing behind even when it is killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hil.guardian import MARK

DEMO = (sys.executable, "-m", "hil.demo")


def left_behind(folder: Path) -> list[str]:
    """Files and processes of a rig below `folder`."""
    found = [str(path) for path in folder.iterdir()]
    mark = f"{MARK}={folder}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


@asynccontextmanager
async def started(folder: Path, *command: str) -> AsyncIterator[Process]:
    """The demo, once its first round is open."""
    environment = {**os.environ, "TMPDIR": str(folder)}
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=environment)
    assert process.stdout is not None
    try:
        while b"Round 1" not in (line := await process.stdout.readline()):
            assert line, "the demo ended before its first round"
        assert left_behind(folder)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def nothing_is_left(folder: Path) -> None:
    async with asyncio.timeout(20):
        while left_behind(folder):
            await asyncio.sleep(0.05)


async def test_it_ends_by_itself_with_status_0(tmp_path: Path) -> None:
    async with started(tmp_path, *DEMO, "--rounds", "1") as demo:
        out, _ = await demo.communicate()
        assert demo.returncode == 0
    told = out.decode()
    assert "« Rien ne va plus »" in told
    assert "s. 67.3" in told
    assert "board-1 shows round 1" in told
    assert left_behind(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with started(tmp_path, *DEMO) as demo:
        demo.send_signal(number)
        await demo.communicate()
        assert demo.returncode == 0
    assert left_behind(tmp_path) == []


async def test_killed_outright_it_leaves_nothing_behind(tmp_path: Path) -> None:
    async with started(tmp_path, *DEMO) as demo:
        demo.kill()
        await nothing_is_left(tmp_path)


async def test_its_parent_killed_it_leaves_nothing_behind(tmp_path: Path) -> None:
    async with started(tmp_path, "/bin/sh", "-c", f"{' '.join(DEMO)}; true") as parent:
        parent.kill()
        await nothing_is_left(tmp_path)
