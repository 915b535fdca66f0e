"""The shape of `/health`: every part declares its own, and those of the devices are found in their registry."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_type_hints

from pydantic import Field, with_config
from typing_extensions import TypedDict

from daemon.parts import DEVICES
from daemon.parts.boards import BoardsHealth
from daemon.parts.dice import DiceHealth
from daemon.parts.part import DeviceHealth, DevicePart
from daemon.parts.people import PeopleHealth
from daemon.parts.pools import PoolsHealth
from daemon.parts.record import RecordHealth
from daemon.text.answers import ActiveFault


class TableHealth(DiceHealth, RecordHealth, PeopleHealth, BoardsHealth, PoolsHealth):
    """How every part of the table is, and every active fault; first the one to act on first."""

    table: str
    version: str
    devices: dict[str, DeviceHealth]
    faults: list[ActiveFault]


def _with_kind(kind: str, part: type[DevicePart]) -> Any:
    """Says of which kind a device is, as `/health` does."""
    fields: dict[str, Any] = {"kind": Literal[kind], **get_type_hints(part.Health, include_extras=True)}
    shape: Any = TypedDict(f"{kind.title()}Health", fields)  # type: ignore[misc]
    shape.__doc__ = part.Health.__doc__
    return with_config(json_schema_serialization_defaults_required=True)(shape)  # counters begin at zero


_KINDS = {kind: _with_kind(kind, part) for kind, part in DEVICES.items()}
_ANY: Any = Annotated[Union[tuple(_KINDS.values())], Field(discriminator="kind")]  # noqa: UP007 - of as many as there are
_FIELDS: dict[str, Any] = {
    **get_type_hints(TableHealth, include_extras=True),
    "devices": dict[str, _ANY],
    **{kind: shape | None for kind, shape in _KINDS.items()},  # the one in use; null: the table has none
}
Health: Any = TypedDict("Health", _FIELDS)  # type: ignore[misc]  # whose kinds only the registry knows
Health.__doc__ = TableHealth.__doc__
