"""A simulated shoe that speaks `csr`: it keeps what was not acknowledged, and tells it again when asked."""

from __future__ import annotations

import asyncio
from collections import deque

from drivers.shoe.csr_wire import (
    Acknowledge,
    CardDrawn,
    CutCard,
    Decoder,
    Emptied,
    Event,
    Frame,
    Free,
    Heartbeat,
    Identified,
    Identify,
    Loaded,
    Lock,
    LockState,
    ReadFailure,
    ReplayAfter,
    Replayed,
)
from hil.shoe.model import Shoe
from rules.cards import Card

BEAT = 1.0


class CsrShoe(Shoe):
    """The plain card-shoe reader."""

    def __init__(self, link: str = "", serial: str = "", tcp: int = 0, seed: int = 0) -> None:
        super().__init__(link, serial, tcp, seed)
        self._unacknowledged: deque[Event] = deque()
        self._decoder = Decoder()
        self._boot = self._new_boot()
        self._seq = 0

    async def _live(self) -> None:
        while True:
            self._send(Heartbeat(self._boot, self._seq))
            await asyncio.sleep(BEAT)

    def _start_anew(self) -> None:
        self._boot, self._seq = self._new_boot(), 0
        self._unacknowledged.clear()
        self._send(self._identity())

    def _tell_card(self, card: Card) -> None:
        self._tell(CardDrawn(self._boot, self._next(), str(card)))

    def _tell_unread(self, *, reversed_: bool) -> None:
        self._tell(ReadFailure(self._boot, self._next(), "reversed" if reversed_ else "exit-optic"))

    def _tell_cut(self) -> None:
        self._tell(CutCard(self._boot, self._next()))

    def _tell_loaded(self) -> None:
        self._tell(Loaded(self._boot, self._next()))

    def _tell_empty(self) -> None:
        self._tell(Emptied(self._boot, self._next()))

    def _tell(self, event: Event) -> None:
        self._unacknowledged.append(event)
        self._event(event.encode())

    def _next(self) -> int:
        self._seq += 1
        return self._seq

    def _new_boot(self) -> str:
        return f"{self._random.getrandbits(32):08X}"

    def _identity(self) -> Identified:
        serial = "SOMEONE-ELSE" if "wrong_identity" in self.on else self._serial
        return Identified("CSR-SIM", serial, "1.0", self._boot, self._seq)

    def _plug(self) -> None:
        self._decoder = Decoder()
        super()._plug()

    def _hear(self, data: bytes) -> None:
        for frame, _ in self._decoder.feed(data):
            match frame:
                case Identify():
                    self._send(self._identity())
                case Acknowledge(boot, seq) if boot == self._boot:
                    while self._unacknowledged and self._unacknowledged[0].seq <= seq:
                        self._unacknowledged.popleft()
                case ReplayAfter(boot, seq) if boot == self._boot:
                    for event in self._unacknowledged:
                        if event.seq > seq:
                            self._send(event)
                    self._send(Replayed(self._boot, self._seq))
                case Lock() | Free():
                    self.locked = isinstance(frame, Lock)
                    self._send(LockState(self._boot, "locked" if self.locked else "free"))

    def _send(self, frame: Frame) -> None:
        self._put(frame.encode())
