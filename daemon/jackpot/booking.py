"""What a table asks the ledger of a shared pool to write, and what the ledger makes of it. Pure, like the pool itself.

A booking's name is for ever its journal, the number of the observation that owes it, and its place there. It is taken
or refused, never forgotten: a refusal is an entry too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from daemon.jackpot import pool
from daemon.jackpot.meter import worth
from daemon.jackpot.pool import CENT, Account, Each, Entry, Hit, Moved, Pool, PoolError
from daemon.text.details import Because
from drivers.faults import Fault
from rules.capabilities import WHOLE

What = Literal["commission", "change", "open", "close", "contribute", "refund", "hit", "withdraw", "award", "correct"]


# Why a booking is not taken; `sentences` has the words. A detail may follow.
Refusal = Literal[
    "before", "exists", "pending", "open", "fault", "earlier", "amount", "no_hit", "incomplete", "books", "twice",
    "terms", "no_wager", "share", "many",
]  # fmt: skip

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
LAST_PLACE = 2**53 - 1  # boards read no higher number


def destination(pool: str) -> str:
    """Where a table's outbox sends what it owes to this pool."""
    return f"pool {pool}"


CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # what no board, terminal or sheet of paper can show


def legible(text: str, longest: int = 500) -> bool:
    """People can read it wherever it is shown."""
    return len(text) <= longest and not CONTROL.search(text)


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
        """Returns the number by which boards know the newer of two amounts."""
        return (self.epoch << EPOCH) + self.account.version


def book(account: Account | None, booking: Booking) -> tuple[Account, tuple[Entry, ...]]:
    """The account after it, and its entries: what it asked for, or that it was refused; and that the pool closed."""
    moved = steps(account, booking)
    return moved[-1][0], tuple(entry for _, entry in moved)


def steps(account: Account | None, booking: Booking, doubt: PoolError | None = None) -> list[Moved]:
    """Entry by entry, each with the account after it; `doubt`: why the books before it do not allow it."""
    if account is None:
        if booking.what != "commission" or booking.terms is None:
            raise PoolError(Because.NO_POOL(pool=booking.pool), Fault.JACKPOT_NEW)
        first = pool.commission(booking.terms, booking.by, booking.reason)
        return [first, behind(first[0])] if booking.again else [first]
    try:
        if doubt is not None:
            raise doubt
        if booking.again == "refused":
            raise RefusedError("before")
        moved = _booked(account, booking)
    except PoolError as wrong:
        return _refused(account, booking, wrong)
    if booking.again:  # what happened, happened; but only people who look at the books now open the pool again
        now = account
        moved = [(replace(after, open=now.open, fault=now.fault, detail=now.detail), entry) for after, entry in moved]
    return [(pool.new_round(after), entry) for after, entry in moved]


def _refused(account: Account, booking: Booking, wrong: PoolError) -> list[Moved]:
    why = wrong if isinstance(wrong, RefusedError) else RefusedError("books", wrong)
    details = {"round": booking.round, "seats": booking.seats, "by": booking.by} if str(why) != "incomplete" else {}
    refused = pool.refuse(account, str(why), table=booking.table, asked=booking.what, **details)
    if booking.what != "contribute":
        return [refused]
    return [refused, pool.fail(refused[0], wrong.fault, str(wrong))]


def _booked(account: Account, booking: Booking) -> list[Moved]:
    by, reason, number, seats = booking.by, booking.reason, booking.round, booking.seats
    match booking.what:
        case "commission":
            raise RefusedError("exists")
        case "change" if booking.terms is not None:
            if (account.open or account.pending) and not booking.again:
                raise RefusedError("pending" if account.pending else "open")
            first = replace(account, first=account.first or account.terms.each)
            return [pool.change(first, replace(booking.terms, changed=True), by, reason)]
        case "open":
            if (account.open or account.fault) and not booking.again:
                raise RefusedError("fault" if account.fault else "open", account.fault)
            return [pool.open_(account, by[0])]
        case "close":
            return [pool.close(account, by, reason)]
        case "contribute":
            return [pool.contribute(account, number, seats, booking.table, booking.each or account.first)]
        case "refund":
            return [pool.refund(account, number, seats, reason, booking.table, booking.each or account.first)]
        case "hit" if booking.share is not None:
            cents = worth(account.terms.wager, booking.share, account.standing, booking.unit)
            if booking.again and booking.cents is not None:  # no more than then, and than can be proven now;
                begins = account.terms.seed if booking.share == WHOLE else 0  # nor less than begins anew
                cents = min(cents, max(booking.cents, begins))
            hit = Hit(number, seats[0], booking.share, cents, table=booking.table, journal=booking.journal)
            return [pool.lock(account, replace(hit, unit=booking.unit, found=account.meters.displayed))]
        case "withdraw":
            return _withdrawn(account, _hit(account, booking), reason)
        case "award":
            hit = _hit(account, booking)
            if not booking.again and hit != account.pending[0]:
                raise RefusedError("earlier", account.pending[0].table)
            if not booking.again and hit.cents != booking.cents:
                raise RefusedError("amount", hit.cents)
            for later in account.pending[account.pending.index(hit) + 1 :]:  # it finds what this one leaves
                left = pool.left(later.found, account.terms, (hit,))
                account = pool.exchanged(account, later, replace(later, found=left))
            return [pool.award(account, by[0], hit)]
        case "correct":
            return [pool.correct(account, booking.displayed, booking.reserve, by, reason)]
    raise RefusedError("incomplete")


def _hit(account: Account, booking: Booking) -> Hit:
    wanted = booking.table, booking.journal, booking.round, booking.seats
    for hit in account.pending:
        if (hit.table, hit.journal, hit.round, (hit.seat,)) == wanted:
            return hit
    raise RefusedError("no_hit")


def _withdrawn(account: Account, gone: Hit, reason: str) -> list[Moved]:
    """Those behind it are locked at what they would have found without it (A105)."""
    first, last = account.pending.index(gone), len(account.pending) - 1
    moved = [pool.withdraw(account, gone, reason)]
    for place in range(first, last):
        account = moved[-1][0]
        hit = account.pending[place]
        finds = pool.left(hit.found, account.terms, account.pending[:place])
        cents = worth(account.terms.wager, hit.share, finds // CENT, hit.unit)
        moved.append(pool.lock_again(account, hit, cents))
    return moved


def behind(account: Account) -> Moved:
    """The ledger knows less than its tables: it takes no wagers before a person has seen to it."""
    return pool.fail(replace(account, open=False), Fault.JACKPOT_BEHIND, f"version {account.version}")
