"""schemathesis against both doors, as a stranger and as a dealer who is signed in.

It is no table's dependency, and lives in .venv-campaign. It speaks TCP alone; a port of ours leads to the Unix socket.
"""

from __future__ import annotations

import asyncio
import re
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import Iterator
from contextlib import suppress

import httpx

from hil.asking import RefusedError
from hil.broker import free_port
from hil.environment import environment
from tests.campaign.hostile.table import INTRUDER, Besieged
from tests.campaign.hostile.trail import Trail

A_RUN = 30  # seconds
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "negative_data_rejection",
)
CONFIGURATION = """
[checks.not_a_server_error]
expected-statuses = ["2xx", "4xx", 503]  # 503: too busy, try again
"""
OPTIONS = (
    *("--checks", ",".join(CHECKS)),
    *("--exclude-path", "/events", "--exclude-path", "/states"),  # streams without end: doors.py follows them
    *("--max-time", str(A_RUN), "--rate-limit", "100/s", "--request-timeout", "20"),
    *("--continue-on-failure", "--no-shrink", "--no-color", "--suppress-health-check", "all"),
)
OPERATION, CASE = re.compile(r"^_{3,} ", re.MULTILINE), re.compile(r"^\d+\. Test Case ID: ", re.MULTILINE)
FAILED, RECEIVED = re.compile(r"^- (ST\d+ .*)$", re.MULTILINE), re.compile(r"^ +Received: (\d+)", re.MULTILINE)
CASES = re.compile(r"^ +(\d+) generated", re.MULTILINE)


def failures(said: str) -> Iterator[tuple[str, str]]:
    """Every check that failed: what, and the whole of its case, with the curl that asks for it again."""
    for operation in OPERATION.split(said.partition("= WARNINGS =")[0].partition("= SUMMARY =")[0])[1:]:
        name = operation.partition(" _")[0]
        for case in CASE.split(operation)[1:]:
            for failed in FAILED.findall(case):
                received = RECEIVED.search(case)
                yield f"{name}: {failed}{f' {received[1]}' if received else ''}", case


class Schema:
    """One run after the other, each at a door."""

    NAME = "schema"

    def __init__(self, table: Besieged, trail: Trail) -> None:
        self._table, self._trail = table, trail
        self._port = free_port()
        self._python = environment("campaign")
        self._file = trail.folder / "schemathesis.toml"
        self._file.write_text(CONFIGURATION)

    async def run(self) -> None:
        """Until cancelled."""
        async with await asyncio.start_server(self._forward, "127.0.0.1", self._port):
            number = 0
            while True:
                signed_in, unix = bool(number & 1), bool(number & 2)
                await self._fuzz(number, signed_in=signed_in, unix=unix)
                number += 1

    async def _fuzz(self, number: int, *, signed_in: bool, unix: bool) -> None:
        port = self._port if unix else self._table.console_port
        here = f"http://127.0.0.1:{port}"
        program = str(self._python.with_name("schemathesis"))
        command = [program, "--config-file", str(self._file), "run", f"{here}/openapi.json", "--url", here, *OPTIONS]
        command += ["--seed", str(self._trail.seed + number), "--header", f"Origin: {here}"]
        if signed_in:  # and stays so
            command += ["--header", f"Authorization: Bearer {await self._token()}", "--exclude-method", "DELETE"]
        self._trail.send(self.NAME, " ".join(command))
        running = await asyncio.create_subprocess_exec(
            *command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, cwd=self._trail.folder
        )
        said = b""
        try:
            with suppress(TimeoutError):  # of a machine that is too busy
                said, _ = await asyncio.wait_for(running.communicate(), A_RUN * 4)
        finally:
            with suppress(ProcessLookupError):
                running.kill()
            await running.wait()
        text = said.decode(errors="replace")
        if (cases := CASES.search(text)) is not None:
            self._trail.sent[self.NAME] += int(cases[1])
        found = list(failures(text))
        if (running.returncode or 0) > 0 and not found:
            found = [("schemathesis did not come to its end", text[-5000:])]
        for what, case in found:
            self._trail.find(self.NAME, what, case)

    async def _token(self) -> str:
        """The intruder's; none if the door is closed to him, as to any other."""
        with suppress(httpx.TransportError, RefusedError):
            return str((await self._table.sign_in(INTRUDER))["token"])
        return ""

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """What comes on our port goes to the Unix socket, and back."""

        async def pour(source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                while data := await source.read(65536):
                    into.write(data)
                    await into.drain()
            into.close()

        try:
            there, to_there = await asyncio.open_unix_connection(self._table.socket)
        except OSError:
            writer.close()
            return
        await asyncio.gather(pour(reader, to_there), pour(there, writer))
