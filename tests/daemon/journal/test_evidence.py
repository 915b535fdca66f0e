"""The pictures that decided a roll: kept, found again, proved, forgotten in time."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from daemon.journal import evidence
from daemon.journal.export import closed_days, forget
from daemon.journal.manifest import MANIFEST, RECORDS, Manifest
from drivers.faults import FaultError
from drivers.observation import LinkDown
from tests.daemon.journals import House, Written

PICTURES = b"\xff\xd8 one", b"\xff\xd8 two"
NAMES = [hashlib.sha256(picture).hexdigest() for picture in PICTURES]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    folder = tmp_path / "sic-bo-1"
    folder.mkdir()
    evidence.keep(folder, "2026-11-16", PICTURES)
    return folder


def test_a_picture_lies_under_its_own_hash(journal: Path) -> None:
    found = evidence.find(journal, NAMES)
    assert [picture.state for picture in found] == ["intact", "intact"]
    assert [Path(picture.path or "").read_bytes() for picture in found] == list(PICTURES)
    evidence.keep(journal, "2026-11-16", PICTURES)  # the same again changes nothing
    assert evidence.find(journal, NAMES) == found
    assert not list(journal.rglob("*.new"))


def test_a_picture_that_was_changed_or_is_gone_is_told_as_such(journal: Path) -> None:
    one, two = (journal / f"evidence/2026-11-16/{name}.jpg" for name in NAMES)
    one.write_bytes(b"\xff\xd8 retouched")
    two.unlink()
    assert [picture.state for picture in evidence.find(journal, NAMES)] == ["altered", "missing"]
    assert evidence.find(journal, ["../../../etc/passwd"])[0].state == "missing"


def test_a_day_s_journal_finds_the_pictures_beside_it(journal: Path) -> None:
    day = journal / "2026-11-16.journal"
    day.touch()
    assert evidence.find(day, NAMES) == evidence.find(journal, NAMES)


def exported(journal: Path, day: str) -> None:
    (journal / RECORDS).mkdir(exist_ok=True)
    record = Manifest("", journal.name, day, (), 9, "", "1", "")
    (journal / RECORDS / f"{day}.json").write_bytes(MANIFEST.dump_json(record))


def table(state: Path, *days: str) -> House:
    """One whose journal was opened on these days, and has pictures of each."""
    house = House(state)
    for house.day in days:
        house.keep(Written(LinkDown("camera", "LINK_LOST")).resting(b"at rest"))
        evidence.keep(house.folder, house.day, PICTURES)
    return house


def test_old_days_that_were_exported_are_forgotten_and_nothing_else(tmp_path: Path) -> None:
    journal = table(tmp_path, "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18").folder
    for day in ("2026-11-16", "2026-11-15"):  # either may name a picture that lies in the other one's folder
        assert forget(journal, "2027-11-18", 2) == []  # it is old, and nobody has it
        exported(journal, day)
    assert forget(journal, "2027-11-18", 2) == ["2026-11-15"]
    exported(journal, "2026-11-17")
    (journal / "evidence/2026-notes").mkdir()
    assert forget(journal, "2026-11-18", 2) == []
    assert forget(journal, "2026-11-19", 2) == ["2026-11-16"]
    assert sorted(path.name for path in (journal / "evidence").iterdir()) == ["2026-11-17", "2026-11-18", "2026-notes"]
    assert forget(journal.with_name("new-table"), "2026-11-19", 2) == []


def test_days_behind_one_that_a_wrong_clock_opened_are_forgotten_too(tmp_path: Path) -> None:
    """Their files, and the records of their exports, are called after that one; their pictures are not."""
    house = table(tmp_path, "2026-11-15", "2056-01-01", "2026-11-16", "2026-11-17", "2026-11-18")
    *closed, last = closed_days(house.folder)
    for day in closed:
        exported(house.folder, day)
    assert last == "2056-01-01.3"
    assert forget(house.folder, "2026-12-18", 2) == ["2026-11-15"]
    exported(house.folder, last)
    assert forget(house.folder, "2026-12-18", 2) == ["2026-11-16"]


def test_a_day_s_pictures_leave_with_it(journal: Path, tmp_path: Path) -> None:
    evidence.copy(journal, NAMES, tmp_path / "export")
    assert [picture.state for picture in evidence.find(tmp_path / "export", NAMES)] == ["intact", "intact"]
    evidence.copy(journal, NAMES, tmp_path / "archive")
    evidence.remove(journal, NAMES)
    assert [picture.state for picture in evidence.find(tmp_path / "archive", NAMES)] == ["intact", "intact"]
    assert [picture.state for picture in evidence.find(journal, NAMES)] == ["missing", "missing"]
    assert not list((journal / "evidence").iterdir())
    evidence.copy(journal, NAMES, tmp_path / "archive")  # nothing is left, nothing happens
    evidence.remove(journal, NAMES)


def test_pictures_that_cannot_be_kept_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "table").write_text("a file where a folder should be")
    with pytest.raises(FaultError, match="EVIDENCE_WRITE"):
        evidence.keep(tmp_path / "table", "2026-11-16", PICTURES)
