"""The form on which a round is written while croupier is dead: made of what the game itself declares.

Text and HTML say the same. Each printed form has a number of its own, by which it is entered once.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape

from daemon.sheets.page import Posted
from daemon.text.language import Language
from rules.capabilities import Continues, Metered, MovesChips
from rules.game import Game
from rules.registry import GAMES, term
from rules.terms import COMMON, Term

WIDTH = 80
MOST_COLUMNS = 6  # wagers that a form can name one by one; of more, each row is for any
ANY_ROWS, ROLLS = 14, 10
NOT_LAID = "commission"  # what the house takes has a section, and is no wager

WORDS = {
    "title": Term("Coup joué à la main", "Round dealt by hand"),
    "title_room": Term("Partie jouée à la main", "Game dealt by hand"),
    "number": Term("Formulaire", "Form"),
    "rules": Term("Règles", "Rules"),
    "table": Term("Table", "Table"),
    "date": Term("Date", "Date"),
    "hour": Term("Heure", "Time"),
    "day": Term("Journée", "Gaming day"),
    "dealer": Term("Croupier", "Dealer"),
    "supervisor": Term("Superviseur", "Supervisor"),
    "write": Term(
        "Écran éteint : terminez ce qui est commencé et écrivez ce qui est misé, montré, décidé et remis (mise "
        "comprise); laissez vide ce que personne n'a vu.",
        "Screen dark: finish what was begun and write what is laid, shown, decided and handed over (stake included); "
        "leave empty what nobody has seen.",
    ),
    "enter": Term(
        "Ensuite deux personnes, dont un superviseur, l'entrent par enter_past_round, avec ce numéro, qui ne sert "
        "qu'une fois, et le nom de ces règles.",
        "Afterwards two persons, one of them a supervisor, enter it by enter_past_round, with this number, which "
        "serves once, and the name of these rules.",
    ),
    "cards": Term("Cartes montrées", "Cards shown"),
    "against": Term("Croupier contre cette place", "Dealer against this seat"),
    "decision": Term("Décision", "Decision"),
    "wager": Term("Mise", "Wager"),
    "laid": Term("misé", "laid"),
    "handed": Term("remis", "handed"),
    "before": Term("avant le jet", "before roll"),
    "dice": Term("Dés", "Dice"),
    "roll": Term("Jet {n}", "Roll {n}"),
    "no_roll": Term("ou coup nul, motif", "or no roll, ground"),
    "puck": Term("Rondelle à la place", "Puck at seat"),
    "progressive": Term("Mises au progressif, nombre", "Wagers on the progressive, number"),
    "differs": Term("Remarques", "Remarks"),
    "signatures": Term("Signatures", "Signatures"),
    "entered": Term("Entré : coup nº", "Entered: round no."),
    "by": Term("par", "by"),
}


@dataclass(frozen=True, slots=True)
class Form:
    """One form, in one language; every field is a label beside which somebody writes."""

    language: Language
    number: str
    rules: str  # the name of the set in force; "": of no table
    title: str
    head: tuple[str, ...]
    says: tuple[str, str]
    seats: tuple[str, ...]  # names of places; nothing: whoever comes
    about: tuple[str, ...]  # of each seat, beside its wagers
    wagers: tuple[tuple[str, str, bool], ...]  # name, section, and whether anything is laid; nothing: any wager
    rolls: bool  # several, and wagers between them
    common: tuple[str, ...]  # of the whole round
    foot: tuple[str, ...]

    def say(self, key: str) -> str:
        """Returns a word in the form's language."""
        return str(getattr(WORDS[key], self.language))


def number(table: str | None, now: datetime, copy: int) -> str:
    """What no other form of the table has: when it was printed, and which of the copies it is.

    >>> number("bj-3", datetime(2026, 11, 18, 16, 43, 12), 7)
    'bj-3-20261118-164312-07'
    """
    return f"{table or 'form'}-{now:%Y%m%d-%H%M%S}-{copy:02}"


def form(posted: Posted, language: Language, numbered: str) -> Form:
    """The form of a game as it is posted."""
    game = GAMES[posted.game]

    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    dealt = "shoe" in game.needs
    wagers = tuple(_wagers(game, language))
    few = len(wagers) <= MOST_COLUMNS
    seat, name = getattr(COMMON["seat"], language), getattr(term(posted.game, posted.game), language)
    return Form(
        language,
        numbered,
        posted.rules,
        f"{say('title_room' if isinstance(game, MovesChips) else 'title')} · {name}",
        (f"{say('table')} {posted.table}" if posted.table else say("table"), say("date"), say("hour"), say("day"),
         say("dealer"), say("supervisor")),
        (say("write"), say("enter")),
        tuple(f"{seat} {n}" for n in range(1, posted.options.seats + 1)) if few and dealt else (),
        tuple(_about(game, language)) if few and dealt else (),
        wagers if few else (),
        isinstance(game, Continues),
        tuple(_common(game, language)),
        (say("differs"), say("signatures"), say("entered"), say("by")),
    )  # fmt: skip


def _wagers(game: Game, language: Language) -> Iterator[tuple[str, str, bool]]:
    for wager, section in game.sections.items():
        if wager != NOT_LAID:
            yield str(getattr(term(game.name, wager), language)), section, True
    yield from ((str(getattr(term(game.name, bonus), language)), "", False) for bonus in game.bonuses)


def _about(game: Game, language: Language) -> Iterator[str]:
    yield str(getattr(WORDS["cards"], language))
    if game.against_each:
        yield str(getattr(WORDS["against"], language))
    yield str(getattr(WORDS["decision"], language))


def _common(game: Game, language: Language) -> Iterator[str]:
    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    if isinstance(game, MovesChips):
        yield say("puck")
    if "shoe" in game.needs:
        yield f"{getattr(game.hand_name(game.common_hand), language)}, {say('cards').lower()}"
    if isinstance(game, Continues):
        yield from (f"{say('roll', n=n)}, {say('no_roll')}" for n in range(1, ROLLS + 1))
    elif game.dice:
        yield say("dice")
    if isinstance(game, Metered):
        yield say("progressive")


# -- as text ----------------------------------------------------------------------------------------------------------


def form_text(form: Form) -> str:
    """Writes the form as plain text, 80 columns wide."""
    named = [f"{form.say('rules')} {form.rules}"] if form.rules else [*_filled([form.say("rules")], 2)]
    lines = ["═" * WIDTH, form.title.upper(), f"{form.say('number')} {form.number}", *named, "═" * WIDTH]
    lines += [line for said in form.says for line in textwrap.wrap(said, WIDTH, break_on_hyphens=False)]
    lines += ["", *_filled(form.head, 2)]
    for seat in form.seats:
        lines += ["", seat.upper(), *_filled(form.about, 2), *_laid(form)]
    if not form.seats:
        cells = ((label, width) for label, width in zip(_cells(form), (3, 12, 8, 8, 3), strict=False))
        lines += ["", *["  ".join(f"{label} {'_' * width}" for label, width in cells)] * ANY_ROWS]
    lines += ["", *_filled(form.common, 1), "", *_filled(form.foot[:2], 1), *_filled(form.foot[2:], 2)]
    return "\n".join(lines) + "\n"


def _cells(form: Form) -> list[str]:
    """The columns of a form on which any wager may stand."""
    seat = str(getattr(COMMON["seat"], form.language))
    before = [form.say("before")] if form.rolls else []
    return [seat, form.say("wager"), form.say("laid"), form.say("handed"), *before]


def _laid(form: Form) -> Iterator[str]:
    for name, section, laid in form.wagers:
        label = textwrap.shorten(f"{name} ({section})" if section else name, 34, placeholder="…")
        amount = f"{form.say('laid')} {'_' * 10}" if laid else " " * (len(form.say("laid")) + 11)
        yield f"  {label:.<36} {amount}  {form.say('handed')} {'_' * 10}"


def _filled(labels: Iterable[str], beside: int) -> Iterator[str]:
    """Labels with a line to write on, so many in a row."""
    every, width = list(labels), WIDTH // beside - 2
    for at in range(0, len(every), beside):
        row = [f"{label} " + "_" * max(6, width - len(label) - 1) for label in every[at : at + beside]]
        yield "  ".join(row)


# -- as one printable page --------------------------------------------------------------------------------------------

STYLE = """
@page { size: letter; margin: 10mm; }
body { margin: 0 auto; max-width: 60rem; color: #1b1b1b;
  font: 10pt/1.3 "Source Sans 3", "Segoe UI", Arial, sans-serif; }
section { padding: 1rem; break-after: page; }
h1 { margin: 0; color: #0b5d3b; font-size: 14pt; }
header { border-bottom: 3px double #0b5d3b; display: flex; justify-content: space-between; align-items: baseline; }
header b { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
p { margin: .3rem 0; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem 1rem; margin: .4rem 0; }
dt { border-bottom: 1px solid #555; min-height: 1.7rem; padding-top: .5rem; }
table { width: 100%; border-collapse: collapse; margin: .4rem 0; }
th, td { border: 1px solid #555; padding: .1rem .3rem; height: 1.7rem; text-align: left;
  font-weight: normal; font-size: 8pt; }
thead th { height: auto; vertical-align: bottom; }
"""


def form_html(forms: Iterable[Form]) -> str:
    """Writes forms as HTML, each on one page; no script, no font, no picture from anywhere."""
    every = list(forms)
    pages = "\n".join(map(_page, every))
    return (
        f'<!DOCTYPE html>\n<html lang="{every[0].language}-CA">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(every[0].title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{pages}\n</body>\n</html>\n"
    )


def _page(form: Form) -> str:
    says = "".join(f"<p>{escape(said)}</p>" for said in form.says)
    return (
        f"<section><header><h1>{escape(form.title)}</h1>"
        f"<b>{escape(form.say('number'))} {escape(form.number)}<br>{escape(form.say('rules'))} "
        f"{escape(form.rules or '_' * 30)}</b></header>\n"
        f"{says}\n{_blanks(form.head)}\n{_table(form)}\n{_blanks(form.common)}\n{_blanks(form.foot)}\n</section>"
    )


def _blanks(labels: Iterable[str]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(label)}</dt>" for label in labels) + "</dl>"


def _table(form: Form) -> str:
    heads, rows = _cells(form), [""] * ANY_ROWS
    if form.seats:
        heads, rows = [heads[0], *form.about], list(form.seats)
        for name, section, is_laid in form.wagers:
            said = f"{name} ({section})" if section else name
            heads += [f"{said}, {form.say('laid')}"] * is_laid + [f"{said}, {form.say('handed')}"]
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr><th>{escape(row)}</th>{'<td></td>' * (len(heads) - 1)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
