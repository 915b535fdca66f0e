"""croupierd is killed at the writes of a scripted hand, really and by SIGKILL; each time the hand is played on.

Whatever somebody does, the daemon first dies before it has written anything, then after one write, after two, and so on
until the deed is on disk or the daemon outlives it. Coming back is a deed like any other: the start, and the shoe that
is put back and tells again what nobody has acknowledged. In the end the journal must tell the same as that of a hand
during which nobody died.
"""

from __future__ import annotations

import asyncio
import json
import mmap
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from types import TracebackType
from typing import Self

import httpx

from hil.mortal import LEFT
from hil.processes import Running
from hil.rig import Rig
from tests.daemon.played import whole
from tests.hil.hand import UNREAD, Act, Hand, outcome

LIVES_ON = -1
FEW = 5  # writes; most deeds have no more
Plan = Callable[[str], Iterator[int]]  # for a deed: after how many writes of it the daemon dies, one life each


def every_write(deed: str) -> Iterator[int]:
    """From none on. A card leaves the shoe but once: the one after this many, the next after more."""
    kind, _, number = deed.partition(" ")
    return iter([int(number) % FEW]) if kind == "draw" else count()


def some_writes(seed: int, share: float) -> Plan:
    """Of some deeds, one write."""
    chance = random.Random(seed)

    def plan(_: str) -> Iterator[int]:
        return iter([chance.randrange(FEW)] if chance.random() < share else [])

    return plan


class Life:
    """One life of croupierd, as the rig sees its processes."""

    def __init__(self, pid: int, talk: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = asyncio.create_task(self._until_its_end(talk, writer), name="life")

    async def _until_its_end(self, talk: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        self.returncode = int(await talk.readline())
        writer.close()
        await writer.wait_closed()
        return self.returncode

    def send_signal(self, signal: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        return await asyncio.shield(self._end)


class MortalRig(Rig):
    """A rig whose croupierd comes from `hil.mortal`."""

    daemon: Life | None = None

    async def __aenter__(self) -> Self:
        self._nursery = self.folder / "nursery"
        fate = self._nursery.with_name("nursery.fate")
        fate.write_bytes(LEFT.pack(LIVES_ON))
        with fate.open("r+b") as file:
            self._fate = mmap.mmap(file.fileno(), LEFT.size)
        await super().__aenter__()
        command = "-m", "hil.mortal", str(self._nursery), str(self.folder / "state")
        nursery = await super().spawn("nursery", sys.executable, *command)

        async def listens() -> bool:
            return self._nursery.exists()

        await self._until(listens, nursery, "hil.mortal")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await super().__aexit__(kind, error, trace)
        self._fate.close()

    async def spawn(self, name: str, *command: str, **variables: str) -> Running:
        if name != "croupierd":
            return await super().spawn(name, *command, **variables)
        talk, writer = await asyncio.open_unix_connection(self._nursery)
        writer.write(json.dumps(command[command.index("--config") :]).encode() + b"\n")
        self.daemon = Life(int(await talk.readline()), talk, writer)
        self._processes[name] = self.daemon
        return self.daemon

    def die_after(self, writes: int) -> None:
        """Of which the first is the next one."""
        LEFT.pack_into(self._fate, 0, writes)


class Hands:
    """The people at the table, for whom croupierd dies as planned."""

    def __init__(self, rig: MortalRig, plan: Plan) -> None:
        self._rig, self._plan = rig, plan
        self._hand = Hand(rig.game)
        self._plans: dict[str, Iterator[int]] = {}
        self._drawn = 0
        self.deaths = Counter[str]()

    async def play(self) -> None:
        """The hand to its end; then the daemon is stopped."""
        rig = self._rig
        if self._hand.deals:
            await rig.do("shoe", "load", cards=self._hand.cards)
        while True:
            if not await self._alive():
                continue
            if (act := self._hand.next(await rig.get("/state"), rig.journal())) is None:
                break
            if act.what == "stop":
                await self._stop()
            elif act.what == "draw":
                await self._draw()
            else:
                await self._deed(str(act), partial(self._order, act))
        finished = [event["round"] for event in rig.journal() if event["kind"] == "round_finished"]
        await rig.until("/health", lambda health: health["boards"]["board-1"]["shows"] == finished[-1])
        assert (await rig.do("board", "read"))["result"]["seq"] == finished[-1]
        while not await self._stop():
            await self._alive()

    async def _alive(self) -> bool:
        """croupierd is there, and whoever works with it."""
        rig = self._rig
        if rig.daemon is not None and rig.daemon.returncode is None:
            return True
        if self._hand.deals:
            await rig.fault("shoe", "unplug", on=True)
        if not await self._deed("start", rig.start_daemon):
            return False
        if self._hand.deals and not await self._deed(f"plug {self._drawn}", self._plug):
            return False
        return await self._deed("sign_in", self._sign_in)

    async def _sign_in(self) -> None:
        for badge in ("D1", "S1"):
            await self._rig.sign_in(badge)

    async def _plug(self) -> None:
        await self._rig.fault("shoe", "unplug", on=False)
        await self._rig.until("/state", lambda state: bool(state["shoe"]["up"]))

    async def _order(self, act: Act) -> None:
        await self._rig.order(act.what, by=act.by, **act.fields)

    async def _draw(self) -> None:
        rig, before = self._rig, (await self._rig.get("/state"))["awaits"]
        unread = self._drawn == UNREAD

        async def draw() -> None:
            await rig.do("shoe", "draw")
            await rig.until("/state", lambda state: state["awaits"] != before or state["hold"] is not None)

        await rig.fault("shoe", "misread", on=unread)
        self._drawn += 1
        await self._deed(f"draw {self._drawn}", draw)
        await rig.fault("shoe", "misread", on=False)

    async def _stop(self) -> bool:
        """Politely; True: it came to that."""
        after = self._arm("stop")
        return await self._ended("stop", after) == 0

    async def _deed(self, name: str, does: Callable[[], Awaitable[object]]) -> bool:
        """Somebody does something; True: the daemon outlived it."""
        after = self._arm(name)
        try:
            await does()
            self._rig.die_after(LIVES_ON)
            await self._rig.get("/state")  # a write that comes after its answer may have been the last one
        except (httpx.TransportError, RuntimeError):  # it is gone, or never came
            assert await self._ended(name, after) == -signal.SIGKILL, self._rig.log
            return False
        self._plans[name] = iter(())
        return True

    def _arm(self, name: str) -> int:
        after = next(self._plans.setdefault(name, self._plan(name)), LIVES_ON)
        self._rig.die_after(after)
        return after

    async def _ended(self, name: str, after: int) -> int:
        status = await self._rig.end_daemon()
        self._rig.die_after(LIVES_ON)
        if status == -signal.SIGKILL:
            assert after != LIVES_ON, f"nobody killed it: {name}\n{self._rig.log}"
            self.deaths[name.partition(" ")[0]] += 1
        return status


async def outlive(game: str, plan: Plan) -> Counter[str]:
    """The hand comes to the same, whoever dies in it; answers how often croupierd died of what."""
    async with MortalRig(game) as rig:
        hands = Hands(rig, plan)
        await hands.play()
        events = rig.journal()
        assert rig.events == events[: len(rig.events)]  # what was told is on disk, once and in order
    assert outcome(events) == await whole(game)
    (rules,) = {event["rules"] for event in events if event["kind"] == "rules_in_force"}
    assert {event["rules"] for event in events if event["kind"] == "line_settled"} == {rules}
    return hands.deaths
