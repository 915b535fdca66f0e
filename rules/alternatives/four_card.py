"""4-Card Poker read otherwise: A55, A56, A58, A60."""

from __future__ import annotations

from collections import Counter

from rules.alternatives.house_poker import SHOWN, strengths, survives
from rules.alternatives.model import Ended, Lines, Reading, given_back, pays, taken
from rules.four_card import EVEN, GAME
from rules.game import DEALER
from rules.lines import Line
from rules.ranking import ranks_of
from rules.terms import Term

GAMES = (GAME.name,)
LOW_ACE, ACE, PLAYED = 1, 14, 4


def tie(ended: Ended, choice: str) -> Lines:
    """67.66, 67.72: equal hands (A55)."""
    return ended.lines if choice == "win" else ended.citing("A55", lambda line: given_back(line, "67.66"))


def beaten_bonus(ended: Ended, choice: str) -> Lines:
    """67.73: the ante of a beaten hand with a bonus (A56)."""

    def ante(line: Line) -> Line:
        if choice == "stake_lost":
            return taken(line, "67.72")
        return given_back(line, "67.73") if choice == "stake_returned" else pays(line, EVEN, ended.options.unit)

    return ended.citing("A56", ante)


def unused(ended: Ended, choice: str) -> Lines:
    """67.66: the card beside the four (A60): the player's fifth against the dealer's next."""
    if choice == "breaks_no_tie":
        return ended.lines
    lines = list(ended.lines)
    for seat in dict.fromkeys(line.seat for line in ended.lines if "A55" in line.readings):
        mine, _ = strengths(ended, seat)
        left, his = (_left(ended, hand, mine) for hand in (seat, DEALER))
        if left != his:
            stakes = ended.play.stakes[seat]
            settled = SHOWN[GAME.name][2](seat, stakes, mine, mine + 1 if left < his else mine - 1, ended.options)
            lines = [line for line in lines if line.seat != seat] + settled
    return ended.in_order(lines)


def _left(ended: Ended, hand: str, strength: int) -> int:
    """The highest rank that the four cards leave."""
    used = Counter(ACE if rank == LOW_ACE else rank for rank in ranks_of(strength)[:PLAYED])
    return max(Counter(card.rank + 2 for card in ended.shown(hand)) - used)


READINGS = (
    Reading(
        "A55",
        GAMES,
        {
            "win": Term("mains égales : le joueur gagne", "equal hands win"),
            "push": Term("mains égales : mises nulles", "equal hands push"),
        },
        tie,
    ),
    Reading(
        "A56",
        GAMES,
        {
            "stake_returned": Term("prime d'une main battue : mise rendue", "a beaten bonus hand: ante returned"),
            "stake_lost": Term("prime d'une main battue : mise perdue", "a beaten bonus hand: ante lost"),
            "even_money": Term("prime d'une main battue : mise payée 1 à 1", "a beaten bonus hand: ante paid 1 to 1"),
        },
        beaten_bonus,
    ),
    Reading(
        "A58",
        GAMES,
        {
            "stands": Term("« Paire d'as ou plus » survit à l'abandon", "Aces Up survives a drop"),
            "lost": Term("« Paire d'as ou plus » est perdue avec la main", "Aces Up is lost with the hand"),
        },
        survives("aces_up", "67.70"),
    ),
    Reading(
        "A60",
        GAMES,
        {
            "breaks_no_tie": Term("la carte inutilisée ne départage pas", "the unused card breaks no tie"),
            "breaks_ties": Term("la carte inutilisée départage", "the unused card breaks a tie"),
        },
        unused,
    ),
)
