"""The sheet of War, 67.33 to 67.40."""

from __future__ import annotations

from rules.game import Options, deck_count, unoffered
from rules.sheets.model import BEFORE, CARDS_VALID, EXACT_PAYMENT, Bet, PayTable, Sheet, both, paid
from rules.terms import Term
from rules.war import COMMON_CARD, EVEN, GAME, MULTI, PER_PLAYER, TERMS, TIE


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    common = options.more.get(MULTI, PER_PLAYER) == COMMON_CARD
    several = (
        Term(
            "Plusieurs joueurs en guerre : trois cartes de côté et une carte pour chacun, puis une seule pour le "
            "croupier.",
            "Several players at war: three cards aside and one card for each, then one for the dealer against all.",
        )
        if common
        else Term(
            "Plusieurs joueurs en guerre : chacun à son tour, avec sa propre carte du croupier.",
            "Several players at war: each in turn, with a dealer's card of his own.",
        )
    )
    return Sheet(
        name=TERMS[GAME.name],
        sections=("67.33", "67.40"),
        choices=(several,),
        decks=deck_count(GAME, options),
        object=Term("Recevoir une carte plus haute que celle du croupier.", "Receive a higher card than the dealer's."),
        course=(
            Term(
                "Après l'annonce, une carte face visible à chaque joueur, depuis la gauche du croupier, puis une au "
                "croupier.",
                "After the announcement, one card face up to each player from the dealer's left, then one to the "
                "dealer.",
            ),
            Term(
                "À égalité, le joueur se retire et perd la moitié de sa mise, ou part en guerre avec une mise "
                "additionnelle.",
                "At a tie the player withdraws and loses half of the wager, or goes to war with an additional wager.",
            ),
            Term(
                "La guerre : trois cartes de côté, une au joueur, trois de côté, une au croupier.",
                "The war: three cards aside, one to the player, three aside, one to the dealer.",
            ),
            Term(
                "L'as est la plus haute carte; les couleurs ne comptent pas.",
                "The ace is the highest card; suits do not count.",
            ),
        ),
        valid=(
            CARDS_VALID,
            Term(
                "Les cartes mises de côté restent cachées et ne comptent pas.",
                "Cards set aside stay unseen and do not count.",
            ),
        ),
        bets=(
            Bet(
                TERMS["initial"],
                Term("obligatoire; limites de la table", "mandatory; table limits"),
                BEFORE,
                both(
                    Term(
                        "si la carte du joueur est plus haute; en guerre, si elle est plus haute ou égale : {odds}",
                        "if the player's card is higher; at war, if it is higher or equal: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term(
                    "si la carte est plus basse; la moitié, si le joueur se retire à égalité",
                    "if the card is lower; half of it, if the player withdraws at a tie",
                ),
                "67.38, 67.39",
            ),
            Bet(
                TERMS["additional"],
                Term("pour la guerre; égale à la mise initiale", "to go to war; equal to the initial wager"),
                Term("à l'égalité", "at the tie"),
                both(
                    Term("si les cartes de guerre sont égales : {odds}", "if the war cards are equal: {odds}"),
                    odds=paid(EVEN),
                ),
                Term("si la carte de guerre du joueur est plus basse", "if the player's war card is lower"),
                "67.39",
                Term("si la carte de guerre du joueur est plus haute", "if the player's war card is higher"),
            ),
            Bet(
                TERMS["supplemental"],
                Term(
                    "facultative, avec une mise initiale; limites de la table",
                    "optional, with an initial wager; table limits",
                ),
                BEFORE,
                both(
                    Term("si les premières cartes sont égales : {odds}", "if the first cards are equal: {odds}"),
                    odds=paid(TIE),
                ),
                Term("dans tout autre cas", "in any other case"),
                "67.40",
                of=("supplemental",),
            ),
        ),
        tables=(
            PayTable(
                Term("Rapports de paiement", "Payout odds"),
                "67.38 – 67.40",
                (
                    (TERMS["initial"], paid(EVEN)),
                    (TERMS["additional"], paid(EVEN)),
                    *(() if unoffered(GAME, options) else ((TERMS["supplemental"], paid(TIE)),)),
                ),
            ),
        ),
        special=(
            Term(
                "Il n'y a qu'une guerre : une seconde égalité est gagnante.",
                "There is one war only: a second tie wins.",
            ),
            several,
            EXACT_PAYMENT,
        ),
        readings=("A8", "A11", "A12", "A27", "A28", *(() if common else ("A29",)), "A30", "A31", "A32", "A33"),
    )
