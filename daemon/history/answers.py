"""The shape of a past round as the control API tells it: explained, and with its seal open."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, NotRequired, Union, get_type_hints

from pydantic import Field
from typing_extensions import TypedDict

from daemon.history.explain import RoundStatus
from daemon.table.kinds import OBSERVED
from drivers.observation import Observed


class ExplainedEvent(TypedDict):
    """What came of an observation."""

    seq: int
    kind: str
    told: dict[str, Any]  # the entry's own fields, as the journal has them
    fr: str
    en: str


class ExplainedStep(ExplainedEvent):
    """An observation, when it was, and what came of it."""

    at: str
    clock: str  # what is known of it
    clock_offset: int
    events: list[ExplainedEvent]


class DealtBy(TypedDict):
    """The rule set by which a round was dealt."""

    id: str
    sha256: str | None  # of the content
    approved: list[str]  # the two persons who had done so by then
    content: dict[str, Any] | None  # all that it says; null: it came into force in a file that is not here


class RoundVerdict(TypedDict):
    """What became of the round, and where it stands in the journal; always the last."""

    kind: Literal["verdict"]
    round: int
    game: str
    rules: DealtBy | None  # null: dealt before rule sets had names
    verdict: RoundStatus
    first: int
    last: int
    hash: str  # of the last entry
    fr: str
    en: str


Explained = list[RoundVerdict | ExplainedStep]

OURS = ("kind", "key")  # of an observation: never told here


def _opened(kind: str, seen: type[Observed]) -> Any:
    """Describes one entry whose seal is open: where it stands, and its own fields."""
    hints = get_type_hints(seen, include_extras=True)
    own = {
        each.name: hints[each.name]
        if each.default is MISSING and each.default_factory is MISSING
        else NotRequired[hints[each.name]]  # an older croupier did not know it
        for each in fields(seen)
        if each.name not in OURS
    }
    shape: Any = TypedDict(f"Sealed{seen.__name__}", {"seq": int, "at": str, "kind": Literal[kind], **own})  # type: ignore[misc]
    shape.__doc__ = seen.__doc__
    return shape


_SEALED = tuple(_opened(kind, seen) for kind, seen in OBSERVED.items() if seen.SECRET)
SealedCards = list[Annotated[Union[_SEALED], Field(discriminator="kind")]]  # type: ignore[valid-type]  # noqa: UP007
