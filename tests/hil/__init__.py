"""The rig and its stories."""

from __future__ import annotations


def verdict(log: str) -> str:
    """Why a croupierd gave up, in its own words; the broker, which writes there too, may have said something since."""
    return [line for line in log.splitlines() if line.startswith("CRITICAL fault ")][-1]
