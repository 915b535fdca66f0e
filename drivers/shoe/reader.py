"""The shoe's driver: keeps the line open, lets the protocol listen, hands every observation on exactly once.

The retry loop survives every fault and is the last thing to die. Nothing is acknowledged to the shoe before the sink
says that it is on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from drivers.faults import Fault, FaultError, exception_site
from drivers.line.pace import Pace
from drivers.line.retry import Retry
from drivers.line.ring import Ring
from drivers.line.serial import SerialPort, adapter_serial
from drivers.observation import LineRecorded, LinkDown, LinkUp, Observation
from drivers.shoe import SHOES
from drivers.shoe.conversation import Conversation, Counters, heard
from drivers.shoe.session import Identity, Position, Session, Setup, Sighting

log = logging.getLogger(__name__)

# Why the line was lost: a technician needs to read it until a good frame comes, not only until the port is open again.
SAYS_MORE = {Fault.SHOE_WRONG_BAUD, Fault.SHOE_GARBLED, Fault.SHOE_BABBLES, Fault.SHOE_FLAPPING}

Sink = Callable[[Observation, bytes], "asyncio.Future[None]"]


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
    wish: bool | None = None  # locked, or free, as somebody ordered; None: nobody did
    _clear: bool = False  # an error to be cleared as soon as there is a line
    _talk: Conversation | None = None
    _last: Conversation | None = None  # also when its line is lost
    _ring: Ring = field(default_factory=Ring)
    _recorded: set[Fault] = field(default_factory=set)  # whose last bytes were kept, since the link was up
    _told_up: bool = False
    _retry: Retry = field(default_factory=Retry)
    _pace: Pace = field(default_factory=Pace)
    _anonymous: bool = False  # neither the shoe nor its adapter says who it is

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self._converse()
            except FaultError as error:
                self._down(error.fault, error.detail or self.port)
            except Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                log.critical("shoe_bug", extra={"device": self.device, "exception": exception_site(bug)})
                self._down(Fault.PORT_FAILED, self.port)
            await self._retry.wait(self.beat, self._unsettled)

    @property
    def locked(self) -> bool | None:
        """What the shoe last said; None: nothing."""
        return self._talk.session.locked if self._talk is not None else None

    def lock(self, *, on: bool) -> None:
        """The wish is told to the shoe now, and on every new link; raises SHOE_REFUSES if nobody may wish it."""
        self._order(lambda session: session.lock(on=on))
        self.wish = on

    def clear_error(self) -> None:
        """Told to the shoe once, now or on the next link; raises SHOE_REFUSES if nobody may."""
        self._order(lambda session: session.clear_error())
        self._clear = self._talk is None

    def _order(self, order: Callable[[Session], None]) -> None:
        if not self.commands:
            raise FaultError(Fault.SHOE_REFUSES, self.device)
        if self._talk is not None:
            order(self._talk.session)
            self._talk.send()

    def _order_again(self, session: Session) -> None:
        with suppress(FaultError):  # a protocol that cannot says so to whoever orders it while it is there
            if self.wish is not None:
                session.lock(on=self.wish)
            if self._clear:
                self._clear = False
                session.clear_error()

    def _unsettled(self) -> bool:
        """Whether something is on its way to the disk: to ask for it now might be to tell it twice."""
        return self._last is not None and self._last.unsettled > 0

    async def _converse(self) -> None:
        """Opens the line and listens until it is lost; always ends in a FaultError."""
        setup = Setup(self.device, self.serial, self.commands, self.known(), self.counters)
        session = SHOES[self.protocol](setup, asyncio.get_running_loop().time())
        talk = Conversation(session, self.counters, self._ring, self._pace, self._deliver)
        line = await SerialPort.open(self.port, self.baud_rate, talk.on_bytes, talk.on_lost)
        try:
            if not session.IDENTIFIES:
                line.pause()
                await self._compare_adapter()
                line.resume()
            self._talk = self._last = talk
            if not session.BEATS:
                self._weigh(session)
                self._order_again(session)
            await talk.last(line, lambda: self._turn(session))
        finally:
            self._talk = None
            await line.close()

    async def _compare_adapter(self) -> None:
        """Where a protocol knows no identity, the adapter's serial number stands in, or the server's `host:port`."""
        server = self.port.removeprefix("socket://")
        found = server if server != self.port else await adapter_serial(self.port)
        if found is not None and found != self.serial:
            raise FaultError(Fault.SHOE_WRONG_DEVICE, found)
        self._anonymous = found is None

    def _deliver(self, session: Session, sighting: Sighting) -> asyncio.Future[None]:
        if isinstance(sighting.observation, LinkUp):
            self._up(session)
        return self.sink(sighting.observation, sighting.raw)

    def _turn(self, session: Session) -> None:
        self.beat()
        if not session.BEATS:
            self._weigh(session)

    def _weigh(self, session: Session) -> None:
        """Without heartbeats an open port proves nothing, and a long silence takes the proof away again."""
        fault = None if session.proven else Fault.SHOE_UNPROVEN
        if fault is not None and self.fault in SAYS_MORE:
            return
        if fault is not self.fault:
            log.info("shoe_unproven" if fault else "shoe_proven", extra={"device": self.device})
            self.fault, self.detail = fault, self.port if fault else ""

    def _up(self, session: Session) -> None:
        self.counters.connects += 1
        self._retry.up()
        self.fault, self.detail, self.identity, self._told_up = None, "", session.identity, True
        if self.identity is not None and self._anonymous:
            self.identity = replace(self.identity, serial=f"{self.identity.serial}?")
        self._recorded.clear()
        self._order_again(session)
        log.info("shoe_up", extra={"device": self.device, "serial": self.identity.serial if self.identity else ""})

    def _down(self, fault: Fault, detail: str) -> None:
        """Told once, when it changes; the table hears only of a link that it had, and keeps its last bytes."""
        if fault is Fault.SHOE_FLAPPING:
            self.counters.flaps += 1
            detail = f"{detail}, {self._retry.flaps():g} s"
        if fault is not self.fault:
            log.warning("shoe_down", extra={"device": self.device, "fault": str(fault), "detail": detail})
        self.fault, self.detail = fault, detail
        if self._told_up:
            self._told_up = False
            self.sink(LinkDown(self.device, str(fault)), b"").add_done_callback(heard)
        if fault not in self._recorded and (last_bytes := self._ring.dump()):
            self._recorded.add(fault)
            self.sink(LineRecorded(self.device, str(fault)), last_bytes).add_done_callback(heard)
