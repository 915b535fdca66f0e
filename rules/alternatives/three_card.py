"""3-Cards Poker read otherwise: A18 to A22."""

from __future__ import annotations

from rules.alternatives.house_poker import again, strengths, survives
from rules.alternatives.model import Ended, Lines, Reading, given_back, pays, taken
from rules.alternatives.ranks import three_ace_high
from rules.game import DEALER
from rules.lines import Line, Outcome
from rules.ranking import three
from rules.terms import Term
from rules.three_card_poker import EVEN, GAME, opens

GAMES = (GAME.name,)


def low_ace(ended: Ended, choice: str) -> Lines:
    """67.22: whether A-2-3 of several suits is a straight (A18)."""
    return again(ended, three if choice == "straight" else three_ace_high)


def unopened(ended: Ended, choice: str) -> Lines:
    """67.29: who has the initial wager paid where the dealer does not open (A19)."""
    if choice == "all_who_stay" or opens(three(ended.shown(DEALER))):
        return ended.lines
    unit = ended.options.unit
    if choice == "dropped_too":
        return [pays(line, EVEN, unit) if line.section == "67.28" else line for line in ended.lines]

    def compared(line: Line) -> Line:
        mine, dealer = strengths(ended, line.seat)
        return line if mine > dealer else given_back(line) if mine == dealer else taken(line)

    return ended.citing("A19", compared)


def beaten_bonus(ended: Ended, choice: str) -> Lines:
    """67.31: the initial wager of a beaten hand with a bonus (A20)."""
    saved = {line.seat for line in ended.lines if line.wager == "initial_bonus"} if choice == "stake_saved" else set()
    return [
        given_back(line) if line.seat in saved and line.wager == "initial" and line.outcome is Outcome.LOSE else line
        for line in ended.lines
    ]


def tie(ended: Ended, choice: str) -> Lines:
    """67.24, 67.30: equal hands (A21)."""
    return ended.lines if choice == "push" else ended.citing("A21", lambda line: taken(line, "67.30"))


READINGS = (
    Reading(
        "A18",
        GAMES,
        {
            "straight": Term("as-2-3 est la plus basse séquence", "A-2-3 is the lowest straight"),
            "straight_flush_only": Term("as-2-3 ne compte que d'une seule couleur", "A-2-3 counts in one suit only"),
        },
        low_ace,
    ),
    Reading(
        "A19",
        GAMES,
        {
            "all_who_stay": Term("payée à qui est resté, sans comparer", "paid to all who stayed, uncompared"),
            "compared": Term("payée à la seule main plus forte", "paid to the stronger hand only"),
            "dropped_too": Term("payée aussi à qui a abandonné", "paid also to who dropped"),
        },
        unopened,
    ),
    Reading(
        "A20",
        GAMES,
        {
            "stake_lost": Term("prime payée, mise initiale perdue", "bonus paid, initial wager lost"),
            "stake_saved": Term("prime payée, mise initiale rendue", "bonus paid, initial wager returned"),
        },
        beaten_bonus,
    ),
    Reading(
        "A21",
        GAMES,
        {
            "push": Term("mains égales : mises nulles", "equal hands push"),
            "lose": Term("mains égales : mises perdues", "equal hands lose"),
        },
        tie,
    ),
    Reading(
        "A22",
        GAMES,
        {
            "stands": Term("« paire ou plus » survit à l'abandon", "pair or plus survives a drop"),
            "lost": Term("« paire ou plus » est perdue avec la main", "pair or plus is lost with the hand"),
        },
        survives("pair_plus", "67.28"),
    ),
)
