"""The scripted hand, played in this process: no device, no network, but the real journal."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from daemon.engine import Engine, restore
from daemon.journal.read import entries
from daemon.journal.store import EVENTS, OBSERVATIONS, Journal
from daemon.table.devices.shoe import SHOE
from daemon.table.view import view
from drivers.observation import CardUnreadable, LinkUp
from hil.site_files import PEOPLE
from hil.watching import Event, flat
from tests.daemon.floor import seen, started
from tests.hil.hand import UNREAD, Act, Hand, outcome

DAY = "2026-11-16"


@dataclass
class Floor:
    """People who play the scripted hand, and a shoe that tells again what was not acknowledged."""

    game: str
    drawn: int = 0  # cards that have left the shoe
    past: list[Event] = field(default_factory=list)  # what has happened so far

    def __post_init__(self) -> None:
        self.hand = Hand(self.game)

    async def start(self, engine: Engine) -> None:
        """The daemon starts, and the shoe comes back."""
        await engine.submit(started(self.game))
        while SHOE.of(engine.state).seq < self.drawn:
            await self.shoe_tells(engine, SHOE.of(engine.state).seq + 1)
        await engine.submit(LinkUp("shoe", "b1", self.drawn, complete=True))

    async def shoe_tells(self, engine: Engine, number: int) -> None:
        unread = CardUnreadable("shoe", "b1", number, "exit")
        await engine.submit(unread if number - 1 == UNREAD else seen(number, self.hand.cards[number - 1]))

    async def play(self, engine: Engine) -> None:
        """The hand to its end."""
        self.past = events_on_disk(engine.journal.folder.parent)
        engine.listen(lambda _, state, events: self.past.extend(flat(EVENTS.dump_python(event)) for event in events))
        while (act := self.hand.next(view(engine.state), self.past)) is not None:
            await self.do(engine, act)

    async def do(self, engine: Engine, act: Act) -> None:
        match act.what:
            case "draw":
                self.drawn += 1
                await self.shoe_tells(engine, self.drawn)
            case "stop":
                await self.start(engine)
            case kind:
                given = {"kind": kind, **act.fields, "by": act.by, "role": PEOPLE[act.by]}
                await engine.submit(OBSERVATIONS.validate_python(given))


Prepare = Callable[[Journal, Floor], None]


def events_on_disk(folder: Path) -> list[Event]:
    """Every event on disk."""
    return [flat(json.loads(entry.body)) for entry in entries(folder / "table") if entry.is_event and entry.body]


async def play(game: str, folder: Path, drawn: int = 0, *, first: Prepare = lambda *_: None) -> None:
    """The hand to its end, from wherever the journal in this folder stands; `drawn`: cards that the shoe has told."""
    journal = await asyncio.to_thread(Journal, folder / "table", folder / "key", lambda: DAY)
    floor = Floor(game, drawn)
    first(journal, floor)
    engine = Engine(journal, await asyncio.to_thread(restore, journal))
    journal.start()
    try:
        await floor.start(engine)
        await floor.play(engine)
    finally:
        await asyncio.to_thread(journal.close)
        engine.broken.cancel()


async def whole(game: str) -> dict[str, Counter[str]]:
    """What the hand comes to if nothing goes wrong."""
    with tempfile.TemporaryDirectory() as folder:
        await play(game, Path(folder))
        return outcome(events_on_disk(Path(folder)))
