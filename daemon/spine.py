"""The way of a fact: apply in memory, commit once, and only then tell the world.

Everything that happens at the table comes through `submit`, on the event loop, one after the other; so two requests
never interleave. Between `submit` and the commit the new state exists (`ahead`), but nobody outside sees it (`state`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial

from daemon.journal.store import Group, Journal
from daemon.table.apply import Applied, apply, hold_for_bug
from daemon.table.events import Event
from daemon.table.orders import Observation
from daemon.table.state import TableState
from drivers.faults import Fault, FaultError, where

log = logging.getLogger(__name__)

Listener = Callable[[int, TableState, tuple[Event, ...]], None]


def apply_or_hold(state: TableState, observation: Observation) -> Applied:
    """`apply`, except that a bug in it becomes a held round: the observation is kept, and replaying it is harmless."""
    try:
        return apply(state, observation)
    except FaultError:
        raise
    except Exception as bug:  # noqa: BLE001 - whatever it is, the table must stand still and say so
        log.critical("table_bug", extra={"observation": observation.kind, "exception": where(bug)})
        return hold_for_bug(state, observation)


def replay(state: TableState, observations: Iterable[Observation]) -> TableState:
    """The state after all of them: how a table starts again.

    An order that was taken once and is refused now (the code has changed) is reported and passed over: it must not keep
    the table from starting.
    """
    for observation in observations:
        try:
            state, _ = apply_or_hold(state, observation)
        except FaultError as refused:
            log.critical("replay_differs", extra={"observation": observation.kind, "refused": refused.fault})
    return state


class Spine:
    """The table's state, its journal, and everyone who listens."""

    def __init__(self, journal: Journal, state: TableState) -> None:
        self.journal = journal
        self._listeners: list[Listener] = []
        self.ahead = state
        self.state = state
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener(seq, state, events)` after every commit; the answer stops it."""
        self._listeners.append(listener)
        return partial(self._listeners.remove, listener)

    def submit(self, observation: Observation, raw: bytes = b"") -> asyncio.Future[None]:
        """Takes one observation. The future is done once it is on disk; an order that is refused fails it at once."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            if self.broken.done():
                raise FaultError(Fault.JOURNAL_WRITE)
            state, events = apply_or_hold(self.ahead, observation)
            group = Group.of(observation, raw, events, partial(self._committed, state, events, stored))
        except FaultError as refused:
            stored.set_exception(refused)
            return stored
        except ValueError:  # what no JSON can hold, like half a character
            stored.set_exception(FaultError(Fault.ORDER_MALFORMED, observation.kind))
            return stored
        self.ahead = state
        self.journal.append(group)
        return stored

    def _committed(
        self,
        state: TableState,
        events: tuple[Event, ...],
        stored: asyncio.Future[None],
        seq: int,
        failure: FaultError | None,
    ) -> None:
        if failure is not None:
            if not self.broken.done():
                self.broken.set_exception(failure)  # what is ahead of the disk never happened: stop, start again
            if not stored.done():
                stored.set_exception(failure)
            return
        self.state = state
        for listener in tuple(self._listeners):
            listener(seq, state, events)
        if not stored.done():
            stored.set_result(None)
