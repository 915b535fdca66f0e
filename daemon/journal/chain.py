"""The hash chain: every entry vouches for all before it."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple


class Head(NamedTuple):
    """The last entry so far: its number and its hash."""

    seq: int
    hash: bytes

    @property
    def seq_and_hex(self) -> tuple[int, str]:
        """Returns the number and the hash in hexadecimal, as JSON and people get them."""
        return self.seq, self.hash.hex()


GENESIS = Head(0, bytes(32))
SHORT = 1024
LENGTHS = [length.to_bytes(8, "big") for length in range(SHORT)]  # made once: every commit waits for its hashes


def framed(*columns: int | str | bytes) -> bytes:
    """Columns as they are hashed: each with its length, as it lies on disk."""
    parts = []
    for column in columns:
        part = column if isinstance(column, bytes) else str(column).encode()  # `%d` would take 7.5 for 7
        parts.append(LENGTHS[len(part)] if len(part) < SHORT else len(part).to_bytes(8, "big"))
        parts.append(part)
    return b"".join(parts)


def chain(previous: bytes, *columns: int | str | bytes) -> bytes:
    """The hash of an entry: the one before, then every column."""
    return sha256(previous + framed(*columns)).digest()
