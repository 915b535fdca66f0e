"""What a sheet is made of, and how it takes odds and names from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar

from rules.game import Options
from rules.lines import Odds, Readings
from rules.terms import COMMON, Term

ANNOUNCED = Term("« Rien ne va plus »", "“No more bets”")
BEFORE = Term("avant « Rien ne va plus »", "before “No more bets”")
MANDATORY = Term("obligatoire; limites de la table", "mandatory; table limits")
AFTER_LOOKING = Term("après avoir vu ses cartes", "after viewing the cards")

RANK_NAMES: Mapping[int, Term] = {  # of a pair
    6: Term("six", "sixes"),
    10: Term("dix", "tens"),
    12: Term("reines", "queens"),
    13: Term("rois", "kings"),
    14: Term("as", "aces"),
}


@dataclass(frozen=True, slots=True)
class Bet:
    """One wager, or several that are alike."""

    name: Term
    laid: Term  # whether it must be, and how much
    closes: Term
    wins: Term
    loses: Term
    section: str
    void: Term | None = None  # when it goes back
    of: tuple[str, ...] = ()  # the optional wagers of which alone it tells


@dataclass(frozen=True, slots=True)
class PayTable:
    """What is paid, line by line."""

    title: Term
    section: str
    rows: tuple[tuple[Term, Term], ...]
    of: tuple[str, ...] = ()  # the optional wagers of which alone it tells


@dataclass(frozen=True, slots=True)
class Sheet:
    """One game as a table posts it."""

    name: Term
    sections: tuple[str, str]  # the first and the last
    object: Term
    course: tuple[Term, ...]  # how a round goes
    valid: tuple[Term, ...]  # how a result is valid
    bets: tuple[Bet, ...]
    tables: tuple[PayTable, ...]
    special: tuple[Term, ...]
    readings: Readings
    decks: int | None = None
    orders: tuple[PayTable, ...] = field(default=())  # from the highest hand to the lowest
    choices: tuple[Term, ...] = ()  # what the house chose where the by-law leaves it, for whoever lays a wager


Kind = TypeVar("Kind", bound=IntEnum)
Part = TypeVar("Part", Bet, PayTable)


def shown(parts: Iterable[Part], missing: AbstractSet[str]) -> tuple[Part, ...]:
    """Leaves out what tells only of wagers that the table does not offer."""
    return tuple(part for part in parts if not part.of or not missing >= set(part.of))


def paid(odds: Odds) -> Term:
    """Puts odds into words.

    >>> paid((3, 2)).fr, paid((40, 1)).en  # on one line, wherever lines end
    ('3\\xa0à\\xa02', '40\\xa0to\\xa01')
    >>> paid((1000, 1)).fr, paid((1000, 1)).en  # as 67.63 writes it
    ('1\\xa0000\\xa0à\\xa01', '1000\\xa0to\\xa01')
    """
    to, per = odds
    return Term(f"{to:,}\u00a0à\u00a0{per}".replace(",", "\u00a0"), f"{to}\u00a0to\u00a0{per}")


def dollars(cents: int) -> Term:
    """A sum as both languages write it.

    >>> dollars(500_000).fr, dollars(250).en
    ('5\\xa0000\\xa0$', '$2.50')
    """
    written = f"{cents / 100:,.2f}" if cents % 100 else f"{cents // 100:,}"
    french = written.translate(str.maketrans(",.", "\u00a0,"))
    return Term(f"{french}\u00a0$", f"${written}")


def both(pattern: Term, **parts: Term | int | str) -> Term:
    """A sentence with names in it, in both languages."""

    def said(language: str) -> dict[str, object]:
        return {
            key: getattr(part, language) if isinstance(part, Term) else part  # a number is one in both
            for key, part in parts.items()
        }

    return Term(pattern.fr.format(**said("fr")), pattern.en.format(**said("en")))


def or_better(rank: int) -> Term:
    """A pair that must be so high: the words of 67.49."""
    name = RANK_NAMES[rank]
    return Term(f"Paire de {name.fr} et plus", f"Pair of {name.en} or better")


def pairs_or_better(rank: int) -> Term:
    """Two pairs of which the higher must be so high: the words of 67.50 and 67.63."""
    name = RANK_NAMES[rank]
    return Term(f"Double paire de {name.fr} et plus", f"Two pairs of {name.en} or better")


def pays(
    title: Term,
    section: str,
    table: Mapping[Kind, Odds],
    terms: Mapping[str, Term],
    names: Mapping[Kind, str],
    instead: Mapping[Kind, Term] | None = None,
    of: tuple[str, ...] = (),
) -> PayTable:
    """A pay table as the code has it, from the highest hand; `instead`: where a line asks for more than its name."""
    rows = []
    for combination in sorted(table, reverse=True):
        key = names[combination]
        rows.append(((instead or {}).get(combination) or terms.get(key) or COMMON[key], paid(table[combination])))
    return PayTable(title, section, tuple(rows), of)


def order(
    title: Term, section: str, kinds: Iterable[Kind], terms: Mapping[str, Term], names: Mapping[Kind, str]
) -> PayTable:
    """The combinations from the highest to the lowest."""
    rows = []
    for place, combination in enumerate(sorted(kinds, reverse=True), start=1):
        key = names[combination]
        rows.append((Term(str(place), str(place)), terms.get(key) or COMMON[key]))
    return PayTable(title, section, tuple(rows))


# -- what several games say in the same words -------------------------------------------------------------------------

CARDS_VALID = Term(
    "Le résultat est valide quand toutes les cartes dues ont été données, dans l'ordre, après l'annonce. Une carte "
    "manquante, en trop ou illisible suspend le coup, et le personnel autorisé en décide.",
    "A result is valid when every card that is due was dealt, in order, after the announcement. A card that is "
    "missing, "
    "too many or unreadable holds the round, and authorized personnel decide.",
)
HANDS_TURNED = Term(
    "Seule compte une main que le croupier a dévoilée.", "Only a hand that the dealer has turned up counts."
)
EXACT_PAYMENT = Term(
    "Une fraction de la plus petite unité payée profite au joueur.",
    "A fraction of the smallest unit paid goes to the player.",
)


def card_values(*runs: str) -> Term:
    """What cards are worth (67.22, A5), and in which runs alone the ace is low.

    >>> card_values("2-3", "2-3-4-5").en
    'Cards rank ace, king, queen, jack, 10 to 2. The ace also counts below the two, in A-2-3 and A-2-3-4-5 alone.'
    """
    return Term(
        "Les cartes valent, de la plus haute à la plus basse : as, roi, reine, valet, 10 à 2. L'as compte aussi avant "
        f"le deux, mais seulement dans {' et '.join(f'as-{run}' for run in runs)}.",
        "Cards rank ace, king, queen, jack, 10 to 2. The ace also counts below the two, in "
        f"{' and '.join(f'A-{run}' for run in runs)} alone.",
    )


def dealt(options: Options) -> Readings:
    """What is read into how poker games are dealt and compared: one deck a round, or two mixed together."""
    return ("A4" if options.decks == 2 else "A3", "A6", "A8", "A10")
