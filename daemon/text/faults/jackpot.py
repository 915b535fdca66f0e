"""The faults of the progressive."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, Advice, End, Row, Severity, awaiting, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.JACKPOT_NEW: awaiting(
        (End.POOL_SET,),
        "Ce progressif est configuré, mais il n'est pas encore en service.",
        "Fermez la table; deux personnes donnent set_jackpot, puis un superviseur open_jackpot.",
        "This progressive pool is configured, but it is not in service yet.",
        "Close the table; two persons give set_jackpot, then a supervisor open_jackpot.",
    ),
    Fault.JACKPOT_CHANGED: awaiting(
        (End.POOL_SET,),
        "Les paramètres configurés du progressif diffèrent de ceux en vigueur; ils ne sont pas pris.",
        "Rétablissez le fichier de la table, ou fermez la table et donnez set_jackpot à deux.",
        "The pool's configured parameters differ from those in force; they are not taken.",
        "Restore the table's file, or close the table and give set_jackpot, two persons.",
    ),
    Fault.JACKPOT_UNPOSTED: awaiting(
        (End.POOL_CORRECTED,),
        "Un progressif garde de l'argent, mais la configuration ne le nomme plus.",
        "Remettez-le dans le fichier de la table, ou videz-le par correct_jackpot à deux.",
        "A pool holds money, but the configuration does not name it any more.",
        "Put it back into the table's file, or empty it by correct_jackpot, two persons.",
    ),
    Fault.JACKPOT_CLOSED: awaiting(
        (End.POOL_OPENED,),
        "Le progressif est fermé; le jeu continue sans cette mise.",
        "Un superviseur l'ouvre par open_jackpot; d'ici là, retirez les mises progressives.",
        "The progressive is closed; the game goes on without this wager.",
        "A supervisor opens it by open_jackpot; until then take progressive wagers back.",
    ),
    Fault.JACKPOT_BOUND: awaiting(
        (End.POOL_CORRECTED,),
        "Une contribution dépasse la plus grande qui soit plausible; le progressif s'est fermé.",
        "Comparez rate et largest avec ce qui est affiché; deux personnes donnent correct_jackpot.",
        "A contribution was above the largest reasonable one; the progressive has closed itself.",
        "Compare rate and largest with what is posted; two persons give correct_jackpot.",
    ),
    Fault.JACKPOT_LEDGER: awaiting(
        (End.POOL_CORRECTED,),
        "Le compteur du progressif n'est pas la somme de son registre; il s'est fermé.",
        "Lancez croupierctl jackpot reconcile; deux personnes donnent correct_jackpot.",
        "The pool's meter is not the sum of its ledger; the progressive has closed itself.",
        "Run croupierctl jackpot reconcile; two persons give correct_jackpot.",
    ),
    Fault.JACKPOT_PENDING: awaiting(
        (End.AWARDED,),
        "Un gain du progressif attend un superviseur.",
        "Vérifiez les cartes, puis confirmez par award_jackpot.",
        "A hit of the progressive waits for a supervisor.",
        "Check the cards, then confirm by award_jackpot.",
    ),
    Fault.JACKPOT_AWARDED: refused(
        CONFLICT,
        "Un gain du progressif confirmé dans ce coup serait repris.",
        "Gardez le coup tel quel; deux personnes corrigent le progressif par correct_jackpot.",
        "A hit of the progressive that was confirmed in this round would be taken back.",
        "Leave the round as it is; two persons correct the pool by correct_jackpot.",
    ),
    Fault.JACKPOT_BREAK_EVEN: impaired(
        "Au montant affiché, ou avec ces taux, la mise progressive avantage le joueur.",
        "Prévenez la direction des jeux; elle décide si la mise reste offerte.",
        "At the displayed amount, or with these rates, the progressive favours the player.",
        "Tell the games management; it decides whether the wager stays offered.",
    ),
    Fault.JACKPOT_LINK: impaired(
        "Le registre des progressifs partagés ne répond pas; le jeu continue sans les mises progressives.",
        "Vérifiez PostgreSQL et le réseau, [ledger] dans site.toml; la table reprend d'elle-même.",
        "The ledger of the shared pools does not answer; the game goes on without progressive wagers.",
        "Check PostgreSQL and the network, [ledger] in site.toml; the table picks up by itself.",
    ),
    Fault.JACKPOT_SCHEMA: impaired(
        "La base de données du registre n'a pas le schéma qu'il faut, ou ne se laisse pas lire.",
        "Fermez les tables, lancez croupierctl jackpot migrate; vérifiez le rôle de l'utilisateur.",
        "The ledger's database does not have the schema that is needed, or may not be read.",
        "Close the tables and run croupierctl jackpot migrate; check the role of the user.",
    ),
    Fault.JACKPOT_BEHIND: awaiting(
        (End.POOL_CORRECTED,),
        "Le registre en sait moins que ses tables : la base a été restaurée; le progressif s'est fermé.",
        "Lancez croupierctl jackpot reconcile à chaque table; puis correct_jackpot, deux personnes.",
        "The ledger knows less than its tables: the database was restored; the progressive has closed.",
        "Run croupierctl jackpot reconcile at each table; then two persons give correct_jackpot.",
    ),
    Fault.JACKPOT_DIFFERS: Row(
        Severity.CRITICAL,
        CONFLICT,
        None,
        (End.POOL_CORRECTED,),
        Advice(
            "Le journal de la table et le registre ne disent pas la même chose.",
            "Comparez les lignes nommées; rien n'est corrigé sans correct_jackpot, deux personnes.",
        ),
        Advice(
            "The table's journal and the ledger do not say the same.",
            "Compare the lines that are named; nothing is corrected but by correct_jackpot, two persons.",
        ),
    ),
    Fault.JACKPOT_UNCONFIRMED: impaired(
        "Ce qui fut proposé pour le progressif n'est pas confirmé; rien n'a changé.",
        "Lancez croupierctl jackpot confirm sans --version : il dit ce qui est proposé, et jusqu'à quand.",
        "What was proposed for the pool is not confirmed; nothing has changed.",
        "Run croupierctl jackpot confirm without --version: it says what is proposed, and until when.",
    ),
    Fault.JACKPOT_PACE: impaired(
        "La table doit au registre plus que la maison ne permet à la fois; le reste attend.",
        "Après une longue panne, attendez. Sinon, cette table inscrit trop : vérifiez-la, et croupier.posted.",
        "The table owes the ledger more than the house allows at once; the rest waits.",
        "After a long outage, wait. Otherwise this table books too much: check it, and croupier.posted.",
    ),
    Fault.PIT_SILENT: impaired(
        "Une table du progressif ne donne plus de nouvelles.",
        "À cette table, lancez croupierctl doctor.",
        "A table of the pool has fallen silent.",
        "At that table, run croupierctl doctor.",
    ),
    Fault.PIT_OWES: impaired(
        "Une table doit encore des inscriptions au registre.",
        "Attendez quelques secondes; si cela dure, lancez croupierctl doctor à cette table.",
        "A table still owes bookings to the ledger.",
        "Wait some seconds; if it stays, run croupierctl doctor at that table.",
    ),
    Fault.PIT_REPLACED: impaired(
        "Le journal d'une table a été remplacé, et l'ancien devait encore des inscriptions.",
        "Avec l'ancien disque, lancez croupierctl jackpot reconcile.",
        "A table's journal was replaced, and the old one still owed bookings.",
        "With the old disk, run croupierctl jackpot reconcile.",
    ),
}
