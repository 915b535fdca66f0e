"""The camera's driver: keeps a child process that captures and recognises, and kills it when it is of no more use.

Every look is answered exactly once: with what the dice show, or with the reason why nobody can tell.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

from drivers.camera.limits import ENVIRONMENT
from drivers.camera.reading import Die
from drivers.camera.wire import (
    BELONG,
    FROM_CHILD,
    HEADER,
    Begin,
    CameraState,
    Forget,
    FromChild,
    Look,
    Lost,
    Seen,
    Snap,
    Snapped,
    ToChild,
    Unread,
    lengths,
    pack,
    unpack_pictures,
)
from drivers.driver import Driver
from drivers.faults import Fault, FaultError
from drivers.observation import DiceSeen, DiceUnread
from drivers.processor import roaming

TICK = 0.5  # seconds between two beats
SILENT_AFTER = 8.0  # seconds without a word of the child; it imports OpenCV first, and may open a camera slowly
BABBLE = 100  # messages within a second: it has two to tell
NO_USE_AFTER = 3.0  # seconds of a fault that opening the camera again may mend
LOOK_WITHIN = 10.0  # seconds until a look is given up
DEAD_WITHIN = 3.0  # seconds that a killed child may take: one that hangs in the kernel never dies
MENDED_BY_OPENING = {Fault.CAMERA_STUCK, Fault.CAMERA_FROZEN}  # a child that knows old pictures must stay
QUIET = {"OPENCV_LOG_LEVEL": "ERROR", "OPENCV_FFMPEG_LOGLEVEL": "-8", "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "4"}

Sink = Callable[[DiceSeen | DiceUnread, tuple[bytes, ...]], None]


@dataclass(slots=True)
class Counters:
    """What a technician wants to know about a camera, since the start."""

    starts: int = 0  # of the child
    ups: int = 0  # how often it came to see well
    looks: int = 0
    seen: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True)
class _Asked:
    """A look that is owed an answer."""

    number: int
    count: int
    until: float


@dataclass(kw_only=True)
class CameraDriver(Driver):
    """One camera over one tray; the child ends with us."""

    KIND: ClassVar = "camera"
    OPENING: ClassVar = Fault.CAMERA_OPENING
    FAILED: ClassVar = Fault.CAMERA_FAILED

    source: str
    calibration: Path | None  # None: only pictures are wanted
    frames: int  # that must say the same
    sink: Sink
    command: tuple[str, ...] = (sys.executable, "-m", "drivers.camera")
    counters: Counters = field(default_factory=Counters, init=False)
    state: CameraState | None = field(default=None, init=False)  # what the child last said
    last_seen: tuple[Die, ...] = ()  # what was last seen: it outlives the child, which must not tell it again
    _process: Process | None = field(default=None, init=False)
    _asked: _Asked | None = field(default=None, init=False)
    _snapped: asyncio.Future[tuple[bytes, ...]] | None = field(default=None, init=False)

    @property
    def place(self) -> str:
        """Returns the camera's source as people may see it."""
        return shown(self.source)

    def look(self, number: int, count: int, *, anew: bool = False) -> None:
        """Read so many dice when they lie still; the sink hears what came of it. Anew: though they did not move."""
        if self._asked is not None:
            self._answer(DiceUnread(self.device, self._asked.number, str(Fault.CAMERA_BUSY)), ())
        self.counters.looks += 1
        self._asked = _Asked(number, count, asyncio.get_running_loop().time() + LOOK_WITHIN)
        if self._process is None:
            self._answer(DiceUnread(self.device, number, str(self.fault or Fault.CAMERA_OPENING)), ())
        else:
            self._order(Look(number, count, LOOK_WITHIN, anew))

    def forget(self) -> None:
        """Nobody wants to know any more: the look stays without an answer."""
        if self._asked is not None:
            self._asked = None
            self._order(Forget())

    async def snap(self, count: int) -> tuple[bytes, ...]:
        """So many different pictures as PNG; raises FaultError if the camera is lost meanwhile."""
        self._snapped = asyncio.get_running_loop().create_future()
        try:
            self._order(Snap(count))
            return await self._snapped
        finally:
            self._snapped = None

    def _order(self, order: ToChild) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(pack(order))

    async def _attempt(self) -> None:
        """Starts a child and listens to it until it is lost."""
        self.state = None
        self.counters.starts += 1
        with roaming():
            process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, env={**os.environ, **QUIET, **ENVIRONMENT}
            )
        try:
            self._process = process
            calibration = str(self.calibration) if self.calibration is not None else None
            self._order(Begin(self.source, calibration, self.frames, self.last_seen))
            if self._snapped is not None:  # asked of a child that is gone
                raise FaultError(Fault.CAMERA_LOST, self.place)
            await self._hear(process)
        finally:
            self._process = None
            with suppress(ProcessLookupError):
                process.kill()
            if process.stdin is not None:
                process.stdin.close()
            await self._dead(process)

    async def _dead(self, process: Process) -> None:
        """A child that hangs in the kernel is left there, or it would take the table with it."""
        ended = asyncio.ensure_future(process.wait())
        for _ in range(round(DEAD_WITHIN / TICK)):
            self.beat()
            if (await asyncio.wait([ended], timeout=TICK))[0]:
                return
        ended.cancel()
        self._log.error("camera_child_undead", extra={"device": self.device, "pid": process.pid})

    async def _hear(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        heard = loop.time()
        times: deque[float] = deque(maxlen=BABBLE)
        no_use_since: float | None = None
        pending = asyncio.ensure_future(self._next(process))
        try:
            while True:
                self.beat()
                await asyncio.wait([pending], timeout=TICK)
                now = loop.time()
                if pending.done():
                    message, pictures = pending.result()
                    heard = now
                    times.append(now)
                    if len(times) == BABBLE and now - times[0] < 1:
                        raise FaultError(Fault.CAMERA_FAILED, self.place)
                    pending = asyncio.ensure_future(self._next(process))
                    self._take(message, pictures)
                elif now - heard > SILENT_AFTER:
                    raise FaultError(Fault.CAMERA_STUCK, self.place)
                fault = self.state.fault if self.state is not None else None  # this child's own, whatever the last saw
                if fault is None or fault not in MENDED_BY_OPENING:
                    no_use_since = None
                elif no_use_since is None:
                    no_use_since = now
                elif now - no_use_since > NO_USE_AFTER:
                    raise FaultError(fault, self.place)
                if self._asked is not None and now > self._asked.until + SILENT_AFTER:
                    raise FaultError(Fault.CAMERA_STUCK, self.place)
        finally:
            pending.cancel()
            await asyncio.gather(pending, return_exceptions=True)

    async def _next(self, process: Process) -> tuple[FromChild, tuple[bytes, ...]]:
        assert process.stdout is not None  # noqa: S101 - for the type checker
        try:
            size = lengths(await process.stdout.readexactly(HEADER.size))
            message = FROM_CHILD.validate_json(await process.stdout.readexactly(size.text))
            if size.pictures > BELONG[type(message)].most:
                raise ValueError(f"{size.pictures} bytes of pictures with {message.kind}")
            return message, unpack_pictures(message, await process.stdout.readexactly(size.pictures))
        except asyncio.IncompleteReadError as ended:
            raise FaultError(Fault.CAMERA_FAILED, self.place) from ended
        except ValueError as nonsense:
            raise FaultError(Fault.CAMERA_FAILED, self.place) from nonsense

    def _take(self, message: FromChild, pictures: tuple[bytes, ...]) -> None:
        asked = self._asked
        if isinstance(message, Seen):
            if asked is not None and asked.number == message.look and asked.count != len(message.dice):
                raise FaultError(Fault.CAMERA_FAILED, self.place)
            self.last_seen = message.dice
        match message:
            case Lost():
                raise FaultError(message.fault, message.detail.replace(self.source, self.place))
            case CameraState():
                self._learn(message)
            case Snapped():
                if self._snapped is not None and not self._snapped.done():
                    self._snapped.set_result(pictures)
            case Seen() | Unread() if asked is None or asked.number != message.look:
                return  # nobody wants to know any more
            case Seen():
                dice = tuple(die.value for die in message.dice)
                confidence = min((die.confidence for die in message.dice), default=0.0)
                self._answer(
                    DiceSeen(self.device, message.look, dice, round(confidence, 4), _hashes(pictures)), pictures
                )
            case Unread():
                self._answer(DiceUnread(self.device, message.look, message.reason, _hashes(pictures)), pictures)

    def _learn(self, state: CameraState) -> None:
        before, self.state = self.fault, state
        if state.fault is Fault.CAMERA_OPENING and before is not None:
            return  # a child that has only begun proves nothing against what the last one saw
        self.fault, self.detail = state.fault, state.detail or (self.place if state.fault else "")
        if state.fault is before:
            return
        if state.fault is None:
            self.counters.ups += 1
            self._retry.up()
            self._log.info("camera_up", extra={"device": self.device, "size": f"{state.width}x{state.height}"})
        else:
            self._log.warning(
                "camera_fault", extra={"device": self.device, "fault": state.fault, "detail": self.detail}
            )

    def _down(self, fault: Fault, detail: str) -> None:
        """Whoever waits for an answer gets one."""
        super()._down(fault, detail)
        if self._asked is not None:
            self._answer(DiceUnread(self.device, self._asked.number, str(fault)), ())
        if self._snapped is not None and not self._snapped.done():
            self._snapped.set_exception(FaultError(fault, detail))

    def _answer(self, answer: DiceSeen | DiceUnread, pictures: tuple[bytes, ...]) -> None:
        self._asked = None
        if isinstance(answer, DiceSeen):
            self.counters.seen += 1
        else:
            self.counters.unread += 1
        self.sink(answer, pictures)


def shown(source: str) -> str:
    """A source without the password that its address may have.

    >>> shown("http://dice:secret@10.0.0.7:8080/stream?hd=1")
    'http://10.0.0.7:8080/stream?hd=1'
    """
    try:
        parts = urlsplit(source)
    except ValueError:  # it is no address, and what stands where in it nobody can say
        return source.partition("://")[0]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl() if parts.netloc else source


def _hashes(pictures: tuple[bytes, ...]) -> tuple[str, ...]:
    return tuple(hashlib.sha256(picture).hexdigest() for picture in pictures)
