"""War read otherwise: A27, A31, A32."""

from __future__ import annotations

from rules.alternatives.model import Ended, Lines, Reading, pays, taken
from rules.game import DEALER
from rules.terms import Term
from rules.war import EVEN, GAME, TIE, dealer_against, tied

GAMES = (GAME.name,)


def won_war(ended: Ended, choice: str) -> Lines:
    """67.39 (1°): the additional wager of a war that is won (A27)."""
    if choice == "push":
        return ended.lines
    unit = ended.options.unit
    return ended.citing("A27", lambda line: pays(line, EVEN, unit) if choice == "paid" else taken(line))


def withdrawn(ended: Ended, choice: str) -> Lines:
    """67.38 (3°), 67.40: the supplemental wager of who withdraws (A31)."""
    gone = ended.play.withdrawn if choice == "lost" else ()
    return [taken(line) if line.wager == "supplemental" and line.seat in gone else line for line in ended.lines]


def second_tie(ended: Ended, choice: str) -> Lines:
    """67.40: the supplemental wager where the war is tied too (A32)."""
    if choice == "first_cards":
        return ended.lines
    play, (to, per) = ended.play, TIE
    against = {seat: DEALER if play.common else dealer_against(seat) for seat in play.at_war}
    twice = {seat for seat, dealer in against.items() if tied(play.cards[seat][1], play.cards[dealer][-1])}
    return [
        pays(line, (2 * to, per), ended.options.unit) if line.wager == "supplemental" and line.seat in twice else line
        for line in ended.lines
    ]


READINGS = (
    Reading(
        "A27",
        GAMES,
        {
            "push": Term("guerre gagnée : additionnelle nulle", "war won: the additional wager is a push"),
            "paid": Term("guerre gagnée : additionnelle payée 1 à 1", "war won: the additional wager is paid 1 to 1"),
            "lost": Term("guerre gagnée : additionnelle perdue", "war won: the additional wager is lost"),
        },
        won_war,
    ),
    Reading(
        "A31",
        GAMES,
        {
            "stands": Term("se retirer ne touche pas la supplémentaire", "withdrawing leaves the supplemental wager"),
            "lost": Term("se retirer perd la supplémentaire", "withdrawing loses the supplemental wager"),
        },
        withdrawn,
    ),
    Reading(
        "A32",
        GAMES,
        {
            "first_cards": Term("les premières cartes seules comptent", "the first cards alone count"),
            "each_tie": Term("chaque égalité est payée 10 à 1", "each tie pays 10 to 1"),
        },
        second_tie,
    ),
)
