"""The faults of a device's line."""

from __future__ import annotations

from daemon.text.fault_row import End, Holds, Row, broken, held
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.PORT_ABSENT: broken(
        "Le port série du sabot n'existe pas.",
        "Rebranchez le câble du sabot au PC de la table.",
        "The shoe's serial port does not exist.",
        "Plug the shoe's cable back into the table's PC.",
    ),
    Fault.PORT_BUSY: broken(
        "Un autre programme utilise le port série du sabot.",
        "Fermez cet autre programme (fuser sur le port le nomme).",
        "Another program holds the shoe's serial port.",
        "Close that other program (fuser on the port names it).",
    ),
    Fault.PORT_NO_ACCESS: broken(
        "croupier n'a pas le droit d'ouvrir le port série du sabot.",
        "Ajoutez l'utilisateur croupier au groupe dialout, puis redémarrez le service.",
        "croupier may not open the shoe's serial port.",
        "Add the user croupier to the group dialout, then restart the service.",
    ),
    Fault.PORT_FAILED: broken(
        "Le port série du sabot ne s'ouvre pas.",
        "Débranchez l'adaptateur série, puis rebranchez-le.",
        "The shoe's serial port does not open.",
        "Unplug the serial adapter and plug it in again.",
    ),
    Fault.LINK_LOST: held(
        Holds(10, takes_cards=True),
        (End.PROVEN,),
        "La liaison avec le sabot est coupée.",
        "Rebranchez le câble du sabot, puis touchez Continuer.",
        "The link to the shoe is lost.",
        "Plug the shoe's cable in again, then touch Continue.",
    ),
    Fault.LINK_OPENING: broken(
        "Le sabot n'a pas encore répondu.",
        "Attendez quelques secondes.",
        "The shoe has not answered yet.",
        "Wait a few seconds.",
    ),
}
