"""`croupierctl jackpot show`: where each pool stands, by its ledger."""

from __future__ import annotations

from dataclasses import asdict, fields
from fractions import Fraction
from typing import TYPE_CHECKING

from daemon.cli.jackpot.common import (
    DatabaseOption,
    JackpotReport,
    JournalOption,
    KeyOption,
    PoolOption,
    PoolSources,
    clock,
    proposal_text,
)
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.text.amounts import money, percent
from drivers.faults import Fault
from rules.game import deck_count
from rules.registry import GAMES, METERED

if TYPE_CHECKING:
    from daemon.history.display_gaps import DisplayGap
    from daemon.jackpot.pool import Account, Meters, Pool
    from daemon.settings import Table


def show(
    pool: PoolOption = "",
    journal: JournalOption = None,
    key: KeyOption = None,
    database: DatabaseOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Where each pool stands: meters, parameters, hits that wait; whether croupierd runs or not."""
    sources = PoolSources.of(config, table, journal, key, database)
    screen = JackpotReport(sources, lang, "show", as_json=as_json)
    shared, damaged = _shared(sources)
    accounts = _own(sources) | shared
    gaps = _gaps(sources)
    troubles = _troubles(sources, accounts, gaps)
    troubles |= {name: [(Fault.JACKPOT_LEDGER, why)] for name, why in damaged.items()}
    names = [name for name in sorted({*accounts, *troubles}) if pool in ("", name)]
    for name in names:
        account = accounts.get(name)
        _pool(screen, sources, name, account, troubles.get(name, []))
        _undisplayed(screen, gaps.get(name, []))
    if not names:
        screen.say_no_pool(pool)
    screen.extra["pools"] = {name: _json(accounts[name]) for name in names if name in accounts}
    screen.extra["gaps"] = {name: [gap._asdict() for gap in gaps.get(name, ())] for name in names}
    screen.close()


def _own(sources: PoolSources) -> dict[str, Account]:
    from daemon.history.ledger import Proof, ledger

    proof = Proof(sources.begun())
    for posted in ledger(sources.journal):
        proof.add(posted)
    return proof.accounts


def _shared(sources: PoolSources) -> tuple[dict[str, Account], dict[str, str]]:
    """As the ledger has them, and what is wrong with the others; a table may ask for that itself."""
    from daemon.jackpot.pool import PoolError
    from daemon.linked.read import asked, look

    if not (names := sources.shares()):
        return {}, {}
    with asked(sources.ledger(sources.name)) as db:
        known = {name: look(db, name) for name in names}
    damaged = {name: str(wrong) for name, wrong in known.items() if isinstance(wrong, PoolError)}
    return {name: each for name, each in known.items() if each is not None and not isinstance(each, PoolError)}, damaged


def _gaps(sources: PoolSources) -> dict[str, list[DisplayGap]]:
    from daemon.history.display_gaps import display_gaps

    return display_gaps(sources.journal)


def _undisplayed(screen: JackpotReport, gaps: list[DisplayGap]) -> None:
    if gaps:
        last = gaps[-1]
        told = screen.say("gaps_told", n=len(gaps), at=f"{clock(last.at):%Y-%m-%d %H:%M:%S}", seconds=last.seconds)
        screen.row(f"  {screen.say('gaps')}", told)


def _troubles(
    sources: PoolSources, accounts: dict[str, Account], gaps: dict[str, list[DisplayGap]]
) -> dict[str, list[tuple[Fault, str]]]:
    """What wants attention, by pool: as croupierd itself says it, where the table's file is known."""
    from daemon.jackpot.edge import favours_player
    from daemon.table.jackpot import troubles
    from daemon.table.state import Gap, TableState

    lasting = {name: Gap(0, each[-1].seconds, 0) for name, each in gaps.items() if not each[-1].until}
    known = tuple(accounts.values())
    settings = sources.table
    posted = settings.pools if settings is not None else tuple(account.terms for account in known)
    found: dict[str, list[tuple[Fault, str]]] = {}
    for name, fault, detail in troubles(TableState(jackpots=posted, pools=known, gaps=lasting)):
        found.setdefault(name, []).append((fault, detail))
    for name, account in accounts.items():
        if settings is not None and (why := favours_player(account.terms, account.standing, _decks(settings.table))):
            found.setdefault(name, []).append((Fault.JACKPOT_BREAK_EVEN, why))
    return found


def _decks(table: Table) -> int:
    return deck_count(GAMES[table.game], table.posted)


def _pool(
    screen: JackpotReport, sources: PoolSources, name: str, account: Account | None, troubles: list[tuple[Fault, str]]
) -> None:
    label = screen.say("pool", pool=name)
    if account is None:
        for fault, detail in troubles or [(Fault.JACKPOT_NEW, screen.say("new"))]:
            screen.row(label, detail or screen.say("new"), fault)
        return
    shown = screen.money(account.standing)
    text = screen.say("open" if account.live else "closed", shown=shown)
    screen.row(label, f"{text} ({screen.say('shared')})" if account.terms.shared else text)
    for hit in account.pending:
        where = screen.where(hit, hit.seat)
        screen.row("", screen.say("pending", where=where, amount=screen.money(hit.cents) or "?"))
    for proposal in account.proposals:
        screen.row("", proposal_text(screen, account, proposal))
    for fault, detail in troubles:
        screen.row("", detail, fault)
    for meter in meters(account.meters):
        screen.row(f"  {screen.say(meter)}", counted(screen, account.meters, meter))
    _terms(screen, sources, account.terms)
    screen.row(f"  {screen.say('version')}", f"{account.version}, {account.digest[:16]}")
    if account.terms.shared:
        _owed(screen, sources, name)


def meters(of: Meters) -> list[str]:
    """Lists the names of the meters; the one that everyone sees comes first."""
    return sorted((each.name for each in fields(of)), key=lambda name: name != "displayed")


def counted(screen: JackpotReport, of: Meters, meter: str) -> str:
    """Says where a meter stands: an amount, but for the hits."""
    value = getattr(of, meter)
    return str(value) if meter == "hits" else screen.amount(value)


def _terms(screen: JackpotReport, sources: PoolSources, terms: Pool) -> None:
    label = f"  {screen.say('terms')}"
    if not terms.stake:
        screen.row(label, screen.say("terms_unknown"))
        return
    rates = (percent(Fraction(rate, 10_000), screen.language, 2) for rate in (terms.rate, terms.reserve_rate))
    displayed, reserve = rates
    screen.row(label, screen.say("stake", stake=_sum(screen, terms.stake), rate=displayed, reserve=reserve))
    cap = screen.say("no_cap") if terms.cap is None else _sum(screen, terms.cap)
    screen.row("", screen.say("seed", seed=_sum(screen, terms.seed), cap=cap, largest=_sum(screen, terms.largest)))
    if sources.table is not None and terms.manner is not None:
        least = METERED[terms.wager].prizes(terms.manner, _decks(sources.table.table)).break_even_cents
        text = screen.say("break_even_at", least=_sum(screen, least), manner=terms.manner)
        screen.row(f"  {screen.say('break_even')}", text)


def _sum(screen: JackpotReport, cents: int) -> str:
    return money(cents, screen.language)


def _owed(screen: JackpotReport, sources: PoolSources, name: str) -> None:
    from daemon.linked.compare import debts

    owed = sum(not debt.paid for debt in debts(sources.journal, name).values())
    screen.row(f"  {screen.say('owed')}", screen.say("owed_told", n=owed), Fault.PIT_OWES if owed else None)


def _json(account: Account) -> dict[str, object]:
    return asdict(account) | {"standing": account.standing, "live": account.live}
