"""The faults of orders that are refused."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, End, Holds, Row, held, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.ORDER_MALFORMED: refused(
        422,
        "Cette demande est mal formée.",
        "Corrigez le champ nommé; /openapi.json décrit chaque demande.",
        "This request is malformed.",
        "Correct the field that is named; /openapi.json describes every request.",
    ),
    Fault.ORDER_NOT_NOW: refused(
        CONFLICT,
        "Cela ne peut pas se faire maintenant.",
        "Regardez ce que la table attend.",
        "This cannot be done now.",
        "Look at what the table awaits.",
    ),
    Fault.ORDER_ILLEGAL: refused(
        CONFLICT,
        "Les règles du jeu ne le permettent pas.",
        "Regardez ce que la table attend.",
        "The rules of the game do not allow this.",
        "Look at what the table awaits.",
    ),
    Fault.ORDER_WHILE_HELD: refused(
        CONFLICT,
        "Le jeu est suspendu.",
        "Réglez d'abord la cause de la suspension.",
        "The round is held.",
        "Settle first what holds it.",
    ),
    Fault.ORDER_UNCERTAIN: refused(
        503,
        "Le disque a échoué ou croupierd s'est arrêté : personne ne sait si cette demande est au journal.",
        "Après le redémarrage, regardez ce que la table dit; répétée avec la même clé, elle ne se fait qu'une fois.",
        "The disk failed or croupierd ended: nobody knows whether this request is in the journal.",
        "After the restart see what the table says; repeated with the same key, it happens once only.",
    ),
    Fault.FELT_DIFFERS: refused(
        CONFLICT,
        "Le tapis ne correspond pas à ce que croupier a enregistré.",
        "Recomptez; si la différence demeure, annulez ce qui est en cours.",
        "The felt is not what croupier has recorded.",
        "Count again; if it still differs, void the round.",
    ),
    Fault.DECISION_ILLEGAL: held(
        Holds(60, takes_cards=False),
        (End.REDECIDED,),
        "Les cartes de ce joueur ne permettent pas ce qu'il a décidé.",
        "Corrigez la décision à deux personnes, puis dévoilez la main.",
        "This player's cards do not allow what was decided.",
        "Two persons correct the decision; then turn the hand.",
    ),
    Fault.SECOND_PERSON_NEEDED: refused(
        403,
        "La même personne ne peut pas confirmer ce qu'elle a proposé.",
        "Demandez à une autre personne de donner le même ordre.",
        "The same person cannot confirm what he or she proposed.",
        "Ask another person to give the same order.",
    ),
    Fault.SUPERVISOR_NEEDED: refused(
        403,
        "L'une des deux personnes doit être un superviseur.",
        "Appelez un superviseur.",
        "One of the two persons must be a supervisor.",
        "Call a supervisor.",
    ),
}
