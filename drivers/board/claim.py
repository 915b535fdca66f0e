"""Which of two processes speaks for a table: a conversation without I/O, over a retained claim on the broker.

The broker has one line for each certificate: who comes pushes out who was there, and is told nothing of it. Who has the
table comes back at once and claims it again. So whoever finds another's claim waits a moment on the line. Is the line
lost, and has the other claimed again since, then the other lives: who waited yields, and does not come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from drivers.board.wire import Ask, Claim

ANSWERS_WITHIN = 2.0  # seconds for whoever lives to take the line back


class Standing(Enum):
    """What a process knows of its table."""

    ASKING = "asking"
    OURS = "ours"
    TAKEN = "taken"  # until this process is started again, by a person who knows which of the two is right


@dataclass(slots=True)
class Claimant:
    """One process that wants to speak for a table. Times are seconds on its own clock."""

    table: str
    instance: str
    machine: str
    started: float
    standing: Standing = Standing.ASKING
    holder: str = ""  # the other's machine, when the table is taken
    had: bool = False  # the table was ours at some time
    _age: int = -1  # in the last claim
    _other: Claim | None = None  # who has it by what the broker kept, living or dead
    _before: Claim | None = None  # the same, as of the last connection
    _until: float | None = None  # how long that one has to take the line back

    @property
    def ask(self) -> Ask:
        """Returns the question that we publish, and hear again after all that the broker kept."""
        return Ask(table=self.table, instance=self.instance, machine=self.machine)

    def came(self) -> Ask:
        """A new connection: everything is asked anew."""
        self.standing, self._before, self._other, self._until = Standing.ASKING, self._other, None, None
        return self.ask

    def claim(self, now: float, *, held: bool = True) -> Claim:
        """The claim, as of now, higher than every one before; not held: we end."""
        self._age = max(int(now - self.started), self._age + 1)
        return Claim(table=self.table, instance=self.instance, machine=self.machine, age=self._age, held=held)

    def heard(self, claim: Claim) -> None:
        """What the broker kept: it comes before our own question does."""
        if claim.instance != self.instance and claim.held:
            self._other = claim

    def asked(self, now: float) -> Claim | None:
        """Our question is back; answers what to publish, retained."""
        if self.standing is not Standing.ASKING:
            return None
        # Of two that had it (one stood still while the other came) the eldest keeps it. Both compare the same two
        # names, which begin with the time of their start: so it is one of them, whatever their clocks say.
        if self._other is None or (self.had and self.instance < self._other.instance):
            return self._take(now)
        if self._lives(self._other):
            self.standing, self.holder = Standing.TAKEN, self._other.machine or self._other.instance
        else:
            self._until = now + ANSWERS_WITHIN
        return None

    def tick(self, now: float) -> Claim | None:
        """Time has passed; answers what to publish, retained."""
        if self._until is not None and now > self._until:
            return self._take(now)
        return None

    def _lives(self, other: Claim) -> bool:
        before = self._before
        return before is not None and before.instance == other.instance and before.age < other.age

    def _take(self, now: float) -> Claim:
        self.standing, self.had, self._until = Standing.OURS, True, None
        return self.claim(now)
