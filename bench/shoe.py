"""`shoe.latency`: from the byte on the line to the observation, against a bare `add_reader` loop."""

from __future__ import annotations

import asyncio
import os
import time
import tty

from bench.line import SERIAL, line
from bench.measure import Bench, Figure, compare
from drivers.observation import CardSeen, Observation
from drivers.shoe.csr_wire import CardDrawn
from drivers.shoe.reader import ShoeReader

TURNS = 2000


async def latency() -> Figure:
    """The same frame on two ptys: one read by the driver, one by four lines of code."""
    loop = asyncio.get_running_loop()
    seen: asyncio.Queue[float] = asyncio.Queue()
    stored: asyncio.Future[None] = loop.create_future()  # never done: nothing is acknowledged here

    def sink(observation: Observation, raw: bytes) -> asyncio.Future[None]:
        if isinstance(observation, CardSeen):
            seen.put_nowait(time.perf_counter())
        else:
            up.set()
        return stored

    up = asyncio.Event()
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(slave, False)
    frame = CardDrawn("0BE7C400", 1, "Kh").encode()
    bare_seen: asyncio.Queue[float] = asyncio.Queue()

    def bare() -> None:
        if os.read(slave, 4096):
            bare_seen.put_nowait(time.perf_counter())

    with line() as wire:
        reader = ShoeReader("shoe", "csr", wire.path, 9600, SERIAL, sink, lambda: None, lambda: None)
        task = asyncio.create_task(reader.run())
        loop.add_reader(slave, bare)
        try:
            await up.wait()

            async def ours() -> float:
                started = wire.send("Kh")
                return await seen.get() - started

            async def other() -> float:
                started = time.perf_counter()
                os.write(master, frame)
                return await bare_seen.get() - started

            return await compare(ours, other, TURNS)
        finally:
            loop.remove_reader(slave)
            os.close(master)
            os.close(slave)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            stored.cancel()


BENCHES = (Bench("shoe.latency", "<=", 2, "a bare add_reader loop", latency),)
