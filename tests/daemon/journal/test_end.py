"""The journal's end: what was acknowledged is there, or the journal is damaged; never a shorter one that is sound."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import daemon.journal.verify
import daemon.journal.writer
from daemon.journal import mark, wal
from daemon.journal.mark import End
from daemon.journal.recover import set_aside
from daemon.journal.store import Journal
from daemon.journal.verify import verify
from daemon.journal.wal import FRAME, HEADER, SECTOR, flaw
from daemon.journal.writer import Writer
from drivers.faults import Fault, FaultError
from drivers.observation import LinkDown
from tests.daemon.journals import NEXT_DAY, ROUND, House, Written, card, opening, stored
from tests.drivers import PATIENCE

REST = Written(LinkDown("shoe", "LINK_LOST"))
STEP = FRAME.size + 4096


class Cut:
    """A table in the middle of its third round, as a kill leaves it: what is behind the last mark stands in the log."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._count = folder, 0
        self.whole = House(folder / "whole")
        self.logs: list[bytes] = []  # after each commit of the round

    async def play(self) -> None:
        self.whole.state.mkdir(parents=True)
        house = House(self._folder / "lived")
        house.state.mkdir()
        journal = await asyncio.to_thread(house.journal)
        try:
            journal.start()
            for number in range(2):
                for group in (*ROUND, REST.resting(b"end of round %d" % number)):
                    assert await stored(journal, group) is None
                await rested(journal)
            log = house.newest.with_name(f"{house.newest.name}-wal")
            for group in ROUND:
                assert await stored(journal, group) is None
                self.logs.append(log.read_bytes())
            self.whole.state.rmdir()
            shutil.copytree(house.state, self.whole.state)
        finally:
            await asyncio.to_thread(journal.close)
        self.entries = house.entries()
        self.log = self.whole.newest.with_name(log.name)

    @property
    def starts(self) -> list[int]:
        """Where each commit of the round begins in the log, and where the last one ends."""
        lengths = [used(log) for log in self.logs]
        return [HEADER.size, *lengths]

    def with_log(self, log: bytes) -> House:
        """The same, with another log."""
        self._count += 1
        house = House(Path(shutil.copytree(self.whole.state, self._folder / str(self._count))))
        (house.folder / self.log.name).write_bytes(log)
        return house

    def verdict(self, house: House) -> tuple[Fault | None, Fault | None, int]:
        """What `verify` says, what a start says, and how many entries it starts with."""
        checked, log = verify(house.folder).fault, (house.folder / self.log.name).read_bytes()
        try:
            with house.opened() as journal:
                found = list(journal.entries())
        except FaultError as error:
            assert (house.folder / self.log.name).read_bytes() == log  # evidence
            return checked, error.fault, 0
        assert found == self.entries[: len(found)]
        return checked, None, len(found)


async def rested(journal: Journal) -> None:
    """The log was copied, and the journal's thread waits again."""
    while journal._writer._marks.latest.seq != journal.head.seq or not journal._writer._copied:
        await asyncio.sleep(0.001)
    assert await stored(journal, REST) is None


def used(log: bytes) -> int:
    """How far the log goes."""
    salt = log[16:24]
    end = HEADER.size
    while log[end + 8 : end + 16] == salt:
        end += STEP
    return end


def flipped(log: bytes, place: int, bit: int) -> bytes:
    return log[:place] + bytes([log[place] ^ 1 << bit]) + log[place + 1 :]


@pytest.fixture
def cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cut:
    monkeypatch.setattr("daemon.journal.files.ROOM", 0)  # only what is written can be damaged
    cut = Cut(tmp_path)
    asyncio.run(cut.play())
    return cut


# -- damage, and a power cut ------------------------------------------------------------------------------------------


def test_one_bit_anywhere_in_the_log_is_damage_and_never_a_shorter_journal(cut: Cut) -> None:
    log, chance = cut.logs[-1], random.Random(20261118)
    end = used(log)
    headers = [HEADER.size + number * STEP + byte for number in range((end - HEADER.size) // STEP) for byte in (1, 7)]
    places = [*range(HEADER.size), *headers, *(chance.randrange(end) for _ in range(60))]
    for place in places:
        house = cut.with_log(flipped(log, place, chance.randrange(8)))
        assert cut.verdict(house) == (Fault.JOURNAL_DAMAGED, Fault.JOURNAL_DAMAGED, 0), place
        shutil.rmtree(house.state)


def test_every_bit_of_a_frame_is_found(cut: Cut) -> None:
    """Also of the last commit, behind which nothing stands."""
    log = cut.logs[-1][: used(cut.logs[-1])]
    assert flaw(log) is None
    last = cut.starts[-2]
    for place in (*range(last, last + 64), *range(len(log) - 64, len(log))):
        for bit in range(8):
            assert flaw(flipped(log, place, bit)) is not None, (place, bit)


def test_a_sector_that_is_lost_before_the_last_two_commits_is_damage(cut: Cut) -> None:
    log, chance = cut.logs[-1], random.Random(3)
    for start in range(0, cut.starts[-3], SECTOR):
        size = min(SECTOR, cut.starts[-3] - start)
        for sector in (bytes(size), chance.randbytes(size)):
            broken = log[:start] + sector + log[start + size :]
            if broken != log:  # the page held nothing there
                assert flaw(broken) is not None, start


def test_what_a_power_cut_tore_of_the_last_commit_is_no_damage(cut: Cut) -> None:
    """Its sectors came to the disk in any order, some of them not at all."""
    before, after = cut.logs[-2], cut.logs[-1]
    before += bytes(len(after) - len(before))
    first, last = used(cut.logs[-2]), used(after)
    sectors, chance = range(first // SECTOR, last // SECTOR + 1), random.Random(11)
    lengths = set()
    for number in range(80):
        log = bytearray(before)
        for sector in chance.sample(sectors, chance.randrange(len(sectors))):
            log[sector * SECTOR : (sector + 1) * SECTOR] = after[sector * SECTOR : (sector + 1) * SECTOR]
        assert flaw(bytes(log)) is None, number
        if number % 8 == 0:
            house = cut.with_log(bytes(log))
            checked, started, length = cut.verdict(house)
            assert (checked, started) == (None, None)
            lengths.add(length)
    whole = len(cut.entries)
    assert lengths <= {whole, whole - 1 - len(ROUND[-1].events)}


@pytest.mark.parametrize("size", [0, 1, 511, 4095, 4097, 1 << 31])
def test_a_header_that_names_no_page_is_damage_whatever_its_sum(cut: Cut, size: int) -> None:
    log = cut.logs[-1]
    header = log[:8] + size.to_bytes(4, "big") + log[12:24]
    checksum = b"".join(part.to_bytes(4, "big") for part in wal._sum(header, "<"))
    assert flaw(header + checksum + log[32:]) == "the header of its log"


def test_what_was_torn_once_and_written_over_is_no_damage(cut: Cut) -> None:
    """After a cut a start goes on at the same place; what is left of the torn commit stands behind."""
    torn = bytearray(cut.logs[-1])
    place = cut.starts[-2]
    torn[place + FRAME.size : place + FRAME.size + SECTOR] = bytes(SECTOR)
    assert flaw(bytes(torn)) is None
    shorter = cut.logs[-2][: cut.starts[-2]] + bytes(torn[cut.starts[-2] :])
    assert flaw(shorter) is None


def test_what_stands_behind_the_end_from_before_is_no_damage(cut: Cut) -> None:
    log = cut.logs[-1]
    assert used(log) < len(log)  # the first rounds wrote more
    assert cut.verdict(cut.with_log(log)) == (None, None, len(cut.entries))
    for place in range(used(log), len(log), 997):
        assert flaw(flipped(log, place, 3)) is None


# -- told outside of the log ------------------------------------------------------------------------------------------


async def living(house: House, look: Callable[[], object]) -> None:
    """A round is over and another has begun; then the table pauses, and somebody looks at the disk."""
    journal = await asyncio.to_thread(house.journal)
    try:
        journal.start()
        for group in (*ROUND, REST.resting(b"end of round 1")):
            assert await stored(journal, group) is None
        await rested(journal)  # otherwise the log may be copied while somebody looks, and no kill leaves half a copy
        for group in ROUND[:3]:
            assert await stored(journal, group) is None
        while journal._writer._marks.written.seq != journal.head.seq:
            await asyncio.sleep(0.01)
        look()
    finally:
        await asyncio.to_thread(journal.close)


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """What a kill leaves after a pause."""
    monkeypatch.setattr(daemon.journal.writer, "IDLE", 0.02)
    house = House(tmp_path / "lived")
    house.state.mkdir()
    asyncio.run(living(house, lambda: shutil.copytree(house.state, tmp_path / "killed")))
    return House(tmp_path / "killed")


def log_of(house: House) -> Path:
    return house.newest.with_name(f"{house.newest.name}-wal")


def faults(house: House) -> tuple[Fault | None, Fault]:
    return verify(house.folder).fault, house.fault_of_opening()


TRUNCATED = Fault.JOURNAL_TRUNCATED, Fault.JOURNAL_TRUNCATED


def test_a_log_that_is_gone_is_missed(killed: House) -> None:
    log_of(killed).unlink()
    assert faults(killed) == TRUNCATED
    assert verify(killed.newest).fault is Fault.JOURNAL_TRUNCATED


def test_a_log_that_is_gone_is_missed_even_before_anything_was_told_of_it(cut: Cut) -> None:
    house = cut.with_log(b"")
    assert mark.read(house.mark).behind is End.MORE  # type: ignore[union-attr]
    assert faults(house) == TRUNCATED


def test_a_log_that_was_cut_is_missed_up_to_what_was_told(killed: House) -> None:
    whole = log_of(killed).read_bytes()
    log_of(killed).write_bytes(whole[: HEADER.size + STEP])
    assert faults(killed) == TRUNCATED


def test_a_newest_file_that_is_gone_is_missed(killed: House) -> None:
    killed.day = NEXT_DAY
    killed.keep(REST.resting(b"a new day"))
    assert len(killed.files) == 2
    killed.newest.unlink()
    assert faults(killed) == TRUNCATED
    killed.newest.unlink()
    assert faults(killed) == TRUNCATED


def test_an_older_file_in_its_place_is_missed(killed: House) -> None:
    killed.keep(REST)
    before = killed.newest.read_bytes()
    killed.keep(REST)
    killed.newest.write_bytes(before)
    assert faults(killed) == TRUNCATED


def test_a_mark_that_is_behind_or_not_there_stops_nobody(killed: House) -> None:
    old = killed.mark.read_bytes()
    killed.keep(REST)
    killed.mark.write_bytes(old.replace(b"more", b"nothing"))
    assert verify(killed.folder).sound
    killed.keep(REST)
    killed.mark.unlink()  # a croupier that knew nothing of it wrote this journal
    assert verify(killed.folder).sound
    killed.keep(REST)
    written, (seq, digest) = mark.read(killed.mark), verify(killed.folder).head.seq_and_hex
    assert written is not None
    assert (written.seq, written.hash, written.behind) == (seq, digest, End.NOTHING)


def test_a_mark_that_tells_nothing_is_damage(killed: House) -> None:
    killed.mark.write_bytes(killed.mark.read_bytes()[:-9])
    assert faults(killed) == (Fault.JOURNAL_DAMAGED, Fault.JOURNAL_DAMAGED)


@pytest.mark.parametrize("step", ["files_of", "_entries"])
async def test_a_journal_that_opens_a_day_while_it_is_verified_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Its log is gone because all of it stands in the file: the mark says so before."""
    house, loop = House(tmp_path), asyncio.get_running_loop()
    journal = await asyncio.to_thread(house.journal)
    journal.start()
    for group in ROUND:
        assert await stored(journal, group) is None

    async def roll() -> None:
        house.day = NEXT_DAY
        assert await stored(journal, REST.resting(b"a new day")) is None
        assert await stored(journal, REST) is None  # after this the file before is shut

    def then(*given: Any, **named: Any) -> Any:
        monkeypatch.undo()
        result = getattr(daemon.journal.verify, step)(*given, **named)
        asyncio.run_coroutine_threadsafe(roll(), loop).result()
        return result

    monkeypatch.setattr(daemon.journal.verify, step, then)
    verdict = await asyncio.to_thread(verify, house.folder)
    await asyncio.to_thread(journal.close)
    assert (verdict.fault, verdict.detail) == (None, "")
    assert verdict.files == house.files[: len(verdict.files)]


def test_a_start_that_is_refused_changes_nothing(killed: House) -> None:
    killed.key.unlink()
    before = {path.name: path.read_bytes() for path in killed.folder.iterdir() if not path.name.endswith("-shm")}
    assert killed.fault_of_opening() is Fault.JOURNAL_KEY
    after = {path.name: path.read_bytes() for path in killed.folder.iterdir() if not path.name.endswith("-shm")}
    assert after == before


def test_a_damaged_log_is_set_aside_with_its_journal(cut: Cut) -> None:
    house = cut.with_log(flipped(cut.logs[-1], 100, 1))
    log = log_of(house).read_bytes()
    assert house.fault_of_opening() is Fault.JOURNAL_DAMAGED
    aside = set_aside(house.folder, house.key)
    assert (house.state / aside.folder / cut.log.name).read_bytes() == log
    assert house.restored() == (b"end of round 1", [])
    house.keep(*ROUND)
    assert verify(house.folder).sound


async def test_a_doubt_outlives_a_start_that_waits_and_ends_before_it_has_told(
    killed: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubting(killed, 3)
    doubt = killed.mark.read_bytes()
    beats: asyncio.Queue[None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    killed.more["beat"] = lambda: loop.call_soon_threadsafe(beats.put_nowait, None)
    monkeypatch.setattr(daemon.journal.writer, "IDLE", 0.001)
    journal = await asyncio.to_thread(killed.journal)
    journal.start()
    for _ in range(5):
        await beats.get()
    await asyncio.to_thread(journal.close)
    assert killed.mark.read_bytes() == doubt


async def test_after_a_round_the_log_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.files.ROOM", 0)
    house = House(tmp_path)
    sizes = []
    journal = await asyncio.to_thread(house.journal)
    try:
        journal.start()
        for _ in range(12):
            for group in (*ROUND, REST.resting(b"at rest")):
                assert await stored(journal, group) is None
            await rested(journal)
            sizes.append(log_of(house).stat().st_size)
    finally:
        await asyncio.to_thread(journal.close)
    assert max(sizes[2:]) <= max(sizes[:2]) + 2 * STEP


# -- in doubt ---------------------------------------------------------------------------------------------------------


def doubting(house: House, seq: int) -> None:
    """The disk refused what is behind this entry."""
    written = mark.read(house.mark)
    assert written is not None
    with house.opened() as journal:
        found = journal._writer.current.file.at(seq)
    assert found is not None
    replace(written, seq=seq, hash=found.hash.hex(), behind=End.DOUBT).write(house.mark)


def test_what_is_in_doubt_is_named_until_a_start_has_told_it(killed: House) -> None:
    last = killed.entries()[-1].seq
    doubting(killed, last - 2)
    for _ in range(2):
        with killed.opened() as journal:
            assert journal.doubtful == f"{last - 1}-{last}: round_opened, seat_in"
    killed.keep(ROUND[0])
    with killed.opened() as journal:
        assert journal.doubtful == ""


def test_a_crash_after_that_start_does_not_ask_again(killed: House) -> None:
    doubting(killed, killed.entries()[-1].seq - 2)
    doubt = killed.mark.read_bytes()
    killed.keep(ROUND[0])
    killed.mark.write_bytes(doubt)
    with killed.opened() as journal:
        assert journal.doubtful == ""


def test_a_doubt_is_told_elsewhere_too_since_its_disk_may_be_the_one_that_fails(killed: House) -> None:
    elsewhere = killed.state / "elsewhere.json"
    killed.more["elsewhere"] = elsewhere
    last = killed.entries()[-1].seq
    killed.keep(REST)
    doubting(killed, last)
    doubt = mark.read(killed.mark)
    assert doubt is not None
    doubt.write(elsewhere)
    replace(doubt, behind=End.NOTHING).write(killed.mark)  # the journal's own disk took nothing any more
    with killed.opened() as journal:
        assert journal.doubtful == f"{last + 1}-{last + 1}: link_down"
    killed.keep(card(40, "Kh"))
    assert not elsewhere.exists()


def test_a_doubt_that_cannot_be_removed_elsewhere_stops_nobody(killed: House, caplog: pytest.LogCaptureFixture) -> None:
    elsewhere = killed.more["elsewhere"] = killed.state / "elsewhere.json"
    written = killed.write(REST, before=lambda _: elsewhere.mkdir())  # no file that could be removed
    ((_, failure),) = asyncio.run(asyncio.wait_for(written, PATIENCE))
    assert failure is None
    assert "journal_mark_failed" in [record.message for record in caplog.records]


@contextmanager
def failing(*, on_disk: bool) -> Iterator[None]:
    """No commit is acknowledged any more, and it is on the disk nevertheless, or it is not."""

    def transact(writer: Writer, *given: Any) -> None:
        before = writer.head
        if on_disk:
            real(writer, *given)
            writer.head = before
        raise daemon.journal.writer._UncertainError from sqlite3.OperationalError("disk I/O error")

    real = Writer._transact
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "_transact", transact)
        yield


def test_a_start_that_fails_like_the_order_before_it_does_not_end_the_doubt(killed: House) -> None:
    killed.more["elsewhere"] = killed.state / "elsewhere.json"
    killed.keep(ROUND[0])
    with failing(on_disk=True):
        assert refused(killed, opening(2)) is Fault.ORDER_UNCERTAIN
    with killed.opened() as journal:
        doubtful = journal.doubtful
    assert doubtful.endswith(": open_round, round_opened")
    with failing(on_disk=False):
        assert refused(killed, ROUND[0]) is Fault.ORDER_UNCERTAIN
    with killed.opened() as journal:
        assert journal.doubtful == doubtful


@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_doubts_the_older_holds_until_a_start_has_told_it(killed: House, swapped: bool) -> None:
    """One was told in the journal's folder, the other elsewhere: each disk missed one of them."""
    elsewhere = killed.more["elsewhere"] = killed.state / "elsewhere.json"
    places = (elsewhere, killed.mark) if swapped else (killed.mark, elsewhere)

    def doubting_twice(*seqs: int) -> None:
        for seq, path in zip(seqs, places, strict=True):
            doubting(killed, seq)
            doubts[path] = killed.mark.read_bytes()
        for path, data in doubts.items():
            path.write_bytes(data)

    doubts: dict[Path, bytes] = {}
    last = killed.entries()[-1].seq
    doubting_twice(last - 2, last)
    with killed.opened() as journal:
        assert journal.doubtful == f"{last - 1}-{last}: round_opened, seat_in"
    killed.keep(ROUND[0])
    killed.keep(REST)
    doubting_twice(last - 2, last + 1)
    with killed.opened() as journal:
        assert journal.doubtful == f"{last + 2}-{last + 2}: link_down"


def refused(house: House, group: Written) -> Fault:
    """What whoever gave it hears."""
    ((_, failure),) = asyncio.run(house.write(group))
    assert failure is not None
    return failure.fault
