"""A settlement line in words: the names in French and English, the section, and the instrument that enacted it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.lines import Line
from rules.registry import term
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class Edition:
    """Where a section's text comes from."""

    instrument: Term
    in_force: bool  # False: only a draft of it is among the texts (A1)


ORDER_2000 = Edition(Term("décret 111-2000 du 9 février 2000", "O.C. 111-2000, 9 February 2000"), in_force=True)
ORDER_2007 = Edition(Term("décret 1033-2007 du 28 novembre 2007", "O.C. 1033-2007, 28 November 2007"), in_force=True)
DRAFT_2000 = Edition(Term("projet de règlement de 2000", "draft by-law of 2000"), in_force=False)

EDITIONS = {  # chapter, first and last section within it
    ("21", 2, 4): DRAFT_2000,
    ("67", 22, 40): ORDER_2000,
    ("67", 41, 110): ORDER_2007,
    ("95", 1, 24): DRAFT_2000,
}


def edition(section: str) -> Edition:
    """The instrument behind a section.

    >>> edition("67.29").instrument.en, edition("95.22").in_force
    ('O.C. 111-2000, 9 February 2000', False)
    """
    chapter, _, number = section.partition(".")
    for (of, first, last), found in EDITIONS.items():
        if chapter == of and number.isdigit() and first <= int(number) <= last:
            return found
    raise KeyError(section)


@dataclass(frozen=True, slots=True)
class Explained:
    """One line, for people."""

    game: Term
    wager: Term
    outcome: Term
    hand: Term | None
    section: str
    readings: tuple[str, ...]
    edition: Edition


def explain(game: str, line: Line) -> Explained:
    """Every name that a person needs to understand the line."""
    hand = term(game, line.hand) if line.hand is not None else None
    return Explained(
        term(game, game),
        term(game, line.wager),
        term(game, line.outcome.value),
        hand,
        line.section,
        line.readings,
        edition(line.section),
    )
