"""What croupierd does with a camera: asks it when the table says so, keeps its pictures, and counts what dice show."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from daemon.engine import Engine
from daemon.journal import evidence, export
from daemon.journal.days import day_files
from daemon.journal.errors import ERRORS
from daemon.journal.files import read_only
from daemon.parts.bias import WINDOW, Monitor, Verdict
from daemon.settings import Settings
from daemon.table.events import Agreed, DiceChanged, DiceCorrected, DiceRolled, Event, LookOrdered
from daemon.table.state import TableState
from drivers.camera.driver import CameraDriver
from drivers.camera.reading import Die
from drivers.faults import Fault, FaultError, exception_site
from drivers.observation import Clear, DiceSeen, DiceUnread

log = logging.getLogger(__name__)

TIDY_EVERY = 600.0  # seconds between two looks for pictures that are too old
ROLLS = (
    "SELECT told.kind, told.body, cause.kind FROM entry told JOIN entry cause ON cause.seq = told.cause "
    "WHERE told.kind IN ('dice_rolled', 'dice_corrected', 'dice_changed') AND told.seq <= ? "
    "ORDER BY told.seq DESC LIMIT ?"
)
LAST_SEEN = "SELECT raw FROM entry WHERE kind = 'dice_seen' ORDER BY seq DESC LIMIT 1"
DICE = TypeAdapter(tuple[Die, ...])  # what the camera told, with where each die lay: the raw bytes of a reading


class Eye:
    """The camera of a table, if it has one, and the monitor of its dice."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        day: Callable[[], str],
        expect: Callable[[str], Callable[[], None]],  # the watchdog's
    ) -> None:
        self._journal, self._engine, self._day = settings.journal, engine, day
        self._keep_days = settings.camera.keep_days if settings.camera is not None else 0
        self._unkept: tuple[Fault, str] | None = None  # why the last pictures could not be kept
        self._telling: set[asyncio.Task[None]] = set()
        self._early: list[Callable[[], None]] | None = []  # what is counted once the rolls before this start are
        self.monitor = Monitor(apart=settings.camera is not None and settings.camera.apart)
        self.camera: CameraDriver | None = None
        if settings.camera is not None:
            self.camera = CameraDriver(
                device="camera",
                source=settings.camera.source,
                calibration=settings.calibration,
                frames=settings.camera.frames,
                sink=self._answered,
                beat=expect("camera"),
            )

    async def run(self) -> None:
        """Until cancelled."""
        self._recall(await asyncio.to_thread(self._rolled, self._engine.journal.head.seq))
        if self.camera is None:
            await asyncio.get_running_loop().create_future()
            return
        self.camera.told = await asyncio.to_thread(self._last_seen)
        tidying = asyncio.create_task(self._tidy(), name="evidence")
        try:
            await self.camera.run()
        finally:
            tidying.cancel()
            await asyncio.gather(tidying, *self._telling, return_exceptions=True)

    def heard(self, state: TableState, events: tuple[Event, ...]) -> None:
        """What was just committed."""
        by_people = any(isinstance(event, Agreed) for event in events)
        for event in events:
            match event:
                case DiceRolled(dice=dice):
                    self._count(partial(self.monitor.rolled, dice, placed=not by_people))
                case DiceCorrected(after=dice):
                    self._count(partial(self.monitor.corrected, dice))
                case DiceChanged():
                    self._count(self.monitor.changed)
                case LookOrdered(look=look, count=count) if self.camera is not None:
                    self.camera.look(look, count)
        if self.camera is not None and not state.camera.looking:
            self.camera.forget()

    def faults(self) -> list[tuple[str, Fault, str]]:
        """What a technician must know."""
        found: list[tuple[str, Fault, str]] = []
        if self.camera is not None and self.camera.fault is not None:
            found.append(("camera", self.camera.fault, self.camera.detail))
        if self._unkept is not None:
            found.append(("evidence", *self._unkept))
        found += [("dice", Fault.DICE_BIASED, _said(suspect)) for suspect in self.monitor.suspects()[:1]]
        return found

    def health(self) -> dict[str, Any]:
        """The camera and the dice, in numbers."""
        camera = self.camera
        together, *single = self.monitor.verdicts()
        return {
            "camera": camera
            and {
                "up": camera.fault is None,
                "source": camera.place,
                "state": asdict(camera.state) if camera.state is not None else None,
                "counters": asdict(camera.counters),
            },
            "dice": {**asdict(together), "single": [asdict(each) for each in single]},
        }

    # -- what the camera says -----------------------------------------------------------------------------------------

    def _answered(self, told: DiceSeen | DiceUnread, pictures: tuple[bytes, ...]) -> None:
        raw = DICE.dump_json(self.camera.told) if self.camera is not None and isinstance(told, DiceSeen) else b""
        task = asyncio.create_task(self._tell(told, pictures, Clear(raw)), name="dice")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, told: DiceSeen | DiceUnread, pictures: tuple[bytes, ...], raw: Clear) -> None:
        """The pictures first: what the journal names is on disk. What cannot be proved is read by people."""
        try:
            await asyncio.to_thread(evidence.keep, self._journal, self._day(), pictures)
            self._unkept = None if pictures else self._unkept
        except FaultError as error:
            log.warning("evidence_not_kept", extra={"detail": error.detail})
            self._unkept = error.fault, error.detail
            told = DiceUnread(told.device, told.look, str(error.fault))
        try:
            await self._engine.submit(told, raw)
        except FaultError as error:  # the journal's; its owner already knows
            log.warning("dice_not_told", extra={"fault": str(error.fault)})

    async def _tidy(self) -> None:
        while True:
            try:
                gone = await asyncio.to_thread(export.forget, self._journal, self._day(), self._keep_days)
                if gone:
                    log.info("evidence_forgotten", extra={"days": ",".join(gone)})
            except (OSError, FaultError, ValueError) as error:
                log.warning("evidence_not_tidied", extra={"exception": exception_site(error)})
            await asyncio.sleep(TIDY_EVERY)

    def _count(self, how: Callable[[], None]) -> None:
        if self._early is None:
            how()
        else:
            self._early.append(how)

    def _rolled(self, last: int) -> list[tuple[str, bytes, str]]:
        """What the dice showed before this start, up to that entry; the newest first. Blocks."""
        told: list[tuple[str, bytes, str]] = []
        try:
            for path in reversed(day_files(self._journal)):
                if len(told) < WINDOW:
                    told += _rolls(path, last, WINDOW - len(told))
        except ERRORS as error:  # the journal's own checks say what is wrong with it
            log.warning("rolls_not_recalled", extra={"exception": exception_site(error)})
        return told

    def _recall(self, told: list[tuple[str, bytes, str]]) -> None:
        """Counts them, and then what came while they were read."""
        for kind, body, cause in reversed(told):
            dice = json.loads(body)
            if kind == "dice_rolled":
                self.monitor.rolled(dice["dice"], placed=cause == "dice_seen")
            elif kind == "dice_changed":
                self.monitor.changed()
            else:
                self.monitor.corrected(dice["after"])
        early, self._early = self._early or [], None
        for how in early:
            how()

    def _last_seen(self) -> tuple[Die, ...]:
        """What the camera told before this start: as they lay, they are no new roll."""
        try:
            for path in reversed(day_files(self._journal)):
                with closing(read_only(path)) as db:
                    if row := db.execute(LAST_SEEN).fetchone():
                        return DICE.validate_json(row[0]) if row[0] else ()  # older readings do not say where
        except (*ERRORS, ValueError) as error:
            log.warning("dice_not_recalled", extra={"exception": exception_site(error)})
        return ()


def _rolls(path: Path, last: int, most: int) -> list[tuple[str, bytes, str]]:
    with closing(read_only(path)) as db:
        return list(db.execute(ROLLS, (last, most)))


def _said(verdict: Verdict) -> str:
    """In no language, since it is read in two: a die's place, its face, how often it came.

    >>> _said(Verdict(2, (60, 20, 20, 20, 20, 20), 50.0, 1.4e-09))
    'D2 ⚀ 1: 60/160, p = 1.4e-09'
    """
    which = "" if verdict.die is None else f"D{verdict.die} "
    counted = f"{verdict.counts[verdict.face - 1]}/{sum(verdict.counts)}"
    return f"{which}{chr(ord('⚀') + verdict.face - 1)} {verdict.face}: {counted}, p = {verdict.probability:.1e}"
