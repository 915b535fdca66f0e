"""Writes the golden journals: `python -m tests.replay.make GAME… --overwrite`. Not a habit: they are what was recorded.

A journal is written again only where its format, or the law, has changed on purpose; then the commit says why.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from daemon.engine import Engine, restore
from daemon.host.clock import Moment, Quality
from daemon.journal.store import Journal
from daemon.table.devices.shoe import SHOE
from daemon.table.orders import Observation
from drivers.observation import (
    CardSeen,
    CardUnreadable,
    Clear,
    CutCardSeen,
    LinkUp,
    ShoeEmpty,
    ShoeLoaded,
    ShoeTrouble,
)
from drivers.shoe.csr_wire import CardDrawn, ReadFailure
from rules.registry import GAMES
from tests.daemon.floor import signed, started
from tests.replay import HERE, KEY
from tests.replay.stories import STORIES, Clock, FromShoe, Happens, NextDay, Restart, Story, game_of, newer, posted

BOOT = "7F3A09C1"
DAYS = ("2026-11-16", "2026-11-17")
NOON = datetime(2026, 11, 16, 17, 0, tzinfo=UTC)


class Table:
    """A table with its real engine and journal; only its clock and its chance are told what to say."""

    def __init__(self, name: str, folder: Path) -> None:
        self.game, self.posted = game_of(name), posted(name)
        self.folder, self.key = folder, folder.with_name(f"{folder.name}.key")
        self.chance = random.Random(name)
        self.moment = Moment(NOON, Quality(synchronised=True, offset=-12))
        self.days = iter(DAYS)
        self.day = next(self.days)
        self.key.touch(mode=0o600)
        self.key.write_text(f"{self.chance.randbytes(32).hex()}\n")

    def now(self) -> Moment:
        """Two seconds after the last time."""
        self.moment = self.moment._replace(at=self.moment.at + timedelta(seconds=2))
        return self.moment

    async def start(self, version: str, reshakes: int | None = None, *, camera: bool = False, **changes: Any) -> None:
        """The daemon starts, and the shoe answers."""
        self.journal = await asyncio.to_thread(self._journal)
        self.engine = Engine(self.journal, restore(self.journal))
        self.journal.start()
        pools = tuple(replace(pool, **changes) for pool in self.posted.get("jackpots", ()))
        said = started(self.game, version, **{**self.posted, "jackpots": pools})
        await self.tell(replace(said, reshakes=reshakes, camera=camera))
        if "shoe" in GAMES[self.game].needs:
            await self.tell(LinkUp("shoe", BOOT, SHOE.of(self.engine.ahead).seq, complete=True))

    def _journal(self) -> Journal:
        return Journal(self.folder, self.key, lambda: self.day, now=self.now, nonce=self.chance.randbytes)

    async def stop(self) -> None:
        """What is on disk stays."""
        await asyncio.to_thread(self.journal.close)

    async def tell(self, observation: Observation, raw: bytes = b"") -> None:
        """Through the engine, to the disk."""
        await self.engine.submit(signed(observation), raw)

    async def happens(self, what: Happens) -> None:
        """Whatever a story says."""
        seq = SHOE.of(self.engine.ahead).seq + 1
        match what:
            case str():
                for number, card in enumerate(what.split(), seq):
                    await self.tell(CardSeen("shoe", BOOT, number, card), CardDrawn(BOOT, number, card).encode())
            case Restart(version, reshakes, changes, camera):
                await self.stop()
                await self.start(version, reshakes, camera=camera, **changes)
            case NextDay():
                self.day = next(self.days)
                self.moment = self.moment._replace(at=self.moment.at + timedelta(days=1))
            case Clock(synchronised):
                self.moment = self.moment._replace(quality=Quality(synchronised, -12 if synchronised else 41_000))
            case FromShoe("unreadable"):
                raw = Clear(ReadFailure(BOOT, seq, "exit-optic").encode())
                await self.tell(CardUnreadable("shoe", BOOT, seq, "exit-optic"), raw)
            case FromShoe("cut"):
                await self.tell(CutCardSeen("shoe", BOOT, seq))
            case FromShoe("empty"):
                await self.tell(ShoeEmpty("shoe", BOOT, seq))
            case FromShoe("loaded"):
                await self.tell(ShoeLoaded("shoe", BOOT, seq))
            case FromShoe("trouble"):
                await self.tell(ShoeTrouble("shoe", BOOT, seq, "overdraw"), CardDrawn(BOOT, seq, "Ts").encode())
            case FromShoe("back"):
                await self.tell(LinkUp("shoe", BOOT, seq - 1, complete=True))
            case FromShoe("skip"):
                await self.tell(CardSeen("shoe", BOOT, seq + 1, "Ts"), CardDrawn(BOOT, seq + 1, "Ts").encode())
            case FromShoe():
                raise AssertionError(what)
            case _ if callable(what):
                await self.tell(what("shoe", BOOT, seq))
            case _:
                await self.tell(what)

    async def play(self, story: Story) -> None:
        """All of it."""
        await self.start("1.0")
        try:
            for scene in story:
                for what in scene:
                    await self.happens(what)
        finally:
            await self.stop()


def write(game: str, story: Story, to: Path) -> None:
    """A game's folder, with its key, in place of the one that was there."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(game, Path(folder) / game)
        asyncio.run(table.play(story))
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(table.folder, to)
        shutil.copy(table.key, to / KEY)


def main() -> None:
    """The games named, or all."""
    stories = {story.__name__: story for story in STORIES} | {game: of.story for game, of in newer().items()}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(stories))
    parser.add_argument("--overwrite", action="store_true", help="replace journals that are there")
    options = parser.parse_args()
    for game in options.games or stories:
        if game not in stories:
            sys.exit(f"{game}: no such story")
        to = HERE / game
        if to.exists() and not options.overwrite:
            sys.exit(f"{to} is there; --overwrite replaces what was recorded")
        write(game, stories[game](), to)


if __name__ == "__main__":
    main()
