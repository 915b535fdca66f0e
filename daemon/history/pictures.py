"""The pictures that decided rolls, as the control API shows them: of a round, and one by its digest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from daemon.history.explain import explain_round
from daemon.journal.evidence import find
from drivers.faults import Fault, FaultError


def pictures_of(journal: Path, number: int) -> list[dict[str, Any]]:
    """Those that the journal names of a round, whether they are what they were, in their order. Blocks."""
    named = [sha256 for step in explain_round(journal, number) for sha256 in step.get("told", {}).get("evidence", ())]
    return [{"sha256": found.sha256, "state": found.state} for found in find(journal, dict.fromkeys(named))]


def picture(journal: Path, sha256: str) -> bytes:
    """Exactly what the journal names; EVIDENCE_LOST if it is gone, or is something else now. Blocks."""
    (found,) = find(journal, [sha256])
    if found.path is None or found.state != "intact":
        raise FaultError(Fault.EVIDENCE_LOST, sha256)
    return Path(found.path).read_bytes()
