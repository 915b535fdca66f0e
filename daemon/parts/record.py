"""The round and its record: why the round is held, and whether the journal and the clock can be trusted."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from daemon.parts.part import Part, PartFault, Running
from daemon.table.events import Event, FaultAcknowledged
from daemon.table.posting import differences, late
from daemon.table.state import TableState
from daemon.text.details import Because
from drivers.faults import Fault


class JournalHealth(TypedDict):
    """How far a journal has come: its newest entry."""

    uuid: str
    seq: int
    head: str  # that entry's hash


class RecordHealth(TypedDict):
    """The record of the table."""

    journal: JournalHealth


class RecordPart(Part):
    """The engine's own: round, journal and calendar."""

    name = "record"

    def __init__(self, running: Running) -> None:
        self._engine, self._calendar = running.engine, running.calendar

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Believes a clock that a supervisor has seen."""
        if any(isinstance(event, FaultAcknowledged) and event.fault == Fault.CLOCK_IMPLAUSIBLE for event in events):
            self._calendar.believe()

    def faults(self) -> Iterable[PartFault]:
        """Tells what holds the round, and what is wrong with its record."""
        state, journal = self._engine.state, self._engine.journal
        if state.hold is not None:
            yield "round", state.hold.fault, state.hold.detail
        for each in state.by_hand.differ:
            cents = f"{each.cents:+}"
            detail = Because.FORM_DIFFERS(round=each.round, form=each.form, places=each.places, cents=cents)
            yield "round", Fault.PAST_ROUND_DIFFERS, detail
        if state.doubtful:
            yield "journal", Fault.JOURNAL_DOUBTFUL, state.doubtful
        if (coming := state.rules.coming) is not None and (state.rules.none_yet or late(state) is not None):
            fault = Fault.RULES_LATE if late(state) is not None else Fault.RULES_NOT_YET
            yield "rules", fault, Because.RULES_FROM(rules=coming.rules, day=coming.day)
        if differs := differences(state):
            yield "rules", Fault.POSTING_DIFFERS, ", ".join(differs)
        if self._calendar.fault is not None:
            yield "clock", *self._calendar.fault
        if journal.slow:
            yield "journal", Fault.DISK_SLOW, str(journal.folder)

    def health(self) -> RecordHealth:
        """Tells how far the journal has come."""
        journal = self._engine.journal
        seq, digest = journal.head
        return {"journal": {"uuid": journal.uuid, "seq": seq, "head": digest.hex()}}
