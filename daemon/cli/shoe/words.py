"""What `croupierctl shoe` says, in French and English."""

from __future__ import annotations

from daemon.text.fault_row import Advice, Text
from rules.terms import Term

WORDS: dict[str, Term] = {
    # the verdicts
    "shoe_known": Term("C'est le sabot de cette table.", "This is this table's shoe."),
    "shoe_answers": Term("Un sabot répond sur cette ligne.", "A shoe answers on this line."),
    "shoe_not_known": Term("Le sabot de cette table n'est pas reconnu.", "This table's shoe is not recognised."),
    "line_well": Term("La ligne du sabot est bonne.", "The shoe's line is good."),
    "line_broken": Term("La ligne du sabot n'est pas bonne.", "The shoe's line is not good."),
    "deck_whole": Term(
        "Le paquet est complet et le lecteur lit tout.", "The deck is whole and the reader reads it all."
    ),
    "deck_not_whole": Term("Le contrôle n'est pas réussi.", "The check has failed."),
    "captured": Term("La capture est écrite.", "The capture is written."),
    "capture_same": Term("Ce code en tire la même chose.", "This code makes the same of it."),
    "capture_read": Term("La capture se lit.", "The capture can be read."),
    "capture_differs": Term("La capture ne donne pas ce qu'il faut.", "The capture does not give what it should."),
    # the line
    "line": Term("Ligne", "Line"),
    "line_at": Term("{port}, {protocol}, {baud} bauds", "{port}, {protocol}, {baud} baud"),
    "adapter": Term("Adaptateur", "Adapter"),
    "adapter_none": Term("aucun adaptateur USB", "no USB adapter"),
    "model": Term("Modèle", "Model"),
    "serial": Term("Numéro de série", "Serial number"),
    "serial_expected": Term("{found}; la configuration dit {expected}", "{found}; the configuration says {expected}"),
    "firmware": Term("Micrologiciel", "Firmware"),
    "boot": Term("Mise sous tension", "Power-up"),
    "boot_at": Term("{boot}, {seq} événements", "{boot}, {seq} events"),
    "identity": Term("Identité", "Identity"),
    "identity_none": Term(
        "ce protocole n'en a pas; seul l'adaptateur a un numéro",
        "this protocol has none; only the adapter has a number",
    ),
    "unproven": Term(
        "ligne non prouvée; une carte passée devant le lecteur la prouve",
        "line unproven; a card passed through the reader proves it",
    ),
    "proven": Term("ligne prouvée par un message valable", "line proven by a good message"),
    # counters
    "bytes": Term("Octets", "Bytes"),
    "bytes_both": Term("{came} reçus, {sent} envoyés", "{came} received, {sent} sent"),
    "messages": Term("Messages", "Messages"),
    "tally": Term(
        "{frames} bons, {bad} mauvais, {gaps} manquants, {repeated} répétés",
        "{frames} good, {bad} bad, {gaps} missing, {repeated} repeated",
    ),
    "no_frame": Term("(pas un message)", "(no message)"),
    "unfinished": Term("(inachevé)", "(unfinished)"),
    "hidden": Term("Cartes", "Cards"),
    "hidden_why": Term(
        "masquées (▒▒) : la table n'est pas fermée, ou rien ne le prouve",
        "hidden (▒▒): the table is not closed, or nothing proves that it is",
    ),
    # the deck
    "cards": Term("Cartes", "Cards"),
    "cards_seen": Term("{seen} vues sur {due}", "{seen} of {due} seen"),
    "missing": Term("Manquent", "Missing"),
    "doubled": Term("En trop", "Too many"),
    "misread": Term("Non lues", "Not read"),
    "misread_rate": Term("{n}, soit {rate:.1f} %", "{n}, that is {rate:.1f}%"),
    "untold": Term("Non dites", "Not told"),
    "cut_card": Term("Carte de coupe", "Cut card"),
    "cut_card_seen": Term("vue {n} fois", "seen {n} times"),
    "deal_now": Term(
        "Passez {due} cartes devant le lecteur; Ctrl-C arrête le contrôle.",
        "Deal {due} cards through the reader; Ctrl-C ends the check.",
    ),
    # captures
    "file": Term("Fichier", "File"),
    "observed": Term("Observations", "Observations"),
    "faults_found": Term("Défaillances", "Faults"),
    "difference": Term("Différence", "Difference"),
    "difference_at": Term("nº {n} : noté {was}, maintenant {now}", "no. {n}: recorded {was}, now {now}"),
}


def _text(fr: str, fr_action: str, en: str, en_action: str) -> Text:
    return Text(Advice(fr, fr_action), Advice(en, en_action))


# What a technician finds that is no fault of a table: the sentence and the one thing to do next.
FINDINGS: dict[str, Text] = {
    "nothing_dealt": _text(
        "Aucune carte n'est passée devant le lecteur.",
        "Vérifiez la ligne d'abord : croupierctl shoe identify",
        "No card passed the reader.",
        "Check the line first: croupierctl shoe identify",
    ),
    "deck_short": _text(
        "Des cartes manquent ou sont en trop.",
        "Repassez le même paquet : si les mêmes manquent, remplacez le paquet; sinon, nettoyez le lecteur.",
        "Cards are missing or too many.",
        "Run the same deck again: if the same are missing, replace the deck; if others, clean the reader.",
    ),
    "deck_untold": _text(
        "Ce sabot cache les valeurs, et n'a pas dit toutes celles des cartes qui sont sorties.",
        "Terminez le jeu que le sabot a commencé, ou faites-lui montrer les valeurs; puis refaites le contrôle.",
        "This shoe hides values, and has not told those of all cards that came out.",
        "Finish the hand that the shoe has begun, or set it to show values; then run the check again.",
    ),
    "reader_dirty": _text(
        "Le lecteur n'a pas lu toutes les cartes.",
        "Nettoyez la fenêtre du lecteur, puis refaites le contrôle.",
        "The reader did not read every card.",
        "Clean the reader's window, then run the check again.",
    ),
    "not_closed": _text(
        "La table n'est pas fermée : aucune carte ne peut être nommée.",
        "Fermez la table (order close_table), arrêtez le service, puis recommencez.",
        "The table is not closed: no card may be named.",
        "Close the table (order close_table), stop the service, then run this again.",
    ),
    "capture_unreadable": _text(
        "Ce fichier n'est pas une capture que ce code sait lire.",
        "Corrigez la ligne nommée, ou faites une nouvelle capture.",
        "This file is no capture that this code can read.",
        "Correct the line that is named, or make a new capture.",
    ),
    "capture_masked": _text(
        "Cette capture a été faite sans les cartes : elle n'a pas d'octets à relire.",
        "Refaites-la avec la table fermée et le service arrêté.",
        "This capture was made without the cards: it has no bytes to run again.",
        "Make it again with the table closed and the service stopped.",
    ),
    "capture_other": _text(
        "Ce code tire autre chose de la capture que ce qui a été noté.",
        "Gardez la capture comme essai et corrigez le décodeur.",
        "This code makes something else of the capture than was recorded.",
        "Keep the capture as a test and mend the decoder.",
    ),
    "cannot_write": _text(
        "Ce fichier ne peut pas être écrit.",
        "Nommez un nouveau fichier, dans un dossier où vous pouvez écrire.",
        "This file cannot be written.",
        "Name a new file, in a folder that you may write to.",
    ),
}
