"""What the commands of `croupierctl shoe` have in common."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from daemon.cli.shoe.line import DEVICE, Conversations, Line, Passed
from daemon.cli.shoe.report import ShoeReport
from drivers.faults import Fault, FaultError

PortOption = Annotated[str, typer.Option("--port", help="another port than the table's", show_default=False)]
ProtocolOption = Annotated[str, typer.Option("--protocol", help="another protocol", show_default=False)]
BaudOption = Annotated[int | None, typer.Option("--baud", min=50, help="another speed", show_default=False)]
SecondsOption = Annotated[float, typer.Option("--seconds", min=0, help="for so long; 0: until Ctrl-C")]


@dataclass(slots=True)
class Traffic:
    """Counts the bytes that passed on the line, and keeps the last fault."""

    came: int = 0
    sent: int = 0
    error: FaultError | None = None  # the last one

    def count(self, passed: Passed) -> None:
        """Counts one thing that passed on the line."""
        self.came += len(passed.data) if passed.kind == "in" else 0
        self.sent += len(passed.data) if passed.kind == "out" else 0
        self.error = passed.error or self.error


@contextmanager
def concluding(report: ShoeReport, line: Line) -> Iterator[None]:
    """Makes a fault of the line the verdict; if whoever reads the output goes away, the command ends quietly."""
    try:
        yield
    except FaultError as error:
        where = line.port if error.detail in ("", DEVICE) else error.detail
        if error.fault is Fault.TABLE_TAKEN:
            report.set_table(error.detail)
            where = f"{line.port}, {error.detail}"
        report.row(report.say("line"), where, error.fault)
        report.close()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def place(report: ShoeReport, line: Line) -> str:
    """Says which line it is, and at which speed."""
    return report.say("line_at", port=line.port, protocol=line.protocol, baud=line.baud_rate)


def tell_traffic(report: ShoeReport, line: Line, traffic: Traffic, conversations: Conversations) -> None:
    """Adds the line and its counters to the report."""
    report.row(report.say("line"), place(report, line))
    report.row(report.say("bytes"), report.say("bytes_both", came=traffic.came, sent=traffic.sent))
    report.row(report.say("messages"), report.say("tally", **conversations.counted))
    report.extra |= {"bytes": {"in": traffic.came, "out": traffic.sent}, "tally": conversations.counted}


def close_by(report: ShoeReport, line: Line, traffic: Traffic, conversations: Conversations) -> None:
    """Ends with the verdict on the line: its last fault, nothing heard, or all is well."""
    if traffic.error is not None:
        raise traffic.error
    if not conversations.tally.frames:
        raise FaultError(Fault.SHOE_SILENT if conversations.current.BEATS else Fault.SHOE_UNPROVEN, line.port)
    report.close()
