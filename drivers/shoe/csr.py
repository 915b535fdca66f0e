"""One conversation with a plain card-shoe reader, `csr` (docs/protocols/csr.md): what its frames mean, told once.

Identify, replay what we missed, then listen; acknowledge what is on disk. No I/O of its own, and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import ClassVar

from drivers.driver import Sighting
from drivers.faults import Fault, FaultError
from drivers.line.conversation import Identity, Setup
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

ANSWER_WITHIN = 2.0  # seconds for the shoe to say who it is, to end a replay, to lock
SILENT_AFTER = 3.5  # seconds; it beats every second
TRIES = 3
MOST_PLACES = 8
GARBAGE_LIMIT = 2048  # bytes without one good frame: a wrong baud rate, or no shoe at all


class Phase(Enum):
    """How far a conversation has come. In all but LISTENING the shoe owes us an answer."""

    MEETING = auto()  # it was asked who it is
    REPLAYING = auto()  # it tells what we missed; the link is not up yet
    LISTENING = auto()  # the link is up, and nothing is missing
    REPAIRING = auto()  # the link is up, and it was asked for something that is missing


UP = (Phase.LISTENING, Phase.REPAIRING)


class Conversation:
    """From the opening of the port to its loss: identify, replay what we missed, then listen."""

    ALPHABET: ClassVar = bytes(range(0x20, 0x7F)) + b"\r\n"
    BAUD_RATE: ClassVar = 9600
    IDENTIFIES: ClassVar = True
    HIDES: ClassVar = False
    BEATS: ClassVar = True

    def __init__(self, setup: Setup, now: float) -> None:
        self._setup = setup
        self._device = setup.device
        self._phase = Phase.MEETING
        self._boot = ""  # the shoe's; nobody's while we are meeting
        self._last = 0  # the last event of this boot that we took
        self._stored = 0  # the last one that is on disk
        known = setup.known
        self._places = {} if known is None else {known.boot: (known.seq, known.seq)}  # both numbers, by boot
        self._complete = True
        self._tries = 0  # that are left for a replay
        self._due = now + ANSWER_WITHIN  # what the shoe owes us
        self._heard = now
        self._wish: bool | None = None  # to be locked, or not; None: nobody said, or it was given up
        self._wish_tries = 0
        self._wish_due = 0.0
        self.identity: Identity | None = None
        self.proven = False
        self.locked: bool | None = None
        self.contradicts = False
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
        late = self._phase is not Phase.LISTENING and now > self._due
        if self._decoder.garbage > GARBAGE_LIMIT:
            raise FaultError(Fault.SHOE_GARBLED, self._device)
        if late and self._phase is not Phase.MEETING and self._tries > 1:
            self._tries -= 1
            self._ask_replay(now)
        elif late or now - self._heard > SILENT_AFTER:
            bad = self._decoder.garbage or self._decoder.rest()
            raise FaultError(Fault.SHOE_GARBLED if bad else Fault.SHOE_SILENT, self._device)
        if self._phase in UP and self._wish not in (None, self.locked) and now > self._wish_due:
            self._ask_lock(now)

    def lock(self, *, on: bool) -> None:
        """No card may be drawn, or again; asked three times, and `locked` says what the shoe made of it."""
        if not self._setup.commands:
            raise FaultError(Fault.SHOE_REFUSES, self._device)
        self._wish, self._wish_tries, self._wish_due, self.locked = on, TRIES, 0.0, None
        if self._phase in UP:
            self._ask_lock(self._heard)

    def clear_error(self) -> None:
        """A shoe of this protocol has no errors that a host clears."""
        raise FaultError(Fault.SHOE_REFUSES, self._device)

    def _take(self, frame: Frame, now: float) -> tuple[Observation, ...]:
        """What a frame means in this phase; one that has no case here means nothing."""
        match self._phase, frame:
            case _, Event() if frame.seq == self._last + 1 and frame.boot == self._boot:  # first: nearly all are this
                self._last, self._due = frame.seq, now + ANSWER_WITHIN  # a replay that brings something is not late
                return (self._observed(frame),)
            case Phase.MEETING, Identified():
                self._meet(frame, now)
            case Phase.MEETING, _:
                pass  # nobody has said yet whose it is
            case _, Event(boot, seq) if boot == self._boot and seq <= self._last:
                self.tally.repeated += 1  # our acknowledgement was lost
                self._acknowledge()
            case Phase.LISTENING, Event(boot, seq) | Heartbeat(boot, seq) if boot == self._boot and seq != self._last:
                self.tally.gaps += 1
                self._begin_replay(Phase.REPAIRING, now)
            case Phase.REPLAYING | Phase.REPAIRING, Replayed(boot, seq) if boot == self._boot:
                return self._caught_up(seq, now)
            case _, LockState(boot, state) if boot == self._boot:
                self.locked = state == "locked"
            case _, Identified(boot=boot) if boot != self._boot:  # it was switched off and on, and says so itself
                self._leave()
                self._meet(frame, now)
            case _, Heartbeat(boot) if boot != self._boot:
                self._leave()
                self._ask_who(now)
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

    def _ask_who(self, now: float) -> None:
        self._phase, self._boot, self._due = Phase.MEETING, "", now + ANSWER_WITHIN
        self.outgoing += Identify().encode()

    def _meet(self, frame: Identified, now: float) -> None:
        """The shoe said who it is. A path proves nothing: its serial number must be the configured one."""
        if frame.serial != self._setup.serial:
            raise FaultError(Fault.SHOE_WRONG_DEVICE, frame.serial)
        first, self.identity = self.identity is None, Identity(frame.model, frame.serial, frame.firmware)
        self._boot, self.proven, self.locked = frame.boot, True, None
        if frame.boot in self._places:
            self._last, self._stored = self._places[frame.boot]
            self._complete = self._complete and first
        elif first and self._setup.known is None:
            self._last, self._stored = frame.seq, 0  # what was dealt before our first day is not ours
        else:
            self._last = self._stored = 0  # it lost its memory: what it had not told us is gone
            self._complete = False
        self._begin_replay(Phase.REPLAYING, now)

    def _leave(self) -> None:
        """Another boot: the frame that told of it may have been late, so we must know where we were."""
        self._places[self._boot] = self._last, self._stored
        while len(self._places) > MOST_PLACES:
            del self._places[next(iter(self._places))]

    def _acknowledge(self) -> None:
        if self._stored:
            self.outgoing += Acknowledge(self._boot, self._stored).encode()

    def _begin_replay(self, phase: Phase, now: float) -> None:
        self._phase, self._tries = phase, TRIES
        self._ask_replay(now)

    def _ask_replay(self, now: float) -> None:
        self._due = now + ANSWER_WITHIN
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
        repaired = self._phase is Phase.REPAIRING and not gap
        self._phase = Phase.LISTENING
        if repaired:
            return ()
        complete, self._complete = self._complete and not gap, True
        self._last, self._stored = seq, min(seq, self._stored)
        return (LinkUp(self._device, self._boot, seq, complete),)
