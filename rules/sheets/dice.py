"""What the sheets of both dice games say in the same words: 95.1 to 95.5."""

from __future__ import annotations

from rules.dice import ANNOUNCED, NO_ROLL
from rules.sheets.model import both
from rules.terms import Term

GROUNDS = Term("; ".join(ground.fr for ground in NO_ROLL.values()), "; ".join(ground.en for ground in NO_ROLL.values()))
NO_ROLL_RULE = both(
    Term(
        "Un lancer est annoncé « {said} » et ne décide rien dans ces cas : {grounds}.",
        "A throw is announced “{said}” and decides nothing in these cases: {grounds}.",
    ),
    said=ANNOUNCED,
    grounds=GROUNDS,
)
OFFERED = Term(
    "Les dés sont offerts aux joueurs tour à tour, dans le sens des aiguilles d'une montre, à partir de la gauche du "
    "chef de table; qui les refuse les passe au suivant. Le personnel autorisé peut retirer son tour à qui enfreint à "
    "répétition les règles du lancer.",
    "The dice are offered to the players in turn, clockwise from the left of the boxperson; who declines passes them "
    "to the next. Authorised personnel may withhold the turn of who breaks the rules of throwing repeatedly.",
)
READ_BY_TWO = Term(
    "Le résultat est celui que les dés au repos montrent; ce qui n'est pas lu avec certitude est lu par deux "
    "personnes.",
    "The result is what the dice show at rest; what is not read with certainty is read by two persons.",
)
