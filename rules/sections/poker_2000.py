"""3-Cards Poker and War: 67.22 to 67.40. Only their English is among the texts."""

from __future__ import annotations

from rules.editions import ORDER_2000
from rules.lines import Readings
from rules.sections.model import Section
from rules.terms import Term


def _s(number: str, fr: str, en: str, *readings: str) -> Section:
    found: Readings = readings
    return Section(number, Term(fr, en), ORDER_2000, french=False, readings=found)


SECTIONS = (
    _s(
        "67.22",
        "On joue avec un ou deux paquets. L'as est la plus haute carte; il peut aussi précéder le deux et le trois.",
        "One or two decks. The ace is the highest card; it may also stand before two and three.",
        "A3",
        "A4",
        "A18",
    ),
    _s(
        "67.23",
        "Ordre des mains de trois cartes : suite couleur, brelan, séquence, couleur, paire.",
        "The order of three-card hands: straight flush, three of a kind, straight, flush, pair.",
        "A18",
    ),
    _s(
        "67.24",
        "Entre mains de même combinaison, ou sans combinaison, la plus haute carte décide; sinon, c'est nul.",
        "Between hands of one combination, or of none, the highest card decides; failing that it is a push.",
        "A6",
        "A21",
    ),
    _s(
        "67.25",
        "Il y a autant de joueurs que de places marquées sur le tapis.",
        "As many may play as the layout has places.",
    ),
    _s(
        "67.26",
        "Le joueur fait une mise initiale, une mise « paire ou plus » ou les deux avant « Rien ne va plus »; ensuite "
        "rien ne change, sauf par 67.28.",
        "The player lays an initial wager, a pair-or-plus wager or both before “No more bets”; then nothing changes "
        "but by 67.28.",
        "A8",
        "A9",
    ),
    _s(
        "67.27",
        "Trois cartes, face cachée, à chacun à son tour, le croupier compris.",
        "Three cards face down to each in turn, the dealer too.",
        "A10",
    ),
    _s(
        "67.28",
        "Après avoir vu ses cartes, le joueur ajoute une mise égale à la première, ou abandonne et perd celle-ci.",
        "Having seen the cards, the player adds a wager equal to the first, or drops and loses the first.",
        "A22",
        "A23",
    ),
    _s(
        "67.29",
        "Le croupier ouvre avec une reine, un roi, un as ou une combinaison. S'il n'ouvre pas, la mise initiale est "
        "payée 1 à 1 et l'additionnelle est nulle.",
        "The dealer opens with a queen, a king, an ace or a combination. If not, the initial wager is paid 1 to 1 and "
        "the additional one is a push.",
        "A19",
        "A26",
    ),
    _s(
        "67.30",
        "Les mains sont dévoilées une à une; plus forte que celle du croupier, une main fait payer les deux 1 à 1.",
        "Hands are shown one by one; one stronger than the dealer's has both wagers paid 1 to 1.",
        "A12",
        "A21",
    ),
    _s(
        "67.31",
        "Qui est resté touche en plus une prime sur sa mise initiale pour une suite couleur, un brelan ou une "
        "séquence, quelle que soit la main du croupier.",
        "Who stayed also has a bonus on the initial wager for a straight flush, three of a kind or a straight, "
        "whatever the dealer holds.",
        "A20",
    ),
    _s(
        "67.32",
        "« Paire ou plus » se mise avec ou sans mise initiale et paie dès une paire, quelle que soit la main du "
        "croupier.",
        "Pair or plus is laid with or without an initial wager and pays from a pair up, whatever the dealer holds.",
        "A22",
    ),
    _s("67.33", "La guerre se joue avec six ou huit paquets.", "War is played with six or eight decks."),
    _s("67.34", "L'as est la plus haute carte, le deux la plus basse.", "The ace is the highest card, two the lowest."),
    _s(
        "67.35",
        "Il y a autant de joueurs que de places marquées sur le tapis.",
        "As many may play as the layout has places.",
    ),
    _s(
        "67.36",
        "La mise initiale, et la supplémentaire à sa droite, sont faites avant la première carte.",
        "The initial wager, and the supplemental one to its right, are laid before the first card.",
        "A9",
        "A30",
    ),
    _s(
        "67.37",
        "Une carte face visible à chacun depuis la gauche du croupier, puis une à lui-même.",
        "One card face up to each from the dealer's left, then one to the dealer.",
    ),
    _s(
        "67.38",
        "Carte plus haute : la mise initiale gagne 1 à 1; plus basse : elle est perdue; égale : le joueur se retire "
        "en perdant la moitié, ou va en guerre.",
        "A higher card wins the initial wager 1 to 1, a lower one loses it; at a tie the player withdraws for half or "
        "goes to war.",
        "A11",
        "A31",
    ),
    _s(
        "67.39",
        "En guerre, le joueur ajoute une mise égale; trois cartes de côté, une à lui, trois de côté, une au croupier. "
        "Plus haute : l'initiale gagne 1 à 1; plus basse : tout est perdu; égale : les deux gagnent 1 à 1.",
        "At war the player adds an equal wager; three cards aside, one to the player, three aside, one to the dealer. "
        "Higher: the initial wins 1 to 1; lower: all is lost; equal: both win 1 to 1.",
        "A27",
        "A28",
        "A29",
        "A33",
    ),
    _s(
        "67.40",
        "La mise supplémentaire gagne 10 à 1 si les premières cartes sont égales.",
        "The supplemental wager wins 10 to 1 if the first cards tie.",
        "A30",
        "A31",
        "A32",
    ),
)
