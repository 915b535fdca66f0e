"""The journal: what is written stays, what was changed is found out, and a hidden card is told by no byte on disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from daemon.journal.store import OBSERVATIONS, Entry, Group, Journal, chain
from daemon.table.events import BettingClosed, CardDealt, Event, RoundOpened
from daemon.table.orders import CloseBetting, Observation, OpenRound, SeatIn, Started
from drivers.faults import Fault, FaultError
from drivers.observation import CardSeen, CardUnreadable
from drivers.shoe.csr import CardDrawn, ReadFailure
from rules.cards import DECK
from rules.machine import Options

BOOT = "7F3A09C1"


class Written(NamedTuple):
    """One group, as the table hands it over."""

    observation: Observation
    raw: bytes = b""
    events: tuple[Event, ...] = ()


def card(seq: int, name: str) -> Written:
    frame = CardDrawn(BOOT, seq, name).encode()
    return Written(CardSeen("shoe", BOOT, seq, name), frame, (CardDealt("1", seq, None),))


ROUND = (
    Written(Started(version="0.1.0", game="three_card_poker", options=Options(minimum=500))),
    Written(OpenRound(by="dealer"), events=(RoundOpened(1, "three_card_poker"),)),
    Written(SeatIn(by="dealer", seat="1", wagers={"ante": 500, "pair_plus": None})),
    Written(CloseBetting(by="dealer"), events=(BettingClosed(),)),
    card(17, "Kh"),
    Written(CardUnreadable("shoe", BOOT, 18, "exit-optic"), ReadFailure(BOOT, 18, "exit-optic").encode()),
    card(19, "2c"),
)
ENTRIES = sum(1 + len(group.events) for group in ROUND)
Outcome = tuple[int, FaultError | None]


Look = Callable[[Journal], object]


async def write(folder: Path, *groups: Written, before: Look = id, after: Look = id) -> list[Outcome]:
    """Hands over all groups at once, so that they share a transaction, and waits for every answer."""
    journal = await asyncio.to_thread(Journal, folder / "t.journal", folder / "t.key")
    try:
        before(journal)
        answers: asyncio.Queue[Outcome] = asyncio.Queue()
        for group in groups:
            journal.append(Group.of(*group, lambda seq, error: answers.put_nowait((seq, error))))
        journal.start()
        async with asyncio.timeout(15):
            outcomes = [await answers.get() for _ in groups]
        after(journal)
        return outcomes
    finally:
        await asyncio.to_thread(journal.close)


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    with closing(Journal(folder / "t.journal", folder / "t.key")) as journal:
        yield journal


def entries(folder: Path) -> list[Entry]:
    with opened(folder) as journal:
        return list(journal.entries())


def fault_of_reading(folder: Path) -> Fault:
    with pytest.raises(FaultError) as caught:
        entries(folder)
    return caught.value.fault


@contextmanager
def tampering(folder: Path) -> Iterator[sqlite3.Connection]:
    """Somebody with an editor for databases."""
    with closing(sqlite3.connect(folder / "t.journal", isolation_level=None)) as db:
        yield db


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """The folder of a journal with a round in it."""
    assert [error for _, error in asyncio.run(write(tmp_path, *ROUND))] == [None] * len(ROUND)
    return tmp_path


def test_everything_is_there_after_reopening(journal: Path) -> None:
    found = entries(journal)
    assert [entry.seq for entry in found] == list(range(1, ENTRIES + 1))
    causes = [entry for entry in found if entry.cause == entry.seq]
    assert [(entry.kind, entry.raw) for entry in causes] == [(group.observation.kind, group.raw) for group in ROUND]
    told = [entry.kind for entry in found if entry.cause != entry.seq]
    assert told == [event.kind for group in ROUND for event in group.events]
    with opened(journal) as again:
        assert list(again.observations()) == [group.observation for group in ROUND]
        assert [kind for _, kind, _ in again.events_after(0, 1000)] == told


async def test_the_chain_goes_on_where_it_ended(tmp_path: Path) -> None:
    await write(tmp_path, *ROUND[:3])
    await write(tmp_path, *ROUND[3:])
    with opened(tmp_path) as journal, tampering(tmp_path) as db:
        head = bytes(32)
        for *columns, recorded in db.execute("SELECT * FROM entry ORDER BY seq"):
            head = chain(head, *columns)
            assert head == recorded
        assert journal.head == (ENTRIES, head)


async def test_groups_that_wait_together_share_one_transaction_and_keep_their_order(tmp_path: Path) -> None:
    statements: list[str] = []
    groups = [card(seq, str(DECK[seq % 52])) for seq in range(1, 201)]
    outcomes = await write(tmp_path, *groups, before=lambda journal: journal._db.set_trace_callback(statements.append))
    assert outcomes == [(first, None) for first in range(1, 400, 2)]
    assert statements.index("BEGIN IMMEDIATE") == 0
    assert statements.index("COMMIT") == 1 + 400
    with opened(tmp_path) as journal:
        assert journal.head[0] == 400
        assert list(journal.observations()) == [group.observation for group in groups]


# -- damage -----------------------------------------------------------------------------------------------------------


def changed(value: Any) -> int | str | bytes:
    """As little as can be changed."""
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, str):
        return chr(ord(value[0]) ^ 1) + value[1:]
    return bytes([value[0] ^ 1]) + value[1:] if value else b"\0"


@pytest.mark.parametrize("column", ["cause", "at", "kind", "sealed", "body", "raw", "hash"])
@pytest.mark.parametrize("seq", range(1, ENTRIES + 1))
def test_the_smallest_change_of_a_column_is_damage(journal: Path, seq: int, column: str) -> None:
    with tampering(journal) as db:
        (value,) = db.execute(f"SELECT {column} FROM entry WHERE seq = ?", (seq,)).fetchone()  # noqa: S608
        db.execute(f"UPDATE entry SET {column} = ? WHERE seq = ?", (changed(value), seq))  # noqa: S608
    assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED


@pytest.mark.parametrize("seq", range(1, ENTRIES))
def test_a_row_that_is_missing_before_the_end_is_damage(journal: Path, seq: int) -> None:
    with tampering(journal) as db:
        db.execute("DELETE FROM entry WHERE seq = ?", (seq,))
    assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED


def test_a_row_with_another_number_is_damage(journal: Path) -> None:
    with tampering(journal) as db:
        db.execute("UPDATE entry SET seq = seq + 1 WHERE seq = ?", (ENTRIES,))
    assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED


def test_a_flipped_bit_of_the_file_is_damage_or_changes_nothing(journal: Path) -> None:
    file, found = journal / "t.journal", entries(journal)
    whole, damaged = file.read_bytes(), 0
    for place in range(0, len(whole), 7):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            assert entries(journal) == found, place
        except FaultError as error:
            assert error.fault is Fault.JOURNAL_DAMAGED
            damaged += 1
    assert damaged > len(ROUND)


def test_a_truncated_file_is_damage(journal: Path) -> None:
    whole = (journal / "t.journal").read_bytes()
    for length in (2, 99, *range(512, len(whole), 512)):
        (journal / "t.journal").write_bytes(whole[:length])
        assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED, length


def test_a_journal_of_another_version_is_not_touched(journal: Path) -> None:
    with tampering(journal) as db:
        db.execute("PRAGMA user_version = 2")
    assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED


# -- what lies face down ----------------------------------------------------------------------------------------------


async def test_no_byte_on_disk_tells_a_card(tmp_path: Path) -> None:
    looks: list[dict[str, bytes]] = []

    def look(_: object = None) -> None:
        looks.append({file.name: file.read_bytes() for file in tmp_path.iterdir()})

    await write(tmp_path, *ROUND, after=look)
    look()
    assert b"exit-optic" in looks[0]["t.journal-wal"]  # what is no secret can be read
    assert b"exit-optic" in looks[1]["t.journal"]
    found = b"".join(content for files in looks for content in files.values())
    for name in ("Kh", "2c"):
        group = card(17, name)
        for telling in (f'"card":"{name}"'.encode(), f",{name}*".encode()):
            assert telling in OBSERVATIONS.dump_json(group.observation) + group.raw
            assert telling not in found
    assert b"$CARD" not in found


async def test_what_is_sealed_is_as_long_for_every_card(tmp_path: Path) -> None:
    await write(tmp_path, *(card(17, str(each)) for each in DECK))
    with tampering(tmp_path) as db:
        lengths = db.execute("SELECT length(body), length(raw) FROM entry WHERE sealed").fetchall()
    assert (len(lengths), len(set(lengths))) == (52, 1)


async def test_the_same_card_never_looks_the_same(tmp_path: Path) -> None:
    await write(tmp_path, *(card(17, "Kh") for _ in range(20)))
    with tampering(tmp_path) as db:
        assert len(set(db.execute("SELECT body FROM entry WHERE sealed").fetchall())) == 20


async def test_a_sealed_card_opens_only_at_its_place(tmp_path: Path) -> None:
    await write(tmp_path, card(1, "Kh"), card(2, "2c"))
    with tampering(tmp_path) as db:  # somebody exchanges two cards, and makes the chain anew
        rows = [list(row) for row in db.execute("SELECT * FROM entry ORDER BY seq")]
        rows[0][5:7], rows[2][5:7] = rows[2][5:7], rows[0][5:7]
        head = bytes(32)
        for row in rows:
            head = row[7] = chain(head, *row[:7])
            db.execute("UPDATE entry SET body = ?, raw = ?, hash = ? WHERE seq = ?", (*row[5:], row[0]))
    assert fault_of_reading(tmp_path) is Fault.JOURNAL_KEY


@pytest.mark.parametrize("key", ["00" * 32, "00" * 31, "", "not hexadecimal", "é"])
def test_another_key_opens_nothing(journal: Path, key: str) -> None:
    (journal / "t.key").write_text(key)
    assert fault_of_reading(journal) is Fault.JOURNAL_KEY


def test_a_missing_key_is_never_made_anew_for_an_old_journal(journal: Path) -> None:
    (journal / "t.key").unlink()
    assert fault_of_reading(journal) is Fault.JOURNAL_KEY
    assert not (journal / "t.key").exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_may_touch_is_refused(journal: Path, mode: int) -> None:
    (journal / "t.key").chmod(mode)
    assert fault_of_reading(journal) is Fault.JOURNAL_KEY


def test_only_the_owner_may_read_what_is_made(journal: Path) -> None:
    assert {file.name: file.stat().st_mode & 0o777 for file in journal.iterdir()} == {
        "t.journal": 0o600,
        "t.key": 0o600,
        "t.lock": 0o600,
    }


# -- one writer -------------------------------------------------------------------------------------------------------


def test_a_table_has_one_journal_and_the_journal_one_owner(journal: Path) -> None:
    with opened(journal):
        assert fault_of_reading(journal) is Fault.TABLE_TAKEN
    assert len(entries(journal)) == ENTRIES


def outcomes_of(outcomes: list[Outcome]) -> list[tuple[int, Fault | None]]:
    return [(seq, error.fault if error else None) for seq, error in outcomes]


async def test_whoever_waits_hears_that_nothing_was_written(tmp_path: Path) -> None:
    await write(tmp_path, *ROUND)
    found = entries(tmp_path)
    outcomes = await write(tmp_path, *ROUND, before=lambda journal: journal._db.execute("PRAGMA query_only = 1"))
    assert outcomes_of(outcomes) == [(0, Fault.JOURNAL_WRITE)] * len(ROUND)
    assert entries(tmp_path) == found


async def test_a_transaction_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    await write(tmp_path, *ROUND)
    found = entries(tmp_path)

    def refuse_the_unreadable(journal: Journal) -> None:
        journal._db.execute(
            "CREATE TEMP TRIGGER full BEFORE INSERT ON main.entry WHEN NEW.kind = 'card_unreadable' "
            "BEGIN SELECT RAISE(FAIL, 'disk full'); END"
        )

    outcomes = await write(tmp_path, *ROUND, before=refuse_the_unreadable)
    assert outcomes_of(outcomes) == [(0, Fault.JOURNAL_WRITE)] * len(ROUND)
    assert entries(tmp_path) == found


@pytest.mark.parametrize("length", [0, 1])
def test_a_journal_cut_to_almost_nothing_is_not_taken_for_a_new_one(journal: Path, length: int) -> None:
    file = journal / "t.journal"
    file.write_bytes(file.read_bytes()[:length])
    assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED
    assert file.stat().st_size == length


def test_a_schema_that_is_no_text_any_more_is_damage(journal: Path) -> None:
    file = journal / "t.journal"
    whole = file.read_bytes()
    at = whole.index(b"CREATE TABLE")
    file.write_bytes(whole[:at] + bytes(byte ^ 0xFF for byte in whole[at : at + 6]) + whole[at + 6 :])
    assert fault_of_reading(journal) is Fault.JOURNAL_DAMAGED
