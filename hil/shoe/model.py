"""What every simulated shoe is: cards, a cut card, a lock, a cable, and every named fault."""

from __future__ import annotations

import asyncio
import random
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, ClassVar

from hil.device import Device
from hil.line import Line, Pty, Tcp, misheard
from rules.cards import DECK, Card

SLOW = 0.004  # seconds a byte
REPEATED = 3  # times
GIBBERISH = 4096  # bytes at a time
BREATH = 0.01  # seconds between two of a device's fits


class Shoe(Device):
    """The shoe at `link`, or at the TCP port `tcp`. How it says things, a subclass knows."""

    COPIES: ClassVar = 1  # of an event's frame
    FAULTS: ClassVar = {
        "unplug": "the cable is pulled; off: it is put back",
        "go_silent": "nothing more is sent",
        "drop_frame": "an event's frame never reaches the line",
        "flip_bit": "an event's frame arrives with one bit wrong; of several copies, the first",
        "repeat": "an event's frame is sent three times",
        "reorder": "of two events, the second one's frame is sent first",
        "slow": "bytes come one by one",
        "babble": "a flood of bytes that mean nothing, and nothing else",
        "flap": "switched off and on, over and over",
        "wrong_baud": "it speaks at another speed than the host listens",
        "wrong_identity": "another shoe answers on this line",
        "power_cycle": "switched off and on: nothing is remembered",
        "misread": "the reader cannot read the next cards",
        "reversed_card": "the next cards come with the wrong side up",
        "extra_card": "the next card is one more of the last one, which the decks do not hold",
        "missing_card": "somebody takes the next card out of the shoe",
    }

    def __init__(self, link: str = "", serial: str = "", tcp: int = 0, seed: int = 0) -> None:
        super().__init__()
        self.locked = False
        self._serial = serial
        self._random = random.Random(seed)
        self._cards: deque[Card] = deque()
        self._before_cut: int | None = None  # cards in front of the cut card
        self._senses = False  # it notices being filled and being empty
        self._last = DECK[0]
        self._late = b""  # a frame that is sent after the next one
        self._said = b""  # the last that it put on the line
        self._busy_until = 0.0  # a slow line's
        self._line: Line = Tcp(tcp) if tcp else Pty(Path(link))

    async def run(self) -> None:
        """Runs the shoe until cancelled."""
        self._plug()
        try:
            await asyncio.gather(self._live(), self._rave())
        finally:
            self._line.unplug()

    async def switched(self, fault: str, *, on: bool) -> None:
        """Cables, power and thieves act at once."""
        if fault == "unplug":
            self._line.unplug() if on else self._plug()
        elif fault == "power_cycle" and on:
            self.on.discard("power_cycle")
            self._start_anew()
        elif fault == "missing_card" and on:
            self._cards.popleft()

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`load` the shoe; `draw` a `count` of cards; `tap` the line, and `inject` a stranger's `bytes` into it."""
        match what:
            case "load":
                self._load(**details)
            case "draw":
                for _ in range(details.get("count", 1)):
                    self._draw()
            case "tap":
                return {"bytes": self._said.hex()}
            case "inject":
                self._line.write(bytes.fromhex(details["bytes"]))
            case _:
                return await super().do(what, **details)
        return {"left": len(self._cards)}

    # -- cards --------------------------------------------------------------------------------------------------------

    def _load(
        self,
        cards: list[str] | None = None,
        decks: int = 1,
        seed: int = 0,
        cut: int | None = None,
        *,
        senses: bool = False,
    ) -> None:
        """These cards in this order, or whole decks, shuffled; `senses`: it notices, and will notice the last card."""
        self._before_cut, self._senses = cut, senses
        if cards is not None:
            self._cards = deque(map(Card.parse, cards))
        else:
            self._cards = deque(random.Random(seed).sample(decks * DECK, decks * len(DECK)))
        if senses:
            self._tell_loaded()

    def _draw(self) -> None:
        if self.locked:
            raise ValueError("the shoe is locked")
        if not self._cards:
            raise ValueError("the shoe is empty")
        if self._before_cut == 0:
            self._tell_cut()
        if self._before_cut is not None:
            self._before_cut -= 1
        if "extra_card" not in self.on:
            self._last = self._cards.popleft()
        if self.on & {"misread", "reversed_card"}:
            self._tell_unread(reversed_="reversed_card" in self.on)
        else:
            self._tell_card(self._last)
        if self._senses and not self._cards:
            self._tell_empty()

    # -- the line -----------------------------------------------------------------------------------------------------

    def _plug(self) -> None:
        self._line.plug(self._hear)

    def _event(self, data: bytes) -> None:
        """An event's frame goes out, as whole and as often as the faults want it."""
        if "drop_frame" in self.on:
            return
        if "reorder" in self.on and not self._late:
            self._late = data
            return
        copies = [data] * (1 if "once" in self.on else REPEATED if "repeat" in self.on else self.COPIES)
        if "flip_bit" in self.on:
            spoiled = bytearray(data)
            spoiled[len(data) // 2] ^= 1 << self._random.randrange(7)
            copies[0] = bytes(spoiled)
        for copy in (*copies, self._late):
            self._put(copy)
        self._late = b""

    def _put(self, data: bytes) -> None:
        if self.on & {"go_silent", "babble"}:
            return
        self._said = data
        if "wrong_baud" in self.on:
            data = misheard(data)
        if "slow" not in self.on:
            self._line.write(data)
            return
        loop = asyncio.get_running_loop()
        self._busy_until = max(self._busy_until, loop.time())
        for byte in data:
            self._busy_until += SLOW
            loop.call_at(self._busy_until, self._line.write, bytes([byte]))

    async def _rave(self) -> None:
        while True:
            await asyncio.sleep(BREATH)
            if "babble" in self.on:
                self._line.write(self._random.randbytes(GIBBERISH))
            if "flap" in self.on:
                self._start_anew()

    # -- what a protocol knows ----------------------------------------------------------------------------------------

    @abstractmethod
    def _live(self) -> Awaitable[None]:
        """What it does by itself, for ever."""

    @abstractmethod
    def _start_anew(self) -> None:
        """It was switched off and on."""

    @abstractmethod
    def _hear(self, data: bytes) -> None:
        """Takes bytes from the host."""

    @abstractmethod
    def _tell_card(self, card: Card) -> None: ...

    @abstractmethod
    def _tell_unread(self, *, reversed_: bool) -> None: ...

    @abstractmethod
    def _tell_cut(self) -> None: ...

    def _tell_loaded(self) -> None:
        """Says that it was filled, if its protocol can."""

    def _tell_empty(self) -> None:
        """Says that it is empty, if its protocol can."""
