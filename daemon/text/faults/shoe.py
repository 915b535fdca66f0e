"""The faults of the shoe."""

from __future__ import annotations

from daemon.text.fault_row import CONFLICT, End, Holds, Row, broken, held, impaired, refused
from drivers.faults import Fault

ROWS: dict[Fault, Row] = {
    Fault.SHOE_SILENT: broken(
        "Le sabot ne répond pas.",
        "Vérifiez que le sabot est sous tension.",
        "The shoe does not answer.",
        "Check that the shoe is switched on.",
    ),
    Fault.SHOE_GARBLED: broken(
        "Le sabot envoie des octets illisibles.",
        "Comparez baud_rate dans la configuration avec le réglage du sabot.",
        "The shoe sends bytes that cannot be read.",
        "Compare baud_rate in the configuration with the shoe's setting.",
    ),
    Fault.SHOE_WRONG_BAUD: broken(
        "Le sabot parle à une autre vitesse que celle de la configuration.",
        "Corrigez baud_rate dans le fichier de la table, ou la vitesse du sabot.",
        "The shoe speaks at another speed than the configuration says.",
        "Correct baud_rate in the table's file, or the shoe's own setting.",
    ),
    Fault.SHOE_BABBLES: broken(
        "La ligne du sabot est inondée d'octets sans aucun message valable.",
        "Débranchez l'appareil, vérifiez que c'est le bon, puis rebranchez-le.",
        "The shoe's line is flooded with bytes and not one good message.",
        "Unplug the device, make sure that it is the right one, and plug it in again.",
    ),
    Fault.SHOE_FLAPPING: broken(
        "La liaison du sabot va et vient, ou le sabot se répète sans fin : elle fait une pause.",
        "Vérifiez câble, alimentation et adaptateur; elle reprend en moins d'une minute. Sinon, remplacez le sabot.",
        "The shoe's link comes and goes, or the shoe repeats itself without end: the link rests.",
        "Check the cable, the power supply and the adapter; it goes on within a minute. If not, replace the shoe.",
    ),
    Fault.SHOE_STUCK: broken(
        "La ligne du sabot ne prend plus rien de ce que nous envoyons.",
        "Débranchez et rebranchez le câble du sabot; s'il le faut, remplacez l'adaptateur.",
        "The shoe's line takes nothing of what we send.",
        "Unplug the shoe's cable and plug it in again; replace the adapter if need be.",
    ),
    Fault.SHOE_UNPROVEN: broken(
        "Le port est ouvert, mais ce sabot ne dit rien avant sa première carte.",
        "Passez une carte hors du jeu devant le lecteur pour vérifier la ligne.",
        "The port is open, but this shoe says nothing before its first card.",
        "Pass a card through the reader outside a round to prove the line.",
    ),
    Fault.SHOE_ERROR: held(
        Holds(50, takes_cards=True),
        (End.ALIGNED,),
        "Le sabot signale une erreur.",
        "Regardez l'écran du sabot, effacez l'erreur, comptez les cartes et confirmez l'alignement.",
        "The shoe reports an error.",
        "Look at the shoe's display, clear the error, count the cards and confirm the alignment.",
    ),
    Fault.SHOE_REFUSES: broken(
        "Le sabot n'accepte pas cette commande, ou la configuration ne la permet pas.",
        "Vérifiez commands dans le fichier de la table, puis l'état du sabot.",
        "The shoe does not take this command, or the configuration does not allow it.",
        "Check commands in the table's file, then the state of the shoe.",
    ),
    Fault.SHOE_WRONG_DEVICE: broken(
        "L'appareil sur ce port n'est pas le sabot de cette table.",
        "Branchez le bon sabot, ou corrigez serial dans la configuration.",
        "The device on this port is not this table's shoe.",
        "Connect the right shoe, or correct serial in the configuration.",
    ),
    Fault.SHOE_MODE: impaired(
        "Le sabot ne cache pas les valeurs comme le dit le fichier de la table : il en a caché une, ou montré une.",
        "Comparez hides dans le fichier de la table avec le réglage du sabot; si c'est un autre sabot, changez-le.",
        "The shoe does not hide values as the table's file says: it hid one, or showed one.",
        "Compare hides in the table's file with the shoe's setting; if it is another shoe, exchange it.",
    ),
    Fault.SHOE_HIDES: impaired(
        "Ce jeu distribue des cartes à découvert, et ce sabot ne dit leur valeur que plus tard.",
        "Réglez le sabot pour qu'il montre les valeurs (et hides); sinon, nommez chacune de ces cartes à deux.",
        "This game deals cards face up, and this shoe tells their values only later.",
        "Set the shoe to show values (and hides); until then, two persons name every such card.",
    ),
    Fault.CARDS_IN_DOUBT: held(
        Holds(40, takes_cards=True),
        (End.ALIGNED,),
        "Le sabot a perdu la mémoire : une carte peut manquer.",
        "Comptez les cartes sur le tapis et confirmez l'alignement.",
        "The shoe lost its memory: a card may be missing.",
        "Count the cards on the felt and confirm the alignment.",
    ),
    Fault.CARD_UNREADABLE: held(
        Holds(100, takes_cards=False),
        (End.NAMED, End.ASIDE),
        "Le sabot n'a pas pu lire une carte.",
        "Regardez-la à deux et nommez-la; si rien n'est en cours, mettez-la de côté et confirmez l'avoir vu.",
        "The shoe could not read a card.",
        "Two persons look at it and name it; outside a round, set it aside and acknowledge the fault.",
    ),
    Fault.CARD_UNEXPECTED: held(
        Holds(90, takes_cards=False),
        (End.ASIDE,),
        "Une carte est sortie du sabot alors qu'aucune n'était attendue.",
        "Mettez-la de côté; en plein jeu, un superviseur confirme qu'elle y reste ou annule ce qui est en cours.",
        "A card left the shoe when none was awaited.",
        "Set it aside; in a round, a supervisor acknowledges that it stays there, or voids the round.",
    ),
    Fault.CARD_IMPOSSIBLE: held(
        Holds(110, takes_cards=False),
        (End.NAMED, End.CORRECTED),
        "Une carte est sortie plus souvent que les paquets ne la contiennent.",
        "Regardez la carte à deux et corrigez-la; si le paquet est en cause, annulez le jeu en cours et changez-le.",
        "A card was dealt more often than the deck holds it.",
        "Two persons look at the card and correct it; if the deck is wrong, void the round and change it.",
    ),
    Fault.CARD_UNTOLD: held(
        Holds(105, takes_cards=False),
        (End.CORRECTED, End.CONTINUED),
        "Le sabot n'a pas dit la valeur d'une carte de cette main.",
        "Nommez-la à deux (correct_card); si le sabot la dit entre-temps, continuez, puis dévoilez la main.",
        "The shoe has not told the value of a card of this hand.",
        "Two persons name it (correct_card); if the shoe tells it meanwhile, continue, then turn the hand.",
    ),
    Fault.CARD_CONTRADICTED: held(
        Holds(115, takes_cards=False),
        (End.CORRECTED, End.CONTINUED, End.SEEN),
        "Le sabot donne à une carte une autre valeur que les deux personnes qui l'ont nommée.",
        "Regardez-la de nouveau à deux : corrigez-la (correct_card) si le sabot a raison; sinon, continuez.",
        "The shoe tells another value of a card than the two persons who have named it.",
        "Two persons look at it again: correct it (correct_card) if the shoe is right; if not, continue.",
    ),
    Fault.SHOE_CHANGE_DUE: refused(
        CONFLICT,
        "La carte de coupe est sortie, ou le sabot est en cours de comptage.",
        "Changez le sabot, puis recommencez.",
        "The cut card is out, or the shoe is being counted.",
        "Change the shoe, then open the round.",
    ),
    Fault.SHOE_COUNT_OFF: held(
        Holds(120, takes_cards=False),
        (End.SEEN,),
        "Le sabot ne contenait pas le bon nombre de cartes.",
        "Mettez ces paquets de côté, avertissez la surveillance, puis confirmez que vous l'avez vu.",
        "The shoe did not hold the right number of cards.",
        "Put these decks aside, tell surveillance, then acknowledge the fault.",
    ),
}
