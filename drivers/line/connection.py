"""One open line with a device: bytes to the conversation, what they tell to the driver, answers back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from drivers.driver import Committed, Sighting
from drivers.faults import Fault, FaultError
from drivers.line.conversation import Conversation
from drivers.line.faults import LineFaults
from drivers.line.noise import KEPT, named
from drivers.line.ring import Ring
from drivers.line.serial import SerialPort
from drivers.observation import Observation

TICK = 0.25  # seconds between two looks at the clock
BABBLE = 16 * 1024  # bytes without one good frame
BURST = 64 * 1024  # bytes in one tick; no device says so much, and what more there is waits
STUCK_AFTER = 1.5  # seconds

Spoken = TypeVar("Spoken", bound=Conversation)
Deliver = Callable[[Iterable[Sighting], Committed], None]


class Connection(Generic[Spoken]):
    """From the opening of the line to its loss."""

    def __init__(self, conversation: Spoken, faults: LineFaults, ring: Ring, deliver: Deliver) -> None:
        self.conversation = conversation
        self._faults = faults
        self._ring = ring
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()
        self._line: SerialPort | None = None
        self._noise = bytearray()  # the last of what came since the last good frame
        self._unframed = 0  # how many bytes came since then
        self._burst = 0  # how many since the last tick

    async def last(self, line: SerialPort, beat: Callable[[], None]) -> None:
        """Speaks and listens until the line is lost; always ends in an exception, a FaultError if it is no bug."""
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
            errors = line.framing_errors() - errors
            raise named(error, self._faults, self.conversation, bytes(self._noise), errors) from error
        finally:
            if self._ended.done() and not self._ended.cancelled():
                self._ended.exception()
            self._ended.cancel()

    def on_bytes(self, data: bytes) -> None:
        """What arrives on the line; after its end it is as if the cable had been out."""
        if self._ended.done():
            return
        conversation = self.conversation
        tally, now = conversation.tally, self._loop.time()
        frames = tally.frames
        try:
            self._deliver(conversation.receive(data, now), self._committed)
        except Exception as error:  # noqa: BLE001 - a bug too ends the line: the next one asks for this event again
            self._end(error)
        self._ring.add(now, "<", data)  # the event goes first: it is what somebody waits for
        tally.bytes += len(data)
        self._burst += len(data)
        self._listen_to_noise(data, framed=tally.frames > frames)
        if self._burst > BURST and self._line is not None:
            self._line.pause()
        self.send()

    def on_lost(self, fault: Fault) -> None:
        """The line is gone, or takes nothing."""
        self._end(FaultError(fault))

    def send(self) -> None:
        """What the conversation has to say."""
        outgoing = self.conversation.outgoing
        if outgoing and self._line is not None and not self._ended.done():
            data = bytes(outgoing)
            outgoing.clear()
            self._ring.add(self._loop.time(), ">", data)
            self.conversation.tally.sent += len(data)
            self._line.write(data)

    def _committed(self, observation: Observation) -> None:
        """On disk: whatever the protocol has for it is said."""
        if not self._ended.done():
            self.conversation.committed(observation)
            self.send()

    def _tick(self, line: SerialPort) -> None:
        if self._burst > BURST:
            line.resume()
        self._burst = 0
        if line.stuck_for() > STUCK_AFTER:
            raise FaultError(self._faults.stuck)
        self.conversation.check(self._loop.time())
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
            self._end(FaultError(self._faults.babbles))

    def _end(self, error: Exception) -> None:
        if not self._ended.done():
            self._ended.set_exception(error)
