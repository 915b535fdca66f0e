"""The driver of a device on a serial line: keeps the line open, lets the protocol listen, hands everything on once.

Nothing is acknowledged to the device before the sink says that it is on disk.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Generic

from drivers.driver import Committed, LinkDriver, Sighting
from drivers.faults import Fault, FaultError
from drivers.line.connection import Connection, Spoken
from drivers.line.conversation import Identity, LineTally, Position, Setup
from drivers.line.faults import LineFaults
from drivers.line.ring import Ring
from drivers.line.serial import SerialPort, adapter_serial
from drivers.observation import LineRecorded, LinkUp


@dataclass(kw_only=True)
class LineDriver(LinkDriver, Generic[Spoken]):
    """One device on one serial line. A kind of device names its faults and its conversation."""

    OPENING: ClassVar = Fault.LINK_OPENING
    FAILED: ClassVar = Fault.PORT_FAILED
    FAULTS: ClassVar[LineFaults]

    port: str
    baud_rate: int
    serial: str
    known: Callable[[], Position | None]
    commands: bool = False  # whether the device may be ordered something
    counters: LineTally = field(default_factory=LineTally, init=False)
    identity: Identity | None = field(default=None, init=False)
    _connection: Connection[Spoken] | None = field(default=None, init=False)
    _ring: Ring = field(default_factory=Ring, init=False)
    _recorded: set[Fault] = field(default_factory=set, init=False)  # whose last bytes were kept, since the link was up
    _anonymous: bool = field(default=False, init=False)  # neither the device nor its adapter says who it is

    @abstractmethod
    def _conversation(self, setup: Setup, now: float) -> Spoken:
        """A new one, for a line that is about to be opened."""

    def _greet(self, conversation: Spoken) -> None:
        """What a device was ordered is said again here, on every new link; most are ordered nothing."""

    @property
    def place(self) -> str:
        """Returns the device's port."""
        return self.port

    @property
    def flapping(self) -> Fault:
        """By the name that this kind of device has for it."""
        return self.FAULTS.flapping

    async def _attempt(self) -> None:
        setup = Setup(self.device, self.serial, self.commands, self.known(), tally=self.counters)
        conversation = self._conversation(setup, asyncio.get_running_loop().time())
        connection = Connection(conversation, self.FAULTS, self._ring, self._deliver)
        line = await SerialPort.open(
            self.port, self.baud_rate, connection.on_bytes, connection.on_lost, self.FAULTS.stuck
        )  # fmt: skip
        try:
            if not conversation.IDENTIFIES:
                line.pause()
                await self._compare_adapter()
                line.resume()
            self._connection = connection
            if not conversation.BEATS:
                self._weigh(conversation)
                self._greet(conversation)
            await connection.last(line, lambda: self._turn(conversation))
        finally:
            self._connection = None
            await line.close()

    async def _compare_adapter(self) -> None:
        """Where a protocol knows no identity, the adapter's serial number stands in, or the server's `host:port`."""
        server = self.port.removeprefix("socket://")
        found = server if server != self.port else await adapter_serial(self.port)
        if found is not None and found != self.serial:
            raise FaultError(self.FAULTS.wrong_device, found)
        self._anonymous = found is None

    def _tell(self, sighting: Sighting, committed: Committed | None) -> None:
        self.counters.observations += 1
        if isinstance(sighting.observation, LinkUp) and self._connection is not None:
            self._meet(self._connection.conversation)
        self._hand_on(sighting.observation, sighting.raw, committed)

    def _turn(self, conversation: Spoken) -> None:
        self.beat()
        if not conversation.BEATS:
            self._weigh(conversation)

    def _weigh(self, conversation: Spoken) -> None:
        """Without heartbeats an open port proves nothing, and a long silence takes the proof away again."""
        fault = None if conversation.proven else self.FAULTS.unproven
        if fault is not None and self.FAULTS.outlasts(self.fault):
            return
        if fault is not self.fault:
            self._log.info("%s_%s", self.KIND, "unproven" if fault else "proven", extra={"device": self.device})
            self.fault, self.detail = fault, self.port if fault else ""

    def _meet(self, conversation: Spoken) -> None:
        self.identity = conversation.identity
        if self.identity is not None and self._anonymous:
            self.identity = replace(self.identity, serial=f"{self.identity.serial}?")
        self._recorded.clear()
        self._up(serial=self.identity.serial if self.identity else "")
        self._greet(conversation)

    def _down(self, fault: Fault, detail: str) -> None:
        """The last bytes are kept, of every fault once."""
        super()._down(fault, detail)
        if fault not in self._recorded and (last_bytes := self._ring.dump()):
            self._recorded.add(fault)
            self._hand_on(LineRecorded(self.device, str(fault)), last_bytes)
