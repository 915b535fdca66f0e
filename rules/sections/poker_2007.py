"""3-5-7, Boston and 4-Card Poker, Crazy Four: 67.41 to 67.87. Both versions are among the texts."""

from __future__ import annotations

from rules.editions import ORDER_2007
from rules.sections.model import Section
from rules.terms import Term


def _s(number: str, fr: str, en: str, *readings: str, apart: Term | None = None) -> Section:
    return Section(number, Term(fr, en), ORDER_2007, french=True, readings=readings, diverges=apart)


SEVEN = ("Sept joueurs au plus.", "Seven players at most.")
ANNOUNCED = Term(
    "Après « Rien ne va plus », l'anglais n'interdit que de faire une mise; le français, aussi de la modifier ou de la "
    "retirer. Le français s'applique.",
    "After “No more bets” the English only bars new bets; the French bars changes and withdrawals too. The French is "
    "applied.",
)
EQUAL = Term(
    "L'anglais dit des mains égales qu'elles sont nulles, le français qu'elles sont égales : ce qu'elles deviennent, "
    "les articles du règlement des mises le disent.",
    "The English calls equal hands a push, the French only equal: what becomes of them the sections on settlement say.",
)
THREE_ORDER = (
    "Ordre des mains de trois cartes : suite couleur, brelan, séquence, couleur, paire.",
    "The order of three-card hands: straight flush, three of a kind, straight, flush, pair.",
)
SECTIONS = (
    _s(
        "67.41",
        "Un ou deux paquets. L'as vaut aussi un avant deux-trois et, à cinq cartes, avant deux à cinq, pour la quinte "
        "comme pour la séquence.",
        "One or two decks. The ace may stand low before two-three and, of five cards, before two to five, in a "
        "straight flush.",
        "A3",
        "A4",
        "A36",
        apart=Term(
            "À cinq cartes, le français nomme la quinte et la séquence, l'anglais la première seule. Le français "
            "s'applique.",
            "Of five cards the French names straight flush and straight, the English the first alone. The French is "
            "applied.",
        ),
    ),
    _s("67.42", *SEVEN),
    _s("67.43", *THREE_ORDER),
    _s(
        "67.44",
        "Ordre des mains de cinq cartes, de la quinte royale à la paire.",
        "The order of five-card hands, from royal flush to pair.",
    ),
    _s(
        "67.45",
        "Une mise pour trois cartes et une pour cinq sont obligatoires, une pour sept est permise, chacune dans ses "
        "limites et avant « Rien ne va plus ».",
        "A bet for three cards and one for five are due, one for seven is allowed, each within the limits and before "
        "“No more bets”.",
        "A8",
        "A9",
        apart=ANNOUNCED,
    ),
    _s(
        "67.46",
        "Trois cartes cachées à chaque joueur, puis quatre au croupier.",
        "Three cards face down to each player, then four to the dealer.",
        "A10",
    ),
    _s(
        "67.47",
        "La mise de sept cartes peut être retirée pour moitié tant que le croupier n'a pas dévoilé deux cartes.",
        "The seven-card bet may be withdrawn for half until the dealer has turned two cards.",
        "A11",
        "A39",
    ),
    _s(
        "67.48",
        "Les trois cartes du joueur paient sa première mise : de 1 à 1 pour une paire à 40 à 1.",
        "The player's three cards pay the first bet: from 1 to 1 for a pair to 40 to 1.",
        "A12",
    ),
    _s(
        "67.49",
        "Avec deux cartes du croupier, la main de cinq paie dès une paire de six, jusqu'à 500 à 1.",
        "With two of the dealer's cards, the hand of five pays from a pair of sixes, up to 500 to 1.",
        "A12",
        "A36",
        "A38",
        "A41",
    ),
    _s(
        "67.50",
        "Avec ses quatre cartes, les cinq meilleures de sept paient dès une double paire de dix, jusqu'à 100 à 1.",
        "With all four, the best five of seven pay from two pairs of tens, up to 100 to 1.",
        "A12",
        "A36",
        "A37",
    ),
    _s(
        "67.51",
        "Un ou deux paquets. L'as peut être bas à trois et à cinq cartes, en séquence comme en suite.",
        "One or two decks. The ace may be low in three and in five cards, in straights and straight flushes.",
        "A3",
        "A4",
    ),
    _s("67.52", *SEVEN),
    _s("67.53", *THREE_ORDER),
    _s(
        "67.54",
        "Ordre des mains de cinq cartes, avec la plus haute et la plus basse de chacune; l'as ne relie pas le roi au "
        "deux.",
        "The order of five-card hands with the highest and lowest of each; an ace does not join king and two.",
    ),
    _s(
        "67.55",
        "Entre deux mains de cinq cartes de même combinaison, ou sans, la plus haute carte décide; sinon elles sont "
        "égales.",
        "Between two hands of one combination, or of none, the highest card decides; failing that they push.",
        "A6",
        "A47",
        apart=EQUAL,
    ),
    _s(
        "67.56",
        "Mise initiale et première mise additionnelle du double; « Bonus » au choix; avant « Rien ne va plus ».",
        "An ante and a first additional bet of twice the ante; a Bonus at will; before “No more bets”.",
        "A8",
        "A9",
        apart=ANNOUNCED,
    ),
    _s(
        "67.57",
        "Trois cartes cachées à chacun, le croupier compris.",
        "Three cards face down to each, the dealer too.",
        "A10",
    ),
    _s(
        "67.58",
        "Le joueur ajoute une deuxième mise du double de l'initiale, ou abandonne et perd l'initiale et la première.",
        "The player adds a second bet of twice the ante, or drops and loses ante and first.",
        "A48",
    ),
    _s(
        "67.59",
        "Le « Bonus » paie les trois premières cartes dès une paire, jusqu'à 40 à 1.",
        "The Bonus pays the first three cards from a pair, up to 40 to 1.",
        "A48",
        apart=Term(
            "L'anglais l'appelle additionnel, le français supplémentaire : ce n'est pas une des mises additionnelles.",
            "The English calls it additional, the French supplementary: it is none of the additional bets.",
        ),
    ),
    _s(
        "67.60",
        "Deux autres cartes cachées à qui est resté, et au croupier.",
        "Two more cards face down to who stayed, and to the dealer.",
        "A10",
    ),
    _s(
        "67.61",
        "Le croupier dévoile ses cinq cartes et forme sa meilleure main.",
        "The dealer turns the five cards and makes the best hand.",
        "A50",
    ),
    _s(
        "67.62",
        "Une main plus forte que la sienne fait payer 1 à 1 les deux mises additionnelles; l'initiale est nulle.",
        "A hand stronger than his has both additional bets paid 1 to 1; the ante is a push.",
        "A12",
        "A44",
        "A47",
    ),
    _s(
        "67.63",
        "Qui est resté avec une double paire de dix ou mieux gagne sur l'initiale de 2 à 1 à 1\u00a0000 à 1, quelle "
        "que soit la main du croupier.",
        "Who stayed with two pairs of tens or better wins on the ante from 2 to 1 to 1000 to 1, whatever the dealer "
        "holds.",
        "A37",
        "A44",
        "A45",
        "A46",
    ),
    _s(
        "67.64",
        "Un ou deux paquets. L'as peut précéder deux, trois et quatre.",
        "One or two decks. The ace may stand before two, three and four.",
        "A3",
        "A4",
    ),
    _s(
        "67.65",
        "Ordre des mains de quatre cartes : carré, suite couleur, brelan, couleur, séquence, double paire, paire.",
        "The order of four-card hands: four of a kind, straight flush, three of a kind, flush, straight, two pairs, "
        "pair.",
    ),
    _s(
        "67.66",
        "À combinaison égale, ou sans, la plus haute carte décide; sinon les mains sont égales.",
        "Between hands of one combination, or of none, the highest card decides; failing that they push.",
        "A6",
        "A55",
        "A60",
        apart=EQUAL,
    ),
    _s("67.67", *SEVEN),
    _s(
        "67.68",
        "Mise initiale, « Paire d'as ou plus » ou les deux, dans les limites et avant « Rien ne va plus ».",
        "An ante, Aces Up or both, within the limits and before “No more bets”.",
        "A8",
        "A9",
        apart=ANNOUNCED,
    ),
    _s(
        "67.69",
        "Cinq cartes cachées à chaque joueur; au croupier cinq cachées et une visible.",
        "Five cards face down to each player; to the dealer five down and one up.",
        "A10",
        "A59",
    ),
    _s(
        "67.70",
        "Le joueur ajoute d'une à trois fois sa mise initiale, ou l'abandonne.",
        "The player adds one to three times the ante, or forfeits it.",
        "A57",
        "A58",
    ),
    _s(
        "67.71",
        "De ses six cartes, le croupier forme la meilleure main de quatre.",
        "Of the six cards the dealer makes the highest hand.",
        "A54",
        apart=Term(
            "Le français dit une main de quatre cartes, l'anglais ne dit pas combien. Le français s'applique.",
            "The French says a hand of four cards, the English does not say how many. The French is applied.",
        ),
    ),
    _s(
        "67.72",
        "Une main de quatre cartes égale ou supérieure à celle du croupier fait payer les deux mises 1 à 1.",
        "A four-card hand that equals or beats the dealer's has both bets paid 1 to 1.",
        "A12",
        "A55",
        "A60",
    ),
    _s(
        "67.73",
        "Qui est resté avec un brelan ou mieux touche aussi une prime sur l'initiale, quelle que soit la main du "
        "croupier.",
        "Who stayed with three of a kind or better wins on the ante and has a bonus on it, whatever the dealer holds.",
        "A56",
        apart=Term(
            "L'anglais dit que la mise initiale gagne et est aussi payée, le français seulement qu'elle est aussi "
            "payée. Battue, elle est rendue avec la prime.",
            "The English says that the ante wins and is also paid, the French only that it is also paid. Beaten, it "
            "goes back with the bonus.",
        ),
    ),
    _s(
        "67.74",
        "« Paire d'as ou plus » paie dès une paire d'as, jusqu'à 50 à 1, quelle que soit la main du croupier.",
        "Aces Up pays from a pair of aces, up to 50 to 1, whatever the dealer holds.",
        "A9",
        "A58",
    ),
    _s(
        "67.75",
        "Un ou deux paquets. L'as peut précéder deux, trois et quatre.",
        "One or two decks. The ace may stand before two, three and four.",
        "A3",
        "A4",
    ),
    _s("67.76", "Les combinaisons sont celles de 67.65.", "The combinations are those of 67.65."),
    _s(
        "67.77",
        "À combinaison égale, ou sans, la plus haute carte décide; sinon les mains sont égales.",
        "Between hands of one combination, or of none, the highest card decides; failing that they push.",
        "A6",
        apart=EQUAL,
    ),
    _s("67.78", *SEVEN),
    _s(
        "67.79",
        "Mise initiale et « super bonus » du même montant, avant « Rien ne va plus ».",
        "An ante and a Super Bonus of the same amount, before “No more bets”.",
        "A8",
        "A9",
        apart=ANNOUNCED,
    ),
    _s(
        "67.80",
        "Cinq cartes cachées à chacun, le croupier compris.",
        "Five cards face down to each, the dealer too.",
        "A10",
    ),
    _s(
        "67.81",
        "Le joueur ajoute sa mise initiale, ou jusqu'au triple avec une paire d'as ou mieux; sinon il perd l'initiale "
        "et le super bonus.",
        "The player adds the ante, or three times it with a pair of aces or better; else ante and Super Bonus are "
        "lost.",
        "A63",
        "A70",
        apart=Term(
            "Le français permet jusqu'à trois fois la mise initiale, l'anglais le triple. Le français s'applique.",
            "The French allows up to three times the ante, the English three times. The French is applied.",
        ),
    ),
    _s(
        "67.82",
        "Le croupier ouvre avec un roi, un as ou une combinaison. S'il n'ouvre pas, l'additionnelle est payée 1 à 1; "
        "l'initiale et le super bonus sont nuls.",
        "The dealer opens with a king, an ace or a combination. If not, the additional bet is paid 1 to 1; ante and "
        "Super Bonus are a push.",
        "A64",
        "A67",
    ),
    _s(
        "67.83",
        "S'il ouvre, les mains sont dévoilées à tour de rôle; égales, tout est nul.",
        "If the dealer opens, hands are shown in turn; where they are equal all bets push.",
        "A65",
        "A70",
    ),
    _s(
        "67.84",
        "Une main plus forte fait payer l'initiale et l'additionnelle 1 à 1.",
        "A stronger hand has ante and additional bet paid 1 to 1.",
        "A12",
    ),
    _s(
        "67.85",
        "Qui est resté avec une séquence ou mieux est aussi payé sur le super bonus, de 1 à 1 à 200 à 1, quelle que "
        "soit la main du croupier; la couleur paie 3 à 1.",
        "Who stayed with a straight or better is also paid on the Super Bonus, from 1 to 1 to 200 to 1, whatever the "
        "dealer holds; a flush pays 3 to 1.",
        "A64",
        "A65",
        "A66",
        "A68",
        "A69",
    ),
    _s(
        "67.86",
        "Hors de ce tableau, le super bonus est nul si la main vaut au moins celle du croupier; sinon il est perdu.",
        "Outside that table the Super Bonus pushes if the hand is at least the dealer's; otherwise it is lost.",
        "A67",
        "A68",
    ),
    _s(
        "67.87",
        "« Paire de dames ou plus » paie dès une paire de reines, jusqu'à 50 à 1, quelle que soit la main du croupier.",
        "Queens Up pays from a pair of queens, up to 50 to 1, whatever the dealer holds.",
        "A9",
        "A70",
        apart=Term(
            "Le français dit « dames » dans le nom de la mise et « reine » dans le tableau : c'est la même carte.",
            "The French has two words for the queen, one in the wager's name and one in the table: the same card.",
        ),
    ),
)
