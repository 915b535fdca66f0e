"""The faults of the daemon."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, Advice, End, Holds, Row, Severity, broken, held, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.CONFIG_INVALID: broken(
        "La configuration n'est pas valide.",
        "Corrigez la clé nommée, puis redémarrez le service.",
        "The configuration is not valid.",
        "Correct the key that is named, then restart the service.",
    ),
    Fault.ODDS_FAVOUR_PLAYER: impaired(
        "Telle qu'elle est affichée, une mise de cette table favorise le joueur.",
        "Comparez croupierctl odds --table TABLE avec ce que veut la maison; corrigez decks, options, offered.",
        "As it is posted, a wager of this table favours the player.",
        "Compare croupierctl odds --table TABLE with what the house means to post; correct decks, options, offered.",
    ),
    Fault.HOLD_IMPROBABLE: impaired(
        "Une mise a rapporté ce que le hasard ne donne pas une fois sur un million.",
        "Un superviseur vérifie la caméra ou le sabot, et ce qui est au journal : croupierctl report hold --table "
        "TABLE.",
        "A wager brought what chance does not bring once in a million.",
        "Have a supervisor look at the camera or the shoe and at the recorded rounds: croupierctl report hold --table "
        "TABLE.",
    ),
    Fault.SHEET_UNREADABLE: refused(
        CONFLICT,
        "Ce fichier n'est pas une feuille de règles faite par croupierctl rules.",
        "Faites-en une nouvelle avec croupierctl rules.",
        "This file is no rule sheet that croupierctl rules has made.",
        "Make a new one with croupierctl rules.",
    ),
    Fault.SHEET_OUTDATED: refused(
        CONFLICT,
        "La feuille n'est plus celle de la table : la configuration ou les règles ont changé.",
        "Retirez la feuille, imprimez-en une nouvelle avec croupierctl rules et posez-la.",
        "The sheet is no longer the table's: the configuration or the rules have changed.",
        "Take the sheet away, print a new one with croupierctl rules and lay it out.",
    ),
    Fault.SHEET_ALTERED: refused(
        CONFLICT,
        "Le texte de la feuille a été modifié après avoir été fait.",
        "Retirez la feuille, imprimez-en une nouvelle avec croupierctl rules et trouvez qui a modifié celle-ci.",
        "The sheet's text was changed after it was made.",
        "Take the sheet away, print a new one with croupierctl rules, and find out who changed this one.",
    ),
    Fault.DAEMON_DOWN: broken(
        "croupierd ne tourne pas pour cette table.",
        "Démarrez-le : systemctl start croupierd@TABLE",
        "croupierd is not running for this table.",
        "Start it: systemctl start croupierd@TABLE",
    ),
    Fault.DAEMON_STUCK: broken(
        "croupierd tourne mais ne répond pas.",
        "Redémarrez-le : systemctl restart croupierd@TABLE",
        "croupierd is running but does not answer.",
        "Restart it: systemctl restart croupierd@TABLE",
    ),
    Fault.CONTROL_NO_ACCESS: refused(
        CONFLICT,
        "Vous n'avez pas le droit de parler à croupierd.",
        "Refaites la commande avec sudo, ou demandez à être du groupe control_group de site.toml.",
        "You may not talk to croupierd.",
        "Run the command again with sudo, or ask to join the control_group of site.toml.",
    ),
    Fault.TABLE_RESTARTED: held(
        Holds(30, takes_cards=True),
        (End.ALIGNED,),
        "croupier a redémarré en plein jeu.",
        "Comptez les cartes sur le tapis et confirmez l'alignement.",
        "croupier restarted in the middle of a round.",
        "Count the cards on the felt and confirm the alignment.",
    ),
    Fault.SOFTWARE_CHANGED: held(
        Holds(130, takes_cards=False),
        (End.VOIDED,),
        "croupier a changé de version en plein jeu.",
        "Annulez ce qui est en cours; la prochaine fois, changez de version hors du jeu.",
        "croupier's version changed in the middle of a round.",
        "Void the round; next time, change the version between two rounds.",
    ),
    Fault.TABLE_TAKEN: broken(
        "Un autre croupierd gère déjà cette table.",
        "Arrêtez l'autre : systemctl stop croupierd@TABLE",
        "Another croupierd already holds this table.",
        "Stop the other one: systemctl stop croupierd@TABLE",
    ),
    Fault.TABLE_BUG: Row(
        Severity.CRITICAL,
        500,
        Holds(140, takes_cards=False),
        (End.VOIDED, End.SEEN),
        Advice(
            "croupier a rencontré une erreur interne; rien n'est perdu.",
            "Annulez ce qui est en cours, sinon confirmez l'avoir vu; appelez un technicien.",
        ),
        Advice(
            "croupier met an internal error; nothing is lost.",
            "Void the round if one is open, or acknowledge the fault; call a technician.",
        ),
    ),
    Fault.CONTROL_NO_SOCKET: broken(
        "croupier ne peut pas ouvrir le point d'accès par lequel il reçoit les ordres.",
        "Vérifiez que le dossier nommé existe et appartient à l'utilisateur croupier.",
        "croupier cannot open its control socket.",
        "Check that the folder named exists and belongs to the user croupier.",
    ),
}
