"""A pool of the progressive: its meters, and the ledger that they are the sum of. Pure: no I/O, no clock.

Everything is in whole hundredths of a cent. What a wager adds is its stake times a rate in basis points, and a pool
whose rates do not come out even is not accepted: there is no remainder that could be lost.

    money_in + seeded + corrections = displayed + reserve + paid

holds after every entry. An entry has the number of its pool's version, tells by how much each meter moved and where it
stands, and its digest is chained to the one before. The displayed amount falls by an award or a correction, never else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from daemon.jackpot.digest import digest
from daemon.text.details import Because
from drivers.faults import Fault
from rules.capabilities import WHOLE
from rules.terms import Detail

CENT = 100  # hundredths
BASIS = 10_000  # basis points in the whole

What = Literal[
    "commissioned",
    "changed",
    "opened",
    "closed",
    "contribution",
    "refund",
    "hit",
    "award",
    "withdrawn",
    "correction",
    "refused",
    "proposed",
    "migrated",
]
Each = tuple[int, int]  # what one wager adds, in hundredths of a cent: to what is displayed, to the reserve
FALLS = ("award", "correction")  # by these alone the displayed amount may fall


class PoolError(Exception):
    """What would break a pool's books; nothing has happened. The progressive closes, the table goes on."""

    def __init__(self, detail: str, fault: Fault = Fault.JACKPOT_LEDGER) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Pool:
    """What the house has decided of a pool. Amounts are in cents."""

    name: str
    wager: str
    stake: int  # of one wager: it is always the same (21.2)
    seed: int  # what the meter shows at first, and after it was won whole
    rate: int  # basis points of the stake, added to what is displayed
    reserve_rate: int = 0  # and to the reserve, which pays the next seed
    cap: int | None = None  # what the meter shows at most; what is over goes to the reserve
    largest: int = 100_00  # the most that one « Rien ne va plus » may bring
    manner: int | None = None  # 21.2: which prizes the table posts (A111)
    currency: str = "CAD"
    shared: bool = False  # with other tables: it lives in their ledger, not in this table's journal
    changed: bool = field(default=False, compare=False)  # and is not any more what it was when it was commissioned

    @property
    def each(self) -> Each:
        """What one wager adds by these terms."""
        return self.stake * CENT * self.rate // BASIS, self.stake * CENT * self.reserve_rate // BASIS


def differences(one: Pool | Entry | Account, other: Pool | Entry | Account) -> list[str]:
    """Names the parameters that differ."""
    return [each.name for each in fields(one) if each.compare and getattr(one, each.name) != getattr(other, each.name)]


def flaw(pool: Pool, wagers: int) -> Detail | None:
    """Why such a pool cannot be, at a table where so many wagers can be laid at once."""
    for name, rate in (("rate", pool.rate), ("reserve_rate", pool.reserve_rate)):
        if pool.stake * CENT * rate % BASIS:
            return Because.NOT_WHOLE(rate=name, points=rate, stake=pool.stake)
    if pool.rate + pool.reserve_rate > BASIS:
        return Because.RATES_OVER()
    if pool.cap is not None and pool.cap < pool.seed:
        return Because.CAP_BELOW()
    if sum(pool.each) * wagers > pool.largest * CENT:
        return Because.LARGEST_BELOW(wagers=wagers)
    return None


@dataclass(frozen=True, slots=True)
class Meters:
    """Hundredths of a cent since the pool began, but for the hits, which are counted."""

    money_in: int = 0  # of wagers that were not refunded
    displayed: int = 0
    reserve: int = 0
    overflow: int = 0  # of what is or was in the reserve: what the cap kept from being displayed
    hits: int = 0
    paid: int = 0
    corrections: int = 0
    seeded: int = 0  # by the house: seeds that the reserve could not pay, and what rounding up cost

    def __add__(self, other: Meters) -> Meters:
        return Meters(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def __sub__(self, other: Meters) -> Meters:
        return Meters(*(getattr(self, each.name) - getattr(other, each.name) for each in fields(self)))

    @property
    def balance(self) -> int:
        """What came in without going anywhere, or the other way round: 0."""
        return self.money_in + self.seeded + self.corrections - self.displayed - self.reserve - self.paid


NOTHING = Meters()


@dataclass(frozen=True, slots=True)
class Hit:
    """A hand that won a share of the meter. The amount was locked with its last card."""

    round: int
    seat: str
    share: str
    cents: int | None  # None: whoever keeps the meter could not be asked
    awarded: bool = False
    confirmed: bool = False  # by a supervisor; the ledger of a shared pool has yet to answer
    table: str = ""  # where several share the pool
    journal: str = ""  # of that table: its PC may have been replaced since
    unit: int = 1  # and there too: to what it was rounded up,
    found: int = 0  # and what was displayed, when it was locked, in hundredths of a cent

    @property
    def details(self) -> dict[str, Any]:
        """What an entry says of it."""
        return {
            "round": self.round, "seats": (self.seat,), "share": self.share, "cents": self.cents, "table": self.table,
            "journal": self.journal, "unit": self.unit,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a pool's ledger."""

    pool: str
    version: int
    what: What
    moved: Meters
    meters: Meters
    digest: str = ""
    round: int = 0
    seats: tuple[str, ...] = ()  # a contribution or a refund: one wager each; a hit: whose it is
    share: str | None = None
    cents: int | None = None  # of a hit or an award
    by: tuple[str, ...] = ()
    reason: str = ""  # a person's; or the fault for which it closed by itself
    before: Pool | None = None  # a change: what was decided before, and now
    after: Pool | None = None
    table: str = ""  # where several share the pool; and there too:
    login: str = ""  # who wrote it, as the database knows
    journal: str = ""  # of a hit: where it was seen
    unit: int = 1  # to what it was rounded up
    asked: str = ""  # what was refused, or proposed
    moves: Each | None = None  # a correction that is proposed: cents of what is displayed, of the reserve
    until: int = 0  # when a proposal lapses
    again: str = ""  # told once more, after the ledger had forgotten it
    detail: str = ""  # of the fault for which it closed
    key: tuple[str, int, int, int] | None = (
        None  # the journal and the place there that owed it; 0, 1 … of what it led to
    )
    at: int = 0  # microseconds since 1970, by the clock of the database
    stands: str = ""  # the digest of the account as it is now


@dataclass(frozen=True, slots=True)
class Proposal:
    """Other terms, or a correction, that one login of a shared pool asks for; another one must say the same."""

    asked: str
    table: str
    until: int  # as in an entry
    version: int
    displayed: int = 0  # cents
    reserve: int = 0
    terms: Pool | None = None
    by: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """A pool as its ledger has left it."""

    terms: Pool
    meters: Meters = NOTHING
    version: int = 0
    digest: str = ""
    open: bool = False
    fault: str = ""  # for which it closed by itself
    detail: str = ""
    hits: tuple[Hit, ...] = ()  # of this round, and older ones that wait
    fed: tuple[str, ...] = ()  # whose wagers of this round are in
    brought: Each | None = None  # what each of them did, where others may change the terms in the middle of a round
    first: Each | None = None  # what a wager brought before the first change, where others may owe of it still
    proposals: tuple[Proposal, ...] = ()  # at most one of each login

    @property
    def pending(self) -> tuple[Hit, ...]:
        """Hits that wait for a supervisor, in the order in which the hands were completed (A105)."""
        return tuple(hit for hit in self.hits if not hit.awarded)

    @property
    def live(self) -> bool:
        """Tells whether wagers may be laid."""
        return self.open and not self.fault

    @property
    def standing(self) -> int:
        """Cents that the next hit finds: what is displayed, once everything that waits is awarded."""
        return left(self.meters.displayed, self.terms, self.pending) // CENT


Moved = tuple[Account, Entry]


# -- the ledger -------------------------------------------------------------------------------------------------------


def flaws(account: Account) -> Detail | None:
    """What is wrong with an account's own books, if anything is."""
    meters = account.meters
    if meters.balance:
        return Because.BALANCE(version=account.version, amount=f"{meters.balance:+}")
    negative = [each.name for each in fields(meters) if each.name != "corrections" and getattr(meters, each.name) < 0]
    return Because.BELOW_ZERO(version=account.version, meters=", ".join(negative)) if negative else None


def follows(before: Account, entry: Entry) -> Detail | None:
    """Why an entry cannot be the next one of this account's ledger; None if it can."""
    if entry.version != before.version + 1:
        return Because.VERSION_AFTER(version=entry.version, before=before.version)
    if entry.meters != before.meters + entry.moved:
        return Because.METER_SUM(version=entry.version)
    if entry.digest != digest(entry, before.digest):
        return Because.DIGEST(version=entry.version)
    if entry.moved.displayed < 0 and entry.what not in FALLS:
        return Because.AMOUNT_FALLS(version=entry.version, what=entry.what)
    if entry.moved == NOTHING:  # books that were wrong before are none of its business
        return None
    return flaws(replace(before, meters=entry.meters, version=entry.version))


def _move(account: Account, what: What, moved: Meters = NOTHING, **details: Any) -> Moved:
    """The next entry, and the account after it; PoolError rather than a ledger that is wrong."""
    entry = Entry(account.terms.name, account.version + 1, what, moved, account.meters + moved, **details)
    entry = replace(entry, digest=digest(entry, account.digest))
    if wrong := follows(account, entry):
        raise PoolError(wrong)
    return replace(account, meters=entry.meters, version=entry.version, digest=entry.digest), entry


# -- what happens to a pool -------------------------------------------------------------------------------------------


def commission(terms: Pool, by: tuple[str, ...], reason: str) -> Moved:
    """A new pool shows its seed, which the house puts in; a person opens it."""
    seed = Meters(displayed=terms.seed * CENT, seeded=terms.seed * CENT)
    return _move(Account(terms), "commissioned", seed, by=by, reason=reason, after=terms)


def change(account: Account, terms: Pool, by: tuple[str, ...], reason: str) -> Moved:
    """Other parameters, between two rounds; not one meter moves."""
    account, entry = _move(account, "changed", by=by, reason=reason, before=account.terms, after=terms)
    return replace(account, terms=terms, fed=()), entry


def open_(account: Account, by: str) -> Moved:
    """Opens the pool: wagers may be laid."""
    return _move(replace(account, open=True), "opened", by=(by,))


def close(account: Account, by: tuple[str, ...], reason: str) -> Moved:
    """No more wagers, because a person says so."""
    return _move(replace(account, open=False), "closed", by=by, reason=reason)


def fail(account: Account, fault: str, detail: str) -> Moved:
    """Closes the pool because of a fault, without any person."""
    return _move(replace(account, open=False, fault=fault, detail=detail), "closed", reason=fault)


def contribute(
    account: Account, number: int, seats: tuple[str, ...], table: str = "", each: Each | None = None
) -> Moved:
    """« Rien ne va plus »: each of these wagers adds its parts; what the cap keeps out goes to the reserve."""
    terms, meters = account.terms, account.meters
    shown, kept = (part * len(seats) for part in each or terms.each)
    if shown + kept > terms.largest * CENT:
        bring = Because.WAGERS_BRING(round=number, wagers=len(seats), amount=shown + kept)
        raise PoolError(bring, Fault.JACKPOT_BOUND)
    room = shown if terms.cap is None else min(shown, max(0, terms.cap * CENT - meters.displayed))
    over = shown - room
    moved = Meters(money_in=shown + kept, displayed=room, reserve=kept + over, overflow=over)
    account, entry = _move(account, "contribution", moved, round=number, seats=seats, table=table)
    return replace(account, fed=seats), entry


def refund(
    account: Account, number: int, seats: tuple[str, ...], reason: str, table: str = "", each: Each | None = None
) -> Moved:
    """These wagers went back: they brought nothing in, and what they moved stays as a correction."""
    brought = sum(each or account.terms.each) * len(seats)
    moved = Meters(money_in=-brought, corrections=brought)
    account, entry = _move(account, "refund", moved, round=number, seats=seats, reason=reason, table=table)
    return replace(account, fed=tuple(seat for seat in account.fed if seat not in seats)), entry


def lock(account: Account, hit: Hit) -> Moved:
    """A hand is complete: from here on the amount is the player's, and waits for a supervisor."""
    account, entry = _move(account, "hit", **hit.details)
    return replace(account, hits=(*account.hits, hit)), entry


def lock_again(account: Account, hit: Hit, cents: int) -> Moved:
    """A hit that waits is worth something else than it was: an earlier one does not stand."""
    account = exchanged(account, hit, replace(hit, cents=cents))
    return _move(account, "hit", **hit.details | {"cents": cents})


def withdraw(account: Account, hit: Hit, reason: str) -> Moved:
    """The hand did not win after all, before anyone confirmed that it had."""
    account, entry = _move(account, "withdrawn", **hit.details, reason=reason)
    return replace(account, hits=tuple(each for each in account.hits if each != hit)), entry


def award(account: Account, by: str, hit: Hit | None = None) -> Moved:
    """A supervisor confirms the hit that has waited longest: it is paid, and a meter that was won whole starts anew."""
    hit = hit or account.pending[0]
    moved = _without(account.meters, account.terms, hit) - account.meters
    account, entry = _move(account, "award", moved, **hit.details, by=(by,))
    return exchanged(account, hit, replace(hit, awarded=True)), entry


def correct(account: Account, displayed: int, reserve: int, by: tuple[str, ...], reason: str) -> Moved:
    """Two persons move a meter by so many cents; with that they answer for its books, and a fault is over."""
    moved = Meters(displayed=displayed * CENT, reserve=reserve * CENT, corrections=(displayed + reserve) * CENT)
    lost = account.meters.balance  # what nobody can account for is theirs to explain
    moved += Meters(corrections=-lost)
    account, entry = _move(replace(account, fault="", detail=""), "correction", moved, by=by, reason=reason)
    return account, entry


def propose(account: Account, proposal: Proposal) -> Moved:
    """What moves nothing until another login of a shared pool says the same."""
    moves = (proposal.displayed, proposal.reserve) if proposal.asked == "correct" else None
    details: dict[str, Any] = {"asked": proposal.asked, "until": proposal.until, "moves": moves}
    return _move(account, "proposed", by=proposal.by, reason=proposal.reason, after=proposal.terms, **details)


def refuse(account: Account, why: str, **details: Any) -> Moved:
    """What a table asked for cannot be; that it asked stays in the books."""
    return _move(account, "refused", reason=why, **details)


def migrate(account: Account) -> Moved:
    """From here on every entry of a shared pool stands for its account: this one for what those before it lead to."""
    return _move(account, "migrated")


def new_round(account: Account) -> Account:
    """Forgets the hits that were paid and the wagers that are in: they are of the last round."""
    return replace(account, hits=account.pending, fed=()) if account.hits or account.fed else account


def exchanged(account: Account, hit: Hit, now: Hit) -> Account:
    """The account with a hit as it is now."""
    return replace(account, hits=tuple(now if each == hit else each for each in account.hits))


def left(displayed: int, terms: Pool, hits: Iterable[Hit]) -> int:
    """What is displayed of so many hundredths of a cent once these hits are paid."""
    meters = Meters(displayed=displayed)
    for hit in hits:
        meters = _without(meters, terms, hit)
    return meters.displayed


def _without(meters: Meters, terms: Pool, hit: Hit) -> Meters:
    """The meters once a hit is paid: rounding up is the house's, a part of a cent stays in the pool (A107)."""
    paid = (hit.cents or 0) * CENT
    short = max(0, paid - meters.displayed)
    left = meters + Meters(displayed=short - paid, seeded=short, hits=1, paid=paid)
    if hit.share != WHOLE:
        return left
    seed = terms.seed * CENT
    saved = min(left.reserve, seed)
    left += Meters(displayed=seed, reserve=-saved, seeded=seed - saved)
    over = 0 if terms.cap is None else max(0, left.displayed - terms.cap * CENT)
    return left + Meters(displayed=-over, reserve=over, overflow=over)
