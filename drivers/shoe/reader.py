"""The shoe's driver: keeps the line open, lets the protocol listen, hands every observation on exactly once.

The retry loop survives every fault and is the last thing to die. Nothing is acknowledged to the shoe before the sink
says that it is on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from drivers.faults import Fault, FaultError, where
from drivers.observation import LinkDown, LinkUp, Observation
from drivers.shoe import SHOES
from drivers.shoe.session import Identity, Position, Session, Setup
from drivers.transport.serial import SerialPort

log = logging.getLogger(__name__)

TICK = 0.25  # seconds between two looks at the clock
FIRST_RETRY, LAST_RETRY = 0.1, 3.0  # seconds, doubling

Sink = Callable[[Observation, bytes], "asyncio.Future[None]"]


def _heard(stored: asyncio.Future[None]) -> bool:
    """Whether it is on disk; if not, the sink's owner already knows why."""
    return not stored.cancelled() and stored.exception() is None


@dataclass(slots=True)
class Counters:
    """What a technician wants to know about a line."""

    bytes: int = 0
    observations: int = 0
    connects: int = 0


@dataclass(slots=True)
class ShoeReader:
    """One shoe on one serial line."""

    device: str
    protocol: str
    port: str
    baud_rate: int
    serial: str
    sink: Sink
    known: Callable[[], Position | None]
    beat: Callable[[], None]  # tells the watchdog that this loop really turns
    commands: bool = False  # whether the shoe may be locked, and its errors cleared
    counters: Counters = field(default_factory=Counters)
    fault: Fault | None = Fault.LINK_OPENING  # what keeps us from hearing the shoe; None: we hear it
    detail: str = ""
    identity: Identity | None = None
    _told_up: bool = False

    async def run(self) -> None:
        """Until cancelled."""
        retry = FIRST_RETRY
        while True:
            connects = self.counters.connects
            try:
                await self._converse()
            except FaultError as error:
                self._down(error.fault, error.detail)
            except Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                log.critical("shoe_bug", extra={"device": self.device, "exception": where(bug)})
                self._down(Fault.PORT_FAILED, self.port)
            if self.counters.connects > connects:
                retry = FIRST_RETRY
            until = asyncio.get_running_loop().time() + retry
            while (left := until - asyncio.get_running_loop().time()) > 0:
                self.beat()
                await asyncio.sleep(min(TICK, left))
            retry = min(2 * retry, LAST_RETRY)

    async def _converse(self) -> None:
        """Opens the line and listens until it is lost; always ends in a FaultError."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        session: Session = SHOES[self.protocol](self._setup(), loop.time())

        def end(error: FaultError) -> None:
            if not ended.done():
                ended.set_exception(error)

        def on_bytes(data: bytes) -> None:
            self.counters.bytes += len(data)
            try:
                for sighting in session.receive(data, loop.time()):
                    if isinstance(sighting.observation, LinkUp):
                        self._up(session)
                    self.counters.observations += 1
                    stored = self.sink(sighting.observation, sighting.raw)
                    stored.add_done_callback(partial(acknowledge, sighting.observation))
            except FaultError as error:
                end(error)
            except Exception as bug:  # noqa: BLE001 - end the session: the next one asks for this card again
                log.critical("shoe_bug", extra={"device": self.device, "exception": where(bug)})
                end(FaultError(Fault.PORT_FAILED, self.port))
            send()

        def acknowledge(observation: Observation, stored: asyncio.Future[None]) -> None:
            if _heard(stored):
                session.committed(observation)
                send()

        def send() -> None:
            if session.outgoing and not ended.done():
                data = bytes(session.outgoing)
                session.outgoing.clear()
                port.write(data)

        port = await SerialPort.open(
            self.port, self.baud_rate, on_bytes, lambda: end(FaultError(Fault.LINK_LOST, self.port))
        )
        try:
            send()
            while not ended.done():
                self.beat()
                await asyncio.wait([ended], timeout=TICK)
                if not ended.done():
                    session.check(loop.time())
                    send()
            await ended
        finally:
            if ended.done() and not ended.cancelled():
                ended.exception()
            ended.cancel()
            await port.close()

    def _setup(self) -> Setup:
        return Setup(self.device, self.serial, commands=self.commands, known=self.known())

    def _up(self, session: Session) -> None:
        self.counters.connects += 1
        self.fault, self.detail, self.identity, self._told_up = None, "", session.identity, True
        serial = session.identity.serial if session.identity else ""
        log.info("shoe_up", extra={"device": self.device, "serial": serial})

    def _down(self, fault: Fault, detail: str) -> None:
        """Told once, when it changes; the table hears only of a link that it had."""
        if fault is not self.fault:
            log.warning("shoe_down", extra={"device": self.device, "fault": str(fault), "detail": detail})
        self.fault, self.detail = fault, detail
        if self._told_up:
            self._told_up = False
            self.sink(LinkDown(self.device, str(fault)), b"").add_done_callback(_heard)
