"""Why the rules refuse something, in French and English: what several games say, and what one game alone says.

A game that is added may have such a table in its own file.
"""

from __future__ import annotations

from rules.terms import Details, Term


class Because(Details):
    """The English is part of the settle contract's answers, and journals record it: it stays as it is."""

    # what the house posts
    NO_GAME = Term("{game} : aucun jeu de ce nom", "{game}: no such game")
    NO_OPTION = Term(
        "{name} : {game} n'a pas cette option; il a {options}", "{name}: no such option of {game}; it has {options}"
    )
    NO_OPTIONS = Term(
        "{name} : {game} n'a pas cette option; il n'en a aucune", "{name}: no such option of {game}; it has none"
    )
    DECKS = Term("decks : {game} se joue avec {decks} paquets de cartes", "decks: {game} is dealt from {decks}")
    ON_DICE = Term("decks : {game} se joue avec des dés", "decks: {game} is played with dice")
    NOT_FROM_DECKS = Term("{game} : ne se joue pas avec des cartes", "{game}: is not dealt from decks")
    DECKS_OF = Term("{game} : {decks} paquets de cartes", "{game}: {decks} decks")
    NOTHING_COUNTED = Term(
        "{game} : rien n'est calculé pour {decks} paquets de cartes et {options}",
        "{game}: nothing is kept for {decks} decks and {options}",
    )
    NO_SHEET_YET = Term(
        "{game} : personne n'a écrit de feuille pour ce jeu", "{game}: nobody has written a sheet for this game"
    )
    ONE_OF = Term("{name} : l'un de {allowed}", "{name}: one of {allowed}")
    EITHER = Term("{name} : {allowed}", "{name}: {allowed}")
    EITHER_NOT = Term("{name} : {allowed}, et non {found}", "{name}: {allowed}, not {found}")
    # who lays what
    SEAT_RANGE = Term(
        "place {seat} : le tapis a les places 1 à {seats}", "seat {seat}: the layout has places 1 to {seats}"
    )
    SEATS_QUOTED = Term('place {seat} : les places sont "1", "2", …', 'seat {seat}: seats are "1", "2", …')
    SEATS = Term("place {seat} : les places sont 1, 2, …", "seat {seat}: seats are 1, 2, …")
    TABLE_FULL = Term(
        "place {seat} : {most} joueurs sont déjà à la table", "seat {seat}: {most} players are at the table already"
    )
    MOST_PLAYERS = Term("place {seat} : {most} joueurs au plus", "seat {seat}: {most} players at most")
    NO_WAGERS = Term("place {seat} : aucune mise n'est faite", "seat {seat}: no wager is laid")
    NO_WAGER = Term(
        "place {seat}, {wager} : ce jeu n'a pas cette mise", "seat {seat}, {wager}: no such wager in this game"
    )
    NO_WAGER_THERE = Term(
        "place {seat}, {wager} : le tapis n'a pas cette mise", "seat {seat}, {wager}: no such wager on the layout"
    )
    NO_WAGER_NOW = Term(
        "place {seat}, {wager} : cette mise ne peut pas être faite", "seat {seat}, {wager}: no such wager can be laid"
    )
    NO_SIDE_WAGER = Term(
        "place {seat}, {wager} : aucune mise accessoire de ce nom", "seat {seat}, {wager}: no such side wager"
    )
    NOT_BEFORE = Term(
        "place {seat}, {wager} : ne se mise pas avant « Rien ne va plus »",
        "seat {seat}, {wager}: not laid before « Rien ne va plus »",
    )
    NOT_LAID = Term(
        "place {seat}, {wager} : n'est pas sur le tapis", "seat {seat}, {wager}: does not lie on the layout"
    )
    MUST_BE_LAID = Term("place {seat}, {wager} : cette mise est obligatoire", "seat {seat}, {wager}: must be laid")
    LIMITS = Term(
        "place {seat}, {wager} : hors des limites affichées", "seat {seat}, {wager}: outside the posted limits"
    )
    CENTS = Term(
        "place {seat}, {wager} : un nombre entier de cents, ou null",
        "seat {seat}, {wager}: a whole number of cents, or null",
    )
    MULTIPLE = Term(
        "place {seat}, {wager} : un multiple positif de {unit}", "seat {seat}, {wager}: a positive multiple of {unit}"
    )
    TIMES = Term(
        "place {seat}, {wager} : doit être {least} fois {base}", "seat {seat}, {wager}: must be {least} times {base}"
    )
    TIMES_BETWEEN = Term(
        "place {seat}, {wager} : doit être de {least} à {most} fois {base}",
        "seat {seat}, {wager}: must be {least} to {most} times {base}",
    )
    NOT_WITHDRAWN = Term(
        "place {seat}, {wager} : ne peut pas être retirée", "seat {seat}, {wager}: cannot be withdrawn"
    )
    # what the game awaits
    NOT_AWAITED = Term(
        "{fact} n'est pas ce que le jeu attend : {expected}", "{fact} is not what the game awaits: {expected}"
    )
    DICE_COUNT = Term("dice : {count} dés sont lancés", "dice: {count} are rolled")
    DIE = Term("dice : un dé montre de 1 à 6", "dice: a die shows 1 to 6")
    # a request of the settle contract
    NOT_JSON = Term("n'est pas un objet JSON", "not a JSON object")
    TOO_LARGE = Term("un montant est trop grand pour être écrit", "an amount is too large to be written")
    STRING_NEEDED = Term("{name} : une chaîne de caractères est nécessaire", "{name}: a string is required")
    OBJECT = Term("{name} : un objet", "{name}: an object")
    OBJECT_OF_SEAT = Term("place {seat} : un objet", "seat {seat}: an object")
    WAGERS_OBJECT = Term("place {seat} : wagers : un objet", "seat {seat}: wagers: an object")
    WITHDRAW_LIST = Term("place {seat} : withdraw : une liste de mises", "seat {seat}: withdraw: a list of wagers")
    SEATS_OBJECT = Term("{name} : un objet avec au moins une place", "{name}: an object with at least one seat")
    NO_SEAT = Term(
        '{name} : {seat} n\'est pas une place; les places sont "1", "2", …',
        '{name}: {seat} is no seat; seats are "1", "2", …',
    )
    WHOLE = Term("{name} : un nombre entier, {least} ou plus", "{name}: a whole number, {least} or more")
    NO_CARD = Term("{where} : {name} n'est pas une carte", "{where}: {name} is no card")
    CARD_LIST = Term("{where} : une liste de cartes", "{where}: a list of cards")
    CARD_COUNT = Term("{where} : {counts} cartes", "{where}: {counts} cards")
    COPIES_OF_ONE = Term("{card} : {copies} exemplaires d'un paquet de cartes", "{card}: {copies} copies from 1 deck")
    COPIES = Term(
        "{card} : {copies} exemplaires de {decks} paquets de cartes", "{card}: {copies} copies from {decks} decks"
    )
    # blackjack
    CARDS_OR_MORE = Term("place {seat} : {fewest} cartes ou plus", "seat {seat}: {fewest} cards or more")
    EXACTLY = Term(
        "place {seat}, {wager} : exactement {cents}, dont l'unité est une partie",
        "seat {seat}, {wager}: exactly {cents}, of which the unit is a part",
    )
    OVER_OR_UNDER = Term(
        "place {seat}, over_13 et under_13 : l'une des deux", "seat {seat}, over_13 and under_13: one of them"
    )
    NO_PROGRESSIVE = Term(
        "place {seat}, progressive : cette table ne l'offre pas",
        "seat {seat}, progressive: this table does not offer it",
    )
    METER_NEEDED = Term(
        "options.manner et options.jackpot : nécessaires pour une mise progressive",
        "options.manner and options.jackpot: required where a progressive wager is laid",
    )
    MANNER = Term("options.manner : 1, 2 ou 3", "options.manner: 1, 2 or 3")
    # war
    INITIAL = Term("place {seat} : initial est obligatoire", "seat {seat}: initial must be laid")
    INITIAL_FIRST = Term(
        "place {seat} : une mise supplémentaire suppose une mise initiale",
        "seat {seat}: a supplemental wager needs an initial one",
    )
    LAY_INITIAL = Term(
        "place {seat}, {wager} : misez initial et, si désiré, supplemental",
        "seat {seat}, {wager}: lay initial, and supplemental if wished",
    )
    AFTER_TIE = Term(
        "place {seat}, additional : seulement après une égalité", "seat {seat}, additional: only after a tie"
    )
    WAR_CARD = Term(
        "place {seat} : 2 cartes, la seconde est la carte de guerre", "seat {seat}: 2 cards, the second is the war card"
    )
    ONE_CARD = Term("place {seat} : 1 carte, elle n'est pas en guerre", "seat {seat}: 1 card, it is not at war")
    NOT_AT_WAR = Term(
        "place {seat} : dealer_war_card : la place n'est pas en guerre",
        "seat {seat}: dealer_war_card: the seat is not at war",
    )
    # poker against the house
    THREE_AND_FIVE = Term(
        "place {seat}, {wager} : three et five sont obligatoires toutes deux",
        "seat {seat}, {wager}: three and five must both be laid",
    )
    LAY_THREE_AND_FIVE = Term(
        "place {seat}, {wager} : misez three et five et, si désiré, seven",
        "seat {seat}, {wager}: lay three and five, and seven if wished",
    )
    ACES_NEEDED = Term(
        "place {seat}, additional : plus que ante suppose une paire d'as ou mieux",
        "seat {seat}, additional: more than ante takes a pair of aces or better",
    )
    ANTE_FIRST = Term(
        "place {seat}, ante : obligatoire pour une mise additionnelle",
        "seat {seat}, ante: must be laid for an additional bet",
    )
    INITIAL_OR_PAIR_PLUS = Term(
        "place {seat} : initial ou pair_plus est obligatoire, et initial pour additional",
        "seat {seat}: initial or pair_plus must be laid, and initial for additional",
    )
    # craps
    OF_WAGER = Term("place {seat}, {wager} : {why}", "seat {seat}, {wager}: {why}")
    NEEDS_POINT = Term("suppose un point ({section})", "needs a point ({section})")
    NEEDS_FLAT = Term("suppose {flat} ({section})", "needs {flat} ({section})")
    AT_COME_OUT = Term("se mise avant un coup de départ ({section})", "is laid before a come-out roll ({section})")
    WITH_POINT = Term("se mise pendant qu'il y a un point ({section})", "is laid while there is a point ({section})")
    NEVER_INCREASED = Term("ne s'augmente jamais ({section})", "is never increased ({section})")
    ONE_BY_ONE = Term("place {seat} : les mises se retirent une à une", "seat {seat}: wagers are withdrawn one by one")
    UNTIL_DECIDED = Term(
        "place {seat}, {wager} : se joue jusqu'à ce qu'elle gagne ou perde ({section})",
        "seat {seat}, {wager}: is played until it has won or lost ({section})",
    )
    NEVER_OFF = Term("place {seat}, {wager} : n'est jamais hors jeu", "seat {seat}, {wager}: is never off")
    POINT = Term("point : l'un de 4, 5, 6, 8, 9, 10, ou none", "point: one of 4, 5, 6, 8, 9, 10, or none")
    EVENT_LIST = Term("events : une liste", "events: a list")
    EVENT_KIND = Term("events : un objet avec l'un de {kinds}", "events: an object with one of {kinds}")
    SEAT_AND_WAGER = Term("{kind} : seat et wager, deux chaînes de caractères", "{kind}: seat and wager, both strings")
    BET_STAKE = Term("bet : place {seat}, {wager} : un montant, ou null", "bet: seat {seat}, {wager}: a stake, or null")
    WORKING_ON = Term(
        "working : place {seat}, {wager} : on, true ou false", "working: seat {seat}, {wager}: on, true or false"
    )
    # the showdown of the poker room
    SHOWDOWN_TYPE = Term("type : high, low ou high_low", "type: high, low or high_low")
    PUCK = Term("puck : une place", "puck: a seat")
    PERCENT_NUMBER = Term("options.commission_percent : un nombre", "options.commission_percent: a number")
    PERCENT_LEAST = Term("options.commission_percent : 0 ou plus", "options.commission_percent: 0 or more")
    PERCENT_MOST = Term(
        "options.commission_percent : {most} % de la cagnotte au plus (67.108)",
        "options.commission_percent: {most} % of the pot at most (67.108)",
    )
    BETS_CENTS = Term("place {seat}, bets : un nombre entier de cents", "seat {seat}, bets: a whole number of cents")
    FOLDED_LIST = Term("folded : une liste de places qui ont misé", "folded: a list of seats that have bet")
    FOLDED_ALL = Term(
        "folded : tout le monde; il ne reste personne pour gagner la cagnotte",
        "folded: everybody; nobody is left to win the pot",
    )
    HANDS_OBJECT = Term("hands : un objet par place", "hands: an object by seat")
    HAND_WITHOUT_BET = Term("hands : la place {seat} n'a pas misé", "hands: seat {seat} has not bet")
    HAND_MISSING = Term(
        "hands : la place {seat} n'a pas abandonné et n'a pas de main",
        "hands: seat {seat} has not folded, and has no hand",
    )
