"""The faults of the boards."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, Row, broken, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.BROKER_DOWN: impaired(
        "Le courtier MQTT ne répond pas; les afficheurs ne suivent plus.",
        "Vérifiez le réseau de la table et le service mosquitto.",
        "The MQTT broker does not answer; the boards no longer follow.",
        "Check the table's network and the mosquitto service.",
    ),
    Fault.BROKER_REFUSES: impaired(
        "Le courtier MQTT refuse cette table, ou cette table ne le reconnaît pas.",
        "Vérifiez les fichiers nommés sous [broker] (croupierctl broker certificates les refait).",
        "The MQTT broker refuses this table, or this table does not trust it.",
        "Check the files named under [broker] (croupierctl broker certificates makes them again).",
    ),
    Fault.BROKER_CERTIFICATE: impaired(
        "Le certificat de cette table pour le courtier MQTT expire bientôt.",
        "Renouvelez-le : croupierctl broker certificates",
        "This table's certificate for the MQTT broker ends soon.",
        "Renew it: croupierctl broker certificates",
    ),
    Fault.BROKER_AUTHORITY: refused(
        CONFLICT,
        "Le dossier de l'autorité de certification n'est pas utilisable tel quel.",
        "Corrigez ce qui est nommé, puis relancez la commande.",
        "The certificate authority's folder cannot be used as it is.",
        "Correct what is named, then run the command again.",
    ),
    Fault.BROKER_RIVAL: broken(
        "Un autre programme se présente au courtier MQTT avec le certificat de cette table; la table garde la ligne.",
        "Arrêtez croupierd sur l'autre ordinateur; si personne n'en a démarré, refaites tous les certificats dans un "
        "nouveau dossier (croupierctl broker certificates).",
        "Another program comes to the MQTT broker with this table's certificate; the table keeps the line.",
        "Stop croupierd on the other computer; if nobody has started one, make all certificates again in a new "
        "folder (croupierctl broker certificates).",
    ),
    Fault.BOARD_ABSENT: impaired(
        "Un afficheur est absent.",
        "Vérifiez que l'afficheur est sous tension et relié au réseau.",
        "A board is absent.",
        "Check that the board is switched on and on the network.",
    ),
    Fault.BOARD_PRESENCE: impaired(
        "Un afficheur est annoncé absent, mais ses échos prouvent qu'il est là; la table croit les échos.",
        "Redémarrez l'afficheur; si cela revient, un autre se sert de son certificat : refaites tous les certificats "
        "dans un nouveau dossier (croupierctl broker certificates).",
        "A board is said to be gone, but its echoes prove that it is there; the table believes the echoes.",
        "Restart the board; if that comes back, another uses its certificate: make all certificates again in a new "
        "folder (croupierctl broker certificates).",
    ),
    Fault.BOARD_LATE: impaired(
        "Un afficheur n'a pas confirmé ce qu'il montre.",
        "Redémarrez l'afficheur.",
        "A board has not confirmed what it shows.",
        "Restart the board.",
    ),
    Fault.BOARD_WRONG: impaired(
        "Un afficheur montre, ou vient de montrer, autre chose que ce qui lui a été envoyé.",
        "Éteignez l'afficheur et appelez un technicien.",
        "A board shows something other than it was sent, or did a moment ago.",
        "Switch the board off and call a technician.",
    ),
    Fault.BOARD_OVERFLOW: impaired(
        "Le montant a plus de chiffres que l'afficheur; il n'en montre aucun.",
        "Remplacez l'afficheur par un plus large.",
        "The amount has more digits than the board; it shows none.",
        "Replace the board with a wider one.",
    ),
    Fault.BOARD_CURRENCY: impaired(
        "L'afficheur est réglé pour une autre monnaie; il ne montre aucun montant.",
        "Réglez l'afficheur sur la monnaie du progressif.",
        "The board is set to another currency; it shows no amount.",
        "Set the board to the progressive's currency.",
    ),
    Fault.BOARD_VERSION: impaired(
        "L'afficheur parle une autre version du protocole.",
        "Mettez à jour le logiciel de l'afficheur (docs/protocols/board.md, version 1).",
        "The board speaks another version of the protocol.",
        "Update the board's software (docs/protocols/board.md, version 1).",
    ),
    Fault.BOARD_KEY: impaired(
        "Un afficheur attend une signature de cette table et n'en reconnaît aucune; il ne montre aucun montant.",
        "Inscrivez dans l'afficheur la clé publique de la table (croupierctl broker display-key --table TABLE); si "
        "elle y est, donnez au courtier sa nouvelle liste d'accès (croupierctl broker certificates).",
        "A board waits for a signature of this table and recognises none; it shows no amount.",
        "Enter the table's public key in the board (croupierctl broker display-key --table TABLE); if it is there, "
        "give the broker its new access list (croupierctl broker certificates).",
    ),
    Fault.DISPLAY_KEY: impaired(
        "La clé qui signe les montants pour les afficheurs est absente, illisible, ou lisible par d'autres.",
        "Corrigez le fichier nommé (croupierctl broker display-key --table TABLE le crée s'il manque), puis redémarrez "
        "croupierd@TABLE.",
        "The key that signs amounts for the boards is missing, cannot be read, or can be read by others.",
        "Correct the file that is named (croupierctl broker display-key --table TABLE makes a missing one), "
        "then restart croupierd@TABLE.",
    ),
    Fault.BOARD_FLOODS: broken(
        "Un afficheur envoie plus de messages qu'il ne doit; la table ne l'écoute plus pour quelques secondes.",
        "Débranchez l'afficheur du réseau et appelez un technicien.",
        "A board sends more messages than it should; the table stops listening to it for some seconds.",
        "Take the board off the network and call a technician.",
    ),
}
