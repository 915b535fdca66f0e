"""A disk that is full, read-only, broken or slow: each has its name, and what was acknowledged is there afterwards."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

import daemon.journal.writer
from daemon.journal.store import Journal
from daemon.journal.verify import verify
from drivers.faults import Fault, FaultError
from drivers.observation import LinkDown
from tests.daemon.journals import NEXT_DAY, ROUND, House, Written, card, stored, tampering

REST = Written(LinkDown("shoe", "LINK_LOST"))
LONG = Written(LinkDown("shoe", "x" * 3000))


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


@contextmanager
def mounted(*words: str) -> Iterator[Path]:
    """A file system of its own, where the kernel lets us mount one."""
    where = Path(words[-1])
    where.mkdir()
    try:
        run("mount", *words)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no mount here: {error}")
    try:
        yield where
    finally:
        try:
            run("umount", str(where))
        except subprocess.CalledProcessError:  # a test that failed may have left something open
            run("umount", "--lazy", str(where))
            raise


def break_file_system(disk: Path) -> None:
    """An error that makes ext4 give up writing; only ever of the loop device that we mounted."""
    number = disk.stat().st_dev
    device = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve().name
    assert device.startswith("loop")
    Path(f"/sys/fs/ext4/{device}/trigger_fs_error").write_text("the disk is dying")


@asynccontextmanager
async def writing(house: House) -> AsyncIterator[Journal]:
    journal = await asyncio.to_thread(house.journal)
    try:
        journal.start()
        yield journal
    finally:
        await asyncio.to_thread(journal.close)


async def until_it_fails(journal: Journal, group: Callable[[int], Written]) -> tuple[int, FaultError]:
    """How many were acknowledged, and what came then."""
    for number in range(5000):
        if failure := await stored(journal, group(number)):
            return number, failure
    raise AssertionError("the disk takes everything")


def fault_of(house: House) -> Fault | None:
    """What a start says, if it does not start."""
    try:
        with house.opened():
            return None
    except FaultError as error:
        return error.fault


async def test_a_full_disk_is_named_and_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    with mounted("-t", "tmpfs", "-o", "size=400k", "tmpfs", str(tmp_path / "disk")) as disk:
        house = House(disk)
        async with writing(house) as journal:
            count, failure = await until_it_fails(journal, lambda number: card(number, "Kh"))
        assert failure.fault is Fault.DISK_FULL
        assert count > 10
        assert fault_of(house) in (None, Fault.DISK_FULL)
        run("mount", "-o", "remount,size=8m", str(disk))
        snapshot, observations = house.restored()
        assert snapshot is None
        assert observations == [card(number, "Kh").observation for number in range(count)]
        async with writing(house) as journal:
            assert await stored(journal, card(count, "Kh")) is None
        assert verify(house.folder).sound


async def test_a_disk_that_fills_while_a_new_day_opens_loses_nothing(tmp_path: Path) -> None:
    with mounted("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path / "disk")) as disk:
        house = House(disk)
        async with writing(house) as journal:
            assert await stored(journal, REST) is None
            house.day = NEXT_DAY
            filler = disk / "filler"
            room = os.statvfs(disk).f_bavail * 4096
            filler.write_bytes(bytes(room - 24 * 1024))  # enough for a commit, not for another file
            assert await stored(journal, REST.resting(b"at rest")) is None
            failure = await stored(journal, REST)
        assert failure is not None
        assert failure.fault is Fault.DISK_FULL
        filler.unlink()
        assert house.restored() == (b"at rest", [])
        async with writing(house) as journal:
            assert await stored(journal, REST.resting(b"again")) is None
        assert len(house.files) == 2
        assert verify(house.folder).sound


async def test_a_disk_that_the_kernel_makes_read_only_is_named(tmp_path: Path) -> None:
    image = tmp_path / "image"
    image.write_bytes(b"")
    os.truncate(image, 8 << 20)
    try:
        run("mkfs.ext4", "-q", str(image))
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no ext4 here: {error}")
    mount = ("-o", "loop,errors=remount-ro", str(image), str(tmp_path / "disk"))
    with mounted(*mount) as disk:
        house = House(disk)
        async with writing(house) as journal:
            for group in ROUND:
                assert await stored(journal, group) is None
            break_file_system(disk)
            failure = await stored(journal, REST)
        assert failure is not None
        assert failure.fault is Fault.ORDER_UNCERTAIN
        assert "DISK_READ_ONLY" in failure.detail
        assert fault_of(house) is Fault.DISK_READ_ONLY
    disk.rmdir()
    with mounted(*mount):
        assert house.restored() == (None, [group.observation for group in ROUND])
        assert verify(house.folder).sound


async def test_a_disk_that_is_mounted_read_only_is_named_at_the_start(tmp_path: Path) -> None:
    with mounted("-t", "tmpfs", "tmpfs", str(tmp_path / "disk")) as disk:
        house = House(disk)
        await house.write(*ROUND)
        run("mount", "-o", "remount,ro", str(disk))
        assert fault_of(house) is Fault.DISK_READ_ONLY
        assert verify(house.folder).sound  # reading needs no writing
        run("mount", "-o", "remount,rw", str(disk))
        assert len(house.restored()[1]) == len(ROUND)


async def test_sqlite_says_full_and_so_do_we(tmp_path: Path) -> None:
    house = House(tmp_path)
    async with writing(house) as journal:
        journal._writer.current.file.db.execute("PRAGMA max_page_count = 12")
        count, failure = await until_it_fails(journal, lambda number: LONG)
    assert failure.fault is Fault.DISK_FULL
    assert len(house.restored()[1]) == count


async def test_any_other_refusal_of_the_disk_is_a_write_error(tmp_path: Path) -> None:
    house = House(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with writing(house) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
        try:
            count, failure = await until_it_fails(journal, lambda number: LONG)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert failure.fault is Fault.ORDER_UNCERTAIN
    assert "JOURNAL_WRITE" in failure.detail
    with house.opened() as journal:
        assert journal.doubtful == ""  # now it is known: it did not happen
    assert len(house.restored()[1]) == count > 1


async def test_a_slow_disk_is_said_to_be_slow_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program keeps the file to itself for a while: the commit waits, as it would for a disk."""
    monkeypatch.setattr(daemon.journal.writer, "SLOW", 0.05)
    house = House(tmp_path)
    async with writing(house) as journal:
        assert await stored(journal, REST) is None
        with tampering(house.newest) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(stored(journal, REST))
            while not journal.slow:
                await asyncio.sleep(0.01)
            assert not waiting.done()
            other.execute("ROLLBACK")
        assert await waiting is None
        assert journal.slow  # it was, a moment ago
        monkeypatch.setattr(daemon.journal.writer, "SLOW", 60)
        assert await stored(journal, REST) is None
        assert (await asyncio.to_thread(lambda: journal.slow)) is False
    assert len(house.restored()[1]) == 3
