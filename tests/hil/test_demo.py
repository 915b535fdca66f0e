"""`make demo` ends by itself, ends on Ctrl-C, and leaves nothing behind even when it is killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hil.guardian import MARK
from hil.processes import PATIENCE

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
    async with asyncio.timeout(PATIENCE):
        while left_behind(folder):
            await asyncio.sleep(0.05)


@pytest.fixture
def folder() -> Iterator[Path]:
    """With a short name, since a Unix socket's path has 107 bytes; and the database's user may pass through it."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-demo-"))
    folder.chmod(0o711)
    yield folder
    folder.rmdir()  # and empty


async def test_it_ends_by_itself_with_status_0(folder: Path) -> None:
    async with started(folder, *DEMO, "--rounds", "1") as demo:
        out, _ = await demo.communicate()
        assert demo.returncode == 0
    output = out.decode()
    assert "« Rien ne va plus »" in output
    assert "s. 67.3" in output
    assert "board-1 shows round 1" in output
    assert left_behind(folder) == []


async def test_at_craps_it_shows_the_shooter_and_dice_that_are_offered_passed_and_out(folder: Path) -> None:
    async with started(folder, *DEMO, "--game", "craps", "--rounds", "3") as demo:
        out, _ = await demo.communicate()
        assert demo.returncode == 0
    output = out.decode()
    for told in (
        "offers the dice to seat",
        "the dice are out to seat",
        "passes the dice: seven out",
        "Lanceur : place",
    ):
        assert told in output


async def test_tables_that_share_a_pool_come_to_show_the_same(folder: Path) -> None:
    """Without their database in the second round; with a hit in the third."""
    async with started(folder, *DEMO, "--tables", "2", "--rounds", "3") as demo:
        out, _ = await demo.communicate()
        output = out.decode()
        assert demo.returncode == 0, output
    for said in ("owes the pool", "is switched off", "deals on without the ledger", "MONTANT INCONNU", "is back"):
        assert said in output
    for said in (
        "wins the whole meter",
        "locks $10,0",
        "EN ATTENTE",
        "S1 confirms $10,0",
        "stopped with status [0, 0]",
    ):
        assert said in output
    assert left_behind(folder) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_ends_it_cleanly(folder: Path, number: signal.Signals) -> None:
    async with started(folder, *DEMO) as demo:
        demo.send_signal(number)
        await demo.communicate()
        assert demo.returncode == 0
    assert left_behind(folder) == []


async def test_killed_outright_it_leaves_nothing_behind(folder: Path) -> None:
    async with started(folder, *DEMO) as demo:
        demo.kill()
        await nothing_is_left(folder)


async def test_its_parent_killed_it_leaves_nothing_behind(folder: Path) -> None:
    async with started(folder, "/bin/sh", "-c", f"{' '.join(DEMO)}; true") as parent:
        parent.kill()
        await nothing_is_left(folder)
