"""Orders as the control API takes them: without who gave them. Nobody says so of himself."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Union, cast, get_type_hints

import pydantic
from pydantic import BaseModel, ConfigDict, create_model

from daemon.people import Person
from daemon.table.kinds import ORDERS
from daemon.table.orders import Order

OURS = frozenset(field.name for field in fields(Order))  # by, role, person, key


class Given(BaseModel):
    """An order of which nobody knows yet who gave it."""

    model_config = ConfigDict(extra="forbid")

    MAKES: ClassVar[type[Order]]

    def by(self, giver: Person, person: str, key: str) -> Order:
        """The order, as the table takes it; `person` is the first of the giver's badges."""
        return self.MAKES(**dict(self), by=giver.badge, role=giver.role, person=person, key=key)


def _model(order: type[Order]) -> type[Given]:
    hints = get_type_hints(order, include_extras=True)
    asked = {field.name: (hints[field.name], _default(field)) for field in fields(order) if field.name not in OURS}
    declared = {"x-roles": sorted(order.ROLES), "x-two-persons": order.TWO_PERSONS}
    model: type[Given] = create_model(
        order.__name__,
        __base__=Given,
        __doc__=order.__doc__,
        __cls_kwargs__={"json_schema_extra": declared},
        **cast("Any", asked),
    )
    model.MAKES = order
    return model


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return pydantic.Field(default_factory=field.default_factory)
    return ... if field.default is MISSING or field.name == "kind" else field.default


if TYPE_CHECKING:
    AnyGiven = Given
else:
    AnyGiven = Union[tuple(map(_model, ORDERS.values()))]  # noqa: UP007 - of as many as there are
