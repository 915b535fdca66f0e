"""A journal's observations through the code as it is now, against what was recorded. Nothing is written.

What was recorded is the truth; a difference says what today's code would have done. Such a reading may know cards that
the record keeps face down, so of what is told now nothing is shown that was not also told then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import ValidationError

from daemon.journal.errors import ERRORS, named
from daemon.journal.files import SNAPSHOT
from daemon.journal.group import EVENTS, OBSERVATIONS
from daemon.journal.keys import Keys
from daemon.journal.read import Entry, entries
from daemon.table.apply import apply, hold_for_bug
from daemon.table.events import Event
from daemon.table.snapshot import thaw, untold
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault, FaultError, exception_site

JsonEvent = dict[str, Any]  # an event, as JSON
What = Literal["events", "refused", "bug", "unreadable", "snapshot"]
Watch = Callable[[TableState, TableState, int], None]  # the state before an observation and after it, and its number

SEALED = "sealed"  # stands for a value that the record does not tell
OF_CARDS = frozenset({"card", "cards", "combination", "before", "after"})
PLACES = ("kind", "round", "seat", "hand", "index", "wager", "fault")  # what tells an event from others, and no card


@dataclass(frozen=True, slots=True)
class Difference:
    """One observation that ends otherwise than it did, or a snapshot that is not what it was."""

    seq: int
    kind: str
    at: str
    what: What
    detail: str = ""  # a fault, a place in the code, the names of what differs; never a value
    recorded: tuple[JsonEvent, ...] = ()
    now: tuple[JsonEvent, ...] = ()


@dataclass(slots=True)
class Replay:
    """One run through a folder or a file; `differences` counts as it goes."""

    path: Path
    keys: Keys = field(repr=False)
    watch: Watch = field(default=lambda *_: None, repr=False)  # sees every state, which knows cards
    observations: int = 0
    rounds: int = 0

    def differences(self) -> Iterator[Difference]:
        """Yields one after the other; JOURNAL_DAMAGED or JOURNAL_KEY where the journal cannot be read."""
        try:
            with closing(cast("Generator[Entry]", entries(self.path, self.keys))) as read:
                yield from self._differences(read)
        except ERRORS as error:
            raise named(error, self.path) from error

    def _differences(self, read: Iterable[Entry]) -> Iterator[Difference]:
        state: TableState | None = None
        step: _Step | None = None
        for entry in read:
            if entry.is_event and step is not None:
                step.recorded.append(entry)
                self.rounds += entry.kind == "round_opened"
            elif entry.kind == SNAPSHOT:
                if step is not None:
                    state = step.state
                    yield from step.compared()
                    step = None
                state, found = _resumed(state, entry)
                yield from found
            elif entry.is_observation:
                if step is not None:
                    yield from step.compared()
                    state = step.state
                if state is None and entry.seq > 2:  # a journal's first file opens with at most one entry of its own
                    raise FaultError(Fault.JOURNAL_DAMAGED, Because.GOES_ON(path=self.path))
                step = _applied(before := state or TableState(), entry)
                self.watch(before, step.state, entry.seq)
                self.observations += 1
        if step is not None:
            yield from step.compared()


@dataclass(slots=True)
class _Step:
    """An observation: the state after it, what came of it now, and what came of it then."""

    entry: Entry
    state: TableState
    events: tuple[Event, ...] = ()
    failed: tuple[What, str] | None = None
    recorded: list[Entry] = field(default_factory=list)

    def compared(self) -> Iterator[Difference]:
        """Yields the difference between then and now, if there is one."""
        then = tuple(map(_recorded, self.recorded))
        now = tuple(_json(event) for event in self.events)
        if self.failed is None and then == now:
            return
        what, detail = self.failed or ("events", "")
        shown = tuple(redacted(event, was) for event, was in zip_longest(now, then) if event is not None)
        yield Difference(self.entry.seq, self.entry.kind, self.entry.at, what, detail, tuple(map(_flat, then)), shown)


def _applied(state: TableState, entry: Entry) -> _Step:
    """What today's code makes of one observation; where it makes nothing of it, the state stays as it was."""
    try:
        observation = OBSERVATIONS.validate_json(entry.body or b"")
    except ValidationError:  # whose words would tell what it read
        return _Step(entry, state, failed=("unreadable", ""))
    try:
        return _Step(entry, *apply(state, observation))
    except FaultError as refused:
        return _Step(entry, state, failed=("refused", f"{refused.fault} {refused.detail}".rstrip()))
    except Exception as bug:  # noqa: BLE001 - as in the daemon: it stands still, and the replay goes on
        return _Step(entry, *hold_for_bug(state, observation), failed=("bug", exception_site(bug)))


def _resumed(state: TableState | None, entry: Entry) -> tuple[TableState | None, list[Difference]]:
    """The recorded state is the true one, and the replay goes on from it: one difference is told once."""
    try:
        recorded = thaw(entry.body or b"")
    except Exception as error:  # noqa: BLE001 - whatever it is, today's code cannot start from it
        return state, [Difference(entry.seq, entry.kind, entry.at, "unreadable", exception_site(error))]
    if state is None:
        return recorded, []
    known = set(state._fields) - untold(entry.body or b"")
    names = [
        name for name, was, now in zip(state._fields, recorded, state, strict=True) if was != now and name in known
    ]
    if not names:
        return recorded, []
    return recorded, [Difference(entry.seq, entry.kind, entry.at, "snapshot", ", ".join(names))]


def _json(event: Event) -> JsonEvent:
    body: JsonEvent = json.loads(EVENTS.dump_json(event))
    return body


def _recorded(entry: Entry) -> JsonEvent:
    """An event with what later versions added at its default; one that nobody can read any more by its kind."""
    try:
        return _json(EVENTS.validate_json(entry.body or b""))
    except ValidationError:
        return {"kind": entry.kind}


def redacted(now: JsonEvent, recorded: JsonEvent | None) -> JsonEvent:
    """What may be shown of an event of today's: cards and what follows from them only as the record tells them.

    >>> redacted({"kind": "card_dealt", "hand": "1", "index": 0, "card": "Kh"}, None)
    {'kind': 'card_dealt', 'hand': '1', 'index': 0}
    """
    now, was = _flat(now), _flat(recorded or {})
    if any(now.get(place) != was.get(place) for place in ("kind", "seat", "wager")):
        return {place: now[place] for place in PLACES if place in now}
    return {name: SEALED if name in OF_CARDS and value != was.get(name) else value for name, value in now.items()}


def _flat(event: JsonEvent) -> JsonEvent:
    """A line's columns beside its event's kind; its `hand` is a combination."""
    line = event.get("line")
    if not isinstance(line, dict):
        return event
    columns = {("combination" if name == "hand" else name): value for name, value in line.items()}
    return {"kind": event["kind"], **columns}
