"""`croupierctl shoe capture` and `replay`: a bug on the floor becomes a capture, the capture a test."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, Any

import typer

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.cli.shoe.capture import Capture, Recorder
from daemon.cli.shoe.common import (
    BaudOption,
    PortOption,
    ProtocolOption,
    SecondsOption,
    Traffic,
    close_by,
    concluding,
    tell_traffic,
)
from daemon.cli.shoe.line import Conversations, Line, tap
from daemon.cli.shoe.report import ShoeReport
from drivers.faults import Fault


def capture(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a new file", show_default=False)],
    seconds: SecondsOption = 60,
    port: PortOption = "",
    protocol: ProtocolOption = "",
    baud: BaudOption = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Writes everything on the line, with its times, into a file that `replay` decodes again."""
    line = Line.of(config, table, port, protocol, baud)
    report = ShoeReport(line.table, lang, "captured", "line_broken", as_json=as_json)
    conversations, traffic, values = Conversations(line.protocol, line.serial), Traffic(), line.may_name_cards

    async def follow(recorder: Recorder) -> None:
        async with aclosing(tap(line, conversations, seconds)) as passing:
            async for passed in passing:
                traffic.count(passed)
                recorder.add(passed)

    with concluding(report, line):
        line.check_free()
        try:
            recorder = Recorder(file, line, values=values)
        except OSError as error:
            report.conclude("cannot_write", f"{file}: {error.strerror}")
        with recorder:
            report.row(report.say("file"), str(file))
            if not values:
                report.row(report.say("hidden"), report.say("hidden_why"))
            try:
                asyncio.run(follow(recorder))
            finally:
                tell_traffic(report, line, traffic, conversations)
                report.extra |= {"file": str(file), "values": values}
        close_by(report, line, traffic, conversations)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a capture", show_default=False)],
    expect: Annotated[bool, typer.Option("--expect", help="it must yield what was recorded")] = False,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decodes a capture with this version's code, and tells what comes of it."""
    report = ShoeReport(None, lang, "capture_same" if expect else "capture_read", "capture_differs", as_json=as_json)
    try:
        kept = Capture(file)
    except ValueError as error:
        report.conclude("capture_unreadable", str(error))
    if not kept.header.values:
        report.conclude("capture_masked", str(file))
    decoded, tally = kept.decoded()
    if not as_json:
        for number, one in enumerate(decoded, 1):
            sys.stdout.write(f"{number:5}  {_plain(one)}\n")
        sys.stdout.write("\n")
    faults = [one["fault"] for one in decoded if "fault" in one]
    report.row(report.say("file"), f"{file}, {kept.header.protocol}, {kept.header.made}")
    report.row(report.say("messages"), report.say("tally", **tally))
    report.row(report.say("observed"), str(len(decoded) - len(faults)))
    if faults:
        report.row(report.say("faults_found"), ", ".join(faults), None if expect else Fault(faults[0]))
    report.extra |= {"file": str(file), "observations": decoded, "tally": tally}
    if expect and decoded != (recorded := kept.recorded()):
        at = next((n for n, pair in enumerate(zip(recorded, decoded, strict=False)) if pair[0] != pair[1]), None)
        place = min(len(recorded), len(decoded)) if at is None else at
        was, now = (_plain(some[place]) if place < len(some) else "—" for some in (recorded, decoded))
        report.extra["difference"] = {"number": place + 1, "recorded": was, "now": now}
        report.conclude("capture_other", report.say("difference_at", n=place + 1, was=was, now=now))
    report.close()


def _plain(one: dict[str, Any]) -> str:
    kind = one.get("kind") or one["fault"]
    return " ".join([kind, *(f"{name}={value}" for name, value in one.items() if name not in ("kind", "fault"))])
