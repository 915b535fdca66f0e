"""Baccarat, as far as an Angel Eye plays it by itself: where each card goes, when the hand is over, who won."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card

PLAYER, BANKER = 0, 1
PLAYER_WINS, TIE, BANKER_WINS = 1, 2, 4
NATURAL, FIRST_CARDS = 8, 4
WORTH = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}  # the others as they are numbered
EVERY = range(10)
DRAWS_ON = (EVERY, EVERY, EVERY, (0, 1, 2, 3, 4, 5, 6, 7, 9), (2, 3, 4, 5, 6, 7), (4, 5, 6, 7), (6, 7), ())  # by points


def points(cards: Sequence[Card]) -> int:
    """Aces are one, tens and figures nothing; of the sum, its last digit.

    >>> points([Card.parse(name) for name in ("Ah", "9c", "Ts", "8d")])
    8
    """
    return sum(map(_worth, cards)) % 10


def place(dealt: Sequence[Card]) -> tuple[int, int] | None:
    """Whose is the next card, and which of his; None: the hand is over."""
    player, banker = hands(dealt)
    if len(dealt) < FIRST_CARDS:
        return len(dealt) % 2, len(dealt) // 2 + 1
    if max(points(player[:2]), points(banker[:2])) >= NATURAL or len(banker) > 2:
        return None
    if len(player) == 2 and points(player) <= 5:
        return PLAYER, 3
    draws = points(banker) <= 5 if len(player) == 2 else _worth(player[2]) in DRAWS_ON[points(banker)]
    return (BANKER, 3) if draws else None


def hands(dealt: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """The player's cards and the banker's; the fifth is the player's if he draws at all."""
    first, more = dealt[:FIRST_CARDS], list(dealt[FIRST_CARDS:])
    player, banker = list(first[::2]), list(first[1::2])
    if more and points(player) <= 5:
        player.append(more.pop(0))
    return player, banker + more


def result(dealt: Sequence[Card]) -> tuple[int, bool, bool]:
    """Who won; whether the player has a pair, and the banker."""
    player, banker = hands(dealt)
    ahead = points(player) - points(banker)
    winner = PLAYER_WINS if ahead > 0 else BANKER_WINS if ahead < 0 else TIE
    return winner, player[0].rank == player[1].rank, banker[0].rank == banker[1].rank


def _worth(card: Card) -> int:
    rank = str(card)[0]
    return WORTH[rank] if rank in WORTH else int(rank)
