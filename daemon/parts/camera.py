"""The table's camera: asked when the table says so; its pictures are kept before the journal names them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import closing

from pydantic import TypeAdapter

from daemon.journal import evidence, export
from daemon.journal.days import day_files
from daemon.journal.errors import ERRORS
from daemon.journal.files import read_only
from daemon.parts.part import DeviceHealth, DevicePart, PartFault, Running
from daemon.settings.devices.camera import Camera
from daemon.table.devices.camera import CAMERA
from daemon.table.events import Event, LookOrdered
from daemon.table.state import TableState
from drivers.camera.driver import CameraDriver, Counters
from drivers.camera.reading import Die
from drivers.camera.wire import CameraState
from drivers.faults import Fault, FaultError, exception_site
from drivers.observation import Clear, DiceSeen, DiceUnread

log = logging.getLogger(__name__)

TIDY_EVERY = 600.0  # seconds between two looks for pictures that are too old
LAST_SEEN = (
    "SELECT raw FROM entry WHERE kind = 'dice_seen' AND json_extract(CAST(body AS TEXT), '$.device') = ? "
    "ORDER BY seq DESC LIMIT 1"
)
DICE = TypeAdapter(tuple[Die, ...])  # what the camera told, with where each die lay: the raw bytes of a reading


class CameraHealth(DeviceHealth):
    """What a camera looks at, and how well it sees."""

    source: str
    state: CameraState | None  # what its process last said
    counters: Counters
    pictures: list[str]  # of the last look since croupierd started, by their SHA-256


class CameraPart(DevicePart):
    """One camera over the dice."""

    section = Camera
    Health = CameraHealth

    def __init__(self, section: Camera, running: Running) -> None:
        super().__init__(section, running)
        self._engine, self._calendar = running.engine, running.calendar
        self._journal, self._keep_days = running.settings.journal, section.keep_days
        self._unkept: tuple[Fault, str] | None = None  # why the last pictures could not be kept
        self._pictures: tuple[str, ...] = ()
        self._submitting: set[asyncio.Task[None]] = set()
        self.driver = CameraDriver(
            device=section.name,
            source=section.source,
            calibration=running.settings.calibration(section),
            frames=section.frames,
            sink=self._answered,
            beat=running.watchdog.expect(section.name),
        )

    async def run(self) -> None:
        """Keeps the camera's process, and only as many pictures as are to be kept."""
        self.driver.last_seen = await asyncio.to_thread(self._last_seen)
        tidying = asyncio.create_task(self._tidy(), name="evidence")
        try:
            await self.driver.run()
        finally:
            tidying.cancel()
            await asyncio.gather(tidying, *self._submitting, return_exceptions=True)

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Looks when it is asked to, and forgets what nobody wants to know any more."""
        camera = CAMERA.named(state, self.name)
        for event in events:
            if isinstance(event, LookOrdered) and camera.look == event.look and CAMERA.in_use(state) == self.name:
                self.driver.look(event.look, event.count, anew=camera.compared == "looking")
        if not camera.looking:
            self.driver.forget()

    def faults(self) -> Iterable[PartFault]:
        """Tells what keeps it from seeing the dice, and its pictures from being kept."""
        if self.driver.fault is not None:
            yield self.label, self.driver.fault, self.driver.detail
        if self._unkept is not None:
            yield "evidence", *self._unkept

    def health(self) -> CameraHealth:
        """Tells what it looks at, and how well it sees."""
        return {
            "up": self.driver.fault is None,
            "source": self.driver.place,
            "state": self.driver.state,
            "counters": self.driver.counters,
            "pictures": list(self._pictures),
        }

    # -- what the camera says -----------------------------------------------------------------------------------------

    def _answered(self, seen: DiceSeen | DiceUnread, pictures: tuple[bytes, ...]) -> None:
        raw = DICE.dump_json(self.driver.last_seen) if isinstance(seen, DiceSeen) else b""
        task = asyncio.create_task(self._submit(seen, pictures, Clear(raw)), name="dice")
        self._submitting.add(task)
        task.add_done_callback(self._submitting.discard)

    async def _submit(self, seen: DiceSeen | DiceUnread, pictures: tuple[bytes, ...], raw: Clear) -> None:
        """The pictures first: what the journal names is on disk. What cannot be proved is read by people."""
        try:
            await asyncio.to_thread(evidence.keep, self._journal, self._calendar(), pictures)
            self._unkept = None if pictures else self._unkept
        except FaultError as error:
            log.warning("evidence_not_kept", extra={"detail": error.detail})
            self._unkept = error.fault, error.detail
            seen = DiceUnread(seen.device, seen.look, str(error.fault))
        self._pictures = seen.evidence
        try:
            await self._engine.submit(seen, raw)
        except FaultError as error:  # the journal's; its owner already knows
            log.warning("dice_not_told", extra={"fault": str(error.fault)})

    async def _tidy(self) -> None:
        while True:
            try:
                gone = await asyncio.to_thread(export.forget, self._journal, self._calendar(), self._keep_days)
                if gone:
                    log.info("evidence_forgotten", extra={"days": ",".join(gone)})
            except (OSError, FaultError, ValueError) as error:
                log.warning("evidence_not_tidied", extra={"exception": exception_site(error)})
            await asyncio.sleep(TIDY_EVERY)

    def _last_seen(self) -> tuple[Die, ...]:
        """What the camera told before this start: as they lay, they are no new roll."""
        try:
            for path in reversed(day_files(self._journal)):
                with closing(read_only(path)) as db:
                    if row := db.execute(LAST_SEEN, (self.name,)).fetchone():
                        return DICE.validate_json(row[0]) if row[0] else ()  # older readings do not say where
        except (*ERRORS, ValueError) as error:
            log.warning("dice_not_recalled", extra={"exception": exception_site(error)})
        return ()
