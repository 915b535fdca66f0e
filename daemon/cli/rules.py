"""`croupierctl rules`: the sheet that lies at the table, and whether one that lies there still holds."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    JsonOption,
    LanguageOption,
    TableOption,
    choose_language,
    table_settings,
)
from daemon.cli.posted import GameArgument, asked_for, in_force
from daemon.text.faults import ROWS
from daemon.text.language import Language
from rules.game import Options, RuleError
from rules.registry import term
from rules.terms import Term

if TYPE_CHECKING:
    from daemon.sheets.check import Checked
    from daemon.sheets.page import Posted

SHOWN = 12  # differences that a person is shown
WORDS = {
    "holds": Term("La feuille dit ce que la table applique.", "The sheet says what the table does."),
    "of_table": Term("{game}, table {table}", "{game}, table {table}"),
    "of_none": Term("{game}, règles par défaut", "{game}, default rules"),
    "more": Term("… et {n} autres lignes", "… and {n} more lines"),
}


def rules(
    game: GameArgument = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_html: Annotated[bool, typer.Option("--html", help="one printable page")] = False,
    checked: Annotated[
        Path | None, typer.Option("--check", metavar="FILE", help="does this sheet still equal the configuration?")
    ] = None,
    as_form: Annotated[
        bool, typer.Option("--form", help="the form for a round that is dealt by hand while croupier is dead")
    ] = False,
    copies: Annotated[int, typer.Option("--copies", min=1, max=99, help="of the form, each with its own number")] = 1,
    as_json: JsonOption = False,
) -> None:
    """The rules of a game as a sheet for the table; with --table, as that table posts them."""
    from daemon.sheets.html import html
    from daemon.sheets.page import page
    from daemon.sheets.text import text

    if checked is not None:
        _check(checked, config, table, lang, as_json=as_json)
    wanted, _, language = asked_for(game, config, table, lang)
    if as_form:
        _print_forms(wanted, language, copies, as_html=as_html)
        return
    try:
        sheet = page(wanted, language)
    except RuleError as refused:
        raise typer.BadParameter(refused.message) from refused
    sys.stdout.write(html(sheet) if as_html else text(sheet))


def _print_forms(wanted: Posted, language: Language, copies: int, *, as_html: bool) -> None:
    from daemon.sheets.form import form, form_html, form_text, number

    now = datetime.now(UTC)  # numbers are in the order of their printing, also on the day when clocks go back
    forms = [form(wanted, language, number(wanted.table, now, copy)) for copy in range(1, copies + 1)]
    sys.stdout.write(form_html(forms) if as_html else "\f".join(map(form_text, forms)))


def _check(file: Path, config: Path, table: str, lang: Language | None, *, as_json: bool) -> None:
    """Exit status 0: it holds; 1: it does not; 2: it is no sheet."""
    from daemon.sheets.check import check
    from daemon.sheets.page import Posted

    def posted_at(named: str | None, game: str) -> Posted:
        if not (which := table or named or ""):
            return Posted(game, Options())
        return in_force(table_settings(config, which))

    found = check(file, posted_at)
    language = lang or choose_language(None)
    action = getattr(ROWS[found.fault], language).action if found.fault else None
    if as_json:
        said = {
            "sheet": str(file),
            "game": found.game,
            "lang": found.language,
            "table": found.table,
            "verdict": "warning" if found.fault else "well",
            "fault": found.fault,
            "differences": found.differences,
            "next_action": action,
        }
        sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        _print(found, language)
    raise SystemExit(1 if found.fault else 0)


def _print(found: Checked, language: Language) -> None:
    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    console = Console(highlight=False)
    name = getattr(term(found.game, found.game), language)
    console.print(say("of_table", game=name, table=found.table) if found.table else say("of_none", game=name))
    for line in found.differences[:SHOWN]:
        console.print(Text(line, style="red" if line.startswith("-") else "green"))
    if len(found.differences) > SHOWN:
        console.print(say("more", n=len(found.differences) - SHOWN))
    if found.fault is None:
        console.print(Text(say("holds"), style="bold green"))
        return
    advice = getattr(ROWS[found.fault], language)
    console.print(Text(f"\n{found.fault}  {advice.sentence}\n→ {advice.action}", style="bold yellow"))
