"""What every simulated device shares: named faults, and the one channel through which they are switched.

The channel is a Unix socket that takes one JSON object a line and answers each with one:

    {"fault": "unplug", "on": true}      switch a fault
    {"do": "draw", "count": 3}           whatever else the device can do
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar


class Device(ABC):
    """One simulated device, in a process of its own."""

    FAULTS: ClassVar[dict[str, str]] = {}  # name: what it does

    def __init__(self) -> None:
        self.on: set[str] = set()  # the faults that are switched on

    @abstractmethod
    async def run(self) -> None:
        """Runs the device until cancelled."""

    async def switched(self, fault: str, *, on: bool) -> None:  # noqa: B027 - most faults only need to be looked up
        """A fault was switched; for those that act at once."""

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """Something that a person or the world does to the device."""
        raise ValueError(f"this device cannot {what}")

    async def serve(self, channel: Path) -> None:
        """The device and its channel, until cancelled."""
        server = await asyncio.start_unix_server(self._answer, channel)
        async with server:
            await self.run()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                try:
                    answer = await self._obey(json.loads(line))
                except (ValueError, KeyError, TypeError) as error:
                    answer = {"error": str(error)}
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def _obey(self, request: dict[str, Any]) -> dict[str, Any]:
        if (fault := request.get("fault")) is None:
            return await self.do(request.pop("do"), **request)
        if fault not in self.FAULTS:
            raise ValueError(f"no such fault: {fault}; there are {', '.join(self.FAULTS)}")
        (self.on.add if request["on"] else self.on.discard)(fault)
        await self.switched(fault, on=request["on"])
        return {}


async def ask(channel: Path, **request: Any) -> dict[str, Any]:
    """One request to a device; raises ValueError with the device's own words if it refuses."""
    reader, writer = await asyncio.open_unix_connection(channel)
    try:
        writer.write(json.dumps(request).encode() + b"\n")
        answer: dict[str, Any] = json.loads(await reader.readline())
    finally:
        writer.close()
        await writer.wait_closed()
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer
