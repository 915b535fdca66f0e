"""croupierctl: one command, one verdict, one next action.

The exit status is the verdict, as monitoring systems read it: 0 all is well, 1 the table deals but something wants
attention, 2 the table cannot deal.
"""

from __future__ import annotations

import gc
import json
import re
import sys

import typer

from daemon.cli import broker, camera, dice, jackpot, journal, people, reports, shaker, shoe
from daemon.cli.doctor import examine
from daemon.cli.explain import explain
from daemon.cli.odds import odds
from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    JsonOption,
    LanguageOption,
    TableOption,
    choose_language,
    table_settings,
)
from daemon.cli.pit import pit
from daemon.cli.replay import replay
from daemon.cli.rules import rules
from daemon.cli.section import section
from daemon.cli.show import Screen
from daemon.cli.status import describe
from daemon.control.client import get
from daemon.host.harden import no_core_dumps
from daemon.text.details import said
from daemon.text.faults import ROWS, fault_answer
from daemon.text.labels import LABELS
from daemon.text.language import Language
from drivers.faults import FaultError

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__, pretty_exceptions_enable=False)
app.add_typer(people.app, name="people")
app.add_typer(journal.app, name="journal")
app.add_typer(shoe.app, name="shoe")
app.add_typer(shaker.app, name="shaker")
app.add_typer(jackpot.app, name="jackpot")
app.add_typer(broker.app, name="broker")
app.add_typer(camera.app, name="camera")
app.add_typer(dice.app, name="dice")
app.add_typer(reports.app, name="report")


@app.command()
def status(
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the table is doing now, and what it waits for."""
    settings = table_settings(config, table)
    screen = Screen(lang or settings.site.language, settings.name, settings.table.game, as_json=as_json)
    describe(screen, get(settings.socket, "/state"), get(settings.socket, "/health"))
    screen.close()


@app.command()
def doctor(
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Can this table deal, and if not, which one thing do I touch?"""
    settings = table_settings(config, table)
    screen = Screen(lang or settings.site.language, settings.name, settings.table.game, as_json=as_json)
    examine(screen, settings, config)
    screen.close()


@app.command()
def settle() -> None:
    """The rules core as a filter: JSON Lines on standard input, one response line for each request line."""
    from daemon.cli.settle import stream

    stream(sys.stdin.buffer, sys.stdout.buffer)


app.command()(explain)
app.command()(pit)
app.command()(replay)
app.command()(odds)
app.command()(rules)
app.command()(section)


def _language() -> Language:
    """The language to complain in when the configuration does not tell: what was asked for, else the terminal's."""
    asked = re.search(r"--lang[= ](fr|en)\b", " ".join(sys.argv))
    return choose_language(None if asked is None else "en" if asked[1] == "en" else "fr")


def main() -> None:
    """The `croupierctl` command. Some hold the journal's key, and cards that it unseals."""
    no_core_dumps()
    gc.freeze()  # the collector walks through what is loaded neither now nor at the end
    try:
        app()
    except FaultError as error:
        language = _language()
        advice = getattr(ROWS[error.fault], language)
        detail = getattr(LABELS[error.detail], language) if error.detail in LABELS else said(error.detail, language)
        if "--json" in sys.argv:
            answer = {"table": None, "verdict": "critical", "rows": [], "next_action": advice.action}
            sys.stdout.write(
                json.dumps(answer | {"error": fault_answer(error.fault, error.detail)}, ensure_ascii=False) + "\n"
            )
        else:
            sys.stderr.write(f"{error.fault}  {detail}\n{advice.sentence}\n→ {advice.action}\n")
        raise SystemExit(2) from None
