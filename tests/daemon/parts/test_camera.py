"""What croupierd does with a camera: what it told outlives a restart, pictures and all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

import daemon.parts.camera
import daemon.parts.dice
from daemon.engine import Engine, restore
from daemon.host.watchdog import Watchdog
from daemon.journal.calendar import Calendar
from daemon.journal.store import Journal
from daemon.parts.bias import Monitor
from daemon.parts.camera import CameraPart
from daemon.parts.dice import DicePart
from daemon.parts.part import Running
from daemon.settings import Settings, load
from daemon.settings.devices.camera import Camera as Section
from daemon.table.orders import (
    Align,
    ChangeDice,
    CorrectDice,
    DiceOut,
    EnterDice,
    Observation,
    OfferDice,
    OpenRound,
    SeatIn,
)
from drivers.camera.driver import CameraDriver
from drivers.camera.reading import Die
from drivers.observation import DiceSeen
from tests.daemon.floor import D1, S1, both, started
from tests.drivers import PATIENCE, until

DAY = "2026-11-16"
CRAPS = replace(started("craps"), camera=True)
SENT = D1(OfferDice()), D1(DiceOut())
OPEN, LAY = D1(OpenRound()), D1(SeatIn(seat="1", wagers={"pass": 500}))
DICE = Die(4, (10, 20, 50, 50), 0.98), Die(3, (90, 20, 50, 50), 0.97)
SITE = 'language = "en"\nstate_directory = "{0}"\nruntime_directory = "{0}"\n[broker]\nhost = "localhost"\n'
TABLE = '[table]\ngame = "craps"\n[camera]\nsource = "http://camera.floor/video"\n'


class Parts(NamedTuple):
    """What a table with a camera does with its dice."""

    camera: CameraPart
    dice: DicePart


async def for_ever(_: CameraDriver) -> None:
    await asyncio.Event().wait()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(CameraDriver, "run", for_ever)  # no child: what it would say is said here
    (tmp_path / "tables").mkdir()
    (tmp_path / "site.toml").write_text(SITE.format(tmp_path))
    (tmp_path / "tables/craps-1.toml").write_text(TABLE)
    return load(tmp_path, "craps-1")


@asynccontextmanager
async def table(
    settings: Settings,
    *said: Observation,
    meanwhile: tuple[Observation, ...] = (),
    then: Callable[[], None] = lambda: None,
) -> AsyncIterator[Parts]:
    """A table whose camera has come to run; this was said to it before, and this, to the disk, while it came to."""
    journal = await asyncio.to_thread(Journal, settings.journal, settings.key_file, lambda: DAY)
    try:
        engine = Engine(journal, await asyncio.to_thread(restore, journal))
        journal.start()
        for each in said:
            await engine.submit(each)
        shared = Running(settings, engine, cast("Calendar", lambda: DAY), Watchdog())
        section = settings.device(Section)
        assert section is not None
        parts = Parts(CameraPart(section, shared), DicePart(shared))
        for part in parts:
            engine.listen(part.committed)
        running = [asyncio.create_task(part.run()) for part in parts]
        await asyncio.sleep(0)
        for each in meanwhile:
            await engine.submit(each)
        then()
        await recalled(parts)
        try:
            yield parts
        finally:
            await asyncio.gather(*parts.camera._submitting)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
    finally:
        await asyncio.to_thread(journal.close)


async def recalled(parts: Parts) -> None:
    """Until the pictures are tidied for the first time, and every roll before this start is counted."""
    while parts.dice._early is not None or not any(task.get_name() == "evidence" for task in asyncio.all_tasks()):
        await asyncio.sleep(0.01)


async def test_after_a_start_the_camera_knows_the_dice_that_it_told_before(settings: Settings) -> None:
    async with table(settings) as parts:
        camera = parts.camera.driver
        assert camera.last_seen == ()
        camera.last_seen = DICE
        camera.sink(DiceSeen("camera", 1, (4, 3), 0.97, ()), ())
    async with table(settings) as parts:
        assert parts.camera.driver.last_seen == DICE


async def test_pictures_that_cannot_be_tidied_are_tried_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[str] = []

    def forget(_: Path, day: str, __: int) -> list[str]:
        tried.append(day)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("daemon.journal.export.forget", forget)
    monkeypatch.setattr(daemon.parts.camera, "TIDY_EVERY", 0.01)
    async with table(settings):
        await until(lambda: len(tried) > 2)
    assert "evidence_not_tidied" in caplog.messages


async def test_a_reading_that_does_not_say_where_the_dice_lay_is_forgotten(settings: Settings) -> None:
    async with table(settings, DiceSeen("camera", 1, (4, 3), 0.97, ())) as parts:
        assert parts.camera.driver.last_seen == ()


async def test_a_roll_that_comes_while_earlier_ones_are_recalled_is_counted_once_and_after_them(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, stored = daemon.parts.dice._rolls, threading.Event()

    def late(*given: Any) -> list[tuple[str, bytes, str]]:
        assert stored.wait(PATIENCE)  # what is rolled meanwhile is on disk before it is read
        return read(*given)

    monkeypatch.setattr(daemon.parts.dice, "_rolls", late)
    before = CRAPS, OPEN, LAY, *SENT, *both(EnterDice(dice=(4, 4)))
    again = D1(DiceOut()), *both(EnterDice(dice=(6, 6)))
    async with table(settings, *before, meanwhile=again, then=stored.set) as parts:
        (together,) = parts.dice.monitor.fairness()
        assert together.counts == (0, 0, 0, 2, 0, 2)
    wrong = both(CorrectDice(dice=(1, 1)))
    stored.clear()
    async with table(settings, CRAPS, S1(Align(felt={"1": 1})), meanwhile=wrong, then=stored.set) as parts:
        (together,) = parts.dice.monitor.fairness()
        assert together.counts == (2, 0, 0, 2, 0, 0)  # of the last roll, though it was not yet recalled


async def test_other_dice_are_counted_from_the_first_also_after_a_start(settings: Settings) -> None:
    first, second = both(EnterDice(dice=(4, 4))), both(EnterDice(dice=(1, 2)))
    before = CRAPS, OPEN, LAY, *SENT, *first, D1(ChangeDice()), D1(DiceOut()), *second
    async with table(settings, *before) as parts:
        assert parts.dice.monitor.fairness()[0].counts == (1, 1, 0, 0, 0, 0)
        await parts.dice._engine.submit(D1(ChangeDice()))
        assert parts.dice.monitor.fairness()[0].counts == (0, 0, 0, 0, 0, 0)


async def test_the_monitor_is_filled_where_it_is_read(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    counted = Monitor.rolled

    def watched(monitor: Monitor, dice: Iterable[int], *, placed: bool) -> None:
        threads.append(threading.current_thread().name)
        counted(monitor, dice, placed=placed)

    monkeypatch.setattr(Monitor, "rolled", watched)
    async with table(settings, CRAPS, OPEN, LAY, *SENT, *both(EnterDice(dice=(4, 4)))):
        assert threads == ["MainThread"]
