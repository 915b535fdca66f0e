"""What everyone may see of a pool: what its boards show, and the console."""

from __future__ import annotations

from typing import Literal, NamedTuple

Condition = Literal["live", "pending", "stale", "closed"]


class Pending(NamedTuple):
    """A hit that waits for a supervisor."""

    table: str
    seat: str
    cents: int | None  # None: the ledger that knows is out of reach


class PoolShown(NamedTuple):
    """One pool. It follows from the state; a higher version is a later truth."""

    pool: str
    version: int
    condition: Condition
    cents: int | None  # what the next hit would find, rounded down; None: nobody knows
    currency: str
    pending: tuple[Pending, ...] = ()  # in the order in which the hands were completed (A105)
    reason: str = ""  # the code of the fault why it is closed, stale or not offered; "": a person closed it
    offered: bool = True  # its wager is taken here, in this round or else in the next one
