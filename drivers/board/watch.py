"""What is known of one board, from its own words, and what is wrong with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from drivers.board.presence import Attendance, Event, Phase
from drivers.board.wire import (
    Dice,
    DiceShown,
    Echo,
    Jackpot,
    JackpotShown,
    Posting,
    PostingShown,
    Result,
    Trouble,
    shown,
)
from drivers.faults import Fault

Notice = TypeVar("Notice", Dice, Posting)
ECHO_WITHIN = 2.0  # seconds from sending to the board's echo
REPORT_DENIED_FOR = 10.0  # seconds after an echo of a board that is said to be gone

TROUBLES: dict[Trouble, Fault] = {
    "overflow": Fault.BOARD_OVERFLOW,
    "currency": Fault.BOARD_CURRENCY,
    "version": Fault.BOARD_VERSION,
}


@dataclass(slots=True)
class Latest(Generic[Notice]):
    """A notice of which the last one alone counts, and when it was sent."""

    message: Notice | None = None
    at: float = 0.0

    def tell(self, notice: Notice, now: float) -> bool:
        """Boards are sent this, under a number that is given here; false: they were sent the same."""
        before = self.message
        if before is not None and notice == before.model_copy(update={"seq": notice.seq}):
            return False
        number = 1 if before is None else before.seq + 1
        self.message, self.at = notice.model_copy(update={"seq": number}), now
        return True


@dataclass(slots=True)
class Wanted:
    """What a board shall show, and when that was sent."""

    result: Result | None = None
    dice: Latest[Dice] = field(default_factory=Latest)
    posting: Latest[Posting] = field(default_factory=Latest)
    jackpot: Jackpot | None = None
    result_at: float = 0.0
    jackpot_at: float = 0.0  # when the first of its messages was
    _sent: deque[tuple[float, Jackpot]] = field(default_factory=deque)  # those that boards may still be about to echo
    _due: int = -1

    def tell(self, jackpot: Jackpot, now: float) -> None:
        """Boards are sent this; each has its time to say so, however soon the next one follows."""
        if self.jackpot is None:
            self.begin(now)
        self.jackpot = jackpot
        self._sent.append((now, jackpot))
        self.due(now)

    def begin(self, now: float) -> None:
        """The jackpot is sent from now on: nothing of it is due before."""
        self.jackpot_at, self._due = now, -1
        self._sent = deque([(now, self.jackpot)] if self.jackpot is not None else ())

    def due(self, now: float) -> int:
        """The number of the jackpot that every board must hold by now, or a later one."""
        while self._sent and now - self._sent[0][0] > ECHO_WITHIN:
            self._due = self._sent.popleft()[1].seq
        return self._due

    def is_shown(self, held: JackpotShown, now: float) -> bool:
        """This is the jackpot as it was sent: the newest, or one of so lately that the newest may be on its way."""
        self.due(now)
        if self.jackpot is None:
            return False
        sent = (self.jackpot, *(jackpot for _, jackpot in self._sent))
        return any(held.seq == jackpot.seq and held == shown(jackpot) for jackpot in sent)


@dataclass(slots=True)
class Board:
    """One board: what it is for, and what it said last."""

    result: bool = True  # it shows the table's results
    jackpot: bool = False  # it shows the progressive's amount
    attendance: Attendance = field(default_factory=Attendance)
    said: bool | None = None  # by its presence topic, which anybody with its certificate writes; None: nothing yet
    denied: float = float("-inf")  # when it last echoed though that says it is gone
    since: float = 0.0  # when it first echoed
    echo: Echo | None = None  # what it shows, in its own words, since then
    echoed: float = 0.0
    lit: float = 0.0  # when it last said that its jackpot is in service
    proved: float = float("-inf")  # when it last said that it shows the jackpot as it was sent
    foreign: bool = False  # it speaks another version
    refused: int = 0  # messages that were none of ours
    muted: float | None = None  # it floods: nobody listens until then

    @property
    def present(self) -> bool:
        """Its echoes prove that it is there."""
        return self.attendance.phase is not Phase.ABSENT

    @property
    def doubted(self) -> bool:
        """It is to be asked for an echo."""
        return self.attendance.phase is Phase.DOUBTED

    def word(self, now: float, *, online: bool) -> None:
        """Its presence topic says that it came, or is gone: a reason to ask the board itself."""
        self.said = online
        self.attendance.step(Event.WORD, now)

    def asked(self, now: float) -> None:
        """It was sent something that it must echo."""
        self.attendance.step(Event.ASK, now)

    def tick(self, now: float) -> None:
        """Time has passed: who does not answer is gone."""
        self.attendance.step(Event.TICK, now)
        if not self.present:
            self._forget()

    def gone(self) -> None:
        """Out of hearing: whether it is there, and what it shows, is no longer known."""
        self.attendance.step(Event.LOST, 0.0)
        self._forget()
        self.said, self.muted = None, None

    def _forget(self) -> None:
        self.echo, self.foreign = None, False

    def speaks_otherwise(self, now: float) -> None:
        """An echo of another version: it is there, and nobody knows what it shows."""
        self.foreign = True
        self.attendance.step(Event.ECHO, now)

    def says(self, echo: Echo, wanted: Wanted, now: float) -> None:
        """Takes the board's echo."""
        if not self.present:
            self.since = now
        self.attendance.step(Event.ECHO, now)
        if self._is_denied:
            self.denied = now
        self.echo, self.echoed, self.foreign = echo, now, False
        if echo.jackpot is None or echo.jackpot.state == "out_of_service":
            return
        self.lit = now
        if self.jackpot and not echo.trouble and wanted.is_shown(echo.jackpot, now):
            self.proved = now

    @property
    def _is_denied(self) -> bool:
        """Its presence topic says that it is gone, and it has echoed since."""
        return self.said is False and self.attendance.phase is Phase.PRESENT

    def dark(self, wanted: Wanted) -> bool:
        """It has the right message, and waits for a heartbeat to show it."""
        held = self.echo.jackpot if self.echo is not None else None
        return bool(held and wanted.jackpot and held.state == "out_of_service" and held.seq == wanted.jackpot.seq)

    def wrong(self, wanted: Wanted, now: float) -> Fault | None:
        """What is wrong with it now."""
        if self.muted is not None:
            return Fault.BOARD_FLOODS
        if not self.present:
            return Fault.BOARD_ABSENT
        if self.foreign:
            return Fault.BOARD_VERSION
        if self.echo is not None and self.echo.trouble:
            return TROUBLES[self.echo.trouble[0]]
        echo = self.echo
        found = [
            *self._result(wanted, now),
            *self._notice(wanted.dice, echo.dice if echo else None, now),
            *self._notice(wanted.posting, echo.posting if echo else None, now),
            *self._jackpot(wanted, now),
        ]
        if self._is_denied or now - self.denied < REPORT_DENIED_FOR:
            found.append(Fault.BOARD_PRESENCE)
        return min(found, key=(Fault.BOARD_WRONG, Fault.BOARD_LATE, Fault.BOARD_PRESENCE).index, default=None)

    def _result(self, wanted: Wanted, now: float) -> Iterator[Fault]:
        if not self.result or wanted.result is None:
            return
        held = self.echo.result if self.echo is not None else None
        if held is None or held.seq < wanted.result.seq:
            if now - max(wanted.result_at, self.since) > ECHO_WITHIN:
                yield Fault.BOARD_LATE
        elif (held.seq, held.text) != (wanted.result.seq, wanted.result.text):
            yield Fault.BOARD_WRONG

    def _notice(self, wanted: Latest[Any], held: DiceShown | PostingShown | None, now: float) -> Iterator[Fault]:
        """A board that never names it is one of before there was such a message: it shows results alone."""
        if not self.result or wanted.message is None or held is None:
            return
        follows = (held.seq, held.text) == (wanted.message.seq, wanted.message.text)
        if not follows and now - max(wanted.at, self.since) > ECHO_WITHIN:
            yield Fault.BOARD_WRONG if held.seq == wanted.message.seq else Fault.BOARD_LATE

    def _jackpot(self, wanted: Wanted, now: float) -> Iterator[Fault]:
        """Heartbeats make a board speak all the time: silence is as telling as a wrong word."""
        if not self.jackpot or wanted.jackpot is None:
            return
        held = self.echo.jackpot if self.echo is not None else None
        since = max(wanted.jackpot_at, self.since)
        if held is None or held.seq < wanted.due(now):
            good = since
        elif held.state == "out_of_service":
            good = max(since, self.lit)
        elif held.seq >= wanted.jackpot.seq and held != shown(wanted.jackpot):
            yield Fault.BOARD_WRONG
            return
        else:
            good = max(since, self.echoed)
        if now - good > ECHO_WITHIN:
            yield Fault.BOARD_LATE
