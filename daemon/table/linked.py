"""Pools that tables share: they live in a ledger elsewhere. The table keeps what that reported, and owes.

Here a shared pool is an account without meters. Nothing of it moves at this table: what wagers, lines and people do
to it is owed to the ledger, in the order in which it happened, and what the ledger made of it comes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from daemon.jackpot.booking import LAST_PLACE, Booking, What
from daemon.jackpot.pool import Account, Entry, Hit, Pool
from daemon.table.events import Event, JackpotAnswered, JackpotLinked, JackpotOwed
from daemon.table.orders import (
    AwardJackpot,
    CloseJackpot,
    CorrectJackpot,
    LedgerBooked,
    LedgerLost,
    LedgerReported,
    OpenJackpot,
    SetJackpot,
)
from daemon.table.play import Applied
from daemon.table.state import TableState
from drivers.faults import Fault, FaultError


def kept(state: TableState, account: Account) -> TableState:
    """The state with this account in place of the one of its name."""
    name = account.terms.name
    if any(each.terms.name == name for each in state.pools):
        return state._replace(pools=tuple(account if each.terms.name == name else each for each in state.pools))
    return state._replace(pools=(*state.pools, account))


def known(state: TableState, posted: Iterable[Pool]) -> dict[str, int]:
    """The shared pools that the table has to do with, and the highest place that it was told of each.

    One that is not posted any more is among them: something may still be owed to it, or a hit of it wait. One of the
    journal's own is not, whatever a file says.
    """
    own = {account.terms.name for account in state.pools if not account.terms.shared}
    shared = (account for account in state.pools if account.terms.shared)
    places = {
        each.terms.name: each.version if each.version <= LAST_PLACE else 0 for each in shared
    }  # a ledger has no more
    return dict.fromkeys((terms.name for terms in posted if terms.shared and terms.name not in own), 0) | places


def owe(state: TableState, account: Account, what: What, **details: Any) -> Applied:
    """The table owes this to the ledger, and goes on."""
    booking = Booking(account.terms.name, what, **details)
    return kept(state, account), (JackpotOwed(booking),)


# -- what the game does -----------------------------------------------------------------------------------------------


def contribute(state: TableState, account: Account, seats: tuple[str, ...]) -> Applied:
    """« Rien ne va plus »: these wagers are in."""
    return owe(state, replace(account, fed=seats), "contribute", round=state.round, seats=seats)


def lock(state: TableState, account: Account, seat: str, share: str) -> Applied:
    """A hand has won a share of a meter that only the ledger knows: the amount waits for its answer."""
    hit = Hit(state.round, seat, share, None)
    details = {"round": hit.round, "seats": (seat,), "share": share, "unit": state.options.unit}
    return owe(state, replace(account, hits=(*account.hits, hit)), "hit", **details)


def withdraw(state: TableState, account: Account, hit: Hit) -> Applied:
    """The hand did not win after all."""
    hits = tuple(each for each in account.hits if each != hit)
    details = {"round": hit.round, "seats": (hit.seat,), "journal": hit.journal}
    return owe(state, replace(account, hits=hits), "withdraw", **details)


def refund(state: TableState, account: Account, seats: tuple[str, ...], reason: str) -> Applied:
    """Owes the ledger that these wagers went back."""
    left = tuple(seat for seat in account.fed if seat not in seats)
    return owe(state, replace(account, fed=left), "refund", round=state.round, seats=seats, reason=reason)


# -- what people order ------------------------------------------------------------------------------------------------


def ordered(state: TableState, account: Account, order: OpenJackpot | CloseJackpot | AwardJackpot) -> Applied:
    """What one supervisor orders, already found to fit what is known here."""
    if account.fault == Fault.JACKPOT_LINK:
        raise FaultError(Fault.JACKPOT_LINK, account.terms.name)
    match order:
        case OpenJackpot(by=by):
            return owe(state, account, "open", by=(by,))
        case CloseJackpot(by=by, reason=reason):
            return owe(state, account, "close", by=(by,), reason=reason)
        case AwardJackpot(by=by, seat=seat, cents=cents):
            hit = account.pending[0]
            details = {"round": hit.round, "seats": (seat,), "cents": cents, "journal": hit.journal}
            return owe(state, account, "award", by=(by,), **details)


def effect(state: TableState, account: Account, order: SetJackpot | CorrectJackpot, by: tuple[str, ...]) -> Applied:
    """Owes the ledger what two persons ordered."""
    if account.fault == Fault.JACKPOT_LINK:
        raise FaultError(Fault.JACKPOT_LINK, account.terms.name)
    if isinstance(order, CorrectJackpot):
        details = {"displayed": order.displayed, "reserve": order.reserve}
        return owe(state, account, "correct", by=by, reason=order.reason, **details)
    wanted = next(terms for terms in state.jackpots if terms.name == order.pool)
    what: What = "change" if account.version else "commission"
    return owe(state, account, what, by=by, reason=order.reason, terms=wanted)


# -- what the ledger says ---------------------------------------------------------------------------------------------


def lost(state: TableState, said: LedgerLost) -> Applied:
    """The ledger does not answer: no more wagers on its pools. What is owed waits."""
    events: list[Event] = []
    for name in (said.pool,) if said.pool else [terms.name for terms in state.jackpots if terms.shared]:
        account = _mirror(state, name)
        if account is None or not account.terms.shared:
            continue
        if account.fault != Fault.JACKPOT_LINK:
            events.append(JackpotLinked(name, up=False, reason=said.fault))
        state = kept(state, replace(account, fault=Fault.JACKPOT_LINK, detail=said.detail))
    return state, tuple(events)


def reported(state: TableState, said: LedgerReported) -> Applied:
    """The pool as the ledger has it now."""
    account = _mirror(state, said.pool)
    if account is None:
        return state, ()  # nobody posts it here any more
    was_lost = account.fault == Fault.JACKPOT_LINK
    terms = said.terms if said.terms is not None else account.terms
    account = replace(account, terms=terms, version=said.version, open=said.open, fault=said.fault, detail=said.detail)
    left = {(hit.round, hit.seat, hit.share) for hit in said.left}  # a journal that was set aside left its state too
    own = tuple(hit for hit in account.hits if not hit.journal and (hit.round, hit.seat, hit.share) not in left)
    state = kept(state, replace(account, hits=(*said.left, *own)))
    return state, (JackpotLinked(said.pool, up=True),) if was_lost else ()


def answered(state: TableState, said: LedgerBooked) -> Applied:
    """What the ledger made of something that this table owed."""
    entry = said.entry
    account = _mirror(state, entry.pool)
    if account is None:
        return state, (JackpotAnswered(said.seq, said.idx, entry),)
    hits = tuple(_answered(hit, entry) for hit in account.hits)
    return kept(state, replace(account, hits=hits)), (JackpotAnswered(said.seq, said.idx, entry),)


def _answered(hit: Hit, entry: Entry) -> Hit:
    if hit.journal or (hit.round, (hit.seat,)) != (entry.round, entry.seats):
        return hit  # what another journal left, the ledger tells
    match entry.what:
        case "hit":
            return replace(hit, cents=entry.cents)
        case "award":
            return replace(hit, awarded=True)
        case _:
            return hit


def _mirror(state: TableState, name: str) -> Account | None:
    """A pool that lives in the journal stays there, whatever a file says: its meters and hits are nowhere else."""
    known = next((account for account in state.pools if account.terms.name == name), None)
    if known is not None:
        return known if known.terms.shared else None
    return next((Account(terms, fault=Fault.JACKPOT_LINK) for terms in state.jackpots if terms.name == name), None)
