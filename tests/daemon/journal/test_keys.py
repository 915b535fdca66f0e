"""The keys that seal: several of them, the newest first; what an old one sealed still opens."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from daemon.journal.keys import load_keys, rotate
from daemon.journal.seal import BLOCK, Seal, padded
from daemon.journal.verify import verify
from drivers.faults import Fault, FaultError
from tests.daemon.journals import ENTRIES, ROUND, House, card, tampering, version_1

KEYS = bytes(range(32)), bytes(range(32, 64))
BEFORE = bytes(range(64, 96))  # the hash of the entry before


@pytest.fixture
def played(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.keep(*ROUND)
    return house


def key_ids(house: House) -> list[bytes]:
    with tampering(house.newest) as db:
        return [body[:4] for (body,) in db.execute("SELECT body FROM entry WHERE sealed = 1 ORDER BY seq")]


@pytest.mark.parametrize("length", [0, 1, 59, 60, 61, 63, 64, 65, 1000])
def test_what_is_sealed_comes_back_and_its_length_tells_little(length: int) -> None:
    seal, plain = Seal(KEYS), bytes(range(256)) * 4
    sealed = seal.close(plain[:length], "journal", 7, "card_seen", "body", BEFORE)
    assert seal.open(sealed, "journal", 7, "card_seen", "body", BEFORE) == plain[:length]
    assert (len(sealed) - 4 - 12 - 16) % BLOCK == len(padded(plain[:length])) % BLOCK == 0
    assert sealed[:4] == sha256(KEYS[0]).digest()[:4]


@pytest.mark.parametrize("place", [("other", 7, "card_seen"), ("journal", 8, "card_seen"), ("journal", 7, "snapshot")])
def test_it_opens_nowhere_else(place: tuple[str, int, str]) -> None:
    seal = Seal(KEYS)
    sealed = seal.close(b"Kh", "journal", 7, "card_seen", "body", BEFORE)
    for changed in (sealed, sealed[:10], b"", bytes([sealed[0] ^ 1]) + sealed[1:]):
        with pytest.raises(FaultError, match="JOURNAL_KEY"):
            seal.open(changed, *place, "body", BEFORE)


def test_it_opens_after_no_other_entry() -> None:
    seal = Seal(KEYS)
    sealed = seal.close(b"Kh", "journal", 7, "card_seen", "body", BEFORE)
    for before in (b"", bytes(32), BEFORE[:-1]):
        with pytest.raises(FaultError, match="JOURNAL_KEY"):
            seal.open(sealed, "journal", 7, "card_seen", "body", before)


def test_a_new_key_seals_and_the_old_one_still_opens(played: House) -> None:
    (old,) = load_keys(played.key)
    rotate(played.key)
    new, second = load_keys(played.key)
    assert (second, new != old) == (old, True)
    assert played.key.stat().st_mode & 0o777 == 0o600
    played.keep(card(20, "As"))
    assert key_ids(played) == [sha256(key).digest()[:4] for key in (old, old, new)]
    assert len(played.entries()) == ENTRIES + 2
    assert verify(played.folder, load_keys(played.key)).sound
    assert [path.name for path in played.state.iterdir() if "new" in path.name] == []


@pytest.mark.parametrize("kept", [0, 1])
def test_a_key_that_is_still_needed_may_not_be_dropped(played: House, kept: int) -> None:
    rotate(played.key)
    played.keep(card(20, "As"))
    lines = played.key.read_text().splitlines()
    played.key.write_text(lines[kept])
    assert played.fault_of_opening() is Fault.JOURNAL_KEY
    assert verify(played.folder, load_keys(played.key)).fault is Fault.JOURNAL_KEY
    assert verify(played.folder).sound  # the chain needs no key


def test_what_version_1_sealed_opens_with_any_of_the_keys(tmp_path: Path) -> None:
    house = version_1(tmp_path)
    rotate(house.key)
    assert len(house.restored()[1]) == 21
    assert verify(house.folder, load_keys(house.key)).sound


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_may_touch_is_refused(played: House, mode: int) -> None:
    played.key.chmod(mode)
    before = played.key.read_text()
    assert played.fault_of_opening() is Fault.JOURNAL_KEY
    with pytest.raises(FaultError, match="JOURNAL_KEY"):
        rotate(played.key)
    assert played.key.read_text() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_key_that_root_turns_stays_its_owners(played: House) -> None:
    os.chown(played.key, 65534, 65534)
    rotate(played.key)
    found = played.key.stat()
    assert (found.st_uid, found.st_gid) == (65534, 65534)


@pytest.mark.parametrize("key", ["00" * 32, "00" * 31, "", "\n", "not hexadecimal", "é", f"{'00' * 32}\n{'00' * 3}"])
def test_another_key_opens_nothing(played: House, key: str) -> None:
    played.key.write_text(key)
    assert played.fault_of_opening() is Fault.JOURNAL_KEY


def test_a_missing_key_is_never_made_anew_for_an_old_journal(played: House) -> None:
    played.key.unlink()
    assert played.fault_of_opening() is Fault.JOURNAL_KEY
    assert not played.key.exists()
