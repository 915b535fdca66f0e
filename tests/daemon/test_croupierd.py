"""croupierd as systemd sees it: a process that says when it is ready, and that stops when it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.faults import Fault
from drivers.processor import GIVEN
from hil.rig import TABLE, Rig

CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))


@contextlib.contextmanager
def service_manager(path: Path) -> Iterator[socket.socket]:
    """The socket that systemd would give it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(path))
        channel.setblocking(False)
        yield channel


async def croupierd(rig: Rig, **environment: str) -> tuple[int, str]:
    """A second croupierd for the rig's table, run to its end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "daemon.croupierd", "--config", str(rig.folder / "etc"), "--table", TABLE),
        env={**os.environ, **environment},
        stderr=PIPE,
    )
    _, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, err.decode()


async def test_it_tells_systemd_that_it_is_ready_alive_and_stopping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service_manager(tmp_path / "notify") as channel:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "400000")
        async with Rig(strict=True) as rig:
            await rig.start_daemon()
            said: list[bytes] = []
            while said.count(b"WATCHDOG=1") < 3:
                said.append(await asyncio.get_running_loop().sock_recv(channel, 100))
            assert await rig.end_daemon() == 0
            while said[-1] != b"STOPPING=1":
                said.append(await asyncio.get_running_loop().sock_recv(channel, 100))
    assert said.count(b"READY=1") == 1
    assert said.index(b"READY=1") < said.index(b"STOPPING=1")


async def test_a_second_daemon_for_the_same_table_refuses_to_start() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        status, said = await croupierd(rig)
        assert status == 1
        assert f"fault={Fault.TABLE_TAKEN}" in said
        await rig.order("open_round")  # and the first one is none the worse for it


async def test_a_damaged_journal_fails_closed_is_left_as_it_is_and_has_a_way_out() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.order("open_round")
        await rig.end_daemon()
        (journal,) = (rig.folder / "state" / TABLE).glob("*.journal")
        damaged = journal.read_bytes().replace(b"open_round", b"void_round")
        assert damaged != journal.read_bytes()
        journal.write_bytes(damaged)
        status, said = await croupierd(rig)
        assert status == 1
        assert f"fault={Fault.JOURNAL_DAMAGED}" in said
        assert journal.read_bytes() == damaged
        aside = (CROUPIERCTL, "journal", "set-aside", "--config", str(rig.folder / "etc"))
        process = await asyncio.create_subprocess_exec(*aside, stdout=DEVNULL)
        assert await process.wait() == 0
        (moved,) = (rig.folder / "state").glob(f"{TABLE}.damaged-*/*.journal")
        assert moved.read_bytes() == damaged
        await rig.start_daemon()
        await rig.order("open_round")


async def test_a_lost_key_fails_closed() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.end_daemon()
        (rig.folder / f"state/{TABLE}.key").unlink()
        status, said = await croupierd(rig)
        assert status == 1
        assert f"fault={Fault.JOURNAL_KEY}" in said


async def test_every_fault_on_the_log_has_its_sentence_and_next_action_in_both_languages() -> None:
    async with Rig() as rig:
        (rig.folder / "etc/site.toml").write_text("langage = 'fr'\n[broker]\nhost = 'h'\n")
        status, said = await croupierd(rig)
    assert status == 1
    assert "site.toml:1: langage: unknown key; did you mean language?" in said
    assert "redémarrez le service" in said or "red\\u00e9marrez" in said
    assert "then restart the service" in said
    assert len(said.splitlines()) == 1


async def test_a_full_disk_stops_the_table_with_a_name_and_loses_nothing() -> None:
    async with Rig() as rig:
        await rig.start_daemon()
        await rig.order("open_round")
        await rig.end_daemon()
        before = rig.journal()
        limit = f"ulimit -f 0; exec {sys.executable} -m daemon.croupierd --config {rig.folder}/etc --table {TABLE}"
        process = await asyncio.create_subprocess_exec("/bin/bash", "-c", limit, stderr=PIPE, preexec_fn=_ignore_xfsz)
        _, err = await process.communicate()
        assert process.returncode == 1
        assert "JOURNAL_" in err.decode()
        assert rig.journal() == before
        await rig.start_daemon()
        assert (await rig.get("/state"))["hold"]["fault"] == Fault.TABLE_RESTARTED


def _ignore_xfsz() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


async def test_a_state_folder_that_it_may_not_write_is_said_so(tmp_path: Path) -> None:
    async with Rig() as rig:
        site = rig.folder / "etc/site.toml"
        site.write_text(site.read_text().replace(f"{rig.folder}/state", "/proc/nowhere"))
        status, said = await croupierd(rig)
        assert status == 1
        assert f"fault={Fault.JOURNAL_NO_ACCESS}" in said
        site.write_text(site.read_text().replace("/proc/nowhere", f"{rig.folder}/state"))
        site.write_text(site.read_text().replace(f"{rig.folder}/run", "/proc/nowhere"))
        status, said = await croupierd(rig)
        assert status == 1
        assert f"fault={Fault.CONTROL_NO_SOCKET}" in said


def processors(pid: int) -> Counter[frozenset[int]]:
    """How many threads may run where."""
    return Counter(frozenset(os.sched_getaffinity(int(task.name))) for task in Path(f"/proc/{pid}/task").iterdir())


async def test_the_loop_and_the_journal_share_a_processor_and_the_rest_runs_anywhere() -> None:
    one = frozenset({max(GIVEN)})
    async with Rig() as rig:
        await rig.start_daemon()
        pid = rig._processes["croupierd"].pid
        runs_on = processors(pid)
        assert os.sched_getaffinity(pid) == one
    assert set(runs_on) == {one, GIVEN}  # one of the rest at least: it recovered the journal
    assert runs_on[one] == (2 if one != GIVEN else runs_on.total())
