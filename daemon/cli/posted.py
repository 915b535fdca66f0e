"""What is posted where a command asks: at a table, what is in force there; without one, the by-law alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from daemon.cli.options import choose_language, table_settings
from daemon.settings import Settings
from daemon.text.language import Language
from rules.game import Options
from rules.registry import GAMES

if TYPE_CHECKING:
    from daemon.sheets.page import Posted

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="left out: the game of --table")]


def asked_for(game: str, config: Path, table: str, lang: Language | None) -> tuple[Posted, Settings | None, Language]:
    """What is posted there, the table's settings if one is meant, and the language in which it is told."""
    from daemon.sheets.page import Posted

    if table or not game:
        settings = table_settings(config, table)
        if game and game != settings.table.game:
            raise typer.BadParameter(f"{settings.name} deals {settings.table.game}")
        return in_force(settings), settings, lang or settings.site.language
    if game not in GAMES:
        raise typer.BadParameter(f"{game[:40]}: no such game; the games are {', '.join(GAMES)}")
    return Posted(game, Options()), None, choose_language(lang)


def in_force(settings: Settings) -> Posted:
    """What the table applies, and from when another: as its journal says; before its first round, as its file does."""
    from daemon.history.rules import posted_by, to_come, told
    from daemon.sheets.page import Posted
    from daemon.table.posting import named

    journal = settings.journal
    last = next(told(journal), None) if journal.exists() else None
    game, options, document = settings.table.game, settings.table.posted, settings.table.document
    if last is None or last.content["game"] != game:
        last = named((game, options), document)
    options, document = posted_by(last.content)
    here = Posted(game, options, settings.name, settings.shares, last.rules, document)
    later = to_come(journal) if journal.exists() else None
    if later is None or later.rules == here.rules:
        return here
    options, document = posted_by(later.content)
    return replace(here, coming=replace(here, options=options, document=document, rules=later.rules))
