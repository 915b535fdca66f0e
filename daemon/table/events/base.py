"""What every event declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import GetJsonSchemaHandler, PlainSerializer, TypeAdapter
from pydantic_core import CoreSchema
from typing_extensions import TypedDict

from drivers.observation.base import Observed, Recorded
from rules.lines import Line, Outcome, Stake


class SettledLine(TypedDict):
    """What became of one wager."""

    seat: str
    wager: str
    outcome: Outcome
    odds: str | None
    stake: Stake
    won: Stake
    returned: Stake
    section: str
    hand: str | None
    readings: tuple[str, ...]
    more: Mapping[str, int | str | None] | None


class _AsObject:
    """How a line stands in JSON."""

    SHAPE: ClassVar = TypeAdapter(SettledLine)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(cls.SHAPE.core_schema)


JsonLine = Annotated[Line, PlainSerializer(Line._asdict), _AsObject]  # an object in JSON, though it is a tuple
Observations = tuple[type[Observed], ...]


@dataclass(frozen=True, slots=True)
class Happened(Recorded):
    """What came of an observation."""

    ECHOES: ClassVar[Observations] = ()  # whose sentence says the same: a page leaves the event out after these
    BESIDE: ClassVar[bool] = False  # its sentence is short enough to stand beside that of its observation
    AFTER_THE_END: ClassVar[bool] = False  # it may change what a finished round settled

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Says that an event always tells its kind, though nobody needs to give it one."""
        described = handler(core)
        own = handler.resolve_ref_schema(described)
        own["required"] = [*own.get("required", ()), "kind"]
        return described
