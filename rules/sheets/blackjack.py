"""The sheet of blackjack's side wagers, 21.2 to 21.4."""

from __future__ import annotations

from collections.abc import Mapping

from rules.blackjack import GAME
from rules.blackjack_wagers import DOLLAR, EVEN, EVERY_MANNER, OVER_UNDER, PROGRESSIVE, SEVENS, TERMS, Prize
from rules.game import Options, deck_count, unoffered
from rules.sheets.model import BEFORE, EXACT_PAYMENT, Bet, PayTable, Sheet, both, dollars, paid
from rules.terms import Term

A_DOLLAR = both(Term("facultative; exactement {sum}", "optional; exactly {sum}"), sum=dollars(DOLLAR))
ONE_MANNER = Term(
    "La mise progressive n'est offerte qu'à une table qui l'affiche, et dans une seule de ces manières.",
    "The progressive wager is offered only at a table that posts it, and in one of these manners alone.",
)
MANNER = Term("Mise progressive : manière {n}", "Progressive wager: manner {n}")
Manners = Mapping[int, tuple[Prize, ...]]


def sheet(options: Options) -> Sheet:
    """As the table posts it; without a manner, the table offers no progressive."""
    manner, missing = options.more.get("manner"), unoffered(GAME, options)
    progressive = {n: table for n, table in PROGRESSIVE.items() if manner in (n, EVERY_MANNER)}
    return Sheet(
        name=Term("Blackjack : mises additionnelles et supplémentaires", "Blackjack: side wagers"),
        sections=("21.2", "21.4"),
        choices=(both(MANNER, n=manner),) if manner in PROGRESSIVE else (),
        decks=deck_count(GAME, options),
        object=Term(
            "Recevoir, dans les premières cartes de sa case, un groupe de cartes que la mise désigne. Ni la main du "
            "croupier ni le coup lui-même n'y changent rien.",
            "Receive, in the first cards of one's box, a group that the wager names. Neither the dealer's hand nor "
            "the main game changes anything.",
        ),
        course=(
            Term(
                "Les mises s'ajoutent à la mise du jeu et se placent à l'endroit indiqué.",
                "These wagers come on top of the game's own, each on its marked area.",
            ),
            Term(
                "Les cartes comptent dans l'ordre où la case les reçoit, mains séparées comprises; un groupe est fait "
                "des premières, autant qu'il en nomme.",
                "Cards count in the order in which the box receives them, split hands included; a group is made of "
                "the first ones, as many as it names.",
            ),
        ),
        valid=(
            Term(
                "Seules comptent les cartes reçues : aucune n'est donnée pour la seule mise.",
                "Only cards received count: none is dealt for the wager alone.",
            ),
            Term(
                "Une carte illisible ou en trop suspend le coup, et le personnel autorisé en décide.",
                "A card that is unreadable or too many holds the round, and authorized personnel decide.",
            ),
        ),
        bets=(
            *([_progressive(progressive)] if progressive else []),
            Bet(
                TERMS["sevens"],
                A_DOLLAR,
                BEFORE,
                Term(
                    "si la première carte est un 7; davantage si les suivantes en sont aussi",
                    "if the first card is a 7; more if the next ones are, too",
                ),
                Term("si la première carte n'est pas un 7", "if the first card is no 7"),
                "21.3",
                of=("sevens",),
            ),
            Bet(
                TERMS["over_under_13"],
                Term("facultative; l'une ou l'autre; limites de la table", "optional; one of the two; table limits"),
                BEFORE,
                both(
                    Term(
                        "si les deux premières cartes font plus, ou moins, de 13; l'as vaut 1, les figures 10 : {odds}",
                        "if the first two cards make more, or less, than 13; the ace counts 1, court cards 10: {odds}",
                    ),
                    odds=paid(EVEN),
                ),
                Term("dans tout autre cas, 13 compris", "in any other case, 13 included"),
                "21.4",
                of=OVER_UNDER,
            ),
        ),
        tables=(
            *(PayTable(_title(n, progressive), "21.2", tuple(map(_prize, rows))) for n, rows in progressive.items()),
            PayTable(TERMS["sevens"], "21.3", tuple((TERMS[row.name], paid(row.pays)) for row in SEVENS), ("sevens",)),
        ),
        special=(
            Term("Seul le prix le plus élevé est payé.", "Only the highest prize is paid."),
            *([ONE_MANNER] if len(progressive) > 1 else []),
            *(
                [
                    Term(
                        "Le dollar de la mise progressive n'est jamais rendu; le compteur est visible de la table.",
                        "The progressive dollar is never returned; the meter is visible from the table.",
                    )
                ]
                if progressive
                else []
            ),
            EXACT_PAYMENT,
        ),
        readings=(
            *("A8", "A11", "A12", "A97"),
            *_read(progressive),
            "A104",
            *(("A105", "A106") if progressive else ()),
            *(() if "sevens" in missing else ("A108", "A109")),
            *(() if missing.issuperset(OVER_UNDER) else ("A110",)),
            *(("A111", "A157") if progressive else ()),
            "A158",
        ),
    )


def _progressive(manners: Manners) -> Bet:
    best = list(dict.fromkeys(TERMS[rows[0].name] for rows in manners.values()))  # two manners have the same
    return Bet(
        TERMS["progressive"],
        A_DOLLAR,
        BEFORE,
        both(
            Term(
                "avec un groupe du tableau; le gros lot avec : {best}",
                "with a group of the pay table; the jackpot with: {best}",
            ),
            best=Term("; ".join(name.fr for name in best), "; ".join(name.en for name in best)),
        ),
        Term("dans tout autre cas", "in any other case"),
        "21.2",
    )


def _prize(row: Prize) -> tuple[Term, Term]:
    if row.award is None:
        return TERMS[row.name], dollars(row.pays[0] * DOLLAR // row.pays[1])
    share = row.award.rstrip("%")
    return TERMS[row.name], Term(f"{share} % du gros lot", f"{share} % of the jackpot")


def _title(manner: int, manners: Manners) -> Term:
    """The name alone says it where one manner is posted."""
    name = TERMS["progressive"]
    return name if len(manners) == 1 else both(Term("{name}, manière {n}", "{name}, manner {n}"), name=name, n=manner)


def _read(manners: Manners) -> list[str]:
    read = {reading for rows in manners.values() for row in rows for reading in row.readings} - {"A97", "A105"}
    return sorted(read, key=lambda name: int(name[1:]))
