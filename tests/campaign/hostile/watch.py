"""What the table takes while it is attacked, once a second, and how much of each it may."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import httpx

from tests.campaign.hostile.table import BEATS, Besieged

MEGABYTE = 2**20


@dataclass(frozen=True)
class Bound:
    """The most of something, and why not more."""

    most: float
    unit: str
    why: str


# Each several times what a quiet machine shows: what is looked for grows without end, or stands still for good.
BOUNDS = {
    "memory": Bound(400, "MB", "croupierd and its children at their largest: a table PC has a gigabyte for them"),
    "memory growth": Bound(48, "MB", "over the second half of the attack: whatever grows with time grows for ever"),
    "descriptors": Bound(400, "", "2 doors × 125 connections, and enough for the devices, the journal and the rest"),
    "threads": Bound(64, "", "a pool of workers is bounded; a thread for each request is not"),
    "lag p99": Bound(2, "s", "of the beats that a turning loop tells systemd: what a dealer feels"),
    "lag worst": Bound(8, "s", "then its own watchdog calls a loop stuck"),
    "journal": Bound(2, "MB/min", "a day of it fits on any disk: 3 GB"),
    "log": Bound(2, "MB/min", "the same"),
    "nobody could act": Bound(90, "s", "the longest time in which the table took no order of honest people"),
    "turned away": Bound(0.5, "", "of the times that a supervisor signs in at the Unix socket"),
    "board dark": Bound(0.5, "", "of the looks at an honest board whose table knows the amount"),
}


@dataclass(frozen=True)
class Sample:
    """One second."""

    at: float
    memory: float  # MB, of croupierd and its children
    descriptors: int
    threads: int
    journal: int  # bytes on disk
    log: int


@dataclass
class Watch:
    """Looks on from outside; its beats come from croupierd's own watchdog."""

    table: Besieged
    samples: list[Sample] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)  # seconds between two beats beyond what is due
    shown: set[str] = field(default_factory=set)  # amounts that the honest board has shown
    looks: list[bool] = field(default_factory=list)  # at it, while the table knew one: whether it showed none

    def __post_init__(self) -> None:
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(str(self.table.beats))
        self._ear.settimeout(0.5)
        self._over = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="beats")
        self._listener.start()

    def close(self) -> None:
        """It hears no more."""
        self._over.set()
        self._listener.join()
        self._ear.close()

    def _listen(self) -> None:
        """In a thread of its own: what delays our own loop is not the table's."""
        last = None
        while not self._over.is_set():
            try:
                said = self._ear.recv(256)
            except TimeoutError:
                continue
            now = time.monotonic()
            if said == b"WATCHDOG=1":
                if last is not None:
                    self.gaps.append(max(0.0, now - last - BEATS))
                last = now

    async def run(self) -> None:
        """Every second, until cancelled."""
        while True:
            if self.table.pid:
                with suppress(OSError):  # it has just ended, or a file has just gone
                    self.samples.append(await asyncio.to_thread(self._sample))
                if self.table.progressive:
                    await self._look()
            await asyncio.sleep(1)

    async def _look(self) -> None:
        seen = (await self.table.do("meter", "read"))["jackpot"] or {"digits": ""}
        self.shown |= {seen["digits"]} - {""}
        with suppress(httpx.TransportError):
            pools = (await self.table.get("/state"))["jackpots"]
            if [each["condition"] for each in pools] == ["live"]:
                self.looks.append(not seen["digits"])

    def _sample(self) -> Sample:
        family = [self.table.pid, *_children(self.table.pid)]
        statuses = [_status(pid) for pid in family]
        journal = sum(path.stat().st_size for path in (self.table.folder / "state").rglob("*") if path.is_file())
        return Sample(
            time.monotonic(),
            sum(each["VmRSS"] for each in statuses) / 1024,
            _descriptors(self.table.pid),
            sum(each["Threads"] for each in statuses),
            journal,
            self.table.logged,
        )

    def figures(self, longest: float, turned_away: float) -> dict[str, float]:
        """What the run came to, by the names of the bounds."""
        first, last = self.samples[0], self.samples[-1]
        minutes = max(1.0, (last.at - first.at) / 60)
        half = [each.memory for each in self.samples[len(self.samples) // 2 :]]
        few = max(1, len(half) // 5)
        return {
            "memory": max(each.memory for each in self.samples),
            "memory growth": median(half[-few:]) - median(half[:few]),
            "descriptors": max(each.descriptors for each in self.samples),
            "threads": max(each.threads for each in self.samples),
            "lag p99": quantiles(self.gaps, n=100)[98],
            "lag worst": max(self.gaps),
            "journal": (last.journal - first.journal) / MEGABYTE / minutes,
            "log": (last.log - first.log) / MEGABYTE / minutes,
            "nobody could act": longest,
            "turned away": turned_away,
            "board dark": sum(self.looks) / max(1, len(self.looks)),
        }


def report(figures: dict[str, float]) -> Iterator[str]:
    """A line for each figure."""
    for name, figure in figures.items():
        bound = BOUNDS[name]
        mark = "" if figure <= bound.most else f"  TOO MUCH: {bound.why}"
        yield f"  {name:17} {figure:8.2f} of {bound.most:g} {bound.unit}{mark}"


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _status(pid: int) -> dict[str, int]:
    """From /proc, where anybody may read it; a process that has just ended has no memory any more."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    fields = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    return {name: int(fields.get(name, ["0"])[0]) for name in ("VmRSS", "Threads", "FDSize")}


def _descriptors(pid: int) -> int:
    """croupierd hides them from all but root; the size of its table of them it does not, and that never shrinks."""
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except PermissionError:
        return _status(pid)["FDSize"]
