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
    Fault.SHOE_FLAPPING: _text(
        "La liaison du sabot va et vient, ou le sabot se répète sans fin : elle fait une pause.",
        "Vérifiez câble, alimentation et adaptateur; elle reprend en moins d'une minute. Sinon, remplacez le sabot.",
        "The shoe's link comes and goes, or the shoe repeats itself without end: the link rests.",
        "Check the cable, the power supply and the adapter; it goes on within a minute. If not, replace the shoe.",
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
    Fault.SHAKER_OPENING: _text(
        "L'agitateur n'a pas encore répondu.",
        "Attendez quelques secondes.",
        "The shaker has not answered yet.",
        "Wait a few seconds.",
    ),
    Fault.SHAKER_ABSENT: _text(
        "Aucun agitateur n'est branché au PC de la table.",
        "Branchez le câble USB de l'agitateur et vérifiez qu'il est sous tension.",
        "No shaker is plugged into the table's PC.",
        "Plug in the shaker's USB cable and check that it is switched on.",
    ),
    Fault.SHAKER_UNPLUGGED: _text(
        "L'agitateur vient de quitter le bus USB.",
        "Rebranchez le câble USB de l'agitateur.",
        "The shaker has just left the USB bus.",
        "Plug the shaker's USB cable in again.",
    ),
    Fault.SHAKER_BUSY: _text(
        "Un autre programme utilise l'agitateur.",
        "Fermez cet autre programme (fuser /dev/croupier/shaker le nomme).",
        "Another program holds the shaker.",
        "Close that other program (fuser /dev/croupier/shaker names it).",
    ),
    Fault.SHAKER_NO_ACCESS: _text(
        "croupier n'a pas le droit d'ouvrir l'agitateur.",
        "Mettez son numéro de série dans 70-croupier.rules, puis rebranchez-le.",
        "croupier may not open the shaker.",
        "Put its serial number into 70-croupier.rules, then plug it in again.",
    ),
    Fault.SHAKER_WRONG_DEVICE: _text(
        "Un autre agitateur que celui de cette table est branché.",
        "Branchez l'agitateur de cette table, ou corrigez serial dans la configuration.",
        "Another shaker than this table's is plugged in.",
        "Plug in this table's shaker, or correct serial in the configuration.",
    ),
    Fault.SHAKER_STALLED: _text(
        "L'agitateur refuse les demandes de croupier.",
        "Éteignez l'agitateur, puis rallumez-le.",
        "The shaker refuses what croupier asks.",
        "Switch the shaker off and on again.",
    ),
    Fault.SHAKER_SILENT: _text(
        "L'agitateur est branché, mais ne répond pas.",
        "Éteignez l'agitateur, puis rallumez-le.",
        "The shaker is plugged in, but does not answer.",
        "Switch the shaker off and on again.",
    ),
    Fault.SHAKER_BABBLES: _text(
        "L'agitateur envoie plus que ce qu'il doit, ou ce que personne ne peut lire.",
        "Éteignez l'agitateur, puis rallumez-le; si cela revient, remplacez-le.",
        "The shaker sends more than it should, or what nobody can read.",
        "Switch the shaker off and on again; if it comes back, replace it.",
    ),
    Fault.SHAKER_FLAPPING: _text(
        "La liaison de l'agitateur va et vient, ou l'agitateur se répète sans fin : elle fait une pause.",
        "Vérifiez son câble USB et son alimentation; elle reprend en moins d'une minute. Sinon, remplacez l'agitateur.",
        "The shaker's link comes and goes, or the shaker repeats itself without end: the link rests.",
        "Check its USB cable and its power supply; it goes on within a minute. If not, replace the shaker.",
    ),
    Fault.SHAKER_REENUMERATED: _text(
        "L'agitateur a quitté le bus USB de lui-même et y est revenu.",
        "Remplacez son câble USB, ou branchez-le à un autre port, entre deux coups.",
        "The shaker left the USB bus by itself and came back.",
        "Replace its USB cable, or plug it into another port, between two rounds.",
    ),
    Fault.SHAKER_USB: _text(
        "La liaison USB avec l'agitateur a échoué.",
        "Débranchez l'agitateur, puis rebranchez-le.",
        "The USB link to the shaker has failed.",
        "Unplug the shaker and plug it in again.",
    ),
    Fault.SHAKER_ERROR: _text(
        "L'agitateur signale une panne.",
        "Éteignez l'agitateur, libérez les dés, puis rallumez-le.",
        "The shaker reports a breakdown.",
        "Switch the shaker off, free the dice, then switch it on again.",
    ),
    Fault.SHAKER_LOST: _text(
        "La liaison avec l'agitateur est coupée.",
        "Rebranchez l'agitateur, puis touchez Continuer.",
        "The link to the shaker is lost.",
        "Plug the shaker in again, then touch Continue.",
    ),
    Fault.SHAKER_NEEDED: _text(
        "Un coup est en cours, ou rien ne prouve le contraire : il a besoin de l'agitateur.",
        "Terminez ou annulez le coup, arrêtez le service (systemctl stop croupierd@TABLE), puis recommencez.",
        "A round is under way, or nothing proves that none is: it needs the shaker.",
        "Finish or void the round, stop the service (systemctl stop croupierd@TABLE), then run this again.",
    ),
    Fault.SHAKE_REFUSED: _text(
        "L'agitateur n'a pas pris l'ordre : rien n'a bougé.",
        "Fermez le dôme, touchez Continuer, puis ordonnez l'agitation de nouveau.",
        "The shaker did not take the order: nothing has moved.",
        "Close the dome, touch Continue, then order the shake again.",
    ),
    Fault.SHAKE_FAILED: _text(
        "L'agitation des dés n'est pas valable.",
        "Déclarez un coup nul avec son motif, puis ordonnez l'agitation de nouveau.",
        "The shake of the dice is not a good one.",
        "Declare a no roll with its ground, then order the shake again.",
    ),
    Fault.CAMERA_OPENING: _text(
        "La caméra n'a pas encore montré assez d'images.",
        "Attendez quelques secondes.",
        "The camera has not shown enough pictures yet.",
        "Wait a few seconds.",
    ),
    Fault.CAMERA_ABSENT: _text(
        "La caméra des dés ne répond pas.",
        "Rebranchez la caméra et vérifiez source dans le fichier de la table; d'ici là, deux personnes lisent les dés.",
        "The dice camera does not answer.",
        "Plug the camera in again and check source in the table's file; until then two persons read the dice.",
    ),
    Fault.CAMERA_BUSY: _text(
        "La caméra est occupée par une autre lecture ou un autre programme.",
        "Fermez l'autre programme (fuser sur la caméra le nomme).",
        "The camera is busy with another reading or another program.",
        "Close that other program (fuser on the camera names it).",
    ),
    Fault.CAMERA_NO_ACCESS: _text(
        "croupier n'a pas le droit d'ouvrir la caméra.",
        "Ajoutez l'utilisateur croupier au groupe video et redémarrez, ou corrigez le mot de passe dans source.",
        "croupier may not open the camera.",
        "Add the user croupier to the group video and restart, or correct the password in source.",
    ),
    Fault.CAMERA_LOST: _text(
        "La caméra des dés est partie.",
        "Rebranchez le câble de la caméra; d'ici là, deux personnes lisent les dés.",
        "The dice camera is gone.",
        "Plug the camera's cable in again; until then two persons read the dice.",
    ),
    Fault.CAMERA_STUCK: _text(
        "La caméra n'envoie plus rien; elle est rouverte.",
        "Si cela dure, débranchez la caméra et rebranchez-la.",
        "The camera sends nothing more; it is being opened again.",
        "If this lasts, unplug the camera and plug it in again.",
    ),
    Fault.CAMERA_REDIRECTED: _text(
        "La caméra renvoie à une autre adresse; croupier n'y va pas.",
        "Si cette adresse est bien celle de la caméra, écrivez-la dans source; sinon, avertissez la surveillance.",
        "The camera sends croupier to another address; it does not go there.",
        "If that address is really the camera's, write it into source; if not, tell surveillance.",
    ),
    Fault.CAMERA_GARBLED: _text(
        "Ce que la caméra envoie n'est pas une suite d'images JPEG.",
        "Réglez la caméra en MJPEG et vérifiez source; si cela dure, deux personnes lisent les dés.",
        "What the camera sends is no series of JPEG pictures.",
        "Set the camera to MJPEG and check source; while this lasts, two persons read the dice.",
    ),
    Fault.CAMERA_SIZE: _text(
        "Les images de la caméra sont plus grandes, ou plus petites, que croupier ne les prend.",
        "Réglez la caméra à 1280 × 720; si elle l'était déjà, avertissez la surveillance.",
        "The camera's pictures are larger, or smaller, than croupier takes.",
        "Set the camera to 1280 × 720; if it was, tell surveillance.",
    ),
    Fault.CAMERA_FAILED: _text(
        "Le programme de la caméra a échoué; il est relancé.",
        "Si cela dure, appelez un technicien : journalctl -u croupierd@TABLE dit pourquoi.",
        "The camera's program failed; it is being started again.",
        "If this lasts, call a technician: journalctl -u croupierd@TABLE tells why.",
    ),
    Fault.CAMERA_FROZEN: _text(
        "La caméra montre toujours la même image.",
        "Débranchez la caméra et rebranchez-la; d'ici là, deux personnes lisent les dés.",
        "The camera shows one and the same picture.",
        "Unplug the camera and plug it in again; until then two persons read the dice.",
    ),
    Fault.CAMERA_REPEATS: _text(
        "La caméra montre de nouveau d'anciennes images.",
        "Vérifiez que rien ne se trouve entre la caméra et le PC de la table, puis avertissez la surveillance.",
        "The camera shows old pictures again.",
        "Make sure that nothing stands between the camera and the table's PC, then tell surveillance.",
    ),
    Fault.CAMERA_UNCALIBRATED: _text(
        "La caméra n'a pas d'étalonnage qui lui convienne.",
        "Videz le plateau et étalonnez-la : croupierctl camera calibrate --table TABLE",
        "The camera has no calibration that fits it.",
        "Empty the tray and calibrate it: croupierctl camera calibrate --table TABLE",
    ),
    Fault.CAMERA_DARK: _text(
        "L'image de la caméra est trop sombre.",
        "Allumez la lampe du plateau et vérifiez que rien ne couvre l'objectif.",
        "The camera's picture is too dark.",
        "Switch the tray's lamp on, and see that nothing covers the lens.",
    ),
    Fault.CAMERA_GLARING: _text(
        "L'image de la caméra est trop claire.",
        "Éteignez ou éloignez la lampe qui s'est ajoutée.",
        "The camera's picture is too bright.",
        "Switch off, or move away, the lamp that was added.",
    ),
    Fault.CAMERA_COVERED: _text(
        "Quelque chose se trouve devant l'objectif de la caméra.",
        "Dégagez l'objectif et le bord du plateau.",
        "Something is before the camera's lens.",
        "Clear the lens and the rim of the tray.",
    ),
    Fault.CAMERA_BLURRED: _text(
        "L'image de la caméra n'est plus nette.",
        "Nettoyez l'objectif, refaites la mise au point, puis étalonnez : croupierctl camera calibrate --table TABLE",
        "The camera's picture is no longer sharp.",
        "Clean the lens, focus it again, then calibrate: croupierctl camera calibrate --table TABLE",
    ),
    Fault.CAMERA_MOVED: _text(
        "La caméra ou le plateau a bougé depuis l'étalonnage.",
        "Remettez la caméra en place, ou étalonnez de nouveau : croupierctl camera calibrate --table TABLE",
        "The camera or the tray has moved since the calibration.",
        "Put the camera back, or calibrate again: croupierctl camera calibrate --table TABLE",
    ),
    Fault.EVIDENCE_WRITE: _text(
        "Les images des dés ne peuvent pas être gardées; deux personnes lisent les dés.",
        "Libérez de l'espace sur le disque du journal, ou rendez le dossier nommé à croupier.",
        "The pictures of the dice cannot be kept; two persons read the dice.",
        "Free some space on the journal's disk, or give the folder named back to croupier.",
    ),
    Fault.DICE_BIASED: _text(
        "Les dés montrent une face plus ou moins souvent que le hasard ne le ferait.",
        "Faites mesurer ces dés et changez-les (change_dice); rien n'est décidé sans une personne.",
        "The dice show a face more or less often than chance would.",
        "Have these dice measured and change them (change_dice); nothing is decided without a person.",
    ),
    Fault.BROKER_DOWN: _text(
        "Le courtier MQTT ne répond pas; les afficheurs ne suivent plus.",
        "Vérifiez le réseau de la table et le service mosquitto.",
        "The MQTT broker does not answer; the boards no longer follow.",
        "Check the table's network and the mosquitto service.",
    ),
    Fault.BROKER_REFUSES: _text(
        "Le courtier MQTT refuse cette table, ou cette table ne le reconnaît pas.",
        "Vérifiez les fichiers nommés sous [broker] (croupierctl broker certificates les refait).",
        "The MQTT broker refuses this table, or this table does not trust it.",
        "Check the files named under [broker] (croupierctl broker certificates makes them again).",
    ),
    Fault.BROKER_CERTIFICATE: _text(
        "Le certificat de cette table pour le courtier MQTT expire bientôt.",
        "Renouvelez-le : croupierctl broker certificates",
        "This table's certificate for the MQTT broker ends soon.",
        "Renew it: croupierctl broker certificates",
    ),
    Fault.BROKER_AUTHORITY: _text(
        "Le dossier de l'autorité de certification n'est pas utilisable tel quel.",
        "Corrigez ce qui est nommé, puis relancez la commande.",
        "The certificate authority's folder cannot be used as it is.",
        "Correct what is named, then run the command again.",
    ),
    Fault.BROKER_RIVAL: _text(
        "Un autre programme se présente au courtier MQTT avec le certificat de cette table; la table garde la ligne.",
        "Arrêtez croupierd sur l'autre ordinateur; si personne n'en a démarré, refaites tous les certificats dans un "
        "nouveau dossier (croupierctl broker certificates).",
        "Another program comes to the MQTT broker with this table's certificate; the table keeps the line.",
        "Stop croupierd on the other computer; if nobody has started one, make all certificates again in a new "
        "folder (croupierctl broker certificates).",
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
        "Un afficheur montre autre chose que ce qui lui a été envoyé.",
        "Éteignez l'afficheur et appelez un technicien.",
        "A board shows something other than it was sent.",
        "Switch the board off and call a technician.",
    ),
    Fault.BOARD_OVERFLOW: _text(
        "Le montant a plus de chiffres que l'afficheur; il n'en montre aucun.",
        "Remplacez l'afficheur par un plus large.",
        "The amount has more digits than the board; it shows none.",
        "Replace the board with a wider one.",
    ),
    Fault.BOARD_CURRENCY: _text(
        "L'afficheur est réglé pour une autre monnaie; il ne montre aucun montant.",
        "Réglez l'afficheur sur la monnaie du progressif.",
        "The board is set to another currency; it shows no amount.",
        "Set the board to the progressive's currency.",
    ),
    Fault.BOARD_VERSION: _text(
        "L'afficheur parle une autre version du protocole.",
        "Mettez à jour le logiciel de l'afficheur (docs/protocols/board.md, version 1).",
        "The board speaks another version of the protocol.",
        "Update the board's software (docs/protocols/board.md, version 1).",
    ),
    Fault.BOARD_FLOODS: _text(
        "Un afficheur envoie plus de messages qu'il ne doit; la table ne l'écoute plus pour quelques secondes.",
        "Débranchez l'afficheur du réseau et appelez un technicien.",
        "A board sends more messages than it should; the table stops listening to it for some seconds.",
        "Take the board off the network and call a technician.",
    ),
    Fault.JACKPOT_NEW: _text(
        "Cette cagnotte progressive est configurée, mais elle n'est pas encore en service.",
        "Fermez la table; deux personnes donnent set_jackpot, puis un superviseur open_jackpot.",
        "This progressive pool is configured, but it is not in service yet.",
        "Close the table; two persons give set_jackpot, then a supervisor open_jackpot.",
    ),
    Fault.JACKPOT_CHANGED: _text(
        "Les paramètres configurés de la cagnotte diffèrent de ceux en vigueur; ils ne sont pas pris.",
        "Rétablissez le fichier de la table, ou fermez la table et donnez set_jackpot à deux.",
        "The pool's configured parameters differ from those in force; they are not taken.",
        "Restore the table's file, or close the table and give set_jackpot, two persons.",
    ),
    Fault.JACKPOT_UNPOSTED: _text(
        "Une cagnotte garde de l'argent, mais la configuration ne la nomme plus.",
        "Remettez-la dans le fichier de la table, ou videz-la par correct_jackpot à deux.",
        "A pool holds money, but the configuration does not name it any more.",
        "Put it back into the table's file, or empty it by correct_jackpot, two persons.",
    ),
    Fault.JACKPOT_CLOSED: _text(
        "La cagnotte progressive est fermée; le jeu continue sans cette mise.",
        "Un superviseur l'ouvre par open_jackpot; d'ici là, retirez les mises progressives.",
        "The progressive is closed; the game goes on without this wager.",
        "A supervisor opens it by open_jackpot; until then take progressive wagers back.",
    ),
    Fault.JACKPOT_BOUND: _text(
        "Une contribution dépasse la plus grande qui soit plausible; la cagnotte s'est fermée.",
        "Comparez rate et largest avec ce qui est affiché; deux personnes donnent correct_jackpot.",
        "A contribution was above the largest reasonable one; the progressive has closed itself.",
        "Compare rate and largest with what is posted; two persons give correct_jackpot.",
    ),
    Fault.JACKPOT_LEDGER: _text(
        "Le compteur de la cagnotte n'est pas la somme de son registre; elle s'est fermée.",
        "Lancez croupierctl jackpot reconcile; deux personnes donnent correct_jackpot.",
        "The pool's meter is not the sum of its ledger; the progressive has closed itself.",
        "Run croupierctl jackpot reconcile; two persons give correct_jackpot.",
    ),
    Fault.JACKPOT_LINK: _text(
        "Le registre des cagnottes partagées ne répond pas; le jeu continue sans les mises progressives.",
        "Vérifiez PostgreSQL et le réseau, [ledger] dans site.toml; la table reprend d'elle-même.",
        "The ledger of the shared pools does not answer; the game goes on without progressive wagers.",
        "Check PostgreSQL and the network, [ledger] in site.toml; the table picks up by itself.",
    ),
    Fault.JACKPOT_SCHEMA: _text(
        "La base de données du registre n'a pas le schéma qu'il faut, ou ne se laisse pas lire.",
        "Fermez les tables, lancez croupierctl jackpot migrate; vérifiez le rôle de l'utilisateur.",
        "The ledger's database does not have the schema that is needed, or may not be read.",
        "Close the tables and run croupierctl jackpot migrate; check the role of the user.",
    ),
    Fault.JACKPOT_BEHIND: _text(
        "Le registre en sait moins que ses tables : la base a été restaurée; la cagnotte s'est fermée.",
        "Lancez croupierctl jackpot reconcile à chaque table; puis correct_jackpot, deux personnes.",
        "The ledger knows less than its tables: the database was restored; the progressive has closed.",
        "Run croupierctl jackpot reconcile at each table; then two persons give correct_jackpot.",
    ),
    Fault.JACKPOT_DIFFERS: _text(
        "Le journal de la table et le registre ne disent pas la même chose.",
        "Comparez les lignes nommées; rien n'est corrigé sans correct_jackpot, deux personnes.",
        "The table's journal and the ledger do not say the same.",
        "Compare the lines that are named; nothing is corrected but by correct_jackpot, two persons.",
    ),
    Fault.JACKPOT_UNCONFIRMED: _text(
        "Ce qui fut proposé pour la cagnotte n'est pas confirmé; rien n'a changé.",
        "Lancez croupierctl jackpot confirm sans --version : il dit ce qui est proposé, et jusqu'à quand.",
        "What was proposed for the pool is not confirmed; nothing has changed.",
        "Run croupierctl jackpot confirm without --version: it says what is proposed, and until when.",
    ),
    Fault.JACKPOT_PACE: _text(
        "La table doit au registre plus que la maison ne permet à la fois; le reste attend.",
        "Après une longue panne, attendez. Sinon, cette table inscrit trop : vérifiez-la, et croupier.posted.",
        "The table owes the ledger more than the house allows at once; the rest waits.",
        "After a long outage, wait. Otherwise this table books too much: check it, and croupier.posted.",
    ),
    Fault.PIT_SILENT: _text(
        "Une table de la cagnotte ne donne plus de nouvelles.",
        "À cette table, lancez croupierctl doctor.",
        "A table of the pool has fallen silent.",
        "At that table, run croupierctl doctor.",
    ),
    Fault.PIT_OWES: _text(
        "Une table doit encore des inscriptions au registre.",
        "Attendez quelques secondes; si cela dure, lancez croupierctl doctor à cette table.",
        "A table still owes bookings to the ledger.",
        "Wait some seconds; if it stays, run croupierctl doctor at that table.",
    ),
    Fault.PIT_REPLACED: _text(
        "Le journal d'une table a été remplacé, et l'ancien devait encore des inscriptions.",
        "Avec l'ancien disque, lancez croupierctl jackpot reconcile.",
        "A table's journal was replaced, and the old one still owed bookings.",
        "With the old disk, run croupierctl jackpot reconcile.",
    ),
    Fault.JACKPOT_PENDING: _text(
        "Un gain de la cagnotte attend un superviseur.",
        "Vérifiez les cartes, puis confirmez par award_jackpot.",
        "A hit of the progressive waits for a supervisor.",
        "Check the cards, then confirm by award_jackpot.",
    ),
    Fault.JACKPOT_AWARDED: _text(
        "Un gain de la cagnotte confirmé dans ce coup serait repris.",
        "Gardez le coup tel quel; deux personnes corrigent la cagnotte par correct_jackpot.",
        "A hit of the progressive that was confirmed in this round would be taken back.",
        "Leave the round as it is; two persons correct the pool by correct_jackpot.",
    ),
    Fault.JACKPOT_BREAK_EVEN: _text(
        "Au montant affiché, ou avec ces taux, la mise progressive avantage le joueur.",
        "Prévenez la direction des jeux; elle décide si la mise reste offerte.",
        "At the displayed amount, or with these rates, the progressive favours the player.",
        "Tell the games management; it decides whether the wager stays offered.",
    ),
    Fault.IMAGE_UNREADABLE: _text(
        "Ce fichier n'est pas une image qui se lit.",
        "Donnez une image JPEG ou PNG entière; refaites-la avec croupierctl camera snapshot.",
        "This file is no image that can be read.",
        "Give a whole JPEG or PNG image; take it again with croupierctl camera snapshot.",
    ),
    Fault.IMAGE_SIZE: _text(
        "Cette image est plus grande, ou plus petite, que croupier ne les prend.",
        "Donnez une image de 64 millions de pixels au plus.",
        "This image is larger, or smaller, than croupier takes.",
        "Give an image of 64 million pixels at most.",
    ),
    Fault.IMAGE_NOT_WRITTEN: _text(
        "L'image ne peut pas être écrite.",
        "Nommez un fichier dans un répertoire où vous pouvez écrire.",
        "The image cannot be written.",
        "Name a file in a directory that you may write to.",
    ),
    Fault.LABELS_INVALID: _text(
        "labels.json manque, ou ne dit pas ce que montrent les photos.",
        "Corrigez labels.json : une liste d'objets avec file, faces et n (docs/dice.md).",
        "labels.json is missing, or does not say what the photographs show.",
        "Correct labels.json: a list of objects with file, faces and n (docs/dice.md).",
    ),
    Fault.CONFIG_INVALID: _text(
        "La configuration n'est pas valide.",
        "Corrigez la clé nommée, puis redémarrez le service.",
        "The configuration is not valid.",
        "Correct the key that is named, then restart the service.",
    ),
    Fault.ODDS_FAVOUR_PLAYER: _text(
        "Telle qu'elle est affichée, une mise de cette table favorise le joueur.",
        "Comparez croupierctl odds --table TABLE avec ce que la maison veut afficher, puis corrigez decks ou options.",
        "As it is posted, a wager of this table favours the player.",
        "Compare croupierctl odds --table TABLE with what the house means to post, then correct decks or options.",
    ),
    Fault.SHEET_UNREADABLE: _text(
        "Ce fichier n'est pas une feuille de règles faite par croupierctl rules.",
        "Faites-en une nouvelle avec croupierctl rules.",
        "This file is no rule sheet that croupierctl rules has made.",
        "Make a new one with croupierctl rules.",
    ),
    Fault.SHEET_OUTDATED: _text(
        "La feuille n'est plus celle de la table : la configuration ou les règles ont changé.",
        "Retirez la feuille, imprimez-en une nouvelle avec croupierctl rules et posez-la.",
        "The sheet is no longer the table's: the configuration or the rules have changed.",
        "Take the sheet away, print a new one with croupierctl rules and lay it out.",
    ),
    Fault.SHEET_ALTERED: _text(
        "Le texte de la feuille a été modifié après avoir été fait.",
        "Retirez la feuille, imprimez-en une nouvelle avec croupierctl rules et trouvez qui a modifié celle-ci.",
        "The sheet's text was changed after it was made.",
        "Take the sheet away, print a new one with croupierctl rules, and find out who changed this one.",
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
    Fault.JOURNAL_VERSION: _text(
        "Le journal de la table a été écrit par une version plus récente de croupier.",
        "Installez cette version; ne mettez pas le journal de côté : il n'est pas endommagé.",
        "The table's journal was written by a newer version of croupier.",
        "Install that version; do not set the journal aside: it is not damaged.",
    ),
    Fault.JOURNAL_TRUNCATED: _text(
        "Un témoin (courtier, exportation, head.json) connaît un autre journal : des entrées manquent ou ont changé.",
        "Remettez les fichiers qui manquent; PC remplacé : croupierctl journal set-aside --replaces UUID",
        "A witness (broker, export, head.json) knows another journal: entries are missing or were changed.",
        "Put the missing files back; on a new PC: croupierctl journal set-aside --replaces UUID",
    ),
    Fault.JOURNAL_WRITE: _text(
        "Le journal ne peut pas être écrit; la table s'arrête.",
        "Regardez ce que le noyau dit du disque : journalctl -k",
        "The journal cannot be written; the table stops.",
        "See what the kernel says of the disk: journalctl -k",
    ),
    Fault.JOURNAL_DOUBTFUL: _text(
        "Le disque a refusé ces entrées du journal, mais elles y sont : personne ne sait ce qui a été annoncé.",
        "Comparez-les à ce qui a été fait (croupierctl explain last); un superviseur confirme ensuite l'avoir vu.",
        "The disk refused these entries of the journal, yet they are there: nobody knows what was told of them.",
        "Compare them with what was done (croupierctl explain last); then a supervisor acknowledges the fault.",
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
    Fault.CLOCK_IMPLAUSIBLE: _text(
        "L'horloge du PC dit une date qui n'est pas vraisemblable; la journée de jeu en cours continue.",
        "Réglez l'horloge (timedatectl); si elle est juste, un superviseur confirme l'avoir vu.",
        "The PC's clock tells a date that is not plausible; the gaming day goes on.",
        "Set the clock right (timedatectl); if it is right, a supervisor acknowledges the fault.",
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
    Fault.PERSON_KNOWN: _text(
        "Quelqu'un de ce nom a déjà un insigne.",
        "La même personne? Ajoutez --also. Une autre? Donnez-lui un nom qui les distingue.",
        "Somebody of this name has a badge already.",
        "The same person? Add --also. Another one? Give a name that tells them apart.",
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
        "Trop de NIP faux ont été tapés ici.",
        "Attendez les minutes indiquées, ou demandez à un superviseur de débloquer l'insigne.",
        "Too many wrong PINs were typed here.",
        "Wait for the minutes that are named, or ask a supervisor to unlock the badge.",
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
    Fault.CONTROL_BUSY: _text(
        "Trop de demandes arrivent à la fois.",
        "Recommencez dans quelques secondes.",
        "Too many requests come at once.",
        "Try again in a few seconds.",
    ),
    Fault.ORDER_MALFORMED: _text(
        "Cette demande est mal formée.",
        "Corrigez le champ nommé; /openapi.json décrit chaque demande.",
        "This request is malformed.",
        "Correct the field that is named; /openapi.json describes every request.",
    ),
    Fault.ORDER_UNCERTAIN: _text(
        "Le disque a échoué ou croupierd s'est arrêté : personne ne sait si cette demande est au journal.",
        "Après le redémarrage, regardez ce que la table dit; répétée avec la même clé, elle ne se fait qu'une fois.",
        "The disk failed or croupierd ended: nobody knows whether this request is in the journal.",
        "After the restart see what the table says; repeated with the same key, it happens once only.",
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
    "odds": Term("Chances", "Odds"),
    "daemon": Term("croupierd", "croupierd"),
    "journal": Term("Journal", "Journal"),
    "clock": Term("Horloge", "Clock"),
    "shoe": Term("Sabot", "Shoe"),
    "shaker": Term("Agitateur", "Shaker"),
    "camera": Term("Caméra", "Camera"),
    "evidence": Term("Images des dés", "Pictures of the dice"),
    "dice": Term("Dés", "Dice"),
    "round": Term("Coup", "Round"),
    "broker": Term("Courtier MQTT", "MQTT broker"),
    "board": Term("Afficheur", "Board"),
    "people": Term("Personnes", "People"),
    "jackpot": Term("Cagnotte", "Jackpot"),
    # the verdict
    "well": Term("La table peut distribuer les cartes.", "The table can deal."),
    "warning": Term(
        "La table peut distribuer, mais demande votre attention.", "The table can deal, but wants attention."
    ),
    "critical": Term("La table ne peut pas distribuer les cartes.", "The table cannot deal."),
    # details
    "entries": Term("{n} entrées, tête {head}", "{n} entries, head {head}"),
    "shows_round": Term("montre le coup {n}", "shows round {n}"),
    "camera_condition": Term(
        "lumière {light}, netteté {focus}, décalage {shift}", "light {light}, focus {focus}, shift {shift}"
    ),
    "dice_counted": Term("{n} comptés ({faces}), p = {p:.3f}", "{n} counted ({faces}), p = {p:.3f}"),
    "shows_nothing": Term("rien à montrer", "nothing to show"),
    "jackpot_live": Term("progressif", "progressive"),
    "jackpot_pending": Term("progressif en attente", "progressive pending"),
    "jackpot_stale": Term("progressif : montant inconnu", "progressive: amount unknown"),
    "jackpot_closed": Term("progressif fermé", "progressive closed"),
    "jackpot_out_of_service": Term("hors service", "out of service"),
    "enrolled": Term(
        "{enrolled} inscrits, dont superviseurs : {supervisors}", "{enrolled} enrolled, supervisors: {supervisors}"
    ),
    "odds_house": Term("aucune mise ne favorise le joueur", "no wager favours the player"),
    "odds_player": Term("favorise le joueur : {wagers}", "favours the player: {wagers}"),
    "odds_unknown": Term("non calculées : {why}", "not computed: {why}"),
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
    "replaces": Term("Remplace", "Replaces"),
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
    "same_as": Term("Même personne que", "Same person as"),
    "people_alike": Term(
        "Des insignes d'un même nom ne comptent jamais pour deux personnes.\n"
        "→ Ce sont deux personnes? Distinguez-les : sudo croupierctl people rename INSIGNE --name NOM",
        "Badges of one name never count as two persons.\n"
        "→ They are two persons? Tell them apart: sudo croupierctl people rename BADGE --name NAME",
    ),
    "yes": Term("oui", "yes"),
    "no": Term("non", "no"),
    "broker_made": Term(
        "{folder}/ca.key reste chez vous; copiez {folder}/broker sur le courtier, les autres chez leurs clients.",
        "{folder}/ca.key stays with you; copy {folder}/broker to the broker, every other folder to its client.",
    ),
    "broker_complete": Term("Rien ne manque et rien n'expire bientôt.", "Nothing is missing, and nothing ends soon."),
    "pin": Term("NIP : ", "PIN: "),
    "pin_again": Term("Encore : ", "Again: "),
    "pin_length": Term("de 6 à 32 chiffres", "6 to 32 digits"),
    "pin_easy": Term("trop facile à deviner", "too easy to guess"),
    "pins_differ": Term("les deux diffèrent", "the two differ"),
    "person_added": Term("{badge} est inscrit.", "{badge} is enrolled."),
    "person_renamed": Term("{badge} a un nouveau nom.", "{badge} has a new name."),
    "person_disabled": Term("{badge} ne peut plus ouvrir de session.", "{badge} can no longer sign in."),
    "person_enabled": Term("{badge} peut ouvrir une session.", "{badge} can sign in."),
    "badge_unlocked": Term("{badge} peut essayer de nouveau.", "{badge} may try again."),
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
    lines = [
        "# Faults / Défaillances",
        "",
        "Made from `daemon/text/faults.py` by `make docs`.",
    ]
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
