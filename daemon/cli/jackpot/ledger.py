"""`croupierctl jackpot ledger`: every entry of a pool's ledger in words, and whether it follows the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from daemon.cli.jackpot.common import (
    READER,
    DatabaseOption,
    JackpotReport,
    JournalOption,
    KeyOption,
    PoolOption,
    PoolSources,
    clock,
)
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, DayOption, JsonOption, LanguageOption, TableOption
from drivers.faults import Fault

if TYPE_CHECKING:
    from daemon.history.ledger import Posted, Proof

INDENT = " " * 18


def ledger(
    pool: PoolOption = "",
    day: DayOption = "",
    last: Annotated[int | None, typer.Option(min=1, metavar="N", help="the newest alone", show_default=False)] = None,
    journal: JournalOption = None,
    key: KeyOption = None,
    database: DatabaseOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Every entry: when, what, by how much the meters moved, who; the whole chain is checked in any case."""
    sources = PoolSources.of(config, table, journal, key, database)
    screen = JackpotReport(sources, lang, "ledger", as_json=as_json)
    proof, found = proven(sources, pool)
    shown = {
        name: [each for each in entries if day in ("", each.day)][-(last or 0) :] for name, entries in found.items()
    }
    for name, entries in shown.items():
        screen.line(screen.say("pool", pool=name))
        of_day = ""
        for posted in entries:
            if of_day != (of_day := f"{clock(posted.at):%Y-%m-%d (UTC%z)}"):
                screen.line(of_day)
            entry = posted.entry
            start = f"{clock(posted.at):%H:%M:%S}  {entry.version:>6}  "
            screen.line(_text(screen, posted), start, INDENT)
    screen.extra["entries"] = {name: [asdict(each.entry) | place(each) for each in shown[name]] for name in shown}
    conclude(screen, proof, found, pool)


def proven(sources: PoolSources, pool: str) -> tuple[Proof, dict[str, list[Posted]]]:
    """Checks every ledger from the first entry that is still there to the last; returns its entries, too."""
    from daemon.history.ledger import Proof
    from daemon.linked.audit import audit

    proof, found = Proof(sources.begun()), dict[str, list["Posted"]]()
    for posted in _every(sources, pool):
        proof.add(posted)
        found.setdefault(posted.entry.pool, []).append(posted)
    for entries in found.values():
        if entries[0].journal:  # of a shared pool: everything can be made again
            audit(proof, entries, None)
    return proof, found


def _every(sources: PoolSources, pool: str) -> Iterator[Posted]:
    from daemon.history.ledger import ledger

    yield from ledger(sources.journal, pool)
    if names := [name for name in sources.shares() if pool in ("", name)]:
        from daemon.linked.read import asked, entries

        with asked(sources.ledger(READER)) as db:
            for name in names:
                yield from entries(db, name, sources.day_starts)


def conclude(screen: JackpotReport, proof: Proof, found: dict[str, list[Posted]], pool: str) -> None:
    """Adds how far each ledger is proven, and closes the report."""
    for name, entries in found.items():
        account, first = proof.accounts[name], entries[0].entry
        text = screen.say("entries", n=len(entries), version=account.version, digest=account.digest[:16])
        screen.row(screen.say("pool", pool=name), text)
        if first.version > 1:
            screen.row("", screen.say("not_here", version=first.version))
        screen.add_differences(proof, name, Fault.JACKPOT_LEDGER)
    if not found:
        screen.say_no_pool("" if pool in proof.accounts else pool)
    screen.extra["heads"] = {
        name: {"version": proof.accounts[name].version, "digest": proof.accounts[name].digest} for name in found
    }
    screen.extra["differences"] = [each._asdict() for each in proof.differences]
    screen.close()


def place(posted: Posted) -> dict[str, object]:
    """Returns where an entry stands, for programs."""
    return {"seq": posted.seq, "at": posted.at, "day": posted.day}


def _text(screen: JackpotReport, posted: Posted) -> str:
    from daemon.history.jackpot_sentences import entry_text

    entry = posted.entry
    said = entry_text(screen.voice, entry).removeprefix(entry.pool).lstrip(" \u00a0:")
    place: Iterable[str] = (entry.table, screen.say("in_round", round=entry.round) if entry.round else "", *entry.by)
    around = ", ".join(filter(None, place))
    return f"{said[:1].upper()}{said[1:]}" + (f" [{around}]" if around else "")
