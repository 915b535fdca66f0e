"""Crazy Four Poker read otherwise: A64 to A70."""

from __future__ import annotations

from dataclasses import replace

from rules.alternatives.house_poker import strengths, survives
from rules.alternatives.model import Ended, Lines, Reading, given_back, pays, taken
from rules.crazy_four import FOUR_ACES, GAME, SB_FLUSH, SB_NO_OPEN, SUPER_BONUS, House, house_of, settle_super_bonus
from rules.lines import Line
from rules.ranking import Four
from rules.terms import Term

GAMES = (GAME.name,)


def not_opened(ended: Ended, choice: str) -> Lines:
    """67.82 and 67.85: the Super Bonus where the dealer does not open (A64)."""
    return _super_bonus(ended, replace(house_of(ended.options), pays_unopened=SB_NO_OPEN[choice]))


def flush(ended: Ended, choice: str) -> Lines:
    """67.85: what a flush pays (A66)."""
    return _super_bonus(ended, replace(house_of(ended.options), flush=SB_FLUSH[choice]))


def _super_bonus(ended: Ended, house: House) -> Lines:
    def settled(line: Line) -> Line:
        if line.wager != "super_bonus" or line.seat in ended.play.dropped:
            return line
        return settle_super_bonus(line.seat, line.stake, *strengths(ended, line.seat), ended.options.unit, house)

    return [settled(line) for line in ended.lines]


def tie(ended: Ended, choice: str) -> Lines:
    """67.83 and 67.85: a hand of the table that equals the dealer's (A65)."""
    return ended.lines if choice == "paid" else ended.citing("A65", lambda line: given_back(line, "67.83"))


def weaker(ended: Ended, choice: str) -> Lines:
    """67.82 and 67.86: a weaker hand outside the table where the dealer does not open (A67)."""
    return ended.lines if choice == "push" else ended.citing("A67", lambda line: taken(line, "67.86"))


def beaten(ended: Ended, choice: str) -> Lines:
    """67.85 and 67.86: a hand of the table that is beaten (A68)."""
    return ended.lines if choice == "paid" else ended.citing("A68", lambda line: taken(line, "67.86"))


def four_aces(ended: Ended, choice: str) -> Lines:
    """67.85: four aces are four of a kind, too (A69)."""
    if choice == "own_line":
        return ended.lines
    (aces, per), (alike, _) = FOUR_ACES, SUPER_BONUS[Four.FOUR_OF_A_KIND]
    return [
        pays(line, (aces + alike, per), ended.options.unit)
        if line.wager == "super_bonus" and line.odds == f"{aces}:{per}"
        else line
        for line in ended.lines
    ]


READINGS = (
    Reading(
        "A64",
        GAMES,
        {
            "pay": Term("le croupier n'ouvre pas : super bonus payé", "the dealer does not open: Super Bonus paid"),
            "push": Term("le croupier n'ouvre pas : super bonus nul", "the dealer does not open: Super Bonus pushes"),
        },
        not_opened,
    ),
    Reading(
        "A65",
        GAMES,
        {
            "paid": Term("mains égales : super bonus du tableau payé", "equal hands: Super Bonus of the table paid"),
            "push": Term("mains égales : super bonus nul", "equal hands: Super Bonus pushes"),
        },
        tie,
    ),
    Reading(
        "A66",
        GAMES,
        {
            "3:1": Term("la couleur paie 3 à 1", "a flush pays 3 to 1"),
            "3:2": Term("la couleur paie 3 à 2", "a flush pays 3 to 2"),
        },
        flush,
    ),
    Reading(
        "A67",
        GAMES,
        {
            "push": Term("main plus faible, croupier sans ouvrir : nul", "weaker hand, dealer not open: push"),
            "lose": Term("main plus faible, croupier sans ouvrir : perdu", "weaker hand, dealer not open: lost"),
        },
        weaker,
    ),
    Reading(
        "A68",
        GAMES,
        {
            "paid": Term("main du tableau battue : super bonus payé", "a beaten hand of the table: Super Bonus paid"),
            "lose": Term("main du tableau battue : super bonus perdu", "a beaten hand of the table: Super Bonus lost"),
        },
        beaten,
    ),
    Reading(
        "A69",
        GAMES,
        {
            "own_line": Term("carré d'as : 200 à 1", "four aces: 200 to 1"),
            "added": Term("carré d'as : 200 à 1 et 30 à 1", "four aces: 200 to 1 and 30 to 1"),
        },
        four_aces,
    ),
    Reading(
        "A70",
        GAMES,
        {
            "stands": Term("« Paire de dames ou plus » survit à l'abandon", "Queens Up survives a drop"),
            "lost": Term("« Paire de dames ou plus » est perdue avec la main", "Queens Up is lost with the hand"),
        },
        survives("queens_up", "67.81"),
    ),
)
