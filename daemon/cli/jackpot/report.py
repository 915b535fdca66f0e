"""`croupierctl jackpot report`: each pool by gaming day, and every hit from its card to its confirmation."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from daemon.cli.jackpot.common import (
    DatabaseOption,
    JackpotReport,
    JournalOption,
    KeyOption,
    PoolOption,
    PoolSources,
    clock,
)
from daemon.cli.jackpot.ledger import conclude, proven
from daemon.cli.jackpot.show import counted, meters
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, DayOption, JsonOption, LanguageOption, TableOption

if TYPE_CHECKING:
    from daemon.history.pool_summary import Day, Won

COLUMNS = "  {:20}{:>18}{:>18}{:>18}"


def report(
    pool: PoolOption = "",
    day: DayOption = "",
    journal: JournalOption = None,
    key: KeyOption = None,
    database: DatabaseOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """A pool's meters by gaming day, at opening and at closing, and what became of every hit."""
    from daemon.history.display_gaps import display_gaps
    from daemon.history.pool_summary import summaries

    sources = PoolSources.of(config, table, journal, key, database)
    screen = JackpotReport(sources, lang, "ledger", as_json=as_json)
    proof, found = proven(sources, pool)
    pools: dict[str, Any] = {}
    undisplayed = display_gaps(sources.journal)
    for name, each in summaries(entry for entries in found.values() for entry in entries).items():
        days = [one for one in each.days if day in ("", one.day)]
        hits = [won for won in each.hits if day in ("", *won.days)]
        screen.line(screen.say("pool", pool=name))
        for one in days:
            _day(screen, one)
        screen.line()
        screen.line(screen.say("hits" if hits else "no_hits"))
        for won in hits:
            _hit(screen, won)
        gaps = [gap for gap in undisplayed.get(name, ()) if day in ("", *gap.days)]
        for gap in gaps:
            said = screen.say("gap" if gap.until else "gap_lasts", seconds=gap.seconds)
            screen.line(said, f"  {clock(gap.at):%Y-%m-%d %H:%M:%S}  ", " " * 4)
        screen.line()
        pools[name] = {
            "days": [_json_day(one) for one in days],
            "hits": [_json_hit(won) for won in hits],
            "gaps": [gap._asdict() for gap in gaps],
        }
    screen.extra["pools"] = pools
    conclude(screen, proof, found, pool)


def _day(screen: JackpotReport, day: Day) -> None:
    screen.line()
    heads = (screen.say(each) for each in ("opening", "of_the_day", "closing"))
    screen.row_of(COLUMNS, screen.say("day", day=day.day), *heads)
    screen.row_of(COLUMNS, screen.say("wagers"), "", str(day.wagers), "")
    for meter in meters(day.closing):
        stood = (counted(screen, each, meter) for each in (day.opening, day.moved, day.closing))
        screen.row_of(COLUMNS, screen.say(meter), *stood)


def _hit(screen: JackpotReport, won: Won) -> None:
    from daemon.history.jackpot_sentences import share
    from daemon.jackpot.pool import CENT

    at, entry = clock(won.locked.at), won.locked.entry
    shown = screen.money(entry.meters.displayed // CENT)
    where = screen.where(entry, entry.seats[0])
    amount = screen.money(entry.cents) or "?"
    sentences = [screen.say("hit", where=where, share=share(screen.voice, entry.share), amount=amount, shown=shown)]
    if won.answer is None:
        sentences.append(screen.say("hit_waits"))
    else:
        answer = won.answer.entry
        sentences.append(
            screen.say(
                f"hit_{answer.what}",
                by=", ".join(answer.by),
                at=f"{clock(won.answer.at):%Y-%m-%d %H:%M:%S}",
                reserve=screen.amount(-answer.moved.reserve),
                house=screen.amount(answer.moved.seeded),
                shown=screen.money(answer.meters.displayed // CENT),
            )
        )
    screen.line(" ".join(sentences), f"  {at:%Y-%m-%d %H:%M:%S}  ", " " * 4)


def _json_day(day: Day) -> dict[str, Any]:
    meters = {"opening": asdict(day.opening), "moved": asdict(day.moved), "closing": asdict(day.closing)}
    return {"day": day.day, "wagers": day.wagers, **meters}


def _json_hit(won: Won) -> dict[str, Any]:
    entry, answer = won.locked.entry, won.answer
    return {
        "at": won.locked.at,
        "day": won.locked.day,
        "table": entry.table,
        "round": entry.round,
        "seat": entry.seats[0],
        "share": entry.share,
        "cents": entry.cents,
        "condition": "pending" if answer is None else answer.entry.what,
        "answered_at": answer and answer.at,
        "by": list(answer.entry.by) if answer else [],
    }
