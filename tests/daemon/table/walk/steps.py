"""One observation of the walk: what it met, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

from daemon.table.apply import apply
from daemon.table.devices.shaker import SHAKER
from daemon.table.devices.shoe import SHOE
from daemon.table.events import Event
from daemon.table.orders import Observation
from daemon.table.state import TableState
from drivers.faults import FaultError
from drivers.observation import FromShaker, FromShoe


class Step(NamedTuple):
    """One observation, what it met, and what came of it."""

    before: TableState
    observation: Observation
    after: TableState
    events: tuple[Event, ...]
    refusal: FaultError | None = None
    crash: str = ""

    def __repr__(self) -> str:
        awaited, held, waits = self.before.awaits, self.before.hold, self.before.proposal
        came = self.crash or self.refusal or [event.kind for event in self.events]
        return f"{awaited}, {held}, {SHOE.of(self.before)}, {waits} -- {self.observation} -> {came}, {self.after.hold}"


def take(state: TableState, observation: Observation) -> Step:
    try:
        return Step(state, observation, *apply(state, observation))
    except FaultError as refusal:
        return Step(state, observation, state, (), refusal)
    except Exception as crash:  # noqa: BLE001 - that is what must never come
        return Step(state, observation, state, (), None, f"{type(crash).__name__}: {crash}")


def is_repeated(step: Step) -> bool:
    said, shoe, shaker = step.observation, SHOE.of(step.before), SHAKER.of(step.before)
    if isinstance(said, FromShaker):
        return said.boot == shaker.boot and said.seq <= shaker.seq
    return isinstance(said, FromShoe) and said.boot == shoe.boot and said.seq <= shoe.seq


def goes_on(state: TableState) -> bool:
    return state.play is not None and state.game == "craps"  # what `state.goes_on` says, only sooner
