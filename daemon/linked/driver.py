"""The table's link to the ledger of its shared pools: pays what the journal says is owed, and hears how pools stand.

It never stops the table. While the ledger does not answer, the table is told so once, bookings wait in the journal,
and when it answers again they are booked in their order, each under the name that it has had all along.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol

import psycopg
from pydantic import TypeAdapter

from daemon.jackpot.booking import BOOKING, EPOCH, NOTHING, Booking, Key, Seen, destination
from daemon.jackpot.pool import Account, Entry, Hit, PoolError
from daemon.linked.ledger import SEEN_AS_LOSS, Booked, Ledger, Owed
from daemon.linked.status import TableStatus
from daemon.table.orders import LedgerBooked, LedgerLost, LedgerReported
from daemon.text.details import Because
from drivers.faults import Fault, FaultError, exception_site
from drivers.retry import Retry

log = logging.getLogger(__name__)

TICK = 0.5  # seconds between two looks at the pools
PROVEN_FOR = 1.5  # seconds after it was asked, what the ledger said may be shown: another table may have won it since
REPORT_EVERY = 4  # ticks
Submit = Callable[[Any], asyncio.Future[None]]
ANSWER: TypeAdapter[LedgerBooked] = TypeAdapter(LedgerBooked)


class Debts(Protocol):
    """What the link needs of the journal."""

    @property
    def uuid(self) -> str:
        """Returns the journal's name, which never changes."""

    def owed(self, destination: str) -> Sequence[tuple[int, int, bytes]]:
        """What is not marked as booked, the oldest first."""

    def once_owed(self, destination: str, after: tuple[int, int]) -> Sequence[tuple[int, int, bytes]]:
        """What was marked as booked after a place, the oldest first."""

    def observed(self, kind: str, after: int) -> Sequence[bytes]:
        """The observations of a kind behind an entry."""

    def last_paid(self, destination: str) -> tuple[int, int] | None:
        """The last that was marked as booked."""

    def paid(self, seq: int, idx: int) -> None:
        """Marks a booking as booked."""


class LedgerDriver:
    """One connection, kept alive, for all shared pools of one table."""

    device: ClassVar = "ledger"

    def __init__(
        self,
        url: Callable[[], str],
        pools: Mapping[str, int],
        table: str,
        journal: Debts,
        submit: Submit,
        status: Callable[[], TableStatus],
        on_change: Callable[[], None],
        beat: Callable[[], None],
    ) -> None:
        self._url, self._pools, self._table, self._journal = url, tuple(pools), table, journal
        self._submit, self._status, self._on_change, self._beat = submit, status, on_change, beat
        self._woken = asyncio.Event()
        self._submitted: dict[str, LedgerReported] = {}  # what the table was last told of each pool
        self.places = dict(pools)  # the highest place of each pool, over all connections and starts
        self._marked: dict[str, set[tuple[int, int]]] = {}  # by pool: booked, though the disk may not know yet
        self._last: dict[str, Key] = {}  # by pool: the last that this connection knows to be booked
        self._epochs: dict[str, int] = {}  # by pool: and in which epoch it was seen to be there
        self._compared: set[str] = set()  # the pools that this connection has held against the journal
        self._ticks = 0
        self.seen: dict[str, Seen] = {}  # empty: nobody knows
        self._proofs: dict[str, asyncio.TimerHandle] = {}  # by pool: until when what was seen holds
        self.owes: dict[str, int] = {}
        self.fault: tuple[Fault, str] | None = (Fault.JACKPOT_LINK, "")
        self.damaged: dict[str, tuple[Fault, str]] = {}  # by pool: what is wrong with it alone
        self.waits: set[str] = set()  # pools whose ledger takes no more from this table just now

    def faults(self) -> Iterator[tuple[str, Fault, str]]:
        """What is wrong now: with which pool, what, and where."""
        for pool in self._pools:
            if (wrong := self.damaged.get(pool) or self.fault) is not None:
                yield pool, *wrong
            if pool in self.waits:
                yield pool, Fault.JACKPOT_PACE, str(self.owes[pool])

    def wake(self) -> None:
        """Something is owed: do not wait for the next tick."""
        self._woken.set()

    async def run(self) -> None:
        """Keeps a connection to the ledger until it is cancelled."""
        try:
            await self._connections()
        finally:
            self._forget()
            await self._keep_places()

    async def _connections(self) -> None:
        retry = Retry()
        while True:
            self._beat()
            try:
                for pool in self._pools:
                    self.owes[pool] = len(await asyncio.to_thread(self._journal.owed, destination(pool)))
                url = await asyncio.to_thread(self._url)
                async with await Ledger.connect(url, self._table, self._journal.uuid) as ledger:
                    self._compared.clear()
                    for pool in self._pools:
                        await self._attend(ledger, pool)
                    retry.up()
                    await self._serve(ledger)
            except FaultError as wrong:
                await self._lost(wrong.fault, wrong.detail)
            except (*SEEN_AS_LOSS, psycopg.Error) as gone:
                await self._lost(Fault.JACKPOT_LINK, exception_site(gone))
            except Exception as bug:  # noqa: BLE001 - the last thing to die
                log.critical("ledger_bug", extra={"exception": exception_site(bug)})
                await self._lost(Fault.JACKPOT_LINK, exception_site(bug))
            await retry.wait(self._beat)

    def _forget(self) -> None:
        self.seen.clear()
        while self._proofs:
            self._proofs.popitem()[1].cancel()

    async def _lost(self, fault: Fault, detail: str) -> None:
        self._forget()
        self.damaged.clear()
        self.waits = set()
        if self.fault is None or self.fault[0] is not fault or not self.fault[1]:  # at a start nobody knows why yet
            log.warning("ledger_lost", extra={"fault": fault, "detail": detail})
        if self._submitted or self.fault is None:
            await self._keep_places()
            self._submitted.clear()
            await self._submit(LedgerLost(fault=fault, detail=detail))
        self.fault = fault, detail
        self._on_change()

    async def _keep_places(self) -> None:
        """Wagers moved the pools on and the journal was not told: the next start must not be behind the boards."""
        for pool, submitted in self._submitted.items():
            if 0 < submitted.version < self.places[pool]:
                self._submitted[pool] = replace(submitted, version=self.places[pool])
                await self._submit(self._submitted[pool])

    async def _compare(self, ledger: Ledger, pool: str) -> None:
        """A database that came back from a backup knows less than its tables: a new epoch, and everything again."""
        self._marked.pop(pool, None)  # what the disk does not know yet is told again: it may be forgotten there too
        seen = await ledger.look(pool)
        paid = await asyncio.to_thread(self._journal.last_paid, destination(pool))
        self._last[pool] = Key(*paid) if paid is not None else NOTHING
        self._epochs.pop(pool, None)
        booked = await ledger.last_booked(pool) or NOTHING
        forgot = booked < self._last[pool]
        known = self.places.get(pool, 0)
        if forgot and seen is None:  # not even the pool is there: whoever commissioned it tells first
            log.warning("ledger_behind", extra={"pool": pool, "epoch": 0})
            await self._tell_again(ledger, pool, booked)
            seen = await ledger.look(pool)
        if seen is None:
            return
        if forgot or known > seen.place:
            log.warning("ledger_behind", extra={"pool": pool, "epoch": seen.epoch})
            await ledger.restored(pool, seen.epoch, known >> EPOCH)
        if forgot:
            await self._tell_again(ledger, pool, booked)

    async def _tell_again(self, ledger: Ledger, pool: str, booked: Key) -> None:
        """What it has forgotten, in the order of the journal, and as it was answered then."""
        again = await asyncio.to_thread(self._once_owed, pool, booked)
        while again:
            answers = await ledger.book(pool, again)
            self._beat()
            again = again[len(answers) :]
            if not answers and pool not in ledger.waits:
                return
            if not answers:  # as fast as the house allows: what is missing comes before everything else
                self.waits, self.owes[pool] = {*self.waits, pool}, len(again)
                await asyncio.sleep(TICK)

    def _once_owed(self, pool: str, booked: Key) -> list[Owed]:
        answers = map(ANSWER.validate_json, self._journal.observed("ledger_booked", booked.seq))
        then = {(said.seq, said.idx): said.entry for said in answers}
        return [
            Owed(key, _again(booking, then.get(key)))
            for key, booking in _read(self._journal.once_owed(destination(pool), booked))
        ]

    async def _serve(self, ledger: Ledger) -> None:
        while True:
            self._woken.clear()
            for pool in self._pools:
                await self._attend(ledger, pool)
            if self.fault is not None:
                log.info("ledger_up", extra={"table": self._table})
                self.fault = None
            self._on_change()
            if self._ticks % REPORT_EVERY == 0:
                for pool in self._pools:
                    try:
                        await ledger.report(pool, self.owes[pool], self._status())
                    except PoolError as wrong:
                        await self._spoilt(pool, wrong)
            self._ticks += 1
            self._beat()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):  # not wait_for: it may swallow the word to stop
                    await self._woken.wait()

    async def _attend(self, ledger: Ledger, pool: str) -> None:
        """One that is damaged keeps nobody from another."""
        try:
            if pool not in self._compared:
                await self._compare(ledger, pool)
                self._compared.add(pool)
            await self._settle(ledger, pool)
            self.waits = ledger.waits if self.owes[pool] else self.waits - {pool}
            await self._look(ledger, pool)
        except PoolError as wrong:
            await self._spoilt(pool, wrong)
        else:
            self.damaged.pop(pool, None)

    async def _spoilt(self, pool: str, wrong: PoolError) -> None:
        """What it owes waits, and once it is mended everything is compared anew."""
        self._compared.discard(pool)
        if pool in self._proofs:
            self._proofs.pop(pool).cancel()
        self.seen.pop(pool, None)
        if pool not in self.damaged:
            self.damaged[pool] = wrong.fault, str(wrong)
            log.warning("pool_damaged", extra={"pool": pool, "fault": wrong.fault, "detail": str(wrong)})
            await self._keep_places()
            self._submitted.pop(pool, None)
            await self._submit(LedgerLost(pool=pool, fault=wrong.fault, detail=str(wrong)))

    async def _settle(self, ledger: Ledger, pool: str) -> None:
        """Everything that is owed, booked and marked; the table hears what it must know."""
        rows = await asyncio.to_thread(self._journal.owed, destination(pool))
        marked = self._marked.setdefault(pool, set())
        marked.intersection_update(row[:2] for row in rows)  # the others are marked on disk by now
        owed = await asyncio.to_thread(_read, [row for row in rows if row[:2] not in marked])
        self.owes[pool] = len(owed)
        while owed and (answers := await ledger.book(pool, owed, self._last[pool])):
            self._beat()  # after a long silence there is much of it
            for booked in answers:
                await self._answer(booked)
                self._journal.paid(*booked.key)
                marked.add(booked.key)
                self._last[pool] = booked.key
            owed = owed[len(answers) :]
            self.owes[pool] = len(owed)

    async def _answer(self, booked: Booked) -> None:
        """Before it is marked: a crash in between tells the table twice, which changes nothing."""
        if booked.entry.what not in ("contribution", "refund"):
            await self._submit(LedgerBooked(seq=booked.key.seq, idx=booked.key.idx, entry=booked.entry))

    async def _look(self, ledger: Ledger, pool: str) -> None:
        asked = asyncio.get_running_loop().time()
        seen = await ledger.look(pool)
        await self._check(ledger, pool, seen)
        if seen is None:
            observation = LedgerReported(pool=pool, version=0, terms=None, fault=Fault.JACKPOT_NEW)
        else:
            account = seen.account
            self._saw(pool, seen, asked)
            self.places[pool] = seen.place
            observation = LedgerReported(
                pool=pool, version=seen.place, terms=account.terms, open=account.open,
                fault=account.fault, detail=account.detail, left=self._left(account),
            )  # fmt: skip
        if _changed(self._submitted.get(pool), observation):
            self._submitted[pool] = observation
            await self._submit(observation)

    async def _check(self, ledger: Ledger, pool: str, seen: Seen | None) -> None:
        """What was put back under this connection, or found to be behind by another table, is compared anew."""
        if seen is None:
            forgot = pool in self._epochs
        else:
            forgot = seen.place < self.places.get(pool, 0)
            if self._epochs.get(pool) != seen.epoch:
                self._epochs[pool] = seen.epoch
                forgot |= (await ledger.last_booked(pool) or NOTHING) < self._last[pool]
        if forgot:
            raise FaultError(
                Fault.JACKPOT_BEHIND, Because.POOL_VERSION(pool=pool, version=seen.account.version if seen else 0)
            )

    def _saw(self, pool: str, seen: Seen, asked: float) -> None:
        """It holds for a moment, whatever becomes of the next look."""
        if pool in self._proofs:
            self._proofs[pool].cancel()
        self.seen[pool] = seen
        self._proofs[pool] = asyncio.get_running_loop().call_at(asked + PROVEN_FOR, self._doubt, pool)

    def _doubt(self, pool: str) -> None:
        """The ledger has not answered in time; the line may yet live."""
        self.seen.pop(pool, None)
        self._on_change()

    def _left(self, account: Account) -> tuple[Hit, ...]:
        """Hits of this table that its journal does not know: its PC was replaced while they waited."""
        return tuple(hit for hit in account.pending if hit.table == self._table and hit.journal != self._journal.uuid)


def _again(booking: Booking, then: Entry | None) -> Booking:
    """A booking that was answered before; contributions and refunds come to the same whenever they are booked."""
    if then is None:
        return replace(booking, again="taken")
    locked = then.cents if booking.what == "hit" else booking.cents
    return replace(booking, cents=locked, again="refused" if then.what == "refused" else "taken")


def _changed(before: LedgerReported | None, now: LedgerReported) -> bool:
    """Whether more has changed than the meters."""
    if before is None:
        return True
    return replace(before, version=now.version) != now or before.version >> EPOCH != now.version >> EPOCH


def _read(rows: Iterable[tuple[int, int, bytes]]) -> list[Owed]:
    return [Owed(Key(seq, idx), BOOKING.validate_json(body)) for seq, idx, body in rows]
