"""What comes out of the ledger's database is input: whatever it holds, it is a pool's books or that pool's fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from daemon.jackpot import pool as books
from daemon.jackpot.booking import EPOCH, LAST_PLACE, Seen, legible
from daemon.jackpot.digest import digest, stands
from daemon.jackpot.meter import SHARES
from daemon.jackpot.pool import Account, Entry, Pool, PoolError
from daemon.text.details import Because
from drivers.faults import Fault
from rules.game import MOST
from rules.registry import METERED
from rules.terms import Detail

ACCOUNT: TypeAdapter[Account] = TypeAdapter(Account)
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
MOST_HITS = 1000
YEAR_9999 = 253_370_764_800_000_000  # microseconds: no clock tells more


def seen_of(name: str, row: tuple[Any, ...]) -> Seen:
    """Reads a pool as its last entry left it; PoolError if the entry does not stand for what the row says."""
    epoch, version, account, last, before = row
    if not isinstance(epoch, int) or not isinstance(version, int):
        raise PoolError(Because.NO_VERSION())
    if not 1 <= epoch <= LAST_PLACE >> EPOCH or not 1 <= version < 1 << EPOCH:
        raise PoolError(Because.NO_BOARD_READS(epoch=epoch, version=version))
    if last is None or account is None:
        lacks = Because.ROW_WITHOUT_ACCOUNT if last else Because.ROW_WITHOUT_ENTRY if account else Because.ROW_EMPTY
        raise PoolError(lacks(version=version))
    entry = entry_of(name, last)
    seen = replace(account_of(name, account), version=version, digest=entry.digest)
    if entry.version != version or entry.stands != stands(seen) or entry.meters != seen.meters:
        raise PoolError(Because.ENTRY_STANDS_NOT(version=version))
    if not isinstance(before or "", str) or entry.digest != digest(entry, before or ""):
        raise PoolError(Because.DIGEST(version=version))
    return Seen(epoch, seen)


def account_of(name: str, body: Any) -> Account:
    """Reads a pool's account; PoolError if there cannot be such a pool."""
    try:
        account = ACCOUNT.validate_python(body)
    except (ValidationError, RecursionError) as error:
        raise PoolError(Because.ACCOUNT_UNREAD()) from error
    if wrong := next(_flaws(name, account), None) or books.flaws(account):
        raise PoolError(wrong)
    return account


def entry_of(name: str, body: Any) -> Entry:
    """Reads an entry; PoolError if a ledger of this pool cannot have it."""
    try:
        entry = ENTRY.validate_python(body)
    except (ValidationError, RecursionError) as error:
        raise PoolError(Because.ENTRY_UNREAD()) from error
    texts = (entry.reason, entry.detail, entry.table, entry.login, entry.journal, *entry.by, *entry.seats)
    posted = (why for terms in (entry.before, entry.after) if terms for why in _terms(name, terms))
    wrong = next((Because.ITS_TERMS(why=why) for why in posted), None)
    if entry.pool != name or not 1 <= entry.version < 1 << EPOCH:
        wrong = Because.ENTRY_OF(entry=entry.version, pool=ascii(entry.pool[:40]))
    elif not all(map(legible, texts)) or not _bounded(entry.meters) or not _bounded(entry.moved):
        wrong = Because.NO_ENTRY(entry=entry.version)
    elif entry.what in ("hit", "award", "withdrawn") and (len(entry.seats) != 1 or entry.share not in SHARES):
        wrong = Because.ENTRY_HIT_OF_NOBODY(entry=entry.version)
    elif not _amount(entry.cents):
        wrong = Because.ENTRY_NO_AMOUNT(entry=entry.version)
    if wrong:
        raise PoolError(wrong)
    return entry


def _flaws(name: str, account: Account) -> Iterator[Detail]:
    yield from _terms(name, account.terms)
    if not _bounded(account.meters):
        yield Because.METER_OVER()
    if account.fault and account.fault not in Fault.__members__:
        yield Because.FAULT_UNKNOWN(fault=ascii(account.fault[:40]))
    if not legible(account.detail) or account.fed or account.brought or len(account.hits) > MOST_HITS:
        yield Because.NO_ACCOUNT()
    for hit in account.hits:
        if hit.round < 0 or hit.share not in SHARES or hit.awarded or hit.cents is None or not _amount(hit.cents):
            yield Because.NO_SUCH_HIT()
        if not NAME.fullmatch(hit.table) or not legible(hit.seat, 16) or not legible(hit.journal):
            yield Because.HIT_OF_NOBODY()
    for each in account.proposals:
        if not 0 <= each.until <= YEAR_9999 or not all(map(legible, (each.asked, each.table, each.reason, *each.by))):
            yield Because.PROPOSAL_OF_NOBODY()
        if each.terms is not None:
            yield from _terms(name, each.terms)


def _terms(name: str, terms: Pool) -> Iterator[Detail]:
    if terms.name != name or not NAME.fullmatch(name):
        yield Because.TERMS_OF(pool=ascii(terms.name[:40]))
    amounts = terms.stake, terms.seed, terms.largest, terms.cap or 0, terms.rate, terms.reserve_rate
    if not all(0 <= amount <= MOST for amount in amounts) or not terms.stake:
        yield Because.AMOUNT_UNPOSTED()
    elif wrong := books.flaw(terms, 0):
        yield wrong
    if not re.fullmatch(r"[A-Z]{3}", terms.currency):
        yield Because.CURRENCY(currency=ascii(terms.currency[:40]))
    if terms.wager not in METERED or not terms.shared:
        yield Because.WAGER_UNSHARED()
    elif terms.manner is not None and terms.manner not in METERED[terms.wager].manners:
        yield Because.MANNER_UNKNOWN(manner=terms.manner)


def _bounded(meters: books.Meters) -> bool:
    return all(abs(getattr(meters, each.name)) <= LAST_PLACE for each in fields(meters))


def _amount(cents: int | None) -> bool:
    return cents is None or 0 <= cents <= LAST_PLACE
