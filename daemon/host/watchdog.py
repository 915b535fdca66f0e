"""systemd's watchdog, fed only while every loop really turns."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

STALE = 8.0  # seconds without a beat, unless a loop asks for more; most beat at least once a second


def notify(message: str) -> None:
    """Tells the service manager, if there is one (sd_notify's protocol: a datagram of lines)."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
        channel.setblocking(False)
        try:
            channel.sendto(message.encode(), "\0" + address[1:] if address.startswith("@") else address)
        except OSError as error:
            log.warning("notify_failed", extra={"reason": str(error)})


class Watchdog:
    """Who must beat, and who last did."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}

    def expect(self, name: str, within: float | None = None) -> Callable[[], None]:
        """Registers a loop; it calls the answer each time it turns, from any thread."""

        def beat() -> None:
            self._due[name] = time.monotonic() + (STALE if within is None else within)

        beat()
        return beat

    def stuck(self) -> list[str]:
        """The loops that have stopped turning."""
        now = time.monotonic()
        return [name for name, due in self._due.items() if now > due]

    async def run(self) -> None:
        """Until cancelled. Says nothing to systemd as soon as one loop stands still, and says which in the log."""
        period = int(os.environ.get("WATCHDOG_USEC", "2000000")) / 4e6
        complained: list[str] = []
        while True:
            stuck = self.stuck()
            if not stuck:
                notify("WATCHDOG=1")
            elif stuck != complained:
                log.critical("loop_stuck", extra={"loops": ",".join(stuck)})
            complained = stuck
            await asyncio.sleep(min(period, 1.0))
