"""A floor: blackjack tables that share one pool, with one broker and one PostgreSQL between them.

async with Floor(8) as floor:
    await floor.open()
    await floor.end("postgres", STOP_AT_ONCE)
    await floor.tables[3].end_daemon(signal.SIGKILL)
"""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import psycopg
from psycopg.sql import SQL, Identifier, Literal

from hil.asking import RefusedError
from hil.broker import free_port, set_up
from hil.postgres import STOP_AT_ONCE, Cluster
from hil.processes import Processes
from hil.rig import Rig

CROUPIERCTL = str(Path(sys.executable).with_name("croupierctl"))
POOL, DATABASE, PIT, OFFICE = "floor", "croupier", "pit", "office"
PATIENCE = 180.0  # seconds: there are many processes, and often few cores
SEED, EACH = 10_000_00, (20_00, 5_00)  # cents; hundredths of a cent that a wager brings to the meter, to the reserve
LEDGER = """
[ledger]
host = "127.0.0.1"
port = {port}
database = "{database}"
user = "TABLE"
password_file = "{site}/TABLE.password"
ca = "{ca}"
"""
JACKPOT = f"""
[table.options]
manner = 1

[[jackpots]]
name = "{POOL}"
seed = {SEED}
rate = 2000
reserve_rate = 500
cap = 5000000
largest = 200
shared = true
"""


class FloorTable(Rig):
    """One of them. Broker and database are the floor's."""

    pool = POOL
    boards: tuple[str, ...] = ()
    patience = PATIENCE

    def __init__(self, floor: Floor, name: str) -> None:
        folder = floor.folder / name
        folder.mkdir()
        super().__init__("blackjack", name=name, within=folder)
        self._floor = floor
        self.site, self.broker_port = floor.folder, floor.broker_port

    async def start_broker(self) -> None:
        """Starts none: the floor has one for all tables."""

    def _configure(self) -> None:
        super()._configure()
        for file, more in (("site", self._floor.ledger), (f"tables/{self.name}", JACKPOT)):
            with (self.folder / f"etc/{file}.toml").open("a") as text:
                text.write(more)

    async def commission(self) -> None:
        """Two persons take the pool as it is configured; a supervisor opens it for all tables."""
        await self.until("/health", lambda health: "JACKPOT_NEW" in [each["code"] for each in health["faults"]])
        for badge in ("T1", "S1"):
            await self.order("set_jackpot", by=badge, pool=POOL, reason="mise en service")
        await self.until("/state", lambda state: bool(state["jackpots"]))
        await self.order("open_jackpot", by="S1", pool=POOL)
        await self.live()

    async def award(self) -> bool:
        """A supervisor confirms the hit that waits here, if one does and the ledger has said how much it is."""
        (pool,) = (await self.get("/state"))["jackpots"]
        mine = [hit for hit in pool["pending"] if hit["table"] == self.name]
        if not mine or mine[0]["cents"] is None:
            return False
        try:
            hit = {"seat": mine[0]["seat"], "cents": mine[0]["cents"]}
            await self.order("award_jackpot", by="S1", pool=POOL, **hit)
        except RefusedError as refused:  # the ledger went away, or its answer is on its way
            if refused.code not in ("JACKPOT_LINK", "ORDER_NOT_NOW"):
                raise
            return False
        return True

    async def live(self) -> dict[str, Any]:
        """The pool, once it takes wagers here."""
        state = await self.until("/state", lambda now: [each["condition"] for each in now["jackpots"]] == ["live"])
        pool: dict[str, Any] = state["jackpots"][0]
        return pool


class Floor(Processes):
    """So many tables, bj-1 and on."""

    patience = PATIENCE
    KIND: ClassVar[type[FloorTable]] = FloorTable

    def __init__(self, tables: int) -> None:
        super().__init__()
        self.folder.chmod(0o711)  # the database's user passes through
        self.broker_port = free_port()
        self.cluster = Cluster(self.folder / "postgres")
        self.tables = [self.KIND(self, f"bj-{number}") for number in range(1, tables + 1)]
        self._running = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self.guard()
        try:
            await asyncio.to_thread(self.cluster.make)
            await self.start_postgres()
            await asyncio.to_thread(self._set_up)
            await self.start_broker()
            for table in self.tables:
                await self._running.enter_async_context(table)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._running.aclose()
        if "postgres" in self._processes:
            await self.end("postgres", STOP_AT_ONCE)
        await self.end_all()

    @property
    def ledger(self) -> str:
        """Writes the section of site.toml that names the ledger."""
        port, ca = self.cluster.port, self.cluster.ca
        return LEDGER.format(port=port, database=DATABASE, site=self.folder, ca=ca)

    @property
    def owner(self) -> str:
        """The ledger's address, for whoever owns it."""
        return self.cluster.url(DATABASE)

    async def open(self) -> None:
        """Every croupierd runs, and the pool takes wagers at every table."""
        for table in self.tables:  # one after the other: each has a time to be ready in
            await table.start_daemon()
        await self.tables[0].commission()
        await asyncio.gather(*(table.live() for table in self.tables))

    async def start_broker(self) -> None:
        """One mosquitto; the same port again after it was ended, and it has forgotten everything."""
        clients = {table.name: [*table.boards, "meter-1"] for table in self.tables}
        process = await self.spawn("broker", *set_up(self.folder, self.broker_port, clients))
        await self._until_listens(self.broker_port, process, "mosquitto")

    async def start_postgres(self) -> None:
        """The same cluster again after it was ended."""
        process = await self.spawn("postgres", *self.cluster.command)

        async def ready() -> bool:
            asking = await asyncio.create_subprocess_exec(*self.cluster.asking)
            return await asking.wait() == 0

        await self._until(ready, process, "postgres")

    def _set_up(self) -> None:
        """What docs/linked.md says: a database, its schema, and a user for each table."""
        with psycopg.connect(self.cluster.url(), autocommit=True) as db:
            db.execute(SQL("CREATE DATABASE {}").format(Identifier(DATABASE)))
        migrate = (CROUPIERCTL, "jackpot", "migrate", "--database", self.owner)
        subprocess.run(migrate, check=True, capture_output=True)
        others = {PIT: "croupier_pit", OFFICE: "croupier_office"}
        users = {table.name: "croupier_table" for table in self.tables} | others
        with psycopg.connect(self.owner) as db:
            for user, role in users.items():
                password = secrets.token_hex(16)
                new = SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE {}")
                db.execute(new.format(Identifier(user), Literal(password), Identifier(role)))
                (self.folder / f"{user}.password").write_text(password)
