"""What a table signs so that its boards believe it: not the key of its certificate, but one that no broker has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from drivers.board.wire import Jackpot, Lease, Signed
from drivers.faults import Fault, FaultError


def digest(payload: bytes) -> str:
    """What a lease names a jackpot's message by: its bytes, as they were sent."""
    return hashlib.sha256(payload).hexdigest()


def new_key() -> bytes:
    """A private key, as its file holds it."""
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@dataclass(frozen=True, slots=True)
class Signer:
    """A table's key."""

    key: Ed25519PrivateKey

    @classmethod
    def load(cls, path: Path) -> Signer:
        """The key of a file that only its owner may read."""
        try:
            if path.stat().st_mode & 0o077:
                raise FaultError(Fault.DISPLAY_KEY, str(path))
            return cls.of(path.read_bytes())
        except (OSError, ValueError, TypeError) as error:
            raise FaultError(Fault.DISPLAY_KEY, str(path)) from error

    @classmethod
    def of(cls, pem: bytes) -> Signer:
        """A key as its file holds it; ValueError or TypeError if it is none."""
        key = load_pem_private_key(pem, None)
        if not isinstance(key, Ed25519PrivateKey):
            raise TypeError("Ed25519")
        return cls(key)

    @property
    def public(self) -> str:
        """What its boards are told: 64 hexadecimal digits."""
        return self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def lease(self, table: str, jackpot: Jackpot, heard: dict[str, int]) -> Signed:
        """Boards that were heard may light this message for a while."""
        sent = digest(jackpot.model_dump_json().encode())
        text = Lease(table=table, seq=jackpot.seq, digest=sent, heard=heard).model_dump_json()
        return Signed(lease=text, signature=self.key.sign(text.encode()).hex())


def opened(signed: Signed, keys: Iterable[str]) -> Lease | None:
    """What was signed with one of these keys; None: it was not. ValidationError if that is no lease."""
    for key in keys:
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
            public.verify(bytes.fromhex(signed.signature), signed.lease.encode())
        except InvalidSignature:
            continue
        return Lease.model_validate_json(signed.lease)
    return None
