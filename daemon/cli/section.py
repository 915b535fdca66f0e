"""`croupierctl section`: what a section says, where its versions diverge, how it is read, and what that costs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daemon.cli.options import (
    DEFAULT_CONFIG,
    ConfigOption,
    JsonOption,
    LanguageOption,
    TableOption,
    choose_language,
    table_settings,
)
from daemon.cli.posted import in_force
from daemon.text.amounts import percent
from daemon.text.language import Language
from rules.game import Options
from rules.terms import Term

if TYPE_CHECKING:
    from rules.sections.model import Section

WIDTH, HALF = 80, 38
LAST = 5  # rounds that are named
Edges = dict[tuple[str, str], Fraction]  # by game and wager: what the house keeps of a unit
WORDS = {
    "ours": Term("En nos mots; le texte officiel seul fait foi.", "In our words; the official text alone is the law."),
    "french": Term("Français", "Français"),
    "english": Term("English", "English"),
    "english_only": Term(
        "Parmi les textes, seule la version anglaise est authentique; le français est d'usage.",
        "Among the texts the English version alone is authentic; the French is customary.",
    ),
    "apart": Term("Où les deux versions divergent", "Where the two versions diverge"),
    "not_apart": Term("Les deux versions disent la même chose.", "The two versions say the same."),
    "readings": Term("Lectures appliquées", "Readings applied"),
    "no_readings": Term("Aucune lecture n'est nécessaire.", "No reading is needed."),
    "edge": Term("Avantage de la maison", "House edge"),
    "of": Term("{wagers} : {edge}", "{wagers}: {edge}"),
    "otherwise": Term("{name} : {says}", "{name}: {says}"),
    "instead": Term("{wagers} : {before} → {after}", "{wagers}: {before} → {after}"),
    "and_more": Term("{wager} et {n} autres", "{wager} and {n} more"),
    "uncounted": Term("Autrement : ne se compte pas; {why}.", "Otherwise: not countable; {why}."),
    "decided": Term("Coups décidés par cet article : {n}.", "Rounds that this section decided: {n}."),
    "last": Term("Les derniers : {rounds}.", "The last: {rounds}."),
    "unknown": Term("{asked} : pas de tel article parmi les textes.", "{asked}: no such section among the texts."),
    "nearest": Term(" Les plus proches : {near}", " The nearest: {near}"),
}


def section(
    number: Annotated[str, typer.Argument(metavar="SECTION", help="its number, like 67.82", show_default=False)],
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="FILE|FOLDER", exists=True, help="which rounds it decided there"),
    ] = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """What a section of the by-law says, how it is read here, what that costs, and the rounds that it decided."""
    from daemon.history.decided import rounds_decided
    from rules.sections.table import SECTIONS, nearest

    options: dict[str, Options] = {}
    if table:
        settings = table_settings(config, table)
        journal, lang = journal or settings.journal, lang or settings.site.language
        options = {settings.table.game: settings.for_odds(in_force(settings).options)}
    language = choose_language(lang)
    if (found := SECTIONS.get(number)) is None:
        near = ", ".join(nearest(number))
        refused = say(language, "unknown", asked=number[:20]) + (say(language, "nearest", near=near) if near else "")
        raise typer.BadParameter(refused, param_hint="SECTION")
    rounds = None if journal is None else rounds_decided(journal, number)
    edges = edges_of(number, options)
    if as_json:
        sys.stdout.write(json.dumps(_plain(found, edges, rounds), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("\n".join(_page(found, edges, rounds, language)) + "\n")


def say(language: Language, key: str, **values: object) -> str:
    """One of the words, with its blanks filled in."""
    return str(getattr(WORDS[key], language)).format(**values)


def edges_of(number: str, options: dict[str, Options]) -> Edges:
    """What the house keeps of each wager that the section decides, where that was counted."""
    from rules.odds.table import odds
    from rules.sections.table import decided

    found: Edges = {}
    for game, wager in decided(number):
        if (chance := odds(game, options.get(game, Options())).wagers.get(wager)) is not None:
            found[game, wager] = chance.edge
    return found


def costs_of(number: str) -> dict[str, Edges]:
    """What the house keeps under each choice of a reading, where that was counted."""
    from rules.alternatives.table import COUNTED
    from rules.odds.alternatives import edges

    if (reading := COUNTED.get(number)) is None:
        return {}
    game = next(iter(reading.games))
    return {
        choice: {(game, wager): edge for wager, edge in edges(number, choice).items()} for choice in reading.choices
    }


def _page(found: Section, edges: Edges, rounds: list[int] | None, language: Language) -> Iterator[str]:
    yield f"{found.number}  {getattr(found.edition.instrument, language)}"
    yield say(language, "ours")
    yield ""
    yield f"{say(language, 'french'):{HALF}}    {say(language, 'english')}"
    for fr, en in zip_longest(wrap(found.says.fr, HALF), wrap(found.says.en, HALF), fillvalue=""):
        yield f"{fr:{HALF}}    {en}".rstrip()
    yield ""
    yield from _versions(found, language)
    yield ""
    yield say(language, "readings" if found.readings else "no_readings")
    for reading in found.readings:
        yield from _reading(reading, language)
    if edges:
        yield ""
        yield say(language, "edge")
        for edge, wagers in _alike(edges):
            yield from wrap(
                say(language, "of", wagers=_named(wagers, language), edge=percent(edge, language)),
                WIDTH,
                initial_indent="  ",
            )
    if rounds is not None:
        yield ""
        yield say(language, "decided", n=len(rounds))
        if rounds:
            yield say(language, "last", rounds=", ".join(map(str, rounds[-LAST:])))


def _versions(found: Section, language: Language) -> Iterator[str]:
    if not found.french:
        yield from wrap(say(language, "english_only"), WIDTH)
    elif found.diverges is None:
        yield say(language, "not_apart")
    else:
        yield say(language, "apart")
        yield from wrap(getattr(found.diverges, language), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _reading(number: str, language: Language) -> Iterator[str]:
    from rules.alternatives.table import COUNTED, NOT_COUNTED
    from rules.readings import READINGS

    def lines(text: str, indent: str = " " * 6) -> list[str]:
        return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=" " * 8, break_on_hyphens=False)

    first, *others = wrap(getattr(READINGS[number], language), WIDTH - 6, break_on_hyphens=False)
    yield f"{number:6}{first}"
    yield from (" " * 6 + other for other in others)
    if number in NOT_COUNTED:
        yield from lines(say(language, "uncounted", why=getattr(NOT_COUNTED[number], language)))
        return
    reading, costs = COUNTED[number], costs_of(number)
    for choice in reading.others:
        says = getattr(reading.choices[choice], language)
        yield from lines(say(language, "otherwise", name=f"{number}={choice}", says=says))
        before = costs[reading.default]
        moved = {key: (before[key], edge) for key, edge in costs[choice].items() if edge != before[key]}
        for (was, now), wagers in _alike(moved):
            told = {"before": percent(was, language, 2), "after": percent(now, language, 2)}
            yield from lines(say(language, "instead", wagers=_named(wagers, language), **told), " " * 8)


def _alike(edges: dict[tuple[str, str], Any]) -> Iterable[tuple[Any, list[tuple[str, str]]]]:
    """Wagers of one worth are told together."""
    found: dict[Any, list[tuple[str, str]]] = {}
    for key, edge in edges.items():
        found.setdefault(edge, []).append(key)
    return found.items()


def _named(wagers: list[tuple[str, str]], language: Language) -> str:
    from rules.registry import term

    game, wager = wagers[0]
    name = str(getattr(term(game, wager), language))
    return name if len(wagers) == 1 else say(language, "and_more", wager=name, n=len(wagers) - 1)


def _plain(found: Section, edges: Edges, rounds: list[int] | None) -> dict[str, Any]:
    from rules.alternatives.table import COUNTED, NOT_COUNTED
    from rules.readings import READINGS

    def one(number: str) -> dict[str, Any]:
        said: dict[str, Any] = {"number": number, **READINGS[number]._asdict()}
        if number in NOT_COUNTED:
            return said | {"not_countable": NOT_COUNTED[number]._asdict()}
        reading, costs = COUNTED[number], costs_of(number)
        return said | {
            "applied": reading.default,
            "choices": {
                name: {**says._asdict(), "edges": _told(costs[name])} for name, says in reading.choices.items()
            },
        }

    return {
        "section": found.number,
        "says": found.says._asdict(),
        "instrument": found.edition.instrument._asdict(),
        "in_force": found.edition.in_force,
        "authentic": ["fr", "en"] if found.french else ["en"],
        "diverges": found.diverges and found.diverges._asdict(),
        "readings": [one(number) for number in found.readings],
        "edges": _told(edges),
        "rounds": None if rounds is None else len(rounds),
        "last": rounds and rounds[-LAST:],
    }


def _told(edges: Edges) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for (game, wager), edge in edges.items():
        found.setdefault(game, {})[wager] = str(edge)
    return found
