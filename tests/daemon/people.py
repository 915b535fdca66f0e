"""What the tests of people share: a folder of enrolled people, a table without a disk, and a clock that obeys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

from argon2 import PasswordHasher

from daemon import people
from daemon.engine import Engine, Listener
from daemon.table.apply import apply
from daemon.table.orders import Observation, Started
from daemon.table.state import TableState
from daemon.text.role import Role
from drivers.faults import FaultError
from rules.game import Options

PIN, WRONG = "271828", "141421"
CONSOLE = "loopback:1000"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
STARTED = Started(version="1", game="three_card_poker", options=Options(), patience=300)
ENROLLED = {"D1": Role.DEALER, "S1": Role.SUPERVISOR, "T1": Role.TECHNICIAN, "A1": Role.AUDITOR}


def enrol(folder: Path) -> Path:
    """A people file with one person of each role."""
    folder.chmod(0o755)
    path = folder / people.FILE
    for badge, role in sorted(ENROLLED.items(), key=lambda one: one[1] is not Role.SUPERVISOR):  # that one first
        people.add(path, badge, f"{role} {badge}", role, PIN, QUICK)
    return path


class Memory:
    """A engine whose journal is a list."""

    folder = Path("/nowhere")

    def __init__(self) -> None:
        self.state, _ = apply(TableState(), STARTED)
        self.kept: list[Observation] = []
        self.listeners: list[Listener] = []

    def submit(self, observation: Observation) -> asyncio.Future[None]:
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self.state, events = apply(self.state, observation)
        except FaultError as refused:
            stored.set_exception(refused)
        else:
            self.kept.append(observation)
            for listener in self.listeners:
                listener(len(self.kept), self.state, events)
            asyncio.get_running_loop().call_soon(stored.set_result, None)
        return stored

    @property
    def seq(self) -> int:
        return len(self.kept)

    @property
    def ahead(self) -> TableState:
        return self.state

    def listen(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    @property
    def journal(self) -> Memory:
        return self

    def events_after(self, *_: int) -> list[tuple[int, str, str]]:
        return []

    @property
    def engine(self) -> Engine:
        return cast("Engine", self)

    def sign_ins(self) -> list[tuple[str, str]]:
        """What was recorded of people, in short."""
        return [(kept.kind, getattr(kept, "reason", "")) for kept in self.kept if kept.kind.startswith("sign")]


class Clock:
    """Monotonic seconds, as the test says."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
