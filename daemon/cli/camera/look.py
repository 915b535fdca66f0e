"""`croupierctl camera snapshot` and `watch`: what the camera sees now, and how far that is from its calibration."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from daemon.cli.camera.common import CameraReport, CameraTarget, SourceOption, Watched, watching
from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.host import atomic
from daemon.text.language import Language
from drivers.camera.wire import CameraState
from drivers.faults import FaultError
from drivers.observation import DiceSeen

EVERY = 1.0  # seconds between two lines of `watch`
ANSWER_WITHIN = 20.0


def snapshot(
    file: Annotated[Path, typer.Argument(metavar="FILE.png", help="where the picture goes", show_default=False)],
    source: SourceOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """One picture, as the camera sees it, without loss."""
    target = CameraTarget.of(config, table, source)
    report = CameraReport(target, lang, "taken", "not_taken", as_json=as_json)

    async def take() -> None:
        async with watching(target, None) as watched:
            (picture,) = await watched.camera.snap(1)
            await asyncio.to_thread(atomic.write, file, [picture])
            if watched.camera.state is not None:
                report.row(report.say("size"), _size(watched.camera.state))

    try:
        asyncio.run(take())
        report.row(report.say("file"), str(file))
    except FaultError as error:
        report.row(report.say("picture"), error.detail, error.fault)
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}", param_hint="FILE.png") from error
    report.close()


def watch(
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="for so long; 0: until Ctrl-C")] = 10,
    count: Annotated[int, typer.Option("--read", min=0, max=8, help="read so many dice, too")] = 0,
    source: SourceOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Light, focus and position against the calibration, once a second; with --read also what the dice show."""
    target = CameraTarget.of(config, table, source)
    report = CameraReport(target, lang, "sees_well", "sees_badly", as_json=as_json)

    async def follow() -> None:
        async with watching(target, target.calibration) as watched:
            await _follow(report, watched, seconds, as_json=as_json)
            if count:
                watched.camera.look(1, count)
                answer = await asyncio.wait_for(watched.answers.get(), ANSWER_WITHIN)
                _tell_reading(report, answer, report.language)
            if (state := watched.camera.state) is not None:
                report.row(report.say("frames"), report.say("frames_seen", n=state.frames, rate=state.rate))
                report.row(report.say("size"), _size(state), watched.camera.fault)
                report.row(report.say("condition"), _condition(report, state))
                report.extra["state"] = asdict(state)

    try:
        asyncio.run(follow())
    except FaultError as error:
        report.row(report.say("picture"), error.detail, error.fault)
    report.close()


async def _follow(report: CameraReport, watched: Watched, seconds: float, *, as_json: bool) -> None:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    until = loop.time() + seconds if seconds else None
    while not ended.is_set() and (until is None or loop.time() < until):
        if (state := watched.camera.state) is not None:
            fault = watched.camera.fault
            status = {**asdict(state), "fault": fault}
            words = f"{_size(state)}  {_condition(report, state)}  {fault or ''}".rstrip()
            sys.stdout.write((json.dumps(status) if as_json else words) + "\n")
            sys.stdout.flush()
        try:
            await asyncio.wait_for(ended.wait(), EVERY)
        except TimeoutError:
            continue


def _tell_reading(report: CameraReport, answer: object, language: Language) -> None:
    from daemon.history.sentences import Voice

    if isinstance(answer, DiceSeen):
        report.row(report.say("read"), f"{' '.join(map(str, answer.dice))}  ({answer.confidence:.0%})")
        report.extra["dice"] = list(answer.dice)
    else:
        reason = str(getattr(answer, "reason", ""))
        report.row(report.say("read"), report.say("not_read", reason=Voice(language, "").unread(reason)), bad=True)
        report.extra |= {"dice": None, "reason": reason}


def _size(state: CameraState) -> str:
    return f"{state.width} × {state.height}, {state.rate}/s"


def _condition(report: CameraReport, state: CameraState) -> str:
    if (now := state.condition) is None:
        return "?"
    focus = "?" if now.focus is None else f"{now.focus:.0%}"
    shift = "?" if now.shift is None else f"{now.shift:.1f} px"
    return report.say("camera_condition", light=f"{now.light:.0%}", focus=focus, shift=shift)
