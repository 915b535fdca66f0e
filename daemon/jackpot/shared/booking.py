"""What a table asks the ledger of a shared pool to write, and what the ledger makes of it. Pure, like the pool itself.

A booking's name is for ever its journal, the number of the observation that owes it, and its place there. It is taken
or refused, never forgotten: a refusal is an entry too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from daemon.jackpot import pool
from daemon.jackpot.pool import CENT, Account, Each, Entry, Hit, Moved, Pool, PoolError
from drivers.faults import Fault
from rules.blackjack import worth

What = Literal["commission", "change", "open", "close", "contribute", "refund", "hit", "withdraw", "award", "correct"]


# Why a booking is not taken; `sentences` has the words. A detail may follow.
Refusal = Literal["before", "exists", "pending", "open", "fault", "earlier", "amount", "no_hit", "incomplete", "books"]

# What a ledger that was put back from a backup is told once more: it took it then, or refused it.
Again = Literal["", "taken", "refused"]


@dataclass(frozen=True, slots=True)
class Booking:
    """One thing that a table owes to the ledger."""

    pool: str
    what: What
    table: str = ""  # the ledger knows whose connection it is
    round: int = 0
    seats: tuple[str, ...] = ()
    share: str | None = None  # of a hit
    unit: int = 1  # a hit's amount is rounded up to it
    journal: str = ""  # of a hit, an award, a withdrawal: where the hit was seen; the ledger knows its own
    cents: int | None = None  # of an award: what the supervisor confirmed; of a hit that is told again: what was locked
    displayed: int = 0  # of a correction, in cents
    reserve: int = 0
    by: tuple[str, ...] = ()
    reason: str = ""
    terms: Pool | None = None
    each: Each | None = None  # what a wager brings by the terms under which it was laid; None: those of the commission
    again: Again = ""


BOOKING: TypeAdapter[Booking] = TypeAdapter(Booking)


class RefusedError(PoolError):
    """The ledger cannot take a booking as it stands."""

    def __init__(self, why: Refusal, detail: object = "") -> None:
        super().__init__(f"{why} {detail}".rstrip())


EPOCH = 40  # the bits of a place below its epoch: more versions than a pool ever has


def destination(pool: str) -> str:
    """Where a table's outbox sends what it owes to this pool."""
    return f"pool {pool}"


class Key(NamedTuple):
    """Where a booking stands in its table's journal."""

    seq: int
    idx: int


NOTHING = Key(0, 0)  # before everything that was ever booked


@dataclass(frozen=True, slots=True)
class Seen:
    """A pool as the ledger has it. A later truth has a higher `place`, also after a restore."""

    epoch: int
    account: Account

    @property
    def place(self) -> int:
        """What boards compare."""
        return (self.epoch << EPOCH) + self.account.version


def book(account: Account | None, booking: Booking) -> tuple[Account, tuple[Entry, ...]]:
    """The account after it, and its entries: what it asked for, or that it was refused; and that the pool closed."""
    if account is None:
        if booking.what != "commission" or booking.terms is None:
            raise PoolError(f"{booking.pool}: no such pool", Fault.JACKPOT_NEW)
        account, entry = pool.commission(booking.terms, booking.by, booking.reason)
        return account, (entry,)
    try:
        if booking.again == "refused":
            raise RefusedError("before")
        after, entry = _booked(account, booking)
    except PoolError as wrong:
        why = wrong if isinstance(wrong, RefusedError) else RefusedError("books", wrong)
        told = {"table": booking.table, "round": booking.round, "seats": booking.seats, "by": booking.by}
        refused, entry = pool.refuse(account, str(why), **told)
        if booking.what != "contribute":
            return refused, (entry,)
        closed, last = pool.fail(refused, wrong.fault, str(wrong))
        return closed, (entry, last)
    later: list[Entry] = []
    if booking.what == "withdraw":
        after, later = _locked_again(after, account.pending.index(_hit(account, booking)))
    if booking.again:  # what happened, happened; but only people who look at the books now open the pool again
        after = replace(after, open=account.open, fault=account.fault, detail=account.detail)
    return pool.new_round(after), (entry, *later)


def _booked(account: Account, booking: Booking) -> Moved:
    by, reason, number, seats = booking.by, booking.reason, booking.round, booking.seats
    match booking.what:
        case "commission":
            raise RefusedError("exists")
        case "change" if booking.terms is not None:
            if (account.open or account.pending) and not booking.again:
                raise RefusedError("pending" if account.pending else "open")
            first = replace(account, first=account.first or account.terms.each)
            return pool.change(first, replace(booking.terms, changed=True), by, reason)
        case "open":
            if (account.open or account.fault) and not booking.again:
                raise RefusedError("fault" if account.fault else "open", account.fault)
            return pool.open_(account, by[0])
        case "close":
            return pool.close(account, by, reason)
        case "contribute":
            return pool.contribute(account, number, seats, booking.table, booking.each or account.first)
        case "refund":
            return pool.refund(account, number, seats, reason, booking.table, booking.each or account.first)
        case "hit" if booking.share is not None:
            cents = worth(booking.share, account.standing, booking.unit) if booking.cents is None else booking.cents
            hit = Hit(number, seats[0], booking.share, cents, table=booking.table, journal=booking.journal)
            return pool.lock(account, replace(hit, unit=booking.unit, found=account.meters.displayed))
        case "withdraw":
            return pool.withdraw(account, _hit(account, booking), reason)
        case "award":
            hit = _hit(account, booking)
            if hit != account.pending[0] and not booking.again:
                raise RefusedError("earlier", account.pending[0].table)
            if booking.again:  # so much was paid, whatever became of a hit before it
                paid = replace(hit, cents=booking.cents)
                account, hit = pool.exchanged(account, hit, paid), paid
            if hit.cents != booking.cents:
                raise RefusedError("amount", hit.cents)
            for later in account.pending[account.pending.index(hit) + 1 :]:  # it finds what this one leaves
                left = pool.left(later.found, account.terms, (hit,))
                account = pool.exchanged(account, later, replace(later, found=left))
            return pool.award(account, by[0], hit)
        case "correct":
            return pool.correct(account, booking.displayed, booking.reserve, by, reason)
    raise RefusedError("incomplete")


def _hit(account: Account, booking: Booking) -> Hit:
    wanted = booking.table, booking.journal, booking.round, booking.seats
    for hit in account.pending:
        if (hit.table, hit.journal, hit.round, (hit.seat,)) == wanted:
            return hit
    raise RefusedError("no_hit")


def _locked_again(account: Account, gone: int) -> tuple[Account, list[Entry]]:
    """A hit is withdrawn: those behind it are locked at what they would have found without it (A105)."""
    entries: list[Entry] = []
    for place in range(gone, len(account.pending)):
        hit = account.pending[place]
        finds = pool.left(hit.found, account.terms, account.pending[:place])
        account, entry = pool.lock_again(account, hit, worth(hit.share, finds // CENT, hit.unit))
        entries.append(entry)
    return account, entries


def behind(account: Account) -> Moved:
    """The ledger knows less than its tables: it takes no wagers before a person has seen to it."""
    return pool.fail(replace(account, open=False), Fault.JACKPOT_BEHIND, f"version {account.version}")
