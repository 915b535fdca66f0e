"""One open line with a shoe: bytes to the session, what they tell to the reader, answers back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from drivers.faults import Fault, FaultError, exception_site
from drivers.line.noise import KEPT, another_speed
from drivers.line.pace import Pace
from drivers.line.ring import Ring
from drivers.line.serial import SerialPort
from drivers.observation import Card, Observation
from drivers.shoe.session import Session, Sighting, Tally

log = logging.getLogger(__name__)

TICK = 0.25  # seconds between two looks at the clock
BABBLE = 16 * 1024  # bytes without one good frame
BURST = 64 * 1024  # bytes in one tick; no shoe says so much, and what more there is waits
STUCK_AFTER = 1.5  # seconds


@dataclass(slots=True)
class Counters(Tally):
    """What a technician wants to know about a line, since the start."""

    bytes: int = 0  # heard
    sent: int = 0  # bytes
    observations: int = 0
    connects: int = 0
    flaps: int = 0  # how often it told too much, and had to rest


def heard(stored: asyncio.Future[None]) -> bool:
    """Whether it is on disk; if not, the sink's owner already knows why."""
    return not stored.cancelled() and stored.exception() is None


class Conversation:
    """From the opening of the line to its loss."""

    def __init__(
        self,
        session: Session,
        counters: Counters,
        ring: Ring,
        pace: Pace,
        deliver: Callable[[Session, Sighting], asyncio.Future[None]],
    ) -> None:
        self.session = session
        self.unsettled = 0  # how many observations are on their way to the disk
        self._counters = counters
        self._ring = ring
        self._pace = pace
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._line: SerialPort | None = None
        self._noise = bytearray()  # the last of what came since the last good frame
        self._unframed = 0  # how many bytes came since then
        self._burst = 0  # how many since the last tick

    async def last(self, line: SerialPort, beat: Callable[[], None]) -> None:
        """Speaks and listens until the line is lost; always ends in a FaultError."""
        self._line = line
        errors = line.framing_errors()
        self.send()
        try:
            while not self._ended.done():
                beat()
                await asyncio.wait([self._ended], timeout=TICK)
                if not self._ended.done():
                    self._tick(line)
            await self._ended
        except FaultError as error:
            raise self._named(error, line.framing_errors() - errors) from error
        finally:
            if self._ended.done() and not self._ended.cancelled():
                self._ended.exception()
            self._ended.cancel()

    def on_bytes(self, data: bytes) -> None:
        """What arrives on the line; after its end it is as if the cable had been out."""
        if self._ended.done():
            return
        now, frames = self._loop.time(), self.session.tally.frames
        try:
            self._take(data, now)
        except FaultError as error:
            self._end(error)
        except Exception as bug:  # noqa: BLE001 - end the session: the next one asks for this card again
            log.critical("shoe_bug", extra={"exception": exception_site(bug)})
            self._end(FaultError(Fault.PORT_FAILED))
        self._ring.add(now, "<", data)  # the card goes first: it is what somebody waits for
        self._counters.bytes += len(data)
        self._burst += len(data)
        self._listen_to_noise(data, framed=self.session.tally.frames > frames)
        if self._burst > BURST and self._line is not None:
            self._line.pause()
        self.send()

    def _take(self, data: bytes, now: float) -> None:
        """Hands on what the bytes tell. Of what is too much the first is told, and no card behind it is left out."""
        flaps = False
        for sighting in self.session.receive(data, now):
            if flaps and not isinstance(sighting.observation, Card):
                break
            self._counters.observations += 1
            stored = self._deliver(self.session, sighting)
            self.unsettled += 1
            stored.add_done_callback(partial(self._acknowledge, sighting.observation))
            flaps |= not self._pace.take(sighting.observation, now)
        if flaps:
            raise FaultError(Fault.SHOE_FLAPPING)

    def on_lost(self, fault: Fault) -> None:
        """The line is gone, or takes nothing."""
        self._end(FaultError(fault))

    def send(self) -> None:
        """What the session has to say."""
        outgoing = self.session.outgoing
        if outgoing and self._line is not None and not self._ended.done():
            data = bytes(outgoing)
            outgoing.clear()
            self._ring.add(self._loop.time(), ">", data)
            self._counters.sent += len(data)
            self._line.write(data)

    def _tick(self, line: SerialPort) -> None:
        if self._burst > BURST:
            line.resume()
        self._burst = 0
        if line.stuck_for() > STUCK_AFTER:
            raise FaultError(Fault.SHOE_STUCK)
        self.session.check(self._loop.time())
        self.send()

    def _acknowledge(self, observation: Observation, stored: asyncio.Future[None]) -> None:
        self.unsettled -= 1
        if heard(stored) and not self._ended.done():
            self.session.committed(observation)
            self.send()

    def _listen_to_noise(self, data: bytes, *, framed: bool) -> None:
        if framed:
            self._noise.clear()
            self._unframed = 0
            return
        self._noise += data[-KEPT:]
        del self._noise[:-KEPT]
        self._unframed += len(data)
        if self._unframed > BABBLE:
            self._end(FaultError(Fault.SHOE_BABBLES))

    def _named(self, error: FaultError, framing_errors: int) -> FaultError:
        """A shoe that was once understood has the right speed: later noise is something else."""
        if error.fault not in (Fault.SHOE_SILENT, Fault.SHOE_GARBLED) or self.session.proven:
            return error
        wrong = another_speed(bytes(self._noise), self.session.ALPHABET, framing_errors)
        return FaultError(Fault.SHOE_WRONG_BAUD) if wrong else error

    def _end(self, error: FaultError) -> None:
        if not self._ended.done():
            self._ended.set_exception(error)
