"""67.91: the games of the house, as data (A91). Another game is one more entry here."""

from __future__ import annotations

from typing import NamedTuple

from rules.poker_room import HIGH, HIGH_LOW, LOW
from rules.terms import Term

BLINDS, FORCED = "blinds", "forced"  # 67.88 (9), (10): how the first betting round begins


class Street(NamedTuple):
    """67.88 (17): a dealing round, what it deals and to whom; a betting round follows."""

    name: Term
    burn: bool = False  # one card from the top first (67.88 (4), A75)
    down: int = 0  # to each player, face down
    up: int = 0  # then to each player, face up
    board: int = 0  # then face up, for all
    big: bool = False  # at a fixed limit the big bet is bet


class Variant(NamedTuple):
    """One game of the house."""

    term: Term
    streets: tuple[Street, ...]
    pays: str = HIGH  # 67.88 (13) to (15)
    from_hand: int | None = None  # so many cards of a player's own count, exactly; None: the best of all
    opening: str = BLINDS
    seats: int = 10  # the most players

    @property
    def faces(self) -> tuple[bool, ...]:
        """Which of a player's own cards are dealt face up."""
        return tuple(face for street in self.streets for face in (False,) * street.down + (True,) * street.up)


def _with_board(first: int) -> tuple[Street, ...]:
    return (
        Street(Term("Premières cartes", "Hole cards"), down=first),
        Street(Term("Flop", "Flop"), burn=True, board=3),
        Street(Term("Tournant", "Turn"), burn=True, board=1, big=True),
        Street(Term("Rivière", "River"), burn=True, board=1, big=True),
    )


_STUD = (
    Street(Term("Troisième carte", "Third street"), down=2, up=1),
    Street(Term("Quatrième carte", "Fourth street"), burn=True, up=1),
    Street(Term("Cinquième carte", "Fifth street"), burn=True, up=1, big=True),
    Street(Term("Sixième carte", "Sixth street"), burn=True, up=1, big=True),
    Street(Term("Septième carte", "Seventh street"), burn=True, down=1, big=True),
)

VARIANTS: dict[str, Variant] = {
    "texas_holdem": Variant(Term("Texas hold'em", "Texas hold'em"), _with_board(2)),
    "omaha": Variant(Term("Omaha", "Omaha"), _with_board(4), from_hand=2),
    "omaha_high_low": Variant(
        Term("Omaha haut-bas, huit ou mieux", "Omaha high-low, eight or better"), _with_board(4), HIGH_LOW, from_hand=2
    ),
    "seven_card_stud": Variant(Term("Stud à sept cartes", "Seven-card stud"), _STUD, opening=FORCED, seats=8),
    "seven_card_stud_high_low": Variant(
        Term("Stud à sept cartes haut-bas, huit ou mieux", "Seven-card stud high-low, eight or better"),
        _STUD,
        HIGH_LOW,
        opening=FORCED,
        seats=8,
    ),
    "razz": Variant(Term("Stud bas à sept cartes (razz)", "Seven-card low stud (razz)"), _STUD, LOW, None, FORCED, 8),
}
