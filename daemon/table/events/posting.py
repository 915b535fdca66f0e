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


@dataclass(frozen=True, slots=True)
class RulesToCome(Happened):
    """From the first round of its day on the table deals by this rule set; what is in force stays until then."""

    SAYS: ClassVar[Term] = Term(
        "Règles à venir, en vigueur le {effective} : {rules}, {approval}.",
        "Rules to come, in force from {effective}: {rules}, {approval}.",
    )
    rules: str
    sha256: str
    content: dict[str, Any]
    effective: str  # the gaming day
    by: tuple[str, ...] = ()
    kind: Literal["rules_to_come"] = "rules_to_come"


@dataclass(frozen=True, slots=True)
class RulesWithdrawn(Happened):
    """A rule set that was to come does not: two persons withdraw it, or the table's file says otherwise."""

    SAYS: ClassVar[Term] = Term("Règles à venir retirées : {rules}.", "Rules to come withdrawn: {rules}.")
    rules: str
    by: tuple[str, ...] = ()
    kind: Literal["rules_withdrawn"] = "rules_withdrawn"


OfPosting = RulesInForce | RulesToCome | RulesWithdrawn
