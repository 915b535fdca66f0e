"""Why a shake came to nothing, in French and English: what the table found, what the driver waited for, what the
shaker refused or reported."""

from __future__ import annotations

from daemon.text.language import Language
from rules.terms import Term

SHAKES: dict[str, Term] = {
    # what the table found
    "dome_opened": Term("le dôme s'est ouvert", "the dome was opened"),
    "too_few_tumbles": Term("les dés ont fait moins de trois culbutes", "the dice tumbled less than three times"),
    "not_ordered": Term("personne n'avait ordonné cette agitation", "nobody had ordered this shake"),
    "events_missing": Term("des événements de l'agitateur manquent", "events of the shaker are missing"),
    "link_lost": Term("la liaison s'est coupée pendant l'agitation", "the link was lost during the shake"),
    "unwatched": Term("personne ne sait ce que l'agitateur a fait entre-temps", "nobody knows what it did meanwhile"),
    "unmoved": Term("les dés sont restés comme avant l'agitation", "the dice lie as they lay before the shake"),
    "restarted": Term("croupier a redémarré pendant l'agitation", "croupier was restarted during the shake"),
    # what the driver waited for
    "numbers_used_up": Term(
        "l'agitateur dit avoir reçu le dernier numéro", "the shaker says that it had the last number"
    ),
    "not_started": Term("les dés n'ont pas bougé", "the dice did not move"),
    "no_answer": Term("l'agitateur n'a pas répondu à temps", "the shaker did not answer in time"),
    "never_rests": Term("les dés ne s'immobilisent pas", "the dice do not come to rest"),
    # what the shaker refused
    "stalled": Term("l'agitateur refuse sans dire pourquoi", "the shaker refuses and does not say why"),
    "dome_open": Term("le dôme est ouvert", "the dome is open"),
    "not_armed": Term("l'agitateur n'était pas armé", "the shaker was not armed"),
    "repeated": Term("ce numéro d'agitation a déjà servi", "this number of a shake was used before"),
    "busy": Term("l'agitateur bouge déjà", "the shaker already moves"),
    "out_of_range": Term("amplitude ou durée hors limites", "amplitude or duration out of range"),
    "in_fault": Term("l'agitateur est en panne", "the shaker has broken down"),
    # what the shaker says of itself, where it numbers nothing
    "idle": Term("au repos", "idle"),
    "order_received": Term("ordre reçu", "order received"),
    "shaking": Term("les dés bougent", "the dice move"),
    "program_error": Term("erreur dans son programme de mouvement", "error in its motion program"),
    "order_of_another": Term("quelqu'un d'autre lui donne des ordres", "somebody else gives it orders"),
    # what the shaker reported
    "motor_blocked": Term("moteur bloqué", "motor blocked"),
    "motor_hot": Term("moteur trop chaud", "motor too hot"),
    "dome_sensor": Term("capteur du dôme défectueux", "dome sensor broken"),
    "lock": Term("verrou du dôme défectueux", "dome lock broken"),
    "supply": Term("alimentation insuffisante", "supply voltage too low"),
    "memory": Term("mémoire défectueuse", "memory broken"),
}


LACKS: dict[str, Term] = {  # what a make of shaker cannot prove
    "tumbles": Term("que les dés ont culbuté", "that the dice tumbled"),
    "dome": Term("que le dôme était fermé", "that the dome was closed"),
    "sequence": Term("qu'aucun message ne manque", "that no message is missing"),
    "identity": Term("de quel agitateur il s'agit", "which shaker it is"),
    "stop": Term("qu'il s'arrête sur ordre", "that it stops when told"),
}


def lack(language: Language, what: str) -> str:
    """What a make cannot prove, in words.

    >>> lack("en", "tumbles")
    'that the dice tumbled'
    """
    return str(getattr(LACKS[what], language))


def shaken(language: Language, what: str) -> str:
    """In words; a number that only its maker knows, as it is.

    >>> shaken("en", "dome_opened"), shaken("fr", "trouble_99")
    ('the dome was opened', 'trouble_99')
    """
    return str(getattr(SHAKES[what], language)) if what in SHAKES else what
