"""`croupierctl shoe listen`: what passes on the line, as bytes and as frames."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import aclosing

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
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
from daemon.cli.shoe.raw import masked, rows
from daemon.cli.shoe.report import ShoeReport
from drivers.shoe import SHOES


def listen(
    seconds: SecondsOption = 60,
    port: PortOption = "",
    protocol: ProtocolOption = "",
    baud: BaudOption = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Raw and decoded traffic side by side. With --json: a line for every frame, then the verdict."""
    line = Line.of(config, table, port, protocol, baud)
    report = ShoeReport(line.table, lang, "line_well", "line_broken", as_json=as_json)
    conversations, traffic, values = Conversations(line.protocol, line.serial), Traffic(), line.may_name_cards
    listeners = {way: SHOES[line.protocol].listener() for way in ("in", "out")}

    def show(at: float, way: str, raw: bytes, text: str, unread: str) -> None:
        hidden = way == "in" and not values
        text = masked(text) if hidden else text
        if as_json:
            record = {
                "t": at,
                "way": way,
                "hex": None if hidden else raw.hex(),
                "bytes": len(raw),
                "frame": text or None,
            }
            sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        else:
            shown = "\n".join(rows(at, way, None if hidden else raw, text or report.say(unread)))
            sys.stdout.write(f"{shown}\n")
        sys.stdout.flush()

    async def follow() -> None:
        at = 0.0
        async with aclosing(tap(line, conversations, seconds)) as passing:
            async for passed in passing:
                at = passed.at
                traffic.count(passed)
                if passed.data:
                    for text, raw in listeners[passed.kind].feed(passed.data):
                        show(at, passed.kind, raw, text, "no_frame")
                elif passed.error is not None:
                    fault = passed.error.fault
                    shown = json.dumps({"t": at, "fault": fault}) if as_json else f"{at:8.3f} !  {fault}"
                    sys.stdout.write(f"{shown}\n")
        for way, listener in listeners.items():
            if rest := listener.rest():
                show(at, way, rest, "", "unfinished")

    with concluding(report, line):
        if not values and not as_json:
            sys.stdout.write(f"{report.say('hidden')} {report.say('hidden_why')}\n")
        try:
            asyncio.run(follow())
        finally:
            if not as_json:
                sys.stdout.write("\n")
            tell_traffic(report, line, traffic, conversations)
        close_by(report, line, traffic, conversations)
