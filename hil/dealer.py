"""A simulated dealer and players: they follow what the table awaits, like people who read the console."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from typing import Any

from hil.rig import Rig
from rules.cards import DECK
from rules.registry import GAMES

PLAYED: Mapping[str, list[dict[str, int | None]]] = {  # what players lay; elsewhere they are only touched in
    "three_card_poker": [{"initial": 500}, {"initial": 1000, "pair_plus": 500}, {"initial": None, "pair_plus": None}],
    "blackjack": [{"over_13": 500}, {"sevens": 100, "under_13": 1000}, {}],
    "craps": [{"pass": 1000, "field": 500}, {"dont_pass": 1000}, {"place_6": 600, "hard_8": 100}],
    "sic_bo": [{"small": 500, "total_9": 100}, {"big": 1000}, {"single_3": 200, "duo_1_2": 100}],
}
OVER = ("idle", "closed", "finished")
CUT_AT = 60  # cards left in a shoe of several decks when it is changed


class Dealer:
    """Deals whole rounds; `pause` is how long a movement of the hand takes."""

    def __init__(self, rig: Rig, seed: int = 0, pause: float = 0.0) -> None:
        self._rig = rig
        self._random = random.Random(seed)
        self._pause = pause
        self._left = 0  # cards in the shoe
        self.clumsy = False  # pulls the shoe's cable once, in the middle of the next deal

    async def play_round(self) -> None:
        """From the first wager to the last line, or from wherever the round stands; at craps, one roll."""
        state = await self._rig.get("/state")
        if state["proposal"]:
            state = await self._rig.order("reject")  # whoever comes back to a table reads the dice anew
        if state["phase"] in OVER:
            if self._rig.deals_cards:
                await self._fill_shoe(state)
            state = await self._rig.order("open_round")
        if state["awaits"].get("open"):  # craps: wagers lie there from one roll to the next
            await self._lay_more(state)
            await self._roll(state)
            return
        if state["phase"] == "betting":
            await self._bet()
        await self.finish_round()

    async def _bet(self) -> None:
        for seat in sorted(self._random.sample(range(1, self._rig.seats + 1), self._random.randint(1, 4))):
            await self._rig.order("seat_in", seat=str(seat), wagers=self._wagers())
            await asyncio.sleep(self._pause)
        await self._rig.order("close_betting")

    async def finish_round(self) -> None:
        """Whatever is awaited, until nothing is."""
        while (state := await self._rig.get("/state"))["phase"] not in OVER:
            await self._act(state)
            await asyncio.sleep(self._pause)

    async def _fill_shoe(self, state: dict[str, Any]) -> None:
        """A deck of its own for every round; a shoe of several decks lasts for many (A3)."""
        decks = GAMES[self._rig.game].decks
        if decks == 1 or self._left < CUT_AT:
            cards = self._random.sample(DECK * decks, 52 * decks)
            await self._rig.do("shoe", "load", cards=[str(card) for card in cards])
            self._left = len(cards)
            if decks > 1 and state["round"]:
                await self._rig.order("change_shoe")

    async def _act(self, state: dict[str, Any]) -> None:
        awaits = state["awaits"]
        match state["phase"]:
            case "dealing":
                if self.clumsy and awaits["index"] == 1:
                    await self._stumble()
                await self._rig.do("shoe", "draw")
                self._left -= 1
                await self._rig.until("/state", lambda now: bool(now["awaits"] != awaits))
            case "deciding":
                choice = self._random.choices(awaits["choices"], [7, 3])[0]  # most stay in
                await self._rig.order("decision", seat=awaits["seat"], choice=choice)
            case "directing":
                if self._random.random() < 0.6:
                    await self._rig.order("direct_card", hand=self._random.choice(awaits["hands"]))
                else:
                    await self._rig.order("no_more_cards")
            case "turning":
                await self._rig.order("turn_hand", hand=awaits["hand"])
            case "rolling":
                await self._roll(state)

    async def _roll(self, state: dict[str, Any]) -> None:
        """The dice, as two persons read them."""
        await self._rig.agree("enter_dice", dice=[self._random.randint(1, 6) for _ in range(state["awaits"]["count"])])

    async def _lay_more(self, state: dict[str, Any]) -> None:
        """Three players: before a come-out roll what they like, later on Come, with odds behind what has its number."""
        point = state["layout"]["point"]
        for seat in map(str, range(1, 4)):
            mine = state["wagers"].get(seat, {})
            if point is None and not mine:
                await self._rig.order("seat_in", seat=seat, wagers=self._wagers())
            elif point is not None and "pass" in mine and "pass_odds" not in mine:
                await self._rig.order("seat_in", seat=seat, wagers={"pass_odds": 1000})
            elif point is not None and "come" not in mine:
                await self._rig.order("seat_in", seat=seat, wagers={"come": 500})
            await asyncio.sleep(self._pause)

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
        """Most tables do not key amounts: a seat is touched in, and its mandatory wagers lie."""
        return dict(self._random.choice(PLAYED.get(self._rig.game, [{}])))
