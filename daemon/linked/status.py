"""What a table says of itself to the ledger of its shared pools, for the pit."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

Text = Annotated[str, StringConstraints(max_length=64, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]


class TableStatus(BaseModel):
    """How a table is, every two seconds; whatever else stands there, nobody knows how to read it."""

    closed: bool = False
    game: Text = ""
    round: Annotated[int, Field(ge=0, le=2**53)] = 0
    held: Text | None = None
    faults: Annotated[list[Text], Field(max_length=100)] = []
    devices: Annotated[dict[Text, bool], Field(max_length=100)] = {}  # whether each is up
    boards: Annotated[dict[Text, bool], Field(max_length=100)] = {}  # whether each is online
    version: Text = ""
