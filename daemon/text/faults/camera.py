"""The faults of the camera and its dice."""

from __future__ import annotations

from daemon.text.fault_row import Row, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.CAMERA_OPENING: impaired(
        "La caméra n'a pas encore montré assez d'images.",
        "Attendez quelques secondes.",
        "The camera has not shown enough pictures yet.",
        "Wait a few seconds.",
    ),
    Fault.CAMERA_ABSENT: impaired(
        "La caméra des dés ne répond pas.",
        "Rebranchez la caméra et vérifiez source dans le fichier de la table; d'ici là, deux personnes lisent les dés.",
        "The dice camera does not answer.",
        "Plug the camera in again and check source in the table's file; until then two persons read the dice.",
    ),
    Fault.CAMERA_BUSY: impaired(
        "La caméra est occupée par une autre lecture ou un autre programme.",
        "Fermez l'autre programme (fuser sur la caméra le nomme).",
        "The camera is busy with another reading or another program.",
        "Close that other program (fuser on the camera names it).",
    ),
    Fault.CAMERA_NO_ACCESS: impaired(
        "croupier n'a pas le droit d'ouvrir la caméra.",
        "Ajoutez l'utilisateur croupier au groupe video et redémarrez, ou corrigez le mot de passe dans source.",
        "croupier may not open the camera.",
        "Add the user croupier to the group video and restart, or correct the password in source.",
    ),
    Fault.CAMERA_LOST: impaired(
        "La caméra des dés est partie.",
        "Rebranchez le câble de la caméra; d'ici là, deux personnes lisent les dés.",
        "The dice camera is gone.",
        "Plug the camera's cable in again; until then two persons read the dice.",
    ),
    Fault.CAMERA_STUCK: impaired(
        "La caméra n'envoie plus rien; elle est rouverte.",
        "Si cela dure, débranchez la caméra et rebranchez-la.",
        "The camera sends nothing more; it is being opened again.",
        "If this lasts, unplug the camera and plug it in again.",
    ),
    Fault.CAMERA_REDIRECTED: impaired(
        "La caméra renvoie à une autre adresse; croupier n'y va pas.",
        "Si cette adresse est bien celle de la caméra, écrivez-la dans source; sinon, avertissez la surveillance.",
        "The camera sends croupier to another address; it does not go there.",
        "If that address is really the camera's, write it into source; if not, tell surveillance.",
    ),
    Fault.CAMERA_GARBLED: impaired(
        "Ce que la caméra envoie n'est pas une suite d'images JPEG.",
        "Réglez la caméra en MJPEG et vérifiez source; si cela dure, deux personnes lisent les dés.",
        "What the camera sends is no series of JPEG pictures.",
        "Set the camera to MJPEG and check source; while this lasts, two persons read the dice.",
    ),
    Fault.CAMERA_SIZE: impaired(
        "Les images de la caméra sont plus grandes, ou plus petites, que croupier ne les prend.",
        "Réglez la caméra à 1280 × 720; si elle l'était déjà, avertissez la surveillance.",
        "The camera's pictures are larger, or smaller, than croupier takes.",
        "Set the camera to 1280 × 720; if it was, tell surveillance.",
    ),
    Fault.CAMERA_FAILED: impaired(
        "Le programme de la caméra a échoué; il est relancé.",
        "Si cela dure, appelez un technicien : journalctl -u croupierd@TABLE dit pourquoi.",
        "The camera's program failed; it is being started again.",
        "If this lasts, call a technician: journalctl -u croupierd@TABLE tells why.",
    ),
    Fault.CAMERA_FROZEN: impaired(
        "La caméra montre toujours la même image.",
        "Débranchez la caméra et rebranchez-la; d'ici là, deux personnes lisent les dés.",
        "The camera shows one and the same picture.",
        "Unplug the camera and plug it in again; until then two persons read the dice.",
    ),
    Fault.CAMERA_REPEATS: impaired(
        "La caméra montre de nouveau d'anciennes images.",
        "Vérifiez que rien ne se trouve entre la caméra et le PC de la table, puis avertissez la surveillance.",
        "The camera shows old pictures again.",
        "Make sure that nothing stands between the camera and the table's PC, then tell surveillance.",
    ),
    Fault.CAMERA_UNCALIBRATED: impaired(
        "La caméra n'a pas d'étalonnage qui lui convienne.",
        "Videz le plateau et étalonnez-la : croupierctl camera calibrate --table TABLE",
        "The camera has no calibration that fits it.",
        "Empty the tray and calibrate it: croupierctl camera calibrate --table TABLE",
    ),
    Fault.CAMERA_DARK: impaired(
        "L'image de la caméra est trop sombre.",
        "Allumez la lampe du plateau et vérifiez que rien ne couvre l'objectif.",
        "The camera's picture is too dark.",
        "Switch the tray's lamp on, and see that nothing covers the lens.",
    ),
    Fault.CAMERA_GLARING: impaired(
        "L'image de la caméra est trop claire.",
        "Éteignez ou éloignez la lampe qui s'est ajoutée.",
        "The camera's picture is too bright.",
        "Switch off, or move away, the lamp that was added.",
    ),
    Fault.CAMERA_COVERED: impaired(
        "Quelque chose se trouve devant l'objectif de la caméra.",
        "Dégagez l'objectif et le bord du plateau.",
        "Something is before the camera's lens.",
        "Clear the lens and the rim of the tray.",
    ),
    Fault.CAMERA_BLURRED: impaired(
        "L'image de la caméra n'est plus nette.",
        "Nettoyez l'objectif, refaites la mise au point, puis étalonnez : croupierctl camera calibrate --table TABLE",
        "The camera's picture is no longer sharp.",
        "Clean the lens, focus it again, then calibrate: croupierctl camera calibrate --table TABLE",
    ),
    Fault.CAMERA_MOVED: impaired(
        "La caméra ou le plateau a bougé depuis l'étalonnage.",
        "Remettez la caméra en place, ou étalonnez de nouveau : croupierctl camera calibrate --table TABLE",
        "The camera or the tray has moved since the calibration.",
        "Put the camera back, or calibrate again: croupierctl camera calibrate --table TABLE",
    ),
    Fault.EVIDENCE_LOST: refused(
        404,
        "Cette image n'est plus dans les preuves, ou n'est plus ce que le journal en dit.",
        "Cherchez-la dans l'export de sa journée : croupierctl journal days.",
        "This picture is no longer in the evidence, or no longer what the journal says of it.",
        "Look for it in the export of its day: croupierctl journal days.",
    ),
    Fault.EVIDENCE_WRITE: impaired(
        "Les images des dés ne peuvent pas être gardées; deux personnes lisent les dés.",
        "Libérez de l'espace sur le disque du journal, ou rendez le dossier nommé à croupier.",
        "The pictures of the dice cannot be kept; two persons read the dice.",
        "Free some space on the journal's disk, or give the folder named back to croupier.",
    ),
    Fault.DICE_BIASED: impaired(
        "Les dés montrent une face plus ou moins souvent que le hasard ne le ferait.",
        "Faites mesurer ces dés et changez-les (change_dice); rien n'est décidé sans une personne.",
        "The dice show a face more or less often than chance would.",
        "Have these dice measured and change them (change_dice); nothing is decided without a person.",
    ),
}
