"""What the attackers did last and what came of it: every finding is one line, and a file with the input beside it."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

KEPT = 200  # inputs of each attacker, should the table fall over
LONGEST = 20_000  # characters of an input that is kept


@dataclass
class Trail:
    """One run's. A seed gives every attacker the same choices; what they come to also depends on what the others do."""

    seed: int
    folder: Path
    _recent: dict[str, deque[str]] = field(default_factory=dict)
    _found: dict[tuple[str, str], Path] = field(default_factory=dict)
    _times: Counter[tuple[str, str]] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)

    def chance(self, attacker: str) -> random.Random:
        """What an attacker's inputs are drawn from."""
        return random.Random(f"{self.seed} {attacker}")

    def send(self, attacker: str, said: object) -> None:
        """Notes an input, before it goes out."""
        self.sent[attacker] += 1
        kept = said if isinstance(said, str) else repr(said)
        self._recent.setdefault(attacker, deque(maxlen=KEPT)).append(kept[:LONGEST])

    def find(self, attacker: str, what: str, case: object = "") -> None:
        """Something that must not be. Without a case, the last inputs of this attacker are it."""
        self._times[attacker, what] += 1
        if (attacker, what) in self._found:
            return
        file = self._found[attacker, what] = self.folder / f"{attacker}-{len(self._found)}.txt"
        inputs = "\n".join(self._recent.get(attacker, ())) if case == "" else str(case)
        file.write_text(f"seed {self.seed}, {attacker}: {what}\n{inputs}\n", encoding="utf-8", errors="replace")

    def fall(self, what: str) -> None:
        """The table itself has ended: nobody knows yet by whom, so the last inputs of all are kept."""
        for attacker in self._recent:
            self.find(attacker, what)

    def findings(self) -> Iterator[str]:
        """One line each."""
        for (attacker, what), file in self._found.items():
            yield f"{attacker}, seed {self.seed}: {what} (×{self._times[attacker, what]}): {file}"
