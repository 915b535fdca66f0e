"""A settlement line in words: the names in French and English, the section, and the instrument that enacted it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.editions import Edition
from rules.lines import Line
from rules.registry import GAMES, term
from rules.terms import Term


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
        GAMES[game].edition,
    )
