"""A simulated Angel Eye: it tells every event three times at once, and never again."""

from __future__ import annotations

import asyncio
import re
from typing import Any, ClassVar

from drivers.shoe.angel_eye_wire import (
    FOLLOWS,
    START,
    CardDrawn,
    CardOutside,
    CardTold,
    Command,
    CutCard,
    ErrorCleared,
    ErrorRaised,
    Event,
    GameResult,
    LockState,
    OutsideTold,
    Refused,
    Retransmitted,
    StandBy,
    Started,
    Taken,
)
from hil.shoe import baccarat
from hil.shoe.model import Shoe
from rules.cards import Card

CANNOT_READ, REVERSED, OVERDRAW, TIMEOUT = b"\xc1", b"\xc4", b"\x82", b"\xc7"
FIRST, BURN, ERROR = 4, 5, 2  # targets: the card that says how many are burned, those, a card outside the game
BAD_CHECK, BUSY, UNKNOWN = 0x02, 0x21, 0x13
COMMAND = re.compile(rb"\x02OP(\w\w)(\d\d)\x03[0-9A-F]{2}", re.ASCII)


class AngelEyeShoe(Shoe):
    """The Angel Eye II-EX as the capture of a real one has it: it deals baccarat, whatever the table plays.

    A shoe that `hides` tells the values when its own hand is over, before the result.
    """

    COPIES: ClassVar = 3
    FAULTS: ClassVar = {
        **Shoe.FAULTS,
        "repeat": "nothing: it always does",
        "once": "an event's frame is sent once, not three times",
        "wrong_identity": "nothing: it has no identity; the adapter's stands in, and that is in the table's file",
        "busy": "it takes no command now",
        "overdraw": "after its own hand it waits with values and result: the next card is drawn once too often",
        "forget": "the values that it hides it never tells",
    }

    def __init__(self, link: str = "", serial: str = "", tcp: int = 0, seed: int = 0, *, hides: bool = False) -> None:
        super().__init__(link, serial, tcp, seed)
        self._hides = hides
        self._seq = ""  # of the last event; "": it was just switched on
        self._hand: list[Card] = []  # of its own game
        self._outside: Card | None = None  # the card that was drawn once too often
        self._heard = b""

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`stand_by`, as before a round; `retransmit` the last card under the next number.

        Also `burn` the first card and as many as it says, take the one that lies outside (`deal_outside`), and
        `hide` values from now on, or `show` them; `tell` a `card` as what lies at `place` 13 (the banker's third).
        """
        match what:
            case "stand_by":
                self._tell(StandBy(self._next()))
            case "retransmit":
                self._tell(Retransmitted.of(self._next(), str(self._last)))
            case "burn":
                self._burn()
            case "deal_outside":
                self._deal_outside()
            case "hide" | "show":
                self._hides = what == "hide"
            case "tell":
                self._tell(CardTold.of(self._next(), details["card"], *map(int, details["place"])))
            case _:
                return await super().do(what, **details)
        return {}

    async def _live(self) -> None:
        self._start_anew()
        await asyncio.Event().wait()

    def _start_anew(self) -> None:
        self._seq, self.locked, self._hand, self._outside = "", False, [], None
        self._tell(Started(self._next()))
        if "flap" in self.on:
            self._tell(StandBy(self._next()))  # or every start but the first would be a copy of the one before

    def _tell_card(self, card: Card) -> None:
        """In its own hand; one after the last of a hand whose result it has not told is outside the game."""
        where = baccarat.place(self._hand)
        if where is None:
            self._overdraw(card)
            return
        self._hand.append(card)
        self._tell(CardDrawn.of(self._next(), self._shown(card), *where))
        self._end_hand()

    def _overdraw(self, card: Card) -> None:
        self._outside = card
        self._tell(ErrorRaised(self._next(), OVERDRAW))
        self._tell(ErrorRaised(self._next(), TIMEOUT))
        self._tell(CardOutside.of(self._next(), self._shown(card), ERROR, 0))
        if self._hides and "forget" not in self.on:
            self._tell(OutsideTold.of(self._next(), str(card)))
        self._tell(ErrorCleared(self._next(), OVERDRAW))
        self._end_hand(waits=False)

    def _deal_outside(self) -> None:
        """The card that lies outside is the first one of the next hand."""
        if self._outside is None or self._hand:
            raise ValueError("no card lies outside, or the hand has begun")
        card, self._outside = self._outside, None
        self._hand.append(card)
        self._tell(Retransmitted.of(self._next(), self._shown(card)))

    def _end_hand(self, *, waits: bool = True) -> None:
        if baccarat.place(self._hand) is not None or (waits and "overdraw" in self.on):
            return
        if self._hides and "forget" not in self.on:
            for number, card in enumerate(self._hand):
                self._tell(CardTold.of(self._next(), str(card), *(baccarat.place(self._hand[:number]) or ())))
        winner, player_pair, banker_pair = baccarat.result(self._hand)
        self._tell(GameResult(self._next(), bytes([0x80 | winner << 4 | player_pair | banker_pair << 1])))
        self._tell(StandBy(self._next()))
        self._hand = []

    def _burn(self) -> None:
        """The first card is shown, and says how many are burned."""
        first = self._cards.popleft()
        self._tell(CardDrawn.of(self._next(), str(first), FIRST, 0))
        for left in reversed(range(baccarat.points([first]) or 10)):
            self._tell(CardDrawn.of(self._next(), str(self._cards.popleft()), BURN, left))

    def _shown(self, card: Card) -> str | None:
        return None if self._hides else str(card)

    def _tell_unread(self, *, reversed_: bool) -> None:
        self._tell(ErrorRaised(self._next(), REVERSED if reversed_ else CANNOT_READ))

    def _tell_cut(self) -> None:
        self._tell(CutCard(self._next()))

    def _tell(self, event: Event) -> None:
        self._event(event.encode())

    def _next(self) -> str:
        self._seq = FOLLOWS[self._seq] if self._seq else START
        return self._seq

    def _hear(self, data: bytes) -> None:
        self._heard += data
        while found := COMMAND.search(self._heard):
            self._heard = self._heard[found.end() :]
            command = Command(found[1].decode(), found[2].decode())
            answer = self._reply(command, good=command.encode() == found[0])
            self._put(answer.encode())
            if answer == Taken():
                self._follow(command)

    def _reply(self, command: Command, *, good: bool) -> Taken | Refused:
        if not good:
            return Refused(BAD_CHECK)
        if "busy" in self.on:
            return Refused(BUSY)
        return Taken() if command.kind in ("LK", "EC") else Refused(UNKNOWN)

    def _follow(self, command: Command) -> None:
        if command.kind == "LK":
            self.locked = command.data == "02"
            self._tell(LockState(self._next(), bytes([0x80 | self.locked])))
        else:
            self._tell(ErrorCleared(self._next(), bytes([0x80 | int(command.data)])))
