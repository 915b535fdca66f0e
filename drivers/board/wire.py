"""What travels between a table and its boards: topics and messages (docs/protocols/board.md).

`python -m drivers.board.wire` writes the messages' JSON schema (docs/protocols/board.schema.json).
"""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.json_schema import models_json_schema

Language = Literal["fr", "en"]
# one that is no text ends the reading: whoever sends a thousand of them must not make us tell a thousand mistakes
Text = dict[Language, Annotated[list[str], Field(fail_fast=True)]]
Mode = Literal["validation", "serialization"]
Condition = Literal["live", "pending", "stale", "closed"]
Trouble = Literal["overflow", "currency", "version", "signature"]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
HIGHEST = 2**53 - 1  # what every JSON library reads exactly
Count = Annotated[int, Field(ge=0, le=HIGHEST)]
Word = Annotated[str, StringConstraints(max_length=64)]
Machine = Annotated[str, StringConstraints(max_length=256)]

TTL = 2000  # milliseconds; so two seconds after a change no board shows the amount before it
OUT_OF_SERVICE: Text = {"fr": ["HORS SERVICE"], "en": ["OUT OF SERVICE"]}


class Part(BaseModel):
    """Strict on both sides: a message with a field that we do not know is not ours to interpret."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Message(Part):
    """The payload of one topic."""

    v: Literal[1] = 1


# -- by the table -----------------------------------------------------------------------------------------------------


class ResultLine(Part):
    """One wager, settled: the same words as a settlement line."""

    seat: str
    wager: str
    outcome: str
    odds: str | None
    stake: Count | None
    won: Count | None
    returned: Count | None
    section: str


class Area(Part):
    """One area of the layout that wins, whoever wagered on it."""

    area: str
    odds: str | None
    section: str
    name: dict[Language, str]


class Result(Message):
    """Retained: the last round's result. A board shows `text`, and ignores a lower `seq` than it has."""

    table: str
    seq: Count  # the round's number
    game: str
    hands: dict[str, list[str]]  # cards that the dealer turned, no others
    dice: list[Annotated[int, Field(ge=1, le=6)]] = []
    areas: list[Area] = []  # dice only: what won on the layout, without a word on who wagered
    lines: list[ResultLine]
    sections: list[str] = []  # of the by-law that decided, each once
    text: Text


class Dice(Message):
    """Retained, at games of dice: the throw that is awaited. A board shows `text`, as it came last."""

    table: str
    seq: Count  # another one with every change; an echo names it
    game: str
    point: Annotated[int, Field(ge=4, le=10)] | None = None  # of craps; null: there is none
    shooter: str | None = None  # the place of the player who has the dice; null: nobody, or nobody keys it
    out: bool = False  # the dice are with the shooter, or thrown: nothing is laid any more
    no_roll: Word | None = None  # the last throw was void: its ground (95.3)
    text: Text


class OwnLimits(Part):
    """The limits of a wager, or of several that are alike, where they are not those of the table."""

    wager: str
    minimum: Count | None
    maximum: Count | None


class Posted(Part):
    """What is posted by one rule set. Amounts are in cents; null: none is posted."""

    rules: Word  # its name; "": it has none
    game: str
    minimum: Count | None  # for every wager that has no line of its own
    maximum: Count | None
    unit: Count  # the smallest amount the table pays
    limits: list[OwnLimits] = []
    offered: list[str]  # of the optional wagers, under as few names as tell the same
    options: dict[str, str | int | bool] = {}  # what the house chose where the by-law leaves it


class PostedLater(Posted):
    """What is posted from the first round of a gaming day on."""

    effective: Word


class Posting(Message):
    """Retained: what is posted now, and what is agreed for later. A board shows `text`, as it came last."""

    table: str
    seq: Count  # another one with every change; an echo names it
    now: Posted | None  # of the running round; between two, of the next. null: nothing is in force yet
    next: Posted | None = None  # from the next round on, where that is something else
    later: PostedLater | None = None
    text: Text


class Hit(Part):
    """A hit that waits for a supervisor; the amount is locked."""

    table: str
    seat: str
    cents: Count | None  # null: the ledger that knows is out of reach


class Jackpot(Message):
    """Retained: what a pool is worth. It is shown only while the lease from the heartbeats lasts."""

    table: str
    pool: Word
    seq: Count  # of this table; grows with every change of this message
    version: Count  # of the pool; grows with every change of the pool
    state: Condition
    cents: Count | None  # null: nobody knows
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    pending: list[Hit] = []  # in the order in which the hands were completed
    ttl: Annotated[int, Field(ge=100, le=60_000)] = TTL  # milliseconds
    text: Text

    @property
    def amount(self) -> int | None:
        """The cents that belong on the glass: the jackpot's, or the locked ones of the first hit."""
        if self.state == "live":
            return self.cents
        return self.pending[0].cents if self.state == "pending" and self.pending else None


class Heartbeat(Message):
    """Not retained: the table is there, and this is the last word of its jackpot topic."""

    table: str
    seq: Count | None  # of the jackpot message that holds; null: there is none
    heard: dict[Name, Count]  # of each board the number of the last echo


class Signed(Message):
    """Not retained, at a table that signs: a lease as text, and the signature of exactly that text."""

    lease: str  # JSON, as `Lease` says
    signature: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]  # Ed25519, in hexadecimal


class Lease(Message):
    """What is signed: boards that were heard may light the one message of the jackpot's topic that has this digest."""

    table: str
    seq: Count  # of that message
    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]  # SHA-256 of its payload, in hexadecimal
    heard: dict[Name, Count]  # of each board the number of the last echo


class Claim(Message):
    """Retained: which process speaks for this table; `held` is false once that has ended by itself."""

    table: str
    instance: Word  # another one at every start, and higher than every one before
    machine: Machine
    age: Count  # seconds since its start
    held: bool


class Ask(Message):
    """Who speaks for this table? When it is back, whoever asked has heard what the broker kept.

    Retained only by who yields: the other shall know that somebody came.
    """

    table: str
    instance: Word
    machine: Machine = ""


class Head(Message):
    """Retained: how far the table's journal had come. Whoever keeps it can tell later if entries were taken away."""

    table: str
    uuid: Word  # of the journal
    seq: Count
    hash: Word  # of the entry with that number, in hexadecimal


# -- by a board -------------------------------------------------------------------------------------------------------


class ResultShown(Part):
    """What stands on the glass of a result."""

    seq: Count
    text: Text


class DiceShown(Part):
    """What stands on the glass of the throw that is awaited."""

    seq: Count
    text: Text


class PostingShown(Part):
    """What stands on the glass of what is posted."""

    seq: Count
    text: Text


class JackpotShown(Part):
    """What stands on the glass of a jackpot."""

    pool: Word
    seq: Count
    version: Count
    state: Condition | Literal["out_of_service"]
    digits: Annotated[str, StringConstraints(pattern=r"^([0-9]{1,20}\.[0-9]{2})?$")]  # as lit; "": no amount is lit
    text: Text


class Echo(Message):
    """What a board really shows: after every change, and after every heartbeat."""

    board: Name
    n: Count  # one more with every echo, from a random number on at power-up
    result: ResultShown | None = None
    dice: DiceShown | None = None  # null: it shows nothing of them
    posting: PostingShown | None = None  # null: it shows nothing of it
    jackpot: JackpotShown | None = None
    trouble: Annotated[list[Trouble], Field(max_length=4, fail_fast=True)] = []  # why it cannot show what it was sent


class Presence(Message):
    """Retained; `online` false is the board's last will."""

    board: Name
    online: bool
    model: Word = ""
    firmware: Word = ""


def digits(cents: int | None) -> str:
    """An amount as the segments read.

    >>> digits(1234567), digits(5), digits(None)
    ('12345.67', '0.05', '')
    """
    return "" if cents is None else f"{cents // 100}.{cents % 100:02d}"


def shown(jackpot: Jackpot) -> JackpotShown:
    """How a board that follows shows this."""
    return JackpotShown(
        pool=jackpot.pool,
        seq=jackpot.seq,
        version=jackpot.version,
        state=jackpot.state,
        digits=digits(jackpot.amount),
        text=jackpot.text,
    )


# -- topics -----------------------------------------------------------------------------------------------------------


def result_topic(table: str) -> str:
    """Written by the table, read by its boards."""
    return f"croupier/{table}/result"


def dice_topic(table: str) -> str:
    """Written by a table of dice, read by its boards."""
    return f"croupier/{table}/dice"


def posting_topic(table: str) -> str:
    """Written by the table, read by its boards."""
    return f"croupier/{table}/posting"


def jackpot_topic(table: str) -> str:
    """Written by the table, read by its boards; and by the table when it comes back."""
    return f"croupier/{table}/jackpot"


def heartbeat_topic(table: str) -> str:
    """Written by the table, read by its boards."""
    return f"croupier/{table}/heartbeat"


def lease_topic(table: str) -> str:
    """Written by the table, read by those of its boards that have its key."""
    return f"croupier/{table}/lease"


def head_topic(table: str) -> str:
    """Written by the table, at most twice a second; read by it when it comes back, and by any witness."""
    return f"croupier/{table}/journal"


def claim_topic(table: str) -> str:
    """Written and read by whoever runs this table."""
    return f"croupier/{table}/claim"


def ask_topic(table: str) -> str:
    """Written and read by whoever runs this table."""
    return f"croupier/{table}/claim/ask"


def echo_topic(table: str, board: str) -> str:
    """Names the topic that this board alone writes."""
    return f"croupier/{table}/board/{board}/echo"


def presence_topic(table: str, board: str) -> str:
    """Written by one board, and by the broker when the board is gone."""
    return f"croupier/{table}/board/{board}/presence"


def board_of(topic: str) -> str:
    """Which board writes there; "" if none does.

    >>> board_of("croupier/poker-1/board/board-1/echo"), board_of("croupier/poker-1/claim")
    ('board-1', '')
    """
    match topic.split("/"):
        case [_, _, "board", board, _]:
            return board
    return ""


TOPICS: dict[str, type[Message]] = {  # what each topic carries
    result_topic("TABLE"): Result,
    dice_topic("TABLE"): Dice,
    posting_topic("TABLE"): Posting,
    jackpot_topic("TABLE"): Jackpot,
    heartbeat_topic("TABLE"): Heartbeat,
    lease_topic("TABLE"): Signed,
    head_topic("TABLE"): Head,
    claim_topic("TABLE"): Claim,
    ask_topic("TABLE"): Ask,
    echo_topic("TABLE", "BOARD"): Echo,
    presence_topic("TABLE", "BOARD"): Presence,
}


def schema() -> str:
    """docs/protocols/board.schema.json, whole: each topic with the message that it carries."""
    # what the table writes has every field; what a board writes may leave out those that have a default
    modes: dict[type[Message], Mode] = {
        model: "validation" if "BOARD" in topic else "serialization" for topic, model in TOPICS.items()
    }
    places, definitions = models_json_schema(list(modes.items()))
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "croupier: display boards, version 1",
        "properties": {topic: places[model, modes[model]] for topic, model in TOPICS.items()},
        **definitions,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())
