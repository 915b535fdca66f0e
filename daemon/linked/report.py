"""What a table says of itself to the ledger of its shared pools, for the pit."""

from __future__ import annotations

from typing_extensions import TypedDict

from drivers.faults import Fault


class Report(TypedDict):
    """How a table is, every two seconds."""

    closed: bool
    game: str
    round: int
    held: Fault | None
    faults: list[Fault]
    devices: dict[str, bool]  # whether each is up
    boards: dict[str, bool]  # whether each is online
    version: str
