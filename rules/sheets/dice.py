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
READ_BY_TWO = Term(
    "Le résultat est celui que les dés au repos montrent; ce qui n'est pas lu avec certitude est lu par deux "
    "personnes.",
    "The result is what the dice show at rest; what is not read with certainty is read by two persons.",
)
