"""One conversation with a plain card-shoe reader, `csr` (docs/protocols/csr.md): what its frames mean, told once.

Identify, replay what we missed, then listen; acknowledge what is on disk. No I/O of its own, and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from drivers.faults import Fault, FaultError
from drivers.observation import (
    CardSeen,
    CardUnreadable,
    Clear,
    CutCardSeen,
    FromShoe,
    LinkUp,
    Observation,
    ShoeEmpty,
    ShoeLoaded,
)
from drivers.shoe.csr_wire import (
    Acknowledge,
    CardDrawn,
    CutCard,
    Decoder,
    Emptied,
    Event,
    Frame,
    Free,
    Heartbeat,
    Identified,
    Identify,
    Listener,
    Loaded,
    Lock,
    LockState,
    ReadFailure,
    ReplayAfter,
    Replayed,
)
from drivers.shoe.session import Identity, Setup, Sighting

ANSWER_WITHIN = 2.0  # seconds for the shoe to say who it is, to end a replay, to lock
SILENT_AFTER = 3.5  # seconds; it beats every second
TRIES = 3
MOST_PLACES = 8
GARBAGE_LIMIT = 2048  # bytes without one good frame: a wrong baud rate, or no shoe at all


class Session:
    """From the opening of the port to its loss: identify, replay what we missed, then listen."""

    ALPHABET: ClassVar = bytes(range(0x20, 0x7F)) + b"\r\n"
    BAUD_RATE: ClassVar = 9600
    IDENTIFIES: ClassVar = True
    BEATS: ClassVar = True

    def __init__(self, setup: Setup, now: float) -> None:
        self._setup = setup
        self._device = setup.device
        self._boot = ""  # the shoe's, once it has said who it is
        self._last = 0  # the last event of this boot that we took
        self._stored = 0  # the last one that is on disk
        known = setup.known
        self._places = {} if known is None else {known.boot: (known.seq, known.seq)}  # both numbers, by boot
        self._complete = True
        self._live = False
        self._tries = 0
        self._deadline: float | None = now + ANSWER_WITHIN  # for an answer we asked for
        self._heard = now
        self._wish: bool | None = None  # to be locked, or not; None: nobody said, or it was given up
        self._wish_tries = 0
        self._wish_due = 0.0
        self.identity: Identity | None = None
        self.proven = False
        self.locked: bool | None = None
        self.tally = setup.tally
        self._decoder = Decoder(self.tally)
        self.outgoing = bytearray(Identify().encode())

    @staticmethod
    def listener() -> Listener:
        """A new one, for `croupierctl shoe listen`."""
        return Listener()

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        """What the bytes tell, once each; raises FaultError if the other end is not our shoe."""
        for frame, raw in self._decoder.feed(data):
            self._heard = now
            for observation in self._take(frame, now):
                yield Sighting(observation, Clear(raw) if frame.CLEAR else raw)

    def committed(self, observation: Observation) -> None:
        """The observation is on disk: only now may the shoe forget it."""
        if (
            isinstance(observation, FromShoe)
            and observation.boot == self._boot
            and self._stored < observation.seq <= self._last
        ):
            self._stored = observation.seq
            self._acknowledge()

    def check(self, now: float) -> None:
        """Asks again for a replay that got lost; raises FaultError if the shoe owes us something for too long."""
        late = self._deadline is not None and now > self._deadline
        if self._decoder.garbage > GARBAGE_LIMIT:
            raise FaultError(Fault.SHOE_GARBLED, self._device)
        if late and self._boot and self._tries > 1:
            self._tries -= 1
            self._ask_replay(now)
        elif late or now - self._heard > SILENT_AFTER:
            bad = self._decoder.garbage or self._decoder.rest()
            raise FaultError(Fault.SHOE_GARBLED if bad else Fault.SHOE_SILENT, self._device)
        if self._live and self._wish not in (None, self.locked) and now > self._wish_due:
            self._ask_lock(now)

    def lock(self, *, on: bool) -> None:
        """No card may be drawn, or again; asked three times, and `locked` says what the shoe made of it."""
        if not self._setup.commands:
            raise FaultError(Fault.SHOE_REFUSES, self._device)
        self._wish, self._wish_tries, self._wish_due, self.locked = on, TRIES, 0.0, None
        if self._live:
            self._ask_lock(self._heard)

    def clear_error(self) -> None:
        """A shoe of this protocol has no errors that a host clears."""
        raise FaultError(Fault.SHOE_REFUSES, self._device)

    def _take(self, frame: Frame, now: float) -> tuple[Observation, ...]:
        match frame:
            case Event() if frame.boot == self._boot and self._is_next(frame.seq, now):
                self._last = frame.seq
                if self._deadline is not None:  # a replay that still brings something is not late
                    self._deadline = now + ANSWER_WITHIN
                return (self._observed(frame),)
            case Identified() if frame.boot != self._boot:
                self._meet(frame, now)
            case Heartbeat(boot, seq) if boot == self._boot and seq != self._last:
                self._want_replay(now)
            case Heartbeat(boot) if boot != self._boot and self._boot:  # it was switched off and on: meet it again
                self._leave()
                self._boot, self._live, self._deadline = "", False, now + ANSWER_WITHIN
                self.outgoing += Identify().encode()
            case Replayed(boot, seq) if boot == self._boot and self._deadline is not None:
                return self._caught_up(seq, now)
            case LockState(boot, state) if boot == self._boot:
                self.locked = state == "locked"
        return ()

    def _observed(self, event: Event) -> FromShoe:
        device, boot, seq = self._device, event.boot, event.seq
        match event:
            case CardDrawn(card=card):
                return CardSeen(device, boot, seq, card)
            case ReadFailure(sensor=sensor):
                return CardUnreadable(device, boot, seq, sensor)
            case CutCard():
                return CutCardSeen(device, boot, seq)
            case Loaded():
                return ShoeLoaded(device, boot, seq)
            case Emptied():
                return ShoeEmpty(device, boot, seq)
        raise TypeError(type(event).__name__)

    def _meet(self, frame: Identified, now: float) -> None:
        """The shoe said who it is. A path proves nothing: its serial number must be the configured one."""
        if frame.serial != self._setup.serial:
            raise FaultError(Fault.SHOE_WRONG_DEVICE, frame.serial)
        self._leave()
        first, self.identity = self.identity is None, Identity(frame.model, frame.serial, frame.firmware)
        self._boot, self._live, self.proven = frame.boot, False, True
        if frame.boot in self._places:
            self._last, self._stored = self._places[frame.boot]
            self._complete = self._complete and first
        elif first and self._setup.known is None:
            self._last, self._stored = frame.seq, 0  # what was dealt before our first day is not ours
        else:
            self._last = self._stored = 0  # it lost its memory: what it had not told us is gone
            self._complete = False
        self._deadline = self.locked = None
        self._want_replay(now)

    def _leave(self) -> None:
        """Another boot: the frame that told of it may have been late, so we must know where we were."""
        if self._boot:
            self._places[self._boot] = self._last, self._stored
            while len(self._places) > MOST_PLACES:
                del self._places[next(iter(self._places))]

    def _is_next(self, seq: int, now: float) -> bool:
        if seq <= self._last:  # told twice; our acknowledgement was lost
            self.tally.repeated += 1
            self._acknowledge()
            return False
        if seq > self._last + 1:
            self._want_replay(now)
            return False
        return True

    def _acknowledge(self) -> None:
        if self._stored:
            self.outgoing += Acknowledge(self._boot, self._stored).encode()

    def _want_replay(self, now: float) -> None:
        if self._deadline is None:  # otherwise one is under way
            self.tally.gaps += self._live
            self._tries = TRIES
            self._ask_replay(now)

    def _ask_replay(self, now: float) -> None:
        self._deadline = now + ANSWER_WITHIN
        self.outgoing += ReplayAfter(self._boot, self._last).encode()

    def _ask_lock(self, now: float) -> None:
        """Asked too often, the wish is given up: a shoe that cannot lock is still a shoe."""
        if self._wish_tries == 0:
            self._wish = None
            return
        self._wish_tries -= 1
        self._wish_due = now + ANSWER_WITHIN
        self.outgoing += (Lock() if self._wish else Free()).encode()

    def _caught_up(self, seq: int, now: float) -> tuple[Observation, ...]:
        """The replay ended. If, tried again, it does not bring everything, say so; never pretend."""
        gap = seq != self._last
        self._tries -= 1
        if gap and self._tries > 0:
            self._ask_replay(now)
            return ()
        self._deadline = None
        if self._live and not gap:
            return ()
        complete, self._complete = self._complete and not gap, True
        self._last, self._stored, self._live = seq, min(seq, self._stored), True
        return (LinkUp(self._device, self._boot, seq, complete),)
