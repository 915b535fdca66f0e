"""A studio's shaker on the wire (docs/protocols/shaker_studio.md), shared with the simulated one: short text over MQTT.

It listens at TOPIC/listens and speaks at TOPIC/says:

    /cycle/?pattern=0&parameter1=10&parameter2=0&amplitude=0.41&duration=9.59     shake
    /state                                                                        say what you are doing
    S0                                                                            it is idle
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

LONGEST = 128  # bytes of a message, either way
MOST_PARAMETER = 9999
_CYCLE = re.compile(
    r"/cycle/\?pattern=(\d{1,4})&parameter1=(\d{1,4})&parameter2=(\d{1,4})&amplitude=(\d\.\d\d)&duration=(\d{1,2}\.\d\d)"
)


class WireError(ValueError):
    """These bytes are not what the protocol says."""


class State(StrEnum):
    """What it is doing; its whole answer."""

    IDLE = "S0"
    SHAKING = "S1"
    ORDER_RECEIVED = "S2"
    PROGRAM_ERROR = "S90"

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the bytes; raises WireError if they are no state.

        >>> State.decode(b"S90").name
        'PROGRAM_ERROR'
        """
        try:
            return cls(data.decode("ascii") if len(data) <= LONGEST else "")
        except ValueError as error:
            raise WireError(f"{len(data)} bytes") from error


ASK = b"/state"


@dataclass(frozen=True, slots=True)
class Cycle:
    """One shake. The numbers are the maker's own; it has none for the shake itself."""

    pattern: int
    parameter1: int
    parameter2: int
    hundredths: int  # of the amplitude, which is 1 at the most
    milliseconds: int  # to the next ten

    def encode(self) -> bytes:
        """Returns the bytes on the wire."""
        duration = f"{self.milliseconds / 1000:.2f}"
        values = f"parameter1={self.parameter1}&parameter2={self.parameter2}&amplitude={self.hundredths / 100:.2f}"
        return f"/cycle/?pattern={self.pattern}&{values}&duration={duration}".encode("ascii")

    @classmethod
    def decode(cls, data: bytes) -> Cycle:
        """Reads the bytes, as the shaker does; raises WireError if they are no shake."""
        try:
            found = _CYCLE.fullmatch(data[: LONGEST + 1].decode("ascii"))
        except UnicodeDecodeError:
            found = None
        if found is None:
            raise WireError(f"{len(data)} bytes")
        pattern, first, second, amplitude, duration = found.groups()
        times = int(amplitude.replace(".", "")), 10 * int(duration.replace(".", ""))
        return cls(int(pattern), int(first), int(second), *times)


def listens(topic: str) -> str:
    """Where the shaker is told what to do."""
    return f"{topic}/listens"


def says(topic: str) -> str:
    """Where the shaker says what it does; nobody else may write there."""
    return f"{topic}/says"


def client_names(table: str, shaker: str) -> tuple[str, str]:
    """The two ends of its line on the broker: croupierd's, and the shaker's own.

    >>> client_names("sic-bo-1", "shaker")
    ('sic-bo-1.shaker', 'sic-bo-1.shaker.device')
    """
    return f"{table}.{shaker}", f"{table}.{shaker}.device"


def rights(table: str, shaker: str, topic: str) -> dict[str, list[str]]:
    """What each end may read and write, as lines of the broker's access list."""
    ours, its = client_names(table, shaker)
    return {
        ours: [f"topic readwrite {listens(topic)}", f"topic read {says(topic)}"],
        its: [f"topic read {listens(topic)}", f"topic write {says(topic)}"],
    }
