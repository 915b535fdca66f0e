"""The ledger of shared pools, in a real PostgreSQL: booked once, in order, by whoever may."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from daemon import settings
from daemon.jackpot.digest import written
from daemon.jackpot.pool import CENT, Account, Hit, Meters, Pool, PoolError
from daemon.linked.address import address
from daemon.linked.ledger import Ledger, Owed
from daemon.linked.migrate import migrate
from daemon.linked.status import TableStatus
from drivers.faults import Fault, FaultError
from hil.postgres import Server, certificate, serving
from rules.blackjack_wagers import JACKPOT, TENTH
from tests.daemon.ledgers import TERMS, audit, contribution, database, entries, login, owing, owner

NAME = TERMS.name
COMMISSION = owing(1, "commission", terms=TERMS, by=("S1", "S2"), reason="new")
OPEN = owing(2, "open", by=("S1",))


def replace_terms(terms: Pool) -> Owed:
    return owing(1, "commission", terms=terms, by=("S1", "S2"), reason="new")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def url(postgres: Server) -> str:
    return database(postgres)


async def connect(url: str, table: str = "bj-1", journal: str | None = None) -> Ledger:
    return await Ledger.connect(login(url, table), table, journal or str(uuid.uuid4()))


async def account(ledger: Ledger) -> Account:
    seen = await ledger.look(NAME)
    assert seen is not None
    return seen.account


async def test_a_booking_told_twice_is_booked_once(postgres: Server, url: str) -> None:
    owed = [COMMISSION, OPEN, contribution(3), contribution(4)]
    async with await connect(url) as ledger:
        first = await ledger.book(NAME, owed)
        again = await ledger.book(NAME, owed)
        assert first == again
        assert [answer.entry.what for answer in first] == ["commissioned", "opened", "contribution", "contribution"]
        kept = await account(ledger)
    assert kept.meters.displayed == (10_000_00 + 2 * 3 * 50) * CENT
    assert audit(owner(postgres, url)).version == 4


async def test_the_same_numbers_in_another_journal_are_another_booking(postgres: Server, url: str) -> None:
    async with await connect(url) as one, await connect(url, "bj-2") as other:
        await one.book(NAME, [COMMISSION, OPEN, contribution(3)])
        await other.book(NAME, [contribution(3)])
        assert (await account(one)).meters.money_in == 2 * 3 * 70 * CENT
    brought = [entry.table for entry in entries(owner(postgres, url)) if entry.what == "contribution"]
    assert brought == ["bj-1", "bj-2"]


async def test_hits_are_paid_in_the_order_of_the_ledger(url: str) -> None:
    """A105, over tables: the second finds what the first has left, and waits for it."""
    async with await connect(url) as one, await connect(url, "bj-2") as other:
        terms = replace(TERMS, manner=3, rate=0)
        await one.book(NAME, [replace_terms(terms), OPEN, contribution(7)])
        await other.book(NAME, [contribution(7)])
        hit = {"round": 7, "seats": ("2",), "unit": 100}
        (first,) = await one.book(NAME, [owing(8, "hit", share=JACKPOT, **hit)])
        (second,) = await other.book(NAME, [owing(8, "hit", share=TENTH, **hit)])
        assert (first.entry.cents, second.entry.cents) == (10_000_00, 1_000_00)
        award: dict[str, Any] = {"round": 7, "seats": ("2",), "by": ("S1",)}
        (early,) = await other.book(NAME, [owing(14, "award", cents=1_000_00, **award)])
        assert (early.entry.what, early.entry.reason) == ("refused", "earlier bj-1")
        (wrong,) = await one.book(NAME, [owing(14, "award", cents=1, **award)])
        assert (wrong.entry.what, wrong.entry.reason) == ("refused", "amount 1000000")
        (paid,) = await one.book(NAME, [owing(15, "award", cents=10_000_00, **award)])
        assert (paid.entry.what, paid.entry.meters.displayed) == ("award", 10_000_00 * CENT)
        (paid,) = await other.book(NAME, [owing(16, "award", cents=1_000_00, **award)])
        assert (paid.entry.what, paid.entry.meters.displayed) == ("award", 9_000_00 * CENT)
        assert not (await account(one)).pending


async def test_many_tables_at_once(postgres: Server, url: str) -> None:
    """Whoever comes when: nothing is lost, nothing is there twice, and the chain holds."""
    async with await connect(url) as first:
        await first.book(NAME, [COMMISSION, OPEN])

    async def play(number: int) -> int:
        chance = random.Random(number)
        async with await connect(url, f"bj-{number}") as ledger:
            brought, seq, owed = 0, 10, list[Owed]()
            for _ in range(25):
                seq += 1
                seats = chance.randint(1, 7)
                brought += seats
                owed.append(contribution(seq, seats))
                if chance.random() < 0.5:
                    await ledger.book(NAME, owed)
                    owed = owed if chance.random() < 0.3 else []  # the answer was lost: told again
                if chance.random() < 0.1:
                    owed.append(owing(seq + 1, "hit", share=JACKPOT, round=seq, seats=("1",)))
                    owed.append(owing(seq + 2, "withdraw", round=seq, seats=("1",), reason="misdeal"))
                    seq += 2
            await ledger.book(NAME, owed)
            return brought

    brought = await asyncio.gather(*map(play, range(1, 7)))
    kept = audit(owner(postgres, url))
    assert kept.meters.money_in == sum(brought) * 70 * CENT


async def test_a_refused_booking_is_an_entry_and_moves_nothing(postgres: Server, url: str) -> None:
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN])
        for number, what in enumerate(("commission", "open", "change", "withdraw", "award"), 3):
            (answer,) = await ledger.book(NAME, [owing(number, what, terms=TERMS, by=("S1",))])  # type: ignore[arg-type]
            assert answer.entry.what == "refused"
        too_much = contribution(20, seats=200)
        (answer,) = await ledger.book(NAME, [too_much])
        assert answer.entry.what == "refused"
        kept = await account(ledger)
        assert (kept.fault, kept.open) == (Fault.JACKPOT_BOUND, False)
        assert await ledger.book(NAME, [too_much]) == [answer]
    assert audit(owner(postgres, url)).meters.money_in == 0


DOCTORED: dict[str, Callable[[Account], Account]] = {
    "a meter": lambda was: replace(was, meters=was.meters + Meters(displayed=500, corrections=500)),
    "a hit": lambda was: replace(
        was, hits=(Hit(3, "1", JACKPOT, 98_765_432, table="bj-2", journal=str(uuid.UUID(int=5))),)
    ),
    "closed": lambda was: replace(was, open=False),
    "terms": lambda was: replace(was, terms=replace(was.terms, seed=1)),
    "a fault": lambda was: replace(was, fault=Fault.JACKPOT_BOUND),
}


@pytest.mark.parametrize("what", DOCTORED)
async def test_an_account_for_which_its_entry_does_not_stand_is_that_pools_fault(
    postgres: Server, url: str, what: str
) -> None:
    """Whoever owns the database has touched it, and even its balance is right."""
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN, contribution(3)])
        body = written(replace(DOCTORED[what](await account(ledger)), version=0, digest=""))
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute("UPDATE croupier.entry SET account = %s WHERE version = 3", (psycopg.types.json.Jsonb(body),))
        with pytest.raises(PoolError, match="stand for its account"):
            await ledger.look(NAME)
        with pytest.raises(PoolError, match="stand for its account"):
            await ledger.book(NAME, [contribution(4)])


async def test_an_entry_that_is_gone_is_noticed(postgres: Server, url: str) -> None:
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN])
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute("DELETE FROM croupier.entry WHERE version = 2")
        with pytest.raises(PoolError, match="no entry"):
            await ledger.look(NAME)


async def test_an_entry_bears_the_login_that_wrote_it(postgres: Server, url: str) -> None:
    """Whatever a booking says of its table and its journal; and a table has no other login than its own."""
    async with await connect(url, "bj-9") as ledger:
        await ledger.book(NAME, [owing(1, "commission", terms=TERMS, table="bj-2", journal=str(uuid.uuid4()))])
        with psycopg.connect(owner(postgres, url)) as db:
            (wrote,) = db.execute("SELECT login, table_name, journal::text FROM croupier.entry").fetchall()
        assert wrote == ("bj-9", "bj-9", ledger._journal)
    (entry,) = entries(owner(postgres, url))
    assert (entry.login, entry.table, (entry.key or ("",))[0]) == wrote
    with pytest.raises(FaultError, match="needs a user of its own name"):
        await Ledger.connect(url, "bj-9", str(uuid.uuid4()))


async def test_a_database_that_lost_its_last_entries_starts_a_new_epoch(postgres: Server, url: str) -> None:
    """What a restored backup is: the tables know more. A lower version would be ignored by the boards."""
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN, contribution(3), contribution(4)])
        before = await ledger.look(NAME)
        assert before is not None
        lose_after(owner(postgres, url), 3)
        assert await ledger.last_booked(NAME) == (3, 0)
        await ledger.restored(NAME, before.epoch, known=3)  # this table has seen more than the backup has
        await ledger.restored(NAME, before.epoch, known=7)  # another table that noticed too
        after = await ledger.look(NAME)
        assert after is not None
        assert after.place > before.place
        assert after.epoch == 4
        assert (after.account.fault, after.account.open) == (Fault.JACKPOT_BEHIND, False)
        await ledger.book(NAME, [contribution(4)])
        assert (await account(ledger)).meters.money_in == before.account.meters.money_in
    audit(owner(postgres, url))


def lose_after(address: str, version: int) -> None:
    """The database as it was when this entry was its last one."""
    with psycopg.connect(address) as db:
        db.execute("DELETE FROM croupier.entry WHERE version > %s", (version,))
        db.execute("UPDATE croupier.pool SET version = %s", (version,))


async def test_nothing_is_booked_behind_what_the_ledger_has_forgotten(postgres: Server, url: str) -> None:
    """A backup put back under a connection that lives on: what came after it would hide what is missing."""
    async with await connect(url) as ledger:
        *_, last = await ledger.book(NAME, [COMMISSION, OPEN, contribution(3), contribution(4)])
        await ledger.book(NAME, [contribution(5)], last.key)
        lose_after(owner(postgres, url), 3)
        for owed in (contribution(6), owing(6, "hit", share=JACKPOT, round=5, seats=("1",))):
            with pytest.raises(FaultError) as behind:
                await ledger.book(NAME, [owed], last.key)
            assert behind.value.fault is Fault.JACKPOT_BEHIND
        assert (await account(ledger)).version == 3
        await ledger.book(NAME, [contribution(4), contribution(5), contribution(6)], contribution(3).key)
    assert audit(owner(postgres, url)).meters.money_in == 4 * 3 * 70 * CENT


async def test_a_table_that_falls_silent_with_a_pool_in_its_hands_stops_no_other(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cable was pulled in the middle of a booking: for hours the server would not know."""
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN])
    with monkeypatch.context() as short:
        short.setattr("daemon.linked.ledger.SILENT_FOR", 1)
        one = await connect(url)
    async with one, await connect(url, "bj-2") as other:
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            async with one._db.transaction():
                await one._plainly("SELECT croupier.restored(%s, %s, 1, 1)", NAME, one._journal)
                (booked,) = await other.book(NAME, [contribution(3)])
        assert booked.entry.what == "contribution"


async def test_whoever_can_only_be_read_is_not_the_ledger(postgres: Server, url: str) -> None:
    """A standby that has not taken over."""
    with psycopg.connect(owner(postgres, url), autocommit=True) as db:
        db.execute(f"ALTER DATABASE {db.info.dbname} SET default_transaction_read_only = on")
    with pytest.raises(psycopg.OperationalError, match="read-only"):
        await connect(url)


async def test_a_reason_that_postgresql_cannot_hold_stops_no_booking(postgres: Server, url: str) -> None:
    async with await connect(url) as ledger:
        owed = [COMMISSION, owing(2, "close", by=("S1",), reason="une\0fuite"), owing(3, "open", by=("S1",))]
        assert [answer.entry.what for answer in await ledger.book(NAME, owed)] == ["commissioned", "closed", "opened"]
    assert entries(owner(postgres, url))[1].reason == "une\N{REPLACEMENT CHARACTER}fuite"
    audit(owner(postgres, url))


async def test_a_table_can_only_call_what_it_needs(url: str) -> None:
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION])
    statements = (
        "DELETE FROM croupier.entry", "UPDATE croupier.pool SET version = 9", "INSERT INTO croupier.pool VALUES ('x')",
        "TRUNCATE croupier.entry", "CREATE TABLE croupier.x ()", "DROP SCHEMA croupier CASCADE",
        "SELECT body FROM croupier.entry", "SELECT report FROM croupier.member", "SELECT name FROM croupier.pool",
        "SELECT croupier.take('floor', NULL)", "SELECT croupier.confirm('floor', 1)", "SELECT croupier.nothing()",
    )  # fmt: skip
    for statement in statements:
        with psycopg.connect(url) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute(statement)


async def test_who_only_looks_can_only_look(url: str) -> None:
    reader = login(url, "pit")
    with psycopg.connect(reader) as db:
        assert db.execute("SELECT count(*) FROM croupier.entry").fetchone() == (0,)
    for statement in (
        "SELECT croupier.book('floor', gen_random_uuid(), 0, 0, '[]')",
        "SELECT croupier.restored('floor', gen_random_uuid(), 1, 1)",
        "SELECT croupier.confirm('floor', 1)",
        "DELETE FROM croupier.pool",
    ):
        with psycopg.connect(reader) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute(statement)


async def test_the_line_is_tls_and_the_server_must_prove_who_it_is(postgres: Server, url: str, tmp_path: Path) -> None:
    """With what a site's file says, and a certificate that is for 127.0.0.1 and for no other name."""
    database_ = urlsplit(url).path.removeprefix("/")
    (tmp_path / "bj-1.password").write_text("bj-1\n")
    (tmp_path / "other.crt").write_bytes(certificate()[1])

    def address_with(**more: Any) -> str:
        known = {
            "host": "127.0.0.1", "port": postgres.cluster.port, "database": database_, "user": "TABLE",
            "password_file": f"{tmp_path}/TABLE.password", "ca": str(postgres.cluster.ca), **more,
        }  # fmt: skip
        return address(settings.Ledger(**known), "bj-1")

    async with await Ledger.connect(address_with(), "bj-1", str(uuid.uuid4())) as ledger:
        assert await ledger._one("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == (True,)
    with pytest.raises(psycopg.OperationalError, match="certificate"):
        await Ledger.connect(address_with(ca=str(tmp_path / "other.crt")), "bj-1", "")
    with pytest.raises(psycopg.OperationalError, match="localhost"):
        await Ledger.connect(address_with(host="localhost"), "bj-1", "")
    with pytest.raises(psycopg.OperationalError, match="no encryption"):
        await connect(url.replace("sslmode=verify-full", "sslmode=disable"))
    with pytest.raises(FaultError, match=r"nobody\.password"):
        address(settings.Ledger(host="127.0.0.1", user="x", password_file=f"{tmp_path}/nobody.password"), "bj-1")


def test_the_schema_needs_nothing_that_every_postgresql_does_not_have(postgres: Server, url: str) -> None:
    """No extension, no trigger, no language but its own two: what is restored elsewhere works there."""
    with psycopg.connect(owner(postgres, url)) as db:
        languages = db.execute(
            "SELECT DISTINCT lanname FROM pg_proc JOIN pg_language ON prolang = pg_language.oid "
            "WHERE pronamespace = 'croupier'::regnamespace ORDER BY 1"
        ).fetchall()
        assert languages == [("plpgsql",), ("sql",)]
        assert db.execute("SELECT extname FROM pg_extension").fetchall() == [("plpgsql",)]  # every database has it
        triggers = "SELECT tgname FROM pg_trigger JOIN pg_class ON tgrelid = pg_class.oid WHERE NOT tgisinternal"
        assert db.execute(triggers).fetchall() == []


async def test_a_migration_runs_while_tables_are_closed_or_not_at_all(
    postgres: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sql").mkdir()
    step = tmp_path / "sql/003.sql"
    step.write_text("CREATE TABLE croupier.more (x integer); SELECT 1 / 0;")
    monkeypatch.setattr("daemon.linked.migrate.SCHEMA", 3)
    monkeypatch.setattr("daemon.linked.migrate.files", lambda _: tmp_path)
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION])
        await ledger.report(NAME, 0, TableStatus(closed=False))
        with pytest.raises(FaultError, match="open: bj-1"):
            migrate(owner(postgres, url))
        await ledger.report(NAME, 0, TableStatus(closed=True))
        with pytest.raises(FaultError, match="division by zero") as refused:
            migrate(owner(postgres, url))
        assert refused.value.fault is Fault.JACKPOT_SCHEMA
        step.write_text("CREATE TABLE croupier.more (x integer);")  # nothing of the first try is left
        assert migrate(owner(postgres, url)) == (2, 3)
        with pytest.raises(FaultError) as noticed:
            await ledger.report(NAME, 0, TableStatus(closed=True))
        assert noticed.value.fault is Fault.JACKPOT_SCHEMA
    monkeypatch.setattr("daemon.linked.migrate.SCHEMA", 4)
    with pytest.raises(FaultError, match="permission denied"):
        migrate(url)  # a table's user owns nothing


def old_database(server: Server) -> str:
    """One of the first schema, with the rows that croupier of that time wrote: tests/daemon/linked/ledger_1.sql."""
    name = f"floor_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server.cluster.url(), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
        for role in ("croupier_table", "croupier_pit"):
            if db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
                db.execute(f"CREATE ROLE {role} NOLOGIN")
    with psycopg.connect(server.cluster.url(name)) as db:
        db.execute(files("daemon.linked").joinpath("sql", "001.sql").read_bytes())
        db.execute("INSERT INTO croupier.schema_version (version) VALUES (1)")
        db.execute(Path(__file__).with_name("ledger_1.sql").read_bytes())
    return server.cluster.url(name)


OLD_JOURNAL = "4ad0cda9-6a10-4c2b-a9b3-3b1ee5f29d01"


async def test_an_old_ledger_is_added_up_again_and_goes_on(postgres: Server, url: str) -> None:
    address = old_database(postgres)
    assert migrate(address) == (1, 2)
    kept = audit(address)
    assert (kept.live, kept.meters.paid, kept.first) == (True, 10_003_00 * CENT, TERMS.each)
    assert entries(address)[-1].what == "migrated"
    there = login(address, "bj-1")
    async with await Ledger.connect(there, "bj-1", OLD_JOURNAL) as ledger:
        assert await ledger.last_booked(NAME) == (9, 0)
        (repeated,) = await ledger.book(NAME, [owing(6, "award", round=4, seats=("2",), cents=5, by=("S1",))])
        assert repeated.entry.what == "award"  # as it was answered then
        (twice,) = await ledger.book(NAME, [owing(10, "contribute", round=4, seats=("1",))])
        assert twice.entry.reason == "twice"
        (hit,) = await ledger.book(NAME, [owing(11, "hit", round=3, seats=("1",), share=JACKPOT)])
        assert hit.entry.what == "hit"
    audit(address)


DOUBTFUL = {
    "accounted for": "UPDATE croupier.pool SET account = jsonb_set(account, '{meters,displayed}', '1')",
    "open": "UPDATE croupier.pool SET account = jsonb_set(account, '{open}', 'false')",
    "terms": "UPDATE croupier.pool SET account = jsonb_set(account, '{terms,seed}', '1')",
    "hits": 'UPDATE croupier.pool SET account = jsonb_set(account, \'{hits}\', \'[{"round": 7, "seat": "1", '
    '"share": "100%", "cents": 98765432, "table": "bj-2", "journal": "x"}]\')',
    "currency": "UPDATE croupier.pool SET account = jsonb_set(account, '{terms,currency}', '\"cad\"')",
    "digest": "UPDATE croupier.entry SET body = jsonb_set(body, '{cents}', '5') WHERE what = 'award'",
}


@pytest.mark.parametrize("doubt", DOUBTFUL)
def test_an_old_ledger_whose_row_says_more_than_its_entries_is_not_taken_over(postgres: Server, doubt: str) -> None:
    address = old_database(postgres)
    with psycopg.connect(address) as db:
        db.execute(DOUBTFUL[doubt])
    with pytest.raises(FaultError, match=doubt) as refused:
        migrate(address)
    assert refused.value.fault is Fault.JACKPOT_SCHEMA
    with psycopg.connect(address) as db:
        assert db.execute("SELECT max(version) FROM croupier.schema_version").fetchone() == (1,)


async def test_a_schema_that_is_not_there_or_not_ours_is_named(postgres: Server, url: str) -> None:
    with psycopg.connect(owner(postgres, url)) as db:
        db.execute("INSERT INTO croupier.schema_version (version) VALUES (99)")
    with pytest.raises(FaultError, match="99"):
        await connect(url)
    with pytest.raises(FaultError, match="99"):
        migrate(owner(postgres, url))
    with pytest.raises(FaultError) as refused:
        await connect(postgres.cluster.url())
    assert refused.value.fault is Fault.JACKPOT_SCHEMA


@pytest.fixture
def own() -> Iterator[Server]:
    with serving() as running:
        yield running


async def test_a_power_cut_loses_nothing_that_was_answered(own: Server) -> None:
    url = database(own)
    journal = str(uuid.uuid4())
    async with await connect(url, journal=journal) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN, contribution(3)])
        await asyncio.to_thread(own.stop)
        with pytest.raises(psycopg.OperationalError):
            await ledger.book(NAME, [contribution(4)])
    await asyncio.to_thread(own.start)
    async with await connect(url, journal=journal) as ledger:
        assert await ledger.last_booked(NAME) == (3, 0)
        await ledger.book(NAME, [contribution(3), contribution(4)])
    assert audit(owner(own, url)).meters.money_in == 2 * 3 * 70 * CENT
