"""`board.echo`: from the commit to the board's echo, against a bare aiomqtt publish and its echo."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import ClassVar

from bench.measure import Bench, Figure, compare
from drivers.board.driver import BoardDriver
from drivers.board.watch import Board, Wanted
from drivers.board.wire import Echo, Jackpot, digits
from drivers.mqtt import connect
from drivers.mqtt.access import Access
from hil.rig import TABLE, Rig

TURNS = 500
BARE_ECHO = """
import asyncio, socket, ssl, sys, aiomqtt
async def main():
    at_once = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    port, ca, certificate, key = sys.argv[1:]
    context = ssl.create_default_context(cafile=ca)
    context.load_cert_chain(certificate, key)
    async with aiomqtt.Client("127.0.0.1", int(port), socket_options=at_once, tls_context=context) as client:
        await client.subscribe("croupier/bench/jackpot", qos=1)
        await client.publish("croupier/bench/board/bare/presence", b"here", qos=1, retain=True)
        async for message in client.messages:
            await client.publish("croupier/bench/board/bare/echo", message.payload, qos=1)
asyncio.run(main())
"""


class BenchRig(Rig):
    """With a second table for the bare pair, so that neither side hears the other."""

    CLIENTS: ClassVar = {**Rig.CLIENTS, "bench": ["bare"]}
    checks: ClassVar = False


def jackpot(cents: int) -> Jackpot:
    """An amount as a table sends it."""
    return Jackpot(
        table=TABLE,
        pool="main",
        seq=0,
        version=cents,
        state="live",
        cents=cents,
        currency="CAD",
        text={"fr": ["PROGRESSIF"], "en": ["PROGRESSIVE"]},
    )


class EchoBoard(Board):
    """The progressive's board, as the table knows it; each echo is also handed on."""

    def __init__(self, hand_on: Callable[[Echo], None]) -> None:
        super().__init__(result=False, jackpot=True)
        self._hand_on = hand_on

    def says(self, echo: Echo, wanted: Wanted, now: float) -> None:
        """The board told what it shows."""
        super().says(echo, wanted, now)
        self._hand_on(echo)


async def echo() -> Figure:
    """One broker with TLS; on each side a client here and an echoing process there, the same bytes on the wire."""
    echoes: asyncio.Queue[Echo] = asyncio.Queue()
    async with BenchRig("blackjack") as rig:
        boards: dict[str, Board] = {"meter-1": EchoBoard(echoes.put_nowait)}
        table = Access.of(rig.access_of(TABLE))
        link = BoardDriver(TABLE, table, boards, lambda: None)
        task = asyncio.create_task(link.run())
        opens = rig.access_of("bench.bare")
        where = (str(opens["port"]), opens["ca"], opens["certificate"], opens["key"])
        await rig.spawn("bare echo", sys.executable, "-c", BARE_ECHO, *where)
        bare = Access.of(rig.access_of("bench"))
        try:
            async with connect.client(bare, "bench", connect.secrets(bare)) as client:
                topics = ("croupier/bench/board/+/presence", "croupier/bench/board/+/echo")
                await client.subscribe([(topic, 1) for topic in topics])
                messages = aiter(client.messages)
                await anext(messages)  # the echoing process is there
                cents = 1_000_000
                link.show_jackpot(jackpot(cents))

                async def lit() -> None:
                    while not ((shown := (await echoes.get()).jackpot) and shown.digits == digits(cents)):
                        pass

                await lit()  # the board has its lease

                async def ours() -> float:
                    nonlocal cents
                    cents += 25
                    shown = jackpot(cents)
                    started = time.perf_counter()
                    link.show_jackpot(shown)
                    await lit()
                    return time.perf_counter() - started

                async def other() -> float:
                    payload = jackpot(cents).model_dump_json()
                    started = time.perf_counter()
                    await client.publish("croupier/bench/jackpot", payload, qos=1, retain=True)
                    await anext(messages)
                    return time.perf_counter() - started

                return await compare(ours, other, TURNS)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


BENCHES = (Bench("board.echo", "<=", 2, "a bare aiomqtt publish and its echo", echo),)
