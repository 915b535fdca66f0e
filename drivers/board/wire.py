"""What travels between a table and its boards: topics and messages (docs/protocols/board.md)."""

from __future__ import annotations

import socket
from typing import Literal

from pydantic import BaseModel, ConfigDict

Language = Literal["fr", "en"]

# Without it a small message waits up to 40 ms for the acknowledgement of the one before.
AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)


class Message(BaseModel):
    """Strict on both sides: a message with a field that we do not know is not ours to interpret."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    v: Literal[1] = 1


class ResultLine(Message):
    """One wager, settled: the same words as a settlement line."""

    seat: str
    wager: str
    outcome: str
    odds: str | None
    stake: int | None
    won: int | None
    returned: int | None
    section: str


class Result(Message):
    """Retained, QoS 1: the last round's result. A board shows `text`, and ignores a lower `seq` than it has."""

    table: str
    seq: int  # the round's number
    game: str
    hands: dict[str, list[str]]  # cards that the dealer turned, no others
    lines: list[ResultLine]
    text: dict[Language, list[str]]


class Echo(Message):
    """What a board really shows."""

    board: str
    seq: int
    text: dict[Language, list[str]]


class Presence(Message):
    """Retained; `online` false is the board's last will."""

    board: str
    online: bool


class Head(Message):
    """Retained: how far the table's journal had come. Whoever keeps it can tell later if entries were taken away."""

    table: str
    uuid: str  # of the journal
    seq: int
    hash: str  # of the entry with that number, in hexadecimal


def head_topic(table: str) -> str:
    """Written by the table, at most twice a second; read by it when it comes back, and by any witness."""
    return f"croupier/{table}/journal"


def result_topic(table: str) -> str:
    """Written by the table, read by its boards."""
    return f"croupier/{table}/result"


def echo_topic(table: str, board: str) -> str:
    """Written by one board."""
    return f"croupier/{table}/board/{board}/echo"


def presence_topic(table: str, board: str) -> str:
    """Written by one board, and by the broker when the board is gone."""
    return f"croupier/{table}/board/{board}/presence"
