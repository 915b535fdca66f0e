"""What every make of shoe offers the reader: one conversation, without any I/O of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from drivers.observation import Observation


@dataclass(frozen=True, slots=True)
class Position:
    """How far we have heard a shoe: up to event `seq` since its power-up `boot`."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a shoe says it is."""

    model: str
    serial: str
    firmware: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """An observation and the very bytes that it came from."""

    observation: Observation
    raw: bytes = field(repr=False)


class Session(Protocol):
    """One conversation, from the opening of the port to its loss."""

    identity: Identity | None
    outgoing: bytearray  # what the reader sends, and clears

    def __init__(self, device: str, serial: str, known: Position | None, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> Iterator[Sighting]:
        """What the bytes tell, once each; raises FaultError if the other end is not our shoe."""

    def committed(self, observation: Observation) -> None:
        """The observation is on disk."""

    def check(self, now: float) -> None:
        """Raises FaultError if the shoe owes us something for too long."""
