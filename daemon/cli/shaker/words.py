"""What `croupierctl shaker` says, in French and English."""

from __future__ import annotations

from daemon.text.fault_row import Advice, Text
from rules.terms import Term

WORDS: dict[str, Term] = {
    # the verdicts
    "known": Term("C'est l'agitateur de cette table.", "This is this table's shaker."),
    "answers": Term("L'agitateur répond.", "The shaker answers."),
    "not_known": Term("L'agitateur de cette table n'est pas là.", "This table's shaker is not there."),
    "works": Term("L'agitateur va bien.", "The shaker is well."),
    "works_not": Term("L'agitateur ne va pas bien.", "The shaker is not well."),
    "good_shake": Term("L'agitation est bonne.", "The shake is a good one."),
    "bad_shake": Term("L'agitation n'est pas bonne.", "The shake is not a good one."),
    "lamp_obeys": Term("La lampe obéit.", "The lamp obeys."),
    "lamp_does_not": Term("La lampe n'obéit pas.", "The lamp does not obey."),
    "tells_well": Term("L'agitateur a été entendu sans faute.", "The shaker was heard without a fault."),
    "tells_badly": Term("L'agitateur n'a pas été bien entendu.", "The shaker was not heard well."),
    # who it is
    "usb": Term("USB", "USB"),
    "usb_at": Term("{usb}, adresse {address} du bus", "{usb}, address {address} on the bus"),
    "model": Term("Modèle", "Model"),
    "firmware": Term("Micrologiciel", "Firmware"),
    "firmware_speaks": Term("{firmware}, protocole {protocol}", "{firmware}, protocol {protocol}"),
    "serial": Term("Numéro de série", "Serial number"),
    "serial_expected": Term("{found}; attendu : {expected}", "{found}; expected: {expected}"),
    "boot": Term("Mise sous tension", "Power-up"),
    "boot_at": Term("{boot}, {seq} événements", "{boot}, {seq} events"),
    # how it is
    "doing": Term("État", "State"),
    "phase_idle": Term("au repos", "idle"),
    "phase_armed": Term("armé", "armed"),
    "phase_moving": Term("les dés bougent", "the dice move"),
    "phase_at_rest": Term("les dés sont immobiles", "the dice lie still"),
    "phase_fault": Term("en panne", "broken down"),
    "dome": Term("Dôme", "Dome"),
    "dome_closed": Term("fermé", "closed"),
    "dome_open": Term("ouvert", "open"),
    "locked": Term("verrouillé", "locked"),
    "unlocked": Term("déverrouillé", "unlocked"),
    "lamp": Term("Lampe", "Lamp"),
    "on": Term("allumée", "on"),
    "off": Term("éteinte", "off"),
    "motor": Term("Moteur", "Motor"),
    "milliamps": Term("{n} mA", "{n} mA"),
    "milliamps_between": Term("de {least} à {most} mA", "{least} to {most} mA"),
    "last_shake": Term("Dernière agitation", "Last shake"),
    "last_shake_none": Term("aucune depuis la mise sous tension", "none since the power-up"),
    "last_shake_at": Term("nº {order}, culbutes : {tumbles}", "no. {order}, tumbles: {tumbles}"),
    "last_refusal": Term("Dernier refus", "Last refusal"),
    "trouble": Term("Panne", "Breakdown"),
    "self_test_of": Term("Autotest, {part}", "Self-test, {part}"),
    "part_motor": Term("moteur", "motor"),
    "part_dome": Term("dôme", "dome"),
    "part_lock": Term("verrou", "lock"),
    "part_light": Term("lampe", "lamp"),
    "part_well": Term("bon", "well"),
    "part_bad": Term("erreur {n} (voir la notice du fabricant)", "error {n} (see the maker's manual)"),
    # a shake
    "order": Term("Agitation n°", "Shake no."),
    "tumbles": Term("Culbutes", "Tumbles"),
    "stopped": Term("Arrêt", "Stop"),
    "by_hand": Term("arrêtée à la main", "stopped by hand"),
    "cannot": Term("Ne prouve pas", "Does not prove"),
    "said_so": Term("L'agitateur dit avoir agité.", "The shaker says that it shook."),
    "result": Term("Résultat", "Result"),
    # what it tells
    "events": Term("Événements", "Events"),
    "tally": Term(
        "{events} reçus, {gaps} manquants, {repeated} répétés, {connects} liaison(s)",
        "{events} received, {gaps} missing, {repeated} repeated, {connects} link(s)",
    ),
}

# What a technician finds that is no fault of a table: the sentence and the one thing to do next.
FINDINGS: dict[str, Text] = {
    "nothing_moved": Text(
        Advice(
            "L'agitateur n'a pas pris l'ordre : rien n'a bougé.",
            "Corrigez ce que dit le résultat, puis recommencez; sinon : croupierctl shaker status --self-test",
        ),
        Advice(
            "The shaker did not take the order: nothing has moved.",
            "Mend what the result says, then run it again; if it stays: croupierctl shaker status --self-test",
        ),
    ),
    "not_taken": Text(
        Advice(
            "Une table n'aurait pas pris cette agitation.",
            "Fermez le dôme, libérez les dés, puis recommencez; si cela revient, remplacez l'agitateur.",
        ),
        Advice(
            "No table would have taken this shake.",
            "Close the dome, free the dice, then run it again; if it comes back, replace the shaker.",
        ),
    ),
    "events_lost": Text(
        Advice(
            "Des événements ont été comptés et ne sont jamais arrivés.",
            "Changez le câble ou le port USB, puis recommencez.",
        ),
        Advice(
            "Events were counted and never came.",
            "Change the USB cable or port, then run it again.",
        ),
    ),
}
