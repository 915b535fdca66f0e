"""`croupierctl shaker watch`: what the shaker tells, as bytes and in words."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.cli.shaker.common import SerialOption, ShakerReport, ShakerTarget, UsbOption
from drivers.observation import Observation

if TYPE_CHECKING:
    from daemon.cli.shaker.talk import Talk
    from daemon.history.sentences import Voice

BYTES = 4  # in a group: a number of the wire


def watch(
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="for so long; 0: until Ctrl-C")] = 60,
    serial: SerialOption = "",
    usb: UsbOption = "",
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Every event as it comes; open the dome, press its button. With --json: a line each, then the verdict."""
    target = ShakerTarget.of(config, table, serial, usb)
    report = ShakerReport(target, lang, "tells_well", "tells_badly", as_json=as_json)

    async def follow() -> None:
        from daemon.cli.shaker.talk import talking
        from daemon.history.sentences import Voice

        async with talking(target) as talk:
            try:
                await _follow(talk, seconds, Voice(report.language, ""), as_json=as_json)
            finally:
                _tell(report, talk)

    with report.concluding():
        try:
            asyncio.run(follow())
        finally:
            if not as_json:
                sys.stdout.write("\n")
        if report.extra["tally"]["gaps"]:
            report.conclude("events_lost")
        report.close()


async def _follow(talk: Talk, seconds: float, voice: Voice, *, as_json: bool) -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()
    while not talk.interrupted.is_set() and (not seconds or loop.time() - started < seconds):
        if seen := await talk.next():
            at = round(loop.time() - started, 3)
            sys.stdout.write(f"{_as_json(at, *seen) if as_json else _in_words(at, *seen, voice)}\n")
            sys.stdout.flush()


def _as_json(at: float, seen: Observation, raw: bytes) -> str:
    return json.dumps({"t": at, "hex": raw.hex(), **asdict(seen)}, ensure_ascii=False)


def _in_words(at: float, seen: Observation, raw: bytes, voice: Voice) -> str:
    """The words, and under them the bytes: an event's five fields, or a whole status."""
    said = voice.said(seen.kind, asdict(seen))
    groups = (raw[place : place + BYTES].hex() for place in range(0, len(raw), BYTES))
    shown = f"\n{'':10}{' '.join(groups)}" if raw else ""
    return f"{at:8.3f}  {said}{shown}"


def _tell(report: ShakerReport, talk: Talk) -> None:
    tally = asdict(talk.driver.counters)
    report.row(report.say("events"), report.say("tally", **tally), bad=bool(tally["gaps"]))
    for fault, detail in talk.driver.faults():
        report.row(report.say("shaker"), detail, fault)
    report.extra["tally"] = tally
