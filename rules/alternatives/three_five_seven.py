"""3-5-7 Poker read otherwise: A36 to A38 (A37 also at Boston Poker, 67.63)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules import boston
from rules.alternatives.boston import listed
from rules.alternatives.model import Ended, Lines, Reading, pays, taken
from rules.alternatives.ranks import five_ace_high
from rules.cards import Card
from rules.game import DEALER
from rules.lines import Line, Odds
from rules.ranking import SHIFT, Five, five, ranks_of
from rules.terms import Term
from rules.three_five_seven import (
    FIVE_CARDS,
    GAME,
    SEVEN_CARDS,
    SHOWN_FIRST,
    SIX,
    TEN,
)

TWO_PAIRS: Mapping[str, Callable[[int, int], bool]] = {  # by choice: the higher and the lower pair that are paid
    "higher": lambda high, _: high >= TEN,
    "both": lambda _, low: low >= TEN,
    "any": lambda *_: True,
}


def low_ace(ended: Ended, choice: str) -> Lines:
    """67.41: whether A-2-3-4-5 of several suits is a straight (A36)."""
    if choice == "straight":
        return ended.lines
    return ended.citing("A36", lambda line: _paid(line, _odds(line, five_ace_high(_cards(ended, line))), ended))


def two_pairs(ended: Ended, choice: str) -> Lines:
    """67.50, 67.63: two pairs “of tens or better” (A37)."""
    fits = TWO_PAIRS[choice]
    if ended.game == boston.GAME.name:
        return listed(ended, fits)

    def paid(line: Line) -> Line:
        high, _, low, *_ = ranks_of(five(_cards(ended, line)))
        return _paid(line, SEVEN_CARDS[Five.TWO_PAIRS] if fits(high, low) else None, ended)

    return ended.citing("A37", paid)


def dealers_pair(ended: Ended, choice: str) -> Lines:
    """67.49: a pair that lies in the dealer's cards alone (A38)."""
    return ended.lines if choice == "counts" else ended.citing("A38", taken)


def _cards(ended: Ended, line: Line) -> tuple[Card, ...]:
    dealer = ended.shown(DEALER)
    return ended.shown(line.seat) + (dealer[:SHOWN_FIRST] if line.wager == "five" else dealer)


def _odds(line: Line, strength: int) -> Odds | None:
    """67.49, 67.50: of a pair or two pairs, only sixes or tens and better."""
    combination, high = Five(strength >> SHIFT), ranks_of(strength)[0]
    if line.wager == "five":
        return None if combination is Five.PAIR and high < SIX else FIVE_CARDS.get(combination)
    return None if combination is Five.TWO_PAIRS and high < TEN else SEVEN_CARDS.get(combination)


def _paid(line: Line, odds: Odds | None, ended: Ended) -> Line:
    return taken(line) if odds is None else pays(line, odds, ended.options.unit)


READINGS = (
    Reading(
        "A36",
        (GAME.name,),
        {
            "straight": Term("as-2-3-4-5 est une séquence", "A-2-3-4-5 is a straight"),
            "straight_flush_only": Term(
                "as-2-3-4-5 ne compte que d'une seule couleur", "A-2-3-4-5 counts in one suit only"
            ),
        },
        low_ace,
    ),
    Reading(
        "A37",
        (GAME.name, boston.GAME.name),
        {
            "higher": Term("la plus haute paire est de dix ou plus", "the higher pair is tens or better"),
            "both": Term("les deux paires sont de dix ou plus", "both pairs are tens or better"),
            "any": Term("toute double paire", "any two pairs"),
        },
        two_pairs,
    ),
    Reading(
        "A38",
        (GAME.name,),
        {
            "counts": Term("la paire du croupier seul compte", "a pair of the dealer's cards alone counts"),
            "does_not_count": Term("la paire du croupier seul ne compte pas", "a pair of his cards alone does not"),
        },
        dealers_pair,
    ),
)
