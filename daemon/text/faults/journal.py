"""The faults of the journal."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, Advice, End, Row, Severity, broken, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.JOURNAL_KEY: broken(
        "La clé du journal manque ou n'est pas la bonne.",
        "Remettez le fichier de clé de cette table, en mode 600.",
        "The journal's key is missing or is not the right one.",
        "Put this table's key file back, mode 600.",
    ),
    Fault.JOURNAL_DAMAGED: broken(
        "Le journal est endommagé; la table ne démarre pas.",
        "Mettez-le de côté, rien n'en est perdu : croupierctl journal set-aside --table TABLE",
        "The journal is damaged; the table does not start.",
        "Set it aside, nothing of it is lost: croupierctl journal set-aside --table TABLE",
    ),
    Fault.JOURNAL_VERSION: broken(
        "Le journal de la table a été écrit par une version plus récente de croupier.",
        "Installez cette version; ne mettez pas le journal de côté : il n'est pas endommagé.",
        "The table's journal was written by a newer version of croupier.",
        "Install that version; do not set the journal aside: it is not damaged.",
    ),
    Fault.JOURNAL_TRUNCATED: broken(
        "Un témoin (courtier, exportation, head.json) connaît un autre journal : des entrées manquent ou ont changé.",
        "Remettez les fichiers qui manquent; PC remplacé : croupierctl journal set-aside --replaces UUID",
        "A witness (broker, export, head.json) knows another journal: entries are missing or were changed.",
        "Put the missing files back; on a new PC: croupierctl journal set-aside --replaces UUID",
    ),
    Fault.JOURNAL_WRITE: Row(
        Severity.CRITICAL,
        503,
        None,
        (End.MENDED,),
        Advice(
            "Le journal ne peut pas être écrit; la table s'arrête.",
            "Regardez ce que le noyau dit du disque : journalctl -k",
        ),
        Advice(
            "The journal cannot be written; the table stops.", "See what the kernel says of the disk: journalctl -k"
        ),
    ),
    Fault.JOURNAL_DOUBTFUL: Row(
        Severity.CRITICAL,
        CONFLICT,
        None,
        (End.SUPERVISED,),
        Advice(
            "Le disque a refusé ces entrées du journal, mais elles y sont : personne ne sait ce qui a été annoncé.",
            "Comparez-les à ce qui a été fait (croupierctl explain last); un superviseur confirme ensuite l'avoir vu.",
        ),
        Advice(
            "The disk refused these entries of the journal, yet they are there: nobody knows what was told of them.",
            "Compare them with what was done (croupierctl explain last); then a supervisor acknowledges the fault.",
        ),
    ),
    Fault.JOURNAL_NO_ACCESS: broken(
        "croupier n'a pas accès au dossier de son journal.",
        "Rendez ce dossier à l'utilisateur croupier : chown -R croupier sur le dossier nommé.",
        "croupier has no access to its journal's folder.",
        "Give the folder back to the user croupier: chown -R croupier on the folder named.",
    ),
    Fault.JOURNAL_DAY: refused(
        CONFLICT,
        "Il n'y a pas de journée close de cette date.",
        "Nommez une journée close : croupierctl journal head les énumère.",
        "There is no closed day of this date.",
        "Name a closed day: croupierctl journal head lists them.",
    ),
    Fault.JOURNAL_EXPORT: refused(
        CONFLICT,
        "La copie ne peut pas être écrite à cet endroit.",
        "Nommez un autre dossier avec --to : vide, accessible et assez grand.",
        "The copy cannot be written there.",
        "Name another folder with --to: empty, accessible and large enough.",
    ),
    Fault.JOURNAL_IN_USE: refused(
        CONFLICT,
        "Quelqu'un lit encore cette journée : sa copie ne serait pas entière.",
        "Attendez la fin de la lecture (fuser -v sur le fichier nommé dit qui lit), puis exportez de nouveau.",
        "Someone still reads this day: its copy would not be whole.",
        "Wait until the reading ends (fuser -v on the file named tells who reads), then export again.",
    ),
    Fault.ROUND_UNKNOWN: refused(
        404,
        "Ce numéro n'est pas dans le journal.",
        "Nommez-en un autre, ou last pour le dernier; un jour archivé se lit avec --journal.",
        "This round is not in the journal.",
        "Name another round, or last for the newest; a day that was archived is read with --journal.",
    ),
    Fault.READERS_BUSY: refused(
        503,
        "Trop de lectures du journal se font à la fois.",
        "Recommencez dans quelques secondes.",
        "The journal is being read too many times at once.",
        "Try again in a few seconds.",
    ),
    Fault.DISK_FULL: broken(
        "Le disque du journal est plein; la table s'arrête.",
        "Libérez de l'espace : croupierctl journal archive déplace les journées exportées.",
        "The journal's disk is full; the table stops.",
        "Free some space: croupierctl journal archive moves days that were exported.",
    ),
    Fault.DISK_READ_ONLY: broken(
        "Le disque du journal n'accepte plus d'écriture; la table s'arrête.",
        "Remplacez le disque s'il est défectueux (journalctl -k), sinon remontez-le en écriture.",
        "The journal's disk takes no more writes; the table stops.",
        "Replace the disk if it is at fault (journalctl -k), otherwise mount it writable.",
    ),
    Fault.DISK_SLOW: impaired(
        "Le disque du journal est lent; la table continue.",
        "Cherchez ce qui occupe le disque; remplacez-le si cela dure.",
        "The journal's disk is slow; the table goes on.",
        "Find what keeps the disk busy; replace it if this lasts.",
    ),
    Fault.CLOCK_IMPLAUSIBLE: Row(
        Severity.CRITICAL,
        CONFLICT,
        None,
        (End.SUPERVISED,),
        Advice(
            "L'horloge du PC dit une date qui n'est pas vraisemblable; la journée de jeu en cours continue.",
            "Réglez l'horloge (timedatectl); si elle est juste, un superviseur confirme l'avoir vu.",
        ),
        Advice(
            "The PC's clock tells a date that is not plausible; the gaming day goes on.",
            "Set the clock right (timedatectl); if it is right, a supervisor acknowledges the fault.",
        ),
    ),
}
