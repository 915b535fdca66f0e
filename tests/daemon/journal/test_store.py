"""The journal: what is written stays, what was changed is found out, and a hidden card is told by no byte on disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from daemon.host.clock import Moment
from daemon.journal.chain import GENESIS, chain
from daemon.journal.read import Entry
from daemon.journal.store import OBSERVATIONS, Journal
from drivers.faults import Fault
from rules.cards import DECK
from tests.daemon.journals import ENTRIES, MOMENT, ROUND, House, Outcome, card, tampering


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def played(house: House) -> House:
    """A journal with a round in it."""
    house.keep(*ROUND)
    return house


def test_everything_is_there_after_reopening(played: House) -> None:
    found = played.entries()
    assert [entry.seq for entry in found] == list(range(1, ENTRIES + 1))
    assert found[0].kind == "day_opened"
    causes = [entry for entry in found if entry.is_observation]
    assert [(entry.kind, entry.raw) for entry in causes] == [(group.observation.kind, group.raw) for group in ROUND]
    kinds = [entry.kind for entry in found if entry.is_event]
    assert kinds == [event.kind for group in ROUND for event in group.events]
    assert played.restored() == (None, [group.observation for group in ROUND])
    with played.opened() as again:
        assert [kind for _, kind, _ in again.events_after(0, 1000)] == kinds
        assert [kind for _, kind, _ in again.events_after(0, 2)] == kinds[:2]


async def test_the_chain_goes_on_where_it_ended(house: House) -> None:
    await house.write(*ROUND[:3])
    await house.write(*ROUND[3:])
    with house.opened() as journal, tampering(house.newest) as db:
        head = GENESIS.hash
        for *columns, recorded in db.execute("SELECT * FROM entry ORDER BY seq"):
            head = chain(head, *columns)
            assert head == recorded
        assert journal.head == (ENTRIES, head)


def test_nothing_that_is_almost_the_same_has_the_same_hash() -> None:
    alike = [(7,), (7.5,), (7.0,), ("7 ",), (b"7\0",), (None,), ("7", ""), ("", "7"), (b"\0" * 8 + b"7",), ()]
    assert len({chain(bytes(32), *columns) for columns in alike}) == len(alike)  # type: ignore[arg-type]


def test_an_entry_says_when_and_by_which_clock(house: House) -> None:
    house.more["now"] = lambda: MOMENT
    house.keep(ROUND[0])
    house.more["now"] = lambda: Moment(MOMENT.at, MOMENT.quality._replace(synchronised=False))
    house.keep(ROUND[1])
    when = "2026-11-16T20:15:00.000000+00:00"
    times = [(entry.at, entry.clock, entry.clock_offset) for entry in house.entries()]
    assert times == [(when, "synchronised", -12)] * 2 + [(when, "unsynchronised", -12)] * 2


async def test_groups_that_wait_together_share_one_transaction_and_keep_their_order(house: House) -> None:
    statements: list[str] = []
    groups = [card(seq, str(DECK[seq % 52])) for seq in range(1, 201)]

    def trace(journal: Journal) -> None:
        journal._writer.current.file.db.set_trace_callback(statements.append)

    outcomes = await house.write(*groups, before=trace)
    assert outcomes == [(first, None) for first in range(2, 401, 2)]
    assert statements.index("BEGIN IMMEDIATE") == 0
    assert statements.index("COMMIT") == 1 + 400
    assert house.restored() == (None, [group.observation for group in groups])


def test_the_same_hours_nonces_and_cards_give_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for name in "ab":
        house = House(tmp_path / name)
        house.state.mkdir()
        house.key.write_text("5a" * 32)
        house.key.chmod(0o600)
        house.more = {"now": lambda: MOMENT, "nonce": bytes}
        house.keep(*ROUND)
        with tampering(house.newest) as db:
            texts.append(list(db.execute("SELECT * FROM entry ORDER BY seq")))
    assert texts[0] == texts[1]


# -- what lies face down ----------------------------------------------------------------------------------------------


async def test_no_byte_on_disk_tells_a_card(house: House) -> None:
    looks: list[dict[str, bytes]] = []

    def look(_: object = None) -> None:
        looks.append({file.name: file.read_bytes() for file in house.folder.iterdir()})

    await house.write(*ROUND[:-1], ROUND[-1].resting(b"the hole card is a Kh"), after=look)
    look()
    name = house.newest.name
    assert b"exit-optic" in looks[0][f"{name}-wal"]  # what is no secret can be read
    assert b"exit-optic" in looks[1][name]
    found = b"".join(content for files in looks for content in files.values())
    for each in ("Kh", "2c"):
        group = card(17, each)
        for telling in (f'"card":"{each}"'.encode(), f",{each}*".encode()):
            assert telling in OBSERVATIONS.dump_json(group.observation) + group.raw
            assert telling not in found
    assert b"$CARD" not in found
    assert b"hole card" not in found


async def test_what_is_sealed_is_as_long_for_every_card_and_number(house: House) -> None:
    await house.write(*(card(seq, str(each)) for seq, each in enumerate(DECK, 90)))
    with tampering(house.newest) as db:
        lengths = db.execute("SELECT length(body), length(raw) FROM entry WHERE sealed").fetchall()
    assert (len(lengths), len(set(lengths))) == (52, 1)


async def test_the_same_card_never_looks_the_same(house: House) -> None:
    await house.write(*(card(17, "Kh") for _ in range(20)))
    with tampering(house.newest) as db:
        assert len(set(db.execute("SELECT body FROM entry WHERE sealed").fetchall())) == 20


def moved(house: House, one: tuple[int, int], other: tuple[int, int]) -> None:
    """Somebody exchanges two sealed parts, each named by its entry and its column, and makes the chain anew.

    Whoever can do that can also remove what the folder tells of its end.
    """
    with tampering(house.newest) as db:
        rows = [list(row) for row in db.execute("SELECT * FROM entry ORDER BY seq")]
        (first, a), (second, b) = one, other
        rows[first - 1][a], rows[second - 1][b] = rows[second - 1][b], rows[first - 1][a]
        head = GENESIS.hash
        for row in rows:
            head = row[9] = chain(head, *row[:9])
            db.execute("UPDATE entry SET body = ?, raw = ?, hash = ? WHERE seq = ?", (*row[7:], row[0]))
    house.mark.unlink()


BODY, RAW = 7, 8


@pytest.mark.parametrize(("one", "other"), [((2, BODY), (4, BODY)), ((2, BODY), (2, RAW)), ((2, RAW), (4, RAW))])
def test_a_sealed_part_opens_only_at_its_place(house: House, one: tuple[int, int], other: tuple[int, int]) -> None:
    house.keep(card(1, "Kh"), card(2, "2c"))
    moved(house, one, other)
    assert house.fault_of_opening() is Fault.JOURNAL_KEY


def test_a_sealed_part_opens_only_in_its_journal(tmp_path: Path) -> None:
    houses = [House(tmp_path / name) for name in "ab"]
    for house in houses:
        house.state.mkdir()
        house.key.write_text("5a" * 32)
        house.key.chmod(0o600)
        house.keep(card(1, "Kh"))
    with tampering(houses[0].newest) as mine, tampering(houses[1].newest) as theirs:
        rows = [list(row) for row in theirs.execute("SELECT * FROM entry ORDER BY seq")]
        rows[1][BODY] = mine.execute("SELECT body FROM entry WHERE seq = 2").fetchone()[0]
        head = GENESIS.hash
        for row in rows:
            head = row[9] = chain(head, *row[:9])
            theirs.execute("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (row[7], row[9], row[0]))
    houses[1].mark.unlink()
    assert houses[1].fault_of_opening() is Fault.JOURNAL_KEY


def test_only_the_owner_may_read_what_is_made(played: House) -> None:
    found = {str(path.relative_to(played.state)): path.stat().st_mode & 0o777 for path in played.state.rglob("*")}
    made = (f"t/{played.newest.name}", "t/head.json", "t.key", "t.lock")
    assert found == {"t": 0o700, **dict.fromkeys(made, 0o600)}


# -- one writer -------------------------------------------------------------------------------------------------------


def test_a_table_has_one_journal_and_the_journal_one_owner(played: House) -> None:
    with played.opened():
        assert played.fault_of_opening() is Fault.TABLE_TAKEN
    assert len(played.entries()) == ENTRIES


def outcomes_of(outcomes: list[Outcome]) -> list[tuple[int, Fault | None]]:
    return [(seq, error.fault if error else None) for seq, error in outcomes]


async def refused(house: House, how: str) -> list[Entry]:
    """Writes a round while SQLite refuses to; all hear it, and what was there stays."""
    await house.write(*ROUND)
    found = house.entries()

    def refuse(journal: Journal) -> None:
        journal._writer.current.file.db.execute(how)

    outcomes = await house.write(*ROUND, before=refuse)
    assert outcomes_of(outcomes) == [(0, Fault.JOURNAL_WRITE)] * len(ROUND)
    assert house.entries() == found
    return found


async def test_whoever_waits_hears_that_nothing_was_written(house: House) -> None:
    await refused(house, "PRAGMA query_only = 1")


async def test_a_transaction_that_fails_half_way_leaves_nothing(house: House) -> None:
    await refused(
        house,
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.entry WHEN NEW.kind = 'card_unreadable' "
        "BEGIN SELECT RAISE(FAIL, 'disk full'); END",
    )


async def test_after_a_failure_nothing_more_is_written(house: House) -> None:
    """What comes later was decided on what is not on disk."""
    journal = await asyncio.to_thread(house.journal)
    try:
        answers: asyncio.Queue[Outcome] = asyncio.Queue()
        journal.start()
        db = journal._writer.current.file.db
        for pragma in ("PRAGMA query_only = 1", "PRAGMA query_only = 0"):
            db.execute(pragma)
            journal.append(ROUND[0].group(lambda seq, error: answers.put_nowait((seq, error))))
            assert outcomes_of([await answers.get()]) == [(0, Fault.JOURNAL_WRITE)]
    finally:
        await asyncio.to_thread(journal.close)
    assert [entry.kind for entry in house.entries()] == ["day_opened"]
