"""`croupierctl report hold`: what the house took of every wager against what it keeps in the long run."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import log10
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    DayOption,
    JsonOption,
    LanguageOption,
    TableOption,
    choose_language,
    table_settings,
)
from daemon.cli.replay import of_day
from daemon.text.amounts import dollars, number, percent
from daemon.text.details import Because
from daemon.text.faults import ROWS
from daemon.text.language import Language
from drivers.faults import Fault, FaultError
from rules.terms import Term

if TYPE_CHECKING:
    from daemon.history.hold import Hold, Row

app = typer.Typer(no_args_is_help=True, help="What the record comes to, for the house and for whoever supervises it.")

WIDTH = 80
COLUMNS = "  {:10}{:>14}{:>14}{:>14}{:>9}{:>17}"
ORDINARY = 0.1  # as likely as this needs no figure
RARE = 1e-6  # beyond this the power of ten is enough
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WORDS = {
    "rounds": Term(
        "{rounds} coups; {unknown} mises de montant inconnu ne comptent pas.",
        "{rounds} rounds; {unknown} wagers of unknown amounts do not count.",
    ),
    "nothing": Term("Aucun montant n'est connu.", "No amount is known."),
    "dealer": Term("Croupier", "Dealer"),
    "staked": Term("Misé", "Staked"),
    "took": Term("Maison", "House"),
    "hold": Term("Retenue", "Hold"),
    "theory": Term("Théorie", "Theory"),
    "likely": Term("Probabilité", "Likelihood"),
    "all": Term("tous", "all"),
    "ordinary": Term("ordinaire", "ordinary"),
    "players": Term("J", "P"),
    "house": Term("M", "H"),
    "note": Term(
        "Retenue et théorie : par unité misée; un jeu à décisions : par unité de sa première mise, joué au mieux. "
        "Commissions à part. Probabilité : au plus une fois sur, que les joueurs (J) ou la maison (M) aient autant ou "
        "plus. Borne rigoureuse, tirée des chances exactes, quelles que soient les mises (Ville; Hölder pour un même "
        "sabot ou paquet); où le joueur décide, de la moyenne au mieux et des extrêmes (Hoeffding), et pour J seuls. "
        "Aucune approximation normale. Qui compte les cartes d'un sabot mise selon ce que la borne ignore.",
        "Hold and theory: per unit staked; a game with decisions: per unit of its first wager, at best play. "
        "Commissions apart. Likelihood: at most once in, that the players (P) or the house (H) have so much or more. A "
        "rigorous bound from the exact chances, however stakes are chosen (Ville; Hölder within one shoe or deck); "
        "where players decide, from the best mean and the range (Hoeffding), and for P alone. No normal approximation. "
        "Who counts a shoe's cards stakes by what the bound does not know.",
    ),
}


@app.callback()
def _reports() -> None:
    """What the record comes to, for the house and for whoever supervises it."""


@app.command()
def hold(
    day: DayOption = "",
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="FILE|FOLDER", exists=True, help="a copy; default: the table's"),
    ] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="FILE", help="default: the table's key file")] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Per wager and dealer: the hold, what it is in the long run, and how unlikely a deviation so large is."""
    from daemon.history.finished import Days, FinishedRounds
    from daemon.history.hold import Hold
    from daemon.history.replay import Replay
    from daemon.history.rounds import damage
    from daemon.journal.keys import load_keys

    if journal is None or table or config != DEFAULT_CONFIG:
        settings = table_settings(config, table)
        journal, key, lang = journal or settings.journal, key or settings.key_file, lang or settings.site.language
    if key is None:
        raise FaultError(Fault.JOURNAL_KEY, Because.KEY_NEEDED())
    with damage(key):
        keys = load_keys(key)
    found = Hold()
    for part in of_day(journal, day):
        watching = FinishedRounds(Days(part), found.add)
        for _ in Replay(part, keys, watching).differences():
            pass  # `croupierctl replay` tells them
        watching.close()
    suspects = found.suspects()
    language = choose_language(lang)
    advice = getattr(ROWS[Fault.HOLD_IMPROBABLE], language)
    if as_json:
        said: dict[str, Any] = {
            "journal": str(journal),
            "verdict": "warning" if suspects else "well",
            "rounds": found.rounds,
            "unknown": found.unknown,
            "rows": [_plain(row) for row in found.rows.values()],
            "suspects": [row.wager for row in suspects],
            "next_action": advice.action if suspects else None,
        }
        sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        lines = [*_page(found, language)]
        for row in suspects:
            lines += ["", *wrap(f"{Fault.HOLD_IMPROBABLE}  {_name(row, language)}. {advice.sentence}", WIDTH)]
        if suspects:
            lines += wrap(f"→ {advice.action}", WIDTH)
        sys.stdout.write("\n".join(lines) + "\n")
    raise SystemExit(1 if suspects else 0)


def say(language: Language, key: str, **values: object) -> str:
    """One of the words, with its blanks filled in."""
    return str(getattr(WORDS[key], language)).format(**values)


def _page(found: Hold, language: Language) -> Iterator[str]:
    yield from wrap(say(language, "rounds", rounds=found.rounds, unknown=found.unknown), WIDTH)
    if not found.rows:
        yield say(language, "nothing")
        return
    yield ""
    heads = ("dealer", "staked", "took", "hold", "theory", "likely")
    yield COLUMNS.format(*(say(language, head) for head in heads)).rstrip()
    for game, wager in dict.fromkeys(key[:2] for key in found.rows):
        rows = [row for key, row in found.rows.items() if key[:2] == (game, wager)]
        yield _name(rows[0], language)
        for row in rows:
            yield _row(row, language)
    yield ""
    yield from wrap(say(language, "note"), WIDTH)


def _name(row: Row, language: Language) -> str:
    from rules.registry import term

    return str(getattr(term(row.game, row.wager), language))


def _row(row: Row, language: Language) -> str:
    return COLUMNS.format(
        (row.dealer or say(language, "all"))[:10],
        dollars(Fraction(row.staked, 100), language),
        dollars(Fraction(row.took, 100), language),
        percent(Fraction(row.took, row.staked), language, 1) if row.staked else "",
        "" if row.edge is None else percent(row.edge, language, 2),
        _likely(row, language),
    ).rstrip()


def _likely(row: Row, language: Language) -> str:
    likely, players = row.likely, row.players
    if likely is None or players is None:
        return "—"
    if likely > ORDINARY:
        return say(language, "ordinary")
    house = row.house
    who = say(language, "house" if house is not None and house < players else "players")
    if likely > RARE:
        return f"≤ 1/{number(int(1 / likely), language, 0)} {who}"
    return f"< 1/10{str(int(-log10(likely))).translate(POWERS)} {who}" if likely else f"< 1/10³⁰⁰ {who}"


def _plain(row: Row) -> dict[str, Any]:
    decided = row.bounded and row.house is None
    return {
        "game": row.game,
        "wager": row.wager,
        "dealer": row.dealer,
        "staked": row.staked,
        "took": row.took,
        "hold": str(Fraction(row.took, row.staked)) if row.staked else None,
        "edge": None if row.edge is None else str(row.edge),
        "players_at_most": row.players,
        "house_at_most": row.house,
        "at_most": row.likely,
        "method": None if not row.bounded else "best mean and range" if decided else "exact chances",
        "suspect": row.suspect,
    }
