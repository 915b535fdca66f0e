"""The faults of the shaker."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, End, Holds, Row, broken, held, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.SHAKER_OPENING: broken(
        "L'agitateur n'a pas encore répondu.",
        "Attendez quelques secondes.",
        "The shaker has not answered yet.",
        "Wait a few seconds.",
    ),
    Fault.SHAKER_ABSENT: broken(
        "Aucun agitateur n'est branché au PC de la table.",
        "Branchez le câble USB de l'agitateur et vérifiez qu'il est sous tension.",
        "No shaker is plugged into the table's PC.",
        "Plug in the shaker's USB cable and check that it is switched on.",
    ),
    Fault.SHAKER_UNPLUGGED: broken(
        "L'agitateur vient de quitter le bus USB.",
        "Rebranchez le câble USB de l'agitateur.",
        "The shaker has just left the USB bus.",
        "Plug the shaker's USB cable in again.",
    ),
    Fault.SHAKER_BUSY: broken(
        "Un autre programme utilise l'agitateur.",
        "Fermez cet autre programme (fuser /dev/croupier/shaker le nomme).",
        "Another program holds the shaker.",
        "Close that other program (fuser /dev/croupier/shaker names it).",
    ),
    Fault.SHAKER_NO_ACCESS: broken(
        "croupier n'a pas le droit d'ouvrir l'agitateur.",
        "Mettez son numéro de série dans 70-croupier.rules, puis rebranchez-le.",
        "croupier may not open the shaker.",
        "Put its serial number into 70-croupier.rules, then plug it in again.",
    ),
    Fault.SHAKER_WRONG_DEVICE: broken(
        "Un autre agitateur que celui de cette table est branché.",
        "Branchez l'agitateur de cette table, ou corrigez serial dans la configuration.",
        "Another shaker than this table's is plugged in.",
        "Plug in this table's shaker, or correct serial in the configuration.",
    ),
    Fault.SHAKER_STALLED: broken(
        "L'agitateur refuse les demandes de croupier.",
        "Éteignez l'agitateur, puis rallumez-le.",
        "The shaker refuses what croupier asks.",
        "Switch the shaker off and on again.",
    ),
    Fault.SHAKER_SILENT: broken(
        "L'agitateur ne répond pas.",
        "Vérifiez qu'il est sous tension, éteignez-le, puis rallumez-le.",
        "The shaker does not answer.",
        "Check that it has power, switch it off and on again.",
    ),
    Fault.SHAKER_BABBLES: broken(
        "L'agitateur envoie plus que ce qu'il doit, ou ce que personne ne peut lire.",
        "Éteignez l'agitateur, puis rallumez-le; si cela revient, remplacez-le.",
        "The shaker sends more than it should, or what nobody can read.",
        "Switch the shaker off and on again; if it comes back, replace it.",
    ),
    Fault.SHAKER_FLAPPING: broken(
        "La liaison de l'agitateur va et vient, ou l'agitateur se répète sans fin : elle fait une pause.",
        "Vérifiez son câble et son alimentation; elle reprend en moins d'une minute. Sinon, remplacez l'agitateur.",
        "The shaker's link comes and goes, or the shaker repeats itself without end: the link rests.",
        "Check its cable and its power supply; it goes on within a minute. If not, replace the shaker.",
    ),
    Fault.SHAKER_REENUMERATED: impaired(
        "L'agitateur a quitté le bus USB de lui-même et y est revenu.",
        "Remplacez son câble USB, ou branchez-le à un autre port, entre deux coups.",
        "The shaker left the USB bus by itself and came back.",
        "Replace its USB cable, or plug it into another port, between two rounds.",
    ),
    Fault.SHAKER_USB: broken(
        "La liaison USB avec l'agitateur a échoué.",
        "Débranchez l'agitateur, puis rebranchez-le.",
        "The USB link to the shaker has failed.",
        "Unplug the shaker and plug it in again.",
    ),
    Fault.SHAKER_ERROR: broken(
        "L'agitateur signale une panne.",
        "Éteignez l'agitateur, libérez les dés, puis rallumez-le.",
        "The shaker reports a breakdown.",
        "Switch the shaker off, free the dice, then switch it on again.",
    ),
    Fault.SHAKER_BROKER: broken(
        "Le courtier par lequel passe l'agitateur n'est pas joint.",
        "Vérifiez le réseau, le courtier MQTT et le certificat de la ligne de l'agitateur.",
        "The broker through which the shaker is reached does not answer.",
        "Check the network, the MQTT broker and the certificate of the shaker's line.",
    ),
    Fault.SHAKER_RIVAL: impaired(
        "Quelqu'un d'autre donne des ordres à l'agitateur de cette table.",
        "Trouvez qui publie sur le sujet « listens » de l'agitateur, et retirez-lui ce droit dans la liste d'accès.",
        "Somebody else gives orders to this table's shaker.",
        "Find who publishes to the shaker's topic “listens”, and take that right away in the access list.",
    ),
    Fault.SHAKER_KEPT: impaired(
        "Le courtier garde un ancien message de l'agitateur; il n'a pas été cru.",
        "Réglez l'agitateur pour qu'il ne fasse rien garder (retain), puis videz son sujet « says ».",
        "The broker keeps an old message of the shaker; it was not believed.",
        "Set the shaker so that nothing of it is kept (retain), then empty its topic “says”.",
    ),
    Fault.SHAKER_CANNOT: refused(
        CONFLICT,
        "Cette marque d'agitateur ne sait pas le faire.",
        "Voyez dans docs/protocols/shaker_studio.md ce qu'elle sait faire; sinon, faites-le à la main.",
        "This make of shaker cannot do that.",
        "See in docs/protocols/shaker_studio.md what it can do; otherwise do it by hand.",
    ),
    Fault.SHAKER_LOST: held(
        Holds(20, takes_cards=False),
        (End.PROVEN,),
        "La liaison avec l'agitateur est coupée.",
        "Rebranchez l'agitateur, puis touchez Continuer.",
        "The link to the shaker is lost.",
        "Plug the shaker in again, then touch Continue.",
    ),
    Fault.SHAKER_NEEDED: refused(
        CONFLICT,
        "Un coup est en cours, ou rien ne prouve le contraire : il a besoin de l'agitateur.",
        "Terminez ou annulez le coup, arrêtez le service (systemctl stop croupierd@TABLE), puis recommencez.",
        "A round is under way, or nothing proves that none is: it needs the shaker.",
        "Finish or void the round, stop the service (systemctl stop croupierd@TABLE), then run this again.",
    ),
    Fault.SHAKE_REFUSED: held(
        Holds(70, takes_cards=False),
        (End.CONTINUED,),
        "L'agitateur n'a pas pris l'ordre : rien n'a bougé.",
        "Fermez le dôme, touchez Continuer, puis ordonnez l'agitation de nouveau.",
        "The shaker did not take the order: nothing has moved.",
        "Close the dome, touch Continue, then order the shake again.",
    ),
    Fault.SHAKE_UNSEEN: held(
        Holds(81, takes_cards=False),
        (End.NO_ROLL,),
        "Deux agitations de suite ont été ordonnées, et personne n'a vu bouger les dés.",
        "Regardez l'agitateur et les dés, déclarez un coup nul, et faites réparer l'agitateur avant d'agiter encore.",
        "Two shakes in a row were ordered, and nobody saw the dice move.",
        "Look at the shaker and the dice, declare a no roll, and have the shaker mended before the next shake.",
    ),
    Fault.SHAKE_FAILED: held(
        Holds(80, takes_cards=False),
        (End.NO_ROLL,),
        "L'agitation des dés n'est pas valable.",
        "Déclarez un coup nul avec son motif, puis ordonnez l'agitation de nouveau.",
        "The shake of the dice is not a good one.",
        "Declare a no roll with its ground, then order the shake again.",
    ),
}
