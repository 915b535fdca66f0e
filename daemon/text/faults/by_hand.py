"""The faults of rounds that are dealt by hand while croupier is dead."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, End, Row, awaiting, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.FORM_ENTERED: refused(
        CONFLICT,
        "Ce formulaire a déjà été entré : il est au journal.",
        "Comparez le numéro imprimé sur le papier; croupierctl explain last dit ce qui fut entré.",
        "This form has been entered already: its round is in the journal.",
        "Compare the number that is printed on the paper; croupierctl explain last tells what was entered.",
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
        "Comparez avec le papier (croupierctl explain last); un superviseur confirme ensuite l'avoir vu.",
        "A round that was dealt by hand differs from what the rules give, or from what the journal knew of it.",
        "Compare it with the paper (croupierctl explain last); then a supervisor acknowledges it.",
    ),
}
