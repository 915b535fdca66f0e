"""A shoe's line for a technician: opened as croupierd opens it, and never while croupierd has it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from daemon.cli.options import table_settings
from daemon.cli.shoe.owners import owners, shoe_at
from daemon.control.client import get
from daemon.settings import Settings
from daemon.settings.devices.shoe import Shoe
from daemon.text.details import Because
from drivers.driver import Sighting
from drivers.faults import Fault, FaultError
from drivers.line.conversation import LineTally, Setup
from drivers.line.noise import KEPT, named
from drivers.shoe import FAULTS, SHOES
from drivers.shoe.conversation import ShoeConversation

DEVICE = "shoe"
TICK = 0.25  # seconds between two looks at the clock
AGAIN_AFTER = 1.0  # seconds between a conversation that failed and the next one
STUCK_AFTER = 1.5  # seconds
LOOK_EVERY = 4  # ticks between two looks whether croupierd wants its line back


@dataclass(frozen=True, slots=True)
class Line:
    """Which line, what should be on it, and whose it is."""

    port: str
    protocol: str
    baud_rate: int
    serial: str | None  # None: whoever answers
    table: Settings | None  # None: a bench without a configuration
    owners: tuple[Settings, ...] = ()  # every table whose file names this port: one, if nobody made a mistake

    @classmethod
    def of(cls, config: Path, table: str, port: str, protocol: str, baud_rate: int | None) -> Line:
        """Finds the line of a table, or one on a bench; a port that a table's file names is always that table's."""
        settings = table_settings(config, table) if table or not port else None
        shoe = settings.device(Shoe) if settings else None
        if not port and shoe:
            port = shoe.port
        found = owners(config, port)
        if found and settings not in found:
            settings = found[0]
        if settings:
            shoe = shoe_at(settings, port) or settings.device(Shoe)
        if settings and not shoe:
            raise FaultError(
                Fault.CONFIG_INVALID, Because.TABLE_WITHOUT_SHOE(table=settings.name, game=settings.table.game)
            )
        protocol = protocol or (shoe.protocol if shoe else "csr")
        if protocol not in SHOES:
            raise FaultError(Fault.CONFIG_INVALID, f"--protocol: {', '.join(SHOES)}")
        same = shoe is not None and shoe.protocol == protocol
        speed = baud_rate or (shoe.speed if shoe and same else SHOES[protocol].BAUD_RATE)
        return cls(port, protocol, speed, shoe.serial if shoe and found else None, settings, found)

    def check_free(self) -> None:
        """TABLE_TAKEN names the table whose line this is, and whose croupierd runs."""
        if holder := next((one for one in self.owners if _runs(one)), None):
            raise FaultError(Fault.TABLE_TAKEN, holder.name)

    @property
    def may_name_cards(self) -> bool:
        """Whether cards may be named: every table that has a say is closed, or there is none. When in doubt, not."""
        from daemon.cli.closed import closed

        asked = self.owners or ((self.table,) if self.table else ())
        return all(not _runs(one) and closed(one.journal, one.old_journal) for one in asked)


def _runs(table: Settings) -> bool:
    try:
        return bool(get(table.socket, "/state"))
    except FaultError as error:
        if error.fault is Fault.CONTROL_NO_ACCESS:
            raise
        return error.fault is not Fault.DAEMON_DOWN


class Conversations:
    """One conversation after another, as the driver would hold them; without I/O, so that a capture can be run again.

    What the shoe keeps until it is acknowledged is croupierd's: nothing is acknowledged here, except by `store`.
    """

    def __init__(self, protocol: str, serial: str | None) -> None:
        self._kind, self._serial = SHOES[protocol], serial
        self._again: float | None = None  # when the next one starts; None: one is under way
        self._stores = False
        self._noise = b""  # the last of what came since the last good frame
        self.tally = LineTally()
        self.current = self._opened(0.0)

    def receive(self, data: bytes, now: float) -> Iterator[Sighting | FaultError]:
        """Yields what the bytes tell; a fault ends a conversation, and what comes before the next is not decoded."""
        if self._again is not None:
            return
        frames = self.tally.frames
        try:
            yield from self.current.receive(data, now)
        except FaultError as error:
            if error.fault is Fault.SHOE_WRONG_DEVICE and self._serial is None:
                self._serial = error.detail  # whoever answers is welcome: once more, with this one
                self.current = self._opened(now)
            else:
                yield self._ended(error, now)
        self._noise = b"" if self.tally.frames > frames else (self._noise + data)[-KEPT:]

    @property
    def counted(self) -> dict[str, int]:
        """Returns how many messages came, and how many of them were bad or missing."""
        tally = self.tally
        return {"frames": tally.frames, "bad": tally.bad, "gaps": tally.gaps, "repeated": tally.repeated}

    def check(self, now: float) -> FaultError | None:
        """Checks time limits; returns the fault of a conversation that has missed one."""
        if self._again is not None:
            if now >= self._again:
                self.current, self._again = self._opened(now), None
            return None
        try:
            self.current.check(now)
        except FaultError as error:
            return self._ended(error, now)
        return None

    def store(self, sighting: Sighting) -> None:
        """Acknowledges a sighting: the shoe may forget it."""
        self._stores = True
        self.current.committed(sighting.observation)

    def take(self) -> bytes:
        """Removes and returns the bytes that are to be sent."""
        data = bytes(self.current.outgoing)
        self.current.outgoing.clear()
        if self._again is not None:
            return b""
        if self._stores:
            return data
        pieces = self._kind.listener().feed(data)  # a conversation acknowledges what is told twice
        return b"".join(raw for text, raw in pieces if text.partition(" ")[0] != "ACK")

    def _ended(self, error: FaultError, now: float) -> FaultError:
        """Names the fault as the driver does: bytes of another speed are no mere garbage."""
        self._again = now + AGAIN_AFTER
        return named(error, FAULTS, self.current, self._noise)

    def _opened(self, now: float) -> ShoeConversation:
        return self._kind(Setup(DEVICE, self._serial or "", tally=self.tally), now)


class Passed(NamedTuple):
    """What passed on the line, or came of it, at a time in seconds since the start.

    A look at the clock is a `tick`; if it did something, which then follows, it is told as `clock`.
    """

    at: float
    kind: Literal["in", "out", "saw", "fault", "clock", "tick"]
    data: bytes = b""
    sighting: Sighting | None = None
    error: FaultError | None = None


async def tap(line: Line, conversations: Conversations, seconds: float) -> AsyncGenerator[Passed, None]:
    """Yields all on the line, until the time is over (0: never), Ctrl-C, or the line's end, which is a FaultError."""
    from drivers.line.serial import SerialPort

    line.check_free()
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[tuple[float, bytes | FaultError | None]] = asyncio.Queue()
    started = loop.time()

    def tell(something: bytes | FaultError | None) -> None:
        news.put_nowait((round(loop.time() - started, 6), something))

    def lost(fault: Fault) -> None:
        tell(FaultError(fault, line.port))

    port = await SerialPort.open(line.port, line.baud_rate, tell, lost, FAULTS.stuck)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, tell, None)
    try:
        at, ticks = 0.0, 0
        yield Passed(at, "tick")  # the line is open
        while not seconds or at < seconds:
            if data := conversations.take():
                port.write(data)
                yield Passed(at, "out", data)
            try:
                at, something = await asyncio.wait_for(news.get(), TICK)
            except TimeoutError:
                at, ticks = round(loop.time() - started, 6), ticks + 1
                if ticks % LOOK_EVERY == 0:
                    await asyncio.to_thread(line.check_free)
                if port.stuck_for() > STUCK_AFTER:
                    raise FaultError(Fault.SHOE_STUCK, line.port) from None
                error = conversations.check(at)
                yield Passed(at, "clock" if error or conversations.current.outgoing else "tick")
                if error:
                    yield Passed(at, "fault", error=error)
                continue
            if something is None:
                return
            if isinstance(something, FaultError):
                raise something
            yield Passed(at, "in", something)
            for result in conversations.receive(something, at):
                if isinstance(result, FaultError):
                    yield Passed(at, "fault", error=result)
                else:
                    yield Passed(at, "saw", sighting=result)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        await port.close()
