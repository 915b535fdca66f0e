"""What `croupierctl dice` says, in French and English."""

from __future__ import annotations

from rules.terms import Term

WORDS: dict[str, Term] = {
    "abstains": Term("pas de lecture", "not read"),
    "photographs": Term("Photos", "Photos"),
    "exact": Term("exactes", "exact"),
    "wrong": Term("fausses acceptées", "wrong, accepted"),
    "abstained": Term("non lues", "abstained"),
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
}
