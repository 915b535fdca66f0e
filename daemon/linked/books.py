"""A shared pool as all of its entries have left it: what the database makes of a booking, in pure code.

`sql/002.sql` says the same in the language of the database, which trusts no table to do it. Tests hold the two
together; whoever audits a ledger runs all of its entries through this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast
from uuid import UUID

from daemon.jackpot import pool
from daemon.jackpot.booking import Again, Booking, Key, Refusal, RefusedError, What, behind, legible, steps
from daemon.jackpot.digest import digest, stands
from daemon.jackpot.meter import SHARES, shares
from daemon.jackpot.pool import Account, Each, Entry, Hit, Moved, Pool, PoolError, Proposal
from daemon.text.details import Because
from drivers.faults import Fault
from rules.game import MOST

MANY_HITS = 50  # of one login that wait at once
LARGEST_UNIT = 100_00  # cents to which a hit is rounded up
CONFIRM_WITHIN = 30 * 60 * 1_000_000  # microseconds until a proposal lapses
CORRECTED_ONCE = 30 * 60 * 1_000_000  # in which nobody begins the same correction anew
SEAT = re.compile(r"[0-9A-Za-z._-]{1,16}")
OFFICE = str(UUID(int=0))  # the journal of those who have none

# What the ledger calls a booking that it took.
TAKEN: dict[What, pool.What] = {
    "commission": "commissioned", "change": "changed", "open": "opened", "close": "closed",
    "contribute": "contribution", "refund": "refund", "hit": "hit", "withdraw": "withdrawn", "award": "award",
    "correct": "correction",
}  # fmt: skip
ASKED = {taken: what for what, taken in TAKEN.items()}


class Asking(NamedTuple):
    """Whose booking it is, as the database knows, and when it came."""

    login: str
    journal: str
    key: Key
    at: int  # microseconds since 1970
    until: int | None = None  # when it lapses if it is a proposal, as the house has posted; None: as it does by default


class Laid(NamedTuple):
    """The wagers of a round on this pool."""

    seats: tuple[str, ...]
    brings: int | None  # hundredths of a cent each; None: they were refused
    back: frozenset[str] = frozenset()  # those that were refunded


@dataclass(slots=True)
class Books:
    """The books of one pool, made entry by entry."""

    account: Account | None = None
    terms: list[Pool] = field(default_factory=list)  # that were ever in force
    laid: dict[tuple[str, str, int], Laid] = field(default_factory=dict)  # by table, journal and round
    won: set[tuple[str, str, int, str]] = field(default_factory=set)  # and seat, of what was awarded
    corrected: dict[tuple[int, int], int] = field(default_factory=dict)  # by what it moved: when it last was

    def book(self, booking: Booking, asking: Asking, doubt: PoolError | None = None) -> tuple[Entry, ...]:
        """Returns the entries that a booking leads to; from here on they are in the books."""
        seen_by = booking.journal if booking.journal and booking.what != "hit" else asking.journal
        as_new = self.account is not None and not self.account.fault and booking.again == "taken"
        again: Again = "" if as_new else booking.again  # once people have opened it, it is a booking like any other
        booking = replace(booking, table=asking.login, journal=seen_by, again=again)
        doubt = doubt or self._doubt(booking, asking)
        if booking.what == "refund" and (laid := self.laid.get(_round(booking, asking))) is not None:
            booking = replace(booking, each=(laid.brings or 0, 0))  # what it brought goes back, whatever is said now
        if doubt is None and booking.what in ("change", "correct") and again != "refused" and self.account:
            return self._sealed(_agree(self.account, booking, asking), booking, asking)
        return self._sealed(steps(self.account, booking, doubt), booking, asking)

    def restored(self, asking: Asking) -> tuple[Entry, ...]:
        """The ledger was found to be behind its tables."""
        return self._sealed([behind(self._known)], None, asking)

    def migrated(self, asking: Asking) -> tuple[Entry, ...]:
        """The entries before this one are of a schema whose digests did not cover the account."""
        return self._sealed([pool.migrate(self._known)], None, asking)

    @property
    def _known(self) -> Account:
        if self.account is None:
            raise PoolError(Because.NO_SUCH_POOL(), Fault.JACKPOT_NEW)
        return self.account

    def _doubt(self, booking: Booking, asking: Asking) -> RefusedError | None:
        """Returns why the books do not allow a booking; None if they do."""
        if self.account is None:
            return None
        if not _whole(booking):
            return RefusedError("incomplete")
        if booking.again == "refused":
            return RefusedError("before")
        laid = self.laid.get(_round(booking, asking))
        taken = laid is not None and laid.brings is not None
        why: Refusal | None = None
        match booking.what:
            case "contribute" if taken:
                why = "twice"
            case "contribute" if booking.each and booking.each not in (terms.each for terms in self.terms):
                why = "terms"
            case "refund" if laid is None or not taken or not set(booking.seats) <= {*laid.seats} - laid.back:
                why = "no_wager"
            case "hit":
                why = self._hit(booking, self.account.pending, laid)
            case "correct" if (moves := (booking.displayed, booking.reserve)) != (0, 0) and not booking.again:
                lately = self.corrected.get(moves, 0) > asking.at - CORRECTED_ONCE
                if lately and _proposed(self.account, booking, asking.at) is None:
                    why = "twice"
        return RefusedError(why) if why is not None else None

    def _hit(self, booking: Booking, pending: tuple[Hit, ...], laid: Laid | None) -> Refusal | None:
        (seat,) = booking.seats
        hand = booking.table, booking.journal, booking.round, seat
        if laid is None or seat not in laid.seats or seat in laid.back:
            return "no_wager"
        if hand in self.won or hand in ((hit.table, hit.journal, hit.round, hit.seat) for hit in pending):
            return "twice"
        if not any(booking.share in shares(terms.wager, terms.manner) for terms in self.terms):
            return "share"
        return "many" if sum(hit.table == booking.table for hit in pending) >= MANY_HITS else None

    def _sealed(self, moved: list[Moved], booking: Booking | None, asking: Asking) -> tuple[Entry, ...]:
        """Each entry as the database writes it: who, when, under which name, and for which account it stands."""
        before = self.account.digest if self.account is not None else ""
        sealed: list[Entry] = []
        refused = moved[0][1].reason if moved[0][1].what == "refused" else ""
        again = "" if booking is None or refused in ("incomplete", "before") else booking.again
        for step, (account, entry) in enumerate(moved):
            by_itself = entry.what == "closed" and not entry.by
            made = replace(
                entry, table=entry.table or asking.login, login=asking.login, at=asking.at, again=again, digest="",
                key=(asking.journal, *asking.key, step), detail=account.detail if by_itself else "",
                stands=stands(account),
            )  # fmt: skip
            before = digest(made, before)
            sealed.append(replace(made, digest=before))
            self.account = replace(account, digest=before)
            self.keep(sealed[-1], asking.journal)
        return tuple(sealed)

    def keep(self, entry: Entry, journal: str) -> None:
        """Remembers what later bookings are checked against."""
        table = entry.login or entry.table  # of the first schema's: what it said of itself
        name = table, journal, entry.round
        match entry.what:
            case "commissioned" | "changed" if entry.after is not None:
                self.terms.append(entry.after)
            case "contribution":
                self.laid[name] = Laid(entry.seats, entry.moved.money_in // len(entry.seats))
            case "refused" if entry.asked == "contribute" and entry.seats:
                self.laid.setdefault(name, Laid(entry.seats, None))
            case "refund" if name in self.laid:
                laid = self.laid[name]
                self.laid[name] = laid._replace(back=laid.back | set(entry.seats))
            case "award":
                self.won.add((table, entry.journal or journal, entry.round, entry.seats[0]))
            case "correction":
                self.corrected[entry.moved.displayed // pool.CENT, entry.moved.reserve // pool.CENT] = entry.at

    # -- an auditor's question --

    def differ(self, group: tuple[Entry, ...]) -> str | None:
        """Why these entries, of one booking, are not what comes of it; None if they are."""
        first = group[0]
        if first.key is None:
            return f"version {first.version}: nobody's"
        journal, seq, idx, _ = first.key
        asking = Asking(first.login, journal, Key(seq, idx), first.at, first.until)
        try:
            if first.what == "migrated":
                expected = self.migrated(asking)
            elif first.what == "closed" and first.reason == Fault.JACKPOT_BEHIND and not seq:
                expected = self.restored(asking)
            else:
                expected = self.book(*_asked(first, self.account, asking))
        except (PoolError, ValueError, IndexError, KeyError) as wrong:
            return f"version {first.version}: {first.what}: {wrong}"
        for entry, made in zip(group, expected, strict=False):
            if names := pool.differences(entry, made):
                computed = f"{made.what} {made.reason}".rstrip() if "what" in names else ", ".join(names)
                return f"version {entry.version}: {entry.what} of {entry.login}; by what was before: {computed}"
        if len(group) != len(expected):
            return f"version {first.version}: {len(group)} entries of one booking, not {len(expected)}"
        return None


def _round(booking: Booking, asking: Asking) -> tuple[str, str, int]:
    return asking.login, asking.journal, booking.round


def _asked(first: Entry, account: Account | None, asking: Asking) -> tuple[Booking, Asking, PoolError | None]:
    """The booking that an entry says it is of; of one that was refused, that it was."""
    values: dict[str, Any] = {
        "round": first.round, "seats": first.seats, "by": first.by, "reason": first.reason, "again": first.again,
    }  # fmt: skip
    if first.what == "refused":
        why, _, detail = first.reason.partition(" ")
        fault = Fault.JACKPOT_BOUND if detail.startswith("round ") else Fault.JACKPOT_LEDGER
        doubt = PoolError(detail, fault) if why == "books" else RefusedError(cast("Refusal", why), detail)
        return Booking(first.pool, cast("What", first.asked), **values), asking, doubt
    what = cast("What", first.asked) if first.what == "proposed" else ASKED[first.what]
    values |= {"share": first.share, "unit": first.unit, "cents": first.cents, "journal": first.journal}
    match first.what:
        case "contribution":
            values["each"] = _each(first)
        case "commissioned" | "changed":
            values["terms"] = first.after
        case "proposed":
            values["terms"] = first.after
            values["displayed"], values["reserve"] = first.moves or (0, 0)
        case "correction":
            values["displayed"], values["reserve"] = (
                first.moved.displayed // pool.CENT,
                first.moved.reserve // pool.CENT,
            )
    booking = Booking(first.pool, what, **values)
    if first.what in ("changed", "correction") and account is not None:  # those who proposed it come first
        other = _proposed(account, replace(booking, table=asking.login), asking.at)
        booking = replace(booking, by=first.by[len(other.by) :] if other is not None else first.by)
    return booking, asking, None


def _each(entry: Entry) -> Each:
    shown = entry.moved.displayed + entry.moved.overflow
    return shown // len(entry.seats), (entry.moved.money_in - shown) // len(entry.seats)


def _whole(booking: Booking) -> bool:
    """Whether a booking says all that its kind must say."""
    if not legible(booking.reason) or not all(map(SEAT.fullmatch, booking.seats)):
        return False
    if not all(name and legible(name, 64) for name in booking.by):
        return False
    match booking.what:
        case "commission" | "change":
            return booking.terms is not None and booking.terms.name == booking.pool
        case "open" | "close":
            return bool(booking.by)
        case "correct":
            return max(abs(booking.displayed), abs(booking.reserve)) <= MOST
        case "contribute" | "refund":
            return booking.round > 0 and 0 < len(set(booking.seats)) == len(booking.seats)
        case "hit" | "award" | "withdraw":
            known = booking.what != "hit" or (booking.share in SHARES and 1 <= booking.unit <= LARGEST_UNIT)
            paid = booking.what != "award" or (bool(booking.by) and booking.cents is not None)
            return booking.round > 0 and len(booking.seats) == 1 and known and paid


def _agree(account: Account, booking: Booking, asking: Asking) -> list[Moved]:
    """Other terms, or a meter that people move: one login proposes it, and it is so once another says the same."""
    if booking.what == "change" and not booking.again and (account.pending or account.open):
        return steps(account, booking)  # refused
    alive = tuple(each for each in account.proposals if each.until > asking.at)
    other = _proposed(account, booking, asking.at)
    still = booking.what == "correct" and not (booking.displayed or booking.reserve or account.meters.balance)
    if other is None and not still:
        terms = replace(booking.terms, changed=True) if booking.what == "change" and booking.terms else None
        moves = (booking.displayed, booking.reserve) if booking.what == "correct" else (0, 0)
        until = asking.at + CONFIRM_WITHIN if asking.until is None else asking.until
        new = Proposal(
            booking.what, booking.table, until, account.version + 1, *moves, terms, booking.by, booking.reason
        )
        others = tuple(each for each in alive if each.table != booking.table)
        return [pool.propose(replace(account, proposals=(*others, new)), new)]
    if other is None:
        return steps(account, booking)
    left = tuple(each for each in alive if each != other and each.table != booking.table)
    moved = steps(replace(account, proposals=left), replace(booking, by=(*other.by, *booking.by)))
    return steps(account, booking) if moved[0][1].what == "refused" else moved


def _proposed(account: Account, booking: Booking, at: int) -> Proposal | None:
    """What another login has proposed, and that is the same."""
    for each in account.proposals:
        wanted = (booking.what, booking.displayed, booking.reserve) if each.terms is None else (booking.what, 0, 0)
        same = (each.asked, each.displayed, each.reserve) == wanted and each.terms == (
            booking.terms if each.terms else None
        )
        if each.until > at and each.table != booking.table and same:
            return each
    return None
