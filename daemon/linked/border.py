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
from drivers.faults import Fault
from rules.game import MOST
from rules.registry import METERED

ACCOUNT: TypeAdapter[Account] = TypeAdapter(Account)
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
MOST_HITS = 1000
YEAR_9999 = 253_370_764_800_000_000  # microseconds: no clock tells more


def seen_of(name: str, row: tuple[Any, ...]) -> Seen:
    """Reads a pool as its last entry left it; PoolError if the entry does not stand for what the row says."""
    epoch, version, account, last, before = row
    if not isinstance(epoch, int) or not isinstance(version, int):
        raise PoolError("no version")
    if not 1 <= epoch <= LAST_PLACE >> EPOCH or not 1 <= version < 1 << EPOCH:
        raise PoolError(f"epoch {epoch}, version {version}: no board can read it")
    if last is None or account is None:
        raise PoolError(
            f"version {version} has {'an' if last else 'no'} entry, and {'an' if account else 'no'} account"
        )
    entry = entry_of(name, last)
    seen = replace(account_of(name, account), version=version, digest=entry.digest)
    if entry.version != version or entry.stands != stands(seen) or entry.meters != seen.meters:
        raise PoolError(f"version {version}: its entry does not stand for its account")
    if not isinstance(before or "", str) or entry.digest != digest(entry, before or ""):
        raise PoolError(f"version {version}: the digest does not follow from the one before")
    return Seen(epoch, seen)


def account_of(name: str, body: Any) -> Account:
    """Reads a pool's account; PoolError if there cannot be such a pool."""
    try:
        account = ACCOUNT.validate_python(body)
    except (ValidationError, RecursionError) as error:
        raise PoolError("its account cannot be read") from error
    if wrong := next(_flaws(name, account), None) or books.flaws(account):
        raise PoolError(wrong)
    return account


def entry_of(name: str, body: Any) -> Entry:
    """Reads an entry; PoolError if a ledger of this pool cannot have it."""
    try:
        entry = ENTRY.validate_python(body)
    except (ValidationError, RecursionError) as error:
        raise PoolError("an entry cannot be read") from error
    texts = (entry.reason, entry.detail, entry.table, entry.login, entry.journal, *entry.by, *entry.seats)
    wrong = next((f"terms: {why}" for terms in (entry.before, entry.after) if terms for why in _terms(name, terms)), "")
    if entry.pool != name or not 1 <= entry.version < 1 << EPOCH:
        wrong = f"entry {entry.version} of {entry.pool[:40]!a}"
    elif not all(map(legible, texts)) or not _bounded(entry.meters) or not _bounded(entry.moved):
        wrong = f"entry {entry.version} is no entry"
    elif entry.what in ("hit", "award", "withdrawn") and (len(entry.seats) != 1 or entry.share not in SHARES):
        wrong = f"entry {entry.version}: a hit of nobody"
    elif not _amount(entry.cents):
        wrong = f"entry {entry.version}: no amount"
    if wrong:
        raise PoolError(wrong)
    return entry


def _flaws(name: str, account: Account) -> Iterator[str]:
    yield from _terms(name, account.terms)
    if not _bounded(account.meters):
        yield "a meter holds more than any pool"
    if account.fault and account.fault not in Fault.__members__:
        yield f"fault {account.fault[:40]!a}"
    if not legible(account.detail) or account.fed or account.brought or len(account.hits) > MOST_HITS:
        yield "an account that no ledger has"
    for hit in account.hits:
        if hit.round < 0 or hit.share not in SHARES or hit.awarded or hit.cents is None or not _amount(hit.cents):
            yield "a hit that cannot be"
        if not NAME.fullmatch(hit.table) or not legible(hit.seat, 16) or not legible(hit.journal):
            yield "a hit of nobody"
    for each in account.proposals:
        if not 0 <= each.until <= YEAR_9999 or not all(map(legible, (each.asked, each.table, each.reason, *each.by))):
            yield "a proposal of nobody"
        if each.terms is not None:
            yield from _terms(name, each.terms)


def _terms(name: str, terms: Pool) -> Iterator[str]:
    if terms.name != name or not NAME.fullmatch(name):
        yield f"the terms of {terms.name[:40]!a}"
    amounts = terms.stake, terms.seed, terms.largest, terms.cap or 0, terms.rate, terms.reserve_rate
    if not all(0 <= amount <= MOST for amount in amounts) or not terms.stake:
        yield "an amount that nobody can post"
    elif wrong := books.flaw(terms, 0):
        yield wrong
    if not re.fullmatch(r"[A-Z]{3}", terms.currency):
        yield f"currency {terms.currency[:40]!a}"
    if terms.wager not in METERED or not terms.shared:
        yield "a wager that no table shares"
    elif terms.manner is not None and terms.manner not in METERED[terms.wager].manners:
        yield f"manner {terms.manner}"


def _bounded(meters: books.Meters) -> bool:
    return all(abs(getattr(meters, each.name)) <= LAST_PLACE for each in fields(meters))


def _amount(cents: int | None) -> bool:
    return cents is None or 0 <= cents <= LAST_PLACE
