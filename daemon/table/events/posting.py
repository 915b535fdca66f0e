"""What is posted, and by which rules the table deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from daemon.table.events.base import Happened
from rules.terms import Term


@dataclass(frozen=True, slots=True)
class RulesInForce(Happened):
    """From the next round on the table deals by this rule set, of which all is here; told again when a table opens."""

    SAYS: ClassVar[Term] = Term("Règles en vigueur : {rules}, {approval}.", "Rules in force: {rules}, {approval}.")
    rules: str  # the name that people say
    sha256: str  # of the content
    content: dict[str, Any]
    by: tuple[str, ...] = ()  # the two persons who approved it; nobody: the table's file alone says so
    kind: Literal["rules_in_force"] = "rules_in_force"


OfPosting = RulesInForce
