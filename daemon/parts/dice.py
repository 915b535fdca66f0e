"""The table's dice: what they showed is counted, and told if fair dice would hardly show it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from typing_extensions import TypedDict

from daemon.journal.days import day_files
from daemon.journal.errors import ERRORS
from daemon.journal.files import read_only
from daemon.parts.bias import WINDOW, Fairness, Monitor
from daemon.parts.part import Part, PartFault, Running
from daemon.settings.devices.camera import Camera
from daemon.table.events import Agreed, DiceChanged, DiceCorrected, DiceRolled, Event
from daemon.table.state import TableState
from drivers.faults import Fault, exception_site

log = logging.getLogger(__name__)

ROLLS = (
    "SELECT told.kind, told.body, cause.kind FROM entry told JOIN entry cause ON cause.seq = told.cause "
    "WHERE told.kind IN ('dice_rolled', 'dice_corrected', 'dice_changed') AND told.seq <= ? "
    "ORDER BY told.seq DESC LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class DiceFairness(Fairness):
    """What the counts of all dice say, and those of each that can be told apart."""

    single: list[Fairness]


class DiceHealth(TypedDict):
    """How often each face came, and how likely that is."""

    dice: DiceFairness


class DicePart(Part):
    """The monitor of the dice, whoever reads them."""

    name = "dice"

    def __init__(self, running: Running) -> None:
        self._engine, self._journal = running.engine, running.settings.journal
        self._early: list[Callable[[], None]] | None = []  # what is counted once the rolls before this start are
        camera = running.settings.device(Camera)
        self.monitor = Monitor(apart=camera is not None and camera.apart)

    async def run(self) -> None:
        """Counts what was rolled before this start."""
        self._recall(await asyncio.to_thread(self._rolled, self._engine.journal.head.seq))
        await super().run()

    def committed(self, seq: int, state: TableState, events: tuple[Event, ...]) -> None:
        """Counts a roll, once."""
        by_people = any(isinstance(event, Agreed) for event in events)
        for event in events:
            match event:
                case DiceRolled(dice=dice):
                    self._count(partial(self.monitor.rolled, dice, placed=not by_people))
                case DiceCorrected(after=dice):
                    self._count(partial(self.monitor.corrected, dice))
                case DiceChanged():
                    self._count(self.monitor.changed)

    def faults(self) -> Iterable[PartFault]:
        """Tells which dice are hardly fair."""
        return [(self.name, Fault.DICE_BIASED, _said(suspect)) for suspect in self.monitor.suspects()[:1]]

    def health(self) -> DiceHealth:
        """Tells how often each face came."""
        together, *single = self.monitor.fairness()
        return {"dice": DiceFairness(**asdict(together), single=single)}

    def _count(self, how: Callable[[], None]) -> None:
        if self._early is None:
            how()
        else:
            self._early.append(how)

    def _rolled(self, last: int) -> list[tuple[str, bytes, str]]:
        """What the dice showed before this start, up to that entry; the newest first. Blocks."""
        past: list[tuple[str, bytes, str]] = []
        try:
            for path in reversed(day_files(self._journal)):
                if len(past) < WINDOW:
                    past += _rolls(path, last, WINDOW - len(past))
        except ERRORS as error:  # the journal's own checks say what is wrong with it
            log.warning("rolls_not_recalled", extra={"exception": exception_site(error)})
        return past

    def _recall(self, past: list[tuple[str, bytes, str]]) -> None:
        """Counts them, and then what came while they were read."""
        for kind, body, cause in reversed(past):
            dice = json.loads(body)
            if kind == "dice_rolled":
                self.monitor.rolled(dice["dice"], placed=cause == "dice_seen")
            elif kind == "dice_changed":
                self.monitor.changed()
            else:
                self.monitor.corrected(dice["after"])
        early, self._early = self._early or [], None
        for how in early:
            how()


def _rolls(path: Path, last: int, most: int) -> list[tuple[str, bytes, str]]:
    with closing(read_only(path)) as db:
        return list(db.execute(ROLLS, (last, most)))


def _said(fairness: Fairness) -> str:
    """In no language, since it is read in two: a die's place, its face, how often it came.

    >>> _said(Fairness(2, (60, 20, 20, 20, 20, 20), 50.0, 1.4e-09))
    'D2 ⚀ 1: 60/160, p = 1.4e-09'
    """
    which = "" if fairness.die is None else f"D{fairness.die} "
    counted = f"{fairness.counts[fairness.face - 1]}/{sum(fairness.counts)}"
    return f"{which}{chr(ord('⚀') + fairness.face - 1)} {fairness.face}: {counted}, p = {fairness.probability:.1e}"
