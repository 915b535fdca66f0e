"""Every kind of observation, order and event by its name: what the journal reads and the control API takes."""

from __future__ import annotations

from typing import get_args

from daemon.table.devices import KINDS
from daemon.table.events import Happened, TableEvent
from daemon.table.orders import Order, Said, TableOrder
from drivers.observation import FromLine, Observed, by_kind

_DEVICES = tuple(KINDS.values())
ORDERS: dict[str, type[Order]] = by_kind(
    (*get_args(TableOrder), *(order for kind in _DEVICES for order in (*kind.in_round(), *kind.between_rounds())))
)
OBSERVED: dict[str, type[Observed]] = by_kind(
    (*(seen for kind in _DEVICES for seen in kind.observations), *get_args(FromLine), *ORDERS.values(), *get_args(Said))
)
HAPPENED: dict[str, type[Happened]] = by_kind(
    (*get_args(TableEvent), *(event for kind in _DEVICES for event in kind.events))
)
