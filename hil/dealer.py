"""A simulated dealer and players: they follow what the table awaits, like people who read the console."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from hil.rig import Rig
from rules.cards import DECK
from rules.registry import GAMES


class Dealer:
    """Deals whole rounds; `pause` is how long a movement of the hand takes."""

    def __init__(self, rig: Rig, seed: int = 0, pause: float = 0.0) -> None:
        self._rig = rig
        self._random = random.Random(seed)
        self._pause = pause
        self.clumsy = False  # pulls the shoe's cable once, in the middle of the next deal

    async def play_round(self) -> None:
        """From the first wager to the last line, with a fresh deck."""
        cards = DECK * GAMES[self._rig.game].decks
        deck = [str(card) for card in self._random.sample(cards, len(cards))]
        await self._rig.do("shoe", "load", cards=deck)
        await self._rig.order("open_round")
        for seat in sorted(self._random.sample(range(1, self._rig.seats + 1), self._random.randint(1, 4))):
            await self._rig.order("seat_in", seat=str(seat), wagers=self._wagers())
            await asyncio.sleep(self._pause)
        await self._rig.order("close_betting")
        await self.finish_round()

    async def finish_round(self) -> None:
        """Whatever is awaited, until nothing is."""
        while (state := await self._rig.get("/state"))["phase"] != "finished":
            await self._act(state)
            await asyncio.sleep(self._pause)

    async def _act(self, state: dict[str, Any]) -> None:
        awaits = state["awaits"]
        match state["phase"]:
            case "dealing":
                if self.clumsy and awaits["index"] == 1:
                    await self._stumble()
                await self._rig.do("shoe", "draw")
                await self._rig.until("/state", lambda now: bool(now["awaits"] != awaits))
            case "deciding":
                choice = self._random.choices(awaits["choices"], [7, 3])[0]  # most stay in
                await self._rig.order("decision", seat=awaits["seat"], choice=choice)
            case "turning":
                await self._rig.order("turn_hand", hand=awaits["hand"])

    async def _stumble(self) -> None:
        """Over the shoe's cable; then does what the console says: plugs it in again, and continues."""
        self.clumsy = False
        await self._rig.fault("shoe", "unplug", on=True)
        await self._rig.see("held", fault="LINK_LOST")
        await asyncio.sleep(4 * self._pause)
        await self._rig.fault("shoe", "unplug", on=False)
        await self._rig.see("link_proven")
        await self._rig.order("continue")

    def _wagers(self) -> dict[str, int | None]:
        """Most tables do not key amounts; in 3-Cards Poker, some do, and some players bet pair or plus as well."""
        if self._rig.game != "three_card_poker":
            return {}
        stake = self._random.choice([None, 500, 1000, 2500])
        wagers = {"initial": stake}
        if self._random.random() < 0.5:
            wagers["pair_plus"] = stake
        return wagers
