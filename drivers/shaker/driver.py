"""The shaker's driver: keeps hold of it, hands every observation on, tells it what was ordered.

libusb blocks, so it runs in a thread of its own; what it brings is weighed on the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, TypeVar

from drivers.faults import Fault, FaultError
from drivers.shaker.conversation import FLOOD, Conversation, describe_identity, is_event, trouble
from drivers.shaker.link import ShakerLink
from drivers.shaker.make import Place
from drivers.shaker.usb import Port, libusb
from drivers.shaker.wire import PRODUCT, VENDOR, Command, Flag, Identity, Shake, Status, text

LISTEN = 50  # milliseconds; so long an order may wait for its turn
LOOK_EVERY = 1.0  # seconds between two looks at its status
SAME_TROUBLE = 60.0  # seconds that a re-enumeration stays to be read

Answer = TypeVar("Answer")


@dataclass(kw_only=True)
class ShakerDriver(ShakerLink):
    """One shaker, known by its vendor's and product's number and its own serial number."""

    FAILED: ClassVar = Fault.SHAKER_USB

    serial: str
    vendor: int = VENDOR
    product: int = PRODUCT
    backend: Callable[[], Any] = libusb
    stalled: str = field(default="", init=False)  # what it refused last, if it has not taken the same since
    _conversation: Conversation | None = field(default=None, init=False)
    _address: int | None = field(default=None, init=False)
    _lost_at: float = field(default=0.0, init=False)
    _restless_until: float = field(default=0.0, init=False)
    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="shaker"), init=False
    )  # fmt: skip

    @classmethod
    def at(cls, place: Place, **common: Any) -> Self:
        """By its numbers, wherever it is plugged in."""
        return cls(serial=place.serial, vendor=place.vendor, product=place.product, **common)

    async def run(self) -> None:
        """Keeps the shaker until cancelled, then ends the thread of its transfers."""
        try:
            await super().run()
        finally:
            await asyncio.to_thread(self._thread.shutdown)

    @property
    def status(self) -> Status | None:
        """How the shaker was when it last said so; None: it is not there."""
        return self._conversation.status if self._conversation is not None else None

    @property
    def place(self) -> str:
        """Wherever it is plugged in, it is known by its serial number."""
        return self.serial

    @property
    def closed(self) -> bool | None:
        """Whether the dome is closed."""
        return None if self.status is None else self.status.closed

    @property
    def locked(self) -> bool | None:
        """Whether nobody can open the dome."""
        return None if self.status is None else bool(self.status.flags & Flag.DOME_LOCKED)

    @property
    def lit(self) -> bool | None:
        """Whether the lamp is on."""
        return None if self.status is None else bool(self.status.flags & Flag.LIGHT_ON)

    def faults(self) -> list[tuple[Fault, str]]:
        """What keeps us from it; if nothing does, what it says of itself."""
        if found := super().faults():
            return found
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
        if self._conversation is not None:
            self._conversation.shake(order)

    def stop(self) -> None:
        """Stops whatever moves."""
        if self._conversation is not None:
            self._conversation.stop()

    def lock(self, *, on: bool) -> None:
        """Locks or unlocks the dome."""
        if self._conversation is not None:
            self._conversation.lock(on=on)

    def light(self, *, on: bool) -> None:
        """Switches the lamp on or off."""
        if self._conversation is not None:
            self._conversation.light(on=on)

    # -- the link -----------------------------------------------------------------------------------------------------

    async def _attempt(self) -> None:
        opening = self._thread.submit(Port.open, self.vendor, self.product, self.serial, self.backend)
        try:
            port = await asyncio.shield(asyncio.wrap_future(opening))
        except asyncio.CancelledError:
            self._thread.submit(_give_back, opening)  # nobody waits for it any more
            raise
        try:
            await self._listen(port)
        finally:
            self._conversation = None
            await asyncio.shield(self._call(port.close))

    async def _listen(self, port: Port) -> None:
        loop = asyncio.get_running_loop()
        await self._drain(port)
        identity, status = await self._call(port.ask, Identity), await self._call(port.ask, Status)
        if text(identity.serial) != self.serial:  # its descriptor may say what it likes
            raise FaultError(Fault.SHAKER_WRONG_DEVICE, text(identity.serial))
        conversation = Conversation(self.device, self.manner, self.counters)
        up = conversation.meet(identity, status)
        self._conversation = conversation
        self._met(identity, port.address)
        self._deliver([up])
        look_at = loop.time() + LOOK_EVERY
        while True:
            self.beat()
            while conversation.outgoing:
                await self._order(port, conversation, conversation.outgoing.popleft())
            if packet := await self._call(port.listen, LISTEN):
                self._deliver(conversation.heard(packet, loop.time()))
            if loop.time() >= look_at:
                self._deliver(conversation.polled(await self._call(port.ask, Status)))
                look_at = loop.time() + LOOK_EVERY
            self._deliver(conversation.check(loop.time()))

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

    async def _order(self, port: Port, conversation: Conversation, command: Command) -> None:
        try:
            await self._call(port.order, command)
        except FaultError as error:
            if error.fault not in (Fault.SHAKER_STALLED, Fault.SHAKER_SILENT):
                raise
            status = await self._call(port.ask, Status)  # which says what became of it
            if not (isinstance(command, Shake) and status.order == command.order):
                self.stalled = type(command).__name__
                self._log.warning("shaker_refuses", extra={"device": self.device, "request": self.stalled})
                self._deliver(conversation.refused(command, status, answered=error.fault is Fault.SHAKER_STALLED))
                return
        if type(command).__name__ == self.stalled:
            self.stalled = ""
        conversation.taken(command, asyncio.get_running_loop().time())

    async def _call(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    # -- what comes of it ---------------------------------------------------------------------------------------------

    def _met(self, identity: Identity, address: int) -> None:
        now = asyncio.get_running_loop().time()
        if self._address not in (None, address) and now - self._lost_at < SAME_TROUBLE:
            self.counters.reenumerations += 1
            self._restless_until = now + SAME_TROUBLE
        self.identity, self._address, self.stalled = describe_identity(identity), address, ""
        self._up(serial=self.serial, address=address)

    def _down(self, fault: Fault, detail: str) -> None:
        if self.fault is None:
            self._lost_at = asyncio.get_running_loop().time()
        super()._down(fault, detail)


def _give_back(opening: Future[Port]) -> None:
    if opening.exception() is None:
        opening.result().close()
