"""A simulated dealer and players: they follow what the table awaits, like people who read the console."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from typing import Any

from hil.asking import RefusedError
from hil.rig import Rig
from rules.capabilities import Continues, Metered
from rules.cards import DECK
from rules.registry import GAMES

ON_METERS = 0.7  # of the players, where a pool is offered
MOOD = {"pass": 6, "call": 6, "bet": 3, "raise": 2, "fold": 2}  # how players of the poker room are inclined
NOT_OFFERED = ("JACKPOT_CLOSED", "JACKPOT_UNDISPLAYED")  # the progressive, now
AWAY, WAIT = 0.1, 0.3  # how often players of the room sit out, and wait for a blind
STRADDLE, EARLY = 0.5, 0.1  # how often they straddle, and speak out of turn
OVER = ("idle", "closed", "finished")
STAY, LEAVE = 7, 3  # how many stay in, by their first choice, and how many do anything else
DECLINES = 0.3  # of the players who are offered the dice
LINE = 500  # cents that a shooter lays on the line
CUT_AT = 60  # cards left in a shoe of several decks when it is changed
LUCK = ("As", "2s", "3s", "4s", "5s")  # 21.2: ace to five suited, to the only seat


class Dealer:
    """Deals whole rounds; `pause` is how long a movement of the hand takes."""

    def __init__(self, rig: Rig, seed: int = 0, pause: float = 0.0) -> None:
        self._rig = rig
        self._game = game = GAMES[rig.game]
        self._on_meters: Mapping[str, int] = game.metered if isinstance(game, Metered) else {}
        self._random = random.Random(seed)
        self._pause = pause
        self._left = 0  # cards in the shoe
        self.clumsy = False  # pulls the shoe's cable once, in the middle of the next deal
        self.unlucky = False  # the next dice that a hand throws show a seven
        self.lucky = False  # the next round's only player wins the whole meter of blackjack's progressive

    async def play_round(self) -> None:
        """From the first wager to the last line, or from where the round stands; in a game that goes on, one roll."""
        state = await self._rig.get("/state")
        if state["proposal"]:
            state = await self._rig.order("reject")  # whoever comes back to a table reads the dice anew
        if state["phase"] in OVER:
            if self._rig.deals_cards:
                await self._fill_shoe(state)
            state = await self._rig.order("open_round")
        if isinstance(self._game, Continues):  # wagers lie there from one roll to the next
            if state["awaits"]["open"]:
                await self._lay_more(state)
            await self._send_out()
            await self._roll(state)
            return
        if state["phase"] == "betting":
            await (self._sit(state) if "room" in state else self._bet(state["wagers"]))
        await self.finish_round()

    async def _bet(self, laid: Mapping[str, Any]) -> None:
        """Whoever has laid already, before a crash, adds nothing."""
        if self.lucky:
            if "1" not in laid:
                await self._lay("1", dict(self._on_meters))
            await self._close()
            return
        for seat in sorted(self._random.sample(range(1, self._rig.seats + 1), self._random.randint(1, 4))):
            if str(seat) not in laid:
                await self._lay(str(seat), self._wagers())
                await asyncio.sleep(self._pause)
        await self._close()

    async def _close(self) -> None:
        """« Rien ne va plus »; if the progressive has closed meanwhile, the wagers on it go back first."""
        try:
            await self._rig.order("close_betting")
        except RefusedError as refused:
            if refused.code != "JACKPOT_CLOSED":
                raise
            for seat, wagers in (await self._rig.get("/state"))["wagers"].items():
                for wager in wagers.keys() & self._on_meters.keys():
                    await self._rig.order("take_back", seat=seat, wager=wager)
                    if len(wagers) == 1:
                        await self._rig.order("seat_in", seat=seat)
            await self._rig.order("close_betting")

    async def _lay(self, seat: str, wagers: dict[str, int | None]) -> None:
        """What the progressive does not take now, a player keeps."""
        try:
            await self._rig.order("seat_in", seat=seat, wagers=wagers)
        except RefusedError as refused:
            if refused.code not in NOT_OFFERED:
                raise
            left = {wager: stake for wager, stake in wagers.items() if wager not in self._on_meters}
            await self._rig.order("seat_in", seat=seat, wagers=left)

    async def _sit(self, state: dict[str, Any]) -> None:
        """In the poker room: four players, whose stakes lie there from game to game; now and then one sits out."""
        room = state["room"]
        for seat in map(str, range(1, 5)):
            if not room["stakes"].get(seat):
                await self._rig.order("seat_in", seat=seat, wagers=self._wagers())
                await asyncio.sleep(self._pause)
            if due := room["time"].get(seat, {}).get("owed"):
                await self._rig.order("charge_time", seat=seat, stake=due)
            if seat in room["away"]:
                await self._rig.order("come_back", seat=seat, wait=self._random.random() < WAIT)
            elif not room["away"] and self._random.random() < AWAY:
                room = (await self._rig.order("sit_out", seat=seat))["room"]
        started = await self._rig.order("start_game")
        if (seat := started["room"]["straddles"]) and self._random.random() < STRADDLE:
            await self._rig.order("straddle", seat=seat)

    async def _speak(self, state: dict[str, Any]) -> None:
        """In the poker room: with hands, sometimes with words."""
        seat, choices, room = state["awaits"]["seat"], state["awaits"]["choices"], state["room"]
        if "pass" in choices:
            choices.remove("fold")
        if self._random.random() < EARLY:
            await self._out_of_turn(state)
        choice = self._random.choices(choices, [MOOD.get(choice, 1) for choice in choices])[0]
        stake = {"stake": room["least"]} if choice in ("bet", "raise") else {}
        said = "announcement" if self._random.random() < 0.3 else "decision"
        await self._rig.order(said, seat=seat, choice=choice, **stake)

    async def _out_of_turn(self, state: dict[str, Any]) -> None:
        """Somebody says that he calls before it is his turn; the table says whether he may."""
        others = [seat for seat in state["room"]["stakes"] if seat != state["awaits"]["seat"]]
        try:
            await self._rig.order("announcement", seat=self._random.choice(others), choice="call")
        except RefusedError as refused:
            if refused.code != "ORDER_ILLEGAL":
                raise

    async def finish_round(self) -> None:
        """Whatever is awaited, until nothing is."""
        while (state := await self._rig.get("/state"))["phase"] not in OVER:
            await self._act(state)
            await asyncio.sleep(self._pause)
        self.lucky = False

    async def _fill_shoe(self, state: dict[str, Any]) -> None:
        """A deck of its own for every round; a shoe of several decks lasts for many (A3)."""
        decks = self._game.decks[0]
        if decks == 1 or self._left < CUT_AT or self.lucky:
            cards = [str(card) for card in self._random.sample(DECK * decks, 52 * decks)]
            if self.lucky:
                for card in LUCK:
                    cards.remove(card)
                cards[:0] = LUCK
            await self._rig.do("shoe", "load", cards=cards)
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
            case "deciding" if "room" in state:
                await self._speak(state)
            case "deciding":
                first, *others = awaits["choices"]
                choice = self._random.choices([first, *others], [STAY, *(LEAVE for _ in others)])[0]
                await self._rig.order("decision", seat=awaits["seat"], choice=choice)
            case "directing" if self.lucky and 0 < len(state["hands"].get("1", ())) < len(LUCK):
                await self._rig.order("direct_card", hand="1")
            case "directing":
                if not self.lucky and self._random.random() < 0.6:
                    await self._rig.order("direct_card", hand=self._random.choice(awaits["hands"]))
                else:
                    await self._rig.order("no_more_cards")
            case "turning":
                hands = [cards for hand, cards in state["hands"].items() if hand.isdigit()]
                shown = "room" in state and any(None not in cards for cards in hands)
                if shown and self._random.random() < 0.3:
                    await self._rig.order("decision", seat=awaits["hand"], choice="fold")
                else:
                    await self._rig.order("turn_hand", hand=awaits["hand"])
            case "rolling":
                if state["shaker"] is not None and state["shaker"]["phase"] != "rested":
                    state = await self._shake()
                await self._send_out()
                await self._roll(state)

    async def _send_out(self) -> None:
        """Where players throw: somebody has the dice, a line wager lies where one must, and the dice go out."""
        state = await self._rig.get("/state")
        if "shooter" not in state or state["shooter"]["out"]:
            return
        if state["shooter"]["seat"] is None:
            state = await self._offer(state["shooter"]["next"])
        whose = state["shooter"]
        if whose["lies"] is False:
            await self._rig.order("seat_in", seat=whose["seat"], wagers={whose["must_lay"][0]: LINE})
        await asyncio.sleep(self._pause)
        await self._rig.order("dice_out")

    async def _offer(self, following: str | None) -> dict[str, Any]:
        """To whose turn it is, who may decline; to the first place if nobody is known to play."""
        state = await self._rig.order("offer_dice", **({} if following else {"seat": "1"}))
        await asyncio.sleep(self._pause)
        if self._random.random() < DECLINES and state["shooter"]["next"] not in (None, state["shooter"]["seat"]):
            state = await self._rig.order("decline_dice")
        return state

    async def _roll(self, state: dict[str, Any]) -> None:
        """The dice, as the camera reads them, or two persons where it cannot, or where there is none."""
        dice = [self._random.randint(1, 6) for _ in range(state["awaits"]["count"])]
        if self.unlucky:
            dice, self.unlucky = [4, 3], False
        if state["camera"] is not None:
            if state["shaker"] is None:
                await self._rig.throw(dice)
                await self._rig.order("read_dice")
            seen = await self._rig.until("/state", lambda now: not now["camera"]["looking"])
            if not seen["camera"]["unread"]:
                return
            dice = self._rig.lying
        await self._rig.agree("enter_dice", dice=dice)

    async def _shake(self) -> dict[str, Any]:
        """The shaker shakes; the state once the dice lie still."""
        if self.clumsy:
            await self._stumble_at_dice()
        await self._rig.order("shake")
        return await self._rig.until("/state", lambda now: bool(now["shaker"]["phase"] == "rested"))

    async def _stumble_at_dice(self) -> None:
        """Over the shaker's cable, in the middle of a shake; then does what the console says: a no roll, and again."""
        self.clumsy = False
        await self._rig.fault("shaker", "unplug_mid_shake", on=True)
        await self._rig.order("shake")
        await self._rig.see("held", fault="SHAKE_FAILED")
        await asyncio.sleep(4 * self._pause)
        await self._rig.fault("shaker", "unplug_mid_shake", on=False)
        await self._rig.until("/state", lambda now: bool(now["shaker"]["up"]))
        await self._rig.order("declare_no_roll", ground="obstructed")

    async def _lay_more(self, state: dict[str, Any]) -> None:
        """Three players: whatever of their usual wagers does not lie there, and may lie now."""
        for seat in map(str, range(1, 4)):
            mine = state["wagers"].get(seat, {})
            for wagers in self._random.sample(self._game.usual, len(self._game.usual)):
                if not wagers.keys() & mine.keys() and await self._laid(seat, dict(wagers)):
                    break
            await asyncio.sleep(self._pause)

    async def _laid(self, seat: str, wagers: dict[str, int | None]) -> bool:
        """Whether the table took these wagers: what may lie depends on the roll before."""
        try:
            await self._rig.order("seat_in", seat=seat, wagers=wagers)
        except RefusedError as refused:
            if refused.code != "ORDER_ILLEGAL":
                raise
            return False
        return True

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
        """As players of this game do; where amounts are not keyed, a seat is touched in and its wagers lie."""
        wagers = dict(self._random.choice(self._game.usual))
        if self._rig.pool and self._random.random() < ON_METERS:
            wagers.update(self._on_meters)
        return wagers
