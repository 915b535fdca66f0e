"""A card that may lie face down is sealed on disk: AES-256-GCM, bound to its place in the journal."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from drivers.faults import Fault, FaultError

KEY_BYTES, NONCE_BYTES = 32, 12


class Seal:
    """Seals and opens; the place (`seq` and kind) is authenticated, so that a sealed card cannot be moved."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, plain: bytes, seq: int, kind: str) -> bytes:
        """Sealed for this place."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, f"{seq}:{kind}".encode())

    def open(self, sealed: bytes, seq: int, kind: str) -> bytes:
        """The plain bytes; JOURNAL_KEY if this key did not seal them here."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], f"{seq}:{kind}".encode())
        except InvalidTag as error:
            raise FaultError(Fault.JOURNAL_KEY, f"entry {seq}") from error


def load_key(path: Path, *, create: bool) -> bytes:
    """The site's key, 64 hexadecimal digits in a file that only its owner may read; `create` for a first journal."""
    try:
        if create and not path.exists():
            new = path.with_suffix(".new-key")
            new.unlink(missing_ok=True)
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(KEY_BYTES))
                file.flush()
                os.fsync(descriptor)
            new.rename(path)  # there whole, or not at all
        if path.stat().st_mode & 0o077:
            raise FaultError(Fault.JOURNAL_KEY, f"{path}: others may read it; chmod 600")
        key = bytes.fromhex(path.read_text())
    except (FileNotFoundError, ValueError) as error:
        raise FaultError(Fault.JOURNAL_KEY, str(path)) from error
    if len(key) != KEY_BYTES:
        raise FaultError(Fault.JOURNAL_KEY, f"{path}: not {KEY_BYTES} bytes")
    return key
