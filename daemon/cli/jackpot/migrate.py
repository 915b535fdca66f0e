"""`croupierctl jackpot migrate`: the database of the shared pools, made what this version needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from daemon.cli.jackpot.common import JackpotReport, PoolSources
from daemon.cli.options import JsonOption, LanguageOption


def migrate(
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="as whoever owns the database", show_default=False)
    ],
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Makes the schema and the roles, or brings them to this version; refused while a table is open."""
    from daemon.linked.migrate import migrate

    before, after = migrate(database)
    screen = JackpotReport(PoolSources(Path(), None, None, database), lang, "migrate", as_json=as_json)
    text = screen.say("schema_kept" if before == after else "schema_made", before=before, after=after)
    screen.row(screen.say("schema"), text)
    screen.extra |= {"before": before, "after": after}
    screen.close()
