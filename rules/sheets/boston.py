"""The sheet of Boston Poker, 67.51 to 67.63."""

from __future__ import annotations

from rules.boston import ANTE, BONUS, EVEN, FIVE_NAMES, GAME, TEN, TERMS, THREE_NAMES
from rules.game import Options, deck_count
from rules.ranking import Five, Three
from rules.sheets.model import (
    BEFORE,
    CARDS_VALID,
    EXACT_PAYMENT,
    HANDS_TURNED,
    Bet,
    Sheet,
    both,
    card_values,
    dealt,
    order,
    paid,
    pairs_or_better,
    pays,
)
from rules.terms import Term


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    additional = Bet(
        Term("Première et deuxième mises additionnelles", "First and second additional bets"),
        Term(
            "chacune du double de la mise initiale; la première obligatoire, la deuxième facultative",
            "each twice the ante; the first mandatory, the second optional",
        ),
        Term(
            "la première avant « Rien ne va plus »; la deuxième après avoir vu trois cartes",
            "the first before “No more bets”; the second after viewing three cards",
        ),
        both(
            Term("si la main du joueur est plus forte : {odds}", "if the player's hand is higher: {odds}"),
            odds=paid(EVEN),
        ),
        Term(
            "si la main du joueur est plus faible; la première aussi, si le joueur abandonne",
            "if the player's hand is lower; the first also if the player gives up",
        ),
        "67.58, 67.62",
        Term("à mains égales", "if the hands are equal"),
    )
    return Sheet(
        name=TERMS[GAME.name],
        sections=("67.51", "67.63"),
        decks=deck_count(GAME, options),
        object=Term(
            "Avoir une meilleure main de cinq cartes que le croupier.", "Hold a better five-card hand than the dealer."
        ),
        course=(
            Term(
                "Après l'annonce : trois cartes face cachée à chaque joueur et au croupier.",
                "After the announcement: three cards face down to each player and to the dealer.",
            ),
            Term(
                "Chaque joueur fait la deuxième mise additionnelle, ou abandonne. Le « Bonus » est réglé sur ces "
                "trois cartes.",
                "Each player lays the second additional bet, or gives up. The Bonus is settled on these three cards.",
            ),
            Term(
                "Deux autres cartes à chacun de ceux qui restent et au croupier. Le croupier dévoile sa main, puis "
                "celles des joueurs.",
                "Two more cards to everyone who stays and to the dealer. The dealer turns his hand, then the players'.",
            ),
        ),
        valid=(CARDS_VALID, HANDS_TURNED),
        orders=(
            order(Term("Main de cinq cartes", "5-card hand"), "67.54", Five, TERMS, FIVE_NAMES),
            order(
                Term("Main de trois cartes (« Bonus »)", "3-card hand (Bonus)"),
                "67.53",
                (kind for kind in Three if kind),
                TERMS,
                THREE_NAMES,
            ),
        ),
        bets=(
            Bet(
                TERMS["ante"],
                Term("obligatoire; limites de la table", "mandatory; table limits"),
                BEFORE,
                Term(
                    "avec une main du tableau, quelle que soit celle du croupier",
                    "with a hand of the pay table, whatever the dealer holds",
                ),
                Term(
                    "hors du tableau, si la main est plus faible; si le joueur abandonne",
                    "outside the pay table, if the hand is lower; if the player gives up",
                ),
                "67.58, 67.62, 67.63",
                Term(
                    "hors du tableau, si la main est plus forte ou égale",
                    "outside the pay table, if the hand is higher or equal",
                ),
            ),
            additional,
            Bet(
                TERMS["bonus"],
                Term(
                    "facultative, avec une mise initiale; limites de la table", "optional, with an ante; table limits"
                ),
                BEFORE,
                Term("si les trois premières cartes sont au tableau", "if the first three cards are in the pay table"),
                Term("avec toute autre main", "with any other hand"),
                "67.59",
                of=("bonus",),
            ),
        ),
        tables=(
            pays(TERMS["ante"], "67.63", ANTE, TERMS, FIVE_NAMES, {Five.TWO_PAIRS: pairs_or_better(TEN)}),
            pays(TERMS["bonus"], "67.59", BONUS, TERMS, THREE_NAMES, of=("bonus",)),
        ),
        special=(
            card_values("2-3", "2-3-4-5"),
            Term("Le croupier n'a pas à ouvrir.", "The dealer need not open."),
            Term(
                "Le « Bonus » reste en jeu si la main est abandonnée.",
                "The Bonus stays in play if the hand is given up.",
            ),
            EXACT_PAYMENT,
        ),
        readings=(*dealt(options), "A9", "A11", "A12", "A37", "A44", "A45", "A46", "A47", "A48", "A50"),
    )
