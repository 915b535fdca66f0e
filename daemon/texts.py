"""Every fault in French and English: one sentence, one next action. `make docs` writes docs/faults.md from it."""

from __future__ import annotations

import sys
from typing import Any, Literal, NamedTuple

from drivers.faults import Fault
from rules.terms import Term

Language = Literal["fr", "en"]


class Advice(NamedTuple):
    """What is wrong, and the one thing to do next."""

    sentence: str
    action: str


class Text(NamedTuple):
    """One advice in both languages."""

    fr: Advice
    en: Advice


def _text(fr: str, fr_action: str, en: str, en_action: str) -> Text:
    return Text(Advice(fr, fr_action), Advice(en, en_action))


TEXTS: dict[Fault, Text] = {
    Fault.PORT_ABSENT: _text(
        "Le port série du sabot n'existe pas.",
        "Rebranchez le câble du sabot au PC de la table.",
        "The shoe's serial port does not exist.",
        "Plug the shoe's cable back into the table's PC.",
    ),
    Fault.PORT_BUSY: _text(
        "Un autre programme utilise le port série du sabot.",
        "Fermez cet autre programme (fuser sur le port le nomme).",
        "Another program holds the shoe's serial port.",
        "Close that other program (fuser on the port names it).",
    ),
    Fault.PORT_NO_ACCESS: _text(
        "croupier n'a pas le droit d'ouvrir le port série du sabot.",
        "Ajoutez l'utilisateur croupier au groupe dialout, puis redémarrez le service.",
        "croupier may not open the shoe's serial port.",
        "Add the user croupier to the group dialout, then restart the service.",
    ),
    Fault.PORT_FAILED: _text(
        "Le port série du sabot ne s'ouvre pas.",
        "Débranchez l'adaptateur série, puis rebranchez-le.",
        "The shoe's serial port does not open.",
        "Unplug the serial adapter and plug it in again.",
    ),
    Fault.LINK_LOST: _text(
        "La liaison avec le sabot est coupée.",
        "Rebranchez le câble du sabot, puis touchez Continuer.",
        "The link to the shoe is lost.",
        "Plug the shoe's cable in again, then touch Continue.",
    ),
    Fault.LINK_OPENING: _text(
        "Le sabot n'a pas encore répondu.",
        "Attendez quelques secondes.",
        "The shoe has not answered yet.",
        "Wait a few seconds.",
    ),
    Fault.SHOE_SILENT: _text(
        "Le sabot ne répond pas.",
        "Vérifiez que le sabot est sous tension.",
        "The shoe does not answer.",
        "Check that the shoe is switched on.",
    ),
    Fault.SHOE_GARBLED: _text(
        "Le sabot envoie des octets illisibles.",
        "Comparez baud_rate dans la configuration avec le réglage du sabot.",
        "The shoe sends bytes that cannot be read.",
        "Compare baud_rate in the configuration with the shoe's setting.",
    ),
    Fault.SHOE_WRONG_DEVICE: _text(
        "L'appareil sur ce port n'est pas le sabot de cette table.",
        "Branchez le bon sabot, ou corrigez serial dans la configuration.",
        "The device on this port is not this table's shoe.",
        "Connect the right shoe, or correct serial in the configuration.",
    ),
    Fault.SHOE_WRONG_BAUD: _text(
        "Le sabot parle à une autre vitesse que celle de la configuration.",
        "Corrigez baud_rate dans le fichier de la table, ou la vitesse du sabot.",
        "The shoe speaks at another speed than the configuration says.",
        "Correct baud_rate in the table's file, or the shoe's own setting.",
    ),
    Fault.SHOE_BABBLES: _text(
        "La ligne du sabot est inondée d'octets sans aucun message valable.",
        "Débranchez l'appareil, vérifiez que c'est le bon, puis rebranchez-le.",
        "The shoe's line is flooded with bytes and not one good message.",
        "Unplug the device, make sure that it is the right one, and plug it in again.",
    ),
    Fault.SHOE_STUCK: _text(
        "La ligne du sabot ne prend plus rien de ce que nous envoyons.",
        "Débranchez et rebranchez le câble du sabot; s'il le faut, remplacez l'adaptateur.",
        "The shoe's line takes nothing of what we send.",
        "Unplug the shoe's cable and plug it in again; replace the adapter if need be.",
    ),
    Fault.SHOE_UNPROVEN: _text(
        "Le port est ouvert, mais ce sabot ne dit rien avant sa première carte.",
        "Passez une carte hors du jeu devant le lecteur pour vérifier la ligne.",
        "The port is open, but this shoe says nothing before its first card.",
        "Pass a card through the reader outside a round to prove the line.",
    ),
    Fault.SHOE_ERROR: _text(
        "Le sabot signale une erreur.",
        "Regardez l'écran du sabot, effacez l'erreur, comptez les cartes et confirmez l'alignement.",
        "The shoe reports an error.",
        "Look at the shoe's display, clear the error, count the cards and confirm the alignment.",
    ),
    Fault.SHOE_REFUSES: _text(
        "Le sabot n'accepte pas cette commande, ou la configuration ne la permet pas.",
        "Vérifiez commands dans le fichier de la table, puis l'état du sabot.",
        "The shoe does not take this command, or the configuration does not allow it.",
        "Check commands in the table's file, then the state of the shoe.",
    ),
    Fault.CARDS_IN_DOUBT: _text(
        "Le sabot a perdu la mémoire : une carte peut manquer.",
        "Comptez les cartes sur le tapis et confirmez l'alignement.",
        "The shoe lost its memory: a card may be missing.",
        "Count the cards on the felt and confirm the alignment.",
    ),
    Fault.CARD_UNREADABLE: _text(
        "Le sabot n'a pas pu lire une carte.",
        "Regardez-la à deux et nommez-la; hors d'un coup, mettez-la de côté et confirmez l'avoir vu.",
        "The shoe could not read a card.",
        "Two persons look at it and name it; outside a round, set it aside and acknowledge the fault.",
    ),
    Fault.CARD_UNEXPECTED: _text(
        "Une carte est sortie du sabot alors qu'aucune n'était attendue.",
        "Mettez-la de côté; pendant un coup, un superviseur confirme qu'elle y reste ou annule le coup.",
        "A card left the shoe when none was awaited.",
        "Set it aside; in a round, a supervisor acknowledges that it stays there, or voids the round.",
    ),
    Fault.CARD_IMPOSSIBLE: _text(
        "Une carte est sortie plus souvent que le jeu ne la contient.",
        "Regardez la carte à deux et corrigez-la; si le jeu est fautif, annulez le coup et changez-le.",
        "A card was dealt more often than the deck holds it.",
        "Two persons look at the card and correct it; if the deck is wrong, void the round and change it.",
    ),
    Fault.SHOE_CHANGE_DUE: _text(
        "La carte de coupe est sortie, ou le sabot est en cours de comptage.",
        "Changez le sabot, puis ouvrez le coup.",
        "The cut card is out, or the shoe is being counted.",
        "Change the shoe, then open the round.",
    ),
    Fault.SHOE_COUNT_OFF: _text(
        "Le sabot ne contenait pas le bon nombre de cartes.",
        "Mettez ces jeux de côté, avertissez la surveillance, puis confirmez que vous l'avez vu.",
        "The shoe did not hold the right number of cards.",
        "Put these decks aside, tell surveillance, then acknowledge the fault.",
    ),
    Fault.BROKER_DOWN: _text(
        "Le courtier MQTT ne répond pas; les afficheurs ne suivent plus.",
        "Vérifiez le réseau de la table et le service mosquitto.",
        "The MQTT broker does not answer; the boards no longer follow.",
        "Check the table's network and the mosquitto service.",
    ),
    Fault.BOARD_ABSENT: _text(
        "Un afficheur est absent.",
        "Vérifiez que l'afficheur est sous tension et relié au réseau.",
        "A board is absent.",
        "Check that the board is switched on and on the network.",
    ),
    Fault.BOARD_LATE: _text(
        "Un afficheur n'a pas confirmé ce qu'il montre.",
        "Redémarrez l'afficheur.",
        "A board has not confirmed what it shows.",
        "Restart the board.",
    ),
    Fault.BOARD_WRONG: _text(
        "Un afficheur montre autre chose que le résultat.",
        "Éteignez l'afficheur et appelez un technicien.",
        "A board shows something other than the result.",
        "Switch the board off and call a technician.",
    ),
    Fault.CONFIG_INVALID: _text(
        "La configuration n'est pas valide.",
        "Corrigez la clé nommée, puis redémarrez le service.",
        "The configuration is not valid.",
        "Correct the key that is named, then restart the service.",
    ),
    Fault.DAEMON_DOWN: _text(
        "croupierd ne tourne pas pour cette table.",
        "Démarrez-le : systemctl start croupierd@TABLE",
        "croupierd is not running for this table.",
        "Start it: systemctl start croupierd@TABLE",
    ),
    Fault.DAEMON_STUCK: _text(
        "croupierd tourne mais ne répond pas.",
        "Redémarrez-le : systemctl restart croupierd@TABLE",
        "croupierd is running but does not answer.",
        "Restart it: systemctl restart croupierd@TABLE",
    ),
    Fault.CONTROL_NO_ACCESS: _text(
        "Vous n'avez pas le droit de parler à croupierd.",
        "Refaites la commande avec sudo, ou demandez à être du groupe control_group de site.toml.",
        "You may not talk to croupierd.",
        "Run the command again with sudo, or ask to join the control_group of site.toml.",
    ),
    Fault.TABLE_RESTARTED: _text(
        "croupier a redémarré au milieu d'un coup.",
        "Comptez les cartes sur le tapis et confirmez l'alignement.",
        "croupier restarted in the middle of a round.",
        "Count the cards on the felt and confirm the alignment.",
    ),
    Fault.SOFTWARE_CHANGED: _text(
        "croupier a changé de version au milieu d'un coup.",
        "Annulez le coup; la prochaine fois, changez de version entre deux coups.",
        "croupier's version changed in the middle of a round.",
        "Void the round; next time, change the version between two rounds.",
    ),
    Fault.TABLE_TAKEN: _text(
        "Un autre croupierd gère déjà cette table.",
        "Arrêtez l'autre : systemctl stop croupierd@TABLE",
        "Another croupierd already holds this table.",
        "Stop the other one: systemctl stop croupierd@TABLE",
    ),
    Fault.TABLE_BUG: _text(
        "croupier a rencontré une erreur interne; rien n'est perdu.",
        "Annulez le coup s'il est commencé, sinon confirmez l'avoir vu; appelez un technicien.",
        "croupier met an internal error; nothing is lost.",
        "Void the round if one is open, or acknowledge the fault; call a technician.",
    ),
    Fault.JOURNAL_KEY: _text(
        "La clé du journal manque ou n'est pas la bonne.",
        "Remettez le fichier de clé de cette table, en mode 600.",
        "The journal's key is missing or is not the right one.",
        "Put this table's key file back, mode 600.",
    ),
    Fault.JOURNAL_DAMAGED: _text(
        "Le journal est endommagé; la table ne démarre pas.",
        "Mettez-le de côté, rien n'en est perdu : croupierctl journal set-aside --table TABLE",
        "The journal is damaged; the table does not start.",
        "Set it aside, nothing of it is lost: croupierctl journal set-aside --table TABLE",
    ),
    Fault.JOURNAL_TRUNCATED: _text(
        "Un témoin (courtier, exportation) connaît un autre journal : des entrées manquent ou ont changé.",
        "Arrêtez croupierd@TABLE et remettez en place les fichiers qui manquent.",
        "A witness (broker, export) knows another journal: entries are missing or were changed.",
        "Stop croupierd@TABLE and put the missing files back.",
    ),
    Fault.JOURNAL_WRITE: _text(
        "Le journal ne peut pas être écrit; la table s'arrête.",
        "Regardez ce que le noyau dit du disque : journalctl -k",
        "The journal cannot be written; the table stops.",
        "See what the kernel says of the disk: journalctl -k",
    ),
    Fault.JOURNAL_DAY: _text(
        "Il n'y a pas de journée close de cette date.",
        "Nommez une journée close : croupierctl journal head les énumère.",
        "There is no closed day of this date.",
        "Name a closed day: croupierctl journal head lists them.",
    ),
    Fault.JOURNAL_EXPORT: _text(
        "La copie ne peut pas être écrite à cet endroit.",
        "Nommez un autre dossier avec --to : vide, accessible et assez grand.",
        "The copy cannot be written there.",
        "Name another folder with --to: empty, accessible and large enough.",
    ),
    Fault.JOURNAL_IN_USE: _text(
        "Quelqu'un lit encore cette journée : sa copie ne serait pas entière.",
        "Attendez la fin de la lecture (fuser -v sur le fichier nommé dit qui lit), puis exportez de nouveau.",
        "Someone still reads this day: its copy would not be whole.",
        "Wait until the reading ends (fuser -v on the file named tells who reads), then export again.",
    ),
    Fault.ROUND_UNKNOWN: _text(
        "Ce coup n'est pas dans le journal.",
        "Nommez un autre coup, ou last pour le dernier; un jour archivé se lit avec --journal.",
        "This round is not in the journal.",
        "Name another round, or last for the newest; a day that was archived is read with --journal.",
    ),
    Fault.READERS_BUSY: _text(
        "Trop de lectures du journal se font à la fois.",
        "Recommencez dans quelques secondes.",
        "The journal is being read too many times at once.",
        "Try again in a few seconds.",
    ),
    Fault.DISK_FULL: _text(
        "Le disque du journal est plein; la table s'arrête.",
        "Libérez de l'espace : croupierctl journal archive déplace les journées exportées.",
        "The journal's disk is full; the table stops.",
        "Free some space: croupierctl journal archive moves days that were exported.",
    ),
    Fault.DISK_READ_ONLY: _text(
        "Le disque du journal n'accepte plus d'écriture; la table s'arrête.",
        "Remplacez le disque s'il est en faute (journalctl -k), sinon remontez-le en écriture.",
        "The journal's disk takes no more writes; the table stops.",
        "Replace the disk if it is at fault (journalctl -k), otherwise mount it writable.",
    ),
    Fault.DISK_SLOW: _text(
        "Le disque du journal est lent; la table continue.",
        "Cherchez ce qui occupe le disque; remplacez-le si cela dure.",
        "The journal's disk is slow; the table goes on.",
        "Find what keeps the disk busy; replace it if this lasts.",
    ),
    Fault.JOURNAL_NO_ACCESS: _text(
        "croupier n'a pas accès au dossier de son journal.",
        "Rendez ce dossier à l'utilisateur croupier : chown -R croupier sur le dossier nommé.",
        "croupier has no access to its journal's folder.",
        "Give the folder back to the user croupier: chown -R croupier on the folder named.",
    ),
    Fault.CONTROL_NO_SOCKET: _text(
        "croupier ne peut pas ouvrir sa prise de commande.",
        "Vérifiez que le dossier nommé existe et appartient à l'utilisateur croupier.",
        "croupier cannot open its control socket.",
        "Check that the folder named exists and belongs to the user croupier.",
    ),
    Fault.PEOPLE_NONE: _text(
        "Personne ne peut ouvrir de session à cette table.",
        "Inscrivez quelqu'un : sudo croupierctl people add",
        "Nobody can sign in at this table.",
        "Enrol somebody: sudo croupierctl people add",
    ),
    Fault.PEOPLE_INVALID: _text(
        "Le fichier des personnes n'est pas valide; il ne compte pas.",
        "Corrigez ce qui est nommé, ou remettez la dernière bonne copie du fichier.",
        "The people file is not valid; it does not count.",
        "Correct what is named, or put the file's last good copy back.",
    ),
    Fault.PEOPLE_NO_SUPERVISOR: _text(
        "Aucun superviseur ne peut ouvrir de session.",
        "Inscrivez d'abord un superviseur : sudo croupierctl people add --role supervisor",
        "No supervisor can sign in.",
        "Enrol a supervisor first: sudo croupierctl people add --role supervisor",
    ),
    Fault.PEOPLE_NO_ACCESS: _text(
        "Le fichier des personnes n'est pas accessible.",
        "Refaites la commande avec sudo; croupierd, lui, le lit par le groupe croupier (mode 640).",
        "There is no access to the people file.",
        "Run the command again with sudo; croupierd itself reads the file through the group croupier (mode 640).",
    ),
    Fault.PERSON_REFUSED: _text(
        "Cette personne ne peut pas être inscrite ainsi.",
        "Corrigez ce qui est nommé; un insigne (A-Z, a-z, 0-9, -) n'est qu'à une personne.",
        "This person cannot be enrolled so.",
        "Correct what is named; a badge (A-Z, a-z, 0-9, -) is one person's alone.",
    ),
    Fault.PIN_REFUSED: _text(
        "Ce NIP n'est pas accepté.",
        "Tapez deux fois le même : au moins 6 chiffres, ni suite ni répétition.",
        "This PIN is not accepted.",
        "Type the same one twice: at least 6 digits, no run and no repetition.",
    ),
    Fault.BADGE_UNKNOWN: _text(
        "Personne n'est inscrit avec cet insigne.",
        "Cherchez-le dans la liste : croupierctl people list",
        "Nobody is enrolled with this badge.",
        "Look it up in the list: croupierctl people list",
    ),
    Fault.BADGE_LOCKED: _text(
        "Cet insigne est bloqué après trop de NIP faux.",
        "Attendez les minutes indiquées, puis tapez le bon NIP.",
        "This badge is locked after too many wrong PINs.",
        "Wait for the minutes that are named, then type the right PIN.",
    ),
    Fault.SIGN_IN_REFUSED: _text(
        "L'insigne ou le NIP est faux.",
        "Recommencez; un superviseur peut demander un nouveau NIP.",
        "The badge or the PIN is wrong.",
        "Try again; a supervisor can ask for a new PIN.",
    ),
    Fault.SIGN_IN_BUSY: _text(
        "Trop de sessions s'ouvrent à la fois.",
        "Recommencez dans quelques secondes.",
        "Too many people are signing in at once.",
        "Try again in a few seconds.",
    ),
    Fault.NOT_SIGNED_IN: _text(
        "Aucune session n'est ouverte, ou elle est échue.",
        "Ouvrez une session avec votre insigne et votre NIP.",
        "Nobody is signed in, or the session has lapsed.",
        "Sign in with your badge and PIN.",
    ),
    Fault.ROLE_NOT_ALLOWED: _text(
        "Votre rôle ne permet pas cette demande.",
        "Appelez une personne qui a le rôle nommé.",
        "Your role does not allow this request.",
        "Call a person who has the role that is named.",
    ),
    Fault.ORDER_KEY_REUSED: _text(
        "Cette clé a déjà servi à une autre demande.",
        "Envoyez une nouvelle Idempotency-Key avec chaque nouvelle demande.",
        "This key was already used for another request.",
        "Send a new Idempotency-Key with each new request.",
    ),
    Fault.CONTROL_FOREIGN: _text(
        "Cette demande vient d'une autre page que la console.",
        "Fermez l'autre page et ouvrez la console de la table.",
        "This request comes from another page than the console.",
        "Close that other page and open the table's console.",
    ),
    Fault.ORDER_MALFORMED: _text(
        "Cette demande est mal formée.",
        "Corrigez le champ nommé; /openapi.json décrit chaque demande.",
        "This request is malformed.",
        "Correct the field that is named; /openapi.json describes every request.",
    ),
    Fault.ORDER_NOT_NOW: _text(
        "Cela ne peut pas se faire maintenant.",
        "Regardez ce que la table attend.",
        "This cannot be done now.",
        "Look at what the table awaits.",
    ),
    Fault.ORDER_ILLEGAL: _text(
        "Les règles du jeu ne le permettent pas.",
        "Regardez ce que la table attend.",
        "The rules of the game do not allow this.",
        "Look at what the table awaits.",
    ),
    Fault.ORDER_WHILE_HELD: _text(
        "Le coup est suspendu.",
        "Réglez d'abord la cause de la suspension.",
        "The round is held.",
        "Settle first what holds it.",
    ),
    Fault.FELT_DIFFERS: _text(
        "Le tapis ne correspond pas à ce que croupier a enregistré.",
        "Recomptez; si la différence demeure, annulez le coup.",
        "The felt is not what croupier has recorded.",
        "Count again; if it still differs, void the round.",
    ),
    Fault.DECISION_ILLEGAL: _text(
        "Les cartes de ce joueur ne permettent pas ce qu'il a décidé.",
        "Corrigez la décision à deux personnes, puis retournez la main.",
        "This player's cards do not allow what was decided.",
        "Two persons correct the decision; then turn the hand.",
    ),
    Fault.SECOND_PERSON_NEEDED: _text(
        "La même personne ne peut pas confirmer ce qu'elle a proposé.",
        "Demandez à une autre personne de donner le même ordre.",
        "The same person cannot confirm what he or she proposed.",
        "Ask another person to give the same order.",
    ),
    Fault.SUPERVISOR_NEEDED: _text(
        "L'une des deux personnes doit être un superviseur.",
        "Appelez un superviseur.",
        "One of the two persons must be a supervisor.",
        "Call a supervisor.",
    ),
}


def told(fault: Fault, detail: str) -> dict[str, Any]:
    """A fault as programs get it: a code, where, and the advice in both languages."""
    fr, en = TEXTS[fault]
    return {"code": fault, "detail": detail, "fr": fr._asdict(), "en": en._asdict()}


LABELS: dict[str, Term] = {
    # croupierctl: what is looked at
    "configuration": Term("Configuration", "Configuration"),
    "daemon": Term("croupierd", "croupierd"),
    "journal": Term("Journal", "Journal"),
    "shoe": Term("Sabot", "Shoe"),
    "round": Term("Coup", "Round"),
    "broker": Term("Courtier MQTT", "MQTT broker"),
    "board": Term("Afficheur", "Board"),
    "people": Term("Personnes", "People"),
    # the verdict
    "well": Term("La table peut distribuer les cartes.", "The table can deal."),
    "warning": Term(
        "La table peut distribuer, mais demande votre attention.", "The table can deal, but wants attention."
    ),
    "critical": Term("La table ne peut pas distribuer les cartes.", "The table cannot deal."),
    # details
    "entries": Term("{n} entrées, tête {head}", "{n} entries, head {head}"),
    "shows_round": Term("montre le coup {n}", "shows round {n}"),
    "shows_nothing": Term("rien à montrer", "nothing to show"),
    "enrolled": Term(
        "{enrolled} inscrits, dont superviseurs : {supervisors}", "{enrolled} enrolled, supervisors: {supervisors}"
    ),
    # croupierctl journal
    "journal_sound": Term(
        "Les entrées {first} à {last} sont intactes, et le témoin connaît la dernière.",
        "Entries {first} to {last} are sound, and the witness knows the last one.",
    ),
    "journal_sound_until": Term(
        "Les entrées {first} à {last} sont intactes. Le témoin les connaît jusqu'à {witnessed} : que d'autres aient "
        "suivi la dernière, ou que tout depuis {witnessed} ait été récrit, n'est pas exclu.",
        "Entries {first} to {last} are sound. The witness knows them up to {witnessed}: that others followed the last "
        "one, or that all since {witnessed} was rewritten, is not excluded.",
    ),
    "journal_sound_alone": Term(
        "Les entrées {first} à {last} s'accordent. Sans témoin (--witness, --manifest), que d'autres aient suivi la "
        "dernière, ou que tout ait été récrit, n'est pas exclu.",
        "Entries {first} to {last} agree. Without a witness (--witness, --manifest), that others followed the last "
        "one, or that all was rewritten, is not excluded.",
    ),
    "journal_sound_bound": Term(
        "Les entrées {first} à {last} s'accordent. Sans témoin (--witness, --manifest), que d'autres aient suivi la "
        "dernière, que tout depuis {bound} ait été récrit, ou avec la clé le journal entier, n'est pas exclu.",
        "Entries {first} to {last} agree. Without a witness (--witness, --manifest), that others followed the last "
        "one, that all since {bound} was rewritten, or with the key the whole journal, is not excluded.",
    ),
    "journal_broken": Term("Le journal n'est pas intact.", "The journal is not sound."),
    "journal_done": Term("C'est fait.", "Done."),
    "days": Term("Journées", "Days"),
    "day_written": Term("{day} s'écrit encore", "{day} is still being written"),
    "day_closed": Term("close", "closed"),
    "day_exported": Term("close, exportée le {at}", "closed, exported {at}"),
    "checked": Term("Entrées", "Entries"),
    "checked_all": Term(
        "{first} à {last}, chaîne et scellés vérifiés", "{first} to {last}, chain and sealed parts checked"
    ),
    "checked_bound": Term(
        "{first} à {last}, chaîne et scellés vérifiés; jusqu'à {bound}, nul n'a rien récrit sans la clé",
        "{first} to {last}, chain and sealed parts checked; up to {bound}, nobody rewrote anything without the key",
    ),
    "checked_chain": Term(
        "{first} à {last}, chaîne vérifiée; {n} scellées, non ouvertes",
        "{first} to {last}, chain checked; {n} sealed, not opened",
    ),
    "begins": Term("Début", "Beginning"),
    "begins_first": Term("la première entrée du journal", "the journal's first entry"),
    "begins_exported": Term(
        "entrée {first}; les précédentes sont consignées comme exportées",
        "entry {first}; those before are on record as exported",
    ),
    "begins_late": Term(
        "entrée {first}; rien ici ne dit où sont les entrées 1 à {unknown}",
        "entry {first}; nothing here tells where entries 1 to {unknown} are",
    ),
    "head": Term("Tête", "Head"),
    "exported_to": Term("Exporté", "Exported"),
    "archived": Term("Archivé", "Archived"),
    "archived_nothing": Term("rien à déplacer", "nothing to move"),
    "archive_stops": Term(
        "{day} n'est pas exportée, ou a changé depuis : elle reste, et ce qui la suit",
        "{day} is not exported, or has changed since: it stays, and what follows it",
    ),
    "set_aside": Term("Mis de côté", "Set aside"),
    "last_good": Term("Dernière bonne entrée", "Last good entry"),
    "carried_over": Term("État repris", "State carried over"),
    "snapshot_of": Term("instantané {seq} du fichier {file}", "snapshot {seq} of file {file}"),
    "snapshot_none": Term(
        "aucun : la table recommencera sans coup ni mises", "none: the table will start without a round or wagers"
    ),
    "key": Term("Clé", "Key"),
    "key_added": Term(
        "{file} : la nouvelle clé scelle dès le prochain démarrage; gardez une copie du fichier",
        "{file}: the new key seals from the next start on; keep a copy of the file",
    ),
    # people
    "badge": Term("Insigne", "Badge"),
    "name": Term("Nom", "Name"),
    "role": Term("Rôle", "Role"),
    "dealer_role": Term("croupier", "dealer"),
    "supervisor_role": Term("superviseur", "supervisor"),
    "technician_role": Term("technicien", "technician"),
    "auditor_role": Term("vérificateur", "auditor"),
    "may_sign_in": Term("Session", "May sign in"),
    "yes": Term("oui", "yes"),
    "no": Term("non", "no"),
    "pin": Term("NIP : ", "PIN: "),
    "pin_again": Term("Encore : ", "Again: "),
    "person_added": Term("{badge} est inscrit.", "{badge} is enrolled."),
    "person_disabled": Term("{badge} ne peut plus ouvrir de session.", "{badge} can no longer sign in."),
    "person_enabled": Term("{badge} peut ouvrir une session.", "{badge} can sign in."),
    "pin_changed": Term("{badge} a un nouveau NIP.", "{badge} has a new PIN."),
    # phases, and what is awaited
    "closed": Term("table fermée", "table closed"),
    "idle": Term("en attente d'un coup", "waiting for a round"),
    "betting": Term("mises ouvertes", "betting is open"),
    "dealing": Term("prochaine carte : {who}, carte {n}", "next card: {who}, card {n}"),
    "deciding": Term("{who} décide", "{who} decides"),
    "directing": Term("le croupier nomme la main de la prochaine carte", "the dealer names the next card's hand"),
    "rolling": Term("dés attendus", "dice awaited"),
    "turning": Term("à retourner : {who}", "to be turned: {who}"),
    "finished": Term("coup terminé", "round finished"),
}


def page() -> str:
    """docs/faults.md, whole."""
    lines = ["# Faults / Défaillances", "", "Made from `daemon/texts.py` by `make docs`; a test holds the two equal."]
    for fault in Fault:
        fr, en = TEXTS[fault]
        lines += [
            "",
            f"## {fault}",
            "",
            f"- **fr** {fr.sentence} → {fr.action}",
            f"- **en** {en.sentence} → {en.action}",
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
