"""A settlement line in words: the names in French and English, the section, and the instrument that enacted it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.editions import Edition
from rules.lines import Line
from rules.registry import GAMES, term
from rules.terms import Term

BESIDE = {"commission": "taken", "commission_refund": "paid"}  # lines of no wager: what became of the money


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


def outcome(game: str, line: Line) -> Term:
    """What became of a wager. A commission is none: it neither wins nor loses, but is taken, or refunded (95.17).

    >>> from rules.lines import Outcome
    >>> outcome("craps", Line("1", "commission", Outcome.LOSE, None, 100, 0, 0, "95.17")).fr
    'perçue'
    """
    return term(game, BESIDE.get(line.wager, line.outcome.value))


def explain(game: str, line: Line) -> Explained:
    """Every name that a person needs to understand the line."""
    hand = term(game, line.hand) if line.hand is not None else None
    return Explained(
        term(game, game),
        term(game, line.wager),
        outcome(game, line),
        hand,
        line.section,
        line.readings,
        GAMES[game].edition,
    )
