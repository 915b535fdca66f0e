"""`croupierctl odds`: what every wager of a game is worth to the house, exactly."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    JsonOption,
    LanguageOption,
    TableOption,
)
from daemon.cli.posted import GameArgument, asked_for
from daemon.text.amounts import money, number, percent
from daemon.text.details import said
from daemon.text.language import Language
from rules.capabilities import Metered, MovesChips
from rules.game import RuleError
from rules.registry import GAMES, check_posted, term
from rules.terms import Term

if TYPE_CHECKING:
    from rules.odds.model import TableOdds

WORDS = {
    "one_deck": Term("1 paquet", "1 deck"),
    "decks": Term("{n} paquets mêlés ensemble", "{n} decks mixed together"),
    "wager": Term("Mise", "Wager"),
    "house_edge": Term("Avantage de la maison", "The house keeps"),
    "exactly": Term("Exactement", "Exactly"),
    "is_paid": Term("Gagne", "Wins"),
    "favours_player": Term("favorise le joueur", "favours the player"),
    "odds_none": Term(
        "Les joueurs jouent entre eux; la maison n'a que sa commission (67.108).",
        "Players play each other; the house has its commission alone (67.108).",
    ),
    "odds_uncounted": Term("Pour ce jeu, rien n'est compté.", "Nothing is counted for this game."),
    "initial_withdraw": Term("Mise initiale, en se retirant toujours", "Initial wager, always withdrawing"),
    "manner": Term("manière {n}", "manner {n}"),
    "one_in": Term("1 fois sur {n}", "1 in {n}"),
    "break_even": Term(
        "Au-dessus de {amount}, la mise progressive favorise le joueur.",
        "Above {amount} the progressive wager favours the player.",
    ),
    "percent_note": Term(
        "Par unité misée; un jeu à décisions : par unité de sa première mise, joué au mieux; "
        "une commission est perdue en sus.",
        "Per unit staked; a game with decisions: per unit of its first wager, at best play; "
        "a commission is lost on top.",
    ),
}

DecksOption = Annotated[
    int | None, typer.Option("--decks", metavar="N", min=1, help="mixed together; default: the by-law's")
]
PostedOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="as the house posts it: crazy4.sbFlush=3:2")
]


def odds(
    game: GameArgument = "",
    decks: DecksOption = None,
    option: PostedOption = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the house keeps of every wager, as fractions; with --table, of what that table offers, as it posts it."""
    from rules.odds.table import odds as odds_of
    from rules.odds.table import odds_offered

    here, settings, language = asked_for(game, config, table, lang)
    name, options = here.game, here.options if settings is None else settings.for_odds(here.options)
    more = dict(options.more)
    for pair in option or ():
        key, _, value = pair.partition("=")
        more[key] = int(value) if value.isdigit() else value
    try:
        options = replace(options, decks=decks or options.decks, more=more)
        check_posted(name, options)
        found = odds_of(name, options) if settings is None else odds_offered(name, options)
    except RuleError as refused:
        raise typer.BadParameter(said(refused.message, language)) from refused
    if as_json:
        sys.stdout.write(json.dumps(plain(found), ensure_ascii=False) + "\n")
    else:
        _print(found, language)


def plain(found: TableOdds) -> dict[str, Any]:
    """Returns the odds for programs: fractions as they are written, sums in cents."""
    answer: dict[str, Any] = {
        "game": found.game,
        "decks": found.decks,
        "wagers": {
            wager: {
                "edge": str(chance.edge),
                "percent": chance.percent,
                "hit": str(chance.hit),
                "favours_player": chance.favours_player,
                "method": "full enumeration, kept" if wager in found.kept else "full enumeration",
            }
            for wager, chance in found.wagers.items()
        },
    }
    if found.prizes:
        answer["progressive"] = {
            str(manner): {
                "lines": {
                    row.name: {"hit": str(row.hit), "pays": row.pays, "share": str(row.share) if row.share else None}
                    for row in table.rows
                },
                "hit": str(table.hit),
                "fixed": str(table.fixed),
                "break_even": str(table.break_even),
                "break_even_cents": table.break_even_cents,
            }
            for manner, table in found.prizes.items()
        }
    return answer


def _print(found: TableOdds, language: Language) -> None:
    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    def name(key: str) -> str:
        return str(getattr(WORDS.get(key) or term(found.game, key), language))

    console = Console(highlight=False)
    decks = "" if found.decks is None else f", {say('one_deck' if found.decks == 1 else 'decks', n=found.decks)}"
    console.print(Text(f"{name(found.game)}{decks}", style="bold"))
    rows = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("wager", "house_edge", "exactly", "is_paid"):
        rows.add_column(say(heading), justify="left" if heading in ("wager", "exactly") else "right")
    for wager, chance in found.wagers.items():
        style = "bold yellow" if chance.favours_player else ""
        mark = f"◄ {say('favours_player')}" if chance.favours_player else ""
        edge = Text(f"{chance.edge} {mark}".rstrip(), overflow="fold")
        rows.add_row(name(wager), percent(chance.edge, language), edge, percent(chance.hit, language, 2), style=style)
    if found.wagers:
        console.print(rows)
        console.print(Text(say("percent_note"), style="dim"))
    else:
        console.print(say("odds_none" if isinstance(GAMES[found.game], MovesChips) else "odds_uncounted"))
    game = GAMES[found.game]
    metered = ", ".join(map(name, game.metered)) if isinstance(game, Metered) else ""
    for manner, table in found.prizes.items():
        console.print(Text(f"\n{metered}, {say('manner', n=manner)}", style="bold"))
        prizes = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for row in table.rows:
            pays = percent(row.share, language, 0) if row.pays is None else money(row.pays, language)
            prizes.add_row(name(row.name), pays, say("one_in", n=number(1 / row.hit, language, 1)))
        console.print(prizes)
        console.print(say("break_even", amount=money(table.break_even_cents, language)))
