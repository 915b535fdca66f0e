"""A card that may lie face down is sealed on disk: AES-256-GCM, padded, bound to its place in its journal.

Its place is also the hash of the entry before: whoever rewrites that one without the key can seal nothing after it.

Version 2 lays it down as key id (4 bytes), nonce (12), ciphertext; version 1 had neither key id nor padding, and did
not know the entry before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import IntEnum
from hashlib import sha256
from typing import Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from daemon.journal.keys import Keys
from daemon.text.details import Because
from drivers.faults import Fault, FaultError

ID_BYTES, NONCE_BYTES, LENGTH_BYTES = 4, 12, 4
BLOCK = 64  # what is sealed is a multiple of this long, so that its length tells nothing

Part = Literal["body", "raw"]
PARTS: tuple[Part, Part] = "body", "raw"


class Sealed(IntEnum):
    """What of an entry is sealed, as its column of that name says."""

    NOTHING = 0
    ALL = 1
    RAW = 2  # what was observed tells no card, the bytes that it came from might

    @property
    def parts(self) -> tuple[Part, ...]:
        """Names the columns that are ciphertext."""
        return ((), PARTS, ("raw",))[self]


def padded(plain: bytes) -> bytes:
    """With its length before it and zeros after it.

    >>> len(padded(b"")), len(padded(bytes(60))), len(padded(bytes(61)))
    (64, 64, 128)
    """
    whole = len(plain).to_bytes(LENGTH_BYTES, "big") + plain
    return whole + bytes(-len(whole) % BLOCK)


class Seal:
    """Seals with the first key and opens with any; its place, and what came before it, are authenticated."""

    def __init__(self, keys: Keys, nonce: Callable[[int], bytes] = os.urandom) -> None:
        self._ciphers = {sha256(key).digest()[:ID_BYTES]: AESGCM(key) for key in reversed(keys)}
        self._id = sha256(keys[0]).digest()[:ID_BYTES]
        self._cipher = self._ciphers[self._id]
        self._nonce = nonce

    def knows(self, sealed: bytes) -> bool:
        """Whether its key is here: then, if it does not open, it was not sealed for this place."""
        return sealed[:ID_BYTES] in self._ciphers

    def close(self, plain: bytes, journal: str, seq: int, kind: str, part: Part, before: bytes) -> bytes:
        """Seals bytes for one place in a journal."""
        nonce = self._nonce(NONCE_BYTES)
        place = f"{journal}:{seq}:{kind}:{part}:".encode() + before
        return self._id + nonce + self._cipher.encrypt(nonce, padded(plain), place)

    def open(self, sealed: bytes, journal: str, seq: int, kind: str, part: Part, before: bytes) -> bytes:
        """Returns the plain bytes; JOURNAL_KEY if no key of ours sealed them here."""
        cipher = self._ciphers.get(sealed[:ID_BYTES])
        if cipher is None:
            raise FaultError(Fault.JOURNAL_KEY, Because.SEALED_BY(entry=seq, key=sealed[:ID_BYTES].hex()))
        start = ID_BYTES + NONCE_BYTES
        try:
            place = f"{journal}:{seq}:{kind}:{part}:".encode() + before
            plain = cipher.decrypt(sealed[ID_BYTES:start], sealed[start:], place)
        except (InvalidTag, ValueError) as error:
            raise FaultError(Fault.JOURNAL_KEY, Because.ENTRY(entry=seq)) from error
        return plain[LENGTH_BYTES : LENGTH_BYTES + int.from_bytes(plain[:LENGTH_BYTES], "big")]

    def open_1(self, sealed: bytes, seq: int, kind: str) -> bytes:
        """Opens what a file of version 1 has sealed."""
        for cipher in self._ciphers.values():
            try:
                return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], f"{seq}:{kind}".encode())
            except (InvalidTag, ValueError):
                continue
        raise FaultError(Fault.JOURNAL_KEY, Because.ENTRY(entry=seq))
