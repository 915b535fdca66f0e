"""A simulated Angel Eye: it tells every event once, and never again."""

from __future__ import annotations

import asyncio
import re
from typing import Any, ClassVar

from drivers.shoe.angel_eye_wire import (
    CYCLE,
    CardDrawn,
    Command,
    CutCard,
    ErrorCleared,
    ErrorRaised,
    Event,
    LockState,
    Refused,
    Retransmitted,
    StandBy,
    Started,
    Taken,
)
from hil.shoe.model import Shoe
from rules.cards import Card

CANNOT_READ, REVERSED = b"\xc1", b"\xc4"
BAD_CHECK, BUSY, UNKNOWN = 0x02, 0x21, 0x13
COMMAND = re.compile(rb"\x02OP(\w\w)(\d\d)\x03[0-9A-F]{2}", re.ASCII)


class AngelEyeShoe(Shoe):
    """The Angel Eye II-EX, as far as anybody has written down what it does."""

    FAULTS: ClassVar = {
        **Shoe.FAULTS,
        "wrong_identity": "nothing: it has no identity; the adapter's stands in, and that is in the table's file",
        "busy": "it takes no command now",
    }

    def __init__(self, link: str = "", serial: str = "", tcp: int = 0, seed: int = 0) -> None:
        super().__init__(link, serial, tcp, seed)
        self._count = -1
        self._heard = b""

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`stand_by`, as before a round; `retransmit` the last card under the next number."""
        match what:
            case "stand_by":
                self._tell(StandBy(self._next()))
            case "retransmit":
                self._tell(Retransmitted.of(self._next(), str(self._last)))
            case _:
                return await super().do(what, **details)
        return {}

    async def _live(self) -> None:
        self._start_anew()
        await asyncio.Event().wait()

    def _start_anew(self) -> None:
        self._count, self.locked = -1, False
        self._tell(Started(self._next()))
        if "flap" in self.on:
            self._tell(StandBy(self._next()))  # or every start but the first would be a copy of the one before

    def _tell_card(self, card: Card) -> None:
        self._tell(CardDrawn.of(self._next(), str(card)))

    def _tell_unread(self, *, reversed_: bool) -> None:
        self._tell(ErrorRaised(self._next(), REVERSED if reversed_ else CANNOT_READ))

    def _tell_cut(self) -> None:
        self._tell(CutCard(self._next()))

    def _tell(self, event: Event) -> None:
        self._event(event.encode())

    def _next(self) -> str:
        self._count += 1
        return CYCLE[self._count % len(CYCLE)]

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
