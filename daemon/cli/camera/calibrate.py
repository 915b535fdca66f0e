"""`croupierctl camera calibrate`: region, scale, light, focus and marks of a fixed camera over its tray."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from daemon.cli.camera.common import CameraReport, CameraTarget, SourceOption, watching
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.host import atomic
from drivers.faults import Fault, FaultError
from rules.registry import GAMES

if TYPE_CHECKING:
    from drivers.camera.calibration import Calibrated
    from drivers.camera.measure import Picture, Region

PICTURES = 5
MODE = 0o644
ALIKE = 1.4  # the largest die against the smallest
BOX = 1.24  # edges of a die that the recogniser's box is wide


def calibrate(
    die: Annotated[
        float | None, typer.Option("--die", min=12, help="width of a die in pixels, if dice shall not be laid")
    ] = None,
    region: Annotated[
        str, typer.Option("--region", metavar="X,Y,WIDTH,HEIGHT", help="where dice can lie, if it is not found")
    ] = "",
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="another file than the table's")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="ask nothing: the tray is empty (needs --die)")] = False,
    source: SourceOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Writes the calibration and, beside it, a picture that shows what was found: look at it."""
    target = CameraTarget.of(config, table, source)
    file = to or target.calibration
    if file is None:
        raise typer.BadParameter("a camera of no table needs a file", param_hint="--to")
    if yes and die is None:
        raise typer.BadParameter("without questions, no dice can be laid: say how wide they are", param_hint="--die")
    report = CameraReport(target, lang, "calibrated", "not_calibrated", as_json=as_json)
    try:
        asyncio.run(_calibrate(report, target, file, die, _region(region), ask=not yes))
    except FaultError as error:
        report.row(report.say("picture"), error.detail, error.fault)
    except OSError as error:
        raise typer.BadParameter(f"{error.filename or file}: {error.strerror}", param_hint="--to") from error
    report.close()


def _region(text: str) -> Region | None:
    if not text:
        return None
    try:
        x, y, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(text, param_hint="--region") from None
    return x, y, width, height


async def _calibrate(
    report: CameraReport, target: CameraTarget, file: Path, die: float | None, region: Region | None, *, ask: bool
) -> None:
    from drivers.camera.calibrate import annotated, calibrate, find_region
    from drivers.camera.calibration import FEWEST_MARKS, dump

    async with watching(target, None) as watched:
        if ask:
            await _asked(report.say("empty_tray"))
        empty = [_decoded(data) for data in await watched.camera.snap(PICTURES)]
        region = region or find_region(empty[0])
        _check_region(region, empty[0])
        _check_still(empty, region)
        shown, dice = empty[0], None
        count = GAMES[target.table.table.game].dice if target.table else max(game.dice for game in GAMES.values())
        if die is None:
            await _asked(report.say("lay_dice", n=count))
            shown = dice = _decoded((await watched.camera.snap(1))[0])
            die = await asyncio.to_thread(_width_of_dice, dice, count)
    made = await asyncio.to_thread(calibrate, empty, region, die, dice, count)
    picture = file.with_name(f"{file.name}.png")
    found = (("die", f"{die:.0f} px"), ("light", f"{made.calibration.light:.0f}"), ("marks", str(len(made.patches))))
    lines = [file.name, *(f"{report.say(key)} {value}" for key, value in found)]
    few = len(made.patches) < FEWEST_MARKS
    if not few:
        await asyncio.to_thread(atomic.write, file, [dump(made)], MODE)
    await asyncio.to_thread(atomic.write, picture, [_encoded(annotated(shown, made, lines))], MODE)
    _tell(report, made, None if few else file, picture)


def _tell(report: CameraReport, made: Calibrated, file: Path | None, picture: Path) -> None:
    """Adds what was found; without a file, there were too few marks."""
    found = made.calibration
    x, y, width, height = found.region
    report.row(report.say("size"), f"{found.width} × {found.height}")
    report.row(report.say("region"), report.say("region_at", x=x, y=y, w=width, h=height))
    report.row(report.say("die"), f"{found.die:.0f} px")
    report.row(report.say("light"), report.say("of_255", n=found.light))
    report.row(report.say("sharpness"), f"{made.sharpness:.2f}")
    marks = len(found.marks)
    if file is None:
        report.row(report.say("marks"), report.say("marks_few", n=marks), Fault.CAMERA_UNCALIBRATED)
    else:
        report.row(report.say("marks"), str(marks))
        report.row(report.say("file"), str(file))
    report.row(report.say("picture"), str(picture))
    report.extra |= {"calibration": asdict(found), "file": file and str(file), "picture": str(picture)}


async def _asked(question: str) -> None:
    sys.stderr.write(question)
    sys.stderr.flush()
    if not await asyncio.to_thread(sys.stdin.readline):
        raise typer.Abort
    sys.stderr.write("\n")


def _check_region(region: Region, picture: Picture) -> None:
    x, y, width, height = region
    high, wide = picture.shape[:2]
    if x < 0 or y < 0 or width < 32 or height < 32 or x + width > wide or y + height > high:
        raise typer.BadParameter(f"not in a picture of {wide} × {high}", param_hint="--region")


def _check_still(pictures: list[Picture], region: Region) -> None:
    """Refuses pictures in which something moves: hands and dice spoil a calibration."""
    from drivers.camera.attempt import MOTION
    from drivers.camera.measure import coarse, difference

    first, *others = (coarse(picture, region) for picture in pictures)
    if any(difference(first, other) >= MOTION for other in others):
        raise FaultError(Fault.CAMERA_UNCALIBRATED, "moving")


def _width_of_dice(picture: Picture, count: int) -> float:
    from drivers.camera.recognise import read

    reading = read(picture, count, None)  # what they show does not matter here
    widths = [die.box[2] / BOX for die in reading.dice]
    if len(widths) != count or max(widths) > ALIKE * min(widths):
        raise FaultError(Fault.CAMERA_UNCALIBRATED, f"{len(widths)}/{count}: {reading.reason}")
    return float(median(widths))


def _decoded(data: bytes) -> Picture:
    from drivers.camera.limits import PIXELS
    from drivers.camera.picture import decode

    try:
        return decode(data, PIXELS)
    except ValueError as error:
        raise FaultError(Fault.CAMERA_FAILED, str(error)) from None


def _encoded(picture: Picture) -> bytes:
    from drivers.camera.child import encoded

    return encoded(picture, ".png")
