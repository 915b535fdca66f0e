"""Every kind of observation, order and event by its name: what the journal reads and the control API takes."""

from __future__ import annotations

from typing import get_args

from daemon.table.events import Event, Happened
from daemon.table.orders import AnyOrder, Observation, Order
from drivers.observation import Observed, by_kind

ORDERS: dict[str, type[Order]] = by_kind(get_args(AnyOrder))
OBSERVED: dict[str, type[Observed]] = by_kind(get_args(Observation))
HAPPENED: dict[str, type[Happened]] = by_kind(get_args(Event))
