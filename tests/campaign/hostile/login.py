"""Another table's login in the wrong hands: every function of the ledger, every relation, locks, and odd settings."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import uuid
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing, suppress
from itertools import zip_longest
from typing import Any

import psycopg
from psycopg import AsyncConnection, sql

from drivers.mqtt.connect import unless_cancelled
from tests.campaign.hostile.odd import NUMBERS, TEXTS, mutated
from tests.campaign.hostile.table import Pit
from tests.campaign.hostile.trail import Trail

CALM = (0.0, 0.04)  # seconds between two deeds
JSON = ("json", "jsonb")
WHOLE = ("smallint", "integer", "bigint", "numeric")
HOLDS = 4.0  # seconds that a lock is held at most
CROWD = 6  # sessions at once
SCHEMA = "croupier"
FUNCTIONS = """
    SELECT p.proname, array(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) AS t), coalesce(p.proargnames, '{}')
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = %s ORDER BY 1, 2
"""
RELATIONS = """
    SELECT c.relname, array(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relkind IN ('r', 'v', 'm', 'S', 'p') ORDER BY 1
"""
# What no table's login may do, whatever it is called; {relation} is any of the ledger's.
FORBIDDEN = (
    "INSERT INTO {relation} DEFAULT VALUES",
    "INSERT INTO {relation} SELECT * FROM {relation}",
    "DELETE FROM {relation}",
    "TRUNCATE {relation}",
    "DROP TABLE {relation} CASCADE",
    "ALTER TABLE {relation} DISABLE TRIGGER ALL",
    "ALTER TABLE {relation} ADD COLUMN odd integer",
    "DO $$ BEGIN LOCK TABLE {relation} IN ACCESS EXCLUSIVE MODE; END $$",
    "COMMENT ON TABLE {relation} IS 'odd'",
    "CREATE FUNCTION croupier.odd() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE TABLE croupier.odd (odd integer)",
    "DROP SCHEMA croupier CASCADE",
    "ALTER ROLE croupier_table SUPERUSER",
    'ALTER ROLE "bj-1" PASSWORD NULL',
    "GRANT postgres TO CURRENT_USER",
    "SET ROLE postgres",
    "SET ROLE croupier_pit",
    'SET SESSION AUTHORIZATION "bj-1"',
    "SET session_replication_role = replica",
    "ALTER SYSTEM SET fsync = off",
    "COPY {relation} TO PROGRAM 'true'",
    "SELECT pg_read_file('PG_VERSION')",
    "CREATE EXTENSION dblink",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bj-1' LIMIT 1",
)
SETTINGS = (
    "SET search_path = pg_temp, public, croupier",
    "SET TIME ZONE 'Pacific/Kiritimati'",
    "SET DateStyle = 'German'",
    "SET IntervalStyle = 'sql_standard'",
    "SET extra_float_digits = -15",
    "SET standard_conforming_strings = off",
    "SET client_encoding = 'LATIN1'",
    "SET bytea_output = 'escape'",
    "SET lock_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
    "SET default_transaction_isolation = 'serializable'",
    "SET application_name = 'croupierd bj-1'",
    "CREATE TEMP TABLE pool (name text, epoch integer, version bigint, account jsonb)",
    "CREATE TEMP TABLE entry (pool text)",
    "LISTEN croupier",
    "NOTIFY croupier, 'odd'",
)


class Login:
    """One stolen password."""

    NAME = "login"

    def __init__(self, floor: Pit, trail: Trail) -> None:
        self._floor, self._trail, self._chance = floor, trail, trail.chance(self.NAME)
        self._holding = trail.chance("login holds")
        self._address = floor.login()
        with psycopg.connect(floor.owner) as db:
            self._functions: list[tuple[str, list[str], list[str]]] = db.execute(FUNCTIONS, (SCHEMA,)).fetchall()
            self._relations: dict[str, list[str]] = dict(db.execute(RELATIONS, (SCHEMA,)).fetchall())
        assert self._functions
        assert self._relations
        self._journal = str(uuid.UUID(int=self._chance.getrandbits(128)))
        self._rows: list[dict[str, Any]] = []  # of every relation, as they are: this attacker knows everything

    async def run(self) -> None:
        """Until cancelled: one session after the other that does things, and one that holds on to them."""
        async with asyncio.TaskGroup() as sessions:
            sessions.create_task(self._keep(self._talk), name="login talks")
            sessions.create_task(self._keep(self._hold), name="login holds")

    async def _keep(self, session: Callable[[AsyncConnection[Any]], Awaitable[None]]) -> None:
        while True:
            with suppress(psycopg.Error):  # the server is full, or ended the session
                async with await AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5) as db:
                    await db.execute("SET statement_timeout = '2s'")
                    await session(db)
            unless_cancelled()  # psycopg raises in its place what the server said to a query that is given up
            await asyncio.sleep(CALM[1])

    async def _talk(self, db: AsyncConnection[Any]) -> None:
        owed = await asyncio.to_thread(self._owed)
        async with await AsyncConnection.connect(self._floor.owner, autocommit=True) as eye:
            for _ in range(self._chance.randrange(10, 80)):
                await self._learn(eye, owed)
                await self._deed(db)
                await asyncio.sleep(self._chance.uniform(*CALM))

    def _owed(self) -> list[Any]:
        """What an honest table has sent to the ledger lately, as it lies in its outbox."""
        found: list[Any] = []
        for day in (self._floor.table.folder / "state" / self._floor.table.name).glob("*.journal"):
            with closing(sqlite3.connect(f"file:{day}?mode=ro", uri=True)) as journal:
                found += journal.execute("SELECT body FROM outbox ORDER BY seq DESC LIMIT 20")
        return [json.loads(body) for (body,) in found]

    async def _learn(self, eye: AsyncConnection[Any], owed: list[Any]) -> None:
        self._rows = [{"journal": self._journal}]  # ours, as any other
        self._rows += [{"bookings": [[self._chance.randrange(1, 2**20), 0, self._chance.choice(owed)]]}] if owed else []
        for relation in self._relations:
            some = sql.SQL("SELECT to_jsonb(t) FROM {} t ORDER BY ctid DESC LIMIT 3")
            self._rows += [row async for (row,) in await eye.execute(some.format(sql.Identifier(SCHEMA, relation)))]

    async def _deed(self, db: AsyncConnection[Any]) -> None:
        match self._chance.randrange(10):
            case 0:
                await self._forbidden(db)
            case 1:
                await self._do(db, self._chance.choice(SETTINGS))
            case 2:
                await self._tamper(db)
            case _:
                await self._call(db)

    async def _call(self, db: AsyncConnection[Any]) -> None:
        name, kinds, names = self._chance.choice(self._functions)
        places = sql.SQL(", ").join(sql.SQL("%s::") + sql.SQL(kind) for kind in kinds)
        call = sql.SQL("SELECT * FROM {}({})").format(sql.Identifier(SCHEMA, name), places)
        odd = {self._chance.randrange(9) for _ in range(self._chance.choice((1, 1, 2)))}  # the other arguments are real
        parameters = enumerate(zip_longest(kinds, names[: len(kinds)], fillvalue=""))
        given = [self._argument(kind, named, real=place not in odd) for place, (kind, named) in parameters]
        await self._do(db, call, given)

    async def _forbidden(self, db: AsyncConnection[Any]) -> None:
        deed, relation = (
            self._chance.choice(FORBIDDEN),
            sql.Identifier(SCHEMA, self._chance.choice(list(self._relations))),
        )
        if await self._do(db, sql.SQL(deed).format(relation=relation)):
            self._trail.find(self.NAME, f"another table's login may: {deed}", deed)

    async def _tamper(self, db: AsyncConnection[Any]) -> None:
        """What is there is written again: a right is a right."""
        relation, columns = self._chance.choice(list(self._relations.items()))
        column = sql.Identifier(self._chance.choice(columns))
        change = sql.SQL("UPDATE {} SET {} = {}").format(sql.Identifier(SCHEMA, relation), column, column)
        if await self._do(db, change):
            self._trail.find(self.NAME, f"another table's login may write {relation}", change.as_string())

    async def _hold(self, db: AsyncConnection[Any]) -> None:
        """A transaction that holds whatever the functions lock, for a while; then sessions that do nothing."""
        async with db.transaction(force_rollback=True):
            await self._call(db)
            await asyncio.sleep(self._holding.uniform(0, HOLDS))
        await asyncio.sleep(self._holding.uniform(0, HOLDS))
        async with AsyncExitStack() as idle:
            for _ in range(CROWD):
                await idle.enter_async_context(await AsyncConnection.connect(self._address, connect_timeout=5))

    async def _do(self, db: AsyncConnection[Any], deed: str | sql.Composed, given: Any = None) -> bool:
        """Whether the server let it happen. What ends the session ends in an exception."""
        unless_cancelled()
        composed = sql.SQL(deed) if isinstance(deed, str) else deed
        self._trail.send(self.NAME, f"{composed.as_string()} {given or ''}")
        try:
            done = await db.execute(composed, given)
        except (psycopg.DataError, UnicodeError, psycopg.ProgrammingError, psycopg.NotSupportedError):
            return False
        except psycopg.Error:
            if db.broken:
                raise
            return False
        return bool(done.rowcount)  # nothing was there to do it to: nobody was asked

    def _argument(self, kind: str, name: str, *, real: bool) -> Any:
        """Of this type: what stands in the ledger, if it can be under the same name; or what could stand nowhere."""
        known: list[tuple[str, Any]] = [(column, value) for row in self._rows for column, value in row.items()]
        same = [value for column, value in known if column in name]
        wanted: tuple[type, ...] = (int,) if kind in WHOLE else (dict, list) if kind in JSON else (str,)
        some = [value for value in same or [value for _, value in known] if isinstance(value, wanted)]
        there: Any = self._chance.choice(some) if some else None
        match kind:
            case "boolean":
                return self._chance.random() < 0.5
            case _ if kind.endswith("[]"):
                return [
                    self._argument(kind.removesuffix("[]"), name, real=real) for _ in range(self._chance.randrange(4))
                ]
            case _ if kind in JSON:
                changed = mutated(there, self._chance) if there is not None and self._chance.random() < 0.6 else there
                return json.dumps(
                    self._chance.choice((there, [there])) if real else self._chance.choice((changed, [changed], []))
                )
            case _ if real and there is not None:
                return there
            case "uuid":
                return str(uuid.UUID(int=self._chance.getrandbits(128)))
            case _ if kind in WHOLE:
                any_width = self._chance.getrandbits(self._chance.randrange(1, 64))
                return self._chance.choice((self._chance.choice(NUMBERS), any_width, (there or 0) + 1))
        return self._chance.choice(TEXTS)
