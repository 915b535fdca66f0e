"""The shoe's line: `shoe.latency`, from the byte to the observation; `shoe.decode`, bytes into cards."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
import tty
from collections.abc import Callable, Iterable
from functools import partial

from bench.line import BOOT, SERIAL, line
from bench.measure import Bench, Figure, compare
from drivers.line.conversation import Setup
from drivers.observation import CardSeen, Observation
from drivers.shoe import angel_eye, angel_eye_wire, csr, csr_wire
from drivers.shoe.csr_wire import CardDrawn, Identified, Replayed
from rules.cards import DECK

TURNS = 2000
IDLE = 4.0  # seconds
FASTEST_LINE = 921600 / 10  # bytes a second
CARDS, ROUNDS, CHUNK = 5200, 9, 4096


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
    frame = CardDrawn(BOOT, 1, "Kh").encode()
    bare_seen: asyncio.Queue[float] = asyncio.Queue()

    def bare() -> None:
        if os.read(slave, 4096):
            bare_seen.put_nowait(time.perf_counter())

    with line() as wire:
        driver = wire.driver(sink)
        task = asyncio.create_task(driver.run())
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


async def idle() -> float:
    """The share of a core that a line takes on which a shoe only beats."""
    stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    with line() as wire:
        driver = wire.driver(lambda *_: stored)
        task = asyncio.create_task(driver.run())
        try:
            await asyncio.sleep(0.5)
            began, cpu = time.perf_counter(), time.process_time()
            while time.perf_counter() < began + IDLE:
                wire.beat()
                await asyncio.sleep(1.0)
            return (time.process_time() - cpu) / (time.perf_counter() - began)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            stored.cancel()


def speed(take: Callable[[bytes], Iterable[object]], data: bytes) -> float:
    """How many bytes a second of CPU time."""
    began = time.process_time()
    cards = sum(1 for start in range(0, len(data), CHUNK) for _ in take(data[start : start + CHUNK]))
    took = time.process_time() - began
    if cards < CARDS:
        raise RuntimeError(f"{cards} of {CARDS} cards")
    return len(data) / took


async def decode() -> Figure:
    """Frames of cards, as fast as they can be understood; and again with all that the conversation makes of them."""
    cards = [str(DECK[place % len(DECK)]) for place in range(CARDS)]
    plain = b"".join(CardDrawn(BOOT, seq, card).encode() for seq, card in enumerate(cards, 1))
    angel = b"".join(angel_eye_wire.CardDrawn.of(str(1 + seq % 9), card).encode() for seq, card in enumerate(cards))

    def conversation() -> csr.Conversation:
        met = csr.Conversation(Setup("shoe", SERIAL), 0.0)
        list(met.receive(Identified("BENCH", SERIAL, "1", BOOT, 0).encode() + Replayed(BOOT, 0).encode(), 0.0))
        return met

    speeds: dict[str, float] = {}
    for name, take, data in (
        ("csr", lambda: csr_wire.Decoder().feed, plain),
        ("angel_eye", lambda: angel_eye_wire.Decoder().feed, angel),
        ("csr to observations", lambda: partial(conversation().receive, now=0.0), plain),
        (
            "angel_eye to observations",
            lambda: partial(angel_eye.Conversation(Setup("shoe", ""), 0.0).receive, now=0.0),
            angel,
        ),
    ):
        speeds[name] = statistics.median(speed(take(), data) / FASTEST_LINE for _ in range(ROUNDS))
    slower = min(speeds["csr"], speeds["angel_eye"])
    note = ", ".join(f"{name} {ratio:.0f}" for name, ratio in speeds.items())
    share = f"{100 * await idle():.1f} % of a core for an idle line"
    return Figure(slower, f"{slower * FASTEST_LINE / 1e6:.1f} MB/s", "0.09 MB/s", f"{note}; {share}")


BENCHES = (
    Bench("shoe.latency", "<=", 2, "a bare add_reader loop", latency),
    Bench("shoe.decode", ">=", 20, "a line of 921600 baud", decode),
)
