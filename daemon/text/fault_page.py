"""docs/faults.md, made from the rows of the faults: `make docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from daemon.text.fault_row import Advice, End, Row, Severity
from daemon.text.faults import ROWS
from daemon.text.labels import LABELS
from daemon.text.language import Language
from daemon.text.role import Role
from rules.terms import Term

HEAD = """\
# Faults / Défaillances

Made from `daemon/text/faults/` by `make docs`.

A fault is critical (the table cannot deal), a warning (it deals, but wants attention) or a refusal (nothing is broken).
The status is that of the control API's answer. A fault that holds a round gives way only to one of a higher gravity;
a supervisor may always end the hold by `void_round`.

Une défaillance est critique (la table ne peut pas distribuer), un avertissement (elle distribue, mais demande votre
attention) ou un refus (rien n'est en panne). Le statut est celui de la réponse de l'API. Une défaillance qui suspend le
jeu ne cède qu'à une plus grave; un superviseur peut toujours lever la suspension par `void_round`.
"""
WORDS = {
    Severity.CRITICAL: Term("critique", "critical"),
    Severity.WARNING: Term("avertissement", "warning"),
    Severity.REFUSAL: Term("refus", "refusal"),
    "holds": Term("suspend le jeu (gravité {n})", "holds a round (gravity {n})"),
    "takes_cards": Term("prend encore des cartes", "still takes cards"),
    "ends": Term("prend fin {ways}", "ends {ways}"),
    "by": Term("par `{order}` ({who})", "by `{order}` ({who})"),
    "or": Term(" ou ", " or "),
    "two": Term("deux personnes : {who}", "two persons: {who}"),
}


def page() -> str:
    """Writes the whole page."""
    return HEAD + "".join(
        f"\n## {fault}\n\n- **fr** {_entry(row, 'fr')}\n- **en** {_entry(row, 'en')}\n" for fault, row in ROWS.items()
    )


def _entry(row: Row, language: Language) -> str:
    advice: Advice = getattr(row, language)
    return f"{advice.sentence} → {advice.action}\n  *{' · '.join(_facts(row, language))}*"


def _facts(row: Row, language: Language) -> Iterator[str]:
    def say(key: str, **values: Any) -> str:
        return str(getattr(WORDS[key], language)).format(**values)

    def way(end: End) -> str:
        when: str = getattr(end.when, language)
        if not end.order:
            return when
        who = ", ".join(getattr(LABELS[f"{role}_role"], language) for role in Role if role in end.roles)
        by = say("by", order=end.order, who=say("two", who=who) if end.two_persons else who)
        return f"{by} {when}".rstrip()

    yield say(row.severity)
    yield f"HTTP {row.status}"
    if row.holds is not None:
        yield say("holds", n=row.holds.gravity)
        if row.holds.takes_cards:
            yield say("takes_cards")
    if row.ends:
        yield say("ends", ways=say("or").join(map(way, row.ends)))


if __name__ == "__main__":
    sys.stdout.write(page())
