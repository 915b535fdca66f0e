"""Processes that live in a folder and end with it, whatever happens to whoever started them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from hil.guardian import MARK

PATIENCE = 120.0  # seconds for something that must happen; nobody measures how soon


class Running(Protocol):
    """A process of the rig, whoever started it."""

    @property
    def pid(self) -> int:
        """Returns the number of the process."""

    @property
    def returncode(self) -> int | None:
        """Returns how the process ended; None: it runs."""

    def send_signal(self, signal: int) -> None:
        """Sends a signal, if the process runs."""

    def kill(self) -> None:
        """Ends the process by SIGKILL."""

    async def wait(self) -> int:
        """Its exit status, when it has ended."""


class Processes:
    """By name. `within`: a folder that someone else guards, and removes."""

    patience = PATIENCE

    def __init__(self, within: Path | None = None) -> None:
        self._guarded = within is not None
        self.folder = within or Path(tempfile.mkdtemp(prefix="croupier-rig-"))
        self._processes: dict[str, Running] = {}
        self._guardian: Process | None = None
        self._log = (self.folder / "rig.log").open("ab")

    async def guard(self) -> None:
        """From now on nothing of it stays behind."""
        if not self._guarded:
            self._guardian = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "hil.guardian", str(self.folder), stdin=PIPE, start_new_session=True
            )

    async def end_all(self) -> None:
        """Everything that still runs, politely; the guardian last. Whoever has to be killed has a fault of its own."""
        deaf = [name for name in list(self._processes) if await self.end(name, signal.SIGTERM) == -signal.SIGKILL]
        self._log.close()
        if self._guardian is not None and self._guardian.stdin is not None:
            self._guardian.stdin.close()
            await self._guardian.wait()
        if deaf:
            raise RuntimeError(f"SIGTERM did not end {', '.join(deaf)}")

    async def spawn(self, name: str, *command: str, **variables: str) -> Running:
        """A process of this folder, by name; it dies with it, whatever happens."""
        environment = {**os.environ, MARK: str(self.folder), **variables}
        process = await asyncio.create_subprocess_exec(
            *command, env=environment, stdin=DEVNULL, stdout=self._log, stderr=self._log, start_new_session=True
        )
        self._processes[name] = process
        return process

    async def end(self, name: str, how: signal.Signals) -> int:
        """Ends one process and answers its exit status."""
        process = self._processes.pop(name)
        if process.returncode is None:
            process.send_signal(how)
        try:
            return await asyncio.wait_for(process.wait(), self.patience)
        except TimeoutError:
            process.kill()
            return await process.wait()

    @property
    def log(self) -> str:
        """What all processes wrote to stderr."""
        return (self.folder / "rig.log").read_text()

    async def _until(self, ready: Callable[[], Any], process: Running, name: str) -> None:
        async with asyncio.timeout(self.patience):
            while not await ready():
                if process.returncode is not None:
                    raise RuntimeError(f"{name} ended with status {process.returncode}:\n{self.log}")
                await asyncio.sleep(0.02)

    async def _until_listens(self, port: int, process: Running, name: str) -> None:
        async def listens() -> bool:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                return False
            writer.close()
            await writer.wait_closed()
            return True

        await self._until(listens, process, name)
