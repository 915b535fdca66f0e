"""The shaker's driver: keeps hold of it, hands every observation on, tells it what was ordered.

libusb blocks, so it runs in a thread of its own; what it brings is weighed on the event loop. The retry loop survives
every fault and is the last thing to die.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from drivers.faults import Fault, FaultError, exception_site
from drivers.line.pace import Pace
from drivers.line.retry import Retry
from drivers.observation import LinkDown, Observation
from drivers.shaker.session import FLOOD, Manner, Session, Sighting, Tally, is_event, told, trouble
from drivers.shaker.usb import Port, libusb
from drivers.shaker.wire import PRODUCT, VENDOR, Command, Identity, Shake, Status, text

log = logging.getLogger(__name__)

LISTEN = 50  # milliseconds; so long an order may wait for its turn
LOOK_EVERY = 1.0  # seconds between two looks at its status
SAME_TROUBLE = 60.0  # seconds that a re-enumeration stays to be read

Answer = TypeVar("Answer")
Sink = Callable[[Observation, bytes], "asyncio.Future[None]"]


@dataclass(slots=True)
class ShakerDriver:
    """One shaker, known by its vendor's and product's number and its own serial number."""

    device: str
    serial: str
    sink: Sink
    beat: Callable[[], None]  # tells the watchdog that this loop really turns
    vendor: int = VENDOR
    product: int = PRODUCT
    manner: Manner = Manner()  # noqa: RUF009 - frozen
    backend: Callable[[], Any] = libusb
    tally: Tally = field(default_factory=Tally)
    fault: Fault | None = Fault.SHAKER_OPENING  # what keeps us from the shaker; None: we have it
    detail: str = ""
    identity: tuple[str, str, str] | None = None  # model, serial number, firmware
    stalled: str = ""  # what it refused last, if it has not taken the same since
    _session: Session | None = None
    _address: int | None = None
    _lost_at: float = 0.0
    _restless_until: float = 0.0
    _told_up: bool = False
    _unsettled: int = 0  # observations on their way to the disk
    _retry: Retry = field(default_factory=Retry)
    _pace: Pace = field(default_factory=Pace)
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="shaker"))

    async def run(self) -> None:
        """Until cancelled."""
        try:
            await self._keep_trying()
        finally:
            await asyncio.to_thread(self._thread.shutdown)

    @property
    def status(self) -> Status | None:
        """How the shaker was when it last said so; None: it is not there."""
        return self._session.status if self._session is not None else None

    def faults(self) -> list[tuple[Fault, str]]:
        """What is wrong now, the gravest first."""
        if self.fault is not None:
            return [(self.fault, self.detail)]
        found = []
        if self.status is not None and self.status.trouble:
            found.append((Fault.SHAKER_ERROR, trouble(self.status.trouble)))
        if self.stalled:
            found.append((Fault.SHAKER_STALLED, self.stalled))
        if asyncio.get_running_loop().time() < self._restless_until:
            found.append((Fault.SHAKER_REENUMERATED, str(self._address)))
        return found

    # -- wishes: told to the shaker now, or not at all ----------------------------------------------------------------

    def shake(self, order: int) -> None:
        """The dice are shaken, once for every number. Without a shaker nothing happens, now or later."""
        if self._session is not None:
            self._session.shake(order)

    def stop(self) -> None:
        """Whatever moves, stops."""
        if self._session is not None:
            self._session.stop()

    def lock(self, *, on: bool) -> None:
        """The dome."""
        if self._session is not None:
            self._session.lock(on=on)

    def light(self, *, on: bool) -> None:
        """The lamp."""
        if self._session is not None:
            self._session.light(on=on)

    # -- the link -----------------------------------------------------------------------------------------------------

    async def _keep_trying(self) -> None:
        while True:
            try:
                await self._converse()
            except FaultError as error:
                self._down(error.fault, error.detail or self.serial)
            except Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                log.critical("shaker_bug", extra={"device": self.device, "exception": exception_site(bug)})
                self._down(Fault.SHAKER_USB, self.serial)
            await self._retry.wait(self.beat, lambda: self._unsettled > 0)

    async def _converse(self) -> None:
        """Takes hold of it and listens until it is lost; always ends in a FaultError."""
        opening = self._thread.submit(Port.open, self.vendor, self.product, self.serial, self.backend)
        try:
            port = await asyncio.shield(asyncio.wrap_future(opening))
        except asyncio.CancelledError:
            self._thread.submit(_give_back, opening)  # nobody waits for it any more
            raise
        try:
            await self._listen(port)
        finally:
            self._session = None
            await asyncio.shield(self._call(port.close))

    async def _listen(self, port: Port) -> None:
        loop = asyncio.get_running_loop()
        await self._drain(port)
        identity, status = await self._call(port.ask, Identity), await self._call(port.ask, Status)
        if text(identity.serial) != self.serial:  # its descriptor may say what it likes
            raise FaultError(Fault.SHAKER_WRONG_DEVICE, text(identity.serial))
        session = Session(self.device, self.manner, self.tally)
        up = session.meet(identity, status)
        self._session = session
        self._up(identity, port.address)
        self._deliver([up])
        look_at = loop.time() + LOOK_EVERY
        while True:
            self.beat()
            while session.outgoing:
                await self._order(port, session, session.outgoing.popleft())
            if packet := await self._call(port.listen, LISTEN):
                self._deliver(session.heard(packet, loop.time()))
            if loop.time() >= look_at:
                self._deliver(session.polled(await self._call(port.ask, Status)))
                look_at = loop.time() + LOOK_EVERY
            self._deliver(session.check(loop.time()))

    async def _drain(self, port: Port) -> None:
        """What it told while nobody listened: its status counts it, so nothing is lost that matters."""
        for _ in range(FLOOD):
            self.beat()
            packet = await self._call(port.listen, LISTEN)
            if not packet:
                return
            if not is_event(packet):
                break
        raise FaultError(Fault.SHAKER_BABBLES, self.device)

    async def _order(self, port: Port, session: Session, command: Command) -> None:
        try:
            await self._call(port.order, command)
        except FaultError as error:
            if error.fault not in (Fault.SHAKER_STALLED, Fault.SHAKER_SILENT):
                raise
            status = await self._call(port.ask, Status)  # which says what became of it
            if not (isinstance(command, Shake) and status.order == command.order):
                self.stalled = type(command).__name__
                log.warning("shaker_refuses", extra={"device": self.device, "request": self.stalled})
                self._deliver(session.refused(command, status, answered=error.fault is Fault.SHAKER_STALLED))
                return
        if type(command).__name__ == self.stalled:
            self.stalled = ""
        session.taken(command, asyncio.get_running_loop().time())

    async def _call(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    # -- what comes of it ---------------------------------------------------------------------------------------------

    def _deliver(self, sightings: Iterable[Sighting]) -> None:
        for observation, raw in sightings:
            self._hand_on(observation, raw)
            if not self._pace.take(observation, asyncio.get_running_loop().time()):
                raise FaultError(Fault.SHAKER_FLAPPING)

    def _hand_on(self, observation: Observation, raw: bytes = b"") -> None:
        self._unsettled += 1
        self.sink(observation, raw).add_done_callback(self._settled)

    def _settled(self, stored: asyncio.Future[None]) -> None:
        self._unsettled -= 1
        if not stored.cancelled():
            stored.exception()  # the sink's owner already knows

    def _up(self, identity: Identity, address: int) -> None:
        now = asyncio.get_running_loop().time()
        if self._address not in (None, address) and now - self._lost_at < SAME_TROUBLE:
            self.tally.reenumerations += 1
            self._restless_until = now + SAME_TROUBLE
        self.tally.connects += 1
        self._retry.up()
        self.fault, self.detail, self.identity, self._told_up = None, "", told(identity), True
        self._address, self.stalled = address, ""
        log.info("shaker_up", extra={"device": self.device, "serial": self.serial, "address": address})

    def _down(self, fault: Fault, detail: str) -> None:
        """Told once, when it changes; the table hears only of a link that it had."""
        if fault is Fault.SHAKER_FLAPPING:
            self.tally.flaps += 1
            detail = f"{detail}, {self._retry.flaps():g} s"
        if fault is not self.fault:
            log.warning("shaker_down", extra={"device": self.device, "fault": str(fault), "detail": detail})
        if self.fault is None:
            self._lost_at = asyncio.get_running_loop().time()
        self.fault, self.detail = fault, detail
        if self._told_up:
            self._told_up = False
            self._hand_on(LinkDown(self.device, str(fault)))


def _give_back(opening: Future[Port]) -> None:
    if opening.exception() is None:
        opening.result().close()
