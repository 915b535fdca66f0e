"""Whether a board is there: its echoes prove it. What its presence topic says only makes the table ask for one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ANSWERS_WITHIN = 2.0  # seconds from the question to the board's echo


class Phase(Enum):
    """What the table knows of a board's presence."""

    ABSENT = "absent"  # it has not echoed, or not when it was asked
    PRESENT = "present"
    DOUBTED = "doubted"  # its presence topic has spoken: it is to be asked
    ASKED = "asked"  # the next echo is the answer; none in time, and it is absent


class Event(Enum):
    """What the table hears and does."""

    ECHO = "echo"
    WORD = "word"  # of the presence topic: true or false, a board's, the broker's or a stranger's
    ASK = "ask"  # something was sent that a board must echo
    TICK = "tick"
    LOST = "lost"  # out of hearing


@dataclass(slots=True)
class Attendance:
    """One board's. Times are seconds on the table's own clock."""

    phase: Phase = Phase.ABSENT
    _until: float = 0.0  # when the answer is due

    def step(self, event: Event, now: float) -> None:
        """One event; whatever is not named changes nothing.

        A word while the board is asked does not begin the time anew: else one who never stops would keep a dead board
        present. An echo from before the question does not answer it: it may be the last one of a board that died.
        """
        match self.phase, event:
            case _, Event.LOST:
                self.phase = Phase.ABSENT
            case ((Phase.ABSENT | Phase.ASKED), Event.ECHO):
                self.phase = Phase.PRESENT
            case Phase.PRESENT, Event.WORD:
                self.phase = Phase.DOUBTED
            case Phase.DOUBTED, Event.ASK:
                self.phase, self._until = Phase.ASKED, now + ANSWERS_WITHIN
            case Phase.ASKED, Event.TICK if now > self._until:
                self.phase = Phase.ABSENT
