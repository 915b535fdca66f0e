"""The sheet of 3-5-7 Poker, 67.41 to 67.50."""

from __future__ import annotations

from rules.game import Options, deck_count
from rules.ranking import Five, Three
from rules.sheets.model import (
    BEFORE,
    CARDS_VALID,
    EXACT_PAYMENT,
    HANDS_TURNED,
    Bet,
    Sheet,
    card_values,
    dealt,
    or_better,
    order,
    pairs_or_better,
    pays,
)
from rules.terms import Term
from rules.three_five_seven import (
    FIVE_CARDS,
    FIVE_NAMES,
    GAME,
    SEVEN_CARDS,
    SIX,
    TEN,
    TERMS,
    THREE_CARDS,
    THREE_NAMES,
)

NOT_LISTED = Term("avec toute autre main", "with any other hand")


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    return Sheet(
        name=TERMS[GAME.name],
        sections=("67.41", "67.50"),
        decks=deck_count(GAME, options),
        object=Term(
            "Former, avec ses trois cartes et celles que le croupier dévoile, des mains de trois, cinq et sept "
            "cartes qui sont au tableau. On ne joue pas contre le croupier.",
            "Form hands of three, five and seven cards that are in the pay table, of one's three cards and those that "
            "the dealer turns. Nobody plays against the dealer.",
        ),
        course=(
            Term(
                "Après l'annonce : trois cartes face cachée à chaque joueur, puis quatre au croupier.",
                "After the announcement: three cards face down to each player, then four to the dealer.",
            ),
            Term(
                "Qui a misé sur sept cartes peut se retirer de cette mise et en perd la moitié.",
                "Whoever bet on seven cards may withdraw from that bet, and loses half of it.",
            ),
            Term(
                "Le croupier dévoile les mains des joueurs, puis deux de ses cartes, puis les deux autres, et règle "
                "chaque fois la mise qui en dépend.",
                "The dealer turns the players' hands, then two of his cards, then the other two, and settles each "
                "time the bet that depends on it.",
            ),
        ),
        valid=(CARDS_VALID, HANDS_TURNED),
        orders=(
            order(
                Term("Main de trois cartes", "3-card hand"),
                "67.43",
                (kind for kind in Three if kind),
                TERMS,
                THREE_NAMES,
            ),
            order(
                Term("Mains de cinq et sept cartes", "5- and 7-card hands"),
                "67.44",
                (kind for kind in Five if kind),
                TERMS,
                FIVE_NAMES,
            ),
        ),
        bets=(
            Bet(
                TERMS["three"],
                Term("obligatoire; limites de la table", "mandatory; table limits"),
                BEFORE,
                Term(
                    "si les trois cartes du joueur sont au tableau", "if the player's three cards are in the pay table"
                ),
                NOT_LISTED,
                "67.48",
            ),
            Bet(
                TERMS["five"],
                Term("obligatoire; limites de la table", "mandatory; table limits"),
                BEFORE,
                Term(
                    "si elles le sont avec les deux premières cartes du croupier",
                    "if they are, with the dealer's first two cards",
                ),
                NOT_LISTED,
                "67.49",
            ),
            Bet(
                TERMS["seven"],
                Term("facultative; limites de la table", "optional; table limits"),
                Term(
                    "avant « Rien ne va plus »; retrait jusqu'aux cartes du croupier",
                    "before “No more bets”; withdrawal until the dealer turns a card",
                ),
                Term(
                    "si les cinq meilleures des sept cartes sont au tableau",
                    "if the best five of the seven cards are in the pay table",
                ),
                Term(
                    "avec toute autre main; la moitié, si le joueur se retire",
                    "with any other hand; half of it, if the player withdraws",
                ),
                "67.47, 67.50",
                of=("seven",),
            ),
        ),
        tables=(
            pays(TERMS["three"], "67.48", THREE_CARDS, TERMS, THREE_NAMES),
            pays(TERMS["five"], "67.49", FIVE_CARDS, TERMS, FIVE_NAMES, {Five.PAIR: or_better(SIX)}),
            pays(
                *(TERMS["seven"], "67.50", SEVEN_CARDS, TERMS, FIVE_NAMES, {Five.TWO_PAIRS: pairs_or_better(TEN)}),
                of=("seven",),
            ),
        ),
        special=(
            Term(
                "Une mise retirée l'est pour de bon, même si une combinaison apparaît ensuite.",
                "A bet once withdrawn stays so, even if a combination appears later.",
            ),
            card_values("2-3", "2-3-4-5"),
            EXACT_PAYMENT,
        ),
        readings=(*sorted({*dealt(options)} - {"A6"}), "A11", "A12", "A36", "A37", "A38", "A39", "A41"),
    )
