"""`croupierctl replay --reading A64=push`, `--all`: what a disputed reading of the by-law moved, counted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import typer

from daemon.text.amounts import dollars, money
from daemon.text.language import Language
from rules.terms import Term

if TYPE_CHECKING:
    from daemon.history.readings import Change, Choice, Moved
    from daemon.journal.keys import Keys
    from rules.lines import Line

WIDTH = 80
SHOWN = 20  # lines that a person is shown; programs get all
COLUMNS = "{:30}{:>8}{:>8}{:>11}{:>19}"
WORDS = {
    "counted": Term(
        "{rounds} coups du journal, réglés autrement.", "{rounds} rounds of the journal, settled otherwise."
    ),
    "as_they_were": Term(
        "Cartes, dés, mises et décisions sont ceux du journal.",
        "Cards, dice, wagers and decisions are the journal's.",
    ),
    "stands": Term("S'applique : {name}, {says}.", "Applied: {name}, {says}."),
    "instead": Term("Autrement : {name}, {says}.", "Otherwise: {name}, {says}."),
    "reading": Term("Lecture", "Reading"),
    "day": Term("Journée", "Gaming day"),
    "rounds": Term("Coups", "Rounds"),
    "lines": Term("Lignes", "Lines"),
    "unknown": Term("Inconnues", "Unknown"),
    "players": Term("Joueurs", "Players"),
    "total": Term("En tout", "In all"),
    "nothing": Term("Aucune ligne ne change.", "No line changes."),
    "more": Term("… et {n} autres lignes", "… and {n} more lines"),
    "not_settled": Term("non réglée", "not settled"),
    "unknown_note": Term(
        "Inconnues : lignes dont personne n'a compté la mise; leur différence n'est pas dans la somme.",
        "Unknown: lines whose stake nobody counted; their difference is not in the sum.",
    ),
    "not_counted": Term("Ne se comptent pas :", "Cannot be counted:"),
    "differs": Term(
        "Attention : {n} entrées ne se rejouent pas comme elles sont notées; voyez croupierctl replay.",
        "Note: {n} entries do not replay as they are recorded; see croupierctl replay.",
    ),
    "change": Term("Coup {round}, place {seat}, {wager} :", "Round {round}, seat {seat}, {wager}:"),
    "no_reading": Term(
        "{asked} : pas de telle lecture. Celles qui se comptent : {known}",
        "{asked}: no such reading. Those that can be counted: {known}",
    ),
    "uncounted": Term("{asked} ne se compte pas : {why}.", "{asked} cannot be counted: {why}."),
    "no_choice": Term(
        "{asked} : pas de tel choix. {number} a : {known}", "{asked}: no such choice. {number} has: {known}"
    ),
}


def say(language: Language, key: str, **values: object) -> str:
    """One of the words, with its blanks filled in."""
    return str(getattr(WORDS[key], language)).format(**values)


def chosen(asked: str, language: Language) -> Choice:
    """The reading and the choice that `A64=push` names; anything else is refused with what there is."""
    from daemon.history.readings import Choice
    from rules.alternatives.table import COUNTED, NOT_COUNTED

    number, _, name = asked.partition("=")
    reading = COUNTED.get(number.upper())
    if reading is None:
        if why := NOT_COUNTED.get(number.upper()):
            raise typer.BadParameter(say(language, "uncounted", asked=number, why=getattr(why, language)))
        raise typer.BadParameter(say(language, "no_reading", asked=asked[:40], known=", ".join(COUNTED)))
    if name not in reading.choices:
        known = ", ".join(reading.choices)
        raise typer.BadParameter(say(language, "no_choice", asked=asked[:40], number=reading.number, known=known))
    return Choice(reading, name)


def count(
    path: Path, parts: list[Path], keys: Keys, asked: Choice | None, language: Language, *, as_json: bool
) -> None:
    """Counts one reading, or without one all of them, in one pass over a journal or the files of a day."""
    from daemon.history.finished import Days, FinishedRounds, PastRound
    from daemon.history.readings import every_choice
    from daemon.history.replay import Replay
    from rules.alternatives.uncounted import NOT_COUNTED

    choices = [asked] if asked else every_choice()
    changes: list[Change] = []
    games: set[str] = set()
    rounds = 0

    def take(past: PastRound) -> None:
        nonlocal rounds
        rounds += 1
        games.add(past.ended.game)
        for choice in choices:
            found = choice.changes(past)
            if asked:
                changes.extend(found)

    differs = 0
    for part in parts:
        watching = FinishedRounds(Days(part), take, by_hand=True)
        differs += sum(1 for _ in Replay(part, keys, watching).differences())
        watching.close()
    if not asked:  # a game that was not dealt says nothing, nor does what stands, unless the house posts another
        choices = [
            choice
            for choice in choices
            if games.intersection(choice.reading.games)
            and (choice.name != choice.reading.default or choice.total.lines)
        ]
    if as_json:
        said: dict[str, Any] = {
            "journal": str(path),
            "rounds": rounds,
            "differences": differs,
            "readings": [_plain(choice) for choice in choices],
        }
        if asked:
            said["changes"] = [_plain_change(change) for change in changes]
        else:
            said["not_counted"] = {number: why._asdict() for number, why in NOT_COUNTED.items()}
        sys.stdout.write(json.dumps(said, ensure_ascii=False) + "\n")
        return
    page = _one(choices[0], changes, language, games) if asked else _all(choices, language)
    lines = [say(language, "counted", rounds=rounds), say(language, "as_they_were"), "", *page]
    if differs:
        lines += ["", *wrap(say(language, "differs", n=differs), WIDTH)]
    sys.stdout.write("\n".join(lines) + "\n")


def _one(choice: Choice, changes: list[Change], language: Language, games: set[str]) -> Iterator[str]:
    reading = choice.reading
    for key, name in (("stands", reading.default), ("instead", choice.name)):
        text = say(language, key, name=f"{reading.number}={name}", says=getattr(reading.choices[name], language))
        yield from wrap(text, WIDTH, break_on_hyphens=False)
    yield ""
    if not changes:
        yield say(language, "nothing")
        return
    game = next(iter(games.intersection(reading.games)))
    for change in changes[:SHOWN]:
        yield from _change(change, game, language)
    if len(changes) > SHOWN:
        yield say(language, "more", n=len(changes) - SHOWN)
    yield ""
    yield _head("day", language)
    for day, moved in choice.days.items():
        yield _row(day, moved, language)
    yield _row(say(language, "total"), choice.total, language)
    yield from _unknown([choice], language)


def _all(choices: list[Choice], language: Language) -> Iterator[str]:
    from rules.alternatives.uncounted import NOT_COUNTED

    yield _head("reading", language)
    for choice in choices:
        yield _row(f"{choice.reading.number}={choice.name}", choice.total, language)
        yield from wrap(getattr(choice.reading.choices[choice.name], language), WIDTH, initial_indent="   ")
    yield from _unknown(choices, language)
    yield ""
    yield say(language, "not_counted")
    for why in dict.fromkeys(NOT_COUNTED.values()):
        numbers = ", ".join(number for number, other in NOT_COUNTED.items() if other == why)
        colon = "\u00a0:" if language == "fr" else ":"
        yield from wrap(
            f"{getattr(why, language)}{colon} {numbers}", WIDTH, initial_indent="  ", subsequent_indent="    "
        )


def _head(first: str, language: Language) -> str:
    return COLUMNS.format(*(say(language, key) for key in (first, "rounds", "lines", "unknown", "players"))).rstrip()


def _row(first: str, moved: Moved, language: Language) -> str:
    return COLUMNS.format(first, moved.rounds, moved.lines, moved.unknown, signed(moved.net, language))


def _unknown(choices: list[Choice], language: Language) -> list[str]:
    counted = any(choice.total.unknown for choice in choices)
    return wrap(say(language, "unknown_note"), WIDTH) if counted else []


def signed(cents: int, language: Language) -> str:
    """A difference: more has its sign, too.

    >>> signed(1500, "en"), signed(-1500, "fr"), signed(0, "en")
    ('+$15.00', '\u221215,00\\xa0$', '$0.00')
    """
    from fractions import Fraction

    return ("+" if cents > 0 else "") + dollars(Fraction(cents, 100), language)


def _change(change: Change, game: str, language: Language) -> list[str]:
    from rules.registry import term

    wager = getattr(term(game, change.wager), language)
    where = say(language, "change", round=change.round, seat=change.seat, wager=wager)
    settled = f"{_settled(change.before, game, language)} → {_settled(change.after, game, language)}"
    moved = "?" if change.net is None else signed(change.net, language)
    return wrap(f"{where} {settled}; {moved}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _settled(line: Line | None, game: str, language: Language) -> str:
    from rules.registry import term

    if line is None:
        return say(language, "not_settled")
    outcome = getattr(term(game, line.outcome.value), language)
    odds = "" if line.odds is None else f" {line.odds.replace(':', ' à ' if language == 'fr' else ' to ')}"
    paid = "" if line.won is None or line.returned is None else f", {money(line.won + line.returned, language)}"
    return f"{outcome}{odds}{paid}"


def _plain(choice: Choice) -> dict[str, Any]:
    reading = choice.reading
    return {
        "reading": reading.number,
        "applied": reading.default,
        "choice": choice.name,
        **reading.choices[choice.name]._asdict(),
        **_plain_moved(choice.total),
        "days": {day: _plain_moved(moved) for day, moved in choice.days.items()},
    }


def _plain_moved(moved: Moved) -> dict[str, int]:
    return {"rounds": moved.rounds, "lines": moved.lines, "unknown": moved.unknown, "net": moved.net}


def _plain_change(change: Change) -> dict[str, Any]:
    from daemon.history.readings import TOLD

    def told(line: Line | None) -> dict[str, Any] | None:
        return None if line is None else {name: getattr(line, name) for name in TOLD}

    return {**change._asdict(), "before": told(change.before), "after": told(change.after)}
