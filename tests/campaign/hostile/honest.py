"""Who belongs at the table: a dealer and supervisors, who go on whatever the others do, and see what nobody may see."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import aiomqtt
import httpx

from hil.asking import RefusedError
from hil.dealer import OVER, Dealer
from rules.cards import DECK
from tests.campaign.hostile.table import Besieged, Blackjack
from tests.campaign.hostile.trail import Trail

PATIENCE = 20.0  # seconds for a round; then people look what is wrong
VISITS = 5.0  # seconds between two times that a supervisor signs in
HAND = 0.05  # seconds that a movement takes: what honest people write must not drown what the others do
BREATH = 0.2  # seconds until one tries again
LONGEST = 5000  # characters of a message that are kept: no result has more
HALVES = DECK[::2], DECK[1::2]  # what rounds are dealt from, in turns: no card of the last result is one of this round
# What a person meets whose table somebody else moves between two looks.
SURPRISES = (RefusedError, TimeoutError, httpx.TransportError, ValueError, KeyError, TypeError)


class House(Dealer):
    """The dealer, and the supervisors who help when the table is held."""

    def __init__(self, table: Besieged, trail: Trail, pause: float = HAND) -> None:
        super().__init__(table, seed=trail.seed, pause=pause)
        self._table, self._trail = table, trail
        self.rounds = 0
        self.resolved: Counter[str] = Counter()  # what a person had to end
        self.refused: Counter[str] = Counter()  # codes that honest people were told
        self.visits = self.turned_away = 0  # of a supervisor who signs in
        self.looks = self.seen = 0  # at cards that lay face down; and how often a look found some once they were turned
        self._half, self._result = 0, None  # of the deck that was dealt from last, and the last result then
        self._down: list[str] = []  # what this round is dealt from, if all of it lies face down
        self._begun = 0, 0  # how many events and bytes of the log there were when the shoe was filled

    async def deal(self) -> None:
        """Rounds, until cancelled."""
        while True:
            await self.one_round()

    async def one_round(self) -> bool:
        """Whether it came to its end; if not, whatever holds the table is resolved."""
        try:
            async with asyncio.timeout(PATIENCE):
                self._down, before = [], (await self._table.get("/state"))["result"]
                await self.play_round()
                if isinstance(self._table, Blackjack):
                    await self._table.award()
                finished = bool((await self._table.get("/state"))["result"] != before)
        except SURPRISES as surprise:
            self._note(surprise)
            await self._resolve()
            return False
        self.rounds += finished
        self.seen += bool(self._down) and any(self._tell_tale())
        return finished

    async def _resolve(self) -> None:
        """As people would: drop what waits, continue if that is enough, and otherwise void the round."""
        await asyncio.sleep(BREATH)
        try:
            async with asyncio.timeout(PATIENCE):
                state = await self._table.get("/state")
                if state["proposal"]:
                    await self._table.order("reject")
                if state["hold"]:
                    self.resolved[state["hold"]["fault"]] += 1
                    await self._end_hold(state)
        except SURPRISES as surprise:
            self._note(surprise)
        self._left = 0  # nobody trusts what is left in the shoe

    async def _end_hold(self, state: dict[str, Any]) -> None:
        if state["phase"] in OVER:
            await self._table.order("acknowledge", by="S1", fault=state["hold"]["fault"])
            return
        try:
            await self._table.order("continue")
        except RefusedError:
            await self._table.order("void_round", reason="essai")

    def _note(self, surprise: Exception) -> None:
        code = surprise.code if isinstance(surprise, RefusedError) else type(surprise).__name__
        self.refused[code] += 1
        if code == "NOT_SIGNED_IN":
            for badge in ("D1", "S1"):
                self._table.forget(badge)

    async def visit(self) -> None:
        """A supervisor signs in on the Unix socket now and then, until cancelled."""
        while True:
            self.visits += 1
            try:
                await self._table.sign_in("S2")
            except (RefusedError, httpx.TransportError) as refused:
                self.turned_away += 1
                self._note(refused)
            await asyncio.sleep(VISITS)

    # -- cards that lie face down -------------------------------------------------------------------------------------

    async def overhear(self) -> None:
        """Everything on the broker, until cancelled."""
        while True:
            try:
                async with self._table.witness() as everything:
                    await everything.subscribe("croupier/#", qos=1)
                    async for message in everything.messages:
                        self._table.readable.append(f"{message.topic} {message.payload!r}"[:LONGEST])
            except aiomqtt.MqttError:
                await asyncio.sleep(BREATH)

    async def _fill_shoe(self, state: dict[str, Any]) -> None:
        await super()._fill_shoe(state)
        if self._table.game == "blackjack":  # nothing lies face down
            return
        self._half ^= state["result"] != self._result  # what was told stays told, on the broker and on the boards
        self._result, half = state["result"], HALVES[self._half]
        cards = [str(card) for card in self._random.sample(half, len(half))]
        await self._table.do("shoe", "load", cards=cards)
        self._table.readable.clear()
        self._down, self._begun = cards, (len(self._table.events), self._table.logged)

    async def _act(self, state: dict[str, Any]) -> None:
        if state["phase"] == "turning" and self._down:
            self._look(state["hands"])
        await super()._act(state)

    def _look(self, hands: dict[str, list[str | None]]) -> None:
        """Before the first hand is turned, nothing that was told has a card of this round in it."""
        if not any(card for cards in hands.values() for card in cards):
            self.looks += 1
            for line in self._tell_tale():
                self._trail.find("secrets", "a card was told while it lay face down", line)

    def _tell_tale(self) -> Iterator[str]:
        """Whatever was told since the shoe was filled and has one of its cards in it."""
        events, log = self._begun
        texts = [
            *self._table.readable,
            *map(str, self._table.events[events:]),
            *self._table.log_since(log).splitlines(),
        ]
        cards = re.compile(rf"\b({'|'.join(self._down)})\b")
        return (text for text in texts if cards.search(text))
