"""What `croupierctl dice` says, in French and English."""

from __future__ import annotations

from rules.terms import Term

WORDS: dict[str, Term] = {
    "abstains": Term("pas de lecture", "not read"),
    "photographs": Term("Photos", "Photographs"),
    "exact": Term("exactes", "exact"),
    "wrong": Term("fausses acceptées", "wrong, accepted"),
    "abstained": Term("abstentions", "abstained"),
    "coverage": Term("couverture", "coverage"),
    "by": Term("par", "by"),
    "source": Term("source", "source"),
    "difficulty": Term("difficulté", "difficulty"),
    "all": Term("toutes", "all"),
    "curve": Term("Risque selon la couverture", "Risk against coverage"),
    "confidence": Term("confiance ≥", "confidence ≥"),
    "answered": Term("réponses", "answered"),
    "risk": Term("risque", "risk"),
    "never_refusing": Term("sans jamais refuser", "never refusing"),
    "sheet": Term("Planche annotée", "Annotated contact sheet"),
    "read_wrong": Term("Des réponses acceptées sont fausses.", "Accepted answers are wrong."),
    "read_right": Term("Aucune réponse acceptée n'est fausse.", "No accepted answer is wrong."),
    # why nobody can tell
    "moving": Term("les dés bougent", "the dice move"),
    "blurred": Term("image floue, ou dés trop petits", "blurred, or dice too small"),
    "dark": Term("trop sombre", "too dark"),
    "glare": Term("reflet", "glare"),
    "cocked": Term("un dé est incliné ou ne se lit pas à plat", "a die is cocked or does not read flat"),
    "stacked": Term(
        "un dé est sur un autre, ou n'a pas la bonne taille", "a die lies on another, or has the wrong size"
    ),
    "occluded": Term("un dé est caché", "a die is hidden"),
    "wrong_count": Term("pas le bon nombre de dés", "not the right number of dice"),
    "uncounted": Term("combien de dés? (--count N)", "how many dice? (--count N)"),
    "pips_unexplained": Term("des marques ne s'expliquent pas", "marks that are not explained"),
    "methods_disagree": Term("les méthodes ne sont pas d'accord", "the methods disagree"),
}
