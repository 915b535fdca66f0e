"""`croupierctl shoe identify`: who answers, against who should."""

from __future__ import annotations

import asyncio
import os
from contextlib import aclosing
from dataclasses import asdict

from daemon.cli.options import DEFAULT_CONFIG, ConfigOption, JsonOption, LanguageOption, TableOption
from daemon.cli.shoe.common import BaudOption, PortOption, ProtocolOption, concluding, place
from daemon.cli.shoe.line import Conversations, Line, tap
from daemon.cli.shoe.report import ShoeReport
from drivers.faults import Fault, FaultError
from drivers.observation import LinkUp

IDENTIFY_WITHIN = 4.0  # seconds; a verdict is due within five


def identify(
    port: PortOption = "",
    protocol: ProtocolOption = "",
    baud: BaudOption = None,
    config: ConfigOption = DEFAULT_CONFIG,
    table: TableOption = "",
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Who answers on the line, and is it this table's shoe?"""
    line = Line.of(config, table, port, protocol, baud)
    report = ShoeReport(
        line.table, lang, "shoe_known" if line.serial else "shoe_answers", "shoe_not_known", as_json=as_json
    )
    conversations = Conversations(line.protocol, None)
    met: list[LinkUp] = []

    async def ask() -> FaultError | None:
        async with aclosing(tap(line, conversations, IDENTIFY_WITHIN)) as passing:
            async for passed in passing:
                if passed.error is not None:
                    return passed.error
                if passed.sighting is not None and isinstance(passed.sighting.observation, LinkUp):
                    met.append(passed.sighting.observation)
                    return None
        return None

    with concluding(report, line):
        report.row(report.say("line"), place(report, line))
        error = asyncio.run(ask())
        made, number = adapter(line.port)
        report.row(report.say("adapter"), " ".join(filter(None, [made, number])) or report.say("adapter_none"))
        who, speaks = conversations.current.identity, conversations.current.IDENTIFIES
        found = number if not speaks else who.serial if who is not None else None
        if who is not None and speaks:
            report.row(report.say("model"), who.model)
            report.row(report.say("firmware"), who.firmware)
        elif not speaks:
            report.row(report.say("identity"), report.say("identity_none"))
        if found is not None:
            other = line.serial is not None and found != line.serial
            text = report.say("serial_expected", found=found, expected=line.serial) if other else found
            report.row(report.say("serial"), text, Fault.SHOE_WRONG_DEVICE if other else None)
        if met and speaks:
            report.row(report.say("boot"), report.say("boot_at", boot=met[0].boot, seq=met[0].seq))
        if error is not None:
            raise error
        if not speaks:
            proven = conversations.current.proven
            text = report.say("proven" if proven else "unproven")
            report.row(report.say("shoe"), text, None if proven else Fault.SHOE_UNPROVEN)
        elif not met:
            raise FaultError(Fault.SHOE_SILENT, line.port)
        report.extra |= {
            "identity": asdict(who) if who is not None and speaks else None,
            "boot": met[0].boot if met and speaks else None,
            "expected": line.serial,
            "adapter": {"name": made, "serial": number},
            "proven": conversations.current.proven,
        }
        report.close()


def adapter(port: str) -> tuple[str, str | None]:
    """What the port is, in its maker's words, and its serial number; of a server, its address, as the driver does."""
    from serial.tools import list_ports

    if (server := port.removeprefix("socket://")) != port:
        return "", server
    found = (one for one in list_ports.comports() if one.device == os.path.realpath(port) and one.vid is not None)
    usb = next(found, None)
    if usb is None:
        return "", None
    return " ".join(filter(None, [usb.manufacturer, usb.product, f"({usb.vid:04x}:{usb.pid:04x})"])), usb.serial_number
