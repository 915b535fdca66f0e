"""What is known of one board, from its own words, and what is wrong with it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from drivers.board.mistake import Mistake, mistake
from drivers.board.presence import Attendance, Event, Phase
from drivers.board.wire import (
    Dice,
    DiceShown,
    Echo,
    Jackpot,
    JackpotShown,
    Message,
    Posting,
    PostingShown,
    Result,
    ResultShown,
    Trouble,
    shown,
)
from drivers.faults import Fault

Notice = TypeVar("Notice", Dice, Posting)
ECHO_WITHIN = 2.0  # seconds from sending to the board's echo
STEADY = 5.0  # seconds without a wrong echo until a board that was wrong is believed again
REPORT_DENIED_FOR = 10.0  # seconds after an echo of a board that is said to be gone

TROUBLES: dict[Trouble, Fault] = {
    "overflow": Fault.BOARD_OVERFLOW,
    "currency": Fault.BOARD_CURRENCY,
    "version": Fault.BOARD_VERSION,
    "signature": Fault.BOARD_KEY,
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
    result_before: Result | None = None  # the same round's, if it was corrected
    result_at: float = 0.0
    jackpot_at: float = 0.0  # when the first of its messages was
    # by number: those that boards may still be about to echo, and when each was sent
    _sent: OrderedDict[int, tuple[float, Jackpot]] = field(default_factory=OrderedDict)
    _due: int = -1

    def tell_result(self, result: Result, now: float) -> None:
        """Boards are sent this."""
        self.result_before, self.result, self.result_at = self.result, result, now

    def tell(self, jackpot: Jackpot, now: float) -> None:
        """Boards are sent this; each has its time to say so, however soon the next one follows."""
        if self.jackpot is None:
            self.begin(now)
        self.jackpot = jackpot
        self._sent[jackpot.seq] = now, jackpot
        self.due(now)

    def begin(self, now: float) -> None:
        """The jackpot is sent from now on: nothing of it is due before."""
        self.jackpot_at, self._due = now, -1
        self._sent.clear()
        if self.jackpot is not None:
            self._sent[self.jackpot.seq] = now, self.jackpot

    def due(self, now: float) -> int:
        """The number of the jackpot that every board must hold by now, or a later one."""
        while self._sent and now - next(iter(self._sent.values()))[0] > ECHO_WITHIN:
            self._due, _ = self._sent.popitem(last=False)
        return self._due

    def sent(self, seq: int, now: float) -> Jackpot | None:
        """The jackpot of this number, if boards may show it: the newest, or one that was sent a moment ago."""
        self.due(now)
        _, jackpot = self._sent.get(seq, (0.0, self.jackpot))
        return jackpot if jackpot is not None and jackpot.seq == seq else None

    def eldest(self, now: float) -> Jackpot | None:
        """The first of those that boards may show."""
        self.due(now)
        return next((jackpot for _, jackpot in self._sent.values()), self.jackpot)


class Text(NamedTuple):
    """Words that a board is to show, since when, and what it shows in their place."""

    newest: Result | Dice | Posting
    at: float
    held: ResultShown | DiceShown | PostingShown | None


def _says(held: Any, message: Any) -> bool:
    return None not in (held, message) and (held.seq, held.text) == (message.seq, message.text)


@dataclass(frozen=True, slots=True)
class Followed:
    """What a board has shown as it was sent."""

    message: Message | None = None  # the newest such
    at: float = float("-inf")  # when it last did


NEVER = Followed()


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
    followed: dict[str, Followed] = field(default_factory=dict)  # by the echo's fields
    mistaken: float = float("-inf")  # when it last showed something that it was not sent
    mistake: Mistake | None = None  # what that was
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
        self.followed.clear()

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
        self.echo, self.foreign = echo, False
        if (wrong := self._mistake(wanted, now)) is not None:
            self.mistaken, self.mistake = now, wrong
        for kind, part in self._texts(wanted):
            if _says(part.held, part.newest):
                self.followed[kind] = Followed(part.newest, now)
        held = echo.jackpot
        if wrong is not None or held is None or held.state == "out_of_service":
            return
        shows = wanted.sent(held.seq, now)
        shows = shows if shows is not None and held == shown(shows) else None
        if held.seq >= wanted.due(now):
            self.followed["jackpot"] = Followed(shows or self._followed("jackpot").message, now)
        if shows is not None and self.jackpot and not echo.trouble and now - self.mistaken >= STEADY:
            self.proved = now

    def _followed(self, kind: str) -> Followed:
        return self.followed.get(kind, NEVER)

    @property
    def _is_denied(self) -> bool:
        """Its presence topic says that it is gone, and it has echoed since."""
        return self.said is False and self.attendance.phase is Phase.PRESENT

    def dark(self, wanted: Wanted) -> bool:
        """It has the right message, and waits for a heartbeat to show it."""
        held = self.echo.jackpot if self.echo is not None else None
        return bool(held and wanted.jackpot and held.state == "out_of_service" and held.seq == wanted.jackpot.seq)

    def wrong(self, wanted: Wanted, now: float) -> tuple[Fault, Mistake | None] | None:
        """What is wrong with it now; and if it shows what it was not sent, or did a moment ago, what that is."""
        if self.muted is not None:
            return Fault.BOARD_FLOODS, None
        if not self.present:
            return Fault.BOARD_ABSENT, None
        if self.foreign:
            return Fault.BOARD_VERSION, None
        if self.echo is not None and self.echo.trouble:
            return TROUBLES[self.echo.trouble[0]], None
        if (wrong := self._mistake(wanted, now)) is not None or now - self.mistaken < STEADY:
            return Fault.BOARD_WRONG, wrong or self.mistake
        if self._is_late(wanted, now):
            return Fault.BOARD_LATE, None
        if self._is_denied or now - self.denied < REPORT_DENIED_FOR:
            return Fault.BOARD_PRESENCE, None
        return None

    def _texts(self, wanted: Wanted) -> Iterator[tuple[str, Text]]:
        """What it is to show besides a jackpot, and what it shows of that.

        A board that never names a notice is one of before there was such a message: it shows results alone.
        """
        if not self.result:
            return
        echo = self.echo
        if wanted.result is not None:
            yield "result", Text(wanted.result, wanted.result_at, echo.result if echo is not None else None)
        if wanted.dice.message is not None and echo is not None and echo.dice is not None:
            yield "dice", Text(wanted.dice.message, wanted.dice.at, echo.dice)
        if wanted.posting.message is not None and echo is not None and echo.posting is not None:
            yield "posting", Text(wanted.posting.message, wanted.posting.at, echo.posting)

    def _mistake(self, wanted: Wanted, now: float) -> Mistake | None:
        """What it shows, and what it was sent, where that does not come of being late."""
        for kind, part in self._texts(wanted):
            held, newest = part.held, part.newest
            if held is None or _says(held, newest):
                continue
            if kind == "result":
                late = held.seq < newest.seq or _says(held, wanted.result_before)
            else:  # its numbers begin anew with every start of the table: at first it may be of the last one
                late = held.seq != newest.seq or now - part.at <= ECHO_WITHIN
            if not late or self._followed(kind).message == newest:
                return mistake(held, type(held)(seq=newest.seq, text=newest.text))
        lit = self.echo.jackpot if self.echo is not None else None
        return self._jackpot_mistake(lit, wanted, now) if self.jackpot and lit is not None else None

    def _jackpot_mistake(self, lit: JackpotShown, wanted: Wanted, now: float) -> Mistake | None:
        """Late is what was sent before the recent ones, and after what the board has shown."""
        if lit.state == "out_of_service":
            return mistake(lit, lit.model_copy(update={"digits": ""})) if lit.digits else None
        eldest, newest = wanted.eldest(now), wanted.jackpot
        if eldest is None or newest is None:
            return None
        message = self._followed("jackpot").message
        followed = message if isinstance(message, Jackpot) else None
        before = followed if followed is not None and followed.seq == lit.seq else newest
        if lit == (sent := shown(wanted.sent(lit.seq, now) or before)):
            return None
        went_back = followed is not None and lit.seq <= followed.seq
        return mistake(lit, sent) if went_back or lit.seq >= eldest.seq else None

    def _is_late(self, wanted: Wanted, now: float) -> bool:
        """It had its time, and has not shown what it was sent. Heartbeats make silence as telling as a wrong word."""
        since = [
            max(part.at, self._followed(kind).at)
            for kind, part in self._texts(wanted)
            if not _says(part.held, part.newest)
        ]
        if self.jackpot and wanted.jackpot is not None:
            since.append(max(wanted.jackpot_at, self._followed("jackpot").at))
        return any(now - max(each, self.since) > ECHO_WITHIN for each in since)
