"""The faults of rounds that are dealt by hand while croupier is dead."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, End, Row, awaiting, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.FORM_ENTERED: refused(
        CONFLICT,
        "Ce formulaire a déjà été entré : il est au journal.",
        "Comparez le numéro imprimé sur le papier; croupierctl explain last dit ce qui fut entré. Une faute de frappe "
        "se corrige par correct_past_round, jusqu'à ce que le jeu reprenne.",
        "This form has been entered already: its round is in the journal.",
        "Compare the number that is printed on the paper; croupierctl explain last tells what was entered. A typing "
        "mistake is corrected by correct_past_round, until the next round begins.",
    ),
    Fault.FORM_TOO_OLD: refused(
        CONFLICT,
        "Ce formulaire est plus ancien que tous ceux dont le numéro est gardé : nul ne sait s'il a déjà servi.",
        "Imprimez un nouveau formulaire (croupierctl rules --form), recopiez-y le papier et entrez ce numéro-là.",
        "This form is older than all those whose numbers are kept: nobody knows whether it has served already.",
        "Print a new form (croupierctl rules --form), copy the paper onto it, and enter it by that number.",
    ),
    Fault.FORM_RULES: refused(
        CONFLICT,
        "Le jeu ne peut être réglé selon l'ensemble de règles que ce formulaire nomme.",
        "Comparez le nom imprimé sur le papier. S'il est bien celui-là, entrez sans rules : ce qui est en vigueur "
        "s'applique. Imprimez de nouveaux formulaires après chaque changement.",
        "The round cannot be settled by the rule set that this form names.",
        "Compare the name that is printed on the paper. If it is that one, enter it without rules: what is in force "
        "applies. Print new forms after every change.",
    ),
    Fault.FORM_STANDS: refused(
        CONFLICT,
        "Ce formulaire ne peut plus être corrigé, ou n'a pas été entré.",
        "Comparez le numéro. S'il est juste, ce qui fut entré demeure : écrivez l'erreur sur le papier et remettez-le "
        "au superviseur (croupierctl explain dit ce qui fut entré).",
        "This form cannot be corrected any more, or was not entered.",
        "Compare the number. If it is right, what was entered stands: write the mistake on the paper and hand it to "
        "the supervisor (croupierctl explain tells what was entered).",
    ),
    Fault.FORM_ILLEGAL: refused(
        CONFLICT,
        "Les règles du jeu ne permettent pas ce que dit ce formulaire.",
        "Comparez avec le papier et corrigez ce qui est nommé; si le papier le dit, un superviseur tranche.",
        "The rules of the game do not allow what this form says.",
        "Compare it with the paper and correct what is named; if the paper says so, a supervisor decides.",
    ),
    Fault.PAST_ROUND_DIFFERS: awaiting(
        (End.SUPERVISED,),
        "Ce qui fut joué à la main diffère de ce que les règles donnent, ou de ce que le journal en savait.",
        "Comparez avec le papier (croupierctl explain last); une faute de frappe se corrige par correct_past_round, "
        "sinon un superviseur confirme l'avoir vu.",
        "A round that was dealt by hand differs from what the rules give, or from what the journal knew of it.",
        "Compare it with the paper (croupierctl explain last); a typing mistake is corrected by correct_past_round, "
        "else a supervisor acknowledges it.",
    ),
}
