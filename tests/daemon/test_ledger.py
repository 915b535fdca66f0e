"""The ledger of shared pools, in a real PostgreSQL: booked once, in order, by whoever may."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from daemon import settings
from daemon.jackpot.pool import CENT, Account, Meters, PoolError
from daemon.jackpot.shared.address import address
from daemon.jackpot.shared.ledger import ACCOUNT, ENTRY, Ledger, Owed
from daemon.jackpot.shared.migrate import migrate
from drivers.faults import Fault, FaultError
from hil.postgres import Server, certificate, serving
from rules.blackjack import JACKPOT, TENTH
from tests.daemon.ledgers import TERMS, audit, contribution, database, entries, owing, owner

NAME = TERMS.name
COMMISSION = owing(1, "commission", terms=TERMS, by=("S1", "S2"), reason="new")
OPEN = owing(2, "open", by=("S1",))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def url(postgres: Server) -> str:
    return database(postgres)


async def connect(url: str, table: str = "bj-1", journal: str | None = None) -> Ledger:
    return await Ledger.connect(url, table, journal or str(uuid.uuid4()))


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
        await one.book(NAME, [COMMISSION, OPEN])
        hit = {"round": 7, "seats": ("2",), "unit": 100}
        (first,) = await one.book(NAME, [owing(3, "hit", share=JACKPOT, **hit)])
        (second,) = await other.book(NAME, [owing(3, "hit", share=TENTH, **hit)])
        assert (first.entry.cents, second.entry.cents) == (10_000_00, 1_000_00)
        told: dict[str, Any] = {"round": 7, "seats": ("2",), "by": ("S1",)}
        (early,) = await other.book(NAME, [owing(4, "award", cents=1_000_00, **told)])
        assert (early.entry.what, early.entry.reason) == ("refused", "earlier bj-1")
        (wrong,) = await one.book(NAME, [owing(4, "award", cents=1, **told)])
        assert (wrong.entry.what, wrong.entry.reason) == ("refused", "amount 1000000")
        (paid,) = await one.book(NAME, [owing(5, "award", cents=10_000_00, **told)])
        assert (paid.entry.what, paid.entry.meters.displayed) == ("award", 10_000_00 * CENT)
        (paid,) = await other.book(NAME, [owing(6, "award", cents=1_000_00, **told)])
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
                    seq += 1
                    owed.append(owing(seq, "hit", share=TENTH, round=seq, seats=("1",)))
                    owed.append(owing(seq + 1, "withdraw", round=seq, seats=("1",), reason="misdeal"))
                    seq += 1
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


@pytest.mark.parametrize("how", ["looks", "books"])
async def test_a_row_that_is_not_the_sum_of_its_ledger_closes_the_pool(postgres: Server, url: str, how: str) -> None:
    """Somebody has moved a meter in the row, and even its balance is right."""
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN, contribution(3)])
        before = await account(ledger)
        richer = before.meters + Meters(displayed=5_000_00 * CENT, corrections=5_000_00 * CENT)
        with psycopg.connect(owner(postgres, url)) as db:
            told = psycopg.types.json.Jsonb(ACCOUNT.dump_python(replace(before, meters=richer), mode="json"))
            db.execute("UPDATE croupier.pool SET account = %s", (told,))
        if how == "books":
            await ledger.book(NAME, [contribution(4)])
        kept = await account(ledger)
        assert (kept.live, kept.fault) == (False, Fault.JACKPOT_LEDGER)
        assert kept.meters.displayed == before.meters.displayed + (3 * 50 * CENT if how == "books" else 0)
        assert "closed" in [entry.what for entry in entries(owner(postgres, url))]
        assert await account(ledger) == kept == audit(owner(postgres, url))  # once
        reason = {"by": ("S1", "S2"), "reason": "vérifié"}
        await ledger.book(NAME, [owing(5, "correct", **reason), owing(6, "open", by=("S1",))])
        assert (await account(ledger)).live
    audit(owner(postgres, url))


async def test_an_entry_that_is_gone_is_noticed(postgres: Server, url: str) -> None:
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN])
        with psycopg.connect(owner(postgres, url)) as db:
            db.execute("DELETE FROM croupier.entry WHERE version = 2")
        with pytest.raises(PoolError, match="no entry"):
            await ledger.look(NAME)


async def test_an_entry_bears_the_login_that_wrote_it(postgres: Server, url: str) -> None:
    """Whatever table and journal it says that it is of."""
    async with await connect(url, "bj-9") as ledger:
        await ledger.book(NAME, [COMMISSION])
    with psycopg.connect(owner(postgres, url)) as db:
        (written,) = db.execute("SELECT login, table_name FROM croupier.entry").fetchall()
    assert written == (urlsplit(url).username, "bj-9")


async def test_a_database_that_lost_its_last_entries_starts_a_new_epoch(postgres: Server, url: str) -> None:
    """What a restored backup is: the tables know more. A lower version would be ignored by the boards."""
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION, OPEN, contribution(3), contribution(4)])
        before = await ledger.look(NAME)
        assert before is not None
        lose_after(owner(postgres, url), 3)
        assert await ledger.last_booked(NAME) == (3, 0)
        await ledger.restored(NAME, before.epoch, known=5)  # this table has seen more than the backup has
        await ledger.restored(NAME, before.epoch, known=7)  # another table that noticed too
        after = await ledger.look(NAME)
        assert after is not None
        assert after.place > before.place
        assert after.epoch == 6
        assert (after.account.fault, after.account.open) == (Fault.JACKPOT_BEHIND, False)
        await ledger.book(NAME, [contribution(4)])
        assert (await account(ledger)).meters.money_in == before.account.meters.money_in
    audit(owner(postgres, url))


def lose_after(address: str, version: int) -> None:
    """The database as it was when this entry was its last one."""
    with psycopg.connect(address) as db:
        kept = Account(TERMS, open=True)
        rows = db.execute("SELECT body FROM croupier.entry WHERE version <= %s ORDER BY version", (version,))
        last = ENTRY.validate_python(list(rows)[-1][0])
        kept = replace(kept, meters=last.meters, version=last.version, digest=last.digest)
        db.execute("DELETE FROM croupier.entry WHERE version > %s", (version,))
        told = psycopg.types.json.Jsonb(ACCOUNT.dump_python(kept, mode="json"))
        db.execute("UPDATE croupier.pool SET version = %s, account = %s", (version, told))


async def test_nothing_is_booked_behind_what_the_ledger_has_forgotten(postgres: Server, url: str) -> None:
    """A backup put back under a connection that lives on: what came after it would hide what is missing."""
    async with await connect(url) as ledger:
        *_, last = await ledger.book(NAME, [COMMISSION, OPEN, contribution(3), contribution(4)])
        await ledger.book(NAME, [contribution(5)], last.key)
        lose_after(owner(postgres, url), 3)
        for owed in (contribution(6), owing(6, "hit", share=TENTH, round=6, seats=("1",))):
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
    monkeypatch.setattr("daemon.jackpot.shared.ledger.SILENT_FOR", 1)
    async with await connect(url) as one, await connect(url, "bj-2") as other:
        await one.book(NAME, [COMMISSION, OPEN])
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            async with one._db.transaction():
                await one._take(NAME)
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
        "SELECT body FROM croupier.entry", "SELECT report FROM croupier.member",
    )  # fmt: skip
    for statement in statements:
        with psycopg.connect(url) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute(statement)


async def test_who_only_looks_can_only_look(postgres: Server, url: str) -> None:
    name = f"pit_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(owner(postgres, url)) as db:
        db.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{name}' IN ROLE croupier_pit")
    reader = postgres.cluster.url(urlsplit(url).path.removeprefix("/"), user=name, password=name)
    with psycopg.connect(reader) as db:
        assert db.execute("SELECT count(*) FROM croupier.entry").fetchone() == (0,)
    for statement in (
        "SELECT croupier.take('floor')",
        "SELECT croupier.restored('floor', 1, 1)",
        "DELETE FROM croupier.pool",
    ):
        with psycopg.connect(reader) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute(statement)


async def test_the_line_is_tls_and_the_server_must_prove_who_it_is(postgres: Server, url: str, tmp_path: Path) -> None:
    """With what a site's file says, and a certificate that is for 127.0.0.1 and for no other name."""
    database_ = urlsplit(url).path.removeprefix("/")
    (tmp_path / "bj-1.password").write_text(f"{database_}\n")
    (tmp_path / "other.crt").write_bytes(certificate()[1])

    def told(**more: Any) -> str:
        known = {
            "host": "127.0.0.1", "port": postgres.cluster.port, "database": database_, "user": database_,
            "password_file": f"{tmp_path}/TABLE.password", "ca": str(postgres.cluster.ca), **more,
        }  # fmt: skip
        return address(settings.Ledger(**known), "bj-1")

    async with await connect(told()) as ledger:
        assert await ledger._one("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == (True,)
    with pytest.raises(psycopg.OperationalError, match="certificate"):
        await connect(told(ca=str(tmp_path / "other.crt")))
    with pytest.raises(psycopg.OperationalError, match="localhost"):
        await connect(told(host="localhost"))
    with pytest.raises(psycopg.OperationalError, match="no encryption"):
        await connect(url.replace("sslmode=verify-full", "sslmode=disable"))
    with pytest.raises(FaultError, match=r"nobody\.password"):
        address(settings.Ledger(host="127.0.0.1", user="x", password_file=f"{tmp_path}/nobody.password"), "bj-1")


def test_the_schema_is_plain_sql(postgres: Server, url: str) -> None:
    """Nothing of PostgreSQL's own languages, extensions or triggers: what speaks its dialect of SQL can keep it."""
    with psycopg.connect(owner(postgres, url)) as db:
        languages = db.execute(
            "SELECT DISTINCT lanname FROM pg_proc JOIN pg_language ON prolang = pg_language.oid "
            "WHERE pronamespace = 'croupier'::regnamespace"
        ).fetchall()
        assert languages == [("sql",)]
        assert db.execute("SELECT extname FROM pg_extension").fetchall() == [("plpgsql",)]  # every database has it
        triggers = "SELECT tgname FROM pg_trigger JOIN pg_class ON tgrelid = pg_class.oid WHERE NOT tgisinternal"
        assert db.execute(triggers).fetchall() == []


async def test_a_migration_runs_while_tables_are_closed_or_not_at_all(
    postgres: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sql").mkdir()
    step = tmp_path / "sql/002.sql"
    step.write_text("CREATE TABLE croupier.more (x integer); SELECT 1 / 0;")
    monkeypatch.setattr("daemon.jackpot.shared.migrate.SCHEMA", 2)
    monkeypatch.setattr("daemon.jackpot.shared.migrate.files", lambda _: tmp_path)
    async with await connect(url) as ledger:
        await ledger.book(NAME, [COMMISSION])
        await ledger.report(NAME, 0, {"closed": False})
        with pytest.raises(FaultError, match="open: bj-1"):
            migrate(owner(postgres, url))
        await ledger.report(NAME, 0, {"closed": True})
        with pytest.raises(FaultError, match="division by zero") as refused:
            migrate(owner(postgres, url))
        assert refused.value.fault is Fault.JACKPOT_SCHEMA
        step.write_text("CREATE TABLE croupier.more (x integer);")  # nothing of the first try is left
        assert migrate(owner(postgres, url)) == (1, 2)
        with pytest.raises(FaultError) as noticed:
            await ledger.report(NAME, 0, {"closed": True})
        assert noticed.value.fault is Fault.JACKPOT_SCHEMA
    monkeypatch.setattr("daemon.jackpot.shared.migrate.SCHEMA", 3)
    with pytest.raises(FaultError, match="permission denied"):
        migrate(url)  # a table's user owns nothing


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
