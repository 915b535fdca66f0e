"""The faults of what is posted."""

from __future__ import annotations

from daemon.text.fault_row import End, Row, awaiting
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.POSTING_DIFFERS: awaiting(
        (End.POSTED,),
        "Le fichier de la table n'affiche pas ce qui est en vigueur; ce qui est en vigueur demeure.",
        "Donnez change_posting à deux pour prendre le fichier, ou corrigez le fichier et redémarrez.",
        "The table's file does not post what is in force; what is in force stays.",
        "Give change_posting, two persons, to take the file's; or edit the file and restart.",
    ),
    Fault.RULES_UNAPPROVED: awaiting(
        (End.POSTED,),
        "La table applique un ensemble de règles que deux personnes n'ont pas encore approuvé.",
        "Comparez croupierctl rules --table TABLE avec le document de la maison, puis donnez change_posting à deux.",
        "The table deals by a rule set that two persons have not approved yet.",
        "Compare croupierctl rules --table TABLE with the house's document, then give change_posting, two persons.",
    ),
    Fault.RULES_NOT_YET: awaiting(
        (End.POSTED,),
        "Rien n'est en vigueur : ce qu'affiche le fichier de la table vaut à compter d'un jour à venir.",
        "Attendez ce jour, ou donnez change_posting à deux avec ce qui vaut jusque-là (rules.effective : null).",
        "Nothing is in force: what the table's file posts holds from a day that has not come.",
        "Wait for that day; or give change_posting, two persons, with what holds until then (rules.effective: null).",
    ),
    Fault.RULES_LATE: awaiting(
        (End.POSTED,),
        "L'ensemble de règles dont le jour est venu ne peut plus être affiché; ce qui est en vigueur demeure.",
        "Comparez-le avec le progressif et croupier tels qu'ils sont, puis donnez change_posting à deux.",
        "The rule set whose day has come cannot be posted any more; what is in force stays.",
        "Compare it with the pool and croupier as they are now; then give change_posting, two persons.",
    ),
}
