"""One file a gaming day: when the next one opens, what it opens with, and a crash at every step of it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from types import FrameType
from zoneinfo import ZoneInfo

import pytest

import daemon.journal.files
import daemon.journal.writer
from daemon.journal.days import Place, day_files, gaming_day, place_of
from daemon.journal.export import archive, closed_days, export
from daemon.journal.files import File, is_closed, writable
from daemon.journal.read import entries, span_of
from daemon.journal.store import Journal
from daemon.journal.verify import verify
from drivers.faults import Fault
from drivers.observation import LinkDown
from tests.daemon.journals import (
    DAY,
    NEXT_DAY,
    ROUND,
    House,
    Written,
    card,
    opening,
    reading,
    stored,
    tampering,
    version_1,
)

REST = Written(LinkDown("shoe", "LINK_LOST"))
MONTREAL = ZoneInfo("America/Montreal")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def two_days(house: House) -> House:
    """A round on each of two days."""
    house.keep(*ROUND, REST.resting(b"end of round 1"))
    house.day = NEXT_DAY
    house.keep(REST.resting(b"before the first round"), opening(2), card(20, "As"))
    return house


# -- which day it is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "fold", "day"),
    [
        ("2026-11-16T06:00:00", 0, "2026-11-16"),
        ("2026-11-16T23:59:59", 0, "2026-11-16"),
        ("2026-11-17T00:00:00", 0, "2026-11-16"),
        ("2026-11-17T05:59:59", 0, "2026-11-16"),
        ("2027-01-01T03:00:00", 0, "2026-12-31"),
        ("2026-03-08T01:59:59", 0, "2026-03-07"),  # then it is 3 o'clock
        ("2026-03-08T03:00:00", 0, "2026-03-07"),
        ("2026-03-08T06:00:00", 0, "2026-03-08"),
        ("2026-11-01T01:30:00", 0, "2026-10-31"),
        ("2026-11-01T01:30:00", 1, "2026-10-31"),  # an hour later
        ("2026-11-01T06:00:00", 0, "2026-11-01"),
    ],
)
def test_a_gaming_day_begins_by_the_clock_on_the_wall(now: str, fold: int, day: str) -> None:
    assert gaming_day(datetime.fromisoformat(now).replace(tzinfo=MONTREAL, fold=fold), time(6)) == day


def test_midnight_may_begin_the_day() -> None:
    assert gaming_day(datetime(2026, 11, 17, 0, 0, tzinfo=MONTREAL), time(0)) == "2026-11-17"


@pytest.mark.parametrize("starts", [time(0), time(1, 30), time(2, 30), time(6)])
@pytest.mark.parametrize("around", [date(2026, 3, 8), date(2026, 11, 1)])
def test_a_day_never_goes_back_when_the_clocks_change(around: date, starts: time) -> None:
    moment = datetime.combine(around - timedelta(days=1), time(0), MONTREAL).astimezone(ZoneInfo("UTC"))
    days = [gaming_day((moment + timedelta(minutes=m)).astimezone(MONTREAL), starts) for m in range(0, 3 * 1440, 5)]
    assert days == sorted(days)
    assert len(set(days)) in (3, 4)


def test_files_are_in_the_order_in_which_they_were_opened(tmp_path: Path) -> None:
    places = [Place(DAY, part) for part in (1, 2, 9, 10, 11)] + [Place(NEXT_DAY, 1)]
    for place in reversed(places):
        (tmp_path / place.name).touch()
    for other in ("notes.journal", "2026-11-16.journal-wal", "2026-11-16.0.journal", "2026-11-18.journal.new"):
        (tmp_path / other).touch()
    assert [place_of(path) for path in day_files(tmp_path)] == places


def test_a_day_that_is_over_does_not_come_again() -> None:
    assert Place(NEXT_DAY, 1).next(DAY) == Place(NEXT_DAY, 2)
    assert Place(DAY, 3).next(NEXT_DAY) == Place(NEXT_DAY, 1)


# -- the next file ----------------------------------------------------------------------------------------------------


def test_a_new_day_opens_a_file_with_the_head_and_the_snapshot_of_the_day_before(two_days: House) -> None:
    assert two_days.files == [f"{DAY}.journal", f"{NEXT_DAY}.journal"]
    first, second = (two_days.folder / name for name in two_days.files)
    with File(first) as old, File(second) as new:
        opened, before = new.opened(), old.opened()
        assert opened is not None
        assert before is not None
        assert (opened.day, opened.part, opened.uuid) == (NEXT_DAY, 1, before.uuid)
        assert opened.before == old.last()
    with two_days.opened() as journal:
        found = list(journal.entries())
        assert [entry.seq for entry in found] == list(range(1, len(found) + 1))
        rest, snapshot, day, carried, *_ = found[found[-1].seq - 8 :]
        assert [rest.kind, snapshot.kind, day.kind, carried.kind] == ["link_down", "snapshot", "day_opened", "snapshot"]
        assert snapshot.body == carried.body == b"before the first round"
        assert journal.head.seq == found[-1].seq
    assert verify(two_days.folder).sound


def test_a_restart_needs_the_newest_file_alone(two_days: House) -> None:
    observations = [opening(2).observation, card(20, "As").observation]
    assert two_days.restored() == (b"before the first round", observations)
    (two_days.folder / two_days.files[0]).unlink()
    assert two_days.restored() == (b"before the first round", observations)


def test_the_newest_snapshot_is_the_one_to_start_from(house: House) -> None:
    house.keep(*ROUND, REST.resting(b"1"), card(1, "Kh"), REST.resting(b"2"), card(2, "2c"))
    assert house.restored() == (b"2", [card(2, "2c").observation])
    assert house.files == [f"{DAY}.journal"]


def test_no_snapshot_no_new_file(house: House) -> None:
    house.keep(REST)
    house.day = NEXT_DAY
    with house.opened() as journal:
        assert journal.due
    house.keep(*ROUND)
    assert house.files == [f"{DAY}.journal"]


def test_days_go_on_behind_one_that_a_wrong_clock_opened(house: House, tmp_path: Path) -> None:
    """Names never go back; each day has its file, is closed, exported and archived like any other."""
    house.keep(REST.resting(b"1"))
    house.day = "2056-01-01"
    house.keep(REST.resting(b"2"))
    for house.day in (DAY, DAY, NEXT_DAY, "2026-11-18"):  # as a person has said
        house.keep(REST.resting(house.day.encode()), card(1, "Kh"))
    names = [f"{DAY}.journal", "2056-01-01.journal", *(f"2056-01-01.{part}.journal" for part in (2, 3, 4))]
    assert house.files == names
    assert house.restored() == (b"2026-11-18", [card(1, "Kh").observation])
    with house.opened() as journal:
        assert (journal.day, journal.due) == ("2026-11-18", False)
    verdict = verify(house.folder)
    assert (verdict.sound, verdict.days) == (True, [DAY, "2056-01-01", NEXT_DAY, "2026-11-18"])
    closed = closed_days(house.folder)
    assert list(closed) == [DAY, "2056-01-01", "2056-01-01.2", "2056-01-01.3"]
    for day in closed:
        export(house.folder, day, tmp_path / "away", "test")
    assert archive(house.folder, tmp_path / "archive", keep=1).files == tuple(names[:3])
    assert house.files == names[3:]
    assert verify(house.folder).sound


def test_a_long_day_has_several_files(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daemon.journal.writer, "ENTRIES", 10)
    for number in range(24):
        house.keep(*(card(seq, "Kh") for seq in range(5)), REST.resting(str(number).encode()))
    assert house.files == [Place(DAY, part).name for part in range(1, 14)]
    assert house.restored() == (b"23", [])
    verdict = verify(house.folder)
    assert (verdict.sound, verdict.days, len(verdict.files)) == (True, [DAY], 13)


async def test_what_waits_behind_the_snapshot_goes_into_the_new_file(house: House) -> None:
    await house.write(REST)
    house.day = NEXT_DAY
    outcomes = await house.write(card(1, "Kh"), REST.resting(b"at rest"), card(2, "2c"), REST.resting(b"later"))
    assert [error for _, error in outcomes] == [None] * 4
    assert house.files == [f"{DAY}.journal", f"{NEXT_DAY}.journal"]
    kinds = [entry.kind for entry in entries(house.newest)]
    assert kinds == ["day_opened", "snapshot", "card_seen", "card_dealt", "link_down", "snapshot"]
    assert house.restored() == (b"later", [])


def test_events_are_told_across_files(two_days: House) -> None:
    with two_days.opened() as journal:
        events = journal.events_after(0, 100)
        assert [kind for _, kind, _ in events] == [
            *(event.kind for group in ROUND for event in group.events),
            "round_opened",
            "card_dealt",
        ]
        for number, (seq, _, _) in enumerate(events, 1):
            assert journal.events_after(seq, 100) == events[number:]
            assert journal.events_after(0, number) == events[:number]


def test_a_round_is_found_without_its_file_being_named(two_days: House) -> None:
    for number, rounds in ((1, (3, 16)), (2, (19, 22))):
        span = span_of(two_days.folder, number)
        assert span is not None
        first, last = span
        assert first == rounds[0]
        found = list(entries(two_days.folder, first=first, last=last))
        assert [entry.seq for entry in found] == list(range(rounds[0], rounds[1] + 3))[: len(found)]
        assert found[0].kind == "open_round"
        assert all(entry.raw is None for entry in found if entry.sealed)
    assert span_of(two_days.folder, 3) is None
    assert span_of(two_days.folder, 0) is None


# -- what others must book --------------------------------------------------------------------------------------------


def owing(*bodies: bytes) -> Written:
    return REST._replace(outbox=tuple(("pool", body) for body in bodies))


async def pay(house: House, *names: tuple[int, int]) -> None:
    def mark(journal: Journal) -> None:
        for seq, idx in names:
            journal.paid(seq, idx)

    await house.write(REST, before=mark)


async def test_what_is_owed_is_owed_until_it_is_marked(house: House) -> None:
    await house.write(owing(b"a", b"b"), owing(b"c"), REST._replace(outbox=(("elsewhere", b"d"),)))
    with house.opened() as journal:
        assert journal.owed("pool") == [(2, 0, b"a"), (2, 1, b"b"), (3, 0, b"c")]
        assert journal.owed("elsewhere") == [(4, 0, b"d")]
        assert journal.owed("nobody") == []
    await pay(house, (2, 1))
    with house.opened() as journal:
        assert journal.owed("pool") == [(2, 0, b"a"), (3, 0, b"c")]


async def test_what_is_owed_crosses_into_the_next_file_and_what_is_paid_does_not(house: House) -> None:
    await house.write(owing(b"a", b"b"))
    await pay(house, (2, 0))
    house.day = NEXT_DAY
    await house.write(owing(b"c").resting(b"at rest"), owing(b"d"))
    assert len(house.files) == 2
    with house.opened() as journal:
        assert journal.owed("pool") == [(2, 1, b"b"), (4, 0, b"c"), (8, 0, b"d")]
    await pay(house, (2, 1), (4, 0), (8, 0))
    with house.opened() as journal:
        assert journal.owed("pool") == []
    with tampering(house.newest) as db:
        assert db.execute("SELECT count(*) FROM outbox WHERE paid IS NOT NULL").fetchone() == (3,)
    assert verify(house.folder).sound


async def test_what_is_owed_is_written_with_its_observation_or_not_at_all(house: House) -> None:
    await house.write(REST)

    def refuse(journal: Journal) -> None:
        journal._writer.current.file.db.execute(
            "CREATE TEMP TRIGGER no BEFORE INSERT ON main.outbox BEGIN SELECT RAISE(FAIL, 'no'); END"
        )

    ((_, error),) = await house.write(owing(b"a"), before=refuse)
    assert error is not None
    assert [entry.kind for entry in house.entries()] == ["day_opened", "link_down"]


# -- a crash ----------------------------------------------------------------------------------------------------------


TOUCHING = {"execute", "executemany", "executescript", "close", "connect", "open", "fsync", "rename", "unlink"}


@contextmanager
def pictures(state: Path, album: Path) -> Iterator[list[Path]]:
    """What a crash would find on disk, before every call by which the writer opens the next file."""
    taken: dict[str, Path] = {}

    def look(frame: FrameType, event: str, argument: object) -> None:
        if event != "c_call" or getattr(argument, "__name__", "") not in TOUCHING or not rolling(frame):
            return
        files = {path: path.read_bytes() for path in sorted(state.rglob("*")) if path.is_file()}
        digest = sha256(repr(files).encode()).hexdigest()
        if digest not in taken:
            taken[digest] = album / str(len(taken))
            shutil.copytree(state, taken[digest])

    found: list[Path] = []
    threading.setprofile(look)
    try:
        yield found
    finally:
        threading.setprofile(None)
        found += taken.values()


def rolling(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name != "_roll":
        frame = frame.f_back
    return frame is not None


def test_a_crash_at_any_step_of_a_new_day_loses_nothing(tmp_path: Path) -> None:
    house = House(tmp_path / "state")
    house.state.mkdir()
    house.keep(*ROUND, owing(b"a"))
    house.day = NEXT_DAY
    with pictures(house.state, tmp_path / "album") as crashes:
        house.keep(owing(b"b").resting(b"at rest"), card(1, "Kh"))
    assert len(crashes) > 5
    begun = 0
    for number, state in enumerate(crashes):
        found = House(state)
        found.day = NEXT_DAY
        left = [path.name for path in found.folder.glob("*.new")]
        begun += bool(left)
        assert found.restored() == (b"at rest", []), number
        assert not list(found.folder.glob("*.new*"))
        with found.opened() as journal:
            assert [body for _, _, body in journal.owed("pool")] == [b"a", b"b"]
            assert journal.due is (len(found.files) == 1)
        found.keep(REST.resting(b"again"), card(1, "Kh"))
        assert found.files == [f"{DAY}.journal", f"{NEXT_DAY}.journal"]
        assert found.restored() == (b"again", [card(1, "Kh").observation])
        verdict = verify(found.folder)
        assert verdict.sound, verdict
        assert all(map(is_closed, day_files(found.folder)))
    assert begun > 3


async def test_a_new_file_that_cannot_be_made_stops_the_table_and_loses_nothing(house: House) -> None:
    await house.write(REST)
    house.day = NEXT_DAY
    journal = await asyncio.to_thread(house.journal)
    try:
        (house.folder / f"{NEXT_DAY}.journal").mkdir()
        journal.start()
        assert await stored(journal, REST.resting(b"at rest")) is None  # it was on disk before
        failure = await stored(journal, card(1, "Kh"))
        assert failure is not None
        assert failure.fault in (Fault.JOURNAL_WRITE, Fault.JOURNAL_NO_ACCESS)
    finally:
        await asyncio.to_thread(journal.close)
    (house.folder / f"{NEXT_DAY}.journal").rmdir()
    assert house.restored() == (b"at rest", [])
    await house.write(REST.resting(b"again"))
    assert len(house.files) == 2


async def test_whoever_still_reads_a_day_does_not_hold_up_the_next_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def patient(path: Path) -> sqlite3.Connection:
        db = writable(path)
        db.execute("PRAGMA busy_timeout=600000")  # a roll that waits would wait longer than any test may
        return db

    monkeypatch.setattr(daemon.journal.files, "writable", patient)
    await house.write(*ROUND)
    old = house.newest
    house.day = NEXT_DAY
    with ExitStack() as reader:
        results = await house.write(
            REST.resting(b"at rest"), card(1, "Kh"), before=lambda _: reader.enter_context(reading(old))
        )
        assert all(error is None for _, error in results)
        assert house.newest != old
        assert not is_closed(old)
        for verdict in (verify(house.folder), verify(old)):  # a reader finds what is in the log
            assert verdict.sound
        seqs = [entry.seq for entry in entries(house.folder)]
        assert seqs == [*range(1, verify(house.folder).head.seq + 1)]
        assert await asyncio.to_thread(house.restored) == (b"at rest", [card(1, "Kh").observation])
        assert not is_closed(old)
    assert await asyncio.to_thread(house.restored) == (b"at rest", [card(1, "Kh").observation])
    assert is_closed(old)


# -- the version before -----------------------------------------------------------------------------------------------

OLD_HEAD = 45, "a43e0dea9212d97306a2a4c7bc614c9ae7c4f39cab5a1b4c7ade726b480d076f"


def test_a_journal_of_version_1_goes_on_as_one_of_version_2(tmp_path: Path) -> None:
    house = version_1(tmp_path)
    assert house.legacy is not None
    before = house.legacy.read_bytes()
    for _ in range(2):  # also after a second start, as long as there is no snapshot
        snapshot, observations = house.restored()
        assert snapshot is None
        assert len(observations) == 21
        assert [observation.kind for observation in observations[:3]] == ["started", "link_up", "open_round"]
    with house.opened() as journal:
        assert journal.head.seq == 46
        assert [entry.seq for entry in journal.entries()] == list(range(1, 47))
        assert len(journal.events_after(0, 100)) == 24
        journal.check_witness(*OLD_HEAD)
    with File(house.newest) as file:
        opened = file.opened()
        assert opened is not None
        assert opened.previous is not None
        assert (opened.previous.file, opened.previous.seq, opened.previous.hash) == ("t.journal", *OLD_HEAD)
    house.keep(card(10, "Kh"), REST.resting(b"end of round 2"), card(11, "2c"))
    assert house.restored() == (b"end of round 2", [card(11, "2c").observation])
    assert house.legacy.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t", "t.journal", "t.key", "t.lock"]
    verdict = verify(house.folder)
    assert (verdict.sound, verdict.entries, verdict.files[0]) == (True, verdict.head.seq, "t.journal")


def test_a_journal_of_version_1_is_checked_whole(tmp_path: Path) -> None:
    house = version_1(tmp_path)
    assert house.legacy is not None
    with tampering(house.legacy) as db:
        db.execute("UPDATE entry SET at = at || ' ' WHERE seq = 3")
    assert house.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert house.files == []


@pytest.mark.parametrize("how", ["gone", "changed"])
def test_a_journal_of_version_1_that_is_still_needed_may_not_change(tmp_path: Path, how: str) -> None:
    house = version_1(tmp_path)
    assert house.legacy is not None
    house.keep(card(10, "Kh"))
    if how == "gone":
        house.legacy.unlink()
    else:
        with tampering(house.legacy) as db:
            db.execute("DELETE FROM entry WHERE seq = 45")
    assert house.fault_of_opening() is Fault.JOURNAL_DAMAGED
