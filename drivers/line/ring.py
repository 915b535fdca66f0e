"""The last bytes on a line, both ways: what one wants to see when it was lost."""

from __future__ import annotations

from collections import deque
from typing import Literal

MOST_ENTRIES = 64
MOST_BYTES = 512  # of one entry


class Ring:
    """Bounded in entries and bytes. The bytes tell cards: nothing but `dump` shows them, and that is sealed."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, str, bytes]] = deque(maxlen=MOST_ENTRIES)

    def add(self, now: float, direction: Literal["<", ">"], data: bytes) -> None:
        """What came (`<`) or went (`>`); of much at once, the end."""
        self._kept.append((now, direction, data[-MOST_BYTES:]))

    def dump(self) -> bytes:
        """A line each: seconds since the first, direction, the bytes in hexadecimal; then it is empty."""
        entries = list(self._kept)
        self._kept.clear()
        return b"".join(
            f"{now - entries[0][0]:.3f} {direction} {data.hex()}\n".encode() for now, direction, data in entries
        )
