"""A crash at every write of a hand, in every game: nothing is lost, nothing happens twice, the hand is played on.

The journal's own connection tells every statement before it runs; at each, the files are copied as a crash would leave
them. Then each copy is opened, and the same people play the hand to its end.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from daemon.journal.read import entries
from daemon.journal.store import EVENTS, Journal
from daemon.spine import Spine, restore
from daemon.table.events import CardDealt, Event, LineCancelled, LineSettled, RoundFinished
from daemon.table.orders import (
    Align,
    CloseBetting,
    Decision,
    DirectCard,
    EnterDice,
    NoMoreCards,
    Observation,
    OpenRound,
    SeatIn,
    TurnHand,
)
from drivers.observation import LinkUp
from rules.cards import DECK
from rules.machine import AwaitCard, AwaitDecision, AwaitDice, AwaitDirection, AwaitTurn, AwaitWagers
from rules.registry import GAMES
from tests.daemon.floor import D1, S1, WAGERS, seen, signed, started

DAY = "2026-11-16"
SEATS = ("1", "3")


@dataclass
class Floor:
    """Two players, people who do what the console says, and a shoe that tells again what was not acknowledged."""

    game: str
    drawn: list[str] = field(default_factory=list)  # what has left the shoe

    def __post_init__(self) -> None:
        decks = GAMES[self.game].decks or 1
        self.cards = [str(card) for card in random.Random(self.game).sample(DECK * decks, 52 * decks)]

    async def start(self, spine: Spine) -> None:
        """The daemon starts; the shoe comes back, and a person counts the felt."""
        await spine.submit(started(self.game))
        for number in range(spine.state.shoe.seq + 1, len(self.drawn) + 1):
            await spine.submit(seen(number, self.drawn[number - 1]))
        await spine.submit(LinkUp("shoe", "b1", len(self.drawn), complete=True))
        if spine.state.hold is not None:
            await spine.submit(signed(Align(felt=dict(spine.state.felt))))

    async def play(self, spine: Spine) -> None:
        """One round to its end."""
        if spine.state.round == 0:
            await spine.submit(signed(OpenRound()))
        while spine.state.result is None:
            for observation in self.next(spine):
                await spine.submit(observation)

    def next(self, spine: Spine) -> Iterator[Observation]:
        """What is awaited; whoever decides would decide the same again."""
        state = spine.state
        laid = state.machine.wagers(state.play)
        free = [seat for seat in SEATS if seat not in laid]
        lay = (signed(SeatIn(seat=seat, wagers=dict(WAGERS[self.game]))) for seat in free[:1])
        match state.awaits:
            case AwaitWagers():
                yield next(lay, signed(CloseBetting()))
            case AwaitCard():
                self.drawn.append(self.cards[len(self.drawn)])
                yield seen(len(self.drawn), self.drawn[-1])
            case AwaitDecision(seat, choices):
                yield signed(Decision(seat=seat, choice=choices[0]))
            case AwaitDirection(hands):
                more = len(self.drawn) < 2 * len(SEATS) + 1
                yield signed(DirectCard(hand=hands[0]) if more else NoMoreCards())
            case AwaitTurn(hand):
                yield signed(TurnHand(hand=hand))
            case AwaitDice(count) if count == 3 or not free:
                yield (S1 if state.proposal else D1)(EnterDice(dice=(4, 3, 1)[:count]))
            case AwaitDice():
                yield from lay


@dataclass
class Crash:
    """The journal's files before one statement, and what the world knew then."""

    folder: Path
    statement: str
    told: int  # entries that were committed, and told
    drawn: list[str]


def opened(folder: Path) -> Journal:
    return Journal(folder / "table", folder / "key", lambda: DAY)


def told(folder: Path) -> list[Event]:
    """Every event on disk."""
    return [EVENTS.validate_json(entry.body) for entry in entries(folder / "table") if entry.is_event and entry.body]


def outcome(events: list[Event]) -> tuple[Counter[tuple[str, int]], Counter[str], int]:
    """Where cards went, what was settled, how often the round ended."""
    settled = Counter(str(event.line) for event in events if isinstance(event, LineSettled))
    cancelled = Counter(str(event.line) for event in events if isinstance(event, LineCancelled))
    dealt = Counter((event.hand, event.index) for event in events if isinstance(event, CardDealt))
    return dealt, settled - cancelled, sum(isinstance(event, RoundFinished) for event in events)


async def crashes(game: str, folder: Path) -> list[Crash]:
    """A hand without any trouble, and every moment at which there might have been some."""
    found: list[Crash] = []
    floor = Floor(game)
    journal = await asyncio.to_thread(opened, folder)
    spine = Spine(journal, restore(journal))

    def copy(statement: str) -> None:
        there = folder.parent / f"{game}-{len(found)}"
        shutil.copytree(folder, there, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
        found.append(Crash(there, statement.split(maxsplit=1)[0], journal.head.seq, list(floor.drawn)))

    journal._writer.current.file.db.set_trace_callback(copy)
    journal.start()
    try:
        await floor.start(spine)
        await floor.play(spine)
    finally:
        await asyncio.to_thread(journal.close)
        spine.broken.cancel()
    return found


async def recover(game: str, crash: Crash) -> None:
    """A restart from what the crash left, and the hand to its end."""
    journal = await asyncio.to_thread(opened, crash.folder)
    assert journal.head.seq >= crash.told  # what was told is there
    spine = Spine(journal, await asyncio.to_thread(restore, journal))
    journal.start()
    try:
        floor = Floor(game, crash.drawn)
        await floor.start(spine)
        await floor.play(spine)
    finally:
        await asyncio.to_thread(journal.close)
        spine.broken.cancel()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.timeout(240)
async def test_a_crash_at_every_write_of_a_hand(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.files.ROOM", 0)  # nothing but copies for each crash
    found = await crashes(game, tmp_path / "whole")
    assert {crash.statement for crash in found} == {"BEGIN", "INSERT", "COMMIT"}
    whole = outcome(told(tmp_path / "whole"))
    dealt, lines, ended = whole
    assert lines and ended == 1 and set(dealt.values()) <= {1}
    for crash in found:
        await recover(game, crash)
        assert outcome(told(crash.folder)) == whole, (crash.statement, crash.folder.name)
        shutil.rmtree(crash.folder)
