"""What every driver of a device does: it tries until it has the device, and says once what became of that.

The retry loop survives every fault and is the last thing to die.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, NamedTuple

from drivers.faults import Fault, FaultError, exception_site
from drivers.observation import Clear, LinkDown, Observation
from drivers.pace import Pace
from drivers.retry import Retry

Sink = Callable[[Observation, bytes], "asyncio.Future[None]"]  # done when the observation is on disk
Committed = Callable[[Observation], None]


class Sighting(NamedTuple):
    """An observation and the very bytes that it came from."""

    observation: Observation
    raw: bytes = Clear()

    def __repr__(self) -> str:
        """Without the bytes: they may tell cards."""
        return f"Sighting({self.observation!r})"


@dataclass(slots=True)
class Tally:
    """What is counted of every device for the technician, since the start."""

    gaps: int = 0  # how often something was missing
    repeated: int = 0  # events told again
    connects: int = 0
    flaps: int = 0  # how often it told too much, and had to rest


@dataclass(kw_only=True)
class Driver(ABC):
    """Keeps one device: attempt after attempt, until cancelled."""

    KIND: ClassVar[str]  # of device, in the log: `shoe_up`, `shoe_down`
    OPENING: ClassVar[Fault]  # nothing is known yet
    FAILED: ClassVar[Fault]  # a mistake of our own

    device: str
    beat: Callable[[], None]  # tells the watchdog that this loop really turns
    fault: Fault | None = field(init=False)  # what keeps us from the device; None: we have it
    detail: str = field(default="", init=False)
    _retry: Retry = field(default_factory=Retry, init=False)
    _log: logging.Logger = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.fault = self.OPENING
        self._log = logging.getLogger(type(self).__module__)

    @property
    @abstractmethod
    def place(self) -> str:
        """Where the device is, for people."""

    async def run(self) -> None:
        """Tries to have the device, again and again, until cancelled."""
        while True:
            try:
                await self._attempt()
            except FaultError as error:
                self._down(error.fault, error.detail or self.place)
            except Exception as bug:  # noqa: BLE001 - this loop is the last thing to die
                self._log.critical(
                    "%s_bug", self.KIND, extra={"device": self.device, "exception": exception_site(bug)}
                )  # fmt: skip
                self._down(self.FAILED, self.place)
            await self._retry.wait(self.beat, self._unsettled)

    def faults(self) -> list[tuple[Fault, str]]:
        """What is wrong now, the gravest first."""
        return [] if self.fault is None else [(self.fault, self.detail)]

    @abstractmethod
    async def _attempt(self) -> None:
        """Takes hold of the device and listens until it is lost; always ends in a FaultError."""

    def _unsettled(self) -> bool:
        """Whether the next attempt has to wait for something."""
        return False

    def _down(self, fault: Fault, detail: str) -> None:
        """Notes why the device is lost, and logs it once, when the reason changes."""
        if fault is not self.fault:
            extra = {"device": self.device, "fault": str(fault), "detail": detail}
            self._log.warning("%s_down", self.KIND, extra=extra)
        self.fault, self.detail = fault, detail


@dataclass(kw_only=True)
class LinkDriver(Driver):
    """Hands on what its device tells, and tells the table of the link itself: up, and down if it was up."""

    sink: Sink
    counters: Tally = field(default_factory=Tally, init=False)
    _announced_up: bool = field(default=False, init=False)
    _on_their_way: int = field(default=0, init=False)  # observations that are not on disk yet
    _pace: Pace = field(default_factory=Pace, init=False)

    @property
    @abstractmethod
    def flapping(self) -> Fault:
        """The fault of a device that tells too much."""

    def _deliver(self, sightings: Iterable[Sighting], committed: Committed | None = None) -> None:
        """Of what is too much the first is told, and nothing that was seen behind it is left out."""
        now, flaps = asyncio.get_running_loop().time(), False
        for sighting in sightings:
            if flaps and not sighting.observation.OFTEN:
                break
            self._tell(sighting, committed)
            flaps |= not self._pace.take(sighting.observation, now)
        if flaps:
            raise FaultError(self.flapping)

    def _tell(self, sighting: Sighting, committed: Committed | None) -> None:
        """What the device told goes to the sink."""
        self._hand_on(sighting.observation, sighting.raw, committed)

    def _hand_on(self, observation: Observation, raw: bytes, committed: Committed | None = None) -> None:
        """To the sink; `committed` is called when it is on disk."""
        stored = self.sink(observation, raw)
        self._on_their_way += 1
        stored.add_done_callback(partial(self._settled, observation, committed))

    def _settled(self, observation: Observation, committed: Committed | None, stored: asyncio.Future[None]) -> None:
        self._on_their_way -= 1
        on_disk = not stored.cancelled() and stored.exception() is None  # if not, the sink's owner already knows why
        if on_disk and committed is not None:
            committed(observation)

    def _unsettled(self) -> bool:
        """Something is on its way to the disk: to ask for it now might be to tell it twice."""
        return self._on_their_way > 0

    def _up(self, **known: object) -> None:
        self.counters.connects += 1
        self._retry.up()
        self.fault, self.detail, self._announced_up = None, "", True
        self._log.info("%s_up", self.KIND, extra={"device": self.device, **known})

    def _down(self, fault: Fault, detail: str) -> None:
        """The table hears only of a link that it had; one that flaps rests."""
        if fault is self.flapping:
            self.counters.flaps += 1
            detail = f"{detail}, {self._retry.flaps():g} s"
        super()._down(fault, detail)
        if self._announced_up:
            self._announced_up = False
            self._hand_on(LinkDown(self.device, str(fault)), b"")
