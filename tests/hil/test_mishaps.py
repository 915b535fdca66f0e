"""croupierd on a PC that fails it: a disk that may have written or not, and a clock that jumps."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from daemon.journal.days import day_files
from hil.asking import RefusedError
from hil.rig import TABLE, Rig
from tests.hil import verdict

YEARS = 30 * 365 * 86400
DAY = 86400


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What stands between croupierd and the system."""
    built = tmp_path_factory.mktemp("mishaps") / "mishaps.so"
    source = Path(__file__).with_name("mishaps.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", built, source, "-ldl"], check=True)
    return built


@asynccontextmanager
async def table(library: Path) -> AsyncIterator[tuple[Rig, Path]]:
    """A table of craps, and the folder in which mishaps are arranged."""
    async with Rig("craps") as rig:
        mishaps = rig.folder / "mishaps"
        mishaps.mkdir()
        state = str(rig.folder / "state")
        rig.bus = {"LD_PRELOAD": str(library), "MISHAPS": str(mishaps), "DISK": state}
        await rig.start_daemon()
        yield rig, mishaps


async def end_of(rig: Rig) -> str:
    """It stops by itself; why."""
    async with asyncio.timeout(rig.patience):
        assert await rig._processes["croupierd"].wait() == 1
    return verdict(rig.log)


async def refused(rig: Rig, kind: str, **fields: str) -> str:
    with pytest.raises(RefusedError) as caught:
        await rig.order(kind, **fields)
    return caught.value.code


async def void(rig: Rig, key: str) -> str:
    """An order that may be told twice; why it was refused."""
    headers = {"Authorization": f"Bearer {rig._tokens['S1']}", "Idempotency-Key": key}
    async with rig._client() as client:
        answer = await client.post("/orders", json={"kind": "void_round", "reason": "essai"}, headers=headers)
    return str(answer.json()["error"]["code"]) if answer.is_error else ""


async def faults(rig: Rig) -> dict[str, str]:
    return {fault["code"]: fault["detail"] for fault in (await rig.get("/health"))["faults"]}


async def test_an_order_that_the_disk_refused_is_uncertain_until_a_supervisor_has_compared(library: Path) -> None:
    key = uuid.uuid4().hex
    async with table(library) as (rig, mishaps):
        await rig.order("open_round")
        await rig.sign_in("S1")
        (mishaps / "eio").touch()
        assert await void(rig, key) == "ORDER_UNCERTAIN"
        assert "JOURNAL_WRITE" in await end_of(rig)
        (mishaps / "eio").unlink()
        for _ in range(2):  # to start once more is no answer
            await rig.start_daemon()
            detail = (await faults(rig))["JOURNAL_DOUBTFUL"]
            assert "void_round" in detail
            assert "round_voided" in detail
            assert await refused(rig, "open_round") == "ORDER_WHILE_HELD"
            await rig.end_daemon()
        await rig.start_daemon()
        assert await refused(rig, "acknowledge", by="D1", fault="JOURNAL_DOUBTFUL") == "SUPERVISOR_NEEDED"
        await rig.order("acknowledge", by="S1", fault="JOURNAL_DOUBTFUL")
        assert "JOURNAL_DOUBTFUL" not in await faults(rig)
        assert await void(rig, key) == ""  # told again: it happened, once
        await rig.order("open_round")
        await rig.end_daemon()
        await rig.start_daemon()
        assert "JOURNAL_DOUBTFUL" not in await faults(rig)
        voided = [event for event in rig.journal() if event["kind"] == "round_voided"]
        assert len(voided) == 1


async def test_one_bit_of_the_log_stops_a_table_that_was_killed_though_the_broker_is_away() -> None:
    async with Rig("craps") as rig:
        await rig.start_daemon()
        await rig.order("open_round")
        await rig.sign_in("S1")
        await rig.end_daemon(signal.SIGKILL)
        await rig.end("broker", signal.SIGKILL)
        (log,) = (rig.folder / "state" / TABLE).glob("*.journal-wal")
        whole = log.read_bytes()
        log.write_bytes(whole[:5000] + bytes([whole[5000] ^ 16]) + whole[5001:])
        with pytest.raises(RuntimeError):
            await rig.start_daemon()
        assert "JOURNAL_DAMAGED" in await end_of(rig)
        log.unlink()
        with pytest.raises(RuntimeError):
            await rig.start_daemon()
        assert "JOURNAL_TRUNCATED" in await end_of(rig)


async def test_a_sign_in_that_the_disk_refused_is_uncertain_too_and_nobody_is_signed_in(library: Path) -> None:
    async with table(library) as (rig, mishaps):
        (mishaps / "eio").touch()
        with pytest.raises(RefusedError) as caught:
            await rig.sign_in("D1")
        assert caught.value.code == "ORDER_UNCERTAIN"
        assert "JOURNAL_WRITE" in await end_of(rig)
        assert not rig._tokens


async def test_a_clock_that_jumps_opens_no_day_until_a_supervisor_says_that_it_is_right(library: Path) -> None:
    async with table(library) as (rig, mishaps):
        folder = rig.folder / "state" / TABLE

        def files() -> list[str]:
            return [path.name for path in day_files(folder)]

        async def play() -> None:
            await rig.order("open_round")
            await rig.order("void_round", reason="essai")

        before = files()
        (mishaps / "clock").write_text(str(YEARS))
        await rig.until("/health", lambda health: "CLOCK_IMPLAUSIBLE" in {each["code"] for each in health["faults"]})
        await play()
        await rig.end_daemon()
        await rig.start_daemon()  # nor does a start
        await play()
        assert files() == before
        assert "CLOCK_IMPLAUSIBLE" in await faults(rig)
        assert await refused(rig, "acknowledge", by="D1", fault="CLOCK_IMPLAUSIBLE") == "SUPERVISOR_NEEDED"
        (mishaps / "clock").write_text(str(YEARS + DAY))
        await rig.order("acknowledge", by="S1", fault="CLOCK_IMPLAUSIBLE")
        await play()
        assert "CLOCK_IMPLAUSIBLE" not in await faults(rig)
        assert len(files()) == 2
        (mishaps / "clock").unlink()  # it was wrong after all: the days of now have their files behind that one
        await rig.until("/health", lambda health: "CLOCK_IMPLAUSIBLE" in {each["code"] for each in health["faults"]})
        await rig.order("acknowledge", by="S1", fault="CLOCK_IMPLAUSIBLE")
        await play()
        assert [name.count(".") for name in files()] == [1, 1, 2]
        await rig.end_daemon()
        await rig.start_daemon()
        assert "CLOCK_IMPLAUSIBLE" not in await faults(rig)
        await play()
        assert len(files()) == 3
