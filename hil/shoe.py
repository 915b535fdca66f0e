"""A simulated card shoe: speaks `csr` on a pty, keeps what was not acknowledged, has every vice that has a name."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import tty
from collections import deque
from pathlib import Path
from typing import Any, ClassVar

from drivers.shoe.csr_wire import (
    Acknowledge,
    CardDrawn,
    Decoder,
    Frame,
    Heartbeat,
    Identified,
    Identify,
    ReadFailure,
    ReplayAfter,
    Replayed,
)
from hil.device import Device
from rules.cards import Card

BEAT = 1.0


class Shoe(Device):
    """The shoe at `link`, a path like those that udev makes."""

    FAULTS: ClassVar = {
        "unplug": "the cable is pulled; off: it is put back",
        "go_silent": "nothing more is sent, heartbeats included",
        "drop_frame": "a card's frame never reaches the line",
        "flip_bit": "a card's frame arrives with one bit wrong",
        "repeat": "a card's frame is sent twice",
        "wrong_identity": "another shoe answers on this line",
        "power_cycle": "switched off and on: a new boot, and nothing remembered",
        "misread": "the reader cannot read the next cards",
    }

    def __init__(self, link: str, serial: str, seed: int = 0) -> None:
        super().__init__()
        self._link = Path(link)
        self._serial = serial
        self._random = random.Random(seed)
        self._cards: deque[Card] = deque()
        self._unacknowledged: deque[CardDrawn | ReadFailure] = deque()
        self._decoder = Decoder()
        self._boot = self._new_boot()
        self._seq = 0
        self._line: tuple[int, int] | None = None  # the pty's two ends

    async def run(self) -> None:
        """Beats until cancelled."""
        self._plug()
        try:
            while True:
                self._send(Heartbeat(self._boot, self._seq))
                await asyncio.sleep(BEAT)
        finally:
            self._unplug()

    async def switched(self, fault: str, *, on: bool) -> None:
        """Cables and power act at once."""
        if fault == "unplug":
            self._unplug() if on else self._plug()
        elif fault == "power_cycle" and on:
            self._boot, self._seq = self._new_boot(), 0
            self._unacknowledged.clear()
            self.on.discard("power_cycle")
            self._send(self._identity())

    async def do(self, what: str, **details: Any) -> dict[str, Any]:
        """`load` cards to be dealt in this order; `draw` some of them."""
        match what:
            case "load":
                self._cards = deque(map(Card.parse, details["cards"]))
            case "draw":
                for _ in range(details.get("count", 1)):
                    if not self._cards:
                        raise ValueError("the shoe is empty")
                    self._draw(self._cards.popleft())
            case _:
                return await super().do(what, **details)
        return {"left": len(self._cards)}

    def _draw(self, card: Card) -> None:
        self._seq += 1
        frame: CardDrawn | ReadFailure = CardDrawn(self._boot, self._seq, str(card))
        if "misread" in self.on:
            frame = ReadFailure(self._boot, self._seq, "exit-optic")
        self._unacknowledged.append(frame)
        if "drop_frame" in self.on:
            return
        if "flip_bit" in self.on:
            data = bytearray(frame.encode())
            data[len(data) // 2] ^= 1 << self._random.randrange(7)
            self._write(bytes(data))
            return
        self._send(frame)
        if "repeat" in self.on:
            self._send(frame)

    def _new_boot(self) -> str:
        return f"{self._random.getrandbits(32):08X}"

    def _identity(self) -> Identified:
        serial = "SOMEONE-ELSE" if "wrong_identity" in self.on else self._serial
        return Identified("CSR-SIM", serial, "1.0", self._boot, self._seq)

    def _plug(self) -> None:
        if self._line is not None:
            return
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._line = ours, theirs
        self._decoder = Decoder()
        self._link.parent.mkdir(parents=True, exist_ok=True)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(os.ttyname(theirs))
        asyncio.get_running_loop().add_reader(ours, self._readable, ours)

    def _unplug(self) -> None:
        if self._line is None:
            return
        asyncio.get_running_loop().remove_reader(self._line[0])
        for end in self._line:
            os.close(end)
        self._line = None
        self._link.unlink(missing_ok=True)

    def _readable(self, ours: int) -> None:
        for frame, _ in self._decoder.feed(os.read(ours, 4096)):
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

    def _send(self, frame: Frame) -> None:
        if "go_silent" not in self.on:
            self._write(frame.encode())

    def _write(self, data: bytes) -> None:
        if self._line is not None:
            with contextlib.suppress(BlockingIOError):  # nobody listens, and the line is full: like a UART, we go on
                os.write(self._line[0], data)
