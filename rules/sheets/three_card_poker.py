"""The sheet of 3-Cards Poker, 67.22 to 67.32."""

from __future__ import annotations

from rules.game import Options, deck_count, unoffered
from rules.ranking import Three
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
from rules.three_card_poker import BONUS, EVEN, GAME, HAND_NAMES, HAND_SIZE, PAIR_PLUS, TERMS

OPENS = Term("une reine, un roi, un as ou une combinaison", "a queen, a king, an ace or a combination")


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    names = {**HAND_NAMES}
    return Sheet(
        name=TERMS[GAME.name],
        sections=("67.22", "67.32"),
        decks=deck_count(GAME, options),
        object=Term(
            "Avoir une meilleure main de trois cartes que le croupier; et, pour « Paire ou plus », tenir au moins "
            "une paire.",
            "Hold a better three-card hand than the dealer; and, for pair or plus, at least a pair.",
        ),
        course=(
            both(
                Term(
                    "Après les mises et l'annonce, {n} cartes face cachée sont données à chaque joueur, puis au "
                    "croupier.",
                    "After the wagers and the announcement, {n} cards face down to each player, then to the dealer.",
                ),
                n=HAND_SIZE,
            ),
            Term(
                "Chaque joueur regarde ses cartes et fait la mise additionnelle, ou abandonne.",
                "Each player looks at the cards and lays the additional wager, or gives up.",
            ),
            both(
                Term(
                    "Le croupier dévoile sa main. Il ouvre avec {o}.", "The dealer turns his hand. He opens with {o}."
                ),
                o=OPENS,
            ),
            Term(
                "Il dévoile ensuite chaque main et règle les mises.", "Then he turns each hand and settles the wagers."
            ),
        ),
        valid=(CARDS_VALID, HANDS_TURNED),
        orders=(order(Term("Ordre des mains", "Order of hands"), "67.23", Three, TERMS, names),),
        bets=(
            Bet(
                TERMS["initial"],
                MANDATORY
                if unoffered(GAME, options)
                else Term(
                    "avec ou sans « Paire ou plus »; limites de la table", "with or without pair or plus; table limits"
                ),
                BEFORE,
                both(
                    Term(
                        "si le croupier n'ouvre pas, ou s'il ouvre et que la main du joueur est plus forte : {odds}",
                        "if the dealer does not open, or opens and the player's hand is higher: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term(
                    "si le croupier ouvre avec une main plus forte, ou si le joueur abandonne",
                    "if the dealer opens with a higher hand, or the player gives up",
                ),
                "67.28 – 67.30",
                Term("à mains égales", "if the hands are equal"),
            ),
            Bet(
                TERMS["additional"],
                Term("facultative; égale à la mise initiale", "optional; equal to the initial wager"),
                AFTER_LOOKING,
                both(
                    Term(
                        "si le croupier ouvre et que la main du joueur est plus forte : {odds}",
                        "if the dealer opens and the player's hand is higher: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term("si le croupier ouvre avec une main plus forte", "if the dealer opens with a higher hand"),
                "67.28 – 67.30",
                Term(
                    "si le croupier n'ouvre pas; à mains égales", "if the dealer does not open; if the hands are equal"
                ),
            ),
            Bet(
                TERMS["pair_plus"],
                Term(
                    "avec ou sans mise initiale; limites de la table", "with or without an initial wager; table limits"
                ),
                BEFORE,
                Term(
                    "avec une paire ou mieux, quelle que soit la main du croupier",
                    "with a pair or better, whatever the dealer holds",
                ),
                Term("avec toute autre main", "with any other hand"),
                "67.32",
                of=("pair_plus",),
            ),
        ),
        tables=(
            pays(Term("Paire ou plus", "Pair or plus"), "67.32", PAIR_PLUS, TERMS, names, of=("pair_plus",)),
            pays(Term("Prime sur la mise initiale", "Bonus on the initial wager"), "67.31", BONUS, TERMS, names),
        ),
        special=(
            card_values("2-3"),
            Term(
                "La prime est payée à qui a fait la mise additionnelle, que le croupier ouvre ou non, gagne ou perde.",
                "The bonus is paid to whoever laid the additional wager, whether the dealer opens or not, wins or "
                "loses.",
            ),
            Term(
                "Abandonner ne coûte que la mise initiale; « Paire ou plus » reste en jeu.",
                "Giving up costs the initial wager alone; pair or plus stays in play.",
            ),
            EXACT_PAYMENT,
        ),
        readings=(*dealt(options), "A11", "A12", "A18", "A19", "A20", "A21", "A22", "A23", "A26"),
    )
