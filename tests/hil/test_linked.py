"""A table of a floor whose ledger is not as it should be, as the technician meets it."""

from __future__ import annotations

import asyncio
import json
import shutil
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from daemon.engine import Engine, restore
from daemon.jackpot.booking import EPOCH
from daemon.journal.store import Journal
from daemon.table.orders import LedgerReported
from daemon.text.faults import ROWS
from drivers.faults import Fault
from hil.asking import RefusedError
from hil.floor import CROUPIERCTL, POOL, Floor, FloorTable
from hil.postgres import STOP_AT_ONCE
from tests.hil import verdict


async def opened(floor: Floor) -> FloorTable:
    """Its only table, the pool in service."""
    (table,) = floor.tables
    await table.start_daemon()
    await table.until("/health", lambda health: Fault.JACKPOT_NEW in [each["code"] for each in health["faults"]])
    await table.commission()
    return table


async def croupierctl(table: FloorTable, *command: str) -> tuple[int | None, dict[str, Any]]:
    given = (CROUPIERCTL, *command, "--config", str(table.folder / "etc"), "--lang", "en", "--json")
    process = await asyncio.create_subprocess_exec(*given, stdout=PIPE)
    said, _ = await process.communicate()
    return process.returncode, json.loads(said)


async def wrong(table: FloorTable, code: Fault, detail: str) -> None:
    """The table says so of its pool, and deals on."""

    def names_it(health: dict[str, Any]) -> bool:
        faults = [each for each in health["faults"] if each["part"] == f"jackpot {POOL}"]
        return [each["code"] for each in faults] == [code] and detail in faults[0]["detail"]

    await table.until("/health", names_it)
    status, said = await croupierctl(table, "doctor")
    assert (status, said["next_action"]) == (1, ROWS[code].en.action)


async def test_what_is_really_wrong_with_the_ledger_reaches_the_technician() -> None:
    async with Floor(1) as floor:
        table = await opened(floor)
        with psycopg.connect(floor.owner) as db:
            db.execute("INSERT INTO croupier.schema_version (version) VALUES (99)")
        await wrong(table, Fault.JACKPOT_SCHEMA, "99; 2 is needed")
        await table.end_daemon()
        await table.start_daemon()
        await wrong(table, Fault.JACKPOT_SCHEMA, "99; 2 is needed")  # also if it never was right
        with psycopg.connect(floor.owner) as db:
            db.execute("DELETE FROM croupier.schema_version WHERE version = 99")
        await table.live()
        await table.end_daemon()
        password = floor.folder / f"{table.name}.password"
        password.rename(password.with_suffix(".away"))
        await table.start_daemon()
        await wrong(table, Fault.JACKPOT_LINK, f"{Fault.CONFIG_INVALID} {password}")
        assert f"fault={Fault.CONFIG_INVALID}" in table.log
        password.with_suffix(".away").rename(password)
        await table.live()


async def test_no_row_of_the_ledger_stops_a_table() -> None:
    """One call put a pool where no board can read it: every table of the floor ended, at every start."""
    async with Floor(1) as floor:
        table = await opened(floor)
        with psycopg.connect(floor.owner) as db:
            db.execute("ALTER TABLE croupier.pool DROP CONSTRAINT pool_place")
            db.execute("UPDATE croupier.pool SET epoch = 9001")
        await wrong(table, Fault.JACKPOT_LEDGER, "epoch 9001")
        await table.end_daemon()
        await table.start_daemon()
        await wrong(table, Fault.JACKPOT_LEDGER, "epoch 9001")
        for _ in range(2):
            await table.order("open_round")
            await table.order("void_round", reason="essai")
        status, said = await croupierctl(table, "pit")
        assert status and Fault.JACKPOT_LEDGER in [row["fault"] for row in said["rows"]]
        with psycopg.connect(floor.owner) as db:
            db.execute("UPDATE croupier.pool SET epoch = 1")
        await table.live()


async def test_a_table_that_was_told_what_no_board_can_read_starts_again() -> None:
    """An older croupier has it in its journal, and ended at every start."""
    async with Floor(1) as floor:
        table = await opened(floor)
        await table.end_daemon()
        state = table.folder / "state"
        day = max((state / table.name).glob("*.journal")).stem
        journal = await asyncio.to_thread(Journal, state / table.name, state / f"{table.name}.key", lambda: day)
        engine = Engine(journal, await asyncio.to_thread(restore, journal))
        journal.start()
        (account,) = engine.state.pools
        await engine.submit(LedgerReported(pool=POOL, version=9001 << EPOCH, terms=account.terms, open=True))
        await asyncio.to_thread(journal.close)
        engine.broken.cancel()
        await floor.end("postgres", STOP_AT_ONCE)
        await table.start_daemon()
        assert "jackpot_unshown" in table.log
        await table.order("open_round")
        await table.order("void_round", reason="essai")
        await floor.start_postgres()
        await table.live()


async def test_a_new_pc_takes_the_place_of_one_whose_disk_is_lost() -> None:
    """The broker still remembers the old journal: only a person can say that it will not come back."""
    async with Floor(1) as floor:
        table = await opened(floor)
        old = (await table.get("/health"))["journal"]
        async with table.witness() as client, asyncio.timeout(table.patience):
            await client.subscribe(f"croupier/{table.name}/journal", qos=1)
            async for message in client.messages:
                if json.loads(message.payload)["seq"] >= old["seq"]:
                    break
        await table.end_daemon()
        shutil.rmtree(table.folder / "state")
        (table.folder / "state").mkdir()
        with suppress(RuntimeError):  # it may find out before it answers anybody
            await table.start_daemon()
        async with asyncio.timeout(table.patience):
            assert await table._processes["croupierd"].wait() == 1
        last = verdict(table.log)
        assert Fault.JOURNAL_TRUNCATED in last and old["uuid"] in last
        assert "croupierctl journal set-aside --replaces UUID" in last
        status, said = await croupierctl(table, "journal", "set-aside", "--replaces", old["uuid"])
        assert (status, said["replaces"]) == (0, old["uuid"])
        for _ in range(2):  # what the broker remembers then is the new one
            await table.start_daemon()
            await table.live()
            await table.until("/health", lambda health: health["boards"]["meter-1"]["jackpot"]["state"] == "live")
            await table.order("open_round")
            await table.order("void_round", reason="essai")
            assert await table.end_daemon() == 0


@pytest.mark.holds("21.2")
async def test_21_2_a_table_without_a_display_offers_no_shared_pool_and_the_others_do() -> None:
    floor = Floor(2)
    dark, other = floor.tables
    dark.display_seconds = 4
    async with floor:
        await floor.open()
        await dark.fault("meter", "die", on=True)
        await dark.see("jackpot_undisplayed", pool=POOL)
        for table in floor.tables:
            await table.order("open_round")
        with pytest.raises(RefusedError) as refused:
            await dark.order("seat_in", seat="1", wagers={"progressive": 100})
        assert refused.value.code == Fault.JACKPOT_UNDISPLAYED
        await wrong(dark, Fault.JACKPOT_UNDISPLAYED, "(21.2)")
        await other.order("seat_in", seat="1", wagers={"progressive": 100})
        await dark.fault("meter", "die", on=False)
        await dark.see("jackpot_displayed", pool=POOL)
        await dark.order("seat_in", seat="1", wagers={"progressive": 100})
