"""A journal that was changed, cut or lost: a start is not misled, `verify` finds it, and the way out loses nothing."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import daemon.journal.files
from daemon.journal.chain import Head
from daemon.journal.files import File, note_of
from daemon.journal.read import entries
from daemon.journal.recover import set_aside
from daemon.journal.verify import verify
from drivers.faults import Fault, FaultError
from drivers.observation import LinkDown
from tests.daemon.journals import (
    DAY,
    ENTRIES,
    NEXT_DAY,
    ROUND,
    House,
    Written,
    card,
    changed,
    tampering,
    version_1,
)

COLUMNS = ("cause", "at", "clock", "clock_offset", "kind", "sealed", "body", "raw", "hash")
REST = Written(LinkDown("shoe", "LINK_LOST"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a round in it, made once."""
    house = House(tmp_path_factory.mktemp("kept"))
    house.keep(*ROUND)
    return house.state


@pytest.fixture
def played(kept: Path, tmp_path: Path) -> House:
    return House(Path(shutil.copytree(kept, tmp_path / "state")))


@pytest.fixture
def two_days(tmp_path: Path) -> House:
    """A round on one day, and one that is going on the next; croupierd lives."""
    house = House(tmp_path / "two")
    house.state.mkdir()
    house.keep(*ROUND, REST.resting(b"end of round 1"))
    house.day = NEXT_DAY
    house.keep(REST.resting(b"a new day"), card(20, "As"), card(21, "2d"))
    return house


def head_of(house: House) -> Head:
    with house.opened() as journal:
        return journal.head


# -- changed ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_the_smallest_change_of_a_column_is_damage(played: House, seq: int, column: str) -> None:
    with tampering(played.newest) as db:
        (value,) = db.execute(f"SELECT {column} FROM entry WHERE seq = ?", (seq,)).fetchone()  # noqa: S608
        db.execute(f"UPDATE entry SET {column} = ? WHERE seq = ?", (changed(value), seq))  # noqa: S608
    assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED
    verdict = verify(played.folder)
    assert verdict.fault is Fault.JOURNAL_DAMAGED
    assert f"entry {seq}" in verdict.detail
    assert verdict.head.seq == seq - 1


def test_verify_finds_any_byte_of_any_column(two_days: House) -> None:
    """In both files, before and behind their snapshots."""
    dice = random.Random(20261116)
    for name in two_days.files:
        path = two_days.folder / name
        sound = path.read_bytes()
        with tampering(path) as db:
            rows = [dict(zip(("seq", *COLUMNS), row, strict=True)) for row in db.execute("SELECT * FROM entry")]
        for row in rows:
            for column in COLUMNS:
                value = row[column]
                if isinstance(value, int):
                    other: object = value + dice.choice([-1, 1])
                else:
                    whole = bytearray(value.encode() if isinstance(value, str) else value or b"\0")
                    place = dice.randrange(len(whole))
                    whole[place] ^= 1 << dice.randrange(7)
                    other = whole.decode() if isinstance(value, str) else bytes(whole)
                with tampering(path) as db:
                    db.execute(f"UPDATE entry SET {column} = ? WHERE seq = ?", (other, row["seq"]))  # noqa: S608
                verdict = verify(two_days.folder)
                assert verdict.fault is Fault.JOURNAL_DAMAGED, (row["seq"], column)
                assert f"entry {row['seq']}" in verdict.detail
                path.write_bytes(sound)
    assert verify(two_days.folder).sound


@pytest.mark.parametrize("seq", range(1, ENTRIES))
def test_a_row_that_is_missing_before_the_end_is_damage(played: House, seq: int) -> None:
    with tampering(played.newest) as db:
        db.execute("DELETE FROM entry WHERE seq = ?", (seq,))
    assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert verify(played.folder).fault is Fault.JOURNAL_DAMAGED


def test_a_row_with_another_number_is_damage(played: House) -> None:
    with tampering(played.newest) as db:
        db.execute("UPDATE entry SET seq = seq + 1 WHERE seq = ?", (ENTRIES,))
    assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED


@pytest.mark.parametrize(
    "how", ["CREATE TRIGGER t AFTER INSERT ON entry BEGIN SELECT 1; END", "DROP INDEX owed", "CREATE TABLE t (x)"]
)
def test_tables_that_are_not_those_of_the_schema_are_damage(played: House, how: str) -> None:
    with tampering(played.newest) as db:
        db.execute(how)
    assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert verify(played.folder).fault is Fault.JOURNAL_DAMAGED


def test_a_flipped_bit_of_the_file_misleads_nobody(two_days: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The start refuses it, or starts from the same; `verify` refuses it, or every entry is the same."""
    monkeypatch.setattr(daemon.journal.files, "ROOM", 0)  # it is opened so often
    path = two_days.newest
    whole, found = path.read_bytes(), (two_days.restored(), list(entries(two_days.folder)))
    refused = {"start": 0, "verify": 0}
    for place in range(5, len(whole), 29):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        verdict = verify(two_days.folder)
        refused["verify"] += not verdict.sound
        if verdict.sound:
            assert list(entries(two_days.folder)) == found[1], place
        try:
            assert two_days.restored() == found[0], place
        except FaultError as error:
            assert error.fault is Fault.JOURNAL_DAMAGED, (place, error)
            refused["start"] += 1
        for log in path.parent.glob("*-*m"):  # what SQLite left beside it
            log.unlink()
    assert refused["verify"] >= refused["start"] > 20


# -- cut --------------------------------------------------------------------------------------------------------------


def test_a_truncated_file_is_damage(played: House) -> None:
    path = played.newest
    whole = path.read_bytes()
    for length in (0, 1, 2, 99, *range(512, len(whole), 512)):
        path.write_bytes(whole[:length])
        assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED, length
        assert verify(played.folder).fault is Fault.JOURNAL_DAMAGED, length
        assert path.stat().st_size == length


def test_a_schema_that_is_no_text_any_more_is_damage(played: House) -> None:
    whole = played.newest.read_bytes()
    at = whole.index(b"CREATE TABLE")
    played.newest.write_bytes(whole[:at] + bytes(byte ^ 0xFF for byte in whole[at : at + 6]) + whole[at + 6 :])
    assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert verify(played.folder).fault is Fault.JOURNAL_DAMAGED


def test_a_journal_of_a_version_to_come_is_not_touched(played: House) -> None:
    with tampering(played.newest) as db:
        db.execute("PRAGMA user_version = 3")
    before = played.newest.read_bytes()
    assert played.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert played.newest.read_bytes() == before


# -- lost -------------------------------------------------------------------------------------------------------------


def test_the_witness_knows_every_entry(two_days: House) -> None:
    with two_days.opened() as journal:
        for name in two_days.files:
            with File(two_days.folder / name) as file:
                for head, _ in file.verified(file.opened().before):  # type: ignore[union-attr]
                    journal.check_witness(*head.seq_and_hex)
                    journal.check_witness(*head.seq_and_hex, journal.uuid)
                    with pytest.raises(FaultError, match="JOURNAL_TRUNCATED"):
                        journal.check_witness(head.seq, "00" * 32)
        journal.check_witness(0, "")


@pytest.mark.parametrize("lost", ["the newest file", "everything"])
def test_lost_files_are_known_to_the_witness(two_days: House, lost: str) -> None:
    with two_days.opened() as journal:
        known = (*journal.head.seq_and_hex, journal.uuid)
    if lost == "everything":
        shutil.rmtree(two_days.folder)
    else:
        two_days.newest.unlink()
        two_days.mark.unlink()  # which would know it, too
    with two_days.opened() as journal, pytest.raises(FaultError) as caught:
        journal.check_witness(*known)
    assert caught.value.fault is Fault.JOURNAL_TRUNCATED
    verdict = verify(two_days.folder, witness=Head(known[0], bytes.fromhex(known[1])))
    assert verdict.fault is Fault.JOURNAL_TRUNCATED


def test_a_file_before_that_ends_elsewhere_is_damage(two_days: House) -> None:
    with tampering(two_days.folder / two_days.files[0]) as db:
        db.execute("DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)")
    assert two_days.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert verify(two_days.folder).fault is Fault.JOURNAL_DAMAGED


def test_a_file_under_another_name_is_damage(two_days: House) -> None:
    two_days.newest.rename(two_days.folder / "2026-11-18.journal")
    assert two_days.fault_of_opening() is Fault.JOURNAL_DAMAGED
    assert verify(two_days.folder).fault is Fault.JOURNAL_DAMAGED
    assert verify(two_days.folder / "2026-11-18.journal").sound  # a copy of one file may be called anything


def test_a_file_that_is_missing_in_between_is_damage(two_days: House) -> None:
    two_days.day = "2026-11-18"
    two_days.keep(REST.resting(b"the third day"))
    assert verify(two_days.folder).sound
    (two_days.folder / f"{NEXT_DAY}.journal").unlink()
    assert verify(two_days.folder).fault is Fault.JOURNAL_DAMAGED


# -- the way out ------------------------------------------------------------------------------------------------------


def damaged(house: House) -> House:
    """Its last entry but one was changed."""
    with tampering(house.newest) as db:
        db.execute("UPDATE entry SET at = at || ' ' WHERE seq = (SELECT max(seq) - 1 FROM entry)")
    assert house.fault_of_opening() is Fault.JOURNAL_DAMAGED
    return house


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_damaged_journal_is_set_aside_and_the_table_goes_on_from_its_last_good_snapshot(two_days: House) -> None:
    with two_days.opened() as journal:
        old, head = journal.uuid, journal.head
    before = contents(damaged(two_days).folder)
    aside = set_aside(two_days.folder, two_days.key)
    assert contents(two_days.state / aside.folder) == before
    assert (aside.uuid, aside.seq) == (old, head.seq - 2)
    with two_days.opened() as journal:
        assert (journal.snapshot, list(journal.observations())) == (b"a new day", [])
        assert journal.uuid != old
        journal.check_witness(*head.seq_and_hex, old)  # the broker may still remember what was set aside
        with pytest.raises(FaultError):
            journal.check_witness(*head.seq_and_hex, "another one")
    with File(two_days.newest) as file:
        opened = file.opened()
        assert opened is not None
        assert (opened.set_aside, opened.previous) == (aside, None)
    two_days.keep(*ROUND)
    assert verify(two_days.folder).sound
    assert not note_of(two_days.folder).exists()


def test_a_journal_that_was_lost_with_its_disk_is_replaced_by_name(tmp_path: Path, played: House) -> None:
    with played.opened() as journal:
        lost, head = journal.uuid, journal.head
    new = House(tmp_path / "new-disk")
    aside = set_aside(new.folder, new.key, replaces=lost)
    assert (aside.uuid, aside.replaces) == ("", lost)
    for _ in range(2):
        with new.opened() as journal:
            journal.check_witness(*head.seq_and_hex, lost)
            with pytest.raises(FaultError):
                journal.check_witness(*head.seq_and_hex, "another one")
        new.keep(*ROUND)
    with File(new.newest) as file:
        opened = file.opened()
        assert opened is not None and opened.set_aside == aside


def test_nothing_is_set_aside_while_a_daemon_holds_it(played: House) -> None:
    with played.opened(), pytest.raises(FaultError) as caught:
        set_aside(played.folder, played.key)
    assert caught.value.fault is Fault.TABLE_TAKEN
    assert len(played.entries()) == ENTRIES


def test_without_the_key_the_snapshot_must_be_given_up_in_so_many_words(two_days: House) -> None:
    two_days.key.unlink()
    assert two_days.fault_of_opening() is Fault.JOURNAL_KEY
    with pytest.raises(FaultError) as caught:
        set_aside(two_days.folder, two_days.key)
    assert caught.value.fault is Fault.JOURNAL_KEY
    assert two_days.fault_of_opening() is Fault.JOURNAL_KEY
    aside = set_aside(two_days.folder, two_days.key, without_key=True)
    assert aside.snapshot_file is None
    assert two_days.restored() == (None, [])
    assert two_days.key.exists()


def test_a_crash_before_the_folder_is_moved_changes_nothing(two_days: House, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged(two_days)
    before = contents(two_days.folder)

    def crash(self: Path, target: Path) -> Path:
        if self == two_days.folder:
            raise KeyboardInterrupt
        self.replace(target)
        return target

    monkeypatch.setattr(Path, "rename", crash)
    with pytest.raises(KeyboardInterrupt):
        set_aside(two_days.folder, two_days.key)
    monkeypatch.undo()
    assert contents(two_days.folder) == before
    assert two_days.fault_of_opening() is Fault.JOURNAL_DAMAGED
    set_aside(two_days.folder, two_days.key)
    assert two_days.restored() == (b"a new day", [])


def test_a_file_that_cannot_be_read_at_all_leaves_the_one_before(two_days: House) -> None:
    two_days.newest.write_bytes(b"nothing of it is left")
    aside = set_aside(two_days.folder, two_days.key)
    assert (aside.uuid != "", aside.snapshot_file) == (True, f"{DAY}.journal")
    assert two_days.restored() == (b"a new day", [])


def test_a_damaged_journal_of_version_1_is_set_aside_too(tmp_path: Path) -> None:
    house = version_1(tmp_path)
    assert house.legacy is not None
    with tampering(house.legacy) as db:
        db.execute("UPDATE entry SET at = at || ' ' WHERE seq = 3")
    before = house.legacy.read_bytes()
    assert house.fault_of_opening() is Fault.JOURNAL_DAMAGED
    aside = set_aside(house.folder, house.key, house.legacy)
    assert (tmp_path / aside.folder / "t.journal").read_bytes() == before
    assert not house.legacy.exists()
    assert house.restored() == (None, [])
