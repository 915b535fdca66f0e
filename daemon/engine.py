"""The way of a fact: apply in memory, commit once, and only then tell the world.

Everything that happens at the table comes through `submit`, on the event loop, one after the other; so two requests
never interleave. Between `submit` and the commit the new state exists (`ahead`), but nobody outside sees it (`state`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from daemon.jackpot.booking import BOOKING, destination
from daemon.journal.group import legible
from daemon.journal.store import Group, Journal
from daemon.table.apply import apply, hold_for_bug
from daemon.table.events import Event, JackpotOwed, RoundFinished, RoundVoided
from daemon.table.orders import Observation, Order
from daemon.table.play import Applied
from daemon.table.snapshot import freeze, thaw
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError, exception_site
from drivers.observation import Observation as Seen

log = logging.getLogger(__name__)

ENDS = (RoundFinished, RoundVoided)
Listener = Callable[[int, TableState, tuple[Event, ...]], None]


def apply_or_hold(state: TableState, observation: Observation) -> Applied:
    """`apply`, except that a bug in it becomes a held round: the observation is kept, and replaying it is harmless."""
    try:
        return apply(state, observation)
    except Exception as bug:
        if isinstance(bug, FaultError) and isinstance(observation, Order):
            raise  # a person is refused; what a device saw, happened
        log.critical("table_bug", extra={"observation": observation.kind, "exception": exception_site(bug)})
        return hold_for_bug(state, observation)


def restore(journal: Journal) -> TableState:
    """The state that a journal tells: its newest snapshot, and everything after it."""
    try:
        state = thaw(journal.snapshot) if journal.snapshot is not None else TableState()
    except FaultError:
        raise
    except Exception as error:  # whatever it is, nobody can start from it; its words may tell a card
        raise FaultError(
            Fault.JOURNAL_DAMAGED, Because.NEWEST_SNAPSHOT(folder=journal.folder, site=exception_site(error))
        ) from error
    return replay(state, journal.observations())


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


def _owed(event: JackpotOwed) -> tuple[str, bytes]:
    """What the ledger of a shared pool must book once."""
    return destination(event.booking.pool), BOOKING.dump_json(event.booking)


class Engine:
    """The table's state, its journal, and everyone who listens."""

    def __init__(self, journal: Journal, state: TableState) -> None:
        self.journal = journal
        self._listeners: list[Listener] = []
        self.ahead = state
        self.state = state
        self.seq = journal.head.seq  # of the newest entry, by which `state` is what it is
        self.broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._submitted = self._settled = 0  # how many observations; the second are on disk, or never will be
        self._waiting: deque[tuple[int, asyncio.Future[None], bool]] = deque()  # until so many are settled; told again
        self._doubt: FaultError | None = None  # what failed may be on disk nevertheless

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener(seq, state, events)` after every commit; the answer stops it."""
        self._listeners.append(listener)
        return partial(self._listeners.remove, listener)

    def submit(self, observation: Observation, raw: bytes = b"") -> asyncio.Future[None]:
        """Takes one observation. The future is done once it is on disk; an order that is refused fails it at once."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            again = isinstance(observation, Order) and self._given_before(observation.key)
            if self.broken.done():
                raise (again and self._doubt) or FaultError(Fault.JOURNAL_WRITE)
            if again:
                self._waiting.append((self._submitted, stored, True))
                self._wake(None)
                return stored
            state, events = apply_or_hold(self.ahead, observation)
            snapshot = freeze(state) if self._wants_snapshot(state, events) else None
            done = partial(self._committed, state, events)
            owed = tuple(_owed(event) for event in events if isinstance(event, JackpotOwed))
            group = Group.of(observation, raw, events, done, snapshot, owed)
        except FaultError as refused:
            stored.set_exception(refused)
            return stored
        except ValueError:  # what no JSON can hold, like half a character
            if isinstance(observation, Seen) and (read := legible(observation)) != observation:
                return self.submit(read, raw)  # a device is never refused
            stored.set_exception(FaultError(Fault.ORDER_MALFORMED, observation.kind))
            return stored
        self.ahead = state
        self._submitted += 1
        self._waiting.append((self._submitted, stored, False))
        self.journal.append(group)
        return stored

    def _given_before(self, key: str) -> bool:
        """A repeated order does nothing twice; the same key for another order is a mistake."""
        name, _, digest = key.rpartition(":")
        for known in self.ahead.people.keys if key else ():
            known_name, _, known_digest = known.rpartition(":")
            if known_name == name and known_digest != digest:
                raise FaultError(Fault.ORDER_KEY_REUSED)
            if known == key:
                return True
        return False

    def _wants_snapshot(self, state: TableState, events: tuple[Event, ...]) -> bool:
        return state.at_rest and (any(isinstance(event, ENDS) for event in events) or self.journal.due)

    def _committed(
        self,
        state: TableState,
        events: tuple[Event, ...],
        seq: int,
        failure: FaultError | None,
    ) -> None:
        self._settled += 1
        if failure is None:
            self.state, self.seq = state, seq + len(events)
            for listener in tuple(self._listeners):
                try:
                    listener(seq, state, events)
                except Exception as bug:  # noqa: BLE001 - whoever cannot hear it, it is on disk
                    log.critical("listener_bug", extra={"seq": seq, "exception": exception_site(bug)})
        else:
            if failure.fault is Fault.ORDER_UNCERTAIN:
                self._doubt = failure
            if not self.broken.done():
                cause = failure.__cause__  # of a doubt: what the disk said
                # what is ahead of the disk never happened, or nobody knows: stop, start again
                self.broken.set_exception(cause if isinstance(cause, FaultError) else failure)
        self._wake(failure)

    def _wake(self, failure: FaultError | None) -> None:
        while self._waiting and self._waiting[0][0] <= self._settled:
            _, stored, again = self._waiting.popleft()
            if stored.done():
                continue
            if failure is None:
                stored.set_result(None)
            else:
                stored.set_exception((again and self._doubt) or failure)
