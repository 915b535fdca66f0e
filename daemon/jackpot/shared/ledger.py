"""The ledger of shared pools in PostgreSQL, as one table sees it through one connection.

Every booking is made under the lock of its pool's row, by the pure code of `booking`; the database keeps what came of
it and refuses to keep anything twice. Money that only comes in is booked in one plain transaction for all that waits;
whatever pays, opens, closes or corrects is a serialisable transaction of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import psycopg
from psycopg import AsyncConnection, IsolationLevel
from psycopg.errors import SerializationFailure
from psycopg.types.json import Jsonb
from pydantic import TypeAdapter, ValidationError

from daemon.jackpot.pool import Account, Entry, PoolError, fail
from daemon.jackpot.shared.booking import NOTHING, Booking, Key, Seen, behind, book
from drivers.faults import Fault, FaultError

SCHEMA = 1  # the version that this code knows
MANY = 100  # bookings in one transaction: the table must not wait for the arithmetic of more
TRIES = 30  # at a serialisable transaction that others get in the way of
FIRST_WAIT, LONGEST_WAIT = 0.002, 0.25  # seconds before the next one; at random, so that two do not meet again
ANSWER_WITHIN = 5  # seconds for the server to answer, or to say why not
SILENT_FOR = 3  # seconds that a table may hold a pool's row and say nothing: less than the others wait for it
CUT_AFTER = 8.0  # seconds for a server that says nothing at all, not even that it is late
CLASHES = (SerializationFailure, psycopg.errors.DeadlockDetected)
SEEN_AS_LOSS = (psycopg.OperationalError, psycopg.InterfaceError, OSError, TimeoutError)

T = TypeVar("T")
ACCOUNT: TypeAdapter[Account] = TypeAdapter(Account)
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Owed(NamedTuple):
    """A booking and its name in the journal."""

    key: Key
    booking: Booking


class Booked(NamedTuple):
    """What the ledger made of a booking: its first entry tells."""

    key: Key
    entry: Entry


class Ledger:
    """One open connection."""

    def __init__(self, connection: AsyncConnection[Any], table: str, journal: str) -> None:
        self._db, self._table, self._journal = connection, table, journal

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
        try:
            row = await self._answered(self._one("SELECT max(version) FROM croupier.schema_version"))
        except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName, psycopg.errors.InsufficientPrivilege):
            row = None
        if row is None or row[0] != SCHEMA:
            raise FaultError(Fault.JACKPOT_SCHEMA, f"{row[0] if row and row[0] else 'none'}; {SCHEMA} is needed")

    async def look(self, pool: str) -> Seen | None:
        """The pool as it is; None if nobody has commissioned it. One whose row is not its ledger's sum is closed."""
        row = await self._answered(self._one("SELECT epoch, version, account, last FROM croupier.look(%s)", pool))
        if row is None:
            return None
        seen, wrong = _seen(row)
        return await self._serially(lambda: self._take(pool)) if wrong else seen

    async def last_booked(self, pool: str) -> Key | None:
        """The last booking of this journal that the ledger knows."""
        query = "SELECT seq, idx FROM croupier.last_booked(%s, %s)"
        row = await self._answered(self._one(query, pool, self._journal))
        return None if row is None else Key(*row)

    async def restored(self, pool: str, found: int, known: int) -> None:
        """The ledger is behind its tables: a new epoch, once, and the pool closes until a person has seen to it.

        `found`: the epoch that it came back with; `known`: the highest that this table has seen.
        """

        async def close() -> None:
            if await self._one("SELECT croupier.restored(%s, %s, %s)", pool, found, known) == (None,):
                return  # another table was first
            taken = await self._take(pool)
            if taken is not None and not taken.account.fault:
                account, entry = behind(taken.account)
                await self._write(pool, taken.account.version, account, [(Key(0, taken.epoch), 0, entry)])

        await self._serially(close)

    async def report(self, pool: str, owed: int, told: dict[str, Any]) -> None:
        """What this table says of itself. FaultError if the schema was changed since the connection was made."""
        query = "SELECT croupier.report(%s, %s, %s, %s, %s)"
        await self._answered(self._one(query, pool, self._journal, self._table, owed, Jsonb(told)))
        await self._check_schema()

    async def book(self, pool: str, owed: Sequence[Owed], after: Key = NOTHING) -> list[Booked]:
        """Books what is owed, the oldest first; what was booked before is answered as it was.

        Nothing is answered while nobody has commissioned the pool. `after`: the last that is known to be booked.
        JACKPOT_BEHIND if the ledger has forgotten it: a backup was put back under this connection, and what is missing
        must come first.
        """
        answers: list[Booked] = []
        for money_in, some in groupby(owed[:MANY], lambda each: each.booking.what == "contribute"):
            for lot in [[*some]] if money_in else ([each] for each in some):
                work = partial(self._booked, pool, lot, after)
                told = await (self._answered(self._transaction(work)) if money_in else self._serially(work))
                if not told:
                    return answers
                answers += told
        return answers

    # -- inside a transaction --

    async def _booked(self, pool: str, owed: Sequence[Owed], after: Key) -> list[Booked]:
        taken = await self._take(pool)
        if taken is None:
            if owed[0].booking.what != "commission":
                return []
            await self._one("SELECT croupier.commission(%s, %s)", pool, Jsonb({}))
            account, since = None, 0
        else:
            account, since = taken.account, taken.account.version
        known = await self._known(pool, (after if after != NOTHING else owed[0].key).seq)
        if after != NOTHING and after not in known:
            raise FaultError(Fault.JACKPOT_BEHIND, f"{pool}: entry {after.seq} is gone")
        entries: list[tuple[Key, int, Entry]] = []
        answers: list[Booked] = []
        for key, booking in owed:
            if key in known:
                answers.append(Booked(key, known[key]))
                continue
            journal = booking.journal or self._journal
            reason = booking.reason.replace("\0", "\N{REPLACEMENT CHARACTER}")  # all but this PostgreSQL can keep
            account, told = book(account, replace(booking, table=self._table, journal=journal, reason=reason))
            entries += ((key, step, entry) for step, entry in enumerate(told))
            answers.append(Booked(key, told[0]))
        if entries and account is not None:
            await self._write(pool, since, account, entries)
        return answers

    async def _take(self, pool: str) -> Seen | None:
        row = await self._one("SELECT epoch, version, account, last FROM croupier.take(%s)", pool)
        if row is None:
            return None
        seen, wrong = _seen(row)
        if wrong:
            account, entry = fail(seen.account, Fault.JACKPOT_LEDGER, wrong)
            await self._write(pool, seen.account.version, account, [(Key(0, -entry.version), 0, entry)])
            seen = replace(seen, account=account)
        return seen

    async def _known(self, pool: str, since: int) -> dict[Key, Entry]:
        query = "SELECT seq, idx, body FROM croupier.booked(%s, %s, %s)"
        rows = await (await self._db.execute(query, (pool, self._journal, since))).fetchall()
        known: dict[Key, Entry] = {}
        for seq, idx, body in rows:
            known.setdefault(Key(seq, idx), ENTRY.validate_python(body))  # the first of what it led to
        return known

    async def _write(self, pool: str, since: int, account: Account, entries: Sequence[tuple[Key, int, Entry]]) -> None:
        rows = [
            {"seq": key.seq, "idx": key.idx, "step": step, "body": ENTRY.dump_python(entry, mode="json")}
            for key, step, entry in entries
        ]
        told = Jsonb(ACCOUNT.dump_python(account, mode="json"))
        values = pool, since, told, self._table, self._journal, Jsonb(rows)
        written = await self._one("SELECT croupier.book(%s, %s, %s, %s, %s, %s)", *values)
        if written != (account.version,):
            raise PoolError(f"{pool}: the ledger moved on from version {since} under its own lock")

    async def _serially(self, work: Callable[[], Any]) -> Any:
        """Serialisable; whoever loses a race tries again."""
        for tried in range(1, TRIES + 1):
            try:
                await self._db.set_isolation_level(IsolationLevel.SERIALIZABLE)
                return await self._answered(self._transaction(work))
            except CLASHES:
                if tried == TRIES:
                    raise
            finally:
                if not self._db.closed:
                    await self._db.set_isolation_level(None)
            await asyncio.sleep(random.uniform(0, min(LONGEST_WAIT, FIRST_WAIT * 2**tried)))  # noqa: S311 - no secret
        raise AssertionError("unreachable")

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._db.transaction():
            return await work()

    async def _answered(self, work: Coroutine[Any, Any, T]) -> T:
        """In time, or the line is cut: a server that hangs must hold up nobody, not even a table that wants to stop.

        Work is never cancelled: psycopg would then wait for the server to agree.
        """
        asked = asyncio.create_task(work, name="ledger")
        try:
            async with asyncio.timeout(CUT_AFTER):
                return await asyncio.shield(asked)
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


def _seen(row: tuple[Any, ...]) -> tuple[Seen, str]:
    """The pool by its last entry; and what its row says otherwise, if it does: the entries are the truth."""
    epoch, version, account, last = row
    try:
        seen, entry = ACCOUNT.validate_python(account), ENTRY.validate_python(last) if last is not None else None
    except ValidationError as error:
        raise PoolError(f"version {version} cannot be read") from error
    if seen.version != version or entry is None:
        raise PoolError(
            f"version {version} has the account of version {seen.version}, and {'an' if entry else 'no'} entry"
        )
    if (seen.meters, seen.digest) == (entry.meters, entry.digest):
        return Seen(epoch, seen), ""
    wrong = f"version {version}: the meters of its row are not those of its last entry"
    return Seen(epoch, replace(seen, meters=entry.meters, digest=entry.digest)), wrong
