"""The camera's own process: captures and recognises, obeys orders on stdin, tells on stdout (drivers/camera/wire.py).

A thread captures, and may block for ever; another hears orders, and ends the process with the parent. The rest tells
twice a second that it lives; whoever hears nothing more kills it.
"""

from __future__ import annotations

import os
import queue
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

import cv2

from drivers.camera.attempt import Attempt, Outcome, Read, Stillness
from drivers.camera.calibration import Calibrated, load
from drivers.camera.condition import judge
from drivers.camera.limits import confine
from drivers.camera.liveness import Liveness
from drivers.camera.measure import Picture
from drivers.camera.reading import Reading
from drivers.camera.source import Source, open_source
from drivers.camera.wire import (
    DETAIL,
    MOST_EVIDENCE,
    Begin,
    CameraState,
    Condition,
    Forget,
    FromChild,
    Look,
    Lost,
    Seen,
    Snap,
    Snapped,
    ToChild,
    Unread,
    pack,
    read_order,
)
from drivers.faults import Fault, FaultError, exception_site

TELL_EVERY = 0.5  # seconds
OPEN_WITHIN, STUCK_AFTER = 8.0, 3.0  # seconds without a picture: without a first one, without another one
WAIT = 0.1  # seconds for the next picture, between two looks at everything else
FAILURES = 3  # reads in a row that give nothing: the source has ended
QUALITY = 90  # of the JPEG that is kept


class Frame(NamedTuple):
    """A picture, and when it came."""

    picture: Picture
    at: float


class Capture:
    """Reads as fast as pictures come, so that none waits in a buffer; only the newest is kept."""

    def __init__(self, source: str) -> None:
        self.failure: Lost | None = None
        self._newest: queue.Queue[Frame] = queue.Queue(1)
        threading.Thread(target=self._run, args=(source,), name="capture", daemon=True).start()

    def next(self) -> Frame | None:
        """The newest picture, if there is one soon."""
        try:
            return self._newest.get(timeout=WAIT)
        except queue.Empty:
            return None

    def _run(self, name: str) -> None:
        try:
            self._read(open_source(name), name)
        except Exception as error:  # noqa: BLE001 - whatever it is, somebody must be told
            self.failure = lost_because(error)

    def _read(self, source: Source, name: str) -> None:
        failures = 0
        checked = time.monotonic()
        while failures < FAILURES:
            picture = source.read()
            now = time.monotonic()
            if now - checked > TELL_EVERY or picture is None:
                checked = now
                if source.gone():
                    break
            if picture is None:
                failures += 1
                continue
            failures = 0
            with suppress(queue.Empty):
                self._newest.get_nowait()
            self._newest.put(Frame(picture, now))
        source.close()
        raise FaultError(Fault.CAMERA_LOST, name)


class Child:
    """The state of the process: the camera, the calibration, and the look that is asked for."""

    def __init__(self, begin: Begin, read: Read, tell: Callable[[FromChild, tuple[bytes, ...]], None]) -> None:
        self._read, self._tell, self._wanted = read, tell, begin.frames
        self._file = Path(begin.calibration) if begin.calibration is not None else None
        self._written = 0.0  # when the calibration was
        self._known: Calibrated | None = None
        self._capture = Capture(begin.source)
        self._liveness = Liveness()
        self._stillness: Stillness | None = None
        self._attempt: Attempt | None = None
        self._snaps: list[Picture] = []
        self._snaps_wanted = 0
        self._last_seen = begin.told
        self._condition: tuple[Condition | None, Fault | None, str] = None, None, ""
        self._newest: Picture | None = None
        self._came = time.monotonic()  # the last picture, new or not
        self._times: deque[float] = deque(maxlen=30)
        self._reported_at = self._judged_at = 0.0
        self._reported: Fault | None = None
        self._calibrate()

    def obey(self, order: ToChild) -> None:
        """Carries out an order, between two pictures."""
        match order:
            case Look() if self._known is None:
                self._tell(Unread(order.number, Fault.CAMERA_UNCALIBRATED), ())
            case Look():
                now = time.monotonic()
                before, wanted = () if order.anew else self._last_seen, self._wanted
                self._attempt = Attempt(order.number, order.count, wanted, now, now + order.within, before)
            case Forget():
                self._attempt = None
            case Snap():
                self._snaps, self._snaps_wanted = [], order.count
            case Begin():
                raise ValueError("it has begun")

    def _calibrate(self) -> None:
        """Takes the calibration that is there now: a technician may have made a new one."""
        if self._file is None:
            return
        try:
            written = self._file.stat().st_mtime
        except OSError as error:
            raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{self._file}: {error.strerror}") from error
        if written != self._written:
            again = self._known is None or not self._last_seen  # pixels of the last calibration say nothing now
            self._written, self._known = written, load(self._file)
            self._stillness = Stillness(self._known.calibration.region, moved=again)

    def turn(self) -> bool:
        """One picture, or none that came in time; False: there will be no more."""
        frame = self._capture.next()
        now = time.monotonic()
        if frame is not None:
            self._came = frame.at
            digest = zlib.crc32(frame.picture[::4].tobytes())
            if self._liveness.take(digest, now):
                self._look_at(frame.picture, now)
        elif self._capture.failure is not None:
            self._tell(self._capture.failure, ())
            return False
        fault, detail = self._fault(now)
        if self._attempt is not None and (outcome := self._attempt.ended(now, fault)) is not None:
            self._conclude(self._attempt, outcome)
        if now - self._reported_at >= TELL_EVERY or fault is not self._reported:
            self._calibrate()
            self._tell_state(fault, detail, now)
        return True

    def _look_at(self, picture: Picture, now: float) -> None:
        self._times.append(now)
        self._newest = picture
        if self._snaps_wanted:
            self._snap(picture)
        if self._known is None or self._stillness is None:
            return
        if now - self._judged_at >= TELL_EVERY or self._condition[1] is not None:
            self._condition, self._judged_at = judge(picture, self._known), now
        if self._condition[0] is not None:
            self._stillness.take(picture)
            if self._attempt is not None and self._fault(now)[0] is None:
                outcome = self._attempt.take(picture, self._stillness, partial(self._recognise, self._known), now)
                if outcome is not None:
                    self._decide(self._attempt, outcome, picture, self._known)

    def _recognise(self, known: Calibrated, picture: Picture, count: int) -> Reading:
        return self._read(picture, count, known.calibration)

    def _decide(self, attempt: Attempt, outcome: Outcome, picture: Picture, known: Calibrated) -> None:
        """The last frame is judged itself: what was measured half a second ago may be over."""
        self._condition = judge(picture, known)
        if self._condition[1] is None:
            self._conclude(attempt, outcome)

    def _conclude(self, attempt: Attempt, outcome: Outcome) -> None:
        self._attempt = None
        frames = outcome.frames or (() if self._newest is None else (self._newest,))
        pictures = tuple(encoded(frame, ".jpg") for frame in frames)
        if sum(map(len, pictures)) + 4 * len(pictures) > MOST_EVIDENCE:  # what cannot be kept is not told
            self._tell(Unread(attempt.number, Fault.CAMERA_SIZE), ())
            return
        if outcome.reason is not None:
            self._tell(Unread(attempt.number, outcome.reason), pictures)
            return
        if self._stillness is not None:
            self._last_seen, self._stillness.moved = outcome.dice, False
        self._tell(Seen(attempt.number, outcome.dice), pictures)

    def _snap(self, picture: Picture) -> None:
        self._snaps.append(picture)
        if len(self._snaps) == self._snaps_wanted:
            self._snaps_wanted = 0
            self._tell(Snapped(), tuple(encoded(each, ".png") for each in self._snaps))

    def _fault(self, now: float) -> tuple[Fault | None, str]:
        opened = self._liveness.fresh > 0
        if now - self._came > (STUCK_AFTER if opened else OPEN_WITHIN):
            return Fault.CAMERA_STUCK, ""
        fault = self._liveness.fault(now)
        return (fault, "") if fault is not None else self._condition[1:]

    def _tell_state(self, fault: Fault | None, detail: str, now: float) -> None:
        self._reported_at, self._reported = now, fault
        span = self._times[-1] - self._times[0] if len(self._times) > 1 else 0.0
        rate = (len(self._times) - 1) / span if span else 0.0
        still = self._stillness is not None and self._stillness.frames > 0
        height, width = self._newest.shape[:2] if self._newest is not None else (0, 0)
        fresh, condition = self._liveness.fresh, self._condition[0]
        self._tell(CameraState(fresh, round(rate, 1), width, height, still, fault, detail, condition), ())


def lost_because(error: Exception) -> Lost:
    """What ended the process, by name."""
    match error:
        case FaultError():
            return Lost(error.fault, error.detail[:DETAIL])
        case MemoryError() | cv2.error(code=cv2.Error.StsNoMem) | cv2.error(func="validateInputImageSize"):
            return Lost(Fault.CAMERA_SIZE, exception_site(error))
    return Lost(Fault.CAMERA_FAILED, exception_site(error))


def encoded(picture: Picture, kind: str) -> bytes:
    """Encodes a picture as the bytes of a file."""
    good, data = cv2.imencode(kind, picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if kind == ".jpg" else [])
    if not good:
        raise FaultError(Fault.CAMERA_FAILED, "a picture cannot be encoded")
    return data.tobytes()


def _hear(orders: BinaryIO, heard: queue.SimpleQueue[ToChild]) -> None:
    """Until the parent is gone: then nobody wants us, whatever the other threads do."""
    with suppress(ValueError, OSError):
        while (order := read_order(orders.read)) is not None:
            heard.put(order)
    os._exit(0)


def main(read: Read) -> None:
    """The process. What a library prints goes to stderr: stdout is the parent's."""
    confine()
    said = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    orders = os.fdopen(os.dup(0), "rb")

    def tell(message: FromChild, pictures: tuple[bytes, ...] = ()) -> None:
        said.write(pack(message, pictures))
        said.flush()

    begin = read_order(orders.read)
    if not isinstance(begin, Begin):
        return
    heard: queue.SimpleQueue[ToChild] = queue.SimpleQueue()
    threading.Thread(target=_hear, args=(orders, heard), name="orders", daemon=True).start()
    try:
        child = Child(begin, read, tell)
        while child.turn():
            while not heard.empty():
                child.obey(heard.get())
    except BrokenPipeError:
        pass
    except Exception as error:  # noqa: BLE001 - it ends here, and the parent says why
        tell(lost_because(error))
    said.flush()
    os._exit(0)  # the capturing thread may be stuck in the kernel
