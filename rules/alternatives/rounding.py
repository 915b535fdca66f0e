"""A11 read otherwise: a fraction of the posted unit goes to the house. Poker rooms are A84's."""

from __future__ import annotations

from rules import boston, crazy_four, four_card, sic_bo, three_card_poker, three_five_seven, war
from rules import craps as craps_game
from rules.alternatives import craps
from rules.alternatives.model import Ended, Lines, Reading
from rules.craps_wagers import COMMISSION, PARTS
from rules.lines import Line, Outcome, round_down, round_up
from rules.terms import Term

GAMES = tuple(
    module.GAME.name
    for module in (three_card_poker, war, three_five_seven, boston, four_card, crazy_four, craps_game, sic_bo)
)


def fraction(ended: Ended, choice: str) -> Lines:
    """67.38, 67.47, 95.15 to 95.17: who has what cannot be paid in the posted unit."""
    if choice == "player":
        return ended.lines
    unit = ended.options.unit
    laid = iter(craps.commissions(ended.facts) if ended.game == craps_game.GAME.name else ())

    def rounded(line: Line) -> Line:
        if line.wager == "commission":
            wager, stake = next(laid)
            times, parts, _ = COMMISSION[wager]
            return line if stake is None else line._replace(stake=round_up(stake * times, parts, unit))
        if line.stake is None:
            return line
        if line.outcome is Outcome.HALF:
            return line._replace(returned=line.stake - round_up(line.stake, 2, unit))
        if line.outcome is Outcome.WIN and line.odds:
            (to, per), parts = map(int, line.odds.split(":")), PARTS.get(line.wager, 1)
            back = round_down(line.stake, parts, unit) if parts > 1 else line.returned
            return line._replace(won=round_down(line.stake * to, per * parts, unit), returned=back)
        return line

    return [rounded(line) for line in ended.lines]


READINGS = (
    Reading(
        "A11",
        GAMES,
        {
            "player": Term("une fraction de l'unité va au joueur", "a fraction of the unit goes to the player"),
            "house": Term("une fraction de l'unité va à la maison", "a fraction of the unit goes to the house"),
        },
        fraction,
    ),
)
