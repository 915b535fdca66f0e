"""The card-room customs that the house's document posts (67.91): sitting out, blinds that are owed, straddles."""

from __future__ import annotations

from collections.abc import Iterator

from rules.room.house import DEAD, FIXED_LIMIT, NONE, POST, WAIT, House
from rules.room.variants import BLINDS
from rules.sheets.model import both, dollars
from rules.terms import Term


def absences(house: House) -> Iterator[Term]:
    """67.93, and the house's document: who sits out, what he owes then, and where puck and blinds lie meanwhile."""
    yield Term(
        "Un joueur peut s'absenter du jeu et garder sa place; dit en cours de partie, à partir de la suivante.",
        "A player may sit out and keep his seat; said within a game, from the next one on.",
    )
    if house.game.opening != BLINDS or not house.big_blind:
        return
    if house.puck == DEAD:
        yield Term(
            "La grosse mise à l'aveuglette va au joueur suivant, la petite à la place qui avait la grosse, la rondelle "
            "à celle qui avait la petite, même si personne n'y joue.",
            "The big blind goes to the next player, the small one to the place that had the big one, the puck to the "
            "place that had the small one, even where nobody plays.",
        )
    else:
        yield Term("La rondelle va toujours à un joueur présent.", "The puck always goes to a player who plays.")
    yield MISSED[house.missed]
    yield NEW_PLAYERS[house.newcomers]


MISSED = {  # by what the house posts
    POST: Term(
        "Qui manque une mise à l'aveuglette la met à son retour, la grosse comme mise, la petite morte dans la "
        "cagnotte, ou attend la grosse; il ne revient pas entre la rondelle et la grosse.",
        "Who misses a blind posts it when he comes back, the big one as a bet, the small one dead in the pot, or waits "
        "for the big one; he does not come back between the puck and the big blind.",
    ),
    WAIT: Term(
        "Qui manque une mise à l'aveuglette attend la grosse pour revenir.",
        "Who misses a blind waits for the big one to come back.",
    ),
    NONE: Term("Une mise à l'aveuglette manquée n'est pas due.", "A blind that was missed is not owed."),
}
NEW_PLAYERS = {
    POST: Term(
        "Qui s'assoit en cours de soirée met la grosse mise à l'aveuglette, ou l'attend.",
        "Who sits down while games are played posts the big blind, or waits for it.",
    ),
    WAIT: Term(
        "Qui s'assoit en cours de soirée attend la grosse mise à l'aveuglette.",
        "Who sits down while games are played waits for the big blind.",
    ),
    NONE: Term("Qui s'assoit joue dès la partie suivante.", "Who sits down plays from the next game on."),
}


def straddles(house: House) -> Iterator[Term]:
    """67.91: a blind bet that nobody must make."""
    if house.straddle == NONE or house.game.opening != BLINDS or not house.big_blind:
        return
    yield both(
        Term(
            "À trois joueurs ou plus, la place à gauche de la grosse mise à l'aveuglette peut la doubler avant toute "
            "carte, à {sum}; elle parle alors la dernière dans la première ronde.",
            "With three players or more the seat left of the big blind may straddle before any card, to {sum}; it then "
            "speaks last in the first round.",
        ),
        sum=dollars(2 * house.big_blind),
    )


def returning(house: House) -> Iterator[Term]:
    """67.95 (2), A76: what who left brings again."""
    if house.limit != FIXED_LIMIT and house.return_minutes:
        yield both(
            Term(
                "Qui quitte la table et revient en moins de {n} minutes rapporte au moins ce qu'il a emporté; il "
                "montre le billet reçu en partant.",
                "Who leaves the table and comes back within {n} minutes brings at least what he took away; he "
                "shows the slip that he was given.",
            ),
            n=house.return_minutes,
        )
