"""What the commands of `croupierctl camera` have in common: a camera of their own for as long as they run."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from daemon.cli.camera.words import WORDS
from daemon.cli.options import table_settings
from daemon.cli.report import DeviceReport
from daemon.control.client import get
from daemon.settings import Settings
from daemon.settings.devices import camera as sections
from daemon.text.language import Language
from drivers.camera.driver import CameraDriver, shown
from drivers.faults import Fault, FaultError
from drivers.observation import DiceSeen, DiceUnread

SourceOption = Annotated[str, typer.Option("--source", help="another camera than the table's", show_default=False)]
OPEN_WITHIN = 30.0  # seconds
NOT_YET = {Fault.CAMERA_OPENING}
Answer = DiceSeen | DiceUnread


@dataclass(frozen=True, slots=True)
class CameraTarget:
    """Which camera, and the table that it belongs to, if one."""

    source: str
    table: Settings | None

    @classmethod
    def of(cls, config: Path, table: str, source: str) -> CameraTarget:
        """Finds the camera; a source that is named needs no configuration."""
        if source and not table:
            return cls(source, None)
        settings = table_settings(config, table)
        camera = settings.device(sections.Camera)
        if camera is None:
            raise FaultError(Fault.CONFIG_INVALID, f"tables/{settings.name}.toml: [camera]")
        return cls(source or camera.source, settings)

    @property
    def calibration(self) -> Path | None:
        """Returns the table's calibration file, if there is one."""
        return self.table.calibration(self.table.device(sections.Camera)) if self.table is not None else None

    def check_free(self) -> None:
        """TABLE_TAKEN if croupierd has the device open; a stream has room for two."""
        if self.table is None or not self.source.startswith("/dev/"):
            return
        try:
            get(self.table.socket, "/state")
        except FaultError as error:
            if error.fault is Fault.DAEMON_DOWN:
                return
            raise
        raise FaultError(Fault.TABLE_TAKEN, self.source)


class CameraReport(DeviceReport):
    """A report on a camera: rows, then what the command has come to."""

    WORDS: ClassVar = WORDS

    def __init__(self, target: CameraTarget, lang: Language | None, well: str, broken: str, *, as_json: bool) -> None:
        super().__init__(target.table, lang, well, broken, as_json=as_json)
        self.row(self.say("source"), shown(target.source))


class Watched:
    """A camera that runs, and what it answers."""

    def __init__(self, camera: CameraDriver, answers: asyncio.Queue[Answer]) -> None:
        self.camera, self.answers = camera, answers

    async def opened(self) -> None:
        """Waits until it shows pictures; whatever else is wrong with them, the command may say itself."""
        try:
            async with asyncio.timeout(OPEN_WITHIN):
                while self.camera.state is None or self.camera.state.fault in NOT_YET:
                    fault = self.camera.fault
                    if self.camera.state is None and fault is not None and fault not in NOT_YET:
                        raise FaultError(fault, self.camera.detail)
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise FaultError(Fault.CAMERA_STUCK, self.camera.place) from None


@asynccontextmanager
async def watching(target: CameraTarget, calibration: Path | None, frames: int = 3) -> AsyncIterator[Watched]:
    """Runs the camera, in a process of its own, while the block runs."""
    target.check_free()
    logging.getLogger("drivers.camera").addHandler(logging.NullHandler())  # the report says it
    answers: asyncio.Queue[Answer] = asyncio.Queue()
    camera = CameraDriver(
        device="camera",
        source=target.source,
        calibration=calibration,
        frames=frames,
        sink=lambda answer, _: answers.put_nowait(answer),
        beat=lambda: None,
    )
    task = asyncio.create_task(camera.run(), name="camera")
    try:
        watched = Watched(camera, answers)
        await watched.opened()
        yield watched
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
