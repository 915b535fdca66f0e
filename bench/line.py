"""A serial line for benches: a pty with a minimal `csr` shoe at its other end, in this process."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from drivers.driver import Sink
from drivers.shoe.csr_wire import CardDrawn, Decoder, Heartbeat, Identified, Identify, ReplayAfter, Replayed
from drivers.shoe.driver import ShoeDriver

BOOT, SERIAL = "0BE7C400", "BENCH-1"


class Line:
    """The shoe's end: answers who it is, has nothing to replay, and sends a card when told to."""

    def __init__(self, ours: int, path: str) -> None:
        self._ours = ours
        self._decoder = Decoder()
        self._numbers = itertools.count(1)
        self.path = path

    def send(self, card: str) -> float:
        """One card's frame, whole; answers the moment at which its bytes went out."""
        frame = CardDrawn(BOOT, next(self._numbers), card).encode()
        started = time.perf_counter()
        os.write(self._ours, frame)
        return started

    def beat(self) -> None:
        """A heartbeat of a shoe that has dealt nothing."""
        os.write(self._ours, Heartbeat(BOOT, 0).encode())

    def answer(self) -> None:
        """Answers what the host asked."""
        for frame, _ in self._decoder.feed(os.read(self._ours, 4096)):
            if isinstance(frame, Identify):
                os.write(self._ours, Identified("BENCH", SERIAL, "1", BOOT, 0).encode())
            elif isinstance(frame, ReplayAfter):
                os.write(self._ours, Replayed(BOOT, frame.seq).encode())

    def driver(self, sink: Sink) -> ShoeDriver:
        """Makes the driver at the host's end of the line."""
        return ShoeDriver(
            device="shoe",
            protocol="csr",
            port=self.path,
            baud_rate=9600,
            serial=SERIAL,
            sink=sink,
            known=lambda: None,
            beat=lambda: None,
        )


@contextmanager
def line() -> Iterator[Line]:
    """An open line; call it on the event loop."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    made = Line(ours, os.ttyname(theirs))
    asyncio.get_running_loop().add_reader(ours, made.answer)
    try:
        yield made
    finally:
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)
        os.close(theirs)
