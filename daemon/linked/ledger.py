"""The ledger of shared pools in PostgreSQL, as one table sees it through one connection.

A table hands in what it owes; the database decides what becomes of it, under the lock of the pool's row
(`sql/002.sql`). Money that only comes in is booked in one plain transaction for all that waits; whatever pays, opens,
closes or corrects is a serialisable transaction of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
from collections.abc import Coroutine, Sequence
from itertools import groupby
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import SerializationFailure
from psycopg.types.json import Jsonb

from daemon.jackpot.booking import BOOKING, CONTROL, NOTHING, Booking, Key, Seen
from daemon.jackpot.pool import Entry, PoolError
from daemon.linked.border import entry_of, seen_of
from daemon.linked.status import TableStatus
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

SCHEMA = 2  # the version that this code knows
MANY = 100  # bookings in one transaction: the table must not wait for the arithmetic of more
TRIES = 30  # at a serialisable transaction that others get in the way of
FIRST_WAIT, LONGEST_WAIT = 0.002, 0.25  # seconds before the next one; at random, so that two do not meet again
ANSWER_WITHIN = 5  # seconds for the server to answer, or to say why not
SILENT_FOR = 3  # seconds that a table may hold a pool's row and say nothing: less than the others wait for it
CUT_AFTER = 8.0  # seconds for a server that says nothing at all, not even that it is late
CLASHES = (SerializationFailure, psycopg.errors.DeadlockDetected)
SEEN_AS_LOSS = (psycopg.OperationalError, psycopg.InterfaceError, OSError, TimeoutError)
CLOSED_TO_US = (
    psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedTable, psycopg.errors.UndefinedFunction,
    psycopg.errors.InvalidSchemaName,
)  # fmt: skip

T = TypeVar("T")


class Owed(NamedTuple):
    """A booking and its name in the journal."""

    key: Key
    booking: Booking


class Booked(NamedTuple):
    """What the ledger made of a booking: its first entry tells."""

    key: Key
    entry: Entry


class Ledger:
    """One open connection to the ledger's database."""

    def __init__(self, connection: AsyncConnection[Any], table: str, journal: str) -> None:
        self._db, self._table, self._journal = connection, table, journal
        self.waits: set[str] = set()  # pools to which more is owed than the house allows at once

    @classmethod
    async def connect(cls, url: str, table: str, journal: str) -> Self:
        """Raises FaultError if this is not a ledger that this code knows."""
        connection = await AsyncConnection.connect(
            url, autocommit=True, connect_timeout=ANSWER_WITHIN, application_name=f"croupier {table}",
            target_session_attrs="read-write",  # a standby could be read, and take nothing
            options=f"-c statement_timeout={ANSWER_WITHIN}s -c lock_timeout={ANSWER_WITHIN}s "
            f"-c idle_in_transaction_session_timeout={SILENT_FOR}s",
            tcp_user_timeout=1000 * ANSWER_WITHIN, keepalives_idle=2, keepalives_interval=1, keepalives_count=3,
        )  # fmt: skip
        ledger = cls(connection, table, journal)
        try:
            await ledger._check_schema()
        except BaseException:
            await connection.close()
            raise
        return ledger

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._db.close()

    async def _check_schema(self) -> None:
        """Checks the schema, and that the login is the table's: the database writes down no other name."""
        try:
            row = await self._answered(self._one("SELECT max(version), session_user FROM croupier.schema_version"))
        except FaultError:
            row = None
        if row is None or row[0] != SCHEMA:
            found = row[0] if row and row[0] else "none"
            raise FaultError(Fault.JACKPOT_SCHEMA, Because.SCHEMA_NEEDED(found=found, needed=SCHEMA))
        if row[1] != self._table:
            raise FaultError(Fault.JACKPOT_LINK, Because.OWN_USER(user=row[1], table=self._table))

    async def look(self, pool: str) -> Seen | None:
        """The pool as it is; None if nobody has commissioned it."""
        query = "SELECT epoch, version, account, last, before FROM croupier.look(%s)"
        row = await self._answered(self._one(query, pool))
        return None if row is None else seen_of(pool, row)

    async def last_booked(self, pool: str) -> Key | None:
        """The last booking of this journal that the ledger knows."""
        query = "SELECT seq, idx FROM croupier.last_booked(%s, %s)"
        row = await self._answered(self._one(query, pool, self._journal))
        return None if row is None else Key(*row)

    async def restored(self, pool: str, found: int, known: int) -> None:
        """The ledger is behind its tables: a new epoch, once, and the pool closes until people have seen to it.

        `found`: the epoch that it came back with; `known`: the highest that this table has seen.
        """
        await self._serially("SELECT croupier.restored(%s, %s, %s, %s)", pool, self._journal, found, known)

    async def report(self, pool: str, owed: int, status: TableStatus) -> None:
        """Writes what this table says of itself. FaultError if the schema was changed since the connection was made."""
        query = "SELECT croupier.report(%s, %s, %s, %s)"
        await self._answered(self._one(query, pool, self._journal, owed, Jsonb(status.model_dump(mode="json"))))
        await self._check_schema()

    async def book(self, pool: str, owed: Sequence[Owed], after: Key = NOTHING) -> list[Booked]:
        """Books what is owed, the oldest first; what was booked before is answered as it was.

        Nothing is answered while nobody has commissioned the pool, and what the house does not allow a table at once
        waits. `after`: the last that is known to be booked. JACKPOT_BEHIND if the ledger has forgotten it: a backup was
        put back under this connection, and what is missing must come first.
        """
        answers: list[Booked] = []
        for money_in, some in groupby(owed[:MANY], lambda each: each.booking.what == "contribute"):
            for lot in [[*some]] if money_in else ([each] for each in some):
                ask = self._plainly if money_in else self._serially
                bookings = Jsonb([[*key, _json(booking)] for key, booking in lot])
                row = await ask("SELECT croupier.book(%s, %s, %s, %s, %s)", pool, self._journal, *after, bookings)
                said: dict[str, Any] = (row and row[0]) or {}
                if gone := said.get("gone"):
                    raise FaultError(Fault.JACKPOT_BEHIND, Because.ENTRY_GONE(pool=pool, entry=gone[0]))
                booked = [Booked(Key(seq, idx), entry_of(pool, body)) for seq, idx, body in said.get("answers", ())]
                answers += booked
                (self.waits.add if said.get("wait") else self.waits.discard)(pool)
                if len(booked) < len(lot):
                    return answers
        return answers

    async def _plainly(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        return await self._answered(self._one(query, *values))

    async def _serially(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        """Serialisable; whoever loses a race tries again."""
        for tried in range(1, TRIES + 1):
            try:
                return await self._answered(self._alone(query, *values))
            except CLASHES:
                if tried == TRIES:
                    raise
            await asyncio.sleep(random.uniform(0, min(LONGEST_WAIT, FIRST_WAIT * 2**tried)))  # noqa: S311 - no secret
        raise AssertionError("unreachable")

    async def _alone(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        async with self._db.transaction():
            await self._db.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            return await self._one(query, *values)

    async def _answered(self, work: Coroutine[Any, Any, T]) -> T:
        """In time, or the line is cut: a server that hangs must hold up nobody, not even a table that wants to stop.

        Work is never cancelled: psycopg would then wait for the server to agree.
        """
        asked = asyncio.create_task(work, name="ledger")
        try:
            async with asyncio.timeout(CUT_AFTER):
                return await asyncio.shield(asked)
        except (*SEEN_AS_LOSS, *CLASHES):
            raise
        except CLOSED_TO_US as closed:
            raise FaultError(Fault.JACKPOT_SCHEMA, first_line(closed)) from closed
        except psycopg.Error as wrong:  # what is there is not what a ledger has, or it does not take what it is told
            raise PoolError(first_line(wrong)) from wrong
        finally:
            if not asked.done():
                self._cut()
                await asyncio.gather(asked, return_exceptions=True)

    def _cut(self) -> None:
        with (
            contextlib.suppress(OSError, psycopg.OperationalError),
            socket.socket(fileno=os.dup(self._db.fileno())) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    async def _one(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = await (await self._db.execute(query, values)).fetchone()
        return row


def _json(booking: Booking) -> dict[str, Any]:
    """Converts a booking to JSON that the database can keep."""
    body: dict[str, Any] = BOOKING.dump_python(booking, mode="json")
    return body | {"reason": CONTROL.sub("\N{REPLACEMENT CHARACTER}", booking.reason)}


def first_line(error: Exception) -> str:
    """What an error says, for a technician."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
