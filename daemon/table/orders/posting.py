"""The order that changes what is posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, StrictBool, StrictInt, StringConstraints, with_config
from typing_extensions import TypedDict

from daemon.table.orders.base import Order
from rules.terms import Term

DAY = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"
SetName = Annotated[str, Field(max_length=60)]
Day = Annotated[str, StringConstraints(pattern=DAY)]


@with_config(ConfigDict(extra="forbid"))
class OwnLimits(TypedDict, total=False):
    """The limits of a wager, or of several that are alike; what is left out is as for the table."""

    minimum: StrictInt | None
    maximum: StrictInt | None


@with_config(ConfigDict(extra="forbid"))
class SetWords(TypedDict, total=False):
    """How people call a rule set, and from when it holds."""

    name: SetName
    effective: Day | None


@with_config(ConfigDict(extra="forbid"))
class Posting(TypedDict, total=False):
    """What is posted: the keys of [table] in the table's file. What is left out stays as it is in force."""

    seats: StrictInt
    minimum: StrictInt | None
    maximum: StrictInt | None
    unit: StrictInt
    decks: StrictInt | None
    limits: dict[str, OwnLimits]
    offered: list[str] | None
    options: dict[str, str | StrictInt | StrictBool]
    rules: SetWords


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePosting(Order):
    """From the next round on this is posted, and approved; null: what the table's file says, {}: what is in force."""

    SAYS: ClassVar[Term] = Term(
        "{who} change ce qui est affiché : {posting}.", "{who} changes what is posted: {posting}."
    )
    TWO_PERSONS: ClassVar[bool] = True
    posting: Posting | None = None
    withdraw: StrictBool = False
    kind: Literal["change_posting"] = "change_posting"


OfPosting = ChangePosting
