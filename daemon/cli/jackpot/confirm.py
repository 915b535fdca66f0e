"""`croupierctl jackpot confirm`: the office says that a correction, or other terms, that a table has proposed is so."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from daemon.cli.jackpot.common import DatabaseOption, JackpotReport, PoolSources, proposal_text
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

OFFICE = "office"  # the user whom [ledger] names, with this for TABLE


def confirm(
    pool: Annotated[str, typer.Argument(metavar="POOL", help="the shared pool", show_default=False)],
    version: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="the proposal; without it, what is proposed is told")
    ] = None,
    database: DatabaseOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tells what tables have proposed for a shared pool, and confirms one of them: with a login of croupier_office."""
    from daemon.history.jackpot_sentences import entry_text
    from daemon.jackpot.pool import PoolError
    from daemon.linked.border import entry_of
    from daemon.linked.read import asked, look

    screen = JackpotReport(PoolSources(Path(), None, None, database), lang, "confirm", as_json=as_json)
    label = screen.say("pool", pool=pool)
    with asked(database or _address(config)) as db:
        account = look(db, pool)
        if isinstance(account, PoolError):
            raise FaultError(Fault.JACKPOT_LEDGER, f"{pool}: {account}")
        if account is None:
            raise FaultError(Fault.JACKPOT_NEW, pool)
        wanted = [each for each in account.proposals if version in (None, each.version)]
        for proposal in wanted:
            screen.row(label, proposal_text(screen, account, proposal))
        screen.extra["proposals"] = [asdict(proposal) for proposal in wanted]
        if version is None:
            screen.row("", screen.say("ask_version" if wanted else "nothing_proposed"))
            screen.verdict = "show" if wanted else screen.verdict
        else:
            row = db.execute("SELECT croupier.confirm(%s, %s)", (pool, version)).fetchone()
            if row is None or row[0] is None:
                screen.row(label, screen.say("lapsed", version=version), Fault.JACKPOT_UNCONFIRMED)
            else:
                entry = entry_of(pool, row[0])
                screen.row(
                    "", entry_text(screen.voice, entry), Fault.JACKPOT_UNCONFIRMED if entry.what == "refused" else None
                )
                screen.extra["entry"] = asdict(entry)
    screen.close()


def _address(config: Path) -> str:
    from daemon.linked.address import address
    from daemon.settings import load_site

    site = load_site(config)
    if site.ledger is None:
        raise FaultError(Fault.CONFIG_INVALID, Because.DATABASE_NEEDED())
    return address(site.ledger, OFFICE)
