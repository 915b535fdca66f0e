"""The table's pools: what wagers, lines and people do to them. Whatever becomes of a pool, the game goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import repeat

from daemon.jackpot import pool
from daemon.jackpot.pool import Account, Each, Entry, Hit, Moved, PoolError
from daemon.table import linked
from daemon.table.display import undisplayed, why
from daemon.table.events import (
    BettingClosed,
    Event,
    JackpotAnswered,
    JackpotMoved,
    JackpotOwed,
    LineCancelled,
    LineSettled,
    PastRoundCorrected,
    PastRoundEntered,
    ProposalEnded,
    RoundOpened,
    RoundVoided,
)
from daemon.table.orders import AwardJackpot, CloseJackpot, CorrectJackpot, LedgerLost, OpenJackpot, SetJackpot, Started
from daemon.table.play import Applied, step
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError
from rules.capabilities import Metered
from rules.facts import Jackpot
from rules.game import MOST
from rules.lines import Line, Outcome

StateAndEvents = tuple[TableState, list[Event]]


# -- what the game does -----------------------------------------------------------------------------------------------


def follow(applied: Applied) -> Applied:
    """What happened at the table, and behind each event what it did to a pool."""
    state, events = applied
    if not state.pools:
        return applied
    events = _in_order(state, events)
    followed: list[Event] = []
    for event in events:
        followed.append(event)
        moved: list[Event] = []
        match event:
            case RoundOpened():
                state = state._replace(pools=tuple(map(pool.new_round, state.pools)))
            case BettingClosed():
                state, moved = _contributed(state)
            case PastRoundEntered(contributed=contributed, reason=reason):
                state, moved = _by_hand(state, contributed)
                state, back = _refunded(state, events, reason)
                moved += back
            case PastRoundCorrected(contributed=contributed, withdrawn=withdrawn, reason=reason):
                state, moved = _by_hand(state, contributed)
                state, back = _refunded(state, events, reason, withdrawn)
                moved += back
            case LineCancelled(line) if share_of(line):
                state, moved = _withdrawn(state, line)
            case LineSettled(line) if share_of(line):
                state, moved = _locked(state, line)
            case RoundVoided(reason=reason):
                state, moved = _refunded(state, events, reason)
            case JackpotAnswered(entry=entry) if entry.by:  # a confirmed hit is awarded now, or waits again
                state = _answered(state, entry)
        followed += moved
    return state, tuple(followed)


def _in_order(state: TableState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """A corrected card may bring a hit before others that wait already: these are told again behind it (A105)."""
    first = next((at for at, event in enumerate(events) if _is_hit(event)), None)
    if first is None:
        return events
    new = [event.line for event in events if isinstance(event, LineSettled) and share_of(event.line)]
    later = [line for line in state.lines[state.lines.index(new[0]) :] if share_of(line)]
    own = (hit for account in state.pools if not account.terms.shared for hit in account.pending)
    waiting = {hit.seat for hit in own if hit.round == state.round}
    again = [line for line in later if line not in new and line.seat in waiting]
    if not again:
        return events
    hits = (LineSettled(line, state.rules.round) for line in later if line in new or line in again)
    others = (event for event in events[first:] if not _is_hit(event))
    return *events[:first], *map(LineCancelled, again, repeat(state.rules.round)), *hits, *others


def _is_hit(event: Event) -> bool:
    return isinstance(event, LineSettled) and share_of(event.line) is not None


def share_of(line: Line) -> str | None:
    """Of which share of the meter a line tells, if it tells of one."""
    share = (line.more or {}).get("award")
    return str(share) if share else None


def offered(state: TableState, wager: str) -> Account | None:
    """The pool that takes this wager here."""
    names = {terms.name for terms in state.jackpots if terms.wager == wager}
    return next((account for account in state.pools if account.terms.name in names), None)


def check_offer(state: TableState, wagers: Iterable[str]) -> None:
    """A wager on a meter is laid only while its pool takes it, as the table posts it."""
    for wager in wagers:
        posted = next((terms for terms in state.jackpots if terms.wager == wager), None)
        if posted is None:
            continue  # nobody keeps a meter for it
        name = posted.name
        if (account := offered(state, wager)) is None:
            raise FaultError(Fault.JACKPOT_NEW, name)
        if not account.live:
            raise FaultError(Fault.JACKPOT_CLOSED, name)
        if (gap := undisplayed(state, name)) is not None:
            raise FaultError(Fault.JACKPOT_UNDISPLAYED, gap)
        _check_still(state, account)
        if state.options.more.get("manner") != account.terms.manner:
            raise FaultError(Fault.JACKPOT_CHANGED, Because.TERMS_DIFFER(pool=name, terms="manner"))
        if account.terms.shared and account.terms != posted:  # its own pool a table offers as it was decided last
            differ = ", ".join(pool.differences(account.terms, posted))
            raise FaultError(Fault.JACKPOT_CHANGED, Because.TERMS_DIFFER(pool=name, terms=differ))


def protect(state: TableState, events: Iterable[Event]) -> None:
    """What was confirmed stands: no correction of a round takes it back."""
    gone = {event.line.seat for event in events if isinstance(event, LineCancelled) and share_of(event.line)}
    for hit in (hit for account in state.pools for hit in account.hits if not hit.journal):
        if (hit.awarded or hit.confirmed) and hit.round == state.round and hit.seat in gone:
            raise FaultError(Fault.JACKPOT_AWARDED, Because.HIT_OF(seat=hit.seat))


def _contributed(state: TableState) -> StateAndEvents:
    """« Rien ne va plus »: every wager on a meter is in, once; then the game knows what each meter shows."""
    moved: list[Event] = []
    machine = state.machine
    for wager in machine.metered if isinstance(machine, Metered) else ():
        account = offered(state, wager)
        seats = _laid(state, wager)
        if account is None or not seats:
            continue
        state, booked = _booked(state, account, seats)
        moved += booked
        if not account.terms.shared and (account := offered(state, wager)) is not None:
            state, _ = step(state, Jackpot(wager, account.standing, account.terms.seed))
    return state, moved


def _by_hand(state: TableState, contributed: Mapping[str, tuple[str, ...]]) -> StateAndEvents:
    """A round that was dealt by hand: those of its wagers that are not in yet."""
    moved: list[Event] = []
    for wager, seats in contributed.items():
        if (account := offered(state, wager)) is not None:
            before = account.fed
            state, booked = _booked(state, account, seats)
            state = linked.kept(state, replace(offered(state, wager) or account, fed=(*before, *seats)))
            moved += booked
    return state, moved


def _booked(state: TableState, account: Account, seats: tuple[str, ...]) -> StateAndEvents:
    if account.terms.shared:  # what its meter shows, only the ledger knows
        each = account.terms.each if account.terms.changed else None
        state, owed = linked.contribute(state, replace(account, brought=each), seats)
        return state, list(_by_terms(each, owed))
    try:
        account, entry = pool.contribute(account, state.round, seats)
    except PoolError as wrong:
        account, entry = pool.fail(account, wrong.fault, wrong.detail)
    return linked.kept(state, account), [JackpotMoved(entry)]


def _laid(state: TableState, wager: str) -> tuple[str, ...]:
    """The seats that have this wager on the layout."""
    return tuple(seat for seat, stakes in state.machine.wagers(state.play).items() if wager in stakes)


def _by_terms(each: Each | None, owed: Iterable[Event]) -> Iterator[Event]:
    """What a wager brings is decided when it is laid: others may change the terms before it is booked."""
    for event in owed:
        yield replace(event, booking=replace(event.booking, each=each)) if isinstance(event, JackpotOwed) else event


def _locked(state: TableState, line: Line) -> StateAndEvents:
    """The hand is complete. Its line and the pool must agree on the amount; if not, the line's is locked."""
    account, share, machine = _account_of(state, line), share_of(line), state.machine
    if account is None or share is None or not isinstance(machine, Metered):
        return state, []
    if account.terms.shared:
        state, owed = linked.lock(state, account, line.seat, share)
        return state, list(owed)
    finds = machine.share(share, account.standing, state.options.unit)
    cents = finds if line.won is None else line.won
    account, entry = pool.lock(account, Hit(state.round, line.seat, share, cents))
    moved: list[Event] = [JackpotMoved(entry)]
    if cents != finds:
        why = Because.WON_OTHERWISE(round=state.round, cents=cents, finds=finds)
        account, entry = pool.fail(account, Fault.JACKPOT_LEDGER, why)
        moved.append(JackpotMoved(entry))
    return linked.kept(state, account), moved


def _withdrawn(state: TableState, line: Line) -> StateAndEvents:
    account = _account_of(state, line)
    hits = account.pending if account else ()
    hand = "", state.round, line.seat  # not what another journal has left
    hit = next((hit for hit in hits if (hit.journal, hit.round, hit.seat) == hand), None)
    if account is None or hit is None:
        return state, []
    if account.terms.shared:
        state, owed = linked.withdraw(state, account, hit)
        return state, list(owed)
    account, entry = pool.withdraw(account, hit, "")
    return linked.kept(state, account), [JackpotMoved(entry)]


def _refunded(
    state: TableState, events: Iterable[Event], reason: str, withdrawn: Mapping[str, tuple[str, ...]] = {}
) -> StateAndEvents:
    """The meter stays where the wagers moved it; that they went back is written down as a correction."""
    back = {
        (event.line.seat, event.line.wager)
        for event in events
        if isinstance(event, LineSettled) and event.line.outcome is Outcome.PUSH
    } | {(seat, wager) for wager, seats in withdrawn.items() for seat in seats}
    moved: list[Event] = []
    for account in state.pools:
        if seats := tuple(seat for seat in account.fed if (seat, account.terms.wager) in back):
            if account.terms.shared:
                state, owed = linked.refund(state, account, seats, reason)
                moved += _by_terms(account.brought, owed)
                continue
            try:
                after, entry = pool.refund(account, state.round, seats, reason)
            except PoolError as wrong:
                after, entry = pool.fail(account, wrong.fault, wrong.detail)
            state = linked.kept(state, after)
            moved.append(JackpotMoved(entry))
    return state, moved


def _answered(state: TableState, entry: Entry) -> TableState:
    for account in state.pools:
        if account.terms.name == entry.pool:
            hits = (
                replace(hit, confirmed=False) if (hit.round, (hit.seat,)) == (entry.round, entry.seats) else hit
                for hit in account.hits
            )
            state = linked.kept(state, replace(account, hits=tuple(hits)))
    return state


def _account_of(state: TableState, line: Line) -> Account | None:
    """The pool that a wager went to."""
    fed = (each for each in state.pools if each.terms.wager == line.wager and line.seat in each.fed)
    return next(fed, None) or offered(state, line.wager)


# -- what the daemon says ---------------------------------------------------------------------------------------------


def posted(state: TableState, said: Started) -> Applied:
    """What the house has configured now. Nothing of it is taken before two persons say so; doubts close a pool."""
    events: list[Event] = []
    if isinstance(state.proposal, SetJackpot) and state.jackpots != said.jackpots:
        events.append(ProposalEnded(state.proposal.kind, state.proposal.by, "differs"))
        state = state._replace(proposal=None)
    state = state._replace(jackpots=said.jackpots)
    state, _ = linked.lost(state, LedgerLost(fault=Fault.JACKPOT_LINK))  # until it answers
    for account in state.pools:
        doubt = said.doubts.get(account.terms.name) or pool.flaws(account)
        if doubt and account.fault != Fault.JACKPOT_LEDGER:
            after, entry = pool.fail(account, Fault.JACKPOT_LEDGER, doubt)
            state = linked.kept(state, after)
            events.append(JackpotMoved(entry))
    return state, tuple(events)


def troubles(state: TableState) -> list[tuple[str, Fault, str]]:
    """What wants a person's attention: the pool, why, and a detail."""
    kept = {account.terms.name: account for account in state.pools}
    wanted = {terms.name: terms for terms in state.jackpots}
    found: list[tuple[str, Fault, str]] = []
    for name, account in kept.items():
        if account.fault:
            found.append((name, Fault(account.fault), account.detail))
        found += ((name, Fault.JACKPOT_PENDING, f"{hit.round} {hit.seat} {hit.cents}") for hit in account.pending[:1])
        if name not in wanted:
            found.append((name, Fault.JACKPOT_UNPOSTED, str(account.meters.displayed // pool.CENT)))
        elif wanted[name] != account.terms:
            found.append((name, Fault.JACKPOT_CHANGED, ", ".join(pool.differences(account.terms, wanted[name]))))
        elif not account.live and not account.fault:
            found.append((name, Fault.JACKPOT_CLOSED, ""))
        if name in wanted and name in state.gaps:
            found.append((name, Fault.JACKPOT_UNDISPLAYED, why(name, state.gaps[name])))
    return found + [(name, Fault.JACKPOT_NEW, "") for name in wanted if name not in kept]


# -- what people order ------------------------------------------------------------------------------------------------


def ordered(state: TableState, order: OpenJackpot | CloseJackpot | AwardJackpot) -> Applied:
    """One supervisor opens a pool, closes it, or confirms a hit."""
    if state.hold is not None and isinstance(order, AwardJackpot):
        raise FaultError(Fault.ORDER_WHILE_HELD, state.hold.fault)
    account = _named(state, order.pool)
    match order:
        case OpenJackpot(by=by):
            if account.fault or account.open:
                raise FaultError(Fault.ORDER_NOT_NOW, account.fault or Because.OPEN_ALREADY())
            _check_still(state, account)
            if offered(state, account.terms.wager) is not account:
                raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_NAMED())
            if account.terms.shared:
                return linked.ordered(state, account, order)
            return _moved(state, pool.open_(account, by))
        case CloseJackpot(by=by, reason=reason):
            _check_reason(reason)
            if not account.open:
                raise FaultError(Fault.ORDER_NOT_NOW, Because.CLOSED_ALREADY())
            if account.terms.shared:
                return linked.ordered(state, account, order)
            return _moved(state, pool.close(account, (by,), reason))
        case AwardJackpot(by=by, seat=seat, cents=cents):
            if state.proposal is not None or account.fault:
                raise FaultError(Fault.ORDER_NOT_NOW, account.fault or Because.PROPOSAL_WAITS())
            hit = next(iter(account.pending), None)
            # Of a shared pool the ledger knows: it was locked anew if an earlier hit of another table was withdrawn.
            locked = hit and (cents if account.terms.shared and hit.cents is not None else hit.cents)
            if hit is None or (hit.seat, locked) != (seat, cents):
                waits = Because.HIT_LOCKED(seat=hit.seat, cents=hit.cents) if hit else Because.NOTHING_PENDING()
                raise FaultError(Fault.ORDER_NOT_NOW, waits)
            if hit.confirmed:
                raise FaultError(Fault.ORDER_NOT_NOW, Because.LEDGER_UNANSWERED(seat=hit.seat))
            if account.terms.shared:
                return linked.ordered(state, pool.exchanged(account, hit, replace(hit, confirmed=True)), order)
            return _moved(state, pool.award(account, by))


def effect(state: TableState, order: SetJackpot | CorrectJackpot, by: tuple[str, ...]) -> Applied:
    """Two persons take over what is configured, or correct a meter."""
    _check_reason(order.reason)
    if isinstance(order, CorrectJackpot):
        account = _named(state, order.pool)
        if not (order.displayed or order.reserve or account.fault):
            raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_CHANGED())
        if max(abs(order.displayed), abs(order.reserve)) > MOST:
            raise FaultError(Fault.ORDER_ILLEGAL, Because.OVER_ANY_METER())
        if account.terms.shared:
            return linked.effect(state, account, order, by)
        if state.in_round and _laid(state, account.terms.wager):  # the game was told what the meter shows
            raise FaultError(Fault.ORDER_NOT_NOW, Because.NOT_SETTLED())
        try:
            return _moved(state, pool.correct(account, order.displayed, order.reserve, by, order.reason))
        except PoolError as wrong:
            raise FaultError(Fault.ORDER_ILLEGAL, wrong.detail) from wrong
    wanted = next((terms for terms in state.jackpots if terms.name == order.pool), None)
    if wanted is None:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.POOL_NOT_NAMED(pool=order.pool[:40]))
    if not state.closed:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.TABLE_OPEN())
    known = next((account for account in state.pools if account.terms.name == order.pool), None)
    if known is not None and not known.version and wanted.shared:
        return linked.effect(state, known, order, by)
    if known is None or not known.version:
        return _moved(state, pool.commission(wanted, by, order.reason))
    if known.terms.shared is not wanted.shared:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.POOL_STAYS())
    if known.terms == wanted:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NOTHING_CHANGED())
    if known.open or known.pending:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.HIT_PENDING() if known.pending else Because.POOL_OPEN())
    if known.terms.shared:
        return linked.effect(state, known, order, by)
    return _moved(state, pool.change(known, wanted, by, order.reason))


def _check_still(state: TableState, account: Account) -> None:
    """What two persons are about to change is not fed or opened meanwhile; of a shared pool others see to that."""
    waits = state.proposal if state.patience is not None and not account.terms.shared else None
    if isinstance(waits, SetJackpot | CorrectJackpot) and waits.pool == account.terms.name:
        raise FaultError(Fault.ORDER_NOT_NOW, Because.PROPOSED(kind=waits.kind))


def _named(state: TableState, name: str) -> Account:
    account = next((account for account in state.pools if account.terms.name == name), None)
    if account is None:
        raise FaultError(Fault.ORDER_ILLEGAL, Because.NO_POOL(pool=name[:40]))
    return account


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise FaultError(Fault.ORDER_MALFORMED, Because.SAY_WHY())


def _moved(state: TableState, moved: Moved) -> Applied:
    account, entry = moved
    return linked.kept(state, account), (JackpotMoved(entry),)
