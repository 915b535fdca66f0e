"""The sheet of 4-Card Poker, 67.64 to 67.74."""

from __future__ import annotations

from rules.four_card import ACES_UP, BONUS, BONUS_BEATEN, EVEN, GAME, HAND_NAMES, STAKE_LOST, TERMS
from rules.game import Options, deck_count, unoffered
from rules.ranking import Four
from rules.sheets.model import (
    AFTER_LOOKING,
    BEFORE,
    CARDS_VALID,
    EXACT_PAYMENT,
    HANDS_TURNED,
    MANDATORY,
    Bet,
    Sheet,
    both,
    card_values,
    dealt,
    order,
    paid,
    pays,
)
from rules.terms import Term

ACES = Term("Paire d'as", "Pair of aces")
READ = ("A9", "A11", "A12", "A54", "A55", "A57", "A58", "A59", "A60")


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    lost = options.more.get(BONUS_BEATEN) == STAKE_LOST
    beaten = (
        Term(
            "Une main de la prime qui est battue : la mise initiale est perdue, la prime payée.",
            "A bonus hand that is beaten: the ante is lost, the bonus paid.",
        )
        if lost
        else Term(
            "Une main de la prime qui est battue : la mise initiale est rendue, la prime payée.",
            "A bonus hand that is beaten: the ante is returned, the bonus paid.",
        )
    )
    return Sheet(
        name=TERMS[GAME.name],
        sections=("67.64", "67.74"),
        choices=(beaten,),
        decks=deck_count(GAME, options),
        object=Term(
            "Former avec cinq cartes une main de quatre au moins égale à celle que le croupier forme avec six.",
            "Form of five cards a four-card hand at least equal to the one that the dealer forms of six.",
        ),
        course=(
            Term(
                "Après l'annonce : cinq cartes face cachée à chaque joueur, puis six au croupier, la dernière face "
                "visible.",
                "After the announcement: five cards face down to each player, then six to the dealer, the last face "
                "up.",
            ),
            Term(
                "Chaque joueur fait une mise additionnelle, ou abandonne.",
                "Each player lays an additional bet, or gives up.",
            ),
            Term(
                "Le croupier dévoile ses cartes et forme sa meilleure main de quatre; il n'a pas à ouvrir. Puis il "
                "dévoile chaque main et règle les mises.",
                "The dealer turns his cards and forms his best four-card hand; he need not open. Then he turns each "
                "hand and settles the bets.",
            ),
        ),
        valid=(CARDS_VALID, HANDS_TURNED),
        orders=(
            order(
                Term("Ordre des mains de quatre cartes", "Order of four-card hands"), "67.65", Four, TERMS, HAND_NAMES
            ),
        ),
        bets=(
            Bet(
                TERMS["ante"],
                MANDATORY
                if unoffered(GAME, options)
                else Term(
                    "avec ou sans « Paire d'as ou plus »; limites de la table", "with or without Aces Up; table limits"
                ),
                BEFORE,
                both(
                    Term(
                        "si la main du joueur est plus forte ou égale : {odds}",
                        "if the player's hand is higher or equal: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term(
                    "si la main est plus faible; si le joueur abandonne", "if the hand is lower; if the player gives up"
                ),
                "67.70, 67.72, 67.73",
                None
                if lost
                else Term(
                    "si la main est plus faible mais donne droit à la prime", "if the hand is lower but earns the bonus"
                ),
            ),
            Bet(
                TERMS["additional"],
                Term("facultative; d'une à trois fois la mise initiale", "optional; one to three times the ante"),
                AFTER_LOOKING,
                both(
                    Term(
                        "si la main du joueur est plus forte ou égale : {odds}",
                        "if the player's hand is higher or equal: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term("si la main du joueur est plus faible", "if the player's hand is lower"),
                "67.70, 67.72",
            ),
            Bet(
                TERMS["aces_up"],
                Term("avec ou sans mise initiale; limites de la table", "with or without an ante; table limits"),
                BEFORE,
                Term(
                    "avec une paire d'as ou mieux, quelle que soit la main du croupier",
                    "with a pair of aces or better, whatever the dealer holds",
                ),
                Term("avec toute autre main", "with any other hand"),
                "67.74",
                of=("aces_up",),
            ),
        ),
        tables=(
            pays(TERMS["aces_up"], "67.74", ACES_UP, TERMS, HAND_NAMES, {Four.PAIR: ACES}, ("aces_up",)),
            pays(TERMS["ante_bonus"], "67.73", BONUS, TERMS, HAND_NAMES),
        ),
        special=(
            card_values("2-3-4"),
            Term(
                "La prime s'ajoute au paiement de la mise initiale; il faut avoir fait la mise additionnelle.",
                "The bonus comes on top of what the ante is paid; it takes an additional bet.",
            ),
            beaten,
            Term(
                "Le carré l'emporte sur la suite couleur, et la couleur sur la séquence.",
                "Four-of-a-kind beats a straight flush, and a flush a straight.",
            ),
            Term(
                "Abandonner ne coûte que la mise initiale; « Paire d'as ou plus » reste en jeu.",
                "Giving up costs the ante alone; Aces Up stays in play.",
            ),
            EXACT_PAYMENT,
        ),
        readings=(*dealt(options), *sorted((*READ, *(() if lost else ("A56",))), key=lambda name: int(name[1:]))),
    )
