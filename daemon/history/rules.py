"""Rule sets as the journal has them: the one that is in force, and the one by which a past round was dealt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from daemon.history.rounds import damage
from daemon.history.sentences import Voice
from daemon.journal.files import File, files_of
from daemon.journal.group import EVENTS
from daemon.journal.read import LAST
from daemon.table.events import RulesInForce, RulesToCome, RulesWithdrawn
from rules.game import Options
from rules.ruleset import Document

OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)
DOCUMENT: TypeAdapter[Document] = TypeAdapter(Document)
TOLD = (
    "SELECT body FROM entry WHERE kind IN ('rules_in_force', 'rules_to_come', 'rules_withdrawn') AND seq <= ? "
    "ORDER BY seq DESC"
)
Told = RulesInForce | RulesToCome | RulesWithdrawn
FILES = 62  # so far back it is looked for: it is told again whenever the table opens


def told(path: Path, before: int = LAST, files: int = FILES) -> Iterator[RulesInForce]:
    """Every rule set that came into force up to an entry, the newest first."""
    return (event for event in _told(path, before, files) if isinstance(event, RulesInForce))


def to_come(path: Path) -> RulesToCome | None:
    """The rule set whose day has not come yet, as far as the journal knows."""
    since = set()
    for event in _told(path, LAST, FILES):
        if not isinstance(event, RulesInForce):
            return event if isinstance(event, RulesToCome) and event.rules not in since else None
        since.add(event.rules)
    return None


def _told(path: Path, before: int, files: int) -> Iterator[Told]:
    with damage(path):
        for file in reversed(files_of(path)):
            with File(file) as opened:
                if (said := opened.opened()) is not None and said.before.seq >= before:
                    continue
                bodies = [body for (body,) in opened.db.execute(TOLD, (before,))]
            files -= 1
            for body in bodies:
                try:
                    event = EVENTS.validate_json(body)
                except ValidationError:  # of another version
                    continue
                if isinstance(event, Told):
                    yield event
            if not files:
                return


def posted_by(content: Mapping[str, Any]) -> tuple[Options, Document]:
    """What a rule set posts, and its document, from all that it says."""
    said = {name: value for name, value in content.items() if name not in ("game", "posting", "revision")}
    posting = {**content["posting"], "revision": content["revision"]}
    return OPTIONS.validate_python(posting), DOCUMENT.validate_python(said)


def dealt_by(path: Path, name: str, before: int) -> dict[str, Any] | None:
    """The set by which a round was dealt, who had approved it then, and what it says; None: before sets had names."""
    if not name:
        return None
    found = next((event for event in told(path, before) if event.rules == name), None)
    if found is None:  # it came into force in a file that is not here
        return {"id": name, "sha256": None, "approved": [], "content": None}
    return {"id": name, "sha256": found.sha256, "approved": list(found.by), "content": found.content}


def sentence(voice: Voice, dealt: dict[str, Any]) -> str:
    """Says by which set a round was dealt."""
    said, by = dealt["content"], dealt["approved"]
    if said is None:
        return voice.word("dealt_by_unknown", rules=dealt["id"])
    return voice.word(
        "dealt_by",
        rules=dealt["id"],
        name=voice.word("rules_name", name=said["name"]) if said["name"] else "",
        effective=voice.word("rules_effective", day=said["effective"]) if said["effective"] else "",
        approval=voice.word("approved_by", one=by[0], other=by[-1]) if by else voice.word("approved_by_nobody"),
    )
