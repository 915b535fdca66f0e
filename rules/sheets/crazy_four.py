"""The sheet of Crazy Four Poker, 67.75 to 67.87."""

from __future__ import annotations

from rules.crazy_four import (
    EVEN,
    FOUR_ACES,
    GAME,
    HAND_NAMES,
    QUEENS_UP,
    SB_FLUSH,
    SUPER_BONUS,
    TERMS,
    house_of,
)
from rules.game import Options, deck_count
from rules.ranking import Four
from rules.sheets.model import (
    AFTER_LOOKING,
    BEFORE,
    CARDS_VALID,
    EXACT_PAYMENT,
    HANDS_TURNED,
    Bet,
    PayTable,
    Sheet,
    both,
    card_values,
    dealt,
    order,
    paid,
    pays,
)
from rules.terms import Term

OPENS = Term("un roi, un as ou une combinaison", "a king, an ace or a combination")
QUEENS = Term("Paire de reines, de rois ou d'as", "Pair of queens, kings or aces")
BYLAW_FLUSH = SB_FLUSH["3:1"]
FLUSH_PAYS = Term("Super bonus, couleur : {odds}", "Super Bonus, flush: {odds}")


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    house = house_of(options)
    super_bonus = pays(TERMS["super_bonus"], "67.85", SUPER_BONUS | {Four.FLUSH: house.flush}, TERMS, HAND_NAMES)
    aces = (Term("Carré d'as", "Four aces"), paid(FOUR_ACES))
    unopened = (
        Term(
            "Le super bonus d'une main du tableau est payé même si le croupier n'ouvre pas.",
            "The Super Bonus of a hand of the pay table is paid even if the dealer does not open.",
        )
        if house.pays_unopened
        else Term(
            "Si le croupier n'ouvre pas, le super bonus est nul, quelle que soit la main.",
            "If the dealer does not open, the Super Bonus is a push, whatever the hand.",
        )
    )
    read = ["A9", "A11", "A12", "A63", *(["A64"] if house.pays_unopened else []), "A65"]
    read += [*(["A66"] if house.flush == BYLAW_FLUSH else []), "A67", "A68", "A69", "A70"]
    return Sheet(
        name=TERMS[GAME.name],
        sections=("67.75", "67.87"),
        choices=(both(FLUSH_PAYS, odds=paid(house.flush)), unopened),
        decks=deck_count(GAME, options),
        object=Term(
            "Former avec cinq cartes une meilleure main de quatre que le croupier.",
            "Form of five cards a better four-card hand than the dealer.",
        ),
        course=(
            Term(
                "Après l'annonce : cinq cartes face cachée à chaque joueur et au croupier.",
                "After the announcement: five cards face down to each player and to the dealer.",
            ),
            Term(
                "Chaque joueur fait une mise additionnelle, ou abandonne.",
                "Each player lays an additional bet, or gives up.",
            ),
            both(
                Term(
                    "Le croupier dévoile sa main et forme la meilleure de quatre cartes. Il ouvre avec {o}. Puis il "
                    "dévoile chaque main et règle les mises.",
                    "The dealer turns his hand and forms the best four cards. He opens with {o}. Then he turns each "
                    "hand and settles the bets.",
                ),
                o=OPENS,
            ),
        ),
        valid=(CARDS_VALID, HANDS_TURNED),
        orders=(
            order(
                Term("Ordre des mains de quatre cartes", "Order of four-card hands"), "67.76", Four, TERMS, HAND_NAMES
            ),
        ),
        bets=(
            Bet(
                TERMS["ante"],
                Term("obligatoire; limites de la table", "mandatory; table limits"),
                BEFORE,
                both(
                    Term(
                        "si le croupier ouvre et que la main du joueur est plus forte : {odds}",
                        "if the dealer opens and the player's hand is higher: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term(
                    "si le croupier ouvre avec une main plus forte; si le joueur abandonne",
                    "if the dealer opens with a higher hand; if the player gives up",
                ),
                "67.81 – 67.84",
                Term(
                    "si le croupier n'ouvre pas; à mains égales", "if the dealer does not open; if the hands are equal"
                ),
            ),
            Bet(
                TERMS["additional"],
                Term(
                    "facultative; égale à la mise initiale; jusqu'à trois fois avec une paire d'as ou mieux",
                    "optional; equal to the ante; up to three times with a pair of aces or better",
                ),
                AFTER_LOOKING,
                both(
                    Term(
                        "si le croupier n'ouvre pas, ou si la main du joueur est plus forte : {odds}",
                        "if the dealer does not open, or the player's hand is higher: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term("si le croupier ouvre avec une main plus forte", "if the dealer opens with a higher hand"),
                "67.81 – 67.84",
                Term(
                    "si le croupier ouvre et que les mains sont égales", "if the dealer opens and the hands are equal"
                ),
            ),
            Bet(
                TERMS["super_bonus"],
                Term("obligatoire; égale à la mise initiale", "mandatory; equal to the ante"),
                BEFORE,
                Term("avec une séquence ou mieux, selon le tableau", "with a straight or better, as the pay table says")
                if house.pays_unopened
                else Term(
                    "si le croupier ouvre, avec une séquence ou mieux, selon le tableau",
                    "if the dealer opens, with a straight or better, as the pay table says",
                ),
                Term(
                    "hors du tableau, si le croupier ouvre avec une main plus forte; si le joueur abandonne",
                    "outside the pay table, if the dealer opens with a higher hand; if the player gives up",
                ),
                "67.82 – 67.86",
                Term(
                    "hors du tableau, si le croupier n'ouvre pas ou si la main est plus forte ou égale",
                    "outside the pay table, if the dealer does not open or the hand is higher or equal",
                )
                if house.pays_unopened
                else Term(
                    "si le croupier n'ouvre pas; hors du tableau, si la main est plus forte ou égale",
                    "if the dealer does not open; outside the pay table, if the hand is higher or equal",
                ),
            ),
            Bet(
                TERMS["queens_up"],
                Term(
                    "facultative, en plus des deux autres; limites de la table",
                    "optional, on top of the other two; table limits",
                ),
                BEFORE,
                Term(
                    "avec une paire de reines ou mieux, quelle que soit la main du croupier",
                    "with a pair of queens or better, whatever the dealer holds",
                ),
                Term("avec toute autre main", "with any other hand"),
                "67.87",
                of=("queens_up",),
            ),
        ),
        tables=(
            PayTable(super_bonus.title, super_bonus.section, (aces, *super_bonus.rows)),
            pays(TERMS["queens_up"], "67.87", QUEENS_UP, TERMS, HAND_NAMES, {Four.PAIR: QUEENS}, ("queens_up",)),
        ),
        special=(
            card_values("2-3-4"),
            unopened,
            Term(
                "Une main du tableau qui est battue garde son super bonus, mise rendue.",
                "A hand of the pay table that is beaten keeps its Super Bonus, stake returned.",
            ),
            Term(
                "« Paire de dames ou plus » reste en jeu si la main est abandonnée.",
                "Queens Up stays in play if the hand is given up.",
            ),
            EXACT_PAYMENT,
        ),
        readings=(*dealt(options), *read),
    )
