"""What every order declares, and who may give it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from daemon.text.role import Role
from drivers.observation.base import Observed

ANYONE = frozenset(Role)
FLOOR = frozenset({Role.DEALER, Role.SUPERVISOR})
SUPERVISOR = frozenset({Role.SUPERVISOR})
Text = Annotated[str, Field(max_length=200)]
CardName = Annotated[str, Field(min_length=2, max_length=2)]  # one spelling: a length must not tell a ten


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Observed):
    """What all orders share. The control API fills in who gave it: nobody says so of himself."""

    ROLES: ClassVar[frozenset[Role]] = FLOOR
    TWO_PERSONS: ClassVar[bool] = False  # a second person gives it again; one of the two is a supervisor
    AFTER_THE_END: ClassVar[bool] = False  # it may change what a finished round settled
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}
    by: str = ""  # a badge
    role: str = ""
    person: str = ""  # the first badge of whoever has this one: two badges do not make two persons
    key: str = ""  # the same key again is the same order, sent twice
