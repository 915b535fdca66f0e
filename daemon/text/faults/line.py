"""The faults of a device's line."""

from __future__ import annotations

from daemon.text.fault_row import End, Holds, Row, broken, held
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.PORT_ABSENT: broken(
        "Le port série de l'appareil n'existe pas.",
        "Rebranchez le câble de l'appareil au PC de la table.",
        "The device's serial port does not exist.",
        "Plug the device's cable back into the table's PC.",
    ),
    Fault.PORT_BUSY: broken(
        "Un autre programme utilise le port série de l'appareil.",
        "Fermez cet autre programme (fuser sur le port le nomme).",
        "Another program holds the device's serial port.",
        "Close that other program (fuser on the port names it).",
    ),
    Fault.PORT_NO_ACCESS: broken(
        "croupier n'a pas le droit d'ouvrir le port série de l'appareil.",
        "Ajoutez l'utilisateur croupier au groupe dialout, puis redémarrez le service.",
        "croupier may not open the device's serial port.",
        "Add the user croupier to the group dialout, then restart the service.",
    ),
    Fault.PORT_FAILED: broken(
        "Le port série de l'appareil ne s'ouvre pas.",
        "Débranchez l'adaptateur série, puis rebranchez-le.",
        "The device's serial port does not open.",
        "Unplug the serial adapter and plug it in again.",
    ),
    Fault.LINK_LOST: held(
        Holds(10, takes_cards=True),
        (End.PROVEN,),
        "La liaison avec l'appareil est coupée.",
        "Rebranchez le câble de l'appareil, puis touchez Continuer.",
        "The link to the device is lost.",
        "Plug the device's cable in again, then touch Continue.",
    ),
    Fault.LINK_OPENING: broken(
        "L'appareil n'a pas encore répondu.",
        "Attendez quelques secondes.",
        "The device has not answered yet.",
        "Wait a few seconds.",
    ),
}
