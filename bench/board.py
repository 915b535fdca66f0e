"""`board.echo`: from the commit to the board's echo, against a bare aiomqtt publish and its echo."""

from __future__ import annotations

import asyncio
import sys
import time

import aiomqtt

from bench.measure import Bench, Figure, compare
from drivers.board.link import Board, BoardLink
from drivers.board.wire import AT_ONCE, Echo, Result, ResultLine
from hil.rig import TABLE, Rig

TURNS = 500
LINES = [
    ResultLine(seat=seat, wager="initial", outcome="win", odds="1:1", stake=500, won=500, returned=500, section="67.30")
    for seat in "1234567"
]
BARE_ECHO = """
import asyncio, socket, sys, aiomqtt
async def main():
    at_once = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    async with aiomqtt.Client("127.0.0.1", int(sys.argv[1]), socket_options=at_once) as client:
        await client.subscribe("bench/there", qos=1)
        await client.publish("bench/ready", b"", qos=1, retain=True)
        async for message in client.messages:
            await client.publish("bench/back", message.payload, qos=1)
asyncio.run(main())
"""


def result(seq: int) -> Result:
    """A result of seven seats, as a table sends it."""
    text = [f"Round {seq}", *(f"{line.seat}  Initial wager: winning 1:1" for line in LINES)]
    hands = {"dealer": ["2c", "3d", "8h"]}
    return Result(
        table=TABLE, seq=seq, game="three_card_poker", hands=hands, lines=LINES, text={"fr": text, "en": text}
    )


async def echo() -> Figure:
    """One broker; on each side a client here and an echoing process there, the same bytes on the wire."""
    echoes: asyncio.Queue[Echo] = asyncio.Queue()
    async with Rig() as rig:
        link = BoardLink(TABLE, "127.0.0.1", rig.broker_port, {"board-1": Board()}, lambda: None, echoes.put_nowait)
        task = asyncio.create_task(link.run())
        await rig.spawn("bare echo", sys.executable, "-c", BARE_ECHO, str(rig.broker_port))
        try:
            async with aiomqtt.Client("127.0.0.1", rig.broker_port, socket_options=AT_ONCE) as client:
                await client.subscribe([("bench/ready", 1), ("bench/back", 1)])
                messages = aiter(client.messages)
                await anext(messages)  # the echoing process is there
                seq = 0

                async def ours() -> float:
                    nonlocal seq
                    seq += 1
                    shown = result(seq)
                    started = time.perf_counter()
                    link.show(shown)
                    while (await echoes.get()).seq != seq:
                        pass
                    return time.perf_counter() - started

                async def other() -> float:
                    payload = result(seq).model_dump_json()
                    started = time.perf_counter()
                    await client.publish("bench/there", payload, qos=1, retain=True)
                    await anext(messages)
                    return time.perf_counter() - started

                return await compare(ours, other, TURNS)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


BENCHES = (Bench("board.echo", "<=", 2, "a bare aiomqtt publish and its echo", echo),)
