"""Which of two processes speaks for a table: a conversation without I/O, over a retained claim on the broker.

Whoever comes asks; whoever speaks for the table claims it again, and only that proves that he lives: a retained claim
may be a dead one's. The eldest process keeps the table, so the one that was started by mistake yields.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from drivers.board.wire import Ask, Claim

ANSWERS_WITHIN = 2.0  # seconds for whoever lives to say so
ALIKE = 5  # seconds between two ages that are as good as equal: messages take their time
AGAIN_AFTER = 1.0  # seconds between two contradictions, should both believe to be the elder


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
    _suspect: str = ""  # who held the table when we came, living or dead
    _until: float | None = None  # how long the suspect has to answer; None: we do not know yet if there is one
    _said: float = float("-inf")

    def came(self, now: float) -> Ask:
        """A new connection: everything is asked anew, except what was lost to another."""
        if self.standing is not Standing.TAKEN:
            self.standing, self._suspect, self._until, self._said = Standing.ASKING, "", None, float("-inf")
        return Ask(table=self.table, instance=self.instance)

    def claim(self, now: float, *, held: bool = True) -> Claim:
        """The claim, as of now; not held: the last will."""
        age = int(now - self.started)
        return Claim(table=self.table, instance=self.instance, machine=self.machine, age=age, held=held)

    def asked(self, ask: Ask, now: float) -> Claim | None:
        """Someone asks; answers what to publish, retained."""
        if ask.instance != self.instance:
            return self.claim(now) if self.standing is Standing.OURS else None
        if self.standing is not Standing.ASKING:
            return None
        if self._suspect:  # our own question is back: what is retained has come before it
            self._until = now + ANSWERS_WITHIN
            return None
        return self._take(now)

    def heard(self, claim: Claim, now: float, *, retained: bool) -> Claim | None:
        """A claim; answers what to publish against it, retained."""
        if claim.instance == self.instance or self.standing is Standing.TAKEN:
            return None
        if not claim.held:
            if self.standing is Standing.ASKING and self._until is not None and claim.instance == self._suspect:
                return self._take(now)
            # a late will took the place of our claim
            return self.claim(now) if self.standing is Standing.OURS else None
        if retained:
            self._suspect = claim.instance
            return None
        if self._elder(claim, now):
            self.standing, self.holder = Standing.TAKEN, claim.machine
            return None
        if self.standing is Standing.ASKING:  # it lives, and yields
            self._suspect = ""
            return self._take(now) if self._until is not None else None
        if now - self._said > AGAIN_AFTER:
            self._said = now
            return self.claim(now)
        return None

    def tick(self, now: float) -> Claim | None:
        """Time has passed; answers what to publish, retained."""
        if self.standing is Standing.ASKING and self._until is not None and now > self._until:
            return self._take(now)
        return None

    def _take(self, now: float) -> Claim:
        self.standing = Standing.OURS
        return self.claim(now)

    def _elder(self, claim: Claim, now: float) -> bool:
        ours = int(now - self.started)
        if abs(claim.age - ours) <= ALIKE:  # who has it keeps it; should both have it, a name decides
            return self.standing is Standing.ASKING or claim.instance < self.instance
        return claim.age > ours
