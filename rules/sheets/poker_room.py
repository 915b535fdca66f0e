"""The document of 67.91: the poker room, 67.88 to 67.110, and the game of the house as it is posted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.cards import DECK
from rules.game import Options
from rules.poker_room import HAND_NAMES, HIGH, HIGH_LOW, LOW, MOST_PERCENT, TERMS
from rules.ranking import Five
from rules.room.betting import least_bet
from rules.room.house import FIXED_LIMIT, ON_SEAT, POT_LIMIT, House, house_of
from rules.room.variants import BLINDS, Street
from rules.sheets.model import Bet, PayTable, Sheet, both, dollars, order
from rules.sheets.room_custom import absences, returning, straddles
from rules.terms import Term

GOES_TO = {
    HIGH: Term("à la main la plus haute", "to the highest hand"),
    LOW: Term("à la main la plus basse, de l'as au cinq", "to the lowest hand, ace to five"),
}
SHARED = Term(
    "par moitié à la plus haute et à la plus basse, huit ou mieux",
    "half to the highest, half to the lowest, eight or better",
)
AMOUNT = Term("{name} : {what}", "{name}: {what}")


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the room posts it."""
    house = house_of(options)
    game = house.game
    return Sheet(
        name=both(Term("{room} : {game}", "{room}: {game}"), room=TERMS["poker_room"], game=game.term),
        sections=("67.88", "67.110"),
        choices=(game.term, *(both(AMOUNT, name=name, what=what) for name, what in _posted(house, options))),
        decks=1,
        object=Term(
            "Gagner la cagnotte : avec la meilleure main à la confrontation, ou par une mise que personne ne suit.",
            "Win the pot: with the best hand at the showdown, or by a bet that nobody calls.",
        ),
        course=(
            Term(
                "Les joueurs jouent entre eux; la personne autorisée de la Société distribue et dirige, et ne joue "
                "jamais.",
                "Players play each other; the authorized person deals and directs, and never plays.",
            ),
            *_opening(house),
            *map(_street, game.streets),
            Term(
                "Après chaque ronde de cartes, une ronde de mises : passer, miser, suivre, relancer, être tout en "
                "jeu ou abandonner, chacun à son tour dans le sens des aiguilles d'une montre, jusqu'à ce que tous "
                "aient parlé et suivi la plus haute mise.",
                "After each dealing round a betting round: pass, bet, call, raise, be all in or fold, each in turn, "
                "clockwise, until everyone has spoken and met the highest bet.",
            ),
            _who_begins(house),
            Term(
                "À la confrontation, le dernier à avoir misé ou relancé dévoile toutes ses cartes, puis les autres, "
                "dans le sens des aiguilles d'une montre. Une main perdante peut être abandonnée sans être vue; la "
                "personne autorisée peut exiger qu'elle soit dévoilée.",
                "At the showdown whoever bet or raised last shows all cards, then the others, clockwise. A losing hand "
                "may be given up unseen; the authorized person may require it to be shown.",
            ),
            Term(
                "La rondelle avance d'une place après chaque partie; elle fixe l'ordre.",
                "The puck moves one seat after every game; it fixes the order.",
            ),
            *absences(house),
        ),
        valid=(
            Term(
                "Une annonce verbale lie celui qui la fait; une mise faite n'est plus changée.",
                "A verbal announcement binds; a bet once made is not changed.",
            ),
            Term(
                "Tout litige est tranché sur-le-champ par la personne autorisée.",
                "Disputes are decided at once by the authorized person.",
            ),
        ),
        orders=tuple(_orders(house)),
        bets=(
            *_forced_bets(house),
            Bet(
                Term("Mises et relances", "Bets and raises"),
                both(
                    Term("{sizes}; de l'avoir seulement", "{sizes}; of the stakes alone"),
                    sizes=_sizes(house, options.unit),
                ),
                Term("à son tour, dans la ronde de mises", "in turn, within the betting round"),
                Term(
                    "la cagnotte, avec la meilleure main, ou comme dernier joueur en lice",
                    "the pot, with the best hand, or as the last player left",
                ),
                Term("avec toute autre main; si le joueur abandonne", "with any other hand; if the player folds"),
                "67.95 – 67.103",
                Term("ce que personne n'a suivi est rendu", "what nobody called goes back"),
            ),
        ),
        tables=(
            PayTable(
                Term("Ce qui est affiché (document de la maison)", "What is posted (house document)"),
                "67.91, 67.94, 67.108",
                tuple(_posted(house, options)),
            ),
        ),
        special=(
            *_own_cards(house),
            *_raising(house),
            *straddles(house),
            *ALWAYS,
            *returning(house),
            both(
                Term(
                    "La commission ne dépasse jamais {n} % de la cagnotte.",
                    "The commission never exceeds {n} % of the pot.",
                ),
                n=MOST_PERCENT,
            ),
        ),
        readings=(
            "A75",
            *(() if house.limit == FIXED_LIMIT else ("A76",)),
            "A77",
            "A79",
            *(() if house.min_stakes == ON_SEAT else ("A80",)),
            *("A81", "A82", "A83", "A84", "A85", "A86"),
            *(() if game.pays == HIGH else ("A87",)),
            *("A89", "A90", "A92", "A93", "A94", "A154"),
        ),
    )


ALWAYS = (  # whatever the house posts
    Term(
        "Un joueur tout en jeu ne gagne que la part qu'il a couverte et reçoit toutes ses cartes; les autres misent "
        "dans une cagnotte secondaire.",
        "A player who is all in wins only what he has covered, and gets all his cards; the others bet into a "
        "secondary pot.",
    ),
    Term(
        "L'avoir n'est complété qu'entre deux parties. Qui quitte la table emporte le sien.",
        "Stakes are topped up between games only. Whoever leaves the table takes his along.",
    ),
    Term(
        "Ce qui est annoncé ou poussé hors tour lie le joueur à son tour, sauf si une mise ou une relance est venue "
        "entre-temps : il retrouve alors tous ses choix. Un abandon hors tour demeure.",
        "What is announced or pushed out of turn binds at the turn, unless a bet or a raise came in between: then the "
        "player acts anew. A fold out of turn stands.",
    ),
    Term(
        "Une main non protégée qui est exclue de la partie ou ramassée par erreur est sans recours. Des cartes jetées "
        "face cachée au moment de miser peuvent être tenues pour abandonnées.",
        "An unprotected hand that is fouled or picked up in error has no recourse. Cards dropped face down when it is "
        "time to bet may be ruled folded.",
    ),
    Term(
        "Chacun joue pour gagner, n'aide personne et ne révèle rien qui aide un autre. Qui ne respecte pas les "
        "règles peut devoir quitter le salon.",
        "Everyone plays to win, helps nobody and discloses nothing that helps another. Whoever breaks the rules may be "
        "told to leave the room.",
    ),
)
CLOCKWISE_LEFT = Term(
    "les deux premières places à gauche de la rondelle; à deux joueurs, la petite est celle de la rondelle",
    "the first two seats left of the puck; between two players the small one is the puck's",
)
BEFORE_CARDS = Term("avant toute carte", "before any card")
WITH_POT = Term("si le joueur remporte la cagnotte", "if the player wins the pot")
WITHOUT_POT = Term("s'il ne la remporte pas", "if he does not")


def _opening(house: House) -> Iterator[Term]:
    """67.88 (9), (11): what lies there before any card."""
    due = []
    if house.ante:
        due.append(Term("chacun met la mise initiale", "everyone puts in the ante"))
    if house.game.opening == BLINDS and house.big_blind:
        due.append(
            Term("les deux places désignées mettent les mises à l'aveuglette", "two seats put in the blind bets")
        )
    if due:
        yield Term(
            f"Avant toute carte, {', et '.join(part.fr for part in due)}.",
            f"Before any card {', and '.join(part.en for part in due)}.",
        )


def _who_begins(house: House) -> Term:
    """67.88 (10), (20): who speaks first."""
    if house.game.opening == BLINDS and not house.big_blind:
        return Term(
            "Chaque ronde de mises commence à gauche de la rondelle.", "Every betting round begins left of the puck."
        )
    if house.game.opening == BLINDS:
        return Term(
            "La première ronde de mises commence à gauche de la grosse mise à l'aveuglette, les suivantes à gauche de "
            "la rondelle.",
            "The first betting round begins left of the big blind, the others left of the puck.",
        )
    if house.game.pays == LOW:
        return Term(
            "La carte visible la plus haute, le roi étant la plus haute, ouvre la première ronde par la mise imposée; "
            "à égalité, la couleur décide : pique, cœur, carreau, trèfle. Les cartes visibles les plus basses ouvrent "
            "les suivantes.",
            "The highest open card, kings being highest, opens the first round with the forced bet; of equals the suit "
            "decides: spades, hearts, diamonds, clubs. The lowest open cards open the others.",
        )
    return Term(
        "La carte visible la plus basse ouvre la première ronde par la mise imposée; à égalité, la couleur décide : "
        "trèfle, carreau, cœur, pique. Les cartes visibles les plus hautes ouvrent les suivantes.",
        "The lowest open card opens the first round with the forced bet; of equals the suit decides: clubs, diamonds, "
        "hearts, spades. The highest open cards open the others.",
    )


def _forced_bets(house: House) -> Iterator[Bet]:
    """67.88 (9) to (11): describes the ante and the blinds."""
    if house.ante:
        everyone = both(Term("obligatoire; {sum} de chacun", "mandatory; {sum} of everyone"), sum=dollars(house.ante))
        yield Bet(TERMS["ante"], everyone, BEFORE_CARDS, WITH_POT, WITHOUT_POT, "67.88")
    if house.game.opening != BLINDS:
        forced = both(
            Term(
                "obligatoire; {sum}, ou {bet} d'emblée, de qui ouvre la première ronde",
                "mandatory; {sum}, or {bet} at once, of whoever opens the first round",
            ),
            sum=dollars(house.forced),
            bet=dollars(house.small_bet),
        )
        opens = Term("à l'ouverture de la première ronde de mises", "when the first betting round opens")
        yield Bet(TERMS["forced"], forced, opens, WITH_POT, WITHOUT_POT, "67.88")
    elif house.big_blind:
        blinds = both(
            Term("obligatoires; {small} et {big}; {who}", "mandatory; {small} and {big}; {who}"),
            small=dollars(house.small_blind),
            big=dollars(house.big_blind),
            who=CLOCKWISE_LEFT,
        )
        name = Term("Mises à l'aveuglette", "Blind bets")
        yield Bet(name, blinds, BEFORE_CARDS, WITH_POT, WITHOUT_POT, "67.88")


def _sizes(house: House, unit: int) -> Term:
    if house.limit == FIXED_LIMIT:
        return Term("de la taille affichée", "of the posted size")
    least = both(Term("au moins {sum}", "at least {sum}"), sum=dollars(least_bet(house, unit, big=False)))
    if house.limit == POT_LIMIT:
        return both(Term("{least}, au plus la cagnotte", "{least}, at most the pot"), least=least)
    return both(Term("{least}, jusqu'à tout l'avoir", "{least}, up to all the stakes"), least=least)


def _raising(house: House) -> Iterator[Term]:
    """A85, A91: how much, and whom it lets speak again."""
    if house.limit == FIXED_LIMIT:
        big = next(street.name for street in house.game.streets if street.big)
        yield both(
            Term(
                "Une mise ou une relance est de {small}; de {large} à partir de « {street} ». Les mises à "
                "l'aveuglette et imposées ne comptent pas parmi celles d'une ronde."
                if house.game.opening == BLINDS
                else "Une mise ou une relance est de {small}; de {large} à partir de « {street} ». La première relance "
                "complète la mise imposée à {small}.",
                "A bet or a raise is {small}; {large} from “{street}” on. Blind bets do not count among those of a "
                "round."
                if house.game.opening == BLINDS
                else "A bet or a raise is {small}; {large} from “{street}” on. The first raise completes the forced "
                "bet to {small}.",
            ),
            small=dollars(house.small_bet),
            large=dollars(house.big_bet),
            street=big,
        )
    else:
        yield Term(
            "Une relance s'ajoute à la plus haute mise, d'au moins autant que la dernière mise ou relance de la ronde.",
            "A raise goes on top of the highest bet, by at least as much as the last bet or raise of the round.",
        )
    if house.limit == POT_LIMIT:
        yield Term(
            "Une relance ne dépasse pas ce que vaut la cagnotte une fois la mise suivie.",
            "A raise is by no more than the pot comes to once the bet is called.",
        )
    yield Term(
        "Tout en jeu pour moins qu'une relance ne rouvre pas les mises à qui a déjà parlé.",
        "All in for less than a raise does not open the betting again to whoever has spoken.",
    )


def _orders(house: House) -> Iterator[PayTable]:
    if house.game.pays != LOW:
        yield order(Term("Mains hautes", "High hands"), "67.91", Five, TERMS, HAND_NAMES)
    if house.game.pays != HIGH:
        rows = tuple((Term(str(place), str(place)), name) for place, name in enumerate(LOWS, start=1))
        yield PayTable(Term("Mains basses, de la meilleure", "Low hands, from the best"), "67.91", rows)


LOWS = (  # A87: as `rules.poker_room.low` compares them
    Term("Sans paire, dès 5-4-3-2-as", "No pair, from 5-4-3-2-A"),
    Term("Paire", "Pair"),
    Term("Double paire", "Two pairs"),
    Term("Brelan", "Three-of-a-Kind"),
    Term("Main pleine", "Full House"),
    Term("Carré", "Four-of-a-Kind"),
)


def _street(street: Street) -> Term:
    """One dealing round, from what it deals."""
    parts = [
        (street.down, Term("{n} face cachée à chacun", "{n} face down to each")),
        (street.up, Term("{n} face visible à chacun", "{n} face up to each")),
        (street.board, Term("{n} pour tous", "{n} for all")),
    ]
    said = [both(pattern, n=count) for count, pattern in parts if count]
    burned = [Term("une carte brûlée", "one card burned")] if street.burn else []
    steps = [*burned, *said]
    return Term(
        f"{street.name.fr} : {', puis '.join(part.fr for part in steps)}.",
        f"{street.name.en}: {', then '.join(part.en for part in steps)}.",
    )


def _posted(house: House, options: Options) -> Iterator[tuple[Term, Term]]:
    """The stakes, the limits, the forced money, where the pot goes and what the house takes."""
    yield Term("Cagnotte", "Pot"), GOES_TO.get(house.game.pays, SHARED)
    if options.minimum is not None:
        when = (
            Term("Avoir minimal, en s'assoyant", "Minimum stakes, on sitting down")
            if house.min_stakes == ON_SEAT
            else Term("Avoir minimal, à chaque partie", "Minimum stakes, for every game")
        )
        yield when, dollars(options.minimum)
    if options.maximum is not None:
        yield Term("Avoir maximal, une fois complété", "Maximum stakes, when added to"), dollars(options.maximum)
    if house.ante:
        yield Term("Mise initiale", "Ante"), dollars(house.ante)
    if house.game.opening == BLINDS and house.big_blind:
        blinds = both(
            Term("{small} et {big}", "{small} and {big}"),
            small=dollars(house.small_blind),
            big=dollars(house.big_blind),
        )
        yield Term("Mises à l'aveuglette", "Blind bets"), blinds
    elif house.game.opening != BLINDS:
        yield Term("Mise imposée", "Forced bet"), dollars(house.forced)
    if house.limit == FIXED_LIMIT:
        bets = both(
            Term("{small} et {big}", "{small} and {big}"), small=dollars(house.small_bet), big=dollars(house.big_bet)
        )
        yield Term("Limite fixe", "Fixed limit"), bets
        yield (
            Term("Mises et relances par ronde, au plus", "Bets and raises a round, at most"),
            Term(*(str(house.raises),) * 2),
        )
    elif house.limit == POT_LIMIT:
        yield Term("Limite", "Limit"), Term("la cagnotte", "the pot")
    else:
        yield Term("Limite", "Limit"), Term("aucune", "none")
    if not house.commission[0]:
        yield Term("Commission", "Commission"), Term("aucune", "none")
    else:
        yield Term("Commission", "Commission"), _commission(house)
    if house.time_charge is not None:
        period = both(
            Term("Frais de temps de jeu, par {n} minutes", "Charge for playing time, every {n} minutes"),
            n=house.time_period,
        )
        yield period, dollars(house.time_charge)


def _commission(house: House) -> Term:
    percent = f"{float(Fraction(*house.commission)):g}"
    of_pot = Term(f"{percent.replace('.', ',')} % de la cagnotte", f"{percent} % of the pot")
    if house.cap is None:
        return of_pot
    return both(Term("{share}, au plus {cap}", "{share}, at most {cap}"), share=of_pot, cap=dollars(house.cap))


def _own_cards(house: House) -> Iterator[Term]:
    """Which cards make a hand, and what a low takes."""
    game = house.game
    if game.from_hand is not None:
        yield both(
            Term(
                "La main est faite d'exactement {n} cartes du joueur et de {rest} cartes communes.",
                "A hand is made of exactly {n} of the player's cards and {rest} of the board.",
            ),
            n=game.from_hand,
            rest=5 - game.from_hand,
        )
    else:
        yield Term(
            "La main est faite des cinq meilleures des sept cartes.", "A hand is made of the best five of seven cards."
        )
    if game.pays != HIGH:
        yield Term(
            "Au bas, l'as est la plus basse carte; séquences et couleurs ne comptent pas. Entre mains de même sorte, "
            "la valeur des cartes pareilles décide d'abord, puis les autres, à partir de la plus haute.",
            "For the low the ace is the lowest card; straights and flushes do not count. Of hands of one kind the rank "
            "of the cards alike decides first, then the others from the highest.",
        )
    if game.pays == HIGH_LOW:
        yield Term(
            "Le bas prend la moitié s'il est fait de cinq valeurs différentes, de l'as au huit; l'unité impaire va au "
            "haut. Les mêmes cartes peuvent servir des deux côtés.",
            "The low takes half if it is five different ranks, ace to eight; the odd unit goes to the high. The same "
            "cards may serve both ways.",
        )
    if game.seats * len(game.faces) + sum(street.burn for street in game.streets) > len(DECK):
        yield Term(
            "S'il ne reste pas assez de cartes pour tous, la dernière est une carte commune.",
            "If too few cards are left for everyone, the last one is a card in common.",
        )
