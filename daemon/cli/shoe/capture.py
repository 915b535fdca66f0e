"""A capture: what passed on a shoe's line, in a file that becomes a test.

JSON Lines. The first line says what was captured; each other one has its time in seconds since the start, `t`, and one
of these:

    in, out    bytes in hexadecimal, as they came from the shoe and went to it
    saw        an observation that the bytes before it yielded
    fault      a fault, after which a new conversation starts
    clock      true: here a look at the clock did something, which follows

A capture that was made while cards may not be named has `"values": false`, and `frames` without their cards (an empty
one: bytes that are none) instead of `in`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from daemon.cli.shoe.line import Conversations, Line, Passed
from daemon.cli.shoe.raw import masked
from drivers.faults import FaultError
from drivers.observation import Observation
from drivers.shoe import SHOES

JsonObject = dict[str, Any]
Hex = Annotated[str, StringConstraints(pattern=r"^(?:[0-9a-f]{2})*$")]
Model = TypeVar("Model", bound=BaseModel)


def _known(protocol: str) -> str:
    if protocol not in SHOES:
        raise ValueError(f"one of {', '.join(SHOES)}")
    return protocol


class Header(BaseModel):
    """The first line of a capture: what was captured, when and by whom."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    capture: Literal[1] = 1  # the format's version
    protocol: Annotated[str, AfterValidator(_known)]
    baud_rate: int
    serial: str | None  # that was asked for; null: whoever answered
    values: bool
    made: str  # when
    version: str  # by which croupier


class Entry(BaseModel):
    """Any other line of a capture: one thing that passed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    t: Annotated[float, Field(ge=0)]
    came: Hex | None = Field(default=None, alias="in")
    out: Hex | None = None
    frames: list[str] | None = None
    saw: JsonObject | None = None
    fault: str | None = None
    clock: Literal[True] | None = None


class Recorder:
    """Writes a capture; the file is new, and its owner's alone."""

    def __init__(self, path: Path, line: Line, *, values: bool) -> None:
        self._values, self._listener = values, SHOES[line.protocol].listener()
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")
        made = datetime.now(UTC).isoformat(timespec="seconds")
        header = Header(
            protocol=line.protocol,
            baud_rate=line.baud_rate,
            serial=line.serial,
            values=values,
            made=made,
            version=version("croupier"),
        )
        self._file.write(header.model_dump_json() + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, passed: Passed) -> None:
        """Writes one line; a look at the clock that did nothing has none."""
        if passed.kind == "tick":
            return
        match passed:
            case Passed(kind="in", data=data) if not self._values:
                content: JsonObject = {"frames": [masked(text) for text, _ in self._listener.feed(data)]}
            case Passed(kind="in" | "out" as kind, data=data):
                content = {kind: data.hex()}
            case Passed(kind="saw", sighting=sighting) if sighting is not None:
                content = {"saw": seen(sighting.observation, values=self._values)}
            case Passed(error=error) if error is not None:
                content = {"fault": error.fault}
            case _:
                content = {"clock": True}
        self._file.write(json.dumps({"t": passed.at, **content}) + "\n")
        self._file.flush()


def seen(observation: Observation, *, values: bool = True) -> JsonObject:
    """Returns an observation as a capture has it; without `values`, no card is named."""
    fields = {name: value for name, value in asdict(observation).items() if name != "device"}
    if not values and observation.SECRET:
        fields.pop("card", None)
    return fields


class Capture:
    """A capture that was read; ValueError names the line that is wrong."""

    def __init__(self, path: Path) -> None:
        try:
            first, *rest = path.read_text(encoding="utf-8").splitlines() or [""]
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: {error}") from error
        self.header = _parsed(Header, first, f"{path}:1")
        self.entries = [_parsed(Entry, line, f"{path}:{number}") for number, line in enumerate(rest, 2)]

    def recorded(self) -> list[JsonObject]:
        """Returns what was made of the bytes when they were captured."""
        found = (entry.saw or ({"fault": entry.fault} if entry.fault else None) for entry in self.entries)
        return list(_plain(one for one in found if one))

    def decoded(self) -> tuple[list[JsonObject], dict[str, int]]:
        """Returns what this version makes of the bytes, and the counters of messages."""
        conversations = Conversations(self.header.protocol, self.header.serial)
        return list(_plain(self._run(conversations))), conversations.counted

    def _run(self, conversations: Conversations) -> Iterator[JsonObject]:
        conversations.take()
        for entry in self.entries:
            if entry.came is not None:
                for result in conversations.receive(bytes.fromhex(entry.came), entry.t):
                    yield {"fault": str(result.fault)} if isinstance(result, FaultError) else seen(result.observation)
            elif entry.clock and (error := conversations.check(entry.t)):
                yield {"fault": str(error.fault)}
            conversations.take()


def _parsed(model: type[Model], line: str, place: str) -> Model:
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{place}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _plain(all_of_it: Iterator[JsonObject]) -> Iterator[JsonObject]:
    """Numbers power-ups: some protocols have no name for one, and their conversations make up a new one each time."""
    boots: dict[str, int] = {}
    for one in all_of_it:
        yield one | ({"boot": boots.setdefault(one["boot"], len(boots) + 1)} if "boot" in one else {})
