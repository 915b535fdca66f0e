"""Two croupierd for one table, the second on another machine: it does not start; and a dead one locks nobody out."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys

from hil.rig import TABLE, Rig
from tests.hil import verdict


def written(rig: Rig) -> bytes:
    """What the second one has put on disk."""
    return b"".join(path.read_bytes() for path in (rig.folder / "there/state").rglob("*.journal*"))


async def second(rig: Rig) -> tuple[int, str]:
    """Another croupierd with its own files, as on another machine; how it ended, and what it said of that."""
    there = rig.folder / "there"
    shutil.rmtree(there, ignore_errors=True)
    for name in ("state", "run"):
        (there / name).mkdir(parents=True)
    shutil.copytree(rig.folder / "etc", there / "etc")
    site = there / "etc/site.toml"
    text = site.read_text()
    for name in ("state", "run"):
        text = text.replace(f"{rig.folder}/{name}", f"{there}/{name}")
    site.write_text(text)
    command = ("-m", "daemon.croupierd", "--config", str(there / "etc"), "--table", TABLE)
    process = await rig.spawn("second", sys.executable, *command)
    async with asyncio.timeout(30):
        status = await process.wait()
    return status, verdict(rig.log)


async def test_the_second_one_refuses_to_start_and_the_first_one_does_not_even_blink() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        status, last = await second(rig)
        assert status == 1
        assert "TABLE_TAKEN" in last
        health = await rig.get("/health")
        assert (health["broker"]["connected"], health["faults"]) == (True, [])
        assert b'"started"' not in written(rig)
        assert "broker_down" not in rig.log


async def test_a_killed_one_locks_nobody_out_and_a_broker_that_is_down_neither() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.end_daemon(signal.SIGKILL)
        await rig.start_daemon()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.end_daemon()
        await rig.end("broker", signal.SIGKILL)
        await rig.start_daemon()
        await rig.until("/health", lambda health: [fault["code"] for fault in health["faults"]] == ["BROKER_DOWN"])
        await rig.start_broker()
        await rig.until("/health", lambda health: not health["faults"])
        await rig.order("open_round")
