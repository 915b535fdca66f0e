"""`table.commit`: from the card frame's last byte to the committed event, against one durable one-row commit."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bench.line import SERIAL, line
from bench.measure import Bench, Figure, compare
from daemon.journal.store import Journal
from daemon.spine import Spine
from daemon.table.events import Event
from daemon.table.orders import AnyOrder, CloseBetting, Decision, OpenRound, SeatIn, Started, TurnHand
from daemon.table.state import TableState
from drivers.shoe.reader import ShoeReader
from rules.cards import DECK, Card
from rules.machine import AwaitDecision, AwaitTurn, Options

TURNS = 1000
ROWS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE entry (seq INTEGER PRIMARY KEY, body BLOB)"


async def commit() -> Figure:
    """Everything that a card passes through, on a real pty and a real file; the other file is on the same disk."""
    dealt: asyncio.Queue[float] = asyncio.Queue()
    ready = asyncio.Event()

    def on_commit(seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        if any(event.kind == "card_dealt" for event in events):
            dealt.put_nowait(time.perf_counter())
        if state.shoe.up:
            ready.set()

    with (
        tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder,
        closing(sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)) as bare,
        line() as wire,
    ):
        bare.executescript(ROWS)
        journal = Journal(Path(folder) / "bench.journal", Path(folder) / "bench.key")
        journal.start()
        spine = Spine(journal, TableState())
        spine.listen(on_commit)
        reader = ShoeReader("shoe", "csr", wire.path, 9600, SERIAL, spine.submit, lambda: None, lambda: None)
        task = asyncio.create_task(reader.run())
        try:
            await spine.submit(Started(version="bench", game="three_card_poker", options=Options()))
            await ready.wait()
            rounds = _Rounds(spine)

            async def ours() -> float:
                started = wire.send(await rounds.next_card())
                return await dealt.get() - started

            async def other() -> float:
                body = os.urandom(200)
                started = time.perf_counter()
                bare.execute("INSERT INTO entry (body) VALUES (?)", (body,))
                return time.perf_counter() - started

            return await compare(ours, other, TURNS)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await asyncio.to_thread(journal.close)
            spine.broken.cancel()


class _Rounds:
    """Real rounds of seven seats, one after the other: 24 cards each, every one of them awaited."""

    def __init__(self, spine: Spine) -> None:
        self._spine = spine
        self._cards: Iterator[Card] = iter(())

    async def next_card(self) -> str:
        """A card that the table awaits; plays the round to its end and opens the next when there is none."""
        try:
            return str(next(self._cards))
        except StopIteration:
            await self._turn_over()
            self._cards = iter(DECK[:24])
            return str(next(self._cards))

    async def _turn_over(self) -> None:
        state = self._spine.state
        while state.in_round:
            match state.machine.expects(state.play):
                case AwaitDecision(seat):
                    await self._give(Decision(seat=seat, choice="drop"))
                case AwaitTurn(hand):
                    await self._give(TurnHand(hand=hand))
            state = self._spine.state
        await self._give(OpenRound())
        for place in range(1, 8):
            await self._give(SeatIn(seat=str(place)))
        await self._give(CloseBetting())

    async def _give(self, order: AnyOrder) -> None:
        await self._spine.submit(order)


BENCHES = (Bench("table.commit", "<=", 1.5, "one durable one-row commit (SQLite, WAL, FULL)", commit),)
