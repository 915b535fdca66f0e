"""`croupierctl jackpot reconcile`: what was laid and won against the ledgers, and a journal against the shared one."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from daemon.cli.jackpot.common import DatabaseOption, JackpotReport, JournalOption, KeyOption, PoolOption, PoolSources
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from drivers.faults import Fault

if TYPE_CHECKING:
    from daemon.history.ledger import Books
    from daemon.history.ledger import Difference as Note
    from daemon.linked.compare import Debt, Difference

# A booking that was refused and brings no money is settled by that; the others wait, or are lost.
ORDERS = ("commission", "change", "open", "close", "award", "correct", "withdraw")


def reconcile(
    pool: PoolOption = "",
    journal: JournalOption = None,
    key: KeyOption = None,
    database: DatabaseOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Adds every ledger up again from what was laid and won, and names every difference. Changes nothing."""
    sources = PoolSources.of(config, table, journal, key, database)
    screen = JackpotReport(sources, lang, "reconcile", as_json=as_json)
    screen.extra["pools"] = {}
    books = _own(screen, sources, pool)
    for name in sources.shares():
        if pool in ("", name):
            _shared(screen, sources, name, books)
    if not screen.extra["pools"]:
        screen.say_no_pool(pool)
    screen.close()


def _own(screen: JackpotReport, sources: PoolSources, pool: str) -> Books:
    from daemon.history.ledger import reconcile

    books = reconcile(sources.journal, sources.begun())
    for name, account in books.accounts.items():
        if pool in ("", name):
            screen.row(screen.say("pool", pool=name), screen.say("own"))
            screen.add_differences(books, name, Fault.JACKPOT_DIFFERS)
            found = [each._asdict() for each in books.differences if each.pool == name]
            _tell(screen, name, account.version, found)
    return books


def _shared(screen: JackpotReport, sources: PoolSources, name: str, books: Books) -> None:
    from daemon.jackpot.pool import Account
    from daemon.journal.files import File, files_of
    from daemon.linked.compare import booked, debts, differences, kept
    from daemon.linked.read import asked, look

    with File(files_of(sources.journal)[-1]) as file:
        opened = file.opened()
    url, owed = sources.ledger(sources.name), debts(sources.journal, name)
    with asked(url) as db:
        row = look(db, name)
    brings = (row.first or row.terms.each) if isinstance(row, Account) else None
    table = sources.table.name if sources.table is not None else ""  # a copy may lie anywhere
    there, here = booked(url, name, opened.uuid, table) if opened is not None else {}, kept(sources.journal)
    looked = range(here.start, sys.maxsize) if sources.is_own else here  # of a table's own journal nobody has more
    found = differences(owed, there, brings, looked)
    screen.row(screen.say("pool", pool=name), screen.say("against", n=len(owed)))
    if elsewhere := sum(key.seq not in looked and key not in owed for key in there):
        screen.row("", screen.say("elsewhere", n=elsewhere, first=here.start, last=here.stop - 1))
    screen.add_differences(books, name, Fault.JACKPOT_DIFFERS)
    for each in found:
        text = screen.say(f"{each.what}_booking", what=_what(screen, each, owed.get(each.key)))
        screen.row(screen.say("entry", seq=each.key.seq), text, _fault(each, owed.get(each.key)))
    version, chain = _chain(screen, sources, name, url)
    own = [each._asdict() for each in (*books.differences, *chain) if each.pool == name]
    _tell(screen, name, version, [*own, *map(asdict, found)])


def _what(screen: JackpotReport, each: Difference, debt: Debt | None) -> str:
    from daemon.history.jackpot_sentences import booking_text, refusal

    booking = booking_text(screen.voice, debt.booking) if debt is not None else ""
    detail = each.detail if each.what in ("differs", "unknown") else ""
    if each.what == "refused":
        detail = refusal(screen.voice, each.detail)
    return ": ".join(filter(None, [booking, detail]))


def _fault(each: Difference, debt: Debt | None) -> Fault | None:
    match each.what:
        case "owed":
            return Fault.PIT_OWES
        case "refused" if debt is not None and debt.booking.what in ORDERS:
            return None
        case _:
            return Fault.JACKPOT_DIFFERS


def _chain(screen: JackpotReport, sources: PoolSources, name: str, url: str) -> tuple[int | None, list[Note]]:
    """The shared ledger itself, made again where its reader may read all of it; and that it leads to what is shown."""
    from daemon.history.ledger import Proof
    from daemon.jackpot.pool import PoolError
    from daemon.linked.audit import audit
    from daemon.linked.read import asked, entries, look, may_read

    with asked(url) as db:
        row = look(db, name)
        if isinstance(row, PoolError):
            screen.row(screen.say("chain"), str(row), Fault.JACKPOT_DIFFERS)
        if row is None:
            screen.row(screen.say("chain"), screen.say("new"), Fault.JACKPOT_NEW)
            return None, []
        shown = None if isinstance(row, PoolError) else row
        version = shown.version if shown is not None else None
        if not may_read(db):
            screen.row(screen.say("chain"), screen.say("chain_unread"))
            return version, []
        proof, every = Proof(), entries(db, name, sources.day_starts)
    for posted in every:
        proof.add(posted)
    audit(proof, every, shown)
    screen.row(screen.say("chain"), screen.say("chain_told", n=len(every)))
    screen.add_differences(proof, name, Fault.JACKPOT_DIFFERS)
    return version, proof.differences


def _tell(screen: JackpotReport, name: str, version: int | None, found: list[dict[str, Any]]) -> None:
    screen.extra["pools"][name] = {"version": version, "differences": found}
