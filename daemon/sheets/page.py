"""A sheet in one language, as headed parts that text and HTML lay out in the same words and the same order."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from daemon.text.amounts import NBSP, money
from daemon.text.language import Language
from daemon.text.posting import limits, names, own_limits
from rules.game import Options, RuleError, unoffered
from rules.posting import all_offered, fewest
from rules.readings import READINGS
from rules.refusals import Because
from rules.registry import GAMES
from rules.ruleset import Document
from rules.sheets.model import Bet, PayTable, shown
from rules.terms import Term

Rows = tuple[tuple[str, str], ...]

WORDS = {
    "by_law": Term("Règlement sur les jeux de casino", "By-law respecting casino games"),
    "sections": Term("articles {first} à {last}", "sections {first} to {last}"),
    "draft": Term("projet", "draft"),
    "table": Term("Table {name}", "Table {name}"),
    "not_offered": Term("Non offertes à cette table : {wagers}", "Not offered at this table: {wagers}"),
    "rules": Term("Ensemble de règles {rules}", "Rule set {rules}"),
    "rules_name": Term(", « {name} »", ", “{name}”"),
    "rules_effective": Term(", en vigueur le {day}", ", in force from {day}"),
    "coming": Term("À compter du {day}, à la place : {facts}", "From {day} on, instead: {facts}"),
    "unit": Term("unité {amount}", "unit {amount}"),
    "places": Term("{n} places", "{n} places"),
    "one_deck": Term("1 paquet de 52 cartes", "1 deck of 52 cards"),
    "decks": Term("{n} paquets de 52 cartes mêlés", "{n} decks of 52 cards, mixed"),
    "object": Term("But du jeu", "Object of the game"),
    "course": Term("Déroulement", "How a round goes"),
    "valid": Term("Validité du résultat", "When a result is valid"),
    "orders": Term("Ordre des mains, de la plus haute à la plus basse", "Order of hands, from the highest"),
    "bets": Term("Mises", "Wagers"),
    "laid": Term("Montant", "Amount"),
    "closes": Term("Se fait", "Laid"),
    "wins": Term("Gagne", "Wins"),
    "loses": Term("Perd", "Loses"),
    "void": Term("Nulle", "Push"),
    "tables": Term("Rapports de paiement", "Payout odds"),
    "special": Term("Cas particuliers", "Special cases"),
    "shared_pool": Term(
        "Progressif que plusieurs tables partagent : les gains se suivent dans l'ordre où ils parviennent au registre"
        " commun, et non dans celui où les mains sont complétées. Quand le registre est hors d'atteinte, un gain est"
        " EN ATTENTE, sans montant; il reçoit celui que le registre lui donne à son arrivée (A105).",
        "A pool that several tables share: hits follow one another in the order in which they reach the common ledger,"
        " not in the one in which hands are completed. While the ledger is out of reach, a hit is PENDING without an"
        " amount; it gets the one that the ledger gives it when it arrives (A105).",
    ),
    "readings": Term("Lectures appliquées", "Readings applied"),
    "readings_why": Term(
        "Là où le texte n'est pas clair ou se tait, cette table l'applique ainsi :",
        "Where the text is unclear or silent, this table applies it so:",
    ),
}


@dataclass(frozen=True, slots=True)
class Posted:
    """What is posted where the sheet lies."""

    game: str
    options: Options
    table: str | None = None  # None: the by-law's defaults, of no table
    shares: bool = False  # a pool of the progressive, with other tables
    rules: str = ""  # the name of the rule set; "": of none
    document: Document | None = None  # what it says beside what is posted
    coming: Posted | None = None  # what is posted from a later day on


@dataclass(frozen=True, slots=True)
class Listed:
    """A heading with its section, and rows."""

    title: str
    section: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class Page:
    """A whole sheet, in one language."""

    language: Language
    posted: Posted
    title: str
    facts: tuple[str, ...]  # under the title
    object: str
    course: tuple[str, ...]
    valid: tuple[str, ...]
    orders: tuple[Listed, ...]
    bets: tuple[Listed, ...]
    tables: tuple[Listed, ...]
    special: tuple[str, ...]
    readings: Rows

    def say(self, key: str) -> str:
        """Returns a heading in the sheet's language."""
        return str(getattr(WORDS[key], self.language))


def page(posted: Posted, language: Language) -> Page:
    """The sheet of a game as it is posted; RuleError if nobody has written one."""
    game = GAMES[posted.game]
    options = posted.options
    if posted.table is None:
        options = replace(options, more={**game.unposted, **options.more}, offered=all_offered(game))
    missing = unoffered(game, options)
    if (sheet := game.sheet(options)) is None:
        raise RuleError("bad_request", Because.NO_SHEET_YET(game=posted.game))

    def said(term: Term) -> str:
        return _kept_together(getattr(term, language))

    def each(terms: tuple[Term, ...]) -> tuple[str, ...]:
        return tuple(map(said, terms))

    def listed(table: PayTable) -> Listed:
        return Listed(said(table.title), table.section, tuple((said(name), said(what)) for name, what in table.rows))

    def bet(bet: Bet) -> Listed:
        terms = {"laid": bet.laid, "closes": bet.closes, "wins": bet.wins, "loses": bet.loses, "void": bet.void}
        rows = tuple((said(WORDS[key]), said(term)) for key, term in terms.items() if term is not None)
        return Listed(said(bet.name), bet.section, rows)

    return Page(
        language,
        posted,
        said(sheet.name),
        _facts(posted, sheet.sections, sheet.decks, language) + _posting(posted, missing, language),
        said(sheet.object),
        each(sheet.course),
        each(sheet.valid),
        tuple(map(listed, sheet.orders)),
        tuple(map(bet, shown(sheet.bets, missing))),
        tuple(map(listed, shown(sheet.tables, missing))),
        (*each(sheet.special), *each((WORDS["shared_pool"],) if posted.shares else ())),
        tuple((reading, said(READINGS[reading])) for reading in sorted(sheet.readings, key=lambda one: int(one[1:]))),
    )


def _kept_together(said: str) -> str:
    """Signs stay with their words where a line ends."""
    for loose in ("« ", " »", " :", " %", " $"):
        said = said.replace(loose, loose.replace(" ", NBSP))
    return said


def _facts(posted: Posted, sections: tuple[str, str], decks: int | None, language: Language) -> tuple[str, ...]:
    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    options = posted.options
    game = GAMES[posted.game]
    law = [say("by_law"), say("sections", first=sections[0], last=sections[1])]
    law.append(str(getattr(game.edition.instrument, language)))
    facts = [", ".join(law)]
    here = [say("table", name=posted.table)] if posted.table else []
    here += limits(options, language)
    if posted.table:
        here.append(say("unit", amount=money(options.unit, language)))
    if posted.table and "shoe" in game.needs:
        here.append(say("places", n=options.seats))
    if decks is not None:
        here.append(say("one_deck") if decks == 1 else say("decks", n=decks))
    return (*facts, " · ".join(here)) if here else tuple(facts)


def _posting(posted: Posted, missing: frozenset[str], language: Language) -> tuple[str, ...]:
    """What is posted for single wagers, and the name of all that the table applies."""

    def say(key: str, **values: object) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    game, options, document = GAMES[posted.game], posted.options, posted.document or Document()
    facts = own_limits(posted.game, options, language)
    if posted.table and missing:
        facts.append(say("not_offered", wagers=names(posted.game, fewest(game.optional, missing), language)))
    if posted.rules:
        facts.append(
            say("rules", rules=posted.rules)
            + (say("rules_name", name=document.name) if document.name else "")
            + (say("rules_effective", day=document.effective) if document.effective else "")
        )
    if (coming := posted.coming) is not None and coming.document is not None:
        later = [*limits(coming.options, language), *_posting(coming, unoffered(game, coming.options), language)]
        facts.append(say("coming", day=coming.document.effective, facts=" · ".join(later)))
    return tuple(map(_kept_together, facts))


# -- what a sheet says, however it is laid out ------------------------------------------------------------------------

MARK = re.compile(r"croupier-sheet (?P<game>\w+) (?P<lang>fr|en) (?P<table>[a-z0-9-]+) (?P<print>[0-9a-f]{16})")
NO_TABLE = "-"


def fingerprint(text: str) -> str:
    """Hashes the words alone, and what a number counts: where lines break and how tables are drawn changes nothing.

    >>> fingerprint("Paire ..... 1 à 1") == fingerprint("Paire\\n1 à 1") != fingerprint("Paire 2 à 1")
    True
    >>> fingerprint("5 % de la mise") != fingerprint("5 $ de la mise")
    True
    """
    words = " ".join(re.findall(r"\w+|[%$]", text))
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def mark(page: Page, text: str) -> str:
    """The last line of a sheet: whose it is, and the fingerprint of all that stands above it."""
    posted = page.posted
    return f"croupier-sheet {posted.game} {page.language} {posted.table or NO_TABLE} {fingerprint(text)}"
