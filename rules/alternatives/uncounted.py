"""Readings that no record can be settled by otherwise: players, dealers or the shoe would have done something else."""

from __future__ import annotations

from collections.abc import Mapping

from rules.terms import Term

CARDS = Term("d'autres cartes auraient été données", "other cards would have been dealt")
TURNED = Term("d'autres cartes auraient été dévoilées", "other cards would have been turned")
LAID = Term("d'autres mises auraient été faites", "other wagers would have been laid")
DECIDED = Term("les joueurs auraient décidé autrement", "players would have decided otherwise")
RULED = Term("une personne en décide, et c'est noté", "a person rules, and it is recorded")
THROWN = Term("c'est une personne qui juge le lancer", "a person judges the throw")
SHOOTER = Term("un autre aurait lancé les dés", "somebody else would have thrown the dice")
POSTED = Term("la maison l'affiche ainsi", "the house posts it so")
NO_MONEY = Term("aucun montant n'en dépend", "no amount depends on it")
NO_OTHER = Term("le texte n'en permet pas d'autre qui se règle", "the text bears no other that could be settled")

NOT_COUNTED: Mapping[str, Term] = {
    "A3": CARDS,
    "A4": NO_OTHER,
    "A8": LAID,
    "A9": LAID,
    "A10": CARDS,
    "A12": NO_OTHER,
    "A23": DECIDED,
    "A26": NO_OTHER,
    "A28": CARDS,
    "A29": CARDS,
    "A30": LAID,
    "A33": NO_MONEY,
    "A39": DECIDED,
    "A41": TURNED,
    "A50": NO_OTHER,
    "A54": Term(
        "aucun ordre de mains de cinq ou six cartes n'est écrit", "no order of five- or six-card hands is written"
    ),
    "A57": LAID,
    "A59": TURNED,
    "A63": LAID,
    "A75": CARDS,
    "A76": DECIDED,
    "A77": DECIDED,
    "A80": DECIDED,
    "A81": Term("d'autres auraient montré leur main", "others would have shown their hands"),
    "A85": DECIDED,
    "A86": DECIDED,
    "A87": Term(
        "un autre ordre des mains basses est un autre jeu, misé autrement",
        "another order of low hands is another game, bet otherwise",
    ),
    "A89": DECIDED,
    "A90": RULED,
    "A92": RULED,
    "A93": DECIDED,
    "A94": DECIDED,
    "A95": Term("un coup annulé ne compte pas", "a void round does not count"),
    "A100": NO_OTHER,
    "A103": NO_OTHER,
    "A104": Term(
        "à quelle main séparée une carte va n'est pas noté", "which split hand a card goes to is not recorded"
    ),
    "A111": POSTED,
    "A113": THROWN,
    "A114": THROWN,
    "A115": LAID,
    "A117": LAID,
    "A118": SHOOTER,
    "A119": SHOOTER,
    "A120": LAID,
    "A121": SHOOTER,
    "A122": LAID,
    "A124": LAID,
    "A126": DECIDED,
    "A132": POSTED,
    "A134": DECIDED,
    "A143": SHOOTER,
    "A149": NO_OTHER,
    "A150": LAID,
    "A152": NO_OTHER,
    "A153": SHOOTER,
    "A154": DECIDED,
    "A155": SHOOTER,
    "A156": SHOOTER,
    "A157": LAID,
    "A158": POSTED,
    "A159": Term("ce que le compteur affichait alors n'est pas connu", "what the meter showed then is not known"),
}
