"""One conversation with an Angel Eye II-EX (docs/protocols/angel_eye.md): it tells a card once and remembers none.

Listen; drop what is repeated; say so when something is missing. No I/O of its own, and no clock.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterator
from typing import ClassVar

from drivers.driver import Sighting
from drivers.faults import Fault, FaultError
from drivers.line.conversation import Identity, Setup
from drivers.observation import (
    CardHidden,
    CardOutside,
    CardSeen,
    CardTold,
    CardUnreadable,
    Clear,
    CutCardSeen,
    LinkUp,
    Observation,
    OutsideDealt,
    OutsideTold,
    ShoeTrouble,
)
from drivers.shoe import angel_eye_wire as wire
from drivers.shoe.angel_eye_wire import Command, Decoder, Event, Listener, Refused, Taken

UNREAD = {1, 4, 5, 6}  # of the errors: a card that nobody knows has left the shoe
BUSY = {0x21, 0x22}  # of the refusals: not now
REPAIR_WITHIN = 3.0  # seconds for a good copy of what came spoiled
COPIES_WITHIN = 10.0  # seconds; a later start of communication is another one, even if its bytes are the same
QUIET_AFTER = 1800.0  # seconds without a frame: nobody can say any more that the shoe is there
ANSWER_WITHIN, BUSY_PAUSE, TRIES = 2.0, 0.5, 5  # for a command
WRONG_SPEED = 32  # bytes, more than a few cards make, and not one good frame on this line
BABBLE_LIMIT = 2048  # bytes without a good frame and without a pause


def random_boot() -> str:
    """A name for this link: the shoe has none for its power-ups."""
    return secrets.token_hex(4).upper()


class Conversation:
    """From the opening of the port to its loss. It says nothing unless it must, and believes only good frames."""

    ALPHABET: ClassVar = b"\x02\x03\x05\x06\x15" + bytes(range(0x20, 0x7F)) + bytes(range(0x80, 0xF4))
    BAUD_RATE: ClassVar = 4800
    IDENTIFIES: ClassVar = False
    HIDES: ClassVar = True
    BEATS: ClassVar = False

    def __init__(self, setup: Setup, now: float, new_boot: Callable[[], str] = random_boot) -> None:
        self._setup = setup
        self._device = setup.device
        self._new_boot = new_boot
        self._boot = ""  # ours, from the first frame on
        self._seq = 0  # ours: the shoe's own has one digit
        self._last: Event | None = None
        self._heard = now
        self._noise = 0  # bytes since the last good frame
        self._noise_at = now
        self._error = 0  # which the shoe has not cleared
        self._commands: deque[Command] = deque()  # the first of them is on its way
        self._tries = 0
        self._deadline: float | None = None  # for the answer to it
        self._refusal = ""  # the last command's, until somebody hears of it
        self._decoder = Decoder()
        self.identity: Identity | None = None
        self.proven = False
        self.locked: bool | None = None
        self.contradicts = False
        self.tally = setup.tally
        self.outgoing = bytearray()

    @staticmethod
    def listener() -> Listener:
        """A new one, for `croupierctl shoe listen`."""
        return Listener()

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        """What the bytes tell, once each; raises FaultError if the other end is not our shoe."""
        for frame, raw in self._decoder.feed(data):
            if isinstance(frame, Event):
                self.tally.bytes -= 0 if frame.COUNTED else len(raw)
                kept = Clear(raw) if frame.clear else raw
                yield from (Sighting(observation, kept) for observation in self._take(frame, now))
            elif isinstance(frame, Taken | Refused) and self._commands:
                self._answered(frame, now)
            elif frame is None:
                self._noise += len(raw)
                self._noise_at = now
                self.tally.bad += raw.startswith(b"\x05")
        if self._noise > BABBLE_LIMIT:
            raise FaultError(Fault.SHOE_BABBLES, self._device)

    def committed(self, observation: Observation) -> None:
        """Nothing to acknowledge: this shoe forgets at once."""

    def check(self, now: float) -> None:
        """Sends a command again; raises FaultError if something came that nobody could read."""
        if self.proven and now - self._heard > QUIET_AFTER:
            self.proven = False
        if now - self._noise_at > REPAIR_WITHIN:
            if not self._boot and self._noise >= WRONG_SPEED:
                raise FaultError(Fault.SHOE_WRONG_BAUD, self._device)
            if self._boot and self._noise >= wire.SHORTEST_FRAME:  # it may have been a card
                raise FaultError(Fault.SHOE_GARBLED, self._device)
            if self._boot:
                self._noise = 0  # too little for that
        if self._commands and self._deadline is None:
            self._deadline = now + ANSWER_WITHIN
        elif self._commands and self._deadline is not None and now > self._deadline:
            self._send_again(now)

    def lock(self, *, on: bool) -> None:
        """No card may be drawn, or again."""
        self._order(Command("LK", "02" if on else "01"))

    def clear_error(self) -> None:
        """The shoe goes on after the error that it told, if it told one."""
        if self._error or not self._setup.commands:
            self._order(Command("EC", f"{self._error:02}"))

    # -- events

    def _take(self, frame: Event, now: float) -> list[Observation]:
        """Once each, whatever the shoe repeats; what does not follow from the last one is a trouble."""
        last, heard = self._last, self._heard
        self._heard, self._noise, self.proven = now, 0, True
        self.tally.frames += frame.COUNTED
        if _is_copy(frame, last) and (type(frame) is not wire.Started or now - heard <= COPIES_WITHIN):
            self.tally.repeated += frame.COUNTED
            return []
        if last is None or type(frame) is wire.Started:
            found = [self._meet()]
        elif frame.seq == last.seq:
            return [self._trouble("contradiction", complete=False)]  # one of the two was never sent like that
        elif frame.seq != wire.FOLLOWS.get(last.seq):
            self.tally.gaps += 1
            found = [self._trouble("gap", complete=False)]
        else:
            found = []
        self._last = frame
        return [*found, *self._tell(frame)]

    def _meet(self) -> Observation:
        """The first frame of a link, or of a shoe that was switched on again: what came before it, nobody knows."""
        self.identity = Identity("angel_eye", self._setup.serial, "")
        self._boot, self._seq, self._error, self.contradicts = self._new_boot(), 0, 0, False
        return LinkUp(self._device, self._boot, 0, complete=False)

    def _tell(self, frame: Event) -> Iterator[Observation]:
        match frame:
            case wire.OfCard(place=place, card=card, hidden=hidden):
                yield from self._card(frame, place, card, hidden=hidden)
            case wire.CutCard():
                yield CutCardSeen(*self._next())
            case wire.ErrorRaised(error=error):
                self._error = error
                what = wire.ERRORS.get(error, f"error_{error}")
                yield CardUnreadable(*self._next(), what) if error in UNREAD else self._trouble(what)
            case wire.ErrorCleared():
                self._error = 0
            case wire.LockState(locked=locked):
                self.locked = locked
            case wire.Unknown():
                yield self._trouble("unknown_code")

    def _card(self, frame: wire.OfCard, place: int | None, card: str | None, *, hidden: bool) -> Iterator[Observation]:
        """A place that the shoe never names, or bits that are no card: a value beside them is not to be believed."""
        tells = isinstance(frame, wire.CardTold | wire.OutsideTold)
        if place is None or (card is None and (tells or not hidden)):
            what = "no_place" if place is None else "no_value"
            yield self._trouble(what) if tells else CardUnreadable(*self._next(), what)
            return
        match frame:
            case wire.Retransmitted():
                yield OutsideDealt(*self._next(), place, card)
            case wire.CardOutside():
                yield CardOutside(*self._next(), card)
            case wire.OutsideTold() if card is not None:
                yield OutsideTold(*self._next(), card)
            case wire.CardTold() if card is not None:
                yield CardTold(*self._next(), place, card)
            case _:
                yield CardHidden(*self._next(), place) if card is None else CardSeen(*self._next(), card)
                if place in wire.IN_HANDS and self._setup.hides is (not hidden) and not self.contradicts:
                    self.contradicts = True
                    yield self._trouble("hides" if hidden else "shows")

    def _trouble(self, what: str, *, complete: bool = True) -> Observation:
        return ShoeTrouble(*self._next(), what, complete)

    def _next(self) -> tuple[str, str, int]:
        self._seq += 1
        return self._device, self._boot, self._seq

    # -- commands

    def _order(self, command: Command) -> None:
        refusal, self._refusal = self._refusal, ""
        if not self._setup.commands or refusal:
            raise FaultError(Fault.SHOE_REFUSES, refusal or self._device)
        if not self._commands or self._commands[-1] != command:
            self._commands.append(command)
            if len(self._commands) == 1:
                self._send()

    def _send(self) -> None:
        self._tries, self._deadline = 1, None
        self.outgoing += self._commands[0].encode()

    def _send_again(self, now: float) -> None:
        if self._tries == TRIES:
            self._give_up("no answer")
        else:
            self._tries, self._deadline = self._tries + 1, now + ANSWER_WITHIN
            self.outgoing += self._commands[0].encode()

    def _answered(self, answer: Taken | Refused, now: float) -> None:
        match answer:
            case Refused(code) if code in BUSY:
                self._deadline = now + BUSY_PAUSE
            case Refused():
                self._give_up(answer.describe())
            case Taken():
                self._commands.popleft()
                if self._commands:
                    self._send()

    def _give_up(self, why: str) -> None:
        """A shoe that takes no commands is still a shoe: whoever gives the next one hears of it."""
        self._commands.clear()
        self._refusal = why


def _is_copy(frame: Event, last: Event | None) -> bool:
    """The frame before, sent again; a card also under the code of a retransmission."""
    if isinstance(frame, wire.Retransmitted) and isinstance(last, wire.CardDrawn | wire.CardOutside):
        return (frame.seq, frame.data) == (last.seq, last.data)
    return frame == last
