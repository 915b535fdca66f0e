"""Options that many commands of croupierctl share, and what follows from them: a table's settings, a language."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from daemon.settings import Settings, load
from daemon.text.language import Language
from drivers.faults import Fault, FaultError

DEFAULT_CONFIG = Path("/etc/croupier")

ConfigOption = Annotated[Path, typer.Option("--config", metavar="DIR", help="where site.toml and tables/ are")]
TableOption = Annotated[str, typer.Option("--table", metavar="NAME", help="which table; needed if there are several")]
LanguageOption = Annotated[Language | None, typer.Option("--lang", help="default: the site's language")]
JsonOption = Annotated[bool, typer.Option("--json", help="for programs")]


def _gaming_day(day: str) -> str:
    """Refuses what is no day: it has no entries, and nobody would know why."""
    try:
        known = not day or date.fromisoformat(day).isoformat() == day
    except ValueError:
        known = False
    if not known:
        raise typer.BadParameter("a gaming day is written like 2026-11-16")
    return day


DayOption = Annotated[
    str, typer.Option("--day", metavar="DAY", help="a gaming day, like 2026-11-16", callback=_gaming_day)
]


def table_settings(config: Path, table: str) -> Settings:
    """Loads the settings of the table that is named, or of the only one."""
    if not table:
        found = sorted(path.stem for path in (config / "tables").glob("*.toml"))
        if len(found) != 1:
            known = ", ".join(found) or f"no file in {config / 'tables'}"
            raise FaultError(Fault.CONFIG_INVALID, f"--table: {known}")
        table = found[0]
    return load(config, table)


def choose_language(lang: Language | None) -> Language:
    """Returns the language that was asked for, else the terminal's."""
    return lang or ("en" if os.environ.get("LANG", "")[:2] == "en" else "fr")
