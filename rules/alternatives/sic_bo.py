"""Sic Bo read otherwise: A145 to A148."""

from __future__ import annotations

from collections.abc import Callable

from rules.alternatives.model import Ended, Lines, Reading, pays, taken
from rules.lines import Line
from rules.sic_bo import GAME, SINGLE
from rules.terms import Term

GAMES = (GAME.name,)


def narrower(number: str, choice: str) -> Callable[[Ended, str], Lines]:
    """95.22: what wins by the reading loses under the other choice."""

    def settle(ended: Ended, chosen: str) -> Lines:
        return ended.citing(number, lambda line: taken(line, "95.22")) if chosen == choice else ended.lines

    return settle


def single(ended: Ended, choice: str) -> Lines:
    """95.24: Single on two or three dice: one line, or all that are reached added up (A147)."""
    if choice == "best_line":
        return ended.lines

    def added(line: Line) -> Line:
        times = ended.play.dice.count(int(line.wager.rpartition("_")[2]))
        return pays(line, (sum(SINGLE[n][0] for n in range(1, times + 1)), 1), ended.options.unit)

    return ended.citing("A147", added)


READINGS = (
    Reading(
        "A145",
        GAMES,
        {
            "at_least_two": Term("un triple est aussi un double", "three alike are two of a kind too"),
            "exactly_two": Term("un triple n'est pas un double", "three alike are not two of a kind"),
        },
        narrower("A145", "exactly_two"),
    ),
    Reading(
        "A146",
        GAMES,
        {
            "triples_count": Term("un triple compte pour le total", "three alike count for the total"),
            "no_triples": Term("un triple ne compte pas pour le total", "three alike do not count for the total"),
        },
        narrower("A146", "no_triples"),
    ),
    Reading(
        "A147",
        GAMES,
        {
            "best_line": Term("Simple : une ligne, 1, 2 ou 3 à 1", "Single: one line, 1, 2 or 3 to 1"),
            "added": Term("Simple : lignes additionnées, 1, 3 ou 6 à 1", "Single: lines added, 1, 3 or 6 to 1"),
        },
        single,
    ),
    Reading(
        "A148",
        GAMES,
        {
            "pair_too": Term("Duo gagne aussi avec une paire", "Duo wins with a pair, too"),
            "all_different": Term("Duo : trois faces différentes", "Duo: three different faces"),
        },
        narrower("A148", "all_different"),
    ),
)
