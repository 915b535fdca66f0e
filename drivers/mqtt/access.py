"""Where the floor's broker is, and as whom we come. Imports nothing: settings need it, MQTT does not come with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILES = ("ca", "certificate", "key", "password_file")


@dataclass(frozen=True, slots=True)
class Access:
    """A broker's address, and what opens it: with `ca` it is TLS, with a certificate or a password of one's own."""

    host: str
    port: int
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    username: str | None = None
    password_file: Path | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Access:
        """From plain data, as it crosses from one process to another."""
        files = {name: Path(plain[name]) for name in FILES if plain.get(name)}
        return cls(plain["host"], plain["port"], username=plain.get("username"), **files)
