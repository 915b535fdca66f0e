"""What the table hands to its journal, to be written in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, NamedTuple, Union

from pydantic import ConfigDict, Field, TypeAdapter

from daemon.journal.seal import Sealed
from daemon.table.events import Event
from daemon.table.kinds import HAPPENED, OBSERVED
from daemon.table.orders import Observation
from drivers.faults import FaultError
from drivers.observation import Clear, Recorded
from drivers.observation import Observation as Seen


def _any_of(kinds: dict[str, Any]) -> Any:
    return Annotated[Union[tuple(kinds.values())], Field(discriminator="kind")]  # noqa: UP007 - of as many as there are


WHEN_USED = ConfigDict(defer_build=True)  # only what reads a journal needs them, and each takes a while to build
OBSERVATIONS: TypeAdapter[Observation] = TypeAdapter(_any_of(OBSERVED), config=WHEN_USED)
EVENTS: TypeAdapter[Event] = TypeAdapter(_any_of(HAPPENED), config=WHEN_USED)

Done = Callable[[int, FaultError | None], None]


_SERIALIZERS: dict[type, Callable[[Any], bytes]] = {}


def written(recorded: Recorded) -> bytes:
    """By the serializer of its own class: that of the union tries one class after the other, on the event loop."""
    kind = type(recorded)
    if kind not in _SERIALIZERS:
        _SERIALIZERS[kind] = TypeAdapter(kind).serializer.to_json
    return _SERIALIZERS[kind](recorded)


class Group(NamedTuple):
    """One observation, the bytes behind it, what came of it, and who waits: `done(first_seq, error)`."""

    kind: str
    sealed: Sealed
    body: bytes
    raw: bytes
    events: tuple[tuple[str, bytes], ...]
    done: Done
    snapshot: bytes | None = None  # the table after it, at rest
    outbox: tuple[tuple[str, bytes], ...] = ()  # destination and body of what another system must book once

    def __repr__(self) -> str:
        return f"Group({self.kind})"  # the rest knows cards

    @classmethod
    def of(
        cls,
        observation: Observation,
        raw: bytes,
        events: tuple[Event, ...],
        done: Done,
        snapshot: bytes | None = None,
        outbox: tuple[tuple[str, bytes], ...] = (),
    ) -> Group:
        """Made before anything is decided: what cannot be written down (ValueError) must not happen."""
        body = written(observation)
        bodies = tuple((event.kind, written(event)) for event in events)
        return cls(observation.kind, _sealed(observation, raw), body, raw, bodies, done, snapshot, outbox)


def legible(observation: Seen) -> Seen:
    """What a device said, with half characters as they are escaped: JSON has none, and what happened is written."""
    return replace(
        observation, **{each.name: _legible(getattr(observation, each.name)) for each in fields(observation)}
    )


def _legible(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_legible, value))
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _sealed(observation: Observation, raw: bytes) -> Sealed:
    """Decides for body and bytes each what is sealed: a frame with a card in it is behind more than cards."""
    if observation.SECRET:
        return Sealed.ALL
    return Sealed.RAW if raw and not isinstance(raw, Clear) else Sealed.NOTHING


@dataclass(frozen=True, slots=True)
class Paid:
    """Marks a row of the outbox as booked."""

    seq: int
    idx: int
