"""The sheet of Sic Bo, 95.18 to 95.24."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from rules.game import Options, unoffered
from rules.lines import Odds
from rules.sheets.dice import NO_ROLL_RULE, OFFERED, READ_BY_TWO
from rules.sheets.model import EXACT_PAYMENT, Bet, PayTable, Sheet, paid
from rules.sic_bo import (
    ANY_THREE_OF_A_KIND,
    BIG,
    DICE,
    DUO,
    GAME,
    SINGLE,
    SMALL,
    TERMS,
    THREE_OF_A_KIND,
    TOTAL,
    TWO_OF_A_KIND,
)
from rules.terms import Term

LAID = Term("facultative; limites de la table", "optional; table limits")
CLOSES = Term("avant que les dés soient agités ou lancés", "before the dice are shaken or rolled")
DEALER = Term(
    "Le croupier agite ou lance les dés, ou déclenche l'agitateur, sauf là où il est affiché que les joueurs lancent.",
    "The dealer shakes or rolls the dice, or starts the shaker, but where it is posted that players roll.",
)
PLAYERS = (  # 95.21
    Term(
        "À cette table, les joueurs lancent les dés, chacun une fois; qui lance n'est pas tenu de miser.",
        "At this table the players roll the dice, each once; who rolls need not wager.",
    ),
    OFFERED,
)
OTHERWISE = Term("dans tout autre cas", "in any other case")

WAGERS: dict[str, tuple[Term, Term]] = {  # name; when it wins
    "three": (
        Term("Triple précis", "Three of a kind"),
        Term("si les trois dés montrent le nombre choisi", "if all three dice show the number chosen"),
    ),
    "any_three": (TERMS["any_three_of_a_kind"], Term("si les trois dés sont pareils", "if all three dice are alike")),
    "two": (
        Term("Double", "Two of a kind"),
        Term("si deux dés au moins montrent le nombre choisi", "if at least two dice show the number chosen"),
    ),
    "total": (
        Term("Total", "Total"),
        Term("si la somme des dés est le total choisi, de 4 à 17", "if the dice add up to the total chosen, 4 to 17"),
    ),
    "duo": (Term("Duo", "Duo"), Term("si les deux nombres choisis apparaissent", "if both numbers chosen appear")),
    "small": (
        TERMS["small"],
        Term("si la somme est de 4 à 10, sauf un triple", "if the sum is 4 to 10, but for three alike"),
    ),
    "big": (
        TERMS["big"],
        Term("si la somme est de 11 à 17, sauf un triple", "if the sum is 11 to 17, but for three alike"),
    ),
    "single": (
        Term("Simple", "Single"),
        Term("si un, deux ou trois dés montrent le nombre choisi", "if one, two or three dice show the number chosen"),
    ),
}


def sheet(options: Options) -> Sheet:
    """Writes the sheet as the table posts it."""
    players = GAME.players_throw(options)
    odds: list[tuple[str, Term, Odds]] = [
        ("three", WAGERS["three"][0], THREE_OF_A_KIND),
        ("any_three", WAGERS["any_three"][0], ANY_THREE_OF_A_KIND),
        ("two", WAGERS["two"][0], TWO_OF_A_KIND),
        *(("total", _total(totals), pays) for totals, pays in _totals()),
        ("duo", WAGERS["duo"][0], DUO),
        ("small", WAGERS["small"][0], SMALL),
        ("big", WAGERS["big"][0], BIG),
        *(
            ("single", Term(f"Simple, {n} dé{'s' * (n > 1)}", f"Single, {n} di{'c' if n > 1 else ''}e"), pays)
            for n, pays in SINGLE.items()
        ),
    ]
    missing = unoffered(GAME, options)
    told = {key for key in WAGERS if not missing.issuperset(_wagers(key))}
    return Sheet(
        name=TERMS[GAME.name],
        sections=("95.18", "95.24"),
        choices=PLAYERS[:1] if GAME.players_throw(options) else (),
        object=Term(f"Prédire ce que {DICE} dés montreront.", f"Predict what {DICE} dice will show."),
        course=(
            Term(
                "Les mises sont faites avant que les dés soient agités; le joueur répond de leur place.",
                "Wagers are laid before the dice are shaken; the player answers for where they lie.",
            ),
            *(PLAYERS if players else (DEALER,)),
        ),
        valid=(READ_BY_TWO, NO_ROLL_RULE),
        bets=tuple(
            Bet(name, LAID, CLOSES, wins, OTHERWISE, "95.22") for key, (name, wins) in WAGERS.items() if key in told
        ),
        tables=(
            PayTable(
                Term("Rapports de paiement", "Payout odds"),
                "95.24",
                tuple((name, paid(pays)) for key, name, pays in odds if key in told),
            ),
        ),
        special=(
            Term(
                "Aucune mise n'est nulle. Chaque mise est réglée pour elle-même.",
                "No wager is a push. Every wager is settled by itself.",
            ),
            Term(
                "Petit et gros perdent sur tout triple; un total compte aussi quand c'est un triple.",
                "Small and big lose to any three alike; a total counts also when it is three alike.",
            ),
            EXACT_PAYMENT,
        ),
        readings=(
            *("A11", "A12", "A113", "A115", "A145", "A146", "A147", "A148", "A149", "A150", "A152"),
            *(("A153", "A155", "A156") if players else ()),
        ),
    )


def _wagers(key: str) -> Collection[str]:
    """The wagers of the layout that a line of the sheet tells of."""
    names = {"three": "triple", "any_three": "any_three_of_a_kind", "two": "double"}
    return GAME.optional[names.get(key, key)]


def _totals() -> list[tuple[list[int], Odds]]:
    """The totals that pay alike, from the best paid."""
    ordered = sorted(TOTAL.items(), key=lambda item: (-item[1][0] / item[1][1], item[0]))
    return [([total for total, _ in alike], pays) for pays, alike in groupby(ordered, key=lambda item: item[1])]


def _total(totals: list[int]) -> Term:
    *most, last = map(str, totals)
    return Term(f"Total de {', '.join(most)} ou {last}", f"Total of {', '.join(most)} or {last}")
